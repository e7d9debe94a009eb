//! Making, rating, canonicalising, and the search for rare puzzles, compared with a peer where one does the same:
//! the `sudoku` crate, and qqwing (`apt install qqwing`), a program that is left out if it is missing. One
//! thread.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin corpus
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin corpus -- --record     as a record too
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin corpus -- --hardest    ER 10 too, minutes
//! ```

mod rare;
mod rows;
#[path = "../../stem.rs"]
mod stem;

use std::{fs, path::Path, process::Command};

use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid,
    corpus::{
        generate::{GenerateOptions, Generator},
        rate::Rating,
    },
    jobs::{Bench, BenchReport},
    pipeline::Output,
};
use rows::Rows;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The crate, as the rows name it.
const SUDOKU: &str = "sudoku 0.8";

fn main() {
    let has = |flag: &str| std::env::args().any(|arg| arg == flag);
    let puzzles: Vec<Grid> =
        made(GenerateOptions::default(), 2000).map(|(puzzle, _)| puzzle).collect();
    let grids: Vec<Grid> = (0..2000).map(|number| Grid::random(1, number)).collect();
    let peer_puzzles: Vec<_> = puzzles.iter().map(as_peer).collect();
    let peer_grids: Vec<_> = grids.iter().map(as_peer).collect();
    let mut minimal = generating(GenerateOptions::default());

    let mut rows = Rows::new();
    rows.add(
        "uniform random grids",
        &mut |n| {
            (0..n).for_each(|i| {
                std::hint::black_box(Grid::random(2, i));
            })
        },
        Some((SUDOKU, &mut |n| {
            (0..n).for_each(|_| {
                std::hint::black_box(sudoku::Sudoku::generate_solved());
            })
        })),
    );
    rows.add(
        "minimal puzzles",
        &mut minimal,
        Some((SUDOKU, &mut |n| {
            (0..n).for_each(|_| {
                std::hint::black_box(sudoku::Sudoku::generate());
            })
        })),
    );
    if is_installed("qqwing") {
        rows.add("minimal puzzles", &mut minimal, Some(("qqwing", &mut qqwing)));
    } else {
        println!("| minimal puzzles | left out: no qqwing | | | |");
    }
    let filled = GenerateOptions::new().clues(30..=36).minimal(false);
    rows.add("puzzles with 30 to 36 clues", &mut generating(filled), None);
    rows.add(
        "rating minimal puzzles",
        &mut |n| {
            cycle(&puzzles, n, |puzzle| {
                std::hint::black_box(Rating::of(puzzle));
            })
        },
        None,
    );
    rows.add(
        "canonical form, complete grids",
        &mut |n| {
            cycle(&grids, n, |grid| {
                std::hint::black_box(grid.canonical_form());
            })
        },
        Some((SUDOKU, &mut |n| {
            cycle(&peer_grids, n, |grid| {
                std::hint::black_box(grid.canonicalized());
            })
        })),
    );
    rows.add(
        "canonical form, minimal puzzles",
        &mut |n| {
            cycle(&puzzles, n, |puzzle| {
                std::hint::black_box(puzzle.canonical_form());
            })
        },
        Some((SUDOKU, &mut |n| {
            cycle(&peer_puzzles, n, |puzzle| {
                std::hint::black_box(puzzle.canonicalized());
            })
        })),
    );
    let controlled = GenerateOptions::new().controlled_bias(true);
    rows.add("minimal puzzles of controlled bias", &mut generating(controlled), None);
    rare::add(&mut rows, &puzzles, has("--hardest"));
    if has("--record") {
        record(&rows);
    }
}

/// Writes the record of this machine and day.
fn record(rows: &Rows) {
    let set = Path::new(ROOT).join("data/examples.txt");
    let bench = Bench { engine: Vec::new(), rounds: 1, smallest: 1, ..Bench::default() };
    let report = bench.run(set, Output::Discard).expect("a set of puzzles");
    let BenchReport { machine, version, rustc, commit, date, .. } = &report;
    let values = format!("\"{machine}\",{version},{rustc},{commit},{date}");
    let text = rows.to_csv("machine,version,rustc,commit,date", &values);
    let name = format!("benches/record/{}-corpus.csv", stem::file_stem(&report));
    fs::write(Path::new(ROOT).join(&name), text).expect("a record");
    eprintln!("wrote {name}");
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Minimal puzzles; the program takes some 2 ms to start.
fn qqwing(count: u64) {
    let mut command = Command::new("qqwing");
    let out = command.args(["--generate", &count.to_string(), "--one-line"]).output();
    let lines = out.expect("it is installed").stdout.split(|&byte| byte == b'\n').count();
    assert!(lines as u64 > count);
}

fn generator(options: GenerateOptions<'_>) -> Generator<'_> {
    Generator::new(options, 1).expect("possible")
}

/// Returns a function that generates a number of puzzles.
fn generating(options: GenerateOptions<'_>) -> impl FnMut(u64) {
    let mut generator = generator(options);
    move |count| drop(std::hint::black_box(generator.generate(0..count).expect("sound")))
}

fn made(options: GenerateOptions<'_>, count: u64) -> impl Iterator<Item = (Grid, Grid)> {
    let batch = generator(options).generate(0..count).expect("sound");
    batch.into_iter().flatten().map(|generated| (generated.puzzle, generated.solution))
}

fn cycle<T>(items: &[T], count: u64, mut each: impl FnMut(&T)) {
    items.iter().cycle().take(count as usize).for_each(&mut each);
}

fn as_peer(grid: &Grid) -> sudoku::Sudoku {
    sudoku::Sudoku::from_bytes(*grid.digits()).expect("a grid")
}
