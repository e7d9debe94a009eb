//! `batchdoku generate`.

use std::{
    fs::File,
    io::Read,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Args;

use super::{
    args::{
        EngineArgs, JobArgs, OutputArgs, RecordArgs, TechniqueArgs, clues, described_names, given,
        names, ratings,
    },
    session, signals,
};
use batchdoku::{
    corpus::{
        features::Feature, generate::GenerateOptions, invalidate::Invalid, rate::Difficulty,
        symmetry::Symmetry,
    },
    grid::CellSet,
    jobs::{self, JobOptions},
    pipeline::Output,
};

/// Generate random puzzles with exactly one solution
///
/// Record i depends only on the seed, the options and i, never on the number of threads: --skip
/// generates any part of a corpus on its own.
///
/// Solutions are drawn uniformly from all grids; clues are then removed in random order. This favours
/// puzzles with few clues: minimal puzzles have 24.4 clues on average here (standard deviation 1.1),
/// 26.6 over all minimal puzzles. --controlled-bias makes all minimal puzzles of the same size equally
/// likely; --with-weight writes a weight next to each puzzle, and weighted means are means over all
/// minimal puzzles.
///
/// A puzzle meets all conditions that are given: --clues, --minimal, --symmetry, --pattern, --difficulty,
/// --er, --ep, --ed, --needs, --contains, --without and --at-most.
#[derive(Args)]
#[command(next_help_heading = "Corpus")]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku generate -n 1000 --minimal --seed 1
  batchdoku generate -n 100 --er 4.0..4.5 --with solution,er,technique -o medium.csv
  batchdoku generate -n 100 --needs x_wing --without uniqueness
  batchdoku generate -n 1000000 --shard 2/1000 -o part2.txt   # the second of a thousand parts")]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    records: RecordArgs,

    /// Number of clues: N, A..B (both included), A.. or ..B
    #[arg(long, value_name = "A..B", value_parser = clues)]
    clues: Option<RangeInclusive<u8>>,

    /// Make minimal puzzles [default without --clues]
    ///
    /// If any clue of a minimal puzzle is removed, there are several solutions.
    #[arg(long)]
    minimal: bool,

    /// Make all minimal puzzles of the same size equally likely; slow
    ///
    /// Clues are removed in random order up to the first that must stay; if all others must stay too,
    /// the puzzle is done. About one order in 250,000 succeeds. Puzzles have at most 32 clues.
    #[arg(long, hide_short_help = true)]
    controlled_bias: bool,

    /// Symmetry of the clues
    #[arg(long, value_name = "KIND", default_value = "none", value_parser = names!(Symmetry))]
    symmetry: Symmetry,

    /// File of 81 cells that marks where clues may be
    ///
    /// Cells marked 1-9 x X * # may hold clues; cells marked . 0 - _ may not.
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// Only puzzles of these levels, separated by commas
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = names!(Difficulty))]
    difficulty: Vec<Difficulty>,

    /// Only puzzles of this ER (Sudoku Explainer): A..B
    ///
    /// Both ends are included. A rating stops once it is too high. From 8.0 on, clues of puzzles that are a
    /// little too easy are exchanged. Rare ratings take time: docs/grading.md has a table.
    #[arg(long, value_name = "A..B", value_parser = ratings)]
    er: Option<RangeInclusive<f64>>,

    /// Only puzzles with this EP, the hardest step up to the first digit
    #[arg(long, hide_short_help = true, value_name = "A..B", value_parser = ratings)]
    ep: Option<RangeInclusive<f64>>,

    /// Only puzzles with this ED, the first step
    #[arg(long, hide_short_help = true, value_name = "A..B", value_parser = ratings)]
    ed: Option<RangeInclusive<f64>>,

    #[command(flatten)]
    techniques: TechniqueArgs,

    /// Make each puzzle invalid, for testing: with multiple solutions, or unsolvable
    ///
    /// The conditions hold for the puzzle before a clue is removed or changed. The solution and the weight of
    /// that puzzle are not those of the result, so --with, --with-solution and --with-weight are errors.
    #[arg(long, hide_short_help = true, value_name = "KIND")]
    #[arg(conflicts_with_all = ["with_solution", "with_weight", "with"])]
    #[arg(value_parser = described_names!(Invalid: "With several solutions", "Without any"))]
    invalid: Option<Invalid>,

    /// Tries per puzzle
    ///
    /// A record for which no try succeeds is left empty, and the exit code is 1.
    #[arg(long, hide_short_help = true, value_name = "N")]
    #[arg(default_value_t = GenerateOptions::MAX_TRIES)]
    max_tries: u32,

    /// List the records without a puzzle in FILE
    ///
    /// FILE is a tab-separated table with the columns line, kind, detail and text. Line 1 is the first record.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    rejects: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,

    /// Write these next to each puzzle: solution, er, level, ...
    ///
    /// Any of solution, clues, class (the canonical form), weight, and the columns of 'rate' with all its options, such
    /// as level, nodes, er and minimal, separated by commas. 'technique' is the hardest step on the ladder of Sudoku
    /// Explainer. With --er, --ep or --ed the rating is known already; otherwise it takes time.
    #[arg(long, hide_short_help = true, value_name = "COLUMNS", help_heading = "Output")]
    #[arg(value_delimiter = ',')]
    #[arg(value_parser = names!(Feature), hide_possible_values = true)]
    with: Vec<Feature>,

    /// Write the solution next to each puzzle: --with solution
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    with_solution: bool,

    /// Leave records without a puzzle out of the output
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    drop: bool,

    /// Write the weight of each minimal puzzle next to it: --with weight
    ///
    /// The weight is 1 divided by the probability of the puzzle, given its solution and, without
    /// --controlled-bias, the order of removal.
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    with_weight: bool,

    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl GenerateArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { records, output, job: JobArgs { part, run }, .. } = &self;
        let puzzles = GenerateOptions::new()
            .minimal(self.minimal || self.controlled_bias || self.clues.is_none())
            .clues(self.clues.clone().unwrap_or(GenerateOptions::FEWEST_CLUES..=81))
            .symmetry(self.symmetry)
            .pattern(self.pattern.as_deref().map_or(Ok(CellSet::ALL), pattern)?)
            .max_tries(self.max_tries)
            .controlled_bias(self.controlled_bias);
        let puzzles = given(puzzles, self.er.clone(), GenerateOptions::er);
        let puzzles = given(puzzles, self.ep.clone(), GenerateOptions::ep);
        let puzzles = given(puzzles, self.ed.clone(), GenerateOptions::ed);
        let is_rated = [&self.er, &self.ep, &self.ed].iter().any(|range| range.is_some());
        let techniques = self.techniques.conditions(is_rated);
        let puzzles = given(puzzles, techniques, GenerateOptions::techniques);
        let range = records.range()?;
        let length = part.length(Some(records.count));
        let mut job = jobs::Generate::new()
            .puzzles(puzzles)
            .difficulty(self.difficulty.as_slice())
            .seed(records.seed)
            .records(range)
            .with_solution(self.with_solution)
            .with_weight(self.with_weight)
            .with(self.with.as_slice())
            .engine(self.engine.choice()?);
        job = given(job, self.invalid, jobs::Generate::invalid);
        let options = output.apply(part.apply(JobOptions::new())).drop(self.drop);
        let rejects = self.rejects.as_deref().map(Output::from_arg);
        let options = given(options, rejects, JobOptions::rejects);
        let options = given(options, self.pattern.as_deref(), JobOptions::protect);
        signals::set_remark(run.quiet, part.remark(&output.output(), true));
        session::run_job(run, false, options, length, |options| {
            job.options(options).run(output.output())
        })
    }
}

/// The most bytes of a pattern that are read: 81 marks, with room for remarks and frames. Without a limit, a device
/// such as `/dev/zero` would fill the memory.
const LONGEST_PATTERN: u64 = 1 << 16;

/// Returns the marked cells of a file.
fn pattern(file: &Path) -> Result<CellSet> {
    read_pattern(file).with_context(|| format!("cannot read '{}'", file.display()))
}

fn read_pattern(file: &Path) -> Result<CellSet> {
    let mut text = Vec::new();
    File::open(file)?.take(LONGEST_PATTERN).read_to_end(&mut text)?;
    Ok(CellSet::parse(&text)?)
}
