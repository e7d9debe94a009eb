//! Which of several grids the words behind them choose: by name, by the last word of the name, or by number.
//!
//! ```text
//! Candidate A: 5 3 4 ...    Candidate B: 4 3 5 ...    I choose candidate A.    The correct one is A.    The first is right.
//! ```
//!
//! Each part of a clause names one grid at most, for it or against it. The one for which something is said is given; or of
//! two the one against which nothing is said. If the words leave several, or contradict each other, none is given.

use super::{
    clause::CROSSES,
    withdrawn::{NEAR, last_line, lowered},
    words::{Word, meanings},
};

/// The fewest bytes of a name that is found in a text.
const SHORTEST_NAME: usize = 4;

/// The most bytes of the line before a grid that is its name.
const LONGEST_NAME: usize = 40;

/// Returns the name of a grid, from the text before it: the line that leads to it, as `Candidate A`. Empty without one.
pub(super) fn name(before: &[u8]) -> String {
    let line = last_line(before);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
    let start = line.iter().position(is_word).unwrap_or(line.len());
    let end = line.iter().rposition(is_word).map_or(start, |last| last + 1);
    if end - start <= LONGEST_NAME {
        String::from_utf8_lossy(&line[start..end]).into_owned()
    } else {
        String::new()
    }
}

/// Words behind which, in a clause, stands what was not chosen.
const INSTEAD: [&str; 4] = [" over ", " instead of ", " rather than ", " not "];

/// Words that join two parts of a clause.
const JOINTS: [&str; 6] = [" and ", " but ", " while ", " whereas ", " because ", " since "];

/// The nouns that stand behind a number of a grid: `the first one`.
const NOUNS: [&str; 10] = [
    "one",
    "grid",
    "option",
    "candidate",
    "solution",
    "answer",
    "attempt",
    "version",
    "board",
    "is",
];

/// Words between which and the end of a clause stands the label of a grid: `the answer is A`.
const BEFORE_LABEL: [&str; 12] = [
    "is", "was", "be", "Answer", "answer", "choose", "pick", "select", "with", "keep", "prefer",
    "reject",
];

/// Numbers of grids in words; the last grid is `latter` and `last`.
const ORDINALS: [&[&str]; 4] =
    [&["first", "former", "1st"], &["second", "2nd"], &["third", "3rd"], &["fourth", "4th"]];
const LAST: [&str; 2] = ["latter", "last"];

/// Returns which of several grids the text behind them chooses, by their names in their order. `None` if it chooses none.
///
/// # Errors
/// If the choice is not clear.
pub(super) fn chosen(names: &[String], behind: &[u8]) -> Result<Option<usize>, ()> {
    let text = &behind[..behind.len().min(NEAR)];
    let are_choices = are_choices(names);
    let mut is_for: Vec<Option<bool>> = vec![None; names.len()];
    let original = String::from_utf8_lossy(text);
    for clause in
        original.split_inclusive(['.', ',', ';', '!', '?', '\n', '。', '，', '；', '！', '？'])
    {
        for (part, is_rejected) in parts(clause) {
            let lower = lowered(part.as_bytes());
            let mut named =
                (0..names.len()).filter(|&index| is_named(names, index, part, &lower, are_choices));
            let Some(index) = named.next() else {
                if are_choices && words(&lower).any(|word| matches!(word, "either" | "both")) {
                    return Err(());
                }
                continue;
            };
            if named.next().is_some() || clause.ends_with(['?', '？']) {
                if are_choices {
                    return Err(());
                }
                continue;
            }
            is_for[index] = Some(is_approved(&lower) != is_rejected);
        }
    }
    let mut all_for = (0..names.len()).filter(|&index| is_for[index] == Some(true));
    let mut open = (0..names.len()).filter(|&index| is_for[index].is_none());
    match (all_for.next(), all_for.next(), open.next(), open.next()) {
        (Some(only), None, ..) => Ok(Some(only)),
        (Some(_), Some(_), ..) if are_choices => Err(()),
        (None, _, Some(only), None) => Ok(Some(only)),
        (None, ..) if is_for.iter().all(Option::is_none) => Ok(None),
        // Attempts, of which the last is not said to be wrong.
        _ if !are_choices && is_for.last() != Some(&Some(false)) => Ok(None),
        _ => Err(()),
    }
}

/// Words for things of which a reply offers several, and the answer is one.
const CHOICES: [&str; 4] = ["option", "candidate", "possibility", "alternative"];

/// Words before the first grid that announce several: a number, or a word for some, and then one for the grids.
const SEVERAL: [&str; 14] = [
    "two",
    "three",
    "2",
    "3",
    "several",
    "multiple",
    "possible",
    "both",
    "dos",
    "zwei",
    "deux",
    "mehrere",
    "varias",
    "plusieurs",
];
const GRIDS: [&str; 14] = [
    "solutions",
    "grids",
    "candidates",
    "options",
    "answers",
    "possibilities",
    "completions",
    "soluciones",
    "respuestas",
    "lösungen",
    "gitter",
    "möglichkeiten",
    "grilles",
    "réponses",
];

/// Returns whether grids with these names are offered for a choice, by the names, or by the words before the first: `two
/// solutions are possible`. Otherwise the last of several is the answer, and those before it were attempts.
pub(super) fn offers_several(names: &[String], before: &[u8]) -> bool {
    let line = lowered(&last_line(before));
    let is_sentence = |part: &&str| part.contains(char::is_alphanumeric);
    let lead = line.rsplit(['.', '!', '?']).find(is_sentence).unwrap_or("");
    let mut is_several = false;
    let announces = words(lead).any(|word| {
        is_several |= SEVERAL.contains(&word);
        is_several && GRIDS.contains(&word)
    });
    let is_choice = |name: &String| {
        let lower = name.to_lowercase();
        CHOICES.iter().any(|noun| lower.starts_with(noun))
    };
    announces || lead.contains("one of these") || are_choices(names) && names.iter().all(is_choice)
}

/// Returns the parts of a clause, and whether what each names is not chosen by its place: `A instead of B`.
fn parts(clause: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = clause;
    let mut is_rejected = false;
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let cuts =
            INSTEAD.iter().map(|word| (word, true)).chain(JOINTS.iter().map(|word| (word, false)));
        let next =
            cuts.filter_map(|(word, rejects)| Some((rest.find(word)?, word.len(), rejects))).min();
        let part = (&rest[..next.map_or(rest.len(), |(at, ..)| at)], is_rejected);
        match next {
            Some((at, length, rejects)) => {
                rest = &rest[at + length - 1..];
                is_rejected = rejects;
            }
            None => is_over = true,
        }
        Some(part)
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns whether a part of a clause names a grid: by its name, by its label as the subject or the last word, or by its
/// number.
fn is_named(names: &[String], index: usize, part: &str, lower: &str, are_choices: bool) -> bool {
    let name = &names[index];
    if name.len() >= SHORTEST_NAME && lower.contains(&name.to_lowercase()) {
        return true;
    }
    if are_choices {
        let label = name.rsplit(' ').next().unwrap_or("");
        let mut all = words(part).peekable();
        let mut before = None;
        while let Some(word) = all.next() {
            let is_subject =
                before.is_none() && matches!(all.peek(), Some(&("is" | "has" | "was")));
            let is_object =
                all.peek().is_none() && before.is_some_and(|word| BEFORE_LABEL.contains(&word));
            if word == label && (is_subject || is_object) {
                return true;
            }
            before = Some(word);
        }
    }
    let mut all = words(lower).peekable();
    while let Some(word) = all.next() {
        let is_number = ORDINALS.get(index).is_some_and(|words| words.contains(&word))
            || index + 1 == names.len() && LAST.contains(&word);
        if is_number && all.peek().is_none_or(|next| NOUNS.contains(next)) {
            return true;
        }
    }
    false
}

/// Returns whether a part of a clause says nothing against what it names.
fn is_approved(part: &str) -> bool {
    let (mut is_flawed, mut is_denied) = (part.contains(CROSSES), false);
    meanings(part, |word| {
        use Word::{
            Bad, Breaks, Cannot, Drops, False, Flaw, Lacks, Negates, NegatesBefore, No, Not, Twice,
            Two, Unmeant, Wrong,
        };
        is_flawed |=
            [Bad, Breaks, Drops, False, Flaw, Lacks, Two, Twice, Unmeant, Wrong].contains(&word);
        is_denied |= [Cannot, Negates, NegatesBefore, No, Not].contains(&word);
    });
    is_flawed == is_denied
}

/// Returns whether names are those of choices: the same words but for the last, which is a letter or a number.
fn are_choices(names: &[String]) -> bool {
    let split = |name: &String| {
        let (words, label) = name.rsplit_once(' ')?;
        let is_label = label.len() == 1 && label.as_bytes()[0].is_ascii_alphanumeric();
        is_label.then(|| words.to_ascii_lowercase())
    };
    let words: Vec<_> = names.iter().map(split).collect();
    words.iter().all(|it| it.is_some() && *it == words[0])
}
