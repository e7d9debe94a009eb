//! All formats: shapes found in the wild, malformed records, round trips, cuts.

mod answers;
mod boards;
mod choice;
mod cuts;
mod detected;
mod drawn;
mod inputs;
mod judged;
mod layouts;
mod lists;
mod malformed;
mod one_text;
mod pasted;
mod public_kinds;
mod refused;
mod round_trips;
mod shapes;
mod values;

use super::*;
use batchdoku_engine::grid::{CELL_VALUE, Grid, PuzzleForm};
use batchdoku_testkit::{assert_same, sized};

/// A puzzle, and the "solution" that [`Conversion::run`] gives it: its digits mirrored.
const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

/// The columns of a job that solves, and of a job that counts.
const SOLVED: [Column<'static>; 1] = [Column::SOLUTION];
const COUNTED: [Column<'static>; 1] = [COUNT];
const COUNT: Column<'static> = Column::named("count", ColumnKind::Count);

fn mirrored(puzzle: &str) -> String {
    let mirror = |byte: u8| match byte {
        b'1'..=b'9' => char::from(b'1' + b'9' - byte),
        _ => '5',
    };
    puzzle.bytes().map(mirror).collect()
}

/// Returns `count` puzzles that differ, with `blank` for empty cells.
fn puzzles(count: usize, blank: char) -> Vec<String> {
    let cells = PUZZLE.replace('0', &blank.to_string());
    let turned = |turn| [&cells[turn..], &cells[..turn]].concat();
    (0..count).map(|index| turned(index * 7 % 81)).collect()
}

/// Returns the puzzle with `.` for empty cells.
fn dots() -> String {
    puzzles(1, '.').concat()
}

fn cells(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

/// Returns the nine rows of a grid as lines.
fn lines(grid: &str, line: impl Fn(Vec<String>) -> String) -> String {
    let rows = (0..9).map(|row| cells(&grid[row * 9..][..9]));
    rows.map(|row| line(row) + "\n").collect()
}

/// Returns the nine rows of a grid with `separator` between cells.
fn drawn(grid: &str, separator: &str) -> String {
    lines(grid, |row| row.join(separator))
}

/// Returns a grid in a frame, with these edges and rulers, this text between boxes, and this text
/// around cells.
fn framed(cells: &[String], rulers: [&str; 3], between: &str, pad: &str) -> String {
    let mut text = format!("{}\n", rulers[0]);
    for (index, row) in cells.chunks(9).enumerate() {
        if index == 3 || index == 6 {
            text += &format!("{}\n", rulers[1]);
        }
        for cells in row.chunks(3) {
            text += &format!("{between}{pad}{}{pad}", cells.join(pad));
        }
        text += &format!("{between}\n");
    }
    text + rulers[2] + "\n"
}

/// A conversion of the bytes of an input by a parser and a formatter.
#[derive(Default)]
struct Conversion {
    read: ReadOptions,
    write: WriteOptions,
    /// The most bytes of a chunk, if its records are not longer; 0 is all.
    chunk: usize,
}

/// The result of a [`Conversion`].
#[derive(Debug, Default, PartialEq, Eq)]
struct ConvertedText {
    output: String,
    /// The puzzles.
    puzzles: Vec<String>,
    /// The solutions that come with them.
    solutions: Vec<Option<String>>,
    /// The lines of all rows, counted from 1, with the fault of each.
    rows: Vec<(u64, Option<RecordError>)>,
    declared_count: Option<u64>,
}

impl Conversion {
    fn between(from: impl Into<Option<Format>>, to: impl Into<Option<Format>>) -> Self {
        let mut conversion = Self::default();
        conversion.read.format = from.into();
        conversion.write.format = to.into();
        conversion
    }

    fn from(format: Format) -> Self {
        Self::between(format, None)
    }

    fn to(format: Format) -> Self {
        Self::between(None, format)
    }

    fn with_solutions() -> Self {
        let mut conversion = Self::default();
        conversion.read.solutions = true;
        conversion
    }

    /// Returns the reason why an input is refused.
    fn refused(&self, input: impl AsRef<[u8]>) -> String {
        open(input.as_ref(), &self.read).err().expect("refused").to_string()
    }

    fn run(&self, input: impl AsRef<[u8]>) -> ConvertedText {
        let (converted, output) = self.run_bytes(input.as_ref(), &SOLVED);
        let output = String::from_utf8(output).expect("text");
        ConvertedText { output, ..converted }
    }

    fn run_bytes(&self, input: &[u8], columns: &[Column<'_>]) -> (ConvertedText, Vec<u8>) {
        let opened = open(input, &self.read).expect("readable");
        let (declared_count, layout) = (opened.declared_count, opened.layout.clone());
        let write = WriteOptions { input: Some(layout), declared_count, ..self.write.clone() };
        let formatter = formatter(&AnswerShape::one_row(columns), &write).expect("writable");
        let mut converted = ConvertedText { declared_count, ..ConvertedText::default() };
        let mut out = Vec::new();
        formatter.start(&mut out);
        let mut rest = &input[opened.skip..];
        let mut line = opened.lines + 1;
        let mut records = Records::default();
        let mut answers = Answers::default();
        while !rest.is_empty() {
            let chunk = self.cut(&*opened.parser, rest);
            rest = &rest[chunk.len()..];
            records.read(&*opened.parser, chunk);
            answers.clear(columns.len());
            for row in records.rows(chunk) {
                let (record, answer, error) = match row {
                    Row::Passthrough(_) => continue,
                    Row::Malformed { record, error, .. } => (record, None, Some(error.clone())),
                    Row::Puzzle { record, .. } => {
                        let puzzle = String::from_utf8_lossy(record.puzzle().unwrap());
                        converted.puzzles.push(puzzle.clone().into_owned());
                        let solution = record.solution();
                        let text = |cells: &[u8; 81]| String::from_utf8_lossy(cells).into_owned();
                        converted.solutions.push(solution.map(text));
                        (record, Some(mirrored(&puzzle)), None)
                    }
                };
                for column in columns {
                    match column.kind {
                        ColumnKind::Grid => answers.push_field(answer.as_deref()),
                        _ => answers.push_field(Scalar::Integer(17)),
                    }
                }
                converted.rows.push((line + u64::from(record.record.line), error));
            }
            line += u64::from(records.lines);
            let start = out.len();
            formatter.chunk(chunk, &records, &answers, &mut out);
            if matches!(columns, [Column { role: Role::Solution, .. }]) {
                for takes_numbers in [false, formatter.takes_numbers()] {
                    records.takes_numbers = takes_numbers;
                    records.read(&*opened.parser, chunk);
                    compare_laid_out(&*formatter, chunk, &records, &answers, &out[start..]);
                }
                records.takes_numbers = false;
            }
        }
        if let Some(patch) = formatter.patch(out.len() as u64) {
            out[..patch.len()].copy_from_slice(&patch);
        }
        (converted, out)
    }

    /// Returns a chunk from the start of `bytes`.
    fn cut<'a>(&self, parser: &dyn RecordParser, bytes: &'a [u8]) -> &'a [u8] {
        let mut size = if self.chunk == 0 { bytes.len() } else { self.chunk };
        while size < bytes.len() {
            if let Some(cut) = parser.cut(&bytes[..size]).filter(|&cut| cut > 0) {
                return &bytes[..cut];
            }
            size += 1;
        }
        bytes
    }
}

/// Makes sure that rows that are laid out first, and then filled with the answers, are the same as
/// rows that are written with them.
fn compare_laid_out(
    formatter: &dyn RecordFormatter,
    chunk: &[u8],
    records: &Records,
    answers: &Answers,
    expected: &[u8],
) {
    let (mut out, mut slots) = (b"before".to_vec(), Vec::new());
    let rows = &mut LaidOutRows { out: &mut out, slots: &mut slots };
    if !formatter.lay_out(records, chunk, rows) {
        assert_same("before", &out, "a formatter that does not lay out has written");
        assert_eq!(slots, [0; 0]);
        return;
    }
    assert_eq!(slots.len(), records.puzzles.len());
    let rows = records.rows(chunk).filter_map(|row| match row {
        Row::Puzzle { row, .. } => Some(row),
        Row::Passthrough(_) | Row::Malformed { .. } => None,
    });
    for (slot, row) in slots.iter().zip(rows) {
        let Field::Text(answer) = answers.field(row, 0) else { panic!("row {row} has no answer") };
        let slot = *slot;
        assert_eq!(&out[slot..slot + 81], no_grid(records.form));
        // A mirrored text may be no grid.
        if answer.len() != 81 {
            return;
        }
        out[slot..slot + 81].copy_from_slice(answer);
        if records.form == PuzzleForm::Numbers {
            out[slot..slot + 81].iter_mut().for_each(|cell| *cell = CELL_VALUE[usize::from(*cell)]);
        }
    }
    formatter.complete(records, &mut out[6..]);
    assert_eq!(String::from_utf8_lossy(&out[6..]), String::from_utf8_lossy(expected));
}

/// Returns the format that is detected in `text`.
fn detected(text: impl AsRef<[u8]>) -> Format {
    open(text.as_ref(), &ReadOptions::default()).expect("readable").layout.format
}
