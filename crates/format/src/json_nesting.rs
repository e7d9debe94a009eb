//! The brackets and strings of a text in JSON, byte by byte: where values start and end.

/// The place in a text: the brackets that are open, and whether a string is.
#[derive(Default)]
pub(super) struct Nesting {
    /// The closing brackets of all arrays and objects that are open.
    closing: Vec<u8>,
    in_string: bool,
    is_escaped: bool,
}

/// A byte that starts, ends or separates values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The start of an array or an object.
    Open,
    /// The end of an array or an object.
    Close,
    Comma,
    /// The quotes before and behind a string.
    Quote,
    EndQuote,
}

impl Nesting {
    /// Takes the next byte. Returns its meaning; `None` if it is part of a string, a number or a name, a colon or a blank.
    pub(super) fn take(&mut self, byte: u8) -> Option<Mark> {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => {
                    self.in_string = false;
                    return Some(Mark::EndQuote);
                }
                _ => {}
            }
            return None;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                Some(Mark::Quote)
            }
            b'[' => self.open(b']'),
            b'{' => self.open(b'}'),
            b']' | b'}' => {
                self.closing.pop();
                Some(Mark::Close)
            }
            b',' => Some(Mark::Comma),
            _ => None,
        }
    }

    fn open(&mut self, closing: u8) -> Option<Mark> {
        self.closing.push(closing);
        Some(Mark::Open)
    }

    /// Returns the number of brackets that are open.
    pub(super) fn depth(&self) -> usize {
        self.closing.len()
    }

    pub(super) fn is_in_string(&self) -> bool {
        self.in_string
    }

    /// Returns the closing brackets of all arrays and objects that are open, the outer first.
    pub(super) fn closing(&self) -> &[u8] {
        &self.closing
    }
}

/// Returns the array or the object at the start of a text, to the bracket that ends it.
pub(super) fn first_value(text: &[u8]) -> Option<&[u8]> {
    let mut nesting = Nesting::default();
    let end = text.iter().position(|&byte| {
        nesting.take(byte);
        nesting.depth() == 0 && !nesting.is_in_string()
    });
    end.map(|end| &text[..=end])
}
