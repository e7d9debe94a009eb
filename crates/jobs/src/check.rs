//! Checking claimed solutions.

use serde::Serialize;

use super::{
    JobOptions, JobSummary, options::SearchOptions, question::SearchQuestion, runner::Runner,
    solve_stage::SolveStage, summary::SummaryWording,
};
use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    EngineChoice,
    grid::{Cell, Grid, Pencilmarks, PuzzleForm},
};
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordKind, RecordRef, Records};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, DiagnosticKind, Error, Input, Reason,
};

/// Checks the claimed solution of every puzzle: after it on the same line, in the solution column of
/// a table, or on the same line of a second input. The answer is `ok`, or the kind of the
/// diagnostic.
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
}

/// The question of a job.
#[derive(Serialize)]
struct CheckQuestion {
    unique: bool,
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
        /// An input of solutions: one line for each line of puzzles; if one of the inputs is not lines but a
        /// table, say, one record for each record.
        solutions: some Input => solutions;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let Self { options, search, solutions, unique } = self;
        let mut runner = runner.pencilmarks();
        runner.needs.solutions = true;
        let input = &mut runner.spec.input;
        input.solutions.clone_from(solutions);
        let from_stdin = |input: &&Input| input.is_stdin();
        if input.files.iter().chain(&input.solutions).filter(from_stdin).count() > 1 {
            return Err(Error::Options(
                "puzzles and solutions cannot both come from standard input".into(),
            ));
        }
        if *unique {
            runner = runner.engine(search.engine);
        }
        runner = runner.asked("check", &CheckQuestion { unique: *unique, search: search.into() });
        let limits = search.limits(2, options);
        let columns = [Column::named("verdict", ColumnKind::Text)];
        let job = CheckJob { engine: search.engine, limits, unique: *unique };
        runner.run(&AnswerShape::one_row(&columns), &job)
    }
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
                    let is_right = is_claim_right(records.record(chunk.bytes, index));
                    if is_only && is_right {
                        Ok(())
                    } else {
                        fault(chunk, records, (puzzles - 1, index), is_right, outcome)
                    }
                }
            };
            let report = &mut output.report;
            report.counts.puzzles += 1;
            match verdict {
                Ok(()) => {
                    report.counts.solved += 1;
                    answers.push(b"ok");
                }
                Err(fault) => {
                    let kind = fault.kind();
                    answers.push(kind.name().as_bytes());
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
    record.solution().is_some_and(|claim| is_solution(record, claim))
}

/// Finds the fault of a puzzle, a record of a chunk, whose claimed solution is not right or not the only one, as far as
/// is known: `is_right` is about the cells where they seem to be.
#[cold]
fn fault(
    chunk: &ChunkRef<'_>,
    records: &mut Records,
    (puzzle, index): (usize, usize),
    mut is_right: bool,
    outcome: Option<&Outcome>,
) -> Result<(), Fault> {
    let place = records.list[index].kind;
    // What was taken for the claim may be the puzzle.
    let clues = records
        .find_grid(chunk.parser, chunk.bytes, (puzzle, index))
        .map_err(|error| Fault::Found(Reason::Malformed(error.into())))?;
    if records.list[index].kind != place {
        is_right = is_claim_right(records.record(chunk.bytes, index));
    }
    let Some(claim) = records.record(chunk.bytes, index).solution() else {
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

/// Tells if `claim` is a solution of a puzzle.
fn is_solution(record: RecordRef<'_>, claim: &[u8; 81]) -> bool {
    let RecordKind::Puzzle { at, .. } = record.record.kind else { return false };
    match record.records.form {
        PuzzleForm::Cells | PuzzleForm::Numbers => Grid::is_solution(record.cells(at), claim),
        PuzzleForm::Pencilmarks => record
            .pencilmarks()
            .zip(Grid::parse(claim).ok())
            .is_some_and(|(marks, claim)| marks.is_solution(&claim)),
    }
}

/// Returns the reason why a claim is not a solution.
fn wrong_digit(clues: &Grid, marks: Option<Pencilmarks>, claim: &Grid) -> Reason {
    if let Err(error) = claim.check_solution_of(clues) {
        return Reason::WrongGivenSolution(error);
    }
    let excluded = |cell: Cell| {
        let digit = claim.get(cell)?;
        let is_candidate =
            marks.is_none_or(|marks| marks.at(cell.index()) >> digit.index() & 1 != 0);
        (!is_candidate).then_some(Reason::NotACandidate { cell, digit })
    };
    let mut cells = Cell::ALL.into_iter();
    cells.find_map(excluded).expect("a claim that is wrong has a wrong digit")
}
