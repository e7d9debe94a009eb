//! A malformed record of any format is reported with its line, has its row, and spoils no other.

use super::{judged::read_whole, *};
use batchdoku_engine::grid::{Grid, GridError};
use batchdoku_testkit::layouts::Reading;

/// Runs `text` and returns the lines of its malformed records with their faults.
fn faults(text: &str) -> Vec<(u64, String)> {
    let converted = Conversion::to(Format::Line).run(text);
    let rows = converted.output.lines().filter(|line| line.len() == 81).count();
    assert_eq!(rows, converted.rows.len(), "a row for every record");
    assert_eq!(converted.puzzles.last().map(String::len), Some(81));
    let rows = converted.rows.into_iter();
    rows.filter_map(|(line, error)| error.map(|error| (line, error.to_string()))).collect()
}

fn is(found: &[(u64, String)], expected: &[(u64, &str)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((line, words), (at, part)) in found.iter().zip(expected) {
        assert_eq!(line, at, "{found:?}");
        assert!(words.contains(part), "expected '{part}' in line {line}: {found:?}");
    }
}

#[test]
fn tables() {
    let short = &PUZZLE[..80];
    let text = format!(
        "puzzle,x\n{PUZZLE},1\n{short},1\n{PUZZLE}\n\n# note\n{PUZZLE},1,2\n,\n{short}gg,\n{PUZZLE},\n"
    );
    is(
        &faults(&text),
        &[
            (3, "got 80"),
            (4, "expected 2 fields, got 1"),
            (7, "expected 2 fields, got 3"),
            (8, "got 0"),
            (9, "column 81"),
        ],
    );
    let same = Conversion::default().run(&text).output;
    let rows: Vec<_> = same.lines().collect();
    let (answer, dots) = (mirrored(PUZZLE), ".".repeat(81));
    assert_eq!(rows[0], "puzzle,x,solution");
    assert_eq!(rows[2], format!("{short},1,{dots}"), "other fields stay");
    assert_eq!(rows[3], format!("{PUZZLE},,{dots}"), "as far as there are any");
    assert_eq!(rows[4..6], ["", "# note"]);
    assert_eq!(rows[9], format!("{PUZZLE},,{answer}"));
}

#[test]
fn a_stray_quote_spoils_one_row() {
    const ROWS: usize = sized(1000, 3);
    let filler = format!("{PUZZLE},a\n").repeat(ROWS);
    let text = format!("puzzle,x\n{filler}{PUZZLE},\"lost\n{filler}");
    is(&faults(&text), &[(ROWS as u64 + 2, "a quoted field does not end")]);
    for chunk in [1, 1000, 70_000] {
        let conversion = Conversion { chunk, ..Conversion::default() };
        assert_eq!(conversion.run(&text), Conversion::default().run(&text));
    }
    let output = Conversion::default().run(&text).output;
    assert!(!output.contains('"') && output.contains(&format!("\n,,{}\n", ".".repeat(81))));
}

#[test]
fn objects() {
    let text = format!(
        "{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\n[1]\n{{\"other\":1}}\n{{\"puzzle\":\"12\"}}\n\
         {{\"puzzle\":[10]}}\n{{\"puzzle\":true}}\n{{\"puzzle\":\"{PUZZLE}\"}} x\n{{\"puzzle\":\"{PUZZLE}\"}}"
    );
    is(
        &faults(&text),
        &[
            (2, "not a JSON object"),
            (3, "not a JSON object"),
            (4, "no key 'puzzle'"),
            (5, "got 2"),
            (6, "got 10"),
            (7, "neither"),
            (8, "not a JSON object"),
        ],
    );
    let dots = ".".repeat(81);
    let same = Conversion::default().run(&text).output;
    let rows: Vec<_> = same.lines().collect();
    assert_eq!(rows[1], format!("{{\"puzzle\": null, \"solution\": \"{dots}\"}}"));
    assert_eq!(rows[3], format!("{{\"other\":1, \"solution\": \"{dots}\"}}"));
}

#[test]
fn grids() {
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..row * 9 + 9]).collect();
    let good = rows.join("\n") + "\n";
    let bad_cell = good.replacen("002109400", "002a09400", 1);
    let long = good.replacen("002109400", "0021094001", 1);
    let cut = good[..30].to_owned();
    let text = format!("{good}\n{bad_cell}\n{long}{good}{cut}\n{good}");
    is(
        &faults(&text),
        &[
            (11, "row 2 of the grid: expected digits and empty cells, got 'a'"),
            // Between two blank lines there are 21 rows: it is unclear which belong together.
            (21, "row 2 of the grid: expected 9 cells, got 10"),
        ],
    );
}

/// JSON with the right syntax, and values that cannot be read.
#[test]
fn values_that_no_parser_takes() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    let digits = "1".repeat(sized(100_000, 1000));
    let values = ["1e999", deep.as_str(), r#""\ud800""#, digits.as_str(), r#"["\udfff"]"#];
    let lines = values.map(|value| format!("{{\"puzzle\":{value}}}\n")).concat();
    let text = format!("{lines}{{\"puzzle\":\"{PUZZLE}\"}}\n");
    let found = faults(&text);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(found.iter().all(|(_, words)| words.starts_with("not a JSON object: ")), "{found:?}");
    // The writer parses the lines again.
    let same = Conversion::default().run(&text).output;
    assert_eq!(same.lines().count(), 6);
    let last = format!("{{\"puzzle\":\"{PUZZLE}\", \"solution\": \"{}\"}}", mirrored(PUZZLE));
    assert_eq!(same.lines().last(), Some(last.as_str()));
}

/// Columns count from the start of the line, whatever comes before the cells. In a field of 81 bytes the engine finds
/// the bad character.
#[test]
fn columns_are_those_of_the_line() {
    let spoiled = PUZZLE.replacen('3', "a", 1);
    let short = "12a45";
    for (text, column) in [
        (format!("{spoiled}\n"), 3),
        (format!("x,puzzle\n22,{spoiled}\n"), 6),
        (format!("puzzle\n \"{spoiled}\"\n"), 5),
        (format!("{{\"puzzle\": \"{spoiled}\"}}\n"), 15),
        (format!("{short}\n"), 3),
        (format!("   {short}\n"), 6),
        (format!(" , {spoiled}\n"), 6),
        (format!("puzzle,x\n \"{short}\",1\n"), 5),
        (format!("x,puzzle\n22,{short}\n"), 6),
        (format!("{{\"puzzle\": \"{short}\"}}\n"), 15),
    ] {
        let lines = format!("{text}{PUZZLE}\n");
        let opened = open(lines.as_bytes(), &ReadOptions::default()).unwrap();
        let chunk = &lines.as_bytes()[opened.skip..];
        let mut records = Records::default();
        records.read(&*opened.parser, chunk);
        let error = match records.rows(chunk).next() {
            Some(Row::Puzzle { record, .. }) => record.grid(&*opened.parser).unwrap_err().into(),
            Some(Row::Malformed { error, .. }) => error.clone(),
            _ => panic!("{text} has no record"),
        };
        assert_eq!(error, GridError::BadCharacter { column, byte: b'a' }.into(), "{text}");
    }
}

/// CR inside a line is a bad character, not the end of the text that counts.
#[test]
fn carriage_returns_inside_lines() {
    let text = format!("{PUZZLE}\r{PUZZLE}\n{PUZZLE}\r\r\n{PUZZLE}\r\n{PUZZLE}\r");
    is(&faults(&text), &[(1, "column 82")]);
}

#[test]
fn arrays() {
    let (_, mut bytes) =
        Conversion::to(Format::Npy).run_bytes(puzzles(3, '0').join("\n").as_bytes(), &SOLVED);
    bytes[128 + 81 + 4] = 10;
    // An array with an empty cell has no tokens.
    bytes[128 + 81 + 5] = 0;
    bytes.extend([1, 2]);
    let text = Conversion::to(Format::Line).run(&bytes);
    let faults: Vec<_> = text.rows.iter().map(|(line, fault)| (*line, fault.is_some())).collect();
    assert_eq!(faults, [(1, false), (2, true), (3, false), (4, true)]);
    let error = text.rows[1].1.as_ref().unwrap();
    assert_eq!(error.to_string(), "cell 5: expected cells from 0 to 9, got 10");
    assert_eq!(text.output.lines().count(), 4);
    let chunk = Conversion { chunk: 100, ..Conversion::to(Format::Line) };
    assert_eq!(chunk.run(&bytes), text);
    bytes[128 + 81 + 4] = 255;
    for (kind, number) in [(b"|u1", "255"), (b"|i1", "-1")] {
        let place = bytes.windows(3).position(|three| three == b"|u1" || three == b"|i1").unwrap();
        bytes[place..place + 3].copy_from_slice(kind);
        let text = Conversion::to(Format::Line).run(&bytes);
        let error = text.rows[1].1.as_ref().unwrap().to_string();
        assert!(error.ends_with(&format!("got {number}")), "{error}");
    }
}

/// A comment is a line, so that its quotes swallow no row.
#[test]
fn quotes_in_the_comments_of_a_table() {
    let text = format!("id,puzzle\n# a,\"b\n1,{PUZZLE}\n# \"c\n#2,{PUZZLE}\n\"3\",{PUZZLE}\n");
    for chunk in [0, 1] {
        let converted = Conversion { chunk, ..Default::default() }.run(&text);
        assert_eq!(converted.rows, [(3, None), (5, None), (6, None)]);
    }
}

/// A line is read in the same way whether or not the cells of its chunk must be copied, because another
/// line has them apart.
#[test]
fn lines_beside_others_with_cells_apart() {
    let bad = PUZZLE.replacen('7', "!", 1);
    let other = mirrored(PUZZLE);
    let apart: String = PUZZLE.chars().flat_map(|cell| [cell, ' ']).collect();
    let mut text = format!("{}\n", apart.trim());
    for line in [
        format!("{bad},12345"),
        format!("{bad} {other}"),
        format!("{bad};{bad};{other}"),
        format!("{PUZZLE},{bad},{other}"),
        format!("x {PUZZLE},{other}"),
        bad[..80].to_owned(),
    ] {
        text += &(line + "\n");
    }
    for (place, format) in Format::ALL.into_iter().enumerate() {
        let all = [&[][..], &SOLVED, &COUNTED];
        for columns in all.into_iter().skip(sized(0, place % 3)).step_by(sized(1, 3)) {
            let run = |chunk| {
                let write = WriteOptions { format: Some(format), ..Default::default() };
                let conversion = Conversion { write, chunk, ..Conversion::with_solutions() };
                let is_written =
                    formatter(&AnswerShape::one_row(columns), &conversion.write).is_ok();
                is_written.then(|| conversion.run_bytes(text.as_bytes(), columns))
            };
            assert_eq!(run(0), run(1), "{format} {columns:?}");
        }
    }
    for chunk in [0, 1] {
        let opened = open(text.as_bytes(), &ReadOptions::default()).unwrap();
        let (mut grids, mut rest) = (Vec::new(), text.as_bytes());
        let conversion = Conversion { chunk, ..Default::default() };
        while !rest.is_empty() {
            let part = conversion.cut(&*opened.parser, rest);
            rest = &rest[part.len()..];
            let mut records = Records::default();
            records.read(&*opened.parser, part);
            for row in records.rows(part) {
                let grid = match row {
                    Row::Puzzle { record, .. } => record.grid(&*opened.parser).ok(),
                    Row::Passthrough(_) | Row::Malformed { .. } => None,
                };
                grids.push(grid.map(|grid| grid.to_text()));
            }
        }
        let grid = |text: &str| Grid::parse(text.as_bytes()).ok().map(|grid| grid.to_text());
        // The fifth has three grids, and one of them is damaged.
        let expected = [grid(PUZZLE), None, None, None, None, None, None];
        assert_eq!(grids, expected, "{chunk}");
    }
}

/// A row that is too long may have lost a puzzle, even if the rest is blank.
#[test]
fn a_blank_row_of_a_table_that_may_be_cut_is_malformed() {
    let rows = |blanks: usize| {
        let text = format!("id,puzzle\n1,{PUZZLE}\n{}\n2,{PUZZLE}\n", " ".repeat(blanks));
        let converted = Conversion::default().run(&text);
        (converted.rows.len(), converted.rows.iter().filter(|(_, error)| error.is_some()).count())
    };
    assert_eq!(rows(100), (2, 0));
    assert_eq!(rows(crate::LONGEST_RECORD), (3, 1));
}

/// A dot at the end of a row is a cell too many, and no full stop.
#[test]
fn a_row_of_a_field_that_gained_a_dot() {
    let rows = lines(
        "125953468.3..........................25..4..7..7.259..659.....124...1..9..125.3.68",
        |row| row.concat(),
    );
    let gained = rows.replacen("\n", ".\n", 1);
    assert!(whole_grid(rows.as_bytes()).is_some());
    assert!(whole_grid(gained.as_bytes()).is_none());
}

/// A solution of the first line shows where solutions stand. Another puzzle there would be lost; an answer that keeps the clues,
/// or none, is what a program found.
#[test]
fn another_puzzle_in_the_place_of_a_solution() {
    let (answer, other) = (mirrored(PUZZLE), mirrored(PUZZLE).replace(['1', '2', '3'], "."));
    let part = PUZZLE.replacen('0', "2", 1);
    for [before, between, behind] in
        [["", ",", ""], ["", " ", " x"], ["7;", ";", ";x"], ["'", "', '", "'"]]
    {
        let line = |solution: &str| format!("{before}{PUZZLE}{between}{solution}{behind}\n");
        let text = [&answer, &part, &".".repeat(81), &other, &answer].map(|it| line(it)).concat();
        is(&faults(&text), &[(4, "the record has 2 grids")]);
    }
}

/// If a line has no grid among its words, the message is about the word that was a grid.
#[test]
fn a_number_before_a_damaged_grid_is_not_what_is_wrong() {
    let text = format!("1. `{PUZZLE}`\n2. `{}`\n3. `{PUZZLE}`\n", &PUZZLE[..80]);
    is(&faults(&text), &[(2, "got 80")]);
}

/// A cell that is damaged in the head leaves the other cells where they are: no other 81 fields of a line are a puzzle.
#[test]
fn a_damaged_cell_among_fields_of_cells_moves_no_puzzle() {
    let fields = |grid: &str| cells(grid).join(",");
    let puzzles = puzzles(3, '0');
    let whole: Vec<_> =
        puzzles.iter().map(|it| it.parse::<Grid>().expect("a puzzle").to_text()).collect();
    let mut refused = 0;
    for (before, with_solutions) in [("", false), ("", true), ("7,", true)] {
        let row = |puzzle: &String| {
            let solution = format!(",{}", fields(&mirrored(puzzle)));
            format!("{before}{}{}", fields(puzzle), if with_solutions { &solution } else { "" })
        };
        let rows: Vec<String> = puzzles.iter().map(row).collect();
        for cell in (0..81).step_by(if cfg!(debug_assertions) { 4 } else { 1 }) {
            for damage in ["", "a", "10", "-1"] {
                let mut damaged: Vec<&str> = rows[1].split(',').collect();
                damaged[cell + before.len() / 2] = damage;
                let text = format!("{}\n{}\n{}\n", rows[0], damaged.join(","), rows[2]);
                let read = match read_whole(text.as_bytes()) {
                    Ok(Reading::Rows(rows) | Reading::Failed(rows)) => rows,
                    Err(_) => {
                        refused += 1;
                        continue;
                    }
                };
                let is_whole = |index: usize| {
                    read[index].as_ref().is_some_and(|(read, _)| read == &whole[index])
                };
                assert!(read.len() == 3 && is_whole(0) && is_whole(2), "{text}{read:?}");
                assert!(read[1].is_none(), "{text}{read:?}");
            }
        }
    }
    // A number next to the first cell may be a cell itself if that is damaged.
    assert!(refused <= 4, "{refused} are refused");
}

/// Words for empty cells do not hide a cell too many; and a solution is no puzzle in a line that has lost a field.
#[test]
fn a_field_too_many_or_too_few_is_told() {
    let puzzles = puzzles(3, '0');
    let fields = |grid: &str| cells(grid).join(",").replace('0', "None");
    let mut lines: Vec<_> = puzzles.iter().map(|it| fields(it)).collect();
    lines[1].push_str(",None");
    is(&faults(&format!("{}\n", lines.join("\n"))), &[(2, "")]);
    for delimiter in [",", ";", "\t"] {
        let line = |number: usize, lost: &str| {
            let solution = mirrored(&puzzles[number]);
            format!("{number}{lost}{}{delimiter}{solution}\n", puzzles[number])
        };
        let text = [line(0, delimiter), line(1, ""), line(2, delimiter)].concat();
        is(&faults(&text), &[(2, "got 0")]);
        let text = format!("{}7{delimiter}{}\n", line(0, delimiter), mirrored(&puzzles[1]));
        is(&faults(&text), &[(2, "got 0")]);
    }
}
