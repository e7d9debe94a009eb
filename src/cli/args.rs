//! The arguments that several commands share, in groups. A command takes the groups that it uses; its own options are
//! the fields of its job.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use clap::Args;

use super::{progress::When, signals, terminal};
use batchdoku::{
    Grid,
    jobs::RatingRange,
    pipeline::{Input, InputSpec, LayoutSpec, MapContract, Output, OutputSpec, PartSpec, RunSpec},
};

/// The inputs, and how they are read.
#[derive(Args)]
#[command(next_help_heading = "Input")]
#[command(mut_arg("from", |arg| arg.display_order(1)))]
#[command(mut_arg("max_expand", |arg| arg.display_order(7)))]
pub(super) struct InputArgs {
    #[cfg_attr(feature = "parquet", doc = " Files, folders or puzzles; '-' is stdin [default: -]")]
    #[cfg_attr(not(feature = "parquet"), doc = " Files or puzzles; '-' is stdin [default: -]")]
    ///
    /// Inputs are read in order.
    #[cfg_attr(
        feature = "parquet",
        doc = "A folder means all .parquet files in it and its subfolders, or, if there are none, all .arrow files."
    )]
    /// An argument that is not a file but a puzzle is read directly.
    #[arg(value_name = "INPUT", display_order = 0, default_value = "-", hide_default_value = true)]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    spec: InputSpec,

    /// Read files instead of mapping them into memory
    ///
    /// No other process may change a mapped file while it is read.
    #[arg(long, hide_short_help = true, display_order = 6)]
    no_mmap: bool,

    /// Print the format of each input, and why it was chosen
    #[arg(short, long, hide_short_help = true, display_order = 8)]
    pub(super) verbose: bool,
}

impl InputArgs {
    /// Returns the inputs.
    pub(super) fn inputs(&self) -> Vec<Input> {
        self.inputs.iter().map(|path| Input::from_arg(path)).collect()
    }

    /// Returns true if all inputs are puzzles themselves.
    fn are_puzzles(&self) -> bool {
        self.inputs.iter().all(|path| Input::from_arg(path).is_text())
    }

    /// Refuses a range of ratings in place of an input, as in `rate --er 4..5`: in other commands, `--er` takes a
    /// range.
    pub(super) fn refuse_ratings(&self, command: &str) -> Result<()> {
        for path in self.inputs.iter().filter(|path| !path.exists()) {
            let text = path.to_string_lossy();
            ensure!(
                !text.contains("..") || text.parse::<RatingRange>().is_err(),
                "'{text}' is no file: --er of '{command}' takes no value. To make puzzles with such ratings, use \
                 'batchdoku generate -n 100 --er {text}'"
            );
        }
        Ok(())
    }

    /// Returns true if all inputs are files, which a job can read again.
    pub(super) fn are_files(&self) -> bool {
        self.inputs.iter().all(|path| Input::from_arg(path).length().is_some())
    }

    /// Returns the puzzles that are arguments themselves.
    pub(super) fn puzzles(&self) -> impl Iterator<Item = Grid> {
        let texts = self.inputs.iter().filter(|path| Input::from_arg(path).is_text());
        texts.filter_map(|path| path.to_str()?.parse().ok())
    }

    /// Returns the length of all inputs in bytes, if it is known before they are read.
    pub(super) fn length(&self) -> Option<u64> {
        self.inputs.iter().map(|path| Input::from_arg(path).length()).sum()
    }

    /// Returns the specification of the inputs, which are mapped into memory unless `--no-mmap` is given. If standard
    /// input is a terminal, prints what to type.
    #[allow(unsafe_code, reason = "the program maps its inputs")]
    pub(super) fn spec(&self) -> InputSpec {
        if self.inputs.iter().any(|path| path == Path::new("-")) {
            // Handle signals before the prompt, because the user may press Ctrl-C at once. The job reports a failure.
            let _ = signals::stop_flag();
            terminal::reading("puzzles");
        }
        // SAFETY: the program writes to no input: a job refuses an output that is an input. Another
        // process may write; `--help` forbids that, and the library detects a change of length.
        let map = (!self.no_mmap).then(|| unsafe { MapContract::accept() });
        InputSpec { map, ..self.spec.clone() }
    }
}

/// The output, and how it is written.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// File to write [default: standard output]
    ///
    /// The file gets its name once it is complete. A folder gets one file for each input.
    #[arg(short, long, value_name = "OUTPUT")]
    pub(super) output: Option<PathBuf>,

    // `help` replaces the parser of `to`, because each command writes other formats.
    #[command(flatten)]
    spec: OutputSpec,
}

impl OutputArgs {
    pub(super) fn output(&self) -> Output {
        self.output.as_deref().map_or(Output::Stdout, Output::from_arg)
    }

    /// Returns true if people read the answers: no format and no file is given, and standard output is a terminal.
    pub(super) fn is_for_people(&self) -> bool {
        let OutputSpec { to, compress, .. } = &self.spec;
        let is_named = to.is_some() || self.output.is_some() || compress.is_some();
        !is_named && io::stdout().is_terminal()
    }

    /// Returns true if answers are drawn: all puzzles are on the command line, and people read the answers.
    pub(super) fn is_drawn(&self, input: &InputArgs) -> bool {
        self.is_for_people() && input.are_puzzles()
    }

    /// Returns the first given option about how an output is written, for an output that has no such options.
    pub(super) fn manner(&self) -> Option<&'static str> {
        let OutputSpec { to, compress, compress_level, row_group_size, .. } = &self.spec;
        let given = [
            ("--to", to.is_some()),
            ("--compress", compress.is_some()),
            ("--compress-level", compress_level.is_some()),
            ("--row-group-size", row_group_size.is_some()),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    /// Returns the specification of the output. Only standard output has colours, because the bytes of a file must not
    /// depend on the terminal.
    pub(super) fn spec(&self) -> OutputSpec {
        let colour = self.output() == Output::Stdout && terminal::has_colours();
        OutputSpec { colour, ..self.spec.clone() }
    }
}

/// The inputs and the output of a command with an answer to each record.
#[derive(Args)]
pub(super) struct FileArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) layout: LayoutSpec,
}

/// Threads, progress and messages of a job, and the part of the job to do.
#[derive(Args)]
pub(super) struct JobArgs {
    #[command(flatten)]
    pub(super) part: PartSpec,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl JobArgs {
    /// Returns the specification of the run.
    pub(super) fn spec(&self) -> RunSpec {
        RunSpec { part: self.part, ..self.run.spec() }
    }

    /// Sets the remark about an interrupted job: that the output file was not written, and how to continue. Without an
    /// output file, there is no remark. `is_resumable` is true if the inputs allow `--resume`.
    pub(super) fn set_remark(&self, output: &Output, is_resumable: bool) {
        let remark = if let Output::Path(path) = output {
            let how = match (self.part.resume, is_resumable) {
                (true, _) => "; the same command continues",
                (false, true) => "; with --resume from the start, the same command would continue",
                (false, false) => "",
            };
            Some(format!("'{}' was not written{how}", path.display()))
        } else {
            None
        };
        signals::set_remark(self.run.quiet, remark);
    }

    /// Returns the approximate length of the part, given the length of the whole job.
    pub(super) fn length(&self, whole: Option<u64>) -> Option<u64> {
        whole.map(|whole| whole / self.part.shard.count())
    }
}

/// Threads, progress and messages.
#[derive(Args)]
#[command(next_help_heading = "Run")]
#[command(mut_arg("threads", |arg| arg.display_order(1000)))]
#[command(mut_arg("summary", |arg| arg.display_order(1003)))]
pub(super) struct RunArgs {
    #[command(flatten)]
    spec: RunSpec,

    /// Show progress: always, never, or if standard error is a terminal
    #[arg(long, hide_short_help = true, value_name = "WHEN", default_value = "auto")]
    #[arg(display_order = 1001)]
    pub(super) progress: When,

    /// Print neither progress, nor a summary, nor diagnostics
    #[arg(short, long, display_order = 1002)]
    pub(super) quiet: bool,
}

impl RunArgs {
    /// Returns the specification of the run, without a summary on standard error, which the program prints itself.
    pub(super) fn spec(&self) -> RunSpec {
        let spec = self.spec.clone();
        RunSpec { summary: spec.summary.filter(|_| !self.has_shown_summary()), ..spec }
    }

    /// Returns whether the summary goes to standard error: `--summary -`, which parses as [`Output::Stdout`].
    pub(super) fn has_shown_summary(&self) -> bool {
        self.spec.summary == Some(Output::Stdout)
    }

    pub(super) fn threads(&self) -> usize {
        self.spec.threads
    }
}
