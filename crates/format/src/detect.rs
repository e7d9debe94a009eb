//! Opens an input: decides its layout from its first bytes, by the table in `layouts`, and prepares its parser.
//!
//! A first line of up to ten digits before the first record is a count of records.

use std::{ops::Range, sync::Arc};

use super::{
    DetectedInput, Format, FormatError, Layout, ReadOptions, Record, RecordKind, RecordParser,
    Records, candidates, drawn,
    grid_text::whole_grid,
    input_layouts::{Head, check_text, recognise},
    json, json_pairs,
    line::{LineLayout, LineParser, LineRoles, PuzzleRole, is_comment},
    lines::{HEAD, MARK, content_lines, indented_lines, split_lines},
    list::ListParser,
    magic, npy,
    sukaku::{SukakuParser, first_pencilmarks},
    table::{self, FieldPlace},
    text::{grids, near_grid, was_grid, words},
};
use batchdoku_engine::grid::GridError;

/// This many lines are enough to detect most layouts; otherwise four times as many, and so on: detection looks at all lines
/// again each time, and so costs no more than a third on top of the last time.
pub(super) const LINES: usize = 32;

/// Detects the layout of an input from its first bytes, of which it examines 64 KiB at most, and
/// prepares to read it.
///
/// # Errors
/// If the input does not have the format of the options, or has none that can be read.
pub fn open(head: &[u8], options: &ReadOptions) -> Result<DetectedInput, FormatError> {
    let is_cut = head.len() >= HEAD;
    let bytes = if is_cut { &head[..HEAD] } else { head };
    let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let text = &bytes[mark..];
    let head = Head { text, is_cut, options };
    check_text(&head)?;
    if matches!(options.format, None | Some(Format::Json | Format::Jsonl))
        && let Some(error) = json_pairs::refusal(text, options)
    {
        return Err(error);
    }
    let (format, reason) = match options.format {
        Some(Format::Jsonl) if json::of_elements(text).is_some() => {
            return Err(FormatError::JsonArray);
        }
        Some(format) => (format, "the user names it".to_owned()),
        None => recognise(&head)?,
    };
    if format == Format::Sukaku && !options.pencilmarks {
        return Err(FormatError::Pencilmarks);
    }
    check_comments(&head, format)?;
    let mut opened = match format {
        Format::Line | Format::Pair | Format::Puzzle | Format::Sdm => open_as_lines(format, &head)?,
        Format::List => {
            let parser = ListParser::for_text(text, options.solutions);
            let separator = parser.is_paired().then_some(b',');
            let mut opened = DetectedInput::plain(format, Arc::new(parser));
            opened.layout.pair_separator = separator;
            opened
        }
        Format::Hodoku | Format::Sudokuwiki => candidates::open(format, text, options),
        Format::Sukaku => {
            let parser = SukakuParser { reads_solutions: options.solutions };
            counted(format, Arc::new(parser), text, |line| first_pencilmarks(line).is_ok())
        }
        Format::Grid | Format::Sdk | Format::Ss => {
            let parser =
                drawn::GridParser::choose(text, options.pencilmarks, options.format.is_some())?;
            counted(format, Arc::new(parser), text, |line| drawn::row_cells(line).is_some())
        }
        Format::Csv | Format::Tsv => table::open(format, text, is_cut, options)?,
        Format::Json => return Err(FormatError::JsonArray),
        Format::Jsonl => {
            let parser = super::jsonl::JsonParser::new(options, text);
            parser.check_keys(text)?;
            let keys = Arc::new(parser.keys(text, options));
            let mut opened = DetectedInput::plain(format, Arc::new(parser));
            opened.layout.keys = Some(keys);
            opened
        }
        Format::Npy => npy::open(text)?,
        Format::Parquet | Format::Arrow => return Err(FormatError::NotBatches(format)),
        _ => {
            return Err(FormatError::OutputOnly(format));
        }
    };
    if options.solutions {
        opened.find_solutions(text);
    }
    opened.skip += mark;
    opened.reason = reason;
    Ok(opened)
}

/// Returns a parser of lines `puzzle,solution`.
pub fn pair_parser() -> Arc<dyn RecordParser> {
    let solution = Some(FieldPlace { delimiter: b',', index: 1 });
    let roles = LineRoles { solution, ..LineRoles::default() };
    Arc::new(LineParser { roles, reads_solutions: true })
}

/// Opens an input of lines.
fn open_as_lines(format: Format, head: &Head<'_>) -> Result<DetectedInput, FormatError> {
    let options = head.options;
    if let (None, None, LineLayout::Many { line, puzzles, .. }) =
        (options.format, options.named_column(), head.line_layout())
    {
        return Err(FormatError::ManyPuzzles { line, puzzles });
    }
    let roles = LineRoles::of_head(head);
    let parser = LineParser { roles, reads_solutions: options.solutions };
    let mut opened =
        counted(format, Arc::new(parser), head.text, |line| grids(line).next().is_some());
    let separator = roles.solution.map(|place| place.delimiter);
    opened.layout.pair_separator =
        separator.filter(|_| table::detect(head.text, options).is_none());
    opened.layout.has_text = first_line_has_text(head.text, roles);
    Ok(opened)
}

/// Returns whether the first line has words or numbers besides its puzzle and its solution.
fn first_line_has_text(text: &[u8], roles: LineRoles) -> bool {
    let first = content_lines(text).next().unwrap_or_default();
    let mut records = Records::default();
    records.read(&LineParser { roles, reads_solutions: true }, first);
    let Some(Record { kind: RecordKind::Puzzle { at, solution }, .. }) = records.list.first()
    else {
        return false;
    };
    // Cells that are apart have been copied: where they are in the line is not known.
    if records.scratch.is_some() {
        return false;
    }
    let puzzle = cells_at(*at);
    let solution = solution.map_or(0..0, cells_at);
    first.iter().enumerate().any(|(place, byte)| {
        byte.is_ascii_alphanumeric() && !puzzle.contains(&place) && !solution.contains(&place)
    })
}

/// Returns the range of the 81 cells that start at `at`.
fn cells_at(at: u32) -> Range<usize> {
    at as usize..at as usize + 81
}

impl LineRoles {
    /// Returns the roles of the fields of lines that start like this, as far as the user does not name them.
    fn of_head(head: &Head<'_>) -> Self {
        let options = head.options;
        let mut roles = match head.line_layout() {
            LineLayout::Lines(roles) => roles,
            LineLayout::Many { .. } => Self::default(),
        };
        let first = head.lines().next().unwrap_or_default();
        let delimiter = first.iter().copied().find(|byte| b",;\t|".contains(byte)).unwrap_or(b' ');
        if let Some(index) = index_of(options.column.as_ref())
            && !options.is_of_solutions
        {
            roles.puzzle = PuzzleRole::Field(FieldPlace { delimiter, index });
            roles.is_named = true;
        }
        if let Some(index) = index_of(options.solution_column.as_ref()) {
            roles.solution = Some(FieldPlace { delimiter, index });
            roles.is_named = true;
        }
        match roles.solution {
            // The grids of an input of solutions.
            Some(place) if options.is_of_solutions => {
                Self { puzzle: PuzzleRole::Field(place), solution: None, is_named: true, ..roles }
            }
            _ => roles,
        }
    }
}

/// Returns the index of the field that a user names by its number, counted from 1.
fn index_of(name: Option<&String>) -> Option<usize> {
    name?.parse::<usize>().ok()?.checked_sub(1)
}

/// Makes sure that not all lines are comments although some of them hold puzzles.
fn check_comments(head: &Head<'_>, format: Format) -> Result<(), FormatError> {
    if head.is_cut || format != Format::Line || head.lines().next().is_some() {
        return Ok(());
    }
    let lines = split_lines(head.text).map(<[u8]>::trim_ascii);
    let mut comments = lines.filter(|line| !line.is_empty() && is_comment(line));
    match comments.find(|line| words(line).any(|(_, word)| was_grid(word))) {
        Some(line) => Err(FormatError::OnlyComments(char::from(line[0]))),
        None => Ok(()),
    }
}

/// Returns the format of an input of record batches that starts with `head`: the one of the options, or
/// that of its magic number. `None` if it is of another.
pub fn batch_format(head: &[u8], options: &ReadOptions) -> Option<Format> {
    match options.format {
        Some(format) => Some(format).filter(|format| format.is_batches()),
        None => magic::batches(head).map(|(format, _)| format),
    }
}

impl DetectedInput {
    /// Returns an input whose first record is its first byte.
    fn plain(format: Format, parser: Arc<dyn RecordParser>) -> Self {
        let layout = Layout::of(format);
        Self { parser, skip: 0, lines: 0, declared_count: None, layout, reason: String::new() }
    }

    /// Looks for solutions in the records of the text that was examined, where nothing before them tells.
    fn find_solutions(&mut self, text: &[u8]) {
        let has_header = self.layout.header.is_some() || self.layout.columns.is_some();
        self.layout.is_solved_by_record = !has_header && !self.layout.format.is_array();
        if self.layout.keys.is_none() && !self.layout.has_solutions() {
            self.layout.shows_solutions = self.first_solution(text).is_some();
        }
    }

    /// Returns whether the records of a longer text may have solutions, of which nothing tells so far.
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
    let first = text[..end].trim_ascii_end();
    let is_row = format.is_block()
        && (drawn::row_cells(first).is_some()
            || drawn::is_near_row(first) && drawn::is_first_row(text));
    if !is_row
        && content_lines(&text[end + 1..]).find(|line| !drawn::is_rule(line)).is_some_and(is_record)
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

/// Returns whether a header is no title of a grid, which may be a single word, or the lines after it tell.
fn has_row_or_grid(text: &[u8]) -> bool {
    let mut lines = content_lines(text);
    if lines.next().is_some_and(|first| !first.trim_ascii().iter().all(u8::is_ascii_alphabetic)) {
        return true;
    }
    lines.next().is_some_and(|first| drawn::row_cells(first).is_none()) || lines.next().is_some()
}

/// Returns the grid that a text on its own holds, as an argument of a command line or what is pasted into a page: in one
/// line of any form, drawn over several, or among other text.
///
/// # Errors
/// If there is none, what is wrong with the first line.
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

/// Returns whether a text on its own, as an argument of a command line, holds a puzzle: in one line of any form, or
/// drawn over several.
pub fn is_puzzle(text: &[u8]) -> bool {
    read_grid(text).is_ok()
        || content_lines(text).any(|line| first_pencilmarks(line).is_ok())
        || memchr::memchr(b'\n', text).is_some() && drawn::looks_like_grids(text)
}

/// Returns the fault of a text that was meant as a puzzle: at least 60 characters, of which nine in
/// ten are cells. `None` if it looks like anything else.
pub fn near_puzzle(text: &[u8]) -> Option<GridError> {
    near_grid(text).or_else(|| words(text).find_map(|(_, word)| near_grid(word)))
}

/// Returns the length of the shortest prefix of whole lines of an input that decides its layout, or 64 KiB; `None` if
/// more bytes than `head` are needed, unless the input ends here. It is a function of the input alone: a pipe that brings
/// the bytes one by one gives the same prefix as a file.
pub fn sample_length(head: &[u8], options: &ReadOptions) -> Option<usize> {
    let head = &head[..head.len().min(HEAD)];
    if let Some(length) = npy::array_sample(head) {
        // Whole lines mean nothing in an array.
        return (head.len() >= length.min(HEAD)).then_some(length.min(HEAD));
    }
    if !is_enough(head, options) {
        return (head.len() == HEAD).then_some(HEAD);
    }
    let mut ends = memchr::memchr_iter(b'\n', head).map(|end| end + 1);
    let shortest = ends.find(|&end| is_enough(&head[..end], options));
    let shortest = shortest.unwrap_or(head.len());
    let is_told = || !open(&head[..shortest], options).is_ok_and(|it| it.may_show_solutions());
    if !options.solutions_ahead || is_told() {
        return Some(shortest);
    }
    let solution = open(head, options).ok().and_then(|opened| opened.first_solution(head));
    solution.or((head.len() == HEAD).then_some(HEAD))
}

/// Returns whether these first bytes of a stream suffice to detect its format, so that nobody has to wait for more: a
/// person may be typing them.
pub(super) fn is_enough(head: &[u8], options: &ReadOptions) -> bool {
    if magic::batches(head).is_some() {
        return true;
    }
    if npy::MAGIC.starts_with(&head[..head.len().min(npy::MAGIC.len())]) {
        return npy::is_enough(head);
    }
    let Some(end) = memchr::memrchr(b'\n', head) else { return false };
    let text = head[..=end].strip_prefix(MARK).unwrap_or(&head[..=end]);
    if json::may_continue(text) {
        return false;
    }
    let first = content_lines(text).next().unwrap_or_default();
    // What is said to be lines is read line by line, also if the first is no puzzle.
    let is_lines = options.format.is_some_and(Format::is_lines) && !first.is_empty();
    if is_lines
        || json::starts_object(first)
        || json_pairs::is_pair_line(first)
        || LineLayout::of(indented_lines(text)).is_some()
        || content_lines(text).any(|line| first_pencilmarks(line).is_ok())
        || table::has_whole_header(text, options) && has_row_or_grid(&text[..text.len() - 1])
    {
        return true;
    }
    // As soon as a layout recognises this many lines, it is the one.
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', text).map(|end| end + 1).collect();
    let lengths = std::iter::successors(Some(LINES), |lines| Some(lines * 4));
    lengths.map_while(|lines| ends.get(lines - 1)).any(|&end| {
        content_lines(&text[..end]).next().is_some()
            && recognise(&Head { text: &text[..end], is_cut: true, options }).is_ok()
    })
}
