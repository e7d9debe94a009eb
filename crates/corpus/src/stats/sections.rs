//! The counts by section: one view for the table, JSON and the pictures.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{CorpusStats, Symmetry};
use crate::{
    explain::{Er, StepKind},
    rate::{Difficulty, Technique},
};

/// Counts of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section {
    /// `clues`, `symmetry`, `solutions`, `levels`, `techniques`, `steps`, `nodes`, `er`, `er_steps` or
    /// `unavoidable`.
    pub name: &'static str,
    /// The things counted.
    pub unit: &'static str,
    /// The count that shares refer to; rows can overlap (symmetries do).
    pub total: u64,
    /// A name (such as `24`, `rot180`, `easy`, `naked_pair`, `4-7`) and its count, per row.
    pub rows: Vec<(String, u64)>,
}

impl CorpusStats {
    /// Puzzles by number of clues.
    pub fn clues(&self) -> Section {
        let first = self.clues.iter().position(|&count| count > 0).unwrap_or(0);
        let end = self.clues.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let rows = (first..end).map(|clues| (clues.to_string(), self.clues[clues]));
        self.section("clues", self.puzzles, rows)
    }

    /// Puzzles by the symmetries of their clue cells. A puzzle counts for each symmetry that it has
    /// (one with `rot90` has `rot180` too), and for `none` if it has no other.
    pub fn symmetry(&self) -> Section {
        let names = Symmetry::ALL.map(Symmetry::name);
        let count = |symmetry: Symmetry| self.symmetries[symmetry as usize];
        self.section("symmetry", self.puzzles, named(names, Symmetry::ALL.map(count)))
    }

    /// Rated puzzles by number of solutions: `unsolvable`, `unique`, `multiple`.
    pub fn solutions(&self) -> Section {
        let names = ["unsolvable", "unique", "multiple"];
        self.section("solutions", self.rated, named(names, self.solutions))
    }

    /// Puzzles with one solution by level.
    pub fn levels(&self) -> Section {
        let names = Difficulty::ALL.map(Difficulty::name);
        self.section("levels", self.solutions[1], named(names, self.levels))
    }

    /// Puzzles with one solution by hardest technique.
    pub fn techniques(&self) -> Section {
        let names = Technique::ALL.map(Technique::name);
        self.section("techniques", self.solutions[1], named(names, self.techniques))
    }

    /// Steps of each technique over all puzzles.
    pub fn steps(&self) -> Section {
        let names = Technique::ALL.map(Technique::name);
        let rows = named(names, self.steps).take(Technique::Search as usize);
        Section { unit: "steps", ..self.section("steps", self.steps.iter().sum(), rows) }
    }

    /// Rated puzzles by search nodes, in bins that double: 0, 1, 2–3, 4–7, …
    pub fn nodes(&self) -> Section {
        let end = self.nodes.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let rows = (0..end).map(|bits| {
            let range = match bits {
                0 | 1 => bits.to_string(),
                _ => format!("{}-{}", 1u64 << (bits - 1), u64::MAX >> (64 - bits)),
            };
            (range, self.nodes[bits])
        });
        self.section("nodes", self.rated, rows)
    }

    /// Puzzles by rating of Sudoku Explainer, in steps of 0.5, as far as they were
    /// counted.
    pub fn er(&self) -> Section {
        let (known, beyond) = self.er.split_at(self.er.len() - 1);
        let bins: Vec<u64> = known.chunks(5).map(|tenths| tenths.iter().sum()).collect();
        let first = bins.iter().position(|&count| count > 0).unwrap_or(0);
        let end = bins.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let name = |bin: usize| {
            let first = Er::from_tenths(5 * bin as u8);
            format!("{first}-{}", first + 4)
        };
        let rows = (first..end).map(|bin| (name(bin), bins[bin]));
        let beyond = beyond.iter().filter(|&&count| count > 0);
        let rows = rows.chain(beyond.map(|&count| ("beyond".to_owned(), count)));
        self.section("er", self.er.iter().sum(), rows)
    }

    /// Steps of each technique of Sudoku Explainer that was used, in the order of its ladder, over the
    /// puzzles with a rating.
    pub fn er_steps(&self) -> Section {
        let rows = named(StepKind::ALL.map(StepKind::name), self.er_steps);
        let total = self.er_steps.iter().sum();
        Section { unit: "steps", ..self.section("er_steps", total, rows.filter(|row| row.1 > 0)) }
    }

    /// Minimal unavoidable sets of the solutions, by number of cells, as far as they were counted.
    pub fn unavoidable(&self) -> Section {
        let counts = &self.structures.unavoidable;
        let rows = (0..).zip(counts).filter(|(_, count)| **count > 0);
        let rows = rows.map(|(cells, &count): (u8, _)| (format!("{cells} cells"), count));
        Section { unit: "sets", ..self.section("unavoidable", counts.iter().sum(), rows) }
    }

    /// All sections; those about ratings only if there are any.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.clues(), self.symmetry()];
        if self.rated > 0 {
            sections.push(self.solutions());
            if self.solutions[1] > 0 {
                sections.extend([self.levels(), self.techniques(), self.steps()]);
            }
            sections.push(self.nodes());
        }
        if self.er.iter().any(|&count| count > 0) {
            sections.extend([self.er(), self.er_steps()]);
        }
        if self.unavoidable().total > 0 {
            sections.push(self.unavoidable());
        }
        sections
    }

    fn section(
        &self,
        name: &'static str,
        total: u64,
        rows: impl Iterator<Item = (String, u64)>,
    ) -> Section {
        Section { name, unit: "puzzles", total, rows: rows.collect() }
    }
}

fn named<const N: usize>(
    names: [&'static str; N],
    counts: [u64; N],
) -> impl Iterator<Item = (String, u64)> {
    names.into_iter().map(String::from).zip(counts)
}

/// The rows alone, as a map.
impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.rows.iter().map(|(name, count)| (name, count)))
    }
}

/// `puzzles`, `repeats`, `repeats_exact`, the counts about structure, `rated`, a map for each section, and `cells`: nine rows
/// of the number of puzzles with a clue in each cell.
impl Serialize for CorpusStats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzles", &self.puzzles)?;
        map.serialize_entry("repeats", &self.repeats())?;
        map.serialize_entry("repeats_exact", &self.repeats_are_exact())?;
        for (name, count, is_exact) in self.structures() {
            map.serialize_entry(name, &count)?;
            if !is_exact {
                map.serialize_entry(&format!("{name}_estimated"), &true)?;
            }
        }
        map.serialize_entry("rated", &self.rated)?;
        for section in self.sections() {
            map.serialize_entry(section.name, &section)?;
        }
        map.serialize_entry("cells", &self.cells.chunks(9).collect::<Vec<_>>())?;
        map.end()
    }
}
