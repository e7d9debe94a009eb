//! Compressed outputs: blocks that others decode, alone or in parallel, and bytes that depend on
//! nothing but the output and the level.

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    process::{Command, Stdio},
};

use crate::common::*;

/// Enough lines for several blocks, and their answers.
fn many() -> (String, String) {
    let pairs = puzzles(30_000);
    let lines = |pick: fn(&(String, String)) -> &str| -> String {
        pairs.iter().flat_map(|pair| [pick(pair), "\n"]).collect()
    };
    (lines(|pair| &pair.0), lines(|pair| &pair.1))
}

fn solve(args: &[&str], from: &Path, to: &Path) {
    let out = batchdoku(["solve", "-q"]).args(args).arg(from).arg("-o").arg(to).output().unwrap();
    assert_eq!(code(&out), 0, "{args:?}: {}", stderr(&out));
}

/// Returns what a command writes for a file on its standard input; `None` if there is no such command.
fn decoded(command: &[&str], file: &Path) -> Option<Vec<u8>> {
    let mut decoder = Command::new(command[0]);
    decoder.args(&command[1..]).stdin(File::open(file).unwrap()).stderr(Stdio::inherit());
    match decoder.output() {
        Ok(out) => {
            assert!(out.status.success(), "{command:?}");
            Some(out.stdout)
        }
        Err(error) => {
            println!("skipped: {command:?}: {error}");
            None
        }
    }
}

#[test]
fn every_decoder_reads_compressed_outputs() {
    let scratch = Scratch::new();
    let (input, expected) = many();
    let from = scratch.file("in", &input);
    let (gz, zst) = (scratch.path("out.gz"), scratch.path("out.zst"));
    let python =
        "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))";
    for args in [&[] as &[&str], &["--compress-level", "1"], &["--compress-level", "12"]] {
        solve(args, &from, &gz);
        solve(args, &from, &zst);
        for (file, command) in [
            (&gz, &["gzip", "-dc"] as &[&str]),
            (&gz, &["pigz", "-dc"]),
            (&gz, &["bgzip", "-dc", "-@", "2"]),
            (&gz, &["python3", "-c", python]),
            (&zst, &["zstd", "-dcq"]),
            (&zst, &["pzstd", "-dcq"]),
        ] {
            if let Some(text) = decoded(command, file) {
                assert_same(expected.as_bytes(), &text, format_args!("{args:?} {command:?}"));
            }
        }
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(File::open(&gz).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        assert_same(&expected, &text, "");
        assert_same(expected.as_bytes(), zstd::decode_all(File::open(&zst).unwrap()).unwrap(), "");
        let again = scratch.path("again");
        for file in [&gz, &zst] {
            solve(&[], file, &again);
            assert_same(&expected, fs::read_to_string(&again).unwrap(), "");
        }
    }
}

#[test]
fn gzip_members_tell_their_length() {
    let scratch = Scratch::new();
    let (input, expected) = many();
    let to = scratch.path("out.gz");
    solve(&[], &scratch.file("in", &input), &to);
    let bytes = fs::read(&to).unwrap();
    let (mut at, mut total, mut last) = (0, 0, 0);
    while at < bytes.len() {
        assert_eq!(bytes[at..at + 4], [0x1F, 0x8B, 8, 4]);
        assert_eq!(bytes[at + 12..at + 16], *b"BC\x02\0");
        at += usize::from(u16::from_le_bytes([bytes[at + 16], bytes[at + 17]])) + 1;
        last = u32::from_le_bytes(bytes[at - 4..at].try_into().unwrap()) as usize;
        assert!(last <= 64 << 10);
        total += last;
    }
    assert_eq!((at, total, last), (bytes.len(), expected.len(), 0));
    // The end that the format prescribes, byte by byte.
    let end = [
        0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0,
        0, 0, 0, 0,
    ];
    assert!(bytes.ends_with(&end));
}

#[test]
fn zstd_frames_are_listed_in_a_table() {
    let scratch = Scratch::new();
    let (input, expected) = many();
    let to = scratch.path("out.zst");
    solve(&[], &scratch.file("in", &input), &to);
    let bytes = fs::read(&to).unwrap();
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let end = bytes.len();
    assert_eq!(number(end - 4), 0x8F92_EAB1);
    assert_eq!(bytes[end - 5], 0);
    let frames = number(end - 9);
    let table = end - 9 - 8 * frames;
    assert_eq!((number(table - 8), number(table - 4)), (0x184D_2A5E, 8 * frames + 9));
    let mut at = 0;
    let mut text = Vec::new();
    for frame in 0..frames {
        let (compressed, length) = (number(table + 8 * frame), number(table + 8 * frame + 4));
        let decoded = zstd::bulk::decompress(&bytes[at..at + compressed], length).unwrap();
        assert_eq!(decoded.len(), length);
        text.extend(decoded);
        at += compressed;
    }
    assert_eq!(at, table - 8);
    assert!(frames > 2);
    assert_same(expected.as_bytes(), &text, "");
}

#[test]
fn compressed_bytes_depend_on_the_text_and_the_level_alone() {
    let scratch = Scratch::new();
    let (input, _) = many();
    let from = scratch.file("in", &input);
    for args in [["--compress", "gzip"], ["--compress", "zstd"]] {
        let mut sizes = Vec::new();
        for level in ["1", "5"] {
            let args = [&["solve", "-q", "--compress-level", level], &args[..]].concat();
            let expected = batchdoku(&args).arg(&from).output().unwrap().stdout;
            for threads in ["1", "3", "64"] {
                let args = [&args[..], &["-j", threads]].concat();
                let out = batchdoku(&args).arg(&from).output().unwrap();
                assert_same(&expected, &out.stdout, format_args!("{args:?}"));
                assert_same(
                    &expected,
                    &with_input(&args, &input).stdout,
                    format_args!("{args:?} in a pipe"),
                );
            }
            sizes.push(expected.len());
        }
        assert_ne!(sizes[0], sizes[1], "{args:?}");
    }
}

#[test]
fn one_record_with_more_than_a_block_of_solutions() {
    let empty = format!("{DOTS}\n");
    let args = ["solve", "-q", "--all", "--limit", "50000"];
    let plain = with_input(args, &empty).stdout;
    assert_eq!(plain.len(), 50_000 * 82);
    let mut expected = None;
    for threads in ["1", "4"] {
        let more = ["-j", threads, "--compress", "zstd"];
        let out = with_input(args.iter().chain(&more), &empty).stdout;
        assert_same(&plain, zstd::decode_all(&*out).unwrap(), "");
        assert_same(&out, &*expected.get_or_insert(out.clone()), "");
    }
}

#[test]
fn compressed_arrays_of_several_blocks() {
    let scratch = Scratch::new();
    let (input, _) = many();
    let from = scratch.file("in", &input);
    let plain = scratch.path("plain.npy");
    solve(&[], &from, &plain);
    for name in ["out.npy.gz", "out.npy.zst"] {
        let (one, four) = (scratch.path(&format!("1{name}")), scratch.path(&format!("4{name}")));
        solve(&["-j", "1"], &from, &one);
        solve(&["-j", "4"], &from, &four);
        assert_same(fs::read(&four).unwrap(), fs::read(&one).unwrap(), format_args!("{name}"));
        let command = if name.ends_with("gz") { ["gzip", "-dc"] } else { ["zstd", "-dcq"] };
        if let Some(array) = decoded(&command, &four) {
            assert_same(fs::read(&plain).unwrap(), &array, format_args!("{name}"));
        }
    }
}

#[test]
fn nothing_compressed_is_still_valid() {
    for (codec, command) in [("gzip", ["gzip", "-dc"]), ("zstd", ["zstd", "-dcq"])] {
        let scratch = Scratch::new();
        let packed = with_input(["solve", "-q", "--compress", codec], "").stdout;
        let text = decoded(&command, &scratch.file("packed", &packed));
        assert!(text.is_none_or(|text| text.is_empty()));
        let again = with_input(["solve", "-q"], &packed);
        assert_eq!((code(&again), stdout(&again)), (0, ""));
    }
}

#[test]
fn levels_that_do_not_exist_are_refused_before_any_work() {
    let scratch = Scratch::new();
    let from = scratch.file("in", PUZZLE);
    for (to, level, words) in [
        ("out.gz", "13", "gzip has the levels 1 to 12, not 13"),
        ("out.gz", "0", "gzip has the levels 1 to 12, not 0"),
        ("out.zst", "23", "zstd has the levels 1 to 22, not 23"),
        ("out.txt", "3", "a compression level needs a compressed output"),
    ] {
        let mut command = batchdoku(["solve", "-q", "--compress-level", level]);
        let out = command.arg(&from).arg("-o").arg(scratch.path(to)).output().unwrap();
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), words);
    }
    assert_eq!(scratch.names(), ["in"]);
}

/// Returns a gzip member that tells its length, as in a file in blocks.
fn block(text: &[u8]) -> Vec<u8> {
    let member = |length: u16| {
        let extra = [b'B', b'C', 2, 0, length as u8, (length >> 8) as u8];
        let mut encoder =
            flate2::GzBuilder::new().extra(extra).write(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut encoder, text).unwrap();
        encoder.finish().unwrap()
    };
    member(member(0).len() as u16 - 1)
}

/// Cut between two blocks, only the missing end says that there was more: every way to read notices.
#[test]
fn a_file_that_is_cut_between_two_blocks_is_an_error() {
    let scratch = Scratch::new();
    let end = block(b"");
    let puzzles = block(format!("{PUZZLE}\n").repeat(300).as_bytes());
    let problem = block(b"a b c\na b\nc\n");
    let run = |args: &[&str], bytes: &[u8]| {
        let file = scratch.file("in.gz", bytes);
        let out = batchdoku(args).arg(file).output().unwrap();
        (code(&out), stderr(&out).to_owned())
    };
    for (args, whole) in [
        (&["solve", "-q"][..], &puzzles),
        (&["solve", "-q", "-j", "1", "--no-mmap"], &puzzles),
        (&["solve", "-q", "--shard", "1/2"], &puzzles),
        (&["solve", "-q", "--shard", "2/2"], &puzzles),
        (&["dedupe", "-q"], &puzzles),
        (&["cover"], &problem),
    ] {
        let (exit, words) = run(args, whole);
        assert_eq!(exit, 2, "{args:?}");
        assert!(words.contains("unexpected end of the gzip data"), "{args:?}: {words}");
        let (exit, words) = run(args, &[&whole[..], &end].concat());
        assert_eq!(exit, 0, "{args:?}: {words}");
    }
}

/// Returns a Zstandard frame that holds these few bytes, as they are.
fn frame(bytes: &[u8]) -> Vec<u8> {
    let is_last_and_raw = (bytes.len() << 3 | 1) as u32;
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x20, bytes.len() as u8];
    frame.extend(&is_last_and_raw.to_le_bytes()[..3]);
    frame.extend(bytes);
    frame
}

/// A Zstandard file that is cut is an error, too, though frames do not say so themselves: those of this program do.
#[test]
fn a_zstd_file_that_is_cut_between_two_frames_is_an_error() {
    let scratch = Scratch::new();
    let (input, _) = many();
    let zst = scratch.path("out.zst");
    let read = |bytes: &[u8], args: &[&str]| {
        let file = scratch.file("in.zst", bytes);
        let out = batchdoku(["shuffle", "-q"]).args(args).arg(&file).output().unwrap();
        (code(&out), stderr(&out).to_owned(), out.stdout.len())
    };
    for level in ["1", "9"] {
        let from = scratch.file("in", &input);
        solve(&["--compress-level", level], &from, &zst);
        let whole = fs::read(&zst).unwrap();
        assert_eq!(read(&whole, &[]).0, 0);
        // The table at the end has the lengths of all frames.
        let number = |at: usize| u32::from_le_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
        let frames = number(whole.len() - 9);
        let table = whole.len() - 9 - 8 * frames;
        let lengths =
            (0..frames).map(|frame| (number(table + 8 * frame), number(table + 8 * frame + 4)));
        let (mut at, mut text) = (0, 0);
        for (length, uncompressed) in lengths {
            at += length;
            text += uncompressed;
            for args in [&[][..], &["--no-mmap", "-j", "1"], &["--shard", "1/1"]] {
                let (exit, words, written) = read(&whole[..at], args);
                assert_eq!(exit, 2, "level {level}, {at} of {} bytes: {words}", whole.len());
                assert!(words.contains("unexpected end of the zstd data"), "{words}");
                assert!(written <= text, "{written}");
                if args.len() != 2 {
                    assert!(written > text - 1000, "{written}");
                }
            }
            let twice = [&whole, &whole[..at]].concat();
            assert_eq!(read(&twice, &[]).0, 2, "whole and then cut");
        }
        assert_eq!((at, text), (table - 8, input.len()));
        assert_eq!(read(&whole.repeat(2), &[]), (0, String::new(), 2 * input.len()));
    }
    // Others write frames without a table.
    let others = frame(format!("{PUZZLE}\n").repeat(3).as_bytes()).repeat(1000);
    assert_eq!(read(&others, &[]), (0, String::new(), 3000 * 82));
}
