//! Changes and damages texts in the ways in which files differ.

use std::ops::Range;

use super::{
    pairs::{Choices, pick},
    written::{
        Document,
        Structure::{Blocks, Enclosed, Lines, Objects, Table},
        choices_of, is_cell,
    },
};

/// A change of a text: damage, or a difference that readers must accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Nothing.
    None,
    /// A line of text between records.
    TextBetween,
    /// A line of text before everything.
    Title,
    /// A line of text behind everything.
    Footer,
    /// Commas or the like at the ends of lines.
    TrailingCommas,
    /// A ruler of any width and mark between records.
    Rulers,
    /// CRLF line ends.
    Crlf,
    /// The byte order mark of UTF-8.
    ByteOrderMark,
    /// Blank lines before records.
    BlankLines,
    /// Blanks at the ends of lines.
    TrailingBlanks,
    /// Blanks at the starts of lines.
    LeadingBlanks,
    /// Comments between records.
    Comments,
    /// Puzzles without their leading zeros, as spreadsheets leave them.
    LostZeros,
    /// Three records or more on a line.
    SeveralOnALine,
    /// The end is missing.
    Truncated,
    /// A cell is missing.
    LostCell,
    /// A cell is a letter.
    WrongCell,
    /// There is a cell too many.
    MoreCells,
    /// Something else stands where the puzzle should be.
    NoPuzzle,
    /// A row of a grid is missing.
    LostRow,
    /// The last line has no end.
    NoLastLineEnd,
    /// The mark of DOS for the end of a file.
    EndOfFile,
    /// A record in quotes.
    QuotedRecords,
    /// Other marks for empty cells.
    OtherMarks,
}

/// All mutations.
pub const MUTATIONS: [Mutation; 24] = [
    Mutation::None,
    Mutation::TextBetween,
    Mutation::Title,
    Mutation::Footer,
    Mutation::TrailingCommas,
    Mutation::Rulers,
    Mutation::Crlf,
    Mutation::ByteOrderMark,
    Mutation::BlankLines,
    Mutation::TrailingBlanks,
    Mutation::LeadingBlanks,
    Mutation::Comments,
    Mutation::LostZeros,
    Mutation::SeveralOnALine,
    Mutation::Truncated,
    Mutation::LostCell,
    Mutation::WrongCell,
    Mutation::MoreCells,
    Mutation::NoPuzzle,
    Mutation::LostRow,
    Mutation::NoLastLineEnd,
    Mutation::EndOfFile,
    Mutation::QuotedRecords,
    Mutation::OtherMarks,
];

const TEXTS: [&str; 14] = [
    "Puzzle 3:",
    "solved in 0.3 ms",
    "Difficulty: hard",
    "Clues: 27",
    "12",
    "[info] done",
    "% randomly generated - easy",
    "// next",
    "2023-02-03 15:12:38.4374766 +0100 CET m=+0.002552301",
    "<p>",
    "(c) 2022 somebody <at> example.org",
    "------ next ------",
    "a",
    "-- 27 clues, rated 4.2; see below --",
];

const RULER_MARKS: [&str; 9] = ["-", "=", "*", "_", "+", "~", "\u{2500}", "\u{2013}", "--- "];

/// Returns the bytes with one sequence in place of another.
pub(super) fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 40);
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with(from) {
            out.extend_from_slice(to);
            rest = &rest[from.len()..];
        } else {
            out.push(rest[0]);
            rest = &rest[1..];
        }
    }
    out
}

/// Returns the lines of a record, each changed.
fn map_lines(record: &[u8], change: impl FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    record.split(|&byte| byte == b'\n').map(change).collect::<Vec<_>>().join(&b'\n')
}

/// Returns the places of the cells of a record that can be damaged one by one: those that stand side by side, or digits.
fn damageable(record: &[u8]) -> Vec<usize> {
    let mut run: Range<usize> = 0..0;
    for at in 0..record.len() {
        if is_cell(&record[at]) {
            run.end = at + 1;
            if run.len() == 81 && !record.get(at + 1).is_some_and(is_cell) {
                return run.collect();
            }
        } else {
            run = at + 1..at + 1;
        }
    }
    (0..record.len()).filter(|&at| matches!(record[at], b'1'..=b'9')).collect()
}

/// The damage that a change does to a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// Every puzzle is still there and has to be read.
    None,
    /// A reader may report puzzles.
    Some,
    /// This record lacks a row.
    LostRow(usize),
}

fn some_unless(is_harmless: bool) -> Damage {
    if is_harmless { Damage::None } else { Damage::Some }
}

/// Returns whether a separator or an end of the record stands at this place.
fn is_separator_at(record: &[u8], at: Option<usize>) -> bool {
    let byte = at.and_then(|at| record.get(at));
    byte.is_none_or(|byte| b" ,;|\t\n".contains(byte))
}

/// Returns the line of a record that has the byte at `at`.
fn line_around(record: &[u8], at: usize) -> &[u8] {
    let start = record[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let length = record[at..].iter().position(|byte| *byte == b'\n');
    &record[start..length.map_or(record.len(), |length| at + length)]
}

/// Changes a document; `None` if the change makes no sense.
pub(super) fn mutate(
    document: &mut Document,
    mutation: Mutation,
    choices: &mut dyn Choices,
) -> Option<Damage> {
    let structure = document.structure;
    let records = &mut document.records;
    let some = pick(choices, records.len());
    // Damage is done to one record, or to all.
    let is_for_all = pick(choices, 3) == 0;
    let hit = |index: usize| is_for_all || index == some;
    // With few records, the others do not suffice to recognise the layout.
    let is_damage = matches!(
        mutation,
        Mutation::NoPuzzle
            | Mutation::LostCell
            | Mutation::WrongCell
            | Mutation::MoreCells
            | Mutation::Truncated
            | Mutation::LostZeros
    );
    if is_damage && structure == Enclosed && records.len() < 4 {
        return None;
    }
    if mutation == Mutation::NoPuzzle && (is_for_all || structure == Enclosed || records.len() < 4)
    {
        return None;
    }
    match mutation {
        Mutation::None | Mutation::Crlf | Mutation::ByteOrderMark | Mutation::NoLastLineEnd => {
            Some(Damage::None)
        }
        Mutation::Truncated if document.has_candidates => None,
        Mutation::Truncated | Mutation::EndOfFile => Some(Damage::Some),
        Mutation::TextBetween | Mutation::Rulers | Mutation::Comments => {
            if !matches!(structure, Lines | Table | Objects | Blocks) {
                return None;
            }
            let line = match mutation {
                Mutation::TextBetween => TEXTS[pick(choices, TEXTS.len())].to_owned(),
                Mutation::Rulers => {
                    let mark = RULER_MARKS[pick(choices, RULER_MARKS.len())];
                    let width = if pick(choices, 2) == 0 { 9 } else { 1 + pick(choices, 80) };
                    // Nine of the marks that are empty cells are a row.
                    let may_be_row = structure == Blocks && document.between == "\n";
                    if may_be_row
                        && mark.len() * width == 9
                        && records.iter().any(|record| record.contains(&mark.as_bytes()[0]))
                    {
                        return None;
                    }
                    mark.repeat(width)
                }
                _ => "# 27 clues".to_owned(),
            };
            for index in 1..records.len() {
                if hit(index) {
                    records[index].splice(0..0, format!("{line}\n").into_bytes());
                }
            }
            Some(some_unless(mutation == Mutation::Comments && structure == Lines))
        }
        Mutation::Title => {
            if structure == Enclosed {
                return None;
            }
            document.head.insert_str(0, &format!("{}\n", TEXTS[pick(choices, TEXTS.len())]));
            Some(Damage::Some)
        }
        Mutation::Footer => {
            document.foot += &format!("{}\n", TEXTS[pick(choices, TEXTS.len())]);
            Some(Damage::Some)
        }
        Mutation::TrailingCommas => {
            let comma = choices_of(choices, &[",", ";", ",,", " ,"]);
            for (index, record) in records.iter_mut().enumerate() {
                if hit(index) {
                    *record = map_lines(record, |line| [line, comma.as_bytes()].concat());
                }
            }
            Some(Damage::Some)
        }
        Mutation::BlankLines => {
            if structure == Enclosed {
                return None;
            }
            for (index, record) in records.iter_mut().enumerate() {
                if hit(index) {
                    record.splice(0..0, *b"\n\n");
                }
            }
            Some(some_unless(matches!(structure, Lines | Table | Objects)))
        }
        Mutation::TrailingBlanks | Mutation::LeadingBlanks => {
            if document.has_blank_cells {
                return None;
            }
            let blanks = choices_of(choices, &[" ", "   ", "\t"]);
            for (index, record) in records.iter_mut().enumerate() {
                if hit(index) {
                    *record = map_lines(record, |line| match mutation {
                        Mutation::TrailingBlanks => [line, blanks.as_bytes()].concat(),
                        _ => [blanks.as_bytes(), line].concat(),
                    });
                }
            }
            Some(Damage::Some)
        }
        Mutation::LostZeros => {
            let mut is_changed = false;
            for (index, record) in records.iter_mut().enumerate() {
                let cells = damageable(record);
                let zeros = cells.iter().take_while(|&&at| record[at] == b'0').count();
                if hit(index) && cells.len() == 81 && zeros > 0 {
                    record.drain(cells[0]..cells[zeros]);
                    is_changed = true;
                }
            }
            is_changed.then_some(Damage::Some)
        }
        Mutation::SeveralOnALine => {
            if !matches!(structure, Lines | Objects) || records.len() < 3 {
                return None;
            }
            let separator = choices_of(choices, &[" ", ",", ", ", "\t", ";", " | "]);
            let many = 3 + pick(choices, records.len() - 2);
            let joined = records[..many].join(separator.as_bytes());
            records.splice(..many, [joined]);
            Some(Damage::Some)
        }
        Mutation::LostCell | Mutation::MoreCells if document.has_candidates => None,
        Mutation::LostCell | Mutation::WrongCell | Mutation::MoreCells => {
            let mut is_changed = false;
            for (index, record) in records.iter_mut().enumerate() {
                let cells = damageable(record);
                if !hit(index) || cells.is_empty() {
                    continue;
                }
                let is_whole = cells.len() == 81;
                let at = cells[pick(choices, cells.len())];
                match mutation {
                    // If cells stand apart, the rest of a lost cell may be an empty cell.
                    Mutation::LostCell if !is_whole && document.has_blank_cells => continue,
                    Mutation::LostCell => {
                        // The rest of an empty row may be a ruler.
                        if line_around(record, at).iter().all(|byte| *byte == record[at]) {
                            continue;
                        }
                        // The rest between separators may be an empty cell, and so may the point of a number.
                        let behind = at + 1 + usize::from(record.get(at + 1) == Some(&b'.'));
                        if !is_whole
                            && is_separator_at(record, at.checked_sub(1))
                            && is_separator_at(record, Some(behind))
                        {
                            continue;
                        }
                        record.remove(at);
                    }
                    Mutation::WrongCell => record[at] = b'q',
                    _ => record.insert(at, b'5'),
                }
                is_changed = true;
            }
            is_changed.then_some(Damage::Some)
        }
        Mutation::NoPuzzle => {
            let text =
                choices_of(choices, &["NULL", "", "4.3E+78", "None", "NaN", "0", "-", "n/a"]);
            let mut is_changed = false;
            for (index, record) in records.iter_mut().enumerate() {
                let cells = damageable(record);
                // A line with nothing else would be blank.
                let is_alone = record.len() < 85 && text.is_empty();
                if hit(index) && cells.len() == 81 && !is_alone {
                    record.splice(cells[0]..cells[80] + 1, text.bytes());
                    is_changed = true;
                }
            }
            is_changed.then_some(Damage::Some)
        }
        Mutation::LostRow => {
            if structure != Blocks {
                return None;
            }
            let mut lines: Vec<_> =
                records[some].split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            let at = pick(choices, lines.len());
            // Without the name of its section, the lines below are another grid.
            if lines[at].starts_with(b"[") && lines[at].get(1).is_some_and(u8::is_ascii_alphabetic)
            {
                return None;
            }
            lines.remove(at);
            records[some] = lines.join(&b'\n');
            Some(Damage::LostRow(some))
        }
        Mutation::QuotedRecords => {
            if !matches!(structure, Lines | Table) || records[some].contains(&b'"') {
                return None;
            }
            records[some] = [b"\"", &records[some][..], b"\""].concat();
            Some(Damage::Some)
        }
        Mutation::OtherMarks => {
            let to = b"-xX_*?"[pick(choices, 6)];
            for (index, record) in records.iter_mut().enumerate() {
                let cells = damageable(record);
                if hit(index) && cells.len() == 81 {
                    cells
                        .into_iter()
                        .filter(|&at| b".0".contains(&record[at]))
                        .collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|at| record[at] = to);
                }
            }
            Some(Damage::Some)
        }
    }
}
