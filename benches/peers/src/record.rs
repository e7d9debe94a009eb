//! Records: reports of earlier runs, as CSV.

use std::{collections::HashMap, error::Error};

use batchdoku::jobs::BenchReport;
use serde_json::{Map, Value, json};

/// The columns that are text; all others are numbers.
const TEXTS: [&str; 9] =
    ["machine", "cpu_flags", "version", "rustc", "profile", "commit", "date", "set", "engine"];

/// Reads a report as this program writes it, or an earlier version.
pub(crate) fn read(text: &str) -> Result<BenchReport, Box<dyn Error>> {
    let mut report = Map::new();
    let mut figures = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<HashMap<String, String>>() {
        let mut figure = Map::new();
        for (name, field) in row? {
            let value = match &*name {
                name if TEXTS.contains(&name) => Value::from(field),
                _ if field.is_empty() => continue,
                _ => serde_json::from_str(&field)?,
            };
            let name = match &*name {
                "us_per_puzzle" => "microseconds_per_puzzle",
                "ratio" => "relative",
                same => same,
            };
            figure.insert(name.into(), value);
        }
        report = figure.clone();
        figures.push(figure);
    }
    report.insert("figures".into(), json!(figures));
    Ok(serde_json::from_value(report.into())?)
}
