//! The arguments that several commands have. Each command takes the groups that it uses.

use std::{
    io::{self, IsTerminal},
    num::NonZeroU32,
    ops::{Range, RangeInclusive},
    path::{Path, PathBuf},
    str::FromStr,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, builder::TypedValueParser, value_parser};

use super::{progress::When, signals, size, terminal};
use batchdoku::{
    Grid,
    corpus::{
        explain::{StepKind, TechniqueConditions, TraceKind},
        generate::GenerateOptions,
    },
    engine::{EngineChoice, EngineKind},
    format::Format,
    jobs::JobOptions,
    pipeline::{Codec, Input, Output},
    simd::SimdLevel,
};

/// Makes a parser for the names of a type, which lists them in the help and in errors.
macro_rules! names {
    ($type:ty) => {
        clap::builder::TypedValueParser::map(
            clap::builder::PossibleValuesParser::new(<$type>::NAMES),
            |name| name.parse::<$type>().expect("one of the names"),
        )
    };
}
pub(super) use names;

/// Makes such a parser that describes each name in the long help.
macro_rules! described_names {
    ($type:ty: $($meaning:literal),+ $(,)?) => {{
        const MEANINGS: [&str; <$type>::NAMES.len()] = [$($meaning),+];
        let described = <$type>::NAMES.into_iter().zip(MEANINGS);
        let values = described
            .map(|(name, meaning)| clap::builder::PossibleValue::new(name).help(meaning));
        clap::builder::TypedValueParser::map(
            clap::builder::PossibleValuesParser::new(values),
            |name| name.parse::<$type>().expect("one of the names"),
        )
    }};
}
pub(super) use described_names;

/// Applies `set` to the job and the value of an option, if the option is given.
pub(super) fn given<J, T>(job: J, value: Option<T>, set: impl FnOnce(J, T) -> J) -> J {
    match value {
        Some(value) => set(job, value),
        None => job,
    }
}

/// Conditions on the path that `explain` shows.
#[derive(Args)]
pub(super) struct TechniqueArgs {
    /// Techniques that puzzles need: x_wing,xy_wing
    ///
    /// The names are those that 'explain' prints. The techniques up to the hardest one named here solve the puzzle,
    /// and no longer do if any one of those named is left out. With --er, only the techniques of Sudoku Explainer
    /// count, here and below.
    #[arg(long, value_name = "T,...", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = names!(StepKind))]
    needs: Vec<StepKind>,

    /// Techniques that the path has
    #[arg(long, value_name = "T,...", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = names!(StepKind), hide_short_help = true)]
    contains: Vec<StepKind>,

    #[command(flatten)]
    ladder: LadderArgs,
}

/// The ladder of techniques that paths go up.
#[derive(Args)]
pub(super) struct LadderArgs {
    /// Techniques that must not be used; 'uniqueness': those that use it
    #[arg(long, value_name = "T,...", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(
        StepKind::NAMES.into_iter().chain([TechniqueConditions::UNIQUENESS])), hide_short_help = true)]
    without: Vec<String>,

    /// The hardest technique that may be used
    #[arg(long, value_name = "T", hide_possible_values = true)]
    #[arg(value_parser = names!(StepKind), hide_short_help = true)]
    at_most: Option<StepKind>,
}

impl TechniqueArgs {
    /// Returns the conditions, if there are any; `er`: on paths of the techniques of Sudoku Explainer.
    pub(super) fn conditions(&self, er: bool) -> Option<TechniqueConditions> {
        let Self { needs, contains, ladder } = self;
        if needs.is_empty() && contains.is_empty() && ladder.is_whole() {
            return None;
        }
        let conditions = ladder.conditions().er(er);
        Some(conditions.needs(needs.iter().copied()).contains(contains.iter().copied()))
    }
}

impl LadderArgs {
    fn is_whole(&self) -> bool {
        self.without.is_empty() && self.at_most.is_none()
    }

    /// Returns the ladder as conditions that ask for nothing else.
    pub(super) fn conditions(&self) -> TechniqueConditions {
        let without = self
            .without
            .iter()
            .flat_map(|name| TechniqueConditions::named(name).expect("the name is known"));
        let conditions = TechniqueConditions::new().without(without);
        given(conditions, self.at_most, TechniqueConditions::at_most)
    }
}

/// The inputs, and how they are read.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(super) struct InputArgs {
    /// Files, folders or puzzles; '-' is stdin [default: -]
    ///
    /// Inputs are read in order. A folder means all .parquet files in it and its subfolders, or, if there
    /// are none, all .arrow files. An argument that is not a file but a puzzle is read directly.
    #[arg(value_name = "INPUT", display_order = 0, default_value = "-", hide_default_value = true)]
    inputs: Vec<PathBuf>,

    /// Format of the input [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = names!(Format), display_order = 1)]
    from: Option<Format>,

    /// Column of the puzzles: name, key or field number
    ///
    /// Tables have columns with names, JSON objects have keys, and lines, which have no header, have fields numbered
    /// from 1.
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Column of the solutions: name, key or field number
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    solution_column: Option<String>,

    /// Stop at the first malformed record
    ///
    /// No output file is written in this case.
    #[arg(long, hide_short_help = true)]
    strict: bool,

    /// List all problems in FILE
    ///
    /// FILE is a tab-separated table with the columns line, kind, detail and text.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    /// Read files instead of mapping them into memory
    ///
    /// No other process may change a mapped file while it is read.
    #[arg(long, hide_short_help = true)]
    no_mmap: bool,

    /// Refuse compressed inputs that hold more than SIZE bytes: 5000000, 500M, 20G
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = size::parse)]
    max_expand: Option<u64>,

    /// Print the format of each input, and why it was chosen
    #[arg(short, long, hide_short_help = true)]
    pub(super) verbose: bool,
}

impl InputArgs {
    /// Returns the inputs, mapped unless the user prefers otherwise.
    pub(super) fn inputs(&self) -> Vec<Input> {
        self.inputs.iter().map(|path| self.input(path)).collect()
    }

    #[allow(unsafe_code, reason = "the program maps its inputs")]
    pub(super) fn input(&self, path: &Path) -> Input {
        let input = given(Input::from_arg(path), self.max_expand, Input::max_expand);
        if self.no_mmap {
            return input;
        }
        // SAFETY: the program writes to no input: a job refuses an output that is an input. Another
        // process may write; `--help` forbids that, and the library detects a change of length.
        unsafe { input.mapped() }
    }

    /// Returns true if all inputs are puzzles themselves.
    fn are_puzzles(&self) -> bool {
        self.inputs.iter().all(|path| Input::from_arg(path).is_text())
    }

    /// Refuses a range of ratings in place of an input. In other commands, `--er` takes a range.
    pub(super) fn refuse_ratings(&self, command: &str) -> Result<()> {
        for path in self.inputs.iter().filter(|path| !path.exists()) {
            let text = path.to_string_lossy();
            ensure!(
                !text.contains("..") || ratings(&text).is_err(),
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

    /// Applies these arguments. If standard input is a terminal, shows the user what to type.
    pub(super) fn apply(&self, mut options: JobOptions) -> JobOptions {
        if self.inputs.iter().any(|path| path == Path::new("-")) {
            // The user may press Ctrl-C at once. If signals cannot be handled, the job reports it.
            let _ = signals::stop_flag();
            terminal::reading("puzzles");
        }
        options = given(options, self.from, JobOptions::input_format);
        options = given(options, self.column.as_deref(), JobOptions::column);
        options = given(options, self.solution_column.as_deref(), JobOptions::solution_column);
        options =
            given(options, self.rejects.as_deref().map(Output::from_arg), JobOptions::rejects);
        options.strict(self.strict)
    }
}

/// The value of `--to`.
#[derive(Clone, Copy, Debug)]
pub(super) enum To {
    /// A format of files, which any command may write.
    Format(Format),
    /// A kind of traces, which `explain` writes in the format of the output's name.
    Trace(TraceKind),
}

impl To {
    fn format(self) -> Option<Format> {
        match self {
            Self::Format(format) => Some(format),
            Self::Trace(_) => None,
        }
    }

    pub(super) fn trace(self) -> Option<TraceKind> {
        match self {
            Self::Format(_) => None,
            Self::Trace(kind) => Some(kind),
        }
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

    /// Format [default: by OUTPUT's name, or as the input]
    // `help` replaces the parser: each command has the formats that it writes.
    #[arg(long, value_name = "FORMAT", value_parser = names!(Format).map(To::Format))]
    pub(super) to: Option<To>,

    /// Rows per row group of Parquet [default: 25000]
    ///
    /// For Arrow, N is the maximum number of rows of a record batch. Other formats have no row groups.
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(value_parser = value_parser!(u32).range(1..=16_777_216))]
    row_group_size: Option<u32>,

    /// Puzzles per page of --to sheet [default: 6]
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(value_parser = value_parser!(u8).range(1..=24))]
    per_page: Option<u8>,

    /// Compression of the output [default: by the name of the file: .gz, .zst]
    ///
    /// Parquet and Arrow files are compressed internally: Parquet by snappy (the default), gzip, lz4, zstd
    /// or none; Arrow by lz4, zstd or none (the default).
    #[arg(long, hide_short_help = true, value_name = "CODEC", value_parser = names!(Codec))]
    compress: Option<Codec>,

    /// Level of compression
    ///
    /// Level 1 is the fastest, higher levels make smaller files: 1 to 12 for gzip [default: 6], 1 to 22 for
    /// zstd [default: 1].
    #[arg(long, hide_short_help = true, value_name = "N")]
    compress_level: Option<i32>,

    #[command(flatten)]
    sync: SyncArgs,
}

/// The wait for the disk.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct SyncArgs {
    /// Wait until the output is on disk before it gets its name
    ///
    /// Without this option, a crash of the system or a power cut within about half a minute after the end may take the
    /// output. --resume implies it.
    #[arg(long, hide_short_help = true)]
    sync: bool,
}

impl SyncArgs {
    pub(super) fn apply(&self, options: JobOptions) -> JobOptions {
        options.sync(self.sync)
    }
}

impl OutputArgs {
    pub(super) fn output(&self) -> Output {
        self.output.as_deref().map_or(Output::Stdout, Output::from_arg)
    }

    /// Returns true if answers are drawn for people to read: those to puzzles on the command line.
    pub(super) fn is_drawn(&self, input: &InputArgs) -> bool {
        let is_for_people = self.to.is_none() && self.output.is_none() && self.compress.is_none();
        is_for_people && input.are_puzzles() && io::stdout().is_terminal()
    }

    /// Returns the first option that says how an output is written.
    pub(super) fn manner(&self) -> Option<&'static str> {
        let given = [
            ("--to", self.to.is_some()),
            ("--compress", self.compress.is_some()),
            ("--compress-level", self.compress_level.is_some()),
            ("--row-group-size", self.row_group_size.is_some()),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    /// Returns whether the output is shown in colours: the bytes of a file do not depend on where standard output
    /// leads.
    pub(super) fn has_colours(&self) -> bool {
        self.output() == Output::Stdout && terminal::has_colours()
    }

    pub(super) fn apply(&self, mut options: JobOptions) -> JobOptions {
        options = given(options, self.to.and_then(To::format), JobOptions::output_format);
        let rows = self.row_group_size.and_then(NonZeroU32::new);
        options = given(options, rows, JobOptions::row_group_size);
        options = given(options, self.per_page, JobOptions::per_page);
        options = given(options, self.compress, JobOptions::compress);
        options = given(options, self.compress_level, JobOptions::compression_level);
        self.sync.apply(options)
    }
}

/// The layout of records that come from an input.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct LayoutArgs {
    /// Character between the cells of a grid, or between the fields of a line
    ///
    /// For the formats line, pair, puzzle, grid, judge, sdm, sdk and ss.
    #[arg(long, hide_short_help = true, value_name = "CHARACTER", value_parser = separator)]
    sep: Option<u8>,

    #[command(flatten)]
    dropped: DroppedArgs,
}

/// The lines and records of an input that are left out of the output.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(super) struct DroppedArgs {
    /// Drop comments and blank lines
    #[arg(long, hide_short_help = true)]
    strip_comments: bool,

    /// Leave rejected records out of the output
    ///
    /// These are records that are no puzzle, have no solution, are wrong, or were given up. They are counted, and
    /// listed by --rejects. Without this option they get a row too, so that the rows of input and output agree.
    #[arg(long, hide_short_help = true)]
    drop: bool,
}

impl LayoutArgs {
    pub(super) fn apply(&self, options: JobOptions) -> JobOptions {
        given(self.dropped.apply(options), self.sep, JobOptions::separator)
    }
}

impl DroppedArgs {
    pub(super) fn apply(&self, options: JobOptions) -> JobOptions {
        options.strip_comments(self.strip_comments).drop(self.drop)
    }
}

/// Parses a character of one byte; `\t` is a tab.
fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] => Ok(*byte),
        _ => Err("expected one ASCII character".into()),
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
    pub(super) layout: LayoutArgs,
}

/// The engine.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(super) struct EngineArgs {
    /// Engine that searches
    #[arg(long, hide_short_help = true, default_value = "auto", value_parser = names!(EngineKind))]
    engine: EngineKind,

    /// SIMD level of the engine [default: the best of this CPU]
    #[arg(long, hide_short_help = true, value_name = "LEVEL", value_parser = names!(SimdLevel))]
    simd: Option<SimdLevel>,
}

impl EngineArgs {
    pub(super) fn choice(&self) -> Result<(EngineKind, SimdLevel)> {
        let level = self.simd.unwrap_or_else(SimdLevel::detect);
        ensure!(level.is_available(), "{level} is not supported by this CPU");
        // The name of an engine has its level if it uses vectors.
        let uses_vectors = EngineChoice { kind: self.engine, level }.to_string().contains('(');
        ensure!(
            self.simd.is_none() || uses_vectors,
            "--simd {level} has no effect on --engine {}, which uses no vectors",
            self.engine
        );
        Ok((self.engine, level))
    }
}

/// The engine, and its limits.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) engine: EngineArgs,

    /// Give up a puzzle after N nodes (alternatives tried)
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(super) max_nodes: u64,
}

/// Threads, progress and messages of a job, and the part of it that is done.
#[derive(Args)]
pub(super) struct JobArgs {
    #[command(flatten)]
    pub(super) part: PartArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The solutions of an array of puzzles.
#[derive(Args)]
pub(super) struct SolutionsArgs {
    /// File of solutions of an array of puzzles, such as puzzles.solutions.npy
    ///
    /// Each puzzle keeps its solution: '-o out.npy' writes out.solutions.npy too. In other formats, a record has its
    /// solution next to it; 'paste -d, puzzles.txt solutions.txt' makes such lines from two files.
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Input")]
    solutions: Option<PathBuf>,
}

impl SolutionsArgs {
    /// Returns the input of solutions, read as the files are.
    pub(super) fn input(&self, files: &FileArgs) -> Option<Input> {
        self.solutions.as_deref().map(|path| files.input.input(path))
    }
}

/// The part of the job that is done.
#[derive(Args, Default)]
#[command(next_help_heading = "Run")]
pub(super) struct PartArgs {
    /// Do the K-th of N equal parts of the job
    ///
    /// A part is a range of the inputs, which must be files, or of the records to generate. The outputs of
    /// all parts, concatenated, are the output of the whole job; except for npy, where each is an array.
    /// With --resume, 'batchdoku join' verifies and joins the parts.
    #[arg(long, hide_short_help = true, value_name = "K/N", value_parser = shard)]
    shard: Option<(u64, u64)>,

    /// Resume an interrupted run of the same command
    ///
    /// Progress is kept in a journal next to the output, so the first run needs --resume too. A job that is
    /// complete is not run again. Outputs must be files, and rejects must not be compressed.
    /// 'nohup batchdoku ... --resume &' runs a long job unattended.
    #[arg(long, hide_short_help = true)]
    resume: bool,
}

/// Parses the number of a part and the number of parts.
fn shard(text: &str) -> Result<(u64, u64)> {
    let numbers = text.split_once('/').and_then(|(part, count)| {
        let part: u64 = part.parse().ok()?;
        let count: u64 = count.parse().ok()?;
        (1..=count).contains(&part).then_some((part, count))
    });
    numbers.context("expected K/N, with K from 1 to N")
}

impl PartArgs {
    pub(super) fn apply(&self, options: JobOptions) -> JobOptions {
        let options =
            given(options, self.shard, |options, (part, count)| options.shard(part, count));
        options.resume(self.resume)
    }

    /// Returns what is left of an interrupted job, in words; `None` if that is plain, as nothing was to be written to a
    /// file. `is_resumable` is true if the inputs allow `--resume`.
    pub(super) fn remark(&self, output: &Output, is_resumable: bool) -> Option<String> {
        let Output::Path(path) = output else { return None };
        let how = match (self.resume, is_resumable) {
            (true, _) => "; the same command continues",
            (false, true) => "; with --resume from the start, the same command would continue",
            (false, false) => "",
        };
        Some(format!("'{}' was not written{how}", path.display()))
    }

    /// Returns the approximate length of the part, given that of the whole job.
    pub(super) fn length(&self, whole: Option<u64>) -> Option<u64> {
        whole.map(|whole| whole / self.shard.map_or(1, |(_, count)| count))
    }
}

/// Threads, progress and messages.
#[derive(Args)]
#[command(next_help_heading = "Run")]
pub(super) struct RunArgs {
    /// Number of threads; 0 is one per core
    ///
    /// There are at most 256.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0)]
    pub(super) threads: usize,

    /// Show progress: always, never, or if standard error is a terminal
    #[arg(long, hide_short_help = true, value_name = "WHEN", default_value = "auto")]
    pub(super) progress: When,

    /// Print neither progress, nor a summary, nor diagnostics
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Write the summary as JSON to FILE; '-' is standard error
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,
}

/// The records of a corpus that are generated.
#[derive(Args)]
#[command(next_help_heading = "Corpus")]
pub(super) struct RecordArgs {
    /// Number of records
    #[arg(short = 'n', long, value_name = "N")]
    pub(super) count: u64,

    /// Seed: equal seeds give equal records
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,

    /// Number of the first record [default: 0]
    ///
    /// This makes a corpus in parts, for example on several machines.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    skip: u64,
}

impl RecordArgs {
    pub(super) fn range(&self) -> Result<Range<u64>> {
        let end = self.skip.checked_add(self.count).context("--skip and -n are too large")?;
        Ok(self.skip..end)
    }
}

/// Parses a range; an end that is not given is that of the widest range, `first` to `last`. Returns `None` if an end is
/// no number.
fn range<T: FromStr>(text: &str, first: T, last: T) -> Option<RangeInclusive<T>> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    Some(end(from, first)?..=end(to, last)?)
}

/// Parses an end of a range. An equals sign before it, as in `..=25`, changes nothing.
fn end<T: FromStr>(text: &str, default: T) -> Option<T> {
    match text.trim_start_matches('=') {
        "" => Some(default),
        text => text.parse().ok(),
    }
}

/// Refuses a range that nothing is in, as its ends are exchanged.
fn ordered<T: PartialOrd>(text: &str, range: RangeInclusive<T>) -> Result<RangeInclusive<T>> {
    if range.start() <= range.end() {
        return Ok(range);
    }
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    bail!("no number is in this range: did you mean {}..{from}?", to.trim_start_matches('='))
}

/// Parses a range of numbers of clues, or a number.
pub(super) fn clues(text: &str) -> Result<RangeInclusive<u8>> {
    let first = if text.contains("..") { GenerateOptions::FEWEST_CLUES } else { 0 };
    let clues = range(text, first, 81).filter(|_| !text.is_empty());
    ordered(text, clues.context("expected a number such as 24, or a range: 20..25, 20.. or ..25")?)
}

/// Parses a range of ratings of Sudoku Explainer, or a rating.
pub(super) fn ratings(text: &str) -> Result<RangeInclusive<f64>> {
    let ratings = range(text, 0.0, f64::INFINITY);
    let ratings = ratings.filter(|ratings| !ratings.start().is_nan() && !ratings.end().is_nan());
    let expected = "expected a rating such as 4.2, or a range: 4.2..5.0, 4.2.. or ..5.0";
    let ratings = ordered(text, ratings.context(expected)?)?;
    let tenths = ratings.start() * 10.0;
    if ratings.start() == ratings.end() && (tenths - tenths.round()).abs() > 1e-6 {
        let [from, to] = [tenths.floor(), tenths.ceil()].map(|tenths| tenths / 10.0);
        bail!("ratings are in steps of 0.1: did you mean {from:.1}..{to:.1}?");
    }
    Ok(ratings)
}

/// Parses a rating of Sudoku Explainer.
pub(super) fn rating(text: &str) -> Result<f64> {
    let rating = text.parse().ok().filter(|rating: &f64| !rating.is_nan());
    rating.context("expected a rating such as 8.4")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_ranges() {
        let fewest = GenerateOptions::FEWEST_CLUES;
        for (text, expected) in [
            ("24", 24..=24),
            ("20..25", 20..=25),
            ("20..=25", 20..=25),
            ("20..", 20..=81),
            ("..25", fewest..=25),
            ("..=25", fewest..=25),
        ] {
            assert_eq!(clues(text).ok(), Some(expected), "{text}");
        }
        for text in ["", "x", "20..y", "25..20"] {
            assert!(clues(text).is_err(), "{text}");
        }
    }
}
