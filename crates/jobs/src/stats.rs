//! Statistics of a corpus: every thread counts alone, and the counts are added up at the end.

use std::{mem, ops::RangeInclusive, sync::Mutex};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::report_type,
    grid_walk::{GridCursor, GridRecord, Item},
    rules::{excludes, within},
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
use {
    crate::{fault::not_drawn, rules::needs},
    batchdoku_pipeline::decides_nothing,
    batchdoku_plot::Plot,
};

/// Counts what is in a corpus.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::Stats;
/// let (stats, summary) = Stats::default().count("data/examples.txt")?;
/// assert_eq!(stats.puzzles(), summary.counts.done);
/// println!("{stats}");
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Stats {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Print JSON
    #[cfg_attr(feature = "clap", arg(long))]
    pub json: bool,

    /// Draw histograms and a heat map
    #[cfg(feature = "plot")]
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    pub plot: Option<Output>,

    /// Write a report: one page of HTML with tables and pictures
    ///
    /// The page needs no other file and no script, and supports phones and dark mode.
    #[cfg(feature = "plot")]
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Output::parser()))]
    pub html: Option<Output>,

    /// Title of pictures and reports [default: the names of the inputs]
    #[cfg(feature = "plot")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", hide_short_help = true))]
    pub title: Option<String>,

    /// Do not rate the puzzles, which is much faster
    ///
    /// The tables then have no levels, techniques, solutions and nodes.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Search"))]
    pub no_rating: bool,

    /// Count puzzles by the rating of Sudoku Explainer (ER) too
    ///
    /// This takes about 15 times as long as levels for random minimal puzzles, and a tenth of a second of CPU time for
    /// a puzzle of ER 11.
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Search"))]
    pub er: bool,

    /// Count minimal puzzles, automorphisms, classes, solutions and unavoidable sets too
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Search"))]
    pub structure: bool,

    /// Count unavoidable sets of up to N cells, 6 to 16
    ///
    /// Implies --structure, which counts sets of up to 6 cells. 12 cells take about 10 ms per puzzle; each
    /// additional cell multiplies that by 2.4.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true, help_heading = "Search"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(SIZES)))]
    pub unavoidable: Option<u8>,

    /// The commands that made the figures, which pages show so that readers can repeat them.
    #[cfg(feature = "plot")]
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub commands: Vec<String>,
}

/// The numbers of cells up to which unavoidable sets can be counted.
const SIZES: RangeInclusive<i64> = SMALL_SET as i64..=MOST_CELLS as i64;

impl Command for Stats {
    command!("stats");

    fn check(&self) -> Result<(), Error> {
        within("unavoidable", self.unavoidable, SIZES)?;
        excludes(("er", self.er), ("no_rating", self.no_rating), None, "it is a rating")
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        Ok(self.report(inputs, vec![output])?.1)
    }
}

impl Stats {
    /// The types of files that the statistics can be written to, by the name of the output: tables unless it says another.
    pub const REPORTS: &[FileType] = &[
        FileType::Text,
        FileType::Json,
        #[cfg(feature = "plot")]
        FileType::Html,
        #[cfg(feature = "plot")]
        FileType::Svg,
        #[cfg(feature = "plot")]
        FileType::Png,
    ];

    /// Counts the puzzles of the inputs.
    ///
    /// # Errors
    /// The reason why the job ended early. No output file is written then.
    pub fn count(&self, inputs: impl Into<Inputs>) -> Result<(CorpusStats, JobSummary), Error> {
        self.report(inputs.into(), Vec::new())
    }

    /// Returns the reports with their types; the first report goes to the output.
    fn reports(&self, mut outputs: Vec<Output>) -> Result<Vec<(Output, FileType)>, Error> {
        let mut reports = Vec::new();
        for output in outputs.drain(..) {
            let json = [FileType::Json, FileType::Text];
            let kind = report_type(&output, if self.json { &json } else { Self::REPORTS })?;
            let is_named = kind != FileType::Json;
            excludes(("json", self.json), ("output", is_named), None, "its name asks for tables")?;
            reports.push((output, kind));
        }
        #[cfg(feature = "plot")]
        {
            let pages = [FileType::Html];
            for (file, types) in [(&self.plot, &FileType::PICTURES[..]), (&self.html, &pages)] {
                if let Some(output) = file.clone() {
                    let kind = report_type(&output, types)?;
                    reports.push((output, kind));
                }
            }
            let has_title =
                reports.iter().any(|(_, kind)| !matches!(kind, FileType::Text | FileType::Json));
            let title = ("title", self.title.is_some());
            needs(title, ("html", has_title), "only pictures and reports have a title")?;
        }
        Ok(reports)
    }

    /// Counts the puzzles of the inputs, and writes the reports. All outputs appear together.
    fn report(
        &self,
        inputs: Inputs,
        outputs: Vec<Output>,
    ) -> Result<(CorpusStats, JobSummary), Error> {
        let names: Vec<_> = inputs.0.iter().map(Input::name).collect();
        #[cfg(feature = "plot")]
        let title = self.title.clone().unwrap_or_else(|| names.join(", "));
        #[cfg(not(feature = "plot"))]
        let title = names.join(", ");
        let total = Mutex::new(Total::default());
        let mut runner = Runner::new(self, inputs, vec![Output::Discard], "counted")?;
        let (files, kinds): (Vec<_>, Vec<_>) = self.reports(outputs)?.into_iter().unzip();
        runner.spec.output.reports.extend(files);
        let most_cells = self.unavoidable.map(usize::from);
        let most_cells = most_cells.or(self.structure.then_some(SMALL_SET));
        let job = StatsJob {
            stop: &self.options.stop,
            total: &total,
            is_rated: !self.no_rating,
            has_er: self.er,
            most_cells,
        };
        let work = StatsWork { stats: self, job, kinds: &kinds, title: &title };
        let summary = runner.slow(self.er || most_cells.is_some()).run_work(work)?;
        let Total { stats, unreadable } = mem::take(&mut *lock(&total));
        if unreadable > 0 {
            let records = summary.counts.done;
            let notice = Notice::UnreadableWeights { unreadable, records };
            self.options.followed_by().notice(&notice);
        }
        Ok((stats, summary))
    }

    /// Returns the statistics as a file of type `kind`.
    fn text(&self, stats: &CorpusStats, kind: FileType, title: &str) -> Result<Vec<u8>, Error> {
        #[cfg(not(feature = "plot"))]
        let _ = title;
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

/// Counts the puzzles, and writes the reports.
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

/// The counts of all threads together.
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
    /// The statistics of this thread, which the total receives at the end.
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
