//! The standard name of a chain by its shape.
//!
//! ```text
//!   X-chain       one digit: all links in houses
//!   XY-chain      strong links in cells, weak links in houses
//!   remote pair   an XY-chain of cells with the same two candidates
//!   W-wing        a strong link in a house between two cells with the same two candidates
//!   AIC           any other
//! ```

use super::links::Cause;
use crate::explain::{
    literal::{Literal, cell_of, digit_of, holds},
    step::StepKind,
};

/// A literal of a chain, and why it follows from the one before.
pub(super) struct ChainLink {
    pub(super) literal: Literal,
    pub(super) cause: Cause,
}

/// Names a chain with links in cells and houses that leads from a candidate that holds to its opposite:
/// `path` has the literals from the last that holds back to the candidate.
pub(super) fn shape(path: &[ChainLink], candidates: &[u16; 81]) -> StepKind {
    let Some((start, chain)) = path.split_last() else { return StepKind::Aic };
    // Strong links lead to literals that hold. The first and the last link are weak.
    let in_cell = |link: &ChainLink| link.cause == Cause::Cell;
    let mut weak = chain.iter().filter(|link| !holds(link.literal));
    let ends_in_house =
        chain.first().is_some_and(|last| digit_of(last.literal) == digit_of(start.literal));
    if weak.any(in_cell) || !ends_in_house {
        return StepKind::Aic;
    }
    let strong: Vec<bool> = chain.iter().filter(|link| holds(link.literal)).map(in_cell).collect();
    let pair = |link: &ChainLink| candidates[cell_of(link.literal)];
    let is_one_pair = |mut links: std::slice::Iter<'_, ChainLink>| {
        let first = links.next().map(pair);
        links.all(|link| Some(pair(link)) == first)
    };
    if strong.iter().all(|&in_cell| in_cell) {
        if is_one_pair(chain.iter()) { StepKind::RemotePair } else { StepKind::XyChain }
    } else if let ([last, .., first], [true, false, true]) = (chain, &strong[..])
        && pair(last) == pair(first)
    {
        StepKind::WWing
    } else {
        StepKind::Aic
    }
}
