//! Origins: the part of a chain that a step keeps, to find the chain again.

use super::links::Cause;
use crate::explain::{cases::Cases, literal::Literal};

/// Where a chain was found: enough to find it again in the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Origin {
    /// The cycle that starts from a candidate and closes by a link from node `last` of the search,
    /// with this cause.
    Cycle { links: Links, from: Literal, last: u32, cause: Cause },
    /// The shortest chain from a literal to its opposite.
    Chain { links: Links, from: Literal },
    /// The shortest chain with groups from a candidate, given by its number.
    Grouped { candidate: usize },
    /// Chains from `start` and from the other starts of `cases` to `target`.
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
    /// Contradictions within a digit. A literal may rest on all eliminations of its chain.
    Nishio,
    /// Cells and houses. Each literal follows from a single other literal.
    Static,
    /// Contradictions, cells and houses. A literal may rest on all eliminations of its chain.
    Dynamic,
    /// Dynamic, and the chain may use locked candidates, pairs and X-wings.
    DynamicPlus,
    /// Dynamic plus, and forcing chains within the chain.
    NestedForcing,
    /// Nested forcing, and static cell and house chains within the chain.
    NestedMultiple,
    /// Dynamic, with dynamic chains of this level within the chain.
    NestedDynamic(u8),
}
