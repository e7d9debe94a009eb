//! The reader of replies: it tries the forms of replies first, then the forms that only files have.

use batchdoku_engine::grid::Grid;

use super::{
    grid_text::whole_grid,
    reply::{GridFinder, Reply, ReplyOptions},
};

/// Finds the grids that replies give, in memory that it allocates once.
///
/// ```
/// use batchdoku::{Grid, format::{ReplyForm, ReplyReader}};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = puzzle.solve().expect("it has a solution");
/// let mut reader = ReplyReader::default();
/// let given = reader.read(format!("It is {solution}.").as_bytes(), &puzzle).given.expect("a grid");
/// assert_eq!((given.grid, given.form), (solution, ReplyForm::Line));
/// // A thought is no answer.
/// assert_eq!(reader.read(format!("<think>{solution}</think> I do not know.").as_bytes(), &puzzle).given, None);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Default)]
pub struct ReplyReader(GridFinder);

impl ReplyReader {
    /// Creates a reader that looks for the answer in the part that the options choose.
    pub fn new(options: ReplyOptions) -> Self {
        Self(GridFinder::new(options))
    }

    /// Finds the grid that a reply gives as the solution of a puzzle.
    ///
    /// Takes time that is proportional to the length of the reply.
    pub fn read(&mut self, reply: &[u8], puzzle: &Grid) -> Reply {
        self.0.read(reply, puzzle, whole_grid)
    }
}
