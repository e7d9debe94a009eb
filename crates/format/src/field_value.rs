//! The value of a field of a record, from any format.

use std::borrow::Cow;

use super::json_object::write_string;

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue<'a> {
    /// No value, or null.
    Missing,
    /// A text.
    Text(Cow<'a, [u8]>),
    /// A number, a truth value, a list or an object, as JSON.
    Json(Cow<'a, [u8]>),
}

impl FieldValue<'_> {
    /// Returns the field as text; `None` if it is missing.
    pub fn text(&self) -> Option<&[u8]> {
        match self {
            Self::Missing => None,
            Self::Text(text) | Self::Json(text) => Some(text),
        }
    }

    /// Returns the field as a JSON value: a string if it is text.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = Vec::new();
        match self {
            Self::Missing => json.extend_from_slice(b"null"),
            Self::Text(text) => {
                write_string(text, &mut json);
            }
            Self::Json(value) => json.extend_from_slice(value),
        }
        json
    }
}
