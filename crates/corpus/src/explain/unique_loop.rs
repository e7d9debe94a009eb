//! Unique rectangles and loops: patterns that would have two solutions, so a puzzle with one solution cannot contain
//! them.
//!
//! A loop of cells that all have only the same two candidates, with exactly two cells in every house that it visits,
//! could be filled in two ways. So some cell of the loop holds another digit:
//!
//! | type | cells with other candidates | what follows |
//! |---|---|---|
//! | 1 | one | this cell loses the two digits |
//! | 2 | two or more, with the same other candidate | cells that see all of these lose that candidate |
//! | 3 | two in a house | the two form a subset with other cells of the house |
//! | 4 | two in a house in which one of the two digits has no other position | the two cells lose the other digit |

use super::{
    kinds::Kinds,
    step::{Er, Step, StepKind},
    subsets::empty_cells,
    view::{boxes_first, combinations, common_houses, common_peers, house_cell, houses_of},
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, HOUSE_CELLS, HOUSE_MASKS, HOUSES};

/// Finds the unique rectangle or loop of the lowest rating and type.
pub(super) fn unique_loop(marks: &Marks, barred: Kinds, wanted: &mut Wanted) -> Option<Step> {
    let all = marks.all_candidates();
    let cells = Vec::with_capacity(16);
    let pool = CellSet::EMPTY;
    let mut search = LoopSearch { marks, pair: 0, pool, cells, best: None, barred, wanted };
    let mut starts = CellSet::ALL;
    for start in marks.cells_of_size(2..=2) {
        search.pair = marks.cells[start.index()];
        search.pool = paired(bits(search.pair).fold(starts, |pool, digit| pool & all[digit]));
        if search.pool.contains(start) {
            search.extend(start, 2, 0, [0; 2]);
        }
        // All loops through the cell have been found.
        starts.remove(start);
    }
    search.best.map(|(_, step)| step)
}

/// Returns the largest subset of `cells` without a cell that is alone in one of its houses.
fn paired(mut cells: CellSet) -> CellSet {
    loop {
        let mut visited = 0;
        let mut shared = 0;
        for houses in cells.into_iter().map(|cell| HOUSE_MASKS[cell.index()]) {
            shared |= visited & houses;
            visited |= houses;
        }
        if shared == visited {
            return cells;
        }
        let all = cells.into_iter();
        cells = all.filter(|cell| HOUSE_MASKS[cell.index()] & !shared == 0).collect();
    }
}

struct LoopSearch<'a> {
    marks: &'a Marks,
    pair: u16,
    /// The cells that may be in a loop: they have the pair, and none is alone in one of its houses.
    pool: CellSet,
    cells: Vec<usize>,
    /// The best step: by rating, then type.
    best: Option<((Er, u8), Step)>,
    /// Techniques that no step may be of.
    barred: Kinds,
    wanted: &'a mut Wanted,
}

impl LoopSearch<'_> {
    /// Adds a cell to the loop and tries all continuations. In each house that the loop visits, one of its two cells
    /// has an even place in the loop and the other an odd place; `visited` has the houses of both so far. Up to `spare`
    /// further cells may have any other candidates; `others` are the other candidates so far.
    fn extend(&mut self, cell: Cell, spare: i32, others: u16, mut visited: [u32; 2]) {
        let own = &mut visited[self.cells.len() % 2];
        let houses = HOUSE_MASKS[cell.index()];
        if *own & houses != 0 {
            return;
        }
        *own |= houses;
        self.cells.push(cell.index());
        self.pool.remove(cell);
        let start = Cell::ALL[self.cells[0]];
        let mut left = self.pool | CellSet::from_iter([start]);
        for house in houses_of(cell.index()) {
            let near = HOUSE_CELLS[house] & left;
            left = left & !near;
            for next in near {
                if next == start {
                    if self.cells.len() >= 4 && visited[0] == visited[1] {
                        self.close();
                    }
                    continue;
                }
                let candidates = self.marks.cells[next.index()];
                let wider = (others | candidates) & !self.pair;
                let is_pair = candidates == self.pair;
                if is_pair || wider.count_ones() == 1 || spare > 0 {
                    self.extend(next, spare - i32::from(!is_pair), wider, visited);
                }
            }
        }
        self.pool.insert(cell);
        self.cells.pop();
    }

    fn close(&mut self) {
        let marks = self.marks;
        let rescue: CellSet = (self.cells.iter())
            .filter(|&&cell| marks.cells[cell] != self.pair)
            .map(|&cell| Cell::ALL[cell])
            .collect();
        let others = marks.union(rescue.into_iter().map(Cell::index)) & !self.pair;
        match (rescue.len(), others.count_ones()) {
            (0, _) => {}
            (1, _) => {
                let step =
                    bits(self.pair).fold(self.step(0), |step, d| step.with_eliminations(d, rescue));
                self.keep(1, step);
            }
            (_, 1) => {
                let digit = others.trailing_zeros() as usize;
                let struck = common_peers(rescue) & marks.candidates(digit);
                self.keep(2, self.step(0).with_eliminations(digit, struck));
                self.type_4(rescue);
            }
            (2, _) => {
                self.type_3(rescue, others);
                self.type_4(rescue);
            }
            _ => {}
        }
    }

    fn step(&self, added: u8) -> Step {
        let (kind, longer) = match self.cells.len() {
            4 => (StepKind::UniqueRectangle, 0),
            5..8 => (StepKind::UniqueLoop, 0),
            8..10 => (StepKind::UniqueLoop, 1),
            _ => (StepKind::UniqueLoop, 4),
        };
        let cells = self.cells.iter().map(|&cell| Cell::ALL[cell]).collect();
        Step::new(kind, cells, self.pair).rated(kind.er() + longer + added)
    }

    /// Keeps a step that eliminates something, if it is the first with the lowest rating and type.
    fn keep(&mut self, kind: u8, step: Step) {
        if self.barred.contains(step.kind) {
            return;
        }
        let rank = (step.er, kind);
        if step.makes_progress() && self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.best = self.wanted.take(step).map(|step| (rank, step));
        }
    }

    fn type_3(&mut self, rescue: CellSet, others: u16) {
        let marks = self.marks;
        let in_both =
            rescue.into_iter().fold(others, |both, cell| both & marks.cells[cell.index()]);
        for k in 2..=7u32 {
            for house in boxes_first(common_houses(rescue)) {
                let count = empty_cells(marks, house) as u32;
                let of_rescue = (0..9)
                    .filter(|&position| rescue.contains(HOUSES[house][position]))
                    .fold(0u16, |positions, position| positions | 1 << position);
                if 2 * k <= count && k >= others.count_ones() {
                    self.naked(house, k, of_rescue, others, in_both);
                }
                if 2 * k < count {
                    self.hidden(house, k, of_rescue, others);
                }
            }
        }
    }

    /// Finds naked subsets of `k - 1` cells of the house and the rescue cells, which count as one cell with their other
    /// candidates.
    fn naked(&mut self, house: usize, k: u32, of_rescue: u16, others: u16, in_both: u16) {
        let marks = self.marks;
        for chosen in combinations(9, k - 1).map(|chosen| chosen as u16) {
            if chosen & of_rescue != 0 {
                continue;
            }
            let cells = bits(chosen).map(|position| house_cell(house, position));
            let Some(own) = marks.union_of_open(cells) else { continue };
            if (own | in_both).count_ones() != k || (own | others).count_ones() != k {
                continue;
            }
            let rest = bits(!(chosen | of_rescue) & 0x1FF);
            let rest = rest.map(|position| house_cell(house, position));
            let step = self.step(k as u8 - 1).in_houses(1 << house, 0);
            self.keep(3, step.with_eliminations_in(marks, rest, own | others));
        }
    }

    /// Finds hidden subsets of the two digits of the loop and `k - 2` more digits with `k` positions in total. The
    /// rescue cells count as one position.
    fn hidden(&mut self, house: usize, k: u32, of_rescue: u16, others: u16) {
        let marks = self.marks;
        let rest = !(self.pair | others) & 0x1FF;
        // One of the rescue cells stands for both.
        let stand_in = of_rescue & of_rescue.wrapping_neg();
        for chosen in combinations(9, k - 2).map(|chosen| chosen as u16) {
            if chosen & !rest != 0 {
                continue;
            }
            let digits = chosen | self.pair;
            let mut positions = 0;
            let mut is_missing = false;
            for digit in bits(digits) {
                let of_digit = marks.positions[house][digit] & !(of_rescue ^ stand_in);
                positions |= of_digit;
                is_missing |= of_digit == 0;
            }
            if is_missing || positions.count_ones() != k {
                continue;
            }
            let hidden = positions & !of_rescue;
            let added = (hidden.count_ones() as u8).saturating_sub(1);
            let cells = bits(hidden).map(|position| house_cell(house, position));
            let step = self.step(added).in_houses(1 << house, 0);
            self.keep(3, step.with_eliminations_in(marks, cells, !digits));
        }
    }

    /// Returns a house that contains `cells` and no other position of a digit, so that one of the cells holds it.
    fn house_without_others(&self, digit: usize, cells: CellSet) -> Option<usize> {
        let mut houses = bits(common_houses(cells));
        houses.find(|&house| (self.marks.candidates_in(house, digit) & !cells).is_empty())
    }

    fn type_4(&mut self, rescue: CellSet) {
        if rescue.len() != 2 {
            return;
        }
        let locked = bits(self.pair)
            .find_map(|digit| Some((self.house_without_others(digit, rescue)?, digit)));
        let Some((house, digit)) = locked else { return };
        let gone = (self.pair & !(1 << digit)).trailing_zeros() as usize;
        self.keep(4, self.step(0).in_houses(1 << house, 0).with_eliminations(gone, rescue));
    }
}
