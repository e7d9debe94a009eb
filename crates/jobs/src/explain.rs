//! The steps to the solution of every puzzle.

use serde::Serialize;

use super::{
    Inputs, JobOptions, JobSummary,
    grid_walk::{GridCursor, GridRecord, Item},
    runner::Runner,
    solve_stage::SolveStage,
};
use batchdoku_base::{Limits, StopFlag, Verdict, bits};
use batchdoku_corpus::explain::{
    ErRating, Explainer, PathForm, ShownGrids, SolutionPath, Start, TakenStep, TechniqueConditions,
    Unexplained,
};
use batchdoku_engine::{EngineChoice, grid::Grid};
use batchdoku_format::{
    AnswerShape, Column, ColumnKind, Field, FileType, Format, RecordRef, Records,
};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Error, Output, Reason};

/// Explains puzzles: writes the steps to the solution of each, as JSON lines; or, in the format `drawing`, in words
/// and with the grid after each technique.
///
/// Tables and JSON objects keep their fields, and gain the steps as JSON and the ratings of the hardest, of the hardest
/// up to the first digit, and of the first. These are `er`, `ep` and `ed` if the steps are those of Sudoku Explainer,
/// otherwise `hardest`, `up_to_first_digit` and `first`. Tables have the technique of the hardest step as well.
///
/// A puzzle that cannot be explained has a line too, which says why.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Explain {
    options: JobOptions,
    er: bool,
    most_steps: Option<usize>,
    grids: Option<ShownGrids>,
    techniques: TechniqueConditions,
}

/// The question of a job.
#[derive(Serialize)]
struct ExplainQuestion {
    /// The format that was asked for: the lines have none.
    to: Option<&'static str>,
    er: bool,
    steps: Option<usize>,
    grids: Option<&'static str>,
    without: Option<String>,
    at_most: Option<String>,
}

with_options!(Explain);

impl Explain {
    setters! {
        /// Uses only techniques of Sudoku Explainer, so that the steps are those that
        /// [`ErRating`] rests on. All are used by default.
        er: bool;
        /// Takes no more than this number of steps of each puzzle. Drawings then have the candidates in place of the
        /// grid.
        most_steps: usize;
        /// The steps that have the grid after them, by default each. Drawings have grids of their own.
        grids: some ShownGrids => grids;
        /// Ends the ladder of techniques with one, or leaves some out. Other conditions on paths are those of
        /// [`Generate`](super::Generate) and [`Rate`](super::Rate).
        techniques: TechniqueConditions;
    }

    /// Returns the schema of the JSON lines, as JSON.
    pub const fn schema() -> &'static str {
        SolutionPath::SCHEMA
    }

    /// Explains the puzzles of the inputs, which may have candidates in place of clues. Of the formats of the
    /// output, `drawing` is for people, as is a name with `.txt`; by default there are JSON lines.
    ///
    /// # Errors
    /// Whatever ended the job, or a format without a place for steps. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let output = output.into();
        let to = match self.options.spec.output.to {
            Some(format) => format,
            None => match output.file_type(&TYPES)? {
                FileType::Records(format) => format,
                _ => Format::Drawing,
            },
        };
        self.check(to).map_err(|error| Error::Options(error.into()))?;
        let techniques = self.techniques.er(self.er);
        techniques.check().map_err(|error| Error::Options(error.into()))?;
        let form = PathForm {
            rating_names: techniques.explainer().rating_names(),
            grids: self.grids.unwrap_or_default(),
        };
        let colour = self.options.spec.output.layout.colour;
        let is_partial = self.most_steps.is_some();
        let drawn = (to == Format::Drawing).then_some(Drawing { colour, is_partial });
        let has_technique = !matches!(to, Format::Drawing | Format::Jsonl);
        // Drawings are written here; the format adds nothing.
        let format = if to == Format::Drawing { Format::Line } else { to };
        let options = self.options.clone().output_format(format);
        let columns = columns(form.rating_names, has_technique);
        let mut asked = TechniqueConditions::described(Some(&techniques));
        let most_steps = self.most_steps.unwrap_or(usize::MAX);
        let stop = &options.stop;
        let job = ExplainJob { techniques, most_steps, drawn, form, has_technique, stop };
        Runner::new(&options, inputs.into(), vec![output], "explained")?
            .pencilmarks()
            .asked(
                "explain",
                &ExplainQuestion {
                    to: self.options.spec.output.to.map(Format::name),
                    er: self.er,
                    steps: self.most_steps,
                    grids: self.grids.map(ShownGrids::name),
                    without: asked.remove("without").flatten(),
                    at_most: asked.remove("at_most").flatten(),
                },
            )
            .slow(true)
            .run(&AnswerShape::any_rows(&columns), &job)
    }

    /// Checks that a format has a place for steps.
    fn check(&self, to: Format) -> Result<(), ExplainError> {
        match to {
            Format::Drawing if self.grids.is_some() => Err(ExplainError::DrawnGrids),
            Format::Drawing
            | Format::Jsonl
            | Format::Csv
            | Format::Tsv
            | Format::Parquet
            | Format::Arrow => Ok(()),
            _ => Err(ExplainError::Format(to)),
        }
    }
}

/// The types of files that are written, the default first.
const TYPES: [FileType; 6] = [
    FileType::Records(Format::Jsonl),
    FileType::Text,
    FileType::Records(Format::Csv),
    FileType::Records(Format::Tsv),
    FileType::Records(Format::Parquet),
    FileType::Records(Format::Arrow),
];

/// The reason that an output cannot be written.
#[derive(Debug, thiserror::Error)]
enum ExplainError {
    #[error("explain writes jsonl, drawing, csv, tsv, parquet or arrow, not {0}")]
    Format(Format),
    #[error("a drawing has grids of its own, and no choice of them")]
    DrawnGrids,
}

/// Returns the columns that are added to records: those of [`fields`].
fn columns(rating_names: [&'static str; 3], has_technique: bool) -> Vec<Column<'static>> {
    let text = |name| Column::named(name, ColumnKind::Text);
    let mut columns = vec![Column::named("steps", ColumnKind::Json)];
    columns.extend(rating_names.map(|name| Column::named(name, ColumnKind::Real)));
    columns.extend(has_technique.then(|| text("technique")));
    columns.push(text("error"));
    columns.into_iter().map(Column::optional).collect()
}

/// Returns the texts of the columns of a record.
fn fields(
    steps: Option<Vec<u8>>,
    rating: Option<ErRating>,
    error: Option<String>,
    has_technique: bool,
) -> Vec<Option<Vec<u8>>> {
    let of = |value: fn(&ErRating) -> f64| {
        rating.as_ref().map(|rating| format!("{:.1}", value(rating)).into_bytes())
    };
    let technique = rating.and_then(|rating| rating.hardest());
    let mut fields = vec![steps, of(ErRating::er), of(ErRating::ep), of(ErRating::ed)];
    fields.extend(has_technique.then(|| technique.map(|kind| kind.name().into())));
    fields.push(error.map(String::into_bytes));
    fields
}

/// Writes the steps of the puzzles of chunks.
struct ExplainJob<'a> {
    techniques: TechniqueConditions,
    most_steps: usize,
    /// The steps are JSON, if `None`.
    drawn: Option<Drawing>,
    form: PathForm,
    has_technique: bool,
    stop: &'a StopFlag,
}

/// How steps are drawn.
#[derive(Clone, Copy)]
struct Drawing {
    colour: bool,
    /// True if the number of steps is limited: then candidates are drawn in place of the grid.
    is_partial: bool,
}

impl ChunkJob for ExplainJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let explainer = self.techniques.explainer().most_steps(self.most_steps);
        Box::new(ExplainWorker {
            explainer: explainer.stopped_by(self.stop.clone()),
            drawn: self.drawn,
            form: self.form,
            has_technique: self.has_technique,
            records: Records::default(),
            stage: SolveStage::new(EngineChoice::default(), Limits::solutions(2)),
        })
    }
}

struct ExplainWorker {
    explainer: Explainer,
    drawn: Option<Drawing>,
    form: PathForm,
    has_technique: bool,
    records: Records,
    /// Finds the solutions.
    stage: SolveStage<'static>,
}

impl ChunkWorker for ExplainWorker {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { explainer, drawn, form, has_technique, records, stage } = self;
        let (report, out) = (&mut output.report, &mut output.out[0]);
        let formatter = output.formatter;
        let write = |record: RecordRef<'_>, steps, rating, error, out: &mut Vec<u8>| {
            let fields = fields(steps, rating, error, *has_technique);
            let fields: Vec<_> = fields
                .iter()
                .map(|field| field.as_deref().map_or(Field::Missing, Field::Text))
                .collect();
            formatter.row(record, &fields, out);
        };
        stage.find_outcomes(chunk, true)?;
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, GridRecord { grid, puzzle, .. }) = match item {
                Item::Passthrough(record) => {
                    if drawn.is_none() {
                        formatter.pass(record.bytes(), out);
                    }
                    continue;
                }
                Item::Malformed(record, reason) => {
                    if drawn.is_none() && formatter.keeps_only_puzzle(record) {
                        out.extend_from_slice(b"{\"error\":\"not a puzzle\"}\n");
                    } else if drawn.is_none() {
                        write(record, None, None, Some("not a puzzle".to_owned()), out);
                    }
                    report.reject(record, reason);
                    continue;
                }
                Item::Grid(record, grid) => (record, grid),
            };
            let candidates = record.pencilmarks();
            let start = candidates.as_ref().map_or(Start::from(grid), Start::from);
            let solution = stage.only_solution(puzzle).map_err(|verdict| match verdict {
                Verdict::Unsolvable => Unexplained::Unsolvable,
                _ => Unexplained::Multiple,
            });
            let error = match *drawn {
                None if formatter.keeps_only_puzzle(record) => {
                    SolutionPath::write_json(explainer, start, solution, *form, out)
                }
                None => {
                    let mut steps = Vec::new();
                    let rating = SolutionPath::write_steps(
                        explainer, start, solution, form.grids, &mut steps,
                    );
                    let error = rating.err();
                    let said = error.map(|error| error.to_string());
                    write(record, Some(steps), rating.ok().flatten(), said, out);
                    error
                }
                Some(drawing) => {
                    let path = SolutionPath::find(explainer, start, solution);
                    draw(&path, start.grid(), drawing, out);
                    path.rating.err()
                }
            };
            let Some(error) = error else {
                report.counts.solved += 1;
                continue;
            };
            report.reject(record, reason(error, start.grid())?);
        }
        if drawn.is_none() {
            formatter.flush(records, out);
        }
        Ok(())
    }
}

/// Returns the reason to reject a puzzle that is not explained.
///
/// # Errors
/// [`Error::Abandoned`] if the job is stopped.
fn reason(error: Unexplained, clues: &Grid) -> Result<Reason, Error> {
    match error {
        Unexplained::Multiple => Ok(Reason::Multiple),
        Unexplained::Unsolvable => Ok(match clues.conflict() {
            Some((house, digit)) => Reason::Contradictory { house, digit },
            None => Reason::Unsolvable,
        }),
        Unexplained::BeyondTechniques => Ok(Reason::BeyondTechniques),
        Unexplained::Stopped => Err(Error::Abandoned),
    }
}

/// Writes the steps in words, each run of steps of one technique with the grid after it, or its candidates if steps
/// are limited. All but the last candidates are then comments, so that the output can be the next input: it is the
/// position that the steps lead to.
fn draw(path: &SolutionPath, puzzle: &Grid, drawing: Drawing, out: &mut Vec<u8>) {
    let Drawing { colour, is_partial } = drawing;
    let mut text = puzzle.draw(puzzle, colour);
    let steps = &path.steps;
    for (number, taken) in steps.iter().enumerate() {
        text.push_str(&format!("{:>3}. {}\n{}", number + 1, taken.step, taken.proof(5)));
        let next = steps.get(number + 1);
        let is_last = next.is_none_or(|next| next.step.kind != taken.step.kind);
        if is_last && is_partial {
            if next.is_none() {
                text = commented(&text);
            }
            draw_candidates(taken, colour, &mut text);
        } else if is_last {
            text.push_str(&taken.after.draw(puzzle, colour));
        }
    }
    let is_solved = steps.last().is_none_or(|last| last.after.is_complete());
    match path.rating {
        Ok(rating) if is_solved => text.push_str(&format!(
            "solved in {} steps; hardest {:.1}, up to the first digit {:.1}, first {:.1}\n\n",
            steps.len(),
            rating.er(),
            rating.ep(),
            rating.ed()
        )),
        Ok(_) => text.push('\n'),
        Err(error) => text.push_str(&format!("not solved: {error}\n\n")),
    }
    out.extend_from_slice(text.as_bytes());
}

/// Returns a text whose lines are comments.
fn commented(text: &str) -> String {
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

/// Adds a table of the candidates after a step, which can be read as a puzzle; or the grid, if so few are left that
/// it could not.
fn draw_candidates(taken: &TakenStep, colour: bool, text: &mut String) {
    let rows = taken.candidates.chunks(9);
    let open = rows.filter(|row| row.iter().any(|candidates| candidates.count_ones() > 1)).count();
    if open < 3 {
        text.push_str(&taken.after.draw(&taken.after, colour));
        return;
    }
    let cell = |index: usize| match taken.after.digits()[index] {
        0 => bits(taken.candidates[index]).map(|digit| char::from(b'1' + digit as u8)).collect(),
        digit => digit.to_string(),
    };
    let cells: Vec<String> = (0..81).map(cell).collect();
    let width = |column| cells.iter().skip(column).step_by(9).map(String::len).max();
    let widths: Vec<_> = (0..9).map(|column| width(column).unwrap_or(0)).collect();
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

    /// A digit that stands twice in a house is named, as by all other commands.
    #[test]
    fn clues_that_break_the_rules_are_named() {
        let clues: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
        let reason = reason(Unexplained::Unsolvable, &clues).unwrap();
        assert_eq!(reason.kind(), DiagnosticKind::Contradictory);
        assert!(reason.to_string().contains("row 1"), "{reason}");
    }

    /// The words are those that the steps as JSON have, and a puzzle beyond the techniques was not given up at a limit.
    #[test]
    fn what_is_not_explained_has_a_kind_of_its_own() {
        for (error, kind) in [
            (Unexplained::Unsolvable, DiagnosticKind::Unsolvable),
            (Unexplained::Multiple, DiagnosticKind::Multiple),
            (Unexplained::BeyondTechniques, DiagnosticKind::BeyondTechniques),
        ] {
            let reason = reason(error, &Grid::EMPTY).unwrap();
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
