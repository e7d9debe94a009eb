//! Words that take a grid back, or say that another is meant.
//!
//! ```text
//! 5 3 4 ... Wait, that's wrong.        This is not the solution: 5 3 4 ...        5 3 4 ... 不对，第三行有重复的数字。
//!
//! Candidate A: 5 3 4 ...    Candidate B: 4 3 5 ...    I choose candidate A.
//! ```
//!
//! A clause takes a grid back if it says that something is wrong, or not right; that there is a mistake, or a digit twice; or
//! that the writer gives up. Of several clauses, the last decides. Questions and conditions say neither, but the answer to
//! a question does. In languages other than English, a word for wrong takes a grid back unless the clause has a word for
//! not, and a word for right does if it has one; nothing gives the grid back.

use super::words::{Word, meanings};
use crate::tokens::to_be_checked;

/// The state behind the words of a clause that were read so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Subject,
    Is,
    IsNot,
    Has,
    HasTwo,
    Begun,
    Breaks,
    Drops,
    Barred,
    GaveUp,
}

/// The place of a clause next to a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the grid, to which it leads.
    Lead,
    /// Right behind the grid, which may be the subject of the clause.
    Next,
    /// Among the first clauses behind the grid, whose pronouns mean the grid.
    Soon,
    Later,
}

/// The verdict of a text on the grid next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verdict {
    /// True if a clause says that the grid is wrong, or that it is right.
    is_said: bool,
    /// True if the last such clause takes it back.
    is_bad: bool,
    /// True if nothing follows the words that do.
    is_at_end: bool,
}

/// The number of clauses behind a grid whose pronouns mean the grid.
const SOON: usize = 3;

/// The signs that end a clause.
const ENDS: [char; 13] = ['.', ',', ';', '!', '?', '\n', '。', '，', '、', '；', '！', '？', '؟'];

/// Signs that something is wrong.
const CROSSES: [char; 4] = ['✗', '✘', '❌', '✖'];

impl Verdict {
    /// Reads a text, clause by clause, of which the first has a place.
    fn of(text: &[u8], first: Place) -> Self {
        let mut verdict = Self::default();
        if text.trim_ascii().is_empty() {
            return verdict;
        }
        let lower = lowered(text);
        let mut asked = None;
        let mut count = 0;
        let mut is_denied = false;
        for part in lower.split_inclusive(ENDS) {
            let place = match (first, count) {
                (Place::Next, 0) => Place::Next,
                (Place::Next, ..SOON) => Place::Soon,
                (Place::Next, _) => Place::Later,
                (first, _) => first,
            };
            let clause = Clause::of(part, place, is_denied);
            // As in "no row, column or box has a digit twice".
            is_denied = clause.is_denied && part.ends_with([',', '，', '、']);
            count += usize::from(clause.has_words);
            let said = match (clause.only, asked) {
                _ if part.ends_with(['?', '？', '؟']) => {
                    asked = clause.asks;
                    verdict.is_at_end = false;
                    continue;
                }
                (Some(Word::Not | Word::Negates), Some(is_right)) => Some(is_right),
                (Some(Word::Yes), Some(is_right)) => Some(!is_right),
                _ => clause.is_bad,
            };
            if let Some(is_bad) = said {
                verdict = Self { is_said: true, is_bad, is_at_end: clause.is_at_end };
            } else if clause.has_words {
                verdict.is_at_end = false;
            }
            if clause.has_words {
                asked = None;
            }
        }
        verdict
    }

    /// Returns this verdict if there is one, else another.
    fn or(self, other: Self) -> Self {
        if self.is_said { self } else { other }
    }
}

/// The meaning of a clause.
struct Clause {
    has_words: bool,
    /// The only word, if there is one alone.
    only: Option<Word>,
    /// True or false if it takes the grid back, or says that it is right.
    is_bad: Option<bool>,
    /// True if nothing follows the words that do.
    is_at_end: bool,
    /// True if it starts with a word for not and has others, or belongs to a list that does.
    is_denied: bool,
    /// True or false if it asks, as a question, whether the grid is right, or wrong.
    asks: Option<bool>,
}

/// The words that a clause has, wherever they stand.
#[derive(Default)]
struct Words {
    count: usize,
    not: bool,
    can: bool,
    cannot: bool,
    part: bool,
    whole: bool,
    number: bool,
    checks: bool,
    /// Of the grammar: words for right and wrong.
    good: bool,
    flaw: bool,
    /// Of other languages.
    wrong: bool,
    right: bool,
    negates: bool,
    starts_with_not: bool,
    /// True if the list to which the clause belongs has a word for not.
    denied: bool,
    /// True if the first word is `not`, and as long as all others may follow it, as in `not a valid solution`.
    is_denial: bool,
}

impl Clause {
    /// Reads a clause in lower case; `is_denied` if it belongs to a list with a word for not.
    fn of(clause: &str, place: Place, is_denied: bool) -> Self {
        let mut words = Words { denied: is_denied, ..Words::default() };
        let mut state = if place == Place::Next { State::Subject } else { State::Start };
        let mut last = None;
        let mut is_bad = None;
        let mut is_at_end = true;
        let mut is_condition = false;
        let mut is_unreal = false;
        meanings(clause, |word| {
            words.add(word);
            is_condition |= word == Word::Condition;
            let (next, said) = step(state, word, last, &words, place);
            state = next;
            last = Some(word);
            is_unreal |= word == Word::Would;
            if said.is_some() && !is_unreal {
                is_bad = said;
                is_at_end = true;
            } else if is_bad.is_some() {
                is_at_end &= matches!(
                    word,
                    Word::Subject
                        | Word::Pronoun
                        | Word::Part
                        | Word::Filler
                        | Word::Good
                        | Word::Solution
                        | Word::Is
                );
            }
        });
        let is_foreign = words.wrong && !words.negates && !words.not && !words.denied
            || words.right && (words.negates || words.not)
            || words.good && words.negates;
        let is_denial = words.is_denial && matches!(last, Some(Word::Good | Word::Solution));
        if is_foreign || is_denial {
            (is_bad, is_at_end) = (Some(true), true);
        }
        if is_condition {
            is_bad = None;
        }
        if clause.contains(CROSSES) {
            (is_bad, is_at_end) = (Some(true), true);
        }
        Self {
            has_words: words.count > 0,
            only: last.filter(|_| words.count == 1),
            is_bad,
            is_at_end,
            is_denied: words.denied || words.starts_with_not && words.count > 1,
            asks: match (words.flaw || words.wrong, words.good || words.right) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            },
        }
    }
}

impl Words {
    fn add(&mut self, word: Word) {
        let is_first = self.count == 0;
        self.count += 1;
        match word {
            Word::Not => self.not = true,
            Word::IsNot => self.not = true,
            Word::Tee => self.not |= self.can,
            Word::Can => self.can = true,
            Word::Cannot => self.cannot = true,
            Word::Part => self.part = true,
            Word::Subject => self.whole = true,
            Word::Plural => self.number = true,
            Word::Filler => self.number |= self.part,
            Word::Checks => self.checks = true,
            Word::Good | Word::Solution => self.good = true,
            Word::Bad | Word::Flaw | Word::Breaks | Word::Twice => self.flaw = true,
            Word::Wrong => self.wrong = true,
            Word::Right => self.right = true,
            Word::Negates => self.negates = true,
            _ => {}
        }
        self.starts_with_not |= is_first && matches!(word, Word::Not | Word::Negates);
        let may_follow = matches!(word, Word::Filler | Word::Good | Word::Solution);
        self.is_denial = is_first && word == Word::Not || self.is_denial && may_follow;
    }

    /// Returns whether somebody cannot do something.
    fn cannot(&self) -> bool {
        self.cannot || self.can && self.not
    }
}

/// Returns the state behind a word, and whether the words up to it take the grid back, or say that it is right.
fn step(
    state: State,
    word: Word,
    last: Option<Word>,
    words: &Words,
    place: Place,
) -> (State, Option<bool>) {
    const BAD: (State, Option<bool>) = (State::Start, Some(true));
    let is_of_grid = words.whole || place != Place::Later;
    let is_good = (State::Start, (!words.part).then_some(false));
    let next = match (state, word) {
        (State::Begun, Word::Not | Word::Filler) => State::Begun,
        (State::Begun, Word::Ends) => return BAD,
        (_, Word::Solves) if words.cannot() => return (State::GaveUp, Some(true)),
        (State::GaveUp, Word::Filler) => State::GaveUp,
        (State::GaveUp, Word::Flaw | Word::Bad | Word::Breaks) => return is_good,
        (_, Word::Be) if words.cannot() => State::IsNot,
        // As in "please disregard the grid above".
        (_, Word::Drops) if !words.not && !words.can => State::Drops,
        (State::Drops, Word::Filler) => State::Drops,
        (State::Drops, Word::Subject | Word::Pronoun | Word::Solution) => return BAD,
        (_, Word::Twice)
            if !(words.not || words.cannot() || words.negates || words.denied || words.checks) =>
        {
            return BAD;
        }
        (_, Word::Unmeant) if place == Place::Lead && !words.not => return BAD,
        // As in "here is an incorrect attempt".
        (_, Word::Subject | Word::Solution) if place == Place::Lead && last == Some(Word::Bad) => {
            return BAD;
        }
        (State::IsNot, Word::Is) => State::IsNot,
        (_, Word::Nothing) if last == Some(Word::Solution) || state == State::Is => return BAD,
        (State::Barred, Word::Filler) => State::Barred,
        (State::Barred, Word::Subject | Word::Pronoun | Word::Part) => State::Start,
        (State::Subject, Word::Is) => State::Is,
        (State::Subject, Word::IsNot) => State::IsNot,
        (State::Subject | State::Is | State::IsNot | State::Has, Word::Filler | Word::Tee) => state,
        (State::Is, Word::Not) => State::IsNot,
        (State::Is, Word::Bad | Word::Flaw | Word::Breaks)
        | (State::IsNot, Word::Good | Word::Solution)
        | (State::Has, Word::Flaw | Word::Breaks) => return BAD,
        (State::Subject, Word::Breaks) if is_of_grid => return (State::Breaks, Some(true)),
        (State::Breaks, Word::Not) => return is_good,
        (State::Is, Word::Good | Word::Solution)
        | (State::IsNot, Word::Bad | Word::Flaw | Word::Breaks) => return is_good,
        (State::Has | State::Is, Word::Two) => State::HasTwo,
        (State::HasTwo, Word::Filler | Word::Plural | Word::Flaw | Word::Breaks) => return BAD,
        (_, Word::Subject | Word::Pronoun | Word::Part | Word::Solution | Word::Good) => {
            State::Subject
        }
        (_, Word::Has) => State::Has,
        (_, Word::Begins) => State::Begun,
        (_, Word::Not | Word::Earlier) => State::Barred,
        _ => State::Start,
    };
    (next, None)
}

/// Returns a text in lower case, in which line ends in letters are line ends.
fn lowered(text: &[u8]) -> String {
    // A copy, which does not change while it is checked.
    let mut lower = text.to_vec();
    for at in memchr::memmem::find_iter(text, b"\\n") {
        if !text.get(at + 2).is_some_and(u8::is_ascii_lowercase) {
            lower[at..at + 2].fill(b'\n');
        }
    }
    lower.make_ascii_lowercase();
    match String::from_utf8(lower) {
        Ok(lower) if lower.is_ascii() => lower,
        Ok(lower) => lower.to_lowercase(),
        Err(error) => String::from_utf8_lossy(error.as_bytes()).to_lowercase(),
    }
}

/// The most bytes that are looked at of the text before a grid, of the beginning of the text behind it, and of its end.
pub(super) const NEAR: usize = 1000;

/// Returns whether the words next to a grid take it back: those behind it, or those that lead to it.
pub(super) fn is_withdrawn(before: &[u8], behind: &[u8]) -> bool {
    let lead = Verdict::of(last_line(before), Place::Lead);
    let (soon, later) = behind.split_at(behind.len().min(NEAR));
    let late = &later[later.len().saturating_sub(NEAR)..];
    let verdict = Verdict::of(late, Place::Later).or(Verdict::of(soon, Place::Next));
    lead.is_bad && lead.is_at_end || verdict.is_bad
}

/// The most bytes of the line before a grid that is its name.
const LONGEST_NAME: usize = 40;

/// Returns the last line of a text that has words, or what is near of it. A fence has none.
fn last_line(text: &[u8]) -> &[u8] {
    let mut text = &text[text.len().saturating_sub(NEAR)..];
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
            return &text[start..];
        }
        text = &text[..start];
    }
}

/// Returns the name of a grid, from the text before it: the line that leads to it, as `Candidate A`. Empty without one.
pub(super) fn name(before: &[u8]) -> &[u8] {
    let line = last_line(before);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
    let start = line.iter().position(is_word).unwrap_or(line.len());
    let end = line.iter().rposition(is_word).map_or(start, |last| last + 1);
    if end - start <= LONGEST_NAME { &line[start..end] } else { &[] }
}

/// Returns where a name stands last near a grid, in the text behind it.
pub(super) fn place_of(name: &[u8], behind: &[u8]) -> Option<usize> {
    let behind = &behind[..behind.len().min(NEAR)];
    let is_name = |words: &[u8]| words.eq_ignore_ascii_case(name);
    if name.is_empty() { None } else { behind.windows(name.len()).rposition(is_name) }
}

/// Returns which of several grids a text behind them chooses by name, where the names are a list of choices, as `Option A` and
/// `Option B`: the only one that a clause names without a word for not or for wrong.
///
/// # Errors
/// If it names several, or none but with such words.
pub(super) fn chosen(names: &[&[u8]], behind: &[u8]) -> Result<Option<usize>, ()> {
    if !are_choices(names) {
        return Ok(None);
    }
    let lower = lowered(&behind[..behind.len().min(NEAR)]);
    let names: Vec<_> = names.iter().map(|name| lowered(name)).collect();
    let mut is_named = vec![None; names.len()];
    for clause in lower.split_inclusive(ENDS) {
        let mut of_clause = (0..names.len()).filter(|&index| clause.contains(&*names[index]));
        let Some(index) = of_clause.next() else { continue };
        if of_clause.next().is_some() {
            return Err(());
        }
        let mut is_rejected = clause.contains(CROSSES);
        meanings(clause, |word| {
            use Word::{Bad, Breaks, Cannot, Drops, Flaw, IsNot, Negates, Not, Twice, Two, Wrong};
            let rejects =
                [Bad, Breaks, Cannot, Drops, Flaw, IsNot, Negates, Not, Two, Twice, Wrong];
            is_rejected |= rejects.contains(&word);
        });
        is_named[index] = Some(!is_rejected);
    }
    let mut good = (0..names.len()).filter(|&index| is_named[index] == Some(true));
    match (good.next(), good.next()) {
        (Some(only), None) => Ok(Some(only)),
        (None, _) if is_named.iter().all(Option::is_none) => Ok(None),
        _ => Err(()),
    }
}

/// Returns whether names are those of choices: the same words but for the last, which is a letter or a number.
fn are_choices(names: &[&[u8]]) -> bool {
    let split = |name: &&[u8]| {
        let last = name.iter().rposition(|&byte| byte == b' ')?;
        let label = &name[last + 1..];
        let is_label = label.len() == 1 && label[0].is_ascii_alphanumeric();
        is_label.then(|| name[..last].to_ascii_lowercase())
    };
    let words: Vec<_> = names.iter().map(split).collect();
    words.iter().all(|it| it.is_some() && *it == words[0])
}
