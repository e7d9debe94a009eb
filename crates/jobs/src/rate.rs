//! Rating every puzzle.

use super::{JobOptions, JobSummary, grid_walk::map_grids, runner::Runner};
use batchdoku_corpus::{
    GridExt,
    explain::{Explainer, Unexplained},
    rate::{Rater, Rating},
    structure::{SMALL, structure},
    unavoidable::MOST_CELLS,
};
use batchdoku_pipeline::Error;

/// Rates puzzles: the answer of each record is the four fields of its [`Rating`], and with
/// [`Self::er`] and [`Self::structure`] more.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rate<'a> {
    options: JobOptions<'a>,
    er: bool,
    structure: bool,
    /// The numbers of cells of the unavoidable sets that are counted.
    unavoidable: Vec<usize>,
}

/// The fields of a record without a rating.
const MISSING: [&[u8]; 4 + 4 + 2 + MOST_CELLS] = [b"-"; _];

with_run! {
    /// Rates the puzzles of the inputs.
    Rate: "rated"
}

impl Rate<'_> {
    setters! {
        /// Adds the ratings of Sudoku Explainer: `er`, `ep` and `ed`, as in
        /// [`ErRating`](batchdoku_corpus::explain::ErRating), and `er_technique`, the name of the technique of the
        /// hardest step. Those of hard puzzles take milliseconds.
        er: bool;
        /// Adds four fields: `automorphisms` ([`Grid::automorphisms`](batchdoku_engine::Grid::automorphisms)),
        /// `minimal` (`yes` if no clue can be removed, otherwise `no`), and the numbers of minimal unavoidable
        /// sets of 4 and 6 cells in the solution, `unavoidable_4` and `unavoidable_6`: see
        /// [`Self::unavoidable`] for others.
        structure: bool;
    }

    /// The numbers of cells of the unavoidable sets that [`Self::structure`] counts, from 4 to 16, instead of
    /// 4 and 6; others are ignored. The fields are `unavoidable_12` and the like, for the minimal sets of
    /// just so many cells. Those of 12 take some 10 ms for a puzzle, and with each cell more 2.4 times as
    /// long.
    pub fn unavoidable(mut self, sizes: impl IntoIterator<Item = u8>) -> Self {
        let sizes = sizes.into_iter().map(usize::from);
        self.unavoidable = sizes.filter(|size| (4..=MOST_CELLS).contains(size)).collect();
        self.unavoidable.sort_unstable();
        self.unavoidable.dedup();
        self
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let mut fields = Rating::FIELDS.to_vec();
        fields.extend(["er", "ep", "ed", "er_technique"].iter().filter(|_| self.er));
        fields.extend(["automorphisms", "minimal"].iter().filter(|_| self.structure));
        let sizes = if self.unavoidable.is_empty() { &[4, 6] } else { &self.unavoidable[..] };
        let most = sizes.iter().copied().max().unwrap_or(SMALL);
        let counted: Vec<_> = sizes.iter().map(|size| format!("unavoidable_{size}")).collect();
        fields.extend(counted.iter().map(String::as_str).filter(|_| self.structure));
        let missing = &MISSING[..fields.len()];
        let runner = runner.asked(&[
            ("the command", &"rate"),
            ("--er", &self.er),
            ("--structure", &self.structure),
            ("--unavoidable", &sizes),
        ]);
        runner.slow(self.er || self.structure).process(&fields, || {
            let mut rater = Rater::default();
            let mut explainer = self.er.then(Explainer::new);
            map_grids(missing, move |record, answers| {
                let rating = rater.rate(record.grid);
                rating.fields().iter().for_each(|field| answers.push(field.as_bytes()));
                if let Some(explainer) = &mut explainer {
                    let fields = match explainer.rate(record.grid) {
                        Ok(rating) => {
                            let hardest = rating.hardest().unwrap_or("-").into();
                            let [er, ep, ed] = [rating.er(), rating.ep(), rating.ed()]
                                .map(|er| format!("{er:.1}"));
                            [er, ep, ed, hardest]
                        }
                        Err(Unexplained::Beyond) => ["beyond"; 4].map(String::from),
                        Err(_) => ["-"; 4].map(String::from),
                    };
                    fields.iter().for_each(|field| answers.push(field.as_bytes()));
                }
                if self.structure {
                    let found = structure(record.grid, most);
                    answers.push(record.grid.automorphisms().to_string().as_bytes());
                    let minimal = found.map(|found| if found.is_minimal { "yes" } else { "no" });
                    answers.push(minimal.unwrap_or("-").as_bytes());
                    for &size in sizes {
                        let count = found.map(|found| found.unavoidable[size].to_string());
                        answers.push(count.as_deref().unwrap_or("-").as_bytes());
                    }
                }
                Ok(())
            })
        })
    }
}
