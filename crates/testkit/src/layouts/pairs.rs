//! Puzzles with their solutions, as random numbers or the bytes of a fuzzer choose them.

/// A source of decisions: random numbers, or the bytes of a fuzzer.
pub trait Choices {
    /// Returns a number below `count`, which is at least 1.
    fn pick(&mut self, count: usize) -> usize;
}

/// Random numbers by Marsaglia's xorshift, the same on every run.
pub struct Random(pub u64);

impl Choices for Random {
    fn pick(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % count
    }
}

/// The bytes of a fuzzer; after them, each choice is 0.
pub struct Bytes<'a>(pub &'a [u8]);

impl Choices for Bytes<'_> {
    fn pick(&mut self, count: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % count
    }
}

/// The cells of a grid, row by row: digits, and `.` for an empty cell.
pub type Cells = [u8; 81];

/// A puzzle with the grid that it was made of.
#[derive(Clone, Copy)]
pub struct Pair {
    /// The puzzle.
    pub puzzle: Cells,
    /// A solution of the puzzle, which may have others.
    pub solution: Cells,
}

/// Returns 1 to `most` pairs that all differ.
pub fn random_pairs(choices: &mut dyn Choices, most: usize) -> Vec<Pair> {
    // Most sets are small, because most faults show with a few puzzles.
    let most = if pick(choices, 8) == 0 { most } else { most.min(5) };
    let count = 1 + pick(choices, most);
    (0..count).map(|index| random_pair(choices, index)).collect()
}

pub(super) fn pick(choices: &mut dyn Choices, count: usize) -> usize {
    choices.pick(count)
}

/// Returns a pair whose first row no pair of another index below 72 has.
fn random_pair(choices: &mut dyn Choices, index: usize) -> Pair {
    let mut digits = *b"123456789";
    for place in (1..9).rev() {
        digits.swap(place, pick(choices, place + 1));
    }
    let mut rows: [usize; 9] = std::array::from_fn(|row| row);
    for band in 0..3 {
        rows.swap(3 * band + pick(choices, 3), 3 * band + pick(choices, 3));
    }
    // The first two digits number the pairs.
    let mut solution: Cells = std::array::from_fn(|cell| {
        let row = rows[cell / 9];
        let column = cell % 9;
        digits[(row * 3 + row / 3 + column) % 9]
    });
    let first = b'1' + (index / 8 % 9) as u8;
    let second = index % 8;
    let others: Vec<u8> = (b'1'..=b'9').filter(|&digit| digit != first).collect();
    for (place, to) in [(0, first), (1, others[second])] {
        let from = solution[place];
        for cell in &mut solution {
            *cell = match *cell {
                digit if digit == from => to,
                digit if digit == to => from,
                digit => digit,
            };
        }
    }
    let clues = 20 + pick(choices, 20);
    let mut puzzle = solution;
    for (cell, value) in puzzle.iter_mut().enumerate() {
        // The first two cells are clues by which pairs differ, except in every third pair, which
        // may begin with zeros.
        let is_kept = pick(choices, 81) < clues;
        if !is_kept && (cell > 1 || index % 3 == 2) {
            *value = b'.';
        }
    }
    // Some rows are empty: they look like rulers.
    if pick(choices, 6) == 0 {
        let row = 1 + pick(choices, 8);
        puzzle[row * 9..][..9].fill(b'.');
    }
    // The last two cells and the middle are always clues, so that no two puzzles are the same.
    puzzle[79..].copy_from_slice(&solution[79..]);
    puzzle[40] = solution[40];
    Pair { puzzle, solution }
}
