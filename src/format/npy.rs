//! `npy`: numpy's file of one array. Written are N × 81 bytes (`uint8`), 0 for an empty cell; read
//! are also arrays of N × 9 × 9, of any integer type, and of N strings of 81 characters.
//!
//! A file is a magic number, a version, the length of the header, the header (a Python dictionary,
//! padded with blanks), and the elements. See numpy's "NPY format". Records take the place of
//! lines in messages.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, Layout, Reader, RecordError, RecordRef, Records, Writer,
    grid_column,
};
use crate::grid::{BAD_CELL, CELL_VALUE};

/// What every file starts with.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// How long the part before the elements is as it is written.
const START: usize = 128;

/// Where the header stands in `head`: after the magic number, the version and its length.
fn header(head: &[u8]) -> Option<&[u8]> {
    let (start, length) = match head.get(6)? {
        1 => (10, u16::from_le_bytes(head.get(8..10)?.try_into().ok()?).into()),
        _ => (12, u32::from_le_bytes(head.get(8..12)?.try_into().ok()?) as usize),
    };
    head.get(start..start + length)
}

/// Whether `head` holds the header, or is no such file.
pub(super) fn is_header_complete(head: &[u8]) -> bool {
    head.len() >= MAGIC.len() && (!head.starts_with(MAGIC) || header(head).is_some())
}

/// Opens an array that starts with `head`.
pub(super) fn open(head: &[u8]) -> Result<DetectedInput, FormatError> {
    let fail = |words: &str| FormatError(format!("the numpy array {words}"));
    let text = if head.starts_with(MAGIC) { header(head) } else { None };
    let text = text.ok_or_else(|| fail("has no header"))?;
    let skip = text.as_ptr() as usize - head.as_ptr() as usize + text.len();
    let text = std::str::from_utf8(text).map_err(|_| fail("has no header of text"))?;
    let after = |key: &str| text.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim());
    let kind = after("descr").and_then(|rest| rest.split('\'').nth(1)).unwrap_or_default();
    let shape = after("shape").and_then(|rest| rest.strip_prefix('('));
    let shape: Option<Vec<u64>> =
        shape.and_then(|rest| rest.split_once(')')).and_then(|(all, _)| {
            let sizes = all.split(',').map(str::trim).filter(|size| !size.is_empty());
            sizes.map(|size| size.parse().ok()).collect()
        });
    let Some(kind) = Kind::from_name(kind) else {
        return Err(fail(&format!("is of type '{kind}': expected integers, or 81 characters")));
    };
    let count = match (shape.as_deref(), kind.text) {
        (Some([count]), true) => *count,
        (Some([count, 81] | [count, 9, 9]), false) => *count,
        _ => return Err(fail("is not of N × 81 or N × 9 × 9 cells")),
    };
    if after("fortran_order").is_some_and(|rest| rest.starts_with("True")) && !kind.text {
        return Err(fail("is in Fortran order: expected C order"));
    }
    let shape = Layout { format: Format::Npy, header: None };
    let reader = Arc::new(NpyReader { kind });
    Ok(DetectedInput { reader, skip, lines: 0, announced: Some(count), shape })
}

/// What an element is.
struct Kind {
    /// How many bytes a cell takes.
    size: usize,
    /// Whether the last of these counts most.
    little: bool,
    /// Whether a cell is a character.
    text: bool,
}

impl Kind {
    /// The kind with numpy's name, such as `<i8`, `|u1`, `|S81`.
    fn from_name(name: &str) -> Option<Self> {
        let (order, rest) = name.split_at_checked(1)?;
        let (class, size) = rest.split_at_checked(1)?;
        let size: usize = size.parse().ok()?;
        let size = match class {
            "i" | "u" if [1, 2, 4, 8].contains(&size) => size,
            "S" if size == 81 => 1,
            "U" if size == 81 => 4,
            _ => return None,
        };
        let text = matches!(class, "S" | "U");
        ["<", ">", "|"].contains(&order).then(|| Self { size, little: order != ">", text })
    }

    /// Whether a cell is a number in a byte.
    fn is_byte(&self) -> bool {
        self.size == 1 && !self.text
    }
}

/// Reads arrays of cells.
struct NpyReader {
    kind: Kind,
}

impl NpyReader {
    fn record(&self) -> usize {
        81 * self.kind.size
    }

    /// The character of a cell, or what is wrong with it.
    fn cell(&self, bytes: &[u8]) -> Result<u8, String> {
        let add = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
        let value = if self.kind.little {
            bytes.iter().rev().fold(0, add)
        } else {
            bytes.iter().fold(0, add)
        };
        let cell = if self.kind.text {
            u8::try_from(value).ok().filter(|&byte| CELL_VALUE[usize::from(byte)] != BAD_CELL)
        } else {
            (value <= 9).then(|| if value == 0 { b'.' } else { b'0' + value as u8 })
        };
        cell.ok_or_else(|| match self.kind.text {
            true => format!("expected digits and empty cells, got character {value}"),
            // A negative number is a very large one here, and none of its bits are lost.
            false => format!("expected cells from 0 to 9, got {}", self.signed(value)),
        })
    }

    fn signed(&self, value: u64) -> i64 {
        let unused = 64 - 8 * self.kind.size;
        ((value << unused) as i64) >> unused
    }
}

impl Reader for NpyReader {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let whole = bytes.len() / self.record() * self.record();
        (whole > 0).then_some(whole)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        for (index, mut bytes) in chunk.chunks(self.record()).enumerate() {
            let start = index * self.record();
            let end = start + bytes.len();
            let at = scratch.len();
            let mut fault = (bytes.len() < self.record())
                .then(|| "the file ends in the middle of a record".to_owned());
            if self.kind.is_byte() && bytes.iter().fold(0, |most, &value| value.max(most)) <= 9 {
                scratch.extend(
                    bytes.iter().map(|&value| if value == 0 { b'.' } else { b'0' + value }),
                );
                bytes = &[];
            }
            for (place, cell) in bytes.chunks_exact(self.kind.size).enumerate() {
                match self.cell(cell) {
                    Ok(cell) => scratch.push(cell),
                    Err(words) => {
                        fault.get_or_insert(format!("cell {}: {words}", place + 1));
                    }
                }
            }
            match fault {
                None => records.puzzle(start, end, at),
                Some(words) => {
                    scratch.truncate(at);
                    records.bad(start, end, RecordError::Record(words));
                }
            }
            records.lines += 1;
        }
        records.scratch = Some(scratch);
    }
}

/// Writes arrays of N × 81 bytes.
pub(super) struct NpyWriter {
    /// The field that holds the grid; `None` is the puzzle.
    column: Option<usize>,
}

impl NpyWriter {
    pub(super) fn new(columns: &[&str]) -> Result<Self, FormatError> {
        let column = grid_column(columns);
        match column.map(|column| columns[column]) {
            Some("count" | "level" | "verdict") => {
                Err(FormatError("the format 'npy' is for grids only".into()))
            }
            _ => Ok(Self { column }),
        }
    }

    fn start_with(rows: u64) -> Vec<u8> {
        let mut start = MAGIC.to_vec();
        start.extend_from_slice(&[1, 0]);
        start.extend_from_slice(&(START as u16 - 10).to_le_bytes());
        let shape = format!("'shape': ({rows}, 81), }}");
        let header = format!("{{'descr': '|u1', 'fortran_order': False, {shape}");
        start.extend_from_slice(header.as_bytes());
        start.resize(START - 1, b' ');
        start.push(b'\n');
        start
    }
}

impl Writer for NpyWriter {
    fn start(&self, out: &mut Vec<u8>) {
        out.extend(Self::start_with(0));
    }

    fn row(&self, row: RecordRef<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        let field = match self.column {
            Some(column) => fields[column],
            None => row.puzzle().unwrap_or_default(),
        };
        let start = out.len();
        if field.len() == 81 {
            out.extend(field.iter().map(|&cell| match CELL_VALUE[usize::from(cell)] {
                BAD_CELL => 0,
                value => value,
            }));
        }
        out.resize(start + 81, 0);
    }

    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        Some(Self::start_with((length - START as u64) / 81))
    }
}
