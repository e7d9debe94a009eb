//! The all-different rule: the digits that each of nine cells can have, if the nine cells have nine different
//! digits.
//!
//! After J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs" (1994). Cells
//! and digits are matched one to one by augmenting paths; if that fails, the nine contradict each
//! other. A cell can have a digit other than its match if an exchange makes this possible: the cell that gives
//! this digit up takes another, and so on, until a cell takes the digit that the first cell gave up.
//! This covers naked and hidden sets of every size.
//!
//! For example, cells A and B have 1 and 2, cell C has 1, 2 and 3. A is matched with 1, B with 2, C with 3. A can have
//! 2, because B can take 1. C cannot have 1, because no other cell can take the digit 3 that C would give up. So C
//! loses 1 and 2, as by the naked pair of A and B.

use crate::grid::ALL_DIGITS;
use batchdoku_base::bits;

/// Returns the candidates of each cell that are in a complete assignment, or `None` if there is no
/// such assignment.
#[inline]
pub(super) fn all_different(candidates: &[u16; 9]) -> Option<[u16; 9]> {
    let cell_of = matching(candidates)?;
    // For each digit, the digits that its cell could take instead, directly or by further exchanges.
    let mut reachable = [0; 9];
    for (reachable, &cell) in reachable.iter_mut().zip(&cell_of) {
        *reachable = candidates[cell];
    }
    // Warshall's algorithm: after a pass through every digit, all chains of exchanges are known. The mask is all ones
    // if `through` is reachable, which replaces a branch that the CPU could not predict.
    for through in 0..9 {
        let further = reachable[through];
        for reachable in &mut reachable {
            *reachable |= further & 0_u16.wrapping_sub(*reachable >> through & 1);
        }
    }
    let mut kept = [0; 9];
    for (digit, &cell) in cell_of.iter().enumerate() {
        let mut others = 1 << digit;
        for (other, reachable) in reachable.iter().enumerate() {
            others |= (reachable >> digit & 1) << other;
        }
        kept[cell] = candidates[cell] & others;
    }
    Some(kept)
}

/// Matches digits and cells one to one, and returns the cell of each digit. First each cell takes its lowest free
/// digit, which suffices for most cells; paths are searched for the few cells without a digit.
#[inline]
fn matching(candidates: &[u16; 9]) -> Option<[usize; 9]> {
    let mut cell_of = [0; 9];
    let mut digit_of = [0; 9];
    let mut free = ALL_DIGITS;
    let mut without = 0_u16;
    for (cell, &candidates) in candidates.iter().enumerate() {
        let digits = candidates & free;
        if digits == 0 {
            without |= 1 << cell;
        } else {
            let digit = digits.trailing_zeros() as usize;
            free &= !(1 << digit);
            (cell_of[digit], digit_of[cell]) = (cell, digit);
        }
    }
    for cell in bits(without) {
        let (mut digit, wanted_by) = free_digit(candidates, cell, &cell_of, free)?;
        free &= !(1 << digit);
        // Each cell on the path takes the digit that it wants, and gives up its own.
        loop {
            let taker = wanted_by[digit];
            let left = digit_of[taker];
            (cell_of[digit], digit_of[taker]) = (taker, digit);
            if taker == cell {
                break;
            }
            digit = left;
        }
    }
    Some(cell_of)
}

/// Finds a free digit at the end of a shortest path from `cell`, and for each digit on the way the cell that
/// wants it.
fn free_digit(
    candidates: &[u16; 9],
    cell: usize,
    cell_of: &[usize; 9],
    free: u16,
) -> Option<(usize, [usize; 9])> {
    let mut wanted_by = [cell; 9];
    let mut seen = candidates[cell];
    let mut latest = seen;
    while latest & free == 0 {
        let mut next = 0;
        for digit in bits(latest) {
            let owner = cell_of[digit];
            let new = candidates[owner] & !seen;
            bits(new).for_each(|digit| wanted_by[digit] = owner);
            seen |= new;
            next |= new;
        }
        if next == 0 {
            return None;
        }
        latest = next;
    }
    Some(((latest & free).trailing_zeros() as usize, wanted_by))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use batchdoku_testkit::{rng, scaled, sized};

    /// Finds every candidate that is in some assignment, by trying all assignments.
    fn by_trial(candidates: &[u16; 9], cell: usize, used: u16, kept: &mut [u16; 9]) -> bool {
        if cell == 9 {
            return true;
        }
        let mut any = false;
        for digit in bits(candidates[cell] & !used) {
            if by_trial(candidates, cell + 1, used | 1 << digit, kept) {
                kept[cell] |= 1 << digit;
                any = true;
            }
        }
        any
    }

    #[test]
    fn keeps_what_trial_keeps() {
        let mut rng = rng(1);
        let mut possible = 0;
        for case in 0..sized(scaled(3000), 50) {
            let density = 2 + case % 5;
            let candidates = std::array::from_fn(|_| {
                let digits: u16 = (0..density).map(|_| 1 << rng.random_range(0..9)).sum();
                (digits & ALL_DIGITS).max(1)
            });
            let mut kept = [0; 9];
            let expected = by_trial(&candidates, 0, 0, &mut kept).then_some(kept);
            assert_eq!(all_different(&candidates), expected, "{candidates:?}");
            possible += usize::from(expected.is_some());
        }
        assert!(possible > 10);
    }
}
