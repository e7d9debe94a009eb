//! Alternating inference chains whose links may be between groups: cells of a box in one line, one of which
//! holds a digit.
//!
//! ```text
//!   r1c1=5 holds -> r1c78 hold no 5 -> r23c9 hold the 5 of the box -> ... -> r1c1=5 fails
//! ```
//!
//! Chains start from a candidate and end where it fails; the shortest is taken. Those without a group are
//! found before.

use super::hint::length_rating;
use crate::{
    explain::{
        step::{Step, StepKind},
        view::{common_houses, common_peers, house_cells},
    },
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// A candidate or a group of candidates of a digit.
struct Group {
    digit: usize,
    cells: CellSet,
    /// The cells that see all of them.
    seeing: CellSet,
}

/// The groups of a position, the candidates first, and their links by number.
struct GroupGraph {
    groups: Vec<Group>,
    /// The number of those that are candidates.
    candidates: usize,
    /// The words of a set of groups.
    words: usize,
    /// The groups that fail if one holds, and those that hold if it fails: as lists.
    weak: Vec<Vec<u16>>,
    strong: Vec<Vec<u16>>,
    /// The groups that hold if one that fails holds instead: over one weak and one strong link, as sets.
    next: Vec<u64>,
    /// The groups that fail if a candidate holds, as sets.
    fails: Vec<u64>,
}

impl GroupGraph {
    fn new(marks: &Marks) -> Self {
        let mut groups = Vec::with_capacity(512);
        let mut add =
            |digit: usize, cells: CellSet, seeing| groups.push(Group { digit, cells, seeing });
        let all = marks.all_candidates();
        let mut of_digit: [Vec<u16>; 9] = Default::default();
        let mut number = 0;
        for (digit, of_digit) in of_digit.iter_mut().enumerate() {
            for cell in all[digit] {
                add(digit, CellSet::from_iter([cell]), PEER_SETS[cell.index()]);
                of_digit.push(number);
                number += 1;
            }
        }
        let candidates = usize::from(number);
        for (digit, of_digit) in of_digit.iter_mut().enumerate() {
            for line in 0..18 {
                for third in 0..3 {
                    let positions = marks.positions[line][digit] & 0b111 << (3 * third);
                    if positions.count_ones() > 1 {
                        let cells = house_cells(line, positions);
                        add(digit, cells, common_peers(cells));
                        of_digit.push(number);
                        number += 1;
                    }
                }
            }
        }
        let count = groups.len();
        let words = count.div_ceil(64);
        let mut graph = Self {
            groups,
            candidates,
            words,
            weak: vec![Vec::new(); count],
            strong: vec![Vec::new(); count],
            next: vec![0; count * words],
            fails: vec![0; candidates * words],
        };
        for of_digit in &of_digit {
            for &one in of_digit {
                for &other in of_digit {
                    graph.link_in_house(marks, usize::from(one), usize::from(other));
                }
            }
        }
        graph.link_in_cells(marks, &of_digit);
        graph.link_two();
        graph
    }

    /// The links of two groups of a digit.
    fn link_in_house(&mut self, marks: &Marks, one: usize, other: usize) {
        let [a, b] = [one, other].map(|number| &self.groups[number]);
        if !(a.cells & !b.seeing).is_empty() {
            return;
        }
        self.weak[one].push(other as u16);
        let both = a.cells | b.cells;
        let has_all =
            |house: usize| marks.positions[house][a.digit].count_ones() as usize == both.len();
        if bits(common_houses(both)).any(has_all) {
            self.strong[one].push(other as u16);
        }
    }

    fn link_in_cells(&mut self, marks: &Marks, of_digit: &[Vec<u16>; 9]) {
        let number = |cell: Cell, digit: usize| {
            of_digit[digit].iter().copied().find(|&number| {
                self.groups[usize::from(number)].cells == CellSet::from_iter([cell])
            })
        };
        let mut links = Vec::new();
        for cell in Cell::ALL {
            let digits = marks.cells[cell.index()];
            for one in bits(digits) {
                for other in bits(digits & !(1 << one)) {
                    links.extend(
                        number(cell, one).zip(number(cell, other)).map(|pair| (pair, digits)),
                    );
                }
            }
        }
        for ((one, other), digits) in links {
            self.weak[usize::from(one)].push(other);
            if digits.count_ones() == 2 {
                self.strong[usize::from(one)].push(other);
            }
        }
    }

    /// The sets.
    fn link_two(&mut self) {
        for one in 0..self.groups.len() {
            for &failing in &self.weak[one] {
                if let Some(place) = (one < self.candidates).then_some(one * self.words) {
                    self.fails[place + usize::from(failing) / 64] |= 1 << (failing % 64);
                }
                for &holding in &self.strong[usize::from(failing)] {
                    self.next[one * self.words + usize::from(holding) / 64] |= 1 << (holding % 64);
                }
            }
        }
    }

    fn set(sets: &[u64], words: usize, number: usize) -> &[u64] {
        &sets[number * words..][..words]
    }

    /// The groups that hold before the candidate fails, at most `longest` of them: their number in the
    /// shortest chain from the candidate.
    fn shortest(&self, candidate: usize, longest: u32) -> Option<u32> {
        let words = self.words;
        let fails = Self::set(&self.fails, words, candidate);
        let mut reached = vec![0u64; words];
        let mut frontier = Self::set(&self.next, words, candidate).to_vec();
        reached[candidate / 64] |= 1 << (candidate % 64);
        for length in 1..=longest {
            if frontier.iter().zip(fails).any(|(frontier, fails)| frontier & fails != 0) {
                return Some(length);
            }
            let mut next = vec![0u64; words];
            for word in 0..words {
                let new = frontier[word] & !reached[word];
                reached[word] |= new;
                for bit in bits(new) {
                    let more = Self::set(&self.next, words, word * 64 + bit);
                    next.iter_mut().zip(more).for_each(|(next, more)| *next |= more);
                }
            }
            frontier = next;
        }
        None
    }

    /// The groups of the shortest chain, from a candidate to the last that holds.
    fn path(&self, candidate: usize) -> Vec<usize> {
        // Whether each group has been met failing and holding, and from which group.
        let mut met = vec![[None; 2]; self.groups.len()];
        let mut queue = vec![(candidate, true)];
        met[candidate][1] = Some(candidate);
        let mut done = 0;
        while let Some(&(group, holds)) = queue.get(done) {
            done += 1;
            if holds && self.weak[group].contains(&(candidate as u16)) {
                let mut path = vec![group];
                let (mut group, mut holds) = (group, true);
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

/// More groups that hold are not looked for.
const LONGEST: u32 = 24;

/// Finds the shortest chain with grouped links.
pub(in crate::explain) fn grouped_chain(marks: &Marks) -> Option<Step> {
    let graph = GroupGraph::new(marks);
    let mut best = None;
    let mut longest = LONGEST;
    for candidate in 0..graph.candidates {
        if let Some(length) = graph.shortest(candidate, longest) {
            best = Some((candidate, length));
            longest = length - 1;
        }
    }
    let (candidate, length) = best?;
    let path = graph.path(candidate);
    let groups = || path.iter().map(|&number| &graph.groups[number]);
    let cells = groups().fold(CellSet::EMPTY, |cells, group| cells | group.cells);
    let digits = groups().fold(0u16, |digits, group| digits | 1 << group.digit);
    let kind =
        if digits.count_ones() == 1 { StepKind::GroupedXChain } else { StepKind::GroupedAic };
    // The candidate holds, then each group fails and the next holds, then the candidate fails.
    let er = kind.er() + length_rating(2 * length + 2);
    let mut step = Step::new(kind, cells, digits).rated(er);
    let target = &graph.groups[candidate];
    step.struck[target.digit] = target.cells;
    Some(step)
}
