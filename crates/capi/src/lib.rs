//! The C interface of batchdoku. `include/batchdoku.h`, which cbindgen makes from these files, documents it for
//! its users.
//!
//! ```text
//! error   messages, and the guard against panics
//! memory  pointers and sizes of the caller, checked
//! solve   one puzzle     batch   many, on all cores
//! corpus  canonical forms, ratings, puzzles by seed and index
//! position  candidates, and single moves
//! ```
#![allow(unsafe_code, reason = "a C interface takes pointers")]

mod batch;
mod corpus;
mod error;
mod memory;
mod position;
mod solve;

pub use batch::{
    bd_batch_defaults, bd_batch_options, bd_end, bd_outcome, bd_solve_batch, bd_stop, bd_stop_free,
    bd_stop_new, bd_stop_set,
};
pub use corpus::{bd_canonical, bd_generate, bd_generate_options, bd_rate, bd_rate_er, bd_rating};
pub use error::bd_error;
pub use position::{
    BD_MOVE_CONFLICT, BD_MOVE_FILLED, BD_MOVE_RIGHT, BD_MOVE_UNPARSED, BD_MOVE_WRONG,
    bd_candidates, bd_eliminate, bd_judge_moves, bd_legal, bd_place, bd_solve_candidates,
};
pub use solve::{bd_count, bd_is_unique, bd_simd, bd_solve, bd_use_simd, bd_version};
