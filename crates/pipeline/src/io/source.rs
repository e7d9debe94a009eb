//! The chunks of all inputs of a job, in order.

use super::{
    chunk::Chunk,
    opened::{CHUNK, OpenedInput},
    part::{self, Part},
};
use crate::{Error, InputPosition, Plan, Shard, TaskSource, pace::Pace};
use batchdoku_format::{FormatError, Layout};

/// The smallest chunk of a job that is paced, in bytes: a record or two.
const SMALLEST: u64 = 128;

/// The chunks of all inputs of a job, in order.
#[derive(Default)]
pub struct Source {
    /// Says which inputs are read, and how.
    plan: Plan,
    /// The number of the next input that is opened.
    next: usize,
    /// The part of each input that is read, if not all.
    parts: Option<Vec<Part>>,
    /// The start of the first chunk, if an earlier run has done others.
    from: Option<InputPosition>,
    /// In a job that can go on, or whose records may take long, unless it writes record batches.
    pace: Option<Pace>,
    current: Option<OpenedInput>,
    /// The name and the layout of the first input that is not empty.
    first: Option<(String, Layout)>,
    /// The sum of the record counts that the inputs so far declare, if all do.
    declared_count: Option<u64>,
}

impl TaskSource for Source {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(pace) = &mut self.pace {
                    current.chunk = pace.next() as usize;
                }
                if let Some(chunk) = current.next_chunk()? {
                    if let Some(pace) = &mut self.pace {
                        pace.taken += chunk.bytes.len();
                    }
                    return Ok(Some(chunk));
                }
                self.current = None;
            }
            if !self.open_next()? {
                return Ok(None);
            }
        }
    }
}

impl Source {
    /// The chunks of the inputs of `plan`, read as it says. Nothing is opened yet.
    pub(crate) fn new(plan: Plan) -> Self {
        let sizes = SMALLEST..=CHUNK as u64;
        let is_paced = plan.resume || plan.is_slow;
        let pace = is_paced.then(|| Pace::new(plan.threads, sizes));
        Self { plan, pace, declared_count: Some(0), ..Self::default() }
    }

    /// Leaves out what does not belong to `shard`.
    pub(crate) fn take(&mut self, shard: Shard) -> Result<(), Error> {
        self.parts = Some(part::divide(&self.plan.inputs, shard)?);
        Ok(())
    }

    /// Starts at a place where a chunk starts.
    pub(crate) fn start_at(&mut self, from: InputPosition) {
        self.from = Some(from);
    }

    /// The layout of the first input that is not empty. Opens that input.
    pub(crate) fn layout(&mut self) -> Result<Option<Layout>, Error> {
        while self.first.is_none() && self.open_next()? {}
        Ok(self.first.as_ref().map(|(_, layout)| layout.clone()))
    }

    /// The number of records that the inputs opened so far declare, if all do.
    pub(crate) fn declared_count(&self) -> Option<u64> {
        self.declared_count.filter(|_| self.first.is_some())
    }

    /// Opens the next input that is not empty; `false` if there is none.
    fn open_next(&mut self) -> Result<bool, Error> {
        while self.next < self.plan.inputs.len() {
            let index = self.next;
            self.next += 1;
            let part = self.parts.as_ref().map(|parts| parts[index].clone());
            let is_done = self.from.is_some_and(|from| index < from.input);
            let is_left_out = is_done || part.as_ref().is_some_and(Part::is_empty);
            // The first input says what the output looks like, whoever reads it.
            // What earlier ones declare counts, whoever reads them.
            if is_left_out && !is_done && self.first.is_some() {
                continue;
            }
            let opened = self.plan.open_input(index, part.filter(|_| !is_left_out))?;
            let Some(mut opened) = opened else { continue };
            if let Some(from) = self.from.filter(|from| from.input == index) {
                opened.start_at(from)?;
            }
            let (name, found) = (&opened.name, &opened.found);
            if let Some(on_open) = self.plan.on_open {
                on_open(name, found.layout.format);
            }
            if let (Some(tell), Some(note)) = (self.plan.on_notice, found.parser.note()) {
                tell(&format!("{name}: {note}"));
            }
            let declared = self.declared_count.zip(found.declared_count);
            self.declared_count = declared.map(|(sum, more)| sum.saturating_add(more));
            match &self.first {
                None => {
                    // A chunk becomes a record batch: where it ends must not depend on timing.
                    if self.plan.writes_batches(Some(found.layout.format)) {
                        self.pace = None;
                    }
                    self.first = Some((name.clone(), found.layout.clone()));
                }
                Some((first, layout)) => same_layout(first, layout, &found.layout)
                    .map_err(|source| Error::Format { name: name.clone(), source })?,
            }
            if is_left_out {
                continue;
            }
            self.current = Some(opened);
            return Ok(true);
        }
        Ok(false)
    }
}

/// Makes sure that an input has the format and the columns of the first.
fn same_layout(first: &str, expected: &Layout, found: &Layout) -> Result<(), FormatError> {
    if found.format != expected.format {
        return Err(FormatError::DifferentFormat {
            format: found.format,
            first: first.to_owned(),
            expected: expected.format,
        });
    }
    if found.header != expected.header || found.columns != expected.columns {
        return Err(FormatError::DifferentHeader { first: first.to_owned() });
    }
    Ok(())
}
