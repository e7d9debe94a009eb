//! The stage that all commands with a search share: it reads the records of a chunk, lays out their answers, searches
//! the puzzles, and reports those that it rejects. The search leaves a verdict of one byte for each puzzle; the reasons
//! are worked out afterwards, if they are needed.

use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    EngineChoice,
    batch::{Keep, Places, Stage, Tally, Unsound},
    grid::Grid,
};
use batchdoku_format::{Answers, LaidOutRows, NO_GRID, Records, Row, no_grid};
use batchdoku_pipeline::{
    ChunkOutput, ChunkRef, ChunkReport, ChunkWorker, DiagnosticKind, Error, JobCounts, Reason,
};

/// A stage with the buffers for one chunk.
pub(super) struct SolveStage<'a> {
    stage: Stage,
    limits: Limits<'a>,
    pub(super) records: Records,
    /// The outcome of every puzzle of the chunk.
    pub(super) outcomes: Vec<Outcome>,
    /// A row of 81 bytes for every record that is not a comment: its first solution, or dots.
    pub(super) answers: Answers,
    /// For each puzzle, the offset of its solution in the output.
    slots: Vec<usize>,
}

/// The place that the solutions of a chunk are written to.
enum SolutionTarget<'o> {
    /// The slots in rows that have been laid out; only solutions of solved puzzles are kept.
    Rows(&'o mut [u8]),
    /// The answers.
    Answers(Keep),
    /// None: the solutions are dropped.
    Nowhere,
}

impl<'a> SolveStage<'a> {
    /// Creates the stage of a worker that searches with `engine`, within `limits`.
    pub(super) fn new(engine: EngineChoice, limits: Limits<'a>) -> Self {
        let records = Records::default();
        let answers = Answers::default();
        let outcomes = Vec::new();
        let slots = Vec::new();
        Self { stage: Stage::new(engine), limits, records, outcomes, answers, slots }
    }

    /// Reads a chunk, searches its puzzles, and reports those whose verdicts `accepts` does not accept. With
    /// `keeps_solutions`, the answers then have the solutions, whatever the verdicts; otherwise solutions are dropped.
    pub(super) fn answer(
        &mut self,
        chunk: &ChunkRef<'_>,
        keeps_solutions: bool,
        accepts: impl Fn(Verdict) -> bool,
        report: &mut ChunkReport,
    ) -> Result<(), Error> {
        let tally = self.find_outcomes(chunk, keeps_solutions)?;
        count(&mut report.counts, &tally, &accepts);
        self.report(chunk, accepts, report);
        Ok(())
    }

    /// Reads a chunk and searches its puzzles as [`answer`](Self::answer) does, but reports nothing. Returns the counts
    /// of the outcomes.
    pub(super) fn find_outcomes(
        &mut self,
        chunk: &ChunkRef<'_>,
        keeps_solutions: bool,
    ) -> Result<Tally, Error> {
        self.records.read(chunk.parser, chunk.bytes);
        let to = if keeps_solutions {
            self.prepare_answers(chunk);
            SolutionTarget::Answers(Keep::Found)
        } else {
            SolutionTarget::Nowhere
        };
        self.search(chunk, to)
    }

    /// Returns the solution of a puzzle that has only one, or the verdict if it does not. Solutions must have been
    /// kept, and the limits must allow two solutions.
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

    /// Searches the puzzles of the records. Returns the counts of the outcomes.
    fn search(&mut self, chunk: &ChunkRef<'_>, to: SolutionTarget<'_>) -> Result<Tally, Error> {
        let Self { stage, limits, records, outcomes, answers, slots } = self;
        outcomes.clear();
        outcomes.resize(records.puzzles.len(), Outcome::default());
        let form = records.form;
        let fill = no_grid(form)[0];
        let places = match to {
            SolutionTarget::Rows(output) => {
                Some(Places { output, slots, form, fill, keep: Keep::Only })
            }
            SolutionTarget::Answers(keep) => {
                Some(Places { output: &mut answers.text, slots, form, fill, keep })
            }
            SolutionTarget::Nowhere => None,
        };
        stage.search(records.stage_rows(chunk.bytes), places, outcomes, limits).map_err(|unsound| {
            let Unsound { engine, index } = unsound;
            let text = &records.text(chunk.bytes)[records.puzzles[index]..][..form.length()];
            Error::Unsound { engine, puzzle: form.text(text) }
        })
    }

    /// Returns the number of puzzles without an empty cell. Most puzzles have an empty cell near the start, so this is
    /// fast.
    fn complete_puzzles(&self, chunk: &[u8]) -> u64 {
        let Some(one) = self.records.form.digit_of_cells() else { return 0 };
        let text = self.records.text(chunk);
        let is_digit = |cell: u8| cell.wrapping_sub(one) < 9;
        // Test the first two cells apart, because the loop costs more than they do.
        let is_filled = |&&at: &&usize| {
            is_digit(text[at])
                && is_digit(text[at + 1])
                && text[at..at + 81].iter().all(|&it| is_digit(it))
        };
        self.records.puzzles.iter().filter(is_filled).count() as u64
    }

    /// Counts the records, and lists malformed records and puzzles with verdicts that are not accepted, if the lists
    /// are needed. The verdicts have already been counted.
    fn report(
        &self,
        chunk: &ChunkRef<'_>,
        accepts: impl Fn(Verdict) -> bool,
        report: &mut ChunkReport,
    ) {
        report.lines += u64::from(self.records.lines);
        report.counts.puzzles += self.records.row_count() as u64;
        report.counts.malformed += self.records.errors.len() as u64;
        report.counts.complete += self.complete_puzzles(chunk.bytes);
        if report.counts.all_done() || !report.problems.lists_any() {
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
                            report.list(record, reason(outcome, || record.puzzle_grid()));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Reads a chunk and writes all answers: the solution of each solved puzzle, dots for the others.
impl ChunkWorker for SolveStage<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let ChunkOutput { out, formatter, report, .. } = output;
        let out = &mut out[0];
        let formatter = *formatter;
        self.records.takes_numbers = formatter.takes_numbers();
        self.records.read(chunk.parser, chunk.bytes);
        self.slots.clear();
        let start = out.len();
        let rows = &mut LaidOutRows { out, slots: &mut self.slots };
        let tally = if formatter.lay_out(&self.records, chunk.bytes, rows) {
            let tally = self.search(chunk, SolutionTarget::Rows(out))?;
            formatter.complete(&self.records, &mut out[start..]);
            tally
        } else {
            self.prepare_answers(chunk);
            let tally = self.search(chunk, SolutionTarget::Answers(Keep::Only))?;
            for (outcome, slot) in self.outcomes.iter().zip(&self.slots) {
                if !is_solved(outcome.verdict()) {
                    self.answers.drop_grid(slot / 81);
                }
            }
            formatter.chunk(chunk.bytes, &self.records, &self.answers, out);
            tally
        };
        count(&mut report.counts, &tally, is_solved);
        self.report(chunk, is_solved, report);
        Ok(())
    }
}

/// Returns the kind of diagnostic that counts a verdict. The reason may have a more precise kind.
fn kind(verdict: Verdict) -> DiagnosticKind {
    match verdict {
        Verdict::Unsolvable => DiagnosticKind::Unsolvable,
        Verdict::Multiple => DiagnosticKind::Multiple,
        Verdict::NodeLimit => DiagnosticKind::NodeLimit,
        Verdict::Malformed => DiagnosticKind::BadRecord,
        _ => DiagnosticKind::Interrupted,
    }
}

/// Accepts a puzzle with a solution, if the search found no other fault that it looked for.
pub(super) fn is_solved(verdict: Verdict) -> bool {
    verdict == Verdict::Solved
}

/// Adds the outcomes of puzzles to the counts: as solved if the verdict is accepted, otherwise by kind.
fn count(counts: &mut JobCounts, tally: &Tally, accepts: impl Fn(Verdict) -> bool) {
    counts.solutions += tally.solutions;
    counts.nodes += tally.nodes;
    counts.without_guessing += tally.without_guessing;
    for (verdict, puzzles) in tally.verdicts() {
        if accepts(verdict) {
            counts.done += puzzles;
        } else {
            counts.add(kind(verdict), puzzles);
        }
    }
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
