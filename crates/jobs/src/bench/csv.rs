//! A report as CSV: a line per figure, which says where and when it was taken too.

use super::{figure::BenchFigure, report::BenchReport};

impl BenchReport {
    /// The report as CSV: a line per figure, which says where and when it was taken too.
    pub fn to_csv(&self) -> String {
        let header = columns(self, &BenchFigure::default()).map(|(name, _)| name);
        let mut text = header.join(",") + "\n";
        for figure in &self.figures {
            text += &(columns(self, figure).map(|(_, field)| quoted(&field)).join(",") + "\n");
        }
        text
    }
}

/// The columns of a figure, with their names.
fn columns(report: &BenchReport, figure: &BenchFigure) -> [(&'static str, String); 24] {
    let rate = |rate: f64| format!("{rate:.0}");
    let optional = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.4}"));
    [
        ("machine", report.machine.clone()),
        ("cpu_flags", report.cpu_flags.clone()),
        ("version", report.version.clone()),
        ("rustc", report.rustc.clone()),
        ("profile", report.profile.clone()),
        ("commit", report.commit.clone()),
        ("date", report.date.clone()),
        ("threads", report.threads.to_string()),
        ("set", figure.set.clone()),
        ("limit", figure.limit.to_string()),
        ("engine", figure.engine.clone()),
        ("puzzles", figure.puzzles.to_string()),
        ("rounds", figure.rounds.to_string()),
        ("puzzles_per_second", rate(figure.puzzles_per_second)),
        ("median_puzzles_per_second", rate(figure.median_puzzles_per_second)),
        ("slowest_puzzles_per_second", rate(figure.slowest_puzzles_per_second)),
        ("spread_percent", format!("{:.2}", figure.spread_percent)),
        ("outliers", figure.outliers.to_string()),
        ("us_per_puzzle", format!("{:.4}", figure.microseconds_per_puzzle)),
        ("nodes_per_puzzle", optional(figure.nodes_per_puzzle)),
        ("percent_without_guessing", optional(figure.percent_without_guessing)),
        ("given_up", figure.given_up.to_string()),
        ("ratio", format!("{:.3}", figure.relative)),
        ("set_puzzles", figure.set_puzzles.map_or(String::new(), |number| number.to_string())),
    ]
}

/// A field, in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}
