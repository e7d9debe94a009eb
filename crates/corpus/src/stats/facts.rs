//! The facts about each section of the statistics. The table, JSON, pictures and the page take them from here, so that
//! a new section is a name with its facts, and the line of [`CorpusStats`](super::CorpusStats) that counts it.

use std::ops::Range;

use crate::{
    explain::{Er, StepKind},
    rate::{Difficulty, Technique},
    symmetry::Symmetry,
    unavoidable::MOST_CELLS,
};
use batchdoku_base::named;

/// The number of counts of ratings of Sudoku Explainer, in tenths. The last is for puzzles beyond its techniques.
pub(super) const ER_VALUES: usize = 256;

named! {
    /// The name of a section, as JSON has it, in the order of the table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SectionName {
        /// Puzzles by number of clues.
        Clues = "clues",
        /// Puzzles by the symmetries of their clue cells. A puzzle counts for each symmetry that it has (for
        /// example, a puzzle with `rot90` has `rot180` too), and for `none` if it has no other.
        Symmetry = "symmetry",
        /// Rated puzzles by number of solutions: `unsolvable`, `unique`, `multiple`.
        Solutions = "solutions",
        /// Puzzles with one solution by level.
        Levels = "levels",
        /// Puzzles with one solution by hardest technique.
        Techniques = "techniques",
        /// Steps of each technique over all puzzles.
        Steps = "steps",
        /// Rated puzzles by search nodes, in bins that double: 0, 1, 2–3, 4–7, …
        Nodes = "nodes",
        /// Puzzles by rating of Sudoku Explainer, in steps of 0.5.
        Er = "er",
        /// Steps of each technique of Sudoku Explainer that was used, in the order of its ladder, over the puzzles with
        /// a rating.
        ErSteps = "er_steps",
        /// Minimal unavoidable sets of the solutions, by number of cells.
        Unavoidable = "unavoidable",
    }
}

/// How pictures and pages draw a section.
///
/// ```
/// use batchdoku::corpus::stats::{Bars, SectionName};
/// let drawing = SectionName::Nodes.drawing().expect("it is drawn");
/// assert_eq!(drawing.title, "Search effort");
/// assert!(matches!(drawing.bars, Bars::Vertical(axis) if axis.name == "search nodes"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionDrawing {
    /// The title.
    pub title: &'static str,
    /// The bars of the rows.
    pub bars: Bars,
    /// Sections are drawn in ascending order of this number, so the most important come first; sections with the same
    /// number, in the order of their names.
    pub order: u8,
    /// The row that most corpora have alone. A picture leaves the section out if all puzzles are in this row.
    pub usual: Option<usize>,
    /// True if the section is for pages alone, because pictures have no room for it.
    pub is_for_pages: bool,
}

/// The bars of a drawn section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bars {
    /// Vertical bars over an axis of numbers.
    Vertical(Axis),
    /// Horizontal bars, each with a name.
    Horizontal,
}

/// The axis below vertical bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Axis {
    /// The name of its values.
    pub name: &'static str,
    /// True if a bar stands for the values from its label up to the next.
    pub has_ranges: bool,
}

/// The unit of sections that count puzzles: they have shares by weight, too.
pub(super) const PUZZLES: &str = "puzzles";

/// The rows of a section: a name, and the values that count for it.
type Bins = Vec<(String, Range<usize>)>;

/// The facts about a section.
#[derive(Clone, Copy)]
pub(super) struct SectionFacts {
    /// The things counted.
    pub(super) unit: &'static str,
    /// The number of different values that are counted.
    pub(super) values: usize,
    /// Returns the rows of the values with these counts, each with its name.
    pub(super) bins: fn(&[u64]) -> Bins,
    /// The puzzles that the section is about.
    pub(super) subset: Subset,
    drawing: Option<SectionDrawing>,
}

/// The puzzles that a section is about. If there are none, it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subset {
    All,
    Rated,
    Unique,
    /// Puzzles with a rating of Sudoku Explainer, or beyond its techniques.
    WithEr,
    /// Puzzles with unavoidable sets that were counted.
    WithSets,
}

impl SectionName {
    /// Returns how pictures and pages draw the section; `None` if they do not.
    pub const fn drawing(self) -> Option<SectionDrawing> {
        self.facts().drawing
    }

    pub(super) const fn facts(self) -> SectionFacts {
        use Subset::{All, Rated, Unique, WithEr, WithSets};
        match self {
            Self::Clues => SectionFacts::new(All, PUZZLES, 82, number_bins).drawn(
                0,
                "Clues",
                Bars::Vertical(Axis { name: "clues", has_ranges: false }),
            ),
            Self::Symmetry => {
                let names = |_: &[u64]| named_bins(&Symmetry::NAMES);
                SectionFacts::new(All, PUZZLES, Symmetry::ALL.len(), names)
                    .drawn(4, "Symmetry of the clues", Bars::Horizontal)
                    .usually(Symmetry::None as usize)
            }
            Self::Solutions => {
                let names = |_: &[u64]| named_bins(&["unsolvable", "unique", "multiple"]);
                SectionFacts::new(Rated, PUZZLES, 3, names)
                    .drawn(2, "Solutions", Bars::Horizontal)
                    .usually(1)
            }
            Self::Levels => {
                let names = |_: &[u64]| named_bins(&Difficulty::NAMES);
                SectionFacts::new(Unique, PUZZLES, Difficulty::ALL.len(), names).drawn(
                    1,
                    "Difficulty",
                    Bars::Horizontal,
                )
            }
            Self::Techniques => {
                let names = |_: &[u64]| named_bins(&Technique::NAMES);
                SectionFacts::new(Unique, PUZZLES, Technique::ALL.len(), names).drawn(
                    1,
                    "Hardest technique",
                    Bars::Horizontal,
                )
            }
            Self::Steps => {
                // A search takes no steps.
                let names = |_: &[u64]| named_bins(&Technique::NAMES[..Technique::Search as usize]);
                SectionFacts::new(Unique, "steps", Technique::ALL.len(), names)
                    .drawn(1, "Steps", Bars::Horizontal)
                    .for_pages()
            }
            Self::Nodes => {
                let bars = Bars::Vertical(Axis { name: "search nodes", has_ranges: true });
                SectionFacts::new(Rated, PUZZLES, u64::BITS as usize + 1, doubling_bins).drawn(
                    3,
                    "Search effort",
                    bars,
                )
            }
            Self::Er => {
                let bars = Bars::Vertical(Axis { name: "ER", has_ranges: true });
                SectionFacts::new(WithEr, PUZZLES, ER_VALUES, er_bins).drawn(
                    3,
                    "Rating of Sudoku Explainer (ER)",
                    bars,
                )
            }
            Self::ErSteps => {
                let names = |counts: &[u64]| {
                    let mut bins = named_bins(&StepKind::NAMES);
                    bins.retain(|(_, bin)| counts[bin.start] > 0);
                    bins
                };
                SectionFacts::new(WithEr, "steps", StepKind::ALL.len(), names).drawn(
                    3,
                    "Steps of Sudoku Explainer",
                    Bars::Horizontal,
                )
            }
            Self::Unavoidable => SectionFacts::new(WithSets, "sets", MOST_CELLS + 1, cell_bins),
        }
    }
}

impl SectionFacts {
    /// Returns the facts about a section that is not drawn.
    const fn new(
        subset: Subset,
        unit: &'static str,
        values: usize,
        bins: fn(&[u64]) -> Bins,
    ) -> Self {
        Self { unit, values, bins, subset, drawing: None }
    }

    const fn drawn(self, order: u8, title: &'static str, bars: Bars) -> Self {
        let drawing = SectionDrawing { title, bars, order, usual: None, is_for_pages: false };
        Self { drawing: Some(drawing), ..self }
    }

    /// Returns the facts about a section that pictures leave out if all puzzles are in this row.
    const fn usually(self, row: usize) -> Self {
        match self.drawing {
            Some(drawing) => {
                Self { drawing: Some(SectionDrawing { usual: Some(row), ..drawing }), ..self }
            }
            None => self,
        }
    }

    /// Returns the facts about a section that pictures leave out.
    const fn for_pages(self) -> Self {
        match self.drawing {
            Some(drawing) => {
                Self { drawing: Some(SectionDrawing { is_for_pages: true, ..drawing }), ..self }
            }
            None => self,
        }
    }
}

/// Returns a bin for each name.
fn named_bins(names: &[&str]) -> Bins {
    (0..).zip(names).map(|(place, name)| (String::from(*name), place..place + 1)).collect()
}

/// Returns a bin for each number from the least to the most that occurs.
fn number_bins(counts: &[u64]) -> Bins {
    used(counts).map(|number| (number.to_string(), number..number + 1)).collect()
}

/// Returns the bins of numbers with the same number of bits: 0, 1, 2–3, 4–7, …
fn doubling_bins(counts: &[u64]) -> Bins {
    let bins = (0..used(counts).end).map(|bits| {
        let range = match bits {
            0 | 1 => bits.to_string(),
            _ => format!("{}-{}", 1u64 << (bits - 1), u64::MAX >> (64 - bits)),
        };
        (range, bits..bits + 1)
    });
    bins.collect()
}

/// Returns the bins of ratings in tenths, in steps of 0.5, and `beyond` if there are such puzzles.
fn er_bins(counts: &[u64]) -> Bins {
    let last = ER_VALUES - 1;
    let end = used(&counts[..last]).end.div_ceil(5);
    let first = used(counts).start / 5;
    let bins = (first..end).map(|bin| {
        let from = Er::from_tenths(5 * bin as u8);
        (format!("{from}-{}", from + 4), 5 * bin..5 * bin + 5)
    });
    let beyond = (counts[last] > 0).then(|| ("beyond".to_owned(), last..last + 1));
    bins.chain(beyond).collect()
}

/// Returns a bin for each number of cells that occurs.
fn cell_bins(counts: &[u64]) -> Bins {
    let bins = (0..counts.len()).filter(|&cells| counts[cells] > 0);
    bins.map(|cells| (format!("{cells} cells"), cells..cells + 1)).collect()
}

/// Returns the places from the first count to the last that are not 0.
fn used(counts: &[u64]) -> Range<usize> {
    let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
    first..counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)
}
