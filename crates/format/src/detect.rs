//! Detects the format of an input from its first bytes.
//!
//! The lines that are neither blank nor comments (`#`) decide, in this order:
//!
//! 1. The file starts with numpy's magic number: `npy`.
//! 2. The first line starts with `{`: `jsonl`.
//! 3. The first line has a field of 729 candidates: `sukaku`.
//! 4. The first line has a field of 81 cells: `line`. A file of lines is therefore never mistaken
//!    for a format below.
//! 5. The first line, split at commas, tabs or semicolons, has a field that is a usual name for the
//!    puzzles (or the name given), and no rows of nine cells follow: a header, so `csv` or `tsv`.
//! 6. The first line has 81 cells that are not contiguous: `line`.
//! 7. The first line starts with `[`, and is neither a row of nine cells nor a bracket alone: `sdk`.
//! 8. The first lines are rows of nine cells, perhaps after a count or a title: `grid`.
//! 9. Otherwise `line`, which reports each malformed line; unless the second line has the same
//!    number of fields as the first and one of them is a grid. Then the first is a header that does
//!    not say where the puzzles are, and the input is refused.
//!
//! A first line of up to ten digits before the first record is a count of records. Files that are
//! known not to be text, UTF-16, lines that end with CR alone and JSON arrays are refused; jobs make a line
//! of each element of an array before.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, Layout, ReadOptions, RecordParser, grid, grid_line, line,
    lines::{content_lines, has_cr_line_ends},
    magic, npy,
    sukaku::{self, first_pencilmarks},
    table,
};
use batchdoku_engine::grid::{
    Grid, GridError,
    line::{first_grid, is_cell, scattered_grid},
};

const MARK: &[u8] = b"\xEF\xBB\xBF";
/// This many lines are enough to detect any format.
const LINES: usize = 32;
/// The format is detected from this many bytes at most, however long the first line is.
const HEAD: usize = 64 << 10;

/// Detects the format of an input from its first bytes, of which it examines 64 KiB at most, and
/// prepares to read it.
///
/// # Errors
/// If the input does not have the format of the options, or has none that can be read.
pub fn open(head: &[u8], options: &ReadOptions) -> Result<DetectedInput, FormatError> {
    let is_cut = head.len() >= HEAD;
    let head = if is_cut { &head[..HEAD] } else { head };
    check_text(head)?;
    let mark = if head.starts_with(MARK) { MARK.len() } else { 0 };
    let text = &head[mark..];
    if matches!(options.format, None | Some(Format::Jsonl)) && is_json_array(text) {
        return Err(FormatError::JsonArray);
    }
    let format = match options.format {
        Some(format) => format,
        None => detect(text, options)?,
    };
    if format == Format::Sukaku && !options.pencilmarks {
        return Err(FormatError::Pencilmarks);
    }
    let mut opened = match format {
        Format::Line | Format::Pair | Format::Puzzle | Format::Sdm => {
            let mut opened = lines_of(format, text, options.solutions);
            opened.layout.pair_separator = pair_separator(&text[opened.skip..], options);
            opened
        }
        Format::Sukaku => {
            let parser = sukaku::SukakuParser { reads_solutions: options.solutions };
            let next_is_puzzle = |line: &[u8]| first_pencilmarks(line).is_ok();
            counted(format, Arc::new(parser), text, next_is_puzzle)
        }
        Format::Grid | Format::Sdk | Format::Ss => {
            let parser = grid::GridParser::for_text(text, options.pencilmarks);
            counted(format, Arc::new(parser), text, grid_line::is_row)
        }
        Format::Csv | Format::Tsv => table::open(format, text, is_cut, options)?,
        Format::Jsonl => {
            let parser = super::jsonl::JsonParser::new(options, text);
            let keys = Arc::new(parser.keys(text));
            let mut opened = DetectedInput::plain(format, Arc::new(parser));
            opened.layout.keys = Some(keys);
            opened
        }
        Format::Npy => npy::open(text)?,
        Format::Parquet | Format::Arrow => return Err(FormatError::NotBatches(format)),
        Format::Judge | Format::Drawing => {
            return Err(FormatError::OutputOnly(format));
        }
    };
    opened.skip += mark;
    Ok(opened)
}

/// Returns an input of lines of this format that starts with `text`.
fn lines_of(format: Format, text: &[u8], reads_solutions: bool) -> DetectedInput {
    let parser = line::LineParser { reads_solutions };
    let next_is_puzzle = |line: &[u8]| first_grid(line).is_ok();
    counted(format, Arc::new(parser), text, next_is_puzzle)
}

/// Returns the format of an input of record batches that starts with `head`: the one of the options, or
/// that of its magic number. `None` if it is of another.
pub fn batch_format(head: &[u8], options: &ReadOptions) -> Option<Format> {
    match options.format {
        Some(format) => Some(format).filter(|format| format.is_batches()),
        None => magic::batches(head).map(|(format, _)| format),
    }
}

/// Refuses inputs that cannot be text of any format.
fn check_text(head: &[u8]) -> Result<(), FormatError> {
    if head.starts_with(npy::MAGIC) {
        return Ok(());
    }
    let has_mark = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    if has_mark || magic::is_utf16(head) {
        return Err(FormatError::Utf16);
    }
    if let Some((_, name)) = magic::batches(head) {
        return Err(FormatError::Batches(name));
    }
    if let Some(name) = magic::not_text(head) {
        return Err(FormatError::NotText(name));
    }
    if has_cr_line_ends(head) {
        return Err(FormatError::CrLineEnds);
    }
    Ok(())
}

impl DetectedInput {
    /// Returns an input whose first record is its first byte.
    fn plain(format: Format, parser: Arc<dyn RecordParser>) -> Self {
        let layout = Layout::of(format);
        Self { parser, skip: 0, lines: 0, declared_count: None, layout }
    }
}

/// Returns what separates the first puzzle of a text of lines from its solution, if it has one. Looks no further than
/// [`is_enough`], because what comes later may not have come yet.
fn pair_separator(text: &[u8], options: &ReadOptions) -> Option<u8> {
    let mut lines = text.split(|&byte| byte == b'\n').take(LINES).map(<[u8]>::trim_ascii);
    let first = lines.find(|line| starts_object(line) || has_puzzle(line))?;
    let end = first_grid(first).ok()? + 81;
    let separator = *first.get(end)?;
    line::solution_behind(first, end + 1, first.len())?;
    table::detect(text, options).is_none().then_some(separator)
}

/// Returns an input whose first line may be a count, if a record follows.
fn counted(
    format: Format,
    parser: Arc<dyn RecordParser>,
    text: &[u8],
    is_record: impl Fn(&[u8]) -> bool,
) -> DetectedInput {
    let mut opened = DetectedInput::plain(format, parser);
    let Some(end) = memchr::memchr(b'\n', text) else { return opened };
    let Some(count) = count(&text[..end]) else { return opened };
    let is_row = format.is_block() && grid_line::is_row(&text[..end]);
    if !is_row
        && content_lines(&text[end + 1..])
            .find(|line| !grid_line::is_ruler(line))
            .is_some_and(is_record)
    {
        opened.skip = end + 1;
        opened.lines = 1;
        opened.declared_count = Some(count);
    }
    opened
}

/// Returns the count that a line of up to ten digits holds.
fn count(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii();
    let digits = (1..=10).contains(&line.len()) && line.iter().all(u8::is_ascii_digit);
    if digits { std::str::from_utf8(line).ok()?.parse().ok() } else { None }
}

fn detect(text: &[u8], options: &ReadOptions) -> Result<Format, FormatError> {
    if text.starts_with(npy::MAGIC) {
        return Ok(Format::Npy);
    }
    let mut lines = content_lines(text);
    let Some(first) = lines.next() else { return Ok(Format::Line) };
    if starts_object(first) {
        return Ok(Format::Jsonl);
    }
    if options.named_column().is_some() {
        return Ok(table::detect(text, options).unwrap_or(Format::Csv));
    }
    if first_pencilmarks(first).is_ok() {
        Ok(Format::Sukaku)
    } else if first_grid(first).is_ok() {
        Ok(Format::Line)
    } else if let Some(format) =
        table::detect(text, options).filter(|_| !grid::looks_like_grids(text))
    {
        Ok(format)
    } else if scattered_grid(first).is_some() {
        Ok(Format::Line)
    } else if grid_line::is_section(first) {
        Ok(Format::Sdk)
    } else if grid::looks_like_grids(text) {
        Ok(Format::Grid)
    } else if lines.next().is_some_and(|second| table::is_unknown_header(first, second)) {
        Err(FormatError::NoPuzzleColumn { header: table::shown(first) })
    } else {
        Ok(Format::Line)
    }
}

/// Tells if a line starts like a JSON object, and not like a row in braces.
fn starts_object(line: &[u8]) -> bool {
    let rest = line.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_digit))
}

/// Tells if a text is one JSON array: of objects, of strings, or of arrays that are grids, or rows over
/// several lines. A line that is an array of strings may also be a record, with a puzzle and its solution;
/// not with two puzzles, or with three.
fn is_json_array(text: &[u8]) -> bool {
    let Some(inside) = text.trim_ascii_start().strip_prefix(b"[") else { return false };
    let first = inside.trim_ascii_start();
    if let Some(object) = first.strip_prefix(b"{") {
        return matches!(object.trim_ascii_start().first(), Some(b'"' | b'}'));
    }
    if first.starts_with(b"[") {
        return first_array(first).is_some_and(|array| {
            let is_broken = array.contains(&b'\n');
            let line: Vec<_> =
                array.iter().filter(|byte| !b"\r\n".contains(byte)).copied().collect();
            scattered_grid(&line).is_some() || is_broken && grid_line::is_row(&line)
        });
    }
    if !first.starts_with(b"\"") {
        return false;
    }
    if inside[..inside.len() - first.len()].contains(&b'\n') {
        return true;
    }
    let line = first.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let mut grids = line.split(|&byte| byte == b'"').filter_map(|text| Grid::parse(text).ok());
    let (_, second, third) = (grids.next(), grids.next(), grids.next());
    third.is_some() || second.is_some_and(|second| !second.is_complete())
}

/// Returns the array at the start of a text, to the bracket that ends it.
fn first_array(text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0;
    let end = text.iter().position(|&byte| {
        depth += i32::from(byte == b'[') - i32::from(byte == b']');
        depth == 0
    });
    end.map(|end| &text[..=end])
}

/// Tells if a text is the start of a JSON array that does not yet show what its first element is.
fn may_be_json_array(text: &[u8]) -> bool {
    // More than 81 numbers take, one per line.
    const LONGEST: usize = 4 << 10;
    if text.len() > LONGEST {
        return false;
    }
    let Some(inside) = text.trim_ascii_start().strip_prefix(b"[") else { return false };
    let first = inside.trim_ascii_start();
    match first.strip_prefix(b"{") {
        Some(object) => object.trim_ascii_start().is_empty(),
        None => first.is_empty() || first.starts_with(b"[") && first_array(first).is_none(),
    }
}

/// Tells if a header is no title of a grid, which may be a single word, or the lines after it tell.
fn has_row_or_grid(text: &[u8]) -> bool {
    let mut lines = content_lines(text);
    if lines.next().is_some_and(|first| !first.trim_ascii().iter().all(u8::is_ascii_alphabetic)) {
        return true;
    }
    lines.next().is_some_and(|first| !grid_line::is_row(first)) || lines.next().is_some()
}

/// Tells if a text on its own, as an argument of a command line, holds a puzzle: in one line of any
/// form, or drawn over several.
pub fn is_puzzle(text: &[u8]) -> bool {
    if memchr::memchr(b'\n', text).is_some() {
        return content_lines(text).any(|line| first_grid(line).is_ok())
            || grid::looks_like_grids(text);
    }
    has_puzzle(text)
}

/// Tells if a line holds a puzzle of any form.
fn has_puzzle(line: &[u8]) -> bool {
    first_grid(line).is_ok() || first_pencilmarks(line).is_ok() || scattered_grid(line).is_some()
}

/// Returns the fault of a text that was meant as a puzzle: at least 60 characters, of which nine in
/// ten are cells. `None` if it looks like anything else.
pub fn near_puzzle(text: &[u8]) -> Option<GridError> {
    const CELLS: usize = 60;
    let cells = text.iter().filter(|&&byte| is_cell(byte)).count();
    let is_near = cells >= CELLS && cells * 10 >= text.len() * 9;
    if is_near { first_grid(text).err() } else { None }
}

/// Tells if these first bytes of a stream suffice to detect its format, so that nobody has to wait
/// for more: a person may be typing them.
pub fn is_enough(head: &[u8], options: &ReadOptions) -> bool {
    if magic::batches(head).is_some() {
        return true;
    }
    if npy::MAGIC.starts_with(&head[..head.len().min(npy::MAGIC.len())]) {
        return npy::is_enough(head);
    }
    let Some(end) = memchr::memrchr(b'\n', head) else { return false };
    let head = head[..=end].strip_prefix(MARK).unwrap_or(&head[..=end]);
    if may_be_json_array(head) {
        return false;
    }
    let text = &head[..head.len() - 1];
    memchr::memchr_iter(b'\n', head).count() >= LINES
        || content_lines(text).any(|line| starts_object(line) || has_puzzle(line))
        || table::has_whole_header(head, options) && has_row_or_grid(text)
}
