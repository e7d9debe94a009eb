//! batchdoku's engines compared with other Rust solvers: same files, same flags, one run.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml                   print tables
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- --record       and write a record and the chart
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- --curve        print speed by the size of batches
//! ```
//!
//! One thread, in memory, parsing and formatting of cells included for all. Engines take turns,
//! and the best round of each counts. All must find the same number of solutions for every puzzle,
//! or nothing is written.

mod curve;
mod engines;
mod record;
mod stem;
mod table;

use stem::file_stem;

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use batchdoku::{
    jobs::{Bench, BenchReport},
    pipeline::Output,
};
use clap::Parser;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The sets of data/ that are measured, in the order of tables and charts.
const SETS: [&str; 9] =
    ["clues36", "easy", "medium", "hard", "expert", "extreme", "minimal", "multiple", "nosolution"];

/// The engines of the chart in the README: how their names start, and what the chart calls them.
const CHART: [(&str, &str); 4] = [
    ("lanes (avx512)", "batchdoku, AVX-512"),
    ("lanes (avx2)", "batchdoku, AVX2"),
    ("sudoku", "sudoku 0.8"),
    ("msolve", "msolve 0.6"),
];

/// Measure batchdoku's engines and other Rust solvers.
#[derive(Parser)]
struct Args {
    /// Files of puzzles [default: those of data/]
    files: Vec<PathBuf>,
    /// Number of rounds; the fastest counts
    #[arg(long, default_value_t = 10)]
    rounds: u32,
    /// Seconds for each engine, set and round
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Write benches/record/MACHINE-DATE.csv, and draw docs/speed.svg from it
    #[arg(long, conflicts_with = "from")]
    record: bool,
    /// Name of the machine in the record [default: the processor and the system]
    #[arg(long)]
    machine: Option<String>,
    /// Print batchdoku's speed with batches of 1 to 16,384 puzzles [default files: easy, minimal, multiple]
    #[arg(long, conflicts_with_all = ["record", "machine"])]
    curve: bool,
    /// Do not measure: print the tables of this record and draw docs/speed.svg from it
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["files", "curve"])]
    from: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let time = Duration::try_from_secs_f64(args.seconds)?;
    if args.curve {
        let files = match &args.files[..] {
            [] => curve::default_files(Path::new(ROOT)),
            files => files.to_vec(),
        };
        print!("{}", curve::measure(&files, args.rounds, time)?);
        return Ok(());
    }
    let report = match &args.from {
        Some(path) => record::read(&fs::read_to_string(path)?)?,
        None => {
            let mut report = measured(args, time)?;
            if let Some(machine) = &args.machine {
                report.machine.clone_from(machine);
            }
            if args.record {
                let name = format!("benches/record/{}.csv", file_stem(&report));
                fs::write(Path::new(ROOT).join(&name), report.to_csv())?;
                eprintln!("wrote {name}");
            }
            report
        }
    };
    println!("{}", report.caption());
    for limit in [1, 2] {
        let table = table::to_markdown(&report.figures, limit);
        println!("\nlimit {limit}, puzzles per second:\n\n{table}");
    }
    if args.record || args.from.is_some() {
        fs::write(Path::new(ROOT).join("docs/speed.svg"), for_chart(report).to_svg(2)?)?;
        eprintln!("wrote docs/speed.svg");
    }
    Ok(())
}

/// Measures all engines on all sets.
fn measured(args: &Args, time: Duration) -> Result<BenchReport, Box<dyn Error>> {
    let bench = Bench {
        engine: engines::ENGINES.into(),
        rounds: args.rounds,
        seconds: time.as_secs_f64(),
        max_nodes: u64::MAX,
        ..Bench::default()
    };
    Ok(bench.compare(engines::solvers(), files(args), Output::Discard)?)
}

/// Returns the figures of the chart in the README: one engine of batchdoku at its two best levels, and the
/// peers.
fn for_chart(mut report: BenchReport) -> BenchReport {
    let place = |engine: &str| CHART.iter().position(|(start, _)| engine.starts_with(start));
    let sets: Vec<_> = report.figures.iter().map(|figure| figure.set.clone()).collect();
    let set = |name: &str| sets.iter().position(|set| set == name);
    report.figures.retain(|figure| place(&figure.engine).is_some());
    report.figures.sort_by_key(|figure| (set(&figure.set), place(&figure.engine)));
    for figure in &mut report.figures {
        if let Some(place) = place(&figure.engine) {
            figure.engine = CHART[place].1.into();
        }
    }
    report
}

/// Returns the files that were named, or the project's own.
fn files(args: &Args) -> Vec<PathBuf> {
    if !args.files.is_empty() {
        return args.files.clone();
    }
    SETS.iter().map(|set| Path::new(ROOT).join(format!("data/{set}.txt"))).collect()
}
