//! The signatures of the searches: the numbers of nodes over fixed lists of puzzles, which are the same on every
//! machine and at every SIMD level.

use std::{collections::BTreeMap, fmt::Write, fs};

use super::{
    puzzle, robust_engines, run, solve, table,
    worst::{CASES, FOUND},
};
use crate::{
    engine::{Lanes, Limits},
    grid::Grid,
    simd::SimdLevel,
};
use batchdoku_testkit::{assert_same, rng};

/// The signatures as recorded.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/tests/signatures.txt");

/// A change that should not alter the search keeps the signatures. A change that improves the search records new ones.
#[test]
#[cfg_attr(miri, ignore = "400,000 nodes")]
fn signatures_are_those_recorded() {
    let mut signatures = Signatures::default();
    for mut engine in robust_engines() {
        let nodes =
            |(puzzle, [_, limit, _]): (Grid, [u64; 3])| run(&mut *engine, &puzzle, limit).0.nodes;
        let sum: u64 = table(CASES).into_iter().map(nodes).sum();
        signatures.note(format!("cases {}", engine.name()), sum.to_string());
    }
    for level in SimdLevel::available() {
        for (puzzle, []) in table(FOUND) {
            let nodes =
                [1, 2].map(|limit| run(&mut Lanes::one_by_one(level), &puzzle, limit).0.nodes);
            signatures.note(format!("find {puzzle}"), format!("{} {}", nodes[0], nodes[1]));
        }
        // No limit cuts the trees, so the sums do not depend on when lanes are refilled.
        let mut rng = rng(5);
        let list: Vec<_> = (0..400).map(|i| puzzle(&mut rng, 26 + i % 8, 0)).collect();
        let outcomes = solve(&mut Lanes::alone(level), &list, &Limits::none());
        let nodes: u64 = outcomes.iter().map(|(outcome, _)| outcome.nodes).sum();
        let solutions: u64 = outcomes.iter().map(|(outcome, _)| outcome.solutions).sum();
        signatures.note("list lanes".to_owned(), format!("{nodes} {solutions}"));
    }
    let text = signatures.text();
    if std::env::var_os("UPDATE_SIGNATURES").is_some() {
        fs::write(FILE, text).expect("the file can be written");
        return;
    }
    let hint = "if the change of the search is meant, `UPDATE_SIGNATURES=1 cargo test -p batchdoku-engine --lib \
                signature` records the nodes";
    assert_same(fs::read(FILE).expect("the recorded signatures"), text, hint);
}

/// The nodes by search and list.
#[derive(Default)]
struct Signatures(BTreeMap<String, String>);

impl Signatures {
    /// Records the nodes of a search over a list, and checks that other SIMD levels have the same.
    fn note(&mut self, name: String, nodes: String) {
        if let Some(before) = self.0.insert(name.clone(), nodes.clone()) {
            assert_eq!(nodes, before, "{name}: levels differ");
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, nodes) in &self.0 {
            writeln!(text, "{name} {nodes}").expect("text has room");
        }
        text
    }
}
