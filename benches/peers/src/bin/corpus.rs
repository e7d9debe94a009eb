//! Making, rating and canonicalising, beside the `sudoku` crate where it does the same. One thread.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin corpus
//! ```

use std::time::{Duration, Instant};

use batchdoku::{
    Grid,
    corpus::{
        generate::{GenerateOptions, Generator},
        rate::Rating,
    },
};

/// How long each is measured in a round, and how many rounds: they take turns, the best counts.
const ROUND: Duration = Duration::from_millis(200);
const ROUNDS: usize = 5;

fn main() {
    let puzzles: Vec<Grid> =
        made(GenerateOptions::default(), 2000).map(|(puzzle, _)| puzzle).collect();
    let grids: Vec<Grid> = (0..2000).map(|number| Grid::random(1, number)).collect();
    let as_peer = |grid: &Grid| sudoku::Sudoku::from_bytes(*grid.digits()).expect("a grid");
    let peer_puzzles: Vec<_> = puzzles.iter().map(as_peer).collect();
    let peer_grids: Vec<_> = grids.iter().map(as_peer).collect();
    let mut minimal = generator(GenerateOptions::default());
    let mut filled = generator(GenerateOptions::new().clues(30..=36).minimal(false));
    let mut out = Vec::new();

    println!("| what | batchdoku, one thread | sudoku 0.8 | ratio |\n|---|--:|--:|--:|");
    row(
        "uniform random grids",
        &mut |n| {
            (0..n).for_each(|i| {
                std::hint::black_box(Grid::random(2, i));
            })
        },
        Some(&mut |n| {
            (0..n).for_each(|_| {
                std::hint::black_box(sudoku::Sudoku::generate_solved());
            })
        }),
    );
    row(
        "minimal puzzles",
        &mut |n| {
            out.clear();
            minimal.generate(0..n, None, &mut out).expect("sound");
        },
        Some(&mut |n| {
            (0..n).for_each(|_| {
                std::hint::black_box(sudoku::Sudoku::generate());
            })
        }),
    );
    let mut out = Vec::new();
    row(
        "puzzles with 30 to 36 clues",
        &mut |n| {
            out.clear();
            filled.generate(0..n, None, &mut out).expect("sound");
        },
        None,
    );
    row(
        "rating minimal puzzles",
        &mut |n| {
            cycle(&puzzles, n, |puzzle| {
                std::hint::black_box(Rating::of(puzzle));
            })
        },
        None,
    );
    row(
        "canonical form, complete grids",
        &mut |n| {
            cycle(&grids, n, |grid| {
                std::hint::black_box(grid.canonical_form());
            })
        },
        Some(&mut |n| {
            cycle(&peer_grids, n, |grid| {
                std::hint::black_box(grid.canonicalized());
            })
        }),
    );
    row(
        "canonical form, minimal puzzles",
        &mut |n| {
            cycle(&puzzles, n, |puzzle| {
                std::hint::black_box(puzzle.canonical_form());
            })
        },
        Some(&mut |n| {
            cycle(&peer_puzzles, n, |puzzle| {
                std::hint::black_box(puzzle.canonicalized());
            })
        }),
    );
}

fn generator(options: GenerateOptions<'_>) -> Generator<'_> {
    Generator::new(options, 1).expect("possible")
}

fn made(options: GenerateOptions<'_>, count: u64) -> impl Iterator<Item = (Grid, Grid)> {
    let mut made = Vec::new();
    generator(options).generate(0..count, None, &mut made).expect("sound");
    made.into_iter().flatten()
}

fn cycle<T>(items: &[T], count: u64, mut each: impl FnMut(&T)) {
    items.iter().cycle().take(count as usize).for_each(&mut each);
}

/// Does `count` of something.
type Work<'a> = &'a mut dyn FnMut(u64);

fn row(what: &str, ours: Work<'_>, mut peer: Option<Work<'_>>) {
    let our_count = calibrated(ours);
    let peer_count = peer.as_mut().map(|peer| calibrated(*peer));
    let mut best = [0.0f64; 2];
    for _ in 0..ROUNDS {
        best[0] = best[0].max(rate(ours, our_count));
        if let (Some(peer), Some(count)) = (&mut peer, peer_count) {
            best[1] = best[1].max(rate(*peer, count));
        }
    }
    let [ours, peer] = best;
    if peer > 0.0 {
        println!("| {what} | {ours:.0}/s | {peer:.0}/s | {:.1}× |", ours / peer);
    } else {
        println!("| {what} | {ours:.0}/s | | |");
    }
}

/// How many fit in a round.
fn calibrated(work: Work<'_>) -> u64 {
    let mut count = 64;
    loop {
        let start = Instant::now();
        work(count);
        if start.elapsed() * 2 > ROUND {
            return count;
        }
        count *= 2;
    }
}

fn rate(work: Work<'_>, count: u64) -> f64 {
    let start = Instant::now();
    work(count);
    count as f64 / start.elapsed().as_secs_f64()
}
