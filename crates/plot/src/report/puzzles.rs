//! Puzzles drawn as grids, each with its rating and its line of text.

use batchdoku_base::counted;
use batchdoku_corpus::rate::{Rating, Technique};
use batchdoku_engine::grid::Grid;

type RankedPuzzle = (Grid, Rating, Option<f64>);

/// Returns a gallery of puzzles; an empty text if there are no puzzles.
pub(super) fn gallery(title: &str, puzzles: &[RankedPuzzle]) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let drawn: String = puzzles.iter().map(drawn).collect();
    format!(
        "<section class=\"wide\"><h2>{title}</h2><div class=\"gallery\">{drawn}</div></section>"
    )
}

fn drawn((puzzle, rating, er): &RankedPuzzle) -> String {
    let text = puzzle.to_text();
    let cells = text.map(|cell| match char::from(cell) {
        '.' => "<td></td>".to_owned(),
        digit => format!("<td>{digit}</td>"),
    });
    let rows = rows(&cells);
    let level = rating.level().map(|level| level.to_string()).unwrap_or_default();
    let hardest = rating.hardest.map_or("no step", Technique::name).replace('_', " ");
    let nodes = match rating.nodes {
        0 => String::new(),
        nodes => format!(", {}", counted(nodes, "node")),
    };
    let er = er.map_or_else(String::new, |er| match er {
        f64::INFINITY => "beyond ER, ".to_owned(),
        er => format!("ER {er:.1}, "),
    });
    let clues = puzzle.filled().len();
    let solution = puzzle.solve().map(|solution| solved(puzzle, &solution)).unwrap_or_default();
    format!(
        "<div class=\"puzzle\"><table class=\"grid\">{rows}</table>\
         <p><b>{level}</b>, {er}{hardest}{nodes}, {clues} clues</p><code>{puzzle}</code>\
         {solution}</div>"
    )
}

/// Returns a small drawing of a solution, with highlighted clues.
fn solved(puzzle: &Grid, solution: &Grid) -> String {
    let clues = puzzle.to_text();
    let digits = solution.to_text();
    let mut cells = Vec::with_capacity(81);
    for (&clue, &digit) in clues.iter().zip(&digits) {
        let digit = char::from(digit);
        cells.push(if clue == b'.' {
            format!("<td>{digit}</td>")
        } else {
            format!("<td><b>{digit}</b></td>")
        });
    }
    format!("<table class=\"grid solution\">{}</table>", rows(&cells))
}

fn rows(cells: &[String]) -> String {
    cells.chunks(9).map(|row| format!("<tr>{}</tr>", row.concat())).collect()
}
