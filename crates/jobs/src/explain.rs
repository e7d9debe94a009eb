//! The steps to the solution of every puzzle.

use std::{str::FromStr, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, de};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    grid_walk::{GridCursor, GridRecord, Item},
    options::LadderOptions,
    rules::excludes,
    runner::Runner,
    solve_stage::SolveStage,
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, StopFlag, UnknownName, Verdict, any_of, bits, counted};
use batchdoku_corpus::Position;
use batchdoku_corpus::explain::{
    CellOrder, ErRating, Explainer, ShownGrids, SolutionPath, StepKind, TakenStep,
    TechniqueConditions, TraceClash, TraceForm, TraceKind, TraceOptions, Unexplained, Untraced,
};
use batchdoku_engine::{EngineChoice, grid::Grid};
use batchdoku_format::{
    AnswerShape, Column, ColumnKind, Field, FileType, Format, RecordFormatter, RecordRef, Records,
    Scalar,
};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Error, Output, Reason, Searches, file_type,
};

/// Explains puzzles: writes the steps to the solution of each. The output is JSON lines; or, in the format `drawing`,
/// words with the grid after each technique; or traces, for language models.
///
/// Tables and JSON objects keep their fields, and gain the steps as JSON and three ratings: of the hardest step, of the
/// hardest step up to the first digit, and of the first step. These are named `er`, `ep` and `ed` if the steps are
/// those of Sudoku Explainer, otherwise `hardest`, `up_to_first_digit` and `first`. Tables also gain the technique of
/// the hardest step.
///
/// Puzzles may have candidates instead of clues. If neither an option nor the name of the output selects a format, the
/// output is JSON lines; `drawing`, which a name with `.txt` selects, is for people. A puzzle that cannot be explained
/// also has a line, with the reason.
///
/// ```
/// use batchdoku::jobs::{Command, Explain};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles] = ["puzzles.txt"].map(|name| folder.path().join(name));
/// # let steps = folder.path().join("steps.jsonl");
/// std::fs::write(&puzzles, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let _ = Explain::default().run(&puzzles, &steps)?;
/// assert!(std::fs::read_to_string(steps)?.contains("hidden_single"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Explain {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// The format, or the kind of traces, to write; `None` for the format that the name of the output selects. The
    /// program parses it with the output.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub to: Option<ExplainTo>,

    /// Use the techniques of Sudoku Explainer alone: ratings are ER
    ///
    /// By default, other techniques come between these, such as W-wing, finned swordfish and ALS-XZ: docs/techniques.md
    /// lists them. The hardest step is then easier for some puzzles.
    #[cfg_attr(feature = "clap", arg(long))]
    pub er: bool,

    /// The ladder.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub ladder: LadderOptions,

    /// Show no more than the next N steps
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u16).range(1..)))]
    pub steps: Option<u16>,

    /// List every step that is available now, instead of a path
    ///
    /// All steps start from the puzzle as it is, so there are no ratings of a path. Of chains and harder techniques, of
    /// a bivalue universal grave and of aligned exclusion, only the first step is listed.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub all: bool,

    /// Grids shown with the steps: none, end (after the last), each
    ///
    /// By default, each step of JSON has the grid after it, and traces end with a grid.
    #[cfg_attr(feature = "clap", arg(long, value_name = "WHICH", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(ShownGrids)))]
    pub grids: Option<ShownGrids>,

    /// Order of the cells of --to tokens or flat: solver, row [default: solver]
    ///
    /// 'solver' is the order in which the steps solve the cells, 'row' is row by row.
    #[cfg_attr(feature = "clap", arg(long, value_name = "ORDER", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(CellOrder)))]
    pub order: Option<CellOrder>,

    /// Trace a search with guesses instead of steps
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub search: bool,

    /// Give up the search of a puzzle after N guesses [default: 10000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", hide_short_help = true))]
    pub max_nodes: Option<u64>,
}

/// The form of the answers of [`Explain`].
///
/// ```
/// use batchdoku::{corpus::explain::TraceKind, jobs::ExplainTo};
/// assert_eq!("chat".parse(), Ok(ExplainTo::Trace(TraceKind::Chat)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ExplainTo {
    /// A format of files.
    Format(Format),
    /// A kind of traces, in the format that the name of the output selects. Without such a name, `text` is text, `chat`
    /// is JSON lines, and `tokens` and `flat` are NumPy arrays of the shapes N × 81 × 3 and N × 82.
    Trace(TraceKind),
}

impl FromStr for ExplainTo {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        name.parse().map(Self::Trace).or_else(|_| name.parse().map(Self::Format))
    }
}

impl<'de> Deserialize<'de> for ExplainTo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl ExplainTo {
    fn format(self) -> Option<Format> {
        if let Self::Format(format) = self { Some(format) } else { None }
    }

    fn trace(self) -> Option<TraceKind> {
        if let Self::Trace(kind) = self { Some(kind) } else { None }
    }
}

impl Command for Explain {
    command!("explain");

    fn check(&self) -> Result<(), Error> {
        let kind = self.trace_form()?.map(|trace| trace.kind());
        let flat = ("to", kind == Some(TraceKind::Flat));
        excludes(
            ("steps", self.steps.is_some()),
            flat,
            Some("flat"),
            "a row leads to the solution",
        )?;
        self.ladder.conditions(self.er).map(|_| ())
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let trace = self.trace_form()?;
        let kind = trace.map(|trace| trace.kind());
        let spec = &self.options.spec;
        let to = match self.to.and_then(ExplainTo::format).or(spec.output.to) {
            Some(format) => format,
            None => match file_type(&output, &file_types(kind))? {
                FileType::Records(format) => format,
                _ => text_format(kind),
            },
        };
        self.check_format(to, kind).map_err(|error| Error::Options(error.into()))?;
        let techniques = self.ladder.conditions(self.er)?;
        let rating_names = Explainer::of_conditions(&techniques).rating_names();
        let grids = self.grids.unwrap_or_default();
        let content = match (to, trace) {
            (Format::Drawing, _) => Content::Drawing(Drawing {
                colour: spec.output.colour,
                is_partial: self.steps.is_some(),
                lists: self.all,
            }),
            (_, Some(trace)) => Content::Trace(trace),
            (_, None) => Content::Path(grids),
        };
        let columns = columns_of(to, trace.as_ref(), rating_names);
        let mut written = self.clone();
        // The job writes drawings itself; the format adds nothing.
        let format = if to == Format::Drawing { Format::Line } else { to };
        written.options.spec.output.to = Some(format);
        let shape: Vec<_> = columns
            .iter()
            .map(|&ExplainColumn { name, kind, .. }| Column::named(name, kind).optional())
            .collect();
        let all = self.all;
        let most_steps = self.steps.map_or(usize::MAX, usize::from);
        let stop = &self.options.stop;
        let searches = &Arc::<Searches>::default();
        let job = ExplainJob { techniques, most_steps, all, content, columns, stop, searches };
        let runner = Runner::new(&written, inputs, vec![output], "explained")?;
        // Flat tokens are clues and solved cells; there is no token for an eliminated candidate.
        let takes_candidates = kind != Some(TraceKind::Flat);
        let runner = if takes_candidates { runner.pencilmarks() } else { runner };
        runner.slow(true).searching(searches).run(&AnswerShape::any_rows(&shape), &job)
    }
}

impl Explain {
    /// Returns the schema of the JSON lines, as JSON.
    pub const fn schema() -> &'static str {
        SolutionPath::SCHEMA
    }

    /// Returns the form of the traces, if the options ask for traces.
    fn trace_form(&self) -> Result<Option<TraceForm>, Error> {
        let of_steps = [
            ("er", self.er),
            ("steps", self.steps.is_some()),
            ("without", !self.ladder.without.is_empty()),
            ("at_most", self.ladder.at_most.is_some()),
        ];
        let &Self { order, grids, search, max_nodes, .. } = self;
        let kind = self.to.and_then(ExplainTo::trace);
        let all = ("all", self.all);
        let to = ("to", kind.is_some());
        excludes(all, to, kind.map(TraceKind::name), "a trace is one way to the solution")?;
        let steps = ("steps", self.steps.is_some());
        excludes(all, steps, None, "what is available is no path, which could end early")?;
        TraceOptions { kind, order, grids, search, max_nodes }.form(&of_steps).map_err(|clash| {
            let TraceClash { option, is_needed, other, value, reason } = clash;
            Error::Clash { option, is_needed, other, value, reason }
        })
    }

    /// Checks that a format can hold the answers.
    fn check_format(&self, to: Format, kind: Option<TraceKind>) -> Result<(), ExplainError> {
        if to == Format::Drawing && self.grids.is_some() && kind.is_none() {
            return Err(ExplainError::DrawnGrids);
        }
        if is_written(to, kind) {
            return Ok(());
        }
        Err(kind.map_or(ExplainError::Format(to), |kind| ExplainError::Trace { kind, to }))
    }
}

/// Returns the types of files for answers of a kind, the default first: text, and formats with named fields.
fn file_types(kind: Option<TraceKind>) -> Vec<FileType> {
    const JSON: FileType = FileType::Records(Format::Jsonl);
    let default = match kind {
        None | Some(TraceKind::Chat) => JSON,
        Some(TraceKind::Text) => FileType::Text,
        Some(TraceKind::Tokens | TraceKind::Flat) => FileType::Records(Format::Npy),
    };
    let named = Format::ALL.into_iter().filter(|format| format.has_names());
    let others = [FileType::Text].into_iter().chain(named.map(FileType::Records));
    [default].into_iter().chain(others.filter(|it| *it != default)).collect()
}

/// Returns whether a format can hold answers of a kind.
fn is_written(to: Format, kind: Option<TraceKind>) -> bool {
    let is_list = matches!(kind, Some(TraceKind::Tokens | TraceKind::Flat));
    let is_text = to == text_format(kind) && !is_list;
    is_text || file_types(kind).contains(&FileType::Records(to))
}

/// Returns the names of the formats that can hold answers of a kind.
fn formats_of(kind: Option<TraceKind>) -> Vec<&'static str> {
    let formats = Format::ALL.into_iter().filter(|&format| is_written(format, kind));
    formats.map(Format::name).collect()
}

/// Returns the format of answers of a kind in a text file.
fn text_format(kind: Option<TraceKind>) -> Format {
    match kind {
        None => Format::Drawing,
        Some(TraceKind::Text | TraceKind::Tokens | TraceKind::Flat) => Format::Line,
        Some(TraceKind::Chat) => Format::Jsonl,
    }
}

/// The reason why an output cannot be written.
#[derive(Debug, thiserror::Error)]
enum ExplainError {
    #[error("explain writes {formats}, not {0}", formats = any_of(&formats_of(None)))]
    Format(Format),
    #[error("the trace '{kind}' is written as {formats}, not as {to}", formats = any_of(&formats_of(Some(*kind))))]
    Trace { kind: TraceKind, to: Format },
    #[error("a drawing chooses its grids itself")]
    DrawnGrids,
}

/// A column that answers add to records.
#[derive(Clone, Copy)]
struct ExplainColumn {
    name: &'static str,
    kind: ColumnKind,
    /// Returns the field of an answer.
    field: fn(&ExplainAnswer) -> Field<'_>,
}

/// The answer for a record.
#[derive(Default)]
struct ExplainAnswer {
    /// The steps or the trace.
    content: Option<Vec<u8>>,
    rating: Option<ErRating>,
    error: Option<String>,
}

/// Returns the columns of answers in a format; `rating_names` names those of the ratings.
fn columns_of(
    to: Format,
    trace: Option<&TraceForm>,
    [hardest, up_to_first, first]: [&'static str; 3],
) -> Vec<ExplainColumn> {
    use ColumnKind::{Cells, Json, Lines, Messages, Real, Text, Tokens};
    // Each line of a text has its own rating, so there is no column for it.
    let has_ratings = to != Format::Line && !trace.is_some_and(TraceForm::is_search);
    let is_path = trace.is_none() && matches!(to, Format::Drawing | Format::Jsonl);
    let (name, kind) = match trace.map(TraceForm::kind) {
        None => ("steps", Json),
        Some(TraceKind::Text) => ("text", Lines),
        Some(TraceKind::Chat) => ("messages", Messages),
        Some(TraceKind::Tokens) => ("tokens", Cells),
        Some(TraceKind::Flat) => ("flat", Tokens),
    };
    let column = |name, kind, field| ExplainColumn { name, kind, field };
    let mut columns = vec![column(name, kind, |answer| {
        answer.content.as_deref().map_or(Field::Missing, Field::Text)
    })];
    if has_ratings {
        columns.extend([
            column(hardest, Real, |answer| rated(answer.rating.map(|it| it.er()))),
            column(up_to_first, Real, |answer| rated(answer.rating.map(|it| it.ep()))),
            column(first, Real, |answer| rated(answer.rating.map(|it| it.ed()))),
        ]);
        if !is_path {
            columns.push(column("technique", Text, |answer| {
                let hardest = answer.rating.and_then(|rating| rating.hardest());
                Field::from(hardest.map(StepKind::name))
            }));
        }
    }
    columns.push(column("error", Text, |answer| answer.error.as_deref().into()));
    columns
}

fn rated(rating: Option<f64>) -> Field<'static> {
    rating.map_or(Field::Missing, |value| Scalar::Real { value, decimals: 1 }.into())
}

/// Writes the steps of the puzzles of chunks.
struct ExplainJob<'a> {
    techniques: TechniqueConditions,
    most_steps: usize,
    all: bool,
    content: Content,
    columns: Vec<ExplainColumn>,
    stop: &'a StopFlag,
    searches: &'a Searches,
}

/// The form of the steps.
#[derive(Clone, Copy)]
enum Content {
    /// Words and grids, for people.
    Drawing(Drawing),
    /// JSON, with the grid after these steps.
    Path(ShownGrids),
    /// Traces for language models.
    Trace(TraceForm),
}

/// How steps are drawn.
#[derive(Clone, Copy)]
struct Drawing {
    colour: bool,
    /// True if the number of steps is limited: then candidates are drawn instead of the grid.
    is_partial: bool,
    /// True if the steps are not a path: then nothing is drawn after them.
    lists: bool,
}

impl ChunkJob for ExplainJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let explainer = Explainer::of_conditions(&self.techniques)
            .most_steps(self.most_steps)
            .listing(self.all);
        Box::new(ExplainWorker {
            writer: AnswerWriter {
                explainer: explainer.stopped_by(self.stop.clone()),
                content: self.content,
                columns: &self.columns,
            },
            searches: self.searches,
            records: Records::default(),
            stage: SolveStage::new(EngineChoice::default(), Limits::solutions(2)),
        })
    }
}

struct ExplainWorker<'a> {
    writer: AnswerWriter<'a>,
    searches: &'a Searches,
    records: Records,
    /// Finds the solutions.
    stage: SolveStage<'static>,
}

/// Explains puzzles and writes the answers.
struct AnswerWriter<'a> {
    explainer: Explainer,
    content: Content,
    columns: &'a [ExplainColumn],
}

impl AnswerWriter<'_> {
    /// Returns whether the line of a record has nothing but the path. Then the path is written while it is found.
    fn is_bare(&self, formatter: &dyn RecordFormatter, record: RecordRef<'_>) -> bool {
        matches!(self.content, Content::Path(_)) && formatter.keeps_only_puzzle(record)
    }

    fn write_row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        answer: ExplainAnswer,
        out: &mut Vec<u8>,
    ) {
        let fields: Vec<_> = self.columns.iter().map(|column| (column.field)(&answer)).collect();
        formatter.row(record, &fields, out);
    }

    /// Writes the answer for a record that is not a puzzle, if the output has a place for it.
    fn write_malformed(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        out: &mut Vec<u8>,
    ) {
        if matches!(self.content, Content::Drawing(_)) || formatter.drops_rejected() {
            return;
        }
        if self.is_bare(formatter, record) {
            out.extend_from_slice(b"{\"error\":\"not a puzzle\"}\n");
            return;
        }
        let error = Some("not a puzzle".to_owned());
        self.write_row(formatter, record, ExplainAnswer { error, ..Default::default() }, out);
    }

    /// Explains a puzzle and writes the answer. Returns the reason if it cannot be explained.
    fn explain(
        &mut self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        start: Position,
        solution: Result<Grid, Unexplained>,
        out: &mut Vec<u8>,
    ) -> Option<Untraced> {
        let is_bare = self.is_bare(formatter, record);
        let explainer = &mut self.explainer;
        let (content, rating) = match self.content {
            Content::Path(grids) if is_bare => {
                return SolutionPath::write_json(explainer, start, solution, grids, out)
                    .map(Untraced::from);
            }
            Content::Drawing(drawing) => {
                let path = SolutionPath::find(explainer, start, solution);
                draw(&path, start.grid(), drawing, out);
                return path.rating.err().map(Untraced::from);
            }
            Content::Path(grids) => {
                let mut steps = Vec::new();
                let rating =
                    SolutionPath::write_steps(explainer, start, solution, grids, &mut steps);
                (Some(steps), rating.map_err(Untraced::from))
            }
            Content::Trace(form) => {
                let mut trace = Vec::new();
                let rating = form.write(explainer, start, solution, &mut trace);
                (rating.is_ok().then_some(trace), rating)
            }
        };
        let error = rating.as_ref().err().copied();
        let answer = ExplainAnswer {
            content,
            rating: rating.ok().flatten(),
            error: error.as_ref().map(ToString::to_string),
        };
        self.write_row(formatter, record, answer, out);
        error
    }
}

impl ChunkWorker for ExplainWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { writer, searches, records, stage } = self;
        let formatter = output.formatter;
        let is_drawn = matches!(writer.content, Content::Drawing(_));
        stage.find_outcomes(chunk, true)?;
        let mut cursor = GridCursor::new(chunk, records, &mut output.report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let report = &mut output.report;
            let out = &mut output.out[0];
            let (record, GridRecord { grid, puzzle, .. }) = match item {
                Item::Passthrough(record) => {
                    if !is_drawn {
                        formatter.pass(record.bytes(), out);
                    }
                    continue;
                }
                Item::Malformed(record, reason) => {
                    writer.write_malformed(formatter, record, out);
                    report.reject(record, reason);
                    continue;
                }
                Item::Grid(record, grid) => (record, grid),
            };
            let candidates = record.pencilmarks();
            let start = candidates.as_ref().map_or(Position::from(grid), Position::from);
            let solution = stage.only_solution(puzzle).map_err(|verdict| match verdict {
                Verdict::Unsolvable => Unexplained::Unsolvable,
                _ => Unexplained::Multiple,
            });
            let before = out.len();
            let search = searches.begin(start.grid());
            let error = writer.explain(formatter, record, start, solution, out);
            drop(search);
            match error {
                None => report.counts.done += 1,
                Some(error) => {
                    if formatter.drops_rejected() {
                        out.truncate(before);
                    }
                    report.reject(record, reason(error, start.grid())?);
                }
            }
            if matches!(writer.content, Content::Trace(_)) {
                // Write what there is so far, because the traces of searches may take megabytes each.
                output.write_ahead(|out| formatter.flush(record.records, out))?;
            }
        }
        if !is_drawn {
            formatter.flush(records, &mut output.out[0]);
        }
        Ok(())
    }
}

/// Returns the reason to reject a puzzle that cannot be explained.
///
/// # Errors
/// [`Error::Abandoned`] if the job is stopped.
fn reason(error: Untraced, clues: &Grid) -> Result<Reason, Error> {
    match error {
        Untraced::NodeLimit { nodes } => Ok(Reason::NodeLimit { nodes }),
        Untraced::Unexplained(Unexplained::Multiple) => Ok(Reason::Multiple),
        Untraced::Unexplained(Unexplained::Unsolvable) => Ok(match clues.conflict() {
            Some((house, digit)) => Reason::Contradictory { house, digit },
            None => Reason::Unsolvable,
        }),
        Untraced::Unexplained(Unexplained::BeyondTechniques) => Ok(Reason::BeyondTechniques),
        Untraced::Unexplained(Unexplained::Stopped) => Err(Error::Abandoned),
        // A reason that this crate does not know has no count of its own.
        Untraced::Unexplained(other) => Err(Error::Failed(other.into())),
    }
}

/// Writes the steps in words. After each sequence of steps of one technique comes the grid, or, if steps are limited,
/// its candidates. All candidates but the last are comments then, so that the output is a valid input: the position
/// after the steps.
fn draw(path: &SolutionPath, puzzle: &Grid, drawing: Drawing, out: &mut Vec<u8>) {
    let Drawing { colour, is_partial, lists } = drawing;
    let mut text = puzzle.draw(puzzle, colour);
    let steps = &path.steps;
    for (number, taken) in steps.iter().enumerate() {
        text.push_str(&format!("{:>3}. {}\n{}", number + 1, taken.step, taken.proof(5)));
        let next = steps.get(number + 1);
        let is_last = !lists && next.is_none_or(|next| next.step.kind != taken.step.kind);
        if is_last && is_partial {
            if next.is_none() {
                text = commented(&text);
            }
            draw_candidates(taken, colour, &mut text);
        } else if is_last {
            text.push_str(&taken.after.draw(puzzle, colour));
        }
    }
    match path.rating {
        Ok(Some(rating)) => text.push_str(&format!(
            "solved in {}; hardest {:.1}, up to the first digit {:.1}, first {:.1}\n\n",
            counted(steps.len() as u64, "step"),
            rating.er(),
            rating.ep(),
            rating.ed()
        )),
        Ok(None) => text.push('\n'),
        Err(error) => text.push_str(&format!("not solved: {error}\n\n")),
    }
    out.extend_from_slice(text.as_bytes());
}

/// Returns a text with each line turned into a comment.
fn commented(text: &str) -> String {
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

/// Adds a table of the candidates after a step, which can be read as a puzzle. If too few candidates are left for that,
/// adds the grid.
fn draw_candidates(taken: &TakenStep, colour: bool, text: &mut String) {
    let rows = taken.candidates.chunks(9);
    let open = rows.filter(|row| row.iter().any(|candidates| candidates.count_ones() > 1)).count();
    if open < 3 {
        text.push_str(&taken.after.draw(&taken.after, colour));
        return;
    }
    let mut cells: Vec<String> = Vec::with_capacity(81);
    let mut widths = [0; 9];
    for (index, digit) in taken.after.digits().iter().enumerate() {
        let cell = match digit {
            0 => {
                bits(taken.candidates[index]).map(|digit| char::from(b'1' + digit as u8)).collect()
            }
            digit => digit.to_string(),
        };
        widths[index % 9] = cell.len().max(widths[index % 9]);
        cells.push(cell);
    }
    for (number, row) in cells.chunks(9).enumerate() {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        let padded: Vec<_> = padded.collect();
        let line = [0, 3, 6].map(|at| padded[at..at + 3].join(" ")).join(" | ");
        if number == 3 || number == 6 {
            text.extend(line.chars().map(|char| if char == '|' { '+' } else { '-' }));
            text.push('\n');
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_pipeline::{DiagnosticKind, JobCounts};

    /// A digit that is twice in a house is named, as by all other commands.
    #[test]
    fn clues_that_break_the_rules_are_named() {
        let clues: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
        let reason = reason(Unexplained::Unsolvable.into(), &clues).unwrap();
        assert_eq!(reason.kind(), DiagnosticKind::Contradictory);
        assert!(reason.to_string().contains("row 1"), "{reason}");
    }

    /// The reasons are worded as in the JSON of the steps. A puzzle beyond the techniques is not reported as given up
    /// at a limit.
    #[test]
    fn what_is_not_explained_has_a_kind_of_its_own() {
        for (error, kind) in [
            (Unexplained::Unsolvable, DiagnosticKind::Unsolvable),
            (Unexplained::Multiple, DiagnosticKind::Multiple),
            (Unexplained::BeyondTechniques, DiagnosticKind::BeyondTechniques),
        ] {
            let reason = reason(error.into(), &Grid::EMPTY).unwrap();
            assert_eq!(reason.kind(), kind);
            assert_eq!(reason.to_string(), error.to_string());
            let mut counts = JobCounts::default();
            counts.count(kind);
            assert_eq!(
                (counts.beyond, counts.node_limit),
                (u64::from(error == Unexplained::BeyondTechniques), 0)
            );
        }
    }
}
