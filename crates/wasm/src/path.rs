//! The steps to the solution of a puzzle, and the next step from a position.

use batchdoku_corpus::explain::{Er, Explainer, Ladder, ShownGrids, SolutionPath, StepKind};
use batchdoku_engine::grid::{Cell, Pencilmarks};
use wasm_bindgen::prelude::*;

use crate::{
    CallError,
    listener::{Function, Listener},
    position::{beside_clues, parse_position},
    puzzle::parse,
};

/// Returns an explainer with all techniques, or with `er_only` those of Sudoku Explainer, up to the rating `most_er`.
fn explainer(er_only: bool, most_er: Option<f64>) -> Explainer {
    let explainer = Explainer::with(if er_only { Ladder::Er } else { Ladder::Full });
    match most_er {
        // Rounded down to a tenth, because ratings are multiples of a tenth.
        Some(most) => explainer.most_er(Er::at_least((10.0 * most + 1e-9).floor() / 10.0)),
        None => explainer,
    }
}

/// Returns the steps from a puzzle, or from candidates, to the solution, as JSON. `batchdoku explain --schema`
/// describes the JSON. With `er_only`, steps use techniques of Sudoku Explainer only; `most_er` is the highest rating
/// of a step. Very hard puzzles take seconds.
///
/// Calls `on_step`, if it is given, with each step as JSON once the step is found, and returns the JSON without the
/// steps. The search ends if `on_step` returns `false`.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn path(
    puzzle: &str,
    er_only: bool,
    most_er: Option<f64>,
    on_step: Option<Function>,
) -> Result<String, CallError> {
    let start = parse_position("puzzle", puzzle)?;
    let mut explainer = explainer(er_only, most_er);
    let solution = explainer.solution(start);
    Ok(match on_step {
        None => {
            let mut out = Vec::new();
            SolutionPath::write_json(&mut explainer, start, solution, ShownGrids::Each, &mut out);
            text_of(out)
        }
        Some(on_step) => {
            let mut listener = Listener::new(on_step);
            explainer.set_stop(Some(&listener.stop));
            let rating = SolutionPath::each(&mut explainer, start, solution, |step| {
                listener.tell(&text_of(step.json()));
            });
            listener.finish()?;
            match rating {
                Ok(rating) => {
                    let ratings = rating.map(|rating| [rating.er(), rating.ep(), rating.ed()]);
                    let members =
                        explainer.rating_names().into_iter().zip(ratings.into_iter().flatten());
                    let members: Vec<_> =
                        members.map(|(name, er)| format!("\"{name}\":{er:.1}")).collect();
                    format!("{{{}}}", members.join(","))
                }
                Err(error) => format!("{{\"error\":\"{error}\"}}"),
            }
        }
    })
}

fn text_of(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("JSON is text")
}

/// Returns the next step from a position of a puzzle, as JSON in the form of `path`. The position has nine characters
/// for each cell: the digits that are still candidates, `.` for the others. A cell with one candidate is filled. Digits
/// that the clues rule out do not count as candidates.
///
/// @throws if the puzzle is malformed or does not have exactly one solution, or if the candidates exclude the solution.
#[wasm_bindgen(js_name = nextStep)]
pub fn next_step(
    puzzle: &str,
    candidates: &str,
    er_only: bool,
    most_er: Option<f64>,
) -> Result<String, CallError> {
    let grid = parse(puzzle)?;
    let refused = |error| CallError::refused("candidates", error);
    let candidates =
        Pencilmarks::parse(candidates.as_bytes()).map_err(|error| refused(error.to_string()))?;
    let mut explainer = explainer(er_only, most_er).most_steps(1);
    let solution =
        explainer.solution(&grid).map_err(|error| CallError::refused("puzzle", error))?;
    let is_excluded = |cell: &Cell| {
        let digit = solution.digits()[cell.index()];
        candidates.at(cell.index()) << 1 >> digit & 1 == 0
    };
    if let Some(cell) = Cell::ALL.into_iter().find(is_excluded) {
        return Err(refused(format!("{cell}: the solution is not among the candidates")));
    }
    let mut out = Vec::new();
    let start = &beside_clues(&candidates, &grid);
    SolutionPath::write_json(&mut explainer, start, Ok(solution), ShownGrids::Each, &mut out);
    Ok(text_of(out))
}

/// Returns all techniques as JSON, in the order in which they are tried: the `name` of each, and its `meaning` in a
/// sentence.
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
    use crate::puzzle::{effect, tests::refused};
    use batchdoku_corpus::GridExt;
    use batchdoku_engine::grid::Grid;

    const PUZZLE: &str =
        "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";

    #[test]
    fn a_path_leads_to_the_solution() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let solution = grid.solve().unwrap().to_string();
        let text = path(PUZZLE, false, None, None).unwrap();
        assert!(text.starts_with(&format!("{{\"puzzle\":\"{PUZZLE}\",\"steps\":[{{")), "{text}");
        assert!(text.contains(&format!("\"grid\":\"{solution}\"}}],\"hardest\":")), "{text}");
        let none = path(&".".repeat(81), true, None, None).unwrap();
        assert!(none.contains("\"error\":\"the puzzle has more than one solution\""), "{none}");
    }

    #[test]
    fn the_effect_of_a_step_is_that_of_paths() {
        let form = parse(PUZZLE).unwrap().canonical_form();
        let mut effects = Vec::new();
        Explainer::with(Ladder::Er)
            .explain(&form, |step, _| {
                effects.push(effect(step.er, step.placed, step.eliminated()));
            })
            .unwrap();
        let path = path(&form.to_string(), true, None, None).unwrap();
        let path: serde_json::Value = serde_json::from_str(&path).unwrap();
        for (effect, step) in effects.iter().zip(path["steps"].as_array().unwrap()) {
            let effect: serde_json::Value = serde_json::from_str(effect).unwrap();
            for name in ["er", "placed", "eliminated"] {
                assert_eq!(effect[name], step[name], "{name} of {step}");
            }
        }
        assert_eq!(effects.len(), path["steps"].as_array().unwrap().len());
    }

    #[test]
    fn the_next_step_is_one_from_these_candidates() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = Pencilmarks::from(&grid).to_text();
        let text = String::from_utf8(marks.to_vec()).unwrap();
        let step = next_step(PUZZLE, &text, false, None).unwrap();
        assert_eq!(step.matches("\"technique\"").count(), 1, "{step}");
        // Remove the digit of the second cell in the solution from its candidates.
        let digit = usize::from(grid.solve().unwrap().digits()[1]);
        let mut wrong = marks;
        wrong[9 + digit - 1] = b'.';
        let wrong = String::from_utf8(wrong.to_vec()).unwrap();
        refused(next_step(PUZZLE, &wrong, false, None), "candidates", "r1c2: ");
        refused(next_step(PUZZLE, "12", false, None), "candidates", "729");
        refused(next_step("12", &text, false, None), "puzzle", "got 2");
        refused(next_step(&".".repeat(81), &text, false, None), "puzzle", "more than one solution");
    }

    #[test]
    fn steps_start_from_candidates_and_end_at_a_rating() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = Pencilmarks::from(&grid).to_text();
        let text = String::from_utf8(marks.to_vec()).unwrap();
        let from_marks = path(&text, false, None, None).unwrap();
        assert!(from_marks.contains(&format!("\"candidates\":\"{text}\"")), "{from_marks}");
        assert!(from_marks.contains("],\"hardest\":4.2,"), "{from_marks}");
        // The hardest step of the puzzle has the rating 4.2.
        let within = path(PUZZLE, true, Some(4.2), None).unwrap();
        assert!(within.contains("],\"er\":4.2,\"ep\":"), "{within}");
        let beyond = path(PUZZLE, true, Some(4.19), None).unwrap();
        assert!(beyond.contains("\"error\":\"the techniques do not suffice\""), "{beyond}");
    }

    #[test]
    fn candidates_that_the_clues_rule_out_are_none() {
        // If the clues did not count, only the most complex techniques would apply, which take minutes.
        let all = "123456789".repeat(81);
        let open = next_step(PUZZLE, &all, false, None);
        let clues = path(PUZZLE, false, None, None);
        let technique = |json: String| {
            let at = json.find("\"technique\"").unwrap();
            json[at..].split(',').next().unwrap().to_owned()
        };
        assert_eq!(technique(open.unwrap()), technique(clues.unwrap()));
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
