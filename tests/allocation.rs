//! The hot path allocates nothing: searching a batch for the second time, for a second solution, with
//! a stop flag and a node limit, as `solve --unique`, `count` and `split` do. Lists that lanes share
//! may still grow a little at the end of a batch, but nothing grows with the number of puzzles. Single
//! puzzles need no memory for lanes.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    fs, thread,
};

use batchdoku::{
    Grid, Limits, Outcome, Solver, StopFlag,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    simd::SimdLevel,
    solve_batch,
};

/// Counts the bytes that each thread allocates: tests run at the same time.
struct Counting;

thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Counts an allocation.
fn count(bytes: usize) {
    // A thread that ends has no counter any more.
    let _ = BYTES.try_with(|sum| sum.set(sum.get() + bytes));
}

/// Returns the bytes that `work` allocates on this thread.
fn bytes_of(work: impl FnOnce()) -> usize {
    let before = BYTES.get();
    work();
    BYTES.get() - before
}

#[allow(unsafe_code, reason = "an allocator that counts, for a test")]
// SAFETY: it hands everything on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A copy of each solution, and a little about it, would take nine times as much or more.
const MOST: usize = 10 * 2000;

#[test]
fn nothing_is_allocated_per_puzzle() {
    let stop = StopFlag::new();
    for set in ["minimal", "extreme", "nosolution"] {
        let text = fs::read(format!("{}/data/{set}.txt", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let mut output = text.clone();
        let mut outcomes = vec![Outcome::default(); text.len() / 82];
        for level in SimdLevel::available() {
            let solver = BatchSolver::new().simd(level).threads(1).unwrap();
            for limits in [
                Limits::solutions(1),
                Limits::solutions(2).stop(&stop),
                Limits::solutions(2).stop(&stop).max_nodes(1_000_000),
            ] {
                let mut solve = || {
                    let rows = PuzzleRows::text(&text).stride(82);
                    let solutions = SolutionRows::text(&mut output).stride(82);
                    bytes_of(|| solver.solve(rows, solutions, &mut outcomes, &limits).unwrap())
                };
                solve();
                let bytes = solve();
                assert!(bytes < MOST, "{set}, {level}, {limits:?}: {bytes} bytes");
            }
        }
    }
}

/// The most for a single puzzle: a stack of nodes. The memory of the lanes takes some 280 kB.
const MOST_FOR_ONE: usize = 60_000;

#[test]
fn single_puzzles_need_little_memory_and_need_it_once() {
    let text = fs::read(format!("{}/data/minimal.txt", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let row = &text[..81];
    // A thread that has solved nothing.
    let in_batches = thread::scope(|scope| {
        let calls = scope.spawn(|| {
            let (mut output, mut outcomes) = ([0; 81], [Outcome::default()]);
            [(); 3].map(|()| {
                bytes_of(|| {
                    let (rows, solutions) =
                        (PuzzleRows::text(row), SolutionRows::text(&mut output));
                    solve_batch(rows, solutions, &mut outcomes, &Limits::solutions(1)).unwrap();
                })
            })
        });
        calls.join().unwrap()
    });
    assert!(in_batches[0] < MOST_FOR_ONE, "the first batch: {} bytes", in_batches[0]);
    assert_eq!(in_batches[1..], [0, 0], "later batches");

    let puzzle = Grid::parse(row).unwrap();
    let of_solver = bytes_of(|| assert!(Solver::new().is_unique(&puzzle)));
    assert!(of_solver < MOST_FOR_ONE, "a solver: {of_solver} bytes");
}
