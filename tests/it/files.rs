//! Files, pipes and devices as inputs and outputs: what is written, what is left, what is reported.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::common::*;

fn solve(from: &Path, to: &Path) -> std::process::Output {
    batchdoku(["solve", "-q"]).arg(from).arg("-o").arg(to).output().unwrap()
}

#[test]
fn an_output_replaces_a_file_when_it_is_complete() {
    let scratch = Scratch::new();
    let from = scratch.file("in", PUZZLE);
    let to = scratch.file("out", "old");
    assert_eq!(code(&solve(&from, &to)), 0);
    assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
    assert_eq!(scratch.names(), ["in", "out"]);
}

#[test]
fn an_output_that_is_an_input_or_another_output_is_refused() {
    let scratch = Scratch::new();
    let [a, b] = ["a", "b"].map(|name| scratch.file(name, PUZZLE));
    let new = scratch.path("new");
    let same = scratch.path("./new");
    let refused = |args: &[&Path], what: &str| {
        let out = batchdoku(["solve"]).args(args).output().unwrap();
        assert_fails(&out, 2, what);
        assert_eq!([fs::read_to_string(&a).unwrap(), fs::read_to_string(&b).unwrap()], [PUZZLE; 2]);
        assert_eq!(scratch.names(), ["a", "b"]);
    };
    let [o, rejects] = ["-o", "--rejects"].map(Path::new);
    refused(&[&b, &a, o, &a], "is the same file as input");
    refused(&[&a, o, &new, rejects, &a], "is the same file as input");
    refused(&[&a, o, &new, rejects, &same], "is the same file as output");
    refused(&[&a, o, &b, rejects, &b], "is the same file as another output");
}

#[test]
fn no_command_replaces_its_input() {
    let scratch = Scratch::new();
    let lines: String = puzzles(40).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let file = scratch.file("in.txt", &lines);
    let (new, same) = (scratch.path("new"), scratch.path("./new"));
    let bench = "bench --engine mrv --rounds 1 --seconds 0.001";
    for command in [
        "solve -o",
        "solve --summary",
        "count -o",
        "check -o",
        "check --summary",
        "rate -o",
        "explain -o",
        "canon -o",
        "shuffle -o",
        "neighbours -o",
        "sub-puzzles -o",
        "evolve -n 1 -o",
        "dedupe -o",
        "stats --no-rating -o",
        "cover -o",
        &format!("{bench} --export-csv"),
        &format!("{bench} --export-json"),
    ] {
        let mut command = batchdoku(command.split(' '));
        command.arg(&file).arg(&file);
        if command.get_args().any(|word| word == "check") {
            command.arg("--solutions").arg(&file);
        }
        let out = command.output().unwrap();
        assert_fails(&out, 2, "is the same file as input");
    }
    for (option, name) in [("--plot", "in.svg"), ("--html", "in.html")] {
        let file = scratch.file(name, &lines);
        let mut stats = batchdoku(["stats", "--no-rating", option]);
        let out = stats.args([&file, &file]).output().unwrap();
        assert_fails(&out, 2, "is the same file as input");
        assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    }
    let pattern = scratch.file("pattern", PUZZLE);
    let mut command = batchdoku("generate -n 1 --pattern".split(' '));
    let out = command.arg(&pattern).arg("-o").arg(&pattern).output().unwrap();
    assert_fails(&out, 2, "is the same file as input");
    let mut command = batchdoku("evolve -n 1 -o".split(' '));
    let out = command.arg(&new).arg("--state").arg(&same).arg(&file).output().unwrap();
    assert_fails(&out, 2, "is the same file as output");
    let mut command = batchdoku(bench.split(' '));
    command.arg(&file).arg("--export-csv").arg(&new).arg("--export-markdown").arg(&same);
    let out = command.output().unwrap();
    assert_fails(&out, 2, "is the same file as output");
    assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    assert_eq!(scratch.names(), ["in.html", "in.svg", "in.txt", "pattern"]);
}

#[test]
fn all_files_of_bench_appear_or_none() {
    let scratch = Scratch::new();
    let lines: String = puzzles(40).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let file = scratch.file("in.txt", &lines);
    let bench = |chart: &Path, stdout: Stdio| {
        let mut command = batchdoku("bench --engine mrv --rounds 1 --seconds 0.001".split(' '));
        command.arg(&file).arg("--export-csv").arg(scratch.path("csv")).arg("--chart").arg(chart);
        command.stdout(stdout).output().unwrap()
    };
    let out = bench(&scratch.path("no/such/chart.svg"), Stdio::piped());
    assert_eq!(code(&out), 2, "{}", stderr(&out));
    assert!(out.stdout.is_empty(), "{}", stderr(&out));
    assert_eq!(scratch.names(), ["in.txt"]);
    #[cfg(target_os = "linux")]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let out = bench(&scratch.path("chart.svg"), full.into());
        assert_fails(&out, 2, "No space left");
        assert_eq!(scratch.names(), ["in.txt"]);
    }
    let out = bench(&scratch.path("chart.svg"), Stdio::piped());
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_contains(stdout(&out), "40 puzzles");
    assert_eq!(scratch.names(), ["chart.svg", "csv", "in.txt"]);
}

#[test]
fn an_input_that_cannot_be_read_leaves_the_output_alone() {
    let scratch = Scratch::new();
    let to = scratch.file("out", "old");
    let missing = scratch.path("missing");
    let empty = Scratch::new();
    for from in [&missing, &empty.path("")] {
        let out = solve(from, &to);
        assert_eq!(code(&out), 2);
        let said = stderr(&out);
        assert!(said.starts_with(&format!("error: cannot open '{}': ", from.display())), "{said}");
    }
    assert_eq!(fs::read_to_string(&to).unwrap(), "old");
    assert_eq!(scratch.names(), ["out"]);
}

/// A file that the process has open is written where it is, between what others write, and no file is made.
#[cfg(unix)]
#[test]
fn open_files_by_their_paths() {
    let scratch = Scratch::new();
    let input = scratch.file("in", format!("{PUZZLE}\n"));
    let link = scratch.path("link");
    std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
    let own = ["/dev/stdout", "/dev/fd/1", link.to_str().unwrap()];
    for path in own {
        let piped = batchdoku(["solve", "-q", "-o", path]).arg(&input).output().unwrap();
        assert_eq!((stdout(&piped), stderr(&piped)), (&*format!("{SOLUTION}\n"), ""), "{path}");
    }
    let log = scratch.file("log", "before\n");
    let mut file = fs::File::options().write(true).open(&log).unwrap();
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).unwrap();
    for path in own {
        let mut solve = batchdoku(["solve", "-q", "-o", path]);
        let out = solve.arg(&input).stdout(file.try_clone().unwrap()).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
    }
    let solutions = format!("{SOLUTION}\n").repeat(own.len());
    assert_eq!(fs::read_to_string(&log).unwrap(), format!("before\n{solutions}"));
    let bad = scratch.file("bad", &PUZZLE[1..]);
    let mut solve = batchdoku(["solve", "-q", "--rejects", "/dev/stderr"]);
    let out = solve.arg(bad).output().unwrap();
    assert!(stderr(&out).starts_with("line\tkind\tdetail\ttext\n"), "{}", stderr(&out));
    let out = batchdoku(["solve", "--resume", "-o", "/dev/stdout"]).arg(&input).output().unwrap();
    assert_contains(stderr(&out), "'/dev/stdout' is not a file");
    assert_eq!(scratch.names(), ["bad", "in", "link", "log"]);
}

/// A folder as output has a file for each input, of which there may be more than the usual limit.
#[cfg(unix)]
#[test]
fn many_outputs_at_once() {
    let scratch = Scratch::new();
    let inputs: Vec<_> = (0..60).map(|n| scratch.file(&format!("{n}"), PUZZLE)).collect();
    let folder = scratch.path("solutions/");
    let mut shell = std::process::Command::new("sh");
    let solve = batchdoku(["solve", "-q", "-j2", "-o"]);
    shell.args(["-c", "ulimit -Sn 40 && exec \"$@\"", "sh"]).arg(solve.get_program());
    let out = shell.args(solve.get_args()).arg(&folder).args(inputs).output().unwrap();
    assert_eq!((code(&out), stderr(&out)), (0, ""));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 60);
}

#[test]
fn an_output_that_cannot_be_made_is_refused_before_any_work() {
    let scratch = Scratch::new();
    let no_folder = scratch.path("no/folder/out");
    let cannot = format!("cannot create '{}': ", no_folder.display());
    // Would never end if it were read.
    for (to, words) in [(no_folder, &*cannot), (scratch.path(""), "must be a file, not a folder")] {
        let mut command = batchdoku(["solve", "-", "-o"]);
        let mut child =
            command.arg(&to).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let out = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), words);
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::File,
        io::{Read, Seek, SeekFrom, Write},
        os::unix::{
            fs::{PermissionsExt, symlink},
            process::CommandExt,
        },
        process::Command,
        thread,
    };

    use super::*;

    #[test]
    fn a_link_stays_a_link() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let to = scratch.file("real", "old");
        let link = scratch.path("link");
        symlink(&to, &link).unwrap();
        assert_eq!(code(&solve(&from, &link)), 0);
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn a_link_to_no_file_yet_stays_a_link() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let (link, again) = (scratch.path("link"), scratch.path("again"));
        symlink("real", &link).unwrap();
        symlink(&link, &again).unwrap();
        assert_eq!(code(&solve(&from, &again)), 0);
        assert!(link.is_symlink());
        assert!(again.is_symlink());
        assert_eq!(fs::read_to_string(scratch.path("real")).unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn an_output_may_have_the_longest_name() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let to = scratch.path(&"é".repeat(127));
        assert_eq!(code(&solve(&from, &to)), 0);
        assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn permissions_stay() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let to = scratch.file("out", "old");
        fs::set_permissions(&to, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(code(&solve(&from, &to)), 0);
        assert_eq!(to.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let new = scratch.path("new");
        assert_eq!(code(&solve(&from, &new)), 0);
        let usual = scratch.file("usual", "").metadata().unwrap().permissions();
        assert_eq!(new.metadata().unwrap().permissions(), usual);
    }

    #[test]
    fn a_fifo_is_a_stream() {
        let scratch = Scratch::new();
        let fifo = scratch.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let feeder = {
            let fifo = fifo.clone();
            thread::spawn(move || File::create(fifo).unwrap().write_all(PUZZLE.as_bytes()).unwrap())
        };
        let to = scratch.path("out");
        assert_eq!(code(&solve(&fifo, &to)), 0);
        feeder.join().unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));

        let from = scratch.file("in", PUZZLE);
        let reader = {
            let fifo = fifo.clone();
            thread::spawn(move || {
                let mut text = String::new();
                File::open(fifo).unwrap().read_to_string(&mut text).map(|_| text).unwrap()
            })
        };
        assert_eq!(code(&solve(&from, &fifo)), 0);
        assert_eq!(reader.join().unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn a_line_is_answered_when_it_comes() {
        let mut command = batchdoku(["solve", "-q"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut ask, mut hear) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        for (puzzle, solution) in puzzles(10) {
            ask.write_all(format!("{puzzle}\n").as_bytes()).unwrap();
            let mut answer = [0; 82];
            hear.read_exact(&mut answer).unwrap();
            assert_eq!(answer, *format!("{solution}\n").as_bytes());
        }
        drop(ask);
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn a_redirected_input_is_read_from_where_it_stands() {
        let scratch = Scratch::new();
        let many = puzzles(3000);
        let lines: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
        let expected: String = many[1..].iter().map(|(_, grid)| format!("{grid}\n")).collect();
        let path = scratch.file("in", lines);
        for arg in ["--quiet", "--no-mmap"] {
            let mut file = File::open(&path).unwrap();
            file.seek(SeekFrom::Start(82)).unwrap();
            let stdin = file.try_clone().unwrap();
            let out = batchdoku(["solve", "-", arg]).stdin(stdin).output().unwrap();
            assert_same(&expected, stdout(&out), "");
            // All of it has been read: another program finds the end.
            assert_eq!(file.stream_position().unwrap(), 82 * 3000);
            let out = batchdoku(["solve", "-", arg]).stdin(file).output().unwrap();
            assert_eq!((code(&out), stdout(&out)), (0, ""));
        }
    }

    #[test]
    fn several_programs_may_write_to_one_redirected_output() {
        let scratch = Scratch::new();
        let many = puzzles(40_000);
        for (name, append, at_once) in
            [("then", false, false), ("after", true, false), ("beside", false, true)]
        {
            let to = scratch.file(name, "before\n");
            let mut to_file = File::options().append(append).write(true).open(&to).unwrap();
            to_file.seek(SeekFrom::End(0)).unwrap();
            let mut running = Vec::new();
            for (part, puzzles) in many.chunks(10_000).enumerate() {
                let lines: String =
                    puzzles.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
                let from = scratch.file(&part.to_string(), lines);
                let mut command = batchdoku(["solve", "-q"]);
                command.arg(from).stdout(to_file.try_clone().unwrap());
                running.push(command.spawn().unwrap());
                if !at_once {
                    assert!(running.pop().unwrap().wait().unwrap().success());
                }
            }
            for mut child in running {
                assert!(child.wait().unwrap().success());
            }
            let text = fs::read_to_string(&to).unwrap();
            let mut found: Vec<_> = text.lines().collect();
            let mut expected = vec!["before"];
            expected.extend(many.iter().map(|(_, solution)| solution.as_str()));
            if at_once {
                found.sort_unstable();
                expected.sort_unstable();
            }
            assert_same(expected.join("\n"), found.join("\n"), format_args!("{name}"));
        }
    }

    #[test]
    fn files_without_a_size_are_read() {
        // Its size is said to be 0, and it is not empty.
        let out = batchdoku(["solve", "/proc/self/status"]).output().unwrap();
        if Path::new("/proc/self/status").exists() {
            assert_contains(stderr(&out), "there is no puzzle in its first ");
        }
        assert_eq!(code(&batchdoku(["solve", "/dev/null"]).output().unwrap()), 0);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        if !Path::new("/dev/full").exists() {
            return;
        }
        for args in [&["solve", "-"][..], &["solve", "-", "-o", "/dev/full"]] {
            let mut command = batchdoku(args);
            let full = File::options().write(true).open("/dev/full").unwrap();
            let mut child =
                command.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(PUZZLE.as_bytes()).unwrap();
            let out = child.wait_with_output().unwrap();
            assert_eq!(code(&out), 2);
            assert_contains(stderr(&out), "No space left on device");
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        let scratch = Scratch::new();
        let input = format!("{PUZZLE}\n").repeat(20_000);
        let file = scratch.file("in", input);
        let mut command = batchdoku(["solve"]);
        let mut child =
            command.arg(file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 82];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let out = child.wait_with_output().unwrap();
        assert_eq!((code(&out), stderr(&out)), (0, ""));
        assert_eq!(start[..81], *SOLUTION.as_bytes());
    }

    #[test]
    fn unreadable_files_are_refused() {
        let scratch = Scratch::new();
        let file = scratch.file("in", PUZZLE);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(scratch.path(""), fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = batchdoku(["solve", "-q"]);
        command.arg(&file);
        if File::open(&file).is_ok() {
            // This user may read everything: nobody may not.
            command.uid(65534);
        }
        match command.output() {
            Ok(out) => {
                assert_eq!(code(&out), 2);
                let words = format!("cannot open '{}': Permission denied", file.display());
                assert_contains(stderr(&out), &words);
            }
            Err(error) => println!("skipped: nobody cannot run the program: {error}"),
        }
    }
}

/// A file that is mounted on its own, as containers do it, cannot be replaced. It is written in place, and that is said
/// before any work; a job that must be able to start again refuses it.
#[test]
#[cfg(target_os = "linux")]
fn an_output_that_is_mounted_on_its_own_is_written_in_place() {
    let scratch = Scratch::new();
    scratch.file("in", format!("{PUZZLE}\n").repeat(3));
    let expected = format!("{SOLUTION}\n").repeat(3);
    let long = "an older, longer text\n".repeat(100);
    // With a namespace of its own, so that the mount ends with the command.
    let script = "mount --bind below out && exec \"$BATCHDOKU\" \"$@\"";
    let mounted_on = |below: &str, args: &str| {
        scratch.file("below", below);
        scratch.file("out", "what the mount hides");
        let mut command = Command::new("unshare");
        command.args(["--mount", "--map-root-user", "sh", "-c", script, "sh"]);
        command.args(args.split(' ')).env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku"));
        command.current_dir(scratch.path("")).stdin(Stdio::null()).output()
    };
    let mounted = |args: &str| mounted_on(&long, args);
    let can_mount = mounted("solve -q in -o -").is_ok_and(|out| out.status.success());
    if !can_mount || !emulator().is_empty() {
        println!("skipped: no file can be mounted here");
        return;
    }
    let below = || fs::read(scratch.path("below")).unwrap();
    for args in ["solve in -o out", "solve in -o out -j 1 --compress none"] {
        let out = mounted(args).unwrap();
        assert_fails(
            &out,
            0,
            "'out' is written in place, because no other file can take its place",
        );
        assert_same(&expected, below(), args);
    }
    // The first bytes of an array are known last.
    let out = mounted("solve in -o out --to npy").unwrap();
    assert_fails(&out, 0, "in place");
    let array = npy(&expected);
    assert_same(&array[array.len() - 3 * 81..], &below()[128..], "array");
    let out = mounted("solve in -o results --rejects out").unwrap();
    assert_fails(&out, 0, "'out' is written in place");
    assert_same("line\tkind\tdetail\ttext\n", below(), "rejects");
    for args in ["solve in -o out --resume", "solve in -o other --rejects out --resume"] {
        let out = mounted(args).unwrap();
        assert_fails(&out, 2, "cannot create 'out': it is not a file that can be replaced");
        assert_same(&long, below(), args);
    }
    // Every command that opens a file reports it, once.
    scratch.file("problem", "1 1\n1\n");
    let bench = "bench --engine mrv --rounds 1 --seconds 0.001 --smallest 1 in --export-json out";
    let evolve = "evolve -n 1 --by nodes --min-nodes 1 --rounds 1 --seed 1 -o found --state";
    let out =
        batchdoku(format!("{evolve} state").split(' ')).current_dir(scratch.path("")).output();
    assert_fails(&out.unwrap(), 0, "found");
    let state = fs::read_to_string(scratch.path("state")).unwrap();
    let evolve = format!("{evolve} out");
    for (below, args) in [(&*long, "cover problem -o out"), (&long, bench), (&state, &evolve)] {
        let out = mounted_on(below, args).unwrap();
        assert_fails(&out, 0, "'out' is written in place");
        assert_same("1", stderr(&out).matches("in place").count().to_string(), args);
    }
    // What is refused for another reason has not touched it.
    for args in ["solve missing -o out", "evolve missing -n 1 -o out"] {
        let out = mounted(args).unwrap();
        assert_fails(&out, 2, "missing");
        assert_same(&long, below(), args);
    }
}
