//! Checking claimed solutions.

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    fault::OptionError,
    grid_walk::{GridCursor, Item},
    options::SearchOptions,
    question::SearchQuestion,
    runner::Runner,
    solve_stage::SolveStage,
    summary::SummaryWording,
};
use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_corpus::score::{Score, find_grid};
use batchdoku_engine::{
    EngineChoice,
    grid::{Cell, Grid, Pencilmarks, PuzzleForm},
};
use batchdoku_format::{
    AnswerShape, Answers, Column, ColumnKind, Field, RecordKind, RecordParser, RecordRef, Records,
};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, DiagnosticKind, Error, Input, Reason,
};

/// Checks the claimed solution of every puzzle: after it on the same line, in the solution column of
/// a table, or in the record with the same number of a second input; comments and blank lines are no records. The
/// answer is `ok`, or the kind of the diagnostic.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::{jobs::Check, pipeline::Output};
/// let job = Check::new().solutions("data/examples.sol").unique(true);
/// let summary = job.run("data/examples.txt", Output::Discard)?;
/// assert_eq!(summary.counts.wrong, 0);
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Check {
    options: JobOptions,
    search: SearchOptions,
    solutions: Option<Input>,
    unique: bool,
    score: bool,
}

/// The question of a job.
#[derive(Serialize)]
struct CheckQuestion {
    unique: bool,
    score: bool,
    #[serde(flatten)]
    search: SearchQuestion,
}

with_run! {
    /// Checks the solutions of the inputs, and writes the verdicts.
    Check: SummaryWording { record: "solution", done: "correct", always: "wrong" }
}
with_search!(Check);

impl Check {
    setters! {
        /// Sets whether a solution must also be the only one.
        unique: bool;
        /// Sets an input of solutions: one line for each line of puzzles; if one of the inputs is not lines but a
        /// table, say, one record for each record.
        solutions: some Input => solutions;
        /// Judges answers in prose instead: finds the last grid in the text in the column of solutions that
        /// [`JobOptions`] name, by default the first of `text`, `response`, `completion`, `answer` and `output` that a
        /// record has, and writes seven columns: whether it is there (`found`), the clues that it keeps, of how many
        /// (`clues_kept`, `clues`), houses with a digit twice (`houses_broken`), cells without a clue that are right, of
        /// how many (`cells_right`, `cells`), and whether it is a solution (`solved`). See [`Score`].
        score: bool;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let Self { options, search, solutions, unique, score } = self;
        let question = CheckQuestion { unique: *unique, score: *score, search: search.into() };
        if *score {
            if solutions.is_some() || *unique {
                return Err(OptionError::ScoreOfSolutions.into());
            }
            let columns = SCORE_COLUMNS.map(|(name, kind)| Column::named(name, kind));
            let job = ScoreJob { column: options.spec.input.solution_column.as_deref() };
            return runner
                .identified_by("check", &question)
                .run(&AnswerShape::one_row(&columns), &job);
        }
        let mut runner = runner.pencilmarks();
        runner.take_solutions(solutions.as_ref())?;
        if *unique {
            runner = runner.engine(search.engine);
        }
        runner = runner.identified_by("check", &question);
        let limits = search.limits(2, options);
        let columns = [Column::named("verdict", ColumnKind::Text)];
        let job = CheckJob { engine: search.engine, limits, unique: *unique };
        runner.run(&AnswerShape::one_row(&columns), &job)
    }
}

/// The columns of a score.
const SCORE_COLUMNS: [(&str, ColumnKind); 7] = [
    ("found", ColumnKind::Text),
    ("clues_kept", ColumnKind::Integer),
    ("clues", ColumnKind::Integer),
    ("houses_broken", ColumnKind::Integer),
    ("cells_right", ColumnKind::Integer),
    ("cells", ColumnKind::Integer),
    ("solved", ColumnKind::Text),
];

/// The columns that may have the text of an answer.
const TEXT_COLUMNS: [&str; 5] = ["text", "response", "completion", "answer", "output"];

/// Judges the answers in chunks.
struct ScoreJob<'a> {
    column: Option<&'a str>,
}

impl ChunkJob for ScoreJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let records = Records::default();
        let answers = Answers::default();
        Box::new(ScoreWorker { column: self.column, records, answers, text: Vec::new() })
    }
}

struct ScoreWorker<'j> {
    column: Option<&'j str>,
    records: Records,
    answers: Answers,
    text: Vec<u8>,
}

impl ChunkWorker for ScoreWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { column, records, answers, text } = self;
        answers.clear(SCORE_COLUMNS.len());
        let formatter = output.formatter;
        let report = &mut output.report;
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, puzzle) = match item {
                Item::Passthrough(_) => continue,
                Item::Malformed(record, reason) => {
                    SCORE_COLUMNS.iter().for_each(|_| answers.push_field(Field::Missing));
                    report.reject(record, reason);
                    continue;
                }
                Item::Grid(record, found) => (record, *found.grid),
            };
            text.clear();
            let names = column.as_ref().map_or(&TEXT_COLUMNS[..], std::slice::from_ref);
            let is_there = names.iter().any(|name| chunk.parser.text(record, name, text));
            let answer = if is_there { find_grid(text) } else { None };
            let score = answer.map(|answer| Score::of(&puzzle, &answer));
            if score.is_some_and(|score| score.solved) {
                report.counts.done += 1;
            } else {
                let reason = match answer.map(|answer| answer.check_solution_of(&puzzle)) {
                    Some(Err(error)) => Reason::WrongGivenSolution(error),
                    _ => Reason::NoGivenSolution,
                };
                report.reject(record, reason);
                if formatter.drops_rejected() {
                    SCORE_COLUMNS.iter().for_each(|_| answers.push_field(Field::Missing));
                    continue;
                }
            }
            for field in score_fields(&puzzle, score.as_ref()) {
                answers.push_field(field.as_deref().into());
            }
        }
        formatter.chunk(chunk.bytes, records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// Returns the texts of [`SCORE_COLUMNS`] for a puzzle, of whose answer there is a score if a grid was found in it.
fn score_fields(puzzle: &Grid, score: Option<&Score>) -> [Option<String>; SCORE_COLUMNS.len()] {
    let is_solved = score.is_some_and(|score| score.solved);
    let clues = puzzle.clues();
    [
        Some(yes_or_no(score.is_some())),
        score.map(|score| score.clues_kept.to_string()),
        Some(clues.to_string()),
        score.map(|score| score.houses_broken.to_string()),
        score.and_then(|score| score.cells_right).map(|right| right.to_string()),
        Some((81 - clues).to_string()),
        Some(yes_or_no(is_solved)),
    ]
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// Checks the solutions of chunks.
struct CheckJob<'a> {
    engine: EngineChoice,
    limits: Limits<'a>,
    /// True if another solution of each puzzle is searched.
    unique: bool,
}

impl ChunkJob for CheckJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let stage = SolveStage::new(self.engine, self.limits);
        Box::new(CheckWorker { stage, unique: self.unique, answers: Answers::default() })
    }
}

struct CheckWorker<'j> {
    stage: SolveStage<'j>,
    unique: bool,
    answers: Answers,
}

impl ChunkWorker for CheckWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { stage, unique, answers } = self;
        if *unique {
            stage.find_outcomes(chunk, false)?;
        } else {
            stage.records.read(chunk.parser, chunk.bytes);
        }
        let SolveStage { records, outcomes, .. } = stage;
        answers.clear(1);
        output.report.lines += u64::from(records.lines);
        let mut puzzles = 0;
        for index in 0..records.list.len() {
            let verdict = match records.list[index].kind {
                RecordKind::Passthrough => continue,
                RecordKind::Malformed { error } => {
                    let error = records.errors[error as usize].clone();
                    Err(Fault::Found(Reason::Malformed(error)))
                }
                RecordKind::Puzzle { .. } => {
                    let outcome = unique.then(|| &outcomes[puzzles]);
                    puzzles += 1;
                    let is_only = outcome.is_none_or(|it| it.verdict() == Verdict::Solved);
                    let record = records.record(chunk.bytes, index);
                    let is_right = is_claim_right(record);
                    if is_only && is_right {
                        Ok(())
                    } else {
                        fault(record, chunk.parser, is_right, outcome)
                    }
                }
            };
            let report = &mut output.report;
            report.counts.puzzles += 1;
            match verdict {
                Ok(()) => {
                    report.counts.done += 1;
                    answers.push(b"ok");
                }
                Err(fault) => {
                    let kind = fault.kind();
                    match output.formatter.drops_rejected() {
                        true => answers.push_field(Field::Missing),
                        false => answers.push(kind.name().as_bytes()),
                    }
                    report.counts.count(kind);
                    if report.problems.lists(kind) {
                        let record = records.record(chunk.bytes, index);
                        report.list(record, fault.reason(record));
                    }
                }
            }
        }
        output.formatter.chunk(chunk.bytes, records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// A reason to reject a record, or what it takes to find the reason.
enum Fault {
    /// The reason itself.
    Found(Reason),
    /// The claimed solution of a puzzle with these clues is wrong. To find the cell takes longer than to see that.
    Wrong(Grid),
}

impl Fault {
    fn kind(&self) -> DiagnosticKind {
        match self {
            Self::Found(reason) => reason.kind(),
            Self::Wrong(_) => DiagnosticKind::Wrong,
        }
    }

    /// Returns the reason to reject `record`.
    fn reason(self, record: RecordRef<'_>) -> Reason {
        match self {
            Self::Found(reason) => reason,
            Self::Wrong(clues) => {
                let claim = record.solution().expect("a wrong claim is there");
                match Grid::parse(claim) {
                    Ok(claim) => wrong_digit(&clues, record.pencilmarks(), &claim),
                    Err(error) => Reason::GivenSolutionNotAGrid(error),
                }
            }
        }
    }
}

/// Returns true if a puzzle has a claimed solution, and that is right.
#[inline]
fn is_claim_right(record: RecordRef<'_>) -> bool {
    record.solution().is_some_and(|claim| is_right(record, claim))
}

/// Finds the fault of a puzzle whose claimed solution is not right or not the only one, as far as is known.
#[cold]
fn fault(
    record: RecordRef<'_>,
    parser: &dyn RecordParser,
    is_right: bool,
    outcome: Option<&Outcome>,
) -> Result<(), Fault> {
    let clues =
        record.grid(parser).map_err(|error| Fault::Found(Reason::Malformed(error.into())))?;
    let Some(claim) = record.solution() else {
        return Err(Fault::Found(Reason::NoGivenSolution));
    };
    if !claim.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
        return Err(Fault::Found(Reason::EmptyGivenSolution));
    }
    if !is_right {
        return Err(Fault::Wrong(clues));
    }
    match outcome.map(Outcome::verdict) {
        None | Some(Verdict::Solved) => Ok(()),
        Some(Verdict::NodeLimit) => Err(Fault::Found(Reason::NodeLimitBeforeProof)),
        Some(Verdict::Stopped) => Err(Fault::Found(Reason::InterruptedBeforeProof)),
        Some(_) => Err(Fault::Found(Reason::GivenSolutionNotOnly)),
    }
}

/// Returns whether `claim` is a solution of a puzzle.
fn is_right(record: RecordRef<'_>, claim: &[u8; 81]) -> bool {
    let RecordKind::Puzzle { at, .. } = record.record.kind else { return false };
    match record.records.form {
        PuzzleForm::Cells | PuzzleForm::Numbers => Grid::is_solution_text(record.cells(at), claim),
        PuzzleForm::Pencilmarks => record
            .pencilmarks()
            .zip(Grid::parse(claim).ok())
            .is_some_and(|(marks, claim)| marks.is_solved_by(&claim)),
    }
}

/// Returns the reason why a claim is not a solution.
fn wrong_digit(clues: &Grid, marks: Option<Pencilmarks>, claim: &Grid) -> Reason {
    if let Err(error) = claim.check_solution_of(clues) {
        return Reason::WrongGivenSolution(error);
    }
    // It keeps the clues and the rules, so it has a digit that is not a candidate.
    let mut cells = Cell::ALL.into_iter();
    let wrong = cells.find_map(|cell| {
        let digit = claim.get(cell)?;
        let is_candidate = marks?.at(cell.index()) >> digit.index() & 1 != 0;
        (!is_candidate).then_some(Reason::NotACandidate { cell, digit })
    });
    wrong.expect("a claim that is wrong has a wrong digit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_engine::grid::Digit;

    /// Returns the columns of an answer as `name=value`.
    fn named(puzzle: &Grid, answer: Option<&Grid>) -> Vec<String> {
        let score = answer.map(|answer| Score::of(puzzle, answer));
        let fields = score_fields(puzzle, score.as_ref());
        let columns = SCORE_COLUMNS.iter().zip(fields);
        columns
            .map(|((name, _), field)| format!("{name}={}", field.as_deref().unwrap_or("-")))
            .collect()
    }

    #[test]
    fn each_column_of_a_score_has_its_own_value() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let solution = puzzle.solve().unwrap();
        assert_eq!(
            named(&puzzle, Some(&solution)).join(" "),
            "found=yes clues_kept=30 clues=30 houses_broken=0 cells_right=51 cells=51 solved=yes"
        );
        // The first cell, a clue, is a 3 as the second cell is: a row and a box have it twice, and its column too.
        let wrong = solution.with(Cell::ALL[0], Digit::new(3));
        assert_eq!(
            named(&puzzle, Some(&wrong)).join(" "),
            "found=yes clues_kept=29 clues=30 houses_broken=3 cells_right=51 cells=51 solved=no"
        );
        assert_eq!(
            named(&puzzle, None).join(" "),
            "found=no clues_kept=- clues=30 houses_broken=- cells_right=- cells=51 solved=no"
        );
    }
}
