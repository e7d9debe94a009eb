//! The columns that may stand next to generated puzzles.

use batchdoku_base::named;
use batchdoku_format::{Column, ColumnKind};

/// A column that is written next to generated puzzles.
///
/// ```
/// use batchdoku::jobs::GeneratedColumn;
/// assert_eq!("solution".parse(), Ok(GeneratedColumn::Solution));
/// assert_eq!(GeneratedColumn::Solution.to_string(), "solution");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeneratedColumn {
    /// The solution.
    Solution,
    /// The rating of Sudoku Explainer: the hardest step.
    Er,
    /// The hardest step up to the first digit.
    Ep,
    /// The first step.
    Ed,
    /// The technique of the hardest step.
    Technique,
    /// The level.
    Level,
    /// The number of clues.
    Clues,
    /// The canonical form, which is the same for all puzzles of a class.
    Class,
    /// The weight of a minimal puzzle: see [`Generate::with_weight`](super::Generate::with_weight).
    Weight,
}

named!(GeneratedColumn {
    Solution = "solution",
    Er = "er",
    Ep = "ep",
    Ed = "ed",
    Technique = "technique",
    Level = "level",
    Clues = "clues",
    Class = "class",
    Weight = "weight",
});

impl GeneratedColumn {
    pub(super) fn column(self) -> Column<'static> {
        let kind = match self {
            Self::Solution => return Column::SOLUTION,
            Self::Er | Self::Ep | Self::Ed | Self::Weight => ColumnKind::Real,
            Self::Technique | Self::Level => ColumnKind::Text,
            Self::Clues => ColumnKind::Integer,
            Self::Class => ColumnKind::Grid,
        };
        Column::named(self.name(), kind)
    }

    /// Returns whether it rests on the rating of Sudoku Explainer.
    pub(super) fn needs_er(self) -> bool {
        matches!(self, Self::Er | Self::Ep | Self::Ed | Self::Technique)
    }
}
