//! Puzzles by seed and index. The search runs in portions, so that a worker can receive messages in between.

use batchdoku_corpus::{
    explain::{StepKind, TechniqueConditions},
    generate::{GenerateError, GenerateOptions, GeneratedPuzzle, Generator as Inner},
    rate::{Difficulty, Rating},
};
use batchdoku_engine::grid::Grid;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use wasm_bindgen::prelude::*;

use crate::CallError;

/// Generates puzzle number `index` of a seed. It is the same on every machine, and the same as that of the program's
/// `generate --seed SEED --skip INDEX -n 1`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Generator {
    inner: Inner<'static>,
    /// The puzzle, once it is found.
    found: Option<GeneratedPuzzle>,
    tries: Arc<AtomicU64>,
}

#[wasm_bindgen]
impl Generator {
    /// Begins the search for a puzzle with `min_clues` to `max_clues` clues. With `minimal`, no clue can be removed.
    /// `symmetry` is the name of the symmetry of the clues, as in the program (for example `none` or `rot180`). The
    /// other conditions are optional: an ER from `er_min` to `er_max`, the name of a `level`, and the technique that
    /// the puzzle `needs`, with nothing harder.
    ///
    /// @throws if no puzzle meets the options.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "JavaScript has no other types to hand over")]
    pub fn new(
        seed: u64,
        index: u64,
        min_clues: u8,
        max_clues: u8,
        minimal: bool,
        symmetry: &str,
        er_min: Option<f64>,
        er_max: Option<f64>,
        level: Option<String>,
        needs: Option<String>,
    ) -> Result<Self, CallError> {
        let mut options = GenerateOptions::new().clues(min_clues..=max_clues).minimal(minimal);
        if er_min.is_some() || er_max.is_some() {
            options = options.er(er_min.unwrap_or(0.0)..=er_max.unwrap_or(25.0));
        }
        if let Some(level) = level {
            let level: Difficulty =
                level.parse().map_err(|error| CallError::refused("level", error))?;
            let has_level = move |puzzle: &Grid| Rating::of(puzzle).level() == Some(level);
            // The box, one byte, is leaked, because the options borrow the condition and a JavaScript class cannot
            // borrow.
            options = options.accept(Box::leak(Box::new(has_level)));
        }
        if let Some(needs) = needs {
            let kind: StepKind =
                needs.parse().map_err(|error| CallError::refused("needs", error))?;
            options = options.techniques(TechniqueConditions::new().needs([kind]));
        }
        let tries = Arc::new(AtomicU64::new(0));
        let symmetry = symmetry.parse().map_err(|error| CallError::refused("symmetry", error))?;
        let builder = Inner::builder(options.symmetry(symmetry), seed).count_tries(tries.clone());
        let mut inner = builder.build().map_err(|error| {
            let argument = match error {
                GenerateError::NoRating { .. } => "minEr and maxEr",
                GenerateError::Techniques(_) => "needs",
                _ => "minClues and maxClues",
            };
            CallError::refused(argument, error)
        })?;
        let end = index.checked_add(1);
        inner.begin(index..end.ok_or_else(|| CallError::refused("index", "it is too large"))?);
        Ok(Self { inner, found: None, tries })
    }

    /// Continues the search for some milliseconds, or longer with a condition on the ER. Returns `false` at the end.
    ///
    /// @throws if the engine has a defect.
    pub fn advance(&mut self) -> Result<bool, CallError> {
        let batch = self.inner.advance().map_err(|error| CallError::Failed(error.to_string()))?;
        if let Some(record) = batch.iter().flatten().next() {
            self.found = *record;
        }
        Ok(batch.is_none())
    }

    /// Returns the puzzle, once the search has ended; `undefined` if none of 100,000 tries met the
    /// conditions.
    #[wasm_bindgen(getter)]
    pub fn puzzle(&self) -> Option<String> {
        self.found.map(|found| found.puzzle.to_string())
    }

    /// Returns the number of tries so far.
    #[wasm_bindgen(getter)]
    pub fn tries(&self) -> f64 {
        self.tries.load(Ordering::Relaxed) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::refused;
    use batchdoku_corpus::symmetry::Symmetry;

    /// Returns a generator of puzzles with these clues, minimal or not, and with an ER in a range.
    fn generator(
        clues: (u8, u8, bool),
        symmetry: &str,
        er: (Option<f64>, Option<f64>),
    ) -> Result<Generator, CallError> {
        Generator::new(7, 3, clues.0, clues.1, clues.2, symmetry, er.0, er.1, None, None)
    }

    #[test]
    fn a_level_holds_together_with_an_er() {
        for (name, er) in [("easy", None), ("hard", None), ("medium", Some(2.6))] {
            let level = Some(name.to_owned());
            let new =
                Generator::new(7, 3, 17, 81, true, "none", er, er.map(|er| er + 0.4), level, None);
            let mut generator = new.unwrap();
            while generator.advance().unwrap() {}
            let puzzle: Grid = generator.puzzle().unwrap().parse().unwrap();
            assert_eq!(Rating::of(&puzzle).level().map(Difficulty::name), Some(name));
        }
        let needs = Some("x_wing".to_owned());
        let new = Generator::new(7, 0, 17, 81, true, "none", None, None, None, needs);
        let mut generator = new.unwrap();
        while generator.advance().unwrap() {}
        let puzzle: Grid = generator.puzzle().unwrap().parse().unwrap();
        let needs = TechniqueConditions::new().needs([StepKind::XWing]);
        assert_eq!(needs.are_met_by(&puzzle), Ok(true));
        let needs = Some("x-wing".to_owned());
        let new = Generator::new(7, 3, 17, 81, true, "none", None, None, None, needs);
        refused(new, "needs", "got 'x-wing'");
        let level = Some("impossible".to_owned());
        let new = Generator::new(7, 3, 17, 81, true, "none", None, None, level, None);
        refused(new, "level", "got 'impossible'");
    }

    #[test]
    fn portions_make_the_puzzle_that_one_call_makes() {
        for (clues, er, options) in [
            ((17, 81, true), (None, None), GenerateOptions::new()),
            ((26, 28, false), (None, None), GenerateOptions::new().clues(26..=28).minimal(false)),
            ((17, 81, true), (Some(2.0), Some(3.0)), GenerateOptions::new().er(2.0..=3.0)),
        ] {
            let symmetry = Symmetry::Rot180;
            let mut generator = generator(clues, symmetry.name(), er).unwrap();
            while generator.advance().unwrap() {}
            let mut whole = Inner::new(options.symmetry(symmetry), 7).unwrap();
            let expected = whole.generate(3..4).unwrap()[0].expect("such puzzles are not rare");
            assert_eq!(generator.puzzle(), Some(expected.puzzle.to_string()));
            assert!(generator.tries() >= 1.0);
        }
    }

    #[test]
    fn options_that_no_puzzle_meets_are_refused() {
        let of = |clues, symmetry| generator(clues, symmetry, (None, None));
        refused(of((3, 9, true), "none"), "minClues and maxClues", "no puzzle with 9 clues");
        refused(of((17, 81, true), "round"), "symmetry", "got 'round'");
        let of = |er| generator((17, 81, true), "none", er);
        refused(of((Some(4.0), Some(3.0))), "minEr and maxEr", "no puzzle has ER 4.0..3.0");
    }
}
