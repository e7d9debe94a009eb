//! Zip archives as inputs: right, damaged, cut off, and not what they seem; and what else is compressed.

use std::io::Write;

use crate::common::*;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// Returns a zip archive of these files.
fn zip(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, text) in files {
        let builder = archive.new_file(name).compression_method(method);
        let (mut entry, config) = builder.start().unwrap();
        let descriptor = if method == CompressionMethod::STORE {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(text).unwrap();
            writer.finish().unwrap().1
        } else {
            let encoder =
                flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
            let mut writer = config.wrap(encoder);
            writer.write_all(text).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

/// 3000 puzzles a line, and their solutions.
fn lines() -> (Vec<u8>, String) {
    let many = puzzles(3000);
    let lines: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    (lines.into_bytes(), many.iter().map(|(_, solution)| format!("{solution}\n")).collect())
}

/// Returns the exit code, standard output and standard error of solving a file with these bytes.
fn solve(bytes: &[u8]) -> (i32, String, String) {
    let scratch = Scratch::new();
    let file = scratch.file("input", bytes);
    let out = batchdoku(["solve", "-q"]).arg(file).output().unwrap();
    (code(&out), stdout(&out).to_owned(), stderr(&out).to_owned())
}

#[test]
fn the_text_in_them_is_read() {
    let (text, expected) = lines();
    let csv = [b"puzzle,solution\n", PUZZLE.as_bytes(), b",\n"].concat();
    let deflate = CompressionMethod::DEFLATE;
    for bytes in [
        zip(&[("puzzles.txt", &text)], deflate),
        zip(&[("puzzles", &text)], CompressionMethod::STORE),
        zip(&[("a/", b""), ("a/LICENSE", b"no puzzle"), ("a/puzzles.txt", &text)], deflate),
        zip(&[("__MACOSX/._p.txt", b"?"), (".DS_Store", b"?"), ("p.dat", &text)], deflate),
    ] {
        let (exit, found, error) = solve(&bytes);
        assert_eq!((exit, error.as_str()), (0, ""), "{}", bytes[..9].escape_ascii());
        assert_same(&expected, &found, format_args!("{}", bytes[..9].escape_ascii()));
    }
    let (exit, table, _) = solve(&zip(&[("sudoku.csv", &csv)], deflate));
    assert_eq!((exit, table), (0, format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n")));
}

#[test]
fn what_has_to_be_unpacked_first_says_how() {
    for (head, words) in [
        (&b"\xFD7zXZ\0"[..], "an xz file, which cannot be read: unpack it, as in 'xz -dc FILE |"),
        (b"BZh91AY&SY", "a bzip2 file, which cannot be read: unpack it, as in 'bzip2 -dc FILE |"),
        (
            b"\x04\x22\x4D\x18",
            "an lz4 file, which cannot be read: unpack it, as in 'lz4 -dc FILE |",
        ),
    ] {
        let (exit, found, error) = solve(&[head, &[0xFF; 99]].concat());
        assert_eq!((exit, found.as_str()), (2, ""));
        assert_contains(&error, words);
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

/// Too short or too damaged to be recognised, or empty: the name is left to say that it is no text.
#[test]
fn what_is_left_of_a_packed_file_is_not_taken_for_text() {
    let scratch = Scratch::new();
    let refused = |name: &str, bytes: &[u8], words: &str| {
        let out = batchdoku(["count"]).arg(scratch.file(name, bytes)).output().unwrap();
        assert_fails(&out, 2, words);
        assert_same("", &out.stdout, name);
    };
    for length in 0..=5 {
        refused("cut.xz", &b"\xFD7zXZ\0"[..length], "as its name says");
    }
    for bytes in [&b""[..], b"B", b"BZh9", b"BZh91AY&SZ....", b"BZx91AY&SY", PUZZLE.as_bytes()] {
        refused("damaged.bz2", bytes, "as its name says");
    }
    for name in ["a.lz4", "a.7z", "a.RAR", "a.br", "a.lzma", "a.gz", "a.zst", "a.zip"] {
        refused(name, b"", "as its name says");
        refused(name, b"text\n", "as its name says");
    }
    refused("whole.bz2", b"BZh91AY&SY", "a bzip2 file, which cannot be read");
    // The solutions of `check` are an input like any other.
    let (puzzles, empty) = (scratch.file("puzzles", PUZZLE), scratch.file("solutions.xz", b""));
    let out = batchdoku(["check"]).arg(&puzzles).arg("--solutions").arg(&empty).output().unwrap();
    assert_fails(&out, 2, "as its name says");
}

/// However the end is missing, it is an error.
#[test]
fn what_is_cut_off_is_an_error() {
    let (text, _) = lines();
    let bytes = zip(&[("puzzles.txt", &text)], CompressionMethod::DEFLATE);
    for length in [10, bytes.len() / 2, bytes.len() - 30, bytes.len() - 1] {
        let (exit, found, error) = solve(&bytes[..length]);
        assert_eq!((exit, found.as_str()), (2, ""), "zip cut at {length}");
        assert_contains(&error, "bad zip archive: ");
    }
}

/// No damaged byte goes unnoticed, or the text is as it was.
#[test]
fn what_is_damaged_is_an_error() {
    let (text, expected) = lines();
    let bytes = zip(&[("puzzles.txt", &text)], CompressionMethod::DEFLATE);
    let mut noticed = 0;
    for part in 1..30 {
        let mut damaged = bytes.clone();
        damaged[bytes.len() * part / 30] ^= 0x55;
        let (exit, found, error) = solve(&damaged);
        if exit != 0 {
            assert_eq!(exit, 2, "{error}");
            noticed += 1;
        } else {
            assert_same(&expected, &found, format_args!("at {part}"));
        }
    }
    assert!(noticed > 26, "{noticed} of 29");
}

#[test]
fn an_archive_that_does_not_say_which_file_is_refused() {
    let (text, _) = lines();
    let deflate = CompressionMethod::DEFLATE;
    for (bytes, words) in [
        (
            zip(&[("a.csv", &text), ("b.csv", &text)], deflate),
            "the zip archive has 2 files ('a.csv', 'b.csv'): unpack the one to read",
        ),
        (zip(&[("a", &text), ("b", &text)], deflate), "the zip archive has 2 files ('a', 'b')"),
        (zip(&[(".DS_Store", b"?")], deflate), "the zip archive has no file"),
        (
            zip(&[("[Content_Types].xml", b"x"), ("xl/a.xml", b"y")], deflate),
            "it is an Excel workbook or the like, which cannot be read: save it as CSV",
        ),
        (b"PK\x03\x04 no archive".to_vec(), "bad zip archive: "),
    ] {
        let (exit, found, error) = solve(&bytes);
        assert_eq!((exit, found.as_str()), (2, ""));
        assert_contains(&error, words);
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let out = with_input(["solve", "-q"], zip(&[("a.txt", &text)], deflate));
    assert_eq!(code(&out), 2);
    assert!(
        stderr(&out).contains("a zip archive can be read only from a file"),
        "{}",
        stderr(&out)
    );
}

/// Few bytes that hold much text, of every kind, are refused by whoever reads them; the outputs do not
/// appear. Inputs that hold as much as they may are read, and so are those that are not compressed.
#[test]
fn what_holds_more_than_it_may_is_refused() {
    let scratch = Scratch::new();
    let text = format!("{PUZZLE}\n").repeat(15_000).into_bytes();
    let problem = [&b"a b\na\nb\n"[..], &b"# comment\n".repeat(100_000)].concat();
    let packed = |text: &[u8]| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text).unwrap();
        let zstd = zstd::encode_all(text, 1).unwrap();
        let zip = zip(&[("puzzles.txt", text)], CompressionMethod::DEFLATE);
        [gzip.finish().unwrap(), zstd, zip]
    };
    let to = scratch.path("out");
    let run = |args: &[&str], bytes: &[u8], most: usize| {
        let file = scratch.file("in", bytes);
        let most = most.to_string();
        let mut command = batchdoku(args);
        command.args(["--max-expand", &most]).arg(file).arg("-o").arg(&to);
        let out = command.output().unwrap();
        (code(&out), stderr(&out).to_owned(), std::fs::remove_file(&to).is_ok())
    };
    let (text, problem) = ((packed(&text), &text), (packed(&problem), &problem));
    for (args, (packed, text)) in [
        (&["solve", "-q"][..], &text),
        (&["solve", "-q", "--shard", "1/2"], &text),
        (&["dedupe", "-q"], &text),
        (&["stats", "-q", "--no-rating"], &text),
        (&["cover"], &problem),
    ] {
        for bytes in packed {
            assert!(bytes.len() < text.len() / 20);
            let (exit, error, is_there) = run(args, bytes, text.len() - 1);
            assert_eq!((exit, is_there), (2, false), "{args:?}");
            assert!(error.contains("it holds more than the "), "{args:?}: {error}");
            let (exit, error, is_there) = run(args, bytes, text.len());
            assert_eq!((exit, is_there), (0, true), "{args:?}: {error}");
        }
        assert_eq!(run(args, text, 1).0, 0, "it is not compressed");
    }
    let out = batchdoku(["solve", "--max-expand", "5 apples"]).output().unwrap();
    assert_fails(&out, 2, "expected bytes");
}
