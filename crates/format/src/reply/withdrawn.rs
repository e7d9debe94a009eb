//! Words that take a grid back.
//!
//! ```text
//! 5 3 4 ... Wait, that's wrong.        This is not the solution: 5 3 4 ...        5 3 4 ... 不对，第三行有重复的数字。
//! ```
//!
//! Each [clause](super::clause) says something of the grid, or nothing. Behind a grid, the last clause that says something decides;
//! one that no rule explains takes the grid back unless a clause before says that it is right. Before a grid, only the sentence
//! that ends there counts, which says what the grid is. Questions say nothing, but the answer to a question does.

use super::{
    clause::{Before, Claim, Clause, Place},
    words::{Word, meanings},
};
use crate::tokens::to_be_checked;

/// The number of clauses behind a grid whose pronouns mean the grid.
const SOON: usize = 3;

/// The signs that end a clause.
const ENDS: [char; 13] = ['.', ',', ';', '!', '?', '\n', '。', '，', '、', '；', '！', '？', '؟'];

/// The signs behind which the same sentence has more clauses.
const COMMAS: [char; 4] = [',', ';', '，', '、'];

const QUESTIONS: [char; 3] = ['?', '？', '؟'];

/// The verdict of a text on the grid next to it.
#[derive(Clone, Copy, Debug, Default)]
struct Verdict {
    /// The last claim that counts.
    claim: Option<Claim>,
    /// True if nothing follows the words that make it.
    is_at_end: bool,
    /// True if what follows is about the same: `for another puzzle, the solution is`.
    is_lasting: bool,
    /// The clauses that no rule explains, and those that one does.
    open: usize,
    explained: usize,
}

impl Verdict {
    /// Reads a text, clause by clause.
    fn read(&mut self, text: &[u8], first: Place) {
        if text.trim_ascii().is_empty() {
            return;
        }
        let lower = lowered(text);
        let mut asked = None;
        let mut count = 0;
        let mut before = Before::default();
        let (mut is_weak, mut is_loose) = (false, false);
        for part in lower.split_inclusive(ENDS) {
            let place = match (first, count) {
                (Place::Next, 0) => Place::Next,
                (Place::Next, ..SOON) => Place::Soon,
                (Place::Next, _) => Place::Later,
                (first, _) => first,
            };
            let clause = Clause::of(part, place, before);
            if !clause.has_words {
                if part.ends_with(QUESTIONS) {
                    before.is_asked = true;
                }
                continue;
            }
            let goes_on = part.ends_with(COMMAS);
            before = Before {
                is_denied: clause.is_denied && goes_on && !part.ends_with(';'),
                is_past: clause.is_past && goes_on,
                is_asked: false,
                is_supposed: clause.is_supposed && goes_on,
            };
            count += 1;
            if part.ends_with(QUESTIONS) {
                before.is_asked = true;
                asked = clause.asks;
                self.is_at_end = false;
                self.explained += 1;
                continue;
            }
            // What other words follow was said of cells that were still empty; and what has a digit as its consequence.
            let is_reason = is_loose && clause.has_number && clause.claim.is_none();
            if self.claim == Some(Claim::Wrong) && (is_weak || is_reason) {
                self.claim = None;
            }
            is_weak = clause.is_weak;
            is_loose = clause.is_loose && goes_on;
            let claim = match (clause.only, asked.take()) {
                (Some(Word::Not | Word::No | Word::Negates), Some(is_right)) => {
                    Some(if is_right { Claim::Wrong } else { Claim::Right })
                }
                (Some(Word::Yes), Some(is_right)) => {
                    Some(if is_right { Claim::Right } else { Claim::Wrong })
                }
                _ => clause.claim,
            };
            self.is_at_end = false;
            self.explained += usize::from(clause.is_explained && claim != Some(Claim::Open));
            if let Some(claim) = claim {
                self.say(claim);
                self.is_at_end = clause.is_at_end;
                self.is_lasting |= claim == Claim::Wrong && clause.is_lasting;
            }
        }
    }

    /// Adds a claim to those before.
    fn say(&mut self, claim: Claim) {
        match claim {
            Claim::Open => self.open += 1,
            Claim::Fine if self.claim == Some(Claim::Doubt) => self.claim = Some(Claim::Right),
            Claim::Doubt if self.claim == Some(Claim::Wrong) => {}
            Claim::Fine => {}
            claim => self.claim = Some(claim),
        }
    }

    /// Returns whether the text takes the grid back. Without a claim, it does if it leaves more open than it explains.
    fn is_bad(&self) -> bool {
        match self.claim {
            Some(claim) => claim != Claim::Right,
            None => self.open > self.explained,
        }
    }
}

/// Returns a text in lower case, in which line ends in letters are line ends, and tags and commands are blank.
pub(super) fn lowered(text: &[u8]) -> String {
    // A copy, which does not change while it is checked.
    let mut lower = text.to_vec();
    blank_marks(&mut lower);
    lower.make_ascii_lowercase();
    match String::from_utf8(lower) {
        Ok(lower) if lower.is_ascii() => lower,
        Ok(lower) => lower.to_lowercase(),
        Err(error) => String::from_utf8_lossy(error.as_bytes()).to_lowercase(),
    }
}

/// The most bytes of a tag.
const LONGEST_TAG: usize = 60;

/// Makes tags and commands of LaTeX blank, and line ends in letters line ends.
fn blank_marks(text: &mut [u8]) {
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'<', b'\\', &text[at..]) {
        at += next;
        let rest = &mut text[at..];
        let is_name = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'/')
        };
        let length = if rest[0] == b'<' {
            let within = &rest[..rest.len().min(LONGEST_TAG)];
            let end = memchr::memchr(b'>', within).filter(|_| is_name(within.get(1)));
            end.map_or(0, |end| end + 1)
        } else if rest.get(1) == Some(&b'n') && !rest.get(2).is_some_and(u8::is_ascii_lowercase) {
            rest[..2].fill(b'\n');
            0
        } else {
            1 + rest[1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
        };
        rest[..length].fill(b' ');
        at += length.max(1);
    }
}

/// The most bytes that are looked at of the text before a grid, of the beginning of the text behind it, and of its end.
pub(super) const NEAR: usize = 1000;

/// The words that take a grid back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Withdrawal {
    None,
    /// Words that lead to it.
    Before,
    /// Words behind it alone.
    Behind,
}

/// Returns the words next to a grid that take it back. `follows` is true if another grid stands before: a sentence that ended
/// between them is about that.
pub(super) fn withdrawal(before: &[u8], behind: &[u8], follows: bool) -> Withdrawal {
    let line = last_line(before);
    let mut lead = Verdict::default();
    if !(follows && line.trim_ascii_end().ends_with(b".")) {
        lead.read(&line, Place::Lead);
    }
    if lead.is_bad() && (lead.is_at_end || lead.is_lasting) {
        return Withdrawal::Before;
    }
    let (soon, later) = behind.split_at(behind.len().min(NEAR));
    let mut verdict = Verdict::default();
    verdict.read(soon, Place::Next);
    verdict.read(&later[later.len().saturating_sub(NEAR)..], Place::Later);
    if verdict.is_bad() { Withdrawal::Behind } else { Withdrawal::None }
}

/// Returns whether a remark behind a row takes it back.
pub(super) fn is_denial(remark: &[u8]) -> bool {
    let mut verdict = Verdict::default();
    verdict.read(&remark[..remark.len().min(NEAR)], Place::Next);
    verdict.claim == Some(Claim::Wrong)
}

/// Returns whether the words before a grid, which need not be complete, announce it as the answer.
pub(super) fn is_announced(before: &[u8]) -> bool {
    let line = lowered(&last_line(before));
    let clause = line.trim_end().strip_suffix(':').and_then(|line| line.rsplit(ENDS).next());
    let mut is_answer = false;
    meanings(clause.unwrap_or(""), |word| is_answer |= word == Word::Answer);
    is_answer
}

/// Returns the last line of a text that has words, or what is near of it, without tags and commands. A fence has none.
pub(super) fn last_line(text: &[u8]) -> Vec<u8> {
    let mut near = text[text.len().saturating_sub(NEAR)..].to_vec();
    blank_marks(&mut near);
    let mut text = &near[..];
    loop {
        text = text.trim_ascii_end();
        let start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
        let line = text[start..].trim_ascii_start();
        let is_fence = line.starts_with(b"```") || line.starts_with(b"~~~");
        if start == 0
            || !is_fence
                && to_be_checked(line)
                    .utf8_chunks()
                    .any(|part| part.valid().contains(char::is_alphanumeric))
        {
            return text[start..].to_vec();
        }
        text = &text[..start];
    }
}
