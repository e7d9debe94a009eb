//! Generating puzzles.

use std::{
    ops::Range,
    sync::{Arc, Mutex, atomic::AtomicU64},
};

use serde::Serialize;

use super::{
    Inputs, JobOptions, JobSummary, fault::OptionError, options::SearchOptions,
    question::RecordsQuestion, rate::column, runner::Runner,
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    features::{Facts, Feature, FeatureGroup, Stopped},
    generate::{GenerateError, GenerateOptions, GeneratedPuzzle, Generator},
    invalidate::Invalid,
    rate::{Difficulty, Rater},
    stats::WeightSum,
};
use batchdoku_engine::{EngineChoice, grid::Grid};
use batchdoku_format::{
    AnswerShape, Answers, Column, Field, Format, FormatError, Record, RecordFormatter, RecordKind,
    RecordRef, Records, Role, Room, Scalar, Value,
};
use batchdoku_pipeline::{ChunkOutput, Error, Output, RangeJob, RangeWorker, Reason, lock};

/// Generates random puzzles with exactly one solution. Record `i` depends only on the seed, the
/// options and `i`.
///
/// A record for which no puzzle is found in the tries allowed is written as an empty grid, and
/// reported; the others are not affected.
///
/// ```
/// use batchdoku::jobs::Generate;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("corpus.txt");
/// let summary = Generate::new().seed(1).records(0..100).run(&path)?;
/// assert_eq!(summary.counts.done, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Generate<'a> {
    options: JobOptions,
    search: SearchOptions,
    puzzles: GenerateOptions<'a>,
    levels: Vec<Difficulty>,
    seed: u64,
    records: Range<u64>,
    with_solution: bool,
    with_weight: bool,
    with: Vec<Feature>,
    invalid: Option<Invalid>,
}

/// The question of a job.
#[derive(Serialize)]
struct GenerateQuestion<'a> {
    #[serde(flatten)]
    records: RecordsQuestion,
    #[serde(flatten)]
    puzzles: &'a GenerateOptions<'a>,
    difficulty: Vec<&'static str>,
    with_solution: bool,
    with_weight: bool,
    with: Vec<&'static str>,
    invalid: Option<&'static str>,
    engine: &'static str,
}

with_options!(Generate<'a>);
with_engine!(Generate<'a>);

impl<'a> Generate<'a> {
    setters! {
        /// Sets the conditions of the puzzles; minimal ones by default.
        puzzles: GenerateOptions<'a>;
        /// Sets the levels that the puzzles may have; all by default.
        difficulty: impl Into<Vec<Difficulty>> => levels;
        /// Sets the seed; 0 by default.
        seed: u64;
        /// Sets the records of the corpus that are generated, counted from 0.
        records: Range<u64>;
        /// Writes the solution next to each puzzle.
        with_solution: bool;
        /// Writes the weight of each minimal puzzle next to it, such as `4.123456e15`: 1 divided by
        /// its probability; 0 where there is no puzzle. See [the
        /// bias](batchdoku_corpus::generate#bias).
        with_weight: bool;
        /// Writes these next to each puzzle, in this order, behind those of [`with_solution`](Self::with_solution) and
        /// [`with_weight`](Self::with_weight). A rating that a condition is about is not found again.
        with: impl Into<Vec<Feature>>;
        /// Makes each puzzle invalid, for testing.
        invalid: some Invalid => invalid;
    }

    /// Returns the features next to each puzzle, each once.
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

    /// Generates the puzzles.
    ///
    /// # Errors
    /// If no puzzle can meet the options, or the output cannot be written. No output file is written
    /// then.
    pub fn run(&self, output: impl Into<Output>) -> Result<JobSummary, Error> {
        let Self { options, search, levels, .. } = self;
        let accept = |puzzle: &Grid| {
            let level = Rater::default().rate(puzzle).level();
            level.is_some_and(|level| levels.contains(&level)) && self.puzzles.accepts(puzzle)
        };
        let beside = self.features();
        if let (Some(invalid), [first, ..]) = (self.invalid, &beside[..]) {
            return Err(OptionError::ColumnOfInvalid { column: first.name, invalid }.into());
        }
        if let Some(feature) = beside.iter().find(|it| it.group == FeatureGroup::Conditions) {
            let reason = "all puzzles are made so that they meet the conditions";
            return Err(OptionError::UnknownFeature { column: feature.name, reason }.into());
        }
        if let Some(techniques) = self.puzzles.techniques_asked() {
            techniques.check_levels(levels).map_err(|error| Error::Options(error.into()))?;
        }
        let has_weights = beside.iter().any(|it| it.group == FeatureGroup::Generator);
        let puzzles = self.puzzles.clone().weights(has_weights);
        let puzzles = if levels.is_empty() { puzzles } else { puzzles.accept(&accept) };
        let tries = Arc::default();
        let weights = Arc::default();
        let mut job = GenerateJob {
            puzzles,
            seed: self.seed,
            engine: search.engine,
            stop: &options.stop,
            invalid: self.invalid,
            beside: &beside,
            has_puzzle: false,
            level: if let [only] = levels[..] { Some(only) } else { None },
            tries: &tries,
            weights: &weights,
        };
        job.generator().map_err(|error| Error::Options(error.into()))?;
        let mut runner = Runner::new(options, Inputs::default(), vec![output.into()], "generated")?
            .engine(search.engine)
            .identified_by(
                "generate",
                &GenerateQuestion {
                    records: RecordsQuestion::new(self.seed, &self.records),
                    puzzles: &self.puzzles,
                    difficulty: levels.iter().map(|level| level.name()).collect(),
                    with_solution: self.with_solution,
                    with_weight: self.with_weight,
                    with: self.with.iter().map(|feature| feature.name).collect(),
                    invalid: self.invalid.map(Invalid::name),
                    engine: search.engine.kind.name(),
                },
            )
            .counting("tries", &tries);
        runner.about.weights = has_weights.then(|| Arc::clone(&weights));
        let mut columns: Vec<_> = beside.iter().map(column).collect();
        if !columns.is_empty() {
            let refused = match runner.spec.output.format() {
                Ok(None) => {
                    runner.spec.output.to = Some(Format::Pair);
                    None
                }
                // An array has room for one grid in a record: solutions have an array of their own.
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

        runner.generate(self.records.clone(), &AnswerShape::one_row(&columns), &job)
    }
}

/// Makes the puzzles of ranges of numbers.
struct GenerateJob<'a> {
    puzzles: GenerateOptions<'a>,
    seed: u64,
    engine: EngineChoice,
    stop: &'a StopFlag,
    invalid: Option<Invalid>,
    /// The features that are written next to a puzzle.
    beside: &'a [Feature],
    /// True if the puzzle is a column too: only where the others are not written next to it.
    has_puzzle: bool,
    /// The level that all puzzles have, if it is known.
    level: Option<Difficulty>,
    /// The number of all tries.
    tries: &'a Arc<AtomicU64>,
    weights: &'a Mutex<WeightSum>,
}

impl<'a> GenerateJob<'a> {
    /// Makes a generator.
    ///
    /// # Errors
    /// If no puzzle can meet the options.
    fn generator(&self) -> Result<Generator<'a>, GenerateError> {
        Generator::builder(self.puzzles.clone(), self.seed)
            .engine(self.engine)
            .count_tries(Arc::clone(self.tries))
            .stopped_by(self.stop.clone())
            .build()
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

struct GenerateWorker<'j> {
    job: &'j GenerateJob<'j>,
    generator: Generator<'j>,
    features: Vec<Feature>,
    facts: Facts,
    /// The fields next to a puzzle.
    answers: Answers,
    /// No records: formatters expect some, also for answers that belong to no input.
    records: Records,
}

/// Returns the feature that is found for a column: the technique is that of the hardest step by Sudoku Explainer, which has a
/// name for more of them than the levels.
fn found(feature: &Feature) -> Feature {
    let by_er = Feature::named("er_technique").ok().filter(|_| feature.name == "technique");
    *by_er.unwrap_or(feature)
}

impl GenerateWorker<'_> {
    /// Finds the fields of a puzzle and of what stands next to it; those of no puzzle if none was found.
    ///
    /// # Errors
    /// [`Error::Abandoned`] if the job was stopped before they were found.
    fn find_fields(&mut self, found: Option<&GeneratedPuzzle>) -> Result<(), Error> {
        let Self { job, features, facts, answers, .. } = self;
        answers.clear(job.beside.len() + usize::from(job.has_puzzle));
        if job.has_puzzle {
            answers.push_field(Field::Kept);
        }
        if let Some(found) = found {
            facts.begin(&found.puzzle);
            facts.know(&found.solution, found.weight, found.rating, job.level);
        }
        for feature in features {
            let value = match found {
                Some(_) => facts.value(feature).map_err(|Stopped| Error::Abandoned)?,
                // No puzzle has the weight 0, so that sums of weights need no condition.
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
                    let made =
                        invalid.apply(&puzzle, job.seed, number).map(|puzzle| (puzzle, None));
                    let invalid = invalid.name();
                    made.ok_or(Reason::NotInvalidated { record: number, invalid })
                }
                (None, _) => Err(Reason::NotFound { record: number, tries: job.puzzles.tries() }),
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
            self.find_fields(found.as_ref())?;
            let fields: Vec<_> = self.answers.fields().collect();
            write_grid(output.formatter, &self.records, &puzzle, &fields, &mut output.out[0]);
        }
        lock(job.weights).merge(&sum);
        report.counts.done = report.counts.puzzles - report.counts.not_generated;
        output.formatter.flush(&self.records, &mut output.out[0]);
        Ok(())
    }
}

/// Grids by number.
pub(super) trait NumberedGrids: Sync {
    /// Returns the grid of a number.
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
    /// None: see [`GenerateWorker`].
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

/// Writes a record for a grid that comes from no input.
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
