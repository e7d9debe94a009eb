//! One puzzle at a time: a solver that keeps its working memory, and methods of [`Grid`] that use a
//! solver of the thread.

use std::{cell::RefCell, fmt, iter, ops::ControlFlow};

use crate::{
    engine::{Engine, EngineChoice, EngineKind, build_engine},
    grid::Grid,
    simd::SimdLevel,
};
use batchdoku_base::{Limits, Outcome, Verdict};

/// A solver of puzzles one by one, with working memory that it allocates once. The default engine holds the
/// grid in registers: most puzzles take microseconds or less, on one core.
///
/// For hundreds of puzzles and more, [`solve_batch`](crate::solve_batch) uses all cores.
///
/// ```
/// use batchdoku::{Grid, Solver, engine::EngineKind};
///
/// let mut solver = Solver::builder().engine(EngineKind::Mrv).max_nodes(10_000).build();
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solver.solve(&puzzle).expect("it has a solution");
/// assert!(solution.is_solution_of(&puzzle));
/// assert_eq!(solver.count(&puzzle, 2), 1);
/// assert_eq!(solver.solutions(&puzzle).collect::<Vec<_>>(), [solution]);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
pub struct Solver {
    options: SolverBuilder,
    engine: Box<dyn Engine>,
}

/// The options of a [`Solver`]. [`build`](Self::build) creates the solver.
///
/// ```
/// use batchdoku::{Grid, SolverBuilder, engine::EngineKind, simd::SimdLevel};
/// let options = SolverBuilder::new().simd(SimdLevel::Portable);
/// let mut plain = options.engine(EngineKind::Mrv).build();
/// let mut lanes = options.engine(EngineKind::Lanes).build();
/// assert_eq!(plain.count(&Grid::EMPTY, 100), lanes.count(&Grid::EMPTY, 100));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct SolverBuilder {
    choice: EngineChoice,
    max_nodes: u64,
}

impl SolverBuilder {
    /// Creates the default options: the fastest engine at the best level of this CPU, and no limit of
    /// nodes.
    pub fn new() -> Self {
        Self { choice: EngineChoice::default(), max_nodes: u64::MAX }
    }

    /// Uses this engine.
    pub fn engine(mut self, kind: EngineKind) -> Self {
        self.choice.kind = kind;
        self
    }

    /// Uses vectors of this level, or of the portable level if this CPU does not support it.
    pub fn simd(mut self, level: SimdLevel) -> Self {
        self.choice.level = level;
        self
    }

    /// Gives up on a puzzle after this number of nodes: alternatives of branches that the search enters.
    ///
    /// ```
    /// use batchdoku::{Grid, Solver};
    /// let mut solver = Solver::builder().max_nodes(0).build();
    /// assert!(!solver.is_unique(&Grid::EMPTY));
    /// ```
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Creates the solver, with the working memory of its engine.
    pub fn build(self) -> Solver {
        Solver { options: self, engine: build_engine(self.choice) }
    }
}

impl Default for SolverBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Creates a solver with the default engine and no limit of nodes.
    pub fn new() -> Self {
        SolverBuilder::new().build()
    }

    /// Returns the default options, to change them before the solver is built.
    pub fn builder() -> SolverBuilder {
        SolverBuilder::new()
    }

    /// Returns the first solution of `puzzle`. `None` if there is no solution, or the node limit ended the search
    /// before it found one.
    pub fn solve(&mut self, puzzle: &Grid) -> Option<Grid> {
        let mut first = Grid::EMPTY;
        let outcome = self.search_first(puzzle, 1, &mut first);
        (outcome.solutions > 0).then_some(first)
    }

    /// Counts the solutions of `puzzle`, up to `limit`. If the node limit ends the search, the count may be
    /// too low.
    pub fn count(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        self.search_first(puzzle, limit, &mut { Grid::EMPTY }).solutions
    }

    /// Tests whether `puzzle` has exactly one solution. False if the node limit ended the search before this was known.
    pub fn is_unique(&mut self, puzzle: &Grid) -> bool {
        let outcome = self.search_first(puzzle, 2, &mut { Grid::EMPTY });
        outcome.verdict() == Verdict::Solved
    }

    /// Searches `puzzle` up to `limit` solutions, and writes the first solution to `solution`.
    #[inline(always)]
    fn search_first(&mut self, puzzle: &Grid, limit: u64, solution: &mut Grid) -> Outcome {
        let limits = Limits::solutions(limit).max_nodes(self.options.max_nodes);
        let mut outcome = Outcome::default();
        self.engine.solve(puzzle, &limits, solution, &mut outcome);
        outcome
    }

    /// Passes the solutions of `puzzle` to `found`, at most `limit` of them, until `found` breaks. Returns how
    /// the search ended. The order of the solutions depends on the puzzle and the engine alone.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use batchdoku::{Grid, Solver, StopReason};
    /// let mut first_rows = Vec::new();
    /// let outcome = Solver::new().search(&Grid::EMPTY, 3, |solution| {
    ///     first_rows.push(solution.digits()[..9].to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((first_rows.len(), outcome.end), (3, StopReason::SolutionLimit));
    /// ```
    pub fn search(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        mut found: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let limits = Limits::solutions(limit).max_nodes(self.options.max_nodes);
        self.engine.search(puzzle, &limits, &mut found)
    }

    /// Returns the solutions of `puzzle`: first the solution of [`Self::solve`], then the others in the order of
    /// [`Self::search`] with a limit of at least 256.
    ///
    /// The iterator finds solutions in portions, each by a new search that finds twice as many solutions as the search
    /// before (for example 256, 512, 1,024), but at most 65,536 more (5 MB). For very many solutions, [`Self::search`]
    /// is faster.
    ///
    /// ```
    /// use batchdoku::{Grid, Solver};
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.solutions(&Grid::EMPTY).take(100).count(), 100);
    /// ```
    pub fn solutions(&mut self, puzzle: &Grid) -> impl Iterator<Item = Grid> + use<'_> {
        let puzzle = *puzzle;
        // The first solution, and the number found by searches with a limit of at least `SMALLEST`.
        let mut known = None;
        let mut done = false;
        let portions = iter::from_fn(move || {
            if done {
                return None;
            }
            let Some((first, found)) = &mut known else {
                let first = self.solve(&puzzle);
                known = first.map(|first| (first, 0));
                done = first.is_none();
                return Some(Vec::from_iter(first));
            };
            let limit = *found + (*found).clamp(SMALLEST, PORTION);
            let mut passed = 0;
            let mut portion = Vec::new();
            let outcome = self.search(&puzzle, limit, |solution| {
                passed += 1;
                if passed > *found && solution != first {
                    portion.push(*solution);
                }
                ControlFlow::Continue(())
            });
            done = outcome.solutions < limit;
            *found = outcome.solutions;
            Some(portion)
        });
        portions.flatten()
    }
}

/// The limit of the second search; the first search has the limit 1. With a smaller limit, a search may end before
/// another search takes it over, and the order of the solutions may differ.
const SMALLEST: u64 = 256;

/// The maximum number of solutions in a portion.
const PORTION: u64 = 1 << 16;

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("options", &self.options).finish_non_exhaustive()
    }
}

thread_local! {
    /// The solver for the methods of [`Grid`] below.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Grid {
    /// Returns the first solution, if there is one. Batches return the same solution.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// let solution = Grid::EMPTY.solve().expect("an empty grid has solutions");
    /// assert!(solution.is_complete());
    /// ```
    #[must_use]
    pub fn solve(&self) -> Option<Self> {
        SOLVER.with_borrow_mut(|solver| solver.solve(self))
    }

    /// Counts the solutions, up to `limit`.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// assert_eq!(Grid::EMPTY.count_solutions(10), 10);
    /// ```
    pub fn count_solutions(&self, limit: u64) -> u64 {
        SOLVER.with_borrow_mut(|solver| solver.count(self, limit))
    }

    /// Tests whether there is exactly one solution.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// assert!(!Grid::EMPTY.is_unique());
    /// ```
    pub fn is_unique(&self) -> bool {
        SOLVER.with_borrow_mut(|solver| solver.is_unique(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::sized;

    /// A puzzle with more than a thousand solutions, which come in several portions.
    const MANY: &str =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4....";

    /// A puzzle with four solutions.
    const FOUR: &str =
        "2..91875.8754639211.927586.9513246787281564394..789512387642195512897346694531287";

    #[test]
    fn the_iterator_gives_what_the_search_gives() {
        const MOST: u64 = sized(1000, 3);
        let puzzle: Grid = sized(MANY, FOUR).parse().unwrap();
        for kind in [EngineKind::Auto, EngineKind::Lanes, EngineKind::Dlx] {
            let mut solver = Solver::builder().engine(kind).build();
            let mut all = Vec::new();
            solver.search(&puzzle, MOST, |solution| {
                all.push(*solution);
                ControlFlow::Continue(())
            });
            assert_eq!(
                solver.solutions(&puzzle).take(MOST as usize).collect::<Vec<_>>(),
                all,
                "{kind}"
            );
            assert_eq!(solver.solve(&puzzle), all.first().copied());
            assert_eq!(solver.solutions(&puzzle).next(), all.first().copied());
        }
    }

    /// With a large limit, solutions are counted by bands, not one by one.
    #[test]
    #[cfg_attr(miri, ignore = "millions of solutions")]
    fn millions_of_solutions() {
        let puzzle: Grid =
            "...59....17............2..3.......6..6.....17.8.2......5..27......6.....7...3...."
                .parse()
                .unwrap();
        let all = puzzle.count_solutions(u64::MAX);
        assert_eq!(all, 2_526_494);
        assert_eq!(puzzle.count_solutions(2_000_000), 2_000_000);
        assert_eq!(puzzle.count_solutions(all), all);
        assert_eq!(puzzle.count_solutions(all + 1), all);
        let mut solver = Solver::new();
        let visited = solver.search(&puzzle, u64::MAX, |_| ControlFlow::Continue(()));
        assert_eq!(visited.solutions, all);
    }

    #[test]
    fn no_solution_is_none() {
        let puzzle: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
        assert_eq!(puzzle.solve(), None);
        assert_eq!(Solver::new().solutions(&puzzle).count(), 0);
        assert_eq!(puzzle.count_solutions(2), 0);
        assert!(!puzzle.is_unique());
    }

    #[test]
    fn a_puzzle_that_is_given_up_is_not_unique() {
        let puzzle: Grid = MANY.parse().unwrap();
        let mut solver = Solver::builder().max_nodes(0).build();
        assert!(!solver.is_unique(&puzzle));
        assert_eq!(solver.count(&puzzle, 5), 0);
    }
}
