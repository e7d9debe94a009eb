//! `batchdoku rate`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running},
    session,
};
use batchdoku::{
    corpus::rate::{Rater, Rating},
    jobs::EachWorker,
};

/// Rate how hard each puzzle is
///
/// Prints the level (easy, medium, hard, expert, extreme), the hardest technique needed, the search
/// nodes (0 if the techniques suffice), and the steps of each technique. Equivalent puzzles have
/// equal ratings. A puzzle without exactly one solution is rated unsolvable or multiple.
#[derive(Args)]
#[command(after_help = "Levels:
  easy     naked and hidden singles
  medium   locked candidates and pairs
  hard     triples, quads, fish and wings
  expert   a search of at most 16 nodes, in the canonical form
  extreme  a longer search

Examples:
  batchdoku rate puzzles.txt --to pair -o rated.csv
  batchdoku rate puzzles.txt | cut -d' ' -f1 | sort | uniq -c")]
pub(super) struct Rate {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    running: Running,
}

impl Rate {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        session::run(&self.running, &job, "rate", |control, on_diagnostic| {
            let worker = |writer| {
                let mut rater = Rater::new();
                EachWorker::new(writer, &["-"; Rating::FIELDS.len()], move |item, answers| {
                    let rating = rater.rate(item.grid);
                    rating.fields().iter().for_each(|field| answers.push(field.as_bytes()));
                    Ok(())
                })
            };
            job.run(&Rating::FIELDS, control, worker, on_diagnostic)
        })
    }
}
