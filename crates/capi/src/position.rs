//! Positions: the candidates of each cell, and single moves.

use std::{
    ffi::{c_char, c_int},
    ops::ControlFlow,
    slice,
};

use batchdoku_base::Limits;
use batchdoku_corpus::{
    Position,
    moves::{JudgedMove, Move, legal},
    position,
};
use batchdoku_engine::{
    Grid, Mrv,
    grid::{Cell, Digit, DigitSet, PENCILMARKS, Pencilmarks},
};

use crate::{
    error::guard,
    memory::{self, CELLS},
    solve::parse,
};

/// There is no move: a row, a column or a digit is out of range.
pub const BD_MOVE_UNPARSED: u8 = 0;
/// The cell holds a digit.
pub const BD_MOVE_FILLED: u8 = 1;
/// A cell that the cell sees holds the digit.
pub const BD_MOVE_CONFLICT: u8 = 2;
/// The rules allow the move, but no solution has it.
pub const BD_MOVE_WRONG: u8 = 3;
/// A solution has the move.
pub const BD_MOVE_RIGHT: u8 = 4;

/// Writes the candidates of each cell of a position to the 81 values of `masks`, row by row: bit `d - 1` stands for the
/// digit `d`. The mask of a filled cell has its digit. The mask of a cell without candidates is 0.
///
/// If `length` is 81, the text is a puzzle. If it is 729, the text has nine bytes for each cell: the candidates of the
/// first cell, then the candidates of the second cell, and so on. A cell with one candidate is then filled if no cell
/// that it sees has this candidate. Returns 0, or -1 for an error.
///
/// # Safety
/// `text` must be valid for `length` bytes or up to a NUL before, `masks` for 81 values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_candidates(
    text: *const c_char,
    length: usize,
    masks: *mut u16,
) -> c_int {
    guard(-1, || {
        memory::place("masks", masks, CELLS)?;
        let position = match length {
            // SAFETY: the caller's contract.
            CELLS => Position::from(&parse(unsafe { memory::puzzle(text)? })?),
            PENCILMARKS => {
                // SAFETY: the caller's contract.
                let text = unsafe { memory::text::<PENCILMARKS>(text, "candidates")? };
                let candidates = Pencilmarks::parse(text).map_err(|error| error.to_string())?;
                Position::from(&candidates)
            }
            _ => return Err(format!("a position is 81 or 729 bytes, not {length}")),
        };
        // SAFETY: the caller's contract.
        unsafe { memory::write(masks.cast(), position.left()) };
        Ok(0)
    })
}

/// Writes the digits that the rules allow in each empty cell of a puzzle to the 81 values of `masks`, in the form of
/// bd_candidates(). The mask of a filled cell is 0. Returns 0, or -1 if the puzzle is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before, `masks` for 81 values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_legal(puzzle: *const c_char, masks: *mut u16) -> c_int {
    guard(-1, || {
        memory::place("masks", masks, CELLS)?;
        // SAFETY: the caller's contract.
        let grid = parse(unsafe { memory::puzzle(puzzle)? })?;
        // SAFETY: the caller's contract.
        unsafe { memory::write(masks.cast(), legal(&grid)) };
        Ok(0)
    })
}

/// Counts the solutions of a position, up to `limit`: solutions where each digit is a candidate of its cell.
///
/// `masks` has 81 values, as bd_candidates() writes them. The first solution goes to the 81 bytes of `solution`, if there
/// is one and `solution` is not NULL. Returns the count, or SIZE_MAX for an error. A limit of SIZE_MAX finds all.
///
/// # Safety
/// `masks` must be valid for 81 values, `solution` NULL or valid for 81 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_solve_candidates(
    masks: *const u16,
    limit: usize,
    solution: *mut c_char,
) -> usize {
    guard(usize::MAX, || {
        let given = memory::place("masks", masks, CELLS)?;
        let output = memory::optional_place("the solution", solution, CELLS)?;
        memory::apart(&[("masks", given), ("the solution", output)])?;
        // SAFETY: the caller's contract.
        let position = unsafe { position_of(masks)? };
        let mut first = None;
        let mut each = |found: &Grid| {
            first.get_or_insert(*found);
            ControlFlow::Continue(())
        };
        let limits = Limits::solutions(limit as u64);
        let outcome = position::search(&position, &mut Mrv, &limits, &mut each);
        if let Some(found) = first {
            // SAFETY: the caller's contract.
            unsafe { memory::write(solution.cast(), found.to_text()) };
        }
        Ok(outcome.solutions as usize)
    })
}

/// Places a digit in a position: the cell keeps only this candidate, and the cells that it sees lose the candidate.
///
/// `masks` has 81 values, as bd_candidates() writes them; `row` and `column` are 0 to 8, `digit` is 1 to 9. Returns 0,
/// even if the cell is already filled with this digit. Returns -1 and changes nothing for an error, for example if the
/// cell is filled with another digit, or if the digit is not a candidate.
///
/// # Safety
/// `masks` must be valid for 81 values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_place(
    masks: *mut u16,
    row: c_int,
    column: c_int,
    digit: c_int,
) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        change(masks, [row, column, digit], |position, chosen| {
            // Masks do not show whether the last candidate of a cell was placed, so placing it again is no error.
            if position.grid().get(chosen.cell) == Some(chosen.digit) {
                return Ok(*position);
            }
            position.place(chosen.cell, chosen.digit).map_err(|error| error.to_string())
        })
    }
}

/// Eliminates a digit from an empty cell of a position. A digit that is not a candidate changes nothing. The arguments
/// and the result are those of bd_place().
///
/// # Safety
/// `masks` must be valid for 81 values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_eliminate(
    masks: *mut u16,
    row: c_int,
    column: c_int,
    digit: c_int,
) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        change(masks, [row, column, digit], |position, chosen| {
            let digits = DigitSet::from_iter([chosen.digit]);
            position.eliminate(chosen.cell, digits).map_err(|error| error.to_string())
        })
    }
}

/// Judges many moves. Move `i` is `moves[3 * i]` to `moves[3 * i + 2]`: the row and the column, both counted from 0,
/// and the digit. It is a move in the grid of 81 bytes from `grids + i * stride`. With a stride of 0, all moves share
/// one grid.
///
/// The verdict goes to `verdicts[i]`: one of the constants BD_MOVE_UNPARSED to BD_MOVE_RIGHT. For BD_MOVE_CONFLICT, the
/// number of the cell that holds the digit, from 0 to 80, goes to `others[i]`; otherwise -1. `others` may be NULL. If
/// the rules allow a move, its grid is searched for a solution with the move. `solutions` saves these searches: it is
/// NULL, or has the unique solution of each grid, as text with the stride `solution_stride`. Returns 0, or -1 for an
/// error, such as a malformed grid.
///
/// # Safety
/// `grids` and `solutions` must be valid for the last row's 81 bytes, `moves` for `3 * count` values, `verdicts` and
/// `others` for `count`; nothing else may access them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_judge_moves(
    grids: *const u8,
    stride: usize,
    moves: *const i8,
    count: usize,
    solutions: *const u8,
    solution_stride: usize,
    verdicts: *mut u8,
    others: *mut i8,
) -> c_int {
    guard(-1, || {
        if count == 0 {
            return Ok(0);
        }
        let size = |stride: usize| (count - 1).checked_mul(stride)?.checked_add(CELLS);
        let size_of = |name: &str, stride: usize| match stride {
            1..CELLS => Err(format!("the stride of {name} is too small")),
            _ => size(stride).ok_or_else(|| format!("{name} is larger than memory")),
        };
        let numbers = count.checked_mul(3).ok_or("moves is larger than memory")?;
        let grids_place = memory::place("grids", grids, size_of("grids", stride)?)?;
        let moves_place = memory::place("moves", moves, numbers)?;
        let solutions_size = size_of("solutions", solution_stride)?;
        let solved = memory::optional_place("solutions", solutions, solutions_size)?;
        let verdicts_place = memory::place("verdicts", verdicts, count)?;
        let others_place = memory::optional_place("others", others, count)?;
        for input in [("grids", grids_place), ("moves", moves_place), ("solutions", solved)] {
            memory::apart(&[input.clone(), ("verdicts", verdicts_place.clone())])?;
            memory::apart(&[input, ("others", others_place.clone())])?;
        }
        memory::apart(&[("verdicts", verdicts_place), ("others", others_place)])?;
        // SAFETY: the caller's contract; `at` is a row.
        let grid = |rows: *const u8, at: usize| unsafe { grid_at(rows, at) };
        // SAFETY: the caller's contract.
        let moves = unsafe { slice::from_raw_parts(moves, numbers) };
        let judged = |index: usize| -> Result<JudgedMove, String> {
            let grid_of =
                grid(grids, index * stride).map_err(|error| format!("grid {index}: {error}"))?;
            let numbers = [0, 1, 2].map(|at| i64::from(moves[3 * index + at]));
            let Some(chosen) = Move::of_numbers(numbers) else { return Ok(JudgedMove::default()) };
            if let Some(judged) = JudgedMove::by_rules(&grid_of, Some(chosen)) {
                return Ok(judged);
            }
            if solutions.is_null() {
                return Ok(JudgedMove::by_search(&Position::from(&grid_of), chosen));
            }
            let solution = grid(solutions, index * solution_stride)
                .and_then(|grid| {
                    if grid.is_complete() { Ok(grid) } else { Err("it is not complete".into()) }
                })
                .map_err(|error| format!("solution {index}: {error}"))?;
            Ok(JudgedMove::by_solution(&solution, chosen))
        };
        // Judge all moves before the first verdict is written, because an error must write nothing.
        let judged: Vec<_> = (0..count).map(judged).collect::<Result<_, _>>()?;
        for (index, JudgedMove { verdict, other }) in judged.into_iter().enumerate() {
            let other = other.map_or(-1, |cell: Cell| cell.index() as i8);
            // SAFETY: the caller's contract.
            unsafe {
                memory::write(verdicts.add(index), verdict as u8);
                if !others.is_null() {
                    memory::write(others.add(index), other);
                }
            }
        }
        Ok(0)
    })
}

/// Reads the grid of 81 bytes that starts `at` bytes from the first.
///
/// # Safety
/// `rows` must be valid for these bytes.
unsafe fn grid_at(rows: *const u8, at: usize) -> Result<Grid, String> {
    // SAFETY: the caller's contract.
    let bytes = unsafe { slice::from_raw_parts(rows.add(at), CELLS) };
    let cells = bytes.try_into().expect("81 bytes");
    if memory::are_candidates(cells) {
        return Err("these are candidates, nine characters for each cell".into());
    }
    parse(cells)
}

/// Reads the position of 81 masks.
///
/// # Safety
/// `masks` must be valid for 81 values, and aligned.
unsafe fn position_of(masks: *const u16) -> Result<Position, String> {
    // SAFETY: the caller's contract.
    let cells = unsafe { masks.cast::<[u16; CELLS]>().read() };
    let candidates = Pencilmarks::from_cells(cells)
        .ok_or("a mask has nine bits, from 1 for the digit 1 to 256 for 9")?;
    Ok((&candidates).into())
}

/// Changes a position by a move.
///
/// # Safety
/// `masks` must be valid for 81 values.
unsafe fn change(
    masks: *mut u16,
    [row, column, digit]: [c_int; 3],
    to: impl FnOnce(&Position, Move) -> Result<Position, String>,
) -> c_int {
    guard(-1, || {
        memory::place("masks", masks, CELLS)?;
        // SAFETY: the caller's contract; the pointer is aligned.
        let position = unsafe { position_of(masks)? };
        let at = |number: c_int| u8::try_from(number).ok();
        let cell = at(row).zip(at(column)).and_then(|(row, column)| Cell::at(row, column));
        let cell =
            cell.ok_or_else(|| format!("a row and a column are 0 to 8, not {row} and {column}"))?;
        let digit = at(digit)
            .and_then(Digit::new)
            .ok_or_else(|| format!("a digit is 1 to 9, not {digit}"))?;
        let after = to(&position, Move { cell, digit })?;
        // SAFETY: the caller's contract.
        unsafe { memory::write(masks.cast(), after.left()) };
        Ok(0)
    })
}
