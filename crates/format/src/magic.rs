//! Recognises well-known kinds of files that are not text by their first bytes.

use super::Format;

/// The first bytes of each kind. An Excel workbook is a zip archive, too: see [`is_workbook`].
const MAGIC: [(&[u8], &str); 17] = [
    (b"PARE", "an encrypted Parquet file"),
    (b"FEA1", "a Feather file of version 1"),
    (b"ORC", "an ORC file"),
    (b"Obj\x01", "an Avro file"),
    (b"\x89HDF\r\n\x1A\n", "an HDF5 file"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\xFD7zXZ\0", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"\x04\x22\x4D\x18", "an lz4 file"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office document"),
    (b"PK\x03\x04", "a zip archive"),
];

/// Returns the format of a file of record batches that starts with `head`, and the words for it.
pub(super) fn batches(head: &[u8]) -> Option<(Format, &'static str)> {
    match head {
        [b'P', b'A', b'R', b'1', ..] => Some((Format::Parquet, "a Parquet file")),
        [b'A', b'R', b'R', b'O', b'W', b'1', 0, 0, ..] => Some((Format::Arrow, "an Arrow file")),
        [0xFF, 0xFF, 0xFF, 0xFF, ..] => Some((Format::Arrow, "an Arrow stream")),
        _ => None,
    }
}

/// Returns the kind of a file that starts with `head`, if it is a well-known kind that is not text.
pub(super) fn not_text(head: &[u8]) -> Option<&'static str> {
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive");
    }
    let (_, name) = MAGIC.into_iter().find(|(magic, _)| head.starts_with(magic))?;
    match name {
        "a zip archive" if is_workbook(head) => Some("an Excel workbook"),
        "a bzip2 file" if head.get(4..10) != Some(b"1AY&SY") => None,
        "an ORC file" if head.get(3).is_none_or(|byte| byte.is_ascii_graphic()) => None,
        _ => Some(name),
    }
}

/// Returns the end of a message about a file of this kind: how to convert it.
pub(super) fn tip(kind: &str) -> &'static str {
    match kind {
        _ if unpacker(kind).is_some() => ": unpack it",
        "an Excel workbook" | "an old Office document" => ": save the sheet as CSV",
        "a pointer of Git LFS" => ": fetch what it stands for, with 'git lfs pull'",
        "a web page" => ": download the file itself, not the page that shows it",
        "a puzzle of f-puzzles" => ": open it there and export it as text of 81 cells",
        "a puzzle of SudokuPad" => ": open it there and copy its cells as text",
        _ => "",
    }
}

/// Returns the program that unpacks files of this kind, if there is a single usual program.
pub(super) fn unpacker(kind: &str) -> Option<&'static str> {
    match kind {
        "an xz file" => Some("xz"),
        "a bzip2 file" => Some("bzip2"),
        "an lz4 file" => Some("lz4"),
        "a tar archive" => Some("tar"),
        _ => None,
    }
}

/// Returns whether a first line is that of a page of HTML.
pub(super) fn is_page(line: &[u8]) -> bool {
    [&b"<!doctype html"[..], b"<html", b"<head", b"<body"]
        .into_iter()
        .any(|word| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}

/// Returns whether a line has a puzzle as f-puzzles packs it: JSON, compressed by lz-string, in base 64.
pub(super) fn is_f_puzzles(line: &[u8]) -> bool {
    has(line, b"f-puzzles.com/?load=") || line.starts_with(b"N4Ig") && line.len() > 81
}

/// Returns whether a line has a puzzle as SudokuPad packs it, or is an address of it, which may have the 81 cells instead.
pub(super) fn is_sudokupad(line: &[u8]) -> bool {
    let is_packed = [&b"sclN4"[..], b"scfN4", b"fpuzN4", b"fpuzzlesN4"]
        .into_iter()
        .any(|word| line.starts_with(word));
    has(line, b"sudokupad.app/") || has(line, b"app.crackingthecryptic.com/") || is_packed
}

fn has(text: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(text, word).is_some()
}

/// Returns whether a zip archive starts with the parts of an Office document.
fn is_workbook(head: &[u8]) -> bool {
    let head = &head[..head.len().min(1 << 12)];
    has(head, b"[Content_Types].xml") || has(head, b"xl/")
}

/// Returns whether a text is UTF-16 without a byte order mark: every other byte is 0.
pub(super) fn is_utf16(head: &[u8]) -> bool {
    let (pairs, _) = head[..head.len().min(256)].as_chunks::<2>();
    let is_big_endian = pairs.iter().all(|&[high, low]| high == 0 && low != 0);
    let is_little_endian = pairs.iter().all(|&[low, high]| high == 0 && low != 0);
    pairs.len() >= 2 && (is_big_endian || is_little_endian)
}
