//! Tools that tests share: a plain search, random grids and puzzles, and random equivalents.
//!
//! No crate of the workspace is used here, because a tool that shares code with what it tests shares its bugs. A grid is
//! any type that is made of 81 numbers and turns into them ([`Board`]), because the unit tests of the engine compile a
//! `Grid` of their own, which is another type than that of other crates.

pub mod layouts;

use std::{
    fmt::{Debug, Display},
    fs,
    ops::ControlFlow,
    path::Path,
    str::FromStr,
};

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};

/// 81 numbers, row by row: 1–9 a digit, 0 an empty cell.
type Cells = [u8; 81];

/// A grid of the crate under test.
pub trait Board: Copy + Into<Cells> + TryFrom<Cells, Error: Debug> {}

impl<T: Copy + Into<Cells> + TryFrom<Cells, Error: Debug>> Board for T {}

fn board<B: Board>(cells: Cells) -> B {
    cells.try_into().expect("numbers from 0 to 9")
}

/// Returns a generator of random numbers that are the same on every run.
pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns a tenth of `cases` in a debug build, a thousandth under Miri, which interprets each instruction.
pub fn scaled(cases: usize) -> usize {
    let share = if cfg!(miri) { 1000 } else { 10 };
    if cfg!(debug_assertions) { cases.div_ceil(share) } else { cases }
}

/// Returns `native`, or under Miri `interpreted`.
pub const fn sized<T: Copy>(native: T, interpreted: T) -> T {
    if cfg!(miri) { interpreted } else { native }
}

/// Asserts that `got` has the same bytes as `expected`. A failure shows the first line that differs, with its number,
/// and the lengths: outputs of a test may have thousands of lines.
#[track_caller]
pub fn assert_same(expected: impl AsRef<[u8]>, got: impl AsRef<[u8]>, context: impl Display) {
    let expected = expected.as_ref();
    let got = got.as_ref();
    if expected == got {
        return;
    }
    let expected_lines: Vec<_> = expected.split_inclusive(|&byte| byte == b'\n').collect();
    let got_lines: Vec<_> = got.split_inclusive(|&byte| byte == b'\n').collect();
    let first = expected_lines.iter().zip(&got_lines).take_while(|(a, b)| a == b).count();
    panic!(
        "outputs differ from line {} on{}{context}\n  expected: {}\n  got:      {}\n  expected {} bytes in {} lines, \
         got {} bytes in {} lines",
        first + 1,
        if context.to_string().is_empty() { "" } else { ": " },
        shown(expected_lines.get(first)),
        shown(got_lines.get(first)),
        expected.len(),
        expected_lines.len(),
        got.len(),
        got_lines.len(),
    );
}

/// Returns a line for a message: its beginning, which suffices to recognise it.
fn shown(line: Option<&&[u8]>) -> String {
    match line {
        Some(line) => format!("'{}'", line[..line.len().min(500)].escape_ascii()),
        None => "(no such line)".to_owned(),
    }
}

/// Returns the grid of a line of 81 characters.
#[track_caller]
pub fn grid<B: Board + FromStr<Err: Debug>>(text: &str) -> B {
    text.parse().unwrap()
}

/// Returns the root of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("this crate is two folders below the root")
}

/// Returns the lines of a file of puzzles next to the checkout; empty, with a message, if it is not there.
pub fn shared_data<B: Board + FromStr<Err: Debug>>(name: &str) -> Vec<B> {
    let path = root().join(format!("../shared/data/{name}.txt"));
    let text = sized(true, false).then(|| fs::read_to_string(&path).ok()).flatten();
    let Some(text) = text else {
        println!("skipped: {} is not there, or too much", path.display());
        return Vec::new();
    };
    text.lines().map(grid).collect()
}

/// A minimal puzzle with its solution. Under Miri, all random puzzles are equivalents of it, because a search for others
/// takes too long.
const INTERPRETED: Option<(&str, &str)> = sized(
    None,
    Some((
        "521.8..6...8......4...7.5.....3.82..76..2.4.....4...9..35..1...8..........2......",
        "521984763378516942496273581154398276769125438283467195935841627847652319612739854",
    )),
);

/// The digits used in each row, column and box: bit `d` for digit `d`.
struct Used([[u16; 9]; 3]);

/// Returns the row, the column and the box of a cell.
fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

impl Used {
    fn flip(&mut self, cell: usize, digit: u8) {
        for (masks, index) in self.0.iter_mut().zip(houses(cell)) {
            masks[index] ^= 1 << digit;
        }
    }

    fn candidates(&self, cell: usize) -> u16 {
        let [rows, columns, boxes] = &self.0;
        let [row, column, of_box] = houses(cell);
        0x3FE & !(rows[row] | columns[column] | boxes[of_box])
    }
}

/// Returns the first empty cell with at most one candidate, or else the first with the fewest candidates. Solutions come
/// in the same order whichever cell with a single candidate is first. `None` if no cell is empty.
fn fewest(cells: &Cells, used: &Used) -> Option<usize> {
    let mut fewest = None;
    for cell in 0..81 {
        if cells[cell] == 0 {
            let count = used.candidates(cell).count_ones();
            if count <= 1 {
                return Some(cell);
            }
            if fewest.is_none_or(|(least, _)| count < least) {
                fewest = Some((count, cell));
            }
        }
    }
    fewest.map(|(_, cell)| cell)
}

/// Searches in the simplest way: tries the digits in `order` in the cell with the fewest candidates.
fn search(
    cells: &mut Cells,
    used: &mut Used,
    order: [u8; 9],
    found: &mut dyn FnMut(&Cells) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(cell) = fewest(cells, used) else {
        return found(cells);
    };
    let candidates = used.candidates(cell);
    for digit in order.into_iter().filter(|digit| candidates >> digit & 1 != 0) {
        used.flip(cell, digit);
        cells[cell] = digit;
        search(cells, used, order, found)?;
        cells[cell] = 0;
        used.flip(cell, digit);
    }
    ControlFlow::Continue(())
}

fn solve(mut puzzle: Cells, order: [u8; 9], found: &mut dyn FnMut(&Cells) -> ControlFlow<()>) {
    let mut used = Used([[0; 9]; 3]);
    for (cell, &digit) in puzzle.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        // A clue that contradicts another has no candidate left: there is no solution.
        if used.candidates(cell) >> digit & 1 == 0 {
            return;
        }
        used.flip(cell, digit);
    }
    let _ = search(&mut puzzle, &mut used, order, found);
}

const UPWARDS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Returns the first `limit` solutions.
pub fn solutions<B: Board>(puzzle: &B, limit: usize) -> Vec<B> {
    let mut all = Vec::new();
    solve((*puzzle).into(), UPWARDS, &mut |solution| {
        all.push(board(*solution));
        if all.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all
}

/// Returns the first solution.
#[track_caller]
pub fn solution<B: Board>(puzzle: &B) -> B {
    solutions(puzzle, 1)[0]
}

/// Returns whether there is exactly one solution.
pub fn is_unique<B: Board>(puzzle: &B) -> bool {
    solutions(puzzle, 2).len() == 1
}

/// Returns whether a puzzle with one solution has several as soon as any of its clues is removed.
pub fn is_minimal<B: Board>(puzzle: &B) -> bool {
    let cells: Cells = (*puzzle).into();
    (0..81).filter(|&cell| cells[cell] != 0).all(|cell| !is_unique(&emptied(cells, cell)))
}

/// Returns the cells with one of them empty.
fn emptied(mut cells: Cells, cell: usize) -> Cells {
    cells[cell] = 0;
    cells
}

/// Returns a random complete grid. Every grid is possible, but not all are equally likely.
pub fn random_grid<B: Board>(rng: &mut ChaCha8Rng) -> B {
    if let Some((_, solution)) = INTERPRETED {
        return equivalent(&board(cells(solution)), rng);
    }
    let mut start = [0; 81];
    let mut order = UPWARDS;
    for corner in [0, 30, 60] {
        order.shuffle(rng);
        for (i, &digit) in order.iter().enumerate() {
            start[corner + i / 3 * 9 + i % 3] = digit;
        }
    }
    let mut complete = None;
    solve(start, order, &mut |solution| {
        complete = Some(*solution);
        ControlFlow::Break(())
    });
    equivalent(&board(complete.expect("three boxes on the diagonal can be completed")), rng)
}

/// Returns the cells of a line of digits and dots.
fn cells(line: &str) -> Cells {
    let line = line.as_bytes();
    std::array::from_fn(|cell| if line[cell] == b'.' { 0 } else { line[cell] - b'0' })
}

/// Returns `grid` with `count` of its cells emptied.
pub fn without<B: Board>(grid: &B, count: usize, rng: &mut ChaCha8Rng) -> B {
    let chosen = rand::seq::index::sample(rng, 81, count);
    board(chosen.into_iter().fold((*grid).into(), emptied))
}

/// Returns a grid with `count` clues, random digits in random cells.
pub fn random_clues<B: Board>(count: usize, rng: &mut ChaCha8Rng) -> B {
    let mut clues = [0; 81];
    for cell in rand::seq::index::sample(rng, 81, count) {
        clues[cell] = rng.random_range(1..=9);
    }
    board(clues)
}

/// Returns a random minimal puzzle.
pub fn random_puzzle<B: Board>(rng: &mut ChaCha8Rng) -> B {
    if let Some((puzzle, _)) = INTERPRETED {
        return equivalent(&board(cells(puzzle)), rng);
    }
    let mut puzzle: Cells = random_grid(rng);
    let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
    order.shuffle(rng);
    for cell in order {
        let less = emptied(puzzle, cell);
        if is_unique(&less) {
            puzzle = less;
        }
    }
    board(puzzle)
}

/// Returns a random equivalent: see [`Equivalence`].
pub fn equivalent<B: Board>(grid: &B, rng: &mut ChaCha8Rng) -> B {
    Equivalence::random(rng).apply(grid)
}

/// A transformation of grids into equivalent grids: relabelled digits, permuted bands, rows within bands, stacks and
/// columns within stacks, transposed or not.
pub struct Equivalence {
    digits: [u8; 10],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Equivalence {
    /// Returns a random equivalence; all are equally likely.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        digits[1..].shuffle(rng);
        let [rows, columns] = [lines(rng), lines(rng)];
        Self { digits, rows, columns, transposed: rng.random() }
    }

    /// Returns the equivalent of `grid`.
    pub fn apply<B: Board>(&self, grid: &B) -> B {
        let cells: Cells = (*grid).into();
        board(std::array::from_fn(|cell| {
            let row = self.rows[cell / 9];
            let column = self.columns[cell % 9];
            let from = if self.transposed { column * 9 + row } else { row * 9 + column };
            self.digits[usize::from(cells[from])]
        }))
    }
}

/// Returns the numbers of nine lines, with the threes, and the lines of each three, in random order.
fn lines(rng: &mut ChaCha8Rng) -> [usize; 9] {
    let mut threes = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    threes.shuffle(rng);
    threes.iter_mut().for_each(|three| three.shuffle(rng));
    std::array::from_fn(|i| threes[i / 3][i % 3])
}
