//! Rating every puzzle.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::{
        explain::{Explainer, Unexplained},
        rate::{Rater, Rating},
        structure::structure,
    },
    pipeline::{Error, Output},
};

/// Rates puzzles: the answer of each record is the four fields of its [`Rating`], and with
/// [`Self::er`] and [`Self::structure`] more.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rate<'a> {
    options: JobOptions<'a>,
    er: bool,
    structure: bool,
}

/// The names of the fields that [`Rate::er`] adds.
const ER_FIELDS: [&str; 3] = ["er", "ep", "ed"];

/// The names of the fields that [`Rate::structure`] adds.
const STRUCTURE_FIELDS: [&str; 4] = ["automorphisms", "minimal", "unavoidable_4", "unavoidable_6"];

/// What a record without a rating has, for all fields.
const MISSING: [&[u8]; 11] = [b"-"; 11];

with_options!(Rate);

impl Rate<'_> {
    /// Whether the ratings of Sudoku Explainer are added: `er`, `ep` and `ed`, as in
    /// [`ErRating`](crate::corpus::explain::ErRating). Those of hard puzzles take milliseconds.
    pub fn er(self, er: bool) -> Self {
        Self { er, ..self }
    }

    /// Whether four fields are added: `automorphisms` ([`Grid::automorphisms`](crate::Grid::automorphisms)),
    /// `minimal` (`yes` if no clue can be removed, otherwise `no`), and the numbers of unavoidable sets
    /// of 4 and 6 cells in the solution, `unavoidable_4` and `unavoidable_6`.
    pub fn structure(self, structure: bool) -> Self {
        Self { structure, ..self }
    }

    /// Rates the puzzles of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let words = Words::puzzles("rated");
        let mut fields = Rating::FIELDS.to_vec();
        fields.extend(ER_FIELDS.iter().filter(|_| self.er));
        fields.extend(STRUCTURE_FIELDS.iter().filter(|_| self.structure));
        let missing = &MISSING[..fields.len()];
        Runner::new(&self.options, inputs.into(), vec![output.into()], words)?
            .asked(&[
                ("the command", &"rate"),
                ("--er", &self.er),
                ("--structure", &self.structure),
            ])
            .run(&fields, |writer| {
                let mut rater = Rater::default();
                let mut explainer = self.er.then(Explainer::new);
                MapWorker::new(writer, missing, move |record, answers| {
                    let rating = rater.rate(record.grid);
                    rating.fields().iter().for_each(|field| answers.push(field.as_bytes()));
                    if let Some(explainer) = &mut explainer {
                        let fields = match explainer.rate(record.grid) {
                            Ok(rating) => {
                                [rating.er, rating.ep, rating.ed].map(|rating| rating.to_string())
                            }
                            Err(Unexplained::Beyond) => ["beyond"; 3].map(String::from),
                            Err(_) => ["-"; 3].map(String::from),
                        };
                        fields.iter().for_each(|field| answers.push(field.as_bytes()));
                    }
                    if self.structure {
                        let found = structure(record.grid);
                        let or_none = |field: Option<String>| field.unwrap_or_else(|| "-".into());
                        let minimal =
                            found.map(|found| if found.is_minimal { "yes" } else { "no" });
                        let [four, six] = [0, 1].map(|size| {
                            or_none(found.map(|found| found.unavoidable[size].to_string()))
                        });
                        answers.push(record.grid.automorphisms().to_string().as_bytes());
                        answers.push(minimal.unwrap_or("-").as_bytes());
                        [four, six].iter().for_each(|field| answers.push(field.as_bytes()));
                    }
                    Ok(())
                })
            })
    }
}
