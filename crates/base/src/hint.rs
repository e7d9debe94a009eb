//! Hints: ways out of an error, as data.

/// A way out of an error, for the user. The text of an error leaves it out, because front ends differ in it: the
/// program has options, the Python package arguments, and the page neither. Each words the hint in its own terms.
///
/// ```
/// use batchdoku::Hint;
/// let words = |hint: Hint| match hint {
///     Hint::Column => "name the column by --column",
///     Hint::FeatureToRead(_) => "use a build that reads it",
///     _ => "",
/// };
/// assert_eq!(words(Hint::Column), "name the column by --column");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// Name the column of a table, or the key of objects, that holds the puzzles.
    Column,
    /// Read all puzzles of a line, or name the field of the one that is meant.
    EachPuzzle,
    /// Name the format, or the column of the puzzles, to choose one of several readings.
    Reading,
    /// Leave out the header of a table: without it, 81 fields are the cells of a puzzle.
    WithoutHeader,
    /// Use a build with this Cargo feature, which can read the input.
    FeatureToRead(&'static str),
    /// Use a build with this Cargo feature, which can write the output.
    FeatureToWrite(&'static str),
    /// Unpack the input with this program, such as `xz`, because it is compressed or an archive.
    Unpack(&'static str),
    /// Allow more tries, or look for puzzles so rare near known ones.
    RarePuzzles,
}
