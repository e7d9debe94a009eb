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
//! `puzzles = [`, each line that begins like the first line with a grid must have a grid, too, and so must each value on a
//! line of its own next to these. Other lines that may be a grid in a form that is not read are malformed as well.

use std::{borrow::Cow, ops::Range, sync::Arc};

use super::{
    DetectedInput, Format, FormatError, RecordError, RecordParser, Records,
    cells::is_cell,
    drawn::is_rule,
    found::{FoundGrid, grids, may_be_cut_grid, near_grid},
    hypothesis::{Grounds, Head, Hypotheses, Hypothesis, Rank},
    line_roles::{LineLayout, names_of_grids, names_of_records},
    lines::{content_lines, indented_lines, is_comment, split_lines},
    records::Cells,
    table::by_spreadsheet,
    tokens::words,
    unread::{may_be_unread, unread_grids, unread_in_turn},
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
            _ if is_cut_off(head) => "the first line opens a list that does not end".to_owned(),
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

/// Returns whether a text is a single line with a grid in quotes or tags, whose list does not end: a part of it was lost.
fn is_cut_off(head: &Head<'_>) -> bool {
    let line = head.first();
    let is_enclosed = || grids(line).next().is_some_and(|grid| is_enclosed(line, &grid));
    let is_open = opens_more(line) || line.starts_with(b"<") && !line.ends_with(b">");
    !head.is_cut && head.second().is_empty() && is_open && is_enclosed()
}

/// Returns whether a line opens more brackets than it closes.
fn opens_more(line: &[u8]) -> bool {
    let count = |of: &[u8]| line.iter().filter(|byte| of.contains(byte)).count();
    count(b"[({") > count(b"])}")
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
    /// The [`shape`] of the text before the first grid in its line. The first line may begin in another way than the others.
    opening: Option<Vec<u8>>,
    separator: Option<Separator>,
}

/// The place of a line without a grid among the lines that have one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinePlace {
    /// The line begins like those with a grid.
    Item,
    /// The line is a value, as items are that stand on lines of their own.
    Value,
    Other,
}

/// Returns whether the [`shape`] of a line is a value: text in quotes or brackets, or a single word.
fn is_value(shape: &[u8]) -> bool {
    let value = shape.strip_suffix(b",").unwrap_or(shape);
    let count = |set: &[u8]| value.iter().filter(|byte| set.contains(byte)).count();
    match value {
        [] | [b')' | b']' | b'}', ..] => false,
        [b'(' | b'[' | b'{', ..] => count(b"([{") == count(b")]}"),
        [b'\'' | b'"', ..] => true,
        _ => value.iter().all(|&byte| is_of_word(byte)),
    }
}

/// Returns whether a byte belongs to a word or a number of a program.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.+-".contains(&byte) || byte > 127
}

/// The separator of the items of a line.
struct Separator {
    sign: Sign,
    /// The number of separators (or values) between two puzzles that have no item between them.
    count: usize,
    /// The byte before the second puzzle.
    last: u8,
}

enum Sign {
    /// The start of a tag: `<p`.
    Tag(Vec<u8>),
    /// Brackets: `),(`.
    Brackets(Vec<u8>),
    /// Nothing but commas or blanks: the [`values`] between puzzles are counted, for example the keys of a dictionary.
    Values,
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
        let least = |separator: &Self| gaps.iter().map(|gap| separator.count_between(gap)).min();
        let mut separator = if let Some(tag) = last_tag(&gaps[0]) {
            let separator = of_sign(Sign::Tag(tag));
            // A tag that opens other values of an item, too, stands as often before the first puzzle.
            Self { count: separator.count_in(&start).max(1), ..separator }
        } else if let Some(brackets) = between_brackets(&gaps[0]) {
            of_sign(Sign::Brackets(brackets))
        } else {
            // Values of items stand before the first grid or behind the last, too; otherwise they are items.
            let separator = of_sign(Sign::Values);
            Self { count: values(before_grid(&start)) + values(behind_grid(end)), ..separator }
        };
        separator.count = separator.count.min(least(&separator)?);
        Some(separator).filter(|separator| !is_paired || !matches!(separator.sign, Sign::Values))
    }

    /// Counts the separators between two puzzles, but not those of an item without a grid: a part between two separators
    /// that has as many commas as an item.
    fn count_between(&self, gap: &[u8]) -> usize {
        let Sign::Brackets(brackets) = &self.sign else { return self.count_in(gap) };
        let mut parts = Vec::new();
        let mut rest = without_quote(gap);
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
            Sign::Values => values(without_quote(text)),
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
        if matches!(self.sign, Sign::Values) {
            return match place {
                Place::Start => values(before_grid(text)) > self.count,
                // An item without a grid has values of its own next to those of the puzzle.
                Place::Between => values(without_quote(text)) > 2 * self.count,
                Place::End => values(behind_grid(text)) > self.count,
            };
        }
        let count = self.count_in(&without_blanks(text));
        match place {
            Place::Start => count > usize::from(matches!(self.sign, Sign::Tag(_))),
            Place::Between => count > self.count,
            Place::End => count > 0,
        }
    }
}

/// Returns a text without the quote that closes a grid before it.
fn without_quote(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"'").or_else(|| text.strip_prefix(b"\"")).unwrap_or(text)
}

/// Returns the part of a text before a grid that is in the same list: from the last bracket that does not close, or from the
/// start if there are commas. Other text is a name, for example.
fn before_grid(text: &[u8]) -> &[u8] {
    let mut depth = 0;
    let start = text.iter().rposition(|byte| leaves(byte, b"([{", b")]}", &mut depth));
    let has_commas = || commas(text) > 0;
    start.map_or_else(|| if has_commas() { text } else { b"" }, |open| &text[open + 1..])
}

/// Returns the part of a text behind a grid that is in the same list: up to the bracket that closes it.
fn behind_grid(text: &[u8]) -> &[u8] {
    let text = without_quote(text);
    let mut depth = 0;
    let end = text.iter().position(|byte| leaves(byte, b")]}", b"([{", &mut depth));
    &text[..end.unwrap_or(text.len())]
}

/// Returns whether a bracket leads out of a list, given the number of brackets within it that are open there.
fn leaves(byte: &u8, outwards: &[u8], inwards: &[u8], depth: &mut usize) -> bool {
    if inwards.contains(byte) {
        *depth += 1;
    } else if outwards.contains(byte) {
        match depth.checked_sub(1) {
            Some(outer) => *depth = outer,
            None => return true,
        }
    }
    false
}

/// Returns the number of values in a text between grids: words, texts in quotes, brackets, and places with nothing between
/// two commas. The quote at its end opens the next grid.
fn values(text: &[u8]) -> usize {
    let mut quote = None;
    let mut last = b' ';
    let mut count = 0;
    for &byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {
                last = 0;
                continue;
            }
            None if b"'\"".contains(&byte) => {
                quote = Some(byte);
                count += 1;
            }
            None if b"([{".contains(&byte) || byte == b',' && last == b',' => count += 1,
            None => count += usize::from(is_of_word(byte) && !is_of_word(last)),
        }
        last = byte;
    }
    count - usize::from(quote == Some(last))
}

/// Returns the start of the last tag of a text, which opens the value behind it: `<p`.
fn last_tag(text: &[u8]) -> Option<Vec<u8>> {
    let open = text.iter().rposition(|&byte| byte == b'<')?;
    let name = text[open + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    Some(text[open..open + 1 + name].to_vec())
}

/// Returns the brackets that end an item and open the next: `),(`. If there are several, the last are those of the puzzle.
fn between_brackets(text: &[u8]) -> Option<Vec<u8>> {
    let is_closing = |byte: &u8| b")]}".contains(byte);
    let is_opening = |byte: &u8| b"([{".contains(byte);
    let is_other = |byte: &u8| !(is_closing(byte) || is_opening(byte) || *byte == b',');
    text.rsplit(is_other).find_map(|brackets| {
        let brackets = &brackets[brackets.iter().position(is_closing)?..];
        let end = brackets.iter().rposition(is_opening)?;
        Some(brackets[..=end].to_vec())
    })
}

/// Returns the number of commas of a text that stand outside of quotes and of the brackets that open in it.
fn commas(text: &[u8]) -> usize {
    let mut quote = None;
    let (mut count, mut depth) = (0, 0_usize);
    for &byte in text {
        match (byte, quote) {
            (b'\'' | b'"', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            (b'(' | b'[' | b'{', None) => depth += 1,
            (b')' | b']' | b'}', None) => depth = depth.saturating_sub(1),
            (b',', None) if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// Returns whether a text behind a grid ends within quotes or an element, and not right where the next grid begins.
fn ends_in_value(text: &[u8]) -> bool {
    if text.starts_with(b"<") {
        return text.last() != Some(&b'>');
    }
    let mut quote = None;
    let mut opened = 0;
    for (at, &byte) in text.iter().enumerate().skip(text.len() - without_quote(text).len()) {
        match quote {
            Some(open) if byte == open => quote = None,
            None if b"'\"".contains(&byte) => (quote, opened) = (Some(byte), at),
            _ => {}
        }
    }
    quote.is_some() && opened + 1 < text.len()
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
    matches!(first.first(), Some(b'[' | b'(' | b'{'))
        && opens_more(first)
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
        let is_open = content_lines(text).next().is_some_and(|line| grids(line).next().is_none());
        let starts = content_lines(text)
            .filter_map(|line| grids(line).next().map(|grid| shape(&line[..grid.start])));
        let opening = starts.take(if is_open { 1 } else { 2 }).last();
        let separator = Separator::of(text, is_paired).filter(|_| !continues);
        Self { is_paired, continues, reads_solutions, opening, separator }
    }

    /// Returns the place of a line without a grid.
    fn place_of(&self, line: &[u8]) -> LinePlace {
        let Some(opening) = &self.opening else { return LinePlace::Other };
        let shape = shape(line);
        // In place of a grid in quotes, another value may have none.
        let unquoted = opening.strip_suffix(b"'").or_else(|| opening.strip_suffix(b"\""));
        let unquoted = unquoted.unwrap_or(opening);
        let has_name = unquoted.iter().any(u8::is_ascii_alphanumeric);
        if shape.starts_with(if has_name { unquoted } else { opening }) {
            LinePlace::Item
        } else if !has_name && shape.starts_with(unquoted) && is_value(&shape) {
            LinePlace::Value
        } else {
            LinePlace::Other
        }
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
        let mut walk =
            Walk { list: self, each, open: None, others: Vec::new(), is_behind_item: true };
        let mut start = 0;
        for (number, whole) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let line = ListLine { text: whole.trim_ascii_end(), start, number: number as u32 };
            if !is_list_comment(line.text) {
                walk.line(&line, !whole.ends_with(b"\n"));
            }
            start += whole.len();
        }
        walk.end_others(false);
        walk.close(None);
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

/// A line of a list.
#[derive(Clone, Copy)]
struct ListLine<'t> {
    text: &'t [u8],
    /// The start of the line.
    start: usize,
    /// The number of the line, counted from 0.
    number: u32,
}

impl ListLine<'_> {
    /// Returns the fault of a part of the line that has no grid although an item stands there.
    fn fault(&self, part: Range<usize>) -> ListItem {
        let is_unread = !unread_grids(&[&self.text[part.clone()]], false).is_empty();
        let error = if is_unread { RecordError::UnreadGrid } else { GridError::TooShort(0).into() };
        self.fault_of(part, error)
    }

    fn fault_of(&self, part: Range<usize>, error: RecordError) -> ListItem {
        let place = self.start + part.start..self.start + part.end;
        ListItem::Fault { place, number: self.number, error }
    }
}

/// A walk over the lines of a list.
struct Walk<'w, 't, E> {
    list: &'w ListParser,
    each: &'w mut E,
    open: Option<OpenPuzzle>,
    /// Lines without a grid that may be rows of a grid, or that must have one if they stand next to items.
    others: Vec<(ListLine<'t>, LinePlace)>,
    /// True if the line before is an item, as it is before a chunk.
    is_behind_item: bool,
}

impl<'t, E: FnMut(ListItem)> Walk<'_, 't, E> {
    /// Passes on the open puzzle, with its solution if this was found.
    fn close(&mut self, solution: Option<(usize, FoundGrid)>) {
        if let Some(puzzle) = self.open.take() {
            (self.each)(ListItem::Puzzle(puzzle, solution));
        }
    }

    fn add_fault(&mut self, fault: ListItem) {
        self.close(None);
        (self.each)(fault);
    }

    /// Passes on the faults of the lines without a grid: of each grid in a form that is not read, and of other lines that
    /// must have a grid. Values right before an item must.
    fn end_others(&mut self, is_before_item: bool) {
        // Most lines have a grid.
        if !self.others.is_empty() {
            self.end_other_lines(is_before_item);
        }
    }

    #[cold]
    fn end_other_lines(&mut self, is_before_item: bool) {
        let mut others = std::mem::take(&mut self.others);
        let values = others.iter_mut().rev().take_while(|(_, place)| *place != LinePlace::Other);
        values.filter(|_| is_before_item).for_each(|(_, place)| *place = LinePlace::Item);
        let texts: Vec<_> = others.iter().map(|(line, _)| line.text).collect();
        for (before, grid) in unread_in_turn(&texts) {
            let is_item = |(_, place): &&(_, LinePlace)| *place == LinePlace::Item;
            for (line, _) in others[before].iter().filter(is_item) {
                self.add_fault(line.fault(0..line.text.len()));
            }
            if let Some(grid) = grid {
                let (first, last) = (&others[grid.start].0, &others[grid.end - 1].0);
                let part = 0..last.start + last.text.len() - first.start;
                self.add_fault(first.fault_of(part, RecordError::UnreadGrid));
            }
        }
    }

    /// Finds the items of a line. If it is cut, the chunk may end before the end of the line.
    fn line(&mut self, line: &ListLine<'t>, is_cut: bool) {
        let &ListLine { text, start, number } = line;
        let mut found = grids(text).peekable();
        let mut is_first = true;
        // The start of the text behind the last grid or fault.
        let mut gap = (0, Place::Start);
        for (at, word) in words(text) {
            let Some(grid) = found.next_if(|grid| grid.start == at) else {
                let error = by_spreadsheet(word).or_else(|| {
                    near_grid(word).or_else(|| part_of_grid(word)).map(RecordError::from)
                });
                if let Some(error) = error {
                    self.end_others(true);
                    self.add_fault(line.fault_of(at..at + word.len(), error));
                    gap = (at + word.len(), Place::Between);
                }
                continue;
            };
            self.end_others(true);
            let is_first = std::mem::take(&mut is_first);
            let (end, place) = std::mem::replace(&mut gap, (grid.end, Place::Between));
            if self.list.is_solution(&grid, self.open.as_ref()) {
                self.close(Some((start, grid)));
                continue;
            }
            self.close(None);
            if self.list.has_item(&text[end..at], place) {
                self.add_fault(line.fault(end..at));
            }
            if self.list.is_paired && grid.is_complete() {
                // A solution whose puzzle is missing.
                self.add_fault(line.fault_of(at..grid.end, GridError::TooShort(0).into()));
                continue;
            }
            self.open = Some(OpenPuzzle { grid, line: start, number, is_first });
            if !self.list.is_paired {
                self.close(None);
            }
        }
        if gap.1 == Place::Start {
            self.line_without_grid(*line);
        } else {
            self.is_behind_item = true;
            let behind = gap.0..text.len();
            if self.list.ends_with_item(&text[gap.0..], is_cut) {
                self.add_fault(line.fault(behind));
            } else if is_cut && ends_in_value(&text[gap.0..]) {
                self.add_fault(line.fault_of(behind, RecordError::Truncated));
            }
        }
        if !self.list.continues {
            self.close(None);
        }
    }

    /// Takes a line without a grid, which must have one if it is an item or a value next to items.
    fn line_without_grid(&mut self, line: ListLine<'t>) {
        if line.text.is_empty() {
            return;
        }
        let place = match self.list.place_of(line.text) {
            LinePlace::Value if self.is_behind_item => LinePlace::Item,
            place => place,
        };
        self.is_behind_item = place == LinePlace::Item;
        if place != LinePlace::Other || may_be_unread(line.text) {
            self.others.push((line, place));
        } else if !is_rule(line.text) {
            self.end_others(false);
        }
    }
}

impl RecordParser for ListParser {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        /// The length of a text without a grid that may be cut at any line.
        const LONG: usize = 64 << 10;
        let line = memchr::memrchr(b'\n', bytes).map(|end| end + 1);
        // The text behind a puzzle, in its line or below it, belongs to the puzzle.
        let Some(lines) = line.filter(|_| !self.continues) else {
            return self.last_puzzle(bytes).filter(|&at| at > 0);
        };
        end_of_grids(&bytes[..lines]).or(line.filter(|_| bytes.len() >= LONG))
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

/// Returns the end of the last line that has a grid. A line below may be an item because of the lines between.
fn end_of_grids(lines: &[u8]) -> Option<usize> {
    let mut end = lines.len();
    while end > 0 {
        let start = memchr::memrchr(b'\n', &lines[..end - 1]).map_or(0, |end| end + 1);
        if grids(&lines[start..end]).next().is_some() {
            return Some(end);
        }
        end = start;
    }
    None
}

/// Returns the fault of a word that is a part of a grid: it may be cut, or has more cells than a number has digits.
fn part_of_grid(word: &[u8]) -> Option<GridError> {
    const SHORTEST: usize = 32;
    let is_long = || {
        (SHORTEST..81).contains(&word.len())
            && word.iter().all(|&byte| is_cell(byte))
            && word.iter().any(u8::is_ascii_digit)
    };
    (may_be_cut_grid(word) || is_long()).then_some(GridError::TooShort(word.len()))
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
