//! A record of a run: one line of CSV per engine, set and limit. Written, read back, and shown.

use std::{collections::HashMap, error::Error};

use batchdoku::jobs::bench::Figure;

use crate::{engines::is_peer, machine::Circumstances};

/// The header of a record.
const HEADER: &str = "machine,cpu_flags,rustc,profile,commit,date,set,limit,engine,puzzles,\
    puzzles_per_second,us_per_puzzle,nodes_per_puzzle,percent_without_guessing,ratio";

/// What tables and charts show of a line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) set: String,
    pub(crate) limit: u64,
    pub(crate) engine: String,
    pub(crate) puzzles_per_second: f64,
    /// Speed over that of the first engine on the same set and limit.
    pub(crate) ratio: f64,
}

/// The record of `figures`, which come set by set and limit by limit, always with the same
/// engines.
pub(crate) fn to_csv(figures: &[Figure], circumstances: &Circumstances) -> String {
    let Circumstances { machine, cpu_flags, rustc, profile, commit, date } = circumstances;
    let start =
        [machine, cpu_flags, rustc, profile, commit, date].map(|text| field(text)).join(",");
    let mut csv = format!("{HEADER}\n");
    let mut base = HashMap::new();
    for figure in figures {
        let Figure { set, engine, limit, puzzles, .. } = figure;
        let rate = figure.puzzles_per_second;
        let base: f64 = *base.entry((set, limit)).or_insert(rate);
        let search = if is_peer(engine) {
            ",".into()
        } else {
            format!("{:.3},{:.1}", figure.nodes_per_puzzle, figure.percent_without_guessing)
        };
        csv += &format!(
            "{start},{},{limit},{},{puzzles},{rate:.0},{:.4},{search},{:.2}\n",
            field(set),
            field(engine),
            figure.microseconds_per_puzzle,
            rate / base,
        );
    }
    csv
}

/// A field, in quotes where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Reads a record; returns its machine, commit and date as a caption, and its rows.
pub(crate) fn from_csv(csv: &str) -> Result<(String, Vec<Row>), Box<dyn Error>> {
    let mut lines = csv.lines();
    if lines.next() != Some(HEADER) {
        return Err("not a record: its header differs".into());
    }
    let mut caption = String::new();
    let mut rows = Vec::new();
    for line in lines {
        let fields = fields(line);
        let [machine, _, rustc, _, commit, date, set, limit, engine, _, rate, _, _, _, ratio] =
            &fields[..]
        else {
            return Err(format!("{} fields in '{line}'", fields.len()).into());
        };
        caption = format!("{machine}, {rustc}, commit {commit}, {date}");
        rows.push(Row {
            set: set.clone(),
            limit: limit.parse()?,
            engine: engine.clone(),
            puzzles_per_second: rate.parse()?,
            ratio: ratio.parse()?,
        });
    }
    Ok((caption, rows))
}

/// The fields of a line as [`field`] writes them.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.last_mut().expect("one to begin with");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => last.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => last.push(c),
        }
    }
    fields
}

/// A Markdown table of the rows with `limit`: puzzles per second, and the ratio to the first
/// engine.
pub(crate) fn to_markdown(rows: &[Row], limit: u64) -> String {
    let rows: Vec<_> = rows.iter().filter(|row| row.limit == limit).collect();
    let mut engines: Vec<&str> = Vec::new();
    for row in &rows {
        if !engines.contains(&row.engine.as_str()) {
            engines.push(&row.engine);
        }
    }
    let mut table = format!("| set | {} |\n|---|", engines.join(" | "));
    table += &"--:|".repeat(engines.len());
    for of_set in rows.chunk_by(|a, b| a.set == b.set) {
        table += &format!("\n| {} |", of_set[0].set);
        for row in of_set {
            let rate = with_unit(row.puzzles_per_second);
            if row.engine == engines[0] {
                table += &format!(" {rate} |");
            } else {
                table += &format!(" {rate} ({:.1}×) |", row.ratio);
            }
        }
    }
    table + "\n"
}

/// A rate in thousands or millions, with three digits.
pub(crate) fn with_unit(rate: f64) -> String {
    let (value, unit) = if rate < 1e6 { (rate / 1e3, "k") } else { (rate / 1e6, "M") };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(engine: &str, rate: f64) -> Figure {
        Figure {
            set: "easy, made up".into(),
            engine: engine.into(),
            limit: 2,
            puzzles: 5000,
            puzzles_per_second: rate,
            microseconds_per_puzzle: 1e6 / rate,
            nodes: 10,
            nodes_per_puzzle: 0.002,
            percent_without_guessing: 99.9,
            median_puzzles_per_second: rate,
            slowest_puzzles_per_second: rate,
            relative: 1.0,
            given_up: 0,
        }
    }

    #[test]
    fn a_record_reads_back() {
        let figures = [figure("sudoku 0.8", 1.0e6), figure("lanes (avx2)", 12.5e6)];
        let csv = to_csv(&figures, &Circumstances::now());
        let (_, rows) = from_csv(&csv).expect("a record");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].set, "easy, made up");
        assert_eq!((rows[1].puzzles_per_second, rows[1].ratio), (12.5e6, 12.5));
        assert!(to_markdown(&rows, 2).ends_with("| easy, made up | 1.00 M | 12.5 M (12.5×) |\n"));
    }

    #[test]
    fn fields_keep_commas_and_quotes() {
        let texts = ["a,b", "c\"d", "", "e"];
        let line = texts.map(field).join(",");
        assert_eq!(fields(&line), texts);
    }
}
