//! Rating every puzzle.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    runner::Runner,
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    GridExt,
    explain::{Explainer, TechniqueConditions, Unexplained},
    rate::{Rater, Rating, Technique},
    structure::{SMALL_SET, structure},
    unavoidable::MOST_CELLS,
};
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error, Searches};

/// Rates puzzles: the answer of each record is the four fields of its [`Rating`], and with
/// [`Self::er`] and [`Self::structure`] more.
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
    techniques: Option<TechniqueConditions>,
}

/// The indices of the technique and of the nodes among the fields of a [`Rating`].
const TECHNIQUE: usize = 1;
const NODES: usize = 2;

/// The question of a job.
#[derive(Serialize)]
struct RateQuestion<'a> {
    er: bool,
    wide: bool,
    structure: bool,
    unavoidable: &'a [usize],
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
    }

    /// Sets the numbers of cells of the unavoidable sets that [`Self::structure`] counts, from 4 to 16, instead of
    /// 4 and 6; others are ignored. Any of these implies `structure`. The fields are `unavoidable_12` and the like,
    /// for the minimal sets of exactly this number of cells. Sets of 12 cells take about 10 ms per puzzle; each
    /// additional cell multiplies that by 2.4.
    pub fn unavoidable(mut self, sizes: impl IntoIterator<Item = u8>) -> Self {
        let sizes = sizes.into_iter().map(usize::from);
        self.unavoidable = sizes.filter(|size| (4..=MOST_CELLS).contains(size)).collect();
        self.unavoidable.sort_unstable();
        self.unavoidable.dedup();
        self
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let has_structure = self.structure || !self.unavoidable.is_empty();
        let mut columns: Vec<_> =
            Rating::FIELDS.map(|name| Column::named(name, ColumnKind::Text)).into();
        columns[NODES].kind = ColumnKind::Integer;
        if self.wide {
            let techniques = Technique::ALL.iter().filter(|it| **it != Technique::Search);
            columns.extend(techniques.map(|it| Column::named(it.name(), ColumnKind::Integer)));
        }
        if self.er {
            columns.extend(["er", "ep", "ed"].map(|name| Column::named(name, ColumnKind::Real)));
            columns.push(Column::named("er_technique", ColumnKind::Text));
        }
        let sizes = if self.unavoidable.is_empty() { &[4, 6] } else { &self.unavoidable[..] };
        let most_cells = sizes.iter().copied().max().unwrap_or(SMALL_SET);
        let counted: Vec<_> = sizes.iter().map(|size| format!("unavoidable_{size}")).collect();
        if has_structure {
            columns.push(Column::named("automorphisms", ColumnKind::Integer));
            columns.push(Column::named("minimal", ColumnKind::Text));
            columns.extend(counted.iter().map(|name| Column::named(name, ColumnKind::Integer)));
        }
        if let Some(techniques) = &self.techniques {
            techniques.check().map_err(|error| Error::Options(error.into()))?;
            columns.push(Column::named("meets", ColumnKind::Text));
        }
        let searches = Arc::<Searches>::default();
        let job = RateJob {
            techniques: self.techniques,
            stop: &self.options.stop,
            searches: &searches,
            has_er: self.er,
            is_wide: self.wide,
            has_structure,
            sizes,
            most_cells,
            width: columns.len(),
        };
        let question = RateQuestion {
            er: self.er,
            wide: self.wide,
            // Sizes imply the structure.
            structure: has_structure && self.unavoidable.is_empty(),
            unavoidable: &self.unavoidable,
            techniques: TechniqueConditions::described(self.techniques.as_ref()),
        };
        let is_slow = self.er || has_structure || self.techniques.is_some();
        let runner = runner.identified_by("rate", &question).searching(&searches);
        runner.slow(is_slow).run(&AnswerShape::one_row(&columns), &job)
    }
}

/// Rates the grids of chunks.
struct RateJob<'a> {
    techniques: Option<TechniqueConditions>,
    stop: &'a StopFlag,
    searches: &'a Searches,
    has_er: bool,
    is_wide: bool,
    has_structure: bool,
    /// The numbers of cells of the unavoidable sets that are counted, and the largest of them.
    sizes: &'a [usize],
    most_cells: usize,
    /// The number of fields of a row.
    width: usize,
}

impl ChunkJob for RateJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let explainer = Explainer::new().stopped_by(self.stop.clone());
        let fields = RatingFields { job: self, rater: Rater::default(), explainer };
        Box::new(FieldsWorker::new(fields, self.width))
    }
}

struct RatingFields<'j> {
    job: &'j RateJob<'j>,
    rater: Rater,
    explainer: Explainer,
}

impl GridFields for RatingFields<'_> {
    fn add(
        &mut self,
        _: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let Self { job, rater, explainer } = self;
        let rating = rater.rate(grid);
        let goes_up_the_ladder = job.has_er || job.techniques.is_some();
        let _search = goes_up_the_ladder.then(|| job.searches.begin(grid));
        let er = match job.has_er.then(|| explainer.rate(grid)) {
            Some(Err(Unexplained::Stopped)) => return Err(Error::Abandoned),
            er => er,
        };
        // The levels have no name for it; Sudoku Explainer has.
        let named = er.and_then(Result::ok).and_then(|rating| rating.hardest());
        let named = named.filter(|_| rating.hardest == Some(Technique::Search));
        let mut texts = rating.fields();
        if let Some(named) = named {
            named.name().clone_into(&mut texts[TECHNIQUE]);
        }
        for text in &texts {
            // A rating writes a dash where it has nothing.
            answers.push_field(Some(&text[..]).filter(|text| *text != "-").into());
        }
        if job.is_wide {
            for technique in Technique::ALL.into_iter().filter(|it| *it != Technique::Search) {
                let count = (rating.solutions == 1).then(|| rating.steps[technique].to_string());
                answers.push_field(count.as_deref().into());
            }
        }
        if let Some(er) = er {
            let fields = match er {
                Ok(rating) => {
                    let [er, ep, ed] =
                        [rating.er(), rating.ep(), rating.ed()].map(|er| Some(format!("{er:.1}")));
                    [er, ep, ed, rating.hardest().map(|kind| kind.name().into())]
                }
                Err(Unexplained::BeyondTechniques) => ["beyond"; 4].map(|text| Some(text.into())),
                Err(_) => [const { None }; 4],
            };
            fields.iter().for_each(|text| answers.push_field(text.as_deref().into()));
        }
        if job.has_structure {
            let found = structure(grid, job.most_cells);
            answers.push(grid.automorphisms().to_string().as_bytes());
            let minimal = found.map(|found| if found.is_minimal { "yes" } else { "no" });
            answers.push_field(minimal.into());
            for &size in job.sizes {
                let count = found.map(|found| found.unavoidable[size].to_string());
                answers.push_field(count.as_deref().into());
            }
        }
        if let Some(techniques) = &job.techniques {
            let meets = match explainer.meets(techniques, grid) {
                Ok(meets) => Some(if meets { "yes" } else { "no" }),
                Err(Unexplained::Stopped) => return Err(Error::Abandoned),
                Err(_) => None,
            };
            answers.push_field(meets.into());
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
