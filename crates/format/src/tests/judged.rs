//! Texts of every layout, damaged in every way, before a [judge](batchdoku_testkit::layouts) that knows nothing of the
//! readers.

use std::{collections::BTreeMap, env};

use super::*;
use batchdoku_testkit::layouts::{
    Case, Choices, LAYOUTS, MUTATIONS, Mutation, Random, Reading, judge, random_pairs,
};

/// The layouts and mutations of which some texts are not read as they should be. All others are.
const KNOWN: &[(&str, Mutation)] = &[
    // A line behind a number sign is a comment where others are not, even if it was meant as a puzzle.
    ("line with a number sign in front", Mutation::QuotedRecords),
    ("line with a number sign in front", Mutation::Rulers),
    ("line with a number sign in front", Mutation::Truncated),
    // A first row of eight or ten digits is a count.
    ("grid", Mutation::LostCell),
    ("grid", Mutation::MoreCells),
    // What is left of the last record may be anything.
    ("framed grid", Mutation::Truncated),
    ("titled grid", Mutation::Truncated),
    ("list in one line", Mutation::Truncated),
    // A box with a digit too many and a blank has as many cells as a row needs.
    ("frame with blanks for empty cells", Mutation::MoreCells),
    // Empty strings between commas may be nothing at all, so that the cells of several puzzles make one.
    ("json array with null", Mutation::EndOfFile),
    // The first 81 of 729 candidates may be a puzzle.
    ("candidates in a line", Mutation::Truncated),
];

/// Reads a text as a job does, in chunks of about this size. `None` if it is a JSON array, which jobs read as lines.
fn read(text: &[u8], options: &ReadOptions, chunk: usize) -> Option<Reading> {
    let opened = match open(text, options) {
        Ok(opened) => opened,
        Err(FormatError::JsonArray) => return None,
        Err(_) => return Some(Reading::Failed(Vec::new())),
    };
    let (mut rest, mut records) = (&text[opened.skip..], Records::default());
    let mut rows = Vec::new();
    while !rest.is_empty() {
        let mut size = chunk;
        let cut = loop {
            match rest.get(..size).map(|bytes| opened.parser.cut(bytes)) {
                None => break rest.len(),
                Some(Some(cut)) if cut > 0 => break cut,
                Some(_) => size *= 2,
            }
        };
        let chunk;
        (chunk, rest) = rest.split_at(cut);
        records.read(&*opened.parser, chunk);
        rows.extend(records.rows(chunk).filter_map(|row| match row {
            Row::Passthrough(_) => None,
            Row::Malformed { .. } => Some(None),
            Row::Puzzle { record, .. } => {
                let read = |grid: Grid| (grid.to_text(), record.solution().copied());
                Some(record.grid(&*opened.parser).ok().map(read))
            }
        }));
    }
    // A job reports that the records are not as many as declared.
    if opened.declared_count.is_some_and(|declared| declared != rows.len() as u64) {
        rows.push(None);
    }
    Some(Reading::Rows(rows))
}

/// Each of 1,000 sets of puzzles is written in every layout, with one mutation after the other; with all of them if
/// `JUDGE_ALL` is set, which takes minutes. `JUDGE_SETS` is another number of sets.
#[test]
#[cfg_attr(miri, ignore = "millions of cells")]
fn a_puzzle_is_read_as_it_is_or_reported() {
    let sets = env::var("JUDGE_SETS").map_or(1000, |sets| sets.parse().expect("a number"));
    let is_all = env::var_os("JUDGE_ALL").is_some();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    // The smallest text of each kind of faults, and how many there are.
    let mut faults: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for set in 0..sets {
        let pairs = random_pairs(&mut random, 50);
        for (index, layout) in LAYOUTS.iter().enumerate() {
            let turn = (set + index) % MUTATIONS.len();
            let mutations = if is_all { &MUTATIONS[..] } else { &MUTATIONS[turn..=turn] };
            // Of its own, so that no case depends on what others are known for.
            let mut random = Random((1 + (set * LAYOUTS.len() + index) as u64) << 20);
            for &mutation in mutations {
                let case = Case::new(&pairs, *layout, mutation, &mut random);
                let is_known = KNOWN.contains(&(layout.name, mutation));
                let Some(case) = case.filter(|_| !is_known) else { continue };
                let options = ReadOptions {
                    solutions: random.pick(2) == 0,
                    pencilmarks: layout.name == "candidates in a line" || random.pick(2) == 0,
                    ..ReadOptions::default()
                };
                let chunk = [1, 200, 2000, 1 << 20][random.pick(4)];
                let Some(reading) = read(&case.text, &options, chunk) else { continue };
                let Err(fault) = judge(&case, &reading) else { continue };
                let text = String::from_utf8_lossy(&case.text);
                let words = format!("{fault}, in chunks of {chunk}, {options:?}\n{text}");
                let entry = faults.entry(format!("{layout:?}, {mutation:?}")).or_default();
                entry.1 += 1;
                if entry.0.is_empty() || words.len() < entry.0.len() {
                    entry.0 = words;
                }
            }
        }
    }
    for (kind, (words, count)) in &faults {
        println!("{kind}: {count} faults, for example: {words}\n");
    }
    let kinds: Vec<_> = faults.keys().collect();
    assert!(faults.is_empty(), "{} kinds of faults: {kinds:?}", kinds.len());
}
