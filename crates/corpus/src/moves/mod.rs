//! Single moves: whether the rules allow a move, whether it is right, and which technique proves it.
//!
//! ```text
//! filled     the cell holds a digit
//! conflict   a cell that it sees holds the digit
//! wrong      the rules allow it, and no solution has it: legal, and no violation of a rule
//! right      a solution has it
//! ```

mod text;

use std::ops::ControlFlow;

use batchdoku_base::{Limits, named};
use batchdoku_engine::{
    Mrv,
    grid::{Cell, Digit, Grid},
};

pub use text::{MoveOrder, MoveOrderError};

use crate::position::{PlaceError, Position, fault, search};

/// A digit for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Move {
    /// Returns the move for a row and a column, both from 0, and a digit; `None` if a number is out of range.
    #[inline]
    pub fn of_numbers([row, column, digit]: [i64; 3]) -> Option<Self> {
        let [row, column, digit] = [row, column, digit].map(u8::try_from);
        let cell = Cell::at(row.ok()?, column.ok()?)?;
        Some(Self { cell, digit: Digit::new(digit.ok()?)? })
    }
}

/// The verdict on a move.
///
/// ```
/// use batchdoku::corpus::moves::MoveVerdict;
/// assert_eq!(MoveVerdict::Wrong.to_string(), "wrong");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveVerdict {
    /// There is no move, or there are several.
    #[default]
    Unparsed,
    /// The cell holds a digit.
    Filled,
    /// A cell that the cell sees holds the digit.
    Conflict,
    /// The rules allow the move, but no solution has it.
    Wrong,
    /// A solution has the move.
    Right,
}

named!(MoveVerdict {
    Unparsed = "unparsed",
    Filled = "filled",
    Conflict = "conflict",
    Wrong = "wrong",
    Right = "right",
});

/// A verdict, with the cell that a conflict is with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgedMove {
    /// The verdict.
    pub verdict: MoveVerdict,
    /// The cell that the move conflicts with.
    pub other: Option<Cell>,
}

impl JudgedMove {
    /// Judges a move in a grid by the rules. Returns `None` if they allow it: then the solutions decide.
    #[inline]
    pub fn by_rules(grid: &Grid, chosen: Option<Move>) -> Option<Self> {
        let Some(Move { cell, digit }) = chosen else { return Some(Self::default()) };
        match fault(grid, cell, digit)? {
            PlaceError::Conflict { other, .. } => {
                Some(Self { verdict: MoveVerdict::Conflict, other: Some(other) })
            }
            _ => Some(MoveVerdict::Filled.into()),
        }
    }

    /// Judges a move by the only solution.
    #[inline]
    pub fn by_solution(solution: &Grid, chosen: Move) -> Self {
        let is_right = solution.digits()[chosen.cell.index()] == chosen.digit.get();
        if is_right { MoveVerdict::Right.into() } else { MoveVerdict::Wrong.into() }
    }

    /// Judges a move by all solutions of a position: it is right if any solution has it.
    pub fn by_search(position: &Position, chosen: Move) -> Self {
        let Ok(after) = position.place(chosen.cell, chosen.digit) else {
            return MoveVerdict::Wrong.into();
        };
        let mut each = |_: &Grid| ControlFlow::Continue(());
        let outcome = search(&after, &mut Mrv, &Limits::solutions(1), &mut each);
        if outcome.solutions > 0 { MoveVerdict::Right.into() } else { MoveVerdict::Wrong.into() }
    }

    /// Judges a move in a position.
    ///
    /// ```
    /// use batchdoku::corpus::{Position, moves::{JudgedMove, Move, MoveVerdict}};
    /// use batchdoku::Grid;
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let position = Position::from(&puzzle);
    /// let judged = |numbers| JudgedMove::of(&position, Move::of_numbers(numbers));
    /// assert_eq!(judged([0, 2, 4]).verdict, MoveVerdict::Right);
    /// assert_eq!(judged([0, 2, 1]).verdict, MoveVerdict::Wrong);
    /// assert_eq!(judged([0, 2, 5]).other, Some(batchdoku::Cell::ALL[0]), "r1c1 holds the 5");
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn of(position: &Position, chosen: Option<Move>) -> Self {
        match (Self::by_rules(position.grid(), chosen), chosen) {
            (Some(judged), _) => judged,
            (None, Some(chosen)) => Self::by_search(position, chosen),
            (None, None) => Self::default(),
        }
    }
}

impl From<MoveVerdict> for JudgedMove {
    fn from(verdict: MoveVerdict) -> Self {
        Self { verdict, other: None }
    }
}

/// Returns the digits that the rules allow in each cell of a grid, as bits from bit 0 for 1; no bits for a filled cell.
pub fn legal(grid: &Grid) -> [u16; 81] {
    let mut left = Position::from(grid).left();
    for (mask, &digit) in left.iter_mut().zip(grid.digits()) {
        if digit != 0 {
            *mask = 0;
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_engine::grid::DigitSet;
    use batchdoku_testkit::{random_puzzle, rng, scaled, solution};

    /// Compares the verdicts with those of a judge that checks the rules cell by cell.
    #[test]
    fn every_move_has_its_verdict() {
        let mut rng = rng(1);
        for _ in 0..scaled(20) {
            let puzzle: Grid = random_puzzle(&mut rng);
            let solution = solution(&puzzle);
            let position = Position::from(&puzzle);
            let masks = legal(&puzzle);
            for cell in Cell::ALL {
                for digit in Digit::ALL {
                    let holds = |at: &Cell| puzzle.get(*at) == Some(digit);
                    let other = cell.peers().iter().copied().find(holds);
                    let expected = if puzzle.get(cell).is_some() {
                        MoveVerdict::Filled
                    } else if other.is_some() {
                        MoveVerdict::Conflict
                    } else if solution.get(cell) == Some(digit) {
                        MoveVerdict::Right
                    } else {
                        MoveVerdict::Wrong
                    };
                    let chosen = Move { cell, digit };
                    let judged = JudgedMove::of(&position, Some(chosen));
                    assert_eq!(judged.verdict, expected, "{puzzle} {cell}={digit}");
                    let is_conflict = expected == MoveVerdict::Conflict;
                    assert_eq!(
                        judged.other,
                        other.filter(|_| is_conflict),
                        "{puzzle} {cell}={digit}"
                    );
                    let is_legal = masks[cell.index()] >> digit.index() & 1 == 1;
                    assert_eq!(is_legal, expected >= MoveVerdict::Wrong, "{puzzle} {cell}={digit}");
                    if is_legal {
                        assert_eq!(JudgedMove::by_solution(&solution, chosen), judged);
                    }
                }
            }
        }
    }

    #[test]
    fn any_solution_makes_a_move_right() {
        let empty = Position::from(&Grid::EMPTY);
        let judged = JudgedMove::of(&empty, Move::of_numbers([4, 4, 5]));
        assert_eq!(judged, MoveVerdict::Right.into());
        let without: Position =
            empty.eliminate(Cell::ALL[40], DigitSet::from_iter([Digit::ALL[4]])).expect("empty");
        let judged = JudgedMove::of(&without, Move::of_numbers([4, 4, 5]));
        assert_eq!(judged, MoveVerdict::Wrong.into());
    }

    #[test]
    fn what_is_out_of_range_is_no_move() {
        for numbers in [[9, 0, 1], [0, -1, 1], [0, 0, 0], [0, 0, 10], [i64::MAX, 0, 1]] {
            assert_eq!(Move::of_numbers(numbers), None, "{numbers:?}");
        }
        assert_eq!(JudgedMove::of(&(&Grid::EMPTY).into(), None), MoveVerdict::Unparsed.into());
    }
}
