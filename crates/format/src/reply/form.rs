//! The forms in which a reply may give a grid.

/// The form of a grid in a reply. The documents show an example of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplyForm {
    /// 81 cells on a line.
    Line,
    /// Nine lines of nine cells.
    Rows,
    /// Nine lines, each with its number or its name.
    Labelled,
    /// Cells between bars, or in a frame.
    Table,
    /// Nine columns or boxes, each with its number.
    Houses,
    /// Lists, strings and objects in brackets: JSON, YAML, lists of Python.
    Nested,
    /// Rows of LaTeX.
    Latex,
    /// Tags of HTML or XML.
    Markup,
    /// Digits that continue over lines.
    Wrapped,
    /// A digit for each empty cell.
    Moves,
    /// Any other text that is a grid and nothing else.
    Other,
}

batchdoku_base::named!(ReplyForm {
    Line = "line",
    Rows = "rows",
    Labelled = "labelled",
    Table = "table",
    Houses = "houses",
    Nested = "nested",
    Latex = "latex",
    Markup = "markup",
    Wrapped = "wrapped",
    Moves = "moves",
    Other = "other",
});
