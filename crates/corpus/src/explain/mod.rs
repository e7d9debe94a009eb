//! Solving step by step, and the rating on the scale of Sudoku Explainer.
//!
//! `jobs::Explain` lists the steps to the solution. Each is one instance of the first
//! technique of a ladder that applies. There are two ladders in one table: the techniques, ratings and order of
//! SukakuExplainer 1.18.1, the successor of N. Juillerat's Sudoku Explainer whose ratings (ER, EP and
//! ED as its `serate` prints them) collections of puzzles are described by; and the same with those that it
//! does not have (+), placed by their difficulty.
//!
//! | rating | technique |
//! |---|---|
//! | 1.0 – 1.5 | hidden single: the last cell of a house, in a box, in a line |
//! | 1.7, 1.9, 2.0, 2.5 | pointing, claiming, hidden pair, hidden triple that leave a hidden single |
//! | 2.3 | naked single |
//! | 2.6, 2.8 | pointing, claiming |
//! | 3.0, 3.4, 3.6, 4.0 | naked pair, hidden pair, naked triple, hidden triple |
//! | 3.2, 3.8, 5.2 | X-wing, swordfish, jellyfish |
//! | 4.0 – 4.3 | skyscraper, two-string kite, turbot fish, empty rectangle, finned and sashimi X-wing |
//! | 4.2, 4.4 | XY-wing, XYZ-wing |
//! | 4.4, 4.5 | + W-wing, remote pair |
//! | 4.5 – 5.6 | unique rectangles and loops, which use uniqueness |
//! | 4.8, 5.4 | + finned and sashimi swordfish, jellyfish |
//! | 4.9, 5.3 | + simple colouring, multi-colouring |
//! | 5.0, 5.4 | naked quad, hidden quad |
//! | 5.4 – 6.1 | three and four strong links of a digit |
//! | 5.5 – 6.6, 7.5 | WXYZ-wing and larger: an almost locked set and a cell of two candidates |
//! | 5.6 – 6.2 | bivalue universal grave (BUG+1 and others), which uses uniqueness |
//! | 6.1 | + sue de coq |
//! | 6.2, 7.5 | aligned pair and triplet exclusion |
//! | 6.5 – | X- and Y-cycles, X-chains; from 7.0 on XY-chains and other alternating inference chains (AIC) |
//! | 7.1 – | + X-chains and AIC with grouped links |
//! | 7.5, 7.6 | + ALS-XZ, ALS-XY-wing |
//! | 7.5 – | Nishio |
//! | 8.0 – | cell and region forcing chains |
//! | 8.5 – | the same with the eliminations of the chain: forcing nets |
//! | 9.0 – | and with locked candidates, pairs and X-wings in the chain |
//! | 9.5 –, 10.0 –, 10.5 – | and with forcing chains, multiple chains, dynamic chains in the chain |
//!
//! Chains gain 0.1 for each step in length: 8, 10, 14, 18, 26 … literals.
//!
//! A step that uses uniqueness holds only because the puzzle has one solution, which is why others
//! are refused. No step is taken before it is checked against the solution.

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
