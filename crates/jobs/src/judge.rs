//! The judge of replies: finds the grid in a reply, and compares it with its puzzle, in columns.

use batchdoku_corpus::score::{Judge, Score};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{ColumnKind, GivenGrid, ReplyOptions, ReplyReader, Scalar, Value};

/// Judges replies of language models; reuses its memory.
///
/// ```
/// use batchdoku::{Grid, format::ReplyOptions, jobs::ReplyJudge};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = puzzle.solve().expect("it has a solution");
/// let mut judge = ReplyJudge::new(ReplyOptions::default());
/// let right = judge.judge(&puzzle, Some(&format!("The answer is {solution}.")));
/// assert!(right.is_solved());
/// let cut = judge.judge(&puzzle, Some(&format!("<think>It is {solution}")));
/// assert!(!cut.is_solved() && cut.is_truncated);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
pub struct ReplyJudge {
    reader: ReplyReader,
    judge: Judge,
}

/// The verdict on a reply.
#[derive(Clone, Debug)]
pub struct JudgedReply {
    /// The grid in the reply; its position is counted in characters.
    pub given: Option<GivenGrid>,
    /// The comparison of the grid with the puzzle.
    pub score: Option<Score>,
    /// The number of clues of the puzzle.
    pub clues: u8,
    /// True if the reply was cut off: it ends within a thought, a tag, a box, a bracket, a frame or a grid.
    pub is_truncated: bool,
}

/// A value of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JudgedValue {
    /// A truth value.
    Truth(bool),
    /// A number, if there is one.
    Number(Option<usize>),
    /// A name, if there is one.
    Name(Option<&'static str>),
}

/// A column of judged replies.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct JudgedColumn {
    /// The name.
    pub name: &'static str,
    /// The meaning of the column, in words for people.
    pub words: &'static str,
    value: fn(&JudgedReply) -> JudgedValue,
}

/// The columns of judged replies.
pub const JUDGED_COLUMNS: [JudgedColumn; 12] = {
    use JudgedValue::{Name, Number, Truth};
    const fn column(
        name: &'static str,
        words: &'static str,
        value: fn(&JudgedReply) -> JudgedValue,
    ) -> JudgedColumn {
        JudgedColumn { name, words, value }
    }
    [
        column("found", "whether the reply gives a grid", |it| Truth(it.given.is_some())),
        column("form", "the form in which it gives it", |it| {
            Name(it.given.as_ref().map(|given| given.form.name()))
        }),
        column("start", "the place where the grid starts, in characters", |it| {
            Number(it.given.as_ref().map(|given| given.range.start))
        }),
        column("end", "the place where it ends", |it| {
            Number(it.given.as_ref().map(|given| given.range.end))
        }),
        column("filled", "the cells of the grid that are not empty", |it| {
            Number(it.given.as_ref().map(|given| given.grid.clues()))
        }),
        column("clues_kept", "the clues that the grid has in their cells", |it| {
            it.number(|score| score.clues_kept)
        }),
        column("clues", "the clues of the puzzle", |it| Number(Some(usize::from(it.clues)))),
        column("houses_broken", "the houses, of 27, in which a digit stands twice", |it| {
            it.number(|score| score.houses_broken)
        }),
        column(
            "cells_right",
            "the cells without a clue that are right; none if the puzzle has several solutions",
            |it| Number(it.score.and_then(|score| score.cells_right).map(usize::from)),
        ),
        column("cells", "the cells without a clue", |it| Number(Some(81 - usize::from(it.clues)))),
        column("solved", "whether the grid is a solution", |it| Truth(it.is_solved())),
        column("truncated", "whether the reply was cut off", |it| Truth(it.is_truncated)),
    ]
};

impl JudgedColumn {
    /// Returns the value of the column for a reply.
    pub fn value(&self, reply: &JudgedReply) -> JudgedValue {
        (self.value)(reply)
    }

    /// Returns the kind of the column in files.
    pub(super) fn kind(&self) -> ColumnKind {
        match self.value(&JudgedReply::NONE) {
            JudgedValue::Number(_) => ColumnKind::Integer,
            JudgedValue::Truth(_) => ColumnKind::Flag,
            JudgedValue::Name(_) => ColumnKind::Text,
        }
    }
}

impl From<JudgedValue> for Value<'static> {
    fn from(value: JudgedValue) -> Self {
        match value {
            JudgedValue::Truth(is_so) => Scalar::Flag(is_so).into(),
            JudgedValue::Number(number) => {
                number.map_or(Self::Missing, |number| Scalar::Integer(number as i64).into())
            }
            JudgedValue::Name(name) => Self::named(name),
        }
    }
}

impl JudgedReply {
    const NONE: Self = Self { given: None, score: None, clues: 0, is_truncated: false };

    /// Returns whether the grid is a solution of the puzzle.
    pub fn is_solved(&self) -> bool {
        self.score.is_some_and(|score| score.solved)
    }

    fn number(&self, value: fn(&Score) -> u8) -> JudgedValue {
        JudgedValue::Number(self.score.as_ref().map(value).map(usize::from))
    }
}

impl ReplyJudge {
    /// Creates a judge that looks for answers as `options` demand.
    pub fn new(options: ReplyOptions) -> Self {
        Self { reader: ReplyReader::new(options), judge: Judge::default() }
    }

    /// Judges a reply to a puzzle; `None` stands for a missing reply.
    pub fn judge(&mut self, puzzle: &Grid, reply: Option<&str>) -> JudgedReply {
        let text = reply.unwrap_or("");
        let found = self.reader.read(text.as_bytes(), puzzle);
        let given = found.given.map(|given| {
            let start = text[..given.range.start].chars().count();
            let end = start + text[given.range.clone()].chars().count();
            GivenGrid { range: start..end, ..given }
        });
        let score = given.as_ref().map(|given| self.judge.score(puzzle, &given.grid));
        JudgedReply { given, score, clues: puzzle.clues() as u8, is_truncated: found.is_truncated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_engine::grid::{Cell, Digit};

    /// Returns the columns of a reply as `name=value`.
    fn columns(puzzle: &Grid, reply: &str) -> String {
        let judged = ReplyJudge::new(ReplyOptions::default()).judge(puzzle, Some(reply));
        let columns = JUDGED_COLUMNS
            .iter()
            .map(|column| format!("{}={}", column.name, Value::from(column.value(&judged))));
        columns.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_column_of_a_score_has_its_own_value() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let solution = puzzle.solve().unwrap();
        assert_eq!(
            columns(&puzzle, &format!("É: {solution}!")),
            "found=yes form=line start=3 end=84 filled=81 clues_kept=30 clues=30 houses_broken=0 cells_right=51 cells=51 \
             solved=yes truncated=no"
        );
        // The first cell, a clue, becomes a 3 like the second, so a row, a column and a box have a 3 twice.
        let wrong = solution.with(Cell::ALL[0], Digit::new(3));
        assert_eq!(
            columns(&puzzle, &wrong.to_string()),
            "found=yes form=line start=0 end=81 filled=81 clues_kept=29 clues=30 houses_broken=3 cells_right=51 cells=51 \
             solved=no truncated=no"
        );
        assert_eq!(
            columns(&puzzle, "<think>"),
            "found=no form=- start=- end=- filled=- clues_kept=- clues=30 houses_broken=- cells_right=- cells=51 \
             solved=no truncated=yes"
        );
    }
}
