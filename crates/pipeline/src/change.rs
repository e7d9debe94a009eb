//! Differences between a job and an earlier run that it resumes, or between parts that are to be
//! joined.

use serde::Serialize;
use serde_json::Value;

/// A difference between two questions, or between the inputs of two runs.
///
/// ```
/// use batchdoku::pipeline::Change;
/// let change = Change::unnamed("the input 'puzzles.txt'");
/// assert_eq!(change.words(&|option| format!("--{option}")), "the input 'puzzles.txt' has changed");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    what: What,
    /// The values before and now; `None` if they mean nothing to people, as checksums.
    values: Option<(Value, Value)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// An option, by the name of its field.
    Option(String),
    /// Anything else, in words.
    Thing(String),
}

impl Change {
    /// Returns the change of a thing, named by `what`, if its value has changed.
    pub(crate) fn of_thing<T: Serialize + PartialEq>(
        what: &str,
        before: &T,
        now: &T,
    ) -> Option<Self> {
        Self::of(What::Thing(what.to_owned()), before, now)
    }

    pub(crate) fn of<T: Serialize + PartialEq>(what: What, before: &T, now: &T) -> Option<Self> {
        if before == now {
            return None;
        }
        let before = serde_json::to_value(before).unwrap_or_default();
        let now = serde_json::to_value(now).unwrap_or_default();
        Some(Self { what, values: Some((before, now)) })
    }

    /// Returns the change of a value that means nothing to people.
    pub fn unnamed(what: &str) -> Self {
        Self { what: What::Thing(what.to_owned()), values: None }
    }

    /// Returns the change in words. `option` spells the name of an option, given the name of its
    /// field.
    pub fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        let what = self.what.words(option);
        match &self.values {
            Some((old, new)) => format!("{what} was {} and is now {}", shown(old), shown(new)),
            None => format!("{what} has changed"),
        }
    }

    /// Returns the change in words for parts of a job: the value before is that of the other parts.
    pub(crate) fn words_of_part(&self, option: &dyn Fn(&str) -> String) -> String {
        let what = self.what.words(option);
        match &self.values {
            Some((others, this)) => {
                format!("{what} is {}, and {} for the others", shown(this), shown(others))
            }
            None => format!("{what} is not that of the others"),
        }
    }
}

impl What {
    fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Option(name) => option(name),
            Self::Thing(words) => words.clone(),
        }
    }
}

/// Returns whether an option with this value counts as given.
pub(crate) fn is_given(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
        && value.as_array().is_none_or(|it| !it.is_empty())
}

/// Returns the value of an option as text for people.
fn shown(value: &Value) -> String {
    match value {
        _ if !is_given(value) => "not given".into(),
        Value::Bool(true) => "given".into(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(list) => {
            let items = list.iter().map(|item| match item {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            format!("'{}'", items.collect::<Vec<_>>().join(","))
        }
        _ => value.to_string(),
    }
}
