//! Grids as people paste them: framed, with candidates, with every cell apart, inside addresses.

use super::*;

/// The puzzle with `.` for empty cells.
fn dots() -> String {
    PUZZLE.replace('0', ".")
}

fn rows(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[row * 9..row * 9 + 9]).collect()
}

/// The puzzle in a frame: its edges and rulers, what stands between boxes, and around cells.
fn framed(puzzle: &str, rulers: [&str; 3], between: &str, pad: &str) -> String {
    let mut text = format!("{}\n", rulers[0]);
    for (index, row) in rows(puzzle).iter().enumerate() {
        if index == 3 || index == 6 {
            text += &format!("{}\n", rulers[1]);
        }
        let cell = |cell: &char| format!("{cell}{pad}");
        let cells: Vec<char> = row.chars().collect();
        let boxes = cells.chunks(3).map(|cells| cells.iter().map(cell).collect::<String>());
        let line: Vec<String> = boxes.map(|cells| format!("{pad}{cells}")).collect();
        text += &format!("{between}{}{between}\n", line.join(between));
    }
    text + rulers[2] + "\n"
}

fn reads(text: &str, expected: &[&str]) {
    assert_eq!(detected(text), Format::Grid, "{text}");
    let converted = Conversion::default().run(text);
    assert_eq!(converted.puzzles, expected, "{text}\n{:?}", converted.rows);
    for &chunk in sized(&[1, 100][..], &[]) {
        assert_eq!(Conversion { chunk, ..Default::default() }.run(text), converted);
    }
}

#[test]
fn frames() {
    let dots = dots();
    let light =
        ["┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"];
    let heavy =
        ["╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝"];
    let ascii =
        [".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"];
    let tight = [".---.---.---.", ":---+---+---:", "'---'---'---'"];
    for text in [
        framed(&dots, light, "│", " "),
        framed(&dots, heavy, "║", " "),
        framed(&dots, ascii, "|", " "),
        framed(&dots, tight, "|", ""),
        framed(&dots, light, "│", "\u{A0}"),
        framed(&dots, light, "│", " ").replace('.', "·"),
    ] {
        reads(&text, &[&dots]);
        reads(&format!("{text}\n{text}"), &[&dots, &dots]);
        if sized(false, true) {
            break;
        }
    }
}

/// Every cell in a frame of its own, or between commas, and blank if it is empty.
#[test]
fn blank_cells() {
    let dots = dots();
    let fields = |row: &str| row.replace('0', " ").chars().map(String::from).collect::<Vec<_>>();
    let mut framed = "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n".to_owned();
    for row in rows(PUZZLE) {
        let boxes: Vec<_> = fields(row).chunks(3).map(|cells| cells.join(" │ ")).collect();
        framed += &format!("║ {} ║\n╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n", boxes.join(" ║ "));
    }
    reads(&framed, &[&dots]);
    reads(&format!("{framed}\n{framed}"), &[&dots, &dots]);
    for separator in [",", ";", " , "] {
        let table = rows(PUZZLE).map_lines(|row| fields(row).join(separator).replace("  ", ""));
        reads(&table, &[&dots]);
    }
    let empty = [",,,,,,,,\n"; 9].concat();
    reads(&empty, &[&".".repeat(81)]);
}

#[test]
fn tables_of_candidates() {
    let cells: Vec<char> = PUZZLE.chars().collect();
    let marks = |cell: &char| if *cell == '0' { "1247".to_owned() } else { cell.to_string() };
    let mut text = ".-----------------.-----------------.-----------------.\n".to_owned();
    for (index, row) in cells.chunks(9).enumerate() {
        if index == 3 || index == 6 {
            text += ":-----------------+-----------------+-----------------:\n";
        }
        let boxes = row.chunks(3).map(|cells| {
            cells.iter().map(|cell| format!("{:<6}", marks(cell))).collect::<String>()
        });
        text += &format!("| {}|\n", boxes.collect::<Vec<_>>().join("| "));
    }
    text += "'-----------------'-----------------'-----------------'\n";
    reads(&text, &[&dots()]);
    // One row of several digits is a typing error.
    let typing_error = drawn(PUZZLE, " ").replacen("0 6 0", "0 67 0", 1);
    let converted = Conversion::default().run(&typing_error);
    let error = converted.rows[0].1.as_ref().expect("malformed");
    assert_eq!(error.to_string(), "row 5 of the grid: expected 9 cells, got 10");
}

#[test]
fn lists_of_rows() {
    let row = |row: &str, open: &str, close: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        format!("{open}{}{close}", cells.join(", "))
    };
    for (open, close) in [("[", "],"), ("{", "},"), ("(", "),"), ("", ";"), ("", "")] {
        let text = rows(PUZZLE).map_lines(|line| row(line, open, close));
        reads(&text, &[PUZZLE]);
        // As formatters of programs break lists.
        for (first, last) in [("[", "]"), ("(", "),"), ("board = [", "]")] {
            let list = format!("{first}\n{text}{last}\n");
            reads(&list, &[PUZZLE]);
            reads(&format!("{list}{list}"), &[PUZZLE, PUZZLE]);
        }
    }
}

trait MapLines {
    fn map_lines(&self, change: impl Fn(&str) -> String) -> String;
}

impl MapLines for Vec<&str> {
    fn map_lines(&self, change: impl Fn(&str) -> String) -> String {
        self.iter().map(|line| change(line) + "\n").collect()
    }
}

/// A line of 81 cells apart is a line, with one line of output.
#[test]
fn numbers_in_one_line() {
    let answer = mirrored(PUZZLE);
    for separator in [" ", ",", ", ", "\t", ";", " | "] {
        let cells: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let apart = cells.join(separator);
        for line in [apart.clone(), format!("[{apart}]")] {
            let text = format!("# note\n{line}\n{PUZZLE} {answer}\nbad\n\n{line}\n");
            assert_eq!(detected(&text), Format::Line, "{text}");
            let read = ReadOptions { claims: true, ..Default::default() };
            let converted = Conversion { read, ..Default::default() }.run(&text);
            assert_eq!(converted.puzzles, [PUZZLE; 3], "{text}");
            assert_eq!(converted.claims, [None, Some(answer.clone()), None]);
            let dots = ".".repeat(81);
            let expected = format!("# note\n{answer}\n{answer}\n{dots}\n\n{answer}\n");
            assert_eq!(converted.output, expected);
            assert_eq!(converted.rows.iter().map(|row| row.0).collect::<Vec<_>>(), [2, 3, 4, 6]);
        }
    }
}

#[test]
fn addresses_and_libraries() {
    let dots = dots();
    let solved = dots.replacen('9', "+9", 2).replacen('4', "+4", 1);
    for line in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}"),
        format!("https://example.org/play/?s={dots}&level=2"),
        format!(":0000:x:{dots}:::"),
        format!(":0300:38:{solved}:112::"),
        format!("\"{dots}\""),
    ] {
        let converted = Conversion::default().run(&line);
        let expected = if line.contains("bd=") { PUZZLE } else { &dots };
        assert_eq!(converted.puzzles, [expected], "{line}");
    }
}

/// A table whose header does not say where the puzzles are.
#[test]
fn unknown_headers_are_refused() {
    let refused = |text: &str| {
        let error = open(text.as_bytes(), &ReadOptions::default()).err().expect(text);
        error.to_string()
    };
    let words =
        |header: &str| format!("no column of puzzles in the header '{header}'; use --column NAME");
    assert_eq!(refused(&format!("id,grid\n1,{PUZZLE}\n")), words("id,grid"));
    assert_eq!(refused(&format!("grid\tid\r\n{PUZZLE}\t1\r\n")), words("grid\tid"));
    assert_eq!(refused(&format!("\"a\";b\n1;\"{PUZZLE}\"\n")), words("\"a\";b"));
    assert_eq!(detected(format!("one,two\n{PUZZLE}\n")), Format::Line, "other fields");
    let read = ReadOptions { format: Some(Format::Line), ..Default::default() };
    assert!(open(format!("id,grid\n1,{PUZZLE}\n").as_bytes(), &read).is_ok());
}
