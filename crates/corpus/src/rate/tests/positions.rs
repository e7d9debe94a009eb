//! Tests each technique in a position in which no easier technique applies, with exactly its eliminations.

use super::super::{grade::TechniqueSolver, technique::Technique};
use crate::marks::Marks;
use batchdoku_engine::grid::{Cell, Grid};

/// The empty grid without some candidates.
struct PencilPosition(Marks);

impl PencilPosition {
    fn new() -> Self {
        Self(Marks::new(&Grid::EMPTY))
    }

    /// Leaves only `digits` in `cell`.
    fn only(mut self, cell: usize, digits: &[usize]) -> Self {
        self.0.strike(cell, !mask(digits));
        self.0.eliminate_struck();
        self
    }

    /// Removes `digit` from all of `cells` except those in `keep`.
    fn confine(mut self, digit: usize, cells: impl Iterator<Item = usize>, keep: &[usize]) -> Self {
        for cell in cells.filter(|cell| !keep.contains(cell)) {
            self.0.strike(cell, mask(&[digit]));
        }
        self.0.eliminate_struck();
        self
    }

    /// Asserts that the next round has `steps` steps of `technique` and eliminates exactly `gone`, a list of cells with
    /// digits.
    #[track_caller]
    fn expect(self, technique: Technique, steps: u16, gone: &[(usize, &[usize])]) {
        let mut after = self.0.cells;
        for &(cell, digits) in gone {
            assert_eq!(after[cell] & mask(digits), mask(digits), "cell {cell} of the expectation");
            after[cell] &= !mask(digits);
        }
        let mut solver = TechniqueSolver::new(self.0);
        assert_eq!(solver.round(), Some((technique, steps)));
        assert_eq!(solver.marks.cells, after);
    }
}

fn mask(digits: &[usize]) -> u16 {
    digits.iter().fold(0, |mask, digit| mask | 1 << (digit - 1))
}

fn row(row: usize) -> impl Iterator<Item = usize> {
    row * 9..row * 9 + 9
}

#[test]
fn nothing_applies_to_the_empty_grid() {
    assert_eq!(TechniqueSolver::new(PencilPosition::new().0).round(), None);
}

/// Returns the candidates that disappear if cell 0 becomes a 5: all of the cell, and the 5 of its peers.
fn cell_0_is_5() -> Vec<(usize, &'static [usize])> {
    let of_peers = Cell::ALL[0].peers().iter().map(|peer| (peer.index(), &[5][..]));
    [(0, &[1, 2, 3, 4, 5, 6, 7, 8, 9][..])].into_iter().chain(of_peers).collect()
}

#[test]
fn naked_single() {
    let mut gone = cell_0_is_5();
    gone[0].1 = &[5];
    PencilPosition::new().only(0, &[5]).expect(Technique::NakedSingle, 1, &gone);
}

#[test]
fn hidden_single() {
    let position = PencilPosition::new().confine(5, row(0), &[0]);
    let mut gone = cell_0_is_5();
    gone.retain(|(cell, _)| !(1..9).contains(cell));
    position.expect(Technique::HiddenSingle, 1, &gone);
}

#[test]
fn pointing_and_claiming() {
    let first_box = [0, 1, 2, 9, 10, 11, 18, 19, 20];
    let sixth_box = [33, 34, 35, 42, 43, 44, 51, 52, 53];
    let (row, column) = ([36, 37, 38, 39, 40, 41, 42, 43, 44], [4, 13, 22, 31, 40, 49, 58, 67, 76]);
    for (digit, house, keep, gone) in [
        ([4], first_box, &[9, 11][..], [12, 13, 14, 15, 16, 17]),
        ([9], sixth_box, &[35, 44, 53], [8, 17, 26, 62, 71, 80]),
        ([1], row, &[36, 38], [27, 28, 29, 45, 46, 47]),
        ([1], column, &[58, 67, 76], [57, 59, 66, 68, 75, 77]),
    ] {
        let position = PencilPosition::new().confine(digit[0], house.into_iter(), keep);
        position.expect(Technique::LockedCandidates, 1, &gone.map(|cell| (cell, &digit[..])));
    }
}

#[test]
fn naked_pair() {
    let gone = [1, 2, 3, 4, 5, 6, 7].map(|cell| (cell, &[1, 2][..]));
    let position = PencilPosition::new().only(0, &[1, 2]).only(8, &[1, 2]);
    position.expect(Technique::NakedPair, 1, &gone);
}

#[test]
fn hidden_pair() {
    let gone = [0, 8].map(|cell| (cell, &[3, 4, 5, 6, 7, 8, 9][..]));
    let position = PencilPosition::new().confine(1, row(0), &[0, 8]).confine(2, row(0), &[0, 8]);
    position.expect(Technique::HiddenPair, 1, &gone);
}

#[test]
fn naked_triple() {
    let gone = [1, 2, 3, 5, 6, 7].map(|cell| (cell, &[1, 2, 3][..]));
    let position = PencilPosition::new().only(0, &[1, 2]).only(4, &[2, 3]).only(8, &[1, 3]);
    position.expect(Technique::NakedTriple, 1, &gone);
}

#[test]
fn hidden_triple() {
    let gone = [0, 4, 8].map(|cell| (cell, &[4, 5, 6, 7, 8, 9][..]));
    let position = PencilPosition::new()
        .confine(1, row(0), &[0, 4])
        .confine(2, row(0), &[4, 8])
        .confine(3, row(0), &[0, 4, 8]);
    position.expect(Technique::HiddenTriple, 1, &gone);
}

#[test]
fn x_wing() {
    let position = PencilPosition::new().confine(7, row(0), &[0, 4]).confine(7, row(4), &[36, 40]);
    let lines = [1, 2, 3, 5, 6, 7, 8];
    let gone = [lines.map(|line| (line * 9, &[7][..])), lines.map(|line| (line * 9 + 4, &[7][..]))];
    position.expect(Technique::XWing, 1, gone.as_flattened());
}

#[test]
fn swordfish() {
    let columns = |column: usize| (column..81).step_by(9);
    // In columns 0, 4 and 8, digit 7 has two positions each, all in rows 0, 4 and 8.
    let position = PencilPosition::new()
        .confine(7, columns(0), &[0, 36])
        .confine(7, columns(4), &[40, 76])
        .confine(7, columns(8), &[8, 80]);
    let gone = [0, 4, 8].map(|row| [1, 2, 3, 5, 6, 7].map(|column| (row * 9 + column, &[7][..])));
    position.expect(Technique::Swordfish, 1, gone.as_flattened());
}

#[test]
fn jellyfish() {
    let position = PencilPosition::new()
        .confine(7, row(0), &[0, 4])
        .confine(7, row(3), &[31, 28])
        .confine(7, row(4), &[37, 44])
        .confine(7, row(8), &[80, 72]);
    let gone = [0, 1, 4, 8].map(|column| [1, 2, 5, 6, 7].map(|row| (row * 9 + column, &[7][..])));
    position.expect(Technique::Jellyfish, 1, gone.as_flattened());
}

#[test]
fn xy_wing() {
    let position = PencilPosition::new().only(0, &[1, 2]).only(8, &[1, 3]).only(72, &[2, 3]);
    position.expect(Technique::XyWing, 1, &[(80, &[3])]);
}

#[test]
fn xyz_wing() {
    let position = PencilPosition::new().only(0, &[1, 2, 3]).only(8, &[1, 3]).only(10, &[2, 3]);
    position.expect(Technique::XyzWing, 1, &[(1, &[3]), (2, &[3])]);
}

#[test]
fn naked_quad() {
    let position =
        PencilPosition::new().only(0, &[1, 2]).only(3, &[2, 3]).only(1, &[3, 4]).only(8, &[1, 4]);
    let gone = [2, 4, 5, 6, 7].map(|cell| (cell, &[1, 2, 3, 4][..]));
    position.expect(Technique::NakedQuad, 1, &gone);
}

#[test]
fn hidden_quad() {
    let position = PencilPosition::new()
        .confine(1, row(0), &[0, 4])
        .confine(2, row(0), &[4, 1])
        .confine(3, row(0), &[1, 8])
        .confine(4, row(0), &[8, 0]);
    let gone = [0, 1, 4, 8].map(|cell| (cell, &[5, 6, 7, 8, 9][..]));
    position.expect(Technique::HiddenQuad, 1, &gone);
}

/// A pair that shares a row and a box counts as a step in each.
#[test]
fn a_pair_in_two_houses_is_two_steps() {
    let gone = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20].map(|cell| (cell, &[1, 2][..]));
    let position = PencilPosition::new().only(0, &[1, 2]).only(1, &[1, 2]);
    position.expect(Technique::NakedPair, 2, &gone);
}
