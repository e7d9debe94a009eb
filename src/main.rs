//! The `batchdoku` program.
fn main() {}
