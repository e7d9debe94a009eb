//! The search: one loop from the text of a puzzle to its outcome.
//!
//! The stack has a fixed size, because the number of nodes on it is limited. A second half is pushed when its
//! first half is entered. A digit in a band has at most six configurations. On the way down, its first halves
//! (first the two configurations through one minirow, then one of the two) are entered at most twice, and there
//! are nine digits in six bands and stacks.

use super::{
    Candidates,
    branch::{Branch, Half, choose, halve},
    fixpoint::{Fixpoint, examine},
    sweep::{is_solved, sweep},
};
use crate::{
    engine::{long_search::SearchContext, puzzle_text},
    grid::{ALL_DIGITS, BAD_CELL, CELL_VALUE, PENCILMARKS, Pencilmarks, PuzzleForm},
    simd::{Kernel, Quads, Simd, Words16},
};
use batchdoku_base::{Outcome, StopReason};

/// The maximum number of nodes on the stack.
const DEPTH: usize = 2 * 9 * 6;

/// Nine vectors in memory.
type StoredCandidates = [Words16; 9];

/// A node with a second half that is still to be searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    cells: StoredCandidates,
    branch: Branch,
}

/// Working memory, allocated once.
#[derive(Debug)]
pub(in crate::engine) struct OneGridMemory {
    puzzle: StoredCandidates,
    stack: [Node; DEPTH],
}

impl OneGridMemory {
    /// Allocates the memory. Never inlined, because the value is built on the stack first: it would make the
    /// stack frame of the caller so large that each call touches many pages.
    #[cold]
    #[inline(never)]
    pub(in crate::engine) fn new() -> Box<Self> {
        let none = [Words16::splat(0); 9];
        let node = Node { cells: none, branch: Branch::NONE };
        Box::new(Self { puzzle: none, stack: [node; DEPTH] })
    }
}

/// Solves the puzzles of a batch, one after the other.
pub(in crate::engine) struct OneByOne<'a, 'l, 's> {
    /// Shared by the searches of the batch.
    pub(in crate::engine) context: SearchContext<'a, 'l, 's>,
    /// One outcome per puzzle.
    pub(in crate::engine) outcomes: &'a mut [Outcome],
    pub(in crate::engine) memory: &'a mut OneGridMemory,
}

impl Kernel for OneByOne<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { mut context, outcomes, memory } = self;
        for (puzzle, outcome) in outcomes.iter_mut().enumerate() {
            search(simd.quads(), puzzle, outcome, &mut context, memory);
        }
    }
}

/// The sum of the nine vectors of a solved grid, which has each digit once in each box. Unused words have all digits
/// in each of the nine vectors.
static SOLVED_SUM: Words16 = {
    let mut sums = [9 * ALL_DIGITS; 16];
    let mut index = 0;
    while index < 9 {
        sums[4 * (index / 3) + index % 3] = ALL_DIGITS;
        index += 1;
    }
    Words16(sums)
};

/// Searches one puzzle of a batch. The outcome is written field by field, because copying a whole outcome would wait
/// for the stores of its fields.
#[inline(always)]
fn search<Q: Quads>(
    quads: Q,
    puzzle: usize,
    outcome: &mut Outcome,
    context: &mut SearchContext<'_, '_, '_>,
    memory: &mut OneGridMemory,
) {
    (outcome.solutions, outcome.nodes, outcome.end) = (0, 0, StopReason::Complete);
    let Some(mut cells) = load(quads, context.input, context.puzzles[puzzle], context.form) else {
        outcome.end = StopReason::Malformed;
        return;
    };
    if context.limits.solutions == 0 {
        outcome.end = StopReason::SolutionLimit;
        return;
    }
    if context.limits.stopped() {
        outcome.end = StopReason::Stopped;
        return;
    }
    store(quads, &cells, &mut memory.puzzle);
    let mut depth = 0;
    // True if the second half on top of the stack is the twin of this node.
    let mut has_twin = false;
    loop {
        match propagate(quads, &mut cells) {
            Propagated::Stuck(branch) => {
                let (Some(branch), Some(node)) = (branch, memory.stack.get_mut(depth)) else {
                    outcome.end = StopReason::EngineBug;
                    return;
                };
                store(quads, &cells, &mut node.cells);
                node.branch = branch;
                depth += 1;
                has_twin = branch.has_twins && !context.sink.wants_all();
                if !enter(puzzle, outcome, context) {
                    return;
                }
                cells = halve(quads, &cells, branch, Half::First);
                continue;
            }
            Propagated::Solved => {
                if !emit(quads, &cells, puzzle, outcome, context, memory) {
                    return;
                }
                if has_twin {
                    depth -= 1;
                    if !enter(puzzle, outcome, context) || !context.add_solution(outcome) {
                        return;
                    }
                }
            }
            Propagated::Contradiction => {}
        }
        has_twin = false;
        // Backtrack.
        let Some(top) = depth.checked_sub(1) else { return };
        depth = top;
        if !enter(puzzle, outcome, context) {
            return;
        }
        let node = &memory.stack[depth];
        let whole = fetch(quads, &node.cells);
        cells = halve(quads, &whole, node.branch, Half::Second);
    }
}

/// The state of a node after propagation.
enum Propagated {
    Contradiction,
    Solved,
    /// The search must branch. `None` is a defect.
    Stuck(Option<Branch>),
}

/// Sweeps a grid until it is solved, contradictory or at a fixpoint, where it chooses a branch.
#[inline(always)]
fn propagate<Q: Quads>(quads: Q, cells: &mut Candidates<Q::V>) -> Propagated {
    let solved = quads.load(&SOLVED_SUM);
    // Before the first sweep, a number that is not the sum of nine masks.
    let mut sum = quads.splat(u16::MAX);
    loop {
        let swept = sweep(quads, cells);
        *cells = swept.cells;
        if !quads.equal(swept.placeable, quads.splat(ALL_DIGITS)) {
            return Propagated::Contradiction;
        }
        if quads.equal(swept.sum, solved) && is_solved(quads, cells) {
            return Propagated::Solved;
        }
        // The sum falls with each candidate, so an equal sum means that the sweep has removed none.
        if quads.equal(swept.sum, sum) {
            match examine(quads, cells) {
                Fixpoint::Contradiction => return Propagated::Contradiction,
                Fixpoint::Stuck(minis) => return Propagated::Stuck(choose(quads, &minis)),
                Fixpoint::Changed(left) => *cells = left,
            }
        }
        sum = swept.sum;
    }
}

/// Counts a node. Returns `false` if this ends the search.
#[inline(always)]
fn enter(puzzle: usize, outcome: &mut Outcome, context: &mut SearchContext<'_, '_, '_>) -> bool {
    if context.limits.stopped() {
        outcome.end = StopReason::Stopped;
        return false;
    }
    context.enter(puzzle, outcome)
}

/// Counts a solution, and hands it over if it is wanted. Returns `false` if this ends the search.
#[inline(always)]
fn emit<Q: Quads>(
    quads: Q,
    cells: &Candidates<Q::V>,
    puzzle: usize,
    outcome: &mut Outcome,
    context: &mut SearchContext<'_, '_, '_>,
    memory: &OneGridMemory,
) -> bool {
    let is_first = outcome.solutions == 0;
    if is_first || context.sink.wants_all() {
        let mut wrong = quads.splat(0);
        for i in 0..9 {
            wrong = quads.or(wrong, quads.and_not(cells[i], quads.load(&memory.puzzle[i])));
        }
        if !quads.equal(wrong, quads.splat(0)) {
            outcome.end = StopReason::EngineBug;
            return false;
        }
        let one = context.form.digit_one();
        if let Some(output) = context.sink.first_only() {
            quads.digits(cells, one, output.row(puzzle));
            return context.add_solution(outcome);
        }
        let mut text = [0; 81];
        quads.digits(cells, one, &mut text);
        if context.sink.known_solution(puzzle) == Some(text) {
            return true;
        }
        if context.sink.take(puzzle, &text, outcome.nodes).is_break() {
            outcome.solutions += 1;
            outcome.end = StopReason::SolutionLimit;
            return false;
        }
    }
    context.add_solution(outcome)
}

/// Returns the candidates of a puzzle; `None` if it is malformed.
#[inline(always)]
fn load<Q: Quads>(
    quads: Q,
    input: &[u8],
    start: usize,
    form: PuzzleForm,
) -> Option<Candidates<Q::V>> {
    match form {
        PuzzleForm::Cells => {
            let text = puzzle_text(input, start);
            if is_plain(text) {
                return Some(quads.candidates(text));
            }
            Some(quads.candidates(&numbers(text)?))
        }
        PuzzleForm::Numbers => {
            let numbers = puzzle_text(input, start);
            let largest = numbers.iter().fold(0, |largest, &number| number.max(largest));
            (largest <= 9).then(|| quads.candidates(numbers))
        }
        PuzzleForm::Pencilmarks => {
            let stored = pencilmarks(puzzle_text(input, start))?;
            Some(fetch(quads, &stored))
        }
    }
}

/// Tests whether all cells are digits, `0` or `.`, so that their low four bits identify them.
#[inline(always)]
fn is_plain(text: &[u8; 81]) -> bool {
    let mut is_plain = true;
    for &byte in text {
        is_plain &= byte.wrapping_sub(b'0') <= 9 || byte == b'.';
    }
    is_plain
}

/// Returns the cells as numbers; `None` if one is not a cell.
#[cold]
#[inline(never)]
fn numbers(text: &[u8; 81]) -> Option<[u8; 81]> {
    let numbers = text.map(|byte| CELL_VALUE[usize::from(byte)]);
    (!numbers.contains(&BAD_CELL)).then_some(numbers)
}

/// Returns the candidates of a pencilmark puzzle; `None` if it is malformed. The row and column within its box select
/// the vector of a cell, its band and stack the word. Unused words keep all digits, so that no rule finds a
/// contradiction there.
#[cold]
#[inline(never)]
fn pencilmarks(text: &[u8; PENCILMARKS]) -> Option<StoredCandidates> {
    let marks = Pencilmarks::read(text)?;
    let mut stored = [Words16::splat(ALL_DIGITS); 9];
    for row in 0..9 {
        for column in 0..9 {
            let word = 4 * (row / 3) + column / 3;
            stored[3 * (row % 3) + column % 3].0[word] = marks.at(9 * row + column);
        }
    }
    Some(stored)
}

#[inline(always)]
fn store<Q: Quads>(quads: Q, cells: &Candidates<Q::V>, to: &mut StoredCandidates) {
    for i in 0..9 {
        quads.store(cells[i], &mut to[i]);
    }
}

#[inline(always)]
fn fetch<Q: Quads>(quads: Q, from: &StoredCandidates) -> Candidates<Q::V> {
    let mut cells = [quads.splat(0); 9];
    for i in 0..9 {
        cells[i] = quads.load(&from[i]);
    }
    cells
}
