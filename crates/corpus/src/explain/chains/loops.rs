//! Cycles and forcing chains, by breadth-first search from every candidate. Each literal follows from a single other
//! literal.

use super::{
    hint::{Hint, Hints, Rank, Trail, length_rating, number},
    links::{Cause, strong},
    lists::Lists,
    origin::{Links, Origin},
    reach::{CandidateSet, Reach},
    shape::shape,
};
use crate::{
    explain::{
        kinds::Kinds,
        literal::{Literal, cell_of, digit_of, holds},
        step::{Er, Step, StepKind},
        view::houses_of,
    },
    marks::Marks,
};
use batchdoku_engine::grid::{Cell, CellSet, Digit, HOUSE_MASKS, PEER_SETS};

impl Links {
    fn cycle(self) -> StepKind {
        match self {
            Self::X => StepKind::XCycle,
            Self::Y => StepKind::YCycle,
            Self::Xy => StepKind::XyCycle,
        }
    }

    /// Returns the rank of cycles and chains of `literals` literals.
    fn rank(self, base: Er, literals: u32) -> Rank {
        (base + length_rating(literals), literals, 2 + self as u8)
    }
}

/// A literal that the search met, and where it came from.
#[derive(Clone, Copy, Debug)]
struct LoopNode {
    candidate: u16,
    holds: bool,
    parent: u32,
    cause: Cause,
}

const NO_PARENT: u32 = u32::MAX;

/// The memory of the searches for cycles and chains.
#[derive(Debug, Default)]
pub(in crate::explain) struct LoopMemory {
    /// For the positions of nearly all puzzles.
    narrow: Reach<4>,
    /// For positions of more candidates.
    wide: Reach<12>,
    work: Work,
}

#[derive(Debug, Default)]
struct Work {
    lists: Lists,
    nodes: Vec<LoopNode>,
    /// For each candidate, whether the search has met it failing, and holding.
    met: Vec<[bool; 2]>,
}

impl Work {
    /// Adds a node, unless its literal has been met.
    #[inline(always)]
    fn meet(&mut self, node: LoopNode) {
        let met = &mut self.met[usize::from(node.candidate)][usize::from(node.holds)];
        if !*met {
            *met = true;
            self.nodes.push(node);
        }
    }
}

/// Evaluates an expression with the reach of a position and the memory of the search: the narrow reach, if the
/// candidates fit.
macro_rules! with_reach {
    ($marks:expr, $memory:expr, |$reach:ident, $work:ident| $value:expr) => {{
        let LoopMemory { narrow, wide, work: $work } = $memory;
        if narrow.find($marks) {
            let $reach = narrow;
            $value
        } else {
            wide.find($marks);
            let $reach = wide;
            $value
        }
    }};
}

/// Finds the best chain or cycle that is no tree: each literal follows from a single other literal.
pub(in crate::explain) fn forcing_chain(
    marks: &Marks,
    memory: &mut LoopMemory,
    barred: Kinds,
) -> Option<Step> {
    let mut hints = Hints::barring(barred);
    search(marks, memory, &mut hints);
    let mut step = hints.into_step()?;
    complete(marks, memory, &mut step);
    Some(step)
}

/// Finds cycles and chains with links in houses, in cells, and in both. A chain within another chain has no [`Trail`]
/// yet: [`trail`] finds it.
pub(super) fn search(marks: &Marks, memory: &mut LoopMemory, hints: &mut Hints<'_>) {
    with_reach!(marks, memory, |reach, work| search_from_some(marks, reach, work, hints));
}

/// Calls `each` for every candidate that some chain places (true) or eliminates (false), without finding the chains.
pub(in crate::explain) fn chained(
    marks: &Marks,
    memory: &mut LoopMemory,
    mut each: impl FnMut(Cell, Digit, bool),
) {
    with_reach!(marks, memory, |reach, _work| {
        for (set, holds) in [(reach.holding, true), (reach.failing, false)] {
            for number in set.iter() {
                let candidate = reach.literal(number, true);
                each(Cell::ALL[cell_of(candidate)], Digit::ALL[digit_of(candidate)], holds);
            }
        }
    });
}

/// Searches from the candidates that the reach does not rule out as starts.
fn search_from_some<const W: usize>(
    marks: &Marks,
    reach: &mut Reach<W>,
    work: &mut Work,
    hints: &mut Hints<'_>,
) {
    let [in_houses, all] = reach.starts_of_cycles();
    let failing = reach.failing;
    let holding = reach.holding;
    for links in [Links::X, Links::Y, Links::Xy] {
        let cycles = if links == Links::X { in_houses } else { all };
        let starts = match links {
            Links::Y => cycles,
            Links::X | Links::Xy => cycles.or(&failing).or(&holding),
        };
        let mut search = CycleSearch::new(marks, reach, work, links);
        search.work.lists.clear(if cycles.is_empty() { 0 } else { search.reach.len() });
        #[cfg(debug_assertions)]
        search.assert_nothing_elsewhere(&cycles, [&failing, &holding]);
        for candidate in starts.iter() {
            let size = search.size(candidate);
            if size < 2 || links == Links::Y && size > 2 {
                continue;
            }
            #[cfg(test)]
            super::pace::work();
            if cycles.contains(candidate) {
                search.cycles(candidate, hints);
            }
            if links != Links::Y {
                if failing.contains(candidate) {
                    search.chain(candidate, true, hints);
                }
                if holding.contains(candidate) {
                    search.chain(candidate, false, hints);
                }
            }
        }
    }
}

/// Returns false if no literal follows from all of `starts` along chains where each literal follows from a single other
/// literal.
pub(super) fn may_meet(
    marks: &Marks,
    memory: &mut LoopMemory,
    starts: impl Iterator<Item = Literal>,
) -> bool {
    with_reach!(marks, memory, |reach, _work| reach.may_meet(starts))
}

/// Completes the best step that [`search`] found, if it is a chain: adds the cells and digits on the way, and names the
/// kind by the shape.
fn complete(marks: &Marks, memory: &mut LoopMemory, step: &mut Step) {
    let Some(Origin::Chain { links, from }) = step.origin else { return };
    let path = chain_path(marks, memory, links, from);
    for &(literal, _) in &path {
        step.cells.insert(Cell::ALL[cell_of(literal)]);
    }
    step.digits = path.iter().map(|&(literal, _)| Digit::ALL[digit_of(literal)]).collect();
    if links == Links::Xy && holds(from) {
        step.kind = shape(&path, &marks.cells);
    }
}

/// Returns the literals of the shortest chain from a literal to its opposite. If the first literal holds, the last
/// literal returned holds, too: it rules the first out.
pub(super) fn chain_path(
    marks: &Marks,
    memory: &mut LoopMemory,
    links: Links,
    from: Literal,
) -> Vec<(Literal, Cause)> {
    with_reach!(marks, memory, |reach, work| {
        let mut search = CycleSearch::new(marks, reach, work, links);
        match search.shortest(search.reach.number_of(from), holds(from)) {
            Some(last) => search.forwards(search.path(last)),
            None => Vec::new(),
        }
    })
}

/// Returns the eliminations since `outer` that the shortest chain from a literal to its opposite rests on.
pub(super) fn trail(
    marks: &Marks,
    memory: &mut LoopMemory,
    (links, from): (Links, Literal),
    outer: &Marks,
) -> Option<Box<Trail>> {
    with_reach!(marks, memory, |reach, work| {
        let mut search = CycleSearch::new(marks, reach, work, links);
        let last = search.shortest(search.reach.number_of(from), holds(from))?;
        Some(search.trail(search.path(last), |node| node.holds, outer))
    })
}

/// Returns the literals of the cycle from a candidate back to itself. The last link leads from node `last` of the
/// search.
pub(super) fn cycle_path(
    marks: &Marks,
    memory: &mut LoopMemory,
    links: Links,
    (from, last, cause): (Literal, u32, Cause),
) -> Vec<(Literal, Cause)> {
    with_reach!(marks, memory, |reach, work| {
        let mut search = CycleSearch::new(marks, reach, work, links);
        search.work.lists.clear(search.reach.len());
        // The collection keeps all hints, so no bound ends the search before it reaches the node `last`.
        search.cycles(search.reach.number_of(from), &mut Hints::within(marks));
        search.forwards(search.cycle(last, cause))
    })
}

struct CycleSearch<'a, const W: usize> {
    marks: &'a Marks,
    reach: &'a mut Reach<W>,
    work: &'a mut Work,
    links: Links,
}

impl<'a, const W: usize> CycleSearch<'a, W> {
    /// Creates a search that can start from any candidate.
    fn new(marks: &'a Marks, reach: &'a mut Reach<W>, work: &'a mut Work, links: Links) -> Self {
        if work.met.len() < reach.len() {
            work.met.resize(reach.len(), [false; 2]);
        }
        Self { marks, reach, work, links }
    }

    /// Returns the number of candidates in the cell of a candidate.
    fn size(&self, candidate: u16) -> u32 {
        self.marks.cells[cell_of(self.reach.literal(candidate, true))].count_ones()
    }

    fn start(&mut self, candidate: u16, holds: bool) {
        let Work { nodes, met, .. } = &mut *self.work;
        for node in nodes.drain(..) {
            met[usize::from(node.candidate)] = [false; 2];
        }
        nodes.push(LoopNode { candidate, holds, parent: NO_PARENT, cause: Cause::Start });
        met[usize::from(candidate)][usize::from(holds)] = true;
    }

    fn cycles(&mut self, from: u16, hints: &mut Hints<'_>) {
        let base = self.links.cycle().er();
        let position = (self.marks, self.links, &*self.reach);
        self.work.lists.add_strong(from, position);
        if self.work.lists.strong(from).is_empty() {
            return;
        }
        // A candidate without a way back to the start is on no cycle.
        let members = *self.reach.component_of(from);
        let leading = self.reach.leading_to(&members);
        self.start(from, true);
        let mut first = 0;
        let mut length = 0;
        loop {
            // The literals of this level hold, and the literals of the next level fail.
            let end = self.work.nodes.len();
            length += 1;
            if first == end || length + 1 > hints.longest(base) {
                return;
            }
            let position = (self.marks, self.links, &*self.reach);
            let Work { lists, nodes, met } = &mut *self.work;
            for parent in first..end {
                let own = nodes[parent].candidate;
                lists.add_weak(own, position);
                // A cycle closes at one of these: if it fails, the start holds.
                let closing = lists.strong(from);
                for &(candidate, cause) in lists.weak(own) {
                    if !leading.contains(candidate) {
                        continue;
                    }
                    // Follow a second way to a literal only if the cycle can close there.
                    let [failing, _] = &mut met[usize::from(candidate)];
                    if *failing && closing.iter().all(|&(end, _)| end != candidate) {
                        continue;
                    }
                    let parent = parent as u32;
                    if !fails_before(nodes, parent, candidate) {
                        *failing = true;
                        nodes.push(LoopNode { candidate, holds: false, parent, cause });
                    }
                }
            }
            (first, length) = (end, length + 1);
            let end = self.work.nodes.len();
            for parent in first..end {
                for place in 0..4 {
                    let Work { lists, nodes, met } = &mut *self.work;
                    let links = lists.strong(nodes[parent].candidate);
                    let Some(&(candidate, cause)) = links.get(place) else { break };
                    if !members.contains(candidate) {
                        continue;
                    }
                    let parent = parent as u32;
                    let [_, holding] = &mut met[usize::from(candidate)];
                    if !*holding {
                        *holding = true;
                        nodes.push(LoopNode { candidate, holds: true, parent, cause });
                    }
                    if length >= 4 && candidate == from {
                        let rank = self.links.rank(base, length);
                        self.close(parent, cause, rank, hints);
                    }
                }
            }
            first = end;
        }
    }

    /// Returns the nodes from `last` back to the start.
    fn path(&self, last: u32) -> impl Iterator<Item = LoopNode> + Clone {
        let nodes = &self.work.nodes;
        std::iter::successors(Some(nodes[last as usize]), move |node| {
            (node.parent != NO_PARENT).then(|| nodes[node.parent as usize])
        })
    }

    /// Returns the nodes of a cycle, from the start back to the start.
    fn cycle(&self, last: u32, cause: Cause) -> impl Iterator<Item = LoopNode> + Clone {
        let start = LoopNode { parent: last, cause, ..self.work.nodes[0] };
        std::iter::once(start).chain(self.path(last))
    }

    /// Reverses nodes that lead back to the start, and returns their literals from the start on.
    fn forwards(&self, nodes: impl Iterator<Item = LoopNode>) -> Vec<(Literal, Cause)> {
        let mut path: Vec<_> = nodes.map(|node| (self.literal(node), node.cause)).collect();
        path.reverse();
        path
    }

    fn literal(&self, node: LoopNode) -> Literal {
        self.reach.literal(node.candidate, node.holds)
    }

    /// Adds the hint of a cycle that closes by a link from node `last` to the start, with this cause. A candidate
    /// outside the cells of the cycle is eliminated if it sees, for its digit, a literal that holds and a literal that
    /// fails.
    fn close(&self, last: u32, cause: Cause, rank: Rank, hints: &mut Hints<'_>) {
        if rank >= hints.bound() || hints.barred.contains(self.links.cycle()) {
            return;
        }
        let mut cells = CellSet::EMPTY;
        let mut seen = [[CellSet::EMPTY; 9]; 2];
        let mut digits = 0;
        for literal in self.path(last).map(|node| self.literal(node)) {
            cells.insert(Cell::ALL[cell_of(literal)]);
            let seen = &mut seen[usize::from(holds(literal))][digit_of(literal)];
            *seen = *seen | PEER_SETS[cell_of(literal)];
            digits |= 1 << digit_of(literal);
        }
        let struck: [CellSet; 9] = std::array::from_fn(|digit| {
            let both = seen[0][digit] & seen[1][digit] & !cells;
            if both.is_empty() { both } else { both & self.marks.candidates(digit) }
        });
        let links = self.links;
        let from = self.literal(self.work.nodes[0]);
        let origin = Some(Origin::Cycle { links, from, last, cause });
        let step = Step::new(links.cycle(), cells, digits).rated(rank.0);
        let mut hint = Hint { rank, step: Step { struck, origin, ..step }, trail: None };
        if !hint.makes_progress() {
            return;
        }
        if let Some(outer) = hints.outer {
            // Read backwards, the failing literals of the cycle hold, for the same causes.
            hint.trail = Some(self.trail(self.cycle(last, cause), |_| true, outer));
        }
        hints.add(hint);
    }

    /// Returns the candidates that a chain from a candidate may go through.
    fn within(&self, from: u16) -> CandidateSet<W> {
        match self.links {
            Links::X => *self.reach.of_digit(digit_of(self.reach.literal(from, true))),
            Links::Y | Links::Xy => CandidateSet::ALL,
        }
    }

    /// Finds the length of the shortest chain from a literal to its opposite.
    fn chain(&mut self, from: u16, hold: bool, hints: &mut Hints<'_>) {
        let kind = if self.links == Links::X { StepKind::XChain } else { StepKind::Aic };
        let within = self.within(from);
        let longest = hints.longest(kind.er());
        let Some(literals) = self.reach.shortest(from, hold, &within, longest) else { return };
        let rank = self.links.rank(kind.er(), literals);
        let target = self.reach.literal(from, !hold);
        let origin = Origin::Chain { links: self.links, from: target ^ 1 };
        let hint = Hint::about(rank, (kind, origin), target, &self.marks.cells);
        if hint.makes_progress()
            && rank < hints.bound()
            && !self.is_barred(from, hold, hints.barred)
        {
            hints.add(hint);
        }
    }

    /// Returns whether the shortest chain from a literal has a shape that is barred.
    fn is_barred(&mut self, from: u16, hold: bool, barred: Kinds) -> bool {
        if barred.is_empty() {
            return false;
        }
        let kind = match self.links {
            Links::X => StepKind::XChain,
            _ if !hold => StepKind::Aic,
            _ => match self.shortest(from, hold) {
                Some(last) => shape(&self.forwards(self.path(last)), &self.marks.cells),
                None => StepKind::Aic,
            },
        };
        barred.contains(kind)
    }

    /// Returns the eliminations since `outer` that a chain rests on, and a hash of its literals. Only nodes for which
    /// `is_caused` holds rest on eliminations.
    fn trail(
        &self,
        nodes: impl Iterator<Item = LoopNode> + Clone,
        is_caused: impl Fn(&LoopNode) -> bool,
        outer: &Marks,
    ) -> Box<Trail> {
        let mut parents = [CellSet::EMPTY; 9];
        for node in nodes.clone().filter(is_caused) {
            let literal = self.literal(node);
            node.cause.for_each_gone(literal, outer, self.marks, |cell, digit| {
                parents[digit].insert(cell);
            });
        }
        let number = number(nodes.map(|node| self.literal(node)));
        Box::new(Trail { parents, number })
    }

    /// Returns the last node of the shortest chain from a literal to its opposite. If the first literal holds, this
    /// node rules it out; otherwise the node is the opposite itself. Of several shortest chains, this is the first that
    /// a breadth-first search finds. The search leaves out literals that are on no shortest chain, which does not
    /// change its order.
    fn shortest(&mut self, from: u16, hold: bool) -> Option<u32> {
        let within = self.within(from);
        self.reach.shortest(from, hold, &within, u32::MAX)?;
        let on_the_way = self.reach.on_shortest(from, hold, &within);
        let leading = self.reach.leading_to(&on_the_way).and(&within);
        self.start(from, hold);
        let marks = self.marks;
        let reach = &*self.reach;
        let work = &mut *self.work;
        let mut next = 0;
        loop {
            let LoopNode { candidate, holds, .. } = *work.nodes.get(next)?;
            // Test for the end first, because nothing may follow from the last candidate.
            let is_end = if hold { reach.fails_with(candidate, from) } else { candidate == from };
            if holds && is_end {
                return Some(next as u32);
            }
            let parent = next as u32;
            let literal = reach.literal(candidate, holds);
            if holds {
                weak_in_order(reach, candidate, &leading, |to, cause| {
                    work.meet(LoopNode { candidate: to, holds: false, parent, cause });
                });
            } else {
                strong(marks, literal, self.links != Links::X, true, |to, cause| {
                    let to = reach.number_of(to);
                    if on_the_way.contains(to) {
                        work.meet(LoopNode { candidate: to, holds: true, parent, cause });
                    }
                });
            }
            next += 1;
        }
    }
}

/// Calls `each` with the candidates of `some` that fail if the candidate `holding` holds, in the order of
/// [`weak`](super::links::weak): cell, box, row, column.
#[inline(always)]
fn weak_in_order<const W: usize>(
    reach: &Reach<W>,
    holding: u16,
    some: &CandidateSet<W>,
    mut each: impl FnMut(u16, Cause),
) {
    let own = cell_of(reach.literal(holding, true));
    let houses = houses_of(own);
    // A candidate has at most eight others in its cell and in each of its houses.
    let mut groups = [[0; 8]; 4];
    let mut counts = [0; 4];
    for to in reach.weak(holding).and(some).iter() {
        let cell = cell_of(reach.literal(to, false));
        let house = houses.iter().position(|&house| HOUSE_MASKS[cell] >> house & 1 == 1);
        let group = match house {
            Some(house) if cell != own => 1 + house,
            _ => 0,
        };
        groups[group][counts[group]] = to;
        counts[group] += 1;
    }
    let of_houses = houses.map(|house| Cause::House(house as u8));
    let causes = [Cause::Cell].into_iter().chain(of_houses);
    for ((group, count), cause) in groups.iter().zip(counts).zip(causes) {
        group[..count].iter().for_each(|&to| each(to, cause));
    }
}

#[cfg(debug_assertions)]
impl<const W: usize> CycleSearch<'_, W> {
    /// Asserts that no cycle or chain starts from a candidate outside these sets.
    fn assert_nothing_elsewhere(
        &mut self,
        cycles: &CandidateSet<W>,
        [failing, holding]: [&CandidateSet<W>; 2],
    ) {
        self.work.lists.clear(self.reach.len());
        for cell in 0..81 {
            let digits = self.marks.cells[cell];
            if digits.count_ones() < 2 || self.links == Links::Y && digits.count_ones() > 2 {
                continue;
            }
            for digit in batchdoku_base::bits(digits) {
                let number =
                    self.reach.number_of(crate::explain::literal::literal(cell, digit, true));
                if !cycles.contains(number) {
                    let mut hints = Hints::within(self.marks);
                    self.cycles(number, &mut hints);
                    assert!(hints.into_all().is_empty(), "a cycle from r{}c{}", cell / 9, cell % 9);
                }
                if self.links != Links::Y {
                    for (hold, starts) in [(true, failing), (false, holding)] {
                        let is_start = starts.contains(number);
                        assert!(is_start || !self.has_chain(number, hold), "{cell} {digit}");
                    }
                }
            }
        }
    }

    /// Returns whether a chain leads from a literal to its opposite.
    fn has_chain(&mut self, from: u16, hold: bool) -> bool {
        self.start(from, hold);
        let position = (self.marks, self.links, &*self.reach);
        let Work { lists, nodes, met } = &mut *self.work;
        let mut next = 0;
        while let Some(&LoopNode { candidate, holds, .. }) = nodes.get(next) {
            let is_end =
                if hold { position.2.fails_with(candidate, from) } else { candidate == from };
            if holds && is_end {
                return true;
            }
            lists.add_weak(candidate, position);
            lists.add_strong(candidate, position);
            let links = if holds { lists.weak(candidate) } else { lists.strong(candidate) };
            for &(candidate, cause) in links {
                let met = &mut met[usize::from(candidate)][usize::from(!holds)];
                if !std::mem::replace(met, true) {
                    let parent = next as u32;
                    nodes.push(LoopNode { candidate, holds: !holds, parent, cause });
                }
            }
            next += 1;
        }
        false
    }
}

/// Returns whether a candidate fails at a node or on the way to it.
fn fails_before(nodes: &[LoopNode], mut node: u32, candidate: u16) -> bool {
    while node != NO_PARENT {
        let LoopNode { candidate: other, holds, parent, .. } = nodes[node as usize];
        if other == candidate && !holds {
            return true;
        }
        node = parent;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{
        Hints, Kinds, Links, LoopMemory, Reach, Work, chain_path, forcing_chain, search_from_some,
        shape,
    };
    use crate::{
        explain::{literal::literal, step::StepKind},
        marks::Marks,
    };

    /// Returns the shape of the shortest chain that eliminates a candidate.
    fn shape_of(grid: &str, victim: &str) -> StepKind {
        let number = |place: usize| usize::from(victim.as_bytes()[place] - b'1');
        let from = literal(9 * number(1) + number(2), number(0), true);
        let marks = Marks::new(&grid.parse().expect("81 cells"));
        let path = chain_path(&marks, &mut LoopMemory::default(), Links::Xy, from);
        shape(&path, &marks.cells)
    }

    /// Lists the hints in a position, in the order of their ranks.
    fn hints<const W: usize>(marks: &Marks) -> Vec<String> {
        let mut reach = Reach::<W>::default();
        assert!(reach.find(marks));
        let mut hints = Hints::within(marks);
        search_from_some(marks, &mut reach, &mut Work::default(), &mut hints);
        hints.into_all().iter().map(|hint| format!("{:?} {}", hint.rank, hint.step)).collect()
    }

    /// In debug builds, `search` also asserts that other starts lead to nothing.
    #[test]
    fn hints_do_not_depend_on_the_words_of_sets() {
        let grid =
            "....174.6..4....17....48329498756132.7.182...2514396785...9...1..2.............6.";
        let marks = Marks::new(&grid.parse().expect("81 cells"));
        let found = hints::<4>(&marks);
        assert!(!found.is_empty());
        assert_eq!(hints::<12>(&marks), found);
        // Nine clues leave more candidates than four words have bits.
        let few = format!("{:.<81}", "1..2..3....4..5..6......7.....8......9");
        let marks = Marks::new(&few.parse().expect("81 cells"));
        assert!(marks.cells.iter().map(|digits| digits.count_ones()).sum::<u32>() > 256);
        assert!(!Reach::<4>::default().find(&marks));
        forcing_chain(&marks, &mut LoopMemory::default(), Kinds::NONE);
    }

    /// Published positions: HoDoKu's library of test cases (B. Hobiger), XY-chain and W-wing.
    #[test]
    fn chains_are_named_by_their_shape() {
        let positions: [(StepKind, &str, &str); 3] = [
            (
                StepKind::XyChain,
                "....174.6..4....17....48329498756132.7.182...2514396785...9...1..2.............6.",
                "887",
            ),
            (
                StepKind::XyChain,
                "586719234217348596349652781895473612..19.5.4.4....1.5...4.36.28.....746.....94.7.",
                "357",
            ),
            (
                StepKind::WWing,
                "6..95..7...9.2.....58.31...164389752...175946597246..8925417683...562.....6893...",
                "499",
            ),
        ];
        for (kind, grid, victim) in positions {
            assert_eq!(shape_of(grid, victim), kind, "{grid}");
        }
    }
}
