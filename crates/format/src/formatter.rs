//! Formatters, which turn the answers to records into bytes. A job calls:
//!
//! ```text
//! start                    once, before the first record
//! lay_out, complete        for each chunk, if answers are grids that the engine writes in place
//! chunk                    for each chunk otherwise: by default, `pass` and `row` for each record
//! row …, flush             for each task of a job that writes rows one by one
//! patch                    once, if the start depends on the length of the output
//! ```

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use super::{Answers, Field, RecordRef, Records, Row};

/// Writes answers as bytes.
pub trait RecordFormatter: Send + Sync {
    /// Writes the text before the first record.
    fn start(&self, out: &mut Vec<u8>) {
        let _ = out;
    }

    /// Returns whether each output is complete in itself, so that two outputs, one after the other, are no valid output.
    /// Such an output has its start and its end even if it holds only a part of the records of a job.
    fn is_self_contained(&self) -> bool {
        false
    }

    /// Writes a record with the fields of its answer, as many as the shape has columns. Without fields, the record is
    /// copied unchanged if it has the format of the output; otherwise its puzzle is written.
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>);

    /// Returns whether a row has only the puzzle of its record, because the record has no other fields, or the format no
    /// place for them.
    fn keeps_only_puzzle(&self, record: RecordRef<'_>) -> bool {
        let _ = record;
        false
    }

    /// Returns whether rows are left out if all their fields are missing.
    fn drops_rejected(&self) -> bool {
        false
    }

    /// Returns whether comments and blank lines are passed through.
    fn passes(&self) -> bool {
        false
    }

    /// Writes a comment or a blank line, given without its line end, if these are passed through.
    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        if self.passes() {
            out.extend_from_slice(text);
            out.push(b'\n');
        }
    }

    /// Writes all records of a chunk with room for their answers, so that solutions are found in
    /// their final place: each answer is one grid, 81 dots at first. `false`, and nothing is written, if
    /// answers have other columns or the format does not write the 81 characters side by side.
    fn lay_out(&self, records: &Records, chunk: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        let _ = (records, chunk, rows);
        false
    }

    /// Returns whether [`RecordFormatter::lay_out`] takes puzzles in numbers; each answer is then 81 zeros at first.
    fn takes_numbers(&self) -> bool {
        false
    }

    /// Brings the rows that [`RecordFormatter::lay_out`] wrote for `records` into their final form, once the answers are in
    /// them.
    fn complete(&self, records: &Records, laid_out: &mut [u8]) {
        let _ = (records, laid_out);
    }

    /// Writes all records of a chunk with their answers, in order.
    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        write_rows(self, chunk, records, answers, out);
    }

    /// Returns the number of bytes of half a row, if the first halves of all rows belong to the output, and the second
    /// halves to a second output: puzzles and their solutions. Both outputs have the same start, and are
    /// [patched](Self::patch) alike.
    fn row_half(&self) -> Option<usize> {
        None
    }

    /// Completes the rows of a task that were written one by one with [`RecordFormatter::row`], before its output is handed
    /// in. The rows come from `records`.
    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        let _ = (records, out);
    }

    /// Returns an assembler that joins the outputs of all tasks; `None` if they are written one after the other.
    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        None
    }

    /// Returns the parts of records that were not written, or were written changed.
    fn losses(&self) -> Losses {
        Losses::default()
    }

    /// Returns the bytes that replace those of [`RecordFormatter::start`], once the output is complete and has `length`
    /// bytes. They have the same number; `None` if the format does not need that.
    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        let _ = length;
        None
    }
}

/// The parts of records that were not written, or were written changed.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    /// The keys of objects that were left out, because the first object lacks them and the columns of the output are those of
    /// the first.
    pub keys: OtherKeys,
    /// The number of solutions that were left out, because the first records have none and the columns of the output are those
    /// of the first.
    pub solutions: u64,
    /// The number of fields that are not UTF-8 and so have `U+FFFD` in place of some bytes.
    pub replaced: u64,
}

/// Keys of objects that were left out, for a message.
#[derive(Clone, Debug, Default)]
pub struct OtherKeys {
    /// The first of the keys, by name.
    pub names: BTreeSet<String>,
    /// True if there are more than these.
    pub has_more: bool,
}

impl OtherKeys {
    /// The most keys that have room in a message.
    const MOST: usize = 20;

    /// Notes that a key was left out.
    pub(super) fn note(&mut self, key: &str) {
        if self.names.contains(key) {
            return;
        }
        self.names.insert(key.to_owned());
        // The last by name goes, so that the report does not depend on the order of the chunks.
        if self.names.len() > Self::MOST {
            self.names.pop_last();
            self.has_more = true;
        }
    }
}

/// The rows of a chunk with room for their answers.
#[derive(Debug)]
pub struct LaidOutRows<'a> {
    /// The text of the rows is appended here.
    pub out: &'a mut Vec<u8>,
    /// The start in `out` of the answer to each puzzle.
    pub slots: &'a mut Vec<usize>,
}

/// Joins the outputs of all tasks to a single output.
pub trait Assembler: Send {
    /// Writes the text before the first record.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Adds the output of the next task, and writes the part that is complete.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest, and the text behind the last record.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// Writes all records of a chunk with their answers, one by one.
pub(super) fn write_rows<W: RecordFormatter + ?Sized>(
    formatter: &W,
    chunk: &[u8],
    records: &Records,
    answers: &Answers,
    out: &mut Vec<u8>,
) {
    let mut fields = Vec::with_capacity(answers.width);
    for row in records.rows(chunk) {
        match row {
            Row::Passthrough(text) => formatter.pass(text, out),
            Row::Puzzle { record, row, .. } | Row::Malformed { record, row, .. } => {
                fields.clear();
                fields.extend((0..answers.width).map(|column| answers.field(row, column)));
                formatter.row(record, &fields, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message is the same whichever chunk comes first, and shows that keys are left out.
    #[test]
    fn the_first_keys_by_name_are_kept_and_others_told() {
        let names: Vec<_> =
            (0..=OtherKeys::MOST).map(|number| format!("key {number:02}")).collect();
        let noted = |names: &mut dyn Iterator<Item = &String>| {
            let mut keys = OtherKeys::default();
            names.for_each(|name| keys.note(name));
            (keys.names.into_iter().collect::<Vec<_>>(), keys.has_more)
        };
        let kept = &names[..OtherKeys::MOST];
        assert_eq!(noted(&mut kept.iter()), (kept.to_vec(), false));
        assert_eq!(noted(&mut kept.iter().chain(kept)), (kept.to_vec(), false));
        assert_eq!(noted(&mut names.iter()), (kept.to_vec(), true));
        assert_eq!(noted(&mut names.iter().rev()), (kept.to_vec(), true));
    }
}
