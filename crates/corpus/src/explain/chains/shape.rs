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

/// Names a chain with links in cells and houses that leads from a candidate that holds to its opposite. `path` has the
/// literals from this candidate to the last that holds; each comes with the cause: why the literal before implies it.
pub(super) fn shape(path: &[(Literal, Cause)], candidates: &[u16; 81]) -> StepKind {
    let Some((&(start, _), chain)) = path.split_first() else { return StepKind::Aic };
    let ends_in_house = chain.last().is_some_and(|&(last, _)| digit_of(last) == digit_of(start));
    // Strong links lead to literals that hold. The first and the last link are weak.
    let (strong, weak): (Vec<_>, Vec<_>) = chain.iter().partition(|(literal, _)| holds(*literal));
    if weak.iter().any(is_in_cell) || !ends_in_house {
        return StepKind::Aic;
    }
    let strong: Vec<bool> = strong.iter().map(is_in_cell).collect();
    // The candidates of the cell that a link leads to.
    let pair = |&(literal, _): &(Literal, Cause)| candidates[cell_of(literal)];
    if strong.iter().all(|&in_cell| in_cell) {
        let is_one_pair = chain.windows(2).all(|links| pair(&links[0]) == pair(&links[1]));
        if is_one_pair { StepKind::RemotePair } else { StepKind::XyChain }
    } else if let ([first, .., last], [true, false, true]) = (chain, &strong[..])
        && pair(first) == pair(last)
    {
        StepKind::WWing
    } else {
        StepKind::Aic
    }
}

/// Returns whether a literal follows from the literal before it because both are in the same cell.
fn is_in_cell(&(_, cause): &(Literal, Cause)) -> bool {
    cause == Cause::Cell
}
