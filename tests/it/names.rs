//! The name of an output chooses its format, and other libraries read what is written.

use std::{fs, path::Path};

use crate::common::*;

const BENCH: &str = "bench in.txt --rounds 1 --seconds 0 --smallest 1";

/// Returns the records of a CSV or TSV file, header first.
fn table(path: &Path, delimiter: u8, has_headers: bool) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(has_headers)
        .from_path(path)
        .expect("a file");
    let mut all = Vec::new();
    if has_headers {
        all.push(reader.headers().expect("a header").iter().map(str::to_owned).collect());
    }
    all.extend(reader.records().map(|record| {
        record.expect("as many fields as before").iter().map(str::to_owned).collect::<Vec<_>>()
    }));
    all
}

/// Runs a command on two puzzles, one of them without a solution, to a file of this name.
fn run(args: &[&str], name: &str) -> (Scratch, std::path::PathBuf) {
    let scratch = Scratch::new();
    let path = scratch.path(name);
    let input = format!("{PUZZLE}\n11{}\n", ".".repeat(79));
    let output = with_input([args, &["-q", "-o", path.to_str().unwrap()]].concat(), input);
    assert!(matches!(code(&output), 0 | 1), "{args:?} {name}: {}", stderr(&output));
    (scratch, path)
}

#[test]
fn tables_are_read_by_csv() {
    for (name, delimiter) in [("x.csv", b','), ("x.tsv", b'\t'), ("X.CSV", b',')] {
        let (_scratch, path) = run(&["solve"], name);
        let rows = table(&path, delimiter, true);
        assert_eq!(rows[0], ["puzzle", "solution"]);
        assert_eq!(rows[1], [PUZZLE, SOLUTION]);
        assert_eq!(rows[2][1], DOTS);
        // Steps contain commas.
        let (_scratch, path) = run(&["rate"], name);
        let rows = table(&path, delimiter, true);
        let steps = rows[0].iter().position(|name| name == "steps").expect("a column");
        assert!(rows[1][steps].contains("naked_single="), "{rows:?}");
    }
}

#[test]
fn pairs_quote_fields_with_separators() {
    let (_scratch, path) = run(&["rate", "--to", "pair"], "rated.csv");
    let rows = table(&path, b',', false);
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].len(), rows[0][0].as_str()), (rows[1].len(), PUZZLE));
}

#[test]
fn compressed_names_count_without_their_last_extension() {
    let (_scratch, path) = run(&["solve"], "x.csv.gz");
    let mut text = String::new();
    let mut reader = flate2::read::GzDecoder::new(fs::File::open(path).unwrap());
    std::io::Read::read_to_string(&mut reader, &mut text).unwrap();
    assert!(text.starts_with(&format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n")));
}

#[test]
fn objects_are_read_by_serde_json() {
    for name in ["x.jsonl", "x.ndjson"] {
        let (_scratch, path) = run(&["solve"], name);
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines[0], serde_json::json!({ "puzzle": PUZZLE, "solution": SOLUTION }));
        assert_eq!(lines.len(), 2);
    }
}

#[test]
fn arrays_and_grids() {
    let (_scratch, path) = run(&["solve"], "x.npy");
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY"));
    assert_eq!(bytes.len(), 128 + 2 * 81);
    let (_scratch, path) = run(&["solve"], "x.ss");
    assert!(fs::read_to_string(path).unwrap().starts_with("*-----------*\n|143|628|579|\n"));
    let (_scratch, path) = run(&["solve"], "x.sdm");
    assert_eq!(fs::read_to_string(path).unwrap(), format!("{SOLUTION}\n{DOTS}\n"));
    let (_scratch, path) = run(&["solve"], "x.txt");
    assert_eq!(fs::read_to_string(path).unwrap(), format!("{SOLUTION}\n{DOTS}\n"));
}

/// The app imports the document; here, it is read as a list.
#[test]
fn an_app_imports_the_document() {
    let (scratch, path) = run(&["solve"], "x.opensudoku");
    let text = fs::read_to_string(&path).unwrap();
    let games =
        [SOLUTION.to_owned(), "0".repeat(81)].map(|it| format!("  <game data=\"{it}\" />\n"));
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
    assert_eq!(text, format!("{start}{}</opensudoku>\n", games.concat()));
    // Many tasks make one document.
    let many = scratch.file("many.txt", format!("{PUZZLE}\n").repeat(20_000));
    let out = batchdoku(["dedupe", "--to", "opensudoku", many.to_str().unwrap()]).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let puzzle = PUZZLE.replace('.', "0");
    assert_eq!(stdout(&out), format!("{start}  <game data=\"{puzzle}\" />\n</opensudoku>\n"));
    let out = batchdoku(["solve", "--to", "opensudoku", many.to_str().unwrap()]).output().unwrap();
    assert_eq!(stdout(&out).matches("<game").count(), 20_000);
    let again = with_input(["count"], stdout(&out));
    assert_eq!(stdout(&again), "1\n".repeat(20_000), "{}", stderr(&again));
}

/// The format of the input is not asked for: what it cannot hold is text.
#[test]
fn answers_about_arrays_are_lines() {
    let (_scratch, path) = run(&["solve"], "x.npy");
    let array = path.to_str().unwrap();
    let counts = batchdoku(["count", array]).output().unwrap();
    assert_eq!((code(&counts), stdout(&counts)), (0, "1\n2+\n"), "{}", stderr(&counts));
}

#[test]
fn the_option_overrules_the_name() {
    let (_scratch, path) = run(&["solve", "--to", "line"], "x.parquet");
    assert_eq!(fs::read_to_string(path).unwrap(), format!("{SOLUTION}\n{DOTS}\n"));
}

/// Refused before any work: nothing is left, and the input is not read.
#[test]
fn names_that_cannot_hold_the_answer_are_refused() {
    for (args, name, words) in [
        (&["solve"][..], "x.avro", "'.avro' files cannot be written here"),
        (&["solve"], "x.json", "'.json' files cannot be written here"),
        (&["solve"], "x.parquet.gz", "'.parquet.gz' files cannot be written here"),
        (&["solve"], "x.sdx", "'.sdx' files cannot be written here"),
        (
            &["generate", "-n", "1", "--with", "level"],
            "x.sdk",
            "csv, tsv, jsonl have room for other",
        ),
        (
            &["generate", "-n", "1", "--with", "er"],
            "x.opensudoku",
            "'opensudoku' is for grids only",
        ),
        (&["count"], "x.opensudoku", "the format 'opensudoku' is for grids only"),
        (&["dedupe"], "x.xlsx", "'.xlsx' files cannot be written here"),
        (&["count"], "x.npy", "the format 'npy' is for grids only"),
        (&["count"], "x.sdm.gz", "the format 'sdm' is for grids only"),
        (&["rate"], "x.sdk", "the format 'sdk' is for grids only"),
        (&["check"], "x.ss", "the format 'ss' is for grids only"),
        (&["canon", "--transform"], "x.npy", "the format 'npy' is for grids only"),
        (&["generate", "-n", "1"], "x.avro", "'.avro' files cannot be written here"),
    ] {
        let scratch = Scratch::new();
        let path = scratch.path(name);
        let args = [args, &["-o", path.to_str().unwrap()]].concat();
        let output = with_input(&args, format!("{PUZZLE}\n"));
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
        assert!(scratch.names().is_empty(), "{args:?}");
    }
}

/// Names must hold the answer in every command and option that takes the name of an output.
#[test]
fn names_of_all_outputs_are_held_to_what_they_say() {
    for (args, usable) in [
        ("stats in.txt -o x.csv", ".txt, .json, .svg, .png, .html"),
        ("stats in.txt --json -o x.html", ".txt, .json"),
        ("stats in.txt --plot x.pdf", ".svg, .png"),
        ("stats in.txt --plot x", ".svg, .png"),
        ("stats in.txt --html x.svg", ".html"),
        (&format!("{BENCH} --chart x.jpg"), ".svg, .png"),
        (&format!("{BENCH} --export-csv x.json"), ".csv, .txt"),
        (&format!("{BENCH} --export-json x.csv"), ".txt, .json"),
        (&format!("{BENCH} --export-markdown x.html"), ".txt, .md"),
        ("explain in.txt -o x.html", ".csv, .tsv, .jsonl, .parquet, .arrow, .txt"),
        ("cover in.txt -o x.csv", ".txt"),
        ("evolve --rounds 1 -o x.pdf", ".csv"),
        ("evolve --rounds 1 --state x.json", ".txt"),
        ("split in.txt -o x.docx.gz", ".csv"),
        ("solve in.txt --rejects x.csv", ".tsv, .txt"),
        ("evolve --rounds 1 --summary x.csv", ".txt, .json"),
        ("generate -n 1 --summary x.tsv", ".txt, .json"),
        ("solve in.txt -o x.TEX", ".csv"),
        ("solve in.txt -o x.txt.7z", ".csv"),
    ] {
        let scratch = Scratch::new();
        scratch.file("in.txt", format!("{PUZZLE}\n"));
        let mut command = batchdoku(args.split(' '));
        let output = command.current_dir(scratch.path("")).output().unwrap();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{args}");
        // What this build lacks is no advice.
        let of_features = [
            (".png", cfg!(feature = "png")),
            (".parquet", cfg!(feature = "parquet")),
            (".arrow", cfg!(feature = "parquet")),
        ];
        let lacks = |extension: &str| of_features.contains(&(extension, false));
        let usable: Vec<_> = usable.split(", ").filter(|extension| !lacks(extension)).collect();
        let words = format!("use {}", usable.join(", "));
        assert!(stderr(&output).contains(&words), "{args}: {}", stderr(&output));
        assert_eq!(scratch.names(), ["in.txt"], "{args}");
    }
    let scratch = Scratch::new();
    scratch.file("in.txt", format!("{PUZZLE}\n"));
    for (args, name, start) in [
        ("stats in.txt -o", "x.json", &b"{\n"[..]),
        ("stats in.txt -o", "x.html", b"<!DOCTYPE html>"),
        ("stats in.txt -o", "x", b"puzzles  "),
        (&format!("{BENCH} --chart"), "c.svg", b"<svg"),
        ("explain in.txt -o", "x.txt", "┌".as_bytes()),
        ("explain in.txt -o", "x.jsonl", b"{"),
        ("explain in.txt -o", "x.csv", b"puzzle,steps,"),
        ("solve in.txt -o", "X.CSV.GZ", b"\x1f\x8b"),
    ] {
        let mut command = batchdoku(args.split(' ').chain([name]));
        let output = command.current_dir(scratch.path("")).output().unwrap();
        assert_eq!(code(&output), 0, "{args} {name}: {}", stderr(&output));
        assert!(fs::read(scratch.path(name)).unwrap().starts_with(start), "{args} {name}");
    }
}

#[test]
fn pictures_of_pixels_need_their_feature() {
    for (args, name) in [("stats in.txt -o", "x.png"), (&format!("{BENCH} --chart"), "c.PNG")] {
        let scratch = Scratch::new();
        scratch.file("in.txt", format!("{PUZZLE}\n"));
        let mut command = batchdoku(args.split(' ').chain([name]));
        let output = command.current_dir(scratch.path("")).output().unwrap();
        if cfg!(feature = "png") {
            assert_eq!(code(&output), 0, "{args} {name}: {}", stderr(&output));
            assert!(fs::read(scratch.path(name)).unwrap().starts_with(b"\x89PNG"), "{args} {name}");
            continue;
        }
        assert_eq!(code(&output), 2, "{args} {name}");
        let words = "pictures cannot be written as PNG, only as SVG: install with --features png";
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert_eq!(scratch.names(), ["in.txt"], "{args} {name}");
    }
}

#[test]
fn tables_of_parquet_and_arrow_need_their_feature() {
    for (name, start) in [("x.parquet", &b"PAR1"[..]), ("x.arrow", b"ARROW1\0\0")] {
        let scratch = Scratch::new();
        let path = scratch.path(name);
        let args = ["generate", "-n", "3", "-o", path.to_str().unwrap()];
        let output = with_input(&args[..], "");
        if cfg!(feature = "parquet") {
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            assert!(fs::read(&path).unwrap().starts_with(start));
            let output = with_input(["solve", path.to_str().unwrap(), "--to", "line"], "");
            assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
            continue;
        }
        assert_eq!(code(&output), 2);
        assert_contains(stderr(&output), "install with --features parquet");
        assert!(scratch.names().is_empty());
        let output = with_input(["solve"], start);
        assert_eq!((code(&output), &*output.stdout), (2, &b""[..]));
        let words = ", which cannot be read: install with --features parquet";
        assert_contains(stderr(&output), words);
    }
}

/// An input that is not text gets one sentence and no row.
#[test]
fn inputs_that_are_not_text_are_named() {
    let utf16: Vec<u8> = PUZZLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, words) in [
        (b"PAR1\x15\x04\x15\x10".to_vec(), "a Parquet file"),
        (b"PK\x03\x04\x14\0\0\0".to_vec(), "a zip archive"),
        (b"7z\xBC\xAF\x27\x1C\0\x04".to_vec(), "a 7z archive"),
        (b"\x89PNG\r\n\x1A\n".to_vec(), "a PNG image"),
        (utf16, "UTF-16"),
        (format!("{PUZZLE}\r{PUZZLE}\r").into_bytes(), "CR alone"),
    ] {
        for stats in ["solve", "count", "rate"] {
            let output = with_input([stats], &bytes);
            assert_eq!(code(&output), 2, "{words}");
            assert_eq!(output.stdout, b"", "{words}");
            assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
            assert_contains(stderr(&output), words);
        }
    }
}
