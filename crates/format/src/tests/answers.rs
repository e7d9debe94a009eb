//! The places of the fields of an answer in every format, by role and kind of their columns.

use super::*;

/// Writes each record of an input, with its solution, and these fields.
fn written(
    input: &str,
    to: Format,
    columns: &[Column<'_>],
    fields: &[Field<'_>],
) -> Result<String, FormatError> {
    let read = ReadOptions { solutions: true, ..ReadOptions::default() };
    let opened = open(input.as_bytes(), &read).expect("readable");
    let write =
        WriteOptions { format: Some(to), input: Some(opened.layout), ..WriteOptions::default() };
    let formatter = formatter(&AnswerShape::any_rows(columns), &write)?;
    let (chunk, mut records) = (&input.as_bytes()[opened.skip..], Records::default());
    records.read(&*opened.parser, chunk);
    let mut out = Vec::new();
    formatter.start(&mut out);
    for row in records.rows(chunk) {
        if let Row::Puzzle { record, .. } | Row::Malformed { record, .. } = row {
            formatter.row(record, fields, &mut out);
        }
    }
    Ok(String::from_utf8(out).expect("text"))
}

const RECORD: [Column<'static>; 2] = [Column::PUZZLE, Column::SOLUTION.optional()];

#[test]
fn puzzles_and_solutions_go_to_their_places() {
    let (solution, other, answer) = (mirrored(PUZZLE), "8".repeat(81), "9".repeat(81));
    let (none, both) =
        (".".repeat(81), [Field::Text(other.as_bytes()), Field::Text(answer.as_bytes())]);
    let pair = format!("{PUZZLE};{solution}\n");
    let table = format!("id,quiz,answers\n\"1\",{PUZZLE},\"{solution}\"\n");
    let without = format!("id,quiz\n1,{PUZZLE}\n");
    let object = format!("{{\"id\":1,\"answer\": \"{solution}\",\"quiz\":\"{PUZZLE}\"}}\n");
    let [made, kept, missing] = [both, [Field::Kept; 2], [Field::Missing; 2]];
    for (input, to, fields, expected) in [
        (&pair, Format::Line, made, format!("{other};{answer}\n")),
        (&pair, Format::Line, missing, format!("{none}\n")),
        (&pair, Format::Pair, made, format!("{other};{answer}\n")),
        (&pair, Format::Puzzle, made, format!("{other}\n")),
        (&pair, Format::Sdm, made, format!("{other}\n")),
        (&pair, Format::Csv, made, format!("puzzle,solution\n{other},{answer}\n")),
        (&pair, Format::Csv, kept, format!("puzzle,solution\n{PUZZLE},{solution}\n")),
        (&pair, Format::Csv, missing, format!("puzzle,solution\n{none},{none}\n")),
        (
            &pair,
            Format::Jsonl,
            made,
            format!("{{\"puzzle\": \"{other}\", \"solution\": \"{answer}\"}}\n"),
        ),
        (
            &pair,
            Format::Jsonl,
            kept,
            format!("{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{solution}\"}}\n"),
        ),
        (&pair, Format::Jsonl, missing, format!("{{\"puzzle\": \"{none}\"}}\n")),
        (&table, Format::Csv, made, format!("id,quiz,answers\n\"1\",{other},\"{answer}\"\n")),
        (&table, Format::Csv, kept, table.clone()),
        (&table, Format::Tsv, kept, format!("id\tquiz\tanswers\n1\t{PUZZLE}\t{solution}\n")),
        (&table, Format::Line, made, format!("{other},{answer}\n")),
        (&without, Format::Csv, made, format!("id,quiz\n1,{other}\n")),
        (
            &without,
            Format::Jsonl,
            [made[0], Field::Kept],
            format!("{{\"id\": 1, \"quiz\": \"{other}\"}}\n"),
        ),
        (&object, Format::Jsonl, made, object.replace(PUZZLE, &other).replace(&solution, &answer)),
        (&object, Format::Jsonl, kept, object.clone()),
        (&object, Format::Csv, made, format!("puzzle,solution\n{other},{answer}\n")),
    ] {
        assert_eq!(
            written(input, to, &RECORD, &fields).unwrap(),
            expected,
            "{input} to {to} {fields:?}"
        );
    }
    let grid = written(&pair, Format::Grid, &RECORD, &both).unwrap();
    assert_eq!(grid, drawn(&other, "") + "\n", "a second grid would be another puzzle");
}

/// No format leaves out a column that has to be written.
#[test]
fn other_columns_have_a_place_or_are_refused() {
    let note = Column::named("note", ColumnKind::Text);
    let fields = [Field::Kept, Field::Text(b"x,y")];
    let table = format!("puzzle,NOTE\n{PUZZLE},old\n");
    let columns = [Column::PUZZLE, note];
    let csv = written(&table, Format::Csv, &columns, &fields).unwrap();
    assert_eq!(csv, format!("puzzle,NOTE\n{PUZZLE},\"x,y\"\n"));
    let kept = written(&table, Format::Csv, &columns, &[Field::Kept; 2]).unwrap();
    assert_eq!(kept, table);
    let missing = written(&table, Format::Csv, &columns, &[Field::Kept, Field::Missing]).unwrap();
    assert_eq!(missing, format!("puzzle,NOTE\n{PUZZLE},-\n"));
    for to in [Format::Line, Format::Pair, Format::Puzzle, Format::Grid] {
        let refused = written(&table, to, &columns, &fields).unwrap_err().to_string();
        let words = format!(
            "the columns cannot be written as '{to}': it has no place for the column 'note'"
        );
        assert_eq!(refused, words);
        let optional = [Column::PUZZLE, note.optional()];
        assert!(written(&table, to, &optional, &fields).unwrap().starts_with(&PUZZLE[..9]), "{to}");
    }
    for to in [Format::Npy, Format::Sdm, Format::Sukaku] {
        assert_eq!(written(&table, to, &columns, &fields), Err(FormatError::GridsOnly(to)));
    }
}

/// The kind of a column decides how objects hold its fields.
#[test]
fn objects_hold_fields_by_kind() {
    let count = |number, has_more| Field::Scalar(Scalar::Count { number, has_more });
    for (kind, field, expected) in [
        (ColumnKind::Integer, Field::Scalar(Scalar::Integer(17)), "17"),
        (ColumnKind::Count, count(2, true), "\"2+\""),
        (ColumnKind::Count, count(2, false), "2"),
        (ColumnKind::Real, Field::Scalar(Scalar::Real { value: 4.5, decimals: 1 }), "4.5"),
        (ColumnKind::Real, Field::Text(b"beyond"), "\"beyond\""),
        (ColumnKind::Text, Field::Text(b"a\"b"), "\"a\\\"b\""),
        (ColumnKind::Text, Field::Text(b"17"), "\"17\""),
        (ColumnKind::Json, Field::Text(b"[{\"a\":1}]"), "[{\"a\":1}]"),
        (ColumnKind::Lines, Field::Text(b"a\nb\n"), "\"a\\nb\\n\""),
        (ColumnKind::Messages, Field::Text(b"[]"), "[]"),
        (ColumnKind::Cells, Field::Text(b"[[1,2,3]]"), "[[1,2,3]]"),
    ] {
        let column = [Column::named("x", kind)];
        let out = written(&format!("{PUZZLE}\n"), Format::Jsonl, &column, &[field]).unwrap();
        assert_eq!(out, format!("{{\"puzzle\": \"{PUZZLE}\", \"x\": {expected}}}\n"), "{kind:?}");
    }
}

/// Answers of several lines stand below the record as it was, or below its puzzle if that is no line.
#[test]
fn lines_stand_below_their_record() {
    let columns = [
        Column::named("text", ColumnKind::Lines).optional(),
        Column::named("error", ColumnKind::Text).optional(),
    ];
    let there = [Field::Text(b"one\ntwo\n"), Field::Missing];
    let missing = [Field::Missing, Field::Text(b"none")];
    let table = format!("id,puzzle\n7,{PUZZLE}\n");
    let grid = drawn(PUZZLE, "");
    for (input, fields, expected) in [
        (&table, there, format!("7,{PUZZLE}\none\ntwo\n\n")),
        (&table, missing, format!("7,{PUZZLE}\nerror: none\n\n")),
        (&grid, there, format!("{PUZZLE}\none\ntwo\n\n")),
    ] {
        assert_eq!(written(input, Format::Line, &columns, &fields).unwrap(), expected, "{input}");
    }
}

/// Cells in their order are an array of their own shape.
#[test]
fn arrays_hold_cells_in_order() {
    let column = [Column::named("tokens", ColumnKind::Cells).optional()];
    let shape = AnswerShape::any_rows(&column);
    let options = WriteOptions { format: Some(Format::Npy), ..WriteOptions::default() };
    let formatter = formatter(&shape, &options).unwrap();
    let (mut start, mut out, mut records) = (Vec::new(), Vec::new(), Records::default());
    formatter.start(&mut start);
    let chunk = format!("{PUZZLE}\n");
    let opened = open(chunk.as_bytes(), &ReadOptions::default()).unwrap();
    records.read(&*opened.parser, chunk.as_bytes());
    for row in records.rows(chunk.as_bytes()) {
        if let Row::Puzzle { record, .. } = row {
            formatter.row(record, &[Field::Text(b"[[1,2,3],[9,8,7]]")], &mut out);
            formatter.row(record, &[Field::Missing], &mut out);
        }
    }
    assert_eq!(out.len(), 2 * 243);
    assert_eq!(out[..7], [1, 2, 3, 9, 8, 7, 0]);
    assert_eq!(out[6..], [0; 480]);
    let header = formatter.patch((start.len() + out.len()) as u64).unwrap();
    assert!(String::from_utf8_lossy(&header).contains("'shape': (2, 81, 3), }"));
    assert_eq!(array_like(&start, 3 * 243).map(|like| like.len()), Some(start.len()));
    assert_eq!(array_like(b"no array", 0), None);
}

/// The separator of a pair is found once, whatever other lines look like.
#[test]
fn pairs_are_separated_as_the_first_is() {
    let solution = mirrored(PUZZLE);
    let apart = cells(PUZZLE).join(" ");
    for (input, separator) in [
        (format!("{PUZZLE}\t{solution}\n{apart}\n"), Some(b'\t')),
        (format!("# P;S\n\nshort\n{PUZZLE};{solution}\n"), Some(b';')),
        (format!("2\n{PUZZLE} {solution}\n{PUZZLE}\n"), Some(b' ')),
        (format!("{PUZZLE}\n{PUZZLE},{solution}\n"), None),
        (format!("{apart}\n{PUZZLE},{solution}\n"), None),
        (format!("{PUZZLE},1234\n"), None),
        (String::new(), None),
    ] {
        let layout = open(input.as_bytes(), &ReadOptions::default()).unwrap().layout;
        assert_eq!(layout.pair_separator, separator, "{input}");
        assert_eq!(layout.has_solutions(), separator.is_some(), "{input}");
    }
}
