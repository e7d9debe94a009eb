//! The program: one short file per command. It does nothing that the library could do.

mod args;
mod assets;
mod bench;
mod canon;
mod check;
mod count;
mod cover;
mod dedupe;
mod evolve;
mod exit;
mod explain;
mod generate;
mod grids;
mod help;
mod join;
mod mistakes;
mod neighbours;
mod progress;
mod rate;
mod session;
mod shuffle;
mod signals;
mod solve;
mod split;
mod stats;
mod streams;
mod terminal;

use std::{env, process::ExitCode};

use anyhow::{Result, anyhow};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use batchdoku::pipeline::{Error, Output};
use terminal::eprint_line;

/// The version and the optional features of this build, for bug reports.
const LONG_VERSION: &str = match (cfg!(feature = "parquet"), cfg!(feature = "png")) {
    (true, true) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: +parquet +png"),
    (true, false) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: +parquet -png"),
    (false, true) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: -parquet +png"),
    (false, false) => concat!(env!("CARGO_PKG_VERSION"), "\nfeatures: -parquet -png"),
};

/// Solve, check and make sudoku puzzles by the million.
#[derive(Parser)]
#[command(
    name = "batchdoku",
    bin_name = "batchdoku",
    version,
    long_version = LONG_VERSION,
    arg_required_else_help = true,
    after_help = "Examples:
  batchdoku solve puzzles.txt -o solutions.txt   # solve a file, line by line
  zcat puzzles.gz | batchdoku solve > out.txt    # solve a stream
  batchdoku bench puzzles.txt                    # measure the engines

Exit codes: 0 all done, 1 some records unsolved or malformed, 2 usage or I/O
error, 130, 143 or 129 ended by SIGINT, SIGTERM or SIGHUP.

'batchdoku assets FOLDER' writes shell completions and man pages.

'batchdoku COMMAND --help' shows the options of a command with examples;
'batchdoku --version' shows what is in this build."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Defines the commands, each with the arguments that run it.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($args:ty),)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$attribute])* $name($args),)*
            #[command(hide = true)]
            Assets(assets::AssetsArgs),
        }

        impl Command {
            fn run(self) -> Result<u8> {
                match self {
                    $(Self::$name(args) => args.run(),)*
                    // `assets` writes about all commands, so it needs their definition.
                    Self::Assets(args) => args.run(&Cli::command()),
                }
            }
        }
    };
}

commands! {
    Solve(solve::SolveCommand),
    Count(count::CountCommand),
    Check(check::CheckCommand),
    Generate(generate::GenerateCommand),
    Grids(grids::GridsCommand),
    Rate(rate::RateCommand),
    Explain(explain::ExplainCommand),
    Canon(canon::CanonCommand),
    Shuffle(shuffle::ShuffleCommand),
    Neighbours(neighbours::NeighboursCommand),
    SubPuzzles(neighbours::SubPuzzlesCommand),
    Evolve(evolve::EvolveCommand),
    Dedupe(dedupe::DedupeCommand),
    Split(split::SplitCommand),
    Join(join::JoinCommand),
    Stats(stats::StatsCommand),
    Cover(cover::CoverCommand),
    Bench(bench::BenchArgs),
}

/// Lets the process open as many files as the system allows, because a folder as output has a file for each input.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

pub(crate) fn main() -> ExitCode {
    streams::refuse_closed();
    allow_many_files();
    let (args, extent) = help::asked(env::args_os());
    let mut command = help::arranged(Cli::command(), extent);
    let matches = command.try_get_matches_from_mut(args);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    let code = match parsed {
        Ok(cli) => cli.command.run(),
        Err(error) => show(&mistakes::in_words(error, &command)),
    };
    ExitCode::from(code.unwrap_or_else(|error| failed(&error)))
}

/// Shows the help, the version or an error in the arguments. Returns the exit code.
fn show(shown: &clap::Error) -> Result<u8> {
    match shown.print() {
        // An error in the arguments that cannot be shown keeps its exit code.
        Err(source) if !shown.use_stderr() => {
            Err(Error::Write { name: Output::Stdout.name(), source }.into())
        }
        _ if shown.use_stderr() => Ok(exit::FAILED),
        _ => Ok(exit::DONE),
    }
}

/// Returns the option for the field of a question: for example, `--max-nodes` for `max_nodes`.
fn option_of(field: &str) -> String {
    format!("--{}", field.replace('_', "-"))
}

/// Reports an error, unless the pipe of the output was closed by its reader. Returns the exit code.
fn failed(error: &anyhow::Error) -> u8 {
    if error.downcast_ref().is_some_and(Error::is_broken_pipe) {
        return exit::DONE;
    }
    match error.downcast_ref() {
        Some(
            of_options @ (Error::Resume(_)
            | Error::Join(_)
            | Error::Unused { .. }
            | Error::NoEffect { .. }
            | Error::OutOfRange { .. }
            | Error::Clash { .. }),
        ) => {
            terminal::report_error(&anyhow!(of_options.words(&option_of)));
        }
        _ => terminal::report_error(error),
    }
    exit::FAILED
}
