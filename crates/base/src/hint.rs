//! Hints: ways out of an error, as data.

/// A way out of an error, for the user. The text of an error does not contain it, because each front end words it in
/// its own terms: for example, the program names an option and the Python package an argument; the page has neither.
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
    /// Read all puzzles of a line, or name the field that holds the wanted puzzle.
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
    /// Allow more tries, or search near known puzzles, because the wanted puzzles are rare.
    RarePuzzles,
}
