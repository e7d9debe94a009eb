//! Hidden and naked singles: the techniques that solve cells.

use super::{
    ladder::{StepFinder, StepMemory},
    step::{Step, StepKind},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{ALL_DIGITS, CellSet, HOUSES, POPCOUNT};

/// The houses in the order in which Sudoku Explainer looks at them: boxes, columns, rows.
pub(super) const BOXES: u32 = 0x1FF << 18;
pub(super) const COLUMNS: u32 = 0x1FF << 9;
pub(super) const ROWS: u32 = 0x1FF;
pub(super) const KINDS_OF_HOUSES: [u32; 3] = [BOXES, COLUMNS, ROWS];

/// The cell of a house at a position.
#[inline(always)]
pub(super) fn cell_at(house: usize, position: usize) -> usize {
    usize::from(HOUSES[house][position])
}

/// How many of nine digits or positions a mask has.
#[inline(always)]
pub(super) fn size(mask: u16) -> u32 {
    u32::from(POPCOUNT[usize::from(mask & ALL_DIGITS)])
}

/// The cells of a house at positions.
pub(super) fn cells_at(house: usize, positions: u16) -> CellSet {
    bits(positions).map(|position| HOUSES[house][position]).collect()
}

/// A digit with one position left in a house: the last cell of a house first, then in boxes, in
/// lines.
pub(super) struct HiddenSingle;

impl StepFinder for HiddenSingle {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        let mut hidden = None;
        for houses in KINDS_OF_HOUSES {
            for house in bits(marks.hidden_houses & houses) {
                let Some(digit) = pending(marks, house) else { continue };
                if is_last_cell(marks, house) {
                    return Some(single(marks, house, digit, StepKind::FullHouse, 10));
                }
                hidden = hidden.or(Some((house, digit)));
            }
        }
        let (house, digit) = hidden?;
        let er = if house >= 18 { 12 } else { 15 };
        Some(single(marks, house, digit, StepKind::HiddenSingle, er))
    }
}

/// The first digit of a house that is down to one position.
#[inline]
fn pending(marks: &Marks, house: usize) -> Option<usize> {
    bits(marks.hidden[house]).find(|&digit| marks.positions[house][digit] != 0)
}

/// Whether a house with a hidden single has only this cell left.
#[inline]
fn is_last_cell(marks: &Marks, house: usize) -> bool {
    marks.positions[house].iter().filter(|&&positions| positions != 0).count() == 1
}

fn single(marks: &Marks, house: usize, digit: usize, kind: StepKind, er: u8) -> Step {
    let cell = cell_at(house, marks.positions[house][digit].trailing_zeros() as usize);
    Step::new(kind, er, cells_at(house, marks.positions[house][digit]), 1 << digit)
        .in_houses(1 << house, 0)
        .placing(cell, digit)
}

/// A cell with one candidate left.
pub(super) struct NakedSingle;

impl StepFinder for NakedSingle {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        let cell = marks.naked.into_iter().find(|&cell| marks.cells[cell.index()] != 0)?;
        let candidates = marks.cells[cell.index()];
        let cells = CellSet::from_iter([cell]);
        Some(
            Step::new(StepKind::NakedSingle, 23, cells, candidates)
                .placing(cell.index(), candidates.trailing_zeros() as usize),
        )
    }
}
