//! The rounds of the solver, implemented directly from the definitions of the techniques.
//!
//! Each round examines every candidate, tries every combination, and remembers nothing of earlier rounds.

use super::super::technique::Technique;
use batchdoku_engine::grid::{Cell, Grid, HOUSES};

/// A candidate: a cell and a digit.
type CellCandidate = (usize, u8);

/// The candidates of each unsolved cell, in ascending order; empty for a solved cell.
pub(super) struct Naive {
    pub(super) candidates: Vec<Vec<u8>>,
}

fn sees(a: usize, b: usize) -> bool {
    Cell::ALL[a].peers().contains(&Cell::ALL[b])
}

/// Returns all ways to choose `k` of `items`, in their order.
fn choices<T: Copy>(items: &[T], k: usize) -> Vec<Vec<T>> {
    match (k, items) {
        (0, _) => vec![vec![]],
        (_, []) => vec![],
        (_, [first, rest @ ..]) => {
            let mut with = choices(rest, k - 1);
            with.iter_mut().for_each(|choice| choice.insert(0, *first));
            with.extend(choices(rest, k));
            with
        }
    }
}

/// Returns each choice of `k` items whose sets have `k` elements in total, with these elements; items with an empty set
/// are left out.
fn subsets<T: Copy, U: Clone + Ord>(
    items: impl IntoIterator<Item = T>,
    k: usize,
    set_of: impl Fn(T) -> Vec<U>,
) -> Vec<(Vec<T>, Vec<U>)> {
    let items: Vec<T> = items.into_iter().filter(|&item| !set_of(item).is_empty()).collect();
    let with_union = |chosen: Vec<T>| {
        let all = union(chosen.iter().map(|&item| set_of(item)));
        (all.len() == k).then_some((chosen, all))
    };
    choices(&items, k).into_iter().filter_map(with_union).collect()
}

/// Returns the union of all `sets`.
fn union<T: Clone + Ord>(sets: impl IntoIterator<Item = Vec<T>>) -> Vec<T> {
    let mut all: Vec<T> = sets.into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Naive {
    pub(super) fn new(puzzle: &Grid) -> Self {
        let allowed = |cell: usize, digit: u8| {
            puzzle.digits()[cell] == 0
                && Cell::ALL[cell].peers().iter().all(|peer| puzzle.digits()[peer.index()] != digit)
        };
        let of_cell = |cell| (1..=9u8).filter(|&digit| allowed(cell, digit)).collect();
        Self { candidates: (0..81).map(of_cell).collect() }
    }

    fn positions(&self, house: usize, digit: u8) -> Vec<usize> {
        let cells = HOUSES[house].iter().map(|&cell| usize::from(cell));
        cells.filter(|&cell| self.candidates[cell].contains(&digit)).collect()
    }

    /// Returns the candidates among `cells` × `digits` that are left.
    fn present(&self, cells: &[usize], digits: &[u8]) -> Vec<CellCandidate> {
        let pairs = cells.iter().flat_map(|&cell| digits.iter().map(move |&digit| (cell, digit)));
        pairs.filter(|&(cell, digit)| self.candidates[cell].contains(&digit)).collect()
    }

    /// Returns the candidates that each instance of `technique` eliminates (singles: the candidate placed).
    fn instances(&self, technique: Technique) -> Vec<Vec<CellCandidate>> {
        match technique {
            Technique::NakedSingle => self.naked_singles(),
            Technique::HiddenSingle => self.hidden_singles(),
            Technique::LockedCandidates => self.locked(),
            Technique::NakedPair => self.naked(2),
            Technique::HiddenPair => self.hidden(2),
            Technique::NakedTriple => self.naked(3),
            Technique::HiddenTriple => self.hidden(3),
            Technique::XWing => self.fish(2),
            Technique::Swordfish => self.fish(3),
            Technique::XyWing => self.wings(2),
            Technique::XyzWing => self.wings(3),
            Technique::NakedQuad => self.naked(4),
            Technique::HiddenQuad => self.hidden(4),
            Technique::Jellyfish => self.fish(4),
            Technique::Search => vec![],
        }
    }

    fn naked_singles(&self) -> Vec<Vec<CellCandidate>> {
        let single = |cell: usize| match self.candidates[cell][..] {
            [digit] => Some(vec![(cell, digit)]),
            _ => None,
        };
        (0..81).filter_map(single).collect()
    }

    fn hidden_singles(&self) -> Vec<Vec<CellCandidate>> {
        let positions = (0..27).flat_map(|house| (1..=9u8).map(move |digit| (house, digit)));
        let singles =
            positions.filter_map(|(house, digit)| match self.positions(house, digit)[..] {
                [cell] => Some(vec![(cell, digit)]),
                _ => None,
            });
        union([singles.collect()])
    }

    fn locked(&self) -> Vec<Vec<CellCandidate>> {
        let mut found = vec![];
        for (from, to) in (0..27).flat_map(|from| (0..27).map(move |to| (from, to))) {
            let shared = HOUSES[from].iter().filter(|cell| HOUSES[to].contains(cell)).count();
            for digit in 1..=9u8 {
                let (inner, outer) = (self.positions(from, digit), self.positions(to, digit));
                if shared == 3 && !inner.is_empty() && inner.iter().all(|cell| outer.contains(cell))
                {
                    let rest = outer.into_iter().filter(|cell| !inner.contains(cell));
                    found.push(rest.map(|cell| (cell, digit)).collect());
                }
            }
        }
        found
    }

    fn naked(&self, k: usize) -> Vec<Vec<CellCandidate>> {
        let mut found = vec![];
        for house in HOUSES.map(|house| house.map(usize::from)) {
            for (cells, digits) in subsets(house, k, |cell| self.candidates[cell].clone()) {
                let others: Vec<_> = house.into_iter().filter(|c| !cells.contains(c)).collect();
                found.push(self.present(&others, &digits));
            }
        }
        found
    }

    fn hidden(&self, k: usize) -> Vec<Vec<CellCandidate>> {
        let mut found = vec![];
        for house in 0..27 {
            for (digits, cells) in subsets(1..=9, k, |digit| self.positions(house, digit)) {
                let others: Vec<_> = (1..=9).filter(|digit| !digits.contains(digit)).collect();
                found.push(self.present(&cells, &others));
            }
        }
        found
    }

    fn fish(&self, k: usize) -> Vec<Vec<CellCandidate>> {
        let mut found = vec![];
        for (digit, (bases, covers)) in
            (1..=9).flat_map(|digit| [(0..9, 9..18), (9..18, 0..9)].map(|lines| (digit, lines)))
        {
            let positions = |line: &usize| self.positions(*line, digit);
            let crossing = |base: usize| {
                let held = positions(&base);
                let holds = |cell: &Cell| held.contains(&cell.index());
                covers.clone().filter(|&line| HOUSES[line].iter().any(holds)).collect()
            };
            for (base, cover) in subsets(bases, k, crossing) {
                let held = union(base.iter().map(positions));
                let all = union(cover.iter().map(positions));
                let gone = all.into_iter().filter(|cell| !held.contains(cell));
                found.push(gone.map(|cell| (cell, digit)).collect());
            }
        }
        found
    }

    fn wings(&self, size: usize) -> Vec<Vec<CellCandidate>> {
        let of_size = |size: usize| {
            (0..81).filter(|&cell| self.candidates[cell].len() == size).collect::<Vec<_>>()
        };
        let mut found = vec![];
        for pivot in of_size(size) {
            let pincers: Vec<_> = of_size(2).into_iter().filter(|&c| sees(pivot, c)).collect();
            for pair in choices(&pincers, 2) {
                let [a, b] = [&self.candidates[pair[0]], &self.candidates[pair[1]]];
                let shared: Vec<_> = a.iter().copied().filter(|digit| b.contains(digit)).collect();
                let [z] = shared[..] else { continue };
                let mut three = union([a.clone(), b.clone()]);
                if size == 2 {
                    three.retain(|&digit| digit != z);
                }
                if three == self.candidates[pivot] {
                    let seen = |&c: &usize| {
                        sees(c, pair[0]) && sees(c, pair[1]) && (size == 2 || sees(c, pivot))
                    };
                    let cells: Vec<_> = (0..81).filter(seen).collect();
                    found.push(self.present(&cells, &[z]));
                }
            }
        }
        found
    }

    /// Plays the next round: returns the technique and its number of steps, and updates the candidates.
    pub(super) fn round(&mut self) -> Option<(Technique, u16)> {
        for technique in Technique::ALL {
            let mut instances = self.instances(technique);
            instances.retain(|candidates| !candidates.is_empty());
            if instances.is_empty() {
                continue;
            }
            let positions = matches!(technique, Technique::NakedSingle | Technique::HiddenSingle);
            for &(cell, digit) in instances.iter().flatten() {
                if positions {
                    self.candidates[cell].clear();
                    for &peer in Cell::ALL[cell].peers() {
                        self.candidates[usize::from(peer)].retain(|&other| other != digit);
                    }
                } else {
                    self.candidates[cell].retain(|&other| other != digit);
                }
            }
            return Some((technique, instances.len() as u16));
        }
        None
    }
}
