//! Chains: what follows from a candidate that holds, or does not.
//!
//! ```text
//!   r1c1=5 holds  ->  no other 5 in its houses, no other digit in its cell     (weak links)
//!   r1c1=5 fails  ->  the last other 5 of a house, the last other digit of the cell   (strong links)
//! ```
//!
//! A *literal* is a candidate with one of these two states. Chains alternate between them. The
//! rating of a chain grows with the number of literals that it takes ([`hint`]).

mod advanced;
mod graph;
mod grouped;
mod hint;
mod links;
mod loops;
mod multiple;
mod shape;
mod tree;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{
    ladder::{StepFinder, StepMemory},
    step::Step,
};
use crate::marks::Marks;
pub(super) use grouped::GroupedChains;
use hint::Best;
use loops::LoopMemory;
use tree::Tree;

/// What the searches work on.
#[derive(Debug, Default)]
pub(super) struct ChainMemory {
    loops: LoopMemory,
    /// Trees that are not in use.
    spare: Vec<Box<Tree>>,
    /// Ends the search, with anything for a result, once it is true.
    pub(in crate::explain) stop: Option<Arc<AtomicBool>>,
}

impl ChainMemory {
    pub(in crate::explain) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Chains and cycles that are no trees: each literal follows from one other.
pub(super) struct ForcingChains;

impl StepFinder for ForcingChains {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        let mut best = Best::default();
        let loops = &mut memory.chains.loops;
        loops::search(marks, loops, &mut best);
        if let Some(hint) = best.hint() {
            loops::complete(marks, loops, hint);
        }
        best.into_step()
    }
}

/// What every candidate of a cell or every position of a digit has as a consequence, and what
/// contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MultipleChains {
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
    /// With dynamic chains in the chain, which have so many levels of their own.
    NestedDynamic(u8),
}

impl StepFinder for MultipleChains {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        let mut best = Best::default();
        multiple::search(*self, marks, &mut memory.chains, &mut best);
        best.into_step()
    }
}
