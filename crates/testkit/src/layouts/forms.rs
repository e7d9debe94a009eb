//! Writes a puzzle in all forms in which people write one grid.

use super::{
    pairs::Cells,
    written::{joined, rows},
};

/// Returns a puzzle in every form in which a text is one grid. A reader must take these forms in every place
/// where a grid may stand.
pub fn forms_of_grid(puzzle: &Cells) -> Vec<String> {
    let dots: String = puzzle.iter().map(|&cell| char::from(cell)).collect();
    let zeros = dots.replace('.', "0");
    let lists: Vec<_> = rows(&zeros).iter().map(|row| format!("[{}]", joined(row, ", "))).collect();
    // One row below the other, with blanks between the cells, as people draw them.
    let drawn: String = rows(&dots).iter().map(|row| joined(row, " ") + "\n").collect();
    vec![
        dots.clone(),
        zeros.clone(),
        joined(&zeros, " "),
        joined(&zeros, ".0 ") + ".0",
        format!("[{}]", lists.join(", ")),
        joined(&dots, ",").replace('.', "null"),
        joined(&dots, ",").replace('.', ""),
        rows(&dots).join("/"),
        rows(&zeros).join("."),
        rows(&dots).join(" "),
        rows(&dots).join("\\n"),
        dots.replace('.', " "),
        rows(&dots).join("\n"),
        drawn.clone() + "---+---+---\n",
        drawn.replace('.', "_"),
    ]
}
