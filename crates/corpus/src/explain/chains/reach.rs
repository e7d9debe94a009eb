//! Sets of the candidates that follow from each other: they show which chains and cycles there can be at all.
//!
//! Most positions within a net have no chain. The closure of their links shows this in a thirtieth of the time that
//! searches from every candidate take. Between its ends, a chain visits only *ends* of strong links:
//!
//! ```text
//!   x holds -> z fails -> w holds -> ... -> y holds -> x fails
//!              z, w: the ends of a strong link
//! ```
//!
//! Weak and strong links are symmetric, so the reverse of a chain is a chain, too. Let `before(w)` be the candidates
//! that imply `w` if they hold. Then
//!
//! - x fails if it holds, if it is in `before(w)` for some `w` that it sees;
//! - x holds if it fails, if it has a strong link to an end that is in `before(x)`.
//!
//! The links of X- and Y-chains are among those of XY-chains, so one closure serves all three searches. A cycle
//! eliminates `t` because `t` sees a literal that holds and a literal that fails, both on the cycle. Then `t` fails if
//! it holds. So if no candidate fails when it holds, no cycle eliminates anything.

use super::links::weak;
use crate::{
    explain::literal::{LITERALS, Literal, digit_of, literal},
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::HOUSES;

/// A set of candidates by number, in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CandidateSet<const W: usize>([u64; W]);

impl<const W: usize> CandidateSet<W> {
    pub(super) const EMPTY: Self = Self([0; W]);
    pub(super) const ALL: Self = Self([u64::MAX; W]);

    #[inline(always)]
    fn insert(&mut self, number: u16) {
        self.0[usize::from(number) / 64] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub(super) fn contains(&self, number: u16) -> bool {
        self.0[usize::from(number) / 64] >> (number % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    #[inline(always)]
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    #[inline(always)]
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    #[inline(always)]
    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    #[inline(always)]
    fn first(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word * 64) as u16 + self.0[word].trailing_zeros() as u16)
    }

    /// Lists the numbers, upwards.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        (0..W).flat_map(move |word| bits(self.0[word]).map(move |bit| (word * 64 + bit) as u16))
    }
}

/// The candidates that hold if a candidate fails: the only other candidate of its cell, and of its digit in each house.
#[derive(Clone, Copy, Debug, Default)]
struct Strong {
    to: [u16; 4],
    len: u8,
}

impl Strong {
    #[inline(always)]
    fn all(&self) -> &[u16] {
        &self.to[..usize::from(self.len)]
    }
}

/// Ends of strong links that all imply each other, or a single end.
#[derive(Clone, Copy, Debug)]
struct Component<const W: usize> {
    members: CandidateSet<W>,
    /// The candidates that imply a member, and so every member, if they hold.
    before: CandidateSet<W>,
}

/// A component that may still grow. The open components form a path, as stretches of it.
#[derive(Clone, Copy, Debug)]
struct Open<const W: usize> {
    component: Component<W>,
    /// The members of the components that come before it on the path.
    earlier: CandidateSet<W>,
}

/// The closure of the links of a position.
#[derive(Debug)]
pub(super) struct Reach<const W: usize> {
    /// The candidates of the position where they got their numbers. Later positions have some of these candidates.
    numbered: [u16; 81],
    candidates: Vec<Literal>,
    numbers: Vec<u16>,
    /// The candidates that fail if a candidate holds, including candidates eliminated since the numbering.
    weak: Vec<CandidateSet<W>>,
    of_digit: [CandidateSet<W>; 9],
    /// The candidates of the position that the fields below describe.
    cells: [u16; 81],
    /// The numbered candidates that have not been eliminated.
    left: CandidateSet<W>,
    strong: Vec<Strong>,
    /// The ends of strong links.
    ends: CandidateSet<W>,
    components: Vec<Component<W>>,
    /// The component of each end.
    component: Vec<u16>,
    open: Vec<Open<W>>,
    /// The candidates that fail if they hold.
    pub(super) failing: CandidateSet<W>,
    /// The candidates that hold if they fail.
    pub(super) holding: CandidateSet<W>,
    /// For each candidate, the candidates that hold and those that fail if it holds; empty until needed.
    sides: Vec<[CandidateSet<W>; 2]>,
    /// The levels of the last [`Self::shortest`].
    levels: Vec<CandidateSet<W>>,
}

impl<const W: usize> Default for Reach<W> {
    fn default() -> Self {
        Self {
            numbered: [0; 81],
            candidates: Vec::new(),
            numbers: Vec::new(),
            weak: Vec::new(),
            of_digit: [CandidateSet::EMPTY; 9],
            cells: [0; 81],
            left: CandidateSet::EMPTY,
            strong: Vec::new(),
            ends: CandidateSet::EMPTY,
            components: Vec::new(),
            component: Vec::new(),
            open: Vec::new(),
            failing: CandidateSet::EMPTY,
            holding: CandidateSet::EMPTY,
            sides: Vec::new(),
            levels: Vec::new(),
        }
    }
}

impl<const W: usize> Reach<W> {
    /// Computes the closure of the links of a position. Returns false, and changes nothing, if the position has more
    /// candidates than a set has bits.
    pub(super) fn find(&mut self, marks: &Marks) -> bool {
        if marks.cells == self.cells {
            return true;
        }
        if marks.cells.iter().zip(&self.numbered).any(|(now, numbered)| now & !numbered != 0)
            && !self.number(marks)
        {
            return false;
        }
        self.cells = marks.cells;
        self.link(marks);
        self.close();
        self.sides.clear();
        self.left = CandidateSet::EMPTY;
        if !self.failing.is_empty() {
            self.left = self.left();
            self.failing = self.failing.and(&self.left);
        }
        true
    }

    /// Numbers the candidates of a position, in the order of cells and digits.
    fn number(&mut self, marks: &Marks) -> bool {
        let count: u32 = marks.cells.iter().map(|digits| digits.count_ones()).sum();
        if count as usize > 64 * W {
            return false;
        }
        self.numbered = marks.cells;
        self.candidates.clear();
        self.numbers.resize(LITERALS / 2, 0);
        self.of_digit = [CandidateSet::EMPTY; 9];
        for (cell, &digits) in marks.cells.iter().enumerate() {
            for digit in bits(digits) {
                let number = self.candidates.len() as u16;
                let candidate = literal(cell, digit, true);
                self.numbers[usize::from(candidate >> 1)] = number;
                self.of_digit[digit].insert(number);
                self.candidates.push(candidate);
            }
        }
        self.weak.clear();
        for &candidate in &self.candidates {
            let mut set = CandidateSet::EMPTY;
            weak(marks, candidate, true, |to, _| set.insert(self.numbers[usize::from(to >> 1)]));
            self.weak.push(set);
        }
        self.ends = CandidateSet::EMPTY;
        self.strong.clear();
        self.strong.resize(self.candidates.len(), Strong::default());
        self.component.resize(self.candidates.len(), 0);
        true
    }

    /// Returns the numbered candidates that have not been eliminated.
    fn left(&self) -> CandidateSet<W> {
        let mut gone = CandidateSet::EMPTY;
        for (cell, (now, numbered)) in self.cells.iter().zip(&self.numbered).enumerate() {
            bits(numbered & !now).for_each(|digit| gone.insert(self.numbers[9 * cell + digit]));
        }
        self.of_digit
            .iter()
            .fold(CandidateSet::EMPTY, |all, of_digit| all.or(of_digit))
            .without(&gone)
    }

    /// Lists the strong links.
    fn link(&mut self, marks: &Marks) {
        for end in self.ends.iter() {
            self.strong[usize::from(end)].len = 0;
        }
        self.ends = CandidateSet::EMPTY;
        for (cell, &digits) in marks.cells.iter().enumerate() {
            if let Some([a, b]) = pair(digits) {
                self.link_two([a, b].map(|digit| self.numbers[9 * cell + digit]));
            }
        }
        for (house, positions) in marks.positions.iter().enumerate() {
            for (digit, &positions) in positions.iter().enumerate() {
                if let Some([a, b]) = pair(positions) {
                    let cells = [a, b].map(|place| HOUSES[house][place].index());
                    self.link_two(cells.map(|cell| self.numbers[9 * cell + digit]));
                }
            }
        }
    }

    #[inline(always)]
    fn link_two(&mut self, [a, b]: [u16; 2]) {
        for (from, to) in [(a, b), (b, a)] {
            let strong = &mut self.strong[usize::from(from)];
            strong.to[usize::from(strong.len)] = to;
            strong.len += 1;
            self.ends.insert(from);
        }
    }

    /// Finds the components, and for each the candidates that imply it; a component comes after those that imply it.
    /// This is the path-based algorithm (H. N. Gabow, "Path-based depth-first search for strong and biconnected
    /// components", 2000) with sets in place of edges.
    fn close(&mut self) {
        self.components.clear();
        (self.failing, self.holding) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        let mut unmet = self.ends;
        let mut closed = CandidateSet::EMPTY;
        while let Some(root) = unmet.first() {
            self.open_component(root, &mut unmet, CandidateSet::EMPTY);
            while let Some(&Open { component, earlier }) = self.open.last() {
                let before = component.before;
                if let Some(next) = before.and(&unmet).first() {
                    self.open_component(next, &mut unmet, earlier.or(&component.members));
                } else if before.meets(&earlier) {
                    // An earlier component of the path implies this component and follows from it, so all components
                    // between them are one.
                    self.open.pop();
                    if let Some(last) = self.open.last_mut() {
                        let Component { members, before } = &mut last.component;
                        *members = members.or(&component.members);
                        *before = before.or(&component.before);
                    }
                } else {
                    self.open.pop();
                    self.close_component(component, &mut closed);
                }
            }
        }
    }

    #[inline(always)]
    fn open_component(&mut self, end: u16, unmet: &mut CandidateSet<W>, earlier: CandidateSet<W>) {
        let mut members = CandidateSet::EMPTY;
        members.insert(end);
        *unmet = unmet.without(&members);
        let mut before = CandidateSet::EMPTY;
        for &failing in self.strong[usize::from(end)].all() {
            before = before.or(&self.weak[usize::from(failing)]);
        }
        self.open.push(Open { component: Component { members, before }, earlier });
    }

    #[inline(always)]
    fn close_component(&mut self, component: Component<W>, closed: &mut CandidateSet<W>) {
        let Component { members, mut before } = component;
        let mut todo = before.and(closed);
        while let Some(end) = todo.first() {
            let more = &self.components[usize::from(self.component[usize::from(end)])];
            before = before.or(&more.before);
            todo = todo.without(&more.before).without(&more.members);
        }
        *closed = closed.or(&members);
        let number = self.components.len() as u16;
        for member in members.iter() {
            self.component[usize::from(member)] = number;
            self.failing = self.failing.or(&before.and(&self.weak[usize::from(member)]));
            if self.strong[usize::from(member)].all().iter().any(|&end| before.contains(end)) {
                self.holding.insert(member);
            }
        }
        self.components.push(Component { members, before });
    }

    /// Returns the candidates that may start a cycle that eliminates something: with links in houses, and with all
    /// links. Some candidate must see a literal that holds and a literal that fails, both of the component.
    pub(super) fn starts_of_cycles(&self) -> [CandidateSet<W>; 2] {
        let [mut in_houses, mut all] = [CandidateSet::EMPTY; 2];
        if self.failing.is_empty() {
            return [in_houses, all];
        }
        for Component { members, before } in &self.components {
            if !before.meets(members) {
                continue;
            }
            let mut fail = CandidateSet::EMPTY;
            for member in members.iter() {
                self.strong[usize::from(member)].all().iter().for_each(|&end| fail.insert(end));
            }
            for victim in self.failing.iter() {
                let of_digit = &self.of_digit[digit_of(self.candidates[usize::from(victim)])];
                let seen = self.weak[usize::from(victim)].and(of_digit);
                if seen.meets(members) && seen.meets(&fail) {
                    in_houses = in_houses.or(&members.and(of_digit));
                    all = all.or(members);
                }
            }
        }
        [in_houses, all]
    }

    /// Returns false if no literal follows from all of `starts` along chains of any length. In these chains, each
    /// literal follows from a single other literal.
    pub(super) fn may_meet(&mut self, starts: impl Iterator<Item = Literal>) -> bool {
        if self.sides.is_empty() {
            self.find_sides();
        }
        let mut common = [CandidateSet::ALL; 2];
        for start in starts {
            let number = self.number_of(start);
            let [mut hold, fail] = self.sides[usize::from(number)];
            hold.insert(number);
            common = [common[0].and(&hold), common[1].and(&fail)];
            if common.iter().all(CandidateSet::is_empty) {
                return false;
            }
        }
        true
    }

    /// Finds the candidates that hold and fail if each candidate holds.
    fn find_sides(&mut self) {
        self.left = self.left();
        self.sides.resize(self.candidates.len(), [CandidateSet::EMPTY; 2]);
        for candidate in self.left.iter() {
            let weak = self.weak[usize::from(candidate)];
            let mut fail = weak;
            let mut todo = weak.and(&self.ends);
            while let Some(end) = todo.first() {
                let before = &self.components[usize::from(self.component[usize::from(end)])];
                fail = fail.or(&before.before);
                // Whatever implies a member of `before` implies this candidate's failure, too.
                todo = todo.without(&before.before).without(&before.members);
            }
            self.sides[usize::from(candidate)][1] = fail.and(&self.left);
        }
        for Component { members, before } in &self.components {
            for candidate in before.and(&self.left).iter() {
                let [hold, _] = &mut self.sides[usize::from(candidate)];
                *hold = hold.or(members);
            }
        }
    }

    /// Returns the number of literals of the shortest chain from a candidate that holds (or fails, if not
    /// `from_holding`) to its opposite, if that is at most `longest`. Only links between candidates of `within` count.
    pub(super) fn shortest(
        &mut self,
        own: u16,
        from_holding: bool,
        within: &CandidateSet<W>,
        longest: u32,
    ) -> Option<u32> {
        self.levels.clear();
        let mut reached = CandidateSet::EMPTY;
        let mut level = CandidateSet::EMPTY;
        let mut failed = CandidateSet::EMPTY;
        let ends = self.ends.and(within);
        // The number of literals of a chain that ends at this level.
        let mut length = if from_holding {
            reached.insert(own);
            level = reached;
            1
        } else {
            self.strong[usize::from(own)].all().iter().for_each(|&end| level.insert(end));
            level = level.and(within);
            2
        };
        loop {
            self.levels.push(level);
            let literals = length + u32::from(from_holding);
            let is_end = if from_holding {
                level.meets(&self.weak[usize::from(own)])
            } else {
                level.contains(own)
            };
            if literals > longest {
                return None;
            }
            if is_end {
                return Some(literals);
            }
            let mut fail = CandidateSet::EMPTY;
            for end in level.iter() {
                fail = fail.or(&self.weak[usize::from(end)]);
            }
            fail = fail.and(&ends).without(&failed);
            failed = failed.or(&fail);
            reached = reached.or(&level);
            level = CandidateSet::EMPTY;
            for end in fail.iter() {
                self.strong[usize::from(end)].all().iter().for_each(|&end| level.insert(end));
            }
            level = level.and(within).without(&reached);
            if level.is_empty() {
                return None;
            }
            length += 2;
        }
    }

    /// Returns the candidates that hold in any of the shortest chains that [`Self::shortest`] has found.
    pub(super) fn on_shortest(
        &self,
        own: u16,
        from_holding: bool,
        within: &CandidateSet<W>,
    ) -> CandidateSet<W> {
        let mut all = CandidateSet::EMPTY;
        let Some((last, levels)) = self.levels.split_last() else { return all };
        let mut level = CandidateSet::EMPTY;
        if from_holding {
            level = last.and(&self.weak[usize::from(own)]);
        } else {
            level.insert(own);
        }
        for earlier in levels.iter().rev() {
            all = all.or(&level);
            let mut before = CandidateSet::EMPTY;
            for end in level.iter() {
                for &failing in self.strong[usize::from(end)].all() {
                    if within.contains(failing) {
                        before = before.or(&self.weak[usize::from(failing)]);
                    }
                }
            }
            level = before.and(earlier);
        }
        all.or(&level)
    }

    /// Returns the candidates that imply `end` and follow from it, with `end`.
    pub(super) fn component_of(&self, end: u16) -> &CandidateSet<W> {
        &self.components[usize::from(self.component[usize::from(end)])].members
    }

    /// Returns the candidates that imply a candidate of `some` by their failure.
    pub(super) fn leading_to(&self, some: &CandidateSet<W>) -> CandidateSet<W> {
        let mut leading = CandidateSet::EMPTY;
        for end in some.iter() {
            self.strong[usize::from(end)].all().iter().for_each(|&failing| leading.insert(failing));
        }
        leading
    }

    /// Returns the candidates that fail if `holding` holds. Some may have been eliminated.
    #[inline(always)]
    pub(super) fn weak(&self, holding: u16) -> &CandidateSet<W> {
        &self.weak[usize::from(holding)]
    }

    /// Returns whether a candidate fails if another holds.
    #[inline(always)]
    pub(super) fn fails_with(&self, holding: u16, failing: u16) -> bool {
        self.weak[usize::from(holding)].contains(failing)
    }

    /// Returns the numbered candidates of a digit. Some may have been eliminated.
    pub(super) fn of_digit(&self, digit: usize) -> &CandidateSet<W> {
        &self.of_digit[digit]
    }

    /// Returns the number of numbered candidates. Some may have been eliminated.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    #[inline(always)]
    pub(super) fn number_of(&self, literal: Literal) -> u16 {
        self.numbers[usize::from(literal >> 1)]
    }

    #[inline(always)]
    pub(super) fn literal(&self, number: u16, holds: bool) -> Literal {
        self.candidates[usize::from(number)] ^ u16::from(!holds)
    }
}

/// Returns the positions of the two bits of a mask; `None` if it does not have two.
#[inline(always)]
fn pair(mask: u16) -> Option<[usize; 2]> {
    let rest = mask & mask.wrapping_sub(1);
    rest.is_power_of_two().then(|| [mask.trailing_zeros() as usize, rest.trailing_zeros() as usize])
}
