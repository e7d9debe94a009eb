//! Results that threads complete in any order, and a sink that receives them in the order of their numbers.
//!
//! The thread that completes the next result in order passes it to the sink, then all later results that are complete
//! by then. Meanwhile other threads continue, because two threads that write to one file would wait for each other in
//! the kernel, even at different offsets. For example, of the results 0, 1 and 2, a thread that completes 1 leaves it
//! and takes other work; the thread that completes 0 passes on 0 and 1, and 2 if that is complete before 1 is written.
//! ```text
//! Order    the output of tasks      sink: OutputWriter, the files of a job
//! Encoder  compressed blocks        sink: BlockWriter, one file
//! ```

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use crate::sync::{lock, wait};

/// Receives results in order.
pub(crate) trait Sink<T> {
    /// The reason why it fails.
    type Error;

    /// Receives the next result.
    ///
    /// # Errors
    /// If the sink fails. It gets no other result then.
    fn take(&mut self, result: T) -> Result<(), Self::Error>;
}

/// Results and their sink, shared by threads.
pub(crate) struct InOrder<T, S> {
    results: Mutex<Results<T>>,
    /// Two threads never want the sink at the same time: see [`Results::is_taken`].
    sink: Mutex<S>,
    /// Notified of each change of `results`.
    changed: Condvar,
}

struct Results<T> {
    /// The number of the next result in order.
    next: u64,
    /// Results that are complete and have not been passed on, with their sizes.
    complete: BTreeMap<u64, (T, usize)>,
    /// The sum of the sizes of these results and of the result being passed on.
    waiting: usize,
    /// True while a thread passes a result on.
    is_taken: bool,
    /// True if no more results are passed on.
    is_failed: bool,
}

impl<T, S: Sink<T>> InOrder<T, S> {
    pub(crate) fn new(sink: S) -> Self {
        let results = Results {
            next: 0,
            complete: BTreeMap::new(),
            waiting: 0,
            is_taken: false,
            is_failed: false,
        };
        Self { results: Mutex::new(results), sink: Mutex::new(sink), changed: Condvar::new() }
    }

    /// Adds a complete result. If it is the next in order and no other thread passes results on, passes on all that are
    /// complete.
    ///
    /// # Errors
    /// The error of the sink.
    pub(crate) fn submit(&self, number: u64, size: usize, result: T) -> Result<(), S::Error> {
        let mut results = lock(&self.results);
        results.waiting += size;
        results.complete.insert(number, (result, size));
        while let Some((result, size)) = results.start() {
            drop(results);
            let taken = lock(&self.sink).take(result);
            results = lock(&self.results);
            results.is_taken = false;
            results.waiting -= size;
            results.is_failed |= taken.is_err();
            self.changed.notify_all();
            taken?;
        }
        Ok(())
    }

    /// Waits until all results before this number have been passed on, and returns the sink: to pass on the start of
    /// the result before it is complete, or the end of the output after the last result. `None` after a failure.
    pub(crate) fn turn(&self, number: u64) -> Option<MutexGuard<'_, S>> {
        let mut results = lock(&self.results);
        while (results.next != number || results.is_taken) && !results.is_failed {
            results = wait(&self.changed, results);
        }
        let is_failed = results.is_failed;
        drop(results);
        // No other thread takes the sink until this result is complete.
        (!is_failed).then(|| lock(&self.sink))
    }

    /// Waits until results of a total size of `most` or less wait for their turn, or no more are passed on. Returns false
    /// if `has_other` work comes first.
    pub(crate) fn wait_for_room(&self, most: usize, has_other: impl Fn() -> bool) -> bool {
        let mut results = lock(&self.results);
        while results.waiting > most && !results.is_failed {
            // A thread that adds other work notifies under this lock after adding, so no notification is lost.
            if has_other() {
                return false;
            }
            results = wait(&self.changed, results);
        }
        true
    }

    /// Waits until `is_enough` returns true, or no more results are passed on. A thread that changes data that
    /// `is_enough` reads must notify afterwards.
    pub(crate) fn wait_until(&self, mut is_enough: impl FnMut() -> bool) {
        let mut results = lock(&self.results);
        while !is_enough() && !results.is_failed {
            results = wait(&self.changed, results);
        }
    }

    /// Waits for a single change, unless `is_enough` returns true.
    pub(crate) fn wait_unless(&self, is_enough: impl Fn() -> bool) {
        let results = lock(&self.results);
        if !is_enough() {
            drop(wait(&self.changed, results));
        }
    }

    /// Wakes all waiting threads after a change of data that they read.
    pub(crate) fn notify(&self) {
        drop(lock(&self.results));
        self.changed.notify_all();
    }

    /// Stops passing results on.
    pub(crate) fn fail(&self) {
        lock(&self.results).is_failed = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_failed(&self) -> bool {
        lock(&self.results).is_failed
    }

    /// Waits until no thread passes a result on, and returns the sink.
    pub(crate) fn sink(&self) -> MutexGuard<'_, S> {
        lock(&self.sink)
    }

    pub(crate) fn into_sink(self) -> S {
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Results<T> {
    /// Takes the next result in order to pass it on, if it is complete and no thread is passing on the result before
    /// it.
    fn start(&mut self) -> Option<(T, usize)> {
        if self.is_taken || self.is_failed {
            return None;
        }
        let result = self.complete.remove(&self.next)?;
        self.next += 1;
        self.is_taken = true;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        thread,
    };

    use super::*;

    /// Collects the numbers that it receives, and fails at one of them.
    struct Numbers {
        taken: Vec<u64>,
        fails_at: u64,
    }

    impl Sink<u64> for Numbers {
        type Error = u64;

        fn take(&mut self, number: u64) -> Result<(), u64> {
            self.taken.push(number);
            if number == self.fails_at { Err(number) } else { Ok(()) }
        }
    }

    fn numbers(fails_at: u64) -> InOrder<u64, Numbers> {
        InOrder::new(Numbers { taken: Vec::new(), fails_at })
    }

    #[test]
    fn results_are_taken_in_order_whoever_completes_them() {
        let results = numbers(u64::MAX);
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= 300 {
                            return;
                        }
                        results.submit(number, 1, number).unwrap();
                    }
                });
            }
        });
        assert!(results.wait_for_room(0, || false));
        assert_eq!(results.into_sink().taken, (0..300).collect::<Vec<_>>());
    }

    #[test]
    fn a_result_waits_for_those_before_it() {
        let results = numbers(u64::MAX);
        results.submit(1, 5, 1).unwrap();
        assert!(results.sink().taken.is_empty());
        assert!(!results.wait_for_room(4, || true), "it waits");
        assert!(results.wait_for_room(5, || true));
        results.turn(0).expect("its turn").taken.push(100);
        results.submit(0, 2, 0).unwrap();
        assert_eq!(results.turn(2).expect("its turn").taken, [100, 0, 1]);
    }

    #[test]
    fn nothing_is_taken_after_a_failure_and_nobody_waits() {
        let results = numbers(1);
        results.submit(2, 1, 2).unwrap();
        results.submit(1, 1, 1).unwrap();
        assert_eq!(results.submit(0, 1, 0), Err(1));
        assert!(results.is_failed());
        assert!(results.turn(9).is_none());
        assert!(results.wait_for_room(0, || false));
        results.submit(3, 1, 3).unwrap();
        assert_eq!(results.into_sink().taken, [0, 1]);
    }
}
