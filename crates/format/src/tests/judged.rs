//! Texts of every layout, damaged in every way, before a [judge](batchdoku_testkit::layouts) that shares no code with the
//! readers.

use std::{
    collections::BTreeMap,
    env,
    io::{self, Read},
};

use super::*;
use batchdoku_testkit::layouts::{
    Case, Choices, LAYOUTS, MUTATIONS, Pair, Random, Reading, Rows, judge, mixed, random_pairs,
};

/// Reads a text as a job does, in chunks of about this size.
fn read(text: &[u8], options: &ReadOptions, chunk: usize) -> Reading {
    match open_sample(text, options) {
        Err(FormatError::JsonArray) => {
            let mut lines = Vec::new();
            let end = JsonElements::new(text.to_vec(), io::empty()).read_to_end(&mut lines);
            let rows = open_sample(&lines, options).map(|opened| rows(&lines, &opened, chunk));
            match (rows, end) {
                (Ok(rows), Ok(_)) => Reading::Rows(rows),
                (rows, _) => Reading::Failed(rows.unwrap_or_default()),
            }
        }
        Ok(opened) => Reading::Rows(rows(text, &opened, chunk)),
        Err(_) => Reading::Failed(Vec::new()),
    }
}

/// Opens a text by the part of it that jobs look at.
fn open_sample(text: &[u8], options: &ReadOptions) -> Result<DetectedInput, FormatError> {
    open(&text[..sample_length(text, options).unwrap_or(text.len())], options)
}

/// Reads a text as a job that takes candidates does.
///
/// # Errors
/// The refusal.
pub(super) fn read_whole(text: &[u8]) -> Result<Reading, FormatError> {
    let options = ReadOptions { pencilmarks: true, ..ReadOptions::default() };
    match open_sample(text, &options) {
        Err(error) if !matches!(error, FormatError::JsonArray) => Err(error),
        _ => Ok(read(text, &options, 1 << 20)),
    }
}

fn rows(text: &[u8], opened: &DetectedInput, chunk: usize) -> Rows {
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
    rows
}

/// Each of 1,000 sets of puzzles is written in every layout, with one mutation after the other; with all of them if
/// `JUDGE_ALL` is set, which takes minutes. `JUDGE_SETS` is another number of sets, `JUDGE_SEED` another
/// start of the random numbers.
#[test]
#[cfg_attr(miri, ignore = "millions of cells")]
fn a_puzzle_is_read_as_it_is_or_reported() {
    let number = |name, usual| env::var(name).map_or(usual, |text| text.parse().expect("a number"));
    let sets = number("JUDGE_SETS", 1000) as usize;
    let is_all = env::var_os("JUDGE_ALL").is_some();
    let mut random = Random(number("JUDGE_SEED", 0x9E37_79B9_7F4A_7C15));
    // The smallest text of each kind of faults, and how many there are.
    let mut faults: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for set in 0..sets {
        let pairs = random_pairs(&mut random, 50);
        for (index, layout) in LAYOUTS.iter().enumerate() {
            let turn = (set + index) % MUTATIONS.len();
            let mutations = if is_all { &MUTATIONS[..] } else { &MUTATIONS[turn..=turn] };
            // Each layout has random numbers of its own, so that a case does not depend on others.
            let mut random = Random(random.0 ^ ((1 + index as u64) << 20));
            for &mutation in mutations {
                let case = Case::new(&pairs, *layout, mutation, &mut random);
                let Some(case) = case else { continue };
                let options = ReadOptions {
                    solutions: random.pick(2) == 0,
                    pencilmarks: layout.name == "candidates in a line" || random.pick(2) == 0,
                    ..ReadOptions::default()
                };
                let chunk = [1, 200, 2000, 1 << 20][random.pick(4)];
                let Err(fault) = judge(&case, &read(&case.text, &options, chunk)) else { continue };
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

/// A puzzle in one form among others in another, or a solution in another form than its puzzle, is read or reported. A complete
/// grid that is read next to puzzles is counted by the jobs. With `JUDGE_ALL`, all forms are tried with all that stands between.
#[test]
#[cfg_attr(miri, ignore = "thousands of texts")]
fn grids_in_two_forms_are_read_or_reported() {
    let mut random = Random(5);
    let mut faults: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut texts = 0;
    for turn in 0..7 {
        let has_some_clues = |pair: &Pair| {
            (22..60).contains(&pair.puzzle.iter().filter(|&&cell| cell != b'.').count())
        };
        let pairs = std::iter::repeat_with(|| random_pairs(&mut random, 5)).flatten();
        let pairs: Vec<Pair> = pairs.filter(has_some_clues).take(3).collect();
        let pairs = pairs.try_into().unwrap_or_else(|_| unreachable!("three pairs"));
        mixed(&pairs, turn, env::var_os("JUDGE_ALL").is_some(), &mut |case| {
            texts += 1;
            let options =
                ReadOptions { pencilmarks: random.pick(2) == 0, ..ReadOptions::default() };
            let reading = read(&case.text, &options, [200, 1 << 20][random.pick(2)]);
            let Err(fault) = judge(&case, &reading) else { return };
            let has_puzzle = matches!(&reading, Reading::Rows(rows)
                if rows.iter().flatten().any(|(puzzle, _)| puzzle.contains(&b'.')));
            if fault.starts_with("a solution") && has_puzzle {
                return;
            }
            let words = format!("{fault}, {options:?}\n{}", String::from_utf8_lossy(&case.text));
            let entry = faults.entry(format!("{}: {fault:.30}", case.layout)).or_default();
            entry.1 += 1;
            if entry.0.is_empty() || words.len() < entry.0.len() {
                entry.0 = words;
            }
        });
    }
    for (kind, (words, count)) in &faults {
        println!("{kind}: {count} faults, for example: {words}\n");
    }
    assert!(texts > 8000 && faults.is_empty(), "{} kinds of faults in {texts} texts", faults.len());
}
