//! A report as a bar chart: the relative speeds of the engines, set by set.

use std::io;

use super::{
    figure::BenchFigure,
    report::{BenchReport, measured, with_unit},
    solver::is_all,
};
use batchdoku_plot::{Bar, Comparison};

impl BenchReport {
    /// Draws a bar chart of the figures with `limit`, as SVG: the speed of each engine relative to
    /// the first, set by set, with the range of the rounds.
    ///
    /// # Errors
    /// If drawing fails, which no figures cause.
    pub fn to_svg(&self, limit: u64) -> io::Result<String> {
        chart(self, limit).to_svg()
    }

    /// Draws the same chart as [`to_svg`](Self::to_svg), as a PNG file.
    ///
    /// # Errors
    /// If drawing fails.
    #[cfg(feature = "png")]
    pub fn to_png(&self, limit: u64) -> io::Result<Vec<u8>> {
        chart(self, limit).to_png()
    }
}

fn chart(report: &BenchReport, limit: u64) -> Comparison<'_> {
    let figures: Vec<_> = report.figures.iter().filter(|figure| figure.limit == limit).collect();
    let base = figures.iter().find(|figure| figure.relative == 1.0);
    let base = base.map_or("", |figure| &figure.engine);
    let question = match limit {
        all if is_all(all) => "Find all solutions".into(),
        1 => "Solve".to_owned(),
        2 => "Solve and prove uniqueness".into(),
        n => format!("Find up to {n} solutions"),
    };
    let title = format!("{question}: speed relative to {base}");
    let of_sets = figures.chunk_by(|a, b| a.set == b.set);
    let partial = of_sets.clone().filter_map(|of_set| of_set.iter().find(|it| it.is_partial()));
    let notes = partial.map(|it| format!("{}: {}", it.set, measured(it))).collect();
    let sets = of_sets
        .map(|of_set| (of_set[0].set.as_str(), of_set.iter().map(|figure| bar(figure)).collect()));
    Comparison { title, notes, caption: report.caption(), sets: sets.collect() }
}

fn bar(figure: &BenchFigure) -> Bar<'_> {
    let of_fastest = figure.slowest_puzzles_per_second / figure.puzzles_per_second;
    Bar {
        engine: &figure.engine,
        relative: figure.relative,
        slowest: figure.relative * of_fastest,
        label: format!("{}/s", with_unit(figure.puzzles_per_second)),
    }
}
