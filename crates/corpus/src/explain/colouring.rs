//! Simple and multi-colouring: conclusions from the strong links of a digit.
//!
//! A house with two positions of the digit links its two candidates; linked candidates form clusters. A cluster has two
//! colours, and linked candidates have different colours. So all candidates of one colour hold the digit, and no
//! candidate of the other.
//!
//! ```text
//!   simple   trap   a candidate sees both colours of a cluster: it goes
//!            wrap   two candidates of a colour see each other: all of that colour go
//!   multi    1      A sees C of clusters A/B and C/D: one of B and D holds, so what sees both goes
//!            2      A sees C and D: all of A go
//! ```
//!
//! (B. Hobiger, HoDoKu, "Simple Colors", "Multi-Colors".)

use super::{
    step::{Step, StepKind},
    view::peers_of,
    wanted::Wanted,
};
use crate::marks::{DirtySet, Marks};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet};

/// A cluster: the candidates of each colour, and the cells that see any of them.
struct Cluster {
    colours: [CellSet; 2],
    seen: [CellSet; 2],
}

/// Finds a step of simple colouring, within one cluster, or of multi-colouring, between two clusters, in the digits
/// that have changed.
pub(super) fn colouring(
    marks: &Marks,
    dirty: &mut DirtySet,
    kind: StepKind,
    wanted: &mut Wanted,
) -> Option<Step> {
    for digit in bits(dirty.digits) {
        let all = marks.candidates(digit);
        let clusters = clusters(marks, digit);
        let mut take = |(cells, struck): Coloured| {
            let links = link_houses(marks, digit, cells);
            let step = Step::new(kind, cells, 1 << digit).in_houses(links, 0);
            wanted.take(step.with_eliminations(digit, struck))
        };
        let mut numbered = clusters.iter().enumerate();
        let done = numbered.find_map(|(index, one)| match kind {
            StepKind::SimpleColouring => one.simple(all).and_then(&mut take),
            _ => {
                clusters[..index].iter().find_map(|other| one.multi(other, all).and_then(&mut take))
            }
        });
        if done.is_some() {
            return done;
        }
        dirty.digits &= !(1 << digit);
    }
    None
}

/// Returns the houses with a strong link of a digit between two of `cells`.
fn link_houses(marks: &Marks, digit: usize, cells: CellSet) -> u32 {
    let mut houses = 0;
    for house in 0..27 {
        let places = marks.candidates_in(house, digit);
        if places.len() == 2 && (places & !cells).is_empty() {
            houses |= 1 << house;
        }
    }
    houses
}

fn clusters(marks: &Marks, digit: usize) -> Vec<Cluster> {
    let places = (0..27).map(|house| marks.candidates_in(house, digit));
    let links: Vec<CellSet> = places.filter(|places| places.len() == 2).collect();
    let mut rest = links.iter().fold(CellSet::EMPTY, |linked, &link| linked | link);
    let mut found = Vec::new();
    while let Some(first) = rest.first() {
        let colours = two_colours(first, |frontier| {
            let ends = links.iter().filter(|&&link| !(link & frontier).is_empty());
            ends.fold(CellSet::EMPTY, |next, &link| next | link & !frontier)
        });
        rest = rest & !(colours[0] | colours[1]);
        found.push(Cluster { colours, seen: colours.map(peers_of) });
    }
    found
}

/// Returns the cells at an even and at an odd number of links from `first`; `linked` returns the cells that are linked
/// to any of its argument.
pub(super) fn two_colours(first: Cell, linked: impl Fn(CellSet) -> CellSet) -> [CellSet; 2] {
    let mut colours = [CellSet::from_iter([first]), CellSet::EMPTY];
    let mut frontier = colours[0];
    let mut turn = 1;
    while !frontier.is_empty() {
        frontier = linked(frontier) & !colours[turn];
        colours[turn] = colours[turn] | frontier;
        turn = 1 - turn;
    }
    colours
}

/// The candidates of a pattern, and the candidates that it eliminates.
type Coloured = (CellSet, CellSet);

impl Cluster {
    fn cells(&self) -> CellSet {
        self.colours[0] | self.colours[1]
    }

    /// Returns a wrap, or else a trap.
    fn simple(&self, all: CellSet) -> Option<Coloured> {
        let Self { colours, seen } = self;
        let wrapped =
            [0, 1].into_iter().find(|&colour| !(colours[colour] & seen[colour]).is_empty());
        let struck = match wrapped {
            Some(colour) => colours[colour],
            None => seen[0] & seen[1] & all & !self.cells(),
        };
        (!struck.is_empty()).then_some((self.cells(), struck))
    }

    fn multi(&self, other: &Self, all: CellSet) -> Option<Coloured> {
        let cells = self.cells() | other.cells();
        for (one, two) in [(self, other), (other, self)] {
            for colour in [0, 1] {
                let seen_of_each = two.colours.map(|cells| one.seen[colour] & cells);
                // A colour fails if it sees candidates of both colours of another cluster, because one of these colours
                // holds.
                if seen_of_each.iter().all(|seen| !seen.is_empty()) {
                    return Some((cells, one.colours[colour]));
                }
            }
        }
        for (a, c) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if (self.seen[a] & other.colours[c]).is_empty() {
                continue;
            }
            let struck = self.seen[1 - a] & other.seen[1 - c] & all & !cells;
            if !struck.is_empty() {
                return Some((cells, struck));
            }
        }
        None
    }
}
