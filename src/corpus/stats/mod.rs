//! Statistics of a corpus: what its puzzles are like, as a table, JSON and pictures.

mod distinct;
mod sections;
mod table;

pub use distinct::Distinct;
pub use sections::Section;
#[cfg(feature = "plot")]
#[cfg(feature = "plot")]
pub(crate) use table::percent;

use super::{
    rate::{Difficulty, Rating, Steps, Technique, Verdict},
    symmetry::Symmetry,
};
use crate::grid::Grid;

/// Counts over puzzles, however many, in bounded memory.
///
/// Several can count parts of a corpus and be [merged](Self::merge): the result is that of one that
/// counted all, whatever the parts and their order. Displays as a table, serialises as a record of
/// the same counts, and [`crate::plot`] draws it.
///
/// ```
/// use batchdoku::{Grid, corpus::{rate::Rater, stats::CorpusStats}};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut stats = CorpusStats::new();
/// let rating = Rater::new().rate(&puzzle);
/// stats.add(&puzzle, Some(&rating));
/// stats.add(&puzzle, Some(&rating));
/// assert_eq!((stats.puzzles(), stats.repeats()), (2, 1));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusStats {
    puzzles: u64,
    /// Puzzles by number of clues.
    clues: [u64; 82],
    /// Puzzles with a clue in each cell.
    cells: [u64; 81],
    /// Puzzles by symmetry: see [`Section`].
    symmetries: [u64; Symmetry::ALL.len()],
    /// Puzzles that were rated.
    rated: u64,
    /// Rated puzzles without, with one, with more solutions.
    solutions: [u64; 3],
    levels: [u64; Difficulty::ALL.len()],
    /// Puzzles by hardest technique.
    techniques: [u64; Technique::ALL.len()],
    /// Steps of each technique in all puzzles.
    steps: [u64; Technique::ALL.len()],
    /// Rated puzzles by the number of bits of their nodes: 0, 1, 2–3, 4–7, …
    nodes: [u64; 65],
    distinct: Distinct,
}

impl Default for CorpusStats {
    fn default() -> Self {
        Self::new()
    }
}

impl CorpusStats {
    /// The number of distinct puzzles up to which [`Self::repeats`] is exact, unless set otherwise.
    pub const EXACT_DISTINCT: usize = 1 << 22;

    /// Nothing counted yet.
    pub fn new() -> Self {
        Self::with_exact_distinct(Self::EXACT_DISTINCT)
    }

    /// Nothing counted yet; repeats will be exact up to `limit` distinct puzzles, and take up to
    /// about 20 bytes of memory for each.
    pub fn with_exact_distinct(limit: usize) -> Self {
        Self {
            puzzles: 0,
            clues: [0; 82],
            cells: [0; 81],
            symmetries: [0; Symmetry::ALL.len()],
            rated: 0,
            solutions: [0; 3],
            levels: [0; Difficulty::ALL.len()],
            techniques: [0; Technique::ALL.len()],
            steps: [0; Technique::ALL.len()],
            nodes: [0; 65],
            distinct: Distinct::up_to(limit),
        }
    }

    /// Counts `puzzle`, and its rating if it has been rated.
    pub fn add(&mut self, puzzle: &Grid, rating: Option<&Rating>) {
        let filled = puzzle.filled();
        self.puzzles += 1;
        self.clues[filled.len()] += 1;
        for cell in filled {
            self.cells[usize::from(cell)] += 1;
        }
        let mut any = false;
        for (count, symmetry) in self.symmetries.iter_mut().zip(Symmetry::ALL) {
            let has = symmetry != Symmetry::None && symmetry.holds(filled);
            *count += u64::from(has);
            any |= has;
        }
        self.symmetries[Symmetry::None as usize] += u64::from(!any);
        self.distinct.insert(puzzle);
        if let Some(rating) = rating {
            self.add_rating(rating);
        }
    }

    fn add_rating(&mut self, rating: &Rating) {
        self.rated += 1;
        self.nodes[(u64::BITS - rating.nodes.leading_zeros()) as usize] += 1;
        match rating.verdict {
            Verdict::Unsolvable => self.solutions[0] += 1,
            Verdict::Unique(grade) => {
                self.solutions[1] += 1;
                self.levels[Difficulty::of(grade.hardest, rating.nodes) as usize] += 1;
                if let Some(hardest) = grade.hardest {
                    self.techniques[hardest as usize] += 1;
                }
                self.add_steps(&grade.steps);
            }
            Verdict::Multiple => self.solutions[2] += 1,
        }
    }

    fn add_steps(&mut self, steps: &Steps) {
        for (technique, steps) in steps.used() {
            self.steps[technique as usize] += u64::from(steps);
        }
    }

    /// Adds what `other` has counted.
    ///
    /// # Panics
    /// If the two were made with different limits of exactness.
    pub fn merge(&mut self, other: Self) {
        self.puzzles += other.puzzles;
        self.rated += other.rated;
        let parts = [
            (&mut self.clues[..], &other.clues[..]),
            (&mut self.cells, &other.cells),
            (&mut self.symmetries, &other.symmetries),
            (&mut self.solutions, &other.solutions),
            (&mut self.levels, &other.levels),
            (&mut self.techniques, &other.techniques),
            (&mut self.steps, &other.steps),
            (&mut self.nodes, &other.nodes),
        ];
        for (own, more) in parts {
            own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        }
        self.distinct.merge(other.distinct);
    }

    /// How many puzzles were counted.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// How many puzzles were rated.
    pub fn rated(&self) -> u64 {
        self.rated
    }

    /// How many puzzles equal an earlier one, character by character; an estimate if there are more
    /// distinct ones than the limit of exactness: see [`Self::repeats_are_exact`].
    pub fn repeats(&self) -> u64 {
        self.puzzles.saturating_sub(self.distinct.count())
    }

    /// Whether [`Self::repeats`] is exact.
    pub fn repeats_are_exact(&self) -> bool {
        self.distinct.is_exact()
    }

    /// How many puzzles have a clue in each cell.
    pub fn cells(&self) -> &[u64; 81] {
        &self.cells
    }
}
