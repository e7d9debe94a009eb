//! The loop: sweep, emit, branch, refill.

use super::{
    branch::Branch,
    packed_node::{Configurations, Configure, Nodes, Rest, Wake},
    propagate::{Flags, Sweep},
    search_stack::Stacks,
    sink::Sink,
    state::{LaneMask, Puzzle, Start, State, lanes},
    steal_order::Shares,
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
        self.memory.state.held = 0;
        let shares = Shares::new();
        Work {
            job: self,
            next: 0,
            ready: 0,
            solved: 0,
            dead: 0,
            same: 0,
            unparking: false,
            shares,
        }
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
    /// The order of lanes that work on one puzzle.
    pub(super) shares: Shares,
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
            let puzzle = self.puzzle(lane);
            self.job.outcomes[puzzle].end = StopReason::EngineBug;
            self.drop_puzzle(lane, |_, _| true);
        }
        for lane in lanes(solved & valid) {
            self.count(simd, lane);
        }
    }

    /// Counts the solution in `lane`.
    #[inline(always)]
    fn count<S: Simd>(&mut self, simd: S, lane: usize) {
        let puzzle = self.puzzle(lane);
        let number = puzzle as u32;
        let Job { input, puzzles, outcomes, limits, sink, memory } = &mut self.job;
        let outcome = &mut outcomes[puzzle];
        let over = outcome.end != StopReason::Complete;
        let wanted = if sink.wants_all() {
            !over
        } else {
            outcome.solutions == 0 || self.shares.leads(number, lane)
        };
        if wanted {
            let text = memory.texts.get(lane);
            if !text.keeps_clues(simd, puzzle_text(input, puzzles[puzzle])) {
                outcome.end = StopReason::EngineBug;
                self.drop_puzzle(lane, |_, _| true);
                return;
            }
            if sink.knows(puzzle, text) {
                return;
            }
            self.shares.lead(number, lane);
            if sink.solution(puzzle, text).is_break() {
                outcome.end = StopReason::SolutionLimit;
            }
        }
        if !over {
            outcome.solutions += 1;
            if outcome.solutions >= limits.solutions {
                outcome.end = StopReason::SolutionLimit;
            }
        }
        if outcome.end == StopReason::SolutionLimit {
            // Of a shared puzzle, what comes before the first solution is still looked at.
            let all = sink.wants_all();
            self.drop_puzzle(lane, |shares, other| all || !shares.leads(number, other));
        }
    }

    /// Ends the search of the puzzle in `lane`, by those lanes of it for which `condition`.
    #[inline(always)]
    fn drop_puzzle(&mut self, lane: usize, condition: impl Fn(&Shares, usize) -> bool) {
        self.drop_lane(lane);
        if self.shares.any() {
            let state = &self.job.memory.state;
            for other in lanes(state.lanes_of(state.puzzle[lane])) {
                if condition(&self.shares, other) {
                    self.drop_lane(other);
                }
            }
        }
    }

    /// Ends the search of `lane`.
    #[inline(always)]
    fn drop_lane(&mut self, lane: usize) {
        self.job.memory.stacks.clear(lane);
        self.dead |= 1 << lane;
        self.ready &= !(1 << lane);
        self.solved &= !(1 << lane);
    }

    /// Counts a node of the puzzle in `lane`, which is entered; if the budget is used up, ends its
    /// search and returns `false`.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize) -> bool {
        let puzzle = self.puzzle(lane);
        let outcome = &mut self.job.outcomes[puzzle];
        if outcome.nodes < self.job.limits.nodes {
            outcome.nodes += 1;
            return true;
        }
        outcome.end = StopReason::NodeLimit;
        self.drop_lane(lane);
        false
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
