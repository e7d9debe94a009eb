//! One puzzle per call, and the SIMD level for all calls.

use std::{
    cell::RefCell,
    ffi::{CStr, c_char, c_int},
    slice,
    sync::atomic::{AtomicU8, Ordering},
};

use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_engine::{
    Engine, EngineChoice, Grid, PuzzleBatch, build_engine, grid::PuzzleForm, simd::SimdLevel,
};

use crate::{
    error::guard,
    memory::{self, CELLS},
};

/// Counts the solutions of a puzzle, up to `limit`.
///
/// Writes the first solution, if there is one, to the 81 bytes of `solution`, which may be the bytes of the puzzle;
/// `solution` may be NULL. Writes the number of alternatives that the search entered to `nodes`, which may be NULL.
/// Returns the count, or SIZE_MAX if the puzzle is malformed. A limit of SIZE_MAX finds all solutions.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before, `solution` for 81 bytes, `nodes` for one value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_solve(
    puzzle: *const c_char,
    limit: usize,
    solution: *mut c_char,
    nodes: *mut usize,
) -> usize {
    guard(usize::MAX, || {
        // SAFETY: the caller's contract.
        let text = unsafe { memory::puzzle(puzzle)? };
        let given = memory::place("the puzzle", puzzle, CELLS)?;
        let output = memory::optional_place("the solution", solution, CELLS)?;
        let count = memory::optional_place("nodes", nodes, 1)?;
        // The puzzle is no longer in use when the solution is written.
        memory::apart(&[("the puzzle", given), ("nodes", count.clone())])?;
        memory::apart(&[("the solution", output), ("nodes", count)])?;
        let mut found = [0; CELLS];
        let outcome = search(text, limit, &mut found)?;
        if outcome.solutions > 0 {
            // SAFETY: the caller's contract; the bytes may overlap the puzzle, which is no longer in use.
            unsafe { memory::write(solution.cast(), found) };
        }
        // SAFETY: the caller's contract.
        unsafe { memory::write(nodes, outcome.nodes as usize) };
        Ok(outcome.solutions as usize)
    })
}

/// Counts the solutions of a puzzle, up to `limit`. Returns SIZE_MAX if the puzzle is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_count(puzzle: *const c_char, limit: usize) -> usize {
    // SAFETY: the caller's contract; both others may be NULL.
    unsafe { bd_solve(puzzle, limit, std::ptr::null_mut(), std::ptr::null_mut()) }
}

/// Returns 1 if the puzzle has exactly one solution, 0 if it has none or several, -1 if it is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_is_unique(puzzle: *const c_char) -> c_int {
    // SAFETY: the caller's contract.
    match unsafe { bd_count(puzzle, 2) } {
        usize::MAX => -1,
        count => c_int::from(count == 1),
    }
}

/// Returns the version of the library, a static string.
#[unsafe(no_mangle)]
pub extern "C" fn bd_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the name of the SIMD level in use, a static string: "avx512", "avx2", "neon" or "portable".
#[unsafe(no_mangle)]
pub extern "C" fn bd_simd() -> *const c_char {
    let name: &CStr = match level() {
        SimdLevel::Avx512 => c"avx512",
        SimdLevel::Avx2 => c"avx2",
        SimdLevel::Neon => c"neon",
        _ => c"portable",
    };
    name.as_ptr()
}

/// Selects the SIMD level from now on, on all threads, by a name that bd_simd() returns. The level changes the speed,
/// never a result. Returns 0, or -1 if there is no such level, or if this CPU does not support it.
///
/// # Safety
/// `level` must be NULL or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_use_simd(level: *const c_char) -> c_int {
    guard(-1, || {
        if level.is_null() {
            return Err("the level is NULL".into());
        }
        // SAFETY: the caller's contract.
        let name = unsafe { CStr::from_ptr(level) }.to_string_lossy();
        let mut levels = SimdLevel::available().enumerate();
        let (index, _) = levels
            .find(|(_, level)| level.name() == name)
            .ok_or_else(|| format!("this CPU has no level '{name}'"))?;
        LEVEL.store(index as u8, Ordering::Relaxed);
        Ok(0)
    })
}

/// The index of the level in use among the available levels. By default, the level is detected.
static LEVEL: AtomicU8 = AtomicU8::new(u8::MAX);

pub(crate) fn level() -> SimdLevel {
    match LEVEL.load(Ordering::Relaxed) {
        u8::MAX => SimdLevel::detect(),
        index => SimdLevel::available().nth(index.into()).unwrap_or_else(SimdLevel::detect),
    }
}

thread_local! {
    /// The engine of a thread, and the index of the level that it was built for.
    static ENGINE: RefCell<Option<(u8, Box<dyn Engine>)>> = const { RefCell::new(None) };
}

fn search(text: &[u8; CELLS], limit: usize, solution: &mut [u8; CELLS]) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    ENGINE.with_borrow_mut(|engine| {
        let index = LEVEL.load(Ordering::Relaxed);
        let engine = match engine {
            Some((built, engine)) if *built == index => engine,
            _ => {
                let choice = EngineChoice { level: level(), ..EngineChoice::default() };
                &mut engine.insert((index, build_engine(choice))).1
            }
        };
        let batch = PuzzleBatch {
            input: text,
            puzzles: &[0],
            form: PuzzleForm::Cells,
            output: solution,
            solutions: &[0],
            outcomes: slice::from_mut(&mut outcome),
        };
        engine.solve_batch(batch, &Limits::solutions(limit as u64));
    });
    match outcome.end {
        StopReason::Malformed => Err(parse(text).expect_err("it is malformed")),
        StopReason::EngineBug => Err("internal error: the engine gave a wrong solution".into()),
        _ => Ok(outcome),
    }
}

pub(crate) fn parse(text: &[u8; CELLS]) -> Result<Grid, String> {
    Grid::parse(text).map_err(|error| error.to_string())
}
