//! Solving: one solution for every puzzle, or dots.

use std::sync::Arc;

use rayon::prelude::*;

use super::searcher::Searcher;
use crate::pipeline::{
    ChunkOutput, ChunkProcessor, ChunkRef, Diagnostic, DiagnosticKind, Error, JobCounts,
};
use crate::{
    Engine, Limits, Outcome, StopReason,
    engine::EngineChoice,
    format::{self, Format, ReadOptions, WriteOptions, Writer},
};

/// How puzzles are solved.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions<'a> {
    /// Whether a puzzle with several solutions counts as not solved.
    pub unique: bool,
    /// When to give a puzzle up; `solutions` is set from `unique`.
    pub limits: Limits<'a>,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self { unique: false, limits: Limits::solutions(1) }
    }
}

/// Solves chunks: each row's answer is one field, the solution or 81 dots.
pub struct SolveWorker<'a> {
    searcher: Searcher,
    options: SolveOptions<'a>,
    writer: Arc<dyn Writer>,
}

impl<'a> SolveWorker<'a> {
    /// A worker with an engine of its own.
    pub fn new(
        engine: Box<dyn Engine>,
        options: SolveOptions<'a>,
        writer: Arc<dyn Writer>,
    ) -> Self {
        let mut options = options;
        options.limits.solutions = if options.unique { 2 } else { 1 };
        Self { searcher: Searcher::new(engine), options, writer }
    }
}

impl ChunkProcessor for SolveWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let unique = self.options.unique;
        let searcher = &mut self.searcher;
        searcher.search(piece, &self.options.limits)?;
        searcher.report(
            piece,
            |outcome| match (outcome.end, outcome.solutions) {
                (StopReason::Complete | StopReason::SolutionLimit, 1) => Ok(()),
                (StopReason::Complete, 0) => Err(DiagnosticKind::NoSolution),
                (StopReason::Complete | StopReason::SolutionLimit, _) => {
                    Err(DiagnosticKind::Multiple)
                }
                (StopReason::NodeLimit, _) => Err(DiagnosticKind::Budget),
                _ => Err(DiagnosticKind::Interrupted),
            },
            &mut emit.report,
        );
        if unique && emit.report.counts.solved < emit.report.counts.puzzles {
            let is_unique =
                |found: &Outcome| found.end == StopReason::Complete && found.solutions == 1;
            searcher.blank(|outcome| !is_unique(outcome));
        }
        self.writer.chunk(piece.bytes, &searcher.records, &searcher.answers, &mut emit.out[0]);
        Ok(())
    }
}

/// What [`solve_lines`] returns.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The output: a line for every line of the input.
    pub output: Vec<u8>,
    /// What was wrong, by line.
    pub problems: Vec<Diagnostic>,
    /// Counts.
    pub counts: JobCounts,
}

/// Solves all puzzles of a text of lines, one a line, on the threads of the current rayon pool.
///
/// ```
/// let text = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107\n\
///     \n\
///     1234\n";
/// let solved = batchdoku::jobs::solve_lines(text, Default::default(), Default::default())?;
/// let lines: Vec<_> = solved.output.split(|&byte| byte == b'\n').collect();
/// assert_eq!(lines[0], b"143628579572139468986754231391542786468917352725863914237481695619275843854396127");
/// assert_eq!(lines[1], b"", "comments and blank lines stay");
/// assert_eq!(lines[2], [b'.'; 81]);
/// assert_eq!(solved.problems[0].to_string(), "line 3: too short: expected 81 cells, got 4");
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
///
/// # Errors
/// If the text is not one of lines (UTF-16, say), or the job is stopped.
pub fn solve_lines(
    text: &[u8],
    engine: EngineChoice,
    options: SolveOptions<'_>,
) -> Result<Solved, Error> {
    const PIECE: usize = 128 << 10;
    let in_memory = |source| Error::Format { name: "the text".into(), source };
    let lines = ReadOptions { format: Some(Format::Line), ..ReadOptions::default() };
    let opened = format::open(text, &lines).map_err(in_memory)?;
    let write = WriteOptions { announced: opened.announced, ..WriteOptions::default() };
    let writer: Arc<dyn Writer> = format::writer(&["solution"], &write).map_err(in_memory)?.into();
    let reader = &*opened.reader;
    let mut rest = &text[opened.skip..];
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let cut = crate::pipeline::cut_near(reader, rest, PIECE)
            .map_err(|source| Error::Read { name: "the text".into(), source })?;
        let offset = (text.len() - rest.len()) as u64;
        pieces.push(ChunkRef { bytes: &rest[..cut.length], reader, input: 0, offset });
        rest = &rest[cut.length + cut.skipped..];
    }
    let parts: Vec<_> = pieces
        .par_iter()
        .map_init(
            || SolveWorker::new(engine.build(), options, Arc::clone(&writer)),
            |worker, piece| {
                let mut emit = ChunkOutput::alone();
                worker.process(piece, &mut emit).map(|()| (emit.out.swap_remove(0), emit.report))
            },
        )
        .collect::<Result<_, _>>()?;
    let mut solved = Solved::default();
    writer.start(&mut solved.output);
    let mut line = opened.lines + 1;
    for (output, report) in parts {
        solved.output.extend(output);
        solved.problems.extend(report.problems.into_iter().map(|problem| problem.moved(0, line)));
        solved.counts += report.counts;
        line += report.lines;
    }
    Ok(solved)
}
