//! Words that take a grid back.
//!
//! ```text
//! 5 3 4 ... Wait, that's wrong.        This is not the solution: 5 3 4 ...        5 3 4 ... 不对，第三行有重复的数字。
//! ```
//!
//! One reader decides whether a clause takes a grid back. A clause does if it says that something is wrong, or not right; that
//! there is a mistake, or a digit twice; that a cell is to be changed; that the grid is not meant, or of another puzzle; or that
//! the writer gives up, starts again or is not sure. Behind a grid, the last clause that says something decides. Before it,
//! only the sentence that ends at the grid counts, which says what the grid is. Questions and conditions say nothing, but the
//! answer to a question does.
//!
//! English has a grammar. In other languages, a word for wrong takes a grid back unless the clause has a word for not that
//! belongs to it, and a word for right does if there is one; nothing gives the grid back.

use super::words::{Word, meanings};
use crate::tokens::to_be_checked;

/// The state behind the words of a clause that were read so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Subject,
    Is,
    IsNot,
    /// Behind `is not` and a word that may describe a solution.
    IsNotA,
    /// Behind `is not it`, which may be the end.
    IsNotIt,
    Has,
    HasNot,
    HasTwo,
    Given,
    Begun,
    Breaks,
    Drops,
    Barred,
    GaveUp,
    Upward,
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
    /// True if what follows is about the same: `for another puzzle, the solution is`.
    is_lasting: bool,
}

/// The number of clauses behind a grid whose pronouns mean the grid.
const SOON: usize = 3;

/// The signs that end a clause.
const ENDS: [char; 13] = ['.', ',', ';', '!', '?', '\n', '。', '，', '、', '；', '！', '？', '؟'];

/// The signs behind which the same sentence has more clauses.
const COMMAS: [char; 4] = [',', ';', '，', '、'];

const QUESTIONS: [char; 3] = ['?', '？', '؟'];

/// Signs that something is wrong.
pub(super) const CROSSES: [char; 4] = ['✗', '✘', '❌', '✖'];

/// The meaning of the clauses before a clause.
#[derive(Clone, Copy, Default)]
struct Before {
    /// True if the clause belongs to a list with a word for not, as in "no row, column or box has a digit twice".
    is_denied: bool,
    /// True if the sentence says what was thought before: "I first thought that it is 8, but that was wrong".
    is_past: bool,
    /// True if a question stands before.
    is_asked: bool,
}

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
            let goes_on = part.ends_with(COMMAS);
            before = Before {
                is_denied: clause.is_denied && goes_on && !part.ends_with(';'),
                is_past: clause.is_past && goes_on,
                is_asked: before.is_asked && !clause.has_words,
            };
            count += usize::from(clause.has_words);
            if part.ends_with(QUESTIONS) {
                before.is_asked = true;
                asked = clause.asks;
                verdict.is_at_end = false;
                continue;
            }
            // What other words follow was said of cells that were still empty; and what has a digit as its consequence.
            let is_reason = is_loose && clause.has_number && clause.is_bad.is_none();
            verdict.is_bad &= !(clause.has_words && is_weak || is_reason);
            is_weak &= !clause.has_words;
            is_loose = clause.is_loose && goes_on;
            let said = match (clause.only, asked) {
                (Some(Word::Not | Word::No | Word::Negates), Some(is_right)) => Some(is_right),
                (Some(Word::Yes), Some(is_right)) => Some(!is_right),
                _ => clause.is_bad,
            };
            if let Some(is_bad) = said {
                is_weak = clause.is_weak;
                verdict = Self {
                    is_said: true,
                    is_bad,
                    is_at_end: clause.is_at_end,
                    is_lasting: verdict.is_lasting || clause.is_lasting,
                };
            } else if clause.has_words {
                verdict.is_at_end = false;
            }
            if clause.has_words {
                asked = None;
            }
        }
        verdict
    }
}

/// Words that say that a grid is right, and that something is wrong.
const GOOD_WORDS: [Word; 3] = [Word::Good, Word::Solution, Word::Answer];
const FLAWS: [Word; 4] = [Word::Bad, Word::Flaw, Word::Breaks, Word::Twice];

/// The meaning of a clause.
struct Clause {
    has_words: bool,
    /// The only word, if there is one alone.
    only: Option<Word>,
    /// True or false if it takes the grid back, or says that it is right.
    is_bad: Option<bool>,
    /// True if nothing follows the words that do.
    is_at_end: bool,
    /// True if it takes back what the clauses behind lead to, too.
    is_lasting: bool,
    /// True if it says nothing if other words follow.
    is_weak: bool,
    /// True if it takes the grid back by a word for wrong alone.
    is_loose: bool,
    /// True if it names a digit or a cell.
    has_number: bool,
    /// True if it starts with a word for not and has others, or belongs to a list that does.
    is_denied: bool,
    /// True if it says what somebody thought before.
    is_past: bool,
    /// True or false if it asks, as a question, whether the grid is right, or wrong.
    asks: Option<bool>,
}

/// The words that a clause has, wherever they stand.
#[derive(Default)]
struct Words {
    /// A bit for each meaning.
    seen: u128,
    count: usize,
    /// True if `sure` stands behind `not`, or `unsure` stands there.
    unsure: bool,
    starts_with_for: bool,
    starts_with_not: bool,
    /// True if the list to which the clause belongs has a word for not.
    denied: bool,
    /// True as long as a word for not belongs to the word behind.
    is_negated: bool,
    /// True if somebody does not think what follows.
    is_turned: bool,
    /// True as long as no word has a meaning of its own.
    is_opening: bool,
    /// True behind `not`, as long as all words may follow it, as in `not a valid solution`.
    is_denial: bool,
    /// True as long as it is `no solution`, before its last word.
    is_none: bool,
    /// True if `solution` stands behind a word for wrong: "wrong cells of the solution".
    is_bad_before_solution: bool,
}

impl Clause {
    /// Reads a clause in lower case.
    fn of(clause: &str, place: Place, before: Before) -> Self {
        let mut words = Words { denied: before.is_denied, is_opening: true, ..Words::default() };
        let mut others = Others::default();
        let mut state = if place == Place::Next { State::Subject } else { State::Start };
        let mut last = None;
        let mut is_bad = None;
        let mut is_at_end = true;
        let mut is_lasting = false;
        let mut is_unreal = false;
        // True if the clause says what kind of grid it is.
        let mut is_kind = false;
        meanings(clause, |word| {
            words.add(word);
            others.add(word);
            let (next, said) = step(state, word, last, &words, place);
            let last_was_bad = last == Some(Word::Bad);
            state = next;
            last = Some(word);
            is_unreal |= word == Word::Would && place != Place::Lead;
            if let Some(said) = said.filter(|_| !is_unreal) {
                is_bad = Some(said != words.is_turned);
                is_at_end = true;
                is_lasting |= said && words.starts_with_for || word == Word::False;
                let is_of_kind = matches!(word, Word::Unmeant | Word::Puzzle | Word::Supposes);
                is_kind |= said && (last_was_bad || is_of_kind);
                // What somebody cannot do stays so: "I could not solve it, but here are 81 digits".
                is_lasting |= said && state == State::GaveUp;
                is_lasting |= said
                    && words.has(&[Word::Subject, Word::Top])
                    && matches!(word, Word::Solution | Word::Answer);
            } else if is_bad.is_some() && !is_kind {
                is_at_end &= may_follow_verdict(word);
            }
            words.pass(word);
        });
        let is_behind = place != Place::Lead;
        let is_unsure = words.unsure && !words.has(&[Word::Earlier]);
        let is_alone = words.count == 1 && matches!(last, Some(Word::No));
        let is_denial =
            words.is_denial && matches!(last, Some(Word::Good | Word::Solution | Word::Answer));
        // As in "this won't do", and "the answer is not".
        let is_undone = state == State::IsNot && last == Some(Word::Is);
        let is_open = last == Some(Word::Not) && words.has(&[Word::Solution, Word::Answer]);
        // A member of an object says something about the others.
        let is_member = clause.contains("\":");
        // As in "an incorrectly filled grid".
        let is_said_last = state == State::Drops
            || words.has(&[Word::Bad])
                && !is_member
                && !words.not()
                && !words.is_bad_before_solution
                && !words.has(&[Word::Earlier, Word::Mends]);
        let is_form = last == Some(Word::Form)
            && !words.has(&[Word::InForm])
            && !words.has(&GOOD_WORDS)
            && !words.has(&[Word::Subject, Word::Top]);
        is_lasting |= is_member;
        let is_loose = is_member || is_behind && !is_unreal && words.is_loose(place);
        let is_empty = clause.contains("[]") || clause.contains(':') && last == Some(Word::Flaw);
        let is_loosely_bad =
            is_loose && !is_empty && others.is_wrong(before.is_denied) && is_bad.is_none();
        is_lasting |= words.has(&[Word::Subject, Word::Top]) && others.denied_right > 0
            || is_denial
            || is_kind && words.has(&[Word::Condition, Word::Supposes]);
        if others.is_bad(before.is_denied)
            || is_loosely_bad
            || is_denial
            || is_behind && (state == State::IsNotIt || is_undone)
            || is_behind && (is_unsure || is_alone && place != Place::Later && !before.is_asked)
            || !is_behind && (is_form || is_said_last || is_open)
        {
            (is_bad, is_at_end) = (Some(true), true);
        }
        let is_supposed = !is_behind && is_kind;
        let is_of_rules =
            !is_behind && words.has(&[Word::Part]) && !words.has(&[Word::Subject, Word::Top]);
        let says_nothing = words.has(&[Word::Condition, Word::Supposes]) && !is_supposed
            || words.has(&[Word::Anybody]) && is_behind
            || is_of_rules;
        if says_nothing && !is_unsure || before.is_past && !words.has(&[Word::Subject, Word::Top]) {
            is_bad = None;
        }
        if clause.contains(CROSSES) && !words.not() {
            (is_bad, is_at_end) = (Some(true), true);
        }
        Self {
            has_words: words.count > 0,
            only: last.filter(|_| words.count == 1),
            is_bad,
            is_at_end,
            is_lasting,
            is_weak: words.has(&[Word::Lacks]),
            is_loose: is_loosely_bad,
            has_number: others.number,
            is_denied: words.denied
                || words.starts_with_not && (2..=3).contains(&words.count)
                || others.is_clean,
            is_past: words.has(&[Word::Earlier]) && words.has(&[Word::Thinks]),
            asks: match (
                words.has(&FLAWS) || others.wrong > 0,
                words.has(&GOOD_WORDS) || others.right > 0,
            ) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            },
        }
    }
}

/// Returns whether a word may stand behind those that say what a grid is.
fn may_follow_verdict(word: Word) -> bool {
    use Word::{
        Answer, Be, Ends, Filler, Form, Good, Is, Noun, Number, Part, Pronoun, Puzzle, Solution,
        Subject, Would,
    };
    matches!(
        word,
        Answer
            | Be
            | Filler
            | Word::Only
            | Ends
            | Form
            | Good
            | Is
            | Noun
            | Number
            | Part
            | Pronoun
            | Puzzle
            | Solution
            | Subject
            | Would
    )
}

impl Words {
    /// Returns whether one of some words was met.
    fn has(&self, words: &[Word]) -> bool {
        words.iter().any(|word| self.seen & (1 << *word as u32) != 0)
    }

    /// Returns whether a word for not stands somewhere.
    fn not(&self) -> bool {
        use Word::{Can, Dont, Free, IsNot, No, Not, Tee, Zero};
        self.has(&[Not, No, IsNot, Dont, Free, Zero]) || self.has(&[Tee]) && self.has(&[Can])
    }

    /// Adds a word, before it is read.
    fn add(&mut self, word: Word) {
        let is_first = self.count == 0;
        self.count += 1;
        let is_second_other = word == Word::Other && self.has(&[Word::Other]);
        self.seen |= 1 << word as u32;
        self.starts_with_for |= is_first && word == Word::For;
        self.is_bad_before_solution |=
            self.has(&[Word::Bad]) && matches!(word, Word::Solution | Word::Answer);
        self.unsure |=
            word == Word::Unsure && !self.is_negated || word == Word::Sure && self.is_negated;
        self.is_turned |= word == Word::Thinks && self.is_negated;
        self.starts_with_not |= is_first && matches!(word, Word::Not | Word::No | Word::Negates);
        // One word may describe the solution.
        let may_follow = word == Word::Other && self.starts_with_not && !is_second_other
            || matches!(
                word,
                Word::Filler
                    | Word::Different
                    | Word::Number
                    | Word::Good
                    | Word::Solution
                    | Word::Answer
            );
        self.is_denial =
            word == Word::Not || is_first && word == Word::No || self.is_denial && may_follow;
    }

    /// Notes a word that was read, for those behind it.
    fn pass(&mut self, word: Word) {
        use Word::{Be, Cannot, Dont, Filler, IsNot, No, Not, Tee};
        self.is_negated = match word {
            Not | No | IsNot | Dont | Cannot => true,
            Tee => self.is_negated || self.has(&[Word::Can]),
            Filler | Be | Word::Only => self.is_negated,
            _ => false,
        };
        self.is_none = word == No || self.is_none && word == Word::Good;
        self.is_opening &= matches!(word, Filler | No);
    }

    /// Returns whether a word for wrong is about the grid, whatever stands around it. Far behind the grid, clauses about cells
    /// and houses explain it.
    fn is_loose(&self, place: Place) -> bool {
        use Word::{Can, Cannot, Earlier, Mends, Number, Part, Puzzle};
        let is_far = place == Place::Later && self.has(&[Part, Number]);
        !(self.has(&[Can, Cannot, Earlier, Mends, Puzzle]) || self.is_turned || is_far)
    }

    /// Returns whether somebody cannot do something.
    fn cannot(&self) -> bool {
        self.has(&[Word::Cannot]) || self.has(&[Word::Can]) && self.not()
    }
}

/// The words of other languages for wrong, right and not, in a clause.
#[derive(Clone, Copy, Default)]
struct Others {
    /// True if a word of another language is there.
    is_other: bool,
    /// The words for wrong and for right to which no word for not belongs yet, and those to which one does.
    wrong: usize,
    right: usize,
    denied_right: usize,
    /// True if a word for not waits for the word to which it belongs.
    not: bool,
    /// True if a word for without does.
    without: bool,
    /// The last word for wrong (true) or right, if no word for not belongs to it.
    last: Option<bool>,
    /// True if a word for not belongs to a word for wrong, and so to all that follow: "no errors or conflicts".
    is_clean: bool,
    /// True if the last word was a word for wrong.
    was_wrong: bool,
    two: bool,
    number: bool,
    /// True if the clause says that a digit is there twice.
    twice: bool,
    has_not: bool,
}

impl Others {
    fn add(&mut self, word: Word) {
        use Word::{
            Answer, Bad, Breaks, Double, False, Flaw, Foreign, Good, Negates, NegatesBefore, No,
            Not, Nothing, Number, Right, Solution, Times, Wrong,
        };
        self.is_other |= matches!(
            word,
            Wrong
                | Right
                | Negates
                | NegatesBefore
                | Word::Without
                | Foreign
                | Double
                | False
                | Nothing
        );
        match word {
            Wrong | Bad | Flaw | Breaks => self.says(true),
            // A wrong candidate is no wrong grid.
            Word::Noun if self.was_wrong && self.last.take() == Some(true) => self.wrong -= 1,
            Right | Good | Solution | Answer => self.says(false),
            NegatesBefore | False | Nothing if self.last.is_some() => {
                self.has_not = true;
                self.turn_last();
                self.wrong = 0;
            }
            Word::Free if self.last == Some(true) => self.turn_last(),
            Negates | NegatesBefore | Not | No | Word::Zero => {
                (self.not, self.has_not) = (true, true)
            }
            Word::Without | Word::Free => (self.without, self.has_not) = (true, true),
            Number if self.two => self.twice = true,
            Times if self.two && self.number => self.twice = true,
            _ => {}
        }
        self.number |= word == Number;
        self.was_wrong = matches!(word, Wrong | Bad);
        self.two = word == Double;
    }

    /// Reads a word for wrong, or for right.
    fn says(&mut self, is_wrong: bool) {
        let count = if is_wrong { &mut self.wrong } else { &mut self.right };
        *count += 1;
        self.last = Some(is_wrong);
        let is_denied = std::mem::take(&mut self.not) | std::mem::take(&mut self.without);
        if is_denied || is_wrong && self.is_clean {
            self.turn_last();
        }
    }

    /// Lets a word for not belong to the last word for right or wrong.
    fn turn_last(&mut self) {
        match self.last.take() {
            Some(true) => {
                self.wrong -= 1;
                self.is_clean = true;
            }
            Some(false) => self.denied_right += 1,
            None => {}
        }
    }

    /// Returns whether the clause takes a grid back, perhaps in a list with a word for not.
    fn is_bad(mut self, is_denied: bool) -> bool {
        self.end();
        self.is_other && (self.denied_right > 0 || self.is_wrong(is_denied))
    }

    /// Returns whether something is wrong, or twice.
    fn is_wrong(mut self, is_denied: bool) -> bool {
        self.end();
        !is_denied && (self.wrong > 0 || self.twice && !self.has_not)
    }

    /// Ends the clause: a word for not that still waits belongs to the last word for wrong or right.
    fn end(&mut self) {
        if self.not {
            self.turn_last();
        }
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
    const GOOD: (State, Option<bool>) = (State::Start, Some(false));
    const GIVEN_UP: (State, Option<bool>) = (State::GaveUp, Some(true));
    let is_lead = place == Place::Lead;
    let is_of_grid = words.has(&[Word::Subject, Word::Top]) || place != Place::Later;
    let is_good = (State::Start, (!words.has(&[Word::Part])).then_some(false));
    let next = match (state, word) {
        (State::Begun, Word::Not | Word::No | Word::Filler) => State::Begun,
        (State::Begun, Word::Ends) if !is_lead => return BAD,
        (State::Given, Word::Not | Word::Filler) => State::Given,
        (State::Given, Word::Ends) => return BAD,
        (_, Word::Solves | Word::Finds) if words.cannot() => return GIVEN_UP,
        (_, Word::Solves) if words.is_negated => return GIVEN_UP,
        (State::GaveUp, Word::Filler) => State::GaveUp,
        (State::GaveUp, Word::Flaw | Word::Bad | Word::Breaks | Word::Twice) => return is_good,
        (_, Word::Be) if words.cannot() => State::IsNot,
        // As in "please disregard the grid above", and "don't use this one".
        (_, Word::Drops)
            if !words.not() && !words.has(&[Word::Can]) && last != Some(Word::InForm) =>
        {
            State::Drops
        }
        (_, Word::Uses) if words.is_negated && is_lead => return BAD,
        (_, Word::Uses) if words.is_negated => State::Drops,
        (State::Drops, Word::Filler) => State::Drops,
        (State::Drops, Word::Subject | Word::Pronoun | Word::Solution | Word::Answer) => {
            return BAD;
        }
        (_, Word::Twice)
            if !(words.not() || words.cannot() || words.denied || words.has(&[Word::Checks])) =>
        {
            return BAD;
        }
        (_, Word::Unmeant | Word::Rejected) if (is_lead || state == State::Is) && !words.not() => {
            return BAD;
        }
        (State::IsNot, Word::Unmeant) => return is_good,
        (_, Word::Gropes) if !words.not() => return BAD,
        (_, Word::Puzzle)
            if is_lead
                && words.has(&[Word::Different])
                && matches!(last, Some(Word::Different | Word::Is)) =>
        {
            return BAD;
        }
        (_, Word::Supposes) if is_lead => return BAD,
        (_, Word::Same)
            if last == Some(Word::Two)
                && !is_lead
                && !(words.not() || words.denied || words.has(&[Word::Can])) =>
        {
            return BAD;
        }
        (_, Word::Bottom) if is_lead => State::Upward,
        (State::Upward, Word::Filler) => State::Upward,
        (State::Upward, Word::Top) => return BAD,
        // As in "here is an incorrect attempt".
        (_, Word::Subject | Word::Solution | Word::Answer | Word::Noun)
            if is_lead && last == Some(Word::Bad) =>
        {
            return BAD;
        }
        (_, Word::Redoes) if !is_lead && !words.has(&[Word::Can]) => return BAD,
        (_, Word::Amends) if !is_lead && words.is_opening => return BAD,
        (_, Word::Instead)
            if !is_lead
                && (words.has(&[Word::Should])
                    || words.has(&[Word::Number]) && place != Place::Later) =>
        {
            return BAD;
        }
        (State::IsNot, Word::Is) => State::IsNot,
        (State::Is, Word::Nothing) => return BAD,
        (State::IsNot, Word::False) => return is_good,
        (_, Word::False | Word::Nothing)
            if matches!(last, Some(Word::Flaw | Word::Bad | Word::Breaks)) =>
        {
            return GOOD;
        }
        (State::Is, Word::False) => return BAD,
        (_, Word::False) if last == Some(Word::Has) => return BAD,
        (_, Word::Solution | Word::Answer)
            if words.is_none || words.is_negated && last != Some(Word::Only) =>
        {
            return BAD;
        }
        (State::IsNotA, Word::Solution | Word::Answer) => return BAD,
        (State::IsNot, Word::Other) => State::IsNotA,
        (State::Barred, Word::Filler) => State::Barred,
        (State::Barred, Word::Subject | Word::Pronoun | Word::Part) => State::Start,
        (State::Subject, Word::Is) => State::Is,
        (State::Subject, Word::IsNot) => State::IsNot,
        (
            State::Subject | State::Is | State::IsNot | State::Has | State::HasNot,
            Word::Filler | Word::Only | Word::Same | Word::Number | Word::Different | Word::Tee,
        ) => state,
        (State::Is, Word::Not | Word::No) => State::IsNot,
        (State::IsNot, Word::Has) => State::HasNot,
        (State::HasNot, Word::Flaw | Word::Breaks | Word::Two) => return is_good,
        (State::Is, Word::Bad | Word::Flaw | Word::Breaks)
        | (State::IsNot, Word::Good | Word::Solution | Word::Answer)
        | (State::Has, Word::Flaw | Word::Breaks) => return BAD,
        (State::Subject, Word::Breaks) if is_of_grid => return (State::Breaks, Some(true)),
        (State::Subject | State::Is, Word::Lacks) if is_of_grid && !is_lead => return BAD,
        (State::Breaks, Word::Not | Word::No | Word::Zero) => return GOOD,
        (_, Word::Free) if matches!(last, Some(Word::Flaw | Word::Bad)) => return GOOD,
        (State::IsNot, Word::Pronoun) => State::IsNotIt,
        (_, Word::Else)
            if !is_lead && words.has(&[Word::Solution, Word::Answer]) && !words.not() =>
        {
            return BAD;
        }
        (State::Is, Word::Good | Word::Solution | Word::Answer)
        | (State::IsNot, Word::Bad | Word::Flaw | Word::Breaks | Word::Lacks) => return is_good,
        (State::Has | State::Is, Word::Two) => State::HasTwo,
        (State::HasTwo, Word::Filler) => State::HasTwo,
        (State::HasTwo, Word::Number | Word::Plural | Word::Flaw | Word::Breaks) => return BAD,
        (
            _,
            Word::Subject | Word::Pronoun | Word::Part | Word::Solution | Word::Answer | Word::Good,
        ) => State::Subject,
        (_, Word::Has) if words.is_negated => State::HasNot,
        (_, Word::Has) => State::Has,
        (_, Word::Gives) => State::Given,
        (_, Word::Begins) => State::Begun,
        (_, Word::Not | Word::No | Word::Dont | Word::Earlier | Word::Puzzle) => State::Barred,
        _ => State::Start,
    };
    (next, None)
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

/// Returns whether the words next to a grid take it back: those behind it, or those that lead to it. `follows` is true if
/// another grid stands before: a sentence that ended between them is about that.
pub(super) fn is_withdrawn(before: &[u8], behind: &[u8], follows: bool) -> bool {
    let line = last_line(before);
    let is_ended = follows && line.trim_ascii_end().ends_with(b".");
    let lead = if is_ended { Verdict::default() } else { Verdict::of(&line, Place::Lead) };
    let (soon, later) = behind.split_at(behind.len().min(NEAR));
    let late = &later[later.len().saturating_sub(NEAR)..];
    let late = Verdict::of(late, Place::Later);
    let verdict = if late.is_said { late } else { Verdict::of(soon, Place::Next) };
    lead.is_bad && (lead.is_at_end || lead.is_lasting) || verdict.is_bad
}

/// Returns whether a remark behind a row takes it back.
pub(super) fn is_denial(remark: &[u8]) -> bool {
    Verdict::of(&remark[..remark.len().min(NEAR)], Place::Next).is_bad
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
