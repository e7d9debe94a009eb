//! The minimal puzzles within a puzzle.
//!
//! The search decides clue after clue: it removes a redundant clue, or keeps it for good. A kept clue must be necessary
//! in the end, so it must be necessary once all undecided clues are removed.

use std::ops::ControlFlow;

use batchdoku_engine::grid::{CellSet, Grid};

/// Calls `found` once with each minimal puzzle that consists of clues of `puzzle`. `puzzle` must have one solution.
pub fn for_each_sub_puzzle(
    puzzle: &Grid,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    decide(puzzle, puzzle.filled(), CellSet::EMPTY, found)
}

/// Decides on the clues in `open`. The clues in `kept` stay, although `puzzle` may not need them yet.
fn decide(
    puzzle: &Grid,
    open: CellSet,
    mut kept: CellSet,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut redundant: CellSet =
        open.into_iter().filter(|&cell| puzzle.with(cell, None).is_unique()).collect();
    // Without all redundant clues, the kept clues must be necessary; otherwise they never will be.
    let least = redundant.into_iter().fold(*puzzle, |least, cell| least.with(cell, None));
    if kept.into_iter().any(|cell| least.with(cell, None).is_unique()) {
        return ControlFlow::Continue(());
    }
    let Some(cell) = redundant.pop_first() else { return found(puzzle) };
    decide(&puzzle.with(cell, None), redundant, kept, found)?;
    kept.insert(cell);
    decide(puzzle, redundant, kept, found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use batchdoku_testkit::{is_minimal, is_unique, random_puzzle, rng, sized, solution};

    /// Returns all subsets of the redundant clues, one by one.
    fn by_definition(puzzle: &Grid) -> BTreeSet<String> {
        let without = |cell| puzzle.with(cell, None);
        let redundant: Vec<_> =
            puzzle.filled().into_iter().filter(|&cell| is_unique(&without(cell))).collect();
        (0..1u32 << redundant.len())
            .map(|set| {
                let gone = redundant.iter().enumerate().filter(|&(bit, _)| set >> bit & 1 == 1);
                gone.fold(*puzzle, |left, (_, &cell)| left.with(cell, None))
            })
            .filter(|left| is_unique(left) && is_minimal(left))
            .map(|left| left.to_string())
            .collect()
    }

    #[test]
    fn all_minimal_puzzles_within_a_puzzle() {
        let mut rng = rng(8);
        for more in 0..sized(4, 1) {
            let minimal: Grid = random_puzzle(&mut rng);
            let solved = solution(&minimal);
            let puzzle = (!minimal.filled())
                .into_iter()
                .step_by(17)
                .take(more)
                .fold(minimal, |puzzle, cell| puzzle.with(cell, solved.get(cell)));
            let mut found = Vec::new();
            let _ = for_each_sub_puzzle(&puzzle, &mut |sub| {
                found.push(sub.to_string());
                ControlFlow::Continue(())
            });
            let distinct: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(found.len(), distinct.len(), "each once");
            assert_eq!(distinct, by_definition(&puzzle));
            assert!(distinct.contains(&minimal.to_string()));
        }
    }
}
