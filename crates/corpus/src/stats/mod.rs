//! Statistics of a corpus, as a table, JSON and pictures.

mod distinct;
mod ranking;
mod sections;
mod table;

use crate::GridExt;
use distinct::Distinct;
pub use sections::Section;
pub use table::percent;

use super::{
    explain::StepKind,
    rate::{Difficulty, Rating, Steps, Technique},
    symmetry::Symmetry,
};
use super::{
    explain::{ErRating, Unexplained},
    structure::PuzzleStructure,
};
use batchdoku_engine::grid::Grid;
use ranking::Ranking;

/// Counts over any number of puzzles, in bounded memory.
///
/// Parts of a corpus can be counted separately and [merged](Self::merge); the result does not
/// depend on the parts or their order. Displays as a table, serialises as a record of the same
/// counts, and the feature `plot` draws it.
///
/// ```
/// use batchdoku::{Grid, corpus::{rate::Rating, stats::CorpusStats}};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut stats = CorpusStats::new();
/// let rating = Rating::of(&puzzle);
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
    /// Rated puzzles with no, one and multiple solutions.
    solutions: [u64; 3],
    levels: [u64; Difficulty::ALL.len()],
    /// Puzzles by hardest technique.
    techniques: [u64; Technique::ALL.len()],
    /// Steps of each technique over all puzzles.
    steps: [u64; Technique::ALL.len()],
    /// Rated puzzles by the number of bits of their nodes: 0, 1, 2–3, 4–7, …
    nodes: [u64; 65],
    hardest: Ranking,
    easiest: Ranking,
    /// Puzzles by rating of Sudoku Explainer, in tenths; the last: beyond the techniques.
    er: [u64; ER_VALUES],
    /// Steps of each technique of Sudoku Explainer over the puzzles that they solve.
    er_steps: ErSteps,
    distinct: Distinct,
    structures: StructureCounts,
}

/// Counts over the puzzles whose structure was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StructureCounts {
    puzzles: u64,
    /// Puzzles with one solution of which no clue can be removed.
    minimal: u64,
    /// Puzzles that a symmetry maps to themselves.
    symmetric: u64,
    classes: Distinct,
    solutions: Distinct,
    /// The unavoidable sets of the solutions, by number of cells.
    unavoidable: Vec<u64>,
}

/// The number of steps of each technique of Sudoku Explainer.
pub type ErSteps = [u64; StepKind::ALL.len()];

/// One more than the highest rating, in tenths.
const ER_VALUES: usize = 256;

/// Adds counts place by place; `own` grows to as many as `more`.
fn add_all(own: &mut Vec<u64>, more: impl IntoIterator<Item = u64>) {
    for (place, count) in more.into_iter().enumerate() {
        own.resize(own.len().max(place + 1), 0);
        own[place] += count;
    }
}

impl Default for CorpusStats {
    fn default() -> Self {
        Self::new()
    }
}

impl CorpusStats {
    /// The default limit up to which [`Self::repeats`] is exact, in distinct puzzles.
    pub const EXACT_DISTINCT: usize = 1 << 22;

    /// No puzzles counted yet.
    pub fn new() -> Self {
        Self::with_exact_distinct(Self::EXACT_DISTINCT)
    }

    /// No puzzles counted yet; repeats are exact up to `limit` distinct puzzles, at about 20 bytes
    /// of memory each.
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
            hardest: Ranking::new(true),
            easiest: Ranking::new(false),
            er: [0; ER_VALUES],
            er_steps: [0; StepKind::ALL.len()],
            distinct: Distinct::up_to(limit),
            structures: StructureCounts {
                puzzles: 0,
                minimal: 0,
                symmetric: 0,
                classes: Distinct::up_to(limit),
                solutions: Distinct::up_to(limit),
                unavoidable: Vec::new(),
            },
        }
    }

    /// Counts `puzzle`, and its rating if there is one.
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
            self.hardest.add(puzzle, rating);
            self.easiest.add(puzzle, rating);
        }
    }

    /// Counts the rating of a puzzle and the steps to its solution; one without exactly one solution does
    /// not count.
    pub fn add_er(&mut self, rating: Result<ErRating, Unexplained>, steps: &ErSteps) {
        match rating {
            Ok(rating) => {
                self.er[usize::from(rating.er.tenths())] += 1;
                self.er_steps.iter_mut().zip(steps).for_each(|(own, more)| *own += more);
            }
            Err(Unexplained::Beyond) => self.er[ER_VALUES - 1] += 1,
            Err(Unexplained::Unsolvable | Unexplained::Multiple) => {}
        }
    }

    /// Counts the structure of a puzzle; there is none without exactly one solution.
    pub fn add_structure(&mut self, puzzle: &Grid, structure: Option<PuzzleStructure>) {
        let counts = &mut self.structures;
        counts.puzzles += 1;
        counts.symmetric += u64::from(puzzle.automorphisms() > 1);
        counts.classes.insert(&puzzle.canonical_form());
        if let Some(structure) = structure {
            counts.minimal += u64::from(structure.is_minimal);
            counts.solutions.insert(&structure.solution);
            add_all(&mut counts.unavoidable, structure.unavoidable.map(u64::from));
        }
    }

    fn add_rating(&mut self, rating: &Rating) {
        self.rated += 1;
        self.nodes[(u64::BITS - rating.nodes.leading_zeros()) as usize] += 1;
        self.solutions[usize::from(rating.solutions)] += 1;
        if let Some(level) = rating.level() {
            self.levels[level as usize] += 1;
        }
        if let Some(hardest) = rating.hardest {
            self.techniques[hardest as usize] += 1;
        }
        self.add_steps(&rating.steps);
    }

    fn add_steps(&mut self, steps: &Steps) {
        for (technique, steps) in steps.used() {
            self.steps[technique as usize] += u64::from(steps);
        }
    }

    /// Adds the counts of `other`.
    ///
    /// # Panics
    /// If the limits of exactness differ.
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
            (&mut self.er, &other.er),
            (&mut self.er_steps, &other.er_steps),
        ];
        for (own, more) in parts {
            own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        }
        self.hardest.merge(other.hardest);
        self.easiest.merge(other.easiest);
        self.distinct.merge(other.distinct);
        let (own, more) = (&mut self.structures, other.structures);
        own.puzzles += more.puzzles;
        own.minimal += more.minimal;
        own.symmetric += more.symmetric;
        own.classes.merge(more.classes);
        own.solutions.merge(more.solutions);
        add_all(&mut own.unavoidable, more.unavoidable);
    }

    /// The counts about structure with their names, and whether each is exact; none if no structure was
    /// counted.
    fn structures(&self) -> Vec<(&'static str, u64, bool)> {
        let StructureCounts { puzzles, minimal, symmetric, classes, solutions, .. } =
            &self.structures;
        let counts = [
            ("minimal", *minimal, true),
            ("with_automorphisms", *symmetric, true),
            ("classes", classes.count(), classes.is_exact()),
            ("different_solutions", solutions.count(), solutions.is_exact()),
        ];
        if *puzzles > 0 { counts.to_vec() } else { Vec::new() }
    }

    /// The number of puzzles counted.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// The number of puzzles rated.
    pub fn rated(&self) -> u64 {
        self.rated
    }

    /// The number of puzzles that equal an earlier one, cell by cell; an estimate if there are more
    /// distinct puzzles than the limit of exactness: see [`Self::repeats_are_exact`].
    pub fn repeats(&self) -> u64 {
        self.puzzles.saturating_sub(self.distinct.count())
    }

    /// Tells if [`Self::repeats`] is exact.
    pub fn repeats_are_exact(&self) -> bool {
        self.distinct.is_exact()
    }

    /// The hardest puzzles with one solution, six at most, hardest first: by level, nodes, hardest
    /// technique and its steps.
    pub fn hardest(&self) -> Vec<(Grid, Rating)> {
        self.hardest.list()
    }

    /// The easiest puzzles with one solution, six at most, easiest first.
    pub fn easiest(&self) -> Vec<(Grid, Rating)> {
        self.easiest.list()
    }

    /// The number of puzzles with a clue in each cell.
    pub fn cells(&self) -> &[u64; 81] {
        &self.cells
    }
}
