//! The arguments that the commands share.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum, builder::PossibleValuesParser, builder::TypedValueParser};

use batchdoku::{
    Limits,
    engine::{EngineChoice, EngineKind},
    format::{Format, ReadOptions, WriteOptions},
    named::Named,
    pipeline::{Codec, Input, Job, Output},
    simd::SimdLevel,
};

/// The field of a grid that there is none of.
pub(super) const DOTS: &str =
    ".................................................................................";

/// A parser for the names of a type, which lists them in the help and in errors.
pub(super) fn names<T: Named>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES).map(|name| name.parse::<T>().expect("one of the names"))
}

/// What is read and written.
#[derive(Args)]
pub(super) struct Files {
    /// Files of puzzles, read one after the other as one job; `-` is standard input
    #[arg(value_name = "INPUT", default_value = "-")]
    inputs: Vec<PathBuf>,

    /// Where the output goes, if not to standard output; a file appears under its name only when
    /// it is complete
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,

    /// List all problems in a file of tab-separated columns: line, kind, detail, text
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Stop at the first malformed record, leaving no output file
    #[arg(long)]
    strict: bool,

    /// Drop comments and blank lines instead of passing them through
    #[arg(long)]
    strip_comments: bool,

    /// Read files instead of mapping them into memory (no other process may change a mapped file)
    #[arg(long)]
    no_mmap: bool,

    /// Rename outputs without waiting until they are on disk: faster, but a crash of the system
    /// may leave them empty
    #[arg(long)]
    no_sync: bool,

    /// The format of the input; by default recognised from its first records
    #[arg(long, value_name = "FORMAT", value_parser = names::<Format>())]
    from: Option<Format>,

    /// The format of the output; by default that of the input
    #[arg(long, value_name = "FORMAT", value_parser = names::<Format>())]
    to: Option<Format>,

    /// The column of a table, or the key of an object, that holds the puzzles
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// What stands between the cells of a grid or the fields of a line of the output
    #[arg(long, value_name = "CHARACTER", value_parser = separator)]
    sep: Option<u8>,

    /// How the output is compressed; by default as its name says (.gz, .zst)
    #[arg(long, value_name = "CODEC", value_parser = names::<Codec>())]
    compress: Option<Codec>,

    /// Say which format every input is of
    #[arg(short, long)]
    verbose: bool,
}

/// A character of one byte; `\t` is a tab.
fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] => Ok(*byte),
        _ => Err("expected one ASCII character".into()),
    }
}

impl Files {
    pub(super) fn job(&self) -> Job {
        let inputs = self.inputs.iter().map(|path| self.input(path)).collect();
        Job {
            rejects: self.rejects.as_deref().map(Output::from_arg),
            strict: self.strict,
            sync: !self.no_sync,
            read: ReadOptions {
                format: self.from,
                column: self.column.clone(),
                ..ReadOptions::default()
            },
            write: WriteOptions {
                format: self.to,
                strip_comments: self.strip_comments,
                separator: self.sep,
                ..WriteOptions::default()
            },
            codec: self.compress,
            on_open: self.verbose.then_some(|name, format| {
                super::complain(&format!("{name}: format {format}"));
            }),
            ..Job::new(inputs, self.output.as_deref().map_or(Output::Stdout, Output::from_arg))
        }
    }

    /// An input that is mapped, unless the user prefers otherwise.
    #[allow(unsafe_code, reason = "the program maps its inputs")]
    pub(super) fn input(&self, arg: &Path) -> Input {
        let input = Input::from_arg(arg);
        if self.no_mmap {
            return input;
        }
        // SAFETY: the program writes to no input: a job refuses an output that is one. Another
        // process may; `--help` says that it must not, and the library notices a change of length.
        unsafe { input.mapped() }
    }

    pub(super) fn has_output(&self) -> bool {
        self.output.is_some()
    }
}

/// How puzzles are searched.
#[derive(Args)]
pub(super) struct Search {
    /// The engine that searches
    #[arg(long, default_value = "auto", value_parser = names::<EngineKind>())]
    engine: EngineKind,

    /// SIMD instruction set [default: best available]
    #[arg(long, value_name = "LEVEL", value_parser = names::<SimdLevel>())]
    simd: Option<SimdLevel>,

    /// Give a puzzle up after so many nodes (alternatives tried)
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
}

impl Search {
    pub(super) fn engine(&self) -> Result<EngineChoice> {
        let mut choice = EngineChoice { kind: self.engine, ..EngineChoice::default() };
        if let Some(level) = self.simd {
            ensure!(level.is_available(), "{level} is not supported by this CPU");
            choice.level = level;
        }
        Ok(choice)
    }

    pub(super) fn limits(&self, solutions: u64) -> Limits<'static> {
        Limits { nodes: self.max_nodes.unwrap_or(u64::MAX), ..Limits::solutions(solutions) }
    }
}

/// How the work is shown.
#[derive(Args)]
pub(super) struct Running {
    /// Threads to work with; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0)]
    pub(super) threads: usize,

    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) progress: When,

    /// No progress, no summary, no list of problems
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Write the summary as JSON to a file; `-` is standard error
    #[arg(long, value_name = "FILE")]
    pub(super) stats: Option<PathBuf>,
}

/// When to show something.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// If standard error is a terminal
    Auto,
    /// Even if it is not
    Always,
    /// Never
    Never,
}

/// Which records of a corpus are made.
#[derive(Args)]
pub(super) struct Numbers {
    /// How many records to make
    #[arg(short = 'n', long, value_name = "N")]
    count: u64,

    /// The seed; the same seed and options make the same records
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,

    /// The number of the first record; a corpus can be made in parts
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,

    /// Where the output goes; a file appears under its name only when it is complete
    #[arg(short, long, value_name = "OUTPUT", default_value = "-")]
    output: PathBuf,

    /// The format of the output; by default lines
    #[arg(long, value_name = "FORMAT", value_parser = names::<Format>())]
    to: Option<Format>,

    /// How the output is compressed; by default as its name says (.gz, .zst)
    #[arg(long, value_name = "CODEC", value_parser = names::<Codec>())]
    compress: Option<Codec>,
}

impl Numbers {
    pub(super) fn range(&self) -> Result<Range<u64>> {
        let end = self.skip.checked_add(self.count);
        Ok(self.skip..end.context("there are no records of such numbers")?)
    }

    /// The job of making the records.
    pub(super) fn job(&self) -> Job {
        Job {
            write: WriteOptions { format: self.to, ..WriteOptions::default() },
            codec: self.compress,
            ..Job::new(Vec::new(), Output::from_arg(&self.output))
        }
    }
}
