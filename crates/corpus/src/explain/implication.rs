//! The data of proofs: implications, with reasons, that lead from assumptions to a step; or candidates, at least one
//! true because the puzzle has only one solution. `prove` finds proofs, `write` writes them.

use std::fmt;

use super::{
    cases::Cases,
    chains::Cause,
    literal::{Literal, cell_of, digit_of, holds},
    step::Step,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, Digit};

/// The proof of a step that its pattern alone does not prove.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// Chains of implications.
    Chains(Chains),
    /// One of these candidates holds, because without them the puzzle would have two solutions or none.
    OneOf(Vec<(Cell, Digit)>),
}

/// Chains from several assumptions. At least one of the assumptions is true.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    pub(super) cases: Cases,
    pub(super) branches: Vec<CaseBranch>,
}

/// An assumption and the implications from it, premises before conclusions.
#[derive(Clone, Debug)]
pub(super) struct CaseBranch {
    pub(super) assumed: Claim,
    pub(super) implications: Vec<Implication>,
}

/// A claim that follows from other claims, the premises.
#[derive(Clone, Debug)]
pub(super) struct Implication {
    pub(super) premises: Vec<Claim>,
    pub(super) conclusion: Claim,
    pub(super) reason: Reason,
}

/// Why a conclusion follows from its premises.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// The cell of the conclusion.
    Cell,
    /// The house of this index.
    House(u8),
    /// A step that applies once the premises have been eliminated; each premise is a failing candidate.
    Step(Box<NestedStep>),
}

impl From<Cause> for Reason {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::House(house) => Self::House(house),
            Cause::Start | Cause::Cell | Cause::Technique => Self::Cell,
        }
    }
}

/// A step within a chain, with a proof if its pattern alone does not prove it.
#[derive(Clone, Debug)]
pub(super) struct NestedStep {
    pub(super) step: Step,
    pub(super) proof: Option<Proof>,
}

/// A claim about a digit: one of the cells holds it (`r1c78=5`), or none does (`r1c78<>5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) cells: CellSet,
    pub(super) digit: usize,
    pub(super) holds: bool,
}

impl Claim {
    /// Returns the claim of a single literal.
    pub(super) fn of(literal: Literal) -> Self {
        let cells = CellSet::from_iter([Cell::ALL[cell_of(literal)]]);
        Self { cells, digit: digit_of(literal), holds: holds(literal) }
    }

    /// Returns the names of the cells, which share a row or a column: `r1c78`.
    pub(super) fn place(&self) -> String {
        format!("r{}c{}", self.lines(Cell::row), self.lines(Cell::column))
    }

    /// Returns the numbers of the rows or columns of the cells, each once: `78`.
    fn lines(&self, line_of: fn(Cell) -> usize) -> String {
        let lines = self.cells.into_iter().fold(0u16, |lines, cell| lines | 1 << line_of(cell));
        bits(lines).map(|line| char::from(b'1' + line as u8)).collect()
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.place(), if self.holds { "=" } else { "<>" }, self.digit + 1)
    }
}
