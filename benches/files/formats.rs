//! Tables, objects, arrays and compressed files, compared with plain lines, and with `pigz` and `zstd` that
//! compress or decompress the same bytes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Files, PUZZLES, ROUNDS, median, solve, timed};

/// A case that is compared with lines to lines: its name, its command, and the files it moves.
struct Case {
    name: String,
    command: Command,
    input: PathBuf,
    output: PathBuf,
}

/// Writes cases with a number of threads.
struct Cases<'a> {
    files: &'a Files,
    threads: usize,
}

impl Cases<'_> {
    /// Returns the case of a command of this program.
    fn ours(&self, name: &str, input: &Path, output: &str, args: &[&str]) -> Case {
        let output = self.files.path(output);
        let mut command = solve(input, &output, self.threads);
        command.args(args);
        Case { name: name.to_owned(), command, input: input.to_owned(), output }
    }

    /// Returns the case of another tool that reads its standard input and writes its standard output.
    fn theirs(&self, tool: &str, input: &Path, output: &str, args: &[&str]) -> Case {
        let output = self.files.path(output);
        let mut command = Command::new("sh");
        let redirected = "input=$1 output=$2; shift 2; \"$@\" < \"$input\" > \"$output\"";
        let threads = format!("{}{}", if tool == "zstd" { "-T" } else { "-p" }, self.threads);
        command.args(["-c", redirected, "sh"]).arg(input).arg(&output);
        command.arg(tool).args(args).args([&threads, "-q", "-c"]);
        let name = format!("{tool} {}", args.join(" "));
        Case { name, command, input: input.to_owned(), output }
    }
}

pub(super) fn run(files: &Files, input: &Path, cores: usize) {
    let solutions = files.path("solutions.txt");
    timed(&mut solve(input, &solutions, cores));
    let table = files.path("table.csv");
    let objects = files.path("objects.jsonl");
    write_table(input, &solutions, &table);
    write_objects(input, &objects);
    for name in ["puzzles.txt.gz", "puzzles.txt.zst"] {
        let mut copy = solve(input, &files.path(name), cores);
        timed(copy.args(["--to", "puzzle"]));
    }
    for threads in [1, cores] {
        let with_threads = Cases { files, threads };
        let mut cases = vec![
            with_threads.ours("lines to lines", input, "solved.txt", &[]),
            with_threads.ours("lines to CSV", input, "solved.csv", &[]),
            with_threads.ours("CSV to CSV", &table, "solved.csv", &[]),
            with_threads.ours("lines to JSON lines", input, "solved.jsonl", &[]),
            with_threads.ours("JSON lines to JSON lines", &objects, "solved.jsonl", &[]),
            with_threads.ours("lines to npy", input, "solved.npy", &[]),
        ];
        for (tool, extension, levels) in [("pigz", "gz", ["1", "6"]), ("zstd", "zst", ["1", "3"])] {
            let is_there = is_there(tool);
            for level in levels {
                let name = format!("lines to .{extension}, level {level}");
                let output = format!("solved.txt.{extension}");
                cases.push(with_threads.ours(&name, input, &output, &["--compress-level", level]));
                if is_there {
                    let output = format!("by-{tool}.{extension}");
                    cases.push(with_threads.theirs(
                        tool,
                        &solutions,
                        &output,
                        &[&format!("-{level}")],
                    ));
                }
            }
            let compressed = files.path(&format!("puzzles.txt.{extension}"));
            cases.push(with_threads.ours(
                &format!(".{extension} to lines"),
                &compressed,
                "solved.txt",
                &[],
            ));
            if is_there {
                cases.push(with_threads.theirs(tool, &compressed, "by-tool.txt", &["-d"]));
            } else {
                println!("skipped: {tool} is not installed");
            }
        }
        report(&mut cases, threads);
    }
}

fn report(cases: &mut [Case], threads: usize) {
    let mut times = vec![Vec::new(); cases.len()];
    for _ in 0..ROUNDS {
        for (times, case) in times.iter_mut().zip(&mut *cases) {
            let _ = fs::remove_file(&case.output);
            times.push(timed(&mut case.command));
        }
    }
    println!("{PUZZLES} puzzles, {threads} threads: ms, ratio to lines, ratio per byte moved");
    let mut lines = None;
    for (times, case) in times.into_iter().zip(cases) {
        let time = median(times);
        let per_byte = time / (length(&case.input) + length(&case.output)) as f64;
        let (line_time, line_per_byte) = *lines.get_or_insert((time, per_byte));
        println!(
            "{:28} {:8.1} {:6.2} {:6.2}",
            case.name,
            time * 1e3,
            time / line_time,
            per_byte / line_per_byte
        );
    }
}

/// Returns the length of a file in bytes.
fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

fn is_there(tool: &str) -> bool {
    let mut version = Command::new(tool);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok()
}

/// Writes a table of puzzles and solutions.
fn write_table(puzzles: &Path, solutions: &Path, table: &Path) {
    let puzzles = read(puzzles);
    let solutions = read(solutions);
    let rows = puzzles.lines().zip(solutions.lines());
    let rows = rows.map(|(puzzle, solution)| format!("{puzzle},{solution}\n"));
    let text = ["quizzes,solutions\n".to_owned()].into_iter().chain(rows).collect::<String>();
    fs::write(table, text).expect("written");
}

fn write_objects(puzzles: &Path, objects: &Path) {
    let puzzles = read(puzzles);
    let text = puzzles.lines().map(|puzzle| format!("{{\"puzzle\":\"{puzzle}\"}}\n"));
    fs::write(objects, text.collect::<String>()).expect("written");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("it was written")
}
