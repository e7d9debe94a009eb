//! The arguments of commands that search.

use anyhow::{Result, ensure};
use clap::Args;

use super::args::names;
use batchdoku::{engine::EngineKind, simd::SimdLevel};

/// The engine.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(super) struct EngineArgs {
    /// Engine that searches
    #[arg(long, hide_short_help = true, default_value = "auto", value_parser = names!(EngineKind))]
    engine: EngineKind,

    /// SIMD level of the engine [default: the best of this CPU]
    #[arg(long, hide_short_help = true, value_name = "LEVEL", value_parser = names!(SimdLevel))]
    simd: Option<SimdLevel>,
}

impl EngineArgs {
    pub(super) fn choice(&self) -> Result<(EngineKind, SimdLevel)> {
        let level = self.simd.unwrap_or_else(SimdLevel::detect);
        ensure!(level.is_available(), "{level} is not supported by this CPU");
        Ok((self.engine, level))
    }
}

/// The engine, and its limits.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) engine: EngineArgs,

    /// Give a puzzle up after N nodes (alternatives tried)
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(super) max_nodes: u64,
}
