//! Kinds of inputs that public repositories have, each with a puzzle of our own: read as it is, or refused or malformed; never
//! another puzzle, and never a puzzle less without a word.

use super::{judged::read_whole, *};
use batchdoku_testkit::layouts::Reading;

/// Returns the rows of the puzzle with something between cells, each in a line of its own form.
fn rows(empty: &str, separator: &str, line: impl Fn(usize, String) -> String) -> String {
    let row = |number| {
        let row = cells(&PUZZLE[9 * number..][..9]).join(separator);
        line(number, row.replace('0', empty))
    };
    (0..9).map(row).collect()
}

/// Returns the rows of the puzzle with bars between boxes and a ruler between bands.
fn drawn_rows(
    empty: &str,
    bar: &str,
    ruler: &str,
    line: impl Fn(usize, String) -> String,
) -> String {
    let row = |number: usize| {
        let boxes: Vec<_> =
            cells(&PUZZLE[9 * number..][..9]).chunks(3).map(|it| it.join(" ")).collect();
        let ruler = if number % 3 == 2 && number < 8 { ruler } else { "" };
        line(number, boxes.join(bar).replace('0', empty)) + ruler
    };
    (0..9).map(row).collect()
}

/// Returns the result for a text: `read` if the puzzle was read, as often as it stands there, and nothing else.
fn made(text: &str, times: usize) -> String {
    let (rows, is_failed) = match read_whole(text.as_bytes()) {
        Ok(Reading::Rows(rows)) => (rows, false),
        Ok(Reading::Failed(rows)) => (rows, true),
        Err(refusal) => return format!("refused: {refusal}").chars().take(40).collect(),
    };
    let is_ours =
        |puzzle: &[u8; 81]| puzzle.iter().zip(dots().bytes()).all(|(&one, other)| one == other);
    let read: Vec<_> = rows.iter().flatten().collect();
    assert!(read.iter().all(|(puzzle, _)| is_ours(puzzle)), "another puzzle: {rows:?}\n{text}");
    let is_whole = read.len() == times && rows.len() == times && !is_failed;
    let is_told = rows.len() > read.len() || is_failed;
    match (is_whole, is_told) {
        (true, _) => "read".to_owned(),
        (_, true) => format!("told, {} read", read.len()),
        _ => format!("{} of {times} in silence", read.len()),
    }
}

#[test]
fn kinds_of_public_files() {
    let solution =
        "143628579572139468986754231391542786468917352725863914237481695619275843854396127";
    let plain = |_: usize, row: String| row + "\n";
    let separated = |text: &str, separator: &str| cells(text).join(separator);
    let dots = dots();
    let lists = rows("0", ", ", |_, row| format!("    [{row}],\n"));
    let quoted = rows(".", "\",\"", |_, row| format!("[\"{row}\"],"));
    let quoted = quoted.trim_end_matches(',');
    let ruler = "------+-------+------\n";
    let table: &[(&str, String, usize, &str)] = &[
        (
            "titles and rows of digits",
            format!("Grid 01\n{0}Grid 02\n{0}", rows("0", "", plain)),
            2,
            "read",
        ),
        ("a line of zeros", format!("{PUZZLE}\n"), 1, "read"),
        ("quizzes,solutions", format!("quizzes,solutions\n{PUZZLE},{solution}\n"), 1, "read"),
        (
            "cells between semicolons in two columns",
            format!("puzzles,solutions\n{},{}\n", separated(PUZZLE, ";"), separated(solution, ";")),
            1,
            "read",
        ),
        ("a list of lists in Python", format!("PUZZLE = [\n{lists}]\n"), 1, "read"),
        (
            "an array in JavaScript",
            format!("const initialBoard = [\n{lists}];\n\nexport default x;\n"),
            1,
            "read",
        ),
        ("an array in Rust", format!("let board: [[u8; 9]; 9] = [\n{lists}];\n"), 1, "read"),
        (
            "an array in Go",
            format!("var board = [9][9]int{{\n{}}}\n", lists.replace('[', "{").replace(']', "}")),
            1,
            "read",
        ),
        (
            "a task of programmers, over lines",
            format!("[{}]\n", quoted.replace("],[", "]\n,[")),
            1,
            "read",
        ),
        (
            "a call with a board",
            format!("s.solveSudoku([{quoted}])\n"),
            1,
            "refused: there is no puzzle in its first",
        ),
        ("two texts with names", format!("grid1 = '{dots}'\ngrid2 = '{dots}'\n"), 2, "read"),
        ("a definition in Scheme", format!("(define grid1 \"{dots}\")\n"), 1, "read"),
        ("a value in Scala", format!("  val validBoard = \"{dots}\";\n"), 1, "read"),
        (
            "comments alone",
            format!("// example: {PUZZLE}\n// example: {dots}\n"),
            2,
            "refused: all lines are comments, because",
        ),
        ("marks of underscores with bars", drawn_rows("_", " | ", ruler, plain), 1, "read"),
        (
            "the same in a frame",
            drawn_rows("_", " | ", "+-------+-------+-------+\n", |_, row| format!("| {row} |\n")),
            1,
            "read",
        ),
        (
            "the same in comments of VHDL",
            drawn_rows("_", " | ", "--     ------+-------+------\n", |_, row| {
                format!("--     {row}\n")
            }),
            1,
            "refused: there is no puzzle in its first",
        ),
        (
            "rows with names",
            drawn_rows("_", " | ", "       ------+-------+------\n", |number, row| {
                format!("Row {}: {row}\n", number + 1)
            }),
            1,
            "read",
        ),
        ("rules of dashes", drawn_rows("_", " | ", "---------------------\n", plain), 1, "read"),
        (
            "bars on the right of blanks",
            drawn_rows(".", " |", "------+------+------\n", plain),
            1,
            "read",
        ),
        (
            "boxes of digits",
            drawn_rows("0", " | ", "---------------\n", |_, row| {
                row.replace(' ', "").replace('|', " | ") + "\n"
            }),
            1,
            "read",
        ),
        ("hyphens between blanks", rows("-", " ", plain), 1, "read"),
        (
            "a board in JSON",
            format!(
                "{{\"board\": [{}]}}\n",
                rows("0", ", ", |_, row| format!("[{row}], ")).trim_end_matches(", ")
            ),
            1,
            "refused: no column of puzzles in the hea",
        ),
        (
            "a grid among members",
            format!(
                "{{\"version\": 2, \"preset\": {{\"size\": 9}}, \"grid\": [{}], \"size\": 9}}\n",
                rows("0", ", ", |_, row| format!("[{row}], ")).trim_end_matches(", ")
            ),
            1,
            "refused: no column of puzzles in the hea",
        ),
        (
            "a code block",
            format!("Example:\n\n```\n{}```\n\nThat is all.\n", rows("0", " ", plain)),
            1,
            "read",
        ),
        (
            "a table of Markdown",
            format!(
                "| A | B | C | D | E | F | G | H | I |\n|---|---|---|---|---|---|---|---|---|\n{}",
                rows(" ", " | ", |_, row| format!("| {row} |\n"))
            ),
            1,
            "read",
        ),
        (
            "lists in Lisp",
            format!("({})\n", rows("0", " ", |_, row| format!("({row})\n "))),
            1,
            "read",
        ),
        (
            "a problem in Prolog",
            format!(
                "problem(1, [{}]).\n",
                rows("_", ",", |_, row| format!("[{row}],\n")).trim_end_matches(",\n")
            ),
            1,
            "read",
        ),
        (
            "a matrix of R",
            format!(
                "m <- matrix(c(\n{}), nrow = 9, byrow = TRUE)\n",
                rows("0", ", ", |_, row| row + ",\n")
            ),
            1,
            "read",
        ),
        (
            "a matrix of MATLAB",
            format!("A = [{}];\n", rows("0", " ", |_, row| row + ";\n")),
            1,
            "told, 0 read",
        ),
        (
            "rows of SQL",
            format!(
                "INSERT INTO puzzles VALUES (1, '{PUZZLE}');\nINSERT INTO puzzles VALUES (2, '{PUZZLE}');\n"
            ),
            2,
            "read",
        ),
        (
            "attributes of XML",
            format!(
                "<games>\n  <game data=\"{PUZZLE}\" />\n  <game data=\"{PUZZLE}\" />\n</games>\n"
            ),
            2,
            "read",
        ),
        (
            "a table with ratings",
            format!("id,puzzle,clues,difficulty\n1,{dots},26,2.2\n2,{dots},26,0.0\n"),
            2,
            "read",
        ),
        ("81 numbers", format!("{}\n", separated(PUZZLE, " ")), 1, "read"),
    ];
    let mut wrong = Vec::new();
    for (name, text, times, expected) in table {
        let made = made(text, *times);
        if made != *expected {
            wrong.push(format!("{name}: {made}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
