//! Cycles and forcing chains in which each literal follows from one other, by breadth-first search
//! from every candidate.

use super::{
    graph::Graph,
    hint::{Hint, Hints, Rank, Trail, length_rating, number},
    links::Cause,
    origin::{Links, Origin},
    shape::shape,
};
use crate::{
    explain::{
        literal::{Literal, cell_of, digit_of, holds},
        step::{Er, Step, StepKind},
    },
    marks::Marks,
};
use batchdoku_engine::grid::{Cell, CellSet, Digit, PEER_SETS};

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

#[derive(Debug, Default)]
pub(in crate::explain) struct LoopMemory {
    graph: Graph,
    nodes: Vec<LoopNode>,
    /// True for each candidate that has been met failing, and holding.
    met: Vec<[bool; 2]>,
}

/// Finds the best of the chains and cycles that are no trees: each literal follows from one other.
pub(in crate::explain) fn forcing_chain(marks: &Marks, memory: &mut LoopMemory) -> Option<Step> {
    let mut hints = Hints::default();
    search(marks, memory, &mut hints);
    let mut step = hints.into_step()?;
    complete(marks, memory, &mut step);
    Some(step)
}

/// Finds cycles and chains with links in houses, in cells, and in both.
pub(super) fn search(marks: &Marks, memory: &mut LoopMemory, hints: &mut Hints<'_>) {
    for links in [Links::X, Links::Y, Links::Xy] {
        let mut search = CycleSearch::new(marks, memory, links);
        for candidate in 0..search.memory.graph.len() as u16 {
            let cell = cell_of(search.memory.graph.literal(candidate, true));
            let size = marks.cells[cell].count_ones();
            if size < 2 || links == Links::Y && size > 2 {
                continue;
            }
            #[cfg(test)]
            super::pace::work();
            search.cycles(candidate, hints);
            if links != Links::Y {
                search.chain(candidate, true, hints);
                search.chain(candidate, false, hints);
            }
        }
    }
}

/// Completes the best step that [`search`] found in a position, if it is a chain: with the cells and digits on the
/// way, and the name of its shape.
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

/// Returns the literals of the shortest chain from one to its opposite; the last holds, and rules the first out, if that
/// holds.
pub(super) fn chain_path(
    marks: &Marks,
    memory: &mut LoopMemory,
    links: Links,
    from: Literal,
) -> Vec<(Literal, Cause)> {
    let mut search = CycleSearch::new(marks, memory, links);
    let number = search.memory.graph.number(from);
    let Some(last) = search.shortest(number, holds(from)) else { return Vec::new() };
    search.forwards(search.path(last))
}

/// Returns the literals of the cycle from a candidate back to it whose last link leads from a node of the search.
pub(super) fn cycle_path(
    marks: &Marks,
    memory: &mut LoopMemory,
    links: Links,
    (from, last, cause): (Literal, u32, Cause),
) -> Vec<(Literal, Cause)> {
    let mut search = CycleSearch::new(marks, memory, links);
    let number = search.memory.graph.number(from);
    // Nothing bounds the search, so it comes to that node whatever was found before.
    search.cycles(number, &mut Hints::within(marks));
    search.forwards(search.cycle(last, cause))
}

struct CycleSearch<'a> {
    marks: &'a Marks,
    memory: &'a mut LoopMemory,
    links: Links,
}

impl<'a> CycleSearch<'a> {
    /// Lists the links of a position, and is ready to start from any candidate.
    fn new(marks: &'a Marks, memory: &'a mut LoopMemory, links: Links) -> Self {
        memory.graph.build(marks, links);
        memory.met.clear();
        memory.met.resize(memory.graph.len(), [false; 2]);
        memory.nodes.clear();
        Self { marks, memory, links }
    }

    fn start(&mut self, candidate: u16, holds: bool) {
        let LoopMemory { nodes, met, .. } = &mut *self.memory;
        for node in nodes.drain(..) {
            met[usize::from(node.candidate)] = [false; 2];
        }
        nodes.push(LoopNode { candidate, holds, parent: NO_PARENT, cause: Cause::Start });
        met[usize::from(candidate)][usize::from(holds)] = true;
    }

    /// Tells if a candidate fails on the way to a node.
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

    fn cycles(&mut self, from: u16, hints: &mut Hints<'_>) {
        let base = self.links.cycle().er();
        if self.memory.graph.strong(from).is_empty() {
            return;
        }
        self.start(from, true);
        let (mut first, mut length) = (0, 0);
        loop {
            // The literals of this level hold; those of the next one fail.
            let end = self.memory.nodes.len();
            length += 1;
            if first == end || length + 1 > hints.longest(base) {
                return;
            }
            let LoopMemory { graph, nodes, met } = &mut *self.memory;
            // A cycle ends with one of these, from which the start follows.
            let closing = graph.strong(from);
            for parent in first..end {
                for &(candidate, cause) in graph.weak(nodes[parent].candidate) {
                    // A second way to a literal matters only where the cycle closes.
                    let [failing, _] = &mut met[usize::from(candidate)];
                    if *failing && closing.iter().all(|&(end, _)| end != candidate) {
                        continue;
                    }
                    let parent = parent as u32;
                    if !Self::fails_before(nodes, parent, candidate) {
                        *failing = true;
                        nodes.push(LoopNode { candidate, holds: false, parent, cause });
                    }
                }
            }
            (first, length) = (end, length + 1);
            let end = self.memory.nodes.len();
            for parent in first..end {
                for place in 0..4 {
                    let LoopMemory { graph, nodes, met } = &mut *self.memory;
                    let links = graph.strong(nodes[parent].candidate);
                    let Some(&(candidate, cause)) = links.get(place) else { break };
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
        let nodes = &self.memory.nodes;
        std::iter::successors(Some(nodes[last as usize]), move |node| {
            (node.parent != NO_PARENT).then(|| nodes[node.parent as usize])
        })
    }

    /// Returns the nodes of a cycle, from the start back to the start.
    fn cycle(&self, last: u32, cause: Cause) -> impl Iterator<Item = LoopNode> + Clone {
        let start = LoopNode { parent: last, cause, ..self.memory.nodes[0] };
        std::iter::once(start).chain(self.path(last))
    }

    /// Returns the literals of nodes that lead back to the start, from there on.
    fn forwards(&self, nodes: impl Iterator<Item = LoopNode>) -> Vec<(Literal, Cause)> {
        let mut path: Vec<_> = nodes.map(|node| (self.literal(node), node.cause)).collect();
        path.reverse();
        path
    }

    fn literal(&self, node: LoopNode) -> Literal {
        self.memory.graph.literal(node.candidate, node.holds)
    }

    /// Adds the hint of a cycle whose last link, from a node to the start, has a cause: a candidate that sees a
    /// literal that holds and one that fails, of its digit and outside of the cells of the cycle,
    /// is eliminated.
    fn close(&self, last: u32, cause: Cause, rank: Rank, hints: &mut Hints<'_>) {
        if rank >= hints.bound() {
            return;
        }
        let literals = || self.path(last).map(|node| self.literal(node));
        let cells: CellSet = literals().map(|literal| Cell::ALL[cell_of(literal)]).collect();
        let (mut seen, mut digits) = ([[CellSet::EMPTY; 9]; 2], 0);
        for literal in literals() {
            let seen = &mut seen[usize::from(holds(literal))][digit_of(literal)];
            *seen = *seen | PEER_SETS[cell_of(literal)];
            digits |= 1 << digit_of(literal);
        }
        let struck: [CellSet; 9] = std::array::from_fn(|digit| {
            let both = seen[0][digit] & seen[1][digit] & !cells;
            if both.is_empty() { both } else { both & self.marks.candidates(digit) }
        });
        let links = self.links;
        let from = self.literal(self.memory.nodes[0]);
        let origin = Some(Origin::Cycle { links, from, last, cause });
        let step = Step::new(links.cycle(), cells, digits).rated(rank.0);
        let mut hint = Hint { rank, step: Step { struck, origin, ..step }, trail: None };
        if !hint.is_worth() {
            return;
        }
        if let Some(outer) = hints.outer {
            // Read backwards, those that fail hold, for the same cause.
            hint.trail = Some(self.trail(self.cycle(last, cause), |_| true, outer));
        }
        hints.add(hint);
    }

    /// Finds the shortest chain from a literal to its opposite.
    fn chain(&mut self, from: u16, hold: bool, hints: &mut Hints<'_>) {
        let kind = if self.links == Links::X { StepKind::XChain } else { StepKind::Aic };
        let graph = &self.memory.graph;
        let Some(literals) = graph.shortest(from, hold, hints.longest(kind.er())) else { return };
        let rank = self.links.rank(kind.er(), literals);
        let target = graph.literal(from, !hold);
        let origin = Origin::Chain { links: self.links, from: target ^ 1 };
        let mut hint = Hint::about(rank, (kind, origin), target, &self.marks.cells);
        if hint.is_worth() && rank < hints.bound() {
            if let Some(outer) = hints.outer {
                let last = self.shortest(from, hold);
                hint.trail = last.map(|last| self.trail(self.path(last), |node| node.holds, outer));
            }
            hints.add(hint);
        }
    }

    /// Returns the nodes of a chain, and the eliminations since `outer` that those of them for which `is_caused` rest on.
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

    /// Returns the last node of the shortest chain from a literal to its opposite; the opposite itself follows from
    /// it if the literal holds.
    fn shortest(&mut self, from: u16, hold: bool) -> Option<u32> {
        self.start(from, hold);
        let LoopMemory { graph, nodes, met } = &mut *self.memory;
        let mut next = 0;
        loop {
            let LoopNode { candidate, holds, .. } = *nodes.get(next)?;
            if holds && !hold && candidate == from {
                return Some(next as u32);
            }
            let parent = next as u32;
            // The end may be a candidate from which nothing follows.
            if holds && hold && graph.fails_with(candidate, from) {
                return Some(next as u32);
            }
            let links = if holds { graph.weak(candidate) } else { graph.strong(candidate) };
            for &(candidate, cause) in links {
                let met = &mut met[usize::from(candidate)][usize::from(!holds)];
                if !*met {
                    *met = true;
                    nodes.push(LoopNode { candidate, holds: !holds, parent, cause });
                }
            }
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Links, LoopMemory, chain_path, shape};
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
