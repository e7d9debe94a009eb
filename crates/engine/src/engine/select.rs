//! The choice of an engine by name.

use std::fmt;

use super::{Backtrack, Dlx, Engine, Lanes, Mrv};
use crate::simd::SimdLevel;
use batchdoku_base::named;

/// The engines.
///
/// ```
/// use batchdoku::{Grid, Solver, engine::EngineKind};
/// for kind in EngineKind::ALL {
///     let mut solver = Solver::builder().engine(kind).build();
///     assert_eq!(solver.count(&Grid::EMPTY, 3), 3, "{kind}");
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineKind {
    /// The fastest engine: [`Self::Lanes`].
    #[default]
    Auto,
    /// 32 puzzles at a time, one per lane of a vector; small batches one by one, each grid in registers.
    Lanes,
    /// Exact cover by Algorithm X, known from "Dancing Links".
    Dlx,
    /// Plain depth-first search in row order: exponentially slow on some puzzles.
    Backtrack,
    /// One puzzle at a time, the cell with the fewest candidates first.
    Mrv,
}

named!(EngineKind {
    Auto = "auto",
    Lanes = "lanes",
    Mrv = "mrv",
    Dlx = "dlx",
    Backtrack = "backtrack",
});

/// An engine, and its SIMD level if it uses vectors. The default is the fastest engine at the fastest
/// level.
///
/// ```
/// use batchdoku::{engine::{EngineChoice, EngineKind}, simd::SimdLevel};
/// let choice = EngineChoice::from((EngineKind::Lanes, SimdLevel::Portable));
/// assert_eq!(choice.to_string(), "lanes (portable)");
/// assert_eq!(EngineChoice::from(EngineKind::Mrv).to_string(), "mrv");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineChoice {
    /// The engine.
    pub kind: EngineKind,
    /// The SIMD level.
    pub level: SimdLevel,
}

impl Default for EngineChoice {
    fn default() -> Self {
        Self { kind: EngineKind::default(), level: SimdLevel::detect() }
    }
}

impl From<EngineKind> for EngineChoice {
    fn from(kind: EngineKind) -> Self {
        Self { kind, ..Self::default() }
    }
}

/// At a level that this CPU does not support, the engine uses the portable level.
impl From<(EngineKind, SimdLevel)> for EngineChoice {
    fn from((kind, level): (EngineKind, SimdLevel)) -> Self {
        Self { kind, level }
    }
}

/// Creates an engine.
pub fn build_engine(choice: EngineChoice) -> Box<dyn Engine> {
    match choice.kind {
        EngineKind::Auto | EngineKind::Lanes => Box::new(Lanes::new(choice.level)),
        EngineKind::Mrv => Box::new(Mrv),
        EngineKind::Dlx => Box::new(Dlx::new()),
        EngineKind::Backtrack => Box::new(Backtrack),
    }
}

/// The name of the engine, with its SIMD level if it uses vectors.
impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EngineKind::Auto | EngineKind::Lanes => write!(f, "{} ({})", self.kind, self.level),
            EngineKind::Mrv | EngineKind::Dlx | EngineKind::Backtrack => self.kind.fmt(f),
        }
    }
}
