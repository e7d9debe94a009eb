//! Rating every puzzle.

use std::{ops::RangeInclusive, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::OptionError,
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    options::TechniqueOptions,
    rules::within,
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
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error, Output, Searches};

/// Rates puzzles. The answer for each record is the four features of its [`Rating`](batchdoku_corpus::rate::Rating);
/// options such as [`er`](Self::er) and [`structure`](Self::structure) add more.
///
/// ```
/// use batchdoku::jobs::{Command, Rate};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, ratings] = ["puzzles.txt", "ratings.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&puzzles, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let _ = Rate::default().run(&puzzles, &ratings)?;
/// assert!(std::fs::read_to_string(ratings)?.contains("easy"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Rate {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Add the ratings of Sudoku Explainer: ER, EP, ED, technique
    ///
    /// This takes about 15 times as long as levels for random minimal puzzles, and a tenth of a second of CPU time for
    /// a puzzle of ER 11. 'batchdoku generate --er' makes puzzles with such ratings.
    #[cfg_attr(feature = "clap", arg(long))]
    pub er: bool,

    /// Add a column for each technique: how often it was used
    #[cfg_attr(feature = "clap", arg(long))]
    pub wide: bool,

    /// Add automorphisms, minimality and small unavoidable sets
    ///
    /// Four columns: how many symmetries map the puzzle to itself; whether no clue can be removed; how
    /// many minimal sets of 4 and of 6 cells of the solution can be filled in another way.
    #[cfg_attr(feature = "clap", arg(long))]
    pub structure: bool,

    /// Sizes of the unavoidable sets, 4 to 16: '8' or '4,6,12'
    ///
    /// Each size gets a column, instead of 4 and 6; implies --structure. Sets of 12 cells take about 10 ms per
    /// puzzle; each additional cell multiplies that by 2.4.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZES", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(SIZES)))]
    pub unavoidable: Vec<u8>,

    /// Add these columns: clues, class, solution, minimal, ...
    ///
    /// Columns of the other options, such as er and unavoidable_8, and columns that no other option adds, separated by
    /// commas. weight is for 'generate' alone.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "COLUMNS"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ',', value_parser = columns()))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true))]
    pub with: Vec<Feature>,

    /// Conditions on the path.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub techniques: TechniqueOptions,
}

/// The numbers of cells for which unavoidable sets can be counted.
const SIZES: RangeInclusive<i64> = FEWEST_CELLS as i64..=MOST_CELLS as i64;

impl Rate {
    /// Returns the features to write, in the order of their columns.
    fn features(&self) -> Vec<Feature> {
        let sizes: Vec<_> = self.unavoidable.iter().copied().map(usize::from).collect();
        let sizes = if sizes.is_empty() { vec![4, SMALL_SET] } else { sizes };
        let is_chosen = |feature: &Feature| match feature.group {
            FeatureGroup::Level => true,
            FeatureGroup::Steps => self.wide,
            FeatureGroup::Er => self.er,
            FeatureGroup::Structure => {
                let has_structure = self.structure || !self.unavoidable.is_empty();
                has_structure && feature.set_size().is_none_or(|size| sizes.contains(&size))
            }
            FeatureGroup::Conditions => self.techniques != TechniqueOptions::default(),
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
}

impl Command for Rate {
    command!("rate");

    fn check(&self) -> Result<(), Error> {
        within("unavoidable", self.unavoidable.iter().copied(), SIZES)?;
        let has_conditions = self.techniques.conditions(self.er)?.is_some();
        for Feature { name: column, group, .. } in self.features() {
            let reason = match group {
                FeatureGroup::Generator => "only 'generate' knows it, which makes the puzzle",
                FeatureGroup::Conditions if !has_conditions => {
                    "there are no conditions, such as needs or at_most"
                }
                _ => continue,
            };
            return Err(OptionError::UnknownFeature { column, reason }.into());
        }
        Ok(())
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let runner = Runner::new(self, inputs, vec![output], "rated")?;
        let techniques = self.techniques.conditions(self.er)?;
        let features = self.features();
        let columns: Vec<_> = features.iter().map(column).collect();
        let searches = Arc::<Searches>::default();
        let job = RateJob {
            features: &features,
            techniques,
            stop: &self.options.stop,
            searches: &searches,
        };
        let is_slow = |feature: &Feature| {
            feature.goes_up_the_ladder() || feature.group == FeatureGroup::Structure
        };
        let is_slow = features.iter().any(is_slow);
        let runner = runner.searching(&searches);
        runner.slow(is_slow).run(&AnswerShape::one_row(&columns), &job)
    }
}

/// Makes the parser of clap for columns. The help lists, with their meanings, the columns that no other option adds,
/// because nothing else in it describes them.
#[cfg(feature = "clap")]
pub(super) fn columns() -> impl clap::builder::TypedValueParser<Value = Feature> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let value = |feature: Feature| match feature.group {
        FeatureGroup::Puzzle | FeatureGroup::Generator => {
            PossibleValue::new(feature.name).help(feature.meaning)
        }
        _ => PossibleValue::new(feature.name),
    };
    let values = PossibleValuesParser::new(FEATURES.map(value));
    values.map(|name| name.parse().expect("one of the names"))
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
    /// The searches in progress, if observers should hear of searches that take long.
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
    use crate::{Command, Stats};
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
        let implied = rated(Rate { unavoidable: vec![6, 4, 6], ..Rate::default() });
        assert_eq!(implied, rated(Rate { structure: true, ..Rate::default() }));
        assert_ne!(implied, rated(Rate::default()));
        let counted = |job: Stats| job.count(Input::text(PUZZLE)).unwrap().0.to_string();
        assert_eq!(
            counted(Stats { unavoidable: Some(6), ..Stats::default() }),
            counted(Stats { structure: true, ..Stats::default() })
        );
    }
}
