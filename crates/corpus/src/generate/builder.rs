//! The builder of a generator: its engine, a counter of tries and a stop flag. None of these changes the puzzles.

use std::sync::{Arc, atomic::AtomicU64};

use super::{
    GenerateError, GenerateOptions, Generator, grade::Grader, options::RemovalPlan,
    others::OtherSolutions,
};
use crate::random::Seed;
use batchdoku_base::StopFlag;
use batchdoku_engine::{EngineChoice, build_engine};

/// The options of a [`Generator`] that do not change its puzzles; [`build`](Self::build) creates it.
///
/// ```
/// use batchdoku::{StopFlag, corpus::generate::{GenerateError, GenerateOptions, Generator}};
/// let stop = StopFlag::new();
/// let builder = Generator::builder(GenerateOptions::new(), 1).stopped_by(stop.clone());
/// let mut generator = builder.build()?;
/// stop.set(); // as the handler of a signal, or another thread, would
/// assert_eq!(generator.generate(0..1_000_000), Err(GenerateError::Stopped));
/// # Ok::<(), GenerateError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct GeneratorBuilder<'a> {
    pub(super) options: GenerateOptions<'a>,
    pub(super) seed: u64,
    pub(super) engine: EngineChoice,
    pub(super) tries: Arc<AtomicU64>,
    pub(super) stop: StopFlag,
}

impl<'a> GeneratorBuilder<'a> {
    /// Sets the engine that tests whether solutions are unique: an [`EngineKind`](batchdoku_engine::EngineKind), or a
    /// pair of engine and [`SimdLevel`](batchdoku_engine::simd::SimdLevel).
    pub fn engine(self, engine: impl Into<EngineChoice>) -> Self {
        Self { engine: engine.into(), ..self }
    }

    /// Adds 1 to `tries` when a try ends, so that another thread can watch. Tries that turn out to be unnecessary
    /// count, too.
    pub fn count_tries(self, tries: Arc<AtomicU64>) -> Self {
        Self { tries, ..self }
    }

    /// Ends the generator's work with [`GenerateError::Stopped`] soon after `stop` is set.
    pub fn stopped_by(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Creates the generator.
    ///
    /// # Errors
    /// If no puzzle meets the options.
    pub fn build(self) -> Result<Generator<'a>, GenerateError> {
        let Self { options, seed, engine, tries, stop } = self;
        let plan = RemovalPlan::new(&options)?;
        Ok(Generator {
            options,
            plan,
            seed: Seed::new(seed),
            engine: build_engine(engine),
            slots: Vec::new(),
            active: 0,
            failed: 0,
            records: Vec::new(),
            fresh: 0..0,
            asked: 0,
            first: 0,
            others: OtherSolutions::default(),
            grader: Grader::new(stop.clone()),
            tries,
            stop,
        })
    }
}
