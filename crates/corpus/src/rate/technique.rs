//! The techniques in order of difficulty, and the levels.

use std::{fmt, ops::Index};

use serde::{Serialize, Serializer};

use batchdoku_base::named;

/// A solving technique, in ascending order of difficulty.
///
/// The order is part of the definition of a rating: the first technique that applies is used. No technique assumes that
/// the solution is unique. Unique rectangles, colouring, single-digit chains such as skyscrapers, and longer chains are
/// not included; a puzzle that needs them is rated [`Technique::Search`].
///
/// ```
/// use batchdoku::corpus::rate::Technique;
/// assert_eq!("x_wing".parse(), Ok(Technique::XWing));
/// assert!(Technique::NakedPair < Technique::XWing, "the easier technique comes first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Technique {
    /// A cell has one candidate left.
    NakedSingle,
    /// A digit has one position left in a house.
    HiddenSingle,
    /// All positions of a digit in a house lie in a second house too (pointing, claiming).
    LockedCandidates,
    /// Two cells of a house have two candidates in all.
    NakedPair,
    /// Two digits have two positions in all in a house.
    HiddenPair,
    /// Three cells of a house have three candidates in all.
    NakedTriple,
    /// Three digits have three positions in all in a house.
    HiddenTriple,
    /// All positions of a digit in two rows lie in two columns, or vice versa.
    XWing,
    /// All positions of a digit in three rows lie in three columns, or vice versa.
    Swordfish,
    /// A cell `xy` sees a cell `xz` and a cell `yz`: one of these is `z`.
    XyWing,
    /// A cell `xyz` sees a cell `xz` and a cell `yz`: one of the three is `z`.
    XyzWing,
    /// Four cells of a house have four candidates in all.
    NakedQuad,
    /// Four digits have four positions in all in a house.
    HiddenQuad,
    /// All positions of a digit in four rows lie in four columns, or vice versa.
    Jellyfish,
    /// Only a search makes progress, because the other techniques get stuck.
    Search,
}

// In ascending order of difficulty.
named!(Technique {
    NakedSingle = "naked_single",
    HiddenSingle = "hidden_single",
    LockedCandidates = "locked_candidates",
    NakedPair = "naked_pair",
    HiddenPair = "hidden_pair",
    NakedTriple = "naked_triple",
    HiddenTriple = "hidden_triple",
    XWing = "x_wing",
    Swordfish = "swordfish",
    XyWing = "xy_wing",
    XyzWing = "xyz_wing",
    NakedQuad = "naked_quad",
    HiddenQuad = "hidden_quad",
    Jellyfish = "jellyfish",
    Search = "unnamed",
});

/// The level of a puzzle, by its hardest technique and its search nodes: see [`Difficulty::of`].
///
/// ```
/// use batchdoku::corpus::rate::{Difficulty, Technique};
/// assert_eq!(Difficulty::of(Some(Technique::XWing), 0), Difficulty::Hard);
/// assert_eq!(Difficulty::of(Some(Technique::Search), 17), Difficulty::LongSearch);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Difficulty {
    /// Singles, naked and hidden.
    Easy,
    /// Locked candidates, naked and hidden pairs.
    Medium,
    /// Triples, quads, fish and wings.
    Hard,
    /// A search of at most [`Difficulty::SEARCH_NODES`] nodes.
    Search,
    /// A longer search.
    LongSearch,
}

// In ascending order of difficulty.
named!(Difficulty {
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Search = "search",
    LongSearch = "long_search",
});

impl Difficulty {
    /// The maximum number of search nodes of the level [`Difficulty::Search`].
    pub const SEARCH_NODES: u64 = 16;

    /// Returns the level of a puzzle with one solution.
    pub const fn of(hardest: Option<Technique>, nodes: u64) -> Self {
        match hardest {
            None | Some(Technique::NakedSingle | Technique::HiddenSingle) => Self::Easy,
            Some(Technique::LockedCandidates | Technique::NakedPair | Technique::HiddenPair) => {
                Self::Medium
            }
            Some(Technique::Search) if nodes > Self::SEARCH_NODES => Self::LongSearch,
            Some(Technique::Search) => Self::Search,
            Some(_) => Self::Hard,
        }
    }
}

/// The number of steps of each technique, as `steps[technique]`.
///
/// Serialises as a map of the techniques used; displays as `naked_single=12,hidden_single=41`, or
/// `-` if there are none.
///
/// ```
/// use batchdoku::{Grid, corpus::rate::{Rating, Technique}};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let steps = Rating::of(&puzzle).steps;
/// assert!(steps[Technique::NakedSingle] > 0);
/// assert_eq!(steps[Technique::XWing], 0);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps([u16; Technique::Search as usize]);

impl Steps {
    /// Returns the techniques used with their steps, easiest first.
    pub fn used(&self) -> impl Iterator<Item = (Technique, u16)> {
        Technique::ALL.into_iter().zip(self.0).filter(|&(_, steps)| steps > 0)
    }

    /// Adds `steps` of `technique`, which must not be [`Technique::Search`].
    pub(super) fn add(&mut self, technique: Technique, steps: u16) {
        self.0[technique as usize] += steps;
    }
}

impl Index<Technique> for Steps {
    type Output = u16;

    fn index(&self, technique: Technique) -> &u16 {
        // A search has no steps.
        self.0.get(technique as usize).unwrap_or(&0)
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut used = self.used();
        let Some((technique, steps)) = used.next() else { return f.write_str("-") };
        write!(f, "{technique}={steps}")?;
        used.try_for_each(|(technique, steps)| write!(f, ",{technique}={steps}"))
    }
}

impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.used())
    }
}
