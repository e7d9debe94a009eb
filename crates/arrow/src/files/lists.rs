//! Columns of lists: conversations and cells. Answers have them as JSON. Record batches have them as lists, because
//! programs that load these expect lists, not JSON, in a column.

use std::sync::Arc;

use arrow_array::{
    ArrayRef,
    builder::{ListBuilder, StringBuilder, StructBuilder, UInt8Builder},
};
use arrow_schema::{DataType, Field, Fields};
use serde::Deserialize;

/// A message of a conversation.
#[derive(Deserialize)]
struct Message<'a> {
    role: &'a str,
    content: String,
}

fn list_of(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(item, true)))
}

fn message_fields() -> Fields {
    ["role", "content"].map(|name| Field::new(name, DataType::Utf8, true)).to_vec().into()
}

/// Returns the type of a column of conversations.
pub(super) fn messages_type() -> DataType {
    list_of(DataType::Struct(message_fields()))
}

/// Returns the type of a column of cells: lists of row, column and digit.
pub(super) fn cells_type() -> DataType {
    list_of(list_of(DataType::UInt8))
}

/// Parses conversations from JSON; null for rows without a conversation.
pub(super) fn messages_array<'a>(rows: impl Iterator<Item = Option<&'a [u8]>>) -> ArrayRef {
    let mut lists = ListBuilder::new(StructBuilder::from_fields(message_fields(), 0));
    for text in rows {
        let messages: Option<Vec<Message<'_>>> =
            text.and_then(|text| serde_json::from_slice(text).ok());
        for Message { role, content } in messages.iter().flatten() {
            let message = lists.values();
            for (field, text) in [*role, content].into_iter().enumerate() {
                if let Some(texts) = message.field_builder::<StringBuilder>(field) {
                    texts.append_value(text);
                }
            }
            message.append(true);
        }
        lists.append(messages.is_some());
    }
    Arc::new(lists.finish())
}

/// Parses lists of cells from JSON; null for rows without a list.
pub(super) fn cells_array<'a>(rows: impl Iterator<Item = Option<&'a [u8]>>) -> ArrayRef {
    let mut lists = ListBuilder::new(ListBuilder::new(UInt8Builder::new()));
    for text in rows {
        let cells: Option<Vec<[u8; 3]>> = text.and_then(|text| serde_json::from_slice(text).ok());
        for cell in cells.iter().flatten() {
            lists.values().values().append_slice(cell);
            lists.values().append(true);
        }
        lists.append(cells.is_some());
    }
    Arc::new(lists.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Array, ListArray};

    #[test]
    fn lists_have_the_declared_types() {
        let messages: &[u8] =
            br#"[{"role":"user","content":"a\nb"},{"role":"assistant","content":"c"}]"#;
        let made = messages_array([Some(messages), None].into_iter());
        assert_eq!(made.data_type(), &messages_type());
        assert!(made.is_null(1));
        let list = made.as_any().downcast_ref::<ListArray>().expect("a list");
        assert_eq!(list.value(0).len(), 2);
        let cells: &[u8] = b"[[1,2,3],[4,5,6]]";
        let made = cells_array([None, Some(cells), Some(b"[]".as_slice())].into_iter());
        assert_eq!(made.data_type(), &cells_type());
        assert!(made.is_null(0));
        let list = made.as_any().downcast_ref::<ListArray>().expect("a list");
        assert_eq!((list.value(1).len(), list.value(2).len()), (2, 0));
    }
}
