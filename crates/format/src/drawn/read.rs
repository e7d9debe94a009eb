//! Reads the cells of the grids that a scan has found.

use std::ops::Range;

use super::{
    GridParser, LineKind, Repeats, are_alike,
    look::{
        blank_row, cut_row, givens, givens_of, is_nothing, is_plain_row, is_rule, label,
        may_be_unread_row, row_ways,
    },
    puzzle_on_line,
};
use crate::{
    RecordError, RecordParser, Records, RowError,
    cells::{Form, Ways, candidates, count},
    lines::line_ranges,
    tokens::plain,
    unread::{FEWEST_LINES, FEWEST_LOOSE, unread_parts},
};
use batchdoku_engine::grid::{CELL_VALUE, GridError, PuzzleForm};

use super::scan::{FoundKind, FoundLines};

impl RecordParser for GridParser {
    fn note(&self) -> Option<&'static str> {
        let is_reduced = self.dialect.pencilmarks && !self.keeps_candidates;
        is_reduced.then_some("cells with several candidates are read as empty cells")
    }

    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let dialect = &self.dialect;
        // If grids are separated, a blank line ends a unit, and the lines behind it are read as from the start:
        // no scan is needed.
        if dialect.is_separated
            && dialect.repeats.is_none()
            && dialect.ends.blanks == 1
            && !dialect.blanks_are_cells
            && memchr::memchr(b'[', bytes).is_none()
            && let Some(blank) = memchr::memmem::rfind(bytes, b"\n\n")
            && self.ends_grid(&bytes[..blank])
        {
            return Some(blank + 2);
        }
        let mut cut = None;
        self.scan(bytes, false, |_, _, next| cut = next.or(cut));
        cut
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        if self.keeps_candidates {
            records.form = PuzzleForm::Pencilmarks;
        }
        let mut passed = Passed::default();
        // The place of the cells of the last drawn grid.
        let mut last = 0..0;
        let lines = self.scan(chunk, true, |found, cells, _| {
            let FoundLines { start, end, line, rows, .. } = found;
            if rows == 0 {
                return passed.add(found, chunk, records);
            }
            passed.is_section = false;
            passed.end(chunk, records);
            let at = scratch.len();
            records.lines = line;
            if found.is_plain() && !self.keeps_candidates {
                records.puzzle(start, end, at);
                let mut cells = [[b'.'; 9]; 9];
                for (cells, row) in cells.iter_mut().zip(chunk[start..end].chunks(10)) {
                    cells.copy_from_slice(&row[..9]);
                }
                scratch.extend_from_slice(cells.as_flattened());
            } else if let (Some(cells), false) = (cells, self.keeps_candidates) {
                records.puzzle(start, end, at);
                scratch.extend_from_slice(cells.as_flattened());
            } else if found.kind == FoundKind::Skipped {
                records.malformed(start, end, RecordError::UnreadGrid);
            } else if found.kind == FoundKind::Value {
                records.malformed(start, end, GridError::TooShort(0));
            } else if found.kind == FoundKind::CutRow {
                let count = cut_row(&chunk[start..end], self.dialect.has_numbers);
                records.malformed(start, end, GridError::TooShort(count.unwrap_or_default()));
            } else if found.is_broken && rows == 9 && found.good == 9 {
                records.malformed(start, end, RecordError::Bands);
            } else {
                match self.read_grid(&chunk[start..end], &mut scratch) {
                    Ok(())
                        if found.kind == FoundKind::Line
                            && self.is_repeated(&scratch, at, &last, &chunk[end..]) =>
                    {
                        scratch.truncate(at);
                        return records.pass(start, end);
                    }
                    Ok(()) => records.puzzle(start, end, at),
                    Err(error) => {
                        scratch.truncate(at);
                        records.malformed(start, end, error);
                    }
                }
            }
            if found.kind != FoundKind::Line {
                last = at..scratch.len();
            }
        });
        passed.end(chunk, records);
        records.lines = lines;
        records.scratch = Some(scratch);
    }
}

/// The lines outside of all grids that may be grids in a form that is not read, with the lines without content
/// between them.
#[derive(Default)]
struct Passed {
    /// The start and the end of each line, and its number, counted from 0.
    lines: Vec<(usize, usize, u32)>,
    /// True if the lines are a section `[Puzzle]`, which must have a puzzle.
    is_section: bool,
}

impl Passed {
    /// Adds a finding of a scan, or passes its lines if they cannot be such rows.
    #[inline]
    fn add(&mut self, found: FoundLines, chunk: &[u8], records: &mut Records) {
        // Most are blank, or short titles.
        if self.lines.is_empty() && found.kind == FoundKind::Text {
            records.lines = found.line;
            return records.pass(found.start, found.end);
        }
        self.add_lines(found, chunk, records);
    }

    #[cold]
    fn add_lines(&mut self, found: FoundLines, chunk: &[u8], records: &mut Records) {
        let FoundLines { start, end, line, .. } = found;
        if found.kind == FoundKind::Section {
            self.end(chunk, records);
            self.is_section = true;
        }
        // A blank line has no range, but is a line, too.
        let blank = (start == end).then_some(0..0);
        for (range, line) in line_ranges(&chunk[start..end]).chain(blank).zip(line..) {
            let (start, end) = (start + range.start, start + range.end);
            let text = &chunk[start..end];
            let belongs = || may_be_unread_row(text) || !self.lines.is_empty() && is_nothing(text);
            if self.is_section || belongs() {
                self.lines.push((start, end, line));
                continue;
            }
            self.end(chunk, records);
            records.lines = line;
            records.pass(start, end);
        }
    }

    /// Passes the lines as text, except those that may be grids, which are malformed.
    #[inline]
    fn end(&mut self, chunk: &[u8], records: &mut Records) {
        // Most grids have none between them.
        if !self.lines.is_empty() {
            self.end_lines(chunk, records);
        }
    }

    #[cold]
    fn end_lines(&mut self, chunk: &[u8], records: &mut Records) {
        let mut lines = std::mem::take(&mut self.lines);
        let pass = |lines: &[(usize, usize, u32)], records: &mut Records| {
            for &(start, end, line) in lines {
                records.lines = line;
                records.pass(start, end);
            }
        };
        let text = |&(start, end, _): &(usize, usize, u32)| &chunk[start..end];
        let mut next = 0;
        if std::mem::take(&mut self.is_section) {
            if lines[1..].iter().any(|line| !is_nothing(text(line))) {
                let ((start, _, line), (_, end, _)) = (lines[0], lines[lines.len() - 1]);
                records.lines = line;
                records.malformed(start, end, GridError::TooShort(0));
                next = lines.len();
            }
        } else if lines.len() >= FEWEST_LINES
            || lines.iter().map(|line| text(line).len()).sum::<usize>() >= FEWEST_LOOSE
        {
            let used = lines.iter().map(text).enumerate().filter(|(_, text)| !is_nothing(text));
            let (places, texts): (Vec<usize>, Vec<&[u8]>) = used.unzip();
            for found in unread_parts(&texts) {
                let (first, last) = (places[found.start], places[found.end - 1]);
                pass(&lines[next..first], records);
                let ((start, _, line), (_, end, _)) = (lines[first], lines[last]);
                records.lines = line;
                records.malformed(start, end, RecordError::UnreadGrid);
                next = last + 1;
            }
        }
        pass(&lines[next..], records);
        lines.clear();
        self.lines = lines;
    }
}

impl GridParser {
    /// Returns whether the grid of a line, whose cells start at `at`, repeats the drawn grid above it, whose cells are at
    /// `last`, or the grid below it.
    fn is_repeated(&self, scratch: &[u8], at: usize, last: &Range<usize>, below: &[u8]) -> bool {
        /// The longest text in which the grid below is looked for.
        const LONGEST: usize = 4096;
        let is_alike = |cells: &[u8]| are_alike(cells, &scratch[at..]);
        match self.dialect.repeats {
            Some(Repeats::Below) => is_alike(&scratch[last.clone()]),
            Some(Repeats::Above) => {
                let below = &below[..below.len().min(LONGEST)];
                let mut next = None;
                self.scan(below, true, |found, _, _| {
                    if found.rows > 0 {
                        next.get_or_insert(found.start..found.end);
                    }
                });
                let mut cells = Vec::new();
                let read = next.map(|range| self.read_grid(&below[range], &mut cells));
                matches!(read, Some(Ok(()))) && is_alike(&cells)
            }
            None => false,
        }
    }

    /// Returns whether the last line of a text may be the last of a grid.
    fn ends_grid(&self, text: &[u8]) -> bool {
        let line = &text[memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)..];
        is_plain_row(line) || is_rule(line) || self.is_good_row(line)
    }

    /// Returns whether a line is a row in this dialect, without regard to other rows.
    pub(super) fn is_row(&self, line: &[u8]) -> bool {
        if self.dialect.blanks_are_cells {
            return blank_row(line).is_some();
        }
        let found = row_ways(line, self.dialect.is_labelled);
        let is_row = |form: Form| form != Form::Marks || self.dialect.pencilmarks;
        found.iter().any(|it| is_row(it.way.form)) || givens(plain(line).trim_ascii()).is_some()
    }

    /// Returns whether a line is certainly a row. Three words such as `8.9` may be numbers instead.
    pub(super) fn is_good_row(&self, line: &[u8]) -> bool {
        let found = row_ways(line, self.dialect.is_labelled);
        self.is_row(line) && found.iter().all(|it| it.way.form != Form::Numbers)
    }

    /// Adds the 81 cells of the grid in `text`, or their candidates, to `grid`.
    fn read_grid(&self, text: &[u8], grid: &mut Vec<u8>) -> Result<(), RecordError> {
        if let Some(cells) = puzzle_on_line(text) {
            cells?.iter().for_each(|&cell| self.push_cell(&[cell], grid));
            return Ok(());
        }
        let mut rows: Vec<&[u8]> = Vec::new();
        for line in line_ranges(text) {
            let is_behind_grid = !rows.is_empty() && rows.len().is_multiple_of(9);
            // The first line is a row, even if it looks like the header.
            let is_first = rows.is_empty();
            if is_first || self.kind(text, 0, line.clone(), is_behind_grid) == LineKind::Row {
                rows.push(&text[line]);
            }
        }
        for (index, row) in rows.iter().enumerate() {
            if !self.is_row(row) {
                return Err(RecordError::Row { row: index + 1, error: self.fault(row) });
            }
        }
        match rows.len() {
            ..9 => return Err(GridError::TooShort(9 * rows.len()).into()),
            9 => {}
            rows => return Err(RecordError::Rows(rows)),
        }
        if self.dialect.blanks_are_cells {
            let cells = rows.iter().filter_map(|row| blank_row(row)).flatten();
            cells.for_each(|cell| self.push_cell(&[cell], grid));
            return Ok(());
        }
        if rows.iter().any(|row| givens(plain(row).trim_ascii()).is_some()) {
            return self.read_givens(&rows, grid);
        }
        self.check_labels(&rows)?;
        let ways = self.ways_of(&rows)?;
        for (row, ways) in rows.iter().zip(&ways) {
            let written = ways.first().expect("a way that all rows have");
            match candidates(row).filter(|_| written.way.form == Form::Marks) {
                Some(groups) => groups.iter().for_each(|group| self.push_cell(group, grid)),
                None => written.cells.iter().for_each(|&cell| self.push_cell(&[cell], grid)),
            }
        }
        Ok(())
    }

    /// Returns for each row the ways that all rows have in common.
    fn ways_of(&self, rows: &[&[u8]]) -> Result<Vec<Ways<9>>, RecordError> {
        let all: Vec<_> = rows.iter().map(|row| row_ways(row, self.dialect.is_labelled)).collect();
        // Three words such as `8.9` are a row if another row has its cells in threes; otherwise they are
        // numbers.
        let have_groups = all.iter().any(|ways| ways.iter().any(|it| it.way.form == Form::Groups));
        let as_groups = |ways: &Ways<9>| {
            ways.iter()
                .map(|it| {
                    let mut it = *it;
                    if it.way.form == Form::Numbers {
                        it.way.form = Form::Groups;
                    }
                    it
                })
                .collect()
        };
        let all: Vec<Ways<9>> = if have_groups { all.iter().map(as_groups).collect() } else { all };
        let is_used = |form| match form {
            Form::Marks => self.dialect.pencilmarks,
            Form::Numbers => false,
            _ => true,
        };
        let mut common: Ways<9> =
            all[0].iter().filter(|it| is_used(it.way.form)).copied().collect();
        for (index, ways) in all.iter().enumerate() {
            common = common.iter().filter(|it| ways.get(it.way).is_some()).copied().collect();
            if common.first().is_none() {
                return Err(RecordError::Row { row: index + 1, error: self.fault(rows[index]) });
            }
        }
        let of_common = |ways: &Ways<9>| {
            ways.iter().filter(|it| common.get(it.way).is_some()).copied().collect()
        };
        Ok(all.iter().map(of_common).collect())
    }

    /// Makes sure that the labels of rows are numbers or letters in order.
    fn check_labels(&self, rows: &[&[u8]]) -> Result<(), RecordError> {
        if !self.dialect.is_labelled {
            return Ok(());
        }
        let labels: Vec<u8> = rows.iter().filter_map(|row| Some(label(&plain(row))?.0)).collect();
        let first = labels.first().copied().unwrap_or_default();
        for (index, &label) in labels.iter().enumerate() {
            let is_next = label == first + index as u8;
            if !is_next || !b"01Aa".contains(&first) {
                return Err(RecordError::Row { row: index + 1, error: RowError::Label(label) });
            }
        }
        Ok(())
    }

    /// Reads the clues of a drawing, which stand in brackets.
    fn read_givens(&self, rows: &[&[u8]], grid: &mut Vec<u8>) -> Result<(), RecordError> {
        for (index, row) in rows.iter().enumerate() {
            let cells = givens_of(row)
                .ok_or(RecordError::Row { row: index + 1, error: RowError::Written })?;
            cells.iter().for_each(|&cell| self.push_cell(&[cell], grid));
        }
        Ok(())
    }

    /// Returns the fault of a row.
    fn fault(&self, row: &[u8]) -> RowError {
        let text = plain(row);
        let behind = label(&text).filter(|_| self.dialect.is_labelled);
        match count(behind.map_or(&text[..], |(_, rest)| rest)) {
            Err((byte, _)) => RowError::BadCharacter(byte),
            Ok(9) => RowError::Written,
            Ok(count) => RowError::Length(count),
        }
    }

    /// Adds a cell, given as its digit, its candidates, or the sign of an empty cell.
    fn push_cell(&self, group: &[u8], grid: &mut Vec<u8>) {
        if self.keeps_candidates {
            let is_empty = matches!(group, &[byte] if CELL_VALUE[usize::from(byte)] == 0);
            for digit in b'1'..=b'9' {
                let is_candidate = is_empty || group.contains(&digit);
                grid.push(if is_candidate { digit } else { b'.' });
            }
        } else {
            grid.push(if let &[byte] = group { byte } else { b'.' });
        }
    }
}
