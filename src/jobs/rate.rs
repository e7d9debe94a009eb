//! Rating every puzzle.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::{
        explain::{Explainer, Unexplained},
        rate::{Rater, Rating},
    },
    pipeline::{Error, Output},
};

/// Rates puzzles: the answer of each record is the four fields of its [`Rating`], and with
/// [`Self::er`] three more.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rate<'a> {
    options: JobOptions<'a>,
    er: bool,
}

/// The names of all fields; those of the [`Rating`] come first.
const FIELDS: [&str; 7] = {
    let mut fields = ["er"; 7];
    let mut field = 0;
    while field < Rating::FIELDS.len() {
        fields[field] = Rating::FIELDS[field];
        field += 1;
    }
    (fields[5], fields[6]) = ("ep", "ed");
    fields
};

with_options!(Rate);

impl Rate<'_> {
    /// Whether the ratings of Sudoku Explainer are added: `er`, `ep` and `ed`, as in
    /// [`ErRating`](crate::corpus::explain::ErRating). Those of hard puzzles take milliseconds.
    pub fn er(self, er: bool) -> Self {
        Self { er, ..self }
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
        let fields = if self.er { &FIELDS[..] } else { &Rating::FIELDS };
        let missing = &[b"-" as &[u8]; FIELDS.len()][..fields.len()];
        Runner::new(&self.options, inputs.into(), vec![output.into()], words)?
            .asked(&[("the command", &"rate"), ("--er", &self.er)])
            .run(fields, |writer| {
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
                    Ok(())
                })
            })
    }
}
