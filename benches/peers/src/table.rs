//! The table of the README.

use batchdoku::jobs::BenchFigure;

/// Returns a Markdown table of the figures with `limit`: puzzles per second, and the ratio to the first
/// engine.
pub(crate) fn to_markdown(figures: &[BenchFigure], limit: u64) -> String {
    let figures: Vec<_> = figures.iter().filter(|figure| figure.limit == limit).collect();
    let mut engines: Vec<&str> = Vec::new();
    for figure in &figures {
        if !engines.contains(&figure.engine.as_str()) {
            engines.push(&figure.engine);
        }
    }
    let mut table = format!("| set | {} |\n|---|", engines.join(" | "));
    table += &"--:|".repeat(engines.len());
    for of_set in figures.chunk_by(|a, b| a.set == b.set) {
        table += &format!("\n| {} |", of_set[0].set);
        for figure in of_set {
            let rate = with_unit(figure.puzzles_per_second);
            if figure.engine == engines[0] {
                table += &format!(" {rate} |");
            } else {
                table += &format!(" {rate} ({:.1}×) |", figure.relative);
            }
        }
    }
    table + "\n"
}

/// Returns a rate in thousands or millions, with three digits.
pub(crate) fn with_unit(rate: f64) -> String {
    let (value, unit) = if rate < 1e6 { (rate / 1e3, "k") } else { (rate / 1e6, "M") };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_ratios_by_set() {
        let csv = "set,limit,engine,puzzles_per_second,ratio\n\
            easy,2,sudoku 0.8,1000000,1.00\n\
            easy,2,lanes (avx2),12500000,12.50\n\
            hard,1,sudoku 0.8,300,1.00\n";
        let report = crate::record::read(csv).expect("a report");
        let table = to_markdown(&report.figures, 2);
        assert!(table.ends_with("| easy | 1.00 M | 12.5 M (12.5×) |\n"), "{table}");
    }
}
