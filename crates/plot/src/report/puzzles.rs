//! Puzzles drawn as grids, each with its rating and its line of text.

use maud::{Markup, html};

use batchdoku_corpus::rate::{Rating, Technique};
use batchdoku_engine::grid::Grid;

/// A gallery of puzzles; nothing if there are none.
pub(super) fn gallery(title: &str, puzzles: &[(Grid, Rating)]) -> Markup {
    html! {
        @if !puzzles.is_empty() {
            section.wide {
                h2 { (title) }
                div.gallery { @for (puzzle, rating) in puzzles { (drawn(puzzle, rating)) } }
            }
        }
    }
}

fn drawn(puzzle: &Grid, rating: &Rating) -> Markup {
    let text = puzzle.to_text();
    let hardest = rating.hardest.map_or("no step", Technique::name);
    let level = rating.level().map(|level| level.to_string()).unwrap_or_default();
    html! {
        div.puzzle {
            table.grid {
                @for row in text.chunks(9) {
                    tr { @for &cell in row { td { @if cell != b'.' { (char::from(cell)) } } } }
                }
            }
            p {
                b { (level) } ", " (hardest.replace('_', " "))
                @if rating.nodes > 0 { ", " (rating.nodes) @if rating.nodes == 1 { " node" } @else { " nodes" } }
                ", " (puzzle.filled().len()) " clues"
            }
            code { (puzzle) }
        }
    }
}
