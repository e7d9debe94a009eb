//! Reads arrays in Fortran order as arrays in C order: the cells of a record are collected from the whole file.

use std::{
    fs::File,
    io::{self, Read},
};

use super::super::platform;
use batchdoku_format::FortranArray;

/// The number of records collected at a time: few system calls for each, and little memory.
const BLOCK: u64 = 4096;
/// The number of cells of a record.
const CELLS: usize = 81;

/// The bytes of an array in C order.
pub(crate) struct Transposed {
    file: File,
    array: FortranArray,
    /// The offset of the first element in the file.
    start: u64,
    /// The number of records collected so far.
    collected: u64,
    /// Collected bytes. The first `given` of them have been handed out.
    bytes: Vec<u8>,
    given: usize,
    /// One cell of all records of a block.
    column: Vec<u8>,
}

impl Transposed {
    /// Creates a reader of the array that starts with `head`, at `offset` of a file.
    ///
    /// # Errors
    /// If the file has fewer elements than the array.
    pub(crate) fn new(
        file: File,
        offset: u64,
        head: &[u8],
        array: FortranArray,
    ) -> io::Result<Self> {
        let start = offset + array.start as u64;
        let end = u128::from(start) + u128::from(array.count) * (CELLS * array.size) as u128;
        if end > file.metadata()?.len().into() {
            return Err(too_short());
        }
        let bytes = array.c_header(head);
        Ok(Self { file, array, start, collected: 0, bytes, given: 0, column: Vec::new() })
    }

    /// Collects the next block of records.
    fn collect(&mut self) -> io::Result<()> {
        let Self { file, array, start, collected, bytes, column, .. } = self;
        let size = array.size;
        let count = array.count;
        let records = BLOCK.min(count - *collected);
        bytes.clear();
        bytes.resize(records as usize * CELLS * size, 0);
        column.resize(records as usize * size, 0);
        for cell in 0..CELLS {
            let element = array.place(cell) * count + *collected;
            read_exact_at(file, column, *start + element * size as u64)?;
            let places = bytes[cell * size..].chunks_mut(CELLS * size);
            for (element, place) in column.chunks_exact(size).zip(places) {
                place[..size].copy_from_slice(element);
            }
        }
        *collected += records;
        self.given = 0;
        Ok(())
    }
}

impl Read for Transposed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given == self.bytes.len() && self.collected < self.array.count {
            self.collect()?;
        }
        let rest = &self.bytes[self.given..];
        let length = rest.len().min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.given += length;
        Ok(length)
    }
}

fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match platform::read_at(file, bytes, offset) {
            Ok(0) => return Err(too_short()),
            Ok(length) => {
                bytes = &mut bytes[length..];
                offset += length as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn too_short() -> io::Error {
    io::Error::other("the file ends before the array does, which is in Fortran order")
}
