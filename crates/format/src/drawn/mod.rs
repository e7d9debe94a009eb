//! The grammar of drawn grids: `grid`, `sdk` and `ss`, rows of nine cells as people draw them.
//!
//! ```text
//! input     [header] (grid | line with a puzzle | text)*
//! grid      nine rows, written in one way (see `cells`), each perhaps behind a label
//! between   rulers, frames and blank lines stand between bands, or between all rows; comments anywhere,
//!           unless they stand above most grids: then they end a grid
//! end       text, a section, a header, or as many blank lines or rulers as stand between grids, and not within
//!
//!     1 2 3   4 5 6   7 8 9          a header
//!   +-------+-------+-------+        a ruler
//! A | 5 3 . | . 7 . | . . . |        a label, and a row
//! ```
//!
//! Rows without an end between them are a *unit*: nine rows are a grid, eighteen are two. A unit with another number of
//! rows, for example 17, is malformed as a whole, because the missing row may be any of them. No grid is ever made of the
//! rows of two. If the head of the input shows grids with nothing between them, every nine rows are a grid.
//!
//! The head decides the parameters, a [`Dialect`], once: each hypothesis is a parser that reads the head, and the only
//! parser that explains all of it is taken. Refused is a head that two parsers explain with different puzzles, unless all
//! grids are sound (no digit twice in a house) in one of them only. Refused, too, are marks of unknown meaning (`6!` next
//! to `6`). If clues stand in brackets, as the format `drawing` writes them, only the clues are read.
//!
//! Rows of candidates are pencilmark puzzles if the job takes these. Otherwise a cell with a single candidate holds this
//! digit, and a cell with several is empty.

mod look;
mod read;
mod scan;

use std::ops::Range;

use super::{
    FormatError, Record, RecordError, RecordKind, RecordParser, Records,
    cells::{Form, cells, leading, ways},
    found::{NEAR_GRID, grids, near_grid},
    lines::{content_lines, line_ranges, split_lines},
    tokens::words,
    whole_puzzle::WholePuzzle,
};
use batchdoku_engine::grid::{CELL_VALUE, Grid, PENCILMARKS, Pencilmarks, PuzzleForm};
use look::{
    Doubtful, Look, Nothing, comments_are_titles, has_some_candidates, has_stroke, is_apart,
    is_in_brackets, is_labelled, is_number, is_sequence, look, opens_grid, row_label,
    was_blank_row,
};
pub(super) use look::{blank_row, is_near_row, is_rule, row_cells, section};

/// This many of the first nine rows must be pencilmarks. In one or two, clues may have been typed without blanks.
const PENCILMARK_ROWS: usize = 3;

/// The parameters of the grammar.
#[derive(Clone, Debug, Default)]
struct Dialect {
    /// The header above each grid, trimmed.
    header: Option<Vec<u8>>,
    /// True if puzzles stand in sections `[Puzzle]`: the lines of other sections are skipped.
    has_sections: bool,
    /// True if a row right below the header may look like the header.
    has_row_like_header: bool,
    /// True if rows stand behind labels.
    is_labelled: bool,
    /// True if nine strokes are a ruler, even if rows have this stroke as an empty cell.
    strokes_are_rulers: bool,
    /// The use of lines of delimiters alone.
    nothing: NothingUse,
    /// True if blanks are empty cells in rows of nine characters.
    blanks_are_cells: bool,
    /// True if rows may have candidates in place of cells.
    pencilmarks: bool,
    /// True if comments stand above grids, like titles: they end a grid, even if it lacks a row.
    comments_are_titles: bool,
    /// True if rows stand in brackets, so that a value between grids stands in place of one: `null,`.
    are_lists: bool,
    /// True if the first row of each grid opens two brackets, as in `[[5, 3, 0, …`.
    has_brackets: bool,
    /// The place of lines that repeat the drawn grid next to them. Other lines with a grid are puzzles of their own.
    repeats: Option<Repeats>,
    /// True if lines between grids are numbers, for example ratings.
    has_numbers: bool,
    /// The lines that end a grid.
    ends: Ends,
    /// True if blank lines or rulers stand between all rows.
    is_spaced: bool,
    /// True if grids are separated: each unit must then have nine rows, or a multiple. Otherwise every nine rows are a
    /// grid.
    is_separated: bool,
}

/// The use of lines of delimiters alone, such as `,,,,,,,,`, which a spreadsheet writes for a blank row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NothingUse {
    /// They are rows of empty cells, if rows around them have empty fields, too.
    #[default]
    Rows,
    /// They are rulers.
    Rulers,
    /// Within a grid they are rows of empty cells; behind its nine rows, such a line ends the grid.
    RowsAndEnds,
}

/// The lines between two rows that end a grid, besides text: this many blank lines, or this many rulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ends {
    blanks: usize,
    rulers: usize,
}

impl Default for Ends {
    fn default() -> Self {
        Self { blanks: 1, rulers: 2 }
    }
}

/// Reads grids of nine lines.
#[derive(Clone, Debug, Default)]
pub(super) struct GridParser {
    dialect: Dialect,
    /// True if candidates make a pencilmark puzzle.
    keeps_candidates: bool,
}

/// The kind of a line in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Ruler,
    Section,
    Row,
    Text,
}

impl GridParser {
    /// Returns the parsers that may explain a text, which may be cut, if it has grids: a unit with at least six good rows,
    /// or good rows and few other lines.
    pub(super) fn of_grids(text: &[u8]) -> Option<Vec<Self>> {
        if !may_have_rows(text) {
            return None;
        }
        let all = Self::hypotheses(text, true);
        let best = match all.len() {
            1 => 0,
            _ => Chosen::of(&all, text, true).best(),
        };
        all[best].finds_grids(text).then_some(all)
    }

    /// Returns the only one of these parsers that explains a text; if it is cut, more of the input follows it.
    ///
    /// # Errors
    /// If two parsers explain the text with different puzzles. Unless the user names the format, also if the first
    /// row may be a header, if a further row may stand above each grid, or if cells take several lines.
    pub(super) fn choose(
        mut all: Vec<Self>,
        text: &[u8],
        is_cut: bool,
        takes_candidates: bool,
        is_named: bool,
    ) -> Result<Self, FormatError> {
        for parser in &mut all {
            parser.keeps_candidates = takes_candidates && parser.dialect.pencilmarks;
        }
        let of_units = |all: &[Self]| is_cut.then(|| Chosen::of_whole_units(all, text)).flatten();
        let best = match all.len() {
            1 => 0,
            _ => match of_units(&all) {
                Some(best) => best,
                None => Chosen::of(&all, text, is_cut).only(is_cut, is_named)?,
            },
        };
        let chosen = all.swap_remove(best);
        let Dialect { header, is_labelled, is_separated, .. } = &chosen.dialect;
        let may_be_shifted = header.is_none() && !is_labelled && !is_separated && !is_named;
        // Text between grids ends them.
        let has_text = || chosen.events(text).iter().any(|(kind, _)| *kind == LineKind::Text);
        if may_be_shifted && {
            let explained = Explained::of(&chosen, text, is_cut);
            has_rows_above_grids(text) && !explained.is_sound()
                || explained.is_shifted() && !has_text()
        } {
            return Err(FormatError::RowsUnclear);
        }
        if !is_named && has_tall_cells(text) {
            return Err(FormatError::TallCells);
        }
        Ok(chosen)
    }

    /// Returns the parsers that may explain a text, those with the fewest suppositions first.
    pub(super) fn hypotheses(text: &[u8], is_cut: bool) -> Vec<Self> {
        let rows: Vec<&[u8]> = split_lines(text).filter(|line| look(line) == Look::Row).collect();
        let is_marked = |row: &&&[u8]| {
            let found = ways::<9>(row);
            found.first().is_some_and(|it| it.way.form == Form::Marks)
        };
        let pencilmarks = rows.iter().take(9).filter(is_marked).count() >= PENCILMARK_ROWS;
        let blanks_are_cells = blanks_are_cells(text);
        let has_sections = has_sections(text);
        let base = Dialect {
            are_lists: rows.first().is_some_and(|row| is_in_brackets(row)),
            has_brackets: rows.iter().filter(|row| opens_grid(row)).take(2).count() == 2,
            repeats: Repeats::of(text).filter(|_| !has_sections),
            has_numbers: has_numbers(text),
            blanks_are_cells,
            pencilmarks,
            has_sections,
            comments_are_titles: comments_are_titles(text),
            ..Dialect::default()
        };
        let are_labelled = !blanks_are_cells
            && split_lines(text).filter(|line| is_labelled(line)).take(3).count() == 3;
        // If rows have labels, the digits in order, without a label, may stand below the grid, too.
        let header = rows.iter().take(if are_labelled { rows.len() } else { 1 });
        let header = header.copied().find(|row| !blanks_are_cells && is_sequence(row));
        let header = header.map(|row| row.trim_ascii().to_vec());
        let have_strokes = split_lines(text).any(|line| {
            matches!(look(line), Look::Doubtful(Doubtful::Stroke(stroke)) if rows.iter().any(|row| has_stroke(row, stroke)))
        });
        // The line above the only ruler of a table of Markdown is its head.
        let is_head =
            header.is_some() && markdown_head(text).map(|(head, _)| head) == rows.first().copied();
        let mut all = vec![base];
        if is_head {
            all[0].header.clone_from(&header);
        }
        let mut double = |is_offered: bool, change: &dyn Fn(&mut Dialect)| {
            if is_offered {
                let mut changed = all.clone();
                changed.iter_mut().for_each(change);
                all.append(&mut changed);
            }
        };
        double(header.is_some() && !is_head, &|dialect| dialect.header.clone_from(&header));
        let is_like_header =
            |line: &[u8]| header.as_ref().is_some_and(|it| it == line.trim_ascii());
        let has_row_like_header = header.is_some()
            && line_ranges(text).any(|line| {
                is_like_header(&text[line.clone()])
                    && line_above(&text[..line.start]).is_some_and(is_like_header)
            });
        double(has_row_like_header, &|dialect| dialect.has_row_like_header = true);
        double(are_labelled, &|dialect| dialect.is_labelled = true);
        double(have_strokes, &|dialect| dialect.strokes_are_rulers = true);
        if text_has_nothing(text) {
            // Of two parsers that read the head alike, the first is used. `Rulers` comes last, because such a line may be a
            // row of a grid behind the head.
            all = [NothingUse::Rows, NothingUse::RowsAndEnds, NothingUse::Rulers]
                .into_iter()
                .flat_map(|nothing| {
                    all.iter().map(move |dialect| Dialect { nothing, ..dialect.clone() })
                })
                .collect();
        }
        let parsers = all.into_iter().map(|dialect| {
            let mut parser = Self { dialect, keeps_candidates: false };
            parser.look_between(text, is_cut);
            parser
        });
        parsers.collect()
    }

    /// Decides which lines end a grid, and which may stand between its rows: with these lines, most rows are whole grids.
    fn look_between(&mut self, text: &[u8], is_cut: bool) {
        let events = self.events(text);
        let most = |kind| {
            events.iter().fold((0, 0), |(most, now), (event, _)| match event {
                event if *event == kind => (most.max(now + 1), now + 1),
                LineKind::Row | LineKind::Text => (most, 0),
                _ => (most, now),
            })
        };
        let (blanks, rulers) = (most(LineKind::Blank).0, most(LineKind::Ruler).0);
        let mut best: Option<(Units, Ends)> = None;
        // The usual numbers come first.
        for rulers in [2, 1].into_iter().chain(3..=rulers + 1) {
            for blanks in 1..=blanks + 1 {
                let ends = Ends { blanks, rulers };
                let units = Units::of(&events, ends, is_cut);
                if best.as_ref().is_none_or(|(best, _)| units.rank() > best.rank()) {
                    best = Some((units, ends));
                }
            }
        }
        if let Some((units, ends)) = best {
            self.dialect.ends = ends;
            self.dialect.is_spaced = units.is_spaced;
            self.dialect.is_separated =
                units.is_separated || self.dialect.nothing == NothingUse::RowsAndEnds;
        }
    }

    /// Returns the kinds of the lines of a text outside of skipped sections and comments, and whether each is a row that
    /// is not damaged.
    fn events(&self, text: &[u8]) -> Vec<(LineKind, bool)> {
        let mut events = Vec::new();
        let (mut grid, mut rows) = (0, 0);
        let mut is_behind_grid = false;
        let mut is_skipping = false;
        for line in line_ranges(text) {
            let kind = self.kind(text, grid, line.clone(), is_behind_grid);
            if kind == LineKind::Section {
                is_skipping = self.skips(&text[line.clone()]);
            }
            match kind {
                LineKind::Row if self.starts_unit(&text[line.clone()]) => {
                    events.push((LineKind::Text, false));
                    rows = 1;
                }
                LineKind::Row => rows += 1,
                LineKind::Section | LineKind::Text => rows = 9,
                _ => {}
            }
            is_behind_grid = rows == 9 && kind == LineKind::Row;
            if rows >= 9 {
                (grid, rows) = (text.len().min(line.end + 1), 0);
            }
            match kind {
                LineKind::Comment => {}
                _ if is_skipping => {}
                LineKind::Section => events.push((LineKind::Text, false)),
                LineKind::Row => events.push((kind, self.is_row(&text[line]))),
                kind => events.push((kind, false)),
            }
        }
        events
    }

    /// Returns the kind of the line in a range of a text, by its looks and the dialect. The grid that the line may belong
    /// to starts at `grid`; if `is_behind_grid`, it has ended right above the line.
    fn kind(&self, text: &[u8], grid: usize, line: Range<usize>, is_behind_grid: bool) -> LineKind {
        let Range { start, end } = line;
        let line = &text[start..end];
        if line.is_empty() {
            return LineKind::Blank;
        }
        let dialect = &self.dialect;
        if dialect.blanks_are_cells && (blank_row(line).is_some() || was_blank_row(line)) {
            return LineKind::Row;
        }
        if self.is_header(text, start..end) {
            return LineKind::Text;
        }
        match look(line) {
            Look::Blank => LineKind::Blank,
            Look::Comment if dialect.comments_are_titles => LineKind::Text,
            Look::Comment => LineKind::Comment,
            Look::Ruler => LineKind::Ruler,
            Look::Section => LineKind::Section,
            Look::Row | Look::Text if dialect.is_labelled => {
                let is_row = row_label(line).is_some() || row_cells(line).is_some();
                if is_row { LineKind::Row } else { LineKind::Text }
            }
            Look::Row | Look::Text if line.len() >= 81 && grid_on_line(line).is_some() => {
                LineKind::Text
            }
            Look::Row => LineKind::Row,
            Look::Text if dialect.pencilmarks && has_some_candidates(line) => LineKind::Row,
            Look::Text => LineKind::Text,
            Look::Doubtful(line) => {
                let is_row = match (line, dialect.nothing) {
                    (Doubtful::Stroke(_), _) if dialect.strokes_are_rulers => false,
                    (Doubtful::Nothing(_), NothingUse::Rulers) => false,
                    (Doubtful::Nothing(_), NothingUse::RowsAndEnds) => !is_behind_grid,
                    _ => line.is_row(&text[grid..start], &text[end..]),
                };
                if is_row { LineKind::Row } else { LineKind::Ruler }
            }
        }
    }

    /// Returns whether a text has a unit with at least six good rows, or at least two good rows and few other lines.
    fn finds_grids(&self, text: &[u8]) -> bool {
        let mut has_grid = false;
        let mut good = 0;
        // The damaged rows, and the lines with content that are no rows.
        let mut others = 0;
        self.scan(text, true, |found, _, _| {
            has_grid |= found.good >= 6;
            good += found.good;
            if !text[found.start..found.end].trim_ascii().is_empty() {
                others += found.rows.max(1) - found.good;
            }
        });
        has_grid || good >= 2 && others * 2 <= good
    }

    /// Returns whether a row is the first of a grid by its brackets.
    fn starts_unit(&self, row: &[u8]) -> bool {
        self.dialect.has_brackets && opens_grid(row)
    }

    /// Returns whether a line is a section whose lines are skipped.
    fn skips(&self, line: &[u8]) -> bool {
        self.dialect.has_sections && section(line).is_some_and(|name| !is_puzzle_section(name))
    }

    /// Returns the numbers of the first and the last line of a grid that may stand outside of the others, in a form that is
    /// not read.
    pub(super) fn unread_grid(&self, text: &[u8]) -> Option<(usize, usize)> {
        let mut records = Records::default();
        records.read(self, text);
        let is_unread = |record: &&Record| match record.kind {
            RecordKind::Malformed { error } => {
                records.errors[error as usize] == RecordError::UnreadGrid
            }
            _ => false,
        };
        let record = records.list.iter().find(is_unread)?;
        let lines = split_lines(&text[record.start as usize..record.end as usize]).count();
        Some((record.line as usize + 1, record.line as usize + lines))
    }

    /// Returns whether a line, which is this range of a text, is the header above a grid. A row may look the same: right below
    /// the header, or below a ruler there.
    #[inline(always)]
    fn is_header(&self, text: &[u8], line: Range<usize>) -> bool {
        // Most grids have none.
        self.dialect.header.as_ref().is_some_and(|header| self.is_at_header(header, text, line))
    }

    fn is_at_header(&self, header: &[u8], text: &[u8], line: Range<usize>) -> bool {
        let is_alike = |line: &[u8]| header == line.trim_ascii();
        is_alike(&text[line.clone()])
            && !(self.dialect.has_row_like_header
                && line_above(&text[..line.start]).is_some_and(is_alike))
    }
}

/// Returns whether a line of a text that has a line end is a number, and no row.
pub(super) fn has_numbers(text: &[u8]) -> bool {
    let whole = &text[..memchr::memrchr(b'\n', text).unwrap_or(0)];
    split_lines(whole).any(|line| is_number(line) && look(line) == Look::Text)
}

/// Returns the last line of a text, or the line above it if that is a ruler.
fn line_above(text: &[u8]) -> Option<&[u8]> {
    let mut lines = text.strip_suffix(b"\n")?.rsplit(|&byte| byte == b'\n');
    let nearest = lines.next()?;
    if look(nearest) == Look::Ruler { lines.next() } else { Some(nearest) }
}

/// Returns whether a text has a section `[Puzzle]`, or nothing but sections. Otherwise a word in brackets is text, such as
/// a tag of a forum around a puzzle.
pub(super) fn has_sections(text: &[u8]) -> bool {
    // Most texts have no bracket.
    if memchr::memchr(b'[', text).is_none() {
        return false;
    }
    let is_of_puzzles = |line: &[u8]| section(line).is_some_and(is_puzzle_section);
    content_lines(text).any(is_of_puzzles)
        || content_lines(text).next().is_some()
            && content_lines(text).all(|line| section(line).is_some())
}

/// Returns the name of the first section with nine rows that is neither a puzzle nor known to leave it as it is.
pub(super) fn unknown_section(text: &[u8]) -> Option<String> {
    const KNOWN: [&[u8]; 6] = [b"state", b"solution", b"solved", b"answer", b"colours", b"colors"];
    let mut current = None;
    let mut rows = 0;
    for line in split_lines(text) {
        match look(line) {
            Look::Section => (current, rows) = (section(line), 0),
            Look::Row | Look::Doubtful(_) => rows += 1,
            _ => {}
        }
        let is_unknown = |name: &&[u8]| {
            !is_puzzle_section(name) && !KNOWN.iter().any(|it| it.eq_ignore_ascii_case(name))
        };
        if rows == 9
            && let Some(name) = current.filter(is_unknown)
        {
            return Some(String::from_utf8_lossy(name).into_owned());
        }
    }
    None
}

fn is_puzzle_section(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"puzzle")
}

/// Returns whether blanks are empty cells in the rows of a text: the first nine lines that are not blank, or all eight,
/// have nine characters, digits and blanks.
fn blanks_are_cells(text: &[u8]) -> bool {
    let lines = split_lines(text).filter(|line| look(line) != Look::Blank);
    let rows: Vec<_> = lines.take(9).map(blank_row).collect();
    let has_blanks = rows.iter().flatten().any(|row| row.contains(&b'.'));
    rows.len() >= 8 && has_blanks && rows.iter().all(Option::is_some)
}

/// The units of a text, counted for one choice of the lines that end a grid.
#[derive(Default)]
struct Units {
    /// The number of grids in units that are whole.
    grids: usize,
    /// The number of other units.
    broken: usize,
    count: usize,
    is_spaced: bool,
    is_separated: bool,
}

impl Units {
    fn of(events: &[(LineKind, bool)], ends: Ends, is_cut: bool) -> Self {
        let mut units = Self::default();
        // The number of rows before each gap of the unit.
        let (mut rows, mut good, mut gaps) = (0, 0, Vec::new());
        let (mut blanks, mut rulers) = (0, 0);
        for (kind, is_good) in events {
            let is_end = match kind {
                LineKind::Row => {
                    if rows > 0 && blanks + rulers > 0 {
                        gaps.push(rows);
                    }
                    rows += 1;
                    good += usize::from(*is_good);
                    (blanks, rulers) = (0, 0);
                    false
                }
                LineKind::Blank => {
                    blanks += 1;
                    blanks >= ends.blanks
                }
                LineKind::Ruler => {
                    rulers += 1;
                    rulers >= ends.rulers
                }
                _ => true,
            };
            if is_end {
                units.end(rows, good, &gaps);
                (rows, good, blanks, rulers) = (0, 0, 0, 0);
                gaps.clear();
            }
        }
        // The last unit may continue behind the head.
        if rows >= 9 || units.count == 0 {
            units.end(rows, good, &gaps);
            units.is_separated &= units.count > 1 || rows > 9 && !is_cut;
        }
        units
    }

    fn end(&mut self, rows: usize, good: usize, gaps: &[usize]) {
        if rows == 0 {
            return;
        }
        let are_bands = gaps.iter().all(|gap| gap.is_multiple_of(3));
        let are_rows = gaps.len() == rows - 1 || gaps.len() == rows - rows / 9;
        let is_whole = rows.is_multiple_of(9) && (are_bands || are_rows);
        if self.count == 0 {
            self.is_separated = rows <= 9 || rows < 18 && good > 9;
        }
        self.count += 1;
        if is_whole {
            self.grids += rows / 9;
            self.is_spaced |= !are_bands;
        } else {
            self.broken += 1;
        }
    }

    /// Returns the rank of this choice; the highest is the best.
    fn rank(&self) -> impl Ord + use<> {
        (self.broken == 0, self.grids, std::cmp::Reverse(self.broken), self.count)
    }
}

/// The number of sound grids, which have no digit twice in a house, and that of all grids.
struct Sounds {
    sound: usize,
    all: usize,
}

impl Sounds {
    /// Counts the grids that every nine rows make; damaged rows count as empty. Rows of different grids hardly ever make a
    /// sound grid.
    fn of_rows(rows: &[Option<[u8; 9]>]) -> Self {
        let grids = rows.chunks_exact(9).map(|rows| {
            let cells: Vec<_> = rows.iter().map(|row| row.unwrap_or([b'.'; 9])).collect();
            cells.as_flattened().to_vec()
        });
        Self::of(grids)
    }

    fn of(grids: impl Iterator<Item = Vec<u8>>) -> Self {
        let mut sounds = Self { sound: 0, all: 0 };
        for cells in grids {
            let is_sound = Grid::parse(&cells).is_ok_and(|grid| grid.conflict().is_none());
            sounds.sound += usize::from(is_sound);
            sounds.all += 1;
        }
        sounds
    }
}

/// Returns whether a further row stands above each grid of a text, for example a number of nine digits, or a number in the
/// first field of a spreadsheet.
fn has_rows_above_grids(text: &[u8]) -> bool {
    let mut rows = split_lines(text).filter(|line| look(line) == Look::Row).map(row_cells);
    let mut grids = 0;
    loop {
        // The first is the row above.
        let rows: Vec<_> = rows.by_ref().take(10).collect();
        if rows.len() < 10 {
            return grids > 1;
        }
        if Sounds::of_rows(&rows[1..]).sound == 0 {
            return false;
        }
        grids += 1;
    }
}

/// Returns whether cells take two or three lines: all digits stand in every second row, or in every third.
fn has_tall_cells(text: &[u8]) -> bool {
    let rows = split_lines(text).filter(|line| matches!(look(line), Look::Row | Look::Doubtful(_)));
    let have_digits: Vec<bool> =
        rows.map(|row| row.iter().any(|byte| matches!(byte, b'1'..=b'9'))).collect();
    let count = have_digits.iter().filter(|it| **it).count();
    let is_at = |height: usize, at: usize| {
        have_digits.iter().skip(at).step_by(height).filter(|it| **it).count() == count
    };
    // The head may end within the first grid; some of its rows may be empty.
    have_digits.len() >= 18
        && [2, 3].into_iter().any(|height| {
            count >= have_digits.len() * 2 / (3 * height) && (0..height).any(|at| is_at(height, at))
        })
}

/// Returns whether the first line of a text is a row of a grid that lost a cell or gained one, rather than a count of
/// the grids below: with it, more grids are sound than without.
pub(super) fn is_first_row(text: &[u8]) -> bool {
    let may_be_row = |line: &&[u8]| matches!(look(line), Look::Row | Look::Doubtful(_));
    let rows: Vec<_> = split_lines(text).filter(may_be_row).map(row_cells).collect();
    !rows.is_empty() && Sounds::of_rows(&rows).sound > Sounds::of_rows(&rows[1..]).sound
}

/// The puzzles and faults that a hypothesis finds in a text.
struct Explained {
    puzzles: Vec<Vec<u8>>,
    faults: usize,
    /// The number of rows, in grids or not.
    rows: usize,
    /// True if rows are left at the end, which may be the start of a grid.
    has_rest: bool,
    /// True if the first row may be a header instead.
    may_be_header: bool,
    /// True if lines of strokes, or of delimiters alone, may be wrongly taken for rows or for rulers.
    is_doubtful: bool,
}

impl Explained {
    fn of(parser: &GridParser, text: &[u8], is_cut: bool) -> Self {
        let mut records = Records::default();
        records.read(parser, text);
        let length = records.form.length();
        let cells = |at: usize| records.text(text)[at..at + length].to_vec();
        let puzzles: Vec<_> = records.puzzles.iter().map(|&at| cells(at)).collect();
        let is_rest = |record: &Record| match record.kind {
            RecordKind::Malformed { error } => {
                let error = &records.errors[error as usize];
                let is_short = matches!(error, RecordError::Grid(_));
                is_short && text[record.end as usize..].trim_ascii().is_empty()
            }
            _ => false,
        };
        let mut ended = records.list.iter().rev();
        let last = ended.find(|record| record.kind != RecordKind::Passthrough);
        let has_rest = is_cut && !puzzles.is_empty() && last.is_some_and(is_rest);
        let is_filled = |cells: &[u8]| cells.iter().all(|cell| matches!(cell, b'1'..=b'9'));
        let begins = |cells: &Vec<u8>| {
            matches!(&cells[..9], b"123456789" | b"012345678") && !is_filled(cells)
        };
        let is_without = parser.dialect.header.is_none() && !parser.dialect.is_labelled;
        let first_row = split_lines(text).find(|line| look(line) == Look::Row);
        let is_sound = |cells: &Vec<u8>| Sounds::of([cells.clone()].into_iter()).sound == 1;
        let may_be_header = is_without
            && puzzles.first().is_some_and(|cells| {
                first_row.is_some_and(|row| is_sequence(row) && (is_apart(row) || !is_sound(cells)))
                    && begins(cells)
            });
        let faults = records.errors.len() - usize::from(has_rest);
        let is_doubtful = has_doubts(parser.dialect.nothing, &puzzles, &records, text);
        let mut rows = 0;
        parser.scan(text, true, |found, _, _| rows += found.good);
        Self { puzzles, faults, rows, has_rest, may_be_header, is_doubtful }
    }

    fn is_complete(&self) -> bool {
        self.faults == 0 && !self.puzzles.is_empty()
    }

    /// Returns whether the hypothesis explains all of the text, and whether it has more than two puzzles for each fault.
    fn share(&self) -> (bool, bool) {
        (self.is_complete(), self.puzzles.len() > 2 * self.faults)
    }

    /// Returns whether this hypothesis finds other puzzles than the best, and explains as much. If both explain little, the
    /// number of rows counts.
    fn is_rival_of(&self, best: &Self) -> bool {
        let has_as_many_rows = self.rows * 5 >= best.rows * 4;
        let has_more = self.share().1 || !self.puzzles.is_empty() || has_as_many_rows;
        let has_grids = !self.puzzles.is_empty() && self.puzzles.len() >= self.faults;
        let is_likely = has_grids || self.rows >= best.rows;
        let is_sounder = self.is_sound() && !best.is_sound() && self.share().1;
        (self.share() == best.share() && has_more || best.is_doubtful && is_likely || is_sounder)
            && !(self.is_same(best)
                && (!best.is_doubtful || self.puzzles.len() == best.puzzles.len()))
            && self.is_as_good_as(best)
    }

    /// Returns whether another hypothesis finds the same puzzles. If rows are left at the end, one of them may lack the
    /// last puzzle.
    fn is_same(&self, other: &Self) -> bool {
        self.puzzles.iter().zip(&other.puzzles).all(|(one, other)| one == other)
            && self.puzzles.len().abs_diff(other.puzzles.len())
                <= usize::from(self.has_rest || other.has_rest)
    }

    /// Returns whether another hypothesis has no advantage, such as sound grids, or no rows left at the end.
    fn is_as_good_as(&self, other: &Self) -> bool {
        (self.is_sound() || !other.is_sound())
            && (self.has_rest == other.has_rest || self.is_sound())
    }

    /// Returns whether some grids are sound and all behind these, two or more, are not: a row too many or too few shifts the
    /// rows of all grids below it.
    fn is_shifted(&self) -> bool {
        let grids = self.puzzles.iter().filter(|cells| cells.len() == 81);
        let sound: Vec<bool> =
            grids.map(|cells| Sounds::of([cells.clone()].into_iter()).sound == 1).collect();
        let behind = sound.iter().rev().take_while(|is_sound| !**is_sound).count();
        (2..sound.len()).contains(&behind)
    }

    fn is_sound(&self) -> bool {
        let sounds = Sounds::of(self.puzzles.iter().filter(|cells| cells.len() == 81).cloned());
        sounds.sound == sounds.all
    }
}

/// Returns whether lines of strokes, or of delimiters alone, may be wrongly taken for rows or for rulers. An empty row at
/// the edge of a grid may be a separator. Rulers that stand neither between all bands nor between all rows may be rows.
fn has_doubts(nothing: NothingUse, puzzles: &[Vec<u8>], records: &Records, text: &[u8]) -> bool {
    let has_odd_rulers = |record: &Record| {
        // The number of rows above each ruler.
        let (mut rows, mut rulers) = (0, Vec::new());
        for line in split_lines(&text[record.start as usize..record.end as usize]) {
            match look(line) {
                Look::Doubtful(_) => rulers.push(rows),
                Look::Row => rows += 1,
                _ => {}
            }
        }
        let are_usual = rulers.is_empty() || rulers == [3, 6] || rulers.iter().copied().eq(1..9);
        rows == 9 && !are_usual
    };
    let is_empty = |row: &[u8]| row.iter().all(|&cell| CELL_VALUE[usize::from(cell)] == 0);
    let has_empty_bound = |pair: &[Vec<u8>]| {
        let are_grids = pair.iter().all(|cells| cells.len() == 81);
        are_grids && (is_empty(&pair[0][72..]) || is_empty(&pair[1][..9]))
    };
    let mut grids = records.list.iter().filter(|it| matches!(it.kind, RecordKind::Puzzle { .. }));
    let may_separate = nothing == NothingUse::Rows && text_has_nothing(text);
    may_separate && puzzles.windows(2).any(has_empty_bound) || grids.any(has_odd_rulers)
}

/// Returns whether a text has lines of delimiters alone. A short head does not show whether these are rows.
pub(super) fn text_has_nothing(text: &[u8]) -> bool {
    split_lines(text).any(|line| Nothing::of(line).is_some())
}

/// The results of all hypotheses, from which one is chosen.
struct Chosen {
    all: Vec<Explained>,
}

impl Chosen {
    fn of(parsers: &[GridParser], text: &[u8], is_cut: bool) -> Self {
        let all = parsers.iter().map(|parser| Explained::of(parser, text, is_cut)).collect();
        Self { all }
    }

    /// Returns the only parser that explains all units that end in a cut head. The unit at the end of the head is left out,
    /// because a parser that divides it differently may seem to explain more.
    fn of_whole_units(parsers: &[GridParser], text: &[u8]) -> Option<usize> {
        let end = |parser: &GridParser| {
            RecordParser::cut(parser, text).filter(|&end| end > 0).unwrap_or(text.len())
        };
        let ends: Vec<usize> = parsers.iter().map(end).collect();
        let all = parsers.iter().zip(&ends);
        let all = all.map(|(parser, &end)| Explained::of(parser, &text[..end], true)).collect();
        let units = Self { all };
        let chosen = units.only(true, false).ok()?;
        // Less text than others explain is no evidence.
        let is_longest = ends.iter().all(|&end| end <= ends[chosen]);
        let explained = &units.all[chosen];
        (is_longest && explained.is_complete() && explained.is_sound()).then_some(chosen)
    }

    /// Returns the hypothesis that explains most.
    fn best(&self) -> usize {
        let rank = |it: &Explained| {
            let more = it.puzzles.len() as isize - it.faults as isize;
            (it.share(), it.is_sound(), more, it.rows, !it.has_rest)
        };
        let best = self.all.iter().map(rank).max();
        self.all.iter().position(|it| Some(rank(it)) == best).unwrap_or(0)
    }

    /// Returns the only hypothesis that explains all, or, if none does, the only one that explains most.
    fn only(&self, is_cut: bool, is_named: bool) -> Result<usize, FormatError> {
        let chosen = self.best();
        let best = &self.all[chosen];
        // A head without a puzzle is no evidence for the lines below it.
        let is_no_evidence = is_cut && best.puzzles.is_empty();
        if is_no_evidence || self.all.iter().any(|it| it.is_rival_of(best)) {
            return Err(FormatError::RowsUnclear);
        }
        if self.all[chosen].may_be_header && !is_named {
            return Err(FormatError::HeaderOrRow);
        }
        Ok(chosen)
    }
}

/// The place of a line that repeats a drawn grid, for example in an address or as a caption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeats {
    Above,
    Below,
}

impl Repeats {
    /// Returns the place of the first line of a text that repeats the drawn grid next to it.
    fn of(text: &[u8]) -> Option<Self> {
        // Most texts have no line that is long enough.
        if split_lines(text).all(|line| line.len() < NEAR_GRID) {
            return None;
        }
        let mut rows: Vec<[u8; 9]> = Vec::new();
        // The grid of each line, and the number of rows above it.
        let mut lines = Vec::new();
        for line in split_lines(text) {
            if let Some(Ok(cells)) = puzzle_on_line(line) {
                lines.push((cells, rows.len()));
            } else if look(line) == Look::Row {
                rows.extend(row_cells(line));
            }
        }
        lines.into_iter().find_map(|(cells, at)| {
            let is_drawn = |from: usize| {
                let drawn = rows.get(from..from + 9).map(<[[u8; 9]]>::as_flattened);
                drawn.is_some_and(|drawn| are_alike(drawn, &cells))
            };
            if at >= 9 && is_drawn(at - 9) {
                return Some(Self::Below);
            }
            is_drawn(at).then_some(Self::Above)
        })
    }
}

/// Returns whether cells are the same, whatever marks their empty ones.
fn are_alike(one: &[u8], other: &[u8]) -> bool {
    let value = |cell: &u8| CELL_VALUE[usize::from(*cell)];
    one.iter().map(value).eq(other.iter().map(value))
}

/// Returns the 81 cells of a line, in any way of `cells`. Nine times `123456789` is no grid, but all candidates of nine
/// cells.
fn grid_on_line(line: &[u8]) -> Option<[u8; 81]> {
    let cells = cells::<81>(line)?;
    cells.chunks(9).any(|row| row != b"123456789").then_some(cells)
}

/// Returns the puzzle on a line among drawn grids, or the fault of a damaged puzzle. `None` for a complete grid, which is
/// the solution of a drawn puzzle, and for other text.
fn puzzle_on_line(line: &[u8]) -> Option<Result<[u8; 81], RecordError>> {
    if line.len() < NEAR_GRID || line.contains(&b'\n') {
        return None;
    }
    let has_empty = |cells: &[u8; 81]| cells.iter().any(|&cell| CELL_VALUE[usize::from(cell)] == 0);
    if line.len() >= 81
        && let Some(cells) = grid_on_line(line)
    {
        return has_empty(&cells).then_some(Ok(cells));
    }
    if look(line) != Look::Text {
        return None;
    }
    let mut found = grids(line).map(|grid| grid.cells);
    let in_brackets = || {
        let open = line.iter().position(|byte| b"[({".contains(byte))?;
        Some(leading(&line[open..])?.0)
    };
    let apart = || Some(leading(line)?.0).or_else(in_brackets);
    let Some(cells) = found.next().or_else(apart) else {
        let fault = words(line).find_map(|(at, word)| Some(near_grid(word)?.after(at)))?;
        return Some(Err(fault.into()));
    };
    if found.next().is_some() {
        return Some(Err(RecordError::ManyGrids(grids(line).count())));
    }
    has_empty(&cells).then_some(Ok(cells))
}

/// Returns whether a text has grids: see [`GridParser::of_grids`].
pub(super) fn looks_like_grids(text: &[u8]) -> bool {
    GridParser::of_grids(text).is_some()
}

/// Returns whether a text may have rows. Most texts have a row early, or none at all.
fn may_have_rows(text: &[u8]) -> bool {
    let may_be_row = |line| {
        matches!(look(line), Look::Row | Look::Doubtful(_))
            || row_label(line).is_some()
            || blank_row(line).is_some_and(|row| row != [b'.'; 9])
    };
    split_lines(text).any(may_be_row)
}

/// Returns the head of a table of Markdown with a column for each cell of a row, and the text below its ruler; `None`
/// unless the text has exactly one such ruler.
fn markdown_head(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut lines = split_lines(text);
    let mut above = None;
    let head = loop {
        let line = lines.next()?;
        if is_markdown_ruler(line) {
            let end = line.as_ptr() as usize - text.as_ptr() as usize + line.len();
            break above.map(|head| (head, &text[end..]));
        }
        above = Some(line);
    };
    head.filter(|_| !lines.any(is_markdown_ruler))
}

/// Returns the text below the head of a table of Markdown and its ruler, or the whole text if there is none. With nothing
/// in its fields, the head would look like an empty row, with numbers like the first row, and a ruler of single strokes
/// like a row, too.
pub(super) fn below_markdown_head(text: &[u8]) -> &[u8] {
    markdown_head(text).map_or(text, |(_, below)| below)
}

/// Returns whether a line is the ruler below the head of a table of Markdown: `|---|:-:|---|`.
fn is_markdown_ruler(line: &[u8]) -> bool {
    let bars = memchr::memchr_iter(b'|', line).count();
    (8..=11).contains(&bars)
        && line.contains(&b'-')
        && line.iter().all(|byte| b"|-: \t\r".contains(byte))
}

/// Returns the puzzle of a text of several lines that has one puzzle and no fault.
pub(super) fn only_puzzle(text: &[u8]) -> Option<WholePuzzle> {
    let parser =
        GridParser::choose(GridParser::hypotheses(text, false), text, false, true, true).ok()?;
    let mut records = Records::default();
    records.read(&parser, text);
    let (&[at], []) = (records.puzzles.as_slice(), records.errors.as_slice()) else { return None };
    let puzzle = &records.text(text)[at..];
    Some(match records.form {
        PuzzleForm::Pencilmarks => {
            WholePuzzle::Candidates(Pencilmarks::parse(&puzzle[..PENCILMARKS]).ok()?)
        }
        _ => WholePuzzle::Cells(*puzzle.first_chunk()?),
    })
}
