//! The facts about each format: the names of its files, the text around records, and the room that a record has.
//!
//! All code that depends on a format looks here, so that a new format is a name in [`Format`], a row of [`FORMATS`],
//! and the function that makes its formatter.

use std::num::NonZero;

use super::{
    AnswerShape, FileType, Format, FormatError, FormatShape, LayoutOption, ReadOptions,
    RecordFormatter, Room, WriteOptions, block, drawing,
    error::{NUMBERED, WITHOUT_COLUMNS},
    jsonl, line_formatter, npy, open_sudoku, sheet, sukaku, table,
};

/// The facts about a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatFacts {
    /// The format.
    pub format: Format,
    /// The extensions of its files, the usual one first. Without any, a name does not stand for the format.
    pub extensions: &'static [&'static str],
    /// The type of its files, if their extension stands for this type and not for the format, which the user has to
    /// name: `.html` for `sheet`.
    pub file_type: Option<FileType>,
    /// The form of records and of the text around them.
    pub shape: FormatShape,
    /// The format with the grammar that reads it, mostly the format itself; `None` if it is for output only.
    pub read_as: Option<Format>,
    /// True if its parser passes over all text that is no record, so that an input without records may be of another
    /// format.
    pub skips_text: bool,
    /// How it is written; `None` if it is for input only.
    pub written: Option<WrittenFormat>,
}

/// How a format is written.
#[derive(Clone, Copy, Debug)]
pub struct WrittenFormat {
    /// The room that a record has.
    pub room: Room,
    /// The options for its layout.
    pub options: &'static [LayoutOption],
    /// True if answers to records of this format are written in it, too, unless the user names another.
    pub is_kept: bool,
    /// Makes the formatter.
    pub(super) formatter: MakeFormatter,
}

/// Makes the formatter of answers of this shape.
type MakeFormatter =
    fn(Format, &AnswerShape<'_>, &WriteOptions) -> Result<Box<dyn RecordFormatter>, FormatError>;

/// Returns a row of the table: a format that is read, and is written with this room by the formatter that `formatter`
/// makes.
const fn row(
    format: Format,
    extensions: &'static [&'static str],
    shape: FormatShape,
    room: Room,
    formatter: MakeFormatter,
) -> FormatFacts {
    let options: &[_] = match (shape, room) {
        (FormatShape::Lines | FormatShape::Blocks, _) => &[LayoutOption::Separator],
        (FormatShape::Batches, _) => &[LayoutOption::BatchRows],
        _ => &[],
    };
    let written = Some(WrittenFormat { room, options, is_kept: true, formatter });
    let read_as = Some(format);
    let skips_text = false;
    FormatFacts { format, extensions, file_type: None, shape, read_as, skips_text, written }
}

impl FormatFacts {
    /// Returns the format, which the grammar of another reads.
    const fn read_as(self, format: Format) -> Self {
        Self { read_as: Some(format), ..self }
    }

    /// Returns the format with the type of its files, a type that other files have, too.
    const fn of_type(self, file_type: FileType) -> Self {
        Self { file_type: Some(file_type), ..self }
    }

    /// Returns the format, for input only.
    const fn input_only(self) -> Self {
        Self { written: None, ..self }
    }

    /// Returns the format, which is a [board](super::Board) that the grammar of another reads.
    const fn board(self, read_as: Format) -> Self {
        let skips_text = matches!(self.shape, FormatShape::Blocks);
        Self { skips_text, ..self }.read_as(read_as).with(&[], true)
    }

    /// Returns the format, for output only, with these options.
    const fn output_only(self, options: &'static [LayoutOption]) -> Self {
        Self { read_as: None, ..self }.with(options, true)
    }

    /// Returns the format, for output on request only: answers to its records have another format by default.
    const fn on_request(self) -> Self {
        self.with(&[], false)
    }

    /// Returns the format with a reader that passes over all text without records.
    const fn skipping_text(self) -> Self {
        Self { skips_text: true, ..self }
    }

    const fn with(self, options: &'static [LayoutOption], is_kept: bool) -> Self {
        let written = match self.written {
            Some(written) => Some(WrittenFormat { options, is_kept, ..written }),
            None => None,
        };
        Self { written, ..self }
    }
}

/// All formats, in the order of [`Format::ALL`].
pub const FORMATS: [FormatFacts; Format::ALL.len()] = {
    use FormatShape::{Array, Batches, Blocks, Document, Lines, Objects, Table};
    use Room::{Answer, Count, Fields, Grid, Pair, Puzzle};
    [
        row(Format::Line, &[], Lines, Answer, line_formatter::formatter),
        row(Format::Pair, &[], Lines, Pair, line_formatter::formatter).read_as(Format::Line),
        row(Format::Puzzle, &[], Lines, Puzzle, line_formatter::formatter).read_as(Format::Line),
        row(Format::List, &[], Lines, Answer, line_formatter::formatter)
            .skipping_text()
            .input_only(),
        row(Format::Grid, &[], Blocks, Answer, block::formatter).skipping_text(),
        row(Format::Judge, &[], Document, Count, block::judge_formatter)
            .output_only(&[LayoutOption::Separator]),
        row(Format::Drawing, &[], Document, Fields, drawing::formatter).output_only(&[]),
        row(Format::Sheet, &[], Document, Fields, sheet::formatter)
            .output_only(&[LayoutOption::Pages])
            .of_type(FileType::Html),
        row(Format::Csv, &["csv"], Table, Fields, table::formatter),
        row(Format::Tsv, &["tsv", "tab"], Table, Fields, table::formatter),
        row(Format::Jsonl, &["jsonl", "ndjson"], Objects, Fields, jsonl::formatter),
        row(Format::Json, &[], Document, Fields, jsonl::formatter).input_only(),
        row(Format::Hodoku, &[], Lines, Answer, line_formatter::formatter).input_only(),
        row(Format::Sudokuwiki, &[], Lines, Answer, line_formatter::formatter).input_only(),
        row(Format::Sdm, &["sdm"], Lines, Grid, line_formatter::formatter).read_as(Format::Line),
        row(Format::Sukaku, &[], Lines, Grid, sukaku::formatter).on_request(),
        row(Format::Sdk, &["sdk"], Blocks, Grid, block::formatter).skipping_text(),
        row(Format::Ss, &["ss"], Blocks, Grid, block::formatter)
            .skipping_text()
            .read_as(Format::Grid),
        row(Format::TextArena, &[], Blocks, Grid, block::formatter).board(Format::Grid),
        row(Format::Ragen, &[], Lines, Grid, block::formatter).board(Format::Line),
        row(Format::Areno, &[], Blocks, Grid, block::formatter).board(Format::Grid),
        row(Format::ReasoningGym, &[], Blocks, Grid, block::formatter).board(Format::Grid),
        row(Format::Markdown, &[], Blocks, Grid, block::formatter)
            .board(Format::Grid)
            .of_type(FileType::Markdown),
        row(Format::OpenSudoku, &["opensudoku"], Document, Grid, open_sudoku::formatter)
            .output_only(&[]),
        row(Format::Npy, &["npy"], Array, Grid, npy::formatter),
        row(Format::Parquet, &["parquet", "pq"], Batches, Fields, without_batches),
        row(
            Format::Arrow,
            &["arrow", "arrows", "feather", "ipc"],
            Batches,
            Fields,
            without_batches,
        ),
    ]
};

const _: () = {
    let mut index = 0;
    while index < FORMATS.len() {
        assert!(FORMATS[index].format as usize == index, "a row stands in another place");
        index += 1;
    }
};

/// Fails, because another crate writes record batches.
fn without_batches(
    to: Format,
    _: &AnswerShape<'_>,
    _: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Err(FormatError::WithoutParquet(to))
}

impl Room {
    /// Returns the room of a format that is written.
    ///
    /// # Panics
    /// If the format is for input only.
    pub(super) fn of(format: Format) -> Self {
        format.room().expect("the format is written")
    }
}

impl Format {
    /// Returns the facts about the format.
    ///
    /// ```
    /// use batchdoku_format::{Format, Room};
    /// let facts = Format::Sdm.facts();
    /// assert_eq!(facts.extensions, ["sdm"]);
    /// assert_eq!(facts.format.room(), Some(Room::Grid));
    /// ```
    pub const fn facts(self) -> &'static FormatFacts {
        &FORMATS[self as usize]
    }

    /// Returns the room that a record has; `None` if the format is for input only.
    pub const fn room(self) -> Option<Room> {
        match self.facts().written {
            Some(written) => Some(written.room),
            None => None,
        }
    }

    /// Returns whether a record has room for a single grid only.
    pub fn is_for_grids(self) -> bool {
        self.room() == Some(Room::Grid)
    }

    /// Returns whether it holds record batches.
    pub fn is_batches(self) -> bool {
        self.facts().shape == FormatShape::Batches
    }

    /// Returns whether it holds an array; an array of the solutions may stand next to it.
    pub fn is_array(self) -> bool {
        self.facts().shape == FormatShape::Array
    }

    /// Returns whether its records are parts of one document, so that two files, one after the other, are not a file of
    /// this format.
    pub fn is_document(self) -> bool {
        self.facts().shape == FormatShape::Document
    }

    /// Returns whether the fields of its records have names.
    pub fn has_names(self) -> bool {
        use FormatShape::{Batches, Objects, Table};
        matches!(self.facts().shape, Table | Objects | Batches)
    }

    /// Returns whether it has a column of solutions or none, which its start decides.
    pub fn has_solution_column(self) -> bool {
        use FormatShape::{Array, Batches, Table};
        matches!(self.facts().shape, Table | Array | Batches)
    }

    /// Returns whether a record may have a solution although other records have none.
    pub(super) fn is_solved_by_record(self) -> bool {
        let is_answer = matches!(self.room(), Some(Room::Answer | Room::Pair));
        self.facts().shape == FormatShape::Objects || self.is_lines() && is_answer
    }

    /// Returns whether it can be written with this option for its layout.
    pub fn uses(self, option: LayoutOption) -> bool {
        self.facts().written.is_some_and(|written| written.options.contains(&option))
    }

    /// Returns whether it holds a record in every line, as text.
    pub(super) fn is_lines(self) -> bool {
        self.facts().shape == FormatShape::Lines
    }

    /// Returns whether its records are nine lines each.
    pub(super) fn is_block(self) -> bool {
        self.facts().shape == FormatShape::Blocks
    }
}

impl ReadOptions {
    /// Returns the option that names a column which records of a format cannot have, and the reason why it has no
    /// effect.
    pub fn unused_column(&self, format: Format) -> Option<(&'static str, &'static str)> {
        use FormatShape::{Batches, Objects, Table};
        let solutions = ("solution_column", self.solution_column.as_ref());
        let column = ("column", self.column.as_ref());
        let named = [(!self.is_of_solutions).then_some(column), Some(solutions)];
        let reason = |name: &String| match (format.facts().shape, format) {
            // The names of a header, or the keys of objects.
            (Table | Objects | Batches, _) | (_, Format::Json) => None,
            (_, Format::Line | Format::Pair | Format::Puzzle) => {
                name.parse::<NonZero<usize>>().is_err().then_some(NUMBERED)
            }
            _ => Some(WITHOUT_COLUMNS),
        };
        named.into_iter().flatten().find_map(|(option, name)| Some((option, reason(name?)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_stands_for_one_format() {
        let extensions = FORMATS.iter().flat_map(|facts| facts.extensions);
        let mut names: Vec<_> = extensions.collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_format_is_read_or_written() {
        for facts in &FORMATS {
            assert!(facts.read_as.is_some() || facts.written.is_some(), "{}", facts.format);
            let is_named = facts.written.is_some() || facts.extensions.is_empty();
            assert!(is_named, "a name asks for {}, which is not written", facts.format);
        }
    }
}
