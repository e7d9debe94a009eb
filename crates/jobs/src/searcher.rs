//! An engine with the buffers for one chunk: reads the records, searches them all, reports those with
//! diagnostics.

use std::mem;

use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_engine::{
    Engine, PuzzleBatch,
    grid::{Grid, GridError, PENCILMARKS},
};
use batchdoku_format::{Answers, NO_GRID, RecordError, RecordRef, Records, Row, Writer, no_grid};
use batchdoku_pipeline::{ChunkRef, ChunkReport, Diagnostic, DiagnosticKind, Error};

/// Searches the puzzles of a chunk.
pub(super) struct Searcher {
    pub engine: Box<dyn Engine>,
    /// The records of the chunk.
    pub(super) records: Records,
    /// A row of 81 bytes for every record but comments: its first solution, or dots.
    pub(super) answers: Answers,
    /// One for every puzzle of the records.
    pub outcomes: Vec<Outcome>,
    /// Where the solution of each puzzle is written.
    slots: Vec<usize>,
    /// Whether the cells of a puzzle of the chunk were not where they seemed to be.
    has_moved: bool,
}

impl Searcher {
    pub(crate) fn new(engine: Box<dyn Engine>) -> Self {
        Self {
            engine,
            records: Records::default(),
            answers: Answers::default(),
            outcomes: Vec::new(),
            slots: Vec::new(),
            has_moved: false,
        }
    }

    /// Reads the records of a chunk.
    pub(super) fn read(&mut self, piece: &ChunkRef<'_>) {
        self.records.read(piece.reader, piece.bytes);
    }

    /// Reads a chunk and searches its puzzles; their solutions are then in the answers.
    pub(super) fn search(
        &mut self,
        piece: &ChunkRef<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), Error> {
        self.read(piece);
        self.search_answers(piece, limits)
    }

    /// Reads a chunk and searches its puzzles; their solutions are lost.
    pub(crate) fn count(&mut self, piece: &ChunkRef<'_>, limits: &Limits<'_>) -> Result<(), Error> {
        self.read(piece);
        self.slots.clear();
        self.slots.resize(self.records.puzzles.len(), 0);
        self.search_into(piece, limits, &mut [0; 81])
    }

    /// Reads a chunk, searches its puzzles and writes all answers to `out`, with dots in place of
    /// solutions whose outcome is `unwanted`.
    pub(super) fn solve(
        &mut self,
        piece: &ChunkRef<'_>,
        limits: &Limits<'_>,
        writer: &dyn Writer,
        unwanted: impl Fn(&Outcome) -> bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.records.takes_numbers = writer.takes_numbers();
        self.read(piece);
        self.slots.clear();
        let start = out.len();
        if writer.lay_out(&self.records, piece.bytes, out, &mut self.slots) {
            self.search_into(piece, limits, out)?;
            if mem::take(&mut self.has_moved) {
                self.lay_out_again(piece, writer, out, start);
            }
            self.blank(unwanted, out);
            writer.complete(&self.records, &mut out[start..]);
        } else {
            self.search_answers(piece, limits)?;
            let mut text = mem::take(&mut self.answers.text);
            self.blank(unwanted, &mut text);
            self.answers.text = text;
            writer.chunk(piece.bytes, &self.records, &self.answers, out);
        }
        Ok(())
    }

    /// Writes rows again whose puzzles were not where they seemed to be, with the solutions found.
    fn lay_out_again(
        &mut self,
        piece: &ChunkRef<'_>,
        writer: &dyn Writer,
        out: &mut Vec<u8>,
        start: usize,
    ) {
        let (solved, places) = (out.clone(), mem::take(&mut self.slots));
        out.truncate(start);
        writer.lay_out(&self.records, piece.bytes, out, &mut self.slots);
        for (&from, &to) in places.iter().zip(&self.slots) {
            out[to..to + 81].copy_from_slice(&solved[from..from + 81]);
        }
    }

    /// Searches the puzzles of the records; their solutions are then in the answers.
    fn search_answers(&mut self, piece: &ChunkRef<'_>, limits: &Limits<'_>) -> Result<(), Error> {
        let Self { records, answers, slots, .. } = self;
        answers.grids(records.row_count(), NO_GRID[0]);
        slots.clear();
        if records.errors.is_empty() {
            slots.extend((0..records.puzzles.len()).map(|row| row * 81));
        } else {
            slots.extend(records.rows(piece.bytes).filter_map(|row| match row {
                Row::Puzzle { row, .. } => Some(row * 81),
                Row::Passthrough(_) | Row::Malformed { .. } => None,
            }));
        }
        let mut text = mem::take(&mut self.answers.text);
        let result = self.search_into(piece, limits, &mut text);
        self.answers.text = text;
        result
    }

    /// Searches the puzzles of the records and writes their solutions to their slots in `output`.
    fn search_into(
        &mut self,
        piece: &ChunkRef<'_>,
        limits: &Limits<'_>,
        output: &mut [u8],
    ) -> Result<(), Error> {
        let Self { engine, records, outcomes, slots, .. } = self;
        let puzzles = records.puzzles.len();
        outcomes.clear();
        outcomes.resize(puzzles, Outcome::default());
        engine.solve_batch(
            PuzzleBatch {
                input: records.text(piece.bytes),
                puzzles: &records.puzzles,
                form: records.form,
                output,
                solutions: slots,
                outcomes,
            },
            limits,
        );
        for puzzle in 0..puzzles {
            match self.outcomes[puzzle].end {
                StopReason::Malformed => self.search_again(piece, puzzle, limits, output),
                StopReason::EngineBug => {
                    let at = self.records.puzzles[puzzle];
                    let form = self.records.form;
                    let puzzle = &self.records.text(piece.bytes)[at..at + form.length()];
                    return Err(Error::Unsound {
                        engine: self.engine.name(),
                        puzzle: form.text(puzzle),
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Searches a puzzle whose cells were not where they seemed to be, if they are elsewhere.
    fn search_again(
        &mut self,
        piece: &ChunkRef<'_>,
        puzzle: usize,
        limits: &Limits<'_>,
        output: &mut [u8],
    ) {
        let Some(index) = self.records.puzzle_positions().nth(puzzle) else { return };
        let record = self.records.record(piece.bytes, index);
        let Ok(place) = piece.reader.reparse(record) else { return };
        self.has_moved = true;
        self.records.move_puzzle((puzzle, index), place);
        self.engine.solve_batch(
            PuzzleBatch {
                input: self.records.text(piece.bytes),
                puzzles: &[place.at as usize],
                form: self.records.form,
                output,
                solutions: &self.slots[puzzle..=puzzle],
                outcomes: &mut self.outcomes[puzzle..=puzzle],
            },
            limits,
        );
    }

    /// Counts the outcomes, and says what was wrong with the rows whose verdict is not `Ok`.
    pub(super) fn report(
        &self,
        piece: &ChunkRef<'_>,
        verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
        report: &mut ChunkReport,
    ) {
        let counts = &mut report.counts;
        counts.puzzles += self.records.row_count() as u64;
        report.lines += u64::from(self.records.lines);
        let mut solved = 0;
        for outcome in &self.outcomes {
            solved += u64::from(verdict(outcome).is_ok());
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.without_guessing += u64::from(outcome.nodes == 0);
        }
        counts.solved += solved;
        if solved == self.records.row_count() as u64 {
            return;
        }
        for row in self.records.rows(piece.bytes) {
            match row {
                Row::Passthrough(_) => {}
                Row::Malformed { record, error, .. } => reject(report, record, malformed(error)),
                Row::Puzzle { record, puzzle, .. } => {
                    let outcome = &self.outcomes[puzzle];
                    let Err(kind) = verdict(outcome) else { continue };
                    let rejection = match (outcome.end, record.grid(piece.reader)) {
                        (StopReason::Malformed, Err(error)) => malformed(&error.into()),
                        _ => explain(kind, outcome, record.clues()),
                    };
                    reject(report, record, rejection);
                }
            }
        }
    }

    /// Puts dots in place of the solutions whose outcome is not wanted.
    fn blank(&self, unwanted: impl Fn(&Outcome) -> bool, output: &mut [u8]) {
        for (outcome, &slot) in self.outcomes.iter().zip(&self.slots) {
            if unwanted(outcome) {
                output[slot..slot + 81].copy_from_slice(no_grid(self.records.form));
            }
        }
    }
}

/// Why a record is rejected: the kind and the words.
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
