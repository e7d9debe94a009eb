//! One test for every shape that files of puzzles are known to come in.

use super::*;

#[test]
fn kaggle_million() {
    let all = puzzles(3, '0');
    let mut input = String::from("quizzes,solutions\n");
    let mut output = input.clone();
    for puzzle in &all {
        input += &format!("{puzzle},{}\n", "1".repeat(81));
        output += &format!("{puzzle},{}\n", mirrored(puzzle));
    }
    let converted = Conversion::default().run(&input);
    assert_eq!(converted.output, output);
    assert_eq!(converted.puzzles, all);
}

#[test]
fn sudoku_extreme_with_quotes() {
    let input = format!(
        "source,question,answer,rating\n\
         \"puzzles0, \"\"kaggle\"\"\",{PUZZLE},{PUZZLE},0\n\
         \"two\nlines\",\"{PUZZLE}\",\"{PUZZLE}\",12\r\n\
         plain,{PUZZLE},,\"7\""
    );
    let answer = mirrored(PUZZLE);
    let converted = Conversion::default().run(&input);
    assert_eq!(
        converted.output,
        format!(
            "source,question,answer,rating\n\
             \"puzzles0, \"\"kaggle\"\"\",{PUZZLE},{answer},0\n\
             \"two\nlines\",\"{PUZZLE}\",\"{answer}\",12\n\
             plain,{PUZZLE},{answer},\"7\"\n"
        )
    );
    assert_eq!(converted.rows, [(2, None), (3, None), (5, None)]);
}

/// Any field of a header may have several lines, as any of a row.
#[test]
fn headers_of_several_lines() {
    let answer = mirrored(PUZZLE);
    for (delimiter, head, row) in [
        (',', "p,puzzle,\"s\nt\"", format!("1,{PUZZLE},2")),
        (',', "# a comment\n\n\"first\n\"\"one\"\"\n\",puzzle", format!("1,{PUZZLE}")),
        (';', "puzzle;\"s\n\n# t\";\"u\nv\"", format!("{PUZZLE};1;2")),
        ('\t', "a\tpuzzle\t\"s\r\nt\"", format!("1\t{PUZZLE}\t2")),
        (',', "puzzle,a\"b", format!("{PUZZLE},1")),
    ] {
        let input = format!("{head}\n{row}\n");
        let converted = Conversion::default().run(&input);
        let header = head.trim_start_matches("# a comment\n\n");
        let expected = format!("{header}{delimiter}solution\n{row}{delimiter}{answer}\n");
        assert_eq!(converted.output, expected, "{input}");
        let line = input.lines().count() as u64;
        assert_eq!(converted.rows, [(line, None)], "{input}");
    }
    // A stray quote does not make a header of the rows below.
    let input = format!("p,puzzle,\"s\n1,{PUZZLE},2\n3,{PUZZLE},\"4\"\n");
    assert_eq!(Conversion::default().run(&input).puzzles.len(), 2);
}

#[test]
fn a_stray_quote_swallows_no_rows() {
    let row = |id: u32, note: &str| format!("{id},{PUZZLE},{note}\n");
    let rows =
        |notes: &[&str]| (1..).zip(notes).map(|(id, note)| row(id, note)).collect::<String>();
    let errors = |notes: &[&str]| {
        let converted = Conversion::default().run(format!("id,puzzle,note\n{}", rows(notes)));
        converted.rows.into_iter().map(|(_, error)| error).collect::<Vec<_>>()
    };
    // The next quote has text behind it, so it opens a field of its own.
    let unclosed = Some(RecordError::UnclosedQuote);
    assert_eq!(errors(&["\"5 inch", "ok", "\"6\""]), [unclosed.clone(), None, None]);
    assert_eq!(errors(&["\"5 inch", "say \"hi\"", "ok"]), [unclosed, None, None]);
    // Here the next quote may close the field, but the field would have rows in it.
    let swallowed = Some(RecordError::RowsInQuotes(2));
    assert_eq!(errors(&["\"5 inch", "ok", "6 inch\"", "ok"]), [swallowed, None]);
    assert_eq!(errors(&["\"5 inch", "6 inch\"", "ok"]), [Some(RecordError::RowsInQuotes(1)), None]);
    let input =
        format!("note,puzzle\n\"5 inch,{PUZZLE}\n6 inch\",{PUZZLE}\n\"two\nlines\",{PUZZLE}\n");
    let converted = Conversion::default().run(input);
    let expected = [(2, Some(RecordError::RowsInQuotes(1))), (4, None)];
    assert_eq!(converted.rows, expected);
    // Lines of notes are no rows, not even those with a grid or with a delimiter.
    let notes = format!("\"one\ntwo, {PUZZLE}\n{PUZZLE}\nthree,four,five\"");
    assert_eq!(errors(&[notes.as_str(), "\"a\nb\" "]), [None, None]);
}

#[test]
fn tables_get_the_columns_that_they_lack() {
    let input = format!("id,Puzzle,clues\n7,{PUZZLE},28\n");
    let answer = mirrored(PUZZLE);
    let added = format!("id,Puzzle,clues,solution\n7,{PUZZLE},28,{answer}\n");
    assert_eq!(Conversion::default().run(&input).output, added);
    let (_, out) = Conversion::default()
        .run_bytes(input.as_bytes(), &[COUNT, Column::named("clues", ColumnKind::Integer)]);
    assert_eq!(out, format!("id,Puzzle,clues,count\n7,{PUZZLE},17,17\n").into_bytes());
}

#[test]
fn tables_with_other_delimiters() {
    let answer = mirrored(PUZZLE);
    let input = format!("a;puzzle\n\"1;2\";{PUZZLE}\n");
    let output = Conversion::default().run(&input).output;
    assert_eq!(output, format!("a;puzzle;solution\n\"1;2\";{PUZZLE};{answer}\n"));
    let output = Conversion::to(Format::Tsv).run(&input).output;
    assert_eq!(output, format!("a\tpuzzle\tsolution\n1;2\t{PUZZLE}\t{answer}\n"));
    let back =
        Conversion::to(Format::Csv).run("a\tpuzzle\tb\n1,\"2\t".to_owned() + PUZZLE + "\t3\n");
    assert_eq!(back.rows[0].1, None, "a quote inside a field is no quote");
    assert_eq!(back.output, format!("a,puzzle,b,solution\n\"1,\"\"2\",{PUZZLE},3,{answer}\n"));
}

#[test]
fn a_column_by_name() {
    let input = format!("puzzle,start\nno,{PUZZLE}\n");
    let mut conversion = Conversion::default();
    let words = "no column of puzzles in the header 'puzzle,start', but 'start' has a grid";
    assert_eq!(conversion.refused(&input), words);
    conversion.read.column = Some("START".into());
    assert_eq!(conversion.run(&input).puzzles, [PUZZLE]);
    conversion.read.column = Some("end".into());
    assert_eq!(conversion.refused(input), "no column 'end' in the header 'puzzle,start'");
}

#[test]
fn json_lines_keep_what_they_hold() {
    let answer = mirrored(PUZZLE);
    let cells = cells(PUZZLE);
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    let (rows, cells) = (rows.join(","), cells.join(","));
    let lines = |answer: &str, added: &str, end: &str| {
        format!(
            "{{\"id\": 1.50, \"question\":\"{PUZZLE}\" , \"answer\":{answer},\"x\":{{\"puzzle\":[]}} }}\n\
             \n\
             {{\"puzzle\":[{rows}]{added}}}{end}\
             {{\"quiz\":[{cells}],\"\\u0061\":1{added}}}"
        )
    };
    let converted = Conversion::default().run(lines("null", "", "\r\n"));
    let answer = format!("\"{answer}\"");
    let expected = lines(&answer, &format!(", \"solution\": {answer}"), "\n");
    assert_eq!(converted.output, expected + "\n");
    assert_eq!(converted.puzzles, [PUZZLE; 3]);
    assert_eq!(converted.rows, [(1, None), (3, None), (4, None)]);
    let (_, out) = Conversion::default().run_bytes(b"{\"puzzle\":1}", &COUNTED);
    assert_eq!(out, b"{\"puzzle\":1, \"count\": 17}\n", "numbers stay numbers");
}

#[test]
fn contest_lines_after_a_count() {
    let all = puzzles(2, '.');
    let input = format!("2\n{}\n{}\n", all[0], all[1]);
    let converted = Conversion::default().run(&input);
    assert_eq!(converted.declared_count, Some(2));
    assert_eq!(converted.output, format!("2\n{}\n{}\n", mirrored(&all[0]), mirrored(&all[1])));
    assert_eq!(converted.rows, [(2, None), (3, None)]);
    let pairs = Conversion::to(Format::Pair).run(&input).output;
    let line = |index: usize| format!("{},{}\n", all[index], mirrored(&all[index]));
    assert_eq!(pairs, format!("2\n{}{}", line(0), line(1)));
    // Without a puzzle behind it, it is no count.
    assert!(Conversion::default().refused("1234\n").starts_with("there is no puzzle"));
}

#[test]
fn lines_as_puzzles_and_program_files() {
    let input = format!("# note\n{PUZZLE} # text\n\nshort\n");
    let output = |format| Conversion::to(format).run(&input).output;
    let (answer, dots) = (mirrored(PUZZLE), ".".repeat(81));
    assert_eq!(output(Format::Line), format!("# note\n{answer}\n\n{dots}\n"));
    assert_eq!(output(Format::Pair), format!("# note\n{PUZZLE},{answer}\n\nshort,{dots}\n"));
    assert_eq!(output(Format::Puzzle), format!("# note\n{PUZZLE}\n\nshort\n"));
    assert_eq!(output(Format::Sdm), format!("{answer}\n{dots}\n"));
}

#[test]
fn judges_send_a_count_and_grids() {
    let all = puzzles(2, '0');
    for (separator, between) in [("", ""), (" ", ""), ("", "\n"), (" ", "\n\n"), ("", "end\n")] {
        let grids: String = all.iter().map(|puzzle| drawn(puzzle, separator) + between).collect();
        for &lead in sized(&["", "2\n", "2\r\n\n"][..], &["2\n"]) {
            let input = format!("{lead}{grids}");
            assert_eq!(detected(&input), Format::Grid, "{input}");
            let converted = Conversion::default().run(&input);
            assert_eq!(converted.puzzles, all, "{input}");
            assert_eq!(converted.declared_count.is_some(), !lead.is_empty());
        }
        let mut conversion = Conversion::default();
        conversion.write.layout.separator = separator.bytes().next();
        let expected: String =
            all.iter().map(|puzzle| drawn(&mirrored(puzzle), separator) + between).collect();
        assert_same(&expected, conversion.run(&grids).output, grids);
    }
}

/// A title ends a grid with rows too many or too few, and the grids after it are right.
#[test]
fn titles_end_malformed_grids() {
    let puzzles = puzzles(4, '.');
    let grid = |index: usize| format!("Grid 0{index}\n{}", drawn(&puzzles[index], ""));
    let rest = grid(1) + &grid(2) + &grid(3);
    for removed in 1..9 {
        let first: String =
            grid(0).lines().take(10 - removed).map(|row| format!("{row}\n")).collect();
        let converted = Conversion::default().run(first + &rest);
        assert_eq!(converted.puzzles, puzzles[1..], "{removed} rows less");
        assert_eq!(converted.rows.iter().filter(|(_, error)| error.is_some()).count(), 1);
    }
    let longer = grid(0) + "Gxx......\n" + &rest;
    assert_eq!(Conversion::default().run(longer).puzzles, puzzles, "a row more");
    let malformed = grid(0).replacen(&puzzles[0][9..18], "Gxx......", 1);
    let converted = Conversion::default().run(malformed + &rest);
    assert_eq!(converted.puzzles, puzzles[1..], "a malformed row is a row");
    assert_eq!(converted.rows.len(), 4);
}

#[test]
fn grids_with_rulers_and_titles() {
    let puzzle = dots();
    let framed = framed(&cells(&puzzle), ["+-------+-------+-------+"; 3], "|", " ");
    let bands = |ruler: &str| {
        let rows = drawn(&puzzle, "");
        [&rows[..30], &rows[30..60], &rows[60..]].join(ruler)
    };
    let texts = [
        framed.clone(),
        bands("\n"),
        bands("---+---+---\n"),
        framed.replace('.', "-"),
        format!("Grid 01\n{framed}"),
    ];
    for text in texts.into_iter().step_by(sized(1, 3)) {
        let input = format!("{text}\n{text}{text}");
        // The mark of an empty cell stays as it is.
        let expected = if text.contains("| -") { puzzle.replace('.', "-") } else { puzzle.clone() };
        assert_eq!(detected(&input), Format::Grid, "{input}");
        assert_eq!(Conversion::default().run(&input).puzzles, [&*expected; 3], "{input}");
    }
}

#[test]
fn simple_sudoku_and_sudocue_files() {
    let puzzle = dots();
    let converted = Conversion::to(Format::Ss).run(&puzzle);
    let framed = converted.output;
    assert!(framed.starts_with("*-----------*\n|9"), "{framed}");
    assert_eq!(framed.matches("|---+---+---|").count(), 2);
    assert_eq!(Conversion::from(Format::Ss).run(&framed).puzzles, [mirrored(&puzzle)]);
    let rows = drawn(&puzzle, "");
    let sdk = format!("#AJoe\n#D2026\n[Puzzle]\n{rows}[State]\n{rows}");
    assert_eq!(detected(&sdk), Format::Sdk);
    let converted = Conversion::default().run(&sdk);
    assert_eq!(converted.puzzles, [puzzle]);
    let answer = drawn(&mirrored(PUZZLE), "");
    assert_eq!(converted.output, format!("#AJoe\n#D2026\n[Puzzle]\n{answer}"));
}

/// Delimiters that a spreadsheet writes behind the name of a section do not make a puzzle of the solution below.
#[test]
fn sections_with_delimiters_behind() {
    let (puzzle, state) = (dots(), drawn(&mirrored(PUZZLE), ""));
    for behind in [",", ";", ",,", " ,", ",,,,,,,,", "\t\t", ",\r"] {
        for behind_rows in ["", ",,"] {
            let rows = |rows: &str| rows.replace('\n', &format!("{behind_rows}\n"));
            let (puzzle_rows, state) = (rows(&drawn(&puzzle, "")), rows(&state));
            let sdk = format!("[Puzzle]{behind}\n{puzzle_rows}[State]{behind}\n{state}");
            assert_eq!(detected(&sdk), Format::Sdk, "{sdk}");
            for text in [sdk.clone(), sdk.replace("[Puzzle]", "#L hard\n[PUZZLE]")] {
                assert_eq!(Conversion::default().run(&text).puzzles, [&*puzzle], "{text}");
            }
            // The name of the second puzzle is missing.
            let words = Conversion::default().refused(sdk + &puzzle_rows);
            assert!(words.starts_with("line 21 may be a grid"), "{words}");
        }
    }
}

/// Nine strokes are no row of empty cells if these have another sign: otherwise the rows of two grids would be one
/// grid.
#[test]
fn rulers_do_not_stand_in_for_lost_rows() {
    let ruler = "---------";
    for behind in ["", ","] {
        let rows: Vec<_> =
            drawn(&dots(), "").lines().map(|row| format!("{row}{behind}\n")).collect();
        let bands = [&rows[..3], &rows[3..6], &rows[6..]].map(<[_]>::concat);
        let text = bands.join(&format!("{ruler}{behind}\n"));
        assert_eq!(Conversion::default().run(&text).puzzles, [dots()], "{text}");
        // Seven rows and two rulers.
        let lines: Vec<&str> = text.lines().take(9).collect();
        let converted = Conversion::default().run(lines.join("\n"));
        assert_eq!(converted.puzzles, [""; 0], "{lines:?}");
        assert_eq!(converted.rows.len(), 1, "{lines:?}");
    }
}

/// Rows with blank cells are read if delimiters stand behind them, and are malformed if it is unclear which cells are
/// blank.
#[test]
fn blank_cells_with_delimiters_behind() {
    let puzzle = dots();
    let blank = puzzle.replace('.', " ");
    let boxes = |row: Vec<String>| {
        format!("|{}|", [&row[..3], &row[3..6], &row[6..]].map(<[_]>::concat).join("|"))
    };
    for behind in [",", ";", ",,"] {
        for text in [drawn(&blank, ""), lines(&blank, boxes)] {
            let apart = format!("{text}\n{}", text.replace('\n', &format!("{behind}\n")));
            let read = Conversion::default().run(&apart).puzzles;
            assert_eq!(read, [&*puzzle, &*puzzle], "{apart}");
        }
    }
    let text = lines(&blank, |row| row.join(",").replace(' ', ""));
    let spoilt_row = text.replacen("1,,3,,,,5,,9", "1,,3,4,6,7,5,8,92", 1);
    for spoilt in [text.replace('\n', ",,\n"), spoilt_row] {
        let converted = Conversion::default().run(format!("{text}\n{spoilt}"));
        assert_eq!(converted.puzzles, [&*puzzle], "{spoilt}");
        assert_eq!(converted.rows.len(), 2, "{spoilt}");
    }
}

/// Spreadsheets copy cells with tabs between, and nothing for an empty cell.
#[test]
fn blank_cells_between_tabs() {
    let puzzle = dots();
    let text = lines(&puzzle, |row| row.join("\t").replace('.', ""));
    assert!(text.lines().any(|line| line.starts_with('\t') || line.ends_with('\t')), "{text}");
    let read = Conversion::default().run(format!("{text}\n{text}")).puzzles;
    assert_eq!(read, [&*puzzle, &*puzzle], "{text}");
    let spoilt = text.replacen("\t3", "\t3x", 1);
    let converted = Conversion::default().run(format!("{text}\n{spoilt}"));
    assert_eq!(converted.puzzles, [&*puzzle], "{spoilt}");
}

#[test]
fn counts_for_judges() {
    let conversion = Conversion::to(Format::Judge);
    let run = |columns: &[Column<'_>]| conversion.run_bytes(PUZZLE.as_bytes(), columns).1;
    assert_eq!(run(&[COUNT, Column::SOLUTION]), b"17\n");
    assert!(formatter(&AnswerShape::one_row(&SOLVED), &conversion.write).is_err());
    let formatter =
        formatter(&AnswerShape::one_row(&[COUNT, Column::SOLUTION]), &conversion.write).unwrap();
    let (records, mut out) = (Records::default(), Vec::new());
    let record = Record { start: 0, end: 0, line: 0, kind: RecordKind::Passthrough };
    let row = RecordRef { chunk: &[], records: &records, record: &record };
    formatter.row(row, &[Field::Text(b"1"), Field::Text(PUZZLE.as_bytes())], &mut out);
    assert_eq!(out, format!("1\n{}", drawn(PUZZLE, "")).into_bytes());
}

#[test]
fn numpy_arrays() {
    let dots = dots();
    let values: Vec<u8> = PUZZLE.bytes().map(|cell| cell - b'0').collect();
    let wide = |make: fn(u8) -> Vec<u8>| values.iter().flat_map(|&value| make(value)).collect();
    let cases: [(&str, &str, Vec<u8>); 14] = [
        ("|u1", "(1, 81)", values.clone()),
        ("|i1", "(1, 9, 9)", values.clone()),
        ("<i8", "(1, 81)", wide(|value| i64::from(value).to_le_bytes().to_vec())),
        (">i4", "(1, 9, 9)", wide(|value| i32::from(value).to_be_bytes().to_vec())),
        ("|u1", "(81,)", values.clone()),
        ("|u1", "(9, 9)", values.clone()),
        ("|u1", "(1, 9, 9, 1)", values.clone()),
        ("|u1", "(1, 1, 9, 9)", values.clone()),
        ("|u1", "(1, 81, 1)", values.clone()),
        ("<f4", "(1, 81)", wide(|value| f32::from(value).to_le_bytes().to_vec())),
        (">f8", "(81,)", wide(|value| f64::from(value).to_be_bytes().to_vec())),
        ("|S81", "()", dots.clone().into_bytes()),
        ("|S81", "(1,)", dots.clone().into_bytes()),
        ("<U81", "(1,)", dots.bytes().flat_map(|byte| u32::from(byte).to_le_bytes()).collect()),
    ];
    for (kind, shape, cells) in cases {
        let input = array(kind, shape, &cells);
        assert_eq!(detected(&input), Format::Npy);
        let (converted, out) = Conversion::default().run_bytes(&input, &SOLVED);
        assert_eq!(converted.puzzles.concat(), dots, "{kind}");
        assert_eq!(converted.declared_count, Some(1));
        let answer: Vec<u8> = mirrored(PUZZLE).bytes().map(|cell| cell - b'0').collect();
        assert_eq!(out.len(), 128 + 81);
        assert_eq!(out[128..], answer);
        assert!(
            out[10..128]
                .starts_with(b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 81), }")
        );
    }
    let numbers = "the numpy array has the type";
    let shapes = "the numpy array does not have N × 81 or N × 9 × 9 cells";
    for (kind, shape, words) in [
        ("|b1", "(1, 81)", numbers),
        ("<f2", "(1, 81)", numbers),
        ("é", "(1, 81)", numbers),
        ("|u1", "(1, 80)", shapes),
        ("|u1", "(9,)", shapes),
        ("|S81", "(2, 2)", shapes),
        ("|u1", "(5, 9, 9, 9)", "for each digit, save array.argmax(-1) + array.any(-1)"),
        ("|u1", "(5, 81, 10)", "for each digit and one for none, save array.argmax(-1)"),
    ] {
        let said = Conversion::default().refused(array(kind, shape, &values));
        assert!(said.contains(words), "{kind} {shape}: {said}");
    }
}

/// Returns a file of numpy.
fn array(kind: &str, shape: &str, cells: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(cells);
    bytes
}

/// Digits that are counted from another number than 1 would be other puzzles.
#[test]
fn numpy_arrays_with_other_numbers_for_the_digits() {
    let values: Vec<u8> = PUZZLE.bytes().map(|cell| cell - b'0').collect();
    let minus: Vec<u8> =
        values.iter().map(|&value| if value == 0 { 0xFF } else { value }).collect();
    let tokens: Vec<u8> = values.iter().map(|&value| value + 1).collect();
    let words = "the numpy array has -1 for empty cells, which are 0: save numpy.maximum(array, 0)";
    let refused = |kind, cells: &[u8]| Conversion::default().refused(array(kind, "(1, 81)", cells));
    assert_eq!(refused("|i1", &minus), words);
    let reals: Vec<u8> =
        minus.iter().flat_map(|&value| f64::from(value.cast_signed()).to_le_bytes()).collect();
    assert_eq!(refused("<f8", &reals), words);
    let words = "the numpy array has cells from 1 to 10, as tokens have: save array - 1";
    assert_eq!(refused("|u1", &tokens), words);
    // One cell that is wrong is a fault of its record.
    for (kind, bad) in [("|i1", 0xFF), ("|u1", 10), ("|u1", 255)] {
        let mut spoilt = [&values[..], &values].concat();
        spoilt[5] = bad;
        let (converted, _) =
            Conversion::default().run_bytes(&array(kind, "(2, 81)", &spoilt), &SOLVED);
        let faults: Vec<_> = converted.rows.iter().map(|(_, fault)| fault.is_some()).collect();
        assert_eq!(faults, [true, false]);
    }
    for real in [0.5, f64::NAN, f64::INFINITY, -1.0, 10.0, 1e30] {
        let mut cells: Vec<f64> = values.iter().map(|&value| value.into()).collect();
        cells[5] = real;
        let bytes: Vec<u8> = cells.into_iter().flat_map(f64::to_le_bytes).collect();
        let (converted, _) =
            Conversion::default().run_bytes(&array("<f8", "(1, 81)", &bytes), &SOLVED);
        let Some(RecordError::Element { cell, error }) = &converted.rows[0].1 else { panic!() };
        assert_eq!(*cell, 6);
        let is_whole = real.fract() == 0.0;
        assert_eq!(matches!(error, ElementError::Number(_)), is_whole, "{real}: {error}");
    }
}

/// The solutions that records have are read.
#[test]
fn solutions_of_every_format_that_has_them() {
    let solution = mirrored(PUZZLE);
    let expected = [Some(solution.clone()), None, Some(solution.clone())];
    for text in [
        format!("{PUZZLE},{solution}\n# c\n{PUZZLE},1234\nbad\n{PUZZLE},{solution},y\r\n"),
        format!("puzzle,x,answer\n{PUZZLE},,{solution}\n{PUZZLE},,\nbad\n{PUZZLE},,\"{solution}\""),
        format!(
            "{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{solution}\"}}\n{{\"puzzle\":\"{PUZZLE}\",\"solution\":3}}\n\
             {{\"solution\":\"{solution}\",\"puzzle\":\"{PUZZLE}\"}}"
        ),
    ] {
        assert_eq!(Conversion::with_solutions().run(&text).solutions, expected, "{text}");
    }
    assert_eq!(Conversion::with_solutions().run(PUZZLE).solutions, [None]);
    assert_eq!(Conversion::default().run(format!("{PUZZLE},{solution}")).solutions, [None]);
}
