//! The keys of all rows of a job, on disk if there are many, and the rows whose keys repeat.

use std::{
    collections::{HashMap, hash_map::Entry},
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    sync::{Arc, Mutex},
};

use batchdoku_pipeline::lock;
use tempfile::{SpooledTempFile, spooled_tempfile};

/// The number of partitions of the keys, and the bytes of each that are kept in memory.
const PARTITIONS: usize = 256;
const IN_MEMORY: usize = 128 << 10;
/// The key of a row that is not a grid. No grid has it, so such a row is no repeat.
pub(super) const NO_KEY: u128 = u128::MAX;

#[derive(Default)]
pub(super) struct RowBits(Vec<u64>);

/// The rows with the key of an earlier row.
#[derive(Default)]
pub(super) struct Repeats {
    pub(super) all: RowBits,
    /// The rows that repeat a known row. Known rows come before all others.
    pub(super) known: RowBits,
    /// For each of these, the first known row with its key, if requested.
    pub(super) firsts: Option<HashMap<u64, u64>>,
}

impl RowBits {
    fn new(rows: u64) -> Self {
        Self(vec![0; rows.div_ceil(64) as usize])
    }

    pub(super) fn get(&self, row: u64) -> bool {
        self.0.get((row / 64) as usize).is_some_and(|word| word >> (row % 64) & 1 != 0)
    }

    fn set(&mut self, row: u64) {
        self.0[(row / 64) as usize] |= 1 << (row % 64);
    }
}

/// The keys of all rows, with their row numbers, in partitions by key.
pub(super) struct Keys {
    /// The number of rows so far.
    pub(super) rows: u64,
    partitions: Vec<BufWriter<SpooledTempFile>>,
}

impl Keys {
    pub(crate) fn new() -> Self {
        let files = (0..PARTITIONS).map(|_| spooled_tempfile(IN_MEMORY));
        // Use small buffers, because each partition has a buffer.
        let partitions = files.map(|file| BufWriter::with_capacity(1 << 12, file)).collect();
        Self { rows: 0, partitions }
    }

    fn add(&mut self, key: [u8; 16]) -> io::Result<()> {
        if u128::from_le_bytes(key) != NO_KEY {
            let partition = &mut self.partitions[usize::from(key[0])];
            partition.write_all(&key)?;
            partition.write_all(&self.rows.to_le_bytes())?;
        }
        self.rows += 1;
        Ok(())
    }

    /// Finds the rows that have the key of an earlier row. The first `known` rows are the known rows. With
    /// `finds_firsts`, also finds the first known row that each other row repeats.
    pub(super) fn repeats(&mut self, known: u64, finds_firsts: bool) -> io::Result<Repeats> {
        let mut repeats = Repeats {
            all: RowBits::new(self.rows),
            known: RowBits::new(self.rows),
            firsts: finds_firsts.then(HashMap::new),
        };
        for partition in self.partitions.drain(..) {
            let mut file = partition.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            let mut file = BufReader::with_capacity(1 << 16, file);
            let mut seen = HashMap::new();
            let mut key = [0; 16];
            let mut row = [0; 8];
            // Rows were added in order, so the first row with a key comes first.
            while !std::io::BufRead::fill_buf(&mut file)?.is_empty() {
                file.read_exact(&mut key)?;
                file.read_exact(&mut row)?;
                let row = u64::from_le_bytes(row);
                match seen.entry(key) {
                    Entry::Vacant(place) => {
                        place.insert(row);
                    }
                    Entry::Occupied(first) => {
                        repeats.all.set(row);
                        if *first.get() < known {
                            repeats.known.set(row);
                            if let Some(firsts) = repeats.firsts.as_mut().filter(|_| row >= known) {
                                firsts.insert(row, *first.get());
                            }
                        }
                    }
                }
            }
        }
        Ok(repeats)
    }
}

/// Receives the keys in the order of the pipeline.
pub(super) struct KeyWriter(pub(super) Arc<Mutex<Keys>>);

impl Write for KeyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut keys = lock(&self.0);
        let (whole, _) = bytes.as_chunks::<16>();
        whole.iter().try_for_each(|&key| keys.add(key))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known row is a; the second input has b, b, a, c.
    #[test]
    fn repeats_of_known_rows_are_told_from_repeats_of_others() {
        let mut keys = Keys::new();
        for letter in *b"abbac" {
            keys.add([letter; 16]).expect("memory");
        }
        let repeats = keys.repeats(1, true).expect("memory");
        let rows = |bits: &RowBits| (0..5).filter(|&row| bits.get(row)).collect::<Vec<_>>();
        assert_eq!(rows(&repeats.all), [2, 3], "repeats of any row");
        assert_eq!(rows(&repeats.known), [3], "repeats of the known row");
        assert_eq!(repeats.firsts, Some(HashMap::from([(3, 0)])), "which is the first");
    }
}
