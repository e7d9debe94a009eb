//! Locked candidates: all candidates of a digit in a box lie in one line (pointing), or in a line
//! in one box (claiming).

use super::{
    step::{Step, StepKind},
    view::{BOXES, COLUMNS, ROWS, house_cell},
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::{SHARED, covering_house, size},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::ALL_DIGITS;

/// Pairs of a house that locks a digit and a house that the digit is locked in: box and column, box and row, column and
/// box, row and box.
const PAIRS: [(u32, u32); 4] = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// Calls `found` for each step by locked candidates until `found` returns something. With `direct`, only steps that
/// leave a hidden single count.
pub(super) fn locked<T>(
    marks: &Marks,
    dirty: &mut DirtySet,
    direct: bool,
    mut found: impl FnMut(Step) -> Option<T>,
) -> Option<T> {
    // Direct steps need all houses, because the hidden single may be in a house that has changed.
    let houses = if direct { u32::MAX } else { dirty.houses };
    let digits = locked_digits(marks, dirty.digits);
    for (lockers, covers) in PAIRS {
        for digit in bits(digits) {
            for house in bits(lockers & houses) {
                let positions = marks.positions[house][digit];
                let cover =
                    covering_house(house, positions).filter(|cover| covers >> cover & 1 == 1);
                let Some(cover) = cover else { continue };
                let all = size(marks.positions[cover][digit]);
                if size(positions) == all || size(positions) < 2 {
                    continue;
                }
                let step = if direct {
                    direct_step(marks, (house, cover), lockers, digit)
                } else {
                    step(marks, (house, cover), digit)
                };
                let done = step.and_then(&mut found);
                if done.is_some() {
                    return done;
                }
            }
        }
    }
    *dirty = DirtySet::NONE;
    None
}

/// Returns the digits of `digits` that may be locked. A digit may be locked if, in its row (or box), only one minirow
/// of the chute has the digit, while another minirow of the same box (or row) has it, too; for columns likewise.
fn locked_digits(marks: &Marks, digits: u32) -> u32 {
    let mut found = 0;
    for lines in marks.positions[..18].chunks_exact(3) {
        for digit in bits(digits) {
            let mut chute = 0;
            for (line, positions) in lines.iter().enumerate() {
                chute |=
                    usize::from(MINIS[usize::from(positions[digit] & ALL_DIGITS)]) << (3 * line);
            }
            found |= u32::from(MAY_LOCK[chute & 0x1FF]) << digit;
        }
    }
    found
}

/// The thirds of a line that contain any of its positions in a mask of nine.
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

/// For each set of the nine minirows of a chute: true if a digit with positions in exactly these minirows may be
/// locked.
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

/// Returns the elimination of `digit` from the cells of `cover` outside of `house`; `None` if there is none.
fn step(marks: &Marks, (house, cover): (usize, usize), digit: usize) -> Option<Step> {
    let kind = if house >= 18 { StepKind::Pointing } else { StepKind::Claiming };
    let own = marks.candidates_in(house, digit);
    let step = Step::new(kind, own, 1 << digit).in_houses(1 << house, 1 << cover);
    step.with_eliminations(digit, marks.candidates_in(cover, digit) & !own).into_productive()
}

/// Returns the first hidden single of `digit` that the elimination leaves in a house, where this house and `house` are
/// of the same kind.
fn direct_step(
    marks: &Marks,
    (house, cover): (usize, usize),
    lockers: u32,
    digit: usize,
) -> Option<Step> {
    for other in bits(lockers & !(1 << house)) {
        let positions = marks.positions[other][digit];
        let rest = positions & !SHARED[other][cover];
        if rest.is_power_of_two() && rest != positions {
            let kind =
                if house >= 18 { StepKind::DirectPointing } else { StepKind::DirectClaiming };
            let cell = house_cell(other, rest.trailing_zeros() as usize);
            let step = Step::new(kind, marks.candidates_in(house, digit), 1 << digit);
            let step = step.in_houses(1 << house | 1 << other, 1 << cover);
            return Some(step.with_placement(cell, digit));
        }
    }
    None
}
