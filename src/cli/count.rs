//! `batchdoku count`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running, Search},
    session,
};
use batchdoku::{format::Format, jobs::CountWorker};

/// Count the solutions of each puzzle
///
/// Prints a number a line: 0, 1 or 2+ with the usual limit of 2; with another limit N, the exact
/// number up to N - 1, or >=N. A record that is no puzzle gives -. Ctrl-C writes what is known so
/// far to standard output (a file given by -o appears only when it is complete).
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku count puzzles.txt | sort | uniq -c
  batchdoku count --limit 0 puzzles.txt              all solutions, however many
  batchdoku count --from grid --to judge boards.txt  the count, then the grid if it is the only one")]
pub(super) struct Count {
    #[command(flatten)]
    files: Files,

    /// Solutions at which to stop; 0 counts all
    #[arg(long, value_name = "N", default_value_t = 2)]
    limit: u64,

    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Count {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        let engine = self.search.engine()?;
        let judge = job.write.format == Some(Format::Judge);
        let columns: &[&str] = if judge { &["count", "solution"] } else { &["count"] };
        session::run(&self.running, &job, &engine.to_string(), |control, on_diagnostic| {
            let mut limits =
                self.search.limits(if self.limit == 0 { u64::MAX } else { self.limit });
            limits.stop = Some(control.stop);
            let worker = |writer| CountWorker::new(engine.build(), limits, judge, writer);
            job.run(columns, control, worker, on_diagnostic)
        })
    }
}
