//! The name of a record.

use batchdoku::jobs::BenchReport;

/// Returns a file name for a record: the machine and the date.
pub(crate) fn file_stem(report: &BenchReport) -> String {
    let mut stem = String::new();
    for c in report.machine.to_lowercase().replace("(r)", "").chars() {
        if c.is_ascii_alphanumeric() {
            stem.push(c);
        } else if !stem.ends_with('-') {
            stem.push('-');
        }
    }
    format!("{}-{}", stem.trim_matches('-'), report.date)
}
