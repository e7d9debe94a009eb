//! The program at a terminal, played by a pseudoterminal: what it draws, in which colours, and what
//! Ctrl-C and Ctrl-D do.
#![cfg(target_os = "linux")]

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
    process::{Child, Stdio},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::common::*;
use rustix::{
    io::ioctl_fionread,
    pipe::fcntl_getpipe_size,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

/// The program at a terminal of its own.
struct Session {
    child: Child,
    terminal: File,
    seen: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl Session {
    /// Starts the program with these arguments and environment variables.
    fn start(args: &[&str], variables: &[(&str, &str)]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a pseudoterminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("the other side");
        let name = ptsname(&master, Vec::new()).expect("its name").into_string().expect("text");
        let slave = || {
            let no_control = 0o400;
            let mut options = File::options();
            let options = options.read(true).write(true).custom_flags(no_control);
            Stdio::from(options.open(&name).expect("opened"))
        };
        // A session whose terminal this is, so that Ctrl-C is a signal.
        let mut command = heeding("setsid");
        command.args(["--ctty", env!("CARGO_BIN_EXE_batchdoku")]).args(args);
        for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm").envs(variables.iter().copied());
        command.stdin(slave()).stdout(slave()).stderr(slave());
        let child = command.spawn().expect("the program starts");
        drop(command);
        let terminal = File::from(master);
        let seen = Arc::<Mutex<String>>::default();
        let (mut screen, text) = (terminal.try_clone().expect("shared"), Arc::clone(&seen));
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // An error is the end: nobody has the other side open.
            while let Ok(length @ 1..) = screen.read(&mut bytes) {
                let more = String::from_utf8_lossy(&bytes[..length]).replace('\r', "");
                text.lock().expect("no panic").push_str(&more);
            }
        });
        Self { child, terminal, seen, reader }
    }

    /// Types some keys.
    fn keys(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).expect("typed");
    }

    /// Waits until the terminal shows `text`.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.screen().contains(text) {
            assert!(start.elapsed() < PATIENCE, "{text:?} in {:?}", self.screen());
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn screen(&self) -> String {
        self.seen.lock().expect("no panic").clone()
    }

    /// Waits for the end: the exit code, and what the terminal shows.
    fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("waited") {
                break status;
            }
            if start.elapsed() > PATIENCE {
                self.child.kill().expect("killed");
                panic!("still running: {:?}", self.screen());
            }
            thread::sleep(Duration::from_millis(1));
        };
        // Nobody has the other side open any more.
        self.reader.join().expect("no panic");
        let screen = self.seen.lock().expect("no panic").clone();
        (status.code(), screen)
    }
}

fn run(args: &[&str], variables: &[(&str, &str)]) -> String {
    Session::start(args, variables).end().1
}

const BOLD: &str = "\x1b[1m";

#[test]
fn a_puzzle_on_the_command_line_is_drawn() {
    let (code, screen) = Session::start(&["solve", PUZZLE], &[]).end();
    assert_eq!(code, Some(0), "{screen}");
    let found = "\x1b[32m";
    let cells = format!("│ {BOLD}1\x1b[0m  {found}4\x1b[0m  {BOLD}3\x1b[0m │");
    assert_contains(&screen, &cells);
    assert_contains(&screen, "1 puzzle solved; ");
    for variables in [[("NO_COLOR", "1")], [("TERM", "dumb")], [("CLICOLOR", "0")]] {
        let screen = run(&["solve", PUZZLE], &variables);
        assert_contains(&screen, "│[1] 4 [3]│ 6  2  8 │[5] 7 [9]│");
    }
    assert!(
        run(&["count", PUZZLE], &[]).contains("│\n└─────────┴─────────┴─────────┘\ncount: 1\n")
    );
    assert!(run(&["rate", PUZZLE], &[]).contains("\nlevel: "));
    let canon = run(&["canon", PUZZLE], &[]);
    assert_eq!(canon.matches('┌').count(), 2, "{canon}");
    assert!(canon.contains("\ncanonical:\n┌"));
    let claim = format!("{PUZZLE},{SOLUTION}");
    assert!(run(&["check", &claim], &[]).contains("\nverdict: ok\n"));
}

/// The steps of puzzles in files are words, too, unless a format, a file or a grid that only JSON has is named.
#[test]
fn steps_are_words_on_a_terminal() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    let file = file.to_str().unwrap();
    let screen = run(&["explain", file], &[("NO_COLOR", "1")]);
    assert_eq!(screen.matches("\n  1. ").count(), 2, "{screen}");
    assert!(screen.contains('┌'), "{screen}");
    assert!(!screen.contains('{'), "{screen}");
    assert_eq!(run(&["explain", PUZZLE], &[("NO_COLOR", "1")]).matches("\n  1. ").count(), 1);
    for more in [&["--to", "jsonl"][..], &["--grids", "none"]] {
        let screen = run(&[&["explain", file], more].concat(), &[]);
        assert!(screen.starts_with("{\"puzzle\":"), "{more:?}: {screen}");
    }
    let piped = batchdoku(["explain", file]).output().unwrap();
    assert!(stdout(&piped).starts_with("{\"puzzle\":"), "{}", stdout(&piped));
    let piped = batchdoku(["explain", PUZZLE]).output().unwrap();
    assert!(stdout(&piped).starts_with("{\"puzzle\":"), "{}", stdout(&piped));
}

#[test]
fn ratings_have_headings_on_a_terminal() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", format!("# two\n{PUZZLE}\n{HARDEST}\n"));
    let file = file.to_str().unwrap();
    let screen = run(&["rate", file], &[]);
    let lines: Vec<_> = screen.lines().collect();
    assert_eq!(lines[0], "level              technique          nodes   steps", "{screen}");
    assert_eq!(lines[1], "# two");
    let place = |line: &str| line.find("naked_single=").or(line.find("hidden_single="));
    assert_eq!(place(lines[2]), lines[0].find("steps"), "{screen}");
    assert_eq!(place(lines[3]), lines[0].find("steps"), "{screen}");
    // Nothing else has headings: other formats, files, pipes, and answers of one column.
    let plain = batchdoku(["rate", file]).output().unwrap();
    assert_contains(stdout(&plain), "# two\neasy naked_single 0 naked_single=");
    assert!(run(&["rate", file, "--to", "line"], &[]).starts_with("# two\n"));
    assert!(run(&["count", file], &[]).starts_with("# two\n1\n"));
}

#[test]
fn what_is_not_for_people_is_not_drawn() {
    for more in ["--to=line", "-q"] {
        let screen = run(&["solve", PUZZLE, more], &[]);
        assert_eq!(screen.contains('┌'), more == "-q", "{screen}");
    }
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", PUZZLE);
    let screen = run(&["solve", file.to_str().unwrap()], &[]);
    assert!(screen.starts_with(&format!("{SOLUTION}\n")), "{screen}");
}

#[test]
fn in_a_pipe_a_puzzle_gives_the_line_that_a_file_would() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", PUZZLE);
    for command in ["solve", "count", "rate", "canon", "shuffle"] {
        let from_file = batchdoku([command]).arg(&file).output().unwrap();
        let from_argument = batchdoku([command, PUZZLE]).output().unwrap();
        assert_eq!(code(&from_argument), 0, "{}", stderr(&from_argument));
        assert_eq!(stdout(&from_argument), stdout(&from_file), "{command}");
    }
    let claim = format!("{PUZZLE} {SOLUTION}");
    let out = batchdoku(["check", &claim]).output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (0, ""));
}

#[test]
fn a_puzzle_may_have_any_form_and_a_file_wins() {
    let rows = PUZZLE.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap());
    let apart: Vec<String> = PUZZLE.chars().map(String::from).collect();
    for text in [
        PUZZLE.replace('0', "."),
        apart.join(" "),
        format!("[{}]", apart.join(", ")),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}"),
        rows.collect::<Vec<_>>().join("\n"),
    ] {
        let out = batchdoku(["solve", "--to", "line", &text]).output().unwrap();
        assert_eq!(stdout(&out).trim_end(), SOLUTION, "{text}: {}", stderr(&out));
    }
    let out = batchdoku(["solve", PUZZLE, HARDEST, PUZZLE]).output().unwrap();
    assert_eq!(stdout(&out).lines().count(), 3, "{}", stderr(&out));
    let scratch = Scratch::new();
    scratch.file(PUZZLE, format!("{HARDEST}\n{HARDEST}\n"));
    let out = batchdoku(["count", PUZZLE]).current_dir(scratch.path("")).output().unwrap();
    assert_eq!(stdout(&out), "1\n1\n");
}

#[test]
fn what_is_almost_a_puzzle_is_explained() {
    for (text, why) in [
        (&PUZZLE[1..], "expected 81 cells, got 80"),
        (&format!("{}a{}", &PUZZLE[..40], &PUZZLE[41..]), "column 41: expected a digit"),
    ] {
        let out = batchdoku(["solve", text]).output().unwrap();
        assert_eq!(code(&out), 2);
        let expected = format!("error: '{text}' is neither a file nor a puzzle: {why}");
        assert!(stderr(&out).starts_with(&expected), "{}", stderr(&out));
    }
    let out = batchdoku(["solve", "puzzles.txt"]).output().unwrap();
    assert!(stderr(&out).starts_with("error: cannot open 'puzzles.txt': "), "{}", stderr(&out));
}

#[test]
fn errors_have_colours_where_they_are_wanted() {
    let error = "\x1b[1m\x1b[31merror:\x1b[0m cannot open";
    assert!(run(&["solve", "nothing"], &[]).contains(error), "{}", run(&["solve", "nothing"], &[]));
    assert!(run(&["solve", "nothing"], &[("NO_COLOR", "1")]).starts_with("error: cannot open"));
    let piped = |variable: &str| {
        let out = batchdoku(["solve", "nothing"]).env(variable, "1").output().unwrap();
        stderr(&out).to_owned()
    };
    assert!(piped("CLICOLOR_FORCE").contains(error));
    assert!(piped("ANOTHER").starts_with("error: cannot open"));
    // clap's own errors, and its help.
    let forced = |args: &[&str]| batchdoku(args).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert_contains(stderr(&forced(&["sovle"])), "\x1b[1m\x1b[31merror:\x1b[0m ");
    assert_contains(stdout(&forced(&["-h"])), BOLD);
    let drawn = forced(&["solve", "--to", "drawing", PUZZLE]);
    assert_contains(stdout(&drawn), BOLD);
}

/// The bytes of a file do not depend on where standard output leads.
#[test]
fn a_file_has_no_colours() {
    let scratch = Scratch::new();
    let [file, other] = ["file", "other"].map(|name| scratch.path(name));
    for command in ["solve", "explain"] {
        let args = |path: &PathBuf| {
            let path = path.to_str().unwrap().to_owned();
            [command, "-q", "--to", "drawing", PUZZLE, "-o"]
                .map(String::from)
                .into_iter()
                .chain([path])
        };
        let forced = batchdoku(args(&file)).env("CLICOLOR_FORCE", "1").output().unwrap();
        let plain = batchdoku(args(&other)).output().unwrap();
        assert_eq!((code(&forced), code(&plain)), (0, 0), "{}", stderr(&forced));
        let text = fs::read_to_string(&file).unwrap();
        assert_same(fs::read(&other).unwrap(), &text, "");
        assert!(!text.contains('\x1b'), "{text}");
    }
}

#[test]
fn standard_input_from_a_terminal_says_what_it_waits_for() {
    let mut session = Session::start(&["solve"], &[]);
    session.wait_for("reading puzzles from standard input; end with Ctrl-D\n");
    // Long enough for a bar, which would be drawn over what is typed.
    thread::sleep(Duration::from_millis(800));
    session.keys(&format!("{PUZZLE}\n"));
    session.wait_for(SOLUTION);
    session.keys("\x04");
    let (code, screen) = session.end();
    assert_eq!(code, Some(0), "{screen}");
    assert_contains(&screen, "1 puzzle solved; ");
    assert!(!screen.contains("0 puzzles"), "{screen}");
}

#[test]
fn candidates_that_are_not_used_are_noted() {
    let cells = PUZZLE.chars().zip(SOLUTION.chars()).map(|(clue, digit)| match clue {
        '0' if digit == '9' => "19".into(),
        '0' => format!("{digit}9"),
        clue => clue.to_string(),
    });
    let cells: Vec<_> = cells.collect();
    let rows: Vec<_> = cells.chunks(9).map(|row| row.join("  ")).collect();
    let scratch = Scratch::new();
    let file = scratch.file("marks.txt", rows.join("\n") + "\n");
    let run = |args: &[&str]| {
        let out = batchdoku(args).arg(&file).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        (stdout(&out).trim_end().to_owned(), stderr(&out).to_owned())
    };
    let (solution, messages) = run(&["solve", "--to", "line"]);
    assert_eq!(solution, SOLUTION);
    assert!(!messages.contains("several candidates"), "{messages}");
    let (_, messages) = run(&["canon"]);
    let note = "marks.txt: cells with several candidates are read as empty cells";
    assert!(messages.contains(note), "{messages}");
    assert_eq!(run(&["canon", "--quiet"]).1, "");
}

/// Starts the program, lets `wait` bring it to some state, types Ctrl-C, and checks that it ends without more work.
fn control_c_ends(args: &[&str], wait: impl Fn(&mut Session)) {
    let mut session = Session::start(args, &[]);
    wait(&mut session);
    let before = cpu_time(session.child.id());
    session.keys("\x03");
    ends_without_work(session.child.id(), before);
    let (code, screen) = session.end();
    let end = String::from_utf8_lossy(&screen.as_bytes()[screen.len().saturating_sub(300)..]);
    assert_eq!(code, Some(130), "{args:?}: {end}");
}

/// At an idle terminal, in the middle of a line, after an answer, and while it works. A program that waits for a
/// terminal gets most of a second to end by itself, so those that wait do so side by side.
#[test]
fn control_c_ends_the_program_in_every_state() {
    thread::scope(|scope| {
        for command in ["solve", "count", "rate", "canon", "dedupe", "stats", "check", "cover"] {
            scope.spawn(move || {
                for keys in ["", "53..7", &format!("{PUZZLE}\n")] {
                    control_c_ends(&[command], |session| {
                        session.wait_for("from standard input; end with Ctrl-D\n");
                        session.keys(keys);
                        // The terminal shows what is typed, and the first four commands answer a line.
                        session.wait_for(keys);
                        if keys.ends_with('\n')
                            && ["solve", "count", "rate", "canon"].contains(&command)
                        {
                            wait_until("it answers", || !session.screen().ends_with(keys));
                        }
                    });
                }
            });
        }
    });
    let empty = DOTS;
    for args in [
        &["count", "--limit", "0", empty][..],
        &["solve", "--all", empty, "--to", "line"],
        &["grids", "-n", "1000000000"],
        &["generate", "-n", "1000000000"],
    ] {
        control_c_ends(args, |it| wait_for_work(it.child.id(), Duration::from_millis(100)));
    }
}

/// Bars do not fill the line, as the terminal writes `^C` there: at the end of a line it would begin another,
/// which nobody removes.
#[test]
fn an_interrupted_job_leaves_no_bar_and_says_what_is_left() {
    for (resume, words) in [
        (None, "' was not written; with --resume from the start, the same command would continue"),
        (Some("--resume"), "' was not written; the same command continues"),
    ] {
        let scratch = Scratch::new();
        let output = scratch.path("out.txt");
        let mut args = vec!["grids", "-n", "1000000000", "-o", output.to_str().unwrap()];
        args.extend(resume);
        let mut session = Session::start(&args, &[]);
        session.wait_for(" left");
        session.keys("\x03");
        let (code, screen) = session.end();
        assert_eq!(code, Some(130), "{screen}");
        assert_contains(&screen, words);
        assert_contains(&screen, "interrupted");
        let bars = screen.split(['\x1b', '\n']).filter(|part| part.contains(" left"));
        let columns = bars.map(|part| part.split_once('K').map_or(part, |(_, bar)| bar));
        let columns = columns.map(|bar| bar.chars().count()).max();
        assert!(columns.is_some_and(|columns| columns <= 78), "{columns:?}: {screen:?}");
    }
}

/// A puzzle on the command line is solved, but its solution is not the only one.
#[test]
fn other_solutions_are_noted() {
    let several = format!("{}..", &SOLUTION[..79]).replacen('1', ".", 9).replacen('2', ".", 9);
    let note =
        "note: this is not the only solution: --all writes every one, --unique requires it\n";
    for (args, is_noted) in [
        (&["solve", &several][..], true),
        (&["solve", "-q", &several], false),
        (&["solve", "--all", &several], false),
        (&["solve", PUZZLE], false),
    ] {
        let out = batchdoku(args).output().unwrap();
        assert_eq!(stderr(&out).contains(note), is_noted, "{args:?}: {}", stderr(&out));
    }
}

/// Without a terminal, progress is lines with the share that is done and the time left.
#[test]
fn lines_of_progress_have_a_share_and_the_time_left() {
    let args = [
        "generate",
        "--progress",
        "always",
        "-n",
        "1000000",
        "--er",
        "6.5..7",
        "--max-tries",
        "5",
        "-j",
        "2",
    ];
    let scratch = Scratch::new();
    let log = scratch.path("log");
    let mut child = batchdoku(args)
        .stdout(std::process::Stdio::null())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let text = || fs::read_to_string(&log).unwrap();
    wait_until("a line with the time left", || text().contains(" left"));
    send("INT", child.id());
    child.wait().unwrap();
    let text = text();
    let line = text.lines().find(|line| line.contains(" left")).unwrap();
    assert_contains(line, "%, ");
}

/// The output waits for a reader that does not read, so the process ends in place of the job.
#[test]
fn the_bar_is_gone_before_anything_else_is_said() {
    let scratch = Scratch::new();
    let pipe = scratch.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = File::options().read(true).write(true).open(&pipe).unwrap();
    let pipe = pipe.to_str().unwrap();
    let mut session = Session::start(&["grids", "-n", "1000000000", "-o", pipe], &[]);
    session.wait_for("left");
    // Only a pipe that is full keeps the job from ending by itself.
    wait_until("the pipe is full", || {
        let held = ioctl_fionread(&reader).expect("a pipe");
        held + 4096 > fcntl_getpipe_size(&reader).expect("a pipe") as u64
    });
    session.keys("\x03");
    let (code, screen) = session.end();
    drop(reader);
    assert_eq!(code, Some(130));
    let (before, _) = screen.rsplit_once("interrupted after").expect("it says so");
    let is_clear = before.ends_with('\n') || before.ends_with("\x1b[2K");
    assert!(is_clear, "{:?}", &before[before.len().saturating_sub(100)..]);
}

/// A record that takes for ever hides neither that another is done nor what is found meanwhile.
#[test]
fn the_bar_shows_the_first_record_and_what_is_found() {
    let scratch = Scratch::new();
    let unsolvable = format!("11{}", &DOTS[2..]);
    let puzzles = scratch.file("puzzles.txt", format!("{unsolvable}\n{SOLUTION}\n"));
    let output = scratch.path("output.txt");
    let files = [puzzles.to_str().unwrap(), "-o", output.to_str().unwrap()];
    for command in [&["sub-puzzles"][..], &["neighbours", "--remove", "4", "--add", "3"]] {
        control_c_ends(&[command, &files].concat(), |session| {
            session.wait_for("1 puzzle, ");
            session.wait_for(" found, ");
        });
    }
}

/// Before anything is done, the bar shows that the program works, so that nobody takes a long record for a program that
/// hangs.
#[test]
fn the_bar_is_there_before_the_first_record() {
    control_c_ends(&["count", "--limit", "0", DOTS], |session| session.wait_for("0 puzzles, 0/s"));
}

/// A puzzle of ER 11.9, which takes seconds to explain.
const HARD: &str =
    "12.3.....4.....3....3.5......42..5......8...9.6...5.7...15..2......9..6......7..8";

#[test]
fn the_bar_names_a_puzzle_that_takes_seconds() {
    let scratch = Scratch::new();
    let output = scratch.path("output.csv");
    for command in ["rate", "explain"] {
        let args = [command, "--er", HARD, "--to", "csv", "-o", output.to_str().unwrap()];
        control_c_ends(&args, |session| session.wait_for(", searching 12.3..... for "));
        assert_eq!(fs::read_dir(output.parent().unwrap()).unwrap().count(), 0, "{command}");
    }
}

#[test]
fn the_bar_says_what_evolve_does_before_the_first_round() {
    let search = ["evolve", "--by", "er", "--min-er", "11.9", "-n", "1", "--seed", "1"];
    control_c_ends(&search, |session| session.wait_for(" puzzles to start from"));
}

/// The time left is not told before anything is measured.
#[test]
fn the_bar_counts_the_rounds_of_bench() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("puzzles.txt", format!("{PUZZLE}\n").repeat(2000));
    let rounds = ["--engine", "lanes", "--rounds", "1000000", "--seconds", "0.01"];
    let args = [&["bench", puzzles.to_str().unwrap()], &rounds[..]].concat();
    let mut session = Session::start(&args, &[]);
    session.wait_for(" rounds, ");
    session.keys("\x03");
    let (code, screen) = session.end();
    assert_eq!(code, Some(130));
    assert!(!screen.contains("ETA"), "{screen:?}");
    assert_contains(&screen, "interrupted after");
    let (before, _) = screen.split_once(" rounds, ").expect("waited for");
    assert!(!before.contains("left"), "{before:?}");
}
