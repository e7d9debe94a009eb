//! The steps from a puzzle to its solution: kept as values, or written as JSON while they are found.

use super::{
    implication::Proof,
    path::{Explainer, Unexplained},
    rating::ErRating,
    step::Step,
    write::{close_list, write_er, write_step},
};
use crate::position::Position;
use batchdoku_base::named;
use batchdoku_engine::grid::Grid;

/// The steps of a path for which the grid after them is written.
///
/// ```
/// use batchdoku::corpus::explain::ShownGrids;
/// assert_eq!("end".parse(), Ok(ShownGrids::End));
/// assert_eq!(ShownGrids::End.to_string(), "end");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShownGrids {
    /// No step.
    None,
    /// The last step.
    End,
    /// Each step.
    #[default]
    Each,
}

named!(ShownGrids { None = "none", End = "end", Each = "each" });

/// The steps from a puzzle to its solution, as values.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps.
    pub steps: Vec<TakenStep>,
    /// The rating, or the reason why the steps do not lead to the solution; `None` if a limit of steps ends them before
    /// the solution.
    pub rating: Result<Option<ErRating>, Unexplained>,
}

/// A step, and the position after it.
#[derive(Clone, Debug)]
pub struct TakenStep {
    /// The step.
    pub step: Step,
    proof: Option<Proof>,
    /// The grid after the step.
    pub after: Grid,
    /// The candidates of each empty cell after the step, as masks.
    pub candidates: [u16; 81],
}

impl TakenStep {
    /// Returns true if the step has a proof, because its pattern alone does not show that it holds.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Returns the position after the step.
    pub fn position(&self) -> Position {
        Position::of(&self.after, &self.candidates)
    }

    /// Returns the step as an element of `steps` in [`SolutionPath::SCHEMA`].
    pub fn json(&self) -> Vec<u8> {
        let mut json = Vec::new();
        write_step(&self.step, self.proof.as_ref(), &mut json);
        json.extend_from_slice(&end_of_step(&self.after));
        // Remove the comma.
        json.pop();
        json
    }

    /// Returns the lines of the proof, indented by `indent` spaces; empty if the pattern shows that the step holds.
    pub fn proof(&self, indent: usize) -> String {
        let mut text = String::new();
        if let Some(proof) = &self.proof {
            proof.write_words(&self.step, indent, &mut text);
        }
        text
    }
}

impl SolutionPath {
    /// The JSON schema of the lines that [`Self::write_json`] writes.
    pub const SCHEMA: &str = include_str!("schema.json");

    /// Finds the steps from a start, given its only solution or the reason why it has none.
    pub fn find(
        explainer: &mut Explainer,
        start: impl Into<Position>,
        solution: Result<Grid, Unexplained>,
    ) -> Self {
        let mut steps = Vec::new();
        let rating = Self::each(explainer, start, solution, |step| steps.push(step));
        Self { steps, rating }
    }

    /// Calls `each` with every step as soon as it is found, given the only solution of the start. Returns the rating of
    /// the steps; `None` if a limit of steps ends them before the solution.
    ///
    /// # Errors
    /// The reason why there is no solution, or why the steps do not lead to it.
    pub fn each(
        explainer: &mut Explainer,
        start: impl Into<Position>,
        solution: Result<Grid, Unexplained>,
        mut each: impl FnMut(TakenStep),
    ) -> Result<Option<ErRating>, Unexplained> {
        explainer.prove(&start.into(), &solution?, |step, proof, marks| {
            let after = *marks.solution();
            let candidates = marks.cells;
            each(TakenStep { step: *step, proof, after, candidates });
        })
    }

    /// Writes the steps from a puzzle, or from candidates, as a line of JSON while it finds them: see [`Self::SCHEMA`].
    /// Returns the reason if they do not lead to the solution.
    pub fn write_json(
        explainer: &mut Explainer,
        start: impl Into<Position>,
        solution: Result<Grid, Unexplained>,
        grids: ShownGrids,
        out: &mut Vec<u8>,
    ) -> Option<Unexplained> {
        let start = start.into();
        out.extend_from_slice(b"{\"puzzle\":\"");
        out.extend_from_slice(&start.grid.to_text());
        if let Some(candidates) = &start.candidates {
            out.extend_from_slice(b"\",\"candidates\":\"");
            out.extend_from_slice(&candidates.to_text());
        }
        out.extend_from_slice(b"\",\"steps\":");
        let rating = Self::write_steps(explainer, start, solution, grids, out);
        match rating {
            Ok(Some(rating)) => {
                let ratings = [rating.er, rating.ep, rating.ed];
                for (name, er) in explainer.rating_names().into_iter().zip(ratings) {
                    out.extend_from_slice(b",\"");
                    out.extend_from_slice(name.as_bytes());
                    out.extend_from_slice(b"\":");
                    write_er(er, out);
                }
            }
            // A limit of steps ended the path.
            Ok(None) => {}
            Err(error) => {
                out.extend_from_slice(format!(",\"error\":\"{error}\"").as_bytes());
            }
        }
        out.extend_from_slice(b"}\n");
        rating.err()
    }

    /// Writes the steps from a start as a JSON list while it finds them. Returns their rating; `None` if a limit of
    /// steps ends them before the solution.
    ///
    /// # Errors
    /// The reason why the path stops before the solution; the steps up to there have been written.
    pub fn write_steps(
        explainer: &mut Explainer,
        start: impl Into<Position>,
        solution: Result<Grid, Unexplained>,
        grids: ShownGrids,
        out: &mut Vec<u8>,
    ) -> Result<Option<ErRating>, Unexplained> {
        let start = start.into();
        let mut end = end_of_step(&start.grid);
        let lists = explainer.lists;
        out.push(b'[');
        let rating = solution.and_then(|solution| {
            explainer.prove(&start, &solution, |step, proof, marks| {
                out.reserve(LONG_STEP);
                if let Some((cell, digit)) = step.placed {
                    end[GRID + cell.index()] = b'0' + digit.get();
                }
                write_step(step, proof.as_ref(), out);
                if lists {
                    end = end_of_step(marks.solution());
                }
                let has_grid = grids == ShownGrids::Each;
                out.extend_from_slice(if has_grid { &end } else { WITHOUT_GRID });
            })
        });
        // Add the grid to the last step only now, because no step before it is known to be the last.
        if grids == ShownGrids::End && out.ends_with(WITHOUT_GRID) {
            out.truncate(out.len() - WITHOUT_GRID.len());
            out.extend_from_slice(&end);
        }
        close_list(out);
        rating
    }
}

/// The end of a step with its grid, and the comma after it. `GRID` is the offset of the 81 cells.
const END_OF_STEP: &[u8; 93] = b",\"grid\":\".................................................................................\"},";
const GRID: usize = 9;

/// The end of a step without a grid.
const WITHOUT_GRID: &[u8] = b"},";

/// Returns the end of a step in JSON, with the grid `after`.
fn end_of_step(after: &Grid) -> [u8; END_OF_STEP.len()] {
    let mut end = *END_OF_STEP;
    end[GRID..][..81].copy_from_slice(&after.to_text());
    end
}

/// Bytes to reserve for a step, because most steps take fewer.
const LONG_STEP: usize = 512;
