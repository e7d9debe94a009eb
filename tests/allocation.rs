//! The hot path allocates nothing: searching a batch for the second time, for a second solution, with
//! a stop flag and a node limit, as `solve --unique`, `count` and `split` do. Lists that lanes share
//! may still grow a little at the end of a batch, but nothing grows with the number of puzzles.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fs,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use batchdoku::{
    Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    simd::SimdLevel,
};

/// Counts the bytes that are allocated.
struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code, reason = "an allocator that counts, for a test")]
// SAFETY: it hands everything on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        BYTES.fetch_add(size, Relaxed);
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
    let stop = AtomicBool::new(false);
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
                    let before = BYTES.load(Relaxed);
                    solver.solve(rows, solutions, &mut outcomes, &limits).unwrap();
                    BYTES.load(Relaxed) - before
                };
                solve();
                let bytes = solve();
                assert!(bytes < MOST, "{set}, {level}, {limits:?}: {bytes} bytes");
            }
        }
    }
}
