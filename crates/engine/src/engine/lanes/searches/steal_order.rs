//! Work stealing with ordered commit: several lanes search one puzzle, and the result is that of one lane.
//!
//! When a batch has no new puzzles left, a free lane steals the node at the bottom of another
//! lane's stack. In depth-first order, the tree below that node comes after all that remains to
//! the victim, and before all that was stolen from the victim earlier. So the search of a puzzle
//! is a line of *segments*, each with a lane of its own:
//!
//! ```text
//!   lane 3 alone      3
//!   lane 8 steals     3 8
//!   lane 5 steals     3 5 8       from lane 3: the part before that of lane 8
//! ```
//!
//! A segment counts its nodes and records that count at each of its solutions. Once the line has
//! as many solutions as the limit allows, the last of them in depth-first order is the *cut*: a
//! single lane would have stopped there. Everything behind the cut is discarded, and its lanes are free.
//! Segments before it continue, and each solution found there moves the cut forwards.
//!
//! A finished segment joins its finished neighbours, and at the front of the line it goes to the
//! outcome of the puzzle. So there are at most twice as many segments as lanes, and they record
//! at most as many solutions as the limit allows.
//!
//! # Long searches
//!
//! After a number of nodes, in depth-first order, another search may take a puzzle over, or the limit
//! of nodes ends its search. The nodes at the front of the line are in that order, so this is decided
//! there as soon as there are enough of them.
//!
//! For example, with a limit of 10 nodes, lane 3 finishes after 6 nodes, and lane 8 behind it has
//! entered 7 and found a solution at the third and at the fifth of them. Joined, these are nodes 9 and
//! 11 of 13: a single lane would have ended at the limit with the first solution.

use crate::{
    engine::{
        Outcome, StopReason,
        lanes::state::{LaneMask, lanes},
        long_search::SearchContext,
    },
    simd::LANES,
};

/// A part of a search that is contiguous in depth-first order.
#[derive(Debug, Default)]
struct OrderSegment {
    /// The lane that searches the segment; `None` once the segment is finished.
    lane: Option<usize>,
    nodes: u64,
    solutions: u64,
    /// For each solution, the number of nodes of the segment up to it. It is recorded only if there is a limit or a
    /// decision: [`StealOrder::cut`] needs the nodes up to the last solution that counts, and `close_part` the number
    /// of solutions up to a number of nodes.
    nodes_at_solution: Vec<u64>,
}

impl OrderSegment {
    fn is_finished(&self) -> bool {
        self.lane.is_none()
    }
}

/// The search of one puzzle by several lanes.
#[derive(Debug, Default)]
struct SharedSearch {
    puzzle: u32,
    /// Indices of its segments in depth-first order; empty if this entry is unused.
    line: Vec<usize>,
    /// The number of solutions of all segments.
    solutions: u64,
    /// The maximum number of solutions of all segments.
    limit: u64,
    /// The number of nodes at the next decision: do the lanes continue the search?
    decision: u64,
}

/// The searches that several lanes share. All memory is kept for the next batch.
#[derive(Debug)]
pub(super) struct StealOrder {
    searches: Vec<SharedSearch>,
    segments: Vec<OrderSegment>,
    unused_segments: Vec<usize>,
    /// The search and the segment of each lane of [`Self::shared`].
    lane_search: [usize; LANES],
    lane_segment: [usize; LANES],
    /// The lanes of shared searches.
    shared: LaneMask,
    /// The shared lanes with a segment before every solution found so far.
    before_first: LaneMask,
}

impl StealOrder {
    pub(super) fn new() -> Self {
        Self {
            searches: (0..LANES).map(|_| SharedSearch::default()).collect(),
            segments: (0..2 * LANES + 1).map(|_| OrderSegment::default()).collect(),
            unused_segments: (0..2 * LANES + 1).collect(),
            lane_search: [0; LANES],
            lane_segment: [0; LANES],
            shared: 0,
            before_first: 0,
        }
    }

    /// Removes all searches.
    pub(super) fn reset(&mut self) {
        for search in 0..LANES {
            self.truncate(search, 0);
        }
    }

    /// Returns the lanes of shared searches.
    #[inline(always)]
    pub(super) fn shared(&self) -> LaneMask {
        self.shared
    }

    #[inline(always)]
    pub(super) fn is_shared(&self, lane: usize) -> bool {
        self.shared >> lane & 1 == 1
    }

    /// Tests whether the next solution of a shared `lane` will come before all known solutions.
    pub(super) fn is_before_first(&self, lane: usize) -> bool {
        self.before_first >> lane & 1 == 1
    }

    /// Inserts a segment of `thief` behind the segment of `victim`, and counts the stolen node. Both lanes now work on
    /// `puzzle`, whose outcome so far is `outcome`.
    pub(super) fn steal(
        &mut self,
        puzzle: u32,
        victim: usize,
        thief: usize,
        outcome: &Outcome,
        context: &SearchContext<'_, '_, '_>,
    ) {
        if !self.is_shared(victim) {
            let unused = self.searches.iter().position(|search| search.line.is_empty());
            let search = unused.expect("there are no more searches than lanes");
            let line = std::mem::take(&mut self.searches[search].line);
            self.searches[search] = SharedSearch {
                puzzle,
                line,
                solutions: 0,
                limit: context.limits.solutions - outcome.solutions,
                decision: context.next_decision(outcome.nodes),
            };
            self.insert(victim, search, 0);
            if outcome.solutions == 0 {
                self.before_first |= 1 << victim;
            }
        }
        let search = self.lane_search[victim];
        let line = &self.searches[search].line;
        let position = line.iter().position(|&segment| segment == self.lane_segment[victim]);
        self.insert(thief, search, position.expect("the victim is in line") + 1);
        self.segments[self.lane_segment[thief]].nodes = 1;
        if self.is_before_first(victim) {
            self.before_first |= 1 << thief;
        }
    }

    /// Inserts a new segment of `lane` at a position of the line.
    fn insert(&mut self, lane: usize, search: usize, position: usize) {
        let segment = self.unused_segments.pop().expect("at most twice as many as lanes");
        self.segments[segment].lane = Some(lane);
        self.searches[search].line.insert(position, segment);
        self.lane_search[lane] = search;
        self.lane_segment[lane] = segment;
        self.shared |= 1 << lane;
    }

    /// Counts a node of a shared `lane`. If this ends the search, returns its lanes.
    #[inline(always)]
    pub(super) fn count_node(
        &mut self,
        lane: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        self.segments[self.lane_segment[lane]].nodes += 1;
        let search = self.lane_search[lane];
        self.close_part(search, outcomes, context)
    }

    /// Counts a solution of a shared `lane`. Returns the lanes that no longer work on the search:
    /// the lanes behind the cut, or all lanes if this ends the search.
    pub(super) fn count_solution(
        &mut self,
        lane: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        let search = self.lane_search[lane];
        let segment = &mut self.segments[self.lane_segment[lane]];
        segment.solutions += 1;
        // Without either limit nothing is cut, so the nodes need not be recorded: there may be millions of solutions.
        if context.limits.solutions != u64::MAX || self.searches[search].decision != u64::MAX {
            segment.nodes_at_solution.push(segment.nodes);
        }
        self.searches[search].solutions += 1;
        if self.is_before_first(lane) {
            self.record_first(lane);
        }
        if self.searches[search].solutions < self.searches[search].limit {
            return 0;
        }
        self.cut(search) | self.join_finished(search, outcomes, context)
    }

    /// Makes the decision about a search once the front of its line has enough nodes. If this ends the search, returns
    /// its lanes.
    fn close_part(
        &mut self,
        search: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        let SharedSearch { puzzle, decision, ref line, .. } = self.searches[search];
        let outcome = &mut outcomes[puzzle as usize];
        let front = &self.segments[line[0]];
        if outcome.nodes + front.nodes < decision {
            return 0;
        }
        let found_at = front.nodes_at_solution.iter();
        let early = found_at.filter(|&&nodes| outcome.nodes + nodes < decision).count() as u64;
        let solutions = outcome.solutions + early;
        let mut at_decision = Outcome::new(solutions, decision, StopReason::Complete);
        if !context.conclude(puzzle as usize, &mut at_decision) {
            outcome.nodes += at_decision.nodes - decision;
            self.searches[search].decision = context.next_decision(at_decision.nodes);
            return self.close_part(search, outcomes, context);
        }
        *outcome = at_decision;
        let shared_before = self.shared;
        self.truncate(search, 0);
        shared_before & !self.shared
    }

    /// Records that `lane` has the first known solution of its puzzle, so that it and the lanes behind it are no longer
    /// before the first solution.
    fn record_first(&mut self, lane: usize) {
        let line = &self.searches[self.lane_search[lane]].line;
        for &segment in line.iter().rev() {
            if let Some(behind) = self.segments[segment].lane {
                self.before_first &= !(1 << behind);
            }
            if segment == self.lane_segment[lane] {
                break;
            }
        }
    }

    /// Discards everything behind the last solution that counts. Returns the lanes that worked there.
    ///
    /// For example, two solutions are wanted of a line `3 5 8`. Lane 3 has found no solution so far, lane 5 one
    /// solution, and lane 8 two, after 4 and after 9 of its nodes. The second solution of the line is then the first
    /// solution of lane 8: its segment ends there, with 4 nodes, and lane 8 is free. If lane 3 finds a solution later,
    /// the second solution of the line is the solution of lane 5, and the segment of lane 8 is discarded.
    fn cut(&mut self, search: usize) -> LaneMask {
        let shared_before = self.shared;
        let SharedSearch { limit, .. } = self.searches[search];
        let mut solutions = 0;
        for position in 0..self.searches[search].line.len() {
            let index = self.searches[search].line[position];
            let segment = &mut self.segments[index];
            solutions += segment.solutions;
            if solutions >= limit {
                segment.solutions -= solutions - limit;
                segment.nodes_at_solution.truncate(segment.solutions as usize);
                segment.nodes = *segment.nodes_at_solution.last().expect("it has the last one");
                self.release(index);
                self.truncate(search, position + 1);
                break;
            }
        }
        self.searches[search].solutions = limit;
        shared_before & !self.shared
    }

    /// Discards the segments of a line from a position on, beginning with the last segment.
    #[inline(always)]
    fn truncate(&mut self, search: usize, position: usize) {
        while self.searches[search].line.len() > position {
            let last = self.searches[search].line.pop().expect("longer than that");
            self.discard(last);
        }
    }

    /// Frees the lane that works on a segment, if the segment is not finished.
    #[inline(always)]
    fn release(&mut self, segment: usize) {
        if let Some(lane) = self.segments[segment].lane.take() {
            self.shared &= !(1 << lane);
            self.before_first &= !(1 << lane);
        }
    }

    /// Frees a segment that is no longer in a line, and the lane that works on it, if there is one. The counts of the
    /// segment are dropped: counts that matter have been added to another segment before. The list of solutions keeps
    /// its memory.
    fn discard(&mut self, segment: usize) {
        self.release(segment);
        let OrderSegment { lane: _, nodes, solutions, nodes_at_solution } =
            &mut self.segments[segment];
        *nodes = 0;
        *solutions = 0;
        nodes_at_solution.clear();
        self.unused_segments.push(segment);
    }

    /// Finishes the segment of a shared `lane`. If this ends the search, returns the lanes that worked
    /// on it.
    pub(super) fn finish(
        &mut self,
        lane: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        self.release(self.lane_segment[lane]);
        self.join_finished(self.lane_search[lane], outcomes, context)
    }

    /// Joins finished segments with their neighbours and with the outcome of their puzzle. If this ends the
    /// search, returns the lanes that worked on it.
    fn join_finished(
        &mut self,
        search: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        let mut position = 0;
        while position < self.searches[search].line.len() {
            if position == 0 {
                let free = self.close_part(search, outcomes, context);
                if self.searches[search].line.is_empty() {
                    return free;
                }
            }
            let SharedSearch { line, .. } = &mut self.searches[search];
            let index = line[position];
            if !self.segments[index].is_finished() {
                position += 1;
            } else if position == 0 {
                self.join_front(search, outcomes);
            } else if self.segments[line[position - 1]].is_finished() {
                let before = line[position - 1];
                line.remove(position);
                self.append(before, index);
                self.discard(index);
            } else {
                position += 1;
            }
        }
        0
    }

    /// Joins the first segment of a line, which is finished, with the outcome of the puzzle.
    fn join_front(&mut self, search: usize, outcomes: &mut [Outcome]) {
        let SharedSearch { puzzle, line, solutions, limit, .. } = &mut self.searches[search];
        let outcome = &mut outcomes[*puzzle as usize];
        let index = line.remove(0);
        let segment = &self.segments[index];
        outcome.nodes += segment.nodes;
        outcome.solutions += segment.solutions;
        *solutions -= segment.solutions;
        *limit -= segment.solutions;
        if *limit == 0 {
            outcome.end = StopReason::SolutionLimit;
        }
        self.discard(index);
    }

    /// Adds the counts of the segment `behind` to the segment `before`.
    fn append(&mut self, before: usize, behind: usize) {
        let both = self.segments.get_disjoint_mut([before, behind]);
        let [before, behind] = both.expect("they are two");
        let later = behind.nodes_at_solution.iter().map(|at| before.nodes + at);
        before.nodes_at_solution.extend(later);
        before.nodes += behind.nodes;
        before.solutions += behind.solutions;
    }

    /// Ends the shared search of `lane` with its counts so far. Returns its lanes.
    pub(super) fn abandon(
        &mut self,
        lane: usize,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) -> LaneMask {
        let search = self.lane_search[lane];
        let shared_before = self.shared;
        for position in 0..self.searches[search].line.len() {
            self.release(self.searches[search].line[position]);
        }
        self.searches[search].decision = context.first_beyond_limit();
        self.join_finished(search, outcomes, context);
        shared_before & !self.shared
    }

    /// Ends all searches with their counts so far.
    pub(super) fn abandon_all(
        &mut self,
        outcomes: &mut [Outcome],
        context: &mut SearchContext<'_, '_, '_>,
    ) {
        while let Some(lane) = lanes(self.shared).next() {
            self.abandon(lane, outcomes, context);
        }
    }
}
