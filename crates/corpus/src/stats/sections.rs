//! The counts as sections, the source of the table, JSON and the pictures.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    CorpusStats,
    facts::{PUZZLES, SectionName, Subset},
};

/// Counts of one kind.
///
/// ```
/// use batchdoku::{Grid, corpus::stats::{CorpusStats, SectionName}};
/// let mut stats = CorpusStats::new();
/// stats.add(&Grid::EMPTY, None);
/// let clues = stats.section(SectionName::Clues);
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
    /// Returns the counts of a section, whether there are any or not.
    pub fn section(&self, name: SectionName) -> Section {
        let facts = name.facts();
        let counts = self.counts.of(name);
        let bins = (facts.bins)(counts);
        let counts_puzzles = facts.unit == PUZZLES;
        let total =
            if counts_puzzles { self.counts.size(facts.subset) } else { self.counts.sum(name) };
        let weighted = self.weighted.as_ref().filter(|_| counts_puzzles).map(|weighted| {
            let total = weighted.counts.size(facts.subset).max(1) as f64;
            let counts = weighted.counts.of(name);
            let weights = bins.iter().map(|(_, bin)| counts[bin.clone()].iter().sum::<u128>());
            weights.map(|weight| weight as f64 / total).collect()
        });
        let rows = bins.into_iter().map(|(name, bin)| (name, counts[bin].iter().sum())).collect();
        Section { name, unit: facts.unit, total, rows, weighted }
    }

    /// Returns all sections; those about ratings or sets only if there are any.
    pub fn sections(&self) -> Vec<Section> {
        let shown = SectionName::ALL.into_iter().filter(|name| {
            let subset = name.facts().subset;
            subset == Subset::All || self.counts.size(subset) > 0
        });
        shown.map(|name| self.section(name)).collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        GridExt,
        explain::Explainer,
        rate::Rating,
        stats::{ErSteps, PuzzleFacts},
        structure::structure,
    };
    use batchdoku_engine::grid::Grid;

    /// Names a section that nothing counts.
    #[test]
    fn each_section_counts_a_puzzle_about_which_all_is_known() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut steps: ErSteps = [0; _];
        let er = Explainer::new()
            .explain(&puzzle.canonical_form(), |step, _| steps[step.kind as usize] += 1);
        let rating = Rating::of(&puzzle);
        let mut stats = CorpusStats::new();
        let facts =
            PuzzleFacts { rating: Some(&rating), er: Some((er, &steps)), weight: Some(2.0) };
        stats.count(&puzzle, facts);
        stats.add_structure(&puzzle, structure(&puzzle, 6));
        let shown: Vec<_> = stats.sections().iter().map(|section| section.name).collect();
        assert_eq!(shown, SectionName::ALL);
        for section in stats.sections() {
            let counted: u64 = section.rows.iter().map(|row| row.1).sum();
            assert!(counted > 0, "nothing counts {}", section.name);
            assert_eq!(section.weighted.is_some(), section.unit == PUZZLES, "{}", section.name);
        }
    }
}
