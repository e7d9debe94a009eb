//! The options that commands share: of files, of reading and writing, of the run; and those of commands that search.

use std::{
    fmt,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{
    OptionError,
    rules::{Given, excludes},
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, StopFlag};
use batchdoku_corpus::explain::{StepKind, TechniqueConditions};
use batchdoku_engine::{EngineChoice, EngineKind, simd::SimdLevel};
use batchdoku_pipeline::{Error, Input, JobObserver, JobSpec, decides_nothing};

/// The inputs of a job, read one after the other like a single input. Made from a file name, an [`Input`], or a list of
/// these; from `()` for a command that needs no input.
///
/// ```
/// use batchdoku::{jobs::{Command, Count}, pipeline::{Input, Output}};
/// let texts = [".".repeat(81), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_owned()].map(Input::text);
/// let summary = Count { limit: 2, ..Count::default() }.run(texts.to_vec(), Output::Discard)?;
/// assert_eq!(summary.counts.puzzles, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inputs(pub(super) Vec<Input>);

macro_rules! inputs_from {
    ($($one:ty),*) => {$(
        impl From<$one> for Inputs {
            fn from(input: $one) -> Self {
                Self(vec![input.into()])
            }
        }
    )*};
}

inputs_from!(Input, &str, String, &Path, PathBuf, &PathBuf);

/// Makes an empty list of inputs.
impl From<()> for Inputs {
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl<I: Into<Input>> From<Vec<I>> for Inputs {
    fn from(inputs: Vec<I>) -> Self {
        Self(inputs.into_iter().map(Into::into).collect())
    }
}

impl<I: Into<Input> + Clone> From<&[I]> for Inputs {
    fn from(inputs: &[I]) -> Self {
        inputs.to_vec().into()
    }
}

impl<I: Into<Input>, const N: usize> From<[I; N]> for Inputs {
    fn from(inputs: [I; N]) -> Self {
        Self(inputs.into_iter().map(Into::into).collect())
    }
}

/// The options that all commands share, such as formats, threads and an observer. The defaults suit most jobs.
///
/// ```
/// use batchdoku::{StopFlag, format::Format, jobs::{JobOptions, Rate}};
///
/// let mut options = JobOptions::default();
/// options.spec.output.to = Some(Format::Csv);
/// options.spec.input.rejects = Some("rejects.tsv".into());
/// options.spec.run.threads = 4;
/// let stop = options.stop.clone();
/// let job = Rate { options, ..Rate::default() };
/// # let _ = (job, stop);
/// ```
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobOptions {
    /// The options: how files are read and written, and how the job runs.
    #[serde(flatten)]
    pub spec: JobSpec,
    /// Ends the job early once the flag is set. No output file is written then.
    #[serde(skip)]
    pub stop: StopFlag,
    /// The observer of the job, which receives its progress, its messages, and the faults of records.
    #[serde(skip)]
    pub observer: Option<Arc<dyn JobObserver>>,
}

impl JobOptions {
    /// Returns the observer of the job, or an observer that does nothing.
    pub(super) fn followed_by(&self) -> &dyn JobObserver {
        self.observer.as_deref().unwrap_or(&())
    }
}

impl fmt::Debug for JobOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobOptions").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// Returns a limit of solutions, with `u64::MAX` for 0, which stands for all.
pub(super) fn limit(most: u64) -> u64 {
    if most == 0 { u64::MAX } else { most }
}

/// The engine of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct EngineOptions {
    /// Engine that searches
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, default_value = "auto"))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(EngineKind)))]
    pub engine: EngineKind,

    /// SIMD level of the engine [default: the best of this CPU]
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "LEVEL", value_parser = names!(SimdLevel)))]
    pub simd: Option<SimdLevel>,
}

impl EngineOptions {
    /// Returns the engine at the given level, or at the best level of this CPU.
    pub(super) fn choice(&self) -> EngineChoice {
        EngineChoice { kind: self.engine, level: self.simd.unwrap_or_else(SimdLevel::detect) }
    }

    /// Refuses a level that this CPU does not have, or that the engine does not use.
    pub(super) fn check(&self) -> Result<(), Error> {
        let Some(level) = self.simd else { return Ok(()) };
        if !level.is_available() {
            return Err(OptionError::NoSuchLevel(level).into());
        }
        // An engine that uses vectors has its level in its name, in brackets.
        let uses_vectors = self.choice().to_string().contains('(');
        excludes(
            ("simd", true),
            ("engine", !uses_vectors),
            Some(self.engine.name()),
            "it uses no vectors",
        )
    }
}

/// The engine of a command, and its limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct SearchOptions {
    /// The engine.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub engine: EngineOptions,

    /// Give up a puzzle after N nodes (alternatives tried)
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub max_nodes: Option<u64>,
}

impl SearchOptions {
    /// Returns each option with whether it is given, because none has an effect if nothing is searched.
    pub(super) fn given(&self) -> [Given; 3] {
        let EngineOptions { engine, simd } = self.engine;
        [
            ("max_nodes", self.max_nodes.is_some()),
            ("engine", engine != EngineKind::Auto),
            ("simd", simd.is_some()),
        ]
    }

    /// Returns the engine.
    pub(super) fn engine(&self) -> EngineChoice {
        self.engine.choice()
    }

    /// Returns the limits of a search for this many solutions; the stop flag of the job ends it.
    pub(super) fn limits<'a>(&self, solutions: u64, options: &'a JobOptions) -> Limits<'a> {
        let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
        Limits::solutions(solutions).max_nodes(max_nodes).stop(&options.stop)
    }
}

/// The records of a corpus that are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct RecordOptions {
    /// Number of records
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    pub count: u64,

    /// Seed: equal seeds give equal records
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = 0))]
    pub seed: u64,

    /// First record, to make a corpus in parts [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(default_value_t = 0, hide_default_value = true))]
    pub skip: u64,
}

impl RecordOptions {
    /// Returns the numbers of the records, counted from 0.
    pub(super) fn range(&self) -> Result<Range<u64>, Error> {
        let end = self.skip.checked_add(self.count).ok_or(OptionError::TooManyRecords)?;
        Ok(self.skip..end)
    }
}

/// The solutions of an array of puzzles.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Input"))]
pub struct ArraySolutions {
    /// File of solutions of an array of puzzles, such as puzzles.solutions.npy
    ///
    /// Each puzzle keeps its solution: '-o out.npy' writes out.solutions.npy too. In other formats, a record has its
    /// solution next to it; 'paste -d, puzzles.txt solutions.txt' makes such lines from two files.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = Input::parser()))]
    pub solutions: Option<Input>,
}

/// Conditions on the path that `explain` shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct TechniqueOptions {
    /// Techniques that puzzles need: x_wing,xy_wing
    ///
    /// 'batchdoku explain --help' lists the names. The techniques up to the hardest of these solve the puzzle, but not
    /// if any of these is left out. With --er, only the techniques of Sudoku Explainer count, here and below.
    #[cfg_attr(feature = "clap", arg(long, value_name = "T,...", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true, value_parser = names!(StepKind)))]
    pub needs: Vec<StepKind>,

    /// The technique of the hardest step; several are alternatives
    ///
    /// The hardest step has the highest rating of the path that 'explain' prints. The technique is also the hardest in
    /// 'rate --er' and in 'rate', if they have it. The puzzle needs nothing harder.
    #[cfg_attr(feature = "clap", arg(long, value_name = "T,...", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true, value_parser = names!(StepKind)))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub hardest: Vec<StepKind>,

    /// Techniques that the path has
    #[cfg_attr(feature = "clap", arg(long, value_name = "T,...", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true, value_parser = names!(StepKind)))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub contains: Vec<StepKind>,

    /// The ladder.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub ladder: LadderOptions,
}

/// The ladder of techniques that paths go up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct LadderOptions {
    /// Techniques that must not be used; 'uniqueness': all that assume it
    #[cfg_attr(feature = "clap", arg(long, value_name = "T,...", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::builder::PossibleValuesParser::new(
        StepKind::NAMES.into_iter().chain([TechniqueConditions::UNIQUENESS]))))]
    pub without: Vec<String>,

    /// The hardest technique that may be used
    #[cfg_attr(feature = "clap", arg(long, value_name = "T", value_parser = names!(StepKind)))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true, hide_short_help = true))]
    pub at_most: Option<StepKind>,
}

impl TechniqueOptions {
    /// Returns the conditions, if there are any. With `er`, paths have only the techniques of Sudoku Explainer.
    ///
    /// # Errors
    /// If a name is unknown, or no path meets the conditions.
    pub fn conditions(&self, er: bool) -> Result<Option<TechniqueConditions>, Error> {
        let Self { needs, hardest, contains, ladder } = self;
        if *self == Self::default() {
            return Ok(None);
        }
        let conditions = ladder.conditions(er)?;
        let conditions = conditions.needs(needs.iter().copied()).contains(contains.iter().copied());
        let conditions = conditions.hardest(hardest.iter().copied());
        conditions.check().map_err(|error| Error::Options(error.into()))?;
        Ok(Some(conditions))
    }
}

impl LadderOptions {
    /// Returns the ladder as conditions that require nothing else.
    ///
    /// # Errors
    /// If a name is unknown, or no technique is left.
    pub fn conditions(&self, er: bool) -> Result<TechniqueConditions, Error> {
        let refused = |error| Error::Options(Box::new(error));
        let without = self.without.iter().map(|name| TechniqueConditions::named(name));
        let without = without.collect::<Result<Vec<_>, _>>().map_err(refused)?;
        let mut conditions = TechniqueConditions::new().er(er).without(without.concat());
        if let Some(last) = self.at_most {
            conditions = conditions.at_most(last);
        }
        conditions.check().map_err(|error| Error::Options(error.into()))?;
        Ok(conditions)
    }
}
