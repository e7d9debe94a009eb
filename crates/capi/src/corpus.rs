//! Canonical forms, ratings, and puzzles by seed and index.
#![allow(non_camel_case_types, reason = "the names of the header")]

use std::ffi::{CStr, c_char, c_int};

use batchdoku_base::Hint;
use batchdoku_corpus::{
    GridExt,
    explain::ErRating,
    generate::{GenerateOptions, Generator},
    rate::Rating,
    symmetry::Symmetry,
};

use crate::{error::guard, memory, solve::parse};

/// The rating of a puzzle by techniques.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bd_rating {
    /// The number of solutions: 0, 1, or 2 for several.
    pub solutions: u64,
    /// The number of search nodes if the techniques do not solve the puzzle, otherwise 0.
    pub nodes: u64,
    /// The name of the level, such as "medium"; "unsolvable" or "multiple" if there is not exactly one solution.
    pub level: [c_char; 16],
    /// The name of the hardest technique, such as "naked_pair"; empty if there is none.
    pub technique: [c_char; 32],
}

/// The conditions on the puzzles that bd_generate() makes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bd_generate_options {
    /// The fewest clues, from 17.
    pub min_clues: c_int,
    /// The most clues, up to 81.
    pub max_clues: c_int,
    /// Not 0: every clue is needed.
    pub minimal: c_int,
    /// The symmetry of the cells with clues, as the program names it, such as "rot180"; NULL for none.
    pub symmetry: *const c_char,
}

/// Writes the canonical form of a puzzle: the smallest equivalent puzzle, with dots for empty cells. Equivalent
/// puzzles have the same canonical form. Returns 0, or -1 if the puzzle is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before, `canonical` for 81 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_canonical(puzzle: *const c_char, canonical: *mut c_char) -> c_int {
    guard(-1, || {
        memory::place("canonical", canonical, memory::CELLS)?;
        // SAFETY: the caller's contract.
        let grid = parse(unsafe { memory::puzzle(puzzle)? })?;
        // SAFETY: the caller's contract.
        unsafe { memory::write(canonical.cast(), grid.canonical_form().to_text()) };
        Ok(0)
    })
}

/// Rates a puzzle by the techniques that solve it. Returns 0, or -1 if the puzzle is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before, `rating` for one value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_rate(puzzle: *const c_char, rating: *mut bd_rating) -> c_int {
    guard(-1, || {
        memory::place("rating", rating, 1)?;
        // SAFETY: the caller's contract.
        let found = Rating::of(&parse(unsafe { memory::puzzle(puzzle)? })?);
        let technique = found.hardest.map_or("", |technique| technique.name());
        let level = found.level_name();
        let solutions = u64::from(found.solutions);
        let nodes = found.nodes;
        let found = bd_rating { solutions, nodes, level: text(level), technique: text(technique) };
        // SAFETY: the caller's contract.
        unsafe { memory::write(rating, found) };
        Ok(0)
    })
}

/// Rates a puzzle on the scale of Sudoku Explainer, in tenths: for example, 42 is 4.2. Writes the ratings of
/// the hardest step (ER), of the hardest step up to the first digit placed (EP) and of the first step (ED) to
/// `ratings[0]`, `ratings[1]` and `ratings[2]`. Returns 1; 0 if the puzzle does not have exactly one solution or the
/// techniques do not suffice; -1 if the puzzle is malformed.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes or up to a NUL before, `ratings` for three values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_rate_er(puzzle: *const c_char, ratings: *mut c_int) -> c_int {
    guard(-1, || {
        memory::place("ratings", ratings, 3)?;
        // SAFETY: the caller's contract.
        let grid = parse(unsafe { memory::puzzle(puzzle)? })?;
        let Some(rating) = ErRating::of(&grid) else { return Ok(0) };
        let values = [rating.er(), rating.ep(), rating.ed()].map(|er| (10.0 * er).round() as c_int);
        // SAFETY: the caller's contract.
        unsafe { memory::write(ratings.cast(), values) };
        Ok(1)
    })
}

/// Generates puzzle number `index` of a seed. It is the same on every machine, and the same as that of the program's
/// `generate --seed SEED --skip INDEX -n 1`.
///
/// Writes 81 bytes to `puzzle`, and the solution to `solution` unless this is NULL. `options` may be NULL for
/// minimal puzzles with any number of clues. Returns 1; 0 if none of 100,000 tries met the conditions; -1 for an
/// error.
///
/// # Safety
/// `puzzle` must be valid for 81 bytes, `solution` NULL or valid for 81 bytes, `options` NULL or valid, its
/// symmetry NULL or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_generate(
    seed: u64,
    index: u64,
    options: *const bd_generate_options,
    puzzle: *mut c_char,
    solution: *mut c_char,
) -> c_int {
    guard(-1, || {
        let place = memory::place("puzzle", puzzle, memory::CELLS)?;
        if !solution.is_null() {
            let other = memory::place("solution", solution, memory::CELLS)?;
            memory::apart(&[("puzzle", place), ("solution", other)])?;
        }
        let end = index.checked_add(1).ok_or("the index is too large")?;
        let mut asked = GenerateOptions::new();
        // SAFETY: the caller's contract.
        if let Some(options) = unsafe { options.as_ref() } {
            let clues = |number: c_int| {
                u8::try_from(number)
                    .map_err(|_| format!("expected a number of clues, got {number}"))
            };
            asked = asked.clues(clues(options.min_clues)?..=clues(options.max_clues)?);
            asked = asked.minimal(options.minimal != 0);
            if !options.symmetry.is_null() {
                // SAFETY: the caller's contract.
                let name = unsafe { CStr::from_ptr(options.symmetry) }.to_string_lossy();
                asked =
                    asked.symmetry(name.parse::<Symmetry>().map_err(|error| error.to_string())?);
            }
        }
        let mut batch = Generator::new(asked, seed)
            .and_then(|mut generator| generator.generate(index..end))
            .map_err(|error| match error.hint() {
                Some(Hint::RarePuzzles) => {
                    format!("{error}; take neighbours or equivalents of known puzzles")
                }
                _ => error.to_string(),
            })?;
        let Some(generated) = batch.pop().flatten() else { return Ok(0) };
        // SAFETY: the caller's contract.
        unsafe {
            memory::write(puzzle.cast(), generated.puzzle.to_text());
            memory::write(solution.cast(), generated.solution.to_text());
        }
        Ok(1)
    })
}

fn text<const N: usize>(name: &str) -> [c_char; N] {
    let mut text = [0; N];
    for (to, from) in text[..N - 1].iter_mut().zip(name.bytes()) {
        *to = from as c_char;
    }
    text
}
