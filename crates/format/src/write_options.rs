//! Options for writing answers, and the format that follows from them.

use super::{AnswerShape, ColumnKind, Compression, Format, FormatError, Layout};

/// The layout of answers, as far as a user decides it.
#[derive(Clone, Debug, Default)]
pub struct LayoutOptions {
    /// The byte between the cells of a grid, or between the fields of a line; `None` for the usual one.
    pub separator: Option<u8>,
    /// True if comments and blank lines are dropped instead of passed through.
    pub strip_comments: bool,
    /// True if records that a job rejects are left out.
    pub drop_rejected: bool,
    /// True if grids are drawn in the colours of a terminal.
    pub colour: bool,
    /// True if the fields of lines stand under headings, for people.
    pub headings: bool,
    /// The rows of a row group of Parquet, or of a record batch of Arrow; `None` for the usual number.
    pub batch_rows: Option<usize>,
    /// The puzzles of a page of a sheet; `None` for the usual number.
    pub per_page: Option<u8>,
    /// The title of a sheet; empty for none.
    pub sheet_title: String,
    /// The number of the first puzzle of a sheet; `None` for 1.
    pub first_number: Option<u32>,
}

impl LayoutOptions {
    /// Returns the number of rows of record batches that are read and written at a time.
    pub fn batch_rows(&self) -> usize {
        self.batch_rows.unwrap_or(ROW_GROUP)
    }
}

/// All that a formatter needs: the choices of the user, and the findings of the run.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format, or `None` for that of the input.
    pub format: Option<Format>,
    /// The layout, as far as the user decides it.
    pub layout: LayoutOptions,
    /// The layout of the input, if there is one.
    pub input: Option<Layout>,
    /// The number of records that the input declares, which is repeated before lines.
    pub declared_count: Option<u64>,
    /// The compression of the pages of record batches.
    pub compression: Compression,
    /// True if Arrow is written as a stream, which other programs may read as it comes.
    pub is_stream: bool,
    /// True if solutions may go to an output of their own, where a record has room for one grid.
    pub takes_halves: bool,
}

/// The usual number of rows of a row group: enough for compression and scans, and so few that a million
/// puzzles are work for many threads, and all threads end at about the same time.
const ROW_GROUP: usize = 25_000;

impl WriteOptions {
    /// Returns the format of the input; lines if there is none.
    pub(super) fn from(&self) -> Format {
        self.input.as_ref().map_or(Format::Line, |layout| layout.format)
    }

    /// Returns the format in which answers of this shape are written.
    ///
    /// # Errors
    /// If the format cannot hold them.
    pub fn output_format(&self, shape: &AnswerShape<'_>) -> Result<Format, FormatError> {
        let takes_pair = self.takes_halves && self.format.is_some_and(Format::is_array);
        let is_grid = shape.fits_one_grid() || takes_pair && shape.fits_pair();
        if let Some(to) = self.format {
            let lists = [ColumnKind::Cells, ColumnKind::Tokens].into_iter();
            let has_list = to.is_array() && lists.filter_map(|it| shape.of_kind(it)).count() > 0;
            return match to.is_for_grids() && !is_grid && !has_list {
                true => Err(FormatError::GridsOnly(to)),
                false => Ok(to),
            };
        }
        let from = self.from();
        let is_kept = from.facts().written.is_some_and(|written| written.is_kept);
        // Answers that an array cannot hold are written as lines.
        let is_held = is_grid || !from.is_array();
        Ok(if is_kept && is_held { from } else { Format::Line })
    }
}
