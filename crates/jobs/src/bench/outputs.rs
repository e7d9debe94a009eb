//! The files that a report is written to: opened before anything is measured, written when all is, and named
//! together.

use super::report::BenchReport;
use batchdoku_format::FileType;
use batchdoku_pipeline::{Error, Input, Output, OutputFile, check_distinct, finish_all};

/// The report as a file of this type; a chart has the figures with `limit`.
fn written(kind: FileType, report: &BenchReport, limit: u64) -> Result<Vec<u8>, Error> {
    #[cfg(not(feature = "plot"))]
    let _ = limit;
    #[cfg(feature = "plot")]
    let drawn = |error: std::io::Error| Error::Failed(error.to_string());
    Ok(match kind {
        FileType::Json => report.to_json().into_bytes(),
        FileType::Records(_) => report.to_csv().into_bytes(),
        FileType::Markdown => report.to_markdown().into_bytes(),
        #[cfg(feature = "plot")]
        FileType::Svg => report.to_svg(limit).map_err(drawn)?.into_bytes(),
        #[cfg(feature = "plot")]
        FileType::Png => report.to_png(limit).map_err(drawn)?,
        _ => report.to_string().into_bytes(),
    })
}

/// Opened outputs, and what is written to each.
pub(super) struct ReportFiles(Vec<(OutputFile, FileType)>);

impl ReportFiles {
    /// Opens all of them, each of one of the types beside it.
    pub(super) fn open(outputs: &[(Output, &[FileType])], inputs: &[Input]) -> Result<Self, Error> {
        check_distinct(inputs, outputs.iter().map(|(output, _)| output))?;
        let types = outputs.iter().map(|(output, types)| output.file_type(types));
        let types: Vec<_> = types.collect::<Result<_, _>>()?;
        let files = outputs.iter().zip(types).map(|((output, _), kind)| Ok((output.open()?, kind)));
        files.collect::<Result<_, _>>().map(Self)
    }

    /// Writes the report to all of them; a chart has the figures with `limit`.
    pub(super) fn write(self, report: &BenchReport, limit: u64) -> Result<(), Error> {
        let mut files = Vec::new();
        for (mut file, kind) in self.0 {
            file.write(&written(kind, report, limit)?)?;
            files.push(file);
        }
        finish_all(files, true)
    }
}
