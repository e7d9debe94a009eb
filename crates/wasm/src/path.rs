//! The steps to the solution of a puzzle, and the next one from a position.

use batchdoku_corpus::explain::{Explainer, Ladder, SolutionPath, StepKind};
use batchdoku_engine::grid::{Cell, Pencilmarks};

use wasm_bindgen::prelude::*;

use crate::{Thrown, puzzle::parse};

/// Returns the steps to the solution of a puzzle as JSON: `batchdoku explain --schema` describes it. With `er_only`,
/// only by techniques of Sudoku Explainer. Very hard puzzles take seconds.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn path(puzzle: &str, er_only: bool) -> Result<String, Thrown> {
    let grid = parse(puzzle)?;
    let mut explainer = Explainer::with(if er_only { Ladder::Er } else { Ladder::Full });
    let solution = explainer.solution(&grid);
    let mut out = Vec::new();
    SolutionPath::write_json(&mut explainer, &grid, solution, &mut out);
    Ok(String::from_utf8(out).expect("JSON is text"))
}

/// Returns the next step from a position of a puzzle, as JSON of the form of `path`. The position has nine characters
/// for each cell: the digits that are still candidates, `.` for the others; a cell with one is filled.
///
/// @throws if the puzzle is malformed or has not exactly one solution, or if the candidates exclude that.
#[wasm_bindgen(js_name = nextStep)]
pub fn next_step(puzzle: &str, candidates: &str) -> Result<String, Thrown> {
    let grid = parse(puzzle)?;
    let refused = |error| Thrown::refused("candidates", error);
    let candidates =
        Pencilmarks::parse(candidates.as_bytes()).map_err(|error| refused(error.to_string()))?;
    let mut explainer = Explainer::new().most_steps(1);
    let solution = explainer.solution(&grid).map_err(|error| Thrown::refused("puzzle", error))?;
    let is_excluded = |cell: &Cell| {
        let digit = solution.digits()[cell.index()];
        candidates.at(cell.index()) << 1 >> digit & 1 == 0
    };
    if let Some(cell) = Cell::ALL.into_iter().find(is_excluded) {
        return Err(refused(format!("{cell}: the solution is not among the candidates")));
    }
    let mut out = Vec::new();
    SolutionPath::write_json(&mut explainer, &candidates, Ok(solution), &mut out);
    Ok(String::from_utf8(out).expect("JSON is text"))
}

/// Returns the techniques of the steps as JSON, in order: the `name` of each, and its `meaning` in a sentence.
#[wasm_bindgen]
pub fn techniques() -> String {
    let row = |kind: StepKind| {
        format!("{{\"name\":\"{}\",\"meaning\":\"{}\"}}", kind.name(), kind.meaning())
    };
    format!("[{}]", StepKind::ALL.map(row).join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::refused;
    use batchdoku_engine::grid::Grid;

    const PUZZLE: &str =
        "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";

    #[test]
    fn a_path_leads_to_the_solution() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let solution = grid.solve().unwrap().to_string();
        let text = path(PUZZLE, false).unwrap();
        assert!(text.starts_with(&format!("{{\"puzzle\":\"{PUZZLE}\",\"steps\":[{{")), "{text}");
        assert!(text.contains(&format!("\"grid\":\"{solution}\"}}],\"er\":")), "{text}");
        let none = path(&".".repeat(81), true).unwrap();
        assert!(none.contains("\"error\":\"the puzzle has more than one solution\""), "{none}");
    }

    #[test]
    fn the_next_step_is_one_from_these_candidates() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = Pencilmarks::from(&grid).to_text();
        let text = String::from_utf8(marks.to_vec()).unwrap();
        let step = next_step(PUZZLE, &text).unwrap();
        assert_eq!(step.matches("\"technique\"").count(), 1, "{step}");
        // The second cell is 8 in the solution.
        let digit = usize::from(grid.solve().unwrap().digits()[1]);
        let mut wrong = marks;
        wrong[9 + digit - 1] = b'.';
        let wrong = String::from_utf8(wrong.to_vec()).unwrap();
        refused(next_step(PUZZLE, &wrong), "candidates", "r1c2: ");
        refused(next_step(PUZZLE, "12"), "candidates", "729");
        refused(next_step("12", &text), "puzzle", "got 2");
        refused(next_step(&".".repeat(81), &text), "puzzle", "more than one solution");
    }

    #[test]
    fn techniques_say_what_they_are() {
        let all = techniques();
        assert!(
            all.contains("{\"name\":\"x_wing\",\"meaning\":\"A fish of two lines.\"}"),
            "{all}"
        );
        assert!(StepKind::ALL.iter().all(|kind| !kind.meaning().contains(['"', '\\', '\n'])));
    }
}
