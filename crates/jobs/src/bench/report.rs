//! The figures of a run, with the machine, the build and the date.

use std::{fmt, time::SystemTime};

use super::{figure::BenchFigure, machine, solver::is_all};
#[cfg(feature = "plot")]
use crate::fault::not_drawn;
use batchdoku_base::{counted, plural, thousands};
use batchdoku_engine::simd::LANES;
use batchdoku_format::FileType;
use batchdoku_pipeline::Error;

/// The result of [`Bench`](super::Bench): all figures, with the machine, the build and the date.
/// Displays as tables for people.
///
/// ```
/// use batchdoku::jobs::BenchReport;
/// let report = BenchReport::default();
/// assert!(report.figures.is_empty(), "nothing was measured");
/// ```
#[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(default)]
#[non_exhaustive]
pub struct BenchReport {
    /// The processor and the system.
    pub machine: String,
    /// The instruction sets of the processor that the engines can use.
    pub cpu_flags: String,
    /// The version of batchdoku.
    pub version: String,
    /// The compiler.
    pub rustc: String,
    /// The profile of the build, and the flags of the compiler if there were any.
    pub profile: String,
    /// The commit of the source, with `-dirty` if files were changed since.
    pub commit: String,
    /// Year, month and day in UTC.
    pub date: String,
    /// The number of threads.
    pub threads: usize,
    /// The figures: set by set, limit by limit, with the engines in the order given.
    pub figures: Vec<BenchFigure>,
    /// The sets with too few puzzles to be measured, with their numbers of puzzles.
    pub left_out: Vec<(String, usize)>,
    /// True if the measurement was stopped early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_interrupted: bool,
}

impl BenchReport {
    /// Creates a report without figures, with the facts of this build and the current date.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            machine: machine::name(),
            cpu_flags: machine::cpu_flags(),
            version: env!("CARGO_PKG_VERSION").into(),
            rustc: env!("BATCHDOKU_RUSTC").into(),
            profile: env!("BATCHDOKU_PROFILE").into(),
            commit: env!("BATCHDOKU_COMMIT").into(),
            date: machine::date(SystemTime::now()),
            threads,
            ..Self::default()
        }
    }

    /// Returns a line with the machine, the build and the date of the figures.
    pub fn caption(&self) -> String {
        let Self { machine, version, rustc, commit, date, threads, .. } = self;
        let s = plural(*threads as u64);
        let version = if version.is_empty() { String::new() } else { format!("{version}, ") };
        format!("{machine}, {threads} thread{s}, {rustc}, {version}commit {commit}, {date}")
    }

    /// Returns the number of outlier rounds over all figures, and the number of all rounds.
    pub fn outliers(&self) -> (usize, usize) {
        let outliers = self.figures.iter().map(|figure| figure.outliers).sum();
        (outliers, self.figures.iter().map(|figure| figure.rounds).sum())
    }

    /// Returns the report as a JSON object over several lines.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("numbers and text") + "\n"
    }

    /// Returns the figures as an aligned Markdown table below the caption.
    pub fn to_markdown(&self) -> String {
        let lines =
            table(&rows(&self.figures, markdown_columns), |column| column == 0 || column == 2);
        let mut text = format!("{}\n\n", self.caption());
        for (number, line) in lines.iter().enumerate() {
            text += &format!("| {} |\n", line.join(" | "));
            if number == 0 {
                for (column, cell) in line.iter().enumerate() {
                    let end = if column == 0 || column == 2 { '-' } else { ':' };
                    text += &format!("|{}{end}", "-".repeat(cell.chars().count() + 1));
                }
                text += "|\n";
            }
        }
        text
    }

    /// Returns the report as CSV: a line per figure, with the machine and the date in each.
    pub fn to_csv(&self) -> String {
        let rows = rows(&self.figures, |figure| self.csv_columns(figure));
        rows.iter()
            .map(|row| row.each_ref().map(|field| csv_field(field)).join(",") + "\n")
            .collect()
    }

    /// Returns the columns of CSV with the fields of a figure.
    fn csv_columns(&self, figure: &BenchFigure) -> [(&'static str, String); 24] {
        [
            ("machine", self.machine.clone()),
            ("cpu_flags", self.cpu_flags.clone()),
            ("version", self.version.clone()),
            ("rustc", self.rustc.clone()),
            ("profile", self.profile.clone()),
            ("commit", self.commit.clone()),
            ("date", self.date.clone()),
            ("threads", self.threads.to_string()),
            ("set", figure.set.clone()),
            ("limit", figure.limit.to_string()),
            ("engine", figure.engine.clone()),
            ("puzzles", figure.puzzles.to_string()),
            ("rounds", figure.rounds.to_string()),
            ("puzzles_per_second", whole(figure.puzzles_per_second)),
            ("median_puzzles_per_second", whole(figure.median_puzzles_per_second)),
            ("slowest_puzzles_per_second", whole(figure.slowest_puzzles_per_second)),
            ("spread_percent", format!("{:.2}", figure.spread_percent)),
            ("outliers", figure.outliers.to_string()),
            ("us_per_puzzle", format!("{:.4}", figure.microseconds_per_puzzle)),
            ("nodes_per_puzzle", optional(figure.nodes_per_puzzle)),
            ("percent_without_guessing", optional(figure.percent_without_guessing)),
            ("given_up", figure.given_up.to_string()),
            ("ratio", relative(figure.relative)),
            ("set_puzzles", figure.set_puzzles.map_or(String::new(), |all| all.to_string())),
        ]
    }

    /// Returns the report as a file of type `kind`; a chart shows the figures with `limit`.
    pub(super) fn written(&self, kind: FileType, limit: u64) -> Result<Vec<u8>, Error> {
        #[cfg(not(feature = "plot"))]
        let _ = limit;
        Ok(match kind {
            FileType::Json => self.to_json().into_bytes(),
            FileType::Records(_) => self.to_csv().into_bytes(),
            FileType::Markdown => self.to_markdown().into_bytes(),
            #[cfg(feature = "plot")]
            FileType::Svg => self.to_svg(limit).map_err(not_drawn)?.into_bytes(),
            #[cfg(feature = "png")]
            FileType::Png => self.to_png(limit).map_err(not_drawn)?,
            _ => self.to_string().into_bytes(),
        })
    }
}

/// Returns the columns of the Markdown table with the cells of a figure.
fn markdown_columns(figure: &BenchFigure) -> [(&'static str, String); 11] {
    let nodes = figure.nodes_per_puzzle;
    [
        ("set", figure.set.replace('|', "\\|")),
        ("limit", if is_all(figure.limit) { "all".into() } else { figure.limit.to_string() }),
        ("engine", figure.engine.replace('|', "\\|")),
        ("puzzles", format!("{}{}", measured(figure), given_up(figure))),
        ("puzzles/s", whole(figure.puzzles_per_second)),
        ("median", whole(figure.median_puzzles_per_second)),
        ("slowest", whole(figure.slowest_puzzles_per_second)),
        ("spread %", format!("{:.1}", figure.spread_percent)),
        ("relative", relative(figure.relative)),
        ("µs/puzzle", format!("{:.3}", figure.microseconds_per_puzzle)),
        ("nodes/puzzle", nodes.map_or("-".into(), |nodes| format!("{nodes:.3}"))),
    ]
}

/// Returns the columns of the tables for people with the cells of a figure.
fn shown_columns(figure: &BenchFigure) -> [(&'static str, String); 7] {
    let nodes = figure.nodes_per_puzzle;
    let without = figure.percent_without_guessing;
    [
        ("engine", figure.engine.clone()),
        ("puzzles/s", with_unit(figure.puzzles_per_second)),
        ("spread", format!("±{:.1}%", figure.spread_percent)),
        ("relative", relative(figure.relative)),
        ("µs/puzzle", format!("{:.3}", figure.microseconds_per_puzzle)),
        ("nodes/puzzle", nodes.map_or("-".into(), |nodes| format!("{nodes:.3}"))),
        ("no guess", without.map_or("-".into(), |percent| format!("{percent:.1}%"))),
    ]
}

fn whole(rate: f64) -> String {
    format!("{rate:.0}")
}

/// Returns a number with four decimals; an empty text for `None`.
fn optional(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.4}"))
}

/// Quotes a field if it contains characters that would end it.
fn csv_field(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// Returns the number of puzzles measured, in words.
pub(super) fn measured(figure: &BenchFigure) -> String {
    let puzzles = counted(figure.puzzles as u64, "puzzle");
    match figure.set_puzzles {
        _ if !figure.is_partial() => puzzles,
        Some(all) => {
            format!(
                "first {} of {}",
                thousands(figure.puzzles as u64),
                counted(all as u64, "puzzle")
            )
        }
        None => format!("first {puzzles} of more"),
    }
}

fn given_up(figure: &BenchFigure) -> String {
    match figure.given_up {
        0 => String::new(),
        count => format!(" ({count} given up)"),
    }
}

/// Describes the work of the lanes in two lines, where a puzzle counts as a node.
fn about_lanes(figure: &BenchFigure) -> Option<String> {
    let counts = figure.lanes?;
    let [busy, changed] = counts.lanes_per_sweep();
    let [stuck, solved, dead] = counts.lanes_per_event();
    let nodes = figure.nodes? + figure.puzzles as u64;
    let per = |count: u64| counts.busy as f64 / count.max(1) as f64;
    Some(format!(
        "lanes: {busy:.1} of {LANES} busy, {changed:.1} change; {:.2} lane-sweeps a puzzle, {:.2} a node\n\
         events: every {:.2} sweeps, for {stuck:.1} stuck, {solved:.1} solved, {dead:.1} dead lanes",
        per(figure.puzzles as u64),
        per(nodes),
        counts.sweeps_per_event(),
    ))
}

/// Returns the names of the columns, and the cells of each figure.
fn rows<const N: usize>(
    figures: &[BenchFigure],
    columns: impl Fn(&BenchFigure) -> [(&'static str, String); N],
) -> Vec<[String; N]> {
    let mut rows = vec![columns(&BenchFigure::default()).map(|(name, _)| name.to_owned())];
    rows.extend(figures.iter().map(|figure| columns(figure).map(|(_, cell)| cell)));
    rows
}

/// Pads the cells of a table so that columns are aligned.
fn table<const N: usize>(rows: &[[String; N]], is_text: fn(usize) -> bool) -> Vec<[String; N]> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut padded = rows.to_vec();
    for row in &mut padded {
        for (column, (cell, width)) in row.iter_mut().zip(widths).enumerate() {
            *cell =
                if is_text(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
        }
    }
    padded
}

/// Returns a ratio with three digits or more: 12.345 or 0.00123.
fn relative(ratio: f64) -> String {
    let decimals = if ratio > 0.0 { (2.0 - ratio.log10().floor()).clamp(3.0, 9.0) } else { 3.0 };
    format!("{ratio:.0$}", decimals as usize)
}

/// Returns a sentence that compares the fastest entrant with the others; `None` if there is only one.
fn compared(figures: &[BenchFigure]) -> Option<String> {
    let best =
        figures.iter().max_by(|a, b| a.puzzles_per_second.total_cmp(&b.puzzles_per_second))?;
    let others = figures.iter().filter(|figure| figure.engine != best.engine);
    let ratios: Vec<_> = others
        .map(|other| {
            let ratio = best.puzzles_per_second / other.puzzles_per_second;
            format!("{} times as fast as {}", factor(ratio), other.engine)
        })
        .collect();
    (!ratios.is_empty()).then(|| format!("{} is {}", best.engine, ratios.join(",\n  ")))
}

/// Returns a factor of 1 or more with three digits.
fn factor(ratio: f64) -> String {
    let decimals = if ratio < 10.0 { 2 } else { usize::from(ratio < 100.0) };
    format!("{ratio:.decimals$}")
}

/// Returns a rate in thousands or millions, with three digits.
pub(super) fn with_unit(rate: f64) -> String {
    let (value, unit) = match rate {
        ..1e3 => (rate, ""),
        ..1e6 => (rate / 1e3, " k"),
        _ => (rate / 1e6, " M"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$}{unit}")
}

/// Displays tables of at most 80 columns, one per set and limit, then the caption.
impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines =
            table(&rows(&self.figures, shown_columns), |column| column == 0).into_iter();
        let header = lines.next().expect("the header").join("  ");
        for of_set in self.figures.chunk_by(|a, b| a.set == b.set && a.limit == b.limit) {
            let BenchFigure { set, limit, .. } = &of_set[0];
            let puzzles = measured(&of_set[0]);
            match *limit {
                all if is_all(all) => writeln!(f, "{set}: {puzzles}, all solutions\n{header}")?,
                limit => writeln!(f, "{set}: {puzzles}, limit {limit}\n{header}")?,
            }
            for (figure, line) in of_set.iter().zip(lines.by_ref()) {
                writeln!(f, "{}{}", line.join("  "), given_up(figure))?;
            }
            if let Some(text) = compared(of_set) {
                writeln!(f, "{text}")?;
            }
            // The lanes do the same at every level, so show the text once.
            if let Some(text) = of_set.iter().find_map(about_lanes) {
                writeln!(f, "{text}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", self.caption())
    }
}
