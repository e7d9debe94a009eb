//! Alternating inference chains with links between groups. A group is two or three cells in the same box and the same
//! line; it holds a digit if one of its cells does.
//!
//! ```text
//!   r1c1=5 holds -> r1c78 hold no 5 -> r23c9 hold the 5 of the box -> ... -> r1c1=5 fails
//! ```
//!
//! A chain starts from a candidate that holds and ends where that candidate fails; the shortest chain is taken. `loops`
//! has already searched for chains without groups.

use super::{hint::length_rating, link_sets::LinkSets, origin::Origin};
use crate::{
    explain::{
        kinds::Kinds,
        step::{Step, StepKind},
        view::{common_houses, common_peers, house_cells},
    },
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// A candidate or a group of candidates of a digit.
struct Group {
    digit: usize,
    cells: CellSet,
    /// The cells that see all cells of the group.
    seeing: CellSet,
}

impl Group {
    fn new(digit: usize, cells: CellSet) -> Self {
        Self { digit, cells, seeing: common_peers(cells) }
    }
}

/// The groups of a position, the candidates first, and their links by number.
struct GroupGraph {
    groups: Vec<Group>,
    /// The number of single candidates, which come first in `groups`.
    candidates: usize,
    /// For each group, the groups that fail if it holds (`weak`) or hold if it fails (`strong`).
    weak: Vec<Vec<u16>>,
    strong: Vec<Vec<u16>>,
    sets: LinkSets,
}

impl GroupGraph {
    fn new(marks: &Marks) -> Self {
        let mut groups = Vec::with_capacity(512);
        let mut numbers = [[0; 9]; 81];
        for (digit, cells) in marks.all_candidates().into_iter().enumerate() {
            for cell in cells {
                numbers[cell.index()][digit] = groups.len() as u16;
                groups.push(Group::new(digit, CellSet::from_iter([cell])));
            }
        }
        let candidates = groups.len();
        for digit in 0..9 {
            for line in 0..18 {
                for third in 0..3 {
                    let positions = marks.positions[line][digit] & 0b111 << (3 * third);
                    if positions.count_ones() > 1 {
                        groups.push(Group::new(digit, house_cells(line, positions)));
                    }
                }
            }
        }
        let count = groups.len();
        let [weak, strong] = [(); 2].map(|()| vec![Vec::new(); count]);
        let mut graph = Self { groups, candidates, weak, strong, sets: LinkSets::default() };
        for digit in 0..9 {
            let numbers = 0..count;
            let of_digit: Vec<usize> =
                numbers.filter(|&number| graph.groups[number].digit == digit).collect();
            for &one in &of_digit {
                of_digit.iter().for_each(|&other| graph.link_in_house(marks, one, other));
            }
        }
        graph.link_in_cells(marks, &numbers);
        graph.fill_sets();
        graph
    }

    /// Adds the links from `one` to `other`, two groups of a digit.
    fn link_in_house(&mut self, marks: &Marks, one: usize, other: usize) {
        let [a, b] = [one, other].map(|number| &self.groups[number]);
        if !(a.cells & !b.seeing).is_empty() {
            return;
        }
        self.weak[one].push(other as u16);
        let both = a.cells | b.cells;
        let is_linked_strongly = bits(common_houses(both)).any(|house| {
            let places = marks.positions[house][a.digit].count_ones() as usize;
            places == both.len()
        });
        if is_linked_strongly {
            self.strong[one].push(other as u16);
        }
    }

    fn link_in_cells(&mut self, marks: &Marks, numbers: &[[u16; 9]; 81]) {
        for (&digits, numbers) in marks.cells.iter().zip(numbers) {
            for one in bits(digits) {
                for other in bits(digits & !(1 << one)) {
                    let one = usize::from(numbers[one]);
                    let other = numbers[other];
                    self.weak[one].push(other);
                    if digits.count_ones() == 2 {
                        self.strong[one].push(other);
                    }
                }
            }
        }
    }

    fn fill_sets(&mut self) {
        self.sets.clear(self.groups.len());
        for (one, failing) in self.weak.iter().enumerate() {
            for &failing in failing {
                self.sets.weak.insert(one, failing);
                for &holding in &self.strong[usize::from(failing)] {
                    self.sets.next.insert(one, holding);
                }
            }
        }
    }

    /// Returns the number of strong links in the shortest chain that shows that a candidate fails if it holds; `None`
    /// if that is more than `longest`.
    fn shortest(&self, candidate: usize, longest: u32) -> Option<u32> {
        // 729 candidates, and 3 groups in each of 18 lines for each of 9 digits, make 1,215 bits.
        const WORDS: usize = 19;
        let literals = self.sets.shortest::<WORDS>(
            candidate,
            true,
            longest.saturating_mul(2).saturating_add(2),
        )?;
        Some(literals / 2 - 1)
    }

    /// Returns the digits of a chain.
    fn digits(&self, path: &[usize]) -> u16 {
        path.iter().fold(0, |digits, &number| digits | 1 << self.groups[number].digit)
    }

    /// Returns the technique of a chain.
    fn kind(&self, path: &[usize]) -> StepKind {
        if self.digits(path).count_ones() == 1 {
            StepKind::GroupedXChain
        } else {
            StepKind::GroupedAic
        }
    }

    /// Returns the shortest chain as groups, from its last group back to the candidate.
    fn path(&self, candidate: usize) -> Vec<usize> {
        // For each group, the group before it in the chain that makes it fail, and in the chain that makes it hold.
        let mut met = vec![[None; 2]; self.groups.len()];
        let mut queue = vec![(candidate, true)];
        met[candidate][1] = Some(candidate);
        let mut done = 0;
        while let Some(&(group, holds)) = queue.get(done) {
            done += 1;
            if holds && self.weak[group].contains(&(candidate as u16)) {
                let mut path = vec![group];
                let mut group = group;
                let mut holds = true;
                while (group, holds) != (candidate, true) {
                    group = met[group][usize::from(holds)].unwrap_or(candidate);
                    holds = !holds;
                    path.push(group);
                }
                return path;
            }
            let links = if holds { &self.weak[group] } else { &self.strong[group] };
            for next in links.iter().map(|&next| usize::from(next)) {
                let from = &mut met[next][usize::from(!holds)];
                if from.is_none() {
                    *from = Some(group);
                    queue.push((next, !holds));
                }
            }
        }
        Vec::new()
    }
}

/// Returns the digits and cells of the groups in the shortest chain from a candidate, given by its number, back to it.
/// The groups hold and fail alternately.
pub(super) fn grouped_path(marks: &Marks, candidate: usize) -> Vec<(usize, CellSet)> {
    let graph = GroupGraph::new(marks);
    let path = graph.path(candidate);
    let places = path.iter().rev().chain([&candidate]).map(|&number| &graph.groups[number]);
    places.map(|group| (group.digit, group.cells)).collect()
}

/// Finds the shortest chain with grouped links.
pub(in crate::explain) fn grouped_chain(marks: &Marks, barred: Kinds) -> Option<Step> {
    let graph = GroupGraph::new(marks);
    let mut best = None;
    let mut longest = u32::MAX;
    for candidate in 0..graph.candidates {
        if let Some(length) = graph.shortest(candidate, longest)
            && (barred.is_empty() || !barred.contains(graph.kind(&graph.path(candidate))))
        {
            best = Some((candidate, length));
            longest = length - 1;
        }
    }
    let (candidate, length) = best?;
    let path = graph.path(candidate);
    let groups = path.iter().map(|&number| &graph.groups[number]);
    let cells = groups.fold(CellSet::EMPTY, |cells, group| cells | group.cells);
    let digits = graph.digits(&path);
    let kind = graph.kind(&path);
    // The candidate holds, then each group fails and the next holds, then the candidate fails.
    let er = kind.er() + length_rating(2 * length + 2);
    let target = &graph.groups[candidate];
    let step =
        Step::new(kind, cells, digits).rated(er).with_eliminations(target.digit, target.cells);
    Some(Step { origin: Some(Origin::Grouped { candidate }), ..step })
}
