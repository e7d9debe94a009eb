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
//! Each round runs all engines in turn, so that drift in the speed of the machine affects all engines alike. The best
//! round of each engine counts; median, slowest round and spread show how reliable it is. There are no figures unless
//! all engines find the same number of solutions for every puzzle.

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
    rules::needs,
};
use batchdoku_base::StopFlag;
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_engine::{EngineChoice, EngineKind, build_engine, simd::SimdLevel};
use batchdoku_format::{FileType, Format};
use batchdoku_pipeline::{
    Compression, Error, JobObserver, Output, OutputFile, check_distinct, finish_all, start_threads,
};

pub use figure::BenchFigure;
pub use report::BenchReport;

/// Measures engines, programs and other solvers on inputs of puzzles; each input is a set.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::{engine::EngineKind, jobs::Bench, pipeline::Output};
///
/// let bench = Bench { engine: vec![EngineKind::Mrv], rounds: 2, seconds: 0.0, ..Bench::default() };
/// let report = bench.run("data/easy.txt", Output::Discard)?;
/// assert_eq!(report.figures[0].engine, "mrv");
/// println!("{report}");
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct Bench {
    /// Engines [default: lanes,mrv,dlx]
    #[cfg_attr(feature = "clap", arg(long, value_delimiter = ',', hide_default_value = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(EngineKind), default_values_t = ENGINES))]
    pub engine: Vec<EngineKind>,

    /// Also measure a program: a command for the shell
    ///
    /// The command reads a puzzle per line, with dots for empty cells, and writes the solution of each on a
    /// line. It is killed if it writes more lines, or more than 4,096 bytes for a puzzle. {limit} stands
    /// for the limit, 0 for all solutions. The start of the command and the pipes are measured too, so let a
    /// round take long: --seconds 2. Each thread (-j) runs the command on a share of the puzzles.
    #[cfg_attr(feature = "clap", arg(long, value_name = "COMMAND", hide_short_help = true))]
    pub command: Vec<String>,

    /// Name of a program in tables and charts [default: its command]
    ///
    /// The first name is that of the first --command, and so on.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", hide_short_help = true))]
    pub command_name: Vec<String>,

    /// Engine or program that the others are compared with [default: the first]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", hide_short_help = true))]
    pub reference: Option<String>,

    /// Stop at N solutions; 0 finds all [default: 1,2]
    ///
    /// Several limits are separated by commas.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(default_values_t = LIMITS, hide_default_value = true))]
    pub limit: Vec<u64>,

    /// Number of threads; 0 is one per core
    #[cfg_attr(feature = "clap", arg(short = 'j', long, value_name = "N", default_value_t = 1))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Run"))]
    pub threads: usize,

    /// Number of rounds, after a warm-up round
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = ROUNDS))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u32).range(1..)))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Run"))]
    pub rounds: u32,

    /// Maximum seconds per engine, file and round
    ///
    /// All engines get the first puzzles of the file: as many as the slowest engine solves in this time. Fast
    /// engines get them several times.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = SECONDS))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Run"))]
    pub seconds: f64,

    /// Give up a puzzle after N nodes
    ///
    /// A node is an alternative that is tried.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = MAX_NODES))]
    pub max_nodes: u64,

    /// Leave out files with fewer than N puzzles
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = SMALLEST))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true, help_heading = "Input"))]
    pub smallest: usize,

    /// Count sweeps and events of the lanes too
    ///
    /// Prints, of the 32 lanes in a sweep, how many are busy (the others wait for service) and how many
    /// change (the others have no more candidates to remove); the sweeps of a lane per puzzle and per node,
    /// where a puzzle counts as a node; and the sweeps between events, with the number of lanes that branch,
    /// are solved, and backtrack at an event. Counting is not timed.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub count_lanes: bool,

    /// Print JSON
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub json: bool,

    /// Write the figures as JSON to FILE
    ///
    /// FILE also has machine, CPU flags, version, commit and date.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Output"))]
    pub export_json: Option<Output>,

    /// Write the figures as CSV to FILE
    ///
    /// FILE also has machine, CPU flags, version, commit and date.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Output"))]
    pub export_csv: Option<Output>,

    /// Write the figures to FILE as a Markdown table
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Output"))]
    pub export_markdown: Option<Output>,

    /// Draw the figures of the last limit as a bar chart
    #[cfg(feature = "plot")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Output"))]
    pub chart: Option<Output>,

    /// Ends soon after this flag is set, with the figures of the rounds that all engines have completed.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub stop: StopFlag,

    /// Receives a notice about an output that must be written in place.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub observer: Option<Arc<dyn JobObserver>>,

    /// Called after each round of an engine, with the number of rounds done and the total.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub measured: Option<Arc<OnMeasured>>,
}

/// A function of the number of rounds done and the total.
type OnMeasured = dyn Fn(usize, usize) + Send + Sync;

const ENGINES: [EngineKind; 3] = [EngineKind::Lanes, EngineKind::Mrv, EngineKind::Dlx];
const LIMITS: [u64; 2] = [1, 2];
const ROUNDS: u32 = 10;
const SECONDS: f64 = 0.2;
const MAX_NODES: u64 = 10_000_000;

/// With fewer puzzles, the times depend more on the clock than on the engine: the lane engine works on 32 puzzles at a
/// time.
const SMALLEST: usize = 32;

/// Another solver to measure, next to engines and programs.
///
/// ```
/// use batchdoku::{engine::EngineKind, jobs::{Bench, BenchSolver}, pipeline::{Input, Output}};
///
/// let puzzles =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(32);
/// let blind = || |_: &[u8; 81], _, _: &mut [u8; 81]| 0;
/// let bench = Bench { engine: vec![EngineKind::Mrv], rounds: 1, seconds: 0.0, ..Bench::default() };
/// let solvers = vec![BenchSolver::new("blind", blind)];
/// let error = bench.compare(solvers, Input::text(puzzles), Output::Discard).unwrap_err();
/// assert!(error.to_string().ends_with("blind finds 0"), "{error}");
/// ```
pub struct BenchSolver<'a>(Entrant<'a>);

impl<'a> BenchSolver<'a> {
    /// Names a solver. `make` is called once per thread and round, and returns a function. The function gets the 81
    /// bytes of a puzzle, the limit, and the place for its first solution, and returns the number of solutions that it
    /// found.
    pub fn new<S>(name: impl Into<String>, make: impl Fn() -> S + Sync + 'a) -> Self
    where
        S: FnMut(&[u8; 81], u64, &mut [u8; 81]) -> u64 + Send + 'static,
    {
        let build = Box::new(move || -> SolveBatch {
            let mut solve = make();
            Box::new(move |batch, limits| solver::solve_each(&mut solve, batch, limits))
        });
        Self(Entrant { name: name.into(), build, engine: None, counts_solutions: true })
    }
}

impl fmt::Debug for BenchSolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BenchSolver").field(&self.0.name).finish()
    }
}

impl Bench {
    /// Refuses options that contradict each other.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), Error> {
        self.time()?;
        let is_more = self.command_name.len() > self.command.len();
        let reason = "there are more names than programs";
        needs(("command_name", is_more), ("command", false), reason)
    }

    /// Returns the maximum time of a round of an engine on a set.
    fn time(&self) -> Result<Duration, Error> {
        let time = Duration::try_from_secs_f64(self.seconds);
        time.map_err(|_| OptionError::NoTime(self.seconds.to_string()).into())
    }

    /// Adds an engine: at every level that this CPU supports, or once if it uses no vectors.
    fn enter_engine<'a>(kind: EngineKind, entrants: &mut Vec<Entrant<'a>>) {
        let levels = SimdLevel::available();
        let mut choices: Vec<_> = levels.map(|level| EngineChoice { kind, level }).collect();
        choices.dedup_by_key(|choice| choice.to_string());
        entrants.extend(choices.into_iter().map(|choice| {
            let build = Box::new(move || -> SolveBatch {
                let mut engine = build_engine(choice);
                Box::new(move |batch, limits| engine.solve_batch(batch, limits))
            });
            let engine = Some(choice);
            Entrant { name: choice.to_string(), build, engine, counts_solutions: true }
        }));
    }

    /// Returns the programs with their names: a name given by the user, or else the command.
    fn programs(&self, failure: &solver::Failure) -> Vec<(String, Program)> {
        let unnamed = self.command.iter().skip(self.command_name.len());
        let names = self.command_name.iter().chain(unnamed).cloned();
        let programs = self
            .command
            .iter()
            .map(|command| Program { command: command.clone(), failure: Arc::clone(failure) });
        names.zip(programs).collect()
    }

    /// Returns the index of the entrant that all others are compared with.
    ///
    /// # Errors
    /// If no entrant has the name of the reference.
    fn reference_among(&self, entrants: &[Entrant<'_>]) -> Result<usize, Error> {
        let Some(reference) = &self.reference else { return Ok(0) };
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        // Several entrants may be levels of the same engine, the best first: `lanes (avx2)`.
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

    /// Returns all outputs, each with the types of files that it may have.
    fn outputs(&self, output: Output) -> Vec<(Output, &'static [FileType])> {
        const JSON: &[FileType] = &[FileType::Json, FileType::Text];
        let shown = (Some(output), if self.json { JSON } else { &[FileType::Text] });
        let outputs: Vec<(_, &[_])> = vec![
            (&shown.0, shown.1),
            (&self.export_json, JSON),
            (&self.export_csv, &[FileType::Records(Format::Csv), FileType::Text]),
            (&self.export_markdown, &[FileType::Markdown, FileType::Text]),
            #[cfg(feature = "plot")]
            (&self.chart, &FileType::PICTURES),
        ];
        let outputs = outputs.into_iter();
        outputs.filter_map(|(output, types)| Some((output.clone()?, types))).collect()
    }

    /// Measures the first 4,194,304 puzzles of every input, with every limit, and writes the figures. All outputs
    /// appear together; if the measurement is stopped, none appears.
    ///
    /// # Errors
    /// If an input cannot be read, no set is large enough, two engines disagree, one is wrong, or an
    /// output cannot be written. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<BenchReport, Error> {
        self.compare(Vec::new(), inputs, output)
    }

    /// Measures as [`run`](Self::run) does, and also `solvers`, which come before the engines and programs.
    ///
    /// # Errors
    /// The same as those of [`run`](Self::run).
    pub fn compare(
        &self,
        solvers: Vec<BenchSolver<'_>>,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<BenchReport, Error> {
        self.check()?;
        let failure = solver::Failure::default();
        let programs = self.programs(&failure);
        let mut entrants: Vec<_> = solvers.into_iter().map(|solver| solver.0).collect();
        self.engine.iter().for_each(|&kind| Self::enter_engine(kind, &mut entrants));
        entrants.extend(programs.iter().map(|(name, program)| {
            let build = Box::new(move || -> SolveBatch {
                let program = program.clone();
                Box::new(move |batch, limits| program.solve_batch(batch, limits))
            });
            Entrant { name: name.clone(), build, engine: None, counts_solutions: false }
        }));
        let reference = self.reference_among(&entrants)?;
        let threads = start_threads(self.threads)?;
        let inputs = inputs.into().0;
        let outputs = self.outputs(output.into());
        let observer = self.observer.as_deref().unwrap_or(&());
        // Open all outputs before the measurement; they get their names together.
        check_distinct(&inputs, outputs.iter().map(|(output, _)| output))?;
        let types = outputs.iter().map(|(output, types)| report_type(output, types));
        let types = types.collect::<Result<Vec<_>, _>>()?;
        let files = outputs
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
        let limit = self.limit.first().copied().unwrap_or(1);
        for (_, program) in &programs {
            program.check(&sets[0].text[..82], limit).map_err(BenchError::Program)?;
        }
        let all = sets.len() * self.limit.len() * entrants.len() * self.rounds as usize;
        let contest = Contest {
            entrants: &entrants,
            reference,
            failure: &failure,
            rounds: self.rounds,
            time: self.time()?,
            max_nodes: self.max_nodes,
            counts_lanes: self.count_lanes,
            threads: &threads,
            stop: &self.stop,
        };
        let mut done = 0;
        for set in &sets {
            for &limit in &self.limit {
                let figures = contest.measure(set, limit, || {
                    done += 1;
                    if let Some(measured) = &self.measured {
                        measured(done, all);
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
            let limit = self.limit.last().copied().unwrap_or(1);
            file.write(&report.written(kind, limit)?)?;
        }
        finish_all(files, false)?;
        Ok(report)
    }
}

impl Default for Bench {
    fn default() -> Self {
        Self {
            engine: ENGINES.into(),
            command: Vec::new(),
            command_name: Vec::new(),
            reference: None,
            limit: LIMITS.into(),
            threads: 1,
            rounds: ROUNDS,
            seconds: SECONDS,
            max_nodes: MAX_NODES,
            smallest: SMALLEST,
            count_lanes: false,
            json: false,
            export_json: None,
            export_csv: None,
            export_markdown: None,
            #[cfg(feature = "plot")]
            chart: None,
            stop: StopFlag::new(),
            observer: None,
            measured: None,
        }
    }
}

impl fmt::Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench")
            .field("engine", &self.engine)
            .field("command", &self.command)
            .field("limit", &self.limit)
            .field("rounds", &self.rounds)
            .field("seconds", &self.seconds)
            .field("max_nodes", &self.max_nodes)
            .field("threads", &self.threads)
            .field("smallest", &self.smallest)
            .field("count_lanes", &self.count_lanes)
            .finish_non_exhaustive()
    }
}
