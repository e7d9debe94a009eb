//! Sue de coq (two-sector disjoint subsets): the intersection of a line and a box, with cells of the line and cells of
//! the box that share out the candidates of the intersection.
//!
//! ```text
//!   box        line          digits of A and of B have none in common; the cells of A, B and C are as
//!   B B .      .  .  .       many as their candidates: each of these is in one of them
//!   C C .      A  .  .       so A's digits go from the rest of the line, B's from the rest of the box,
//!   . . .      .  .  .       and those of C alone from both
//! ```
//!
//! (Named after the player who described it as "two-sector disjoint subsets", Sudoku Players' Forum, 2005.)

use super::{
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, HOUSE_CELLS, HOUSES};

/// Up to six unsolved cells of a house outside of the intersection, with the candidates of each subset of them.
struct Sector {
    cells: [usize; 6],
    /// The candidates of each subset, indexed by the mask of its cells.
    digits: [u16; 64],
    count: usize,
}

impl Sector {
    fn new(marks: &Marks, house: usize, shared: CellSet) -> Self {
        let mut rest = Self { cells: [0; 6], digits: [0; 64], count: 0 };
        for cell in HOUSES[house].into_iter().filter(|&cell| !shared.contains(cell)) {
            let candidates = marks.cells[cell.index()];
            if candidates != 0 {
                rest.cells[rest.count] = cell.index();
                for subset in 0..1 << rest.count {
                    rest.digits[1 << rest.count | subset] = rest.digits[subset] | candidates;
                }
                rest.count += 1;
            }
        }
        rest
    }

    /// Lists the subsets that are not empty.
    fn subsets(&self) -> impl Iterator<Item = (usize, u16)> {
        (1..1usize << self.count).map(|subset| (subset, self.digits[subset]))
    }

    fn set(&self, subset: usize) -> CellSet {
        bits(subset as u32).map(|index| Cell::ALL[self.cells[index]]).collect()
    }

    fn without(&self, subset: usize) -> impl Iterator<Item = usize> {
        (0..self.count).filter(move |index| subset >> index & 1 == 0).map(|index| self.cells[index])
    }
}

pub(super) fn sue_de_coq(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    for in_box in 18..27 {
        for line in 0..18 {
            let all = HOUSE_CELLS[line] & HOUSE_CELLS[in_box];
            if all.is_empty() {
                continue;
            }
            let in_line = Sector::new(marks, line, all);
            let of_box = Sector::new(marks, in_box, all);
            let sectors = [&in_line, &of_box];
            let step = subsets_of(all, marks)
                .find_map(|shared| close(marks, (line, in_box), all, shared, sectors, wanted));
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// Lists the sets of two or three unsolved cells of an intersection of a line and a box, sets of two first.
fn subsets_of(all: CellSet, marks: &Marks) -> impl Iterator<Item = CellSet> {
    let unsolved: CellSet = all.into_iter().filter(|cell| marks.cells[cell.index()] != 0).collect();
    let pairs =
        unsolved.into_iter().map(move |left_out| unsolved & !CellSet::from_iter([left_out]));
    let subsets = pairs.chain([unsolved]);
    subsets.filter(|cells| cells.len() >= 2)
}

/// Returns the first step with the cells `shared` of an intersection.
fn close(
    marks: &Marks,
    (line, in_box): (usize, usize),
    all: CellSet,
    shared: CellSet,
    [in_line, of_box]: [&Sector; 2],
    wanted: &mut Wanted,
) -> Option<Step> {
    let own = marks.union(shared.into_iter().map(Cell::index));
    if (own.count_ones() as usize) < shared.len() + 2 {
        return None;
    }
    for (a, a_digits) in in_line.subsets() {
        for (b, b_digits) in of_box.subsets() {
            let digits = own | a_digits | b_digits;
            let cells = shared.len() as u32 + a.count_ones() + b.count_ones();
            if a_digits & b_digits != 0 || digits.count_ones() != cells {
                continue;
            }
            // The other cells of the intersection see all cells of the pattern.
            let others = (all & !shared).into_iter().map(Cell::index);
            let cells = shared | in_line.set(a) | of_box.set(b);
            let step = Step::new(StepKind::SueDeCoq, cells, digits)
                .in_houses(1 << line | 1 << in_box, 0)
                .with_eliminations_in(marks, in_line.without(a), digits & !b_digits)
                .with_eliminations_in(marks, of_box.without(b), digits & !a_digits)
                .with_eliminations_in(marks, others, digits);
            let done = step.into_productive().and_then(|step| wanted.take(step));
            if done.is_some() {
                return done;
            }
        }
    }
    None
}
