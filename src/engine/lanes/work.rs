//! The loop: sweep, emit, branch, refill.

use std::ops::ControlFlow;

use super::{
    branch::{Branch, Halves},
    pool::Pool,
    propagate::{Flags, Sweep},
    state::{Frame, LaneMask, Moves, Reset, State, Transfer, lanes},
    text::{Read, Texts, Valid, Write, keeps_clues, lanes_of, puzzle_text},
};
use crate::{
    engine::{End, Limits, Outcome},
    simd::{Kernel, LANES, Simd},
};

/// Lanes that wait before they are seen to.
const EVENT_AT: u32 = 10;

/// Stuck lanes that wait before a sweep is a heavy one.
const HEAVY_AT: u32 = 8;

/// Who gets the solutions.
pub(super) trait Sink {
    /// Whether it wants every solution, or only the first of each puzzle.
    fn wants_all(&self) -> bool;

    /// Whether a solution is the known one of its puzzle, which does not count.
    fn knows(&mut self, _puzzle: usize, _text: &[u8; 81]) -> bool {
        false
    }

    /// Takes a checked solution; a break ends the puzzle.
    fn solution(&mut self, puzzle: usize, text: &[u8; 81]) -> ControlFlow<()>;
}

/// Working memory, allocated once.
#[derive(Debug)]
pub(super) struct Memory {
    state: State,
    pool: Pool,
    halves: Halves,
    second: Frame,
    texts: Texts,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            state: State::EMPTY,
            pool: Pool::new(),
            halves: Halves::EMPTY,
            second: Frame::EMPTY,
            texts: Texts::EMPTY,
        }
    }
}

/// A batch of puzzles to solve.
pub(super) struct Job<'a, 'l> {
    pub(super) input: &'a [u8],
    pub(super) puzzles: &'a [u32],
    /// One a puzzle, all as by default.
    pub(super) outcomes: &'a mut [Outcome],
    pub(super) limits: &'a Limits<'l>,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) memory: &'a mut Memory,
}

impl Kernel for Job<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        if self.limits.solutions == 0 {
            self.outcomes.iter_mut().for_each(|outcome| outcome.end = End::Solutions);
            return;
        }
        self.memory.pool.clear();
        self.memory.state.frame.held = 0;
        Work { job: self, next: 0, stuck: 0, ready: 0, solved: 0, dead: 0, same: 0 }.run(simd);
    }
}

/// A job under way. The masks are about lanes that hold a node.
struct Work<'a, 'l> {
    job: Job<'a, 'l>,
    /// The first puzzle not yet read.
    next: usize,
    /// Nothing fell in the last light sweep.
    stuck: LaneMask,
    /// Stuck, and nothing fell in a heavy sweep either: to be branched.
    ready: LaneMask,
    solved: LaneMask,
    dead: LaneMask,
    /// Nothing fell in the last sweep.
    same: LaneMask,
}

impl Work<'_, '_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        loop {
            while self.held() == 0 {
                if !self.has_supply() {
                    return;
                }
                self.refill(simd, 0);
            }
            if self.job.limits.stopped() {
                self.stop();
                return;
            }
            self.sweep(simd);
            if self.is_time() {
                self.emit(simd);
                let second = self.branch(simd);
                self.refill(simd, second);
            }
        }
    }

    #[inline(always)]
    fn held(&self) -> LaneMask {
        self.job.memory.state.frame.held
    }

    /// Step 1.
    #[inline(always)]
    fn sweep<S: Simd>(&mut self, simd: S) {
        let held = self.held();
        let state = &mut self.job.memory.state;
        let untried = self.stuck & !self.ready;
        let moving = held & !(self.stuck | self.solved | self.dead);
        let heavy = untried != 0 && (untried.count_ones() >= HEAVY_AT || moving == 0);
        let Flags { alive, changed, solved } = if heavy {
            simd.call(Sweep::<true> { state, stuck: untried })
        } else {
            simd.call(Sweep::<false> { state, stuck: 0 })
        };
        self.dead = held & !alive;
        self.solved = held & alive & solved;
        self.same = held & !changed;
        self.stuck = self.same & alive & !solved;
        if heavy {
            self.ready |= untried;
        }
        self.ready &= self.stuck;
    }

    /// Whether nodes or puzzles wait for a lane.
    #[inline(always)]
    fn has_supply(&self) -> bool {
        !self.job.memory.pool.is_empty() || self.next < self.job.puzzles.len()
    }

    /// Step 2: whether enough lanes wait, or none has anything else to do.
    #[inline(always)]
    fn is_time(&self) -> bool {
        let held = self.held();
        let wait = self.ready | self.solved | self.dead;
        let free = if self.has_supply() { !held } else { 0 };
        let untried = self.stuck & !self.ready;
        let working = held & !wait & !untried;
        let at = EVENT_AT.min(held.count_ones().div_ceil(3));
        (wait | free).count_ones() >= at || (working == 0 && untried == 0)
    }

    /// Whether nodes of `puzzle` are of no more use.
    #[inline(always)]
    fn over(outcomes: &[Outcome], puzzle: u32) -> bool {
        outcomes[puzzle as usize].end != End::Complete
    }

    /// Step 3: solved lanes; and frees them with the dead ones.
    #[inline(always)]
    fn emit<S: Simd>(&mut self, simd: S) {
        let mut free = self.dead;
        let solved = self.solved;
        if solved != 0 {
            let memory = &mut *self.job.memory;
            let cells = &memory.state.frame.cells;
            let valid = simd.call(Valid { cells });
            simd.call(Write { cells, texts: &mut memory.texts });
            // The sum of a lane can be right by chance, but then another sweep empties a cell:
            // one that is still wrong with nothing left to fall is a defect.
            let unsound = solved & !valid & self.same;
            free |= solved & (valid | unsound);
            for lane in lanes(unsound) {
                let puzzle = self.job.memory.state.frame.puzzle[lane];
                self.job.outcomes[puzzle as usize].end = End::Unsound;
            }
            for lane in lanes(solved & valid) {
                free |= self.count(lane);
            }
        }
        self.free(free);
    }

    /// Counts the solution in `lane`. Returns the lanes that are free since the puzzle is over.
    #[inline(always)]
    fn count(&mut self, lane: usize) -> LaneMask {
        let Job { input, puzzles, outcomes, limits, sink, memory } = &mut self.job;
        let number = memory.state.frame.puzzle[lane];
        let puzzle = number as usize;
        let outcome = &mut outcomes[puzzle];
        if outcome.end != End::Complete {
            return 0;
        }
        let mut end = End::Complete;
        if outcome.solutions == 0 || sink.wants_all() {
            let text = memory.texts.get(lane);
            if !keeps_clues(puzzle_text(input, puzzles[puzzle]), &text) {
                end = End::Unsound;
            } else if sink.knows(puzzle, &text) {
                return 0;
            } else if sink.solution(puzzle, &text).is_break() {
                end = End::Solutions;
            }
        }
        if end != End::Unsound {
            outcome.solutions += 1;
            if outcome.solutions >= limits.solutions {
                end = End::Solutions;
            }
        }
        outcome.end = end;
        if end != End::Complete && outcome.nodes > 0 {
            lanes_of(&memory.state.frame, memory.state.frame.held, number)
        } else {
            0
        }
    }

    #[inline(always)]
    fn free(&mut self, lanes: LaneMask) {
        self.job.memory.state.frame.held &= !lanes;
        self.ready &= !lanes;
        self.stuck &= !lanes;
        self.solved &= !lanes;
        self.dead &= !lanes;
    }

    /// Counts a node of `puzzle`, which is entered. Returns whether the budget allows it.
    #[inline(always)]
    fn enter(&mut self, puzzle: u32) -> bool {
        let outcome = &mut self.job.outcomes[puzzle as usize];
        if outcome.end != End::Complete {
            return false;
        }
        if outcome.nodes >= self.job.limits.nodes {
            outcome.end = End::Nodes;
            return false;
        }
        outcome.nodes += 1;
        true
    }

    /// Step 4: branches the lanes that are ready. Returns the lanes with a second half.
    #[inline(always)]
    fn branch<S: Simd>(&mut self, simd: S) -> LaneMask {
        let ready = self.ready;
        if ready == 0 {
            return 0;
        }
        let Memory { state, halves, second, .. } = &mut *self.job.memory;
        simd.call(Branch { ready, state, halves, second });
        self.stuck &= !ready;
        self.ready = 0;
        let mut over = 0;
        for lane in lanes(ready) {
            let puzzle = self.job.memory.state.frame.puzzle[lane];
            if !self.enter(puzzle) {
                over |= 1 << lane;
            }
        }
        self.free(over);
        ready & !over
    }

    /// Step 5: fills the free lanes, first with the nodes `second` of the second halves.
    #[inline(always)]
    fn refill<S: Simd>(&mut self, simd: S, mut second: LaneMask) {
        let mut entered = 0;
        if second != 0 {
            let moves = Moves::pair(second, !self.held());
            let Memory { state, second: from, pool, .. } = &mut *self.job.memory;
            if moves.to != 0 {
                simd.call(Transfer { moves: &moves, from, to: &mut state.frame });
                entered |= moves.to;
                second &= !moves.taken;
            }
            pool.push(simd, from, second);
        }
        for _ in 0..3 {
            let free = !self.held() & !entered;
            if free == 0 {
                break;
            }
            if self.job.memory.pool.is_empty() && !self.read(simd) {
                break;
            }
            let Job { outcomes, memory, .. } = &mut self.job;
            let Memory { state, pool, .. } = &mut **memory;
            let over = |puzzle| Self::over(outcomes, puzzle);
            entered |= pool.pop(simd, free, &mut state.frame, over);
        }
        if entered == 0 {
            return;
        }
        simd.call(Reset { lanes: entered, state: &mut self.job.memory.state });
        // A second half comes after its first half was counted, so a puzzle without nodes is new.
        let mut over = 0;
        for lane in lanes(entered) {
            let puzzle = self.job.memory.state.frame.puzzle[lane];
            if self.job.outcomes[puzzle as usize].nodes > 0 && !self.enter(puzzle) {
                over |= 1 << lane;
            }
        }
        self.free(over);
    }

    /// Reads the next puzzles into the pool. Returns whether there were any.
    #[inline(always)]
    fn read<S: Simd>(&mut self, simd: S) -> bool {
        let Job { input, puzzles, outcomes, memory, .. } = &mut self.job;
        let starts = &puzzles[self.next..puzzles.len().min(self.next + LANES)];
        if starts.is_empty() {
            return false;
        }
        let to = memory.pool.grow();
        let bad = simd.call(Read { input, starts, first: self.next as u32, to });
        memory.pool.shrink();
        for lane in lanes(bad) {
            outcomes[self.next + lane].end = End::NotAGrid;
        }
        self.next += starts.len();
        true
    }

    /// Marks every puzzle that is not done.
    fn stop(&mut self) {
        let Job { puzzles, outcomes, memory, .. } = &mut self.job;
        let mut mark = |puzzle: u32| {
            let outcome = &mut outcomes[puzzle as usize];
            if outcome.end == End::Complete {
                outcome.end = End::Stopped;
            }
        };
        lanes(memory.state.frame.held).for_each(|lane| mark(memory.state.frame.puzzle[lane]));
        memory.pool.puzzles().for_each(&mut mark);
        (self.next as u32..puzzles.len() as u32).for_each(&mut mark);
    }
}
