//! The numbers of records, for jobs with random draws that depend on them: counts the records before each task.
//!
//! Several workers read tasks at once, so none knows the number of records in earlier tasks. Each worker reports the
//! number of records in its task as soon as it has read them, and waits for the numbers of all earlier tasks. The wait
//! is never long, because earlier tasks were taken before, and each worker reads first.

use std::{collections::BTreeMap, sync::Mutex};

use crate::{
    Error,
    in_order::{InOrder, Sink},
    sync::lock,
};

/// The numbers of records in the tasks of a job, as far as they are known.
pub(crate) struct Numbering(Mutex<Counts>);

struct Counts {
    /// The number of the first task that has not reported its records yet.
    next: u64,
    /// The number of records before that task.
    first: u64,
    /// The number of records of later tasks.
    later: BTreeMap<u64, u64>,
    /// The known numbers of first records, for tasks that have not fetched them yet.
    unasked: BTreeMap<u64, u64>,
}

impl Numbering {
    /// Creates the numbering of a job with `first` records before its first task.
    pub(crate) fn new(first: u64) -> Self {
        let counts = Counts { next: 0, first, later: BTreeMap::new(), unasked: BTreeMap::new() };
        Self(Mutex::new(counts))
    }

    /// Records the number of records in a task, and returns the number of its first record as soon as that is known.
    /// Tasks wait for it as they wait for their turn in `results`.
    ///
    /// # Errors
    /// [`Error::Abandoned`] if the job has failed elsewhere.
    pub(crate) fn first_record<T, S: Sink<T>>(
        &self,
        task: u64,
        records: u64,
        results: &InOrder<T, S>,
    ) -> Result<u64, Error> {
        lock(&self.0).count(task, records);
        results.notify();
        let mut first = None;
        results.wait_until(|| {
            first = lock(&self.0).unasked.remove(&task);
            first.is_some()
        });
        first.ok_or(Error::Abandoned)
    }
}

impl Counts {
    fn count(&mut self, task: u64, records: u64) {
        self.later.insert(task, records);
        while let Some(records) = self.later.remove(&self.next) {
            self.unasked.insert(self.next, self.first);
            self.next += 1;
            self.first += records;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Receives results, and ignores them.
    struct Nothing;

    impl Sink<()> for Nothing {
        type Error = Error;

        fn take(&mut self, (): ()) -> Result<(), Error> {
            Ok(())
        }
    }

    #[test]
    fn records_are_numbered_whoever_reads_them_first() {
        let (numbering, results) = (Numbering::new(10), InOrder::new(Nothing));
        let firsts: Vec<u64> = thread::scope(|scope| {
            let task = |number: u64| {
                let (numbering, results) = (&numbering, &results);
                scope.spawn(move || numbering.first_record(number, number, results).unwrap())
            };
            // The last tasks come first, and wait.
            let mut threads: Vec<_> = (0..50u64).rev().map(task).collect();
            threads.reverse();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let expected: Vec<u64> =
            (0..50u64).map(|number| 10 + number * number.saturating_sub(1) / 2).collect();
        assert_eq!(firsts, expected);
    }

    #[test]
    fn nobody_waits_after_a_failure() {
        let (numbering, results) = (Numbering::new(0), InOrder::new(Nothing));
        thread::scope(|scope| {
            let waits = scope.spawn(|| numbering.first_record(1, 1, &results));
            results.fail();
            assert!(matches!(waits.join().unwrap(), Err(Error::Abandoned)));
        });
    }
}
