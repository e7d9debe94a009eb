//! Zip archives with a single file of puzzles, as data sets are often distributed.

use std::{
    fs::File,
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom},
    path::Path,
};

use flate2::{CrcReader, bufread::DeflateDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder};

use batchdoku_format::FileType;

use crate::io::{
    compressed::codec::{READ, named_error},
    name::printable,
    platform::regular,
};

/// The maximum number of files of an archive that a message names.
const NAMED: usize = 10;

/// A file in an archive.
struct Entry {
    name: String,
    method: CompressionMethod,
    is_encrypted: bool,
    length: u64,
    crc: u32,
    place: ZipArchiveEntryWayfinder,
}

/// Returns whether a file that starts with these bytes (four are enough) is an archive.
pub(crate) fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// Returns the text of the file of puzzles in the archive `file`: its only file, or the only file with an extension of
/// puzzles.
///
/// # Errors
/// If `file` is a pipe or not an archive, if several of its files could be meant, or if the file is compressed in an
/// unusual way.
pub(crate) fn open(file: &File) -> io::Result<Box<dyn Read + Send>> {
    if regular(file).is_none() {
        let words = "a zip archive can be read only from a file: unpack it, say with 'unzip -p'";
        return Err(io::Error::other(words));
    }
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = ZipArchive::from_file(file.try_clone()?, &mut buffer).map_err(bad)?;
    let mut files = Vec::new();
    let mut entries = archive.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(bad)? {
        let path = entry.file_path();
        let name = printable(Path::new(&*String::from_utf8_lossy(path.as_bytes())));
        if entry.is_dir() || is_hidden(&name) {
            continue;
        }
        if name == "[Content_Types].xml" {
            let words = "it is an Excel workbook or the like, which cannot be read: save it as CSV";
            return Err(io::Error::other(words));
        }
        files.push(Entry {
            name,
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            length: entry.uncompressed_size_hint(),
            crc: entry.crc32(),
            place: entry.wayfinder(),
        });
    }
    let entry = chosen(files)?;
    let (start, end) = archive.get_entry(entry.place).map_err(bad)?.compressed_data_range();
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(start))?;
    let bytes = BufReader::with_capacity(READ, file.take(end.saturating_sub(start)));
    let text: Box<dyn Read + Send> = match entry.method {
        _ if entry.is_encrypted => {
            return Err(io::Error::other(format!("'{}' in it is encrypted", entry.name)));
        }
        CompressionMethod::STORE => Box::new(bytes),
        CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(bytes)),
        other => {
            let method = other.name().map_or_else(|| other.as_u16().to_string(), str::to_owned);
            let words = format!("'{}' in it is compressed by '{method}': unpack it", entry.name);
            return Err(io::Error::other(words));
        }
    };
    let text = CrcReader::new(text);
    Ok(Box::new(Verified { text, read: 0, length: entry.length, expected: entry.crc }))
}

fn bad(error: rawzip::Error) -> io::Error {
    io::Error::other(format!("bad zip archive: {error}"))
}

/// Returns whether a file is hidden. Some programs add hidden files to archives.
fn is_hidden(name: &str) -> bool {
    name.starts_with("__MACOSX/")
        || name.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
}

fn chosen(mut files: Vec<Entry>) -> io::Result<Entry> {
    if files.len() > 1 {
        let likely: Vec<_> =
            (0..files.len()).filter(|&at| is_of_puzzles(&files[at].name)).collect();
        if let [only] = likely[..] {
            return Ok(files.swap_remove(only));
        }
        let names = files.iter().take(NAMED).map(|entry| format!("'{}'", entry.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = if files.len() > NAMED { ", ..." } else { "" };
        let words = format!(
            "the zip archive has {} files ({names}{more}): unpack the one to read, say with 'unzip -p'",
            files.len()
        );
        return Err(io::Error::other(words));
    }
    files.pop().ok_or_else(|| io::Error::other("the zip archive has no file"))
}

/// Returns whether a name is likely to be that of a file of puzzles, because its extension stands for records or text.
/// JSON does not count, because data sets are often described by a JSON file.
fn is_of_puzzles(name: &str) -> bool {
    let path = Path::new(name);
    let is_known = matches!(FileType::of_name(path), Some(FileType::Records(_) | FileType::Text));
    is_known || path.extension().is_some_and(|it| it.eq_ignore_ascii_case("sudoku"))
}

/// Checks at the end that the text is that which was packed.
struct Verified {
    text: CrcReader<Box<dyn Read + Send>>,
    read: u64,
    length: u64,
    expected: u32,
}

impl Read for Verified {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read_verified(bytes).map_err(|error| named_error("zip", error))
    }
}

impl Verified {
    fn read_verified(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.text.read(bytes)?;
        self.read += length as u64;
        if self.read > self.length {
            return Err(io::Error::new(ErrorKind::InvalidData, "it is longer than it says"));
        }
        if length > 0 || bytes.is_empty() {
            return Ok(length);
        }
        if self.read < self.length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if self.text.crc().sum() != self.expected {
            return Err(io::Error::new(ErrorKind::InvalidData, "its checksum is wrong"));
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::is_of_puzzles;

    #[test]
    fn files_of_all_formats_are_of_puzzles() {
        for name in ["a.csv", "b/A.TSV", "a.tab", "a.opensudoku", "a.npy", "a.txt", "a.sudoku"] {
            assert!(is_of_puzzles(name), "{name}");
        }
        for name in ["README.md", "dataset-metadata.json", "LICENSE", "a.pdf"] {
            assert!(!is_of_puzzles(name), "{name}");
        }
    }
}
