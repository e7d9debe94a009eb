//! Finds the implications of a chain again, only for the step that is taken.
//!
//! An implication may rest on candidates that have been eliminated since the position before the step, the *root*. In a
//! net, these are literals that follow earlier in the net. In a chain within a net, they are premises of the step that
//! the inner chain makes for the outer chain.

use std::collections::BTreeMap;

use super::{
    advanced::parents,
    grouped::grouped_path,
    links::Cause,
    loops::{chain_path, cycle_path},
    multiple::{ChainMemory, grow},
    origin::{MultipleChains, Origin},
    tree::{Tree, Why},
};
use crate::{
    explain::{
        cases::Cases,
        implication::{CaseBranch, Chains, Claim, Implication, NestedStep, Proof, Reason},
        literal::{Literal, cell_of, digit_of, holds, literal},
        step::Step,
        view::common_houses,
    },
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// Finds the implications of `step`, a chain with an origin, in the position before it.
pub(in crate::explain) fn prove(
    step: &Step,
    origin: Origin,
    root: &Marks,
    memory: &mut ChainMemory,
) -> Chains {
    memory.proves = true;
    let (chains, _) = Prover { root, memory }.chains(origin, &step.struck, root);
    memory.proves = false;
    chains
}

/// Candidates of the root that must be eliminated first, as the cells of each digit.
type Gone = [CellSet; 9];

struct Prover<'a> {
    /// The position before the step.
    root: &'a Marks,
    memory: &'a mut ChainMemory,
}

impl Prover<'_> {
    /// Finds the chains of an origin in a position, and the candidates that must be eliminated for them.
    fn chains(&mut self, origin: Origin, struck: &Gone, source: &Marks) -> (Chains, Gone) {
        let mut gone = [CellSet::EMPTY; 9];
        let loops = &mut self.memory.loops;
        let chains = match origin {
            Origin::Chain { links, from } => {
                let mut path = chain_path(source, loops, links, from);
                if let Some(&(last, _)) = path.last().filter(|_| holds(from)) {
                    path.push((from ^ 1, weak_cause(last, from)));
                }
                let links = path.windows(2);
                let implications =
                    links.map(|pair| self.link(pair[0].0, pair[1], &mut gone)).collect();
                one_branch(Claim::of(from), implications)
            }
            Origin::Cycle { links, from, last, cause } => {
                let path = cycle_path(source, loops, links, (from, last, cause));
                self.cycle(&path, struck, &mut gone)
            }
            Origin::Grouped { candidate } => grouped(source, candidate),
            Origin::Forcing { kind, cases, start, target } => {
                self.forcing(kind, (cases, start, target), source, &mut gone)
            }
        };
        (chains, gone)
    }

    /// Returns the implication from one literal to another, and adds the candidates that must be eliminated for it to
    /// `gone`.
    fn link(&self, from: Literal, (to, cause): (Literal, Cause), gone: &mut Gone) -> Implication {
        if holds(to) {
            for other in rivals(self.root, to, cause).filter(|&other| other != from) {
                gone[digit_of(other)].insert(Cell::ALL[cell_of(other)]);
            }
        }
        let reason = cause.into();
        Implication { premises: vec![Claim::of(from)], conclusion: Claim::of(to), reason }
    }

    /// Returns a cycle as two branches: forwards from its start, and backwards from the start's opposite; each with the
    /// eliminations.
    fn cycle(&self, path: &[(Literal, Cause)], struck: &Gone, gone: &mut Gone) -> Chains {
        let (start, _) = path[0];
        let forwards = path.windows(2).map(|pair| (pair[0].0, pair[1]));
        let backwards =
            path.windows(2).rev().map(|pair| (pair[1].0 ^ 1, (pair[0].0 ^ 1, pair[1].1)));
        let branches = vec![
            self.branch(start, &forwards.collect::<Vec<_>>(), struck, gone),
            self.branch(start ^ 1, &backwards.collect::<Vec<_>>(), struck, gone),
        ];
        Chains { cases: Cases::Loop, branches }
    }

    /// Returns the implications along `links` from an assumption, then those from their literals to the candidates
    /// `struck`.
    fn branch(
        &self,
        assumed: Literal,
        links: &[(Literal, (Literal, Cause))],
        struck: &Gone,
        gone: &mut Gone,
    ) -> CaseBranch {
        let mut implications: Vec<_> =
            links.iter().map(|&(from, to)| self.link(from, to, gone)).collect();
        for (digit, cells) in struck.iter().enumerate() {
            for cell in *cells {
                let to = literal(cell.index(), digit, false);
                let mut literals = links.iter().map(|&(from, _)| from);
                if let Some(from) = literals.find(|&from| rules_out_peer(from, to)) {
                    implications.push(self.link(from, (to, weak_cause(from, to)), gone));
                }
            }
        }
        CaseBranch { assumed: Claim::of(assumed), implications }
    }

    /// Finds chains that branch and meet, from one or several literals.
    fn forcing(
        &mut self,
        kind: MultipleChains,
        (cases, start, target): (Cases, Literal, Literal),
        source: &Marks,
        gone: &mut Gone,
    ) -> Chains {
        let mut starts = vec![start];
        match cases {
            Cases::Contradiction | Cases::Loop => {}
            Cases::Either => starts.push(start ^ 1),
            Cases::Cell(_) | Cases::House(_) => {
                let cause = Cause::of(cases);
                starts.extend(rivals(source, start, cause).map(|rival| rival ^ 1));
                starts.sort_unstable();
                for rival in rivals(self.root, start, cause) {
                    if !starts.contains(&(rival ^ 1)) {
                        gone[digit_of(rival)].insert(Cell::ALL[cell_of(rival)]);
                    }
                }
            }
        }
        let mut tree = self.memory.spare.pop().unwrap_or_default();
        let mut live = source.clone();
        let branches = starts.into_iter().map(|start| {
            grow(kind, &mut tree, start, source, &mut live, self.memory);
            let ends = match tree.contradiction() {
                Some(ends) if cases == Cases::Contradiction => ends.to_vec(),
                _ => vec![tree.node(target)],
            };
            let implications = self.implications(&tree, ends, source, gone);
            CaseBranch { assumed: Claim::of(start), implications }
        });
        let branches = branches.collect();
        self.memory.spare.push(tree);
        Chains { cases, branches }
    }

    /// Returns all implications that lead to the nodes `ends`, each after its premises.
    fn implications(
        &mut self,
        tree: &Tree,
        ends: Vec<u16>,
        source: &Marks,
        gone: &mut Gone,
    ) -> Vec<Implication> {
        let mut found = BTreeMap::new();
        let mut todo = ends;
        while let Some(node) = todo.pop() {
            let (own, cause) = tree.entry(node);
            if cause == Cause::Start || found.contains_key(&node) {
                continue;
            }
            let mut premises = Vec::new();
            let reason = match tree.why(node) {
                Some(why) => {
                    let (nested, absent) = self.nested(why);
                    for (digit, cells) in absent.iter().enumerate() {
                        premises.extend(
                            cells.into_iter().map(|cell| literal(cell.index(), digit, false)),
                        );
                    }
                    Reason::Step(Box::new(nested))
                }
                None if holds(own) => {
                    premises.extend(rivals(self.root, own, cause));
                    cause.into()
                }
                None => {
                    premises.extend(tree.first_parent(node).map(|parent| tree.entry(parent).0));
                    cause.into()
                }
            };
            // A candidate eliminated before the chain began is no literal of the chain.
            premises.retain(|&premise| {
                let cell = cell_of(premise);
                let digit = digit_of(premise);
                let is_own = holds(premise) || source.cells[cell] >> digit & 1 == 1;
                if !is_own {
                    gone[digit].insert(Cell::ALL[cell]);
                }
                is_own
            });
            todo.extend(premises.iter().map(|&premise| tree.node(premise)));
            let premises = premises.into_iter().map(Claim::of).collect();
            found.insert(node, Implication { premises, conclusion: Claim::of(own), reason });
        }
        found.into_values().collect()
    }

    /// Returns the step of a technique within a chain, and the candidates that must be eliminated for it.
    fn nested(&mut self, why: &Why) -> (NestedStep, Gone) {
        let Why { step, position } = why;
        let (proof, gone) = match (step.origin, position) {
            (Some(origin), Some(position)) => {
                let (chains, gone) = self.chains(origin, &step.struck, position);
                (Some(Proof::Chains(chains)), gone)
            }
            _ => (None, parents(step, self.root)),
        };
        (NestedStep { step: *step, proof }, gone)
    }
}

fn one_branch(assumed: Claim, implications: Vec<Implication>) -> Chains {
    Chains { cases: Cases::Contradiction, branches: vec![CaseBranch { assumed, implications }] }
}

/// Lists the candidates that make a literal hold if they fail, as failing literals: the other candidates of its cell,
/// or the other positions of its digit in the house.
fn rivals(marks: &Marks, own: Literal, cause: Cause) -> impl Iterator<Item = Literal> + use<> {
    let cell = cell_of(own);
    let digit = digit_of(own);
    let (digits, cells) = match cause {
        Cause::House(house) => (1 << digit, marks.candidates_in(usize::from(house), digit)),
        _ => (marks.cells[cell], CellSet::from_iter([Cell::ALL[cell]])),
    };
    let all = cells
        .into_iter()
        .flat_map(move |cell| bits(digits).map(move |digit| literal(cell.index(), digit, false)));
    all.filter(move |&other| other != own & !1)
}

/// Returns whether `from` holds in a peer of the cell of `to`, for the same digit.
fn rules_out_peer(from: Literal, to: Literal) -> bool {
    let peers = PEER_SETS[cell_of(from)];
    holds(from) && digit_of(from) == digit_of(to) && peers.contains(Cell::ALL[cell_of(to)])
}

/// Returns the reason why `holding` rules out `failing`.
fn weak_cause(holding: Literal, failing: Literal) -> Cause {
    let cells = [holding, failing].map(|literal| Cell::ALL[cell_of(literal)]);
    match common_houses(CellSet::from_iter(cells)) {
        _ if cells[0] == cells[1] => Cause::Cell,
        houses => Cause::House(houses.trailing_zeros() as u8),
    }
}

/// Returns the chain with groups from a candidate to its opposite.
fn grouped(marks: &Marks, candidate: usize) -> Chains {
    let mut claims = Vec::new();
    for (place, (digit, cells)) in grouped_path(marks, candidate).into_iter().enumerate() {
        // The chain begins with a claim that holds; from there on, claims fail and hold in turns.
        claims.push(Claim { cells, digit, holds: place % 2 == 0 });
    }
    let links = claims.windows(2).map(|pair| {
        let [from, to] = [pair[0], pair[1]];
        let reason = link_reason(marks, from, to);
        Implication { premises: vec![from], conclusion: to, reason }
    });
    one_branch(claims[0], links.collect())
}

/// Returns the reason why `to` follows from `from` in a chain with groups: the first house that contains both, or their
/// cell if the digits differ. If `to` holds because of a house, the digit has no other position in that house.
fn link_reason(marks: &Marks, from: Claim, to: Claim) -> Reason {
    if from.digit != to.digit {
        return Reason::Cell;
    }
    let both = from.cells | to.cells;
    let mut houses = bits(common_houses(both));
    let house = houses
        .find(|&house| !to.holds || (marks.candidates_in(house, to.digit) & !both).is_empty());
    house.map_or(Reason::Cell, |house| Reason::House(house as u8))
}
