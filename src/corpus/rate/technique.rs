//! The techniques in their order, and the levels they stand for.

use std::{fmt, ops::Index};

#[cfg(feature = "json")]
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::named::named;

/// A way to get further in a puzzle, in ascending order of difficulty.
///
/// The order is part of the definition of a rating: among the techniques that apply, the first is
/// taken. Each eliminates or places by the rules alone; techniques that lean on the solution being
/// unique (unique rectangles and the like), colouring, skyscrapers and longer chains are left out,
/// so what they could solve is rated [`Technique::Search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A cell has one candidate left.
    NakedSingle,
    /// A house has one cell left for a digit.
    HiddenSingle,
    /// All places of a digit in a house lie in a second house too (pointing, claiming).
    LockedCandidates,
    /// Two cells of a house have two candidates between them.
    NakedPair,
    /// Two digits have two cells of a house between them.
    HiddenPair,
    /// Three cells of a house have three candidates between them.
    NakedTriple,
    /// Three digits have three cells of a house between them.
    HiddenTriple,
    /// All places of a digit in two rows lie in two columns, or the other way round.
    XWing,
    /// All places of a digit in three rows lie in three columns, or the other way round.
    Swordfish,
    /// A cell `xy` sees a cell `xz` and a cell `yz`: one of those is `z`.
    XyWing,
    /// A cell `xyz` sees a cell `xz` and a cell `yz`: one of the three is `z`.
    XyzWing,
    /// Four cells of a house have four candidates between them.
    NakedQuad,
    /// Four digits have four cells of a house between them.
    HiddenQuad,
    /// All places of a digit in four rows lie in four columns, or the other way round.
    Jellyfish,
    /// None of the above gets further: one has to guess.
    Search,
}

// The easiest first.
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
    Search = "search",
});

#[cfg(feature = "json")]
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// How hard a puzzle is, by its hardest technique and its nodes: see [`Difficulty::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// Singles, naked and hidden.
    Easy,
    /// Locked candidates and pairs.
    Medium,
    /// Triples, quads, fish and wings.
    Hard,
    /// A search of at most [`Difficulty::EXPERT_NODES`] nodes.
    Expert,
    /// A longer search.
    Extreme,
}

// The easiest first.
named!(Difficulty {
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Expert = "expert",
    Extreme = "extreme",
});

impl Difficulty {
    /// How many nodes a search may take at the level [`Difficulty::Expert`].
    pub const EXPERT_NODES: u64 = 16;

    /// The level of a puzzle with one solution.
    pub const fn of(hardest: Option<Technique>, nodes: u64) -> Self {
        match hardest {
            None | Some(Technique::NakedSingle | Technique::HiddenSingle) => Self::Easy,
            Some(Technique::LockedCandidates | Technique::NakedPair | Technique::HiddenPair) => {
                Self::Medium
            }
            Some(Technique::Search) if nodes > Self::EXPERT_NODES => Self::Extreme,
            Some(Technique::Search) => Self::Expert,
            Some(_) => Self::Hard,
        }
    }
}

#[cfg(feature = "json")]
impl Serialize for Difficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// How many steps of each technique a puzzle took; `steps[technique]` reads one.
///
/// Serialises as a map of the techniques that were used; displays as
/// `naked_single=12,hidden_single=41`, or `-` if there was no step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps([u16; Technique::Search as usize]);

impl Steps {
    /// The techniques used and their steps, the easiest first.
    pub fn used(&self) -> impl Iterator<Item = (Technique, u16)> {
        Technique::ALL.into_iter().zip(self.0).filter(|&(_, steps)| steps > 0)
    }

    /// Counts `steps` more of `technique`, which isn't [`Technique::Search`].
    pub(super) fn add(&mut self, technique: Technique, steps: u16) {
        self.0[technique as usize] += steps;
    }
}

impl Index<Technique> for Steps {
    type Output = u16;

    fn index(&self, technique: Technique) -> &u16 {
        // A search is no step.
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

#[cfg(feature = "json")]
impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (technique, steps) in self.used() {
            map.serialize_entry(technique.name(), &steps)?;
        }
        map.end()
    }
}
