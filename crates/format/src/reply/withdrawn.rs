//! Words that take a grid back, or say that another is meant.
//!
//! ```text
//! 5 3 4 ... Wait, that's wrong.        This is not the solution: 5 3 4 ...
//!
//! Candidate A: 5 3 4 ...    Candidate B: 4 3 5 ...    I choose candidate A.
//! ```
//!
//! A clause takes a grid back if it says that something is wrong, or not right; that there is a mistake; or that the writer
//! gives up. Of several clauses, the last decides. Questions and conditions say neither. The words are English.

/// The most bytes of a word that has a meaning.
const LONGEST_WORD: usize = 12;

/// The meaning of a word in a clause about a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// The thing that is judged: `this`, `grid`, `row`.
    Subject,
    /// `is`, `was`.
    Is,
    /// `isn't`: `is` and `not`.
    IsNot,
    Not,
    /// `wrong`, `incorrect`.
    Bad,
    /// `right`, `solution`.
    Good,
    /// `mistake`, `error`.
    Flaw,
    /// `has`, `made`: what stands before a mistake.
    Has,
    /// A word that changes nothing: `the`, `clearly`, a number.
    Filler,
    /// The first of two words that give up, as in `start over`.
    Begins,
    /// The second.
    Ends,
    /// `first`, `previous`: what follows is not the grid that was given last.
    Earlier,
    /// `if`, `whether`: the clause says nothing.
    Condition,
    Other,
}

impl Word {
    /// Returns what a word means, whatever its case.
    fn of(word: &[u8]) -> Self {
        if word.len() > LONGEST_WORD {
            return Self::Other;
        }
        let mut lower = [0; LONGEST_WORD];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        match &*lower {
            b"this" | b"that" | b"it" | b"which" | b"there" | b"grid" | b"board" | b"above"
            | b"row" | b"column" | b"box" | b"block" | b"attempt" | b"following" | b"one" => {
                Self::Subject
            }
            b"is" | b"was" | b"s" | b"looks" | b"seems" | b"are" => Self::Is,
            b"isn" | b"wasn" | b"aren" => Self::IsNot,
            b"not" | b"no" | b"never" => Self::Not,
            b"wrong" | b"incorrect" | b"invalid" | b"mistaken" | b"inconsistent" => Self::Bad,
            b"right" | b"correct" | b"valid" | b"solution" | b"answer" => Self::Good,
            b"mistake" | b"error" | b"mistakes" | b"errors" => Self::Flaw,
            b"has" | b"have" | b"had" | b"contains" | b"made" | b"see" | b"found" => Self::Has,
            b"a" | b"an" | b"the" | b"another" | b"some" | b"t" | b"all" | b"still" | b"also"
            | b"to" | b"clearly" | b"actually" | b"definitely" | b"obviously" | b"completely" => {
                Self::Filler
            }
            b"give" | b"start" | b"try" | b"cannot" | b"can" | b"couldn" | b"unable" => {
                Self::Begins
            }
            b"up" | b"over" | b"again" | b"solve" => Self::Ends,
            b"first" | b"previous" | b"earlier" | b"initial" | b"puzzle" => Self::Earlier,
            b"if" | b"unless" | b"whether" | b"any" | b"you" | b"don" | b"know" => Self::Condition,
            word if word.iter().all(u8::is_ascii_digit) => Self::Filler,
            _ => Self::Other,
        }
    }
}

/// The state behind the words of a clause that were read so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Subject,
    Is,
    IsNot,
    Has,
    Begun,
    Barred,
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

impl Verdict {
    /// Reads a text, clause by clause.
    fn of(text: &[u8]) -> Self {
        let mut verdict = Self::default();
        let mut at = 0;
        while at < text.len() {
            let end = text[at..].iter().position(|byte| b".,;!?\n".contains(byte));
            let end = end.map_or(text.len(), |end| at + end);
            if text.get(end) != Some(&b'?')
                && let Some(found) = Self::of_clause(&text[at..end])
            {
                verdict = found;
            } else if text[at..end].iter().any(u8::is_ascii_alphanumeric) {
                verdict.is_at_end = false;
            }
            at = end + 1;
        }
        verdict
    }

    /// Returns this verdict if there is one, else another.
    fn or(self, other: Self) -> Self {
        if self.is_said { self } else { other }
    }

    /// Reads a clause. `None` if it says neither.
    fn of_clause(clause: &[u8]) -> Option<Self> {
        let words = clause.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        let words = words.filter(|word| !word.is_empty()).map(Word::of);
        let mut state = State::Start;
        let mut verdict = None;
        for word in words {
            let mut is_bad = None;
            state = match (state, word) {
                (_, Word::Condition) => return None,
                (State::Begun, Word::Not | Word::Filler) => State::Begun,
                (State::Begun, Word::Ends) => {
                    is_bad = Some(true);
                    State::Start
                }
                (State::Barred, Word::Filler) => State::Barred,
                (State::Barred, Word::Subject) => State::Start,
                (State::Subject, Word::Is) => State::Is,
                (State::Subject, Word::IsNot) => State::IsNot,
                (State::Subject | State::Is | State::IsNot | State::Has, Word::Filler) => state,
                (State::Is, Word::Not) => State::IsNot,
                (State::Is, Word::Bad | Word::Flaw)
                | (State::IsNot, Word::Good)
                | (State::Has, Word::Flaw) => {
                    is_bad = Some(true);
                    State::Start
                }
                (State::Is, Word::Good) | (State::IsNot, Word::Bad | Word::Flaw) => {
                    is_bad = Some(false);
                    State::Start
                }
                (_, Word::Subject | Word::Good) => State::Subject,
                (_, Word::Has) => State::Has,
                (_, Word::Begins) => State::Begun,
                (_, Word::Not | Word::Earlier) => State::Barred,
                _ => State::Start,
            };
            if let Some(is_bad) = is_bad {
                verdict = Some(Self { is_said: true, is_bad, is_at_end: true });
            } else if let Some(verdict) = &mut verdict {
                verdict.is_at_end &= matches!(word, Word::Subject | Word::Filler | Word::Good);
            }
        }
        verdict
    }
}

/// The most bytes that are looked at of the text before a grid, of the beginning of the text behind it, and of its end.
pub(super) const NEAR: usize = 1000;

/// Returns whether the words next to a grid take it back: those behind it, or those that lead to it.
pub(super) fn is_withdrawn(before: &[u8], behind: &[u8]) -> bool {
    let lead = Verdict::of(last_line(before));
    let (soon, later) = behind.split_at(behind.len().min(NEAR));
    let late = &later[later.len().saturating_sub(NEAR)..];
    let verdict = Verdict::of(late).or(Verdict::of(soon));
    lead.is_bad && lead.is_at_end || verdict.is_bad
}

/// The most bytes of the line before a grid that is its name.
const LONGEST_NAME: usize = 40;

/// Returns the last line of a text that is not blank, or what is near of it.
fn last_line(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    let text = &text[text.len().saturating_sub(NEAR)..];
    let start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
    &text[start..]
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
