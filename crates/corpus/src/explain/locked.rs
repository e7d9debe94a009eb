//! Locked candidates: all candidates of a digit in a box lie in one line (pointing), or in a line
//! in one box (claiming).

use super::{
    ladder::{StepFinder, StepMemory},
    singles::{BOXES, COLUMNS, ROWS, cell_at, cells_at, size},
    step::{Step, StepKind},
};
use crate::marks::{Changes, Marks};
use batchdoku_base::bits;
use batchdoku_engine::grid::{ALL_DIGITS, CellSet, HOUSE_MASKS, HOUSES};

/// The houses that lock, and those that they lock in: box and column, box and row, column and box,
/// row and box.
const PAIRS: [(u32, u32); 4] = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// Locked candidates; `direct`: only those that leave a hidden single.
pub(super) struct Locked {
    pub(super) direct: bool,
}

impl StepFinder for Locked {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        self.each(marks, &mut memory.unseen, Some)
    }
}

impl Locked {
    /// Calls `found` for each step until it returns something.
    pub(super) fn each<T>(
        &self,
        marks: &Marks,
        unseen: &mut Changes,
        mut found: impl FnMut(Step) -> Option<T>,
    ) -> Option<T> {
        // Another house may have changed so that a direct one is left in it.
        let houses = if self.direct { u32::MAX } else { unseen.houses };
        let digits = unseen.digits & u32::from(locked_digits(marks));
        for (lockers, covers) in PAIRS {
            for digit in bits(digits) {
                for house in bits(lockers & houses) {
                    let positions = marks.positions[house][digit];
                    let Some(cover) = common_house(house, positions, covers) else { continue };
                    let all = size(marks.positions[cover][digit]);
                    if size(positions) == all || size(positions) < 2 {
                        continue;
                    }
                    let step = if self.direct {
                        direct(marks, (house, cover), lockers, digit)
                    } else {
                        step(marks, (house, cover), digit, false)
                    };
                    let done = step.and_then(&mut found);
                    if done.is_some() {
                        return done;
                    }
                }
            }
        }
        *unseen = Changes::NONE;
        None
    }
}

/// The digits that may be locked: with one of the nine minirows (or, in the other direction, minicolumns) of
/// a chute that is the only one of its line or box to hold it, while another one of the box or line does.
fn locked_digits(marks: &Marks) -> u16 {
    let mut digits = 0;
    for lines in marks.positions[..18].chunks_exact(3) {
        for digit in 0..9 {
            let mut chute = 0;
            for (line, positions) in lines.iter().enumerate() {
                chute |=
                    usize::from(MINIS[usize::from(positions[digit] & ALL_DIGITS)]) << (3 * line);
            }
            digits |= u16::from(MAY_LOCK[chute & 0x1FF]) << digit;
        }
    }
    digits
}

/// The thirds of a line in which it has any of nine positions.
static MINIS: [u8; 512] = {
    let mut table = [0; 512];
    let mut line = 0;
    while line < 512 {
        let mut third = 0;
        while third < 3 {
            table[line] |= ((line >> (3 * third) & 7 != 0) as u8) << third;
            third += 1;
        }
        line += 1;
    }
    table
};

/// Whether a digit may be locked if it is in some of the nine minirows of a chute, for each set of them.
static MAY_LOCK: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0usize;
    while set < 512 {
        let mut mini = 0;
        while mini < 9 {
            let line = set & 0o7 << (mini / 3 * 3);
            let in_box = set & 0o111 << (mini % 3);
            let own = 1 << mini;
            if line == own && in_box != own || in_box == own && line != own {
                table[set] = true;
            }
            mini += 1;
        }
        set += 1;
    }
    table
};

/// The one of `covers` that holds all `positions` of a house.
#[inline]
fn common_house(house: usize, positions: u16, covers: u32) -> Option<usize> {
    let [third, step] = THIRDS[usize::from(positions)].map(usize::from);
    let (place, number) = (house % 9, if covers == COLUMNS { step } else { third });
    let cover = match house / 9 {
        0 => 18 + place / 3 * 3 + number,
        1 => 18 + number * 3 + place / 3,
        _ if covers == COLUMNS => 9 + place % 3 * 3 + number,
        _ => place / 3 * 3 + number,
    };
    (number < NONE).then_some(cover)
}

/// No third.
const NONE: usize = 3;

/// The third of nine positions that holds all of some: of three in succession, as the rows of a box,
/// and of each third position, as its columns; otherwise [`NONE`].
static THIRDS: [[u8; 2]; 512] = {
    let mut table = [[NONE as u8; 2]; 512];
    let mut positions = 1;
    while positions < 512 {
        let mut third = 0;
        while third < 3 {
            if positions & !(0o007 << (3 * third)) == 0 {
                table[positions][0] = third as u8;
            }
            if positions & !(0o111 << third) == 0 {
                table[positions][1] = third as u8;
            }
            third += 1;
        }
        positions += 1;
    }
    table
};

/// The positions of a house whose cells are in another.
static SHARED: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut place = 0;
    while place < 27 * 9 {
        let (house, position) = (place / 9, place % 9);
        let houses = HOUSE_MASKS[HOUSES[house][position].index()];
        let mut other = 0;
        while other < 27 {
            table[house][other] |= ((houses >> other & 1) << position) as u16;
            other += 1;
        }
        place += 1;
    }
    table
};

/// The elimination of `digit` from the cells of `cover` outside of `house`, if there is any.
fn step(marks: &Marks, (house, cover): (usize, usize), digit: usize, direct: bool) -> Option<Step> {
    let (kind, er) = match (direct, house >= 18) {
        (true, true) => (StepKind::DirectPointing, 17),
        (true, false) => (StepKind::DirectClaiming, 19),
        (false, true) => (StepKind::Pointing, 26),
        (false, false) => (StepKind::Claiming, 28),
    };
    let own = cells_at(house, marks.positions[house][digit]);
    let mut step = Step::new(kind, er, own, 1 << digit).in_houses(1 << house, 1 << cover);
    step.struck[digit] = cells_at(cover, marks.positions[cover][digit]) & !own;
    step.is_worth().then_some(step)
}

/// The first hidden single of `digit` that the elimination leaves in a house of the kind of
/// `house`.
fn direct(
    marks: &Marks,
    (house, cover): (usize, usize),
    lockers: u32,
    digit: usize,
) -> Option<Step> {
    for other in bits(lockers & !(1 << house)) {
        let positions = marks.positions[other][digit];
        let rest = positions & !SHARED[other][cover];
        if rest.is_power_of_two() && rest != positions {
            let cell = cell_at(other, rest.trailing_zeros() as usize);
            return step(marks, (house, cover), digit, true).map(|step| step.direct(cell, digit));
        }
    }
    None
}

/// All houses of two cells that both are in, as a mask.
pub(super) fn common_houses(cells: CellSet) -> u32 {
    cells.into_iter().fold((1 << 27) - 1, |common, cell| common & HOUSE_MASKS[cell.index()])
}
