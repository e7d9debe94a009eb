//! The use of lines of delimiters with nothing between, `,,,,,,,,`, in an input of grids, by its head: rows of empty cells,
//! or the blank rows of a spreadsheet between bands or grids.

use super::{
    Sounds,
    look::{Look, Nothing, look, row_cells},
};
use crate::lines::split_lines;

/// The use of a line of delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NothingUse {
    /// It is a row of empty cells.
    Cells,
    /// It separates bands.
    Ruler,
    /// It ends a grid, wherever it stands.
    End,
    /// It ends a grid; but behind one to seven rows of it, it is one of empty cells.
    EndOrCells,
    /// Nobody knows: what has such a line in it is malformed.
    Unclear,
}

/// Returns the use of each kind of these lines in a text.
pub(super) fn uses_of_nothing(text: &[u8]) -> Vec<(Nothing, NothingUse)> {
    let mut all: Vec<_> = split_lines(text).filter_map(Nothing::of).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|nothing| (nothing, use_of(text, nothing))).collect()
}

/// Returns the use of lines of delimiters in a text. They are rows of empty cells unless they may separate grids or bands:
/// then every grid ends with one, or every band. That the grids are sound with them proves nothing, because those that the
/// rows of two make often are.
fn use_of(text: &[u8], nothing: Nothing) -> NothingUse {
    let rows: Vec<_> = split_lines(text)
        .filter(|line| matches!(look(line), Look::Row | Look::Nothing(_)))
        .collect();
    // For each row, whether it is a line of these delimiters.
    let is_line: Vec<_> = rows.iter().map(|row| Nothing::of(row) == Some(nothing)).collect();
    // The place behind each of these lines, and both ends of the text.
    let ends = (1..=rows.len()).filter(|&end| is_line[end - 1]);
    let bounds: Vec<_> = [0].into_iter().chain(ends).chain([rows.len()]).collect();
    let lines = bounds.len() - 2;
    let gaps: Vec<_> = bounds.windows(2).map(|bound| bound[1] - bound[0]).collect();
    // Nine rows, one too many at most, and the line at their end.
    let may_separate = gaps.iter().all(|&gap| gap <= 11);
    if rows.len() <= 9 || !may_separate {
        return NothingUse::Cells;
    }
    if is_every(10, &is_line) {
        return NothingUse::EndOrCells;
    }
    // The rows behind the last line have none at their end, so they show nothing.
    let ended = &gaps[..lines];
    let are_regular = ended.iter().all(|gap| (9..=11).contains(gap));
    if are_regular && ended.contains(&10) {
        return NothingUse::End;
    }
    if is_every(4, &is_line) && lines == rows.len() / 4 && are_sound_without(&rows, &is_line) {
        return NothingUse::Ruler;
    }
    // Ten rows and a line: the line may end a grid with a row too many, or be a row of the second grid, if all rows are
    // those of whole grids.
    let may_have_a_row_more = are_regular && rows.len() % 9 != 0;
    if may_have_a_row_more || (1..=lines).any(|line| may_end_grid(&bounds[..line], bounds[line])) {
        return NothingUse::Unclear;
    }
    NothingUse::Cells
}

/// Returns whether each row whose number is a multiple of `step` is a line of the delimiters in question, and there is one.
fn is_every(step: usize, is_line: &[bool]) -> bool {
    let mut steps = is_line.iter().skip(step - 1).step_by(step);
    is_line.len() >= step && steps.all(|&is_line| is_line)
}

/// Returns whether all grids that rows make without the lines of delimiters among them are sound.
fn are_sound_without(rows: &[&[u8]], is_line: &[bool]) -> bool {
    let others = rows.iter().zip(is_line).filter(|(_, is_line)| !**is_line);
    let cells: Vec<_> = others.map(|(row, _)| row_cells(row)).collect();
    let sounds = Sounds::of_rows(&cells);
    sounds.sound == cells.len() / 9
}

/// Returns whether a grid may end with the line before `end`: with it, there are eight to ten rows behind one of these
/// starts. Ten are nine rows and a line that ends them; nine are a grid whose last row the line is; of eight, one was
/// lost.
fn may_end_grid(starts: &[usize], end: usize) -> bool {
    starts.iter().any(|start| (8..=10).contains(&(end - start)))
}
