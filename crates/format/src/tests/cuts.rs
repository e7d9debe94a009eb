//! A text is read in the same way wherever it is cut: files, pipes and parts of a job are cut at different places.

use super::*;
use batchdoku_testkit::layouts::{Case, LAYOUTS, Mutation, Random, random_pairs};

/// A record: its line, and the puzzle with its solution, or its fault.
pub(super) type CutRow = (u64, Result<(Vec<u8>, Option<[u8; 81]>), RecordError>);

/// Returns the records of a text that stands below `lines` others.
fn rows(parser: &dyn RecordParser, text: &[u8], lines: u64) -> Vec<CutRow> {
    let mut records = Records::default();
    records.read(parser, text);
    let rows = records.rows(text).filter_map(|row| match row {
        Row::Passthrough(_) => None,
        Row::Malformed { record, error, .. } => Some((record, Err(error.clone()))),
        Row::Puzzle { record, .. } => {
            let puzzle = record.puzzle().expect("a puzzle").to_vec();
            Some((record, Ok((puzzle, record.solution().copied()))))
        }
    });
    rows.map(|(record, found)| (lines + u64::from(record.record.line), found)).collect()
}

/// Reads a text in two parts, for each place at which its parser cuts it; returns its records.
pub(super) fn cut_everywhere(text: &[u8], format: Option<Format>) -> Vec<CutRow> {
    let options =
        ReadOptions { format, solutions: true, pencilmarks: true, ..ReadOptions::default() };
    let Ok(opened) = open(text, &options) else { return Vec::new() };
    let (parser, text) = (&*opened.parser, &text[opened.skip..]);
    let whole = rows(parser, text, 0);
    let mut last = 0;
    for seen in 1..text.len() {
        let Some(cut) = parser.cut(&text[..seen]).filter(|&cut| cut > 0 && cut != last) else {
            continue;
        };
        last = cut;
        let (start, rest) = text.split_at(cut);
        let mut parts = rows(parser, start, 0);
        parts.extend(rows(parser, rest, parser.count_lines(start)));
        assert_eq!(parts, whole, "cut at {cut}: {}", String::from_utf8_lossy(text));
    }
    whole
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of texts, each read at each place")]
fn a_text_is_read_in_the_same_way_wherever_it_is_cut() {
    const DAMAGES: [Mutation; 5] = [
        Mutation::Comments,
        Mutation::TextBetween,
        Mutation::LostCell,
        Mutation::NoPuzzle,
        Mutation::NoLastLineEnd,
    ];
    let mut random = Random(7);
    for (index, layout) in LAYOUTS.iter().enumerate() {
        for mutation in [Mutation::None, DAMAGES[index % DAMAGES.len()]] {
            let pairs = random_pairs(&mut random, 4);
            if let Some(case) = Case::new(&pairs, *layout, mutation, &mut random) {
                cut_everywhere(&case.text, None);
            }
        }
    }
}

/// A row that is left alone right behind a grid is malformed, and among text it is text: no cut comes between the two.
#[test]
fn what_is_left_behind_a_grid_stays_with_it() {
    let rows = "4..82..6.\n72.....58\n81.....43\n3..67..2.\n...48....\n..7...9..\n.4.82..6.\n72.....58\n81.....43\n";
    let drawn = rows.replace('\n', "|\n").replace("4..82..6.|", "|4..82..6.|");
    for grid in [rows, &drawn] {
        for between in ["", "*-----------*\n", "*-----------*\n*-----------*\n", "\n", "text\n"] {
            for left in ["3..67F.\n", "|3..67F.|\n", "12:30\n"] {
                for end in ["", "\n", "*-----------*\n", "text\n"] {
                    let text = format!("{grid}{grid}{between}{left}{end}{grid}");
                    for format in [Format::Grid, Format::Ss] {
                        assert!(cut_everywhere(text.as_bytes(), Some(format)).len() >= 2, "{text}");
                    }
                }
            }
        }
    }
}

/// Pairs in a list belong together: each may have a line, several may share a line, or a line may end between puzzle and
/// solution. A pair may have no solution, or an incomplete one.
#[test]
fn a_pair_of_a_list_is_never_cut() {
    let puzzles = puzzles(3, '.');
    let pairs: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.clone(), mirrored(puzzle))).collect();
    let written = |format: &dyn Fn(usize, &str, &str) -> String, between: &str| {
        let pairs = pairs.iter().enumerate();
        let pairs: Vec<_> = pairs.map(|(index, (one, other))| format(index, one, other)).collect();
        pairs.join(between)
    };
    let python = |_: usize, one: &str, other: &str| format!("('{one}', '{other}')");
    let sql = |index: usize, one: &str, other: &str| format!(" ({index},'{one}','{other}',2.5)");
    let xml = |_: usize, one: &str, other: &str| format!(" <game data=\"{one}\" is=\"{other}\"/>");
    let printed = |_: usize, one: &str, other: &str| format!("('{one}',\n  '{other}')");
    for text in [
        format!("x = [\n{},\n]\n", written(&python, ",\n")),
        format!("x = [{}]\n", written(&python, ", ")),
        format!("INSERT INTO t VALUES\n{};\n", written(&sql, ",\n")),
        format!("<games>\n{}\n</games>\n", written(&xml, "\n")),
        format!("[{}]\n", written(&printed, ",\n ")),
    ] {
        // The digits of a solution here need not be those of the puzzle, so they are given the clues.
        let text = pairs.iter().fold(text, |text, (puzzle, solution)| {
            text.replace(solution, &with_clues_of(solution, puzzle))
        });
        let expected: Vec<_> = pairs
            .iter()
            .map(|(puzzle, solution)| {
                let solution = with_clues_of(solution, puzzle).into_bytes();
                Ok((puzzle.clone().into_bytes(), Some(solution.try_into().unwrap())))
            })
            .collect();
        let list = |text: &str| cut_everywhere(text.as_bytes(), Some(Format::List));
        let found = list(&text);
        let found: Vec<_> = found.into_iter().map(|(_, row)| row).collect();
        assert_eq!(found, expected, "{text}");
        // The last pair has no solution, or an empty one.
        let (before, last) = text.rsplit_once(&with_clues_of(&pairs[2].1, &pairs[2].0)).unwrap();
        for other in ["", "None", &".".repeat(81)] {
            list(&format!("{before}{other}{last}"));
        }
        for damaged in [&pairs[1].0[1..], ""] {
            list(&text.replacen(&pairs[1].0, damaged, 1));
        }
    }
}

fn with_clues_of(solution: &str, puzzle: &str) -> String {
    let cells = solution.bytes().zip(puzzle.bytes());
    cells.map(|(cell, clue)| char::from(if clue == b'.' { cell } else { clue })).collect()
}

/// A row may look like the header right above it, so the two stay together: behind a cut, the row would be the header.
#[test]
fn a_header_stays_with_the_row_below_it() {
    let header = "1,2,3,4,5,6,7,8,9";
    let rows = "1,2,3,4,5,6,7,8,9\n4,,,8,2,,,6,\n7,2,,,,,,5,8\n8,1,,,,,,4,3\n3,,,6,7,,,2,\n,,,4,8,,,,\n,,7,,,,9,,\n,4,,8,2,,6,,\n2,,,,,,,1,\n";
    for between in ["", "\n"] {
        for ruler in ["", "-----------------\n"] {
            let text = format!("{header}\n{ruler}{rows}{between}").repeat(3);
            let found = cut_everywhere(text.as_bytes(), Some(Format::Grid));
            let puzzles = found.iter().filter(|(_, row)| row.is_ok()).count();
            assert_eq!((found.len(), puzzles), (3, 3), "{text}");
        }
    }
}

/// An item of a list on one line that has no grid is malformed, wherever the list is cut.
#[test]
#[cfg_attr(miri, ignore = "many lists, each read at each place")]
fn an_item_without_a_grid_is_malformed() {
    let pairs = random_pairs(&mut Random(11), 12);
    let text = |cells: &[u8; 81]| String::from_utf8_lossy(cells).into_owned();
    let mut puzzles = pairs.iter().map(|pair| text(&pair.puzzle)).filter(|it| it.contains('.'));
    let [one, two, three] = std::array::from_fn(|_| puzzles.next().expect("a puzzle"));
    let rows: Vec<_> = (0..9).map(|row| &two[9 * row..9 * row + 9]).collect();
    let cells: Vec<_> = two.chars().map(String::from).collect();
    let others = [
        String::new(),
        "LjkuLi4u".to_owned(),
        "a9b".to_owned(),
        two[..20].to_owned(),
        two.replace('.', "O"),
        two.replace('.', "&#46;"),
        two.replace('.', " ").trim().to_owned(),
        rows.join(","),
        rows.join("|"),
        cells.join(",").replace('.', "-1"),
    ];
    let list = |items: &[&str; 3], before: &str, item: &dyn Fn(&str) -> String, between, behind| {
        let items: Vec<_> = items.iter().map(|it| item(it)).collect();
        format!("{before}{}{behind}\n", items.join(between))
    };
    type Item = fn(&str) -> String;
    let forms: [(&str, Item, &str, &str); 14] = [
        ("x = [", |it| format!("'{it}'"), ", ", "]"),
        ("x = {", |it| format!("'a key': '{it}'"), ", ", "}"),
        ("(setq x '(", |it| format!("\"{it}\""), " ", "))"),
        ("x = [\n", |it| format!("    '{it}'"), ",\n", "\n]"),
        ("x = [\n", |it| format!("    ('a name', '{it}', 3)"), ",\n", ",\n]\nprint(x)"),
        ("x = {\n", |it| format!("    'a': '{it}'"), ",\n", "\n}"),
        ("INSERT INTO p VALUES\n", |it| format!("('{it}', 'easy')"), ",\n", ";"),
        ("var all = [\n", |it| format!("  {{\n    p: \"{it}\",\n    id: 7\n  }}"), ",\n", "\n];"),
        ("<ps>\n", |it| format!("  <p>\n    <d>{it}</d>\n  </p>\n"), "", "</ps>"),
        ("INSERT INTO p (id, grid) VALUES ", |it| format!("(1,'{it}', 'easy')"), ", ", ";"),
        ("x = [", |it| format!("['{it}', 7]"), ", ", "]"),
        ("var all = [", |it| format!("{{id: 7, p: \"{it}\"}}"), ",", "];"),
        ("<o>", |it| format!("<g id=\"3\" d=\"{it}\"/>"), "", "</o>"),
        ("<ps>", |it| format!("<p>{it}</p>"), "", "</ps>"),
    ];
    for (before, item, between, behind) in forms {
        let list = |items: &[&str; 3]| list(items, before, &item, between, behind);
        let whole = list(&[&one, &two, &three]);
        assert!(cut_everywhere(whole.as_bytes(), None).iter().all(|row| row.1.is_ok()), "{whole}");
        // A line for each item may have any form of a grid.
        let is_told =
            |other: &&String| !before.ends_with('\n') || whole_grid(other.as_bytes()).is_none();
        for other in others.iter().filter(is_told) {
            for at in 0..3 {
                let mut items = [one.as_str(), &two, &three];
                items[at] = other;
                let text = list(&items);
                let rows = cut_everywhere(text.as_bytes(), None);
                let faults: Vec<_> = (0..rows.len()).filter(|&row| rows[row].1.is_err()).collect();
                assert_eq!((rows.len(), faults), (3, vec![at]), "{text}");
            }
        }
    }
}

/// Behind a malformed unit, grids that nothing separates are read as a whole, and those of the next chunk at once: no chunk
/// ends where this makes a difference.
#[test]
fn units_behind_a_malformed_one_are_read_in_one_way() {
    let row = |number: usize| {
        let cell =
            |column: usize| char::from(b'1' + ((3 * number + number / 3 + column) % 9) as u8);
        let cells = (0..9)
            .map(|column| if (number + column).is_multiple_of(3) { '.' } else { cell(column) });
        cells.chain(['\n']).collect::<String>()
    };
    for units in [[27, 10, 17, 9], [18, 8, 19, 27], [27, 17, 20, 10], [9, 10, 17, 9]] {
        let rows = |count: usize| (0..count).map(row).collect::<String>();
        let text = units.map(rows).join("text\n");
        let found = cut_everywhere(text.as_bytes(), Some(Format::Grid));
        assert!(found.iter().any(|(_, row)| row.is_err()), "{text}");
    }
}
