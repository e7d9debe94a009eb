//! Statistics of a corpus, as a table, JSON and pictures.

mod counts;
mod distinct;
mod facts;
mod ranking;
mod sections;
mod table;
mod weights;

use crate::GridExt;
use counts::Counts;
use distinct::Distinct;
pub use facts::{Axis, Bars, SectionDrawing, SectionName};
use facts::{ER_VALUES, Subset};
pub use sections::Section;
pub use table::percent;
pub use weights::WeightSum;

use super::{
    explain::{Er, ErRating, StepKind, Unexplained},
    rate::Rating,
    structure::PuzzleStructure,
    symmetry::Symmetry,
};
use batchdoku_engine::grid::Grid;
use ranking::Ranking;

/// Statistics of any number of puzzles, in bounded memory.
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
    counts: Counts<u64>,
    /// Counts by weight, if puzzles have weights.
    weighted: Option<WeightedCounts>,
    /// The number of puzzles with a clue in each cell.
    cells: [u64; 81],
    hardest: Ranking,
    easiest: Ranking,
    distinct: Distinct,
    structures: StructureCounts,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct WeightedCounts {
    counts: Counts<u128>,
    weights: WeightSum,
}

/// The known facts about a puzzle, for [`CorpusStats::count`].
///
/// ```
/// use batchdoku::{Grid, corpus::stats::{CorpusStats, PuzzleFacts}};
/// let mut stats = CorpusStats::new();
/// stats.count(&Grid::EMPTY, PuzzleFacts { weight: Some(2.5), ..PuzzleFacts::default() });
/// assert_eq!(stats.puzzles(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PuzzleFacts<'a> {
    /// The rating of the puzzle.
    pub rating: Option<&'a Rating>,
    /// The rating of Sudoku Explainer, or the reason why there is none, and the number of steps of each technique.
    pub er: Option<(Result<ErRating, Unexplained>, &'a ErSteps)>,
    /// The weight of the puzzle (1 if `None`).
    pub weight: Option<f64>,
}

/// Counts over the puzzles whose structure was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StructureCounts {
    puzzles: u64,
    /// Minimal puzzles: they have one solution, and no clue can be removed.
    minimal: u64,
    /// Puzzles that some symmetry of sudoku, other than the identity, maps to themselves.
    symmetric: u64,
    classes: Distinct,
    solutions: Distinct,
}

/// The number of steps of each technique of Sudoku Explainer.
///
/// ```
/// use batchdoku::corpus::{explain::StepKind, stats::ErSteps};
/// let mut steps: ErSteps = [0; StepKind::ALL.len()];
/// steps[StepKind::XWing as usize] += 1;
/// ```
pub type ErSteps = [u64; StepKind::ALL.len()];

impl Default for CorpusStats {
    fn default() -> Self {
        Self::new()
    }
}

impl CorpusStats {
    /// The default limit up to which [`Self::repeats`] is exact, in distinct puzzles.
    pub const EXACT_DISTINCT: usize = 1 << 22;

    /// Creates empty statistics.
    pub fn new() -> Self {
        Self::with_exact_distinct(Self::EXACT_DISTINCT)
    }

    /// Creates empty statistics. The number of repeats is exact up to `limit` distinct puzzles; each puzzle takes about
    /// 20 bytes of memory.
    pub fn with_exact_distinct(limit: usize) -> Self {
        Self {
            counts: Counts::default(),
            weighted: None,
            cells: [0; 81],
            hardest: Ranking::new(true),
            easiest: Ranking::new(false),
            distinct: Distinct::up_to(limit),
            structures: StructureCounts {
                puzzles: 0,
                minimal: 0,
                symmetric: 0,
                classes: Distinct::up_to(limit),
                solutions: Distinct::up_to(limit),
            },
        }
    }

    /// Counts `puzzle`, and its rating if there is one.
    pub fn add(&mut self, puzzle: &Grid, rating: Option<&Rating>) {
        self.count(puzzle, PuzzleFacts { rating, ..PuzzleFacts::default() });
    }

    /// Counts a puzzle with the known facts about it.
    pub fn count(&mut self, puzzle: &Grid, facts: PuzzleFacts<'_>) {
        let PuzzleFacts { rating, er, weight } = facts;
        for cell in puzzle.filled() {
            self.cells[usize::from(cell)] += 1;
        }
        self.distinct.insert(puzzle);
        // A puzzle without exactly one solution has no ER. If the search was stopped, the ER is unknown. A puzzle
        // beyond the techniques counts as the hardest.
        let tenths = er.and_then(|(rating, _)| match rating {
            Ok(rating) => Some(rating.er.tenths()),
            Err(Unexplained::BeyondTechniques) => Some((ER_VALUES - 1) as u8),
            Err(Unexplained::Unsolvable | Unexplained::Multiple | Unexplained::Stopped) => None,
        });
        let weight = weight.map(|weight| {
            self.weighted.get_or_insert_default().weights.add(weight);
            WeightSum::fixed(weight)
        });
        let mut add = |section, value| {
            self.counts.add(section, value, 1);
            if let (Some(weighted), Some(weight)) = (&mut self.weighted, weight) {
                weighted.counts.add(section, value, weight);
            }
        };
        let filled = puzzle.filled();
        add(SectionName::Clues, filled.len());
        let mut has_any = false;
        for (value, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            if symmetry != Symmetry::None && symmetry.holds(filled) {
                add(SectionName::Symmetry, value);
                has_any = true;
            }
        }
        if !has_any {
            add(SectionName::Symmetry, Symmetry::None as usize);
        }
        if let Some(tenths) = tenths {
            add(SectionName::Er, tenths.into());
        }
        if let Some(rating) = rating {
            add(SectionName::Nodes, (u64::BITS - rating.nodes.leading_zeros()) as usize);
            add(SectionName::Solutions, rating.solutions.into());
            if let Some(level) = rating.level() {
                add(SectionName::Levels, level as usize);
            }
            if let Some(hardest) = rating.hardest {
                add(SectionName::Techniques, hardest as usize);
            }
            for (technique, steps) in rating.steps.used() {
                self.counts.add(SectionName::Steps, technique as usize, steps.into());
            }
            let er = tenths.map(Er::from_tenths);
            self.hardest.add(puzzle, rating, er);
            self.easiest.add(puzzle, rating, er);
        }
        if let Some((Ok(_), steps)) = er {
            for (kind, &steps) in steps.iter().enumerate() {
                self.counts.add(SectionName::ErSteps, kind, steps);
            }
        }
    }

    /// Counts the structure of a puzzle; `None` if the puzzle does not have exactly one solution.
    pub fn add_structure(&mut self, puzzle: &Grid, structure: Option<PuzzleStructure>) {
        let counts = &mut self.structures;
        counts.puzzles += 1;
        counts.symmetric += u64::from(puzzle.automorphisms() > 1);
        counts.classes.insert(&puzzle.canonical_form());
        if let Some(structure) = structure {
            counts.minimal += u64::from(structure.is_minimal);
            counts.solutions.insert(&structure.solution);
            for (cells, sets) in structure.unavoidable.into_iter().enumerate() {
                self.counts.add(SectionName::Unavoidable, cells, sets.into());
            }
        }
    }

    /// Adds the counts of `other`.
    ///
    /// # Panics
    /// If the limits of exactness differ.
    pub fn merge(&mut self, other: Self) {
        self.counts.merge(&other.counts);
        if let Some(more) = other.weighted {
            let own = self.weighted.get_or_insert_default();
            own.counts.merge(&more.counts);
            own.weights.merge(&more.weights);
        }
        let structures = &mut self.structures;
        let more = other.structures;
        self.cells.iter_mut().zip(other.cells).for_each(|(own, more)| *own += more);
        self.hardest.merge(other.hardest);
        self.easiest.merge(other.easiest);
        self.distinct.merge(other.distinct);
        structures.puzzles += more.puzzles;
        structures.minimal += more.minimal;
        structures.symmetric += more.symmetric;
        structures.classes.merge(more.classes);
        structures.solutions.merge(more.solutions);
    }

    /// Returns the counts of structure with their names, and whether each is exact; empty if no structure was counted.
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

    /// Returns the number of puzzles counted.
    pub fn puzzles(&self) -> u64 {
        self.counts.size(Subset::All)
    }

    /// Returns the number of puzzles rated.
    pub fn rated(&self) -> u64 {
        self.counts.size(Subset::Rated)
    }

    /// Returns the number of puzzles that equal an earlier puzzle, cell by cell; an estimate if there are more distinct
    /// puzzles than the limit of exactness: see [`Self::repeats_are_exact`].
    pub fn repeats(&self) -> u64 {
        self.puzzles().saturating_sub(self.distinct.count())
    }

    /// Returns whether [`Self::repeats`] is exact.
    pub fn repeats_are_exact(&self) -> bool {
        self.distinct.is_exact()
    }

    /// Returns the effective sample size: the number of unweighted puzzles that would give the same precision, see
    /// [`WeightSum::effective`]. `None` if the puzzles have no weights.
    pub fn effective_puzzles(&self) -> Option<f64> {
        self.weighted.as_ref().map(|weighted| weighted.weights.effective())
    }

    /// Returns the hardest puzzles with one solution, at most six, hardest first, with their ratings. They are compared
    /// by the rating of Sudoku Explainer (ER) if it was counted, then by level, nodes, hardest technique and its number
    /// of steps. An ER beyond the techniques is infinite.
    pub fn hardest(&self) -> Vec<(Grid, Rating, Option<f64>)> {
        self.hardest.list()
    }

    /// Returns the easiest puzzles with one solution, at most six, easiest first, as [`Self::hardest`] does.
    pub fn easiest(&self) -> Vec<(Grid, Rating, Option<f64>)> {
        self.easiest.list()
    }

    /// Returns the number of puzzles with a clue in each cell.
    pub fn cells(&self) -> &[u64; 81] {
        &self.cells
    }
}
