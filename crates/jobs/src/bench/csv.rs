//! A report as CSV, written and read: a line per figure, which says where and when it was taken too.

use super::{figure::BenchFigure, report::BenchReport};

/// The columns.
const HEADER: [&str; 23] = [
    "machine",
    "cpu_flags",
    "version",
    "rustc",
    "profile",
    "commit",
    "date",
    "threads",
    "set",
    "limit",
    "engine",
    "puzzles",
    "rounds",
    "puzzles_per_second",
    "median_puzzles_per_second",
    "slowest_puzzles_per_second",
    "spread_percent",
    "outliers",
    "us_per_puzzle",
    "nodes_per_puzzle",
    "percent_without_guessing",
    "given_up",
    "ratio",
];

/// Writes the figures of a report.
pub(super) fn write(report: &BenchReport) -> String {
    let mut text = HEADER.join(",") + "\n";
    for figure in &report.figures {
        let optional = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.4}"));
        let fields: [String; HEADER.len()] = [
            quoted(&report.machine),
            quoted(&report.cpu_flags),
            quoted(&report.version),
            quoted(&report.rustc),
            quoted(&report.profile),
            quoted(&report.commit),
            quoted(&report.date),
            report.threads.to_string(),
            quoted(&figure.set),
            figure.limit.to_string(),
            quoted(&figure.engine),
            figure.puzzles.to_string(),
            figure.rounds.to_string(),
            format!("{:.0}", figure.puzzles_per_second),
            format!("{:.0}", figure.median_puzzles_per_second),
            format!("{:.0}", figure.slowest_puzzles_per_second),
            format!("{:.2}", figure.spread_percent),
            figure.outliers.to_string(),
            format!("{:.4}", figure.microseconds_per_puzzle),
            optional(figure.nodes_per_puzzle),
            optional(figure.percent_without_guessing),
            figure.given_up.to_string(),
            format!("{:.3}", figure.relative),
        ];
        text += &(fields.join(",") + "\n");
    }
    text
}

/// A field, in quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Reads the figures of a report, whatever columns it has beyond the necessary ones.
pub(super) fn read(text: &str) -> Result<BenchReport, String> {
    let mut lines = text.lines();
    let header = fields(lines.next().unwrap_or_default());
    let column = |name: &str| header.iter().position(|field| field == name);
    let mut report: Option<BenchReport> = None;
    for (number, line) in (2..).zip(lines) {
        let fields = fields(line);
        if fields.len() != header.len() {
            let (got, wanted) = (fields.len(), header.len());
            return Err(format!("line {number}: expected {wanted} fields, got {got}"));
        }
        let text = |name: &str| column(name).map_or("", |column| fields[column].as_str());
        let parsed = |name: &str| -> Result<Option<f64>, String> {
            match text(name) {
                "" => Ok(None),
                field => field.parse().map(Some).map_err(|_| {
                    format!("line {number}: expected a number in {name}, got '{field}'")
                }),
            }
        };
        let needed = |name: &str| {
            parsed(name)?.ok_or_else(|| format!("line {number}: the column {name} is missing"))
        };
        let number = |name: &str| Ok::<_, String>(parsed(name)?.unwrap_or(f64::NAN));
        let count = |name: &str| Ok::<_, String>(parsed(name)?.unwrap_or(0.0) as usize);
        let figure = BenchFigure {
            set: text("set").into(),
            limit: needed("limit")? as u64,
            engine: text("engine").into(),
            puzzles: count("puzzles")?,
            rounds: count("rounds")?,
            puzzles_per_second: needed("puzzles_per_second")?,
            median_puzzles_per_second: number("median_puzzles_per_second")?,
            slowest_puzzles_per_second: number("slowest_puzzles_per_second")?,
            spread_percent: number("spread_percent")?,
            outliers: count("outliers")?,
            relative: needed("ratio")?,
            microseconds_per_puzzle: number("us_per_puzzle")?,
            nodes_per_puzzle: parsed("nodes_per_puzzle")?,
            percent_without_guessing: parsed("percent_without_guessing")?,
            given_up: count("given_up")?,
            ..BenchFigure::empty()
        };
        let threads = parsed("threads")?.unwrap_or(1.0) as usize;
        let report = report.get_or_insert_with(|| BenchReport {
            machine: text("machine").into(),
            cpu_flags: text("cpu_flags").into(),
            version: text("version").into(),
            rustc: text("rustc").into(),
            profile: text("profile").into(),
            commit: text("commit").into(),
            date: text("date").into(),
            threads,
            figures: Vec::new(),
            left_out: Vec::new(),
            is_interrupted: false,
        });
        report.figures.push(figure);
    }
    report.ok_or_else(|| "the report has no figures".into())
}

/// The fields of a line as [`quoted`] writes them.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.last_mut().expect("one to begin with");
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => last.extend(chars.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => last.push(c),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_commas_and_quotes() {
        let texts = ["a,b", "c\"d", "", "e"];
        let line = texts.map(quoted).join(",");
        assert_eq!(fields(&line), texts);
    }

    #[test]
    fn nonsense_is_named_with_its_line() {
        let error = |text: &str| read(text).unwrap_err();
        assert_eq!(error("set,limit\n"), "the report has no figures");
        assert_eq!(error("set,limit\na\n"), "line 2: expected 2 fields, got 1");
        assert_eq!(error("set,limit\na,b\n"), "line 2: expected a number in limit, got 'b'");
        assert_eq!(error("set,limit\na,1\n"), "line 2: the column puzzles_per_second is missing");
    }
}
