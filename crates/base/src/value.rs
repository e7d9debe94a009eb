//! The values of columns, between the code that computes them and the formats that write them.

use std::fmt;

use super::Scalar;

/// The kind of the values of a column. The kind decides their type in formats with types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A grid of 81 cells.
    Grid,
    /// `yes` or `no`, as text, even in formats with booleans.
    Flag,
    /// An integer.
    Integer,
    /// A number of solutions, followed by a `+` if there may be more.
    Count,
    /// A number with a fraction.
    Real,
    /// Text.
    Text,
    /// Text of several lines. Each line, including the last, ends with a line end.
    Lines,
    /// A JSON value.
    Json,
    /// A conversation: a list of objects with the texts `role` and `content`, as JSON.
    Messages,
    /// Cells in the order of filling: at most 81 lists of row, column and digit, each counted from 1, as
    /// JSON. For example `[[1,3,4],[9,9,2]]`.
    Cells,
    /// The tokens of a flat trace: a list of at most 82 numbers, as JSON.
    Tokens,
}

/// A value of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// No value.
    Missing,
    /// Text. The text of a grid has 81 cells. In a column of numbers, text is a word in place of a number.
    Text(&'a [u8]),
    /// A number or a boolean.
    Scalar(Scalar),
}

impl Value<'static> {
    /// Returns a name as text; [`Self::Missing`] for `None`.
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
