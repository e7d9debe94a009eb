//! The files that a report is written to: opened before anything is measured, written when all is, and named
//! together.

use super::report::BenchReport;
use batchdoku_pipeline::{Error, Input, Output, OutputFile, check_distinct, finish_all};

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Text,
    Json,
    Csv,
    Markdown,
    #[cfg(feature = "plot")]
    Chart,
}

impl Shape {
    fn of(self, report: &BenchReport, limit: u64) -> Result<String, Error> {
        #[cfg(not(feature = "plot"))]
        let _ = limit;
        Ok(match self {
            Self::Text => report.to_string(),
            Self::Json => report.to_json(),
            Self::Csv => report.to_csv(),
            Self::Markdown => report.to_markdown(),
            #[cfg(feature = "plot")]
            Self::Chart => {
                report.to_svg(limit).map_err(|error| Error::Failed(error.to_string()))?
            }
        })
    }
}

/// Opened outputs, and what is written to each.
pub(super) struct ReportFiles(Vec<(OutputFile, Shape)>);

impl ReportFiles {
    pub(super) fn open(outputs: &[(Output, Shape)], inputs: &[Input]) -> Result<Self, Error> {
        check_distinct(inputs, outputs.iter().map(|(output, _)| output))?;
        let files = outputs.iter().map(|(output, shape)| Ok((output.open()?, *shape)));
        files.collect::<Result<_, _>>().map(Self)
    }

    /// Writes the report to all of them; a chart has the figures with `limit`.
    pub(super) fn write(self, report: &BenchReport, limit: u64) -> Result<(), Error> {
        let mut files = Vec::new();
        for (mut file, shape) in self.0 {
            file.write(shape.of(report, limit)?.as_bytes())?;
            files.push(file);
        }
        finish_all(files, true)
    }
}
