//! Statistics of a corpus: every thread counts on its own, and the sum is taken at the end.

use std::{mem, sync::Mutex};

use super::{
    Inputs, JobOptions, JobSummary,
    fault::report_type,
    grid_walk::{GridCursor, GridRecord, Item},
    runner::{JobWork, Runner},
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    GridExt,
    explain::{Explainer, Unexplained},
    rate::Rater,
    stats::{CorpusStats, ErSteps, PuzzleFacts},
    structure::{SMALL_SET, structure},
    unavoidable::MOST_CELLS,
};
use batchdoku_format::{AnswerShape, FileType, Records};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Error, FinishedRun, Input, Notice, Output, Run,
    lock,
};
#[cfg(feature = "plot")]
use {crate::fault::not_drawn, batchdoku_plot::Plot};

/// Counts what is in a corpus.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::Stats;
/// let (stats, summary) = Stats::new().run("data/examples.txt")?;
/// assert_eq!(stats.puzzles(), summary.counts.done);
/// println!("{stats}");
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Stats {
    options: JobOptions,
    rated: Option<bool>,
    er: bool,
    structure: bool,
    /// The most cells of the unavoidable sets that are counted.
    unavoidable: usize,
    /// The reports, each with the types that it may have.
    reports: Vec<(Output, &'static [FileType])>,
    commands: Vec<String>,
    title: Option<String>,
}

with_options!(Stats);

impl Stats {
    setters! {
        /// Rates puzzles, which takes most of the time; on by default.
        rated: bool;
        /// Counts puzzles by the rating of Sudoku Explainer too.
        er: bool;
        /// Counts minimal puzzles, puzzles with automorphisms, classes, different solutions, and unavoidable
        /// sets of the solutions.
        structure: bool;
        /// Sets the most cells of the unavoidable sets that [`Self::structure`] counts, from 6 to 16; 6 by default. A
        /// number implies `structure`. Sets of 12 cells take about 10 ms per puzzle; each additional cell multiplies that
        /// by 2.4.
        unavoidable: u8;
        /// Sets the commands that pages show as those that make them again.
        #[cfg(feature = "plot")]
        commands: impl Into<Vec<String>>;
        /// Sets the title of pictures and pages: the names of the inputs, unless another is given.
        #[cfg(feature = "plot")]
        title: some String => title;
    }

    /// Writes the statistics as the name of the output says: tables for people, JSON (`.json`), a page
    /// (`.html`) or a picture (`.svg`, `.png`).
    pub fn write(self, output: impl Into<Output>) -> Self {
        #[cfg(feature = "plot")]
        let types = &[FileType::Text, FileType::Json, FileType::Html, FileType::Svg, FileType::Png];
        #[cfg(not(feature = "plot"))]
        let types = &[FileType::Text, FileType::Json];
        self.report(output, types)
    }

    /// Writes the statistics as a JSON object.
    pub fn json(self, output: impl Into<Output>) -> Self {
        self.report(output, &[FileType::Json, FileType::Text])
    }

    /// Draws histograms and a heat map, as the name of the output says: see [`CorpusStats::to_svg`] and
    /// [`CorpusStats::to_png`].
    #[cfg(feature = "plot")]
    pub fn plot(self, output: impl Into<Output>) -> Self {
        self.report(output, &[FileType::Svg, FileType::Png])
    }

    /// Writes a page of HTML: see [`CorpusStats::to_html`].
    #[cfg(feature = "plot")]
    pub fn html(self, output: impl Into<Output>) -> Self {
        self.report(output, &[FileType::Html])
    }

    fn report(mut self, output: impl Into<Output>, types: &'static [FileType]) -> Self {
        self.reports.push((output.into(), types));
        self
    }

    /// Counts what is in the inputs, and writes what was asked for. All outputs appear together.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(&self, inputs: impl Into<Inputs>) -> Result<(CorpusStats, JobSummary), Error> {
        let inputs = inputs.into();
        let names: Vec<_> = inputs.0.iter().map(Input::name).collect();
        let title = self.title.clone().unwrap_or_else(|| names.join(", "));
        let total = Mutex::new(Total::default());
        let mut runner = Runner::new(&self.options, inputs, vec![Output::Discard], "counted")?;
        let mut kinds = Vec::new();
        for (output, types) in &self.reports {
            kinds.push(report_type(output, types)?);
            runner.spec.output.reports.push(output.clone());
        }
        let has_structure = self.structure || self.unavoidable > 0;
        let job = StatsJob {
            stop: &self.options.stop,
            total: &total,
            is_rated: self.rated.unwrap_or(true),
            has_er: self.er,
            most_cells: has_structure.then_some(self.unavoidable.clamp(SMALL_SET, MOST_CELLS)),
        };
        let work = StatsWork { stats: self, job, kinds: &kinds, title: &title };
        let summary = runner.slow(self.er || has_structure).run_work(work)?;
        let Total { stats, unreadable } = mem::take(&mut *lock(&total));
        if unreadable > 0 {
            let records = summary.counts.done;
            let notice = Notice::UnreadableWeights { unreadable, records };
            self.options.followed_by().notice(&notice);
        }
        Ok((stats, summary))
    }

    /// Returns the statistics in the form of a kind of files.
    fn text(&self, stats: &CorpusStats, kind: FileType, title: &str) -> Result<Vec<u8>, Error> {
        #[cfg(not(feature = "plot"))]
        let _ = (title, &self.commands);
        Ok(match kind {
            FileType::Json => {
                let text = serde_json::to_string_pretty(stats).expect("numbers and names");
                (text + "\n").into_bytes()
            }
            #[cfg(feature = "plot")]
            FileType::Svg => stats.to_svg(title).map_err(not_drawn)?.into_bytes(),
            #[cfg(feature = "png")]
            FileType::Png => stats.to_png(title).map_err(not_drawn)?,
            #[cfg(feature = "plot")]
            FileType::Html => stats.to_html(title, &self.commands).map_err(not_drawn)?.into_bytes(),
            _ => stats.to_string().into_bytes(),
        })
    }
}

/// Counts, and writes the reports.
struct StatsWork<'w> {
    stats: &'w Stats,
    job: StatsJob<'w>,
    /// The kind of file of each report.
    kinds: &'w [FileType],
    title: &'w str,
}

impl JobWork for StatsWork<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let Self { stats, job, kinds, title } = self;
        let mut run = run.chunks(&AnswerShape::COPIES, &job)?;
        if !run.end().is_interrupted() {
            for (index, &kind) in kinds.iter().enumerate() {
                run.report(index, &stats.text(&lock(job.total).stats, kind, title)?)?;
            }
        }
        Ok(run)
    }
}

/// The counts of all threads.
#[derive(Default)]
struct Total {
    stats: CorpusStats,
    /// The number of weights that are not positive numbers.
    unreadable: u64,
}

/// Counts the puzzles of chunks.
struct StatsJob<'a> {
    stop: &'a StopFlag,
    total: &'a Mutex<Total>,
    is_rated: bool,
    has_er: bool,
    /// The most cells of unavoidable sets, if the structure is counted.
    most_cells: Option<usize>,
}

impl ChunkJob for StatsJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(StatsWorker {
            total: self.total,
            stats: CorpusStats::new(),
            rater: self.is_rated.then(Rater::default),
            explainer: self.has_er.then(|| Explainer::new().stopped_by(self.stop.clone())),
            most_cells: self.most_cells,
            records: Records::default(),
            unreadable: 0,
        })
    }
}

struct StatsWorker<'j> {
    total: &'j Mutex<Total>,
    /// The statistics of this thread, which are added to the total when it ends.
    stats: CorpusStats,
    rater: Option<Rater>,
    explainer: Option<Explainer>,
    most_cells: Option<usize>,
    records: Records,
    /// The number of weights that are not positive numbers.
    unreadable: u64,
}

impl ChunkWorker for StatsWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { stats, rater, explainer, most_cells, records, unreadable, .. } = self;
        let report = &mut output.report;
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, grid) = match item {
                Item::Passthrough(_) => continue,
                Item::Malformed(record, reason) => {
                    report.reject(record, reason);
                    continue;
                }
                Item::Grid(record, GridRecord { grid, .. }) => (record, grid),
            };
            let rating = rater.as_mut().map(|rater| rater.rate(grid));
            let mut steps: ErSteps = [0; _];
            let er = explainer.as_mut().map(|explainer| {
                explainer.explain(&grid.canonical_form(), |step, _| steps[step.kind as usize] += 1)
            });
            if let Some(Err(Unexplained::Stopped)) = er {
                return Err(Error::Abandoned);
            }
            report.counts.done += 1;
            let weight = chunk.parser.number(record, "weight");
            let (weight, is_unreadable) = match weight {
                Some(weight) if weight > 0.0 && weight.is_finite() => (Some(weight), false),
                Some(_) => (None, true),
                None => (None, false),
            };
            *unreadable += u64::from(is_unreadable);
            let er = er.map(|er| (er, &steps));
            stats.count(grid, PuzzleFacts { rating: rating.as_ref(), er, weight });
            if let Some(most) = *most_cells {
                stats.add_structure(grid, structure(grid, most));
            }
        }
        Ok(())
    }
}

impl Drop for StatsWorker<'_> {
    fn drop(&mut self) {
        let stats = mem::take(&mut self.stats);
        let mut total = lock(self.total);
        total.stats.merge(stats);
        total.unreadable += self.unreadable;
    }
}
