//! Reads and writes records in files of many formats: a parser for each way to read, a formatter for each
//! format to write.
//!
//! A parser finds where a chunk of bytes may be cut, and the records of a chunk; a formatter turns the
//! answers to these records back into bytes. Neither touches a file: the pipeline brings the bytes. A new
//! format is one file here, a name in [`Format`], and a row of [`FORMATS`].
//!
//! The first bytes of an input, its *head*, decide once how all of it is read: each *grammar* proposes
//! *hypotheses*, which are parsers with parameters, and the hypothesis that explains the head becomes the
//! *reading* of the input. For example, the head `7,53..7…` gives the hypothesis "puzzles are field 2
//! between ','". The files by their subjects, the parts that others use first:
//!
//! ```text
//! bytes      signs, tokens        the meaning of each sign; words and the gaps between them
//!            lines                lines, comments, line ends
//! cells      cells                a text that is a row or a grid, in every way to write cells
//!            found, unread        grids among other text; grids in a form that is not read
//!            grid_text            a text that is one puzzle, for arguments, fields and strings
//! grammars   line, line_roles     lines; the places of puzzles and solutions in them
//!            list                 every grid in a text
//!            drawn, boards        grids of nine lines
//!            table                tables with a header
//!            jsonl, json…         objects; values of JSON, whose elements become lines
//!            candidates, sukaku   pencilmark puzzles
//!            npy                  arrays
//! opening    detect, magic        how much of an input decides; files that are not text
//!            hypothesis, grammars, reading     proposals, their table, the choice
//!            parser, records      the trait of parsers; the records of a chunk
//! writing    formatter, answer    the trait of formatters; the fields of an answer
//!            name, shape, facts   the formats, and the table of their properties
//!            layout, left_out     what an output takes over from the input, and what it loses
//!            adapted, converting  formatters in front of others
//! replies    reply, reply_reader  the grid in a reply of a language model
//! ```

mod adapted;
mod answer;
mod block;
mod boards;
mod candidate_text;
mod candidates;
pub mod cells;
mod codec;
mod converting;
mod detect;
mod drawing;
mod drawn;
mod error;
mod facts;
mod field_value;
mod file_type;
mod formatter;
mod found;
mod grammars;
mod grid_text;
mod hypothesis;
mod json;
mod json_document;
mod json_elements;
mod json_nesting;
mod json_object;
mod json_pairs;
mod json_value;
mod jsonl;
mod layout;
mod left_out;
mod line;
mod line_formatter;
mod line_roles;
mod lines;
mod list;
mod magic;
mod name;
mod named_fields;
mod npy;
mod open_sudoku;
mod parser;
mod passage;
mod read_options;
mod reading;
mod records;
mod reply;
mod reply_reader;
mod roles;
mod rows;
mod shape;
mod sheet;
mod signs;
mod sukaku;
mod table;
#[cfg(test)]
mod tests;
pub mod tokens;
mod unread;
mod whole_puzzle;
mod write_options;

pub use adapted::{AdaptedFormatter, Copying, CountingSolutions, Dropping, RowAdapter};
pub use answer::{AnswerShape, Answers, Column, Field, NO_GRID, Role, RowsPerRecord, no_grid};
pub use batchdoku_base::{ColumnKind, Scalar, Value};
pub use boards::{BOARDS, Board};
pub use codec::{Codec, Compression};
pub use converting::Converting;
pub use detect::{
    batch_format, is_puzzle, near_puzzle, open, pair_parser, read_grid, sample_length,
};
pub use error::{ElementError, FormatError, RecordError, RowError};
pub use facts::{FORMATS, FormatFacts, WrittenFormat};
pub use field_value::FieldValue;
pub use formatter::{Assembler, LaidOutRows, Losses, OtherKeys, RecordFormatter};
pub use grammars::{GRAMMARS, Grammar, UNREAD_KINDS, UnreadKind};
pub use grid_text::{FieldPuzzle, field_puzzle, whole_grid, whole_puzzle};
pub use json_elements::JsonElements;
pub use layout::{BatchColumns, GridKeys, Layout};
pub use name::{FileType, Format};
pub use npy::{FortranArray, array_like};
pub use parser::{DetectedInput, RecordParser};
pub use read_options::ReadOptions;
pub use records::{LONGEST_RECORD, Record, RecordKind, RecordRef, Records, Row};
pub use reply::{
    AnswerPart, ChatError, GivenGrid, Reply, ReplyForm, ReplyOptions, TEXT_MEMBERS, TagError,
    Thoughts, text_of_messages,
};
pub use reply_reader::ReplyReader;
pub use shape::{FormatShape, LayoutOption, Room};
pub use table::Header;
pub use whole_puzzle::WholePuzzle;
pub use write_options::{LayoutOptions, WriteOptions};

/// Returns the formatter of answers of this shape; not of record batches, which have a crate of their own.
///
/// # Errors
/// If the format cannot hold them.
pub fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    let to = options.output_format(shape)?;
    let written = to.facts().written.ok_or(FormatError::InputOnly(to))?;
    (written.formatter)(to, shape, options)
}
