//! All steps of a puzzle, and their JSON.

use super::{
    path::{ErRating, Explainer, Unexplained},
    step::{Er, Step},
};
use batchdoku_engine::grid::{Cell, Grid};

/// The steps from a puzzle to its solution, kept.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    steps: Vec<(Step, Grid)>,
    rating: Result<ErRating, Unexplained>,
}

impl Default for SolutionPath {
    fn default() -> Self {
        Self { steps: Vec::new(), rating: Err(Unexplained::Multiple) }
    }
}

impl SolutionPath {
    /// The first line of a file of [`Self::write_json`]: what the others hold.
    pub const SCHEMA: &str = concat!(
        r#"{"schema":"batchdoku explain 1","puzzle":"the clues, cell by cell","steps":[{"#,
        r#""technique":"its name","er":"its rating on the scale of Sudoku Explainer","#,
        r#""cells":"the cells of the pattern","digits":"its digits","#,
        r#""uses_uniqueness":"true if the step holds only because there is one solution; otherwise left out","#,
        r#""placed":"the cell that is solved and its digit; left out if there is none","#,
        r#""eliminated":"the candidates that are eliminated, without those that the placed digit rules out","#,
        r#""grid":"the grid after the step"}],"#,
        r#""er":"the hardest step","ep":"the hardest up to the first digit placed","ed":"the first step","#,
        r#""error":"why the steps do not lead to the solution; left out if they do"}"#,
        "\n"
    );

    /// Replaces the steps by those of another puzzle, whose only solution is known, or why there is none.
    pub fn explain(
        &mut self,
        explainer: &mut Explainer,
        puzzle: &Grid,
        solution: Result<Grid, Unexplained>,
    ) {
        self.steps.clear();
        let steps = &mut self.steps;
        self.rating = solution.and_then(|solution| {
            explainer.explain_solved(puzzle, &solution, |step, after| steps.push((*step, *after)))
        });
    }

    /// The steps, each with the grid after it.
    pub fn steps(&self) -> &[(Step, Grid)] {
        &self.steps
    }

    /// The rating.
    ///
    /// # Errors
    /// The reason that the steps do not lead to the solution.
    pub fn rating(&self) -> Result<ErRating, Unexplained> {
        self.rating
    }

    /// The reason that the steps do not lead to the solution.
    pub fn error(&self) -> Option<Unexplained> {
        self.rating.err()
    }

    /// Writes the steps of a puzzle as a line of JSON, while they are found: see [`Self::SCHEMA`].
    /// Returns why they do not lead to the solution.
    pub fn write_json(
        explainer: &mut Explainer,
        puzzle: &Grid,
        solution: Result<Grid, Unexplained>,
        out: &mut Vec<u8>,
    ) -> Option<Unexplained> {
        let mut after = puzzle.to_text();
        out.extend_from_slice(b"{\"puzzle\":\"");
        out.extend_from_slice(&after);
        out.extend_from_slice(b"\",\"steps\":[");
        let mut is_first = true;
        let write = |step: &Step, _: &Grid| {
            out.reserve(LONG_STEP);
            if !std::mem::take(&mut is_first) {
                out.push(b',');
            }
            if let Some((cell, digit)) = step.placed {
                after[cell.index()] = b'0' + digit.get();
            }
            write_step(step, &after, out);
        };
        let rating =
            solution.and_then(|solution| explainer.explain_solved(puzzle, &solution, write));
        out.push(b']');
        match rating {
            Ok(rating) => {
                for (name, er) in [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)] {
                    out.extend_from_slice(b",\"");
                    out.extend_from_slice(name.as_bytes());
                    out.extend_from_slice(b"\":");
                    write_er(er, out);
                }
            }
            Err(error) => {
                out.extend_from_slice(format!(",\"error\":\"{error}\"").as_bytes());
            }
        }
        out.extend_from_slice(b"}\n");
        rating.err()
    }
}

/// Most steps take less text.
const LONG_STEP: usize = 512;

fn write_step(step: &Step, after: &[u8; 81], out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"technique\":\"");
    out.extend_from_slice(step.kind.name().as_bytes());
    out.extend_from_slice(b"\",\"er\":");
    write_er(step.er, out);
    out.extend_from_slice(b",\"cells\":[");
    write_list(step.cells, out, |cell, out| out.extend_from_slice(&cell_text(cell)));
    out.extend_from_slice(b"],\"digits\":[");
    for (number, digit) in step.digits.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        out.push(b'0' + digit.get());
    }
    out.push(b']');
    if step.kind.uses_uniqueness() {
        out.extend_from_slice(b",\"uses_uniqueness\":true");
    }
    if let Some((cell, digit)) = step.placed {
        out.extend_from_slice(b",\"placed\":\"");
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[r, row, c, column, b'=', b'0' + digit.get(), b'"']);
    }
    out.extend_from_slice(b",\"eliminated\":[");
    if !step.only_places() {
        write_list(step.eliminated(), out, |(cell, digit), out| {
            let [r, row, c, column] = cell_text(cell);
            out.extend_from_slice(&[r, row, c, column, b'<', b'>', b'0' + digit.get()]);
        });
    }
    out.extend_from_slice(b"],\"grid\":\"");
    out.extend_from_slice(after);
    out.extend_from_slice(b"\"}");
}

/// Writes the items in quotes, with commas between them.
fn write_list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    write: impl Fn(T, &mut Vec<u8>),
) {
    for (number, item) in items.into_iter().enumerate() {
        out.extend_from_slice(if number > 0 { b",\"" } else { b"\"" });
        write(item, out);
        out.push(b'"');
    }
}

fn write_er(er: Er, out: &mut Vec<u8>) {
    let tenths = er.tenths();
    if tenths >= 100 {
        out.push(b'0' + tenths / 100);
    }
    out.extend_from_slice(&[b'0' + tenths / 10 % 10, b'.', b'0' + tenths % 10]);
}

fn cell_text(cell: Cell) -> [u8; 4] {
    let [row, column] = [cell.row(), cell.column()].map(|index| b'1' + index as u8);
    [b'r', row, b'c', column]
}
