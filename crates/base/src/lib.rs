//! The items that all crates of batchdoku share: limits and outcomes of a search, the flag that stops a search, hints
//! about errors, enums with named values, the set bits of a word, a search for a kind of byte, a hash, numbers for
//! people, the values of columns, and the marks around the thoughts of language models.

mod any_byte;
mod bits;
mod fnv;
mod hint;
mod limits;
mod named;
mod numbers;
mod scalar;
mod stop;
pub mod thoughts;
mod value;

pub use any_byte::any_byte;
pub use bits::{Bits, Word, bits};
pub use fnv::{FNV, fnv};
pub use hint::Hint;
pub use limits::{Limits, Outcome, StopReason, Verdict};
pub use named::{UnknownName, any_of};
pub use numbers::{counted, plural, thousands};
pub use scalar::{Scalar, ScalarText};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
pub use stop::StopFlag;
pub use value::{ColumnKind, Value};
