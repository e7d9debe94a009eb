//! Reads grids from rows under each other.
//!
//! Rows with nothing but blank lines and rulers between them are a stack. The whole stack must be grids of nine rows, in
//! groups that end where grids end. No row of ten is left out, unless it is the head of a table: 1 to 9 in order, or empty.

use batchdoku_base::fnv;

use super::line::{Label, LabelledHouse, REMARK, Row};

/// A grid that was read from rows.
pub(super) struct StackedGrid {
    pub(super) cells: [u8; 81],
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: StackKind,
}

/// The layout of the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StackKind {
    Rows,
    /// With bars between the cells, or in a frame.
    Table,
    /// With a label before each row.
    Labelled,
    /// Columns or boxes, by their labels.
    Houses,
    /// Digits that continue over lines of any length.
    Wrapped,
}

/// A row of nine cells of a stack.
#[derive(Clone, Copy)]
struct Stacked {
    cells: [u8; 9],
    label: Label,
    tail: u64,
    is_tail_apart: bool,
    start: usize,
    end: usize,
    has_bars: bool,
    /// True if a blank line or a ruler stands before it.
    starts_group: bool,
}

/// The rows that were read since the last other text.
#[derive(Default)]
pub(super) struct Stack {
    rows: Vec<Stacked>,
    /// True if a line with another number of digits stands among the rows.
    is_broken: bool,
    /// True if the last line was such a line.
    was_digits: bool,
    /// True if rows that are written in another way stand before the first.
    follows_rows: bool,
    /// True if a blank line or a ruler follows the last row.
    is_group_over: bool,
    /// True if the rows stand below a ruler with the corners of a frame; and if such a ruler follows the last row.
    is_framed: bool,
    has_corners_behind: bool,
    /// Digits that continue over lines, and the lengths of these lines.
    wrapped: Wrapped,
    /// The heading above the last three rows.
    heading: Option<Heading>,
    /// True if the text ended within a frame or a grid.
    pub(super) is_cut: bool,
    /// True if the text ended with rows that are no grid.
    pub(super) has_other_rows: bool,
}

/// Digits that continue over lines.
#[derive(Default)]
struct Wrapped {
    digits: Vec<u8>,
    lines: usize,
    shortest: usize,
    last: usize,
    start: usize,
    end: usize,
}

/// The fewest digits of each line but the last, if digits continue over lines.
const SHORTEST_WRAPPED: usize = 12;

impl Stack {
    /// Adds the row, or three rows, of the line at `at`.
    pub(super) fn push(&mut self, row: &Row, at: usize, found: &mut Vec<StackedGrid>) {
        if self.wrapped.lines > 0 {
            self.is_broken |= self.was_digits;
            self.wrapped = Wrapped::default();
        }
        if !self.takes(row) {
            let has_corners_behind = self.has_corners_behind;
            self.finish(found);
            self.has_corners_behind = has_corners_behind;
            self.follows_rows = true;
        }
        if self.rows.is_empty() {
            self.is_framed = self.has_corners_behind;
        }
        if self.was_digits {
            self.is_broken = true;
            self.was_digits = false;
        }
        let starts_group = self.is_group_over;
        for (index, cells) in row.cells[..row.length].chunks_exact(9).enumerate() {
            self.rows.push(Stacked {
                cells: cells.try_into().expect("nine cells"),
                label: row.label,
                tail: row.tail,
                is_tail_apart: row.is_tail_apart,
                start: at + row.start,
                end: at + row.end,
                has_bars: row.has_bars,
                starts_group: starts_group && index == 0,
            });
        }
        self.is_group_over = false;
        self.has_corners_behind = false;
    }

    /// Returns whether a row belongs to the rows before it, by its label. Other text may stand before the first row of a
    /// grid, as in `Final grid: 5 3 4 6 7 8 9 1 2`.
    fn takes(&self, row: &Row) -> bool {
        let Some(last) = self.rows.last() else { return true };
        let is_alike = |label: &Label| {
            (label.words, label.house, label.index.is_some())
                == (row.label.words, row.label.house, row.label.index.is_some())
        };
        is_alike(&last.label) || self.rows.len() == 1 && row.label.is_empty()
    }

    /// Adds the digits of a line that is no row, and that has nothing else.
    pub(super) fn push_digits(
        &mut self,
        digits: &[u8],
        at: usize,
        end: usize,
        found: &mut Vec<StackedGrid>,
    ) {
        if !self.rows.is_empty() {
            if self.is_group_over {
                self.finish(found);
            } else {
                self.is_broken = true;
            }
        }
        if self.is_group_over && self.wrapped.lines > 0 {
            self.finish(found);
        }
        self.was_digits = true;
        self.is_group_over = false;
        let wrapped = &mut self.wrapped;
        if wrapped.lines == 0 {
            wrapped.start = at;
            wrapped.shortest = usize::MAX;
        } else {
            wrapped.shortest = wrapped.shortest.min(wrapped.last);
        }
        wrapped.lines += 1;
        wrapped.last = digits.len();
        wrapped.end = end;
        if wrapped.digits.len() <= 81 {
            wrapped.digits.extend_from_slice(digits);
        }
    }

    /// Ends the stack at a line of text, unless this is the heading of its next three rows.
    pub(super) fn text(&mut self, line: &[u8], found: &mut Vec<StackedGrid>) {
        let heading = Heading::of(line);
        let is_next = |heading: &Heading| {
            let last = self.heading.filter(|last| last.words == heading.words);
            last.is_some_and(|last| last.number + 1 == heading.number)
                && self.rows.len() == 3 * usize::from(heading.number)
        };
        if heading.as_ref().is_some_and(is_next) {
            self.blank();
            self.heading = heading;
        } else {
            self.finish(found);
            self.heading = heading.filter(|heading| heading.number == 0);
        }
    }

    /// Notes a blank line.
    pub(super) fn blank(&mut self) {
        self.is_group_over = true;
        self.was_digits = false;
    }

    /// Notes a ruler.
    pub(super) fn rule(&mut self, has_corners: bool) {
        self.blank();
        self.has_corners_behind = has_corners;
    }

    /// Ends the stack, where other text or the end of the reply follows, and adds its grids.
    pub(super) fn finish(&mut self, found: &mut Vec<StackedGrid>) {
        self.finish_wrapped(found);
        self.drop_spacers();
        let is_open = self.is_framed && !self.has_corners_behind && !self.rows.is_empty();
        self.is_cut = is_open;
        // A heading of the second three rows, without one of the last.
        let lacks_heading = self.heading.is_some_and(|heading| heading.number == 1);
        if !self.is_broken && !is_open && !lacks_heading {
            self.add_grids(found);
        }
        self.rows.clear();
        self.is_broken = false;
        self.was_digits = false;
        self.follows_rows = false;
        self.is_group_over = false;
        self.is_framed = false;
        self.has_corners_behind = false;
        self.heading = None;
    }

    /// Ends the stack at the end of the reply. The reply was cut off within a grid if its last lines are fewer than nine
    /// rows, all whole except the last. More rows, and rows of another length among them, are no grid, but were not cut
    /// off.
    pub(super) fn finish_text(&mut self, found: &mut Vec<StackedGrid>) {
        let before = found.len();
        let lines = self.rows.len() + usize::from(self.was_digits);
        let is_begun = self.rows.len() < 9 && lines > 1 && !self.follows_rows;
        let is_begun = is_begun && (self.was_digits || !self.is_broken);
        let has_rows = self.rows.len() > 1;
        self.finish(found);
        self.has_other_rows = has_rows && found.len() == before;
        self.is_cut |= is_begun && self.has_other_rows;
    }

    fn finish_wrapped(&mut self, found: &mut Vec<StackedGrid>) {
        let Wrapped { digits, lines, shortest, last, start, end } = &self.wrapped;
        let is_line_of_cells = *shortest == 1 && *last == 1 && *lines == 81;
        let is_wrapped = *lines > 1 && *shortest >= SHORTEST_WRAPPED && !is_line_of_cells;
        if digits.len() == 81 && (is_wrapped || is_line_of_cells) && self.rows.is_empty() {
            let cells = digits[..].try_into().expect("81 digits");
            found.push(StackedGrid {
                cells: super::line::with_dots(cells),
                start: *start,
                end: *end,
                kind: StackKind::Wrapped,
            });
        }
        self.wrapped.digits.clear();
        self.wrapped.lines = 0;
    }

    /// Leaves out the empty rows of a table whose other rows are all filled, because they stand between bands or are the
    /// head. Nine rows stay as they are.
    fn drop_spacers(&mut self) {
        let is_filled = |row: &Stacked| row.is_empty() || !row.cells.contains(&b'.');
        if self.rows.len() != 9 && self.rows.iter().all(is_filled) {
            self.rows.retain(|row| !row.is_empty());
        }
    }

    fn add_grids(&mut self, found: &mut Vec<StackedGrid>) {
        let mut rows = &self.rows[..];
        if rows.len() % 9 == 1 {
            // A header, or other digits in order; or the empty head of a table.
            rows = match (rows, rows) {
                ([first, rest @ ..], _) if first.is_in_order() => rest,
                ([first, rest @ ..], _)
                    if first.is_empty() && rest.first().is_some_and(|row| row.starts_group) =>
                {
                    rest
                }
                (_, [rest @ .., last]) if last.is_in_order() && last.starts_group => rest,
                _ => return,
            };
        }
        if rows.is_empty() || !rows.len().is_multiple_of(9) {
            return;
        }
        let has_groups = rows[1..].iter().any(|row| row.starts_group);
        let are_whole = rows.chunks_exact(9).skip(1).all(|grid| grid[0].starts_group);
        if has_groups && !are_whole {
            return;
        }
        let is_framed = self.is_framed;
        found.extend(rows.chunks_exact(9).filter_map(|rows| grid_of(rows, is_framed)));
    }
}

/// The heading of three rows: `Band 1`, `Rows 4-6`, `Middle`.
#[derive(Clone, Copy)]
struct Heading {
    /// A hash of its words.
    words: u64,
    /// The number of the band, from 0.
    number: u8,
}

impl Heading {
    const LONGEST: usize = 40;
    const PLACES: [&[&[u8]]; 3] =
        [&[b"top", b"upper"], &[b"middle", b"center", b"central"], &[b"bottom", b"lower"]];
    const NOUNS: [&[u8]; 12] = [
        b"band", b"rows", b"row", b"block", b"blocks", b"boxes", b"third", b"section", b"part",
        b"three", b"to", b"and",
    ];

    /// Reads a line, which has no other words.
    fn of(line: &[u8]) -> Option<Self> {
        if line.len() > Self::LONGEST {
            return None;
        }
        let mut heading = Self { words: 0, number: 0 };
        let mut place = None;
        let mut numbers = [0; 2];
        let mut count = 0;
        for word in line.split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
        {
            let is = |name: &&[u8]| word.eq_ignore_ascii_case(name);
            let is_place = |names: &&[&[u8]]| names.iter().any(is);
            if let [digit @ b'1'..=b'9'] = word {
                *numbers.get_mut(count)? = digit - b'0';
                count += 1;
            } else if let (Some(number), None) = (Self::PLACES.iter().position(is_place), place) {
                place = Some(number as u8);
            } else {
                let noun = Self::NOUNS.iter().position(is)?;
                heading.words = fnv(heading.words, noun as u64 + 1);
            }
        }
        heading.number = match (place, count, numbers) {
            (Some(place), 0, _) => place,
            (None, 1, [number @ 1..=3, _]) => number - 1,
            (None, 2, [1, 3]) => 0,
            (None, 2, [4, 6]) => 1,
            (None, 2, [7, 9]) => 2,
            _ => return None,
        };
        Some(heading)
    }
}

impl Stacked {
    /// Returns whether the cells are 1 to 9 in order, or 0 to 8, as in a header.
    fn is_in_order(&self) -> bool {
        matches!(&self.cells, b"123456789" | b".12345678")
    }

    /// Returns whether all cells are empty.
    fn is_empty(&self) -> bool {
        self.cells == [b'.'; 9]
    }
}

/// Returns the grid of nine rows, if their labels agree, and so do the words behind them.
fn grid_of(rows: &[Stacked], is_framed: bool) -> Option<StackedGrid> {
    let (first, others) = rows.split_first()?;
    let (last, before) = rows.split_last()?;
    let tail = rows.iter().map(|row| row.tail).find(|tail| *tail != 0).unwrap_or(0);
    // Remarks may differ, and so may the words behind the last row.
    let is_agreed = |row: &Stacked| row.tail == tail || tail == REMARK && row.tail == 0;
    let is_end_apart = last.tail == 0 || last.is_tail_apart;
    let is_same_tail = rows.iter().all(is_agreed);
    let is_only_end = before.iter().all(|row| row.tail == 0) && is_end_apart;
    if !is_same_tail && !is_only_end {
        return None;
    }
    let label = &others[0].label;
    let has_text_before = !first.label.is_empty() && others.iter().all(|row| row.label.is_empty());
    // If only the first row has ten cells, it has a cell too many.
    if first.label.is_like_cell != label.is_like_cell {
        return None;
    }
    if !has_text_before && label.index.is_some() && !are_numbered(rows) {
        return None;
    }
    let cells = |row: usize, column: usize| rows[row].cells[column];
    let mut grid = [b'.'; 81];
    for (index, cell) in grid.iter_mut().enumerate() {
        let (row, column) = (index / 9, index % 9);
        *cell = match label.house {
            LabelledHouse::Row => cells(row, column),
            LabelledHouse::Column => cells(column, row),
            LabelledHouse::Box => cells(row / 3 * 3 + column / 3, row % 3 * 3 + column % 3),
        };
    }
    let is_house = !matches!(label.house, LabelledHouse::Row);
    // A letter does not show which box is meant.
    let is_box = matches!(label.house, LabelledHouse::Box);
    if is_house && (label.is_letter && is_box || label.index.is_none()) {
        return None;
    }
    let kind = if is_house {
        StackKind::Houses
    } else if !label.is_empty() {
        StackKind::Labelled
    } else if is_framed || rows.iter().any(|row| row.has_bars) {
        StackKind::Table
    } else {
        StackKind::Rows
    };
    Some(StackedGrid { cells: grid, start: first.start, end: last.end, kind })
}

/// Returns whether nine rows have the numbers 1 to 9, or 0 to 8, in this order.
fn are_numbered(rows: &[Stacked]) -> bool {
    let Some(first @ (0 | 1)) = rows[0].label.index else { return false };
    let is_letter = rows[0].label.is_letter;
    rows.iter()
        .zip(first..)
        .all(|(row, number)| row.label.index == Some(number) && row.label.is_letter == is_letter)
}
