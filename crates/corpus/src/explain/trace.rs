//! Traces: paths to a solution in forms that language models learn from. [`TraceOptions`] are the options that a user
//! gives; [`TraceForm`] is a valid combination of them, and writes a trace.
//!
//! A trace is a text; a conversation with that text as the answer to a puzzle; or the cells in the order of their
//! solution. The text has a line for each step ([`line`](super::line)) or event of a search
//! ([`search`](super::search)), and the grids that the options ask for.

use std::io::Write as _;

use super::{
    line::write_line,
    path::{Explainer, Unexplained},
    rating::ErRating,
    record::ShownGrids,
    search::{GuessSearch, SearchEnd},
    write::close_list,
};
use crate::position::Position;
use batchdoku_base::{named, plural};
use batchdoku_engine::grid::{Cell, Digit, Grid};

/// The kind of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// A text, with a step on each line.
    Text,
    /// A conversation of two messages: the puzzle, and the text.
    Chat,
    /// The solved cells: row, column and digit of each.
    Tokens,
    /// The clues row by row, the separator 729, and the solved cells, as numbers: 9 · cell + digit − 1, with cells from
    /// 0.
    Flat,
}

named!(TraceKind { Text = "text", Chat = "chat", Tokens = "tokens", Flat = "flat" });

impl TraceKind {
    /// Returns whether a trace has only cells.
    fn is_of_cells(self) -> bool {
        matches!(self, Self::Tokens | Self::Flat)
    }
}

/// The token between the clues and the solved cells: the first number that no digit in a cell has.
const SEPARATOR: usize = 729;

/// The order of the solved cells in [`TraceKind::Tokens`] and [`TraceKind::Flat`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellOrder {
    /// The cells in the order of the steps that solve them.
    #[default]
    Solver,
    /// Row by row.
    Row,
}

named!(CellOrder { Solver = "solver", Row = "row" });

/// The options of traces; `None` for an option that is not given. Not all combinations are valid.
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceOptions {
    /// The kind; `None` if no trace is asked for.
    pub kind: Option<TraceKind>,
    /// The order of the cells.
    pub order: Option<CellOrder>,
    /// The lines after which the grid is written.
    pub grids: Option<ShownGrids>,
    /// True if a search replaces the steps.
    pub search: bool,
    /// The maximum number of guesses of a search.
    pub max_nodes: Option<u64>,
}

/// Two options that exclude each other, or an option without another that it needs. Options have the names of the
/// fields of [`TraceOptions`]; `to` is the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceClash {
    /// The option that is not valid.
    pub option: &'static str,
    /// True if the option needs the other, false if they exclude each other.
    pub is_needed: bool,
    /// The other option.
    pub other: &'static str,
    /// The value of the other option that the clash is about; `None` for a switch.
    pub value: Option<&'static str>,
    /// The reason.
    pub reason: &'static str,
}

/// The default limit of guesses. A search with more guesses makes a trace of more than a megabyte, which is too long
/// for a model.
const MOST_NODES: u64 = 10_000;

impl TraceOptions {
    /// Returns the form of the traces that the options ask for; `None` if they ask for none. `of_steps` names options
    /// of the steps, with whether each is given.
    ///
    /// # Errors
    /// If two options exclude each other, or an option needs another.
    pub fn form(&self, of_steps: &[(&'static str, bool)]) -> Result<Option<TraceForm>, TraceClash> {
        let Self { kind, order, grids, search, max_nodes } = *self;
        if order.is_some() && !kind.is_some_and(TraceKind::is_of_cells) {
            return Err(TraceClash {
                option: "order",
                is_needed: true,
                other: "to",
                value: Some("tokens or flat"),
                reason: "steps have the order in which they follow from each other",
            });
        }
        if search && !matches!(kind, Some(TraceKind::Text | TraceKind::Chat)) {
            return Err(TraceClash {
                option: "search",
                is_needed: true,
                other: "to",
                value: Some("text or chat"),
                reason: "nothing else can show what is undone",
            });
        }
        if let (Some(kind), true) = (kind.filter(|kind| kind.is_of_cells()), grids.is_some()) {
            return Err(TraceClash {
                option: "grids",
                is_needed: false,
                other: "to",
                value: Some(kind.name()),
                reason: "there are no grids between cells",
            });
        }
        let of_steps = of_steps.iter().find(|(_, is_given)| *is_given);
        if let (Some(&(option, _)), true) = (of_steps, search) {
            return Err(TraceClash {
                option,
                is_needed: false,
                other: "search",
                value: None,
                reason: "a search has no steps of techniques",
            });
        }
        if max_nodes.is_some() && !search {
            return Err(TraceClash {
                option: "max_nodes",
                is_needed: true,
                other: "search",
                value: None,
                reason: "nothing else guesses",
            });
        }
        Ok(kind.map(|kind| TraceForm {
            kind,
            order: order.unwrap_or_default(),
            grids: grids.unwrap_or(ShownGrids::End),
            max_nodes: search.then_some(max_nodes.unwrap_or(MOST_NODES)),
        }))
    }
}

/// A valid combination of the options of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceForm {
    kind: TraceKind,
    order: CellOrder,
    grids: ShownGrids,
    /// The maximum number of guesses, if the trace is of a search.
    max_nodes: Option<u64>,
}

/// The reason that a puzzle has no trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untraced {
    /// No steps lead to the solution.
    #[error("{0}")]
    Unexplained(Unexplained),
    /// The search reached its limit of guesses.
    #[error("given up after {nodes} node{}", plural(*nodes))]
    NodeLimit {
        /// The number of guesses.
        nodes: u64,
    },
}

impl From<Unexplained> for Untraced {
    fn from(error: Unexplained) -> Self {
        Self::Unexplained(error)
    }
}

impl TraceForm {
    /// Returns the kind.
    pub fn kind(&self) -> TraceKind {
        self.kind
    }

    /// Returns whether the trace is of a search, which has no rating.
    pub fn is_search(&self) -> bool {
        self.max_nodes.is_some()
    }

    /// Appends the trace of a start, given its only solution: a text with a line break at the end of each line, or a
    /// JSON list of messages, of cells as row, column and digit from 1, or of tokens. Returns the rating of the steps;
    /// `None` for a search, and if a limit of steps ends the path before the solution.
    ///
    /// # Errors
    /// If the path or search does not reach the solution, because a model would learn nothing from such a trace. Part
    /// of it may have been appended by then.
    pub fn write(
        &self,
        explainer: &mut Explainer,
        start: impl Into<Position>,
        solution: Result<Grid, Unexplained>,
        out: &mut Vec<u8>,
    ) -> Result<Option<ErRating>, Untraced> {
        let start = start.into();
        let solution = solution?;
        match self.kind {
            TraceKind::Text => self.write_text(explainer, &start, &solution, out),
            TraceKind::Chat => {
                let mut text = Vec::new();
                let rating = self.write_text(explainer, &start, &solution, &mut text)?;
                self.write_messages(&start, &text, out);
                Ok(rating)
            }
            TraceKind::Tokens => {
                let mut cells = Vec::with_capacity(81);
                let rating = self.find_cells(explainer, &start, &solution, &mut cells)?;
                write_cells(&cells, out);
                Ok(rating)
            }
            TraceKind::Flat => {
                let mut cells = Vec::with_capacity(81);
                let rating = self.find_cells(explainer, &start, &solution, &mut cells)?;
                write_flat(start.grid(), &cells, out);
                Ok(rating)
            }
        }
    }

    /// Ends the line of a step, and adds the grid if each step shows it.
    fn end_line(&self, grid: &Grid, out: &mut Vec<u8>) {
        if self.grids == ShownGrids::Each {
            out.push(b' ');
            out.extend_from_slice(&grid.to_text());
        }
        out.push(b'\n');
    }

    fn write_text(
        &self,
        explainer: &mut Explainer,
        start: &Position,
        solution: &Grid,
        out: &mut Vec<u8>,
    ) -> Result<Option<ErRating>, Untraced> {
        let (end, rating) = match self.max_nodes {
            Some(nodes) => {
                let stop = explainer.stop().cloned();
                let mut search = GuessSearch::new(nodes, stop.as_ref(), |event, grid| {
                    // Writing to a vector does not fail.
                    let _ = write!(out, "{event}");
                    self.end_line(grid, out);
                });
                let end = search.run(start).map_err(|end| match end {
                    SearchEnd::Without(error) => Untraced::Unexplained(error),
                    SearchEnd::Limit => Untraced::NodeLimit { nodes },
                });
                (end?, None)
            }
            None => {
                let mut end = *start.grid();
                let rating = explainer.prove(start, solution, |step, proof, marks| {
                    write_line(step, proof.as_ref(), out);
                    end = *marks.solution();
                    self.end_line(&end, out);
                })?;
                (end, rating)
            }
        };
        if self.grids == ShownGrids::End {
            out.extend_from_slice(&end.to_text());
            out.push(b'\n');
        }
        Ok(rating)
    }

    /// Appends the conversation with `text` as the answer.
    fn write_messages(&self, start: &Position, text: &[u8], out: &mut Vec<u8>) {
        let asked: &[u8] = match self.max_nodes {
            Some(_) => b"Search for the solution of this sudoku, and show each guess:",
            None => b"Solve this sudoku step by step, and give the reason of each step:",
        };
        out.extend_from_slice(b"[{\"role\":\"user\",\"content\":\"");
        out.extend_from_slice(asked);
        out.extend_from_slice(b"\\n");
        match &start.candidates {
            Some(candidates) => out.extend_from_slice(&candidates.to_text()),
            None => out.extend_from_slice(&start.grid.to_text()),
        }
        out.extend_from_slice(b"\"},{\"role\":\"assistant\",\"content\":\"");
        // The only characters in the text that JSON must escape are line breaks. The last line break is left out.
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
            if number > 0 {
                out.extend_from_slice(b"\\n");
            }
            out.extend_from_slice(line);
        }
        out.extend_from_slice(b"\"}]");
    }

    /// Appends the cells in the order of the steps that solve them.
    fn find_cells(
        &self,
        explainer: &mut Explainer,
        start: &Position,
        solution: &Grid,
        cells: &mut Vec<(Cell, Digit)>,
    ) -> Result<Option<ErRating>, Unexplained> {
        let rating = explainer.each_step(start, solution, |step| cells.extend(step.placed))?;
        if self.order == CellOrder::Row {
            cells.sort_unstable_by_key(|(cell, _)| cell.index());
        }
        Ok(rating)
    }
}

/// Appends cells as lists of row, column and digit.
fn write_cells(cells: &[(Cell, Digit)], out: &mut Vec<u8>) {
    out.push(b'[');
    for (cell, digit) in cells {
        let [row, column] = [cell.row(), cell.column()].map(|index| b'1' + index as u8);
        out.extend_from_slice(&[b'[', row, b',', column, b',', b'0' + digit.get(), b']', b',']);
    }
    close_list(out);
}

/// Appends the tokens of a flat trace.
fn write_flat(clues: &Grid, cells: &[(Cell, Digit)], out: &mut Vec<u8>) {
    let token = |cell: Cell, digit: Digit| 9 * cell.index() + digit.index();
    let clues = Cell::ALL.into_iter().filter_map(|cell| Some(token(cell, clues.get(cell)?)));
    let placed = cells.iter().map(|&(cell, digit)| token(cell, digit));
    out.push(b'[');
    for token in clues.chain([SEPARATOR]).chain(placed) {
        // Writing to a vector does not fail.
        let _ = write!(out, "{token},");
    }
    close_list(out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::TechniqueConditions;

    const PUZZLE: &str =
        "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9";

    fn trace(options: TraceOptions) -> String {
        let puzzle: Grid = PUZZLE.parse().expect("81 cells");
        let mut explainer = Explainer::of_conditions(&TechniqueConditions::new());
        let solution = explainer.solution(&puzzle);
        let form = options.form(&[]).expect("they go together").expect("a trace is asked for");
        let mut out = Vec::new();
        form.write(&mut explainer, &puzzle, solution, &mut out).expect("there is a path");
        String::from_utf8(out).expect("text")
    }

    fn solution() -> String {
        let puzzle: Grid = PUZZLE.parse().expect("81 cells");
        Explainer::new().solution(&puzzle).expect("there is one").to_string()
    }

    #[test]
    fn texts_have_the_grids_that_are_asked_for() {
        for (grids, count) in [(ShownGrids::None, 0), (ShownGrids::End, 1), (ShownGrids::Each, 1)] {
            for search in [false, true] {
                let options = TraceOptions {
                    kind: Some(TraceKind::Text),
                    grids: Some(grids),
                    search,
                    ..TraceOptions::default()
                };
                let text = trace(options);
                assert_eq!(text.matches(&solution()).count(), count, "{grids:?} {search}");
                let is_alone = text.ends_with(&format!("\n{}\n", solution()));
                assert_eq!(is_alone, grids == ShownGrids::End, "{grids:?} {search}");
            }
        }
    }

    #[test]
    fn a_conversation_is_json() {
        let options = TraceOptions { kind: Some(TraceKind::Chat), ..TraceOptions::default() };
        let chat: serde_json::Value = serde_json::from_str(&trace(options)).expect("JSON");
        let text = TraceOptions { kind: Some(TraceKind::Text), ..TraceOptions::default() };
        assert_eq!(chat[1]["content"], trace(text).trim_end());
        assert_eq!(chat[0]["role"], "user");
        assert_eq!(chat[1]["role"], "assistant");
    }

    #[test]
    fn cells_fill_the_grid() {
        for order in CellOrder::ALL {
            let kind = Some(TraceKind::Tokens);
            let options = TraceOptions { kind, order: Some(order), ..TraceOptions::default() };
            let cells: Vec<[usize; 3]> = serde_json::from_str(&trace(options)).expect("JSON");
            let mut grid = PUZZLE.as_bytes().to_vec();
            for &[row, column, digit] in &cells {
                assert_eq!(grid[9 * row + column - 10], b'.');
                grid[9 * row + column - 10] = b'0' + digit as u8;
            }
            assert_eq!(String::from_utf8(grid).expect("text"), solution());
            assert_eq!(cells.is_sorted(), order == CellOrder::Row);
        }
    }

    #[test]
    fn no_trace_leads_nowhere() {
        let clash: Grid = format!("55{:.<79}", "").parse().expect("81 cells");
        let empty = Grid::EMPTY;
        for (puzzle, error) in [(clash, Unexplained::Unsolvable), (empty, Unexplained::Multiple)] {
            let mut explainer = Explainer::new();
            let solution = explainer.solution(&puzzle);
            let options = TraceOptions { kind: Some(TraceKind::Chat), ..TraceOptions::default() };
            let form = options.form(&[]).expect("they go together").expect("a trace is asked for");
            let end = form.write(&mut explainer, &puzzle, solution, &mut Vec::new());
            assert_eq!(end, Err(Untraced::Unexplained(error)));
        }
    }
}
