//! `bench`: the speed of engines on sets of puzzles, in memory, including the parsing and formatting
//! of cells.
//!
//! ```text
//! set       the puzzles of an input, in memory
//! contest   the rounds of all engines on one set: warm-up, calibration, agreement
//! solver    other solvers, which take batches as engines do
//! figure    what the times of an engine say: best, median, spread, outliers
//! report    all figures, and where and when they were taken: table, Markdown, CSV, JSON
//! chart     a report as a bar chart
//! machine   the processor and the date
//! ```
//!
//! Each round runs all engines in turn, so that a machine whose speed drifts treats them alike. The
//! best round of each counts; median, slowest round and spread show how far to trust it. There are
//! no figures unless all engines find the same number of solutions for every puzzle.

#[cfg(feature = "plot")]
mod chart;
mod contest;
mod figure;
mod machine;
mod report;
mod set;
mod solver;
#[cfg(all(test, not(miri)))]
mod tests;

use std::{fmt, sync::Arc, time::Duration};

use contest::{Contest, Entrant, SolveBatch};
use set::{PuzzleSet, set_names};
use solver::Program;

use super::{
    Inputs,
    fault::{BenchError, OptionError, report_type},
};
use batchdoku_base::StopFlag;
use batchdoku_engine::{EngineChoice, EngineKind, build_engine, simd::SimdLevel};
use batchdoku_format::{FileType, Format};
use batchdoku_pipeline::{
    Compression, Error, JobObserver, Output, OutputFile, check_distinct, finish_all, start_threads,
};

pub use figure::BenchFigure;
pub use report::BenchReport;

/// Called with the number of rounds done, and of all.
type OnMeasured<'a> = dyn Fn(usize, usize) + 'a;

/// Measures engines on inputs of puzzles; each input is a set.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use std::time::Duration;
/// use batchdoku::{engine::EngineKind, jobs::Bench};
///
/// let bench = Bench::new().engine(EngineKind::Mrv).limits([1]).rounds(2).time(Duration::ZERO);
/// let report = bench.run("data/easy.txt")?;
/// assert_eq!(report.figures[0].engine, "mrv");
/// println!("{report}");
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[must_use]
pub struct Bench<'a> {
    entrants: Vec<Entrant<'a>>,
    /// The programs among them, which are tried on a puzzle before anything is measured.
    programs: Vec<Program>,
    failure: solver::Failure,
    /// The entrant with the speed 1; `None` for the first.
    reference: Option<String>,
    limits: Vec<u64>,
    rounds: u32,
    time: Duration,
    max_nodes: u64,
    threads: usize,
    smallest: usize,
    counts_lanes: bool,
    on_measured: Option<Arc<OnMeasured<'a>>>,
    stop: StopFlag,
    observer: Option<Arc<dyn JobObserver>>,
    /// The outputs, each with the types that it may have.
    outputs: Vec<(Output, &'static [FileType])>,
}

impl<'a> Bench<'a> {
    /// The fewest puzzles of a set that is measured, unless [another number](Self::smallest) is set:
    /// as many as the lane engine works on at a time.
    pub const SMALLEST: usize = 32;

    /// Creates a measurement without engines, with the limits 1 and 2, ten rounds of at most 0.2 seconds, and one
    /// thread.
    pub fn new() -> Self {
        Self {
            entrants: Vec::new(),
            programs: Vec::new(),
            reference: None,
            failure: solver::Failure::default(),
            limits: vec![1, 2],
            rounds: 10,
            time: Duration::from_millis(200),
            max_nodes: u64::MAX,
            threads: 1,
            smallest: Self::SMALLEST,
            counts_lanes: false,
            on_measured: None,
            observer: None,
            stop: StopFlag::new(),
            outputs: Vec::new(),
        }
    }

    /// Measures this engine: at every level that this CPU supports, or once if it uses no vectors.
    pub fn engine(mut self, kind: EngineKind) -> Self {
        let levels = SimdLevel::available();
        let mut choices: Vec<_> = levels.map(|level| EngineChoice { kind, level }).collect();
        choices.dedup_by_key(|choice| choice.to_string());
        for choice in choices {
            let build = Box::new(move || -> SolveBatch {
                let mut engine = build_engine(choice);
                Box::new(move |batch, limits| engine.solve_batch(batch, limits))
            });
            let name = choice.to_string();
            let engine = Some(choice);
            self.entrants.push(Entrant { name, build, engine, counts_solutions: true });
        }
        self
    }

    /// Measures another solver. `make` is called once per thread and round; what it returns gets the
    /// 81 bytes of a puzzle, the limit, and the place for its first solution, and says how many
    /// solutions it found.
    pub fn solver<S>(mut self, name: impl Into<String>, make: impl Fn() -> S + Sync + 'a) -> Self
    where
        S: FnMut(&[u8; 81], u64, &mut [u8; 81]) -> u64 + Send + 'static,
    {
        let build = Box::new(move || -> SolveBatch {
            let mut solve = make();
            Box::new(move |batch, limits| solver::solve_each(&mut solve, batch, limits))
        });
        let name = name.into();
        self.entrants.push(Entrant { name, build, engine: None, counts_solutions: true });
        self
    }

    /// Measures a program: a command for the shell, in which `{limit}` stands for the limit, 0 for all solutions. The
    /// program reads puzzles with dots for empty cells, line by line, and writes a line for each, with its solution if
    /// it has one. A program that writes more lines, or more than 4,096 bytes for a puzzle, is killed and the job fails.
    /// Each thread runs the program on its share, once in a pass; its start and the pipes take time too. In the report,
    /// the program has the name of its command.
    pub fn program(self, command: impl Into<String>) -> Self {
        let command = command.into();
        self.named_program(command.clone(), command)
    }

    /// Measures a program as [`program`](Self::program) does, under this name.
    pub fn named_program(mut self, name: impl Into<String>, command: impl Into<String>) -> Self {
        let name = name.into();
        let failure = Arc::clone(&self.failure);
        let program = Program { command: command.into(), failure };
        self.programs.push(program.clone());
        let build = Box::new(move || -> SolveBatch {
            let program = program.clone();
            Box::new(move |batch, limits| program.solve_batch(batch, limits))
        });
        self.entrants.push(Entrant { name, build, engine: None, counts_solutions: false });
        self
    }

    /// Sets the numbers of solutions at which a puzzle is done; 0 stands for all.
    pub fn limits(self, limits: impl Into<Vec<u64>>) -> Self {
        Self { limits: limits.into(), ..self }
    }

    /// Sets the number of rounds, after one to warm up.
    pub fn rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// Sets the time that an engine may take for a set in one round. All engines get as many of the first
    /// puzzles of the set as the slowest solves meanwhile, and a fast one gets them again until a quarter of
    /// the time is over.
    pub fn time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Gives up a puzzle after this many nodes.
    pub fn max_nodes(self, max_nodes: u64) -> Self {
        Self { max_nodes, ..self }
    }

    /// Sets the number of threads; 0 is one per core.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Leaves out sets with fewer puzzles: their times depend more on the clock than on the engine.
    pub fn smallest(self, smallest: usize) -> Self {
        Self { smallest, ..self }
    }

    /// Counts sweeps and events of the lanes too, in a pass that is not timed:
    /// [`BenchFigure::lanes`].
    pub fn count_lanes(self, count_lanes: bool) -> Self {
        Self { counts_lanes: count_lanes, ..self }
    }

    /// Ends soon after this flag is set, with the figures of the rounds that all engines have completed.
    pub fn stop(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Compares all speeds with that of the entrant of this name, in place of the first: an engine of this name at its
    /// best level, or a program.
    pub fn reference(mut self, name: impl Into<String>) -> Self {
        self.reference = Some(name.into());
        self
    }

    /// Returns the index of the entrant that the others are compared with.
    ///
    /// # Errors
    /// If no entrant has the name of the reference.
    fn reference_index(&self) -> Result<usize, Error> {
        let Some(reference) = &self.reference else { return Ok(0) };
        let names: Vec<&str> = self.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        // The levels of an engine follow each other, the best first: `lanes (avx2)`.
        let named = names.iter().position(|&name| {
            let engine = name.split(" (").next();
            name == reference || engine == Some(reference)
        });
        named.ok_or_else(|| {
            OptionError::NotMeasured {
                name: reference.clone(),
                measured: names.into_iter().map(str::to_owned).collect(),
            }
            .into()
        })
    }

    /// Lets `observer` know of an output that must be written in place.
    pub fn observer(mut self, observer: impl JobObserver + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Calls `on_measured` with how many of all rounds (of an engine on a set with a limit) are done.
    pub fn on_measured(mut self, on_measured: impl Fn(usize, usize) + 'a) -> Self {
        self.on_measured = Some(Arc::new(on_measured));
        self
    }

    /// Writes the report as tables for people.
    pub fn text(self, output: impl Into<Output>) -> Self {
        self.output(output, &[FileType::Text])
    }

    /// Writes the report as JSON.
    pub fn json(self, output: impl Into<Output>) -> Self {
        self.output(output, &[FileType::Json, FileType::Text])
    }

    /// Writes the report as CSV.
    pub fn csv(self, output: impl Into<Output>) -> Self {
        self.output(output, &[FileType::Records(Format::Csv), FileType::Text])
    }

    /// Writes the report as a Markdown table.
    pub fn markdown(self, output: impl Into<Output>) -> Self {
        self.output(output, &[FileType::Markdown, FileType::Text])
    }

    /// Draws the figures of the last limit as a bar chart: SVG or PNG, as the name of the output says.
    #[cfg(feature = "plot")]
    pub fn chart(self, output: impl Into<Output>) -> Self {
        self.output(output, &[FileType::Svg, FileType::Png])
    }

    fn output(mut self, output: impl Into<Output>, types: &'static [FileType]) -> Self {
        self.outputs.push((output.into(), types));
        self
    }

    /// Measures every engine on the first 4,194,304 puzzles of every input, with every limit, and writes
    /// what was asked for: all outputs appear together, and none if it was stopped.
    ///
    /// # Errors
    /// If an input cannot be read, no set is large enough, two engines disagree, one is wrong, or an
    /// output cannot be written. No output file is written then.
    pub fn run(&self, inputs: impl Into<Inputs>) -> Result<BenchReport, Error> {
        let reference = self.reference_index()?;
        let threads = start_threads(self.threads)?;
        let inputs = inputs.into().0;
        let observer = self.observer.as_deref().unwrap_or(&());
        // Opened before anything is measured, and named together.
        check_distinct(&inputs, self.outputs.iter().map(|(output, _)| output))?;
        let types = self.outputs.iter().map(|(output, types)| report_type(output, types));
        let types = types.collect::<Result<Vec<_>, _>>()?;
        let files = self
            .outputs
            .iter()
            .map(|(output, _)| OutputFile::open(output, Compression::default(), observer));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        let mut report = BenchReport::new(threads.count());
        let mut sets = Vec::new();
        for (name, input) in set_names(&inputs).into_iter().zip(inputs) {
            let set = PuzzleSet::read(name, input)?;
            if set.len() < self.smallest.max(1) {
                report.left_out.push((set.name.clone(), set.len()));
            } else {
                sets.push(set);
            }
        }
        if sets.is_empty() {
            let wanted = self.smallest.max(1);
            return Err(BenchError::NothingToMeasure { wanted }.into());
        }
        let limit = self.limits.first().copied().unwrap_or(1);
        for program in &self.programs {
            program.check(&sets[0].text[..82], limit).map_err(BenchError::Program)?;
        }
        let all = sets.len() * self.limits.len() * self.entrants.len() * self.rounds as usize;
        let contest = Contest {
            entrants: &self.entrants,
            reference,
            failure: &self.failure,
            rounds: self.rounds,
            time: self.time,
            max_nodes: self.max_nodes,
            counts_lanes: self.counts_lanes,
            threads: &threads,
            stop: &self.stop,
        };
        let mut done = 0;
        for set in &sets {
            for &limit in &self.limits {
                let figures = contest.measure(set, limit, || {
                    done += 1;
                    if let Some(on_measured) = &self.on_measured {
                        on_measured(done, all);
                    }
                })?;
                report.figures.extend(figures);
                if self.stop.is_set() {
                    report.is_interrupted = true;
                    return Ok(report);
                }
            }
        }
        for (file, kind) in files.iter_mut().zip(types) {
            let limit = self.limits.last().copied().unwrap_or(1);
            file.write(&report.written(kind, limit)?)?;
        }
        finish_all(files, false)?;
        Ok(report)
    }
}

impl Default for Bench<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.entrants.iter().map(|entrant| &entrant.name).collect();
        f.debug_struct("Bench")
            .field("engines", &engines)
            .field("limits", &self.limits)
            .field("rounds", &self.rounds)
            .field("time", &self.time)
            .field("max_nodes", &self.max_nodes)
            .field("threads", &self.threads)
            .field("smallest", &self.smallest)
            .field("counts_lanes", &self.counts_lanes)
            .finish_non_exhaustive()
    }
}
