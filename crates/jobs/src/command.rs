//! A command: its options as one struct, its rules, its run.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{Inputs, JobOptions, JobSummary};
use batchdoku_pipeline::{Error, Output};

/// A command of the program: a struct whose fields are the options, by their names.
///
/// Arguments, keywords of Python and code fill the same struct, and a journal holds it. To add an option is to add its
/// field, with the words of its help, and to use it; a rule about several options belongs to [`check`](Self::check).
///
/// ```
/// use batchdoku::{jobs::{Command, Solve}, pipeline::Output};
/// let job = Solve { unique: true, all: true, ..Solve::default() };
/// let error = job.run("puzzles.txt", Output::Discard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unique does not go with all: a puzzle with several solutions has several answers"
/// );
/// ```
pub trait Command: Clone + Debug + Default + Serialize + DeserializeOwned {
    /// The name of the command.
    const NAME: &'static str;

    /// Returns how it reads, writes and runs.
    fn options(&self) -> &JobOptions;

    /// Returns how it reads, writes and runs, to be changed.
    fn options_mut(&mut self) -> &mut JobOptions;

    /// Refuses options that do not go together, or that would have no effect.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(&self) -> Result<(), Error>;

    /// Checks the options, and does the work: see [`run`](Self::run).
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error>;

    /// Does the work on inputs, and writes the answers to an output.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        self.start(inputs.into(), output.into())
    }
}

/// Makes a type a command: its name, and how it reads, writes and runs, which are in its field `options`.
macro_rules! command {
    ($name:literal) => {
        const NAME: &'static str = $name;

        fn options(&self) -> &$crate::JobOptions {
            &self.options
        }

        fn options_mut(&mut self) -> &mut $crate::JobOptions {
            &mut self.options
        }
    };
}
pub(super) use command;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Command;
    use crate::{
        Canon, Check, Count, Dedupe, Evolve, Explain, Generate, Grids, Neighbours, Rate, Shuffle,
        Solve, Split, Stats, SubPuzzles,
    };
    use batchdoku_pipeline::Question;

    /// Returns values of all types: every option accepts at least one of them that is not its default.
    fn values() -> Vec<Value> {
        let marks = "x".repeat(80) + ".";
        let texts = ["csv", "gzip", "avx2", "1/2", ",", "20..24", "class", "x_wing", &marks];
        let more = ["pattern", "rot180", "multiple", "none", "row", "dlx"];
        let texts = texts.into_iter().chain(more).map(Value::from);
        let lists = ["easy", "nodes", "clues", "x_wing"].map(|name| json!([name]));
        [json!(true), json!(3), json!([8])].into_iter().chain(texts).chain(lists).collect()
    }

    /// Makes sure that each field of a command takes a value, and that a question that it decides names it.
    fn check<C: Command>() {
        let default = C::default();
        let fields = serde_json::to_value(&default).unwrap();
        let before = Question::new(C::NAME, &default);
        for name in fields.as_object().unwrap().keys() {
            let filled = values().into_iter().filter_map(|value| {
                let command: C = serde_json::from_value(json!({ name: value })).ok()?;
                Some(serde_json::to_value(command).unwrap())
            });
            let filled: Vec<_> = filled.collect();
            assert!(!filled.is_empty(), "{} {name}: no value is one", C::NAME);
            let changed = filled.into_iter().find(|changed| *changed != fields);
            // It decides nothing.
            let Some(changed) = changed else {
                assert_eq!(fields[name], Value::Null, "{} {name}: no value changes it", C::NAME);
                continue;
            };
            let changes = Question::changes(&before, &Question::new(C::NAME, &changed), &[]);
            let [change] = &changes[..] else { panic!("{} {name}: {changes:?}", C::NAME) };
            let words = change.words(&str::to_owned);
            assert!(words.starts_with(&format!("{name} was ")), "{} {name}: {words}", C::NAME);
        }
    }

    #[test]
    fn each_option_is_filled_and_named() {
        check::<Solve>();
        check::<Count>();
        check::<Check>();
        check::<Rate>();
        check::<Explain>();
        check::<Neighbours>();
        check::<SubPuzzles>();
        check::<Canon>();
        check::<Shuffle>();
        check::<Dedupe>();
        check::<Split>();
        check::<Stats>();
        check::<Grids>();
        check::<Generate>();
        check::<Evolve>();
    }
}
