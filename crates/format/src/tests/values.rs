//! JSON as programs write it: pairs, maps, `NaN`, several objects on a line. Records are whole, or the input is refused
//! with the command that makes lines of it.

use std::io::{self, Read};

use super::*;
use batchdoku_engine::Grid;

/// Three puzzles with their solutions.
fn pairs() -> [(String, String); 3] {
    [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....",
        ".4..29..5..3...1..7..5....9....8.5.....3.62.7.1...2....2...3.4...98.....1.....6..",
    ]
    .map(|puzzle| {
        let solution = puzzle.parse::<Grid>().unwrap().solve().unwrap().to_string();
        (puzzle.to_owned(), solution)
    })
}

/// Returns a grid as nine lists of nine numbers.
fn lists(grid: &str) -> String {
    let rows = grid.as_bytes().chunks(9).map(|row| {
        let cells = row.iter().map(|&cell| char::from(if cell == b'.' { b'0' } else { cell }));
        format!("[{}]", cells.map(String::from).collect::<Vec<_>>().join(", "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}

/// A record: the puzzle with its solution, or the words of its fault.
type ReadRow = Result<(String, Option<String>), String>;

/// Returns the records of a text, each as the puzzle with its solution, or the words of its fault. If the text is one
/// value, its elements become lines first.
fn read(text: &str) -> Result<Vec<ReadRow>, FormatError> {
    let options = ReadOptions { solutions: true, ..ReadOptions::default() };
    let opened =
        |text: &[u8]| open(&text[..sample_length(text, &options).unwrap_or(text.len())], &options);
    let (text, opened) = match opened(text.as_bytes()) {
        Err(FormatError::JsonArray) => {
            let mut lines = Vec::new();
            let mut elements = JsonElements::new(text.as_bytes().to_vec(), io::empty());
            elements.read_to_end(&mut lines).expect("elements");
            let opened = opened(&lines)?;
            (lines, opened)
        }
        opened => (text.as_bytes().to_vec(), opened?),
    };
    let (text, mut records) = (&text[opened.skip..], Records::default());
    records.read(&*opened.parser, text);
    let cells = |cells: &[u8]| String::from_utf8_lossy(cells).replace('0', ".");
    let rows = records.rows(text).filter_map(|row| match row {
        Row::Passthrough(_) => None,
        Row::Malformed { error, .. } => Some(Err(error.to_string())),
        Row::Puzzle { record, .. } => {
            let solution = record.solution().map(|solution| cells(solution));
            Some(Ok((cells(record.puzzle().unwrap()), solution)))
        }
    });
    Ok(rows.collect())
}

/// Asserts that a text is read as these pairs.
#[track_caller]
fn assert_pairs(text: &str, pairs: &[(String, String)]) {
    let expected: Vec<_> = pairs
        .iter()
        .map(|(puzzle, solution)| Ok((puzzle.clone(), Some(solution.clone()))))
        .collect();
    assert_eq!(read(text).unwrap(), expected, "{text}");
}

/// Boards as a site for programmers shows them in an exercise.
#[test]
fn rows_led_by_commas() {
    let pairs = pairs();
    let only = |puzzle: &String| Ok((puzzle.clone(), None));
    for between in ["]\n,[", "]\n  , ["] {
        let board = |puzzle: &str| {
            let text = lists(puzzle).replace("], [", between);
            assert!(text.contains(between), "{text}");
            text + "\n"
        };
        assert_eq!(read(&board(&pairs[0].0)).unwrap(), [only(&pairs[0].0)], "{between}");
        let all: Vec<_> = pairs.iter().map(|(puzzle, _)| only(puzzle)).collect();
        for title in ["\n", "board =\n", "Input: board = \n"] {
            let text: String =
                pairs.iter().map(|(it, _)| format!("{title}{}", board(it))).collect();
            assert_eq!(read(&text).unwrap(), all, "{text}");
        }
    }
}

#[test]
fn an_array_of_a_puzzle_and_its_solution_is_a_record() {
    let pairs = pairs();
    let flat = |grid: &str| lists(grid).replace("], [", ", ").replace("[[", "[").replace("]]", "]");
    for write in [&lists as &dyn Fn(&str) -> String, &flat] {
        let array = |(puzzle, solution): &(String, String)| {
            format!("[{}, {}]", write(puzzle), write(solution))
        };
        let arrays: Vec<_> = pairs.iter().map(array).collect();
        assert_pairs(&(arrays.join("\n") + "\n"), &pairs);
        assert_pairs(&arrays[0], &pairs[..1]);
        assert_pairs(&format!("[{}]", arrays.join(",\n ")), &pairs);
        // One record has no solution, one no puzzle, and one neither.
        let (puzzle, solution) = (write(&pairs[1].0), write(&pairs[1].1));
        let text = format!(
            "{}\n[{puzzle}, null]\n[null, {solution}]\n[{puzzle}]\n[{puzzle}, {solution}, 1]\n",
            arrays[0]
        );
        let found = read(&text).unwrap();
        assert_eq!(found[1], Ok((pairs[1].0.clone(), None)), "{text}");
        let faults: Vec<_> = found[2..].iter().map(|row| row.clone().unwrap_err()).collect();
        assert_eq!(faults[1], "expected an array of a puzzle and its solution, got 1 values");
        assert_eq!(faults[2], "expected an array of a puzzle and its solution, got 3 values");
    }
    // As Python's json.dump writes them with an indent.
    let strings: Vec<_> =
        pairs.iter().map(|(puzzle, solution)| serde_json::json!([puzzle, solution])).collect();
    assert_pairs(&serde_json::to_string_pretty(&strings).unwrap(), &pairs);
    // A list in an object may hold them, too.
    let object = serde_json::json!({ "name": "a set", "pairs": strings });
    assert_pairs(&object.to_string(), &pairs);
    assert_pairs(&serde_json::to_string_pretty(&object).unwrap(), &pairs);
}

#[test]
fn puzzles_by_name_and_beside_their_solutions_are_refused_with_a_filter() {
    let pairs = pairs();
    let [(first, solution), (second, other), (third, last)] = &pairs;
    let [a, b] = [lists(first), lists(solution)];
    for (text, filter) in [
        (
            format!("[[\"{first}\", \"{second}\"],\n [\"{solution}\", \"{other}\"]]"),
            "transpose[] | {puzzle: .[0], solution: .[1]}",
        ),
        (
            format!("[\"{first}\",\n\"{solution}\",\n\"{second}\",\n\"{other}\"]"),
            "range(0; $all | length; 2)",
        ),
        (format!("{{\"grid\": [{a}, {b}]}}\n"), "{puzzle: .grid[0], solution: .grid[1]}"),
        (
            format!("{{\"set a\": {{\"0\": \"{first}\", \"1\": \"{second}\"}}}}"),
            ".\"set a\" | to_entries[] | {id: .key, puzzle: .value}",
        ),
        (
            format!("{{\"x\": \"{first}\", \"y\": \"{second}\", \"z\": \"{third}\"}}"),
            ". | to_entries[] | {id: .key, puzzle: .value}",
        ),
        (
            format!("{{\"{first}\": \"{solution}\", \"{third}\": \"{last}\"}}"),
            "to_entries[] | {puzzle: .key, solution: .value}",
        ),
        (
            format!("{{\"id\": {{\"0\": 7}}, \"puzzle\": {{\"0\": \"{first}\"}}}}"),
            ".puzzle | keys_unsorted[] as $row",
        ),
        (
            format!("{{\"id\": [7, 8], \"puzzle\": [\"{first}\", \"{second}\"]}}"),
            "range(.puzzle | length) as $row",
        ),
    ] {
        let error = read(&text).expect_err(&text).to_string();
        assert!(error.contains(filter), "{text}\n{error}");
    }
    // An object with a puzzle, and a list of puzzles, are not refused.
    for text in [
        format!("{{\"puzzle\": {a}, \"solution\": {b}, \"best\": \"{second}\"}}\n"),
        format!("[\"{first}\",\n\"{second}\",\n\"{third}\"]"),
        format!("{{\"name\": \"a set\", \"puzzles\": [\"{first}\", \"{second}\"]}}"),
    ] {
        assert!(read(&text).unwrap().iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn objects_one_after_the_other_on_a_line_are_records() {
    let pairs = pairs();
    let objects = pairs.clone().map(|(puzzle, solution)| {
        format!("{{\"id\": 1, \"puzzle\": \"{puzzle}\", \"solution\": \"{solution}\"}}")
    });
    assert_pairs(&objects.concat(), &pairs);
    assert_pairs(&(objects.join(" ") + "\n"), &pairs);
}

/// A member that is not JSON spoils no other.
#[test]
fn numbers_that_are_none_and_commas_behind_objects() {
    let pairs = pairs();
    let object = |rest: &str, end: &str| {
        let objects = pairs.iter().map(|(puzzle, solution)| {
            format!("{{\"puzzle\": \"{puzzle}\", \"loss\": {rest}, \"solution\": \"{solution}\"}}{end}\n")
        });
        objects.collect::<String>()
    };
    for (rest, end) in [
        ("NaN", ""),
        ("-Infinity", ""),
        ("Infinity", ","),
        ("\"NaN, \\\"\"", ", "),
        ("[NaN, 1]", ""),
    ] {
        assert_pairs(&object(rest, end), &pairs);
    }
    let text = lists(&pairs[0].0).replace('0', "NaN");
    assert_pairs(
        &format!("{{\"puzzle\": {text}, \"solution\": {}}}\n", lists(&pairs[0].1)),
        &pairs[..1],
    );
    // The values are written as they were.
    let text = object("NaN", ",");
    let table = Conversion::to(Format::Jsonl).run(&text).output;
    assert!(table.lines().all(|line| line.contains("\"loss\": NaN")), "{table}");
    // Other text that is no JSON stays malformed.
    for rest in ["nan", "NaNa", "N", "-"] {
        let text = format!("{{\"puzzle\": \"{}\"}}\n{}", pairs[0].0, object(rest, ""));
        assert!(read(&text).unwrap()[1..].iter().all(Result::is_err), "{rest}");
    }
}

#[test]
fn a_key_of_grids_twice_is_malformed() {
    let [(puzzle, solution), (other, _), _] = pairs();
    let good = format!("{{\"puzzle\": \"{puzzle}\", \"solution\": \"{solution}\"}}\n");
    for (text, key) in [
        (format!("{{\"puzzle\": \"{puzzle}\", \"puzzle\": \"{other}\"}}\n"), "puzzle"),
        (format!("{{\"puzzle\": \"{puzzle}\", \"n\": 1, \"puzzle\": \"{puzzle}\"}}\n"), "puzzle"),
        (good.replace('}', ", \"solution\": null}"), "solution"),
    ] {
        let found = read(&(good.clone() + &text)).unwrap();
        assert_eq!(found[1], Err(format!("the object has the key '{key}' twice")), "{text}");
    }
}

/// Identifiers stay texts, whatever they look like; only plain decimals are numbers.
#[test]
fn fields_of_a_table_as_json() {
    let written = |field: &[u8]| {
        let row = [b"1,", PUZZLE.as_bytes(), b",", field, b"\n"].concat();
        let input = [b"id,puzzle,note\n".as_slice(), &row].concat();
        let (_, out) = Conversion::to(Format::Jsonl).run_bytes(&input, &SOLVED);
        let object: serde_json::Value = serde_json::from_slice(&out).unwrap();
        object["note"].clone()
    };
    for text in
        ["4085e2", "0e5661", "91E77", "1e999", "007", "-", "1.", ".5", "+1", "1234567890123456"]
    {
        assert_eq!(written(text.as_bytes()), text, "{text}");
    }
    for (text, number) in
        [("0", 0.0), ("-1", -1.0), ("2.50", 2.5), ("-0.5", -0.5), ("123456", 123_456.0)]
    {
        assert_eq!(written(text.as_bytes()).as_f64(), Some(number), "{text}");
    }
}

/// Bytes that are not UTF-8 are counted if the output has to be UTF-8.
#[test]
fn replaced_bytes_are_counted() {
    let text = format!("puzzle,name,note\n{PUZZLE},caf\u{e9},\u{e9}\n");
    let latin: Vec<u8> = text.chars().map(|char| char as u8).collect();
    for (input, fields) in [(text.as_bytes(), 0), (&latin, 2)] {
        let opened = open(input, &ReadOptions::default()).unwrap();
        let write = WriteOptions {
            format: Some(Format::Jsonl),
            input: Some(opened.layout.clone()),
            ..WriteOptions::default()
        };
        let formatter = formatter(&AnswerShape::COPIES, &write).unwrap();
        let (mut records, mut out) = (Records::default(), Vec::new());
        records.read(&*opened.parser, &input[opened.skip..]);
        formatter.chunk(&input[opened.skip..], &records, &Answers::default(), &mut out);
        assert_eq!(formatter.losses().replaced, fields);
    }
}

#[test]
fn missing_values_are_null() {
    let columns = [
        Column::named("error", ColumnKind::Text),
        Column::named("nodes", ColumnKind::Integer),
        Column::named("er", ColumnKind::Real),
    ];
    let input = format!("{{\"puzzle\": \"{PUZZLE}\", \"error\": \"old\", \"nodes\": 3}}\n");
    let opened = open(input.as_bytes(), &ReadOptions::default()).unwrap();
    let write = WriteOptions { input: Some(opened.layout.clone()), ..WriteOptions::default() };
    let formatter = formatter(&AnswerShape::one_row(&columns), &write).unwrap();
    let (mut records, mut out) = (Records::default(), Vec::new());
    records.read(&*opened.parser, input.as_bytes());
    formatter.row(records.record(input.as_bytes(), 0), &[Field::Missing; 3], &mut out);
    let expected =
        format!("{{\"puzzle\": \"{PUZZLE}\", \"error\": null, \"nodes\": null, \"er\": null}}\n");
    assert_same(expected, out, "an answer without values");
}

/// Columns with one name are members with different names, so that no reader of JSON loses one.
#[test]
fn a_name_twice_in_a_header_becomes_two_names() {
    let input = format!("note,puzzle,note,note_2,note\n1,{PUZZLE},2,3,4\n");
    let out = Conversion::to(Format::Jsonl).run(&input).output;
    let solution = mirrored(PUZZLE);
    let expected = format!(
        "{{\"note\": 1, \"puzzle\": \"{PUZZLE}\", \"note_3\": 2, \"note_2\": 3, \"note_4\": 4, \"solution\": \"{solution}\"}}\n"
    );
    assert_same(expected, out, "names");
}

/// Lists as Python's `pprint` writes them.
#[test]
fn a_pair_of_a_list_over_two_lines_is_one_record() {
    let pairs = pairs();
    for [open, close] in [["(", ")"], ["[", "]"]] {
        let pair = |(puzzle, solution): &(String, String)| {
            format!("{open}'{puzzle}',\n  '{solution}'{close}")
        };
        let all: Vec<_> = pairs.iter().map(pair).collect();
        assert_pairs(&format!("[{}]\n", all.join(",\n ")), &pairs);
    }
}

/// The first row may stand on the line that opens a list, and the last on the line that closes it; another grid behind it is not
/// left out.
#[test]
fn lists_that_open_and_close_on_lines_of_rows() {
    let puzzle = dots();
    let rows = |open: &str, close: &str| {
        let rows = lines(&puzzle.replace('.', "0"), |row| format!("[{}],", row.join(", ")));
        format!("{open}{}{close}\n", rows.trim_end().trim_end_matches(','))
    };
    let only = [Ok((puzzle.clone(), None))];
    for (open, close) in [
        ("grid = np.array([", "])"),
        ("grid = np.array([", "], dtype=int64)"),
        ("problem(1, [", "])."),
        ("int input[1..9][1..9] = [", "]; // initial grid"),
    ] {
        assert_eq!(read(&rows(open, close)).unwrap(), only, "{open}{close}");
    }
    let more = rows("grid = [", "], [1, 2, 3, 4, 5, 6, 7, 8, 9]");
    assert!(read(&more).map_or(true, |found| found.iter().any(Result::is_err)), "{more}");
}
