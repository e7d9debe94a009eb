//! A judge of readers: it writes puzzles in the layouts that people use, damages the texts as files are damaged, and
//! judges the answer of a reader.
//!
//! ```text
//! pairs       the puzzles
//! forms       one puzzle as text
//! written     the layouts: functions that write records, and the text around them
//! mutations   the ways in which a text is changed or damaged
//! mixed       texts in which grids stand in two forms
//! ```
//!
//! The judge shares no code with the readers, and uses no crate. It demands two things of every text: the puzzles that
//! are read were written, in the same order, and a puzzle that is not read is reported.

mod forms;
mod mixed;
mod mutations;
mod pairs;
mod written;

pub use forms::forms_of_grid;
pub use mixed::mixed;
use mutations::{Damage, mutate, replaced};
pub use mutations::{MUTATIONS, Mutation};
use pairs::pick;
pub use pairs::{Bytes, Cells, Choices, Pair, Random, random_pairs};
pub use written::{LAYOUTS, Layout, Structure};

/// A text with the puzzles that were written to it.
pub struct Case {
    /// The name of the layout.
    pub layout: &'static str,
    /// The mutation of the text.
    pub mutation: Mutation,
    /// The structure of the text.
    pub structure: Structure,
    /// The text.
    pub text: Vec<u8>,
    /// The puzzles, in order.
    pub pairs: Vec<Pair>,
    /// True if all puzzles must be read.
    pub must_be_read: bool,
    /// True if every puzzle that is not read must be reported on its own.
    pub has_records: bool,
    /// The index of the grid that lost a row, if nothing separates it from the others. A reader notices the loss only at
    /// the end, where rows are missing: until then, it may take rows below for those of the grid above.
    shifts_from: Option<usize>,
    /// The number of puzzles that the text holds at least in part.
    present: usize,
}

impl Case {
    /// Writes these pairs in a layout, with a mutation. `None` if the mutation makes no sense in this layout.
    pub fn new(
        pairs: &[Pair],
        layout: Layout,
        mutation: Mutation,
        choices: &mut dyn Choices,
    ) -> Option<Self> {
        let mut document = (layout.write)(pairs, choices);
        let must_be_read = document.is_readable;
        let damage = mutate(&mut document, mutation, choices)?;
        let mut text = document.text();
        match mutation {
            Mutation::Crlf => text = replaced(&text, b"\n", b"\r\n"),
            Mutation::ByteOrderMark => {
                text.splice(0..0, *b"\xEF\xBB\xBF");
            }
            Mutation::NoLastLineEnd => text.truncate(text.trim_ascii_end().len()),
            Mutation::EndOfFile => text.push(0x1A),
            Mutation::Truncated => {
                text.truncate(1 + pick(choices, text.len()));
                // The text behind the last separator may be an empty cell.
                while text.last().is_some_and(|byte| b" ,;|\t".contains(byte)) {
                    text.pop();
                }
            }
            _ => {}
        }
        if mutation == Mutation::Truncated && document.is_another_puzzle(text.len()) {
            return None;
        }
        let present = match mutation {
            Mutation::Truncated => document.records_before(text.len()),
            _ => pairs.len(),
        };
        let structure = document.structure;
        Some(Self {
            layout: layout.name,
            mutation,
            structure,
            text,
            pairs: pairs.to_vec(),
            must_be_read: must_be_read && damage == Damage::None,
            has_records: matches!(
                structure,
                Structure::Lines | Structure::Table | Structure::Objects
            ) && !matches!(mutation, Mutation::SeveralOnALine | Mutation::Title),
            shifts_from: match damage {
                Damage::LostRow(record) if document.between == "\n" => Some(record),
                _ => None,
            },
            present,
        })
    }
}

/// The rows that a reader found, in order: a puzzle, with a solution if there is one, or `None` if a row was reported.
pub type Rows = Vec<Option<(Cells, Option<Cells>)>>;

/// The answer of a reader to a text.
pub enum Reading {
    /// These rows, behind which the reader failed; no rows if it refused the text.
    Failed(Rows),
    /// These rows and no others.
    Rows(Rows),
}

/// Judges the answer of a reader to a text.
///
/// # Errors
/// The fault of the answer.
pub fn judge(case: &Case, reading: &Reading) -> Result<(), String> {
    let (rows, has_failed) = match reading {
        Reading::Failed(_) if case.must_be_read => return Err("refused".into()),
        Reading::Failed(rows) => (rows, true),
        Reading::Rows(rows) => (rows, false),
    };
    let mut rest = case.pairs.iter().enumerate();
    // True as long as no pair was left out.
    let mut is_gapless = true;
    let mut read = 0;
    let reported = rows.iter().filter(|row| row.is_none()).count();
    for (puzzle, solution) in rows.iter().flatten() {
        let Some((index, pair)) = rest.by_ref().find(|(_, pair)| pair.puzzle == *puzzle) else {
            let kind = if case.pairs.iter().any(|pair| pair.solution == *puzzle) {
                "a solution"
            } else if case.pairs.iter().any(|pair| pair.puzzle == *puzzle) {
                "one out of order"
            } else {
                "another puzzle"
            };
            let is_below = case.shifts_from.is_some_and(|from| read >= from);
            if is_below && is_gapless && reported > 0 {
                return Ok(());
            }
            let text = String::from_utf8_lossy(puzzle);
            return Err(format!("{kind} was read: {text}"));
        };
        if let Some(solution) = solution
            && solution.iter().all(|cell| (b'1'..=b'9').contains(cell))
            && *solution != pair.solution
        {
            return Err("another solution was read".into());
        }
        is_gapless &= index == read;
        read += 1;
    }
    if has_failed {
        return Ok(());
    }
    let lost = case.present.saturating_sub(read);
    if case.must_be_read && lost > 0 {
        return Err(format!("{lost} of {} not read", case.pairs.len()));
    }
    if lost > 0 && reported == 0 {
        return Err(format!("{lost} of {} lost in silence", case.pairs.len()));
    }
    if lost > reported && case.has_records {
        return Err(format!("{lost} of {} lost, {reported} reported", case.pairs.len()));
    }
    Ok(())
}
