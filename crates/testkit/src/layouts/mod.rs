//! A judge of readers: it writes puzzles in the layouts that people have, damages them in the ways that files are, and
//! judges what a reader makes of them.
//!
//! ```text
//! written     the layouts: how records, and what stands around them, become text
//! mutations   the ways in which texts differ from what they should be
//! ```
//!
//! It knows nothing of the code under test, and uses no crate. Of every text it demands: the puzzles that are read are
//! puzzles that were written, in their order; one that is not read is reported.

mod mutations;
mod written;

pub use mutations::{MUTATIONS, Mutation};
use mutations::{mutate, replaced};
pub use written::{LAYOUTS, Layout, Structure};

/// Where decisions come from: random numbers, or the bytes of a fuzzer.
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

/// The bytes of a fuzzer; zeros after them.
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
    /// One of its solutions, which may have others.
    pub solution: Cells,
}

/// Returns 1 to `most` pairs that all differ.
pub fn random_pairs(choices: &mut dyn Choices, most: usize) -> Vec<Pair> {
    // Most sets are small, because what goes wrong goes wrong with a few.
    let most = if pick(choices, 8) == 0 { most } else { most.min(5) };
    let count = 1 + pick(choices, most);
    (0..count).map(|index| random_pair(choices, index)).collect()
}

fn pick(choices: &mut dyn Choices, count: usize) -> usize {
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
        let (row, column) = (rows[cell / 9], cell % 9);
        digits[(row * 3 + row / 3 + column) % 9]
    });
    let (first, second) = (b'1' + (index / 8 % 9) as u8, index % 8);
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
        // Two clues in front tell the pairs apart, unless zeros are to be in front.
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
    // The last cells hold the number again, so that no two puzzles are one.
    puzzle[79..].copy_from_slice(&solution[79..]);
    puzzle[40] = solution[40];
    Pair { puzzle, solution }
}

/// A text with the puzzles that were written to it.
pub struct Case {
    /// The name of the layout.
    pub layout: &'static str,
    /// The change.
    pub mutation: Mutation,
    /// The structure of the text.
    pub structure: Structure,
    /// The text.
    pub text: Vec<u8>,
    /// The puzzles, in order.
    pub pairs: Vec<Pair>,
    /// True if all puzzles must be read.
    pub must_be_read: bool,
    /// True if every puzzle that is not read must be reported on its own.
    pub has_records: bool,
    /// True if the rows of a grid may be taken for those of the one before, because nothing separates them.
    may_shift: bool,
    /// The number of puzzles that the text holds at least in part.
    present: usize,
}

impl Case {
    /// Writes these pairs in a layout, with a mutation. `None` if that makes no sense in this layout.
    pub fn new(
        pairs: &[Pair],
        layout: Layout,
        mutation: Mutation,
        choices: &mut dyn Choices,
    ) -> Option<Self> {
        let mut document = (layout.write)(pairs, choices);
        let must_be_read = document.is_readable;
        let is_harmless = mutate(&mut document, mutation, choices)?;
        let mut text = document.text();
        match mutation {
            Mutation::Crlf => text = replaced(&text, b"\n", b"\r\n"),
            Mutation::ByteOrderMark => {
                text.splice(0..0, *b"\xEF\xBB\xBF");
            }
            Mutation::NoLastLineEnd => text.truncate(text.trim_ascii_end().len()),
            Mutation::EndOfFile => text.push(0x1A),
            Mutation::Truncated => {
                text.truncate(1 + pick(choices, text.len()));
                // What follows the last separator may be an empty cell.
                while text.last().is_some_and(|byte| b" ,;|\t".contains(byte)) {
                    text.pop();
                }
            }
            _ => {}
        }
        let present = match mutation {
            Mutation::Truncated => document.records_before(text.len()),
            _ => pairs.len(),
        };
        let structure = document.structure;
        Some(Self {
            layout: layout.name,
            mutation,
            structure,
            text,
            pairs: pairs.to_vec(),
            must_be_read: must_be_read && is_harmless,
            has_records: matches!(
                structure,
                Structure::Lines | Structure::Table | Structure::Objects
            ) && !matches!(mutation, Mutation::SeveralOnALine | Mutation::Title),
            may_shift: mutation == Mutation::LostRow && document.between == "\n",
            present,
        })
    }
}

/// The rows that a reader found, in order: a puzzle, with a solution if there is one, or `None` if a row was reported.
pub type Rows = Vec<Option<(Cells, Option<Cells>)>>;

/// What a reader made of a text.
pub enum Reading {
    /// These rows, after which it said that it cannot read on; none if it refused the text.
    Failed(Rows),
    /// These rows and no others.
    Rows(Rows),
}

/// Judges what was made of a text.
///
/// # Errors
/// What is wrong with it.
pub fn judge(case: &Case, reading: &Reading) -> Result<(), String> {
    let (rows, has_failed) = match reading {
        Reading::Failed(_) if case.must_be_read => return Err("refused".into()),
        Reading::Failed(rows) => (rows, true),
        Reading::Rows(rows) => (rows, false),
    };
    let mut rest = case.pairs.iter();
    let (mut read, reported) = (0, rows.iter().filter(|row| row.is_none()).count());
    for (puzzle, solution) in rows.iter().flatten() {
        let Some(pair) = rest.by_ref().find(|pair| pair.puzzle == *puzzle) else {
            let is = |wanted: &Cells| wanted == puzzle;
            let kind = match () {
                () if case.pairs.iter().any(|pair| is(&pair.solution)) => "a solution",
                () if case.pairs.iter().any(|pair| is(&pair.puzzle)) => "one out of order",
                () => "another puzzle",
            };
            if case.may_shift && reported > 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(puzzle);
            return Err(format!("{kind} was read: {text}"));
        };
        let is_complete = |cells: &Cells| cells.iter().all(|cell| (b'1'..=b'9').contains(cell));
        if solution.is_some_and(|solution| is_complete(&solution) && solution != pair.solution) {
            return Err("another solution was read".into());
        }
        read += 1;
    }
    if has_failed {
        return Ok(());
    }
    let lost = case.present.saturating_sub(read);
    if case.must_be_read && lost > 0 {
        return Err(format!("{lost} of {} not read", case.pairs.len()));
    }
    if lost > 0 && reported == 0 {
        return Err(format!("{lost} of {} lost in silence", case.pairs.len()));
    }
    if lost > reported && case.has_records {
        return Err(format!("{lost} of {} lost, {reported} reported", case.pairs.len()));
    }
    Ok(())
}
