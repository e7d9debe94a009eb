//! Rating every puzzle.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    fault::OptionError,
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    runner::Runner,
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    explain::TechniqueConditions,
    features::{FEATURES, FEWEST_CELLS, Facts, Feature, FeatureGroup, Stopped},
    structure::SMALL_SET,
    unavoidable::MOST_CELLS,
};
use batchdoku_format::{AnswerShape, Answers, Column, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error, Searches};

/// Rates puzzles: the answer of each record is the four features of its [`Rating`](batchdoku_corpus::rate::Rating), and
/// with [`Self::er`], [`Self::structure`] and the like more.
///
/// ```
/// use batchdoku::jobs::Rate;
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, ratings] = ["puzzles.txt", "ratings.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&puzzles, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let _ = Rate::new().run(&puzzles, &ratings)?;
/// assert!(std::fs::read_to_string(ratings)?.contains("easy"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rate {
    options: JobOptions,
    er: bool,
    wide: bool,
    structure: bool,
    /// The numbers of cells of the unavoidable sets that are counted.
    unavoidable: Vec<usize>,
    with: Vec<Feature>,
    techniques: Option<TechniqueConditions>,
}

/// The question of a job.
#[derive(Serialize)]
struct RateQuestion<'a> {
    er: bool,
    wide: bool,
    structure: bool,
    unavoidable: &'a [usize],
    with: Vec<&'static str>,
    #[serde(flatten)]
    techniques: BTreeMap<&'static str, Option<String>>,
}

with_run! {
    /// Rates the puzzles of the inputs.
    Rate: "rated"
}

impl Rate {
    setters! {
        /// Adds the ratings of Sudoku Explainer: `er`, `ep` and `ed`, as in
        /// [`ErRating`](batchdoku_corpus::explain::ErRating), and `er_technique`, the name of the technique of the
        /// hardest step. Ratings of hard puzzles take milliseconds. Where the levels have no name for the hardest
        /// technique, `technique` has this one.
        er: bool;
        /// Adds an integer column for each technique by which levels go: how often it was used.
        wide: bool;
        /// Adds four fields: `automorphisms` ([`Grid::automorphisms`](batchdoku_engine::Grid::automorphisms)),
        /// `minimal` (`yes` if no clue can be removed, otherwise `no`), and the numbers of minimal unavoidable
        /// sets of 4 and 6 cells in the solution, `unavoidable_4` and `unavoidable_6`: see
        /// [`Self::unavoidable`] for others.
        structure: bool;
        /// Adds the field `meets`: `yes` if the path of the puzzle, as it stands, meets some conditions, otherwise `no`.
        techniques: some TechniqueConditions => techniques;
        /// Adds these features, in this order, behind all others.
        with: impl Into<Vec<Feature>>;
    }

    /// Sets the numbers of cells of the unavoidable sets that [`Self::structure`] counts, from 4 to 16, instead of
    /// 4 and 6; others are ignored. Any of these implies `structure`. The fields are `unavoidable_12` and the like,
    /// for the minimal sets of exactly this number of cells. Sets of 12 cells take about 10 ms per puzzle; each
    /// additional cell multiplies that by 2.4.
    pub fn unavoidable(mut self, sizes: impl IntoIterator<Item = u8>) -> Self {
        let sizes = sizes.into_iter().map(usize::from);
        self.unavoidable =
            sizes.filter(|size| (FEWEST_CELLS..=MOST_CELLS).contains(size)).collect();
        self.unavoidable.sort_unstable();
        self.unavoidable.dedup();
        self
    }

    /// Returns the features that are written, in the order of their columns.
    fn features(&self) -> Vec<Feature> {
        let sizes =
            if self.unavoidable.is_empty() { &[4, SMALL_SET] } else { &self.unavoidable[..] };
        let is_chosen = |feature: &Feature| match feature.group {
            FeatureGroup::Level => true,
            FeatureGroup::Steps => self.wide,
            FeatureGroup::Er => self.er,
            FeatureGroup::Structure => {
                let has_structure = self.structure || !self.unavoidable.is_empty();
                has_structure && feature.set_size().is_none_or(|size| sizes.contains(&size))
            }
            FeatureGroup::Conditions => self.techniques.is_some(),
            _ => false,
        };
        let mut features: Vec<_> = FEATURES.into_iter().filter(is_chosen).collect();
        for feature in &self.with {
            if !features.contains(feature) {
                features.push(*feature);
            }
        }
        features
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        if let Some(techniques) = &self.techniques {
            techniques.check().map_err(|error| Error::Options(error.into()))?;
        }
        let features = self.features();
        let unknown = |feature: &&Feature| match feature.group {
            FeatureGroup::Generator => true,
            FeatureGroup::Conditions => self.techniques.is_none(),
            _ => false,
        };
        if let Some(&Feature { name: column, group, .. }) = features.iter().find(unknown) {
            let reason = match group {
                FeatureGroup::Generator => "only the generator of a puzzle knows it",
                _ => "there are no conditions",
            };
            return Err(OptionError::UnknownFeature { column, reason }.into());
        }
        let columns: Vec<_> = features.iter().map(column).collect();
        let searches = Arc::<Searches>::default();
        let job = RateJob {
            features: &features,
            techniques: self.techniques,
            stop: &self.options.stop,
            searches: &searches,
        };
        let question = RateQuestion {
            er: self.er,
            wide: self.wide,
            // Sizes imply the structure.
            structure: self.structure && self.unavoidable.is_empty(),
            unavoidable: &self.unavoidable,
            with: self.with.iter().map(|feature| feature.name).collect(),
            techniques: TechniqueConditions::described(self.techniques.as_ref()),
        };
        let is_slow = |feature: &Feature| {
            feature.goes_up_the_ladder() || feature.group == FeatureGroup::Structure
        };
        let is_slow = features.iter().any(is_slow);
        let runner = runner.identified_by("rate", &question).searching(&searches);
        runner.slow(is_slow).run(&AnswerShape::one_row(&columns), &job)
    }
}

/// Returns the column of a feature.
pub(super) fn column(feature: &Feature) -> Column<'static> {
    match feature.name {
        "solution" => Column::SOLUTION,
        name => Column::named(name, feature.kind),
    }
}

/// Rates the grids of chunks.
struct RateJob<'a> {
    features: &'a [Feature],
    techniques: Option<TechniqueConditions>,
    stop: &'a StopFlag,
    searches: &'a Searches,
}

impl ChunkJob for RateJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let mut facts = Facts::new(self.features);
        facts.set_conditions(self.techniques);
        facts.set_stop(Some(self.stop));
        let goes_up_the_ladder = self.features.iter().any(Feature::goes_up_the_ladder);
        let fields = RatingFields {
            features: self.features,
            facts,
            searches: goes_up_the_ladder.then_some(self.searches),
        };
        Box::new(FieldsWorker::new(fields, self.features.len()))
    }
}

struct RatingFields<'j> {
    features: &'j [Feature],
    facts: Facts,
    /// The searches that may take long, if there are any.
    searches: Option<&'j Searches>,
}

impl GridFields for RatingFields<'_> {
    fn add(
        &mut self,
        _: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let _search = self.searches.map(|searches| searches.begin(grid));
        self.facts.begin(grid);
        for feature in self.features {
            let value = self.facts.value(feature).map_err(|Stopped| Error::Abandoned)?;
            answers.push_field(value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;
    use crate::Stats;
    use batchdoku_pipeline::Input;

    const PUZZLE: &str =
        "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

    #[test]
    #[cfg_attr(miri, ignore = "writes files")]
    fn unavoidable_sets_imply_the_structure() {
        let folder = tempfile::tempdir().unwrap();
        let rated = |job: Rate| {
            let output = folder.path().join("rated.txt");
            assert!(job.run(Input::text(PUZZLE), &output).unwrap().is_complete());
            std::fs::read_to_string(output).unwrap()
        };
        let implied = rated(Rate::new().unavoidable([4, 6]));
        assert_eq!(implied, rated(Rate::new().structure(true)));
        assert_ne!(implied, rated(Rate::new()));
        let counted = |job: Stats| job.run(Input::text(PUZZLE)).unwrap().0.to_string();
        assert_eq!(counted(Stats::new().unavoidable(6)), counted(Stats::new().structure(true)));
    }
}
