//! A population as text: a search that was interrupted continues with it.
//!
//! ```text
//! batchdoku evolve 2
//! asked {...}               the question of the search, on one line
//! round 12
//! barren 0                  of the last rounds, how many brought nothing
//! restarts 1                how often the search has started again
//! fruitless 7               the rounds since, or since something was found
//! pool 2                    so many lines follow: puzzle, ER in tenths, nodes, the numbers of the score
//! 98.7..6..[...] 95 0 95 203 826 0 0
//! [...]
//! found 0                   the same
//! tried 1                   puzzles alone
//! [...]
//! end
//! ```

use std::{
    collections::{HashSet, VecDeque},
    fmt::{self, Write},
    str::FromStr,
};

use super::{
    Population,
    score::{Score, ScoredPuzzle},
};
use crate::explain::Er;
use batchdoku_engine::grid::Grid;

/// The first words of any state, and the version of the states that this program writes.
const TITLE: &str = "batchdoku evolve ";
const VERSION: &str = "2";

/// A text is not that of a population.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum StateError {
    /// A line is not as it should be.
    #[error("line {line}: expected {expected}")]
    Damaged {
        /// Counted from 1.
        line: usize,
        /// The contents that the line should have.
        expected: String,
    },
    /// Another version of the program wrote the text, in a different format.
    #[error("written by another version of batchdoku")]
    OtherVersion,
}

impl Population {
    /// Returns the population of a search with the question `asked`, which is one line.
    pub fn to_text(&self, asked: &str) -> String {
        let mut text = String::new();
        self.write(asked, &mut text).expect("a string can be written");
        text
    }

    fn write(&self, asked: &str, text: &mut String) -> fmt::Result {
        let Self { round, barren, restarts, fruitless, pool, found, tried, .. } = self;
        writeln!(text, "{TITLE}{VERSION}")?;
        writeln!(text, "asked {asked}")?;
        writeln!(text, "round {round}")?;
        writeln!(text, "barren {barren}")?;
        writeln!(text, "restarts {restarts}")?;
        writeln!(text, "fruitless {fruitless}")?;
        for (name, list) in [("pool", pool), ("found", found)] {
            writeln!(text, "{name} {}", list.len())?;
            for ScoredPuzzle { puzzle, er, nodes, score: [a, b, c, d, e] } in list {
                writeln!(text, "{puzzle} {} {nodes} {a} {b} {c} {d} {e}", er.tenths())?;
            }
        }
        writeln!(text, "tried {}", tried.len())?;
        for puzzle in tried {
            writeln!(text, "{puzzle}")?;
        }
        writeln!(text, "end")
    }

    /// Returns the population of a text, and the question of its search.
    ///
    /// # Errors
    /// If the text is damaged, or that of another version.
    pub fn from_text(text: &str) -> Result<(String, Self), StateError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        let version = lines.next(&format!("'{TITLE}{VERSION}'"), |line| {
            line.strip_prefix(TITLE).map(str::to_owned)
        })?;
        if version != VERSION {
            return Err(StateError::OtherVersion);
        }
        let asked = lines.next("'asked' and a question", |line| {
            line.strip_prefix("asked ").map(str::to_owned)
        })?;
        let round = lines.number("round")?;
        let barren = lines.number("barren")?;
        let restarts = lines.number("restarts")?;
        let fruitless = lines.number("fruitless")?;
        let pool = lines.candidates("pool")?;
        let found = lines.candidates("found")?;
        let count: usize = lines.number("tried")?;
        let tried = (0..count).map(|_| lines.puzzle()).collect::<Result<VecDeque<_>, _>>()?;
        lines.expect("end")?;
        let known = HashSet::new();
        let mut population = Self { round, barren, restarts, fruitless, pool, found, tried, known };
        population.note_known();
        Ok((asked, population))
    }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl Lines<'_> {
    fn next<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, StateError> {
        self.number += 1;
        let parsed = self.lines.next().and_then(parse);
        parsed
            .ok_or_else(|| StateError::Damaged { line: self.number, expected: expected.to_owned() })
    }

    fn expect(&mut self, whole: &str) -> Result<(), StateError> {
        self.next(&format!("'{whole}'"), |line| (line == whole).then_some(()))
    }

    fn number<N: FromStr>(&mut self, name: &str) -> Result<N, StateError> {
        self.next(&format!("'{name}' and a number"), |line| {
            line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()
        })
    }

    fn puzzle(&mut self) -> Result<Grid, StateError> {
        self.next("a puzzle of 81 cells", |line| line.parse().ok())
    }

    /// Reads a list of candidates: its name and length, then a candidate on each line.
    fn candidates(&mut self, name: &str) -> Result<Vec<ScoredPuzzle>, StateError> {
        let count: usize = self.number(name)?;
        (0..count).map(|_| self.candidate()).collect()
    }

    fn candidate(&mut self) -> Result<ScoredPuzzle, StateError> {
        self.next("a puzzle of 81 cells and 7 numbers", |line| {
            let mut fields = line.split(' ');
            let puzzle = fields.next()?.parse().ok()?;
            let er = Er::from_tenths(fields.next()?.parse().ok()?);
            let nodes = fields.next()?.parse().ok()?;
            let mut score = Score::default();
            for number in &mut score {
                *number = fields.next()?.parse().ok()?;
            }
            fields.next().is_none().then_some(ScoredPuzzle { puzzle, score, er, nodes })
        })
    }
}
