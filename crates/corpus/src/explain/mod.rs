//! Solving step by step, and the rating on the scale of Sudoku Explainer.
//!
//! `jobs::Explain` lists the steps to the solution. Each step is of the first technique on a ladder that applies. One
//! table has two ladders. The first has the techniques, ratings and order of SukakuExplainer 1.18.1, the successor of
//! N. Juillerat's Sudoku Explainer, because collections of puzzles are described by its ratings: ER, EP and ED, as its
//! program `serate` prints them. The second adds techniques, placed by their difficulty.
//!
//! [`StepKind`] has the techniques with their meanings and base ratings, and `ladder.rs` the order of trial;
//! docs/techniques.md has all of this in one table.
//!
//! The rating of a chain grows by 0.1 when its length exceeds 6, 8, 10, 14, 18, 26 … literals.
//!
//! A step that uses uniqueness holds only because the puzzle has one solution, so puzzles with several solutions are
//! refused. Each step is checked against the solution before it is taken.

mod aligned_exclusion;
mod als;
mod als_wing;
mod als_xy_wing;
mod als_xz;
mod available;
mod bug;
mod cases;
mod chains;
mod colouring;
mod conditions;
mod finned_fish;
mod implication;
mod kinds;
mod ladder;
mod limits;
mod line;
mod literal;
mod locked;
mod one_step;
mod path;
mod prove;
mod rating;
mod record;
mod remote_pair;
mod search;
mod shortcut;
mod singles;
mod step;
mod strong_links;
mod subsets;
mod sue_de_coq;
#[cfg(test)]
mod tests;
mod trace;
mod unique_loop;
mod view;
mod w_wing;
mod wanted;
mod wings;
mod write;

pub use conditions::{ConditionError, TechniqueConditions};
pub use ladder::Ladder;
pub(crate) use limits::{ErLimits, LimitCheck};
pub use path::{Explainer, Unexplained};
pub use rating::ErRating;
pub use record::{ShownGrids, SolutionPath, TakenStep};
pub use step::{Er, StepKind};
pub use trace::{CellOrder, TraceClash, TraceForm, TraceKind, TraceOptions, Untraced};
