//! Where chains come from: what a step keeps of its chain.

use super::links::Cause;
use crate::explain::{cases::Cases, literal::Literal};

/// Where a chain was found: enough to find it again in the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Origin {
    /// The cycle from a candidate whose last link leads from a node of the search, for a reason.
    Cycle { links: Links, from: Literal, last: u32, cause: Cause },
    /// The shortest chain from a literal to its opposite.
    Chain { links: Links, from: Literal },
    /// The shortest chain with groups from a candidate, by its number.
    Grouped { candidate: usize },
    /// Chains from a literal, and the others of the cases, to a target.
    Forcing { kind: MultipleChains, cases: Cases, start: Literal, target: Literal },
}

/// The kinds of links that a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Links {
    /// Links in houses.
    X,
    /// Links in cells.
    Y,
    /// Both.
    Xy,
}

/// Chains from every candidate of a cell or every position of a digit to the same consequence, and
/// contradictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum MultipleChains {
    /// Contradictions within a digit, with eliminations taken into account.
    Nishio,
    /// Cells and houses, each literal from one other.
    Static,
    /// All, with the eliminations of a chain taken into account.
    Dynamic,
    /// With locked candidates, pairs and X-wings in the chain.
    DynamicPlus,
    /// With forcing chains in the chain.
    NestedForcing,
    /// With static cell and house chains in the chain.
    NestedMultiple,
    /// With dynamic chains in the chain, which have this number of levels of their own.
    NestedDynamic(u8),
}
