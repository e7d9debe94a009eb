//! The loop: sweep, emit, branch, refill.

use super::{
    branch::Branch,
    packed_node::{Configurations, Configure, Nodes, Rest, Wake},
    propagate::{Flags, Sweep},
    search_stack::Stacks,
    sink::Sink,
    state::{LaneMask, Puzzle, Start, State, lanes},
    steal_order::StealOrder,
    text::{Texts, Valid, Write, puzzle_text, read},
};
use crate::{
    engine::{Limits, Outcome, StopReason},
    simd::{Kernel, LANES, Lanes32, Simd},
};

/// Lanes that wait before they are seen to.
const EVENT_AT: u32 = 20;

/// Fewer lanes do not branch, or backtrack, as long as there are new puzzles: their searches are
/// parked until there are enough to fill the lanes. So a few hard puzzles among many easy ones do
/// not make an event for each of their nodes.
const TOGETHER: u32 = 6;

/// With a larger limit of solutions, short of [`u64::MAX`], a puzzle has one lane: the memory of
/// [`StealOrder`] grows with the solutions found.
const MAX_SHARED_LIMIT: u64 = 1 << 20;

/// Working memory, allocated once.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) state: State,
    pub(super) stacks: Stacks,
    /// New puzzles on their way to the lanes.
    fresh: [Puzzle; LANES],
    configurations: Configurations,
    /// Nodes on their way to the stacks or to the lanes.
    pub(super) nodes: Nodes,
    words: [Lanes32; LANES],
    texts: Texts,
    pub(super) steal_order: StealOrder,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            state: State::EMPTY,
            stacks: Stacks::new(),
            fresh: [[Lanes32::splat(0); 3]; LANES],
            configurations: [[Lanes32::splat(0); 6]; 6],
            nodes: [Lanes32::splat(0); LANES],
            words: [Lanes32::splat(0); LANES],
            texts: Texts::EMPTY,
            steal_order: StealOrder::new(),
        }
    }
}

/// A batch of puzzles to solve.
pub(super) struct Job<'a, 'l, 's> {
    pub(super) input: &'a [u8],
    pub(super) puzzles: &'a [u32],
    /// One a puzzle, all as by default.
    pub(super) outcomes: &'a mut [Outcome],
    pub(super) limits: &'a Limits<'l>,
    pub(super) sink: &'a mut Sink<'s>,
    pub(super) memory: &'a mut Memory,
}

impl Kernel for Job<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        if self.limits.solutions == 0 {
            self.outcomes.iter_mut().for_each(|outcome| outcome.end = StopReason::SolutionLimit);
            return;
        }
        self.memory.stacks.reset();
        self.memory.steal_order.reset(self.limits.solutions);
        self.memory.state.held = 0;
        Work { job: self, next: 0, ready: 0, solved: 0, dead: 0, same: 0, unparking: false }
            .run(simd);
    }
}

/// A job under way. The masks are about lanes that hold a node.
pub(super) struct Work<'a, 'l, 's> {
    pub(super) job: Job<'a, 'l, 's>,
    /// The first puzzle not yet read.
    next: usize,
    /// At a fixpoint, neither solved nor dead: to be branched.
    ready: LaneMask,
    solved: LaneMask,
    pub(super) dead: LaneMask,
    /// Nothing fell in the last sweep.
    same: LaneMask,
    /// Parked searches go first until none is left.
    pub(super) unparking: bool,
}

impl Work<'_, '_, '_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        self.refill(simd, 0);
        while self.held() != 0 || self.has_parked() {
            if self.job.limits.stopped() {
                self.stop();
                return;
            }
            self.sweep(simd);
            if self.is_time() {
                self.emit(simd);
                self.branch(simd);
                let back = self.backtrack();
                self.refill(simd, back);
            }
        }
    }

    #[inline(always)]
    pub(super) fn held(&self) -> LaneMask {
        self.job.memory.state.held
    }

    #[inline(always)]
    fn puzzle(&self, lane: usize) -> usize {
        self.job.memory.state.puzzle[lane] as usize
    }

    /// Step 1.
    #[inline(always)]
    fn sweep<S: Simd>(&mut self, simd: S) {
        let held = self.held();
        let state = &mut self.job.memory.state;
        let Flags { alive, changed, solved } = simd.call(Sweep { state });
        self.dead = held & !alive;
        self.solved = held & alive & solved;
        self.same = held & !changed;
        self.ready = self.same & alive & !solved;
    }

    /// Step 2: whether enough lanes wait, or none has anything else to do.
    #[inline(always)]
    fn is_time(&self) -> bool {
        let held = self.held();
        let wait = self.ready | self.solved | self.dead;
        wait.count_ones() >= (EVENT_AT * held.count_ones()).div_ceil(LANES as u32)
    }

    /// Step 3: counts and hands over the solved lanes, which are dead then.
    #[inline(always)]
    fn emit<S: Simd>(&mut self, simd: S) {
        let solved = self.solved;
        if solved == 0 {
            return;
        }
        let memory = &mut *self.job.memory;
        let cells = &memory.state.cells;
        let valid = simd.call(Valid { cells });
        simd.call(Write { cells, lanes: solved & valid, texts: &mut memory.texts });
        // The sum of a lane can be right by chance, but then another sweep empties a cell:
        // one that is still wrong with nothing left to fall is a defect.
        let unsound = solved & !valid & self.same;
        self.dead |= solved & (valid | unsound);
        for lane in lanes(unsound) {
            self.end_puzzle(lane, StopReason::EngineBug);
        }
        for lane in lanes(solved & valid) {
            // Another one of these may have ended its search.
            if self.solved >> lane & 1 == 1 {
                self.count_solution(simd, lane);
            }
        }
    }

    /// Counts the solution in `lane`, and hands it over if it is wanted.
    #[inline(always)]
    fn count_solution<S: Simd>(&mut self, simd: S, lane: usize) {
        let puzzle = self.puzzle(lane);
        let Job { input, puzzles, outcomes, limits, sink, memory } = &mut self.job;
        let outcome = &mut outcomes[puzzle];
        let Memory { texts, steal_order, .. } = &mut **memory;
        let is_shared = steal_order.is_shared(lane);
        let is_first =
            if is_shared { steal_order.is_before_first(lane) } else { outcome.solutions == 0 };
        let mut is_enough = false;
        if is_first || sink.wants_all() {
            let text = texts.get(lane);
            if !text.keeps_clues(simd, puzzle_text(input, puzzles[puzzle])) {
                self.end_puzzle(lane, StopReason::EngineBug);
                return;
            }
            if sink.is_known(puzzle, text) {
                return;
            }
            is_enough = sink.solution(puzzle, text, is_first, is_shared).is_break();
        }
        if is_shared {
            let behind = steal_order.count_solution(lane, outcomes);
            lanes(behind).for_each(|lane| self.drop_lane(lane));
        } else {
            outcome.solutions += 1;
            is_enough |= outcome.solutions == limits.solutions;
        }
        if is_enough {
            self.end_puzzle(lane, StopReason::SolutionLimit);
        }
    }

    /// Ends the search of the puzzle in `lane`.
    fn end_puzzle(&mut self, lane: usize, reason: StopReason) {
        let puzzle = self.puzzle(lane);
        let Job { outcomes, memory, .. } = &mut self.job;
        let mut members = 1 << lane;
        if memory.steal_order.is_shared(lane) {
            members |= memory.steal_order.abandon(lane, outcomes);
        }
        outcomes[puzzle].end = reason;
        lanes(members).for_each(|lane| self.drop_lane(lane));
    }

    /// Ends the search of `lane`.
    #[inline(always)]
    fn drop_lane(&mut self, lane: usize) {
        self.job.memory.stacks.clear(lane);
        self.dead |= 1 << lane;
        self.ready &= !(1 << lane);
        self.solved &= !(1 << lane);
    }

    /// Counts a node of the puzzle in `lane`, which is entered. At the limit of nodes, ends its
    /// search instead and returns `false`.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize) -> bool {
        let puzzle = self.puzzle(lane);
        let Job { outcomes, limits, memory, .. } = &mut self.job;
        if memory.steal_order.is_shared(lane) {
            memory.steal_order.count_node(lane);
            return true;
        }
        let outcome = &mut outcomes[puzzle];
        if outcome.nodes < limits.nodes {
            outcome.nodes += 1;
            return true;
        }
        outcome.end = StopReason::NodeLimit;
        self.drop_lane(lane);
        false
    }

    /// Whether several lanes may search one puzzle. With a limit of nodes they may not; nor if the
    /// caller takes a limited number of solutions one by one, in depth-first order.
    pub(super) fn may_share(&self) -> bool {
        let Job { limits, sink, .. } = &self.job;
        let shared_limit = if sink.is_callback() { 0 } else { MAX_SHARED_LIMIT };
        let is_limit_shared = limits.solutions == u64::MAX || limits.solutions <= shared_limit;
        !limits.has_budget() && is_limit_shared
    }

    /// Whether `lanes` had better be parked.
    #[inline(always)]
    pub(super) fn is_too_few(&self, lanes: LaneMask) -> bool {
        let few = lanes.count_ones();
        few < TOGETHER && self.has_fresh() && self.job.memory.stacks.has_room(few)
    }

    /// Step 4: branches the lanes that are ready. The first half stays, the second goes to the
    /// stack of the lane.
    #[inline(always)]
    fn branch<S: Simd>(&mut self, simd: S) {
        let ready = self.ready;
        if ready == 0 {
            return;
        }
        let few = self.is_too_few(ready);
        let Memory { state, configurations, nodes, stacks, .. } = &mut *self.job.memory;
        simd.call(Configure { state, to: configurations });
        if !few {
            simd.call(Branch { ready, state, configurations });
        }
        simd.call(Rest { from: configurations, nodes });
        for lane in lanes(ready) {
            stacks.push(lane, nodes[lane]);
            if few {
                stacks.park(lane, state.puzzle[lane], true);
            }
        }
        if few {
            state.held &= !ready;
        } else {
            for lane in lanes(ready) {
                self.enter(lane);
            }
        }
    }

    /// Whether searches are parked.
    pub(super) fn has_parked(&self) -> bool {
        self.job.memory.stacks.parked().len() > 0
    }

    #[inline(always)]
    pub(super) fn has_fresh(&self) -> bool {
        self.next < self.job.puzzles.len()
    }

    /// Step 6: free lanes get new puzzles, and the lanes `back` go on with their nodes.
    #[inline(always)]
    fn refill<S: Simd>(&mut self, simd: S, back: LaneMask) {
        let Job { input, puzzles, outcomes, memory, .. } = &mut self.job;
        let Memory { state, fresh, nodes, words, .. } = &mut **memory;
        let mut new = 0;
        for lane in lanes(!state.held) {
            while self.next < puzzles.len() && new >> lane & 1 == 0 {
                if read(simd, puzzle_text(input, puzzles[self.next]), &mut fresh[lane]) {
                    state.puzzle[lane] = self.next as u32;
                    new |= 1 << lane;
                } else {
                    outcomes[self.next].end = StopReason::Malformed;
                }
                self.next += 1;
            }
        }
        state.held |= new;
        if new != 0 {
            simd.call(Start { puzzles: fresh, lanes: new, state });
        }
        if back != 0 {
            simd.call(Wake { nodes, lanes: back, state, words });
        }
    }

    /// Marks every puzzle that is not done.
    fn stop(&mut self) {
        let Job { puzzles, outcomes, memory, .. } = &mut self.job;
        memory.steal_order.abandon_all(outcomes);
        let mut mark = |puzzle: u32| {
            let outcome = &mut outcomes[puzzle as usize];
            if outcome.end == StopReason::Complete {
                outcome.end = StopReason::Stopped;
            }
        };
        let state = &memory.state;
        lanes(state.held).for_each(|lane| mark(state.puzzle[lane]));
        memory.stacks.parked().for_each(&mut mark);
        (self.next as u32..puzzles.len() as u32).for_each(&mut mark);
    }
}
