//! Patterns that both [`rate`](crate::rate) and [`explain`](crate::explain) search for: locked candidates, subsets and
//! wings.

use std::ops::RangeInclusive;

use batchdoku_engine::grid::{ALL_DIGITS, Cell, CellSet, HOUSE_MASKS, HOUSES, PEER_SETS, POPCOUNT};

/// Returns the number of digits or positions in a mask of nine.
#[inline(always)]
pub(crate) fn size(mask: u16) -> u32 {
    u32::from(POPCOUNT[usize::from(mask & ALL_DIGITS)])
}

/// Calls `found(members, union)` for each `k` of the nine masks with 2 to k bits each and k bits in their union, in
/// ascending order of `members` as a number, until `found` returns something.
pub(crate) fn find_subset<T>(
    masks: &[u16; 9],
    k: u32,
    mut found: impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    let mut eligible = [0u8; 9];
    let mut count = 0;
    for (index, mask) in masks.iter().enumerate() {
        if (2..=k).contains(&size(*mask)) {
            eligible[count] = index as u8;
            count += 1;
        }
    }
    if count < k as usize {
        return None;
    }
    if k == 2 {
        for (index, &member) in eligible[..count].iter().enumerate() {
            let union = masks[usize::from(member)];
            for &other in &eligible[..index] {
                if masks[usize::from(other)] == union {
                    let done = found(1 << other | 1 << member, union);
                    if done.is_some() {
                        return done;
                    }
                }
            }
        }
        return None;
    }
    let subset = (0, 0);
    add_members(masks, &eligible[..count], k, (k, subset), &mut found)
}

/// Calls `found(members, union)` for each `k` of the nine masks with 2 to k + 1 bits each and k + 1 bits in their
/// union, in ascending order of `members` as a number.
pub(crate) fn each_almost_locked(masks: &[u16; 9], k: u32, mut found: impl FnMut(u16, u16)) {
    let mut eligible = [0u8; 9];
    let mut count = 0;
    for (index, mask) in masks.iter().enumerate() {
        if (2..=k + 1).contains(&size(*mask)) {
            eligible[count] = index as u8;
            count += 1;
        }
    }
    add_members(masks, &eligible[..count], k + 1, (k, (0, 0)), &mut |members, union| {
        found(members, union);
        None::<()>
    });
}

/// Adds `missing` more of `eligible` to the members and the union so far, the highest first, so that the members ascend
/// as a number. The final union must have `n` bits.
fn add_members<T>(
    masks: &[u16; 9],
    eligible: &[u8],
    n: u32,
    (missing, (members, union)): (u32, (u16, u16)),
    found: &mut impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    if missing == 0 {
        return if size(union) == n { found(members, union) } else { None };
    }
    for (index, &member) in eligible.iter().enumerate().skip(missing as usize - 1) {
        let union = union | masks[usize::from(member)];
        if size(union) <= n {
            let subset = (members | 1 << member, union);
            let done = add_members(masks, &eligible[..index], n, (missing - 1, subset), found);
            if done.is_some() {
                return done;
            }
        }
    }
    None
}

/// A pivot `xy` (XY-wing) or `xyz` (XYZ-wing) that sees two pincers, `xz` and `yz`.
pub(crate) struct Wing {
    pub(crate) cells: CellSet,
    pub(crate) digits: u16,
    pub(crate) z: usize,
    /// The cells that see all cells of the wing that may be `z`.
    pub(crate) victims: CellSet,
}

/// Returns the cells that have a number of candidates in `sizes`.
#[inline]
pub(crate) fn cells_of_size(candidates: &[u16; 81], sizes: RangeInclusive<u32>) -> CellSet {
    let all = Cell::ALL.into_iter();
    all.filter(|cell| sizes.contains(&size(candidates[cell.index()]))).collect()
}

/// Calls `found` for each wing with `pivot_size` candidates (two or three) in the pivot, until `found` returns
/// something.
pub(crate) fn find_wing<T>(
    candidates: &[u16; 81],
    pivot_size: u32,
    mut found: impl FnMut(&Wing) -> Option<T>,
) -> Option<T> {
    let pairs = cells_of_size(candidates, 2..=2);
    let pivots = match pivot_size {
        2 => pairs,
        _ => cells_of_size(candidates, pivot_size..=pivot_size),
    };
    for pivot in pivots {
        let of_pivot = candidates[pivot.index()];
        let mut pincers = pairs & PEER_SETS[pivot.index()];
        while let Some(one) = pincers.pop_first() {
            for other in pincers {
                // Both pincers have the digit z; the pivot has their other two digits, and perhaps z.
                let a = candidates[one.index()];
                let b = candidates[other.index()];
                let expected = if pivot_size == 2 { a ^ b } else { a | b };
                if of_pivot != expected || !(a & b).is_power_of_two() {
                    continue;
                }
                let mut victims = PEER_SETS[one.index()] & PEER_SETS[other.index()];
                if pivot_size == 3 {
                    victims = victims & PEER_SETS[pivot.index()];
                }
                let cells = CellSet::from_iter([pivot, one, other]);
                let z = (a & b).trailing_zeros() as usize;
                let done = found(&Wing { cells, digits: a | b, z, victims });
                if done.is_some() {
                    return done;
                }
            }
        }
    }
    None
}

/// Returns the line that contains all `positions` of a box (a row rather than a column), or the box that contains all
/// `positions` of a line; `None` if there is none.
#[inline]
pub(crate) fn covering_house(house: usize, positions: u16) -> Option<usize> {
    let [third, step] = THIRDS[usize::from(positions & ALL_DIGITS)].map(usize::from);
    let place = house % 9;
    let (number, cover) = match house / 9 {
        0 => (third, 18 + place / 3 * 3 + third),
        1 => (third, 18 + third * 3 + place / 3),
        _ if third < NONE => (third, place / 3 * 3 + third),
        _ => (step, 9 + place % 3 * 3 + step),
    };
    (number < NONE).then_some(cover)
}

/// Stands for no third.
const NONE: usize = 3;

/// For each mask of nine positions, two numbers of a third that contains all positions of the mask, or [`NONE`]. In the
/// first number, a third is three consecutive positions, like a row of a box; in the second, it is every third
/// position, like a column of a box.
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

/// For each pair of houses, the positions of the first that are in the second, too.
pub(crate) static SHARED: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut place = 0;
    while place < 27 * 9 {
        let house = place / 9;
        let position = place % 9;
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
