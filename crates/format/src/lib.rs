//! Records in files of many shapes, behind a trait of parsers and one of formatters.
//!
//! A parser knows where a chunk of bytes may be cut and which records a chunk holds; a formatter
//! turns the answers to those records back into bytes. Neither touches a file: the pipeline
//! brings the bytes. A new format is one file here, a name in [`Format`], and a line each in
//! `open` and `formatter`.

mod adapted;
mod answer;
mod block;
mod candidates;
pub mod cells;
mod codec;
mod converting;
mod detect;
mod drawing;
mod error;
mod field_value;
mod file_type;
mod formatter;
mod grid;
mod grid_dashes;
mod grid_line;
mod grid_text;
mod input_layouts;
mod json;
mod json_document;
mod json_elements;
mod json_object;
mod json_value;
mod jsonl;
mod layout;
mod left_out;
mod line;
mod lines;
mod list;
mod magic;
mod name;
mod named_fields;
mod npy;
mod parser;
mod passage;
mod read_options;
mod records;
mod rows;
mod sheet;
mod sukaku;
mod table;
#[cfg(test)]
mod tests;
mod text;
pub mod tokens;
mod write_options;

pub use adapted::{AdaptedFormatter, Copying, Dropping, RowAdapter};
pub use answer::{
    AnswerShape, Answers, Column, ColumnKind, Field, NO_GRID, Role, RowsPerRecord, no_grid,
};
pub use codec::{Codec, Compression};
pub use converting::Converting;
pub use detect::{
    batch_format, is_puzzle, near_puzzle, open, pair_parser, read_grid, sample_length,
};
pub use error::{ElementError, FormatError, RecordError, RowError};
pub use field_value::FieldValue;
pub use file_type::FileType;
pub use formatter::{Assembler, LaidOutRows, OtherKeys, RecordFormatter};
pub use grid_text::{field_cells, whole_grid};
pub use input_layouts::{InputLayout, LAYOUTS};
pub use json_elements::JsonElements;
pub use layout::{BatchColumns, GridKeys, Layout};
pub use name::Format;
pub use npy::{FortranArray, array_like};
pub use parser::{DetectedInput, RecordParser};
pub use read_options::ReadOptions;
pub use records::{LONGEST_RECORD, Record, RecordKind, RecordRef, Records, Row};
pub use table::Header;
pub use write_options::{LayoutOptions, WriteOptions};

/// Returns the formatter of answers of this shape; not of record batches, which have a crate of their own.
///
/// # Errors
/// If the format cannot hold them.
pub fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    let from = options.from();
    let to = options.output_format(shape)?;
    if let (Format::Line, Some(lines)) = (to, shape.of_kind(ColumnKind::Lines)) {
        return Ok(Box::new(passage::PassageFormatter::new(lines, shape, options)));
    }
    Ok(match to {
        Format::Line | Format::Pair | Format::Puzzle | Format::Sdm => {
            Box::new(line::LineFormatter::new(to, from, shape, options)?)
        }
        Format::Grid | Format::Sdk | Format::Ss => {
            Box::new(block::BlockFormatter::new(to, from, shape, options)?)
        }
        Format::Judge => Box::new(block::JudgeFormatter::new(shape, options)?),
        Format::Drawing => Box::new(drawing::DrawingFormatter::new(shape, options.layout.colour)),
        Format::Sheet => {
            Box::new(sheet::SheetFormatter::new(shape, options.input.clone(), &options.layout))
        }
        Format::Sukaku => Box::new(sukaku::SukakuFormatter { column: shape.grid_column() }),
        Format::Csv | Format::Tsv => Box::new(table::TableFormatter::new(to, shape, options)),
        Format::Jsonl => Box::new(jsonl::JsonFormatter::new(from, shape, options)),
        Format::Npy => Box::new(npy::NpyFormatter::new(shape, options)),
        Format::Parquet | Format::Arrow => return Err(FormatError::WithoutParquet(to)),
        Format::List | Format::Json | Format::Hodoku | Format::Sudokuwiki => {
            return Err(FormatError::InputOnly(to));
        }
    })
}
