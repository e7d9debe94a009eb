//! `batchdoku evolve`.

use std::path::Path;

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{InputArgs, OutputArgs, RunArgs},
    session,
};
use batchdoku::{
    jobs,
    pipeline::{InputSpec, JobSpec},
};

/// Search for rare puzzles: very hard, or with few or many clues
///
/// The search starts from the puzzles of the inputs or, without inputs, from generated puzzles. It keeps a
/// pool of the best puzzles and makes random neighbours of them: a few clues are removed and others added,
/// such that there is one solution and no clue can be removed. The output has N puzzles in canonical form:
/// the first that meet all of --min-er, --min-nodes and --clues; if none of these is given, the best of the
/// pool after all rounds. All of them are different from each other and from the inputs. If an input is not minimal,
/// the search starts from a minimal puzzle within it, which is not in the output either.
///
/// After 100 rounds without a find, the search starts again: from other generated puzzles, or with other random
/// moves from the inputs. Five puzzles with ER 10 (--min-er 10 -n 5) take minutes of CPU time; about 500
/// minimal puzzles with 30 clues are found in a second.
///
/// The output depends on the seed and the inputs, not on the number of threads. Ctrl-C ends the search and
/// writes the puzzles found so far. With --state, the same command continues the search later.
#[derive(Args)]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku evolve --min-er 8 -n 5 --seed 1
  batchdoku evolve puzzles.txt --min-er 8 -n 5 --state my.state -o hard.txt
  batchdoku evolve --by clues --remove 1 --add 2 --clues 30 -n 10
  batchdoku evolve --by nodes --rounds 5 -n 10", mut_arg("inputs", |arg| arg
    .default_value(None::<&str>)
    .help("Files or puzzles to start from [default: generated]")
    .long_help(if cfg!(feature = "parquet") {
        "Files, folders or puzzles to start from; '-' is stdin [default: generated puzzles]"
    } else {
        "Files or puzzles to start from; '-' is stdin [default: generated puzzles]"
    })))]
pub(super) struct EvolveCommand {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    evolve: jobs::Evolve,
    #[command(flatten)]
    run: RunArgs,
}

impl EvolveCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, mut evolve, run } = self;
        ensure!(
            evolve.state.as_deref() != Some(Path::new("-")),
            "--state must be a file, because the next run reads it"
        );
        let inputs = input.inputs();
        let is_generated = inputs.is_empty();
        let read = if is_generated { InputSpec::default() } else { input.spec() };
        evolve.options.spec = JobSpec { input: read, output: output.spec(), run: run.spec() };
        let is_verbose = input.verbose && !is_generated;
        Ok(session::run_job(evolve, &run, is_verbose, None, inputs, output.output())?.code)
    }
}
