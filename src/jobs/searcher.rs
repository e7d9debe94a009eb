//! An engine with the buffers for one chunk: read the records, search them all, say what was wrong.

use crate::pipeline::{ChunkRef, ChunkReport, Diagnostic, DiagnosticKind, Error};
use crate::{
    Engine, Grid, GridError, Limits, Outcome, PuzzleBatch, StopReason,
    format::{Answers, RecordError, RecordKind, Records},
};

/// What stands for an answer that there is none to.
const NO_CELL: u8 = b'.';
/// A whole grid of it.
pub(super) const NO_SOLUTION: [u8; 81] = [NO_CELL; 81];

/// Searches the puzzles of a chunk.
pub(crate) struct Searcher {
    pub(crate) engine: Box<dyn Engine>,
    /// The records of the chunk.
    pub(crate) records: Records,
    /// A row of 81 bytes for every record but comments: its first solution, or dots.
    pub(crate) answers: Answers,
    /// One for every puzzle of the records.
    pub(crate) outcomes: Vec<Outcome>,
    places: Vec<u32>,
}

impl Searcher {
    pub(crate) fn new(engine: Box<dyn Engine>) -> Self {
        Self {
            engine,
            records: Records::default(),
            answers: Answers::default(),
            outcomes: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Reads the records of a chunk.
    pub(crate) fn read(&mut self, piece: &ChunkRef<'_>) {
        self.records.clear();
        piece.reader.read(piece.bytes, &mut self.records);
    }

    /// Reads a chunk and searches its puzzles.
    pub(crate) fn search(
        &mut self,
        piece: &ChunkRef<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), Error> {
        self.read(piece);
        let Self { engine, records, answers, outcomes, places } = self;
        let puzzles = records.puzzles.len();
        answers.grids(records.rows(), NO_CELL);
        outcomes.clear();
        outcomes.resize(puzzles, Outcome::default());
        places.clear();
        if records.faults.is_empty() {
            places.extend((0..puzzles as u32).map(|row| row * 81));
        } else {
            places.extend(records.puzzle_rows().map(|row| row * 81));
        }
        engine.solve_batch(
            PuzzleBatch {
                input: records.text(piece.bytes),
                puzzles: &records.puzzles,
                output: &mut answers.text,
                solutions: places,
                outcomes,
            },
            limits,
        );
        for puzzle in 0..puzzles {
            match self.outcomes[puzzle].end {
                StopReason::Malformed => self.search_again(piece, puzzle, limits),
                StopReason::EngineBug => {
                    let at = self.records.puzzles[puzzle] as usize;
                    let text = &self.records.text(piece.bytes)[at..at + 81];
                    return Err(Error::Unsound {
                        engine: self.engine.name(),
                        puzzle: String::from_utf8_lossy(text).into_owned(),
                    });
                }
                StopReason::Complete
                | StopReason::SolutionLimit
                | StopReason::NodeLimit
                | StopReason::Stopped => {}
            }
        }
        Ok(())
    }

    /// Searches a puzzle whose cells were not where they seemed to be, if they are elsewhere.
    fn search_again(&mut self, piece: &ChunkRef<'_>, puzzle: usize, limits: &Limits<'_>) {
        let place = self.records.place_of_puzzle(puzzle);
        let record = self.records.list[place];
        let Ok(at) = piece.reader.reparse(piece.bytes, &self.records, &record) else { return };
        self.records.puzzles[puzzle] = at;
        self.records.list[place].kind = RecordKind::Puzzle { at };
        self.engine.solve_batch(
            PuzzleBatch {
                input: self.records.text(piece.bytes),
                puzzles: &[at],
                output: &mut self.answers.text,
                solutions: &self.places[puzzle..=puzzle],
                outcomes: &mut self.outcomes[puzzle..=puzzle],
            },
            limits,
        );
    }

    /// Counts the outcomes, and says what was wrong with the rows whose verdict is not `Ok`.
    pub(crate) fn report(
        &self,
        piece: &ChunkRef<'_>,
        verdict: impl Fn(&Outcome) -> Result<(), DiagnosticKind>,
        report: &mut ChunkReport,
    ) {
        let counts = &mut report.counts;
        counts.puzzles += self.records.rows() as u64;
        report.lines += u64::from(self.records.lines);
        let mut solved = 0;
        for outcome in &self.outcomes {
            solved += u64::from(verdict(outcome).is_ok());
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.unbranched += u64::from(outcome.nodes == 0);
        }
        counts.solved += solved;
        if solved == self.records.rows() as u64 {
            return;
        }
        let mut outcomes = self.outcomes.iter();
        for record in &self.records.list {
            let (kind, detail) = match record.kind {
                RecordKind::Passthrough => continue,
                RecordKind::Bad { fault } => malformed(&self.records.faults[fault as usize]),
                RecordKind::Puzzle { at } => {
                    let outcome = outcomes.next().expect("one for every puzzle");
                    let Err(kind) = verdict(outcome) else { continue };
                    if outcome.end == StopReason::Malformed {
                        let again = piece.reader.reparse(piece.bytes, &self.records, record);
                        malformed(&RecordError::Grid(again.expect_err("it was no grid before")))
                    } else {
                        let text = self.records.text(piece.bytes);
                        let puzzle = &text[at as usize..at as usize + 81];
                        explain(kind, outcome, puzzle)
                    }
                }
            };
            report.counts.count(kind);
            report.problems.push(Diagnostic::new(
                record.line,
                kind,
                detail,
                record.bytes(piece.bytes),
            ));
        }
    }

    /// Puts dots in place of the solutions whose outcome is not wanted.
    pub(crate) fn blank(&mut self, unwanted: impl Fn(&Outcome) -> bool) {
        for (outcome, &place) in self.outcomes.iter().zip(&self.places) {
            if unwanted(outcome) {
                self.answers.text[place as usize..place as usize + 81]
                    .copy_from_slice(&NO_SOLUTION);
            }
        }
    }
}

/// The kind and the words for a record that is no puzzle.
pub(super) fn malformed(fault: &RecordError) -> (DiagnosticKind, String) {
    match fault {
        RecordError::Grid(error) => {
            let kind = match error {
                GridError::TooShort(_) => DiagnosticKind::TooShort,
                GridError::TooLong(_) => DiagnosticKind::TooLong,
                _ => DiagnosticKind::BadCharacter,
            };
            (kind, error.to_string())
        }
        RecordError::Record(words) => (DiagnosticKind::BadRecord, words.clone()),
    }
}

/// The kind, made more exact, and the words for a puzzle with an unwanted outcome.
pub(super) fn explain(
    kind: DiagnosticKind,
    outcome: &Outcome,
    puzzle: &[u8],
) -> (DiagnosticKind, String) {
    match kind {
        DiagnosticKind::NoSolution => {
            match Grid::parse(puzzle).ok().and_then(|grid| grid.conflict()) {
                Some(conflict) => (DiagnosticKind::Contradictory, conflict.to_string()),
                None => (kind, "the puzzle has no solution".into()),
            }
        }
        DiagnosticKind::Multiple => (kind, "the puzzle has more than one solution".into()),
        DiagnosticKind::Budget => (kind, format!("given up after {} nodes", outcome.nodes)),
        _ => (kind, "stopped before the search was complete".into()),
    }
}
