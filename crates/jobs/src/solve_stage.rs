//! The stage that the commands that search share: reads the records of a chunk, lays out their answers,
//! searches the puzzles, and reports those that it rejects. While it searches there are only verdicts, of one byte;
//! reasons are made afterwards, if somebody reads them.

use std::mem;

use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{Engine, EngineChoice, PuzzleBatch, grid::Grid};
use batchdoku_format::{Answers, LaidOutRows, NO_GRID, PuzzlePlace, Records, Row, no_grid};
use batchdoku_pipeline::{
    ChunkOutput, ChunkRef, ChunkReport, DiagnosticKind, Error, JobCounts, Reason,
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
    /// Creates the stage of a worker that searches with `engine`, within `limits`.
    pub(super) fn new(engine: EngineChoice, limits: Limits<'a>) -> Self {
        let (records, answers) = (Records::default(), Answers::default());
        let (outcomes, slots) = (Vec::new(), Vec::new());
        Self { engine: engine.build(), limits, records, outcomes, answers, slots }
    }

    /// Reads a chunk and writes all answers, with dots in place of solutions whose verdict it does not accept.
    pub(super) fn solve(
        &mut self,
        chunk: &ChunkRef<'_>,
        accepts: impl Fn(Verdict) -> bool,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let ChunkOutput { out, formatter, report, .. } = output;
        let (out, formatter) = (&mut out[0], *formatter);
        self.records.takes_numbers = formatter.takes_numbers();
        self.records.read(chunk.parser, chunk.bytes);
        self.slots.clear();
        let start = out.len();
        let keep = |outcome: &Outcome| tally(&mut report.counts, outcome, &accepts);
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
        self.report(chunk, accepts, report);
        Ok(())
    }

    /// Reads a chunk, searches its puzzles and reports those whose verdict it does not accept. With
    /// `keeps_solutions`, solutions are then in the answers, whatever the verdict; otherwise they are lost.
    pub(super) fn answer(
        &mut self,
        chunk: &ChunkRef<'_>,
        keeps_solutions: bool,
        accepts: impl Fn(Verdict) -> bool,
        report: &mut ChunkReport,
    ) -> Result<(), Error> {
        self.find_outcomes(chunk, keeps_solutions)?;
        for outcome in &self.outcomes {
            tally(&mut report.counts, outcome, &accepts);
        }
        self.report(chunk, accepts, report);
        Ok(())
    }

    /// Reads a chunk and searches its puzzles as [`answer`](Self::answer) does, without a report.
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

    /// Returns the only solution of a puzzle of those whose solutions were kept, or the verdict if that is another.
    /// The limits must allow two solutions.
    pub(super) fn only_solution(&self, puzzle: usize) -> Result<Grid, Verdict> {
        match self.outcomes[puzzle].verdict() {
            Verdict::Solved => {
                let text = &self.answers.text[self.slots[puzzle]..][..81];
                Grid::parse(text).map_err(|_| Verdict::Malformed)
            }
            other => Err(other),
        }
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
            if outcome.verdict() == Verdict::Malformed
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
            if outcome.verdict() == Verdict::EngineBug {
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

    /// Counts the records, and lists those that are malformed or whose verdict it does not accept, if somebody reads
    /// that. The verdicts are counted already.
    fn report(
        &self,
        chunk: &ChunkRef<'_>,
        accepts: impl Fn(Verdict) -> bool,
        report: &mut ChunkReport,
    ) {
        report.lines += u64::from(self.records.lines);
        report.counts.puzzles += self.records.row_count() as u64;
        report.counts.malformed += self.records.errors.len() as u64;
        if report.counts.all_solved() || !report.problems.lists_any() {
            return;
        }
        for row in self.records.rows(chunk.bytes) {
            match row {
                Row::Passthrough(_) => {}
                Row::Malformed { record, error, .. } => {
                    report.list(record, Reason::Malformed(error.clone()));
                }
                Row::Puzzle { record, puzzle, .. } => {
                    let outcome = &self.outcomes[puzzle];
                    match outcome.verdict() {
                        verdict if accepts(verdict) => {}
                        Verdict::Malformed => {
                            let error = record.grid(chunk.parser).err();
                            let reason = error.map_or(Reason::Interrupted, |error| {
                                Reason::Malformed(error.into())
                            });
                            report.list(record, reason);
                        }
                        verdict if report.problems.lists(kind(verdict)) => {
                            report.list(record, reason(outcome, || record.clues()));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Returns the kind by which a rejected puzzle is counted. The reason may have a more exact one.
fn kind(verdict: Verdict) -> DiagnosticKind {
    match verdict {
        Verdict::Unsolvable => DiagnosticKind::Unsolvable,
        Verdict::Multiple => DiagnosticKind::Multiple,
        Verdict::NodeLimit => DiagnosticKind::NodeLimit,
        Verdict::Malformed => DiagnosticKind::BadRecord,
        _ => DiagnosticKind::Interrupted,
    }
}

/// Accepts a puzzle with a solution, and no other that the search looked for.
pub(super) fn is_solved(verdict: Verdict) -> bool {
    verdict == Verdict::Solved
}

/// Counts the outcome of a puzzle. Returns whether its verdict is accepted.
#[inline]
fn tally(counts: &mut JobCounts, outcome: &Outcome, accepts: impl Fn(Verdict) -> bool) -> bool {
    counts.solutions += outcome.solutions;
    counts.nodes += outcome.nodes;
    counts.without_guessing += u64::from(outcome.nodes == 0);
    let verdict = outcome.verdict();
    let is_accepted = accepts(verdict);
    if is_accepted {
        counts.solved += 1;
    } else {
        counts.count(kind(verdict));
    }
    is_accepted
}

/// Moves a puzzle whose cells were not where they seemed to be to where they are, if they are anywhere.
#[cold]
fn move_puzzle(records: &mut Records, chunk: &ChunkRef<'_>, puzzle: usize) -> Option<PuzzlePlace> {
    let index = records.position_of(puzzle);
    let place = chunk.parser.reparse(records.record(chunk.bytes, index)).ok()?;
    records.move_puzzle((puzzle, index), place);
    Some(place)
}

/// Returns the reason why a puzzle with this outcome and these clues is rejected.
pub(super) fn reason(outcome: &Outcome, clues: impl FnOnce() -> Option<Grid>) -> Reason {
    match outcome.verdict() {
        Verdict::Unsolvable => match clues().and_then(|clues| clues.conflict()) {
            Some((house, digit)) => Reason::Contradictory { house, digit },
            None => Reason::Unsolvable,
        },
        Verdict::Multiple => Reason::Multiple,
        Verdict::NodeLimit => Reason::NodeLimit { nodes: outcome.nodes },
        _ => Reason::Interrupted,
    }
}
