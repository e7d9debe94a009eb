//! Chains: what follows from a candidate that holds, or does not.
//!
//! ```text
//!   r1c1=5 holds  ->  no other 5 in its houses, no other digit in its cell     (weak links)
//!   r1c1=5 fails  ->  the last other 5 of a house, the last other digit of the cell   (strong links)
//! ```
//!
//! A *literal* is a candidate with one of these two states. A chain alternates between the two
//! states, and its rating grows with its number of literals ([`hint`]).

mod advanced;
mod grouped;
mod hint;
mod kept;
mod link_sets;
mod links;
mod lists;
mod loops;
mod multiple;
mod origin;
#[cfg(test)]
pub(super) mod pace;
mod prove;
mod reach;
mod shape;
mod tree;

pub(super) use grouped::grouped_chain;
pub(super) use links::Cause;
pub(super) use loops::{LoopMemory, chained, forcing_chain};
pub(super) use multiple::{ChainMemory, nishio};
pub(super) use origin::{MultipleChains, Origin};
pub(super) use prove::prove;
