//! `batchdoku canon`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{self, InputArgs, LayoutArgs, OutputArgs, PartArgs, RunArgs},
    session,
};
use batchdoku::jobs;

/// Print the canonical form of each grid
///
/// The canonical form is the smallest 81-digit number (0 for an empty cell) among the 9! x 2 x 6^8
/// grids that relabelling, transposing, and permuting bands, stacks, rows and columns give. Two grids
/// are equivalent if and only if their canonical forms are equal.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku canon grids.txt -o canonical.txt
  batchdoku canon grids.txt | sort -u | wc -l      the number of classes")]
pub(super) struct CanonArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    layout: LayoutArgs,

    /// Also print the transform that gives the canonical form
    #[arg(long, help_heading = "Output")]
    transform: bool,

    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl CanonArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, layout, transform, part, run } = &self;
        let options = part.apply(args::options(input, output, layout));
        session::run(run, options, part.length(input.length()), |options| {
            let job = jobs::Canon::new().options(options).transform(*transform);
            job.run(input.inputs(), output.output())
        })
    }
}
