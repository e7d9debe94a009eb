//! Formats and compression as `batchdoku solve` meets them in files and pipes.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::Output,
};

use crate::common::*;

/// Two grids that need no guess, and their solutions.
fn two() -> Vec<(String, String)> {
    puzzles(2)
}

fn rows(cells: &str, separator: &str) -> String {
    let row = |row: &[u8]| row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>();
    cells.as_bytes().chunks(9).map(|cells| row(cells).join(separator) + "\n").collect()
}

fn csv(count: usize) -> (String, String) {
    let mut input = String::from("quizzes,solutions\n");
    let mut output = input.clone();
    for (puzzle, solution) in puzzles(count) {
        input += &format!("{puzzle},\n");
        output += &format!("{puzzle},{solution}\n");
    }
    (input, output)
}

fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes.as_ref()).unwrap();
    encoder.finish().unwrap()
}

fn gunzip(path: &Path) -> String {
    let mut text = String::new();
    let file = fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

fn run(args: &[&str], from: &Path, to: &Path) -> Output {
    batchdoku(["solve", "-q"]).args(args).arg(from).arg("-o").arg(to).output().unwrap()
}

#[test]
fn grids_as_judges_send_them() {
    for (input_separator, args) in [("", &["solve"][..]), (" ", &["solve", "--sep", " "])] {
        let grids = two();
        let input: String = grids.iter().map(|(puzzle, _)| rows(puzzle, input_separator)).collect();
        let expected: String = grids.iter().map(|(_, grid)| rows(grid, input_separator)).collect();
        for lead in ["", "2\n"] {
            let out = with_input(args, format!("{lead}{input}"));
            assert_eq!((stdout(&out), code(&out)), (&*expected, 0));
        }
    }
}

#[test]
fn counts_and_checks_in_formats() {
    let scratch = Scratch::new();
    let empty = "0".repeat(81);
    let grids = rows(PUZZLE, " ") + &rows(&empty, " ");
    let out = with_input(["count", "-q", "--to", "judge"], format!("2\n{grids}"));
    assert_eq!(stdout(&out), format!("1\n{}2+\n", rows(SOLUTION, "")));
    let out = with_input(["count", "-q"], format!("id,sudoku\n1,{PUZZLE}\n2,{empty}\n"));
    let table = stdout(&out);
    assert!(table.starts_with("id,sudoku,count"), "{table}");
    assert!(table.contains(&format!("1,{PUZZLE},1")), "{table}");
    let wrong = SOLUTION.replace('1', "2");
    let claims =
        format!("id,question,answer\n1,{PUZZLE},{SOLUTION}\n2,\"{PUZZLE}\",{wrong}\n3,{PUZZLE},\n");
    let from = scratch.file("claims.csv.gz", gzip(claims));
    let out = batchdoku(["check"]).arg(&from).output().unwrap();
    assert_eq!(code(&out), 1);
    let said = stderr(&out);
    assert_contains(said, "line 3: ");
    assert_contains(said, "line 4: ");
    assert!(!said.contains("line 2: "), "{said}");
}

#[test]
fn subsets_keep_records_as_they_are() {
    let (a, b) = (PUZZLE.replace('0', "."), PUZZLE);
    let input = format!("id,puzzle,x\n1,{a},\"q, r\"\n2,{b},\n3\n4,{},z\n", SOLUTION);
    let out = with_input(["dedupe", "-q"], &input);
    assert_eq!(stdout(&out), input.replace(&format!("2,{b},\n"), ""));
}

#[test]
fn tables_of_any_size() {
    let scratch = Scratch::new();
    let (input, expected) = csv(5000);
    let from = scratch.file("in.csv", &input);
    let to = scratch.path("out.csv");
    for args in [&[][..], &["--no-mmap"], &["-j", "1"]] {
        assert_eq!(code(&run(args, &from, &to)), 0);
        assert_same(&expected, fs::read_to_string(&to).unwrap(), format_args!("{args:?}"));
    }
}

#[test]
fn tables_with_quotes_and_bad_rows() {
    let (puzzle, solution) = &two()[1];
    let input = format!(
        "source,question,answer,rating\n\
         \"a, \"\"b\"\"\nc\",{puzzle},,3\n\
         d,{},x,4\n\
         {puzzle}\n\
         e,\"{puzzle}\",\"\",5\n",
        &puzzle[1..]
    );
    let out = with_input(["solve", "-v"], input);
    assert_eq!(
        stdout(&out),
        format!(
            "source,question,answer,rating\n\
             \"a, \"\"b\"\"\nc\",{puzzle},{solution},3\n\
             d,{},{DOTS},4\n\
             {puzzle},,{DOTS},\n\
             e,\"{puzzle}\",\"{solution}\",5\n",
            &puzzle[1..]
        )
    );
    assert_eq!(code(&out), 1);
    let said = stderr(&out);
    for words in [
        "standard input: format csv, because its header has the column 'question'\n",
        "line 4: too short: expected 81 cells, got 80",
        "line 5: bad record: expected 4 fields, got 1",
    ] {
        assert_contains(said, words);
    }
}

#[test]
fn several_tables_are_one_if_their_headers_agree() {
    let scratch = Scratch::new();
    let (input, expected) = csv(2);
    let first = scratch.file("1.csv", &input);
    let empty = scratch.file("0.csv", "");
    let out = batchdoku(["solve"]).args([&empty, &first, &empty, &first]).output().unwrap();
    let body = expected.strip_prefix("quizzes,solutions\n").unwrap();
    assert_eq!(stdout(&out), format!("{expected}{body}"));
    let others = [("2.csv", format!("id,puzzle\n1,{PUZZLE}\n")), ("3.txt", format!("{PUZZLE}\n"))];
    for (name, text) in others {
        let other = scratch.file(name, text);
        let to = scratch.path("out");
        let out = batchdoku(["solve"]).args([&first, &other]).arg("-o").arg(&to).output().unwrap();
        assert_eq!(code(&out), 2);
        let said = stderr(&out);
        assert_contains(said, name);
        assert_contains(said, "1.csv");
        assert!(!to.exists());
    }
}

#[test]
fn a_column_can_be_named() {
    let out = with_input(["solve", "--column", "start"], format!("puzzle,start\n0,{PUZZLE}\n"));
    assert_eq!(stdout(&out), format!("puzzle,start,start_solution\n0,{PUZZLE},{SOLUTION}\n"));
    let out = with_input(["solve", "--column", "end"], format!("puzzle,start\n0,{PUZZLE}\n"));
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "no column 'end' in the header 'puzzle,start'");
}

/// The solution of one column is not written next to the puzzle of another.
#[test]
fn solutions_belong_to_the_column_of_their_puzzle() {
    let other = DOTS;
    for (header, column, solved) in [
        ("puzzle,solution,board", "board", "puzzle,solution,board,board_solution"),
        ("Board_Solution,puzzle,board", "board", "Board_Solution,puzzle,board"),
        // The named column is the one with the usual name, or there is no other.
        ("x,solution,quiz", "quiz", "x,solution,quiz"),
        ("x,solution,board", "board", "x,solution,board"),
        ("x,y,board", "board", "x,y,board,solution"),
    ] {
        let input = format!("{header}\n{other},{other},{PUZZLE}\n");
        let out = with_input(["solve", "-q", "--column", column], &input);
        let place = solved.split(',').position(|name| name.to_lowercase().ends_with("solution"));
        let mut fields = vec![other, other, PUZZLE];
        match solved.split(',').count() {
            4 => fields.push(SOLUTION),
            _ => fields[place.unwrap()] = SOLUTION,
        }
        assert_eq!(stdout(&out), format!("{solved}\n{}\n", fields.join(",")), "{header}");
        // Who checks that column finds them.
        let args = ["check", "-q", "-o", "-", "--column", column];
        let checked = with_input(args, stdout(&out));
        assert_eq!((code(&checked), stdout(&checked).contains(",ok\n")), (0, true), "{header}");
    }
    let object = format!("{{\"puzzle\": \"{other}\", \"solution\": 1, \"board\": \"{PUZZLE}\"");
    let out = with_input(["solve", "-q", "--column", "board"], format!("{object}}}\n"));
    assert_eq!(stdout(&out), format!("{object}, \"board_solution\": \"{SOLUTION}\"}}\n"));
}

/// Puzzles with zeros look like numbers.
#[test]
fn tables_that_a_spreadsheet_has_spoilt() {
    let zeros = "00".to_owned() + &PUZZLE[2..];
    let short = PUZZLE[2..].trim_start_matches('0');
    let table = format!("puzzle\n{zeros}\n{short}\n1.03E+80\n\"3,02E+79\"\n");
    let out = with_input(["solve"], table);
    for says in [
        &format!(
            "line 3: too short: expected 81 cells, got {}: a spreadsheet may have lost leading zeros",
            short.len()
        ),
        "line 4: bad record: '1.03E+80' is a puzzle that a spreadsheet has rounded",
        "line 5: bad record: '3,02E+79' is a puzzle that",
    ] {
        assert!(stderr(&out).contains(says), "{says}: {}", stderr(&out));
    }
}

#[test]
fn json_lines() {
    let input = format!("{{\"id\":7,\"puzzle\":\"{PUZZLE}\"}}\n{{\"id\":8}}\n");
    let out = with_input(["solve"], input);
    assert_eq!(
        stdout(&out),
        format!(
            "{{\"id\":7,\"puzzle\":\"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}\n\
             {{\"id\":8, \"solution\": \"{DOTS}\"}}\n"
        )
    );
    assert_contains(stderr(&out), "line 2: bad record: the object has no key 'puzzle'");
}

/// JSON arrays of puzzles: objects, strings, cells and rows, each in one line and in many.
fn json_arrays(puzzles: &[String]) -> Vec<String> {
    use serde_json::{Value, json};
    let digits = |puzzle: &str| -> Vec<u8> {
        puzzle.bytes().map(|cell| if cell == b'.' { 0 } else { cell - b'0' }).collect()
    };
    let rows = |puzzle: &String| -> Value { digits(puzzle).chunks(9).map(Value::from).collect() };
    let arrays: [Value; 4] = [
        puzzles.iter().map(|puzzle| json!({"id": [1], "puzzle": puzzle})).collect(),
        puzzles.iter().cloned().collect(),
        puzzles.iter().map(|puzzle| digits(puzzle)).collect(),
        puzzles.iter().map(rows).collect(),
    ];
    let pretty = |array| serde_json::to_string_pretty(array).unwrap();
    arrays.iter().flat_map(|array| [array.to_string(), pretty(array)]).collect()
}

#[test]
fn elements_of_a_json_array_are_lines() {
    let (puzzles, solutions): (Vec<_>, Vec<_>) = puzzles(1500).into_iter().unzip();
    for text in json_arrays(&puzzles) {
        let start = &text[..40];
        let whole = with_input(["solve", "-q"], &text);
        assert_eq!((code(&whole), stderr(&whole)), (0, ""), "{start}");
        let lines = stdout(&whole).lines().map(|line| line.trim_end_matches(['"', ' ', '}']));
        let found: Vec<_> = lines.map(|line| &line[line.len() - 81..]).collect();
        assert_same(solutions.join("\n"), found.join("\n"), format_args!("{start}"));
        let scratch = Scratch::new();
        for input in [scratch.file("a.json", &text), scratch.file("a.json.gz", gzip(&text))] {
            let mut parts = Vec::new();
            for part in ["1/3", "2/3", "3/3"] {
                let out = batchdoku(["solve", "-q", "--shard", part]).arg(&input).output().unwrap();
                assert_eq!(stderr(&out), "");
                parts.extend(out.stdout);
            }
            assert_same(&whole.stdout, &parts, format_args!("{start}"));
        }
    }
}

/// A bad element is a bad line; an array without its end, or with something behind it, is refused.
#[test]
fn json_arrays_that_are_wrong() {
    let scratch = Scratch::new();
    let to = scratch.path("out");
    let puzzles: Vec<_> = puzzles(3).into_iter().map(|(puzzle, _)| puzzle).collect();
    for text in json_arrays(&puzzles) {
        let cut = text.trim_end()[..text.len() - 1].to_owned();
        for (text, words) in [
            (cut, "the JSON array does not end: no ']' after element 2"),
            (format!("{text}\n1"), "there is text outside of the JSON array, at byte "),
        ] {
            let out = run(&[], &scratch.file("in.json", text), &to);
            assert_eq!(code(&out), 2);
            assert_contains(stderr(&out), words);
            assert!(!to.exists());
        }
    }
    let bad = format!("[{{\"puzzle\": \"{PUZZLE}\"}},\n {{\"puzzle\": 1}}, {{}}]");
    let out = with_input(["solve"], bad);
    assert_eq!((code(&out), stdout(&out).lines().count()), (1, 3));
    let errors = stderr(&out);
    assert!(errors.contains("line 2: too short: expected 81 cells, got 1"), "{errors}");
    assert!(errors.contains("line 3: bad record: the object has no key 'puzzle'"), "{errors}");
}

#[test]
fn a_wrong_count_is_told() {
    let input = |count: usize| format!("{count}\n{PUZZLE}\n{PUZZLE}\n");
    for (count, wrong) in [(2, false), (3, true), (1, true)] {
        let out = with_input(["solve", "--to", "pair"], input(count));
        let row = format!("{PUZZLE},{SOLUTION}\n");
        assert_eq!(stdout(&out), format!("{count}\n{row}{row}"));
        assert_eq!(code(&out), i32::from(wrong));
        let plural = if count == 1 { "" } else { "s" };
        let words = format!("declares {count} record{plural}, but there are 2");
        assert_eq!(stderr(&out).contains(&words), wrong, "{}", stderr(&out));
    }
    // Of several parts, the last answers for the whole, also where it has no record.
    for (count, wrong) in [(40, false), (41, true)] {
        let scratch = Scratch::new();
        let from =
            scratch.file("in", format!("{count}\n{}", format!("{PUZZLE}\n# no\n").repeat(40)));
        for parts in [1, 3, 50] {
            let part = |part| {
                let shard = format!("{part}/{parts}");
                let out =
                    batchdoku(["count", "-o", "-", "--shard", &shard]).arg(&from).output().unwrap();
                assert_eq!(stderr(&out).contains("but there are 40"), code(&out) == 1);
                code(&out)
            };
            let codes: Vec<_> = (1..=parts).map(part).collect();
            assert_eq!(codes.iter().sum::<i32>(), i32::from(wrong), "{codes:?}");
            assert_eq!(codes.last(), Some(&i32::from(wrong)));
        }
    }
}

/// The count of an input is copied only where each record makes one row, and is that of the output then.
#[test]
fn a_count_belongs_to_the_records_behind_it() {
    // Its first clue removed, a puzzle has several solutions.
    let input = format!("2\n{}\n{PUZZLE}\n", PUZZLE.replacen('1', "0", 1));
    for (args, is_copied) in [
        ("solve", true),
        ("solve --unique --to pair", true),
        ("canon", true),
        ("rate", true),
        ("shuffle", true),
        ("solve --all --limit 3", false),
        ("sub-puzzles --limit 3", false),
        ("neighbours --limit 3", false),
        ("shuffle --copies 3", false),
        ("dedupe", false),
        ("explain", false),
        ("explain --to drawing", false),
    ] {
        let out = with_input(args.split(' '), &input);
        assert!(code(&out) < 2, "{args}: {}", stderr(&out));
        let first = stdout(&out).lines().next().unwrap();
        assert_eq!(first == "2", is_copied, "{args}: {first}");
        let counted = with_input(["count"], stdout(&out));
        let said = stderr(&counted);
        assert!(!said.contains("declares"), "{args}: {said}");
    }
}

#[test]
fn every_output_format_from_lines() {
    let bad = format!("{PUZZLE}\nbad\n");
    let framed = "*-----------*\n|143|628|579|\n";
    for (format, start) in [
        ("line", SOLUTION.to_owned()),
        ("pair", format!("{PUZZLE},{SOLUTION}\nbad,{DOTS}\n")),
        ("puzzle", format!("{PUZZLE}\nbad\n")),
        ("grid", rows(SOLUTION, "") + "\n" + &rows(DOTS, "")),
        ("csv", format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n,{DOTS}\n")),
        ("tsv", format!("puzzle\tsolution\n{PUZZLE}\t{SOLUTION}\n\t{DOTS}\n")),
        (
            "jsonl",
            format!(
                "{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}\n{{\"puzzle\": null"
            ),
        ),
        ("sdm", format!("{SOLUTION}\n{DOTS}\n")),
        ("sdk", rows(SOLUTION, "")),
        ("ss", framed.to_owned()),
    ] {
        let out = with_input(["solve", "-q", "--to", format], &bad);
        assert!(stdout(&out).starts_with(&start), "{format}: {}", stdout(&out));
        assert_eq!(code(&out), 1);
    }
    let out = with_input(["solve", "--to", "judge"], &bad);
    assert_eq!(code(&out), 2);
}

#[test]
fn arrays_to_files_and_pipes() {
    let scratch = Scratch::new();
    let many = puzzles(3000);
    let input: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let expected: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let from = scratch.file("in", &input);
    let to = scratch.path("out.npy");
    assert_eq!(code(&run(&["--to", "npy"], &from, &to)), 0);
    let array = fs::read(&to).unwrap();
    assert_eq!(array.len(), 128 + 3000 * 81);
    assert!(
        array[10..].starts_with(b"{'descr': '|u1', 'fortran_order': False, 'shape': (3000, 81), }")
    );
    let piped = with_input(["solve", "--to", "npy"], &input);
    assert_same(&array, &piped.stdout, "in a pipe");
    // Solutions are their own solutions.
    let out = with_input(["solve", "--to", "line"], &array);
    assert_same(&expected, stdout(&out), "");
    let packed = scratch.path("out.npy.zst");
    assert_eq!(code(&run(&["--to", "npy"], &from, &packed)), 0);
    assert_same(&array, zstd::decode_all(fs::File::open(&packed).unwrap()).unwrap(), "");
    // Even where it is cut between two records.
    let out = with_input(["solve", "--to", "line"], &array[..128 + 2 * 81]);
    assert_eq!((stdout(&out).lines().count(), code(&out)), (2, 1));
    let mut cut = array;
    cut.truncate(128 + 2 * 81 + 5);
    let out = with_input(["solve", "--to", "line"], cut);
    assert_eq!((stdout(&out).lines().count(), code(&out)), (3, 1));
    let said = stderr(&out);
    assert_contains(said, "line 3: bad record: the file ends in the middle");
    assert_contains(said, "declares 3000 records, but there are 3");
}

#[test]
fn an_array_is_solved_as_its_lines_are() {
    let scratch = Scratch::new();
    let mut lines: String = puzzles(300).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    for name in ["multiple", "nosolution", "extreme"] {
        let set = fs::read_to_string(format!("data/{name}.txt")).unwrap();
        lines.extend(set.lines().take(100).map(|line| format!("{line}\n")));
    }
    let text = scratch.file("in.txt", &lines);
    let numbers = scratch.file("in.npy", npy(&lines));
    let (of_text, of_numbers) = (scratch.path("text.npy"), scratch.path("numbers.npy"));
    for args in [
        &[][..],
        &["--unique"],
        &["--max-nodes", "3"],
        &["--simd", "portable"],
        &["--engine", "mrv"],
        &["--all"],
    ] {
        let from_text = run(&[args, &["--to", "npy"]].concat(), &text, &of_text);
        let from_numbers = run(args, &numbers, &of_numbers);
        assert_eq!(code(&from_numbers), code(&from_text), "{args:?}");
        assert_same(
            fs::read(&of_text).unwrap(),
            fs::read(&of_numbers).unwrap(),
            format_args!("{args:?}"),
        );
    }
    // A number that is no cell, and what is left of a record.
    assert_eq!(code(&run(&["--to", "npy"], &text, &of_text)), 1);
    let expected = fs::read(&of_text).unwrap();
    let whole = fs::read(&numbers).unwrap();
    let start = whole.len() - 81 * lines.lines().count();
    for bad in [10, 16, b'1', 255] {
        let mut spoilt = whole.clone();
        spoilt[start + 81 * 7 + 4] = bad;
        spoilt.extend([1, 2]);
        let spoilt = scratch.file("spoilt.npy", spoilt);
        let out = batchdoku(["solve"]).arg(&spoilt).arg("-o").arg(&of_numbers).output().unwrap();
        let said = stderr(&out);
        assert_contains(said, &format!("cell 5: expected cells from 0 to 9, got {bad}"));
        assert_contains(said, " 2 malformed");
        let (solved, mut expected) = (fs::read(&of_numbers).unwrap(), expected.clone());
        expected[128 + 81 * 7..][..81].fill(0);
        assert_same([&expected[128..], &[0; 81]].concat(), &solved[128..], "");
    }
}

/// An array in Fortran order has the first cells of all records first: `DataFrame.to_numpy` makes such arrays.
#[test]
fn arrays_in_fortran_order_are_read_as_those_in_c_order() {
    let scratch = Scratch::new();
    let many = puzzles(5000);
    let cells = |index: usize, cell: usize| many[index].0.as_bytes()[cell] - b'0';
    let expected: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let head = |kind: &str, shape: &str| {
        let header = format!("{{'descr': '{kind}', 'fortran_order': True, 'shape': {shape}, }}\n");
        [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes()].concat()
    };
    let mut flat = head("|u1", "(5000, 81)");
    let mut rows = head("<i8", "(5000, 9, 9, 1)");
    for cell in 0..81 {
        flat.extend((0..5000).map(|index| cells(index, cell)));
        let cell = cell % 9 * 9 + cell / 9;
        rows.extend((0..5000).flat_map(|index| i64::from(cells(index, cell)).to_le_bytes()));
    }
    let mut one = head("|u1", "(9, 9)");
    one.extend((0..81).map(|cell| cells(0, cell % 9 * 9 + cell / 9)));
    for (name, array) in [("flat", &flat), ("rows", &rows)] {
        let file = scratch.file("in.npy", array);
        let out = batchdoku(["solve", "--to", "line"]).arg(&file).output().unwrap();
        assert_same(&expected, &out.stdout, name);
        let out = with_input(["solve", "-j1", "--to", "line"], array);
        assert_same(&expected, &out.stdout, format_args!("{name} in a pipe"));
        let packed = scratch.file("in.npy.gz", gzip(array));
        let out = batchdoku(["solve", "--to", "line"]).arg(&packed).output().unwrap();
        assert_same(&expected, &out.stdout, format_args!("{name} compressed"));
        let parts = ["1/3", "2/3", "3/3"].map(|part| {
            let mut command = batchdoku(["solve", "-q", "--to", "line", "--shard", part]);
            stdout(&command.arg(&file).output().unwrap()).to_owned()
        });
        assert_same(&expected, parts.concat(), format_args!("{name} in parts"));
    }
    let out = with_input(["solve", "--to", "line"], &one);
    assert_same(format!("{}\n", many[0].1), &out.stdout, "a single grid");
    let file = scratch.file("cut.npy", &flat[..flat.len() - 1]);
    let out = batchdoku(["solve"]).arg(&file).output().unwrap();
    assert_fails(&out, 2, "the file ends before the array does, which is in Fortran order");
    let huge = scratch.file("huge.npy", head("<i8", "(18446744073709551615, 81)"));
    assert_fails(&batchdoku(["solve"]).arg(&huge).output().unwrap(), 2, "the file ends before");
}

#[test]
fn compressed_inputs_with_padding() {
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let line = format!("{PUZZLE}\n");
    let zeros = vec![0; 1000];
    let two = [gzip(&line), zeros.clone(), gzip(&line), zeros].concat();
    let out = with_input(["solve", "-q"], two);
    assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n").repeat(2), 0));
    for garbage in ["x", "other bytes after the end"] {
        let out = with_input(["solve", "-q"], [gzip(&line), garbage.into()].concat());
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), "bad gzip data: there are other bytes after its end");
    }
    let skippable = [&[0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"any"].concat();
    let packed = zstd::encode_all(line.as_bytes(), 1).unwrap();
    let out = with_input(["solve", "-q"], [skippable.clone(), packed, skippable].concat());
    assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n"), 0));
}

#[test]
fn compressed_inputs() {
    let scratch = Scratch::new();
    let many = puzzles(4000);
    let text = |range: std::ops::Range<usize>| -> String {
        many[range].iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect()
    };
    let expected: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let to = scratch.path("out");
    let zstandard = |text: String| zstd::encode_all(text.as_bytes(), 1).unwrap();
    let inputs = [
        gzip(text(0..4000)),
        [gzip(text(0..1500)), gzip(text(1500..4000))].concat(),
        zstandard(text(0..4000)),
        [zstandard(text(0..1500)), zstandard(text(1500..4000))].concat(),
    ];
    for input in inputs {
        // The name of an input says nothing.
        let from = scratch.file("in", &input);
        assert_eq!(code(&run(&[], &from, &to)), 0);
        assert_same(&expected, fs::read_to_string(&to).unwrap(), "");
        let piped = with_input(["solve", "-q"], &input);
        assert_same(&expected, stdout(&piped), "");
    }
}

/// The rest of a compressed file may be no more than a name.
#[test]
fn names_of_compressed_inputs_are_believed() {
    let scratch = Scratch::new();
    let text = format!("{PUZZLE}\n");
    let packed = [("gz", gzip(&text)), ("zst", zstd::encode_all(text.as_bytes(), 1).unwrap())];
    let out = scratch.path("out");
    for (extension, bytes) in packed {
        let mut damaged = bytes.clone();
        damaged[0] ^= 1;
        let name = format!("in.{}", extension.to_uppercase());
        for (damaged, good) in
            [(&bytes[..0], false), (&bytes[..1], false), (&damaged, false), (&bytes, true)]
        {
            let from = scratch.file(&name, damaged);
            for args in [
                &["solve"][..],
                &["cover"],
                &["stats"],
                &["solve", "--shard", "1/2"],
                &["bench", "--smallest", "1"],
            ] {
                if good && args != ["solve"] {
                    continue;
                }
                let mut command = batchdoku(args);
                if args[0] != "bench" {
                    command.arg("-o").arg(&out);
                }
                let run = command.arg(&from).output().unwrap();
                assert_eq!(
                    code(&run),
                    if good { 0 } else { 2 },
                    "{name} {args:?} {}",
                    stderr(&run)
                );
                let is_said = stderr(&run).contains("it is not compressed, as its name says");
                assert_eq!(is_said, !good, "{args:?} {}", stderr(&run));
                assert_eq!(out.exists(), good, "{args:?}");
                let _ = fs::remove_file(&out);
            }
        }
        fs::remove_file(scratch.path(&name)).unwrap();
    }
}

#[test]
fn compressed_inputs_that_end_too_soon() {
    let scratch = Scratch::new();
    let many = puzzles(4000);
    let text: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let expected: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let gz = gzip(&text);
    let zst = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let mut bad = gz.clone();
    let end = bad.len() - 6;
    bad[end] ^= 1;
    let cases = [
        (gz[..gz.len() - 9].to_vec(), "unexpected end of the gzip data"),
        (gz[..gz.len() / 2].to_vec(), "unexpected end of the gzip data"),
        (zst[..zst.len() - 3].to_vec(), "unexpected end of the zstd data"),
        (bad, "bad gzip data"),
        ([gz.clone(), b"more rubbish than a header".to_vec()].concat(), "bad gzip data"),
        (gz[..5].to_vec(), "unexpected end of the gzip data"),
    ];
    for (input, words) in cases {
        let out = with_input(["solve"], &input);
        assert_eq!(code(&out), 2, "{words}");
        assert_contains(stderr(&out), words);
        assert!(expected.starts_with(stdout(&out)), "whole rows only");
        let from = scratch.file("in", &input);
        let to = scratch.path("out");
        assert_eq!(code(&run(&[], &from, &to)), 2);
        assert_eq!(scratch.names(), ["in"]);
    }
    let out = with_input(["solve"], [gz, b"more rubbish than a header".to_vec()].concat());
    assert_same(&expected, stdout(&out), "what could be decoded is solved");
}

#[test]
fn compressed_outputs() {
    let scratch = Scratch::new();
    let (input, expected) = csv(4000);
    let from = scratch.file("in", &input);
    let gz = scratch.path("out.gz");
    assert_eq!(code(&run(&[], &from, &gz)), 0);
    assert_same(&expected, gunzip(&gz), "");
    let zst = scratch.path("out.zst");
    assert_eq!(code(&run(&[], &from, &zst)), 0);
    assert_same(expected.as_bytes(), zstd::decode_all(fs::File::open(&zst).unwrap()).unwrap(), "");
    assert_eq!(code(&run(&["--compress", "none"], &from, &gz)), 0);
    assert_same(&expected, fs::read_to_string(&gz).unwrap(), "");
    let piped = with_input(["solve", "-q", "--compress", "zstd"], &input);
    assert_same(expected.as_bytes(), zstd::decode_all(&*piped.stdout).unwrap(), "");
    assert_eq!(scratch.names(), ["in", "out.gz", "out.zst"]);
}

#[test]
fn a_failed_job_leaves_no_compressed_output() {
    let scratch = Scratch::new();
    let from = scratch.file("in", format!("{PUZZLE}\nbad\n"));
    let to = scratch.file("out.gz", "old");
    assert_eq!(code(&run(&["--strict"], &from, &to)), 2);
    assert_eq!(fs::read_to_string(&to).unwrap(), "old");
    assert_eq!(scratch.names(), ["in", "out.gz"]);
    let out =
        with_input(["solve", "-q", "--strict", "--compress", "gzip"], format!("{PUZZLE}\nbad\n"));
    let mut text = String::new();
    let decoded = flate2::read::GzDecoder::new(&*out.stdout).read_to_string(&mut text);
    assert!(decoded.is_err(), "half an output must not pass for a whole one");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_by_an_encoder_too() {
    let (input, _) = csv(4000);
    for codec in ["gzip", "zstd"] {
        let scratch = Scratch::new();
        let from = scratch.file("in", &input);
        let out = run(&["--compress", codec], &from, Path::new("/dev/full"));
        assert_eq!(code(&out), 2, "{codec}");
        assert_contains(stderr(&out), "No space left");
    }
}

/// A list of pairs, one a line, is longer than a chunk: no pair is cut, whether the file is mapped, read or divided.
#[test]
fn lists_of_pairs_longer_than_a_chunk() {
    let scratch = Scratch::new();
    let pairs = puzzles(400);
    let list = |opening: &str, start: &str, between: &str, end: &str| {
        let pair = |(puzzle, solution): &(String, String)| {
            format!("{start}'{puzzle}'{between}'{solution}'{end}\n")
        };
        let text = pairs.iter().map(pair).collect::<String>();
        format!("{opening}\n{}\n", text.trim_end().trim_end_matches(','))
    };
    let expected: String = pairs.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    for (name, text) in [
        ("pairs.py", list("pairs = [", "    (", ", ", "),") + "]\n"),
        ("pairs.sql", list("INSERT INTO p VALUES", "(7,", ",", ",'easy'),")),
        ("pairs.xml", list("<games>", "<game data=", " solution=", "/>") + "</games>\n"),
    ] {
        let file = scratch.file(name, &text);
        let run = |args: &[&str]| {
            let out = batchdoku(args).arg(&file).output().unwrap();
            assert_eq!(code(&out), 0, "{name} {args:?}: {}", stderr(&out));
            stdout(&out).to_owned()
        };
        let piped = with_input(["solve", "-q"], &text);
        assert_same(&expected, &piped.stdout, name);
        assert_same(&expected, run(&["solve", "-q"]), name);
        assert_same(&expected, run(&["solve", "-q", "--no-mmap"]), name);
        let parts: String =
            (1..=7).map(|part| run(&["solve", "-q", &format!("--shard={part}/7")])).collect();
        assert_same(&expected, parts, name);
        let checked = batchdoku(["check"]).arg(&file).output().unwrap();
        assert_contains(stderr(&checked), "400");
        assert_eq!(code(&checked), 0, "{name}: {}", stderr(&checked));
    }
}
