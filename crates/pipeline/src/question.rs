//! The question of a job, as data: the command, and the options that decide what it writes.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::change::{Change, What, is_given};

/// The question of a job. The fields are named like the options; null, `false` and an empty list mean that an option is
/// not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    command: String,
    options: Map<String, Value>,
}

impl Question {
    /// Creates the question of `command`, with the fields of the struct `asked` as options.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Shuffle { seed: u64, copies: usize }
    ///
    /// let question = batchdoku_pipeline::Question::new("shuffle", &Shuffle { seed: 1, copies: 2 });
    /// # let _ = question;
    /// ```
    pub fn new(command: &str, asked: &impl Serialize) -> Self {
        let options = match serde_json::to_value(asked) {
            Ok(Value::Object(options)) => options,
            _ => unreachable!("commands are structs of numbers, names and lists"),
        };
        Self { command: command.to_owned(), options }
    }

    /// Returns the value of an option, if it is text.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_str()
    }

    /// Returns all differences between the question of an earlier run and the question now, except the options in
    /// `without`.
    pub fn changes(before: &Self, now: &Self, without: &[&str]) -> Vec<Change> {
        if before.command != now.command {
            // Options of different commands are different things, even if they have the same name.
            let command = What::Thing("the command".into());
            return Change::of(command, &before.command, &now.command).into_iter().collect();
        }
        let mut changes = Vec::new();
        // An option that another version of the program did not write counts as not given, like null.
        let gone = before.options.keys().filter(|name| !now.options.contains_key(*name));
        for name in now.options.keys().chain(gone).filter(|name| !without.contains(&&***name)) {
            let before = before.options.get(name).cloned().unwrap_or_default();
            let now = now.options.get(name).cloned().unwrap_or_default();
            if !(is_given(&before) || is_given(&now)) {
                continue;
            }
            changes.extend(Change::of(What::Option(name.clone()), &before, &now));
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Serialize)]
    struct Asked {
        unique: bool,
        max_nodes: Option<u64>,
        levels: Vec<&'static str>,
        share: f64,
    }

    #[test]
    fn an_option_is_spelled_as_the_front_end_does() {
        let before = Asked { max_nodes: Some(5), share: 0.5, ..Asked::default() };
        let now = Asked { unique: true, max_nodes: None, levels: vec!["a", "b"], share: 0.5 };
        let [before, now] = [before, now].map(|asked| Question::new("solve", &asked));
        let words = |option: &dyn Fn(&str) -> String| -> Vec<_> {
            let changes = Question::changes(&before, &now, &[]);
            changes.iter().map(|change| change.words(option)).collect()
        };
        let library = [
            "unique was not given and is now given",
            "max_nodes was 5 and is now not given",
            "levels was not given and is now 'a,b'",
        ];
        assert_eq!(words(&str::to_owned), library);
        let spelled = |name: &str| format!("--{}", name.replace('_', "-"));
        assert_eq!(words(&spelled)[1], "--max-nodes was 5 and is now not given");
        assert_eq!(Question::changes(&now, &now, &[]), []);
    }

    /// A field that a later version adds is no change while it is not given.
    #[test]
    fn options_that_are_not_given_are_equal_however_they_are_stored() {
        let before = Question::new("solve", &Map::new());
        let now = Question::new("solve", &Asked { share: 0.5, ..Asked::default() });
        let changes = Question::changes(&before, &now, &["share"]);
        assert_eq!(changes, []);
        let [change] = &Question::changes(&now, &before, &[])[..] else { panic!("one") };
        assert_eq!(change.words(&str::to_owned), "share was 0.5 and is now not given");
        let other = Question::new("count", &Map::new());
        let [change] = &Question::changes(&before, &other, &[])[..] else { panic!("one") };
        assert_eq!(change.words(&str::to_owned), "the command was 'solve' and is now 'count'");
    }
}
