//! Detection of formats, and above all that lines stay lines.

use super::{super::detect::is_enough, *};

#[test]
fn lines_are_never_mistaken() {
    let dots = dots();
    for text in [
        PUZZLE.into(),
        format!("# puzzle,solution\n\n{PUZZLE}\n"),
        format!("{PUZZLE},{PUZZLE}\n"),
        format!("{PUZZLE} puzzle,solution\n"),
        format!("0123456789ab {dots} 1.2\n"),
        format!("123456789\n{PUZZLE}\n"),
        format!("{{]\n{PUZZLE}").replace("{]", "too short"),
        "\n\n# nothing\n".into(),
        format!("{}\n", &PUZZLE[..80]),
        "-".repeat(81),
        String::new(),
    ] {
        assert_eq!(detected(&text), Format::Line, "{text}");
        assert_eq!(detected(format!("\u{FEFF}{text}")), Format::Line, "{text}");
        assert_eq!(detected(text.replace('\n', "\r\n")), Format::Line, "{text}");
    }
}

#[test]
fn others_are_detected() {
    let row = "530070000\n";
    for (text, format) in [
        (format!("\u{FEFF}quizzes,solutions\n{PUZZLE},"), Format::Csv),
        ("id\tPUZZLE\r\n".into(), Format::Tsv),
        ("\n# note\n\"question\";x\n".into(), Format::Csv),
        ("sudoku\n".into(), Format::Csv),
        ("\n{\"puzzle\": 1}".into(), Format::Jsonl),
        ("[Puzzle]\n".into(), Format::Sdk),
        (row.repeat(9), Format::Grid),
        (row.repeat(2), Format::Grid),
        (format!("1\n\n{}", row.repeat(9)), Format::Grid),
        (format!("Grid 01\n{}", row.repeat(9)), Format::Grid),
        (format!("bad row x\n{}", row.repeat(8)), Format::Grid),
        (format!("Puzzle\n{}", row.repeat(9)), Format::Grid),
        (format!("Puzzle\n{PUZZLE}\n"), Format::Csv),
    ] {
        assert_eq!(detected(&text), format, "{text}");
    }
}

#[test]
fn a_first_line_is_enough_for_a_person_at_the_keyboard() {
    let options = ReadOptions::default();
    for head in [
        format!("{PUZZLE}\n"),
        "puzzle,solution\n".into(),
        "{}\n".into(),
        format!("#\n\n1\n{PUZZLE}\n"),
    ] {
        assert!(is_enough(head.as_bytes(), &options), "{head}");
        assert!(!is_enough(&head.as_bytes()[..head.len() - 1], &options), "{head}");
    }
    // An object may continue over several lines, and a solution alone may be that of a damaged puzzle.
    let solution = mirrored(PUZZLE);
    assert!(!is_enough(b"{\n", &options));
    assert!(is_enough(b"{\n}\n", &options));
    let damaged = format!("{},{solution}\n", &PUZZLE[1..]);
    assert!(!is_enough(damaged.as_bytes(), &options));
    assert!(is_enough(format!("{damaged}{PUZZLE},{solution}\n").as_bytes(), &options));
    assert!(!is_enough(b"5\n", &options));
    assert!(!is_enough(b"530070000\n", &options));
    // A title, which is no header.
    assert!(!is_enough(b"Puzzle\n530070000\n600195000\n", &options));
    assert!(is_enough("530070000\n".repeat(32).as_bytes(), &options));
    // Another column may have puzzles, too.
    for header in ["puzzle,id\n", "puzzle,\"a\nb\"\n"] {
        assert!(!is_enough(header.as_bytes(), &options));
        assert!(is_enough(format!("{header}{PUZZLE},1\n").as_bytes(), &options));
    }
    assert!(!is_enough(b"", &options));
    assert!(!is_enough(b"\x93NUMPY\x01\x00\x76\x00{", &options));
}

#[test]
fn names_are_parsed_and_printed() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    assert!("lines".parse::<Format>().unwrap_err().to_string().starts_with("expected line, pair"));
}

#[test]
fn what_cannot_be_opened_is_refused() {
    for (format, text, words) in [
        (Format::Judge, "", "output only"),
        (Format::Csv, "a,b\n1,2\n", "header 'a,b'"),
        (Format::Npy, PUZZLE, "no header"),
    ] {
        assert!(Conversion::from(format).refused(text).contains(words), "{format}");
    }
    let options = WriteOptions { format: Some(Format::Npy), ..Default::default() };
    assert!(formatter(&AnswerShape::one_row(&COUNTED), &options).is_err());
}
