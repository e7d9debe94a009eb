//! A puzzle in all forms in which people write one grid.

use super::pairs::Cells;

/// Returns a puzzle in every form in which a text is one grid: what is a grid in one place is one everywhere.
pub fn forms_of_grid(puzzle: &Cells) -> Vec<String> {
    let dots: String = puzzle.iter().map(|&cell| char::from(cell)).collect();
    let zeros = dots.replace('.', "0");
    let cells = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
    let rows = |text: &str| {
        let cells = cells(text);
        cells.chunks(9).map(<[String]>::concat).collect::<Vec<_>>()
    };
    let apart = |text: &str, separator: &str| {
        rows(text).iter().map(|row| cells(row).join(separator) + "\n").collect::<String>()
    };
    let lists: Vec<_> =
        rows(&zeros).iter().map(|row| format!("[{}]", cells(row).join(", "))).collect();
    vec![
        dots.clone(),
        zeros.clone(),
        cells(&zeros).join(" "),
        cells(&zeros).join(".0 ") + ".0",
        format!("[{}]", lists.join(", ")),
        cells(&dots).join(",").replace('.', "null"),
        cells(&dots).join(",").replace('.', ""),
        rows(&dots).join("/"),
        rows(&zeros).join("."),
        rows(&dots).join(" "),
        rows(&dots).join("\\n"),
        dots.replace('.', " "),
        rows(&dots).join("\n"),
        apart(&dots, " ") + "---+---+---\n",
        apart(&dots, " ").replace('.', "_"),
    ]
}
