//! The counts as sections, the source of the table, JSON and the pictures.

use std::{collections::BTreeMap, ops::Range};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{CorpusStats, counts::Property};
use crate::{
    explain::{Er, StepKind},
    rate::{Difficulty, Technique},
    symmetry::Symmetry,
};

/// The name of a section, as in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SectionName {
    /// Puzzles by number of clues.
    Clues,
    /// Puzzles by the symmetries of their clue cells.
    Symmetry,
    /// Rated puzzles by number of solutions.
    Solutions,
    /// Puzzles with one solution by level.
    Levels,
    /// Puzzles with one solution by hardest technique.
    Techniques,
    /// Steps of each technique over all puzzles.
    Steps,
    /// Rated puzzles by search nodes.
    Nodes,
    /// Puzzles by rating of Sudoku Explainer.
    Er,
    /// Steps of each technique of Sudoku Explainer.
    ErSteps,
    /// Minimal unavoidable sets by number of cells.
    Unavoidable,
}

batchdoku_base::named!(SectionName {
    Clues = "clues",
    Symmetry = "symmetry",
    Solutions = "solutions",
    Levels = "levels",
    Techniques = "techniques",
    Steps = "steps",
    Nodes = "nodes",
    Er = "er",
    ErSteps = "er_steps",
    Unavoidable = "unavoidable",
});

/// Counts of one kind.
///
/// ```
/// use batchdoku::{Grid, corpus::stats::{CorpusStats, SectionName}};
/// let mut stats = CorpusStats::new();
/// stats.add(&Grid::EMPTY, None);
/// let clues = stats.clues();
/// assert_eq!((clues.name, clues.total), (SectionName::Clues, 1));
/// assert_eq!(clues.rows, [("0".to_owned(), 1)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Section {
    /// The kind of the counts.
    pub name: SectionName,
    /// The name of the things counted.
    pub unit: &'static str,
    /// The count that shares refer to. Rows may overlap: for example, a puzzle may have several symmetries.
    pub total: u64,
    /// A row for each count: a name (such as `24`, `rot180`, `easy`, `naked_pair`, `4-7`) and the count.
    pub rows: Vec<(String, u64)>,
    /// The share of each row by weight, from 0 to 1; `None` if puzzles have no weights.
    pub weighted: Option<Vec<f64>>,
}

impl CorpusStats {
    /// Puzzles by number of clues.
    pub fn clues(&self) -> Section {
        let used = self.counts.used(Property::Clues);
        self.binned(
            SectionName::Clues,
            Property::Clues,
            used.map(|clues| (clues.to_string(), clues..clues + 1)),
        )
    }

    /// Puzzles by the symmetries of their clue cells. A puzzle counts for each symmetry that it has (for example, a
    /// puzzle with `rot90` has `rot180` too), and for `none` if it has no other.
    pub fn symmetry(&self) -> Section {
        self.binned(SectionName::Symmetry, Property::Symmetries, each(Symmetry::NAMES))
    }

    /// Rated puzzles by number of solutions: `unsolvable`, `unique`, `multiple`.
    pub fn solutions(&self) -> Section {
        self.binned(
            SectionName::Solutions,
            Property::Solutions,
            each(["unsolvable", "unique", "multiple"]),
        )
    }

    /// Puzzles with one solution by level.
    pub fn levels(&self) -> Section {
        self.binned(SectionName::Levels, Property::Levels, each(Difficulty::NAMES))
    }

    /// Puzzles with one solution by hardest technique.
    pub fn techniques(&self) -> Section {
        self.binned(SectionName::Techniques, Property::Techniques, each(Technique::NAMES))
    }

    /// Steps of each technique over all puzzles.
    pub fn steps(&self) -> Section {
        let rows = named(Technique::NAMES, self.steps).take(Technique::Search as usize);
        Section { unit: "steps", ..self.section(SectionName::Steps, self.steps.iter().sum(), rows) }
    }

    /// Rated puzzles by search nodes, in bins that double: 0, 1, 2–3, 4–7, …
    pub fn nodes(&self) -> Section {
        let bins = (0..self.counts.used(Property::Nodes).end).map(|bits| {
            let range = match bits {
                0 | 1 => bits.to_string(),
                _ => format!("{}-{}", 1u64 << (bits - 1), u64::MAX >> (64 - bits)),
            };
            (range, bits..bits + 1)
        });
        self.binned(SectionName::Nodes, Property::Nodes, bins)
    }

    /// Puzzles by rating of Sudoku Explainer, in steps of 0.5, if it was counted.
    pub fn er(&self) -> Section {
        let all = self.counts.of(Property::Er);
        let last = all.len() - 1;
        let used = all[..last].iter().rposition(|&count| count > 0).map_or(0, |at| at / 5 + 1);
        let first = self.counts.used(Property::Er).start / 5;
        let bins = (first..used).map(|bin| {
            let from = Er::from_tenths(5 * bin as u8);
            (format!("{from}-{}", from + 4), 5 * bin..5 * bin + 5)
        });
        let beyond = (all[last] > 0).then(|| ("beyond".to_owned(), last..last + 1));
        self.binned(SectionName::Er, Property::Er, bins.chain(beyond))
    }

    /// Steps of each technique of Sudoku Explainer that was used, in the order of its ladder, over the puzzles with a
    /// rating.
    pub fn er_steps(&self) -> Section {
        let rows = named(StepKind::ALL.map(StepKind::name), self.er_steps);
        let total = self.er_steps.iter().sum();
        Section {
            unit: "steps",
            ..self.section(SectionName::ErSteps, total, rows.filter(|row| row.1 > 0))
        }
    }

    /// Minimal unavoidable sets of the solutions, by number of cells, if they were counted.
    pub fn unavoidable(&self) -> Section {
        let counts = self.structures.unavoidable;
        let rows = (0..).zip(counts).filter(|&(_, count)| count > 0);
        let rows = rows.map(|(cells, count): (u8, _)| (format!("{cells} cells"), count));
        Section {
            unit: "sets",
            ..self.section(SectionName::Unavoidable, counts.iter().sum(), rows)
        }
    }

    /// Returns all sections that have counts: without ratings, those about ratings are left out.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.clues(), self.symmetry()];
        if self.rated() > 0 {
            sections.push(self.solutions());
            if self.counts.of(Property::Solutions)[1] > 0 {
                sections.extend([self.levels(), self.techniques(), self.steps()]);
            }
            sections.push(self.nodes());
        }
        if self.counts.total(Property::Er) > 0 {
            sections.extend([self.er(), self.er_steps()]);
        }
        if self.unavoidable().total > 0 {
            sections.push(self.unavoidable());
        }
        sections
    }

    fn section(
        &self,
        name: SectionName,
        total: u64,
        rows: impl Iterator<Item = (String, u64)>,
    ) -> Section {
        Section { name, unit: "puzzles", total, rows: rows.collect(), weighted: None }
    }

    /// Returns the counts of a property, in bins with names.
    fn binned(
        &self,
        name: SectionName,
        kind: Property,
        bins: impl Iterator<Item = (String, Range<usize>)>,
    ) -> Section {
        let bins: Vec<_> = bins.collect();
        let counts = self.counts.of(kind);
        let rows = bins.iter().map(|(name, bin)| (name.clone(), counts[bin.clone()].iter().sum()));
        let weighted = self.weighted.as_ref().map(|weighted| {
            let total = weighted.counts.total(kind).max(1) as f64;
            let counts = weighted.counts.of(kind);
            let weights = bins.iter().map(|(_, bin)| counts[bin.clone()].iter().sum::<u128>());
            weights.map(|weight| weight as f64 / total).collect()
        });
        Section { weighted, ..self.section(name, self.counts.total(kind), rows) }
    }
}

/// Returns a bin for each name, with a single count.
fn each<const N: usize>(names: [&'static str; N]) -> impl Iterator<Item = (String, Range<usize>)> {
    (0..).zip(names).map(|(place, name)| (name.to_owned(), place..place + 1))
}

fn named<const N: usize>(
    names: [&'static str; N],
    counts: [u64; N],
) -> impl Iterator<Item = (String, u64)> {
    names.into_iter().map(String::from).zip(counts)
}

/// Serialises the rows alone, as a map.
impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.rows.iter().map(|(name, count)| (name, count)))
    }
}

/// Serialises `puzzles`, `repeats`, `repeats_exact`, the counts of structure, `rated`, a map for each section, and
/// `cells`: nine rows of the number of puzzles with a clue in each cell. With weights, also `effective_puzzles`, and
/// `weighted_shares` from 0 to 1 for each section.
impl Serialize for CorpusStats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzles", &self.puzzles())?;
        map.serialize_entry("repeats", &self.repeats())?;
        map.serialize_entry("repeats_exact", &self.repeats_are_exact())?;
        for (name, count, is_exact) in self.structures() {
            map.serialize_entry(name, &count)?;
            if !is_exact {
                map.serialize_entry(&format!("{name}_estimated"), &true)?;
            }
        }
        map.serialize_entry("rated", &self.rated())?;
        let sections = self.sections();
        for section in &sections {
            map.serialize_entry(section.name.name(), section)?;
        }
        if let Some(effective) = self.effective_puzzles() {
            map.serialize_entry("effective_puzzles", &effective.round())?;
            let weighted = sections.iter().filter_map(|section| {
                let names = section.rows.iter().map(|row| &row.0);
                let shares =
                    section.weighted.as_ref()?.iter().map(|share| (share * 1e6).round() / 1e6);
                Some((section.name.name(), names.zip(shares).collect::<BTreeMap<_, _>>()))
            });
            map.serialize_entry("weighted_shares", &weighted.collect::<BTreeMap<_, _>>())?;
        }
        map.serialize_entry("cells", &self.cells.chunks(9).collect::<Vec<_>>())?;
        map.end()
    }
}
