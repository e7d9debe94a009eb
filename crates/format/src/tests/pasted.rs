//! Grids as people paste them: framed, with candidates, with every cell apart, inside addresses.

use super::*;

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
    let cells = cells(&dots);
    let light =
        ["┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"];
    let heavy =
        ["╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝"];
    let ascii =
        [".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"];
    let tight = [".---.---.---.", ":---+---+---:", "'---'---'---'"];
    for text in [
        framed(&cells, light, "│", " "),
        framed(&cells, heavy, "║", " "),
        framed(&cells, ascii, "|", " "),
        framed(&cells, tight, "|", ""),
        framed(&cells, light, "│", "\u{A0}"),
        framed(&cells, light, "│", " ").replace('.', "·"),
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
    let blanks = PUZZLE.replace('0', " ");
    let rows = lines(&blanks, |row| {
        let boxes: Vec<_> = row.chunks(3).map(|cells| cells.join(" │ ")).collect();
        format!("║ {} ║\n╟───┼───┼───╫───┼───┼───╫───┼───┼───╢", boxes.join(" ║ "))
    });
    let framed = format!("╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n{rows}");
    reads(&framed, &[&dots]);
    reads(&format!("{framed}\n{framed}"), &[&dots, &dots]);
    for separator in [",", ";", " , "] {
        reads(&drawn(&blanks, separator).replace("  ", ""), &[&dots]);
    }
    let empty = [",,,,,,,,\n"; 9].concat();
    reads(&empty, &[&".".repeat(81)]);
}

#[test]
fn tables_of_candidates() {
    let rulers = [
        ".-----------------.-----------------.-----------------.",
        ":-----------------+-----------------+-----------------:",
        "'-----------------'-----------------'-----------------'",
    ];
    let marks = cells(PUZZLE).into_iter().map(|cell| format!("{:<5}", cell.replace('0', "1247")));
    reads(&framed(&marks.collect::<Vec<_>>(), rulers, "|", " "), &[&dots()]);
    // One row of several digits is a typing error.
    let typing_error = drawn(PUZZLE, " ").replacen("0 6 0", "0 67 0", 1);
    let converted = Conversion::default().run(&typing_error);
    let error = converted.rows[0].1.as_ref().expect("malformed");
    assert_eq!(error.to_string(), "row 5 of the grid: expected 9 cells, got 10");
}

#[test]
fn lists_of_rows() {
    for (open, close) in [("[", "],"), ("{", "},"), ("(", "),"), ("", ";"), ("", "")] {
        let text = lines(PUZZLE, |row| format!("{open}{}{close}", row.join(", ")));
        reads(&text, &[PUZZLE]);
        // As formatters of programs break lists.
        for (first, last) in [("[", "]"), ("(", "),"), ("board = [", "]")] {
            let list = format!("{first}\n{text}{last}\n");
            reads(&list, &[PUZZLE]);
            reads(&format!("{list}{list}"), &[PUZZLE, PUZZLE]);
        }
    }
}

/// A line of 81 cells apart is a line, with one line of output.
#[test]
fn numbers_in_one_line() {
    let answer = mirrored(PUZZLE);
    for separator in [" ", ",", ", ", "\t", ";", " | "] {
        let apart = cells(PUZZLE).join(separator);
        for line in [apart.clone(), format!("[{apart}]")] {
            let text = format!("# note\n{line}\n{PUZZLE} {answer}\nbad\n\n{line}\n");
            assert_eq!(detected(&text), Format::Line, "{text}");
            let converted = Conversion::with_solutions().run(&text);
            assert_eq!(converted.puzzles, [PUZZLE; 3], "{text}");
            assert_eq!(converted.solutions, [None, Some(answer.clone()), None]);
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
        format!("https://sudokupad.app/?puzzle={dots}"),
        format!("https://sudokupad.app/sudoku/{dots}"),
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
