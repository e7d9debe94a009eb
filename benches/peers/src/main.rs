//! batchdoku's engines beside other Rust solvers: same files, same flags, one run.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- [FILE]... [--json]
//! ```
//!
//! One thread, in memory, reading and writing of cells included for all. A peer is an engine like
//! the others, so all are measured by the same code, and no figure is printed unless all found the
//! same number of solutions.

use std::{fs, ops::ControlFlow, path::PathBuf, process::ExitCode, time::Duration};

use batchdoku::{
    Engine, Grid, Limits, Outcome, PuzzleBatch, StopReason,
    engine::{EngineChoice, EngineKind},
    jobs::bench::{Build, Figure, Options, PuzzleSet, measure},
    simd::SimdLevel,
};
use clap::Parser;

/// Solves the puzzle of 81 bytes, writes its first solution if the limit is 1, and says how many
/// it found.
type Solve = fn(&str, limit: usize, solution: &mut [u8]) -> usize;

/// Another solver as an engine.
struct Peer {
    name: &'static str,
    solve: Solve,
}

const PEERS: [Peer; 2] = [
    Peer {
        name: "sudoku 0.8",
        solve: |text, limit, solution| {
            let Ok(puzzle) = sudoku::Sudoku::from_str_line(text) else { return 0 };
            if limit > 1 {
                return puzzle.solutions_count_up_to(limit);
            }
            let found = puzzle.some_solution();
            found.map_or(0, |found| {
                solution.copy_from_slice(&found.to_bytes().map(|digit| digit + b'0'));
                1
            })
        },
    },
    Peer {
        name: "msolve 0.6",
        solve: |text, limit, solution| {
            let Ok(puzzle) = text.parse::<msolve::Sudoku>();
            if limit > 1 {
                return puzzle.count_solutions(limit);
            }
            puzzle.solve_one().map_or(0, |found| {
                solution.copy_from_slice(&found.to_bytes());
                1
            })
        },
    },
];

impl Engine for Peer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn search(
        &mut self,
        _: &Grid,
        _: &Limits<'_>,
        _: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        unimplemented!("peers are measured in batches only")
    }

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        for (place, outcome) in batch.outcomes.iter_mut().enumerate() {
            let from = batch.puzzles[place] as usize;
            let to = batch.solutions[place] as usize;
            let text = std::str::from_utf8(&batch.input[from..from + 81]).expect("cells are ASCII");
            let solution = &mut batch.output[to..to + 81];
            let solutions = (self.solve)(text, limits.solutions as usize, solution) as u64;
            *outcome = Outcome { solutions, nodes: 0, end: StopReason::Complete };
        }
    }
}

/// batchdoku's engines beside other Rust solvers.
#[derive(Parser)]
struct Args {
    /// Files of puzzles; without any, those of data/
    files: Vec<PathBuf>,
    /// Rounds, the best of which counts
    #[arg(long, default_value_t = 7)]
    rounds: u32,
    /// Seconds for each engine, set and round
    #[arg(long, default_value_t = 0.3)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut engines: Vec<(String, Box<Build<'_>>)> = Vec::new();
    for Peer { name, solve } in PEERS {
        engines.push((name.into(), Box::new(move || Box::new(Peer { name, solve }))));
    }
    for level in SimdLevel::available() {
        let choice = EngineChoice { kind: EngineKind::Lanes, level };
        engines.push((choice.to_string(), Box::new(move || choice.build())));
    }
    let mrv = EngineChoice { kind: EngineKind::Mrv, ..EngineChoice::default() };
    engines.push((mrv.to_string(), Box::new(move || mrv.build())));

    let mut sets = Vec::new();
    for file in files(args)? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sets.push(PuzzleSet::new(&name, &fs::read(&file)?)?);
    }
    let options = Options {
        engines: &engines,
        limits: &[1, 2],
        round: Duration::from_secs_f64(args.seconds),
        rounds: args.rounds,
        nodes: u64::MAX,
    };
    let pool = batchdoku::pipeline::thread_pool(1)?;
    let figures = pool.install(|| measure(&sets, &options))?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    } else {
        print_table(&figures, engines.len());
    }
    Ok(())
}

/// The files asked for, or all of the project's own.
fn files(args: &Args) -> Result<Vec<PathBuf>, std::io::Error> {
    if !args.files.is_empty() {
        return Ok(args.files.clone());
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}

/// Puzzles a second, and how many times as fast as the first engine.
fn print_table(figures: &[Figure], engines: usize) {
    println!("{}\n", processor());
    let names: Vec<_> = figures[..engines].iter().map(|figure| figure.engine.as_str()).collect();
    println!("| set | limit | {} |", names.join(" | "));
    println!("|---|--:|{}", "--:|".repeat(engines));
    for row in figures.chunks(engines) {
        let first = row[0].puzzles_per_second;
        let cells: Vec<_> = row
            .iter()
            .enumerate()
            .map(|(place, figure)| {
                let rate = figure.puzzles_per_second;
                let rate_text = if rate < 1e6 {
                    format!("{:.1} k", rate / 1e3)
                } else {
                    format!("{:.2} M", rate / 1e6)
                };
                if place == 0 { rate_text } else { format!("{rate_text} ({:.1}×)", rate / first) }
            })
            .collect();
        println!("| {} | {} | {} |", row[0].set, row[0].limit, cells.join(" | "));
    }
}

/// The processor, as the system names it.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let name = name.unwrap_or("processor unknown");
    format!("{name}, {} {}, one thread", std::env::consts::OS, std::env::consts::ARCH)
}
