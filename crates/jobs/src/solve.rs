//! Solving: one solution for every puzzle, or dots; or all solutions.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    count::counted,
    grid_walk::{GridRecord, GridRows, RowsWorker, write_row_ahead},
    options::{SearchOptions, limit},
    rules::{excludes, needs, within},
    runner::Runner,
    solve_stage::{SolveStage, reason},
    summary::JobEngine,
};
use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{Engine, EngineChoice, EngineKind, Sorted, build_engine, grid::Grid};
use batchdoku_format::{AnswerShape, Column, ColumnKind, Field, Format, FormatError, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkReport, ChunkWorker, Error, Output};

/// Solves puzzles: writes an answer for every record, in order. The answer for a record without a solution, or that is
/// not a puzzle, is 81 dots.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::{Command, Solve};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, solutions] = ["puzzles.txt", "solutions.txt"].map(|name| folder.path().join(name));
/// # std::fs::copy("data/examples.txt", &puzzles)?;
/// let summary = Solve { unique: true, ..Solve::default() }.run(&puzzles, &solutions)?;
/// assert_eq!(summary.counts.done, summary.counts.puzzles);
/// # assert_eq!(std::fs::read(solutions)?, std::fs::read("data/examples.sol")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct Solve {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Require a unique solution
    #[cfg_attr(feature = "clap", arg(long))]
    pub unique: bool,

    /// Write every solution of every puzzle
    #[cfg_attr(feature = "clap", arg(long))]
    pub all: bool,

    /// With --all: in lexicographic order
    ///
    /// The search then branches on the cells in row order, so --engine cannot be given.
    #[cfg_attr(feature = "clap", arg(long))]
    pub sorted: bool,

    /// With --all: at most N of each puzzle [default: all]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(default_value_t = 0, hide_default_value = true))]
    pub limit: u64,

    /// With --all --limit: one record for each puzzle, with the list of its solutions
    ///
    /// N is at most 1,000,000. The columns are 'solutions', a list in JSON, and 'count', which ends in + where the search
    /// ended first, at N solutions or at --max-nodes: then there may be more.
    /// If neither --to nor the name of the output selects a format, records are JSON lines.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub as_list: bool,

    /// The search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchOptions,
}

impl Command for Solve {
    command!("solve");

    fn check(&self) -> Result<(), Error> {
        let all = ("all", self.all);
        let sorted = ("sorted", self.sorted);
        excludes(
            ("unique", self.unique),
            all,
            None,
            "a puzzle with several solutions has several answers",
        )?;
        needs(sorted, all, "one solution has no order")?;
        let limit = ("limit", self.limit > 0);
        needs(limit, all, "otherwise one solution is written")?;
        let as_list = ("as_list", self.as_list);
        needs(as_list, all, "one solution is no list")?;
        needs(as_list, limit, "a list is in memory, and some puzzles have billions of solutions")?;
        let listed = self.as_list.then(|| i64::try_from(self.limit).unwrap_or(i64::MAX));
        within("limit", listed, 1..=LONGEST_LIST)?;
        let engine = self.search.engine;
        let is_chosen = engine.engine != EngineKind::Auto;
        excludes(sorted, ("engine", is_chosen), None, "the search is one in row order")?;
        excludes(sorted, ("simd", engine.simd.is_some()), None, "the search uses no vectors")?;
        engine.check()
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let Self { options, search, .. } = self;
        let mut runner = Runner::new(self, inputs, vec![output], "solved")?.pencilmarks();
        if self.all {
            let engine = (!self.sorted).then(|| search.engine());
            let named = engine.map_or(JobEngine::Sorted, JobEngine::from);
            let limits = search.limits(limit(self.limit), options);
            let job = EnumerateJob { engine, limits, as_list: self.as_list };
            let shape = match self.as_list {
                true => AnswerShape::one_row(&LIST),
                false => AnswerShape::any_rows(&[Column::SOLUTION]),
            };
            if self.as_list {
                let output = &mut runner.spec.output;
                match output.format() {
                    Ok(None) => output.to = Some(Format::Jsonl),
                    Ok(Some(format)) if !format.has_names() => {
                        let what = "it has no place for a list".into();
                        let source = FormatError::Columns { format, what };
                        return Err(Error::Format { name: output.answers[0].name(), source });
                    }
                    // Other faults are found when the files are opened.
                    _ => {}
                }
            }
            return runner.engine(named).run(&shape, &job);
        }
        let limits = search.limits(if self.unique { 2 } else { 1 }, options);
        let job = SolveJob { engine: search.engine(), limits };
        runner.engine(search.engine()).run(&AnswerShape::one_row(&[Column::SOLUTION]), &job)
    }
}

/// Finds a solution of each puzzle in chunks.
struct SolveJob<'a> {
    engine: EngineChoice,
    limits: Limits<'a>,
}

impl ChunkJob for SolveJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(SolveStage::new(self.engine, self.limits))
    }
}

/// The maximum number of solutions in a list; that many take 84 MB.
const LONGEST_LIST: i64 = 1_000_000;

/// The columns of lists of solutions.
const LIST: [Column<'_>; 2] =
    [Column::named("solutions", ColumnKind::Json), Column::named("count", ColumnKind::Count)];

/// Writes all solutions of puzzles: each as soon as it is found, or as one list per puzzle.
struct EnumerateJob<'a> {
    /// The engine; `None` for the search that finds solutions in lexicographic order.
    engine: Option<EngineChoice>,
    limits: Limits<'a>,
    as_list: bool,
}

impl ChunkJob for EnumerateJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let engine = self.engine.map_or_else(|| Box::new(Sorted) as _, build_engine);
        let solutions = Solutions { engine, limits: self.limits };
        match self.as_list {
            true => {
                Box::new(RowsWorker::new(SolutionList { solutions, list: Vec::new() }, LIST.len()))
            }
            false => Box::new(RowsWorker::new(solutions, 1)),
        }
    }
}

/// Writes all solutions of each puzzle, with a row for each.
struct Solutions<'j> {
    engine: Box<dyn Engine>,
    limits: Limits<'j>,
}

impl Solutions<'_> {
    /// Calls `found` with each solution of a record's grid.
    ///
    /// # Errors
    /// If a solution is wrong, or `found` fails.
    fn search(
        &mut self,
        record: RecordRef<'_>,
        grid: &Grid,
        mut found: impl FnMut(&Grid) -> Result<(), Error>,
    ) -> Result<Outcome, Error> {
        let Self { engine, limits } = self;
        let name = engine.name();
        let mut written = Ok(());
        let marks = record.pencilmarks();
        let mut write = |solution: &Grid, is_right: bool| {
            written = if is_right {
                found(solution)
            } else {
                let text = record.puzzle().unwrap_or_default();
                let puzzle = String::from_utf8_lossy(text).into_owned();
                Err(Error::Unsound { engine: name, puzzle })
            };
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = match &marks {
            Some(marks) => engine.search_pencilmarks(marks, limits, &mut |solution| {
                write(solution, marks.is_solved_by(solution))
            }),
            None => engine.search(grid, limits, &mut |solution| {
                write(solution, solution.is_solution_of(grid))
            }),
        };
        written.map(|()| outcome)
    }
}

/// Counts a record as done, or rejects it.
fn report(record: RecordRef<'_>, grid: &Grid, outcome: &Outcome, report: &mut ChunkReport) {
    let counts = &mut report.counts;
    counts.solutions += outcome.solutions;
    counts.nodes += outcome.nodes;
    counts.without_guessing += u64::from(outcome.nodes == 0);
    counts.complete += u64::from(record.pencilmarks().is_none() && grid.clues() == 81);
    match outcome.verdict() {
        Verdict::Solved | Verdict::Multiple => counts.done += 1,
        _ => report.reject(record, reason(outcome, || Some(*grid))),
    }
}

impl GridRows for Solutions<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let outcome = self.search(record, grid, |solution| {
            write_row_ahead(record, &[Field::Text(&solution.to_text())], output)
        })?;
        if outcome.solutions == 0 {
            output.formatter.row(record, &[Field::Missing], &mut output.out[0]);
        }
        report(record, grid, &outcome, &mut output.report);
        Ok(())
    }
}

/// Writes all solutions of each puzzle as a list in one row.
struct SolutionList<'j> {
    solutions: Solutions<'j>,
    /// The list of the last puzzle, as JSON.
    list: Vec<u8>,
}

impl GridRows for SolutionList<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { solutions, list } = self;
        list.clear();
        list.push(b'[');
        let outcome = solutions.search(record, grid, |solution| {
            list.extend_from_slice(if list.len() > 1 { b",\"" } else { b"\"" });
            list.extend_from_slice(&solution.to_text());
            list.push(b'"');
            Ok(())
        })?;
        list.push(b']');
        write_row_ahead(record, &[Field::Text(list), counted(&outcome).into()], output)?;
        report(record, grid, &outcome, &mut output.report);
        Ok(())
    }
}
