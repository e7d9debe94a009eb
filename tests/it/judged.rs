//! Puzzles in every form and layout that people have: one grid in all places where one is read; and texts of every layout, damaged in every way, read by the program before [a judge](batchdoku_testkit::layouts) that
//! knows nothing of it. `crates/format` has many more of them.

use std::{env, fs};

use batchdoku_testkit::{
    assert_same,
    layouts::{
        Case, Choices, LAYOUTS, MUTATIONS, Random, Reading, Rows, forms_of_grid, judge,
        random_pairs,
    },
};

use crate::common::*;

/// A text that is a grid in one place is one everywhere: as an argument, a line, a field of a table, a member of an object.
#[test]
fn a_text_that_is_a_grid_is_one_everywhere() {
    let (puzzle, solution) = &puzzles(1)[0];
    let dots = puzzle.replace('0', ".");
    for text in forms_of_grid(dots.as_bytes().try_into().expect("81 cells")) {
        let solved = |what: &str, out: std::process::Output, expected: &str| {
            assert_same(expected, &out.stdout, format!("{what}: {text}\n{}", stderr(&out)));
        };
        let argument = batchdoku(["solve", "--quiet", "--to", "line", &text]).output().unwrap();
        solved("an argument", argument, &format!("{solution}\n"));
        let lines =
            |input: &str| with_input(["solve", "--quiet", "--to", "line"], input.as_bytes());
        solved("a text", lines(&text), &format!("{solution}\n"));
        solved("a field", lines(&format!("id,puzzle\n1,\"{text}\"\n")), &format!("{solution}\n"));
        let member = text.replace('\\', "\\\\").replace('\n', "\\n");
        let object = format!("{{\"puzzle\": \"{member}\"}}\n");
        solved("a member", lines(&object), &format!("{solution}\n"));
    }
}

/// Returns the rows of an output of `puzzle,count`.
fn rows(output: &str) -> Rows {
    let row = |line: &str| {
        let (puzzle, count) = line.rsplit_once(',')?;
        let digit = |byte: &&u8| matches!(byte, b'1'..=b'9');
        // A cell has nine places for its candidates if the puzzle has them.
        let cell = |places: &[u8]| match places.iter().filter(digit).collect::<Vec<_>>()[..] {
            [&digit] => digit,
            _ => b'.',
        };
        let cells: Vec<u8> =
            puzzle.as_bytes().chunks(puzzle.len().div_ceil(81)).map(cell).collect();
        (count != "-").then(|| (cells.try_into().expect("81 cells"), None))
    };
    // A count of the puzzles stands above them.
    output.lines().filter(|line| line.contains(',')).map(row).collect()
}

/// The program ends with 0 only if all puzzles were read, and with 2 if it cannot read the text; then it says why. Each
/// layout has some of the mutations; all of them, if `JUDGE_ALL` is set.
#[test]
fn a_puzzle_is_read_as_it_is_or_the_exit_code_says_so() {
    let is_all = env::var_os("JUDGE_ALL").is_some();
    let folder = Scratch::new();
    let path = folder.path("puzzles");
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for (index, layout) in LAYOUTS.iter().enumerate() {
        for (turn, &mutation) in MUTATIONS.iter().enumerate() {
            if !is_all && (index + turn) % 5 != 0 {
                continue;
            }
            let pairs = random_pairs(&mut random, 50);
            let Some(case) = Case::new(&pairs, *layout, mutation, &mut random) else { continue };
            fs::write(&path, &case.text).unwrap();
            let args = ["count", "--limit", "1", "--to", "pair", "--strip-comments"];
            let out = if random.pick(2) == 0 {
                batchdoku(args).arg(&path).output().unwrap()
            } else {
                with_input(args, &case.text)
            };
            let mut rows = rows(stdout(&out));
            let (is_whole, exit) = (rows.iter().all(Option::is_some), code(&out));
            let judged = match exit {
                0 if is_whole => judge(&case, &Reading::Rows(rows)),
                1 => {
                    // Rows that are not as many as declared are reported by the exit code alone.
                    if is_whole {
                        rows.push(None);
                    }
                    judge(&case, &Reading::Rows(rows))
                }
                2 => judge(&case, &Reading::Failed(rows)),
                _ => Err(format!("exit code {exit}, all rows whole: {is_whole}")),
            };
            let solved = batchdoku(["solve"]).arg(&path).output().unwrap();
            let judged = match judged {
                Ok(()) if exit > 0 && stderr(&out).is_empty() => Err("no message".to_owned()),
                Ok(()) if code(&solved) != exit => {
                    Err(format!("exit code {exit}, but of solve {}", code(&solved)))
                }
                judged => judged,
            };
            if let Err(fault) = judged {
                let text = String::from_utf8_lossy(&case.text);
                panic!("{layout:?}, {mutation:?}: {fault}\n{}\n{text}", stderr(&out));
            }
        }
    }
}
