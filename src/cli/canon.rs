//! `batchdoku canon`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{DOTS, Files, Running},
    session,
};
use batchdoku::{
    corpus::canon::{canonical, canonical_form},
    jobs::EachWorker,
};

/// Print the canonical form of each grid
///
/// That is the smallest, as 81-digit number with 0 for an empty cell, of the 9! x 2 x 6^8 grids
/// that relabelling, transposing, and permuting bands, stacks, rows and columns make of it. Two
/// grids are equivalent if and only if their canonical forms are the same.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku canon grids.txt -o canonical.txt
  batchdoku canon grids.txt | sort -u | wc -l      how many classes there are")]
pub(super) struct Canon {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    running: Running,

    /// Print the transform that makes the canonical form, too
    #[arg(long)]
    transform: bool,
}

impl Canon {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        session::run(&self.running, &job, "canon", |control, on_diagnostic| {
            if self.transform {
                let worker = |writer| {
                    EachWorker::new(writer, &[DOTS, "-"], |item, answers| {
                        let (form, transform) = canonical(item.grid);
                        answers.push(&form.to_text());
                        answers.push(transform.to_string().as_bytes());
                        Ok(())
                    })
                };
                job.run(&["canonical", "transform"], control, worker, on_diagnostic)
            } else {
                let worker = |writer| {
                    EachWorker::new(writer, &[DOTS], |item, answers| {
                        answers.push(&canonical_form(item.grid).to_text());
                        Ok(())
                    })
                };
                job.run(&["canonical"], control, worker, on_diagnostic)
            }
        })
    }
}
