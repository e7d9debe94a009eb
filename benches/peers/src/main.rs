//! batchdoku's engines beside other Rust solvers: same files, same flags, one run.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml                   print tables
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- --record       and write a record and the chart
//! ```
//!
//! One thread, in memory, parsing and formatting of cells included for all. Engines take turns,
//! and the best round of each counts. All must find the same number of solutions for every puzzle,
//! or nothing is written.

mod chart;
mod engines;
mod machine;
mod record;

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use batchdoku::jobs::bench::{Options, PuzzleSet, measure};
use clap::Parser;

use crate::machine::Circumstances;

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The sets of data/ that are measured, in the order of tables and charts.
const SETS: [&str; 9] =
    ["clues36", "easy", "medium", "hard", "expert", "extreme", "minimal", "multiple", "nosolution"];

/// Measure batchdoku's engines beside other Rust solvers.
#[derive(Parser)]
struct Args {
    /// Files of puzzles [default: those of data/]
    files: Vec<PathBuf>,
    /// Number of rounds; the fastest counts
    #[arg(long, default_value_t = 7)]
    rounds: u32,
    /// Seconds for each engine, set and round
    #[arg(long, default_value_t = 0.3)]
    seconds: f64,
    /// Write benches/record/MACHINE-DATE.csv, and draw docs/speed.svg from it
    #[arg(long, conflicts_with = "from")]
    record: bool,
    /// Name of the machine in the record [default: the processor and the system]
    #[arg(long)]
    machine: Option<String>,
    /// Do not measure: print the tables of this record and draw docs/speed.svg from it
    #[arg(long, value_name = "RECORD", conflicts_with = "files")]
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
    let csv = match &args.from {
        Some(record) => fs::read_to_string(record)?,
        None => {
            let mut circumstances = Circumstances::now();
            if let Some(machine) = &args.machine {
                circumstances.machine.clone_from(machine);
            }
            let csv = measured(args, &circumstances)?;
            if args.record {
                let name = format!("benches/record/{}.csv", circumstances.file_stem());
                fs::write(Path::new(ROOT).join(&name), &csv)?;
                eprintln!("wrote {name}");
            }
            csv
        }
    };
    let (caption, rows) = record::from_csv(&csv)?;
    println!("{caption}");
    for limit in [1, 2] {
        println!("\nlimit {limit}, puzzles per second:\n\n{}", record::to_markdown(&rows, limit));
    }
    if args.record || args.from.is_some() {
        fs::write(Path::new(ROOT).join("docs/speed.svg"), chart::to_svg(&rows, 2, &caption))?;
        eprintln!("wrote docs/speed.svg");
    }
    Ok(())
}

/// Measures all engines on all sets, and returns the record.
fn measured(args: &Args, circumstances: &Circumstances) -> Result<String, Box<dyn Error>> {
    let mut sets = Vec::new();
    for file in files(args) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sets.push(PuzzleSet::new(&name, file)?);
    }
    let options = Options {
        engines: &engines::engines(),
        limits: &[1, 2],
        round: Duration::try_from_secs_f64(args.seconds)?,
        rounds: args.rounds,
        nodes: u64::MAX,
        threads: 1,
    };
    let figures = measure(&sets, &options)?;
    Ok(record::to_csv(&figures, circumstances))
}

/// The files that were named, or the project's own.
fn files(args: &Args) -> Vec<PathBuf> {
    if !args.files.is_empty() {
        return args.files.clone();
    }
    SETS.iter().map(|set| Path::new(ROOT).join(format!("data/{set}.txt"))).collect()
}
