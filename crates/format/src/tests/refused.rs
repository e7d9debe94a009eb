//! Inputs that are not text of any format get one message, not one per line.

use super::*;
use batchdoku_engine::Grid;

fn refused(input: impl AsRef<[u8]>) -> String {
    Conversion::default().refused(input)
}

#[test]
fn utf16_with_and_without_a_mark() {
    let little: Vec<u8> = PUZZLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = PUZZLE.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for text in [&little[..], &big, b"\xFF\xFE1\0", b"\xFE\xFF\x001"] {
        assert_eq!(refused(text), "the text is UTF-16: convert it to UTF-8");
    }
}

#[test]
fn lines_that_end_with_cr_alone() {
    for text in [
        format!("{PUZZLE}\r{PUZZLE}\r{PUZZLE}\r"),
        format!("puzzle\r{PUZZLE}\r"),
        "{\"puzzle\":1}\r{\"puzzle\":1}".to_owned(),
    ] {
        assert_eq!(refused(text), "the lines end with CR alone: convert them to LF or CRLF");
    }
    let one = Conversion::default().run(format!("{PUZZLE}\r")).puzzles;
    assert_eq!(one, [PUZZLE], "nothing follows the CR");
}

#[test]
fn json_arrays() {
    let cells = cells(PUZZLE).join(",");
    let solution = PUZZLE.parse::<Grid>().unwrap().solve().unwrap().to_string();
    for text in [
        format!("[{{\"puzzle\":\"{PUZZLE}\"}},{{\"puzzle\":\"{PUZZLE}\"}}]"),
        format!("\u{feff}[\n  {{ \"id\": 1,\n \"puzzle\":\"{PUZZLE}\"}}]\n"),
        format!("[\"{PUZZLE}\", \"{PUZZLE}\"]"),
        format!("[\n\"{PUZZLE}\"\n]"),
        format!("[\n  {{\n    \"puzzle\": \"{PUZZLE}\"\n  }}\n]\n"),
        format!("[[{cells}], [{cells}]]"),
        format!("[\n  [\n    {}\n  ]\n]\n", cells.replace(',', ",\n    ")),
        format!("[\n  [\n    {}\n  ]\n]\n", cells[..17].replace(',', ",\n    ")),
    ] {
        let words = "the input is a JSON array: give each element a line of its own (jq -c '.[]')";
        assert_eq!(refused(&text), words);
        // The lines that a job waits for.
        let options = ReadOptions::default();
        let end = sample_length(text.as_bytes(), &options);
        assert_eq!(refused(&text[..end.unwrap_or(text.len())]), words, "{text}");
    }
    for text in [
        format!("[\"{PUZZLE}\"]\n[\"{PUZZLE}\"]"),
        format!("[\"{PUZZLE}\", \"{solution}\"]\n"),
        format!("[\"1\", \"{PUZZLE}\", \"{solution}\"]\n"),
        format!("[{cells}]\n[{cells}]"),
    ] {
        assert_eq!(detected(&text), Format::Line, "{text}");
    }
}

#[test]
fn well_known_kinds_of_files() {
    let batches = ", which cannot be read";
    for (head, kind, end) in [
        (&b"PAR1\x15\x04"[..], "a Parquet file", batches),
        (b"ARROW1\0\0", "an Arrow file", batches),
        (b"\xFD7zXZ\0\0", "an xz file, which cannot be read", ": unpack it"),
        (b"BZh91AY&SY...", "a bzip2 file, which cannot be read", ": unpack it"),
        (b"PK\x03\x04\x14\0sudoku.csv", "a zip archive", ", which cannot be read"),
        (
            b"PK\x03\x04\x14\0[Content_Types].xml",
            "an Excel workbook, which cannot be read",
            ": save the sheet as CSV",
        ),
    ] {
        for conversion in [Conversion::default(), Conversion::from(Format::Csv)] {
            assert_eq!(conversion.refused(head), format!("the input is {kind}{end}"));
        }
    }
}

/// The format of a text is detected from its first 64 KiB.
#[test]
#[cfg_attr(miri, ignore = "megabytes")]
fn a_first_line_without_end() {
    assert_eq!(detected(vec![b'1'; 1 << 20]), Format::Line);
    for byte in [b',', 0] {
        assert!(refused(vec![byte; 1 << 20]).starts_with("there is no puzzle"));
    }
    let header = format!("puzzle{}\n{PUZZLE}\n", ",x".repeat(40_000));
    assert_eq!(refused(&header), "the header of the table does not end in the first 64 KiB");
    let long = format!("puzzle{}\n{PUZZLE}{}\n", ",x".repeat(30_000), ",".repeat(30_000));
    assert_eq!(Conversion::default().run(long).puzzles, [PUZZLE]);
}

/// A table whose header has no usual name for puzzles is refused.
#[test]
fn unknown_headers_are_refused() {
    for (header, row, grid) in [
        ("id,grid", format!("1,{PUZZLE}\n"), "grid"),
        ("grid\tid", format!("{PUZZLE}\t1\r\n"), "grid"),
        ("\"a\";b", format!("1;\"{PUZZLE}\"\n"), "b"),
    ] {
        let words =
            format!("no column of puzzles in the header '{header}', but '{grid}' has a grid");
        assert_eq!(refused(format!("{header}\n{row}")), words);
    }
    assert_eq!(detected(format!("one,two\n{PUZZLE}\n")), Format::Line, "other fields");
    let as_lines = Conversion::from(Format::Line).run(format!("id,grid\n1,{PUZZLE}\n"));
    assert_eq!(as_lines.puzzles, [PUZZLE]);
}

/// A puzzle, or a row of one, is no header without the column.
#[test]
fn lines_and_grids_have_no_column_of_a_name() {
    let options = ReadOptions { column: Some("foo".into()), ..ReadOptions::default() };
    let refused = |text: &str| match open(text.as_bytes(), &options) {
        Err(error) => error.to_string(),
        Ok(_) => unreachable!("{text}"),
    };
    let rows: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..][..9])).collect();
    for (text, expected) in [
        (
            format!("{PUZZLE}\n{PUZZLE}\n"),
            "no column 'foo': lines have no header, and their fields are numbered from 1",
        ),
        (
            format!("7,{PUZZLE}\n"),
            "no column 'foo': lines have no header, and their fields are numbered from 1",
        ),
        (rows, "no column 'foo': records of this format have no columns"),
        (format!("id,puzzle\n7,{PUZZLE}\n"), "no column 'foo' in the header 'id,puzzle'"),
    ] {
        let error = refused(&text);
        assert!(error.starts_with(expected), "{error}\n{text}");
    }
}
