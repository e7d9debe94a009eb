//! How language models mark what they think aloud, which is no answer.

/// The names of the tags around thoughts, in any case: `<think>` and `</think>`.
pub const THOUGHT_TAGS: [&str; 5] = ["think", "thinking", "thought", "thoughts", "reasoning"];

/// Marks of thoughts that are no tags: where one starts, and where it ends.
pub const THOUGHT_MARKS: [(&str, &str); 4] = [
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[THINK]", "[/THINK]"),
    ("\u{25c1}think\u{25b7}", "\u{25c1}/think\u{25b7}"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
];
