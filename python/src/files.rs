//! The program's jobs on files, with progress.

use std::{
    num::NonZeroU32,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use batchdoku::{
    StopFlag,
    corpus::{
        explain::{CellOrder, ShownGrids, TechniqueConditions, TraceKind},
        features::Feature,
        generate::GenerateOptions,
        invalidate::Invalid,
    },
    engine::EngineKind,
    grid::CellSet,
    jobs::{
        Canon, Check, Count, Dedupe, Explain, Generate, Grids, JobOptions, JobSummary, Neighbours,
        Rate, Shuffle, Solve, Split, Stats, Strata,
    },
    pipeline::{Error, Input, JobObserver, Output, Progress},
};
use pyo3::prelude::*;

use crate::{
    error::exception, generate::RatingRanges, parallel::alone, techniques::TechniqueNames,
};

/// The options of all jobs; each uses its own.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct JobSettings {
    threads: usize,
    column: Option<String>,
    solution_column: Option<String>,
    from_format: Option<String>,
    to_format: Option<String>,
    compress: Option<String>,
    rejects: Option<PathBuf>,
    strict: bool,
    drop: bool,
    sep: Option<char>,
    strip_comments: bool,
    compress_level: Option<i32>,
    row_group_size: Option<NonZeroU32>,
    per_page: Option<u8>,
    shard: Option<(u64, u64)>,
    resume: bool,
    sync: bool,
    summary: Option<PathBuf>,
    max_expand: Option<u64>,
    engine: String,
    unique: bool,
    all: bool,
    sorted: bool,
    limit: u64,
    max_nodes: Option<u64>,
    solutions: Option<PathBuf>,
    score: bool,
    answer: String,
    think: String,
    seed: u64,
    records: (u64, u64),
    with_solution: bool,
    clues: Option<(u8, u8)>,
    minimal: bool,
    difficulty: Vec<String>,
    symmetry: String,
    ratings: RatingRanges,
    techniques: TechniqueNames,
    max_tries: u32,
    controlled_bias: bool,
    with_weight: bool,
    with: Vec<String>,
    pattern: Option<String>,
    invalid: Option<String>,
    er: bool,
    wide: bool,
    structure: bool,
    unavoidable: Vec<u8>,
    steps: Option<usize>,
    trace: Option<String>,
    grids: Option<String>,
    order: Option<String>,
    search: bool,
    form: String,
    transform: bool,
    copies: usize,
    keep_original: bool,
    by: String,
    against: Vec<PathBuf>,
    train: f64,
    valid: Option<f64>,
    exact: bool,
    stratify: Option<String>,
    remove: usize,
    add: usize,
    sub_puzzles: bool,
    random: bool,
    most: Option<u64>,
}

/// Runs the job of a command. Returns its summary as JSON and as a sentence; `update` gets the
/// number of puzzles done since it was last called.
#[pyfunction]
#[pyo3(signature = (command, inputs, output, settings, update))]
pub(crate) fn run_job(
    py: Python<'_>,
    command: &str,
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    settings: JobSettings,
    update: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let stop = StopFlag::new();
    let done = Arc::new(AtomicU64::new(0));
    let mut told = 0;
    let update = update.map(|update| update.clone().unbind());
    let mut tell = |py: Python<'_>| -> PyResult<()> {
        py.check_signals()?;
        let done = done.load(Ordering::Relaxed);
        if let Some(update) = &update
            && done > told
        {
            update.call1(py, (done - told,))?;
            told = done;
        }
        Ok(())
    };
    let files = JobFiles::new(&settings, inputs, output, &stop, &done).map_err(exception)?;
    let job = || settings.run(command, files);
    let result = alone(py, Duration::ZERO, &stop, &mut tell, job)?;
    let summary = result.map_err(exception)?;
    done.store(summary.counts.puzzles, Ordering::Relaxed);
    tell(py)?;
    Ok((summary.to_json(), summary.to_string()))
}

/// Takes the number of puzzles done.
struct Done(Arc<AtomicU64>);

impl JobObserver for Done {
    fn reads_diagnostics(&self) -> bool {
        false
    }

    fn progress(&self, progress: &Progress) {
        self.0.store(progress.get().0, Ordering::Relaxed);
    }

    fn follows_progress(&self) -> bool {
        true
    }
}

/// The files of a job, and how it tells of its progress.
struct JobFiles {
    inputs: Vec<Input>,
    /// Where the records go: nowhere, if the caller asked for the summary alone.
    output: Output,
    /// The path of `output`, from which the names of several files are made.
    base: Option<PathBuf>,
    options: JobOptions,
}

impl JobFiles {
    fn new(
        settings: &JobSettings,
        inputs: Vec<PathBuf>,
        output: Option<PathBuf>,
        stop: &StopFlag,
        done: &Arc<AtomicU64>,
    ) -> Result<Self, Error> {
        let inputs = inputs.into_iter().map(|path| settings.input(path)).collect();
        let base = output.clone();
        let output = output.map_or(Output::Discard, Output::from);
        Ok(Self { inputs, output, base, options: settings.options(stop, done)? })
    }
}

impl JobSettings {
    /// Runs the job of a command.
    fn run(&self, command: &str, files: JobFiles) -> Result<JobSummary, Error> {
        match command {
            "solve" => self.solve(files),
            "count" => self.count(files),
            "check" => self.check(files),
            "rate" => self.rate(files),
            "explain" => self.explain(files),
            "neighbours" => self.neighbours(files),
            "canon" => self.canon(files),
            "shuffle" => self.shuffle(files),
            "dedupe" => self.dedupe(files),
            "split" => self.split(files),
            "stats" => self.stats(files),
            "grids" => self.grids(files),
            "generate" => self.generate(files),
            other => Err(Error::Failed(format!("there is no job '{other}'").into())),
        }
    }

    fn solve(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Solve::new().unique(self.unique).max_nodes(self.nodes());
        if self.all {
            let limit = self.most.unwrap_or(u64::MAX);
            job = if self.sorted { job.all_sorted(limit) } else { job.all(limit) };
        }
        job.engine(self.engine()?).options(files.options).run(files.inputs, files.output)
    }

    fn count(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let job = Count::new().limit(self.limit).max_nodes(self.nodes()).engine(self.engine()?);
        job.options(files.options).run(files.inputs, files.output)
    }

    fn check(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Check::new().unique(self.unique).max_nodes(self.nodes()).score(self.score);
        job = job.answer(parsed(&self.answer)?).think(parsed(&self.think)?);
        if let Some(solutions) = &self.solutions {
            job = job.solutions(solutions);
        }
        job.engine(self.engine()?).options(files.options).run(files.inputs, files.output)
    }

    fn rate(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Rate::new().er(self.er).wide(self.wide).structure(self.structure);
        let with = self.with.iter().map(|name| parsed::<Feature>(name));
        job = job
            .unavoidable(self.unavoidable.iter().copied())
            .with(with.collect::<Result<Vec<_>, _>>()?);
        if let Some(techniques) = self.techniques(self.er)? {
            job = job.techniques(techniques);
        }
        job.options(files.options).run(files.inputs, files.output)
    }

    fn explain(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Explain::new().er(self.er).search(self.search);
        if let Some(techniques) = self.techniques(self.er)? {
            job = job.techniques(techniques);
        }
        if let Some(steps) = self.steps {
            job = job.most_steps(steps);
        }
        if let Some(name) = &self.trace {
            job = job.trace(parsed::<TraceKind>(name)?);
        }
        if let Some(name) = &self.grids {
            job = job.grids(parsed::<ShownGrids>(name)?);
        }
        if let Some(name) = &self.order {
            job = job.order(parsed::<CellOrder>(name)?);
        }
        if let Some(most) = self.max_nodes {
            job = job.max_nodes(most);
        }
        job.options(files.options).run(files.inputs, files.output)
    }

    fn neighbours(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Neighbours::new()
            .removed(self.remove)
            .added(self.add)
            .minimal(self.minimal)
            .limit(self.most.unwrap_or(u64::MAX));
        if self.random {
            job = job.seed(self.seed);
        }
        if self.sub_puzzles {
            job = job.sub_puzzles();
        }
        job.options(files.options).run(files.inputs, files.output)
    }

    fn canon(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let job = Canon::new().form(parsed(&self.form)?).transform(self.transform);
        job.options(files.options).run(files.inputs, files.output)
    }

    fn shuffle(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Shuffle::new().seed(self.seed).copies(self.copies);
        job = job.keep_original(self.keep_original);
        if let Some(solutions) = &self.solutions {
            job = job.solutions(solutions);
        }
        job.options(files.options).run(files.inputs, files.output)
    }

    fn dedupe(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let against: Vec<Input> =
            self.against.iter().cloned().map(|path| self.input(path)).collect();
        let mut job = Dedupe::new().by(parsed(&self.by)?).against(against);
        if let Some(solutions) = &self.solutions {
            job = job.solutions(solutions);
        }
        job.options(files.options).run(files.inputs, files.output)
    }

    fn split(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Split::new().train(self.train).seed(self.seed).exact(self.exact);
        job = job.by(parsed(&self.by)?).max_nodes(self.nodes()).engine(self.engine()?);
        if let Some(valid) = self.valid {
            job = job.valid(valid);
        }
        if let Some(name) = &self.stratify {
            job = job.stratify(name.parse::<Strata>().expect("any name will do"));
        }
        if let Some(solutions) = &self.solutions {
            job = job.solutions(solutions);
        }
        let base = files.base.ok_or_else(|| Error::Options("split needs an output".into()))?;
        job.options(files.options).run(files.inputs, base)
    }

    fn stats(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let mut job = Stats::new().rated(!self.minimal).er(self.er).structure(self.structure);
        if let [most] = self.unavoidable[..] {
            job = job.unavoidable(most);
        }
        let job = job.write(files.output).options(files.options);
        job.run(files.inputs).map(|(_, summary)| summary)
    }

    fn grids(&self, files: JobFiles) -> Result<JobSummary, Error> {
        Grids::new()
            .seed(self.seed)
            .records(self.records())
            .options(files.options)
            .run(files.output)
    }

    fn generate(&self, files: JobFiles) -> Result<JobSummary, Error> {
        let levels = self.difficulty.iter().map(|name| parsed(name));
        let with = self.with.iter().map(|name| parsed::<Feature>(name));
        let mut job = Generate::new()
            .seed(self.seed)
            .records(self.records())
            .puzzles(self.puzzles()?)
            .difficulty(levels.collect::<Result<Vec<_>, _>>()?)
            .with_solution(self.with_solution)
            .with_weight(self.with_weight)
            .with(with.collect::<Result<Vec<_>, _>>()?)
            .engine(self.engine()?);
        if let Some(name) = &self.invalid {
            job = job.invalid(parsed::<Invalid>(name)?);
        }
        job.options(files.options).run(files.output)
    }

    /// Returns the conditions on generated puzzles.
    fn puzzles(&self) -> Result<GenerateOptions<'static>, Error> {
        let mut puzzles = GenerateOptions::new()
            .minimal(self.minimal || self.clues.is_none())
            .symmetry(parsed(&self.symmetry)?)
            .max_tries(self.max_tries)
            .controlled_bias(self.controlled_bias);
        if let Some(pattern) = &self.pattern {
            let cells = CellSet::parse(pattern.as_bytes());
            puzzles = puzzles.pattern(cells.map_err(|error| Error::Options(error.into()))?);
        }
        if let Some((from, to)) = self.clues {
            puzzles = puzzles.clues(from..=to);
        }
        puzzles = self.ratings.apply(puzzles);
        if let Some(techniques) = self.techniques(self.ratings.are_any())? {
            puzzles = puzzles.techniques(techniques);
        }
        Ok(puzzles)
    }

    fn input(&self, path: PathBuf) -> Input {
        match self.max_expand {
            Some(most) => Input::from(path).max_expand(most),
            None => Input::from(path),
        }
    }

    fn engine(&self) -> Result<EngineKind, Error> {
        parsed(&self.engine)
    }

    fn nodes(&self) -> u64 {
        self.max_nodes.unwrap_or(u64::MAX)
    }

    fn records(&self) -> Range<u64> {
        self.records.0..self.records.1
    }

    fn techniques(&self, er: bool) -> Result<Option<TechniqueConditions>, Error> {
        self.techniques.conditions(er).map_err(Error::Options)
    }

    fn options(&self, stop: &StopFlag, done: &Arc<AtomicU64>) -> Result<JobOptions, Error> {
        let mut options = JobOptions::new().threads(self.threads).strict(self.strict);
        options = options.drop(self.drop).strip_comments(self.strip_comments);
        options = options.resume(self.resume).sync(self.sync);
        options = options.stop(stop.clone());
        options = options.observer(Done(Arc::clone(done)));
        if let Some(column) = &self.column {
            options = options.column(column);
        }
        if let Some(column) = &self.solution_column {
            options = options.solution_column(column);
        }
        if let Some(name) = &self.from_format {
            options = options.input_format(parsed(name)?);
        }
        if let Some(name) = &self.to_format {
            options = options.output_format(parsed(name)?);
        }
        if let Some(name) = &self.compress {
            options = options.compress(parsed(name)?);
        }
        if let Some(path) = &self.rejects {
            options = options.rejects(path);
        }
        if let Some(path) = &self.summary {
            options = options.summary(path);
        }
        if let Some(sep) = self.sep {
            let byte = u8::try_from(sep).map_err(|error| Error::Options(error.into()))?;
            options = options.separator(byte);
        }
        if let Some(level) = self.compress_level {
            options = options.compression_level(level);
        }
        if let Some(rows) = self.row_group_size {
            options = options.row_group_size(rows);
        }
        if let Some(puzzles) = self.per_page {
            options = options.per_page(puzzles);
        }
        if let Some((part, count)) = self.shard {
            options = options.shard(part, count);
        }
        Ok(options)
    }
}

/// Returns the value that a name stands for.
fn parsed<T>(name: &str) -> Result<T, Error>
where
    T: std::str::FromStr<Err: Into<Box<dyn std::error::Error + Send + Sync>>>,
{
    name.parse().map_err(|error: T::Err| Error::Options(error.into()))
}
