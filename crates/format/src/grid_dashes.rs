//! The use of lines of dashes in an input of grids, by its head: rows of empty cells, rulers between bands, or ends of
//! grids.
//!
//! Nine strokes, as in `---------`, may be any of these, and so may the blank row of a spreadsheet, `,,,,,,,,`. The grids
//! decide: with the lines in the right use, rows make grids that hold no digit twice in a house.

use std::cmp::Ordering;

use super::{
    grid_line::{Dashes, LineKind, kind, row_cells},
    lines::split_lines,
};
use batchdoku_engine::grid::Grid;

/// The use of a line of dashes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DashUse {
    /// It is a row of empty cells.
    Cells,
    /// It separates bands or grids.
    Ruler,
    /// It ends a grid, wherever it stands.
    End,
    /// It ends a grid; but behind one to seven rows of it, it is one of empty cells.
    EndOrCells,
    /// Nobody knows: what has such a line in it is malformed.
    Unclear,
}

/// Returns the use of each kind of lines of dashes in a text.
pub(super) fn uses_of_dashes(text: &[u8]) -> Vec<(Dashes, DashUse)> {
    let mut all: Vec<_> = split_lines(text).filter_map(Dashes::of).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|dashes| (dashes, use_of(text, dashes))).collect()
}

/// Returns whether the first line of a text is a row of a grid that lost a cell or gained one, rather than a count of
/// the grids below: with it, more grids are sound than without.
pub(super) fn is_first_row(text: &[u8]) -> bool {
    let rows: Vec<_> = split_lines(text).filter(|line| may_be_row(line)).map(row_cells).collect();
    !rows.is_empty() && sound_grids(&rows) > sound_grids(&rows[1..])
}

/// Returns whether a line is a row, or dashes that may be one.
pub(super) fn may_be_row(line: &[u8]) -> bool {
    matches!(kind(line), LineKind::Row | LineKind::Dashes)
}

/// Returns the lines of a text that are rows, whatever dashes are.
pub(super) fn rows_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    split_lines(text).filter(|line| kind(line) == LineKind::Row)
}

/// Returns the number of grids without a digit twice in a house among those that rows make, nine after nine. Rows that
/// belong to different grids hardly ever make one.
fn sound_grids(rows: &[Option<[u8; 9]>]) -> usize {
    rows.chunks_exact(9).filter(|rows| is_sound(rows)).count()
}

/// Returns whether nine rows, of which damaged ones count as empty, hold no digit twice in a house.
fn is_sound(rows: &[Option<[u8; 9]>]) -> bool {
    let cells: Vec<_> = rows.iter().map(|row| row.unwrap_or([b'.'; 9])).collect();
    Grid::parse(cells.as_flattened()).is_ok_and(|grid| grid.conflict().is_none())
}

fn use_of(text: &[u8], dashes: Dashes) -> DashUse {
    if dashes.are_delimiters() {
        use_of_delimiters(text, dashes)
    } else if are_cells(text, dashes) {
        DashUse::Cells
    } else {
        DashUse::Ruler
    }
}

/// Returns the use of lines of delimiters, with nothing between, in a text. They are rows of empty cells unless they may
/// separate grids or bands, as the blank rows of a spreadsheet do: then every grid ends with one, or every band. That the
/// grids are sound with them proves nothing, because those that the rows of two make often are.
fn use_of_delimiters(text: &[u8], dashes: Dashes) -> DashUse {
    let rows: Vec<_> = split_lines(text).filter(|line| is_row_or_delimiters(line)).collect();
    // For each row, whether it is a line of these delimiters.
    let is_line: Vec<_> = rows.iter().map(|row| is_line_of(dashes, row)).collect();
    // The place behind each of these lines, and both ends of the text.
    let ends = (1..=rows.len()).filter(|&end| is_line[end - 1]);
    let bounds: Vec<_> = [0].into_iter().chain(ends).chain([rows.len()]).collect();
    let lines = bounds.len() - 2;
    let gaps: Vec<_> = bounds.windows(2).map(|bound| bound[1] - bound[0]).collect();
    // Nine rows, one too many at most, and the line at their end.
    let may_separate = gaps.iter().all(|&gap| gap <= 11);
    if rows.len() <= 9 || !may_separate {
        return DashUse::Cells;
    }
    if is_every(10, &is_line) {
        return DashUse::EndOrCells;
    }
    // The rows behind the last line have none at their end, so they show nothing.
    let ended = &gaps[..lines];
    let are_regular = ended.iter().all(|gap| (9..=11).contains(gap));
    if are_regular && ended.contains(&10) {
        return DashUse::End;
    }
    if is_every(4, &is_line) && lines == rows.len() / 4 && are_sound_without(&rows, &is_line) {
        return DashUse::Ruler;
    }
    // Ten rows and a line: the line may end a grid with a row too many, or be a row of the second grid, if all rows are
    // those of whole grids.
    let may_have_a_row_more = are_regular && rows.len() % 9 != 0;
    if may_have_a_row_more || (1..=lines).any(|line| may_end_grid(&bounds[..line], bounds[line])) {
        return DashUse::Unclear;
    }
    DashUse::Cells
}

/// Returns whether a line is a row, or delimiters with nothing between.
fn is_row_or_delimiters(line: &[u8]) -> bool {
    kind(line) == LineKind::Row || Dashes::of(line).is_some_and(Dashes::are_delimiters)
}

/// Returns whether each row whose number is a multiple of `step` is a line of the dashes in question, and there is one.
fn is_every(step: usize, is_line: &[bool]) -> bool {
    let mut steps = is_line.iter().skip(step - 1).step_by(step);
    is_line.len() >= step && steps.all(|&is_line| is_line)
}

/// Returns whether all grids that rows make without the lines of dashes among them are sound.
fn are_sound_without(rows: &[&[u8]], is_line: &[bool]) -> bool {
    let others = rows.iter().zip(is_line).filter(|(_, is_line)| !**is_line);
    let cells: Vec<_> = others.map(|(row, _)| row_cells(row)).collect();
    sound_grids(&cells) == cells.len() / 9
}

/// Returns whether a grid may end with the line before `end`: with it, there are eight to ten rows behind one of these
/// starts. Ten are nine rows and a line that ends them; nine are a grid whose last row the line is; of eight, one was
/// lost.
fn may_end_grid(starts: &[usize], end: usize) -> bool {
    starts.iter().any(|start| (8..=10).contains(&(end - start)))
}

/// Returns whether lines of dashes in a text are rows of empty cells. They are if other rows have the stroke as an
/// empty cell, unless more grids are sound without them, as where rulers stand between bands; or if there are too few
/// rows, and no other sign of an empty cell.
fn are_cells(text: &[u8], dashes: Dashes) -> bool {
    let with = rows_with(text, |line| is_line_of(dashes, line) || is_other_row(text, line, dashes));
    let without = rows_with(text, |line| is_other_row(text, line, dashes));
    if without.is_empty() {
        return with.len() == 9;
    }
    if !are_used(text, dashes) {
        let completes_grids = !without.len().is_multiple_of(9) && with.len().is_multiple_of(9);
        return dashes.are_nine() && completes_grids && !has_empty_cell(text);
    }
    // Rulers stand between bands.
    if is_within_band(text, dashes) {
        return true;
    }
    match sound_grids(&with).cmp(&sound_grids(&without)) {
        Ordering::Greater => true,
        Ordering::Equal => !without.len().is_multiple_of(9),
        Ordering::Less => false,
    }
}

fn is_line_of(dashes: Dashes, line: &[u8]) -> bool {
    Dashes::of(line) == Some(dashes)
}

/// Returns the cells of the lines of a text that count as rows; `None` for damaged ones.
fn rows_with(text: &[u8], is_row: impl Fn(&[u8]) -> bool) -> Vec<Option<[u8; 9]>> {
    split_lines(text).filter(|line| is_row(line)).map(row_cells).collect()
}

/// Returns whether a line of a text is a row and no line of the dashes in question. A line of other dashes is one if it
/// has nine of them, and rows of the text have such a dash as an empty cell.
fn is_other_row(text: &[u8], line: &[u8], dashes: Dashes) -> bool {
    match Dashes::of(line) {
        Some(other) => other != dashes && other.are_nine() && are_used(text, other),
        None => kind(line) == LineKind::Row,
    }
}

/// Returns whether rows of a text have the stroke of a line of dashes as an empty cell.
fn are_used(text: &[u8], dashes: Dashes) -> bool {
    rows_of(text).any(|row| dashes.are_in(row))
}

/// Returns whether rows of a text have an empty cell.
fn has_empty_cell(text: &[u8]) -> bool {
    rows_of(text).filter_map(row_cells).flatten().any(|cell| !matches!(cell, b'1'..=b'9'))
}

/// Returns whether a line of these dashes stands in a text where no band ends: the number of rows above it is no
/// multiple of three.
fn is_within_band(text: &[u8], dashes: Dashes) -> bool {
    let mut above = 0;
    for line in split_lines(text) {
        if is_line_of(dashes, line) {
            if above % 3 != 0 {
                return true;
            }
        } else if is_other_row(text, line, dashes) {
            above += 1;
        }
    }
    false
}
