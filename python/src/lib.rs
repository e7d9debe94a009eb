//! The extension module `batchdoku._native`: operations on puzzles in many kinds of containers.
//!
//! ```text
//! stream     record batches and arrays as they arrive, in bounded memory
//! capsule    arrays and streams that other packages lend, and those that are lent to them
//! table      a table that is made, to be looked at
//! arrow, numpy, list    what holds the puzzles, and what the results are put into
//! files      the jobs of the program
//! generate   puzzles and grids by their number
//! corpus     which rows of a corpus repeat others, sets for training, statistics
//! single     what single puzzles are asked: their neighbours, and the minimal puzzles within them
//! explain    the steps to the solutions of puzzles
//! moves      single moves: what each is worth, and by which technique it follows
//! position   digits and candidates as an object
//! worker     the memory with which a thread solves single puzzles and finds their steps
//! path       steps as Python objects
//! operation  what is done to a chunk of rows: solve, count, check, rate, ...
//! parallel   chunks on a pool of threads, while the calling thread watches for signals
//! error      the exceptions that errors of the library become
//! notation   how the cells of results are written
//! ```
//!
//! The Python modules of the package choose the module for an object.

mod arrow;
mod capsule;
mod column;
mod corpus;
mod error;
mod explain;
mod files;
mod generate;
mod list;
mod moves;
mod notation;
mod numpy;
mod operation;
mod parallel;
mod path;
mod position;
mod single;
mod stream;
mod table;
mod techniques;
mod worker;

/// The extension module.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::{
        arrow::{run_array, run_chunked},
        capsule::{ArrowArray, ArrowChunks, ArrowStream},
        corpus::{dedupe_rows, reply_text, score_columns, score_rows, split_rows, stats},
        explain::{Explanation, ObjectIterator},
        files::run_job,
        generate::{generate, grids},
        list::{boards, cells_of, exclude_candidates, holds_candidates, run_columns, run_list},
        moves::{bools_of, forced_moves, judge_moves, masks, moves_of, technique_names},
        numpy::run_numpy,
        operation::Operation,
        position::PyPosition,
        single::{neighbours, sub_puzzles},
        stream::{Pull, open_stream, read_table, run_batch, run_batches, run_stream, run_table},
        table::{column_names, draw, row},
    };

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("HAS_PARQUET", cfg!(feature = "parquet"))
    }
}
