//! The values of columns, whatever finds and whatever writes them.

use std::fmt;

use super::Scalar;

/// The kind of the values of a column. It decides their type in formats that have types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A grid of 81 cells.
    Grid,
    /// `yes` or `no`, also in formats that have truths.
    Flag,
    /// An integer.
    Integer,
    /// A number of solutions, with a `+` behind it if there may be more.
    Count,
    /// A number with a fraction.
    Real,
    /// Text.
    Text,
    /// Text of several lines; the last one ends with a line end, too.
    Lines,
    /// A JSON value.
    Json,
    /// A conversation: a list of objects with the texts `role` and `content`, as JSON.
    Messages,
    /// Cells that are filled one after the other: a list of row, column and digit of each, from 1, as JSON. There are no
    /// more than 81.
    Cells,
    /// The tokens of a flat trace: a list of 82 numbers at most, as JSON.
    Tokens,
}

/// A value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// There is none.
    Missing,
    /// Text: of a grid, its 81 cells. In a column of numbers, a word that stands for one.
    Text(&'a [u8]),
    /// A number or a truth.
    Scalar(Scalar),
}

impl Value<'static> {
    /// Returns a name, if there is one.
    pub fn named(name: Option<&'static str>) -> Self {
        name.map_or(Self::Missing, |name| Self::Text(name.as_bytes()))
    }
}

impl From<Scalar> for Value<'_> {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

/// Displays as in a line of text, with a dash for a missing value.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.pad("-"),
            Self::Text(text) => f.pad(&String::from_utf8_lossy(text)),
            Self::Scalar(scalar) => f.pad(&String::from_utf8_lossy(&scalar.text())),
        }
    }
}
