//! Hints for all errors with which a job can end.

use std::error;

use batchdoku_base::Hint;
use batchdoku_corpus::generate::GenerateError;
use batchdoku_format::FormatError;
use batchdoku_pipeline::Error;

/// Returns a hint about what a user can do about an error, or about one of its causes. A front end words the [`Hint`]
/// and adds it to the text of the error and its causes.
///
/// ```
/// use batchdoku::{Hint, corpus::generate::{GenerateOptions, Generator}, jobs::hint};
/// let error = Generator::new(GenerateOptions::new().clues(17..=17), 1).unwrap_err();
/// assert_eq!(hint(&error), Some(Hint::RarePuzzles));
/// ```
pub fn hint(error: &(dyn error::Error + 'static)) -> Option<Hint> {
    if let Some(error) = error.downcast_ref::<FormatError>() {
        return error.hint();
    }
    if let Some(error) = error.downcast_ref::<GenerateError>() {
        return error.hint();
    }
    match error.downcast_ref() {
        Some(Error::Options(inner)) => hint(&**inner),
        _ => error.source().and_then(hint),
    }
}
