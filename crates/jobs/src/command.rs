//! A command: its options as one struct, its rules, its run.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{Inputs, JobOptions, JobSummary};
use batchdoku_pipeline::{Error, Output};

/// A command of the program: a struct with a field for each option, under the name of the option.
///
/// Command-line arguments, Python keywords and Rust code all fill this struct, and a journal contains it. To add an
/// option, add a field with the text of its help, and use the field; a rule about several options belongs in
/// [`check`](Self::check).
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

    /// Returns the options of files and of the run.
    fn options(&self) -> &JobOptions;

    /// Returns the options of files and of the run, to be changed.
    fn options_mut(&mut self) -> &mut JobOptions;

    /// Refuses options that contradict each other, or that would have no effect.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(&self) -> Result<(), Error>;

    /// Checks the options, and does the work: see [`run`](Self::run).
    ///
    /// # Errors
    /// The reason why the job ended early. No output file is written then.
    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error>;

    /// Runs the command on inputs, and writes the answers to an output.
    ///
    /// # Errors
    /// The reason why the job ended early. No output file is written then.
    fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        self.start(inputs.into(), output.into())
    }
}

/// Implements the parts of [`Command`] that all commands share: its name, and access to the field `options`.
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

    /// Returns values of all types: every option accepts at least one of these that is not its default.
    fn values() -> Vec<Value> {
        let marks = "x".repeat(80) + ".";
        let texts = ["csv", "gzip", "avx2", "1/2", ",", "20..24", "class", "x_wing", &marks];
        let more = ["pattern", "rot180", "multiple", "none", "row", "dlx"];
        let texts = texts.into_iter().chain(more).map(Value::from);
        let lists = ["easy", "nodes", "clues", "x_wing"].map(|name| json!([name]));
        [json!(true), json!(3), json!([8])].into_iter().chain(texts).chain(lists).collect()
    }

    /// Checks that each field of a command takes a value, and that a change of the question names the field.
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
            // The field does not change the answers, so it is not part of the question.
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
