//! The stage that the commands that search share: reads the records of a chunk, lays out their answers,
//! searches the puzzles, and reports those with diagnostics.

use std::mem;

use batchdoku_base::{Limits, Outcome, StopReason, Verdict};
use batchdoku_engine::{
    Engine, EngineChoice, PuzzleBatch,
    grid::{Grid, GridError, PENCILMARKS},
};
use batchdoku_format::{
    Answers, LaidOutRows, NO_GRID, PuzzlePlace, RecordError, RecordRef, Records, Row, no_grid,
};
use batchdoku_pipeline::{
    ChunkOutput, ChunkRef, ChunkReport, Diagnostic, DiagnosticKind, Error, JobCounts,
};

/// An engine with the buffers for one chunk.
pub(super) struct SolveStage<'a> {
    engine: Box<dyn Engine>,
    limits: Limits<'a>,
    pub(super) records: Records,
    /// One for every puzzle of the records.
    pub(super) outcomes: Vec<Outcome>,
    /// A row of 81 bytes for every record but comments: its first solution, or dots.
    pub(super) answers: Answers,
    /// The start of the solution of each puzzle in the bytes that it is written to.
    slots: Vec<usize>,
}

impl<'a> SolveStage<'a> {
    /// The stage of a worker that searches with `engine`, within `limits`.
    pub(super) fn new(engine: EngineChoice, limits: Limits<'a>) -> Self {
        let (records, answers) = (Records::default(), Answers::default());
        let (outcomes, slots) = (Vec::new(), Vec::new());
        Self { engine: engine.build(), limits, records, outcomes, answers, slots }
    }

    /// Reads a chunk and writes all answers, with dots in place of solutions whose verdict is not `Ok`.
    pub(super) fn solve(
        &mut self,
        chunk: &ChunkRef<'_>,
        verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let ChunkOutput { out, formatter, report, .. } = output;
        let (out, formatter) = (&mut out[0], *formatter);
        self.records.takes_numbers = formatter.takes_numbers();
        self.records.read(chunk.parser, chunk.bytes);
        self.slots.clear();
        let start = out.len();
        let keep = |outcome: &Outcome| tally(&mut report.counts, outcome, &verdict);
        let rows = &mut LaidOutRows { out, slots: &mut self.slots };
        if formatter.lay_out(&self.records, chunk.bytes, rows) {
            if self.search(chunk, Some(out), keep)? {
                // Rows are written again, with the puzzles from where they are and the solutions found.
                let (solved, places) = (out.split_off(start), mem::take(&mut self.slots));
                let rows = &mut LaidOutRows { out, slots: &mut self.slots };
                formatter.lay_out(&self.records, chunk.bytes, rows);
                for (from, &to) in places.iter().map(|place| place - start).zip(&self.slots) {
                    out[to..to + 81].copy_from_slice(&solved[from..from + 81]);
                }
            }
            formatter.complete(&self.records, &mut out[start..]);
        } else {
            self.prepare_answers(chunk);
            self.search(chunk, None, keep)?;
            formatter.chunk(chunk.bytes, &self.records, &self.answers, out);
        }
        self.report(chunk, verdict, report);
        Ok(())
    }

    /// Reads a chunk and searches its puzzles. With `keeps_solutions`, these are then in the answers, whatever
    /// the verdict; otherwise they are lost.
    pub(super) fn answer(
        &mut self,
        chunk: &ChunkRef<'_>,
        keeps_solutions: bool,
        verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
        report: &mut ChunkReport,
    ) -> Result<(), Error> {
        self.find_outcomes(chunk, keeps_solutions)?;
        for outcome in &self.outcomes {
            tally(&mut report.counts, outcome, &verdict);
        }
        self.report(chunk, verdict, report);
        Ok(())
    }

    /// Does the same without a report.
    pub(super) fn find_outcomes(
        &mut self,
        chunk: &ChunkRef<'_>,
        keeps_solutions: bool,
    ) -> Result<(), Error> {
        self.records.read(chunk.parser, chunk.bytes);
        let mut lost = [0; 81];
        let rows = if keeps_solutions {
            self.prepare_answers(chunk);
            None
        } else {
            self.slots.clear();
            self.slots.resize(self.records.puzzles.len(), 0);
            Some(&mut lost[..])
        };
        self.search(chunk, rows, |_| true).map(drop)
    }

    /// The only solution of a puzzle of those whose solutions were kept, or what it has instead. The limits must
    /// allow two.
    pub(super) fn only_solution(&self, puzzle: usize) -> Result<Grid, DiagnosticKind> {
        verdict(&self.outcomes[puzzle])?;
        let text = &self.answers.text[self.slots[puzzle]..][..81];
        Grid::parse(text).map_err(|_| DiagnosticKind::BadRecord)
    }

    /// Makes room in the answers for the solutions of all records.
    fn prepare_answers(&mut self, chunk: &ChunkRef<'_>) {
        let Self { records, answers, slots, .. } = self;
        answers.grids(records.row_count(), NO_GRID[0]);
        slots.clear();
        if records.errors.is_empty() {
            slots.extend((0..records.puzzles.len()).map(|row| row * 81));
            return;
        }
        for row in records.rows(chunk.bytes) {
            match row {
                Row::Puzzle { row, .. } => slots.push(row * 81),
                Row::Malformed { row, .. } => answers.drop_grid(row),
                Row::Passthrough(_) => {}
            }
        }
    }

    /// Searches the puzzles of the records and writes their solutions to their slots in `rows`, or in the answers
    /// if there are no rows, without those that `keep` refuses. Returns whether the cells of a
    /// puzzle were not where they seemed to be.
    fn search(
        &mut self,
        chunk: &ChunkRef<'_>,
        rows: Option<&mut [u8]>,
        mut keep: impl FnMut(&Outcome) -> bool,
    ) -> Result<bool, Error> {
        let Self { engine, limits, records, outcomes, answers, slots } = self;
        let is_laid_out = rows.is_some();
        let output = rows.unwrap_or(&mut answers.text);
        outcomes.clear();
        outcomes.resize(records.puzzles.len(), Outcome::default());
        let batch = PuzzleBatch {
            input: records.text(chunk.bytes),
            puzzles: &records.puzzles,
            form: records.form,
            output,
            solutions: slots,
            outcomes,
        };
        engine.solve_batch(batch, limits);
        let mut has_moved = false;
        let mut refused = Vec::new();
        for (puzzle, (outcome, &slot)) in outcomes.iter_mut().zip(&*slots).enumerate() {
            if outcome.end == StopReason::Malformed
                && let Some(place) = move_puzzle(records, chunk, puzzle)
            {
                has_moved = true;
                let batch = PuzzleBatch {
                    input: records.text(chunk.bytes),
                    puzzles: &[place.at as usize],
                    form: records.form,
                    output,
                    solutions: &[slot],
                    outcomes: std::slice::from_mut(outcome),
                };
                engine.solve_batch(batch, limits);
            }
            if outcome.end == StopReason::EngineBug {
                let (at, form) = (records.puzzles[puzzle], records.form);
                let text = &records.text(chunk.bytes)[at..at + form.length()];
                return Err(Error::Unsound { engine: engine.name(), puzzle: form.text(text) });
            }
            if !keep(outcome) {
                output[slot..slot + 81].copy_from_slice(no_grid(records.form));
                refused.extend((!is_laid_out).then_some(slot / 81));
            }
        }
        refused.into_iter().for_each(|row| answers.drop_grid(row));
        Ok(has_moved)
    }

    /// Counts the records, and says what was wrong with those whose verdict is not `Ok`.
    fn report(
        &self,
        chunk: &ChunkRef<'_>,
        verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
        report: &mut ChunkReport,
    ) {
        report.lines += u64::from(self.records.lines);
        report.counts.puzzles += self.records.row_count() as u64;
        if report.counts.all_solved() {
            return;
        }
        for row in self.records.rows(chunk.bytes) {
            match row {
                Row::Passthrough(_) => {}
                Row::Malformed { record, error, .. } => reject(report, record, malformed(error)),
                Row::Puzzle { record, puzzle, .. } => {
                    let outcome = &self.outcomes[puzzle];
                    let Err(kind) = verdict(outcome) else { continue };
                    let rejection = match (outcome.end, record.grid(chunk.parser)) {
                        (StopReason::Malformed, Err(error)) => malformed(&error.into()),
                        _ => explain(kind, outcome, record.clues()),
                    };
                    reject(report, record, rejection);
                }
            }
        }
    }
}

/// Accepts the outcome of a puzzle with a solution, and no other that the search looked for.
pub(super) fn verdict(outcome: &Outcome) -> Result<(), DiagnosticKind> {
    match outcome.verdict() {
        Verdict::Solved => Ok(()),
        Verdict::Unsolvable => Err(DiagnosticKind::Unsolvable),
        Verdict::Multiple => Err(DiagnosticKind::Multiple),
        Verdict::NodeLimit => Err(DiagnosticKind::NodeLimit),
        Verdict::Malformed => Err(DiagnosticKind::BadRecord),
        _ => Err(DiagnosticKind::Interrupted),
    }
}

/// Counts the outcome of a puzzle. `false` if its verdict is not `Ok`.
fn tally(
    counts: &mut JobCounts,
    outcome: &Outcome,
    verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
) -> bool {
    let is_solved = verdict(outcome).is_ok();
    counts.solved += u64::from(is_solved);
    counts.solutions += outcome.solutions;
    counts.nodes += outcome.nodes;
    counts.without_guessing += u64::from(outcome.nodes == 0);
    is_solved
}

/// Moves a puzzle whose cells were not where they seemed to be to where they are, if they are anywhere.
#[cold]
fn move_puzzle(records: &mut Records, chunk: &ChunkRef<'_>, puzzle: usize) -> Option<PuzzlePlace> {
    let index = records.puzzle_positions().nth(puzzle)?;
    let place = chunk.parser.reparse(records.record(chunk.bytes, index)).ok()?;
    records.move_puzzle((puzzle, index), place);
    Some(place)
}

/// A reason why a record is rejected: the kind and the words.
pub(super) type Rejection = (DiagnosticKind, String);

/// Counts and reports a rejected record.
pub(super) fn reject(report: &mut ChunkReport, record: RecordRef<'_>, rejection: Rejection) {
    let (kind, detail) = rejection;
    report.counts.count(kind);
    let line = record.record.line;
    report.problems.push(Diagnostic::new(line, kind, detail, record.bytes()));
}

/// The kind and an explanation for a malformed record.
pub(super) fn malformed(error: &RecordError) -> Rejection {
    let kind = match error {
        RecordError::Grid(GridError::TooShort(_) | GridError::CandidateCount(..PENCILMARKS)) => {
            DiagnosticKind::TooShort
        }
        RecordError::LostZeros(_) => DiagnosticKind::TooShort,
        RecordError::Grid(GridError::TooLong(_) | GridError::CandidateCount(_)) => {
            DiagnosticKind::TooLong
        }
        RecordError::Grid(_) => DiagnosticKind::BadCharacter,
        _ => DiagnosticKind::BadRecord,
    };
    (kind, error.to_string())
}

/// The kind, made more exact, and an explanation for a puzzle with an unwanted outcome.
pub(super) fn explain(kind: DiagnosticKind, outcome: &Outcome, clues: Option<Grid>) -> Rejection {
    match kind {
        DiagnosticKind::Unsolvable => match clues.and_then(|clues| clues.conflict()) {
            Some((house, digit)) => {
                let words = format!("{house} has the digit {digit} twice");
                (DiagnosticKind::Contradictory, words)
            }
            None => (kind, "the puzzle has no solution".into()),
        },
        DiagnosticKind::Multiple => (kind, "the puzzle has more than one solution".into()),
        DiagnosticKind::NodeLimit => (kind, format!("given up after {} nodes", outcome.nodes)),
        _ => (kind, "stopped before the search was complete".into()),
    }
}
