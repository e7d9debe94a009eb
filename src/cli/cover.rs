//! `batchdoku cover`.

use std::{path::PathBuf, sync::Arc};

use anyhow::Result;
use clap::Args;

use super::{
    eprint_line, exit, signals,
    terminal::{self, Notices},
};
use batchdoku::{
    StopReason, jobs,
    pipeline::{Input, Output},
};
use batchdoku_pipeline::size;

/// Solve an exact cover problem
///
/// Rows are chosen so that every column has exactly one 1.
///
/// The input is a line `N M` and N rows of M numbers 0 or 1; or, in the sparse form, a line of item
/// names (items after a | may stay uncovered) and then one option per line, the names of its items.
/// Prints the numbers of the chosen rows, counted from 1, or `No Solution!`.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 there is a solution, 1 there is none (or none was found before a limit), 2 bad input.

Examples:
  printf '3 3\\n1 0 1\\n0 1 0\\n1 1 1\\n' | batchdoku cover
  batchdoku cover --count -j 4 pentominoes.txt"
)]
pub(super) struct CoverCommand {
    /// The problem; '-' is standard input
    #[arg(value_name = "INPUT", default_value = "-", help_heading = "Input")]
    input: PathBuf,

    /// Refuse a compressed input that holds more than SIZE bytes: 5000000, 500M, 20G
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = size::parse,
        help_heading = "Input")]
    max_expand: Option<u64>,

    /// File to write
    #[arg(short, long, value_name = "OUTPUT", default_value = "-", help_heading = "Output")]
    output: PathBuf,

    #[command(flatten)]
    cover: jobs::Cover,
}

impl CoverCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, max_expand, output, mut cover } = self;
        let mut input = Input::from_arg(&input);
        if let Some(most) = max_expand {
            input = input.max_expand(most);
        }
        let name = input.name();
        cover.check()?;
        cover.stop = signals::stop_flag()?.clone();
        cover.observer = Some(Arc::new(Notices));
        if input.is_stdin() {
            terminal::reading("a problem");
        }
        let outcome = cover.run(input, Output::from_arg(&output));
        signals::job_ended();
        let outcome = outcome?;
        let ended = match outcome.end {
            StopReason::NodeLimit => "given up at the node limit",
            StopReason::Stopped => "interrupted",
            _ => "",
        };
        if !ended.is_empty() {
            eprint_line(&format!("{name}: {ended}; solutions so far: {}", outcome.solutions));
        }
        Ok(match (outcome.end, outcome.solutions) {
            (StopReason::Stopped, _) => signals::exit_code(),
            (_, 0) => exit::SOME_UNSOLVED,
            _ => exit::DONE,
        })
    }
}
