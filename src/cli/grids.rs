//! `batchdoku grids`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Numbers, Running},
    session,
};
use batchdoku::{corpus::grids, jobs::GridWorker};

/// Make random complete grids, uniform over all there are
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku grids -n 1000000 --seed 1 -o grids.txt
  batchdoku grids -n 500000 --seed 1 --skip 500000   the second half of the same corpus")]
pub(super) struct Grids {
    #[command(flatten)]
    numbers: Numbers,
    #[command(flatten)]
    running: Running,
}

impl Grids {
    pub(super) fn run(self) -> Result<u8> {
        let range = self.numbers.range()?;
        let length = Some(range.end - range.start);
        let grids = grids::GridSampler::new(self.numbers.seed);
        session::run_named(&self.running, &[], length, "grids", |control, _| {
            let worker = |writer| GridWorker::new(&grids, writer);
            self.numbers.job().produce(range, &[], control, worker)
        })
    }
}
