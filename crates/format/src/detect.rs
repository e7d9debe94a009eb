//! Opens an input: examines its first bytes, and chooses how it is read.
//!
//! A first line of up to ten digits before the first record is a count of records.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, Layout, ReadOptions, RecordKind, RecordParser, Records,
    cells::is_of_strokes,
    drawn,
    found::{grids, near_grid},
    grammars::{GRAMMARS, check_kind},
    grid_text::whole_grid,
    hypothesis::Head,
    json, json_pairs,
    line::LineParser,
    line_roles::LineLayout,
    lines::{HEAD, MARK, content_lines, indented_lines},
    magic, npy,
    reading::{choose, may_hold_puzzle},
    roles::{LineRoles, PuzzleRole},
    sukaku::first_pencilmarks,
    table::{self, FieldPlace},
    tokens::words,
};
use batchdoku_engine::grid::GridError;

/// The number of lines that suffice to detect most layouts. If they do not, four times as many are examined, and so on.
/// Each attempt examines all lines again, so all attempts but the last cost a third of the last.
pub(super) const LINES: usize = 32;

/// Opens an input: chooses how it is read by its first bytes, at most 64 KiB.
///
/// # Errors
/// If the input does not have the format of the options, or has none that can be read, or may have several.
pub fn open(head: &[u8], options: &ReadOptions) -> Result<DetectedInput, FormatError> {
    let is_cut = head.len() >= HEAD || sample_length(head, options) == Some(head.len());
    open_part(&head[..head.len().min(HEAD)], is_cut, options)
}

/// Opens an input by its first bytes; if `is_cut`, more bytes may follow.
fn open_part(
    bytes: &[u8],
    is_cut: bool,
    options: &ReadOptions,
) -> Result<DetectedInput, FormatError> {
    let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let text = &bytes[mark..];
    let head = head_of(text, is_cut, options);
    check_kind(&head)?;
    if matches!(options.format, None | Some(Format::Json | Format::Jsonl))
        && let Some(error) = json_pairs::refusal(text, options)
    {
        return Err(error);
    }
    if let Some(format) = options.format {
        if format.is_batches() {
            return Err(FormatError::NotBatches(format));
        }
        if !GRAMMARS.iter().any(|grammar| grammar.may_be_named(options.format)) {
            return Err(FormatError::OutputOnly(format));
        }
    }
    let mut opened = choose(&head)?;
    if options.asks_for_columns() {
        opened.layout.check_columns(&*opened.parser, &text[opened.skip..])?;
    }
    if options.solutions {
        opened.find_solutions(text);
    }
    opened.skip += mark;
    if options.format.is_some() {
        opened.reason = "the user names it".to_owned();
    }
    Ok(opened)
}

/// Returns the head of an input. The column that the user names is the name of a column, unless it is a number that no
/// header has: this is the number of a field of lines.
fn head_of<'h>(text: &'h [u8], is_cut: bool, options: &'h ReadOptions) -> Head<'h> {
    let is_by_name = options.named_column().is_some_and(|name| {
        name.parse::<usize>().is_err() || table::detect(text, options).is_some()
    });
    Head { text, is_cut, options, is_by_name }
}

/// Returns a parser of lines `puzzle,solution`.
pub fn pair_parser() -> Arc<dyn RecordParser> {
    let solution = Some(FieldPlace { delimiter: b',', index: 1 });
    let roles = LineRoles { solution, ..LineRoles::default() };
    Arc::new(LineParser { roles, reads_solutions: true })
}

/// Returns the format of an input of record batches that starts with `head`: the format of the options, or that of the
/// magic number. `None` for any other input.
pub fn batch_format(head: &[u8], options: &ReadOptions) -> Option<Format> {
    match options.format {
        Some(format) => Some(format).filter(|format| format.is_batches()),
        None => magic::batches(head).map(|(format, _)| format),
    }
}

impl DetectedInput {
    /// Returns an input with its first record at its first byte.
    pub(super) fn plain(format: Format, parser: Arc<dyn RecordParser>) -> Self {
        let layout = Layout::of(format);
        Self { parser, skip: 0, lines: 0, declared_count: None, layout, reason: String::new() }
    }

    /// Looks for solutions in the records that were examined, if no header shows whether there are any.
    fn find_solutions(&mut self, text: &[u8]) {
        let has_header = self.layout.header.is_some() || self.layout.columns.is_some();
        self.layout.is_solved_by_record = !has_header && !self.layout.format.is_array();
        if self.layout.keys.is_none() && !self.layout.has_solutions() {
            self.layout.shows_solutions = self.first_solution(text).is_some();
        }
    }

    /// Returns whether later records may have solutions although the records so far have none.
    fn may_show_solutions(&self) -> bool {
        self.layout.is_solved_by_record && !self.layout.has_solutions()
    }

    /// Returns the end of the line of the first record of a text that has a solution.
    fn first_solution(&self, text: &[u8]) -> Option<usize> {
        let chunk = &text[self.skip..];
        let mut records = Records::default();
        records.read(&*self.parser, chunk);
        let first = records
            .list
            .iter()
            .find(|record| matches!(record.kind, RecordKind::Puzzle { solution: Some(_), .. }))?;
        let line = memchr::memchr(b'\n', &chunk[first.end as usize..]);
        Some(line.map_or(text.len(), |end| self.skip + first.end as usize + end + 1))
    }

    /// Returns an input whose first line is skipped as a count of records, if it is a number and a record follows.
    pub(super) fn counted(
        format: Format,
        parser: Arc<dyn RecordParser>,
        text: &[u8],
        is_record: impl Fn(&[u8]) -> bool,
    ) -> Self {
        let mut opened = Self::plain(format, parser);
        let Some(end) = memchr::memchr(b'\n', text) else { return opened };
        let Some(count) = count(&text[..end]) else { return opened };
        let first = text[..end].trim_ascii_end();
        let is_row = format.is_block()
            && (drawn::row_cells(first).is_some()
                || drawn::is_near_row(first) && drawn::is_first_row(text));
        // If other numbers stand between the grids, they are titles.
        let is_title = format.is_block() && drawn::has_numbers(&text[end + 1..]);
        if !is_row
            && !is_title
            && content_lines(&text[end + 1..])
                .find(|line| !drawn::is_rule(line))
                .is_some_and(is_record)
        {
            opened.skip = end + 1;
            opened.lines = 1;
            opened.declared_count = Some(count);
        }
        opened
    }
}

/// Returns the count in a line of up to ten digits.
fn count(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii();
    let digits = (1..=10).contains(&line.len()) && line.iter().all(u8::is_ascii_digit);
    if digits { std::str::from_utf8(line).ok()?.parse().ok() } else { None }
}

/// Returns whether a header cannot be the title of a drawn grid: it has several words, or a grid stands in the line below.
fn is_no_title(text: &[u8]) -> bool {
    let mut lines = content_lines(text);
    let is_word = |line: &[u8]| line.trim_ascii().iter().all(u8::is_ascii_alphabetic);
    !lines.next().is_some_and(is_word)
        || lines.next().is_some_and(|line| line.contains(&b'"') || may_hold_puzzle(line))
}

/// Returns the grid in a text on its own, such as an argument of a command line or a text that is pasted into a page: on
/// one line in any form, drawn over several lines, or among other text.
///
/// # Errors
/// The fault of the first line, if there is no grid.
///
/// ```
/// use batchdoku_format::read_grid;
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// assert!(read_grid(format!("the puzzle is '{line}'").as_bytes()).is_ok());
/// assert_eq!(read_grid(b"53..7").unwrap_err().to_string(), "expected 81 cells, got 5");
/// ```
pub fn read_grid(text: &[u8]) -> Result<[u8; 81], GridError> {
    if let Some(cells) = whole_grid(text.trim_ascii()).or_else(|| whole_grid(text)) {
        return Ok(cells);
    }
    let mut lines = content_lines(text);
    if let Some(cells) = lines.clone().find_map(|line| Some(grids(line).next()?.cells)) {
        return Ok(cells);
    }
    let first = lines.next().unwrap_or_default();
    Err(batchdoku_engine::grid::Grid::parse(first).err().unwrap_or(GridError::TooShort(0)))
}

/// Returns whether a text on its own, such as an argument of a command line, holds a puzzle: on one line in any form, or
/// drawn over several lines. A puzzle that another program has packed counts, too: opening it as an input gives an error
/// with advice.
pub fn is_puzzle(text: &[u8]) -> bool {
    read_grid(text).is_ok()
        || content_lines(text).any(|line| first_pencilmarks(line).is_ok())
        || memchr::memchr(b'\n', text).is_some() && drawn::looks_like_grids(text)
        || magic::is_sudokupad(text)
        || magic::is_f_puzzles(text)
}

/// Returns the fault of a text that was meant as a puzzle: it has at least 60 cells, which are nine in ten of its
/// characters. `None` if it looks like anything else.
pub fn near_puzzle(text: &[u8]) -> Option<GridError> {
    near_grid(text).or_else(|| words(text).find_map(|(_, word)| near_grid(word)))
}

/// Returns the length of the shortest prefix of whole lines that decides how an input is read, at most 64 KiB. `None` if
/// `head` is too short for the decision; if the input ends there, all of it decides. It is a function of the input alone:
/// a pipe that brings the bytes one by one gives the same prefix as a file.
pub fn sample_length(head: &[u8], options: &ReadOptions) -> Option<usize> {
    let head = &head[..head.len().min(HEAD)];
    if let Some(length) = npy::array_sample(head) {
        // An array has no lines.
        return (head.len() >= length.min(HEAD)).then_some(length.min(HEAD));
    }
    let shortest = if magic::batches(head).is_some() {
        Some(head.len())
    } else if npy::MAGIC.starts_with(&head[..head.len().min(npy::MAGIC.len())]) {
        npy::is_enough(head).then_some(head.len())
    } else {
        shortest_sample(head, options)
    };
    let all = (head.len() == HEAD).then_some(HEAD);
    let Some(shortest) = shortest else { return all };
    let open = |length| open_part(&head[..length], true, options).ok();
    let is_told = || !open(shortest).is_some_and(|opened| opened.may_show_solutions());
    if !options.solutions_ahead || is_told() {
        return Some(shortest);
    }
    let solution = open(head.len()).and_then(|opened| opened.first_solution(head));
    solution.or(all)
}

/// Returns the length of the shortest prefix of lines that decides how a text is read, so that a pipe need not deliver
/// more: a person may be typing them.
fn shortest_sample(head: &[u8], options: &ReadOptions) -> Option<usize> {
    let mark = if head.starts_with(MARK) { MARK.len() } else { 0 };
    // An input that the user names lines is read line by line, even if the first line is no puzzle.
    let are_lines = options.format.is_some_and(Format::is_lines);
    let mut next_look = LINES;
    let mut next_told = 0;
    let mut start = mark;
    let mut has_content = false;
    for (index, end) in memchr::memchr_iter(b'\n', head).map(|at| at + 1).enumerate() {
        let text = &head[mark..end];
        let line = &head[start..end];
        start = end;
        // Comments and blank lines decide nothing.
        has_content = has_content || content_lines(line).next().is_some();
        if !has_content || json::may_continue(text) {
            continue;
        }
        let first = content_lines(text).next();
        let is_told = first.is_some_and(|first| {
            are_lines || json::starts_object(first) || json_pairs::is_pair_line(first)
        }) || tells_places(line)
            || content_lines(line).any(|line| first_pencilmarks(line).is_ok())
            || table::has_whole_header(text, options) && is_no_title(&text[..text.len() - 1]);
        // Lines above this line may be of another kind. More lines then decide which of the two kinds is damaged.
        if is_told && index >= next_told {
            next_told = 2 * index + 1;
            let is_alone = content_lines(text).nth(1).is_none();
            let chosen = || choose(&head_of(text, true, options));
            if is_alone || !chosen().is_err_and(|error| error.may_change()) {
                return Some(end);
            }
        }
        // If this many lines have a reading, it is taken, unless blank rows of a spreadsheet need the whole head.
        if index + 1 == next_look {
            next_look *= 4;
            let is_doubtful = drawn::text_has_nothing(text);
            let chosen = || choose(&head_of(text, true, options));
            if first.is_some() && !is_doubtful && chosen().is_ok() {
                return Some(end);
            }
        }
    }
    None
}

/// Returns whether a single line shows where all lines have their puzzles. It does not if its puzzle stands among words,
/// because lines may take turns, as in `puzzle: 53..7…` and `solution: 534…`.
fn tells_places(line: &[u8]) -> bool {
    // A line of strokes may be a ruler. A word that is longer than a grid may be two lines whose line end was lost.
    let is_damaged = |(_, word): (usize, &[u8])| word.len() > 81 && near_grid(word).is_some();
    let line = line.trim_ascii_end();
    if is_of_strokes(line.trim_ascii()) || words(line).any(is_damaged) {
        return false;
    }
    match LineLayout::of(indented_lines(line)) {
        Some(LineLayout::Lines(roles)) => roles.puzzle != PuzzleRole::Text,
        Some(LineLayout::Many { .. }) => true,
        None => false,
    }
}

/// Returns whether these first bytes of a stream suffice to choose how it is read.
#[cfg(test)]
pub(super) fn is_enough(head: &[u8], options: &ReadOptions) -> bool {
    sample_length(head, options).is_some()
}
