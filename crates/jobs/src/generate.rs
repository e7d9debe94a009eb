//! Generating puzzles.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read},
    ops::{Range, RangeInclusive},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::AtomicU64},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[cfg(feature = "clap")]
use super::rate::columns;
use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::OptionError,
    options::{EngineOptions, RecordOptions, TechniqueOptions},
    ranges::{ClueRange, RatingRange},
    rate::column,
    rules::{needs_value, within},
    runner::Runner,
};
use batchdoku_base::StopFlag;
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_corpus::{
    features::{Facts, Feature, FeatureGroup, Stopped},
    generate::{Balanced, GenerateError, GenerateOptions, GeneratedPuzzle, Generator},
    invalidate::{Invalid, MOST_EXACT, with_solutions},
    rate::{Difficulty, Rater},
    stats::WeightSum,
    symmetry::Symmetry,
};
use batchdoku_engine::{
    EngineChoice,
    grid::{CellSet, Grid},
};
use batchdoku_format::{
    AnswerShape, Answers, Column, Field, Format, FormatError, Record, RecordFormatter, RecordKind,
    RecordRef, Records, Role, Room, Scalar, Value,
};
use batchdoku_pipeline::{ChunkOutput, Error, Output, RangeJob, RangeWorker, Reason, lock};

/// Generates random puzzles with exactly one solution. Record `i` depends only on the seed, the
/// options and `i`.
///
/// If no puzzle is found in the tries allowed, the record is written as an empty grid and reported; other records are
/// not affected.
///
/// ```
/// use batchdoku::jobs::{Command, Generate, RecordOptions};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("corpus.txt");
/// let records = RecordOptions { count: 100, seed: 1, skip: 0 };
/// let summary = Generate { records, ..Generate::default() }.run((), &path)?;
/// assert_eq!(summary.counts.done, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct Generate {
    /// How the command writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// The records.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub records: RecordOptions,

    /// Number of clues: N, A..B (both included), A.. or ..B
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub clues: Option<ClueRange>,

    /// Make minimal puzzles [default without --clues and --pattern]
    ///
    /// If any clue of a minimal puzzle is removed, there are several solutions.
    #[cfg_attr(feature = "clap", arg(long))]
    pub minimal: bool,

    /// Make all minimal puzzles of the same size equally likely; slow
    ///
    /// Clues are removed in random order until a clue must stay. If all other clues must stay, too, the
    /// puzzle is done: about one order in 250,000 succeeds. Puzzles have at most 32 clues.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub controlled_bias: bool,

    /// Symmetry of the clues
    ///
    /// Minimal puzzles with a symmetry are rare: with rot180, a puzzle takes about 50 tries. '--clues 24..30' makes
    /// puzzles that need not be minimal, ten times as fast, and meets conditions on techniques far more often.
    #[cfg_attr(feature = "clap", arg(long, value_name = "KIND", default_value = "none"))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(Symmetry)))]
    pub symmetry: Symmetry,

    /// File of 81 cells that marks where clues are
    ///
    /// Cells marked 1-9 x X * # hold clues; cells marked . 0 - _ do not. With --minimal or --clues, some of the marked
    /// cells may be empty.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", value_parser = Pattern::parser()))]
    pub pattern: Option<Pattern>,

    /// Only puzzles of these levels, separated by commas
    ///
    /// Several levels are as frequent as among random puzzles: with 'easy,medium,hard', two thirds are easy. --balance
    /// makes equal numbers.
    #[cfg_attr(feature = "clap", arg(long, value_name = "LEVEL", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(Difficulty)))]
    pub difficulty: Vec<Difficulty>,

    /// Only puzzles of this ER (Sudoku Explainer): A..B
    ///
    /// Both ends are included. A rating stops once it is too high. From 8.0 on, clues of puzzles that are a
    /// little too easy are exchanged. Rare ratings take time: docs/grading.md has a table.
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub er: Option<RatingRange>,

    /// Only puzzles with this EP, the hardest step up to the first digit
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "A..B"))]
    pub ep: Option<RatingRange>,

    /// Only puzzles with this ED, the first step
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "A..B"))]
    pub ed: Option<RatingRange>,

    /// Conditions on the path.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub techniques: TechniqueOptions,

    /// Make equal numbers for each of several --hardest or --difficulty
    ///
    /// Techniques or levels take turns: record i has number i mod n, both counted from 0, and is record i / n of a run
    /// with this alone.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub balance: bool,

    /// Make each puzzle invalid, for testing
    ///
    /// The conditions hold for the puzzle before a clue is removed or changed. The solution and the weight of
    /// that puzzle are not those of the result, so --with, --with-solution and --with-weight are errors.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "KIND"))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(Invalid:
        "several solutions",
        "none",
    )))]
    pub invalid: Option<Invalid>,

    /// With --invalid multiple: exactly K solutions, 2 to 1,000
    ///
    /// One or several clues are removed. For more than half of all puzzles (for K in the hundreds, nearly all), no such
    /// clues are found: each of these is one of --max-tries.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "K"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u64).range(SOLUTIONS)))]
    pub solutions: Option<u64>,

    /// Tries per puzzle
    ///
    /// A record for which no try succeeds is left empty, and the exit code is 1.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    #[cfg_attr(feature = "clap", arg(default_value_t = GenerateOptions::MAX_TRIES))]
    pub max_tries: u32,

    /// List the records without a puzzle in FILE
    ///
    /// FILE is a tab-separated table with the columns line, kind, detail and text. Line 1 is the first record.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "FILE"))]
    #[cfg_attr(feature = "clap", arg(value_parser = Output::parser()))]
    pub rejects: Option<Output>,

    /// Write these next to each puzzle: solution, er, level, ...
    ///
    /// Any columns that 'batchdoku rate --help' lists, separated by commas. 'technique' is the hardest step on the ladder
    /// of Sudoku Explainer. Ratings take time, unless --er, --ep or --ed need them anyway.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Output"))]
    #[cfg_attr(feature = "clap", arg(value_name = "COLUMNS", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(value_parser = columns()))]
    #[cfg_attr(feature = "clap", arg(hide_possible_values = true))]
    pub with: Vec<Feature>,

    /// Write the solution next to each puzzle: --with solution
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Output"))]
    pub with_solution: bool,

    /// Leave records without a puzzle out of the output
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Output"))]
    pub drop: bool,

    /// Write the weight of each minimal puzzle next to it: --with weight
    ///
    /// The weight is 1 divided by the probability of the puzzle, given its solution and, without
    /// --controlled-bias, the order of removal.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Output"))]
    pub with_weight: bool,

    /// The engine. The program lists its options after those of the output.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub engine: EngineOptions,
}

/// The numbers of solutions that a puzzle can be given.
const SOLUTIONS: RangeInclusive<u64> = 2..=MOST_EXACT;

impl Default for Generate {
    fn default() -> Self {
        Self {
            options: JobOptions::default(),
            records: RecordOptions::default(),
            clues: None,
            minimal: false,
            controlled_bias: false,
            symmetry: Symmetry::None,
            pattern: None,
            difficulty: Vec::new(),
            er: None,
            ep: None,
            ed: None,
            techniques: TechniqueOptions::default(),
            balance: false,
            invalid: None,
            solutions: None,
            max_tries: GenerateOptions::MAX_TRIES,
            rejects: None,
            with: Vec::new(),
            with_solution: false,
            drop: false,
            with_weight: false,
            engine: EngineOptions::default(),
        }
    }
}

/// The cells that may hold clues, given by 81 marks: cells marked 1-9 x X * # may, cells marked . 0 - _ may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A file of marks.
    File(PathBuf),
    /// The cells themselves.
    Cells(CellSet),
}

impl Pattern {
    /// The maximum number of bytes read from a file: 81 marks, with room for comments and frames. Without a limit, a
    /// device such as `/dev/zero` would fill the memory.
    const LONGEST: u64 = 1 << 16;

    /// Returns a parser of arguments, which takes names of files.
    #[cfg(feature = "clap")]
    fn parser() -> impl clap::builder::TypedValueParser<Value = Self> {
        use clap::builder::TypedValueParser;
        clap::builder::PathBufValueParser::new().map(Self::File)
    }

    /// Returns the marked cells.
    fn cells(&self) -> Result<CellSet, Error> {
        match self {
            Self::Cells(cells) => Ok(*cells),
            Self::File(path) => Self::read(path)
                .map_err(|source| Error::Read { name: path.display().to_string(), source }),
        }
    }

    fn read(path: &Path) -> io::Result<CellSet> {
        let mut text = Vec::new();
        File::open(path)?.take(Self::LONGEST).read_to_end(&mut text)?;
        CellSet::parse(&text).map_err(io::Error::other)
    }
}

/// Serialises a pattern as its marks, because the file may change; it is parsed from marks.
impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::File(path) => path.serialize(serializer),
            Self::Cells(cells) => {
                let mark = |cell| if cells.contains(cell) { 'x' } else { '.' };
                serializer.serialize_str(&CellSet::ALL.into_iter().map(mark).collect::<String>())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        CellSet::parse(text.as_bytes()).map(Self::Cells).map_err(de::Error::custom)
    }
}

impl Command for Generate {
    command!("generate");

    fn check(&self) -> Result<(), Error> {
        let beside = self.features();
        let solutions = ("solutions", self.solutions.is_some());
        let multiple = ("invalid", self.invalid == Some(Invalid::Multiple));
        let reason = "no other puzzles have several";
        needs_value(solutions, multiple, Invalid::Multiple.name(), reason)?;
        let solutions = SOLUTIONS.start().cast_signed()..=SOLUTIONS.end().cast_signed();
        within("solutions", self.solutions.map(u64::cast_signed), solutions)?;
        if let (Some(invalid), [first, ..]) = (self.invalid, &beside[..]) {
            return Err(OptionError::ColumnOfInvalid { column: first.name, invalid }.into());
        }
        if let Some(feature) = beside.iter().find(|it| it.group == FeatureGroup::Conditions) {
            let reason = "all puzzles meet the conditions; leave it out";
            return Err(OptionError::UnknownFeature { column: feature.name, reason }.into());
        }
        for kind in self.kinds()? {
            kind.graded().map(|_| ())?;
        }
        self.records.range()?;
        self.engine.check()
    }

    fn start(&self, _: Inputs, output: Output) -> Result<JobSummary, Error> {
        let mut asked = self.clone();
        let spec = &mut asked.options.spec;
        if let Some(Pattern::File(path)) = &self.pattern {
            spec.output.protected.push(path.into());
        }
        spec.input.rejects = self.rejects.clone().or(spec.input.rejects.take());
        spec.output.layout.dropped.drop |= self.drop;
        let cells = self.pattern.as_ref().map(Pattern::cells).transpose()?;
        asked.pattern = cells.map(Pattern::Cells);
        asked.generate(output)
    }
}

impl Generate {
    /// Returns whether the options limit ratings of Sudoku Explainer; paths then use its techniques.
    fn is_rated(&self) -> bool {
        [&self.er, &self.ep, &self.ed].into_iter().any(Option::is_some)
    }

    /// Returns the options for each kind of puzzles, if several kinds are balanced; otherwise these options alone.
    ///
    /// # Errors
    /// If there is nothing to balance.
    pub fn kinds(&self) -> Result<Vec<Self>, Error> {
        if !self.balance {
            return Ok(vec![self.clone()]);
        }
        let Self { techniques, difficulty, .. } = self;
        let kinds: Vec<_> = match (&techniques.hardest[..], &difficulty[..]) {
            ([_, _, ..], [_, _, ..]) => return Err(OptionError::BalancedTwice.into()),
            (hardest @ [_, _, ..], _) => {
                let of = |&kind| TechniqueOptions { hardest: vec![kind], ..techniques.clone() };
                let kinds = hardest.iter().map(of);
                kinds.map(|techniques| Self { techniques, ..self.clone() }).collect()
            }
            (_, levels @ [_, _, ..]) => {
                let of = |&level| Self { difficulty: vec![level], ..self.clone() };
                levels.iter().map(of).collect()
            }
            _ => return Err(OptionError::NothingToBalance.into()),
        };
        if self.has_weights() {
            return Err(OptionError::WeightsOfBalanced.into());
        }
        Ok(kinds)
    }

    /// Returns whether all marked cells of a pattern must hold clues, because no other option decides how many do.
    fn is_whole_pattern(&self) -> bool {
        let is_minimal = self.minimal || self.controlled_bias || self.has_weights();
        self.pattern.is_some() && self.clues.is_none() && !is_minimal
    }

    /// Returns whether the job writes the weights of puzzles.
    fn has_weights(&self) -> bool {
        self.features().iter().any(|it| it.group == FeatureGroup::Generator)
    }

    /// Returns the conditions on ratings and techniques.
    ///
    /// # Errors
    /// If no puzzle meets them.
    fn graded(&self) -> Result<GenerateOptions<'static>, Error> {
        let mut puzzles = GenerateOptions::new();
        if let Some(RatingRange(range)) = self.er.clone() {
            puzzles = puzzles.er(range);
        }
        if let Some(RatingRange(range)) = self.ep.clone() {
            puzzles = puzzles.ep(range);
        }
        if let Some(RatingRange(range)) = self.ed.clone() {
            puzzles = puzzles.ed(range);
        }
        if let Some(steps) = self.techniques.conditions(self.is_rated())? {
            puzzles = puzzles.techniques(steps);
        }
        let levels = puzzles.check_levels(&self.difficulty);
        levels.map_err(|error| Error::Options(error.into()))?;
        Ok(puzzles)
    }

    /// Returns whether the level of a puzzle is one of those requested; without any, every level is.
    pub fn has_level(&self, puzzle: &Grid) -> bool {
        let level = || Rater::default().rate(puzzle).level();
        self.difficulty.is_empty() || level().is_some_and(|level| self.difficulty.contains(&level))
    }

    /// Returns the conditions that puzzles of one kind must meet, except [`has_level`](Self::has_level).
    ///
    /// # Errors
    /// If no puzzle meets them, or the file of the pattern cannot be read.
    pub fn conditions(&self) -> Result<GenerateOptions<'static>, Error> {
        let is_whole = self.is_whole_pattern();
        let is_minimal = self.minimal || self.controlled_bias || self.clues.is_none();
        let mut puzzles = self
            .graded()?
            .minimal(is_minimal && !is_whole)
            .symmetry(self.symmetry)
            .max_tries(self.max_tries)
            .controlled_bias(self.controlled_bias)
            .weights(self.has_weights());
        if let Some(pattern) = &self.pattern {
            let cells = pattern.cells()?;
            puzzles = puzzles.pattern(cells);
            if is_whole {
                // With a symmetry, a marked cell may hold a clue only if all its images are marked.
                let orbits = self.symmetry.orbits().into_iter();
                let marked = orbits.filter(|&orbit| (orbit & !cells).is_empty());
                let clues: usize = marked.map(|orbit| orbit.len()).sum();
                let clues = (clues as u8).max(GenerateOptions::FEWEST_CLUES);
                puzzles = puzzles.clues(clues..=clues);
            }
        }
        if let Some(ClueRange(clues)) = self.clues.clone() {
            puzzles = puzzles.clues(clues);
        }
        Ok(puzzles)
    }

    /// Returns the features written next to each puzzle, without duplicates.
    fn features(&self) -> Vec<Feature> {
        let short = [("solution", self.with_solution), ("weight", self.with_weight)];
        let short = short.iter().filter(|(_, is_given)| *is_given);
        let short = short.filter_map(|(name, _)| name.parse().ok());
        let mut features = Vec::new();
        for feature in short.chain(self.with.iter().copied()) {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features
    }

    /// Generates the puzzles. The pattern must have been read.
    ///
    /// # Errors
    /// If no puzzle can meet the options, or the output cannot be written.
    fn generate(&self, output: Output) -> Result<JobSummary, Error> {
        let Self { options, records, .. } = self;
        let mut runner = Runner::new(self, Inputs::default(), vec![output], "generated")?;
        let kinds = self.kinds()?;
        let ambiguous = self.solutions.map(|exact| Ambiguous::new(exact, records.seed));
        let accept = kinds.iter().map(|kind| {
            let ambiguous = ambiguous.as_ref();
            move |puzzle: &Grid| {
                kind.has_level(puzzle) && ambiguous.is_none_or(|ambiguous| ambiguous.make(puzzle))
            }
        });
        let accept: Vec<_> = accept.collect();
        let puzzles = kinds.iter().zip(&accept).map(|(kind, accept)| {
            let conditions = kind.conditions()?;
            let accepts_all = kind.difficulty.is_empty() && kind.solutions.is_none();
            Ok(if accepts_all { conditions } else { conditions.accept(accept) })
        });
        let puzzles = puzzles.collect::<Result<Vec<_>, Error>>()?;
        let beside = self.features();
        let has_weights = self.has_weights();
        let level = |kind: &Self| if let [only] = kind.difficulty[..] { Some(only) } else { None };
        let tries = Arc::default();
        let weights = Arc::default();
        let mut job = GenerateJob {
            puzzles,
            seed: records.seed,
            engine: self.engine.choice(),
            stop: &options.stop,
            invalid: self.invalid,
            ambiguous: ambiguous.as_ref(),
            beside: &beside,
            has_puzzle: false,
            levels: kinds.iter().map(level).collect(),
            tries: &tries,
            weights: &weights,
        };
        job.generator().map_err(|error| Error::Options(error.into()))?;
        runner = runner.engine(job.engine).counting("tries", &tries);
        runner.about.weights = has_weights.then(|| Arc::clone(&weights));
        let mut columns: Vec<_> = beside.iter().map(column).collect();
        if !columns.is_empty() {
            let refused = match runner.spec.output.format() {
                Ok(None) => {
                    runner.spec.output.to = Some(Format::Pair);
                    None
                }
                // An array holds one grid per record, so solutions get an array of their own.
                Ok(Some(format))
                    if format.is_array()
                        && matches!(columns[..], [Column { role: Role::Solution, .. }]) =>
                {
                    job.has_puzzle = true;
                    columns.insert(0, Column::PUZZLE);
                    None
                }
                Ok(Some(format)) => match format.room() {
                    Some(Room::Grid) => Some(FormatError::GridsOnly(format)),
                    Some(Room::Puzzle | Room::Answer) => {
                        let what = "it has no place for columns next to the puzzle".into();
                        Some(FormatError::Columns { format, what })
                    }
                    _ => None,
                },
                Err(_) => None,
            };
            if let Some(source) = refused {
                return Err(Error::Format { name: runner.spec.output.answers[0].name(), source });
            }
        }

        runner.generate(records.range()?, &AnswerShape::one_row(&columns), &job)
    }
}

/// Generates the puzzles of ranges of record numbers.
struct GenerateJob<'a> {
    /// The conditions on puzzles of each kind.
    puzzles: Vec<GenerateOptions<'a>>,
    seed: u64,
    engine: EngineChoice,
    stop: &'a StopFlag,
    invalid: Option<Invalid>,
    /// The puzzles with an exact number of solutions, if such are requested.
    ambiguous: Option<&'a Ambiguous>,
    /// The features written next to a puzzle.
    beside: &'a [Feature],
    /// True if the puzzle is a column of its own, because the format does not write other columns next to it.
    has_puzzle: bool,
    /// For each kind, the level of all its puzzles, if it is known.
    levels: Vec<Option<Difficulty>>,
    /// The number of tries so far, over all threads.
    tries: &'a Arc<AtomicU64>,
    weights: &'a Mutex<WeightSum>,
}

impl<'a> GenerateJob<'a> {
    /// Creates the generators of all kinds.
    ///
    /// # Errors
    /// If no puzzle can meet the options.
    fn generator(&self) -> Result<Balanced<'a>, GenerateError> {
        let of = |puzzles: &GenerateOptions<'a>| {
            Generator::builder(puzzles.clone(), self.seed)
                .engine(self.engine)
                .count_tries(Arc::clone(self.tries))
                .stopped_by(self.stop.clone())
                .build()
        };
        Ok(Balanced::new(self.puzzles.iter().map(of).collect::<Result<_, _>>()?))
    }

    /// Returns the level of a record, if it is known.
    fn level(&self, number: u64) -> Option<Difficulty> {
        self.levels[(number % self.levels.len() as u64) as usize]
    }
}

impl RangeJob for GenerateJob<'_> {
    fn worker(&self) -> Box<dyn RangeWorker + '_> {
        let generator = self.generator().expect("the options have been checked");
        let features: Vec<_> = self.beside.iter().map(found).collect();
        let mut facts = Facts::new(&features);
        facts.set_stop(Some(self.stop));
        let answers = Answers::default();
        let records = Records::default();
        Box::new(GenerateWorker { job: self, generator, features, facts, answers, records })
    }
}

/// Puzzles with an exact number of solutions. The generator makes such a puzzle to test whether a puzzle can be given
/// that many solutions, and the worker writes it later. It depends only on the puzzle and the seed, not on the thread.
pub(super) struct Ambiguous {
    solutions: u64,
    seed: u64,
    /// Puzzles that were made but not yet written, by the puzzle that each was made from.
    made: Mutex<HashMap<Grid, Grid>>,
}

impl Ambiguous {
    pub(super) fn new(solutions: u64, seed: u64) -> Self {
        Self { solutions, seed, made: Mutex::default() }
    }

    /// Makes and keeps a puzzle with the exact number of solutions from `puzzle`; returns false if there is none.
    pub(super) fn make(&self, puzzle: &Grid) -> bool {
        let made = with_solutions(puzzle, self.solutions, self.seed);
        made.map(|made| lock(&self.made).insert(*puzzle, made));
        made.is_some()
    }

    /// Returns the puzzle made from `puzzle`, and makes it again if another record with the same puzzle took it.
    pub(super) fn take(&self, puzzle: &Grid) -> Option<Grid> {
        let made = lock(&self.made).remove(puzzle);
        made.or_else(|| with_solutions(puzzle, self.solutions, self.seed))
    }

    /// Returns the number of puzzles made but not yet taken.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        lock(&self.made).len()
    }
}

struct GenerateWorker<'j> {
    job: &'j GenerateJob<'j>,
    generator: Balanced<'j>,
    features: Vec<Feature>,
    facts: Facts,
    /// The fields next to a puzzle.
    answers: Answers,
    /// An empty list of records, because formatters expect records even for answers that belong to no input.
    records: Records,
}

/// Returns the feature that is computed for a column. The column `technique` gets the technique of the hardest step in
/// Sudoku Explainer, which names more techniques than the levels do.
fn found(feature: &Feature) -> Feature {
    let by_er = Feature::named("er_technique").ok().filter(|_| feature.name == "technique");
    *by_er.unwrap_or(feature)
}

impl GenerateWorker<'_> {
    /// Computes the fields of a puzzle and the columns next to it; without a puzzle, the fields of a missing puzzle.
    ///
    /// # Errors
    /// [`Error::Abandoned`] if the job was stopped before all were computed.
    fn find_fields(&mut self, number: u64, found: Option<&GeneratedPuzzle>) -> Result<(), Error> {
        let Self { job, features, facts, answers, .. } = self;
        answers.clear(job.beside.len() + usize::from(job.has_puzzle));
        if job.has_puzzle {
            answers.push_field(Field::Kept);
        }
        if let Some(found) = found {
            facts.begin(&found.puzzle);
            facts.know(&found.solution, found.weight, found.rating, job.level(number));
        }
        for feature in features {
            let value = match found {
                Some(_) => facts.value(feature).map_err(|Stopped| Error::Abandoned)?,
                // A record without a puzzle has the weight 0, so that sums of weights need no special case.
                None if feature.group == FeatureGroup::Generator => Scalar::Integer(0).into(),
                None => Value::Missing,
            };
            answers.push_field(value);
        }
        Ok(())
    }
}

impl RangeWorker for GenerateWorker<'_> {
    fn work(&mut self, task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        let job = self.job;
        let batch = match self.generator.generate(task.clone()) {
            Ok(batch) => batch,
            Err(GenerateError::Stopped) => return Err(Error::Abandoned),
            Err(unsound) => return Err(Error::Failed(unsound.into())),
        };
        let report = &mut output.report;
        let mut sum = WeightSum::default();
        report.lines += task.end - task.start;
        report.counts.puzzles += task.end - task.start;
        for (line, (number, generated)) in (0..).zip(task.clone().zip(batch)) {
            let result = match (generated, job.invalid) {
                (Some(found), None) => Ok((found.puzzle, Some(found))),
                (Some(GeneratedPuzzle { puzzle, .. }), Some(invalid)) => {
                    let made = match job.ambiguous {
                        Some(ambiguous) => ambiguous.take(&puzzle),
                        None => invalid.apply(&puzzle, job.seed, number),
                    };
                    let invalid = invalid.name();
                    let made = made.map(|puzzle| (puzzle, None));
                    made.ok_or(Reason::NotInvalidated { record: number, invalid })
                }
                (None, _) => {
                    Err(Reason::NotFound { record: number, tries: job.puzzles[0].tries() })
                }
            };
            let is_drawn = result.is_ok();
            let (puzzle, found) = result.unwrap_or_else(|reason| {
                report.counts.count(reason.kind());
                report.problems.push(line, &[], reason);
                (Grid::EMPTY, None)
            });
            sum.add(found.and_then(|found| found.weight).unwrap_or(0.0));
            if !is_drawn && output.formatter.drops_rejected() {
                continue;
            }
            self.find_fields(number, found.as_ref())?;
            let fields: Vec<_> = self.answers.fields().collect();
            write_grid(output.formatter, &self.records, &puzzle, &fields, &mut output.out[0]);
        }
        lock(job.weights).merge(&sum);
        report.counts.done = report.counts.puzzles - report.counts.not_generated;
        output.formatter.flush(&self.records, &mut output.out[0]);
        Ok(())
    }
}

/// Grids by record number.
pub(super) trait NumberedGrids: Sync {
    /// Returns the grid of a record number.
    fn grid(&self, number: u64) -> Grid;
}

/// Writes grids.
pub(super) struct WriteGrids<G>(pub(super) G);

impl<G: NumberedGrids> RangeJob for WriteGrids<G> {
    fn worker(&self) -> Box<dyn RangeWorker + '_> {
        Box::new(GridWriter { grids: &self.0, records: Records::default() })
    }
}

struct GridWriter<'j, G> {
    grids: &'j G,
    /// An empty list: see [`GenerateWorker`].
    records: Records,
}

impl<G: NumberedGrids> RangeWorker for GridWriter<'_, G> {
    fn work(&mut self, task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        let Self { grids, records } = self;
        for number in task.clone() {
            write_grid(output.formatter, records, &grids.grid(number), &[], &mut output.out[0]);
        }
        output.formatter.flush(records, &mut output.out[0]);
        let written = task.end - task.start;
        output.report.counts.puzzles += written;
        output.report.counts.done += written;
        Ok(())
    }
}

/// Writes a record for a grid that belongs to no input.
fn write_grid(
    writer: &dyn RecordFormatter,
    records: &Records,
    grid: &Grid,
    fields: &[Field<'_>],
    out: &mut Vec<u8>,
) {
    let record =
        Record { start: 0, end: 81, line: 0, kind: RecordKind::Puzzle { at: 0, solution: None } };
    writer.row(RecordRef { chunk: &grid.to_text(), records, record: &record }, fields, out);
}
