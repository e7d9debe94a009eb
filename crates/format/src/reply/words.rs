//! Words that have a meaning in a sentence about a grid, in the languages that models answer in.
//!
//! English words have places in a grammar, which [`withdrawn`](super::withdrawn) reads. Of other languages, [`Word::Wrong`],
//! [`Word::Right`] and [`Word::Negates`] are known, in any order. A word that ends with `*` is the start of many, and so is each
//! of a script without blanks.

use std::sync::LazyLock;

/// The meaning of a word in a clause about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The grid: `this`, `grid`.
    Subject,
    /// A word that may mean the grid: `it`, `that`.
    Pronoun,
    /// A part of the grid: `row`. The grid is wrong if a part is wrong, and may be wrong if a part is right.
    Part,
    /// `is`, `was`, `does`.
    Is,
    /// `be`, which says something behind `cannot`.
    Be,
    /// `isn't`, `doesn't`: `is` and `not`.
    IsNot,
    Not,
    /// The second half of `isn't`.
    Tee,
    Yes,
    /// `wrong`, `incorrect`.
    Bad,
    /// `right`, `satisfies`.
    Good,
    /// `solution`.
    Solution,
    /// `mistake`, `duplicate`.
    Flaw,
    /// `violates`, `conflicts`: what a wrong grid does, or has.
    Breaks,
    /// `has`, `made`: what stands before a mistake.
    Has,
    /// `two`, as in `has two 5s`.
    Two,
    /// `5s`.
    Plural,
    /// `twice`.
    Twice,
    /// `checked`, after which `twice` is no fault.
    Checks,
    /// `null`, as in `"solution": null`.
    Nothing,
    /// `ignore`, `retract`: what is done to a grid that is not meant.
    Drops,
    /// `rejected`, `example`: what leads to a grid that is not meant.
    Unmeant,
    /// A word that changes nothing: `the`, `clearly`, a number.
    Filler,
    /// `can`, which `not` makes `cannot`.
    Can,
    Cannot,
    /// A verb behind `cannot` by which somebody gives up: `solve`.
    Solves,
    /// The first of two words that give up, as in `start over`.
    Begins,
    /// The second.
    Ends,
    /// `first`, `previous`: what follows is not the grid that was given last.
    Earlier,
    /// `if`, `whether`: the clause says nothing.
    Condition,
    /// `would`: what follows says nothing.
    Would,
    /// Another language's word for wrong, for a mistake, or for giving up.
    Wrong,
    /// Another language's word for right, or for a solution.
    Right,
    /// Another language's word for not, or for none.
    Negates,
    Other,
}

const WORDS: &[(Word, &[&str])] = {
    use Word::{
        Bad, Be, Begins, Breaks, Can, Cannot, Checks, Condition, Drops, Earlier, Ends, Filler,
        Flaw, Good, Has, Is, IsNot, Negates, Not, Nothing, Part, Plural, Pronoun, Right, Solution,
        Solves, Subject, Tee, Twice, Two, Unmeant, Would, Wrong, Yes,
    };
    &[
        (Subject, &["this", "grid", "board", "above", "attempt", "following", "result"]),
        (Pronoun, &["that", "it", "which", "there", "one"]),
        (Part, &["row", "rows", "column", "columns", "box", "boxes", "block", "blocks"]),
        (Is, &["is", "was", "s", "looks", "seems", "seem", "are", "does", "did", "do"]),
        (Be, &["be"]),
        (IsNot, &["isn", "wasn", "aren", "doesn", "didn"]),
        (Not, &["not", "no", "never", "nope", "nothing", "none", "without", "neither"]),
        (Tee, &["t"]),
        (Yes, &["yes", "yep", "indeed"]),
        (
            Bad,
            &["wrong", "incorrect", "invalid", "mistaken", "inconsistent", "impossible", "flawed"],
        ),
        (Bad, &["false", "broken", "bad"]),
        (Good, &["right", "correct", "valid", "work", "satisfy", "hold", "fit"]),
        (Solution, &["solution", "answer"]),
        (
            Flaw,
            &["mistake", "error", "mistakes", "errors", "duplicate", "duplicates", "contradiction"],
        ),
        (Flaw, &["contradictions", "conflict", "violation", "violations", "issue", "problem"]),
        (Breaks, &["violates", "contradicts", "conflicts", "fails", "breaks"]),
        (
            Has,
            &["has", "have", "had", "contains", "contain", "made", "see", "found", "hay", "tiene"],
        ),
        (Two, &["two", "three"]),
        (Plural, &["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"]),
        (Twice, &["twice", "repeats", "repeated", "duplicated"]),
        (Checks, &["check", "checked", "verify", "verified", "double", "process", "steps"]),
        (Nothing, &["null", "unknown", "undetermined"]),
        (Drops, &["disregard", "ignore", "forget", "discard", "retract", "withdraw"]),
        (Unmeant, &["rejected", "discarded", "abandoned", "example", "placeholder", "dummy"]),
        (Filler, &["a", "an", "the", "another", "some", "all", "still", "also", "to", "clearly"]),
        (Filler, &["actually", "definitely", "obviously", "completely", "only", "just", "same"]),
        (Can, &["can", "could"]),
        (Cannot, &["cannot", "couldn", "unable"]),
        (Solves, &["solve", "determine", "find", "complete", "finish"]),
        (Begins, &["give", "start", "try"]),
        (Ends, &["up", "over", "again"]),
        (Earlier, &["first", "previous", "earlier", "initial", "puzzle"]),
        (Condition, &["if", "unless", "whether", "any", "you", "don", "know"]),
        (Would, &["would", "might"]),
        // German
        (Wrong, &["falsch*", "fehler", "fehlerhaft*", "ungültig*", "widerspruch*", "doppelt"]),
        (Wrong, &["inkorrekt*", "widerspricht", "aufgeben"]),
        (Right, &["richtig*", "korrekt*", "gültig*", "lösung*", "stimmt"]),
        (Negates, &["nicht", "kein", "keine", "keinen", "keiner", "keinerlei", "ohne", "nie"]),
        // French; Spanish; Portuguese; Italian
        (Wrong, &["faux", "fausse", "fausses", "erreur*", "erroné*", "invalide*", "doublon*"]),
        (Right, &["correcte*", "juste", "réponse"]),
        (Negates, &["pas", "aucun*", "sans", "jamais"]),
        (Wrong, &["incorrect*", "equivocad*", "errónea*", "erróneo*", "inválid*", "errores"]),
        (Wrong, &["contradicción*", "conflicto*", "rindo", "contradiction*"]),
        (Right, &["correcto*", "correcta*", "válid*", "solución", "respuesta"]),
        (Negates, &["ningún", "ninguna", "ninguno", "sin", "nunca"]),
        (Wrong, &["errad*", "erro", "erros", "incorret*", "contradição*", "conflito*", "desisto"]),
        (Right, &["corret*", "solução", "resposta"]),
        (Negates, &["não", "nenhum*", "sem", "nem"]),
        (Wrong, &["sbagliat*", "errat*", "errore", "errori", "scorrett*", "arrendo"]),
        (Right, &["corrett*", "soluzione", "risposta"]),
        (Negates, &["non", "nessun*", "senza"]),
        // Russian
        (
            Wrong,
            &["неверн*", "неправильн*", "ошибк*", "ошибочн*", "ошибок", "противореч*", "сдаюсь"],
        ),
        (Right, &["верн*", "правильн*", "решение"]),
        (Negates, &["не", "нет", "без", "ни"]),
        // Chinese; Japanese; Korean
        (
            Wrong,
            &[
                "错误",
                "错了",
                "不对",
                "不正确",
                "有误",
                "矛盾",
                "冲突",
                "重复",
                "放弃",
                "無效",
                "無法解",
            ],
        ),
        (
            Wrong,
            &[
                "錯誤",
                "不對",
                "不正確",
                "衝突",
                "重複",
                "放棄",
                "无效",
                "无法求解",
                "无法完成",
                "无法找到",
            ],
        ),
        (Right, &["正确", "正確", "正解"]),
        (Negates, &["不", "没有", "没", "沒有", "無", "无", "无误", "并非", "不是", "非"]),
        (
            Wrong,
            &["間違", "誤り", "正しくありません", "正しくない", "不正解", "諦め", "解けません"],
        ),
        (Negates, &["ありません", "ない", "なし", "ません", "なく"]),
        (Wrong, &["틀렸", "틀린", "잘못", "오류", "모순", "중복", "포기"]),
        (Right, &["올바", "정답", "맞"]),
        (Negates, &["않", "없", "아니", "아닙"]),
        // Arabic; Hindi
        (Wrong, &["خطأ", "خاطئ*", "गलत", "ग़लत"]),
        (Negates, &["لا", "ليس", "بدون", "नहीं"]),
    ]
};

/// A word, or the start of words, without the star.
struct Entry {
    text: &'static str,
    is_start: bool,
    word: Word,
}

/// The words by their first bytes, the longest first.
static BY_FIRST: LazyLock<[Vec<Entry>; 256]> = LazyLock::new(|| {
    let mut all = [const { Vec::new() }; 256];
    for (word, texts) in WORDS {
        for &text in *texts {
            let stem = text.strip_suffix('*');
            let is_start = stem.is_some() || text.chars().any(is_of_script_without_blanks);
            let text = stem.unwrap_or(text);
            let entries: &mut Vec<Entry> = &mut all[usize::from(text.as_bytes()[0])];
            entries.push(Entry { text, is_start, word: *word });
        }
    }
    for entries in &mut all {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.text.len()));
    }
    all
});

/// Returns whether a character is of a script in which no blanks stand between words: Chinese and Japanese; and Korean, whose
/// words have endings.
fn is_of_script_without_blanks(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Calls `each` with the meanings of the words of a clause in lower case.
pub(super) fn meanings(clause: &str, mut each: impl FnMut(Word)) {
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    for run in clause.split(|char| !is_part(char)).filter(|run| !run.is_empty()) {
        if run.is_ascii() || !run.chars().any(is_of_script_without_blanks) {
            each(of_word(run));
            continue;
        }
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let entries = &BY_FIRST[usize::from(rest.as_bytes()[0])];
            let found = entries.iter().find(|entry| entry.is_start && rest.starts_with(entry.text));
            each(found.map_or(Word::Other, |entry| entry.word));
            rest = &rest[found.map_or(first.len_utf8(), |entry| entry.text.len())..];
        }
    }
}

/// Returns the meaning of a word.
fn of_word(word: &str) -> Word {
    let is_it =
        |entry: &&Entry| entry.text == word || entry.is_start && word.starts_with(entry.text);
    match BY_FIRST[usize::from(word.as_bytes()[0])].iter().find(is_it) {
        Some(entry) => entry.word,
        None if word.bytes().all(|byte| byte.is_ascii_digit()) => Word::Filler,
        None => Word::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_meaning() {
        let all: Vec<_> = WORDS.iter().flat_map(|(_, texts)| texts.iter()).collect();
        for (index, text) in all.iter().enumerate() {
            assert!(!all[..index].contains(text), "{text}");
            assert_eq!(text.to_lowercase(), **text);
        }
    }

    #[test]
    fn words_of_scripts_without_blanks_are_found_in_each_other() {
        let of = |text: &str| {
            let mut found = Vec::new();
            meanings(text, |word| found.push(word));
            found.retain(|word| *word != Word::Other);
            found
        };
        assert_eq!(of("这个答案是错误的"), [Word::Wrong]);
        assert_eq!(of("没有错误"), [Word::Negates, Word::Wrong]);
        assert_eq!(of("検査無誤"), [Word::Negates]);
        assert_eq!(of("오류가 없습니다"), [Word::Wrong, Word::Negates]);
        assert_eq!(of("die falsche lösung"), [Word::Wrong, Word::Right]);
    }
}
