//! A job as plain data: its inputs, its outputs, and how it runs.

use serde::{Deserialize, Serialize, Serializer};

use super::{
    Error, JobObserver, Shard,
    io::{Input, MapContract, Output, OutputFile, check_distinct, file_type},
    marks::InputPosition,
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_format::{
    AdaptedFormatter, AnswerShape, Codec, Compression, Converting, Copying, CountingSolutions,
    Dropping, FileType, Format, FormatError, Layout, LayoutOption, LayoutOptions, ReadOptions,
    RecordFormatter, WriteOptions,
};

/// The inputs, outputs and manner of a job. Options that decide its answers are fields of its command.
///
/// Each field that is an option has the words of its help. The program fills the specs from its arguments, the Python
/// package from keywords. A journal contains them as part of the [question](crate::Question), with null for options
/// that do not change what is written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobSpec {
    /// The inputs.
    #[serde(flatten)]
    pub input: InputSpec,
    /// The outputs.
    #[serde(flatten)]
    pub output: OutputSpec,
    /// The manner of running.
    #[serde(flatten)]
    pub run: RunSpec,
}

/// The inputs of a job, and how they are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Input"))]
pub struct InputSpec {
    /// The input files, in order.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub files: Vec<Input>,

    /// Format of the input [default: detected]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT", value_parser = names!(Format)))]
    pub from: Option<Format>,

    /// Column of the puzzles: name, key or field number
    ///
    /// Tables have columns with names, JSON objects have keys, and lines, which have no header, have fields numbered
    /// from 1.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub column: Option<String>,

    /// Column of the solutions: name, key or field number
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", hide_short_help = true))]
    pub solution_column: Option<String>,

    /// Stop at the first malformed record
    ///
    /// No output file is written in this case.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub strict: bool,

    /// List all problems in FILE
    ///
    /// FILE is a tab-separated table with the columns line, kind, detail and text. With several
    /// inputs, the column file comes first.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    pub rejects: Option<Output>,

    /// Refuse compressed inputs that hold more than SIZE bytes: 5000000, 500M, 20G
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "SIZE", value_parser = crate::size::parse))]
    pub max_expand: Option<u64>,

    /// The contract under which regular files are mapped into memory; without it, they are read.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub map: Option<MapContract>,

    /// An input that adds its lines to the lines of the files, as in `puzzle,solution`.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub solutions: Option<Input>,

    /// Inputs that the job compares the files with. The job reads these inputs first, in a separate run.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub known: Vec<Input>,
}

/// The outputs of a job, and how they are written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct OutputSpec {
    /// The outputs of the answers: one, or one for each buffer that workers fill.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub answers: Vec<Output>,

    /// True if each input has its own output.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub per_input: bool,

    /// Format [default: by OUTPUT's name, or as the input]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT", value_parser = names!(Format)))]
    pub to: Option<Format>,

    /// Rows per row group of Parquet [default: 25000]
    ///
    /// For Arrow, N is the maximum number of rows of a record batch.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u32).range(1..=16_777_216)))]
    pub row_group_size: Option<u32>,

    /// Puzzles per page of --to sheet [default: 6]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(1..=24)))]
    pub per_page: Option<u8>,

    /// Title of --to sheet, on its first page and above the solutions
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", hide_short_help = true))]
    pub sheet_title: Option<String>,

    /// Number of the first puzzle of --to sheet [default: 1]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    pub first_number: Option<u32>,

    /// Compression of the output [default: by the name of the file: .gz, .zst]
    ///
    #[cfg_attr(
        feature = "parquet",
        doc = "Parquet is compressed inside: by snappy (the default), gzip, lz4, zstd or none; Arrow by lz4, zstd or \
               none (the default)."
    )]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "CODEC", value_parser = names!(Codec)))]
    pub compress: Option<Codec>,

    /// Level of compression: higher levels are slower and make smaller files
    ///
    /// 1 to 12 for gzip [default: 6], 1 to 22 for zstd [default: 1].
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub compress_level: Option<i32>,

    /// The wait for the disk.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub disk: DiskSpec,

    /// The layout of records that come from an input.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub layout: LayoutSpec,

    /// True if grids are drawn in terminal colours. The program has no such option, because it never colours a file.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub colour: bool,

    /// True if the fields of lines have headings. The program has no such option, because it writes them only to a
    /// terminal.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub headings: bool,

    /// Files about the whole job: see [`FinishedRun::report`](crate::FinishedRun::report).
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub reports: Vec<Output>,

    /// Files other than the inputs that no output may overwrite.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub protected: Vec<Input>,
}

/// The wait for the disk.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct DiskSpec {
    /// Wait until the output is on disk before it gets its name
    ///
    /// Without this option, a crash of the system or a power cut within about half a minute after the end may destroy
    /// the output.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub sync: bool,
}

/// The layout of records that come from an input.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct LayoutSpec {
    /// Character between the cells of a grid, or between the fields of a line
    ///
    /// For the formats line, pair, puzzle, grid, judge, sdm, sdk and ss.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "CHARACTER", value_parser = separator))]
    pub sep: Option<char>,

    /// The lines and records that are left out.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub dropped: DroppedSpec,
}

/// The lines and records of an input that are left out of the output.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct DroppedSpec {
    /// Drop comments and blank lines
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub strip_comments: bool,

    /// Leave rejected records out of the output
    ///
    /// Rejected records are not puzzles, have no solution, are wrong, or were given up. They are counted, and listed by
    /// --rejects. Without this option they get a row, so that the rows of input and output agree.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub drop: bool,
}

/// How a job runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Run"))]
pub struct RunSpec {
    /// The part of the job that is done.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub part: PartSpec,

    /// Number of threads, up to 256; 0: one per core
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(short = 'j', long, value_name = "N", default_value_t = 0))]
    pub threads: usize,

    /// Write the summary as JSON to FILE; '-' is standard error
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "FILE", value_parser = Output::parser()))]
    pub summary: Option<Output>,
}

/// The part of a job that is done: one of several, or what an earlier run has left.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Run"))]
pub struct PartSpec {
    /// Do the K-th of N equal parts of the job
    ///
    /// A part is a range of the inputs, which must be files, or of the records to generate. The
    /// concatenated outputs of all parts are the output of the whole job; with --to npy, each is an array.
    /// With --resume, 'batchdoku join' verifies and joins the parts.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "K/N"))]
    #[cfg_attr(feature = "clap", arg(default_value_t, hide_default_value = true))]
    pub shard: Shard,

    /// Resume an interrupted run of the same command
    ///
    /// Progress is kept in a journal next to the output, so the first run needs --resume too. A job that is
    /// complete is not run again. Outputs must be files, and rejects must not be compressed. Implies --sync.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub resume: bool,
}

/// Serialises an option that does not change what is written: as null, like an option that is not given.
///
/// # Errors
/// The errors of the serializer.
pub fn decides_nothing<T, S: Serializer>(_: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_none()
}

/// Parses a character of a single byte; `\t` is a tab.
#[cfg(feature = "clap")]
fn separator(text: &str) -> Result<char, &'static str> {
    match text.as_bytes() {
        b"\\t" => Ok('\t'),
        [byte] => Ok(char::from(*byte)),
        _ => Err("expected one ASCII character"),
    }
}

/// The needs of a command, which do not depend on options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// True if records are read with their solutions.
    pub solutions: bool,
    /// True if the command must know before the first record whether records have solutions.
    pub solutions_ahead: bool,
    /// True if an input of solutions must belong to an array of puzzles. Other formats have the solution in the record
    /// of the puzzle.
    pub array_solutions: bool,
    /// True if puzzles with pencilmarks keep all their candidates.
    pub pencilmarks: bool,
    /// True if the answer for a record depends on its number among the records of all inputs.
    pub numbers: bool,
    /// True if records may take long: tasks then start small, so that progress is visible.
    pub slow: bool,
}

impl JobSpec {
    /// Returns whether files must be on disk before they get their names. In a job that can be resumed they must,
    /// because its journal makes claims about their contents.
    pub(super) fn is_synced(&self) -> bool {
        self.output.disk.sync || self.run.part.resume
    }

    /// Checks, before any work, that the inputs can be read, that the names of the outputs select formats that can be
    /// written, and that no output is an input or another output.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), Error> {
        let Self { input, output, .. } = self;
        output.check_names()?;
        output.check_sync()?;
        if !self.run.part.shard.is_whole() {
            let clash = |other, value, reason| {
                let (option, is_needed) = ("shard", false);
                Err(Error::Clash { option, is_needed, other, value: Some(value), reason })
            };
            if output.per_input {
                let reason = "each part would replace the files of the others";
                return clash("output", "FOLDER", reason);
            }
            if let Ok(Some(format)) = output.format()
                && format.is_document()
            {
                return clash("to", format.name(), "two documents in one file are none");
            }
        }
        if let Some(rejects) = &input.rejects {
            file_type(rejects, &[FileType::Records(Format::Tsv), FileType::Text])?;
        }
        input.all().try_for_each(Input::check)?;
        check_distinct(input.all().chain(&output.protected), self.outputs())
    }
}

impl JobSpec {
    /// Returns the outputs that the journal describes, which several runs may write.
    pub(super) fn resumable(&self) -> impl Iterator<Item = &Output> {
        self.output.answers.iter().chain(&self.input.rejects)
    }

    pub(super) fn outputs(&self) -> impl Iterator<Item = &Output> {
        self.resumable().chain(&self.output.reports)
    }
}

impl InputSpec {
    /// Returns an input with the options of the spec: mapped into memory, and with the limit of decompressed bytes
    /// unless the input has its own.
    pub fn prepared(&self, mut input: Input) -> Input {
        input.map = input.map.or(self.map);
        input.max_expand = input.max_expand.or(self.max_expand);
        input
    }

    /// Returns the spec of a single input, with defaults for everything else.
    pub fn of(input: Input) -> Self {
        Self { files: vec![input], ..Self::default() }
    }

    /// Returns all inputs.
    pub(super) fn all(&self) -> impl Iterator<Item = &Input> {
        self.files.iter().chain(&self.solutions).chain(&self.known)
    }

    /// Returns the options for reading the files.
    pub(super) fn reading(&self, needs: Needs) -> ReadOptions {
        // If solutions have an input of their own, the column belongs to that input.
        let solution_column = self.solution_column.clone().filter(|_| self.solutions.is_none());
        ReadOptions {
            format: self.from,
            column: self.column.clone(),
            solution_column,
            is_of_solutions: false,
            solutions: needs.solutions,
            solutions_ahead: needs.solutions && needs.solutions_ahead,
            pencilmarks: needs.pencilmarks,
        }
    }

    /// Returns the options for reading the input of claimed solutions.
    pub(super) fn reading_solutions(&self, needs: Needs) -> ReadOptions {
        let solution_column = self.solution_column.clone();
        let reading = self.reading(needs);
        ReadOptions { is_of_solutions: true, solutions: false, solution_column, ..reading }
    }

    /// Returns the number of bytes of the files before a position, for the progress; the job starts where `shard`
    /// starts.
    pub(super) fn bytes_before(&self, place: InputPosition, shard: Shard) -> u64 {
        let lengths: Vec<_> = self.files.iter().map(|file| file.length().unwrap_or(0)).collect();
        let before = lengths[..place.input].iter().sum::<u64>() + place.offset;
        before.saturating_sub(shard.range(lengths.iter().sum()).start)
    }
}

impl OutputSpec {
    /// Returns the format of the answers: the given format, otherwise the format that the name of the output selects.
    ///
    /// # Errors
    /// If the name selects no format of answers, or this build cannot write the format.
    pub fn format(&self) -> Result<Option<Format>, FormatError> {
        let format = match self.answers.first() {
            Some(Output::Path(path)) if self.to.is_none() => Format::of_file_name(path)?,
            _ => self.to,
        };
        match format {
            Some(format) if format.is_batches() && !cfg!(feature = "parquet") => {
                Err(FormatError::WithoutParquet(format))
            }
            format => Ok(format),
        }
    }

    /// Returns whether the answers are record batches, which are compressed inside. `default` is their format if
    /// neither the name of the output nor an option decides it.
    pub(super) fn is_batches(&self, default: Option<Format>) -> bool {
        let format = self.format().ok().flatten();
        format.or(default).is_some_and(Format::is_batches)
    }

    fn error(&self, source: FormatError) -> Error {
        Error::Format { name: self.answers[0].name(), source }
    }

    fn check_names(&self) -> Result<(), Error> {
        self.format().map_err(|source| self.error(source))?;
        if self.to.is_none() {
            for output in &self.answers {
                let Output::Path(path) = output else { continue };
                Format::of_file_name(path)
                    .map_err(|source| Error::Format { name: output.name(), source })?;
            }
        }
        Ok(())
    }

    /// Checks that outputs that must be on disk are files of this job.
    fn check_sync(&self) -> Result<(), Error> {
        if self.disk.sync && self.answers.contains(&Output::Stdout) {
            let reason = "whoever redirects standard output decides when it is on disk";
            let (option, other) = ("sync", "output");
            return Err(Error::Clash { option, is_needed: true, other, value: None, reason });
        }
        Ok(())
    }

    /// Returns the compression of the answers.
    pub fn compression(&self) -> Compression {
        Compression { codec: self.compress, level: self.compress_level }
    }

    /// Returns the layout of the answers for formatters.
    pub(super) fn layout(&self) -> LayoutOptions {
        let LayoutSpec { sep, dropped } = self.layout;
        LayoutOptions {
            separator: sep.and_then(|sep| u8::try_from(sep).ok()),
            strip_comments: dropped.strip_comments,
            drop_rejected: dropped.drop,
            colour: self.colour,
            headings: self.headings,
            batch_rows: self.row_group_size.map(|rows| rows as usize),
            per_page: self.per_page,
            sheet_title: self.sheet_title.clone().unwrap_or_default(),
            first_number: self.first_number,
        }
    }

    /// Returns whether solutions may go to separate outputs.
    pub(super) fn takes_halves(&self) -> bool {
        self.answers.iter().all(|output| output.of_solutions().is_some())
    }

    /// Opens an output of answers.
    pub(super) fn open(
        &self,
        output: &Output,
        observer: &dyn JobObserver,
    ) -> Result<OutputFile, Error> {
        // Files of record batches have compression inside.
        let compression =
            if self.is_batches(None) { Compression::default() } else { self.compression() };
        OutputFile::open(output, compression, observer)
    }

    /// Returns the formatter for answers of this shape, given the layout and declared number of records of the input,
    /// if there is an input.
    pub(super) fn formatter(
        &self,
        shape: &AnswerShape<'_>,
        input: Option<Layout>,
        declared_count: Option<u64>,
    ) -> Result<Box<dyn RecordFormatter>, Error> {
        let compression =
            if self.is_batches(None) { self.compression() } else { Default::default() };
        let is_stream = self.answers.first().is_some_and(Output::is_stream);
        let layout = self.layout();
        let format = self.format().map_err(|source| self.error(source))?;
        let takes_halves = self.takes_halves();
        let options = WriteOptions {
            format,
            layout,
            input,
            declared_count,
            compression,
            is_stream,
            takes_halves,
        };
        let mut formatter = formatter(shape, &options).map_err(|source| self.error(source))?;
        let to = options.output_format(shape).map_err(|source| self.error(source))?;
        self.check_use(to)?;
        if options.input.as_ref().is_some_and(|from| shape.leaves_out_late_solutions(from, to)) {
            let adapter = CountingSolutions::default();
            formatter = Box::new(AdaptedFormatter { adapter, formatter });
        }
        Ok(match options.layout.drop_rejected {
            true => Box::new(AdaptedFormatter { adapter: Dropping, formatter }),
            false => formatter,
        })
    }

    /// The fields of the layout options that only some formats use.
    pub const LAYOUT_OPTIONS: [(&'static str, LayoutOption); 5] = [
        ("per_page", LayoutOption::Pages),
        ("sheet_title", LayoutOption::Pages),
        ("first_number", LayoutOption::Pages),
        ("sep", LayoutOption::Separator),
        ("row_group_size", LayoutOption::BatchRows),
    ];

    /// Checks that the format uses each layout option that is given, because nobody would notice an option without
    /// effect.
    fn check_use(&self, format: Format) -> Result<(), Error> {
        let Self { per_page, sheet_title, first_number, row_group_size, .. } = self;
        let given = [
            per_page.is_some(),
            sheet_title.is_some(),
            first_number.is_some(),
            self.layout.sep.is_some(),
            row_group_size.is_some(),
        ];
        let mut given =
            Self::LAYOUT_OPTIONS.into_iter().zip(given).filter(|(_, is_given)| *is_given);
        let Some(((option, it), _)) = given.find(|((_, it), _)| !format.uses(*it)) else {
            return Ok(());
        };
        let users = Format::ALL.into_iter().filter(|user| user.uses(it)).collect();
        Err(Error::Unused { option, format, users })
    }
}

/// Returns the formatter for answers of this shape, in any format that this build supports.
fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    let to = options.output_format(shape)?;
    if let Some(converting) = Converting::of(shape, options, formatter)? {
        return Ok(Box::new(converting));
    }
    if let Some(copied) = options.input.as_ref().and_then(|from| shape.copied(from, to)) {
        let formatter = formatter(&copied, options)?;
        return Ok(Box::new(AdaptedFormatter { adapter: Copying, formatter }));
    }
    #[cfg(feature = "parquet")]
    {
        if to.is_batches() {
            return Ok(Box::new(batchdoku_arrow::BatchWriter::new(to, shape, options)?));
        }
    }
    batchdoku_format::formatter(shape, options)
}
