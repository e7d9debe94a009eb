//! The grammar of lists: `list`, every grid in a text, any number of them on a line, for example in lists of Python and
//! JavaScript, values of SQL, and XML. Other text is ignored.
//!
//! ```text
//! text     (grid [its solution] | other words)*
//! grid     81 cells together, between blanks, punctuation, quotes, brackets or tags
//!
//! puzzles = [
//!     ('53..7…', '534…'),
//! ```
//!
//! A text whose first line has a single grid is no list, because its lines are the records, unless the user names the
//! format or a pair continues on the next line. Refused are texts whose grids have names in turn, such as `puzzle` and
//! `solution`, if the second grid does not solve the first.
//!
//! If the second grid solves the first, the list has pairs: a complete grid behind a puzzle is its solution, and a complete
//! grid without a puzzle before it is malformed. The head decides this once for the whole input.
//!
//! An item without a grid, such as `null`, is malformed. On a line, the separator shows it: if the first two puzzles have
//! one `),(` between them, and two others have two, an item stands between those. If the first line has no grid, as in
//! `puzzles = [`, each line that begins like the first line with a grid must have a grid, too.

use std::{borrow::Cow, ops::Range, sync::Arc};

use super::{
    DetectedInput, Format, FormatError, RecordError, RecordParser, Records,
    cells::is_cell,
    found::{FoundGrid, grids, near_grid},
    hypothesis::{Grounds, Head, Hypotheses, Hypothesis, Rank},
    line_roles::{LineLayout, names_of_grids, names_of_records},
    lines::{content_lines, indented_lines, is_comment, split_lines},
    records::Cells,
    table::by_spreadsheet,
    tokens::words,
};
use batchdoku_engine::grid::GridError;

/// Adds the hypothesis that the text is a list: its first line has several puzzles in quotes or brackets, or opens a list
/// whose puzzles follow, or its pairs continue on the next line.
pub(super) fn hypotheses(head: &Head<'_>, out: &mut Hypotheses) -> Result<(), FormatError> {
    let is_over_lines = !head.is_by_name() && continues_over_lines(head.lines());
    let words = if head.is_named() {
        "the text has grids".to_owned()
    } else if head.is_by_name() {
        return Ok(());
    } else if grids(head.first()).next().is_none() {
        if !opens_list(head) {
            return Ok(());
        }
        "the first line opens a list of puzzles in quotes".to_owned()
    } else if is_over_lines {
        "pairs of a list continue on the next line".to_owned()
    } else {
        match LineLayout::of(indented_lines(head.text)) {
            Some(LineLayout::Many { line: 1, puzzles, is_list: true }) => {
                format!("the first line has {puzzles} puzzles in quotes or brackets")
            }
            _ => return Ok(()),
        }
    };
    let parser = ListParser::for_text(head.text, head.options.solutions);
    if !parser.is_paired
        && !head.is_named()
        && let Some(names) = names_of_records(names_of_grids(head))
    {
        out.refuse(FormatError::NamedGrids(names));
        return Ok(());
    }
    let separator = parser.is_paired().then_some(b',');
    let mut input = DetectedInput::plain(Format::List, Arc::new(parser));
    input.layout.pair_separator = separator;
    // Another hypothesis would read the solution on the line below its puzzle as a puzzle.
    let grounds = if is_over_lines { Grounds::Certain } else { Grounds::Syntax };
    out.add(Hypothesis { grounds, ..Hypothesis::new(words, Rank::Units, input) });
    Ok(())
}

/// Returns whether the first line of a text has no puzzle, but opens a list, a table of SQL or XML, and the first
/// puzzle below it stands between quotes or tags. For example:
///
/// ```text
/// puzzles = [
///     '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
/// ```
fn opens_list(head: &Head<'_>) -> bool {
    let first = head.first().trim_ascii();
    let is_xml = first.starts_with(b"<");
    let opens = first.last().is_some_and(|byte| b"[({".contains(byte))
        || is_xml
        || first.len() > 6 && first[first.len() - 6..].eq_ignore_ascii_case(b"values");
    let Some((line, grid)) = head.lines().find_map(|line| Some((line, grids(line).next()?))) else {
        return false;
    };
    opens && is_enclosed(line, &grid) && (!is_xml || line.starts_with(b"<"))
}

/// Returns whether a grid stands between quotes or tags.
fn is_enclosed(line: &[u8], grid: &FoundGrid) -> bool {
    let before = grid.start.checked_sub(1).map(|at| line[at]);
    let behind = line.get(grid.end).copied();
    matches!(
        (before, behind),
        (Some(b'"'), Some(b'"')) | (Some(b'\''), Some(b'\'')) | (Some(b'>'), Some(b'<'))
    )
}

/// Reads lists.
pub(super) struct ListParser {
    /// True if each puzzle is followed by its solution.
    is_paired: bool,
    /// True if the solution may stand on a line below its puzzle.
    continues: bool,
    reads_solutions: bool,
    /// The [`shape`] of the text before the first grid in its line, if the first line opens the list.
    opening: Option<Vec<u8>>,
    separator: Option<Separator>,
}

/// The separator of the items of a line.
struct Separator {
    sign: Sign,
    /// The number of separators between two puzzles that have no item between them.
    count: usize,
    /// The byte before the second puzzle.
    last: u8,
}

enum Sign {
    /// The start of a tag: `<p`.
    Tag(Vec<u8>),
    /// Brackets: `),(`.
    Brackets(Vec<u8>),
    /// A delimiter, if nothing else stands between grids.
    Delimiter(u8),
}

/// The place of a text in its line: before, between or behind the grids.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    Between,
    End,
}

impl Separator {
    /// Returns the separator of the items of a text, as the first line with two puzzles shows it.
    fn of(text: &[u8], is_paired: bool) -> Option<Self> {
        /// The most items of the line that are compared.
        const COMPARED: usize = 8;
        let step = if is_paired { 2 } else { 1 };
        let (start, gaps, end) = split_lines(text).find_map(|line| {
            let found: Vec<_> = grids(line).take(COMPARED * step).collect();
            let gaps: Vec<_> = found
                .chunks(step)
                .zip(found.chunks(step).skip(1))
                .map(|(one, next)| without_blanks(&line[one[one.len() - 1].end..next[0].start]))
                .collect();
            let end = found.last().map_or(0, |last| last.end);
            (!gaps.is_empty())
                .then(|| (without_blanks(&line[..found[0].start]), gaps, &line[end..]))
        })?;
        let last = *gaps[0].last()?;
        let of_sign = |sign| Self { sign, count: usize::MAX, last };
        let is_bare = |gap: &&Cow<'_, [u8]>| !gap.iter().any(u8::is_ascii_alphanumeric);
        let least = |separator: &Self| gaps.iter().map(|gap| separator.count_between(gap)).min();
        let mut separator = if let Some(tag) = last_tag(&gaps[0]) {
            let separator = of_sign(Sign::Tag(tag));
            // A tag that opens other values of an item, too, stands as often before the first puzzle.
            Self { count: separator.count_in(&start).max(1), ..separator }
        } else if let Some(brackets) = between_brackets(&gaps[0]) {
            of_sign(Sign::Brackets(brackets))
        } else {
            let only = gaps.first().filter(|_| gaps.len() == 1);
            let bare = gaps.iter().find(is_bare).or(only).filter(|_| !is_paired)?;
            let delimiter = *bare.iter().find(|byte| b",;".contains(byte))?;
            let separator = of_sign(Sign::Delimiter(delimiter));
            // Values of items stand before the first grid or behind the last, too; otherwise they are items.
            let values = separator.count_in(&start).max(separator.count_in(end));
            Self { count: 1 + values, ..separator }
        };
        separator.count = separator.count.min(least(&separator)?);
        Some(separator)
    }

    /// Counts the separators between two puzzles, but not those of an item without a grid: a part between two separators
    /// that has as many commas as an item.
    fn count_between(&self, gap: &[u8]) -> usize {
        let Sign::Brackets(brackets) = &self.sign else { return self.count_in(gap) };
        let mut parts = Vec::new();
        // The quote that closes the puzzle.
        let mut rest = gap.strip_prefix(b"'").or_else(|| gap.strip_prefix(b"\"")).unwrap_or(gap);
        while let Some(at) = memchr::memmem::find(rest, brackets) {
            parts.push(commas(&rest[..at]));
            rest = &rest[at + brackets.len()..];
        }
        let Some(first) = parts.first().copied() else { return 0 };
        let whole = first + commas(rest);
        parts.len() - parts[1..].iter().filter(|&&part| part == whole).count()
    }

    /// Counts the separators in a text without blanks.
    fn count_in(&self, text: &[u8]) -> usize {
        match &self.sign {
            Sign::Delimiter(delimiter) => memchr::memchr_iter(*delimiter, text).count(),
            Sign::Brackets(brackets) => memchr::memmem::find_iter(text, brackets).count(),
            Sign::Tag(tag) => {
                let is_end = |at: usize| !text.get(at).is_some_and(u8::is_ascii_alphanumeric);
                memchr::memmem::find_iter(text, tag).filter(|at| is_end(at + tag.len())).count()
            }
        }
    }

    /// Returns whether a text without a grid has an item.
    fn has_item(&self, text: &[u8], place: Place) -> bool {
        // Most texts have no bracket but those between two items.
        if let (Sign::Brackets(brackets), Place::Between) = (&self.sign, place)
            && memchr::memchr_iter(brackets[0], text).count() <= self.count
        {
            return false;
        }
        let text = without_blanks(text);
        let is_last = || match self.sign {
            Sign::Delimiter(delimiter) => {
                let behind = memchr::memchr(delimiter, &text).map(|at| &text[at..]);
                behind.is_some_and(|behind| behind.iter().any(u8::is_ascii_alphanumeric))
            }
            _ => self.count_in(&text) > 0,
        };
        match place {
            Place::Start => self.count_in(&text) > usize::from(matches!(self.sign, Sign::Tag(_))),
            Place::Between => self.count_in(&text) > self.count,
            Place::End => is_last(),
        }
    }
}

/// Returns the start of the last tag of a text, which opens the value behind it: `<p`.
fn last_tag(text: &[u8]) -> Option<Vec<u8>> {
    let open = text.iter().rposition(|&byte| byte == b'<')?;
    let name = text[open + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    Some(text[open..open + 1 + name].to_vec())
}

/// Returns the brackets that end an item and open the next: `),(`.
fn between_brackets(text: &[u8]) -> Option<Vec<u8>> {
    let is_closing = |byte: &u8| b")]}".contains(byte);
    let is_opening = |byte: &u8| b"([{".contains(byte);
    let is_bracket = |byte: &&u8| is_closing(byte) || is_opening(byte) || **byte == b',';
    let start = text.iter().position(is_closing)?;
    let length = text[start..].iter().take_while(is_bracket).count();
    let end = start + text[start..start + length].iter().rposition(is_opening)?;
    Some(text[start..=end].to_vec())
}

/// Returns the number of commas of a text that stand outside of quotes.
fn commas(text: &[u8]) -> usize {
    let mut quote = None;
    let mut count = 0;
    for &byte in text {
        match (byte, quote) {
            (b'\'' | b'"', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            (b',', None) => count += 1,
            _ => {}
        }
    }
    count
}

/// Returns a text without its blanks. Most texts have none, and are not copied.
fn without_blanks(text: &[u8]) -> Cow<'_, [u8]> {
    if text.iter().any(u8::is_ascii_whitespace) {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether lines are a list, and its first pair continues on the second line, as Python's `pprint` writes lists:
///
/// ```text
/// [('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
///   '534678912672195348198342567859761423426853791713924856961537284287419635345286179'),
/// ```
pub(super) fn continues_over_lines<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> bool {
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
    let mut found = grids(first);
    let (Some(puzzle), None) = (found.next(), found.next()) else { return false };
    // A line that starts with a label in brackets, such as `[a]`, closes all brackets that it opens.
    let count = |of: &[u8]| first.iter().filter(|byte| of.contains(byte)).count();
    matches!(first.first(), Some(b'[' | b'(' | b'{'))
        && count(b"[({") > count(b"])}")
        && grids(second).next().is_some_and(|solution| solution.completes(&puzzle))
}

/// A puzzle whose solution may follow.
#[derive(Clone, Copy)]
struct OpenPuzzle {
    grid: FoundGrid,
    /// The start of its line.
    line: usize,
    /// The number of its line, counted from 0.
    number: u32,
    /// True if no grid stands before it in its line.
    is_first: bool,
}

/// An item of a list.
enum ListItem {
    /// A puzzle, and its solution with the start of its line.
    Puzzle(OpenPuzzle, Option<(usize, FoundGrid)>),
    /// A fault in place of a grid, here in the text and on this line.
    Fault { place: Range<usize>, number: u32, error: RecordError },
}

impl ListParser {
    /// Returns the reader of an input that starts with `text`.
    pub(super) fn for_text(text: &[u8], reads_solutions: bool) -> Self {
        let lines = split_lines(text).enumerate();
        let found = lines.flat_map(|(number, line)| grids(line).map(move |grid| (number, grid)));
        // The first puzzle may be missing, so the first grid may be its solution.
        let first: Vec<_> = found.take(3).collect();
        let is_pair = |two: &&[(usize, FoundGrid)]| two[1].1.completes(&two[0].1);
        let pair = first.windows(2).find(is_pair);
        let is_paired = pair.is_some();
        let continues = pair.is_some_and(|two| two[1].0 > two[0].0);
        let opening = content_lines(text).skip(1).find_map(|line| {
            let grid = grids(line).next()?;
            Some(shape(&line[..grid.start]))
        });
        let is_open = content_lines(text).next().is_some_and(|line| grids(line).next().is_none());
        let opening = opening.filter(|_| is_open);
        let separator = Separator::of(text, is_paired).filter(|_| !continues);
        Self { is_paired, continues, reads_solutions, opening, separator }
    }

    /// Returns whether a line without a grid begins like the lines with a grid.
    fn lost_grid(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        !line.is_empty()
            && self.opening.as_ref().is_some_and(|opening| shape(line).starts_with(opening))
    }

    /// Returns whether a text of a line, outside of its grids, has an item without a grid.
    fn has_item(&self, text: &[u8], place: Place) -> bool {
        self.separator.as_ref().is_some_and(|separator| separator.has_item(text, place))
    }

    /// Returns whether a text behind the last grid of a line has an item without a grid. If it is cut, the chunk may end
    /// before the grid of this item.
    fn ends_with_item(&self, text: &[u8], is_cut: bool) -> bool {
        let Some(separator) = &self.separator else { return false };
        let is_before_grid = is_cut && text.last() == Some(&separator.last);
        let place = if is_before_grid { Place::Between } else { Place::End };
        separator.has_item(text, place)
    }

    /// Returns whether each puzzle is followed by its solution.
    pub(super) fn is_paired(&self) -> bool {
        self.is_paired
    }

    /// Returns whether a grid is the solution of the open puzzle before it.
    fn is_solution(&self, grid: &FoundGrid, open: Option<&OpenPuzzle>) -> bool {
        self.is_paired && open.is_some_and(|puzzle| grid.answers(&puzzle.grid.cells))
    }

    /// Finds the items of a text, in order.
    fn walk(&self, text: &[u8], each: &mut impl FnMut(ListItem)) {
        let mut open: Option<OpenPuzzle> = None;
        let mut start = 0;
        for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let number = number as u32;
            let (line, whole) = (line.trim_ascii_end(), line);
            if is_list_comment(line) {
                start += whole.len();
                continue;
            }
            let mut found = grids(line).peekable();
            let mut is_lost = found.peek().is_none() && self.lost_grid(line);
            let mut is_first = true;
            // The start of the text behind the last grid or fault.
            let mut gap = (0, Place::Start);
            for (at, word) in words(line) {
                let from = start + at;
                let Some(grid) = found.next_if(|grid| grid.start == at) else {
                    let error = by_spreadsheet(word).or_else(|| {
                        near_grid(word).or_else(|| part_of_grid(word)).map(RecordError::from)
                    });
                    if let Some(error) = error {
                        is_lost = false;
                        close(&mut open, None, each);
                        each(ListItem::Fault { place: from..from + word.len(), number, error });
                        gap = (at + word.len(), Place::Between);
                    }
                    continue;
                };
                let is_first = std::mem::take(&mut is_first);
                let (end, place) = std::mem::replace(&mut gap, (grid.end, Place::Between));
                if self.is_solution(&grid, open.as_ref()) {
                    close(&mut open, Some((start, grid)), each);
                    continue;
                }
                close(&mut open, None, each);
                if self.has_item(&line[end..at], place) {
                    each(no_grid(start + end..from, number));
                }
                if self.is_paired && grid.is_complete() {
                    // A solution whose puzzle is missing.
                    let error = GridError::TooShort(0).into();
                    each(ListItem::Fault { place: from..start + grid.end, number, error });
                    continue;
                }
                open = Some(OpenPuzzle { grid, line: start, number, is_first });
                if !self.is_paired {
                    close(&mut open, None, each);
                }
            }
            let is_cut = !whole.ends_with(b"\n");
            if gap.1 == Place::Between && self.ends_with_item(&line[gap.0..], is_cut) {
                is_lost = true;
            }
            if is_lost {
                close(&mut open, None, each);
                each(no_grid(start + gap.0..start + line.len(), number));
            }
            start += whole.len();
            if !self.continues {
                close(&mut open, None, each);
            }
        }
        close(&mut open, None, each);
    }

    /// Returns the start of the last puzzle: that of its line, unless another grid stands before it there.
    fn last_puzzle(&self, text: &[u8]) -> Option<usize> {
        /// The lengths of the ends of a text that are searched, the shorter first, because it has several items of most
        /// lists.
        const TAILS: [usize; 2] = [4 << 10, 64 << 10];
        let is_edge = |&byte: &u8| b" ,\"'\n<>".contains(&byte);
        let tails = TAILS.into_iter().map(|length| {
            let tail = text.len().saturating_sub(length);
            tail + text[tail..].iter().position(is_edge).unwrap_or(0)
        });
        tails.chain([0]).find_map(|from| {
            let mut last = None;
            self.walk(&text[from..], &mut |item| {
                if let ListItem::Puzzle(OpenPuzzle { grid, line, is_first, .. }, _) = item {
                    last = Some(if is_first { line } else { line + grid.start });
                }
            });
            // A puzzle at the very start may belong to a line that began before.
            last.filter(|&at| at > 0 || from == 0).map(|at| from + at)
        })
    }

    /// Adds a puzzle and its solution. The place of the solution is counted from the start of the puzzle.
    fn add(
        &self,
        chunk: &[u8],
        records: &mut Records,
        OpenPuzzle { grid, line, .. }: OpenPuzzle,
        solution: Option<(usize, FoundGrid)>,
    ) {
        let start = line + grid.start;
        let cells = match grid.place(0) {
            Cells::At(_) => Cells::At(0),
            apart => apart,
        };
        let solution = solution.filter(|_| self.reads_solutions);
        let solution = solution.map(|(line, grid)| match grid.place(line) {
            Cells::At(at) => Cells::At(at - start),
            apart => apart,
        });
        records.add(chunk, (start, line + grid.end), cells, solution);
    }
}

/// Returns whether a line of a list is a comment of a program or of SQL, which may be indented.
fn is_list_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    is_comment(line) && !line.is_empty() || line.starts_with(b"-- ")
}

/// Returns the fault of an item that has no grid.
fn no_grid(place: Range<usize>, number: u32) -> ListItem {
    ListItem::Fault { place, number, error: GridError::TooShort(0).into() }
}

/// Passes on the open puzzle, with its solution if this was found.
fn close(
    open: &mut Option<OpenPuzzle>,
    solution: Option<(usize, FoundGrid)>,
    each: &mut impl FnMut(ListItem),
) {
    if let Some(puzzle) = open.take() {
        each(ListItem::Puzzle(puzzle, solution));
    }
}

impl RecordParser for ListParser {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let line = || memchr::memrchr(b'\n', bytes).map(|end| end + 1);
        if self.opening.is_some() {
            return line();
        }
        // The text behind a puzzle, in its line or below it, belongs to the puzzle.
        let line = if self.continues { None } else { line() };
        line.or_else(|| self.last_puzzle(bytes).filter(|&at| at > 0))
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        self.walk(chunk, &mut |item| match item {
            ListItem::Puzzle(puzzle, solution) => {
                records.lines = puzzle.number;
                self.add(chunk, records, puzzle, solution);
            }
            ListItem::Fault { place, number, error } => {
                records.lines = number;
                records.malformed(place.start, place.end, error);
            }
        });
        // A line may end behind the chunk.
        records.lines = memchr::memchr_iter(b'\n', chunk).count() as u32;
    }
}

/// Returns the fault of a word that is a part of a grid: it has more cells than a number has digits.
fn part_of_grid(word: &[u8]) -> Option<GridError> {
    const SHORTEST: usize = 32;
    let is_part = (SHORTEST..81).contains(&word.len())
        && word.iter().all(|&byte| is_cell(byte))
        && word.iter().any(u8::is_ascii_digit);
    is_part.then_some(GridError::TooShort(word.len()))
}

/// Returns the shape that a text shares with other items of a list: without blanks, with `0` for each number.
fn shape(text: &[u8]) -> Vec<u8> {
    let mut shape = Vec::new();
    for &byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'0'..=b'9' if shape.last() == Some(&b'0') => {}
            b'0'..=b'9' => shape.push(b'0'),
            byte => shape.push(byte),
        }
    }
    shape
}
