//! Reads the move that a text contains. Rows and columns are counted from 1.
//!
//! ```text
//! r1c3=4   R1C3: 4   r1c3 -> 4        a cell and its digit
//! [1 3 4]   (1, 3, 4)                 three numbers in brackets, in an order that the caller says
//! \boxed{1 3 4}   \boxed{r1c3=4}      of a text that has one, the last box is what is meant
//! <answer>[1 3 4]</answer>            likewise
//! {"row": 1, "column": 3, "digit": 4} an object of JSON, such as the arguments of a tool call
//! ```
//!
//! Three numbers in prose are no move, because any of them may be the row, the column or the digit. Text in a thought
//! does not count. A text has no move if a thought or an answer in it does not end, or if it contains two different
//! moves.

use std::{ops::Range, str::FromStr};

use batchdoku_base::thoughts::{MARK_STARTS, end_of_thoughts};

use super::Move;

/// The order of three numbers in brackets.
///
/// ```
/// use batchdoku::corpus::moves::MoveOrder;
/// assert!("digit row column".parse::<MoveOrder>().is_ok());
/// assert!("row row digit".parse::<MoveOrder>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder {
    /// The places of row, column and digit among the three numbers.
    places: [usize; 3],
}

/// Row, column, digit.
impl Default for MoveOrder {
    fn default() -> Self {
        Self { places: [0, 1, 2] }
    }
}

/// An order that does not have row, column and digit once each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 'row', 'column' and 'digit' in any order, got '{0}'")]
pub struct MoveOrderError(String);

impl FromStr for MoveOrder {
    type Err = MoveOrderError;

    fn from_str(text: &str) -> Result<Self, MoveOrderError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let place = |word| words.iter().position(|&other| other == word);
        match (words.len(), place("row"), place("column"), place("digit")) {
            (3, Some(row), Some(column), Some(digit)) => Ok(Self { places: [row, column, digit] }),
            _ => Err(MoveOrderError(text.to_owned())),
        }
    }
}

impl Move {
    /// Returns the move that a text contains, if it contains exactly one.
    ///
    /// ```
    /// use batchdoku::corpus::moves::{Move, MoveOrder};
    /// let of = |text: &str| Move::of_text(text.as_bytes(), MoveOrder::default());
    /// let [expected, other] = [[0, 2, 4], [2, 0, 4]].map(Move::of_numbers);
    /// assert_eq!(of("So I play [1 3 4]."), expected);
    /// assert_eq!(of("r1c3 is not 5, because r1c3=4"), expected);
    /// assert_eq!(of("r1c3=4 or r3c1=4"), None);
    /// assert_eq!(of("<think>r1c3=4</think> r3c1=4"), other);
    /// assert_eq!(of("row 1, column 3, digit 4: 1 3 4"), None);
    /// ```
    pub fn of_text(text: &[u8], order: MoveOrder) -> Option<Self> {
        let answer = answer(text)?;
        let scan = Scan { text: answer.text, at: 0, order };
        let mut found =
            scan.map(|[row, column, digit]| Self::of_numbers([row - 1, column - 1, digit]));
        let first = match found.next() {
            Some(first) => first,
            None if answer.is_marked => {
                return three(answer.text, 0, order)
                    .filter(|(_, end)| answer.text[*end..].trim_ascii().is_empty())
                    .and_then(|([row, column, digit], _)| {
                        Self::of_numbers([row - 1, column - 1, digit])
                    });
            }
            None => return None,
        };
        if found.all(|other| other == first) { first } else { None }
    }
}

/// The part of a text that contains the move.
struct Answer<'t> {
    text: &'t [u8],
    /// True if the text marks this part as its answer, so that the part has nothing else.
    is_marked: bool,
}

/// Returns the part of a text with the answer; `None` if a thought or the answer does not end.
fn answer(text: &[u8]) -> Option<Answer<'_>> {
    let starts = (0..text.len()).filter(|&at| MARK_STARTS.contains(&text[at]));
    let mut rest = &text[end_of_thoughts(text, None, starts)?..];
    let mut is_marked = false;
    if let Some(open) = last(rest, "<answer>") {
        rest = &rest[open.end..];
        rest = &rest[..first(rest, "</answer>")?.start];
        is_marked = true;
    }
    if let Some(open) = last(rest, "\\boxed{") {
        rest = &rest[open.end..];
        rest = &rest[..end_of_braces(rest)?];
        is_marked = true;
    }
    Some(Answer { text: rest, is_marked })
}

/// Returns the first occurrence of a word in a text.
fn first(text: &[u8], word: &str) -> Option<Range<usize>> {
    let at = text.windows(word.len()).position(|window| window == word.as_bytes())?;
    Some(at..at + word.len())
}

/// Returns the last occurrence of a word in a text.
fn last(text: &[u8], word: &str) -> Option<Range<usize>> {
    let at = text.windows(word.len()).rposition(|window| window == word.as_bytes())?;
    Some(at..at + word.len())
}

/// Returns the place of the brace that closes a brace opened before `text`.
fn end_of_braces(text: &[u8]) -> Option<usize> {
    let mut depth = 1;
    text.iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Iterates over the moves of a text: row and column from 1, and digit.
struct Scan<'t> {
    text: &'t [u8],
    at: usize,
    order: MoveOrder,
}

impl Iterator for Scan<'_> {
    type Item = [i64; 3];

    fn next(&mut self) -> Option<[i64; 3]> {
        while let Some(&byte) = self.text.get(self.at) {
            let start = self.at;
            self.at += 1;
            let found = match byte {
                b'[' | b'(' => in_brackets(self.text, start, self.order),
                b'{' => object(self.text, start),
                b'r' | b'R' => cell_and_digit(self.text, start),
                _ => None,
            };
            if let Some((numbers, end)) = found {
                self.at = end;
                return Some(numbers);
            }
        }
        None
    }
}

/// Three numbers, and the place after them.
type Found = ([i64; 3], usize);

/// Reads a number of one or two digits, after blanks.
fn number(text: &[u8], from: usize) -> Option<(i64, usize)> {
    let start = blanks(text, from);
    let length = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=2).contains(&length) {
        return None;
    }
    let digits = text[start..start + length].iter();
    let value = digits.fold(0, |value, digit| 10 * value + i64::from(digit - b'0'));
    Some((value, start + length))
}

/// Returns the place after blanks.
fn blanks(text: &[u8], from: usize) -> usize {
    from + text[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Reads three numbers with blanks or a comma between them.
fn three(text: &[u8], from: usize, order: MoveOrder) -> Option<Found> {
    let mut numbers = [0; 3];
    let mut at = from;
    for (place, slot) in numbers.iter_mut().enumerate() {
        if place > 0 {
            let behind = blanks(text, at);
            let is_comma = text.get(behind) == Some(&b',');
            if behind == at && !is_comma {
                return None;
            }
            at = behind + usize::from(is_comma);
        }
        (*slot, at) = number(text, at)?;
    }
    Some((order.places.map(|place| numbers[place]), at))
}

/// Reads `[1 3 4]` or `(1, 3, 4)`.
fn in_brackets(text: &[u8], start: usize, order: MoveOrder) -> Option<Found> {
    let close = if text[start] == b'[' { b']' } else { b')' };
    let (numbers, end) = three(text, start + 1, order)?;
    let end = blanks(text, end);
    (text.get(end) == Some(&close)).then_some((numbers, end + 1))
}

/// Reads `r1c3=4`, with `:` or `->` instead of the equals sign, blanks between the parts, and letters in either case.
fn cell_and_digit(text: &[u8], start: usize) -> Option<Found> {
    let is_word = start > 0 && text[start - 1].is_ascii_alphanumeric();
    let &[_, row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9', ..] = &text[start..] else {
        return None;
    };
    if is_word {
        return None;
    }
    let at = blanks(text, start + 4);
    let rest = &text[at..];
    let sign = [&b"="[..], b":", b"->"].into_iter().find(|sign| rest.starts_with(sign))?;
    let (digit, end) = number(text, at + sign.len())?;
    let numbers = [row, column].map(|byte| i64::from(byte - b'0'));
    Some(([numbers[0], numbers[1], digit], end))
}

/// The names of row, column and digit in objects.
const KEYS: [&[&str]; 3] =
    [&["row", "r"], &["column", "col", "c"], &["digit", "value", "number", "num", "n", "v", "d"]];

/// Reads an object that has a row, a column and a digit, each once, and no inner object. Quotes may be escaped, because
/// the arguments of a tool call may be a string.
fn object(text: &[u8], start: usize) -> Option<Found> {
    let length = text[start + 1..].iter().position(|byte| matches!(byte, b'{' | b'}'))?;
    let end = start + 1 + length;
    if text[end] == b'{' {
        return None;
    }
    let mut values = [None; 3];
    for pair in text[start + 1..end].split(|&byte| byte == b',') {
        let Some(colon) = pair.iter().position(|&byte| byte == b':') else { continue };
        let bare = |side: &[u8]| -> Vec<u8> {
            side.iter().copied().filter(|byte| !b"\"'\\ \t\r\n".contains(byte)).collect()
        };
        let name = bare(&pair[..colon]);
        let names = |keys: &&[&str]| keys.iter().any(|key| key.as_bytes() == name);
        let Some(place) = KEYS.iter().position(names) else { continue };
        let value = bare(&pair[colon + 1..]);
        let (value, _) = number(&value, 0).filter(|(_, end)| *end == value.len())?;
        if values[place].replace(value).is_some() {
            return None;
        }
    }
    let [Some(row), Some(column), Some(digit)] = values else { return None };
    Some(([row, column, digit], end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_base::thoughts::{THOUGHT_MARKS, THOUGHT_TAGS};

    fn of(text: &str) -> Option<[usize; 3]> {
        let chosen = Move::of_text(text.as_bytes(), MoveOrder::default())?;
        Some([chosen.cell.row() + 1, chosen.cell.column() + 1, chosen.digit.get().into()])
    }

    #[test]
    fn every_form_is_read() {
        for text in [
            "[1 3 4]",
            "[1, 3, 4]",
            "[ 1 3 4 ]",
            "I place [1 3 4] now.",
            "(1, 3, 4)",
            "(1 3 4)",
            "r1c3=4",
            "r1c3: 4",
            "R1C3 = 4",
            "r1c3 -> 4",
            "r1c3=4, so r1c3=4",
            "\\boxed{1 3 4}",
            "[3 1 4] was wrong: \\boxed{1,3,4}",
            "\\boxed{r1c3=4}",
            "\\boxed{(1, 3, 4)}",
            "<answer>1 3 4</answer>",
            "[9 9 9] <answer>\\boxed{1 3 4}</answer> [8 8 8]",
            "<think>[9 9 9]</think>[1 3 4]",
            r#"{"row": 1, "column": 3, "digit": 4}"#,
            r#"{"name": "place", "arguments": {"row": 1, "col": 3, "value": 4}}"#,
            r#"{"name": "place", "arguments": "{\"row\": 1, \"col\": 3, \"value\": 4}"}"#,
            r#"{"r": "1", "c": "3", "n": "4", "why": "it is single"}"#,
        ] {
            assert_eq!(of(text), Some([1, 3, 4]), "{text}");
        }
    }

    /// Tests a thought in each kind of marks: whole, with only its end, and without its end.
    #[test]
    fn a_thought_is_no_move() {
        let of = |text: &str| Move::of_text(text.as_bytes(), MoveOrder::default());
        let tags = THOUGHT_TAGS.map(|name| (format!("<{name}>"), format!("</{name}>")));
        let marks = THOUGHT_MARKS.map(|(open, close)| (open.to_owned(), close.to_owned()));
        for (open, close) in tags.iter().chain(&marks) {
            assert_eq!(of(&format!("{open}r1c3=4{close}")), None, "{open}");
            assert_eq!(of(&format!("{}r1c3=4", open.to_uppercase())), None, "{open}");
            assert_eq!(of(&format!("r1c3=4{close} r3c1=4")), of("r3c1=4"), "{open}");
            assert_eq!(of(&format!("{open}[1 3 4]{close} [3 1 4]")), of("r3c1=4"), "{open}");
        }
    }

    #[test]
    fn nothing_is_guessed() {
        for text in [
            "",
            "1 3 4",
            "row 1, column 3, digit 4",
            "4 in r1c3",
            "[1 3]",
            "[1 3 4 5]",
            "[1 3 4",
            "[1-3-4]",
            "[134]",
            "[0 3 4]",
            "[1 10 4]",
            "[1 3 0]",
            "[1 3 100]",
            "r1c3<>4",
            "r1c3=45",
            "r0c3=4",
            "xr1c3=4",
            "r1c3=4 or r1c3=5",
            "[1 3 4] [1 3 5]",
            "<think>[1 3 4]",
            "<think>a</think><think>[1 3 4]",
            "<answer>[1 3 4]",
            "\\boxed{1 3 4",
            "\\boxed{so 1 3 4}",
            r#"{"row": 1, "column": 3}"#,
            r#"{"row": 1, "column": 3, "digit": 4.5}"#,
            r#"{"row": 1, "row": 2, "column": 3, "digit": 4}"#,
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn the_caller_says_the_order() {
        let order: MoveOrder = "digit column row".parse().expect("an order");
        let chosen = Move::of_text(b"[4 3 1]", order);
        assert_eq!(chosen, Move::of_numbers([0, 2, 4]));
        assert_eq!(Move::of_text(b"r1c3=4", order), chosen, "names say the order themselves");
        for wrong in ["", "row column", "row column digit row", "row column row"] {
            assert_eq!(wrong.parse::<MoveOrder>(), Err(MoveOrderError(wrong.to_owned())));
        }
    }

    /// The time per byte does not grow with the length of a text.
    #[test]
    fn long_texts_take_no_longer_for_each_byte() {
        let text = "{[(r1c".repeat(20_000);
        assert_eq!(of(&text), None);
        assert_eq!(of(&format!("{text} [1 3 4]")), Some([1, 3, 4]));
    }
}
