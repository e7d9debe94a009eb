//! Rules between options: an option needs another, excludes another, or has a range.

use std::ops::RangeInclusive;

use batchdoku_pipeline::Error;

/// The name of an option, as its field, and whether it is given.
pub(super) type Given = (&'static str, bool);

/// Refuses `option` without `other`.
pub(super) fn needs(option: Given, other: Given, reason: &'static str) -> Result<(), Error> {
    clash(option.0, true, other.0, None, reason, option.1 && !other.1)
}

/// Refuses `option` unless `other` has a certain value; `other` includes whether it does.
pub(super) fn needs_value(
    option: Given,
    other: Given,
    value: &'static str,
    reason: &'static str,
) -> Result<(), Error> {
    clash(option.0, true, other.0, Some(value), reason, option.1 && !other.1)
}

/// Refuses `option` together with `other`, or, with `value`, together with this value of `other`.
pub(super) fn excludes(
    option: Given,
    other: Given,
    value: Option<&'static str>,
    reason: &'static str,
) -> Result<(), Error> {
    clash(option.0, false, other.0, value, reason, option.1 && other.1)
}

/// Refuses an option that has no effect in a command.
pub(super) fn never(option: Given, reason: &'static str) -> Result<(), Error> {
    match option.1 {
        true => Err(Error::NoEffect { option: option.0, reason }),
        false => Ok(()),
    }
}

/// Refuses a number outside of a range.
pub(super) fn within(
    option: &'static str,
    numbers: impl IntoIterator<Item: Into<i64>>,
    range: RangeInclusive<i64>,
) -> Result<(), Error> {
    match numbers.into_iter().map(Into::into).find(|number| !range.contains(number)) {
        Some(got) => Err(Error::OutOfRange { option, range, got }),
        None => Ok(()),
    }
}

fn clash(
    option: &'static str,
    is_needed: bool,
    other: &'static str,
    value: Option<&'static str>,
    reason: &'static str,
    is_broken: bool,
) -> Result<(), Error> {
    match is_broken {
        true => Err(Error::Clash { option, is_needed, other, value, reason }),
        false => Ok(()),
    }
}
