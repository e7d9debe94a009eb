//! `batchdoku bench`.
use anyhow::Result;
use clap::Args;

/// Measure the engines
#[derive(Args)]
pub(super) struct Bench {}

impl Bench {
    pub(super) fn run(self) -> Result<u8> {
        Ok(0)
    }
}
