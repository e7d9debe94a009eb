//! `batchdoku cover`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{
    args::{described_names, given},
    eprint_line, exit, signals, size,
    terminal::{self, Notices},
};
use batchdoku::{
    Limits, StopReason,
    exact_cover::ProblemForm,
    jobs,
    pipeline::{Input, Output},
};

/// Solve an exact cover problem
///
/// Rows are chosen so that every column has exactly one 1.
///
/// The input is a line `N M` and N rows of M numbers 0 or 1; or, in the sparse form, a line of item
/// names (those after a | may stay uncovered) and then one option per line, the names of its items.
/// Prints the numbers of the chosen rows, counted from 1, or `No Solution!`.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 there is a solution, 1 there is none (or none was found before a limit), 2 bad input.

Examples:
  printf '3 3\\n1 0 1\\n0 1 0\\n1 1 1\\n' | batchdoku cover
  batchdoku cover --count -j 4 pentominoes.txt"
)]
pub(super) struct CoverArgs {
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

    /// The form of the input; by default dense if its first line is two numbers
    #[arg(long, help_heading = "Input", value_parser = described_names!(ProblemForm:
        "A matrix of 0 and 1",
        "Items and options by name",
    ))]
    form: Option<ProblemForm>,

    /// Print all solutions, one per line
    #[arg(long, help_heading = "Output")]
    all: bool,

    /// Print the number of solutions, followed by + if a limit ended the search
    #[arg(long, conflicts_with = "all", help_heading = "Output")]
    count: bool,

    /// Stop at N solutions; 0 finds all
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    limit: u64,

    /// Give up after N nodes (options tried where there was a choice)
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_nodes: Option<u64>,

    /// Threads that count; 0 is one per core
    ///
    /// One thread searches for solutions to print, and counts where there is a limit.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, help_heading = "Run")]
    threads: usize,
}

impl CoverArgs {
    pub(super) fn run(self) -> Result<u8> {
        let input = given(Input::from_arg(&self.input), self.max_expand, Input::max_expand);
        let name = input.name();
        let stop = signals::stop_flag()?;
        if input.is_stdin() {
            terminal::reading("a problem");
        }
        let limits = if self.limit == 0 { Limits::none() } else { Limits::solutions(self.limit) };
        let limits = limits.max_nodes(self.max_nodes.unwrap_or(u64::MAX)).stop(stop);
        let mut job = jobs::Cover::new().limits(limits).threads(self.threads).observer(Notices);
        if self.all {
            job = job.all();
        } else if self.count {
            job = job.count();
        }
        job = given(job, self.form, jobs::Cover::form);
        let outcome = job.run(input, Output::from_arg(&self.output));
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
