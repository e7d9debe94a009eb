//! The claim of a clause about the grid next to it.
//!
//! A clause is its words in order, each with a [meaning](super::words). A small grammar explains it:
//!
//! ```text
//! subject     the grid (this, it, my answer), the writer (I), a part (row 3), a cell, or something else
//! polarity    a word for not belongs to the next word for wrong or right; in some languages, to the one before
//! modality    if, would, could, you: nothing is said, unless the grid alone is the subject ("this could be wrong")
//! time        first, earlier, fixed: it was wrong before
//! predicate   the first word behind the subject that has a meaning of its own
//! ```
//!
//! Words for wrong, denied words for right and the [`IDIOMS`] take a grid back, unless modality or time is against it. A clause
//! in which no word describes, checks or closes, or whose predicate does not, is [open](Claim::Open): it says something, and no
//! rule explains what.
//!
//! English alone has subjects and predicates here. In other languages, words for wrong and denied words for right count.

use super::words::{Word, Words, meanings};

/// The place of a clause next to a grid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Before the grid, to which it leads.
    Lead,
    /// Right behind the grid, which may be the subject of the clause.
    Next,
    /// Among the first clauses behind the grid.
    Soon,
    Later,
}

/// The claim of a clause about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The grid is right, whatever was said before.
    Right,
    /// Something is right, or nothing wrong: the answer to a doubt.
    Fine,
    /// The grid is not meant, or something is wrong.
    Wrong,
    /// Something that no rule explains.
    Open,
    /// The writer hesitates.
    Doubt,
}

/// The state that the clauses before leave to a clause.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    /// True if the clause belongs to a list with a word for not, as in "no row, column or box has a digit twice".
    pub(super) is_denied: bool,
    /// True if the sentence says what was thought before: "I first thought that it is 8, but that was wrong".
    pub(super) is_past: bool,
    /// True if a question stands before.
    pub(super) is_asked: bool,
    /// True if the sentence has a condition: "if a clue is wrong, the result may differ".
    pub(super) is_supposed: bool,
}

/// The meaning of a clause.
pub(super) struct Clause {
    pub(super) has_words: bool,
    /// The only word, if there is one alone.
    pub(super) only: Option<Word>,
    pub(super) claim: Option<Claim>,
    /// True if it has several words, and one that explains it.
    pub(super) is_explained: bool,
    /// True if nothing follows the words that make the claim.
    pub(super) is_at_end: bool,
    /// True if it takes back what the clauses behind lead to, too: `for another puzzle, the solution is`.
    pub(super) is_lasting: bool,
    /// True if it says nothing if other words follow.
    pub(super) is_weak: bool,
    /// True if it says nothing if a digit follows as its consequence.
    pub(super) is_loose: bool,
    /// True if it names a digit or a cell.
    pub(super) has_number: bool,
    /// True if it starts with a word for not and has others, or belongs to a list that does.
    pub(super) is_denied: bool,
    /// True if it says what somebody thought before.
    pub(super) is_past: bool,
    /// True if it is a condition of the clauses behind it.
    pub(super) is_supposed: bool,
    /// True or false if it asks, as a question, whether the grid is right, or wrong.
    pub(super) asks: Option<bool>,
}

/// Signs that something is wrong.
pub(super) const CROSSES: [char; 4] = ['✗', '✘', '❌', '✖'];

/// The subject of a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Grid,
    Writer,
    /// A digit, or a cell.
    Cell,
    /// A row, a column or a box.
    Part,
    Other,
}

/// Where an idiom takes a grid back: before it, behind it, or on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lead,
    Behind,
    Both,
}

/// Words that take a grid back together.
struct Idiom {
    side: Side,
    /// The last word before that is no filler; any if empty.
    last: Words,
    word: Words,
    /// One of these stands somewhere before; nothing if empty.
    with: Words,
    /// None of these does.
    unless: Words,
}

impl Idiom {
    /// Two words with nothing but fillers between them.
    const fn pair(side: Side, last: &[Word], word: &[Word]) -> Self {
        let unless = NOT.with(Word::Can);
        Self { side, last: Words::of(last), word: Words::of(word), with: Words::NONE, unless }
    }

    const fn word(side: Side, word: &[Word], with: &[Word], unless: Words) -> Self {
        let [word, with] = [Words::of(word), Words::of(with)];
        Self { side, last: Words::NONE, word, with, unless }
    }

    /// Returns whether a word is it, behind those of a clause.
    fn is(&self, word: Word, scan: &Scan, is_lead: bool) -> bool {
        let is_side = match self.side {
            Side::Lead => is_lead,
            Side::Behind => !is_lead,
            Side::Both => true,
        };
        is_side
            && self.word.has(word)
            && (self.last.is_empty() || scan.content.is_some_and(|last| self.last.has(last)))
            && (self.with.is_empty() || scan.seen.meets(self.with))
            && !scan.seen.meets(self.unless)
    }
}

/// English words for not.
const NOT: Words = {
    use Word::{Cannot, Free, No, Not, Zero};
    Words::of(&[Not, No, Free, Zero, Cannot])
};

const IDIOMS: [Idiom; 20] = {
    use Side::{Behind, Both, Lead};
    use Word::{
        Answer, Assumes, Bad, Begins, Bottom, Breaks, Can, Checks, Condition, Different, Drops,
        Else, Ends, Flaw, Gives, Gropes, Instead, Is, Noun, Number, Once, Only, Plural, Pronoun,
        Puzzle, Redoes, Rejected, Same, Should, Solution, Subject, Supposes, Than, Top, Twice, Two,
        Unmeant, Writer,
    };
    [
        // Start over; give up.
        Idiom::pair(Behind, &[Begins], &[Ends]),
        Idiom::pair(Both, &[Gives], &[Ends]),
        Idiom::word(Behind, &[Redoes], &[], Words::of(&[Can])),
        Idiom::word(Both, &[Gropes], &[], NOT),
        // Two 5s, two conflicts; two identical digits; more than once; twice, unless it was checked twice.
        Idiom::pair(Both, &[Two], &[Plural, Flaw, Breaks]),
        Idiom::pair(Behind, &[Two], &[Same]),
        Idiom::pair(Both, &[Than], &[Once]),
        Idiom::word(Both, &[Twice], &[], NOT.with(Can).with(Checks).with(Writer)),
        // Disregard the grid; this is only a guess; for illustration only.
        Idiom::pair(Both, &[Drops], &[Subject, Pronoun, Solution, Answer]),
        Idiom::pair(Behind, &[Is], &[Unmeant, Rejected]),
        Idiom::word(Behind, &[Only], &[Unmeant], NOT),
        // Assuming r5c5 is 3, but not "assuming that dots are empty cells".
        Idiom::word(Lead, &[Number], &[Assumes], NOT.with(Subject)),
        // An example; an incorrect attempt; a different puzzle; from the bottom to the top.
        Idiom::word(Lead, &[Unmeant, Rejected, Supposes], &[], NOT),
        Idiom::pair(Lead, &[Bad], &[Subject, Solution, Answer, Noun]),
        Idiom::pair(Lead, &[Different, Is], &[Puzzle]),
        Idiom::pair(Lead, &[Bottom], &[Top]),
        // If only it were right; the solution is something else; it should be 8 instead of 7.
        Idiom::pair(Behind, &[Condition], &[Only]),
        Idiom::word(Behind, &[Else], &[Solution, Answer], NOT),
        Idiom::word(Behind, &[Instead], &[Should], Words::NONE),
        Idiom::word(Behind, &[Instead], &[Number], Words::NONE),
    ]
};

/// The words with which idioms end.
const ENDS_OF_IDIOMS: Words = {
    let mut all = Words::NONE;
    let mut at = 0;
    while at < IDIOMS.len() {
        all = all.and(IDIOMS[at].word);
        at += 1;
    }
    all
};

/// A word for not that waits for the word to which it belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Negation {
    /// An English one, with the number of words behind it that have no meaning. A word for right is denied by one near it.
    English(usize),
    /// One of another language, which may belong to the word before, too.
    Foreign,
    /// One that belongs to what follows.
    Without,
}

impl Negation {
    const NEAR: Option<Self> = Some(Self::English(0));

    /// Returns the word for not behind a word without a meaning.
    fn passes(self) -> Self {
        match self {
            Self::English(others) => Self::English(others + 1),
            other => other,
        }
    }
}

/// The words for wrong, or for right, that a clause has.
#[derive(Default)]
struct Said {
    /// The number of words to which no word for not belongs, and of those to which one does.
    plain: usize,
    denied: usize,
    /// True if a verb joins one to its subject: `is wrong`, `has a mistake`.
    is_linked: bool,
}

impl Said {
    /// Lets a word for not belong to the last one.
    fn deny(&mut self) {
        self.plain = self.plain.saturating_sub(1);
        self.denied += 1;
    }

    fn is_any(&self) -> bool {
        self.plain + self.denied > 0
    }
}

/// The words of a clause as far as they were read.
#[derive(Default)]
struct Scan {
    seen: Words,
    count: usize,
    numbers: usize,
    first: Option<Word>,
    last: Option<Word>,
    /// The last word that is no filler.
    content: Option<Word>,
    subject: Option<Subject>,
    /// The first word behind the subject that has a meaning of its own.
    predicate: Option<Word>,
    negation: Option<Negation>,
    wrong: Said,
    right: Said,
    /// True if the last word for wrong (true) or right has no word for not yet.
    open: Option<bool>,
    /// True if a word for not belongs to a word for wrong, and so to all that follow: "no errors or conflicts".
    is_clean: bool,
    /// True if the last word for wrong or right stands behind one for would or can.
    is_modal: bool,
    /// True if an idiom takes the grid back.
    is_taken: bool,
    /// True if an idiom says what kind of grid it is.
    is_kind: bool,
    gave_up: bool,
    is_unsure: bool,
    /// True if it ends with `not it`.
    is_not_it: bool,
    /// True if the writer does not do something with the grid: `I no longer stand by it`.
    is_denied_object: bool,
    /// True if a digit is there twice, in another language.
    is_twice: bool,
    /// True if a word shows that it is of a language of which words that explain are known.
    is_known: bool,
    is_at_end: bool,
}

impl Clause {
    /// Reads a clause in lower case.
    pub(super) fn of(clause: &str, place: Place, before: Before) -> Self {
        use Word::{Condition, Earlier, Flaw, Lacks, Negates, No, Thinks};
        let mut scan = Scan { is_at_end: true, ..Scan::default() };
        if place == Place::Next {
            scan.content = Some(Word::Subject);
        }
        scan.is_known = !clause.is_ascii() && clause.chars().any(is_of_known_script);
        meanings(clause, |word| scan.add(word, place, before));
        scan.end(place);
        // A member of an object says something about the others.
        let is_member = clause.contains("\":");
        let is_empty = clause.contains("[]")
            || clause.contains(':') && scan.last == Some(Flaw) && !scan.wrong.is_linked;
        let mut claim = scan.claim(place, before, is_member, is_empty);
        if claim == Some(Claim::Open) && is_heading(clause) {
            claim = None;
        }
        if !clause.is_ascii() && clause.contains(CROSSES) && !scan.seen.meets(NOT) {
            (claim, scan.is_at_end) = (Some(Claim::Wrong), true);
        }
        let is_list = matches!(scan.first, Some(No | Negates)) && (2..=3).contains(&scan.count);
        let is_of_past = scan.has(&[Thinks]) || scan.subject == Some(Subject::Writer);
        Self {
            has_words: scan.count > 0,
            only: scan.last.filter(|_| scan.count == 1),
            claim,
            is_explained: scan.count > 1 && scan.is_explained(),
            is_at_end: scan.is_at_end || scan.is_foreign(),
            is_lasting: is_member || scan.is_lasting(),
            is_weak: scan.has(&[Lacks]),
            is_loose: scan.wrong.plain > 0 && !(scan.wrong.is_linked || scan.is_taken),
            has_number: scan.numbers > 0,
            is_denied: before.is_denied || is_list || scan.is_clean,
            is_past: before.is_past || scan.has(&[Earlier]) && is_of_past,
            is_supposed: scan.has(&[Condition]),
            asks: match (scan.wrong.is_any() || scan.has(&[Word::Twice]), scan.right.is_any()) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            },
        }
    }
}

/// Returns whether a character is of a script in which most replies are of a language of which words that explain are known:
/// Cyrillic, Chinese, Japanese or Korean.
fn is_of_known_script(char: char) -> bool {
    matches!(char, '\u{400}'..='\u{4ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Returns whether a clause is a heading: `**Approach:**`.
fn is_heading(clause: &str) -> bool {
    clause.trim_end_matches(['*', '_', '`', '#', ' ', '\n']).ends_with(':')
}

impl Scan {
    /// Returns whether one of some words was met.
    fn has(&self, words: &[Word]) -> bool {
        self.seen.meets(Words::of(words))
    }

    /// Returns whether somebody cannot do something.
    fn cannot(&self) -> bool {
        self.has(&[Word::Cannot]) || self.has(&[Word::Can]) && self.seen.meets(NOT)
    }

    /// Returns whether the clause is of another language.
    fn is_foreign(&self) -> bool {
        use Word::{Double, Foreign, Negates, NegatesBefore, Right, Without, Wrong};
        self.has(&[Wrong, Right, Negates, NegatesBefore, Without, Foreign, Double])
    }

    /// Returns whether the grid is named, wherever it stands.
    fn names_grid(&self) -> bool {
        self.has(&[Word::Subject, Word::Top])
    }

    /// Returns whether the clause is about the grid as a whole.
    fn is_of_grid(&self) -> bool {
        // As in "there could be mistakes".
        let is_grid = self.subject == Some(Subject::Grid) || self.first == Some(Word::There);
        is_grid && !self.has(&[Word::Part, Word::Number])
    }

    /// Reads a word.
    fn add(&mut self, word: Word, place: Place, before: Before) {
        use Word::{
            Drops, Filler, Foreign, InForm, Joint, Number, Pronoun, Shared, Subject as This, There,
            Writer,
        };
        self.is_known |= matches!(word, Filler | Foreign | Joint | Pronoun | There | This | Writer);
        let word = match word {
            Shared => Filler,
            // As in "from scratch".
            Drops if self.content == Some(InForm) => Word::Other,
            word => word,
        };
        let is_opening = self.subject.is_none();
        self.name(word);
        let claims = self.claims();
        self.read(word, place);
        self.take(word, place, before, is_opening);
        if self.claims() != claims {
            self.is_at_end = true;
        } else if claims != (0, false) && !self.is_kind {
            self.is_at_end &= MAY_FOLLOW_CLAIM.has(word);
        }
        self.numbers += usize::from(word == Number);
        self.seen = self.seen.with(word);
        self.count += 1;
        self.first = self.first.or(Some(word));
        self.last = Some(word);
        if !matches!(word, Filler | Word::Doubt) {
            self.content = Some(word);
        }
    }

    /// Returns how much takes the grid back.
    fn claims(&self) -> (usize, bool) {
        (self.wrong.plain + self.right.denied, self.is_taken || self.gave_up)
    }

    /// Notes the subject, and the predicate behind it.
    fn name(&mut self, word: Word) {
        use Word::{
            Answer, Doubt, Filler, Joint, No, Noun, Number, Only, Part, Pronoun, Should, Solution,
            Subject as This, There, Writer, Yes,
        };
        let is_near = self.negation == Negation::NEAR;
        match (self.subject, word) {
            (None, Filler | Doubt | Joint | Only | There | Yes | No) => {}
            (None, Number | Noun) => self.subject = Some(Subject::Cell),
            (None, Part) => self.subject = Some(Subject::Part),
            (None, This | Pronoun | Solution | Answer) => self.subject = Some(Subject::Grid),
            (None, Writer) => self.subject = Some(Subject::Writer),
            (None, _) => self.subject = Some(Subject::Other),
            // The number of a row.
            (Some(Subject::Part), Number) => {}
            // As in "it does not need guesses".
            (Some(_), word)
                if self.predicate.is_none()
                    && (!BEFORE_PREDICATE.has(word) || word == Should && is_near) =>
            {
                self.predicate = Some(word);
            }
            _ => {}
        }
    }

    /// Reads a word for wrong, right or not.
    fn read(&mut self, word: Word, place: Place) {
        use Word::{
            Answer, Bad, Be, Breaks, Cannot, Different, Double, False, Finds, Flaw, Free, Good,
            Has, InForm, Is, Joint, Lacks, Negates, NegatesBefore, No, Not, Nothing, Noun, Number,
            Only, Other, Pronoun, Right, Solution, Solves, Sure, Times, Told, Unsure, Uses,
            Without, Wrong, Zero,
        };
        let is_near = self.negation == Negation::NEAR;
        let last = self.last;
        self.is_not_it = word == Pronoun && is_near && matches!(last, Some(Not | No | Be));
        match word {
            Wrong | Bad | Flaw | Breaks => self.says(true, word),
            Lacks if self.is_lack(place) => self.says(true, word),
            Right | Good | Solution | Answer => self.says(false, word),
            // A wrong candidate is no wrong grid.
            Noun if matches!(last, Some(Wrong | Bad)) && self.open.take() == Some(true) => {
                self.wrong.plain = self.wrong.plain.saturating_sub(1);
            }
            False | Nothing | NegatesBefore if self.open.is_some() => {
                self.deny();
                self.wrong.denied += std::mem::take(&mut self.wrong.plain);
            }
            False => self.is_taken |= matches!(self.content, Some(Is | Has | Solves)),
            Nothing => self.is_taken |= self.content == Some(Is) && place != Place::Later,
            Free if self.open == Some(true) => self.deny(),
            // As in "breaks no rule".
            No | Zero if self.content == Some(Breaks) && self.open == Some(true) => self.deny(),
            Not | No | Cannot | Zero => self.negation = Negation::NEAR,
            Negates | NegatesBefore => self.negation = Some(Negation::Foreign),
            // As in "it cannot be solved by singles".
            InForm | Without | Only | Different if self.gave_up && self.has(&[Be]) => {
                self.gave_up = false;
            }
            Without | Free => self.negation = Some(Negation::Without),
            Joint => self.negation = self.negation.filter(|not| *not == Negation::Foreign),
            Unsure => self.is_unsure |= !is_near,
            Sure => self.is_unsure |= is_near,
            Solves => self.gave_up |= is_near || self.cannot(),
            Finds => self.gave_up |= self.cannot(),
            Only if last == Some(Not) => self.negation = None,
            Number => self.is_twice |= last == Some(Double),
            Times => self.is_twice |= last == Some(Double) && self.numbers > 0,
            Different | Other | Told | Uses => {
                self.negation = self.negation.map(Negation::passes);
            }
            _ => {}
        }
        self.is_denied_object |= self.subject == Some(Subject::Writer)
            && matches!(self.negation, Some(Negation::English(_)))
            && word == Pronoun;
    }

    /// Returns whether a word for missing is about the grid, or a part of it that has no empty cells.
    fn is_lack(&self, place: Place) -> bool {
        use Word::{Answer, Is, Number, Part, Pronoun, Solution, Subject};
        let is_near = matches!(place, Place::Next | Place::Soon);
        let subjects = Words::of(&[Is, Subject, Pronoun, Part, Solution, Answer, Number]);
        (is_near || self.names_grid()) && self.content.is_some_and(|word| subjects.has(word))
    }

    /// Reads a word for wrong, or for right.
    fn says(&mut self, is_wrong: bool, word: Word) {
        use Word::{Answer, Be, Can, Cannot, Gives, Good, Has, Is, Only, Solution, Would};
        let is_denied = match (self.negation, word) {
            (Some(Negation::English(others)), Good | Solution | Answer) => {
                let reach = usize::from(word != Good);
                self.content != Some(Only) && others <= reach
            }
            (negation, _) => negation.is_some(),
        };
        if is_denied {
            self.negation = None;
        }
        self.is_modal = self.has(&[Would, Can, Cannot]);
        let said = if is_wrong { &mut self.wrong } else { &mut self.right };
        said.plain += 1;
        said.is_linked |= matches!(self.content, Some(Is | Has | Be | Gives));
        self.open = Some(is_wrong);
        if is_denied || is_wrong && self.is_clean {
            self.deny();
        }
    }

    /// Lets a word for not belong to the last word for right or wrong.
    fn deny(&mut self) {
        match self.open.take() {
            Some(true) => {
                self.wrong.deny();
                self.is_clean = true;
            }
            Some(false) => self.right.deny(),
            None => {}
        }
    }

    /// Notes whether an idiom ends with a word.
    fn take(&mut self, word: Word, place: Place, before: Before, is_opening: bool) {
        use Word::{
            Amends, Answer, Bad, Number, Other, Pronoun, Puzzle, Solution, Subject, Supposes,
            Unmeant, Uses,
        };
        let is_lead = place == Place::Lead;
        let is_object = matches!(word, Subject | Pronoun | Solution | Answer);
        // As in "do not trust this", unlike "it does not use guesses".
        let is_advice = self.subject == Some(self::Subject::Other) && self.count <= 3;
        let is_idiom = !before.is_denied && ENDS_OF_IDIOMS.has(word) && IDIOMS.iter().any(|it| it.is(word, self, is_lead))
            || word == Amends && !is_lead && is_opening
            // As in "don't use this one", and "consider this answer void".
            || self.content == Some(Uses)
                && is_object
                && matches!(self.negation, Some(Negation::English(..=1)))
            || word == Uses && self.negation == Negation::NEAR && (is_lead || is_advice)
            || word == Other && !is_lead && self.first == Some(Uses) && self.has(&[Subject]);
        if is_idiom {
            self.is_taken = true;
            self.is_kind |= matches!(word, Unmeant | Puzzle | Supposes | Number)
                || is_lead && self.content == Some(Bad);
        }
    }

    /// Ends the clause: a word for not at its end belongs to the last word for wrong or right.
    fn end(&mut self, place: Place) {
        use Word::{Drops, Is, No, Not, Zero};
        let is_lead = place == Place::Lead;
        // As in "sample, ignore", and "I withdraw".
        let is_end = is_lead || self.subject == Some(Subject::Writer);
        self.is_taken |= is_end && self.content == Some(Drops) && !self.seen.meets(NOT);
        let is_behind = match (self.negation, self.content) {
            (Some(Negation::Foreign), _) => true,
            (Some(Negation::English(_)), Some(Not | No | Is)) => true,
            (Some(Negation::English(_)), Some(Zero)) => self.open == Some(true),
            _ => false,
        };
        if is_behind {
            self.deny();
        }
    }

    /// Returns what the clause says of the grid.
    fn claim(
        &self,
        place: Place,
        before: Before,
        is_member: bool,
        is_empty: bool,
    ) -> Option<Claim> {
        use Word::{Can, Doubt, Earlier, Form, Good, No, Part, Would, Yes};
        let is_lead = place == Place::Lead;
        if self.is_unsure && !is_lead && !self.has(&[Earlier, Form]) {
            return Some(Claim::Wrong);
        }
        if self.is_unreal(is_lead) || before.is_past && !self.names_grid() {
            return None;
        }
        let is_wrong = if is_lead {
            self.leads_to_wrong(before, is_member)
        } else {
            self.is_wrong(place, before, is_member, is_empty)
        };
        if is_wrong {
            return Some(Claim::Wrong);
        }
        if is_lead {
            return None;
        }
        if self.count <= 2 && self.last == Some(No) && place != Place::Later && !before.is_asked {
            return Some(Claim::Wrong);
        }
        // The solution as a subject is no word for right.
        let has_good = self.has(&[Good, Word::Right]);
        let is_right = self.right.plain > 0
            && self.right.denied == 0
            && (self.right.is_linked || self.subject == Some(Subject::Grid) && has_good)
            || self.wrong.denied > 0;
        let is_real = self.wrong.plain == 0 && !self.has(&[Would, Can, Part]);
        if is_right && is_real && !self.is_foreign() {
            Some(Claim::Right)
        } else if self.right.plain > 0 && has_good
            || self.wrong.denied > 0
            || self.last == Some(Yes)
        {
            Some(Claim::Fine)
        } else if self.has(&[Doubt]) {
            Some(Claim::Doubt)
        } else {
            (!before.is_supposed && self.is_open()).then_some(Claim::Open)
        }
    }

    /// Returns whether the clause says nothing: it is a condition, advice, or a rule before a grid.
    fn is_unreal(&self, is_lead: bool) -> bool {
        use Word::{Anybody, Assumes, Condition, Only, Part, Should, Supposes};
        let is_wish = self.is_taken && self.has(&[Only]);
        let is_condition = self.has(&[Condition, Supposes, Assumes]) && !is_wish;
        if is_lead {
            is_condition && !self.is_kind || self.has(&[Part]) && !self.names_grid()
        } else {
            is_condition || self.has(&[Anybody]) && !self.has(&[Should])
        }
    }

    /// Returns whether the clause takes the grid back on either side.
    fn takes_back(&self, before: Before, is_lead: bool) -> bool {
        let is_possible = self.is_modal && self.has(&[Word::Would]);
        let is_denied = self.right.denied > 0
            && (is_lead || !is_possible || self.is_of_grid())
            && self.subject != Some(Subject::Cell);
        self.is_taken
            || is_denied
            || self.gave_up && self.wrong.denied == 0
            || self.is_foreign() && (self.right.denied > 0 || self.has_wrong(before))
    }

    /// Returns whether something is wrong, or twice.
    fn has_wrong(&self, before: Before) -> bool {
        (self.wrong.plain > 0 || self.is_twice && self.negation.is_none()) && !before.is_denied
    }

    /// Returns whether the clause ends with a word for not, as in "this does not".
    fn is_undone(&self) -> bool {
        matches!(self.content, Some(Word::Is | Word::Not))
            && matches!(self.negation, Some(Negation::English(_)))
    }

    /// Returns whether the clause leads to a grid that is not meant.
    fn leads_to_wrong(&self, before: Before, is_member: bool) -> bool {
        use Word::{
            Answer, Bad, Earlier, Form, Good, InForm, Mends, Solution, Subject, Thinks, Top,
        };
        let is_form =
            self.last == Some(Form) && !self.has(&[InForm, Good, Solution, Answer, Subject, Top]);
        let is_bad = self.has(&[Bad]) && self.right.plain == 0;
        self.takes_back(before, true)
            || is_form
            || self.is_not_it
            || self.is_undone() && self.has(&[Thinks])
            || self.has_wrong(before)
                && (is_member || is_bad || self.wrong.is_linked)
                && !self.has(&[Earlier, Mends])
    }

    /// Returns whether the clause takes back the grid before it.
    fn is_wrong(&self, place: Place, before: Before, is_member: bool, is_empty: bool) -> bool {
        use Word::{Can, Cannot, Different, Earlier, Mends, Number, Part, Puzzle, Thinks, Would};
        let is_about = self.subject == Some(Subject::Grid) || self.has(&[Thinks]);
        let is_undone = self.is_not_it || self.is_undone() && is_about;
        if self.takes_back(before, false) || is_undone && !before.is_asked {
            return true;
        }
        // What explains cells far behind the grid, what was wrong before, and what is only possible.
        let is_far = place == Place::Later && self.has(&[Part, Number]) && !self.wrong.is_linked;
        let is_other = self.has(&[Different, Earlier, Mends, Puzzle]);
        let is_possible = self.has(&[Can, Cannot, Would])
            && (self.is_modal || !self.wrong.is_linked)
            && !self.is_of_grid();
        let is_excused = is_far || is_other || is_possible;
        self.has_wrong(before) && !is_empty && (is_member || !is_excused)
    }

    /// Returns whether a word describes, checks or closes.
    fn is_explained(&self) -> bool {
        use Word::{Anybody, Condition, Noun, Number, Part, Puzzle};
        let others = Words::of(&[Anybody, Condition, Noun, Number, Part, Puzzle]);
        self.seen.meets(EXPLAINS) || self.seen.meets(others)
    }

    /// Returns whether no rule explains the clause.
    fn is_open(&self) -> bool {
        use Subject::{Grid, Part as Row, Writer};
        use Word::{
            Alien, Anybody, Can, Condition, Earlier, Mends, Noun, Number, Other, Part, Puzzle,
            Would,
        };
        if self.has(&[Alien, Anybody, Condition, Earlier, Mends, Noun, Puzzle]) {
            return false;
        }
        let is_unknown = self.predicate == Some(Other) && !self.is_foreign();
        let is_explained = self.seen.meets(EXPLAINS);
        match self.subject {
            // As in "I can also print it".
            Some(Writer) if self.has(&[Can, Would]) && !self.seen.meets(NOT) => false,
            Some(Writer) if self.is_denied_object => true,
            Some(Grid | Writer) if is_unknown => true,
            // As in "column 2 smells".
            Some(Row) if is_unknown && self.numbers == 1 => !is_explained,
            Some(_) if !self.has(&[Number, Part]) => {
                self.is_known && self.count > 1 && self.has(&[Other]) && !is_explained
            }
            _ => false,
        }
    }

    /// Returns whether the clause takes back what the clauses behind it lead to.
    fn is_lasting(&self) -> bool {
        use Word::{Assumes, Condition, False, For, Not, Supposes};
        self.has(&[False])
            || self.gave_up
            || self.first == Some(For)
            || self.is_kind && self.has(&[Condition, Supposes, Assumes])
            || self.right.denied > 0 && (self.names_grid() || self.first == Some(Not))
    }
}

/// Words that stand between a subject and its predicate.
const BEFORE_PREDICATE: Words = Words::of(&[
    Word::Answer,
    Word::Be,
    Word::Can,
    Word::Cannot,
    Word::Filler,
    Word::Has,
    Word::InForm,
    Word::Is,
    Word::No,
    Word::Not,
    Word::Only,
    Word::Pronoun,
    Word::Same,
    Word::Should,
    Word::Solution,
    Word::Subject,
    Word::There,
    Word::Would,
    Word::Writer,
    Word::Zero,
]);

/// Words that describe a grid or the work on it, check it, or close a reply.
const EXPLAINS: Words = Words::of(&[
    Word::Answer,
    Word::Checks,
    Word::Finds,
    Word::Form,
    Word::Good,
    Word::Has,
    Word::Once,
    Word::Plural,
    Word::Right,
    Word::Same,
    Word::Solution,
    Word::Solves,
    Word::Told,
    Word::Uses,
    Word::Yes,
]);

/// Words that may stand behind those that say what a grid is.
const MAY_FOLLOW_CLAIM: Words = Words::of(&[
    Word::Answer,
    Word::Be,
    Word::Filler,
    Word::Only,
    Word::Ends,
    Word::Form,
    Word::Good,
    Word::Is,
    Word::Noun,
    Word::Number,
    Word::Part,
    Word::Pronoun,
    Word::Puzzle,
    Word::Solution,
    Word::Subject,
    Word::There,
    Word::Would,
]);
