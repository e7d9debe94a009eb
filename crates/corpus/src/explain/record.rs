//! The steps of a puzzle kept, and their JSON and words.

use super::{
    path::{Explainer, Start, Unexplained},
    proof::Proof,
    rating::ErRating,
    step::{Er, Step},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, Grid};

/// The steps from a puzzle to its solution, kept.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps.
    pub steps: Vec<TakenStep>,
    /// The rating, or the reason that the steps do not lead to the solution.
    pub rating: Result<ErRating, Unexplained>,
}

/// A step, and what it leads to.
#[derive(Clone, Debug)]
pub struct TakenStep {
    /// The step.
    pub step: Step,
    proof: Option<Proof>,
    /// The grid after it.
    pub after: Grid,
    /// The candidates after it, of each cell that is empty.
    pub candidates: [u16; 81],
}

impl TakenStep {
    /// Tells if a proof goes with it: its pattern alone does not show that it holds.
    pub fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// The step as an element of `steps` in [`SolutionPath::SCHEMA`].
    pub fn json(&self) -> Vec<u8> {
        let mut json = Vec::new();
        write_step(&self.step, self.proof.as_ref(), &mut json);
        json.extend_from_slice(&end_of_step(&self.after));
        // Without the comma.
        json.pop();
        json
    }

    /// The lines that prove the step, indented by so many spaces; none if its pattern shows that it holds.
    pub fn proof(&self, indent: usize) -> String {
        let mut text = String::new();
        if let Some(proof) = &self.proof {
            proof.write_words(&self.step, indent, &mut text);
        }
        text
    }
}

impl SolutionPath {
    /// What the lines of [`Self::write_json`] hold, in their form.
    pub const SCHEMA: &str = include_str!("schema.json");

    /// Finds the steps from a start whose only solution is known, or why there is none.
    pub fn find(
        explainer: &mut Explainer,
        start: impl Into<Start>,
        solution: Result<Grid, Unexplained>,
    ) -> Self {
        let mut steps = Vec::new();
        let rating = solution.and_then(|solution| {
            explainer.prove(&start.into(), &solution, |step, proof, marks| {
                let (after, candidates) = (*marks.solution(), marks.cells);
                steps.push(TakenStep { step: *step, proof, after, candidates });
            })
        });
        Self { steps, rating }
    }

    /// Writes the steps from a puzzle, or from candidates, as a line of JSON, while they are found: see
    /// [`Self::SCHEMA`]. Returns why they do not lead to the solution.
    pub fn write_json(
        explainer: &mut Explainer,
        start: impl Into<Start>,
        solution: Result<Grid, Unexplained>,
        out: &mut Vec<u8>,
    ) -> Option<Unexplained> {
        let start = start.into();
        let mut end = end_of_step(&start.grid);
        out.extend_from_slice(b"{\"puzzle\":\"");
        out.extend_from_slice(&end[GRID..][..81]);
        if let Some(candidates) = &start.candidates {
            out.extend_from_slice(b"\",\"candidates\":\"");
            out.extend_from_slice(&candidates.to_text());
        }
        out.extend_from_slice(b"\",\"steps\":[");
        let rating = solution.and_then(|solution| {
            explainer.prove(&start, &solution, |step, proof, _| {
                out.reserve(LONG_STEP);
                if let Some((cell, digit)) = step.placed {
                    end[GRID + cell.index()] = b'0' + digit.get();
                }
                write_step(step, proof.as_ref(), out);
                out.extend_from_slice(&end);
            })
        });
        close_list(out);
        match rating {
            Ok(rating) if !end[GRID..][..81].contains(&b'.') => {
                for (name, er) in [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)] {
                    out.extend_from_slice(b",\"");
                    out.extend_from_slice(name.as_bytes());
                    out.extend_from_slice(b"\":");
                    write_er(er, out);
                }
            }
            // No more steps were asked for.
            Ok(_) => {}
            Err(error) => {
                out.extend_from_slice(format!(",\"error\":\"{error}\"").as_bytes());
            }
        }
        out.extend_from_slice(b"}\n");
        rating.err()
    }
}

/// The end of a step and the comma after it, with the place of its grid.
const END_OF_STEP: &[u8; 93] = b",\"grid\":\".................................................................................\"},";
const GRID: usize = 9;

fn end_of_step(after: &Grid) -> [u8; END_OF_STEP.len()] {
    let mut end = *END_OF_STEP;
    end[GRID..][..81].copy_from_slice(&after.to_text());
    end
}

/// Most steps take less text.
const LONG_STEP: usize = 512;

/// Writes a step but for the end of its object. Pieces are as large as they can be: each checks that there is room.
pub(super) fn write_step(step: &Step, proof: Option<&Proof>, out: &mut Vec<u8>) {
    out.extend_from_slice(step.kind.json());
    write_er(step.er, out);
    out.extend_from_slice(b",\"cells\":[");
    for cell in step.cells {
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[b'"', r, row, c, column, b'"', b',']);
    }
    close_list(out);
    out.extend_from_slice(b",\"digits\":[");
    step.digits.into_iter().for_each(|digit| out.extend_from_slice(&[b'0' + digit.get(), b',']));
    close_list(out);
    if step.base != 0 {
        out.extend_from_slice(b",\"houses\":[");
        bits(step.base).for_each(|house| out.extend_from_slice(HOUSE_NAMES[house]));
        close_list(out);
    }
    match proof {
        None => {}
        Some(Proof::Chains(chains)) => {
            out.extend_from_slice(b",\"chains\":");
            chains.write_json(out);
        }
        Some(Proof::OneOf(candidates)) => {
            out.extend_from_slice(b",\"uses_uniqueness\":true,\"one_of\":[");
            for &(cell, digit) in candidates {
                let ([r, row, c, column], digit) = (cell_text(cell), b'0' + digit.get());
                out.extend_from_slice(&[b'"', r, row, c, column, b'=', digit, b'"', b',']);
            }
            close_list(out);
        }
    }
    if let Some((cell, digit)) = step.placed {
        let mut text = *b",\"placed\":\"r0c0=0\"";
        text[11..15].copy_from_slice(&cell_text(cell));
        text[16] = b'0' + digit.get();
        out.extend_from_slice(&text);
    }
    if step.only_places() {
        out.extend_from_slice(b",\"eliminated\":[]");
        return;
    }
    out.extend_from_slice(b",\"eliminated\":[");
    for (cell, digit) in step.eliminated() {
        let ([r, row, c, column], digit) = (cell_text(cell), b'0' + digit.get());
        out.extend_from_slice(&[b'"', r, row, c, column, b'<', b'>', digit, b'"', b',']);
    }
    close_list(out);
}

/// The names of the houses in quotes, each with a comma after it.
#[rustfmt::skip]
const HOUSE_NAMES: [&[u8]; 27] = [
    b"\"row 1\",", b"\"row 2\",", b"\"row 3\",", b"\"row 4\",", b"\"row 5\",", b"\"row 6\",",
    b"\"row 7\",", b"\"row 8\",", b"\"row 9\",", b"\"column 1\",", b"\"column 2\",", b"\"column 3\",",
    b"\"column 4\",", b"\"column 5\",", b"\"column 6\",", b"\"column 7\",", b"\"column 8\",",
    b"\"column 9\",", b"\"box 1\",", b"\"box 2\",", b"\"box 3\",", b"\"box 4\",", b"\"box 5\",",
    b"\"box 6\",", b"\"box 7\",", b"\"box 8\",", b"\"box 9\",",
];

/// Closes a list whose items have a comma after each.
#[inline(always)]
pub(super) fn close_list(out: &mut Vec<u8>) {
    match out.last_mut() {
        Some(last @ b',') => *last = b']',
        _ => out.push(b']'),
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
