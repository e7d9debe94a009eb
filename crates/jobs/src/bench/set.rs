//! The puzzles of an input, in memory.

use std::{collections::HashMap, path::Path};

use batchdoku_format::{Records, Row};
use batchdoku_pipeline::{ChunkRef, Error, Input, InputSpec, Needs, Source, Task, TaskSource};

/// The maximum number of puzzles of a set. More would take memory without better figures.
const MAX_PUZZLES: usize = 1 << 22;

/// Puzzles in memory: 81 bytes each, with a line end, as in a file.
#[derive(Debug, Default)]
pub(super) struct PuzzleSet {
    /// A name from [`set_names`].
    pub(super) name: String,
    pub text: Vec<u8>,
    /// True if the file has more puzzles.
    pub(super) is_cut: bool,
}

impl PuzzleSet {
    /// Reads the first puzzles of an input of any format, compressed or not, and leaves out malformed
    /// records.
    pub(super) fn read(name: String, input: Input) -> Result<Self, Error> {
        let mut set = Self { name, ..Self::default() };
        let input = InputSpec::of(input);
        let mut records = Records::default();
        let mut source = Source::new(&input, Needs::default(), 1);
        while !set.is_cut
            && let Some(chunk) = source.next_task()?
        {
            let loaded = chunk.load()?;
            let ChunkRef { bytes, parser, .. } = chunk.with(&loaded);
            records.read(parser, bytes);
            for row in records.rows(bytes) {
                if let Row::Puzzle { record, .. } = row
                    && let Ok(grid) = record.grid(parser)
                {
                    set.is_cut = set.len() == MAX_PUZZLES;
                    if set.is_cut {
                        break;
                    }
                    set.text.extend_from_slice(&grid.to_text());
                    set.text.push(b'\n');
                }
            }
            chunk.verify()?;
        }
        Ok(set)
    }

    pub(super) fn len(&self) -> usize {
        self.text.len() / 82
    }
}

/// Returns a different name for the set of each input: the file name up to its first dot. If several would share it,
/// each gets its whole name, for example `a.txt` and `old/a.txt`; an input given again gets a number: `a.txt (2)`.
pub(super) fn set_names(inputs: &[Input]) -> Vec<String> {
    let short: Vec<_> = inputs.iter().map(short_name).collect();
    let mut seen = HashMap::new();
    let name = |(at, input): (usize, &Input)| {
        if short.iter().filter(|other| **other == short[at]).count() == 1 {
            return short[at].clone();
        }
        let name = input.name();
        let number = seen.entry(name.clone()).and_modify(|number| *number += 1).or_insert(1);
        if *number == 1 { name } else { format!("{name} ({number})") }
    };
    inputs.iter().enumerate().map(name).collect()
}

/// Returns the name of a file up to its first dot; for other inputs, the name of the input.
fn short_name(input: &Input) -> String {
    let stem = input.path().and_then(Path::file_stem);
    let stem = stem.map_or_else(|| input.name(), |stem| stem.to_string_lossy().into_owned());
    stem.split('.').next().unwrap_or_default().to_owned()
}
