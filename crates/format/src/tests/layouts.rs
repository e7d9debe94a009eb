//! The layouts of the document, and inputs of people: the roles of fields are decided once for an input, and lines
//! that do not fit are reported.

use super::*;
use batchdoku_engine::{Grid, grid::Pencilmarks};
use batchdoku_testkit::layouts::forms_of_grid;

fn solved(puzzle: &str) -> String {
    puzzle.parse::<Grid>().unwrap().solve().unwrap().to_string()
}

/// Three puzzles with their solutions.
fn pairs() -> [(String, String); 3] {
    [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....",
        ".4..29..5..3...1..7..5....9....8.5.....3.62.7.1...2....2...3.4...98.....1.....6..",
    ]
    .map(|puzzle| (puzzle.to_owned(), solved(puzzle)))
}

/// Returns the records of a text, each as its puzzle or the words of its fault.
fn read(conversion: &Conversion, text: &str) -> Vec<String> {
    let converted = conversion.run(text);
    let mut puzzles = converted.puzzles.into_iter();
    let rows = converted.rows.into_iter();
    rows.map(|(_, error)| match error {
        None => puzzles.next().unwrap(),
        Some(error) => format!("! {error}"),
    })
    .collect()
}

fn reads(text: &str) -> Vec<String> {
    let found = read(&Conversion::default(), text);
    for chunk in [1, 100] {
        let again = read(&Conversion { chunk, ..Conversion::default() }, text);
        assert_eq!(again, found, "{text}");
    }
    found
}

fn puzzles_of<const N: usize>(pairs: &[(String, String); N]) -> Vec<String> {
    pairs.iter().map(|pair| pair.0.clone()).collect()
}

/// Returns the start of an input of each grammar that is text.
fn examples() -> Vec<(Format, String)> {
    let example = |grammar: &Grammar| match (grammar.format, grammar.example) {
        (Format::Csv, text) => format!("{text}\n1,{PUZZLE},\n"),
        (Format::Tsv, text) => format!("{text}\n1\t{PUZZLE}\t\n"),
        (_, text) => text.to_owned(),
    };
    let all = GRAMMARS.iter().map(|grammar| (grammar.format, example(grammar)));
    all.filter(|(_, example)| !example.is_empty()).collect()
}

#[test]
fn grammars_and_unread_kinds_have_names_of_their_own() {
    let read = GRAMMARS.iter().map(|grammar| grammar.format.to_string());
    let mut names: Vec<_> =
        read.chain(UNREAD_KINDS.iter().map(|kind| kind.name.to_owned())).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|names| names[0] != names[1]), "{names:?}");
}

/// The user names the layout, as by `--from`.
#[test]
fn a_layout_that_is_named_is_the_only_one() {
    for format in GRAMMARS.iter().map(|grammar| grammar.format) {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        for (other, example) in examples() {
            if let Ok(found) = open(example.as_bytes(), &options) {
                assert_eq!(found.layout.format, format, "{other} as {format}");
                assert_eq!(found.reason, "the user names it");
            }
        }
    }
}

#[test]
fn each_layout_is_recognised_by_its_example() {
    for (format, example) in examples() {
        match open(example.as_bytes(), &ReadOptions::default()) {
            Ok(found) => {
                assert_eq!(found.layout.format, format, "{example}");
                assert!(!found.reason.is_empty(), "{example}");
            }
            Err(FormatError::JsonArray) if format == Format::Json => {}
            Err(error) => panic!("{format}: {error}"),
        }
    }
    for kind in UNREAD_KINDS.iter().filter(|kind| !kind.example.is_empty()) {
        assert!(open(kind.example.as_bytes(), &ReadOptions::default()).is_err(), "{}", kind.name);
    }
}

#[test]
fn each_format_that_is_read_has_a_grammar() {
    for facts in &FORMATS {
        let is_read = GRAMMARS.iter().any(|grammar| grammar.may_be_named(Some(facts.format)));
        assert_eq!(is_read, facts.read_as.is_some(), "{}", facts.format);
    }
}

/// The tables of the document are those of the grammars.
#[test]
fn the_document_lists_all_layouts() {
    let document = include_str!("../../../../docs/formats.md");
    let (_, section) = document.split_once("\n## Layouts\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let read = GRAMMARS.iter().map(|it| format!("| `{}` | {} |", it.format, it.reads));
    let unread = UNREAD_KINDS.iter().map(|it| format!("| `{}`, not read | {} |", it.name, it.is));
    assert_eq!(rows, read.chain(unread).collect::<Vec<_>>());
}

/// The first table of the document has a row for each format.
#[test]
fn the_document_lists_all_formats() {
    let document = include_str!("../../../../docs/formats.md");
    let (table, _) = document.split_once("\n## ").unwrap();
    let names = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let names: Vec<_> = names.flat_map(|cell| cell.split(['`', ',', ' '])).collect();
    for format in Format::ALL {
        assert!(names.contains(&format.to_string().as_str()), "{format} is in no row of {names:?}");
    }
}

/// A damaged puzzle is never replaced by its solution.
#[test]
fn a_damaged_puzzle_is_malformed_and_its_solution_no_puzzle() {
    let pairs = pairs();
    let [(first, solution), (second, other), _] = &pairs;
    let zeros = second.replace('.', "0");
    let lost = zeros.trim_start_matches('0');
    let short = format!(
        "! expected 81 cells, got {}: a spreadsheet may have lost leading zeros (import the column as text)",
        lost.len()
    );
    for (damaged, words) in [
        (lost, short.as_str()),
        (&second[1..], "! expected 81 cells, got 80"),
        ("NULL", "! column 1: expected a digit or an empty cell (. 0 * _ x X ? -), got 'N'"),
        ("''", "! expected 81 cells, got 0"),
        ("", "! expected 81 cells, got 0"),
        (
            "4.3E+78",
            "! '4.3E+78' is a puzzle that a spreadsheet has rounded (import the column as text)",
        ),
    ] {
        for separator in [",", ";", "\t"] {
            let good = format!("{first}{separator}{solution}");
            let bad = format!("{damaged}{separator}{other}");
            assert_eq!(reads(&format!("{good}\n{bad}\n{good}\n")), [first, words, first]);
            // The first line need not be a good one.
            assert_eq!(reads(&format!("{bad}\n{good}\n"))[1], *first, "{bad}");
            assert_eq!(reads(&format!("{bad}\n{good}\n"))[0], words, "{bad}");
            // With a field before the puzzle.
            let rows = format!("1{separator}{good}\n2{separator}{bad}\n");
            assert_eq!(reads(&rows)[0], *first, "{rows}");
            assert!(reads(&rows)[1].starts_with('!'), "{rows}");
        }
        if !damaged.is_empty() {
            assert!(
                read(&Conversion::default(), &format!("{damaged},{other}\n"))[0].starts_with('!')
            );
        }
    }
    // If blanks or tabs separate the fields, nothing but a blank is left of an empty field.
    for separator in [" ", "\t"] {
        let text = format!("{first}{separator}{solution}\n{separator}{other}\n");
        assert_eq!(reads(&text), [first.as_str(), "! expected 81 cells, got 0"]);
    }
    let text = format!("{first},{solution}\n,{other}\n\"{second}\",\"{other}\"\n");
    let converted = Conversion::with_solutions().run(&text);
    assert_eq!(converted.solutions, [Some(solution.clone()), Some(other.clone())]);
}

/// Lines of numbers and words before the puzzle stay what they are, whatever the number of words.
#[test]
fn puzzles_in_other_text() {
    let pairs = pairs();
    let [(first, solution), (second, other), (third, _)] = &pairs;
    let text =
        format!("the hard one: {first} {solution}\nthis too: {second}\n# c\n3: {third} # x\n");
    assert_eq!(reads(&text), [first.as_str(), second, third]);
    let converted = Conversion::with_solutions().run(&text);
    assert_eq!(converted.solutions, [Some(solution.clone()), None, None]);
    // The puzzle is missing.
    let text = format!("a: {first} {solution}\nb: {other}\n");
    assert_eq!(reads(&text), [first.as_str(), "! expected 81 cells, got 0"]);
}

#[test]
fn solutions_before_their_puzzles() {
    let pairs = pairs();
    let text: String =
        pairs.iter().map(|(puzzle, solution)| format!("{solution};{puzzle}\n")).collect();
    let converted = Conversion::with_solutions().run(&text);
    assert_eq!(converted.puzzles, puzzles_of(&pairs));
    assert_eq!(converted.solutions, pairs.map(|pair| Some(pair.1)));
}

/// 81 fields are the cells, and a field behind them is the solution.
#[test]
fn cells_in_fields_before_a_solution() {
    let pairs = pairs();
    let line = |(puzzle, solution): &(String, String)| {
        format!("{},{solution}\n", cells(&puzzle.replace('.', "0")).join(","))
    };
    let text: String = pairs.iter().map(line).collect();
    let converted = Conversion::with_solutions().run(&text);
    assert_eq!(converted.puzzles.concat().replace('0', "."), puzzles_of(&pairs).concat());
    assert_eq!(converted.solutions, pairs.clone().map(|pair| Some(pair.1)));
    // A header for each cell: the input is refused once.
    let names: Vec<_> = (1..=81).map(|cell| format!("C{cell}")).collect();
    let words = Conversion::default().refused(format!("{},Solution\n{text}", names.join(",")));
    assert_eq!(words, "the table has a column for each cell ('C1')");
    // One cell too many.
    let long = format!("{text}{},5\n", cells(&pairs[0].0.replace('.', "0")).join(","));
    assert!(reads(&long)[3].starts_with('!'));
}

/// A ruler of nine strokes is no row, unless the grid needs it.
#[test]
fn nine_dashes() {
    let pairs = pairs();
    for ruler in [
        "---------",
        "*********",
        "_________",
        "--- --- ---",
        "- - - - - - - - -",
        "-----------",
        "––––––––",
    ] {
        let grid = |puzzle: &str| {
            let rows = drawn(puzzle, "");
            [&rows[..30], &rows[30..60], &rows[60..]].join(&format!("{ruler}\n"))
        };
        let all = puzzles_of(&pairs);
        let banded: Vec<String> = all.iter().map(|puzzle| grid(puzzle)).collect();
        assert_eq!(reads(&banded[0]), all[..1], "{ruler}");
        assert_eq!(reads(&banded.join("\n")), all, "{ruler}");
        let apart: Vec<String> = all.iter().map(|puzzle| drawn(puzzle, "")).collect();
        assert_eq!(reads(&apart.join(&format!("{ruler}\n"))), all, "{ruler}");
    }
    // A row of empty cells.
    let dashes = pairs[0].0.replace('.', "-").replacen(
        &pairs[0].0[18..27].replace('.', "-"),
        "---------",
        1,
    );
    assert_eq!(reads(&drawn(&dashes, "")), [&*dashes]);
    let spaced = drawn(&dashes, " ");
    assert_eq!(reads(&format!("{spaced}\n{spaced}")), [&*dashes, &*dashes]);
}

/// Text between grids is passed, and no row is lost to it.
#[test]
fn text_between_grids() {
    let pairs = pairs();
    let all = puzzles_of(&pairs);
    for text in [
        "% randomly generated - medium",
        "Puzzle N° 2",
        "Time: 0.0012 s",
        "12:30:01.123 puzzle done",
        "There are 24 values and 57 blanks, generated in 0s",
        "3",
        "Level 4",
        "// next",
        "-- next --",
        "2023-02-03 15:12:38 INFO",
        "SUDOKU 1",
        "Difficulty: 81",
    ] {
        for around in [
            format!("{text}\n"),
            format!("\n{text}\n"),
            format!("{text}\n\n"),
            format!("{text}\n{text}\n"),
        ] {
            let grids: String =
                all.iter().map(|puzzle| format!("{around}{}", drawn(puzzle, " "))).collect();
            assert_eq!(reads(&grids), all, "{grids}");
            let between: Vec<_> = all.iter().map(|puzzle| drawn(puzzle, "")).collect();
            assert_eq!(reads(&between.join(&around)), all, "{around}");
        }
    }
}

/// A puzzle on one line is no title: it is read, or reported if it is damaged. A solution and a link are no puzzles.
#[test]
fn a_puzzle_on_a_line_among_drawn_grids() {
    let pairs = pairs();
    let all = puzzles_of(&pairs);
    let [first, second] = [&all[0], &all[1]].map(|puzzle| drawn(puzzle, " "));
    let between = |line: &str| format!("{first}\n{line}\n\n{second}");
    let line = &all[2];
    let three = vec![all[0].clone(), line.clone(), all[1].clone()];
    assert_eq!(reads(&between(line)), three);
    assert_eq!(reads(&between(&format!("Puzzle 2: {line}"))), three);
    assert_eq!(reads(&between(&line.split("").collect::<Vec<_>>()[1..82].join(","))), three);
    let two = &all[..2];
    assert_eq!(reads(&between(&pairs[0].1)), two);
    for link in &all[..2] {
        assert_eq!(reads(&between(&format!("https://example.org/?bd={link}"))), two);
    }
    // An address of another puzzle is no link.
    let address = format!("https://example.org/?bd={line}");
    assert_eq!(reads(&between(&address)), three);
    let both = format!("{address}\nhttps://example.org/?bd={}", all[1]);
    assert_eq!(reads(&between(&both)), three);
    for (damaged, fault) in [
        (&line[1..], "! expected 81 cells, got 80"),
        (&format!("{line}."), "! expected 81 cells, got 82"),
        (
            &format!("Puzzle 2: {}", line.replacen('.', "$", 1)),
            "! column 11: expected a digit or an empty cell (. 0 * _ x X ? -), got '$'",
        ),
        (
            &format!("{line} {line}"),
            "! the record has 2 grids, of which one would be read: give each a line of its own",
        ),
    ] {
        assert_eq!(reads(&between(damaged)), [&all[0], fault, &all[1]], "{damaged}");
    }
}

/// A grid with a row too few or too many spoils itself only, and no grid is made of rows of two.
#[test]
fn rows_of_two_grids_are_never_mixed() {
    let pairs = pairs();
    let all = puzzles_of(&pairs);
    let rows = |puzzle: &str| drawn(puzzle, "").lines().map(str::to_owned).collect::<Vec<_>>();
    for between in ["\n", "Grid\n", "---------\n", "\n\n"] {
        for (removed, added) in
            [(Some(4), None), (None, Some("123......")), (Some(0), None), (Some(8), None)]
        {
            let mut damaged = rows(&all[1]);
            if let Some(row) = removed {
                damaged.remove(row);
            }
            if let Some(row) = added {
                damaged.insert(3, row.to_owned());
            }
            let grids = [rows(&all[0]), damaged, rows(&all[2])].map(|rows| rows.join("\n") + "\n");
            let found = reads(&grids.join(between));
            assert_eq!(found.len(), 3, "{between:?} {found:?}");
            assert_eq!([&found[0], &found[2]], [&all[0], &all[2]]);
            assert!(found[1].starts_with("! expected"), "{found:?}");
        }
    }
    // A row of zeros that lost them is a blank line: the rows below are out of step, and reported.
    let zeros = ["123456789", "", "456789123"].map(|row| format!("{row}\n")).concat();
    let others: String = (0..3).map(|_| drawn(&all[0].replace('.', "0"), "")).collect();
    let text = format!("{others}{zeros}{}", &others[..60]);
    let found = reads(&text);
    assert!(found[..3].iter().all(|found| *found == all[0].replace('.', "0")));
    assert!(found[3..].iter().all(|found| found.starts_with('!')), "{found:?}");
}

/// All grids of a line are read, or the input is refused.
#[test]
fn several_puzzles_on_a_line() {
    let pairs = pairs();
    let all = puzzles_of(&pairs);
    for text in [
        format!("['{}']\n", all.join("','")),
        format!("['{}']", all.join("', '")),
        format!("const puzzles = [\"{}\"];", all.join("\",\"")),
        format!("INSERT INTO p VALUES ('{}');\n", all.join("'),('")),
        format!("<xml><game data=\"{}\" /></xml>", all.join("\" /><game data=\"")),
        format!("('{}',\n'{}')", all[..2].join("','"), all[2]),
    ] {
        assert_eq!(detected(&text), Format::List, "{text}");
        assert_eq!(reads(&text), all, "{text}");
    }
    let with_solutions: Vec<_> =
        pairs.iter().map(|(puzzle, solution)| format!("('{puzzle}','{solution}')")).collect();
    let text = format!("INSERT INTO p VALUES {};", with_solutions.join(","));
    let converted = Conversion {
        read: ReadOptions { format: Some(Format::List), solutions: true, ..Default::default() },
        ..Default::default()
    }
    .run(&text);
    assert_eq!(
        (converted.puzzles, converted.solutions),
        (all.clone(), pairs.clone().map(|pair| Some(pair.1)).to_vec())
    );
    for separator in [" ", ",", ";", "\t"] {
        let text = all.join(separator);
        assert_eq!(Conversion::default().refused(&text), "line 1 has 3 puzzles");
        assert_eq!(read(&Conversion::from(Format::List), &text), all);
        // On a later line it is that line.
        let later = reads(&format!("{}\n{text}\n", all[0]));
        assert_eq!(
            later,
            [
                &*all[0],
                "! the record has 3 grids, of which one would be read: give each a line of its own"
            ]
        );
    }
}

/// A text that is a grid in one place is a grid everywhere.
#[test]
fn forms_of_a_grid() {
    let (puzzle, _) = &pairs()[0];
    let zeros = puzzle.replace('.', "0");
    let rows = |text: &str| {
        text.as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect::<Vec<_>>()
    };
    for text in forms_of_grid(puzzle.as_bytes().try_into().unwrap()) {
        let dots = |found: [u8; 81]| {
            found.map(|cell| if cell.is_ascii_digit() && cell != b'0' { cell } else { b'.' })
        };
        assert_eq!(
            whole_grid(text.as_bytes()).map(dots),
            Some(puzzle.as_bytes().try_into().unwrap()),
            "{text}"
        );
        let is_same = |found: Vec<String>| {
            assert_eq!(found.len(), 1, "{text} {found:?}");
            assert_eq!(found[0].replace(['0', '_'], "."), *puzzle, "{text}");
        };
        is_same(reads(&format!("id,puzzle\n1,\"{text}\"\n")));
        is_same(reads(&format!("{{\"puzzle\": {}}}\n", serde_json::to_string(&text).unwrap())));
        is_same(reads(&text));
        if !text.contains('\n') {
            is_same(reads(&format!("{text}\n# c\n")));
        }
        assert_eq!(read_grid(text.as_bytes()).map(dots).unwrap(), puzzle.as_bytes());
    }
    let wrapped =
        format!("[{}\n {}]", cells(&zeros[..40]).join(" "), cells(&zeros[40..]).join(" "));
    assert_eq!(reads(&format!("puzzle\n\"{wrapped}\"\n")), [&*zeros]);
    let address = format!("https://example.org/#{}", cells(puzzle).join(",").replace('.', ""));
    assert_eq!(reads(&format!("{address}\n{address}\n")), [&**puzzle, &**puzzle]);
    // Of spreadsheets.
    for field in [format!("'{puzzle}"), format!("\"=\"\"{puzzle}\"\"\"")] {
        assert_eq!(reads(&format!("puzzle\n{field}\n")), [&**puzzle]);
    }
    let empty = cells(puzzle)
        .iter()
        .map(|cell| format!("\"{}\"", cell.replace('.', "")))
        .collect::<Vec<_>>();
    assert_eq!(reads(&format!("{{\"puzzle\": [{}]}}\n", empty.join(","))), [&**puzzle]);
    let blank: Vec<_> =
        rows(&puzzle.replace('.', " ")).iter().map(|row| format!("\"{row}\"")).collect();
    assert_eq!(reads(&format!("{{\"puzzle\": [{}]}}\n", blank.join(","))), [&**puzzle]);
}

/// The first line opens the list; grids between quotes are read, and other text is no record.
#[test]
fn lists_over_several_lines() {
    let all = puzzles_of(&pairs());
    let items = |start: &str, end: &str| {
        all.iter().map(|puzzle| format!("{start}{puzzle}{end}\n")).collect::<String>()
    };
    for text in [
        format!("puzzles = [\n{}]\n", items("    '", "',")),
        format!("const char *puzzles[] = {{\n{}}};\nint main() {{}}\n", items("  \"", "\",")),
        format!("INSERT INTO puzzles VALUES\n{};\n", items("(7, '", "'),")),
        format!(
            "<?xml version=\"1.0\"?>\n<opensudoku>\n\t<name>Easy</name>\n{}</opensudoku>\n",
            items("\t<game data=\"", "\" />")
        ),
        format!("<puzzles>\n{}</puzzles>\n", items("  <puzzle>", "</puzzle>")),
    ] {
        assert_eq!(detected(&text), Format::List, "{text}");
        assert_eq!(reads(&text), all, "{text}");
    }
    // Each line stays a record below a title, because another field of it may be the rest of a puzzle.
    let text = format!("some puzzles:\n{}", items("'", "'"));
    assert_eq!(detected(&text), Format::Line);
    let damaged = format!("puzzles = [\n    '{}',\n    '{}',\n]\n", all[0], &all[1][1..]);
    assert_eq!(reads(&damaged), [&*all[0], "! expected 81 cells, got 80"]);
}

/// Floating-point numbers are cells, as programs write arrays.
#[test]
fn numbers_with_a_point() {
    let (puzzle, _) = &pairs()[0];
    let zeros = puzzle.replace('.', "0");
    for number in [".", ".0", ".000000000000000000e+00"] {
        let written: Vec<_> = cells(&zeros).iter().map(|cell| cell.to_owned() + number).collect();
        let rows =
            |separator: &str| written.chunks(9).map(|row| row.join(separator)).collect::<Vec<_>>();
        for text in [
            written.join(" "),
            written.join(","),
            rows(" ").join("\n"),
            format!("[[{}]]", rows(" ").join("]\n [")),
            rows(",").join("\n").replace(&format!("0{number}"), ""),
            format!("puzzle\n\"{}\"", written.join(" ")),
        ] {
            let found: Vec<_> =
                reads(&(text.clone() + "\n")).iter().map(|it| it.replace('0', ".")).collect();
            assert_eq!(found, [&**puzzle], "{text}");
        }
    }
    let json = |number: &str| {
        format!("{{\"puzzle\": [{}]}}\n", cells(&zeros).join(&format!("{number},")) + number)
    };
    assert_eq!(reads(&json(".0")), [&*zeros]);
    assert_eq!(reads(&json(".5")), ["! expected digits 0 to 9, got 5.5"]);
    let half = cells(&zeros).join(".5 ") + ".5";
    assert!(Conversion::default().refused(format!("{half}\n")).starts_with("there is no puzzle"));
}

/// A blank row of a spreadsheet separates grids, unless it is a row of a grid.
#[test]
fn blank_rows_of_a_spreadsheet() {
    let all = puzzles_of(&pairs());
    let empty = all[0].replacen(&all[0][9..18], ".........", 1);
    for delimiter in [",", ";", "\t"] {
        let sheet = |puzzle: &str| lines(puzzle, |row| row.join(delimiter)).replace('.', "");
        let blank = delimiter.repeat(8) + "\n";
        let text: Vec<_> = all.iter().map(|puzzle| sheet(puzzle)).collect();
        assert_eq!(reads(&text.join(&blank)), all, "{delimiter:?}");
        assert_eq!(reads(&text.concat()), all, "{delimiter:?}");
        let bands = |puzzle: &String| {
            let rows: Vec<_> = sheet(puzzle).split_inclusive('\n').map(str::to_owned).collect();
            rows.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join(&blank)
        };
        let text: Vec<_> = all.iter().map(bands).collect();
        assert_eq!(reads(&text.join(&blank)), all, "{delimiter:?}");
        let text = [sheet(&empty), sheet(&all[1])];
        assert_eq!(reads(&text.concat()), [empty.clone(), all[1].clone()], "{delimiter:?}");
        assert_eq!(reads(&text.join(&blank)), [empty.clone(), all[1].clone()], "{delimiter:?}");
        // With a row too many, the ends of grids are unclear, and no grid is made of the rows of two.
        let row = sheet(&all[0]).split_inclusive('\n').next().unwrap().to_owned();
        let text = format!("{}{row}{blank}{}", sheet(&all[0]), sheet(&all[1]));
        let refused = Conversion::default().refused(&text);
        assert_eq!(refused, FormatError::RowsUnclear.to_string(), "{delimiter:?}");
    }
}

/// Blanks are empty cells if all rows have the same width.
#[test]
fn blanks_in_rows() {
    let all = puzzles_of(&pairs());
    let blanks = |puzzle: &str| puzzle.replace('.', " ");
    let boxes = |puzzle: &str| {
        let row = |row: Vec<String>| {
            format!("|{}|", row.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("|"))
        };
        format!("-------------\n{}-------------\n", lines(&blanks(puzzle), row))
    };
    let apart = |puzzle: &str| {
        let row = |row: Vec<String>| {
            row.chunks(3).map(|cells| cells.join(" ")).collect::<Vec<_>>().join("|")
        };
        lines(&blanks(puzzle), row)
    };
    let bare = |puzzle: &str| lines(&blanks(puzzle), |row| row.concat());
    // Behind the bar that ends it, nothing was cut off.
    let lost = boxes(&all[0]).replacen("|53 | 7 |   |", "|53 | 7 |  |", 1);
    assert_eq!(reads(&lost), ["! row 1 of the grid: expected 9 cells, got 3"]);
    // A box was cut off only where blanks are empty cells.
    let dotted = |puzzle: &str| {
        lines(puzzle, |row| row.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("|"))
    };
    let lost = dotted(&all[0]).replacen("53.|.7.|...", "53.|.7.|..", 1);
    assert_eq!(reads(&lost), ["! row 1 of the grid: expected 9 cells, got 8"]);
    for draw in [&boxes as &dyn Fn(&str) -> String, &apart, &bare] {
        let text: Vec<_> = all.iter().map(|puzzle| draw(puzzle)).collect();
        assert_eq!(reads(&text[0]), all[..1], "{}", text[0]);
        assert_eq!(reads(&text.join("\n")), all, "{}", text[0]);
    }
}

#[test]
fn three_numbers_with_a_point_are_no_row() {
    let (puzzle, _) = &pairs()[0];
    let row = |row: Vec<String>| format!("{}.0", row.join(".0 "));
    let puzzle = puzzle.replace('.', "0");
    let text = lines(&puzzle, row);
    assert_eq!(reads(&text), [puzzle]);
    let (whole, _) = text.trim_end().rsplit_once('\n').unwrap();
    let cut = format!("{whole}\n0.0 0.0 0.0\n");
    assert_eq!(reads(&cut), ["! row 9 of the grid: expected 9 cells, got 3"]);
}

#[test]
fn other_sections_than_the_puzzle_are_skipped() {
    let (puzzle, _) = &pairs()[0];
    let rows = drawn(puzzle, "");
    let text = format!(
        "#A x\n[Puzzle]\n{rows}[State]\n{rows}[PencilMarks]\n,12,,,3,,,,\n[Colours]\n{}",
        "000000000\n".repeat(9)
    );
    assert_eq!(reads(&text), [&**puzzle]);
    // Other rows may change the puzzle.
    let regions = format!("[Puzzle]\n{rows}[Regions]\n{}", "111222333\n".repeat(9));
    assert!(Conversion::default().refused(&regions).starts_with("the section '[Regions]'"));
    assert!(
        Conversion::default().refused("[Puzzle]\nnothing here\n").starts_with("there is no puzzle")
    );
    assert_eq!(detected(format!("[INFO] a log\n{puzzle}\n")), Format::Line);
}

/// A group of candidates may have any order.
#[test]
fn candidates_out_of_order() {
    let marks = cells(PUZZLE).into_iter().map(|cell| format!("{:<5}", cell.replace('0', "7241")));
    let text = lines_of(&marks.collect::<Vec<_>>());
    assert_eq!(reads(&text).concat(), dots());
}

fn lines_of(cells: &[String]) -> String {
    cells.chunks(9).map(|row| row.join(" ") + "\n").collect()
}

#[test]
fn rows_that_end_with_a_delimiter() {
    let (puzzle, solution) = &pairs()[0];
    let text =
        format!("Puzzle,Solution,Level\n{puzzle},{solution},easy,\n{puzzle},{solution},hard,\n");
    assert_eq!(reads(&text), [puzzle.as_str(), puzzle]);
    let output = Conversion::default().run_bytes(text.as_bytes(), &COUNTED).1;
    let output = String::from_utf8(output).unwrap();
    assert!(output.starts_with("Puzzle,Solution,Level,count\n"), "{output}");
    assert!(output.contains(&format!("\n{puzzle},{solution},easy,17\n")), "{output}");
}

/// A row with too few or too many fields keeps those that the header has.
#[test]
fn malformed_rows_keep_their_fields() {
    let text = format!("puzzle,x,y\n{PUZZLE},1,2\n{PUZZLE},3\n{PUZZLE},4,5,6,7\n");
    let dots = ".".repeat(81);
    let output = Conversion::default().run(&text).output;
    let rows: Vec<_> = output.lines().collect();
    assert_eq!(rows[2], format!("{PUZZLE},3,,{dots}"));
    assert_eq!(rows[3], format!("{PUZZLE},4,5,{dots}"));
}

#[test]
fn columns_by_number() {
    let pairs = pairs();
    let [(first, solution), (second, other), _] = &pairs;
    let text =
        format!("{first};{second};{other};{solution}\n{second};{first};{solution};{other}\n");
    let mut conversion = Conversion::with_solutions();
    conversion.read.column = Some("2".into());
    conversion.read.solution_column = Some("3".into());
    let converted = conversion.run(&text);
    assert_eq!(converted.puzzles, [second.as_str(), first.as_str()]);
    assert_eq!(converted.solutions, [Some(other.clone()), Some(solution.clone())]);
    conversion.read.column = Some("7".into());
    let refused = open(text.as_bytes(), &conversion.read).err().expect("no line has it");
    assert_eq!(refused.to_string(), "there is no field 7: the lines have 4 at most");
    // A header may have the number as a name.
    let table = format!("1,2\n{first},{second}\n");
    conversion = Conversion::default();
    conversion.read.column = Some("2".into());
    assert_eq!(read(&conversion, &table), [&**second]);
}

#[test]
fn excluded_candidates() {
    let cells = "000456780000000000000000000400000000500000000600000000700000000900000000000000000";
    let line = format!(":0000:x:{cells}:111 211 311 911 112 212 312 912::");
    let mut conversion = Conversion::default();
    conversion.read.pencilmarks = true;
    let found = read(&conversion, &line);
    let marks = Pencilmarks::parse(found[0].as_bytes()).unwrap();
    assert_eq!([marks.at(0), marks.at(1)], [0b0_1111_1000, 0b0_1111_1000]);
    assert_eq!(marks.at(2), 0x1FF);
    // Jobs that take clues get the note that candidates are not used.
    let opened = open(line.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(opened.parser.note(), Some("the candidates that puzzles exclude are not used"));
    assert_eq!(reads(&line), [cells.replace('0', ".")]);
    // The same holds below the first line.
    conversion.read.format = Some(Format::Hodoku);
    let text = format!(":0000:x:{cells}:::\n{line}\n");
    assert_eq!(read(&conversion, &text)[1], "! the puzzle excludes candidates");
}

#[test]
fn a_name_that_several_columns_have_is_noted() {
    let note = |header: &str| {
        let table = format!("{header}\n1,{},{}\n", ".".repeat(81), "1".repeat(81));
        open(table.as_bytes(), &ReadOptions::default()).unwrap().parser.note()
    };
    let puzzles = "several columns have the name of the puzzles, and the first of them is read";
    let solutions = "several columns have the name of the solutions, and the first of them is used";
    assert_eq!(note("id,puzzle,Puzzle"), Some(puzzles));
    assert_eq!(note("puzzle,solution,Solution"), Some(solutions));
    assert_eq!(note("id,puzzle,solution"), None);
    assert_eq!(note("id,id,puzzle"), None, "a name that decides nothing");
}

#[test]
fn texts_of_sudokuwiki() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let cell = |cell: u8| match cell {
        b'.' => "vu".to_owned(),
        digit => {
            let number = 1 | 1 << (digit - b'0');
            let base_32 = |number: u32| char::from_digit(number, 32).unwrap();
            format!("{}{}", base_32(number / 32), base_32(number % 32))
        }
    };
    let text: String = puzzle.bytes().map(cell).collect();
    for line in [
        text.clone(),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={text}"),
        format!("S9B{text}"),
    ] {
        assert_eq!(detected(&line), Format::Sudokuwiki, "{line}");
        assert_eq!(reads(&line), [puzzle]);
    }
    let mut conversion = Conversion::default();
    conversion.read.pencilmarks = true;
    let marks = read(&conversion, &text.replacen("vu", "0c", 1));
    assert_eq!(Pencilmarks::parse(marks[0].as_bytes()).unwrap().at(2), 0b110);
}

#[test]
fn what_is_recognised_and_not_read_says_how_to_convert_it() {
    for (text, words) in [
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:eb90\nsize 16400016\n",
            "a pointer of Git LFS, which cannot be read: fetch",
        ),
        ("<!DOCTYPE html>\n<html>404</html>\n", "a web page, which cannot be read: download"),
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2\n",
            "a puzzle of f-puzzles, which cannot be read: open it",
        ),
        ("https://sudokupad.app/scl123\n", "a puzzle of SudokuPad, which cannot be read: open it"),
        ("https://sudokupad.app/some-setter\n", "a puzzle of SudokuPad, which cannot be read"),
    ] {
        assert!(Conversion::default().refused(text).contains(words), "{text}");
    }
    let mut tar = vec![b'a'; 512];
    tar[257..262].copy_from_slice(b"ustar");
    assert!(
        Conversion::default()
            .refused(&tar)
            .contains("a tar archive, which cannot be read: unpack it")
    );
}

/// One message, not one per line.
#[test]
fn text_without_puzzles_is_refused() {
    for text in [
        "1234\n1234\n",
        "1234\n",
        "one,two\nthree\n",
        "\0\u{1}\u{2}\n",
        "BZh9 and so on",
        "ORCHID\n",
        "{]\nx\n",
        "[null, 1]\n",
    ] {
        assert!(
            Conversion::default().refused(text).starts_with("there is no puzzle in its first"),
            "{text}"
        );
    }
    let comments = format!("# {PUZZLE}\n# {PUZZLE}\n");
    assert_eq!(
        Conversion::default().refused(comments),
        "all lines are comments, because they start with '#', but some hold puzzles: remove the '#'"
    );
    for comment in ["#", "%", "//"] {
        assert_eq!(reads(&format!("{comment} 7 Medium\n{PUZZLE}\n")), [PUZZLE]);
    }
}

/// JSON without values, over several lines, with lists inside.
#[test]
fn json_values() {
    let (puzzle, _) = &pairs()[0];
    let value = |cell: &String| if cell == "." { "null".to_owned() } else { cell.clone() };
    let numbers: Vec<String> = cells(puzzle).iter().map(value).collect();
    let rows: Vec<_> = numbers.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
    for text in [
        format!("[{}]\n", numbers.join(",")),
        format!("[{}]", rows.join(", ")),
        format!("[{}]\n", rows.join(",\n ")),
        format!("[{}]", numbers.join(",").replace("null", "None")),
    ] {
        assert_eq!(reads(&text), [&**puzzle], "{text}");
    }
    // An object around one list of grids is read by its elements, too.
    let list = format!("[\"{puzzle}\", \"{puzzle}\"]");
    for text in [
        format!("[[{}],\n[{}]]", numbers.join(","), numbers.join(",")),
        format!("[\n [\n  {}\n ]\n]", numbers[..9].join(",\n  ")),
        format!("{{\n  \"puzzle\": \"{puzzle}\"\n}}\n"),
        format!("{{\"puzzles\": {list}}}"),
        format!("{{\"id\": 1, \"set\": {{\n\"puzzles\": {list}}}}}\n"),
        format!("{{\"a\": {{\"b\": [{{\"value\": [{}]}}]}}}}", rows.join(",")),
        format!("{{\"puzzles\": [{}", format!("\"{puzzle}\",\n").repeat(1000)),
        format!(
            "{{\n{}\"puzzles\": {list}\n}}",
            "\"a note\": \"of a long text\",\n".repeat(1 << 12)
        ),
    ] {
        let error = open(text.as_bytes(), &ReadOptions::default()).err();
        assert_eq!(error, Some(FormatError::JsonArray), "{}", &text[..text.len().min(200)]);
    }
    for (text, words) in [
        (
            format!("{{\"puzzles\": {list}, \"solutions\": {list}}}"),
            "give each a line of its own, as in \"jq -c '. as $all | range(.puzzles | length) as $row | $all | map_values(.[$row])' FILE\"",
        ),
        (
            format!("{{\"a b\": {list}, \"example\": \"{puzzle}\"}}"),
            "in the list '.\"a b\"': give each a line of its own, as in \"jq -c '.\"a b\"[]' FILE\"",
        ),
        (
            format!("{{\"a\": [{{\"b\": [{{\"value\": [{}]}}]}}]}}", rows.join(",")),
            "in the list '.a[].b', under 'value'",
        ),
        (
            format!("{{\"id\": 1, \"grid\": \"{puzzle}\"}}"),
            "no column of puzzles in the header 'id,grid', but 'grid' has a grid",
        ),
    ] {
        assert!(Conversion::default().refused(&text).contains(words), "{text}");
    }
    let many = "! the record has 2 grids, of which one would be read: give each a line of its own";
    let text = format!("{{\"puzzle\": \"{puzzle}\"}}\n{{\"puzzle\": {list}}}\n");
    assert_eq!(reads(&text), [&**puzzle, many]);
}

#[test]
fn titles_may_be_dates() {
    let puzzles = puzzles_of(&pairs());
    for dates in [
        ["2026-01-30", "2026-01-31", "2026-02-01"],
        ["30.01.2026", "31.01.2026", "1.2.2026"],
        ["1/30/26", "1/31/26", "02/01/26"],
    ] {
        let titled = dates.iter().zip(&puzzles);
        let text: String = titled.map(|(date, it)| format!("{date}\n{}", drawn(it, ""))).collect();
        assert_eq!(reads(&text), puzzles, "{text}");
    }
}
