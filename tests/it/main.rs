//! The tests of the whole: the program as a process, and the library as its users call it. One program, so that
//! what they share is compiled and linked once; `cargo test --test it NAME::` runs one area.
//!
//! `tests/allocation.rs` is apart: it counts what a process allocates.

mod common;

mod ask;
mod batch;
mod bias;
mod changed_input;
mod clusters;
mod commands;
mod compressed;
mod corpus;
mod cover;
mod documents;
mod evolve;
mod explain;
mod faults;
mod files;
mod formats;
mod injected;
mod join;
mod judged;
mod kept_fields;
mod line_protocol;
mod names;
mod neighbours;
mod one_answer;
mod owners;
mod pairs;
mod questions;
mod records;
mod report;
mod resume;
mod shard;
mod shuffle;
mod solve;
mod split;
mod sukaku;
mod terminal;
mod traces;
mod unpacked;
mod worst_inputs;
