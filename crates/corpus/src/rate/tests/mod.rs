//! Tests that look inside the solver.

mod naive;
mod positions;
mod random;
