//! Finds the text of a reply among the messages of a chat.

use serde_json::Value;

/// Messages of a chat without a text of the assistant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a text, or messages with 'role' and 'content', got {got}")]
pub struct ChatError {
    got: String,
}

/// The names of the member that holds the text of a record that is no message.
pub const TEXT_MEMBERS: [&str; 5] = ["text", "response", "completion", "answer", "output"];

/// Returns the text of a reply that is given as JSON. This may be a text, a message, or a list of messages, from which the
/// last of the assistant counts. It may also be an object with one of these as its `text`, `response`, `completion`,
/// `answer` or `output`.
///
/// The content of a message may be a list of parts, whose texts are joined; without content, the arguments of calls of tools
/// are the text.
///
/// # Errors
/// If the JSON is none of these.
///
/// ```
/// use batchdoku::format::text_of_messages;
/// let chat = r#"[{"role": "user", "content": "Solve it."}, {"role": "assistant", "content": "5346"}]"#;
/// assert_eq!(text_of_messages(chat)?, "5346");
/// assert_eq!(text_of_messages(r#"{"completion": "5346"}"#)?, "5346");
/// assert!(text_of_messages("[1, 2]").is_err());
/// # Ok::<(), batchdoku::format::ChatError>(())
/// ```
pub fn text_of_messages(json: &str) -> Result<String, ChatError> {
    let value: Value =
        serde_json::from_str(json).map_err(|error| ChatError { got: error.to_string() })?;
    text_of(&value).ok_or_else(|| ChatError { got: shortened(json) })
}

/// Returns the beginning of a text, for a message.
fn shortened(json: &str) -> String {
    const LENGTH: usize = 60;
    match json.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}...", &json[..end]),
        None => json.to_owned(),
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(messages) => {
            let is_reply = |message: &&Value| {
                message.get("role").is_some_and(|role| {
                    matches!(role.as_str(), Some("assistant" | "model" | "gpt"))
                })
            };
            if !messages.iter().all(|message| message.get("role").is_some()) {
                return None;
            }
            messages.iter().rev().find(is_reply).map_or_else(|| Some(String::new()), text_of)
        }
        Value::Object(object) if object.contains_key("role") => {
            let content = object.get("content").and_then(text_of_content);
            content
                .or_else(|| Some(text_of_calls(object.get("tool_calls")?)))
                .or_else(|| Some(String::new()))
        }
        Value::Object(object) => {
            TEXT_MEMBERS.iter().find_map(|name| object.get(*name)).and_then(text_of)
        }
        _ => None,
    }
}

/// Returns the text of the content of a message; `None` if it has none.
fn text_of_content(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => (!text.is_empty()).then(|| text.clone()),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str));
            Some(texts.collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    }
}

/// Returns the arguments of calls of tools.
fn text_of_calls(calls: &Value) -> String {
    let arguments = calls.as_array().into_iter().flatten().filter_map(|call| {
        let arguments = call.get("function").unwrap_or(call).get("arguments")?;
        Some(arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned))
    });
    arguments.collect::<Vec<_>>().join("\n")
}
