//! Chains of strong links of one digit: skyscraper, two-string kite, turbot fish, empty rectangle, finned and
//! sashimi X-wing, and those of three and four links.
//!
//! A strong link is a house where the candidates of a digit fall into two groups, so that one group holds the digit.
//! Two links are joined if a group of the first and a group of the second share a house, so that not both hold the
//! digit. Then at least one of the two outer groups holds it.
//!
//! ```text
//!   group ======= group ------- group ======= group
//!         strong  (not both: they share a house)     a cell that sees both outer groups
//!                                                     cannot hold the digit
//! ```

use std::cmp::Reverse;

use super::{
    kinds::Kinds,
    step::{Er, Step, StepKind},
    view::{BOXES, COLUMNS, ROWS, common_houses, common_peers, house_cells},
    wanted::Wanted,
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::size,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSE_CELLS, HOUSE_MASKS};

/// A strong link between two groups of cells.
#[derive(Clone, Copy)]
struct Link {
    house: u8,
    /// 0: a box, 1: a row, 2: a column.
    kind: u8,
    /// True if a group has more than one cell.
    grouped: bool,
    /// True if the groups are a row and a column of a box.
    crosses: bool,
    ends: [CellSet; 2],
    /// The houses that contain all cells of each end.
    houses: [u32; 2],
    /// The candidates that see all cells of each end.
    seen: [CellSet; 2],
}

impl Link {
    /// Creates a link between two groups of positions in a house, before the fields `seen` are known.
    fn new(house: usize, kind: u8, ends: [u16; 2], crosses: bool) -> Self {
        let ends = ends.map(|positions| house_cells(house, positions));
        Self {
            house: house as u8,
            kind,
            grouped: ends.iter().any(|end| end.len() > 1),
            crosses,
            ends,
            houses: ends.map(common_houses),
            seen: [CellSet::EMPTY; 2],
        }
    }

    /// Returns the cells of both ends.
    fn cells(&self) -> CellSet {
        self.ends[0] | self.ends[1]
    }
}

/// The maximum number of links of one digit: two per box, one per line.
const MOST_LINKS: usize = 2 * 9 + 18;

/// The order of chains of equal rating: more eliminations first, then simpler kinds of links, then the order of kinds,
/// digits and houses.
type LinkRank = (Er, Reverse<usize>, [u8; 5], u32, usize, [u8; 4]);

/// Finds the chain of `size` strong links with the lowest rating, for the digits that have changed.
pub(super) fn strong_links(
    marks: &Marks,
    dirty: &mut DirtySet,
    size: usize,
    barred: Kinds,
    wanted: &mut Wanted,
) -> Option<Step> {
    let mut best: Option<(LinkRank, Step)> = None;
    for digit in bits(dirty.digits) {
        let mut search = LinkSearch::new(marks, digit, size, barred, wanted);
        if search.links.len() >= size {
            search.join();
            search.extend(u128::MAX);
        }
        match (search.best, &best) {
            (None, _) => dirty.digits &= !(1 << digit),
            (Some((rank, _)), Some((first, _))) if *first <= rank => {}
            (found, _) => best = found,
        }
    }
    best.map(|(_, step)| step)
}

fn for_each_link(marks: &Marks, digit: usize, mut found: impl FnMut(Link)) {
    for (kind, houses) in [BOXES, ROWS, COLUMNS].into_iter().enumerate() {
        for house in bits(houses) {
            let positions = marks.positions[house][digit];
            let count = size(positions);
            if !(2..=6).contains(&count) {
                continue;
            }
            let mut link = |a: u16, b: u16, crosses: bool| {
                found(Link::new(house, kind as u8, [a, b], crosses));
            };
            match (kind, count) {
                (_, 2) => {
                    let first = positions & positions.wrapping_neg();
                    // Two positions in both a box and a line count as a link of the line.
                    let cells = house_cells(house, positions);
                    if kind != 0 || common_houses(cells) & (ROWS | COLUMNS) == 0 {
                        link(first, positions ^ first, false);
                    }
                }
                (0, _) => in_box(positions, &mut link),
                _ => {
                    let thirds = [0, 1, 2].map(|third| positions & 0b111 << (3 * third));
                    if let Some((a, b)) = two_filled(thirds) {
                        link(a, b, false);
                    }
                }
            }
        }
    }
}

/// Finds the two groups of three to six positions in a box: a column and a row that cross, or two parallel lines. Calls
/// `link` with the groups and whether they cross.
fn in_box(positions: u16, link: &mut impl FnMut(u16, u16, bool)) {
    const ROW: u16 = 0b111;
    const COLUMN: u16 = 0b001_001_001;
    for heart in 0..9 {
        let centre = 1 << heart;
        let column = COLUMN << (heart % 3) & !centre;
        let row = ROW << (heart / 3 * 3) & !centre;
        if positions & !(row | column | centre) != 0 {
            continue;
        }
        let a = positions & column;
        let b = positions & row;
        let own = positions & centre;
        match (a.count_ones(), b.count_ones()) {
            (0, _) | (_, 0) => {}
            (1, 1) => {
                link(a, b | own, true);
                link(a | own, b, true);
            }
            (1, _) => link(a, b | centre, true),
            (_, 1) => link(b, a | centre, true),
            _ => link(a | own, b | own, true),
        }
        return;
    }
    if positions.count_ones() < 4 {
        return;
    }
    let rows = [0, 3, 6].map(|shift| positions & ROW << shift);
    let columns = [0, 1, 2].map(|shift| positions & COLUMN << shift);
    for lines in [rows, columns] {
        if let Some((a, b)) = two_filled(lines) {
            link(a, b, false);
        }
    }
}

/// Two of three masks, if only the third is empty.
fn two_filled(masks: [u16; 3]) -> Option<(u16, u16)> {
    match masks {
        [0, a, b] | [a, 0, b] | [a, b, 0] if a != 0 && b != 0 => Some((a, b)),
        _ => None,
    }
}

struct LinkSearch<'w> {
    links: Vec<Link>,
    /// For each link, the links that share no candidate with it: bits `2 * link` and `2 * link + 1`.
    apart: [u128; MOST_LINKS],
    /// For each end, the ends of such links that share a house with it: bit `2 * link + end`.
    joined: [[u128; 2]; MOST_LINKS],
    /// The ends at which the last link of a chain from the current start may be joined: see [`Self::closing`].
    closing: u128,
    all: CellSet,
    digit: usize,
    size: usize,
    /// The links so far, each with the end at which the chain enters it.
    chain: Vec<(usize, usize)>,
    best: Option<(LinkRank, Step)>,
    /// Techniques that no step may be of.
    barred: Kinds,
    wanted: &'w mut Wanted,
}

impl<'w> LinkSearch<'w> {
    fn new(
        marks: &Marks,
        digit: usize,
        size: usize,
        barred: Kinds,
        wanted: &'w mut Wanted,
    ) -> Self {
        let mut links = Vec::with_capacity(MOST_LINKS);
        for_each_link(marks, digit, |link| links.push(link));
        let all = marks.candidates(digit);
        let chain = Vec::with_capacity(size);
        let apart = [0; MOST_LINKS];
        let joined = [[0; 2]; MOST_LINKS];
        Self {
            links,
            apart,
            joined,
            closing: 0,
            all,
            digit,
            size,
            chain,
            best: None,
            barred,
            wanted,
        }
    }

    /// Computes the candidates that each end sees, the links that are apart, and the ends that are joined.
    fn join(&mut self) {
        let Self { links, apart, joined, all, .. } = self;
        for link in links.iter_mut() {
            link.seen = link.ends.map(|end| common_peers(end) & *all);
        }
        for (i, link) in links.iter().enumerate() {
            let candidates = link.cells() & *all;
            for (j, other) in links[..i].iter().enumerate() {
                if !(candidates & other.cells()).is_empty() {
                    continue;
                }
                apart[i] |= 0b11 << (2 * j);
                apart[j] |= 0b11 << (2 * i);
                for (end, other_end) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if link.houses[end] & other.houses[other_end] != 0 {
                        joined[i][end] |= 1 << (2 * j + other_end);
                        joined[j][other_end] |= 1 << (2 * i + end);
                    }
                }
            }
        }
    }

    /// Extends the chain by each link that has no candidate in common with it.
    fn extend(&mut self, apart: u128) {
        let mut next = match self.chain.last() {
            Some(&(link, first)) => self.joined[link][1 - first] & apart,
            None => (1 << (2 * self.links.len())) - 1,
        };
        let is_last = self.chain.len() + 1 == self.size;
        if is_last {
            next &= self.closing;
        }
        for next in bits(next) {
            let link = next / 2;
            let first = next % 2;
            if self.chain.is_empty() {
                self.closing = self.closing(link, first);
                if self.closing == 0 {
                    continue;
                }
            }
            self.chain.push((link, first));
            if is_last {
                self.close();
            } else {
                self.extend(apart & self.apart[link]);
            }
            self.chain.pop();
        }
    }

    /// Returns the entry ends of later links that share no candidate with the link `one`, if a chain from the end
    /// `outer` of `one` to this link can close: some candidate sees both outer ends, or the outer ends see each other.
    fn closing(&self, one: usize, outer: usize) -> u128 {
        let start = &self.links[one];
        let last = if self.size == 2 { self.joined[one][1 - outer] } else { self.apart[one] };
        // Consider each chain in one direction only: the last link comes after the first.
        let later = last & u128::MAX << (2 * one);
        let mut closing = 0;
        for next in bits(later) {
            let end = &self.links[next / 2];
            let last = 1 - next % 2;
            let is_seen_by_both = !(start.seen[outer] & end.seen[last]).is_empty();
            let see_each_other = start.houses[outer] & end.houses[last] != 0;
            if is_seen_by_both || see_each_other {
                closing |= 1 << next;
            }
        }
        closing
    }

    /// Lists the links of the chain, each with the end at which the chain enters it.
    fn chain_links(&self) -> impl Iterator<Item = (&Link, usize)> + Clone {
        self.chain.iter().map(|&(link, first)| (&self.links[link], first))
    }

    /// Returns the first and the last link of the chain, each with its outer end.
    fn outer(&self) -> [(&Link, usize); 2] {
        let (one, first) = self.chain[0];
        let (other, last) = self.chain[self.size - 1];
        [(&self.links[one], first), (&self.links[other], 1 - last)]
    }

    /// Returns true if the outer ends of the chain share a house, so that the chain closes to a loop.
    fn is_loop(&self) -> bool {
        let [(one, first), (other, last)] = self.outer();
        one.houses[first] & other.houses[last] != 0
    }

    /// Returns the eliminations of the chain and their number. Like Sudoku Explainer, counts a candidate of a loop once
    /// for each pair of ends that sees it.
    fn eliminations(&self, is_loop: bool) -> (CellSet, usize) {
        let [(one, first), (other, last)] = self.outer();
        let base = self
            .chain_links()
            .fold(CellSet::EMPTY, |cells, (link, _)| cells | HOUSE_CELLS[usize::from(link.house)]);
        let mut struck = one.seen[first] & other.seen[last] & !base;
        let mut total = struck.len();
        for ((one, first), (next, second)) in self.chain_links().zip(self.chain_links().skip(1)) {
            if is_loop {
                let more = one.seen[1 - first] & next.seen[second] & !base;
                total += more.len();
                struck = struck | more;
            } else {
                let shared = one.houses[1 - first] & next.houses[second];
                struck = struck & !HOUSE_CELLS[first_shared(shared)];
                total = struck.len();
            }
        }
        (struck, total)
    }

    /// Names the chain: by its length, or, if it has two links, by their kinds.
    fn kind(&self, is_loop: bool, [has_box, has_cross]: [bool; 2], grouped: usize) -> StepKind {
        let [(start, first), (end, last)] = self.outer();
        match self.size {
            _ if is_loop => StepKind::XLoop,
            3 => StepKind::ThreeStrongLinks,
            4 => StepKind::FourStrongLinks,
            _ if start.crosses || end.crosses => StepKind::EmptyRectangle,
            _ if has_box => StepKind::TurbotFish,
            _ if has_cross => StepKind::TwoStringKite,
            _ if grouped > 0 => parallel(
                [start.ends[1 - first], end.ends[1 - last]],
                [start.ends[first], end.ends[last]],
            ),
            _ => StepKind::Skyscraper,
        }
    }

    /// Keeps the chain if it eliminates something and ranks before the best so far.
    fn close(&mut self) {
        let is_loop = self.is_loop();
        let (struck, total) = self.eliminations(is_loop);
        if struck.is_empty() {
            return;
        }
        let mut grouped = 0;
        let mut kinds = [0; 4];
        let mut houses = [0; 4];
        for (place, (link, _)) in self.chain_links().enumerate() {
            grouped += usize::from(link.grouped);
            kinds[place] = link.kind;
            houses[place] = link.house;
        }
        let suffix = suffix(grouped as u8, &kinds[..self.size]);
        let [has_box, has_cross] = [0, 2].map(|kind| suffix[1..=self.size].contains(&kind));
        let kind = self.kind(is_loop, [has_box, has_cross], grouped);
        if self.barred.contains(kind) {
            return;
        }
        // Sudoku Explainer adds three tenths for grouped links; without grouped links, one tenth for boxes and one for
        // crossing lines.
        let added = if grouped > 0 { 3 } else { u8::from(has_box) + u8::from(has_cross) };
        let by_size = [StepKind::Skyscraper, StepKind::ThreeStrongLinks, StepKind::FourStrongLinks];
        let er = by_size[self.size - 2].er() + added;
        kinds[..self.size].sort_unstable();
        houses[..self.size].sort_unstable();
        let descending = kinds[..self.size].iter().rev();
        let order = descending.fold(0, |order, &kind| order * 3 + u32::from(kind));
        let rank = (er, Reverse(total), suffix, order, self.digit, houses);
        if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            let mut cells = CellSet::EMPTY;
            let mut houses = 0;
            for (link, _) in self.chain_links() {
                cells = cells | link.cells();
                houses |= 1 << link.house;
            }
            let step = Step::new(kind, cells & self.all, 1 << self.digit).in_houses(houses, 0);
            let step = step.rated(er).with_eliminations(self.digit, struck);
            if let Some(step) = self.wanted.take(step) {
                self.best = Some((rank, step));
            }
        }
    }
}

/// Names a chain of two links in parallel lines, at least one of them grouped: a fish if a cross line joins them. The
/// fins are the outer positions outside of that line.
fn parallel(joint: [CellSet; 2], outer: [CellSet; 2]) -> StepKind {
    if common_houses(joint[0] | joint[1]) & (ROWS | COLUMNS) == 0 {
        StepKind::Skyscraper
    } else if lines_of(outer[0]) & lines_of(outer[1]) != 0 {
        StepKind::FinnedXWing
    } else {
        StepKind::SashimiXWing
    }
}

/// Returns the rows and columns of some cells.
fn lines_of(cells: CellSet) -> u32 {
    let houses = cells.into_iter().fold(0, |houses, cell| houses | HOUSE_MASKS[cell.index()]);
    houses & (ROWS | COLUMNS)
}

/// Returns the house that counts as shared if there are several: columns come before rows, rows before boxes.
fn first_shared(shared: u32) -> usize {
    let lines = [COLUMNS, ROWS, BOXES].map(|kind| shared & kind);
    lines.into_iter().find(|&houses| houses != 0).unwrap_or(shared).trailing_zeros() as usize
}

/// Returns the number of grouped links, then the kinds of links (0 box, 1 line, 2 cross line). Of both directions and
/// both ways to name the lines, it takes those with the smallest sequence.
fn suffix(grouped: u8, kinds: &[u8]) -> [u8; 5] {
    let mut best = [u8::MAX; 4];
    for backwards in [false, true] {
        for swap in [false, true] {
            let mut text = [0; 4];
            for (place, slot) in text[..kinds.len()].iter_mut().enumerate() {
                let kind = kinds[if backwards { kinds.len() - 1 - place } else { place }];
                // If rows and columns exchange their names, lines become cross lines and cross lines become lines.
                *slot = if swap { [0, 2, 1][usize::from(kind)] } else { kind };
            }
            best = best.min(text);
        }
    }
    [grouped, best[0], best[1], best[2], best[3]]
}
