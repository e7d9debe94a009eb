//! The rows about rare puzzles and about what puzzles are made of, which no peer here has: jobs of the
//! library, from file to file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use batchdoku::{
    Grid,
    corpus::evolve::Criterion,
    jobs::{ClueRange, Command, Evolve, JobOptions, JobSummary, Neighbours, Rate, Shuffle, Solve},
};

use crate::rows::Rows;

/// The published puzzles with 17 clues, which are not part of the repository.
const SEVENTEEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/17clue.txt");

fn options() -> JobOptions {
    let mut options = JobOptions::default();
    options.spec.run.threads = 1;
    options
}

/// Returns a search for this number of puzzles that removes a clue and adds one or two.
fn moves(count: usize) -> Evolve {
    Evolve { options: options(), remove: 1, add: 2, count: Some(count), ..Evolve::default() }
}

fn done(summary: Result<JobSummary, batchdoku::pipeline::Error>) -> u64 {
    summary.expect("a job that works").counts.done
}

/// Adds the rows; with `hardest`, that of puzzles with ER 10 too.
pub(crate) fn add(rows: &mut Rows, puzzles: &[Grid], hardest: bool) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let folder = folder.path();
    let text = lines(puzzles);
    let input = written(folder, "puzzles.txt", &text);
    let output = folder.join("out.txt");
    // The puzzles of which all neighbours and unavoidable sets are listed.
    let few = written(folder, "few.txt", &lines(&puzzles[..100]));
    let count = puzzles.len() as u64;

    let mut once = |what: &str, count: u64, work: &mut dyn FnMut() -> u64| {
        rows.add_once(what, count, || assert!(work() >= count, "{what}"));
    };
    if Path::new(SEVENTEEN).exists() {
        let by = vec![Criterion::FewestClues];
        let evolve = Evolve { by, clues: Some(ClueRange(18..=18)), ..moves(1000) };
        once("minimal 18-clue puzzles near those with 17", 1000, &mut || {
            done(evolve.run(SEVENTEEN, &output))
        });
    } else {
        println!(
            "| minimal 18-clue puzzles near those with 17 | left out: no ../shared/data/17clue.txt | | | |"
        );
    }
    let by = vec![Criterion::MostClues];
    let evolve = Evolve { by, clues: Some(ClueRange(30..=30)), ..moves(1000) };
    once("minimal 30-clue puzzles from nothing", 1000, &mut || done(evolve.run((), &output)));
    let neighbours = Neighbours { options: options(), minimal: true, ..Neighbours::default() };
    once("puzzles with all minimal neighbours {-1+1}", 100, &mut || {
        done(neighbours.run(&few, &output))
    });
    let rate = Rate { options: options(), structure: true, ..Rate::default() };
    once("structure: automorphisms, minimality, unavoidable sets of 4 and 6", count, &mut || {
        done(rate.run(&input, &output))
    });
    once("all unavoidable sets of up to 12 cells", 100, &mut || {
        done(Rate { unavoidable: vec![12], ..rate.clone() }.run(&few, &output))
    });
    once("different equivalents (shuffle --copies 100)", 100 * count, &mut || {
        let options = options();
        let shuffle = Shuffle { options, seed: 1, copies: 100, ..Shuffle::default() };
        done(shuffle.run(&input, &output)) * 100
    });
    let lines = text.repeat(100);
    let many = written(folder, "many.txt", &lines);
    let marks = written(folder, "marks.txt", &lines.lines().map(candidates).collect::<String>());
    for (what, source) in [("solve, 81 characters", many), ("solve, 729 candidates", marks)] {
        let job = Solve { options: options(), ..Solve::default() };
        let mut solve = || done(job.run(&source, &output));
        // The files are in memory then.
        solve();
        once(what, 100 * count, &mut solve);
    }
    if hardest {
        let by = vec![Criterion::Er];
        let (min_er, count) = (Some(10.0), Some(5));
        let evolve = Evolve { options: options(), by, min_er, count, seed: 1, ..Evolve::default() };
        once("puzzles with ER 10 from nothing", 5, &mut || done(evolve.run((), &output)));
    }
}

/// Writes a file into a folder and returns its path.
fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn lines(puzzles: &[Grid]) -> String {
    puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect()
}

/// Returns a line of 81 cells as one of 729 candidates.
fn candidates(line: &str) -> String {
    let mut text = String::with_capacity(730);
    for cell in line.chars() {
        text.extend(
            ('1'..='9').map(|digit| if cell == '.' || cell == digit { digit } else { '.' }),
        );
    }
    text + "\n"
}
