//! The commands in the documents are run, and print what the documents say.
//!
//! A block marked `console` is a session in a shell: lines that start with `$ ` are commands (a
//! `\` at the end continues them), and the lines below each are what it prints, standard output
//! first. `...` on a line of its own stands for any number of lines. Parts that differ from run to run,
//! the time and speed in a summary, are not compared. The commands of one document share a folder
//! that holds `data/`. With the environment variable `UPDATE_DOCUMENTS`, what a document says is
//! replaced by what its commands print.
#![cfg(target_os = "linux")]

use std::{collections::HashSet, fs, os::unix::fs::symlink, path::Path, process::Command};

use batchdoku::corpus::explain::StepKind;

use crate::common::*;

#[test]
fn readme() {
    run("README.md", 4);
}

/// Two screens of a browser, with a picture, have some 90 lines: what takes longer to read belongs into docs.
#[test]
fn the_readme_fits_two_screens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the document is there");
    let lines = text.lines().count();
    assert!(lines <= 100, "{lines} lines");
}

#[test]
fn running() {
    run("docs/running.md", 5);
}

#[test]
fn gallery() {
    run("docs/gallery.md", 30);
}

#[test]
fn guide() {
    run("docs/guide.md", 40);
}

#[test]
fn judge() {
    run("docs/judge.md", 6);
}

#[test]
fn clusters() {
    run("docs/clusters.md", 6);
}

/// The commands in the table of docs/commands.md, each on files that it names. The README names all of them, too.
#[test]
fn commands_of_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/commands.md")).expect("the document is there");
    let folder = Scratch::new();
    let (puzzles, solutions): (Vec<_>, Vec<_>) = minimal(40).into_iter().unzip();
    for name in ["puzzles.txt", "a.txt", "b.txt"] {
        folder.file(name, puzzles.join("\n"));
    }
    folder.file("solutions.txt", solutions.join("\n"));
    folder.file("problem.txt", "3 3\n1 0 1\n0 1 0\n1 1 1\n");
    // The row of the second part makes that one.
    for part in [1, 3, 4, 5, 6, 7] {
        let line = format!("solve -q puzzles.txt --shard {part}/7 --resume -o part-{part}.txt");
        let made =
            batchdoku(line.split(' ')).current_dir(folder.path("")).output().expect("it runs");
        assert_eq!(code(&made), 0, "{}", stderr(&made));
    }
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains("`batchdoku "));
    let commands = rows.map(|row| row.rsplit('`').nth(1).expect("a command in code marks"));
    let mut count = 0;
    for command in commands {
        // The same in less time.
        let mut line =
            command.replace("000000 ", "000 ").replace("000 --difficulty", "0 --difficulty");
        if line.starts_with("batchdoku bench ") {
            line += " --rounds 1 --seconds 0.001";
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(folder.path("")).env("PATH", path_to_program());
        let output = shell.output().expect("a shell");
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
        count += 1;
    }
    assert!(count >= 13, "{count} commands");
    let readme = fs::read_to_string(root.join("README.md")).expect("the document is there");
    let help = batchdoku(["--help"]).output().expect("the help");
    let lines = stdout(&help).lines().skip_while(|line| *line != "Solve and check:");
    let lines = lines.take_while(|line| !line.is_empty());
    for name in lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        assert!(readme.contains(&format!("`{name}`")), "the README does not name {name}");
        assert!(text.contains(&format!("`batchdoku {name} ")), "no row about {name}");
    }
}

/// Runs the sessions of a document, which has at least this many commands.
fn run(document: &str, at_least: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&file).expect("the document is there");
    let folder = Scratch::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    symlink(data, folder.path("data")).expect("linked");
    let path = path_to_program();
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();

    let mut updated = String::new();
    let mut commands = 0;
    for part in parts(&text) {
        let DocumentPart::Command { line, command, expected } = part else {
            updated += part.text();
            continue;
        };
        commands += 1;
        // The documents speak of the root of the repository.
        let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/");
        let output = Command::new("sh")
            .args(["-c", &command.replace("scripts/", scripts)])
            .current_dir(folder.path(""))
            .env("PATH", &path)
            .env("PROGRAM", env!("CARGO_BIN_EXE_batchdoku"))
            .env("LC_ALL", "C")
            .output()
            .expect("a shell");
        let printed = format!("{}{}", stdout(&output), stderr(&output));
        let agree = matches(&constant(expected), &constant(&printed));
        assert!(
            agree || update,
            "{document}, line {line}: $ {command}\nprints\n{printed}\nand not\n{expected}"
        );
        updated += &format!("$ {command}\n{}", if agree { expected } else { &printed });
    }
    assert!(commands >= at_least, "{document} has {commands} commands");
    if update {
        fs::write(&file, updated).expect("written");
    }
}

/// A part of a document.
enum DocumentPart<'a> {
    /// Any other text.
    Text(&'a str),
    /// A command, without its `$ `, and what it prints.
    Command { line: usize, command: &'a str, expected: &'a str },
}

impl<'a> DocumentPart<'a> {
    fn text(&self) -> &'a str {
        match self {
            Self::Text(text) => text,
            Self::Command { .. } => "",
        }
    }
}

/// Cuts a document into its commands and the text between them.
fn parts(text: &str) -> Vec<DocumentPart<'_>> {
    let mut parts = Vec::new();
    let mut in_session = false;
    let mut lines = text.split_inclusive('\n').enumerate().peekable();
    let mut at = 0;
    let mut rest = 0;
    while let Some((number, line)) = lines.next() {
        let start = at;
        at += line.len();
        if line.starts_with("```") {
            in_session = line == "```console\n";
        }
        if !in_session || !line.starts_with("$ ") {
            continue;
        }
        parts.push(DocumentPart::Text(&text[rest..start]));
        while text[..at].ends_with("\\\n") {
            at += lines.next().expect("a line that goes on").1.len();
        }
        let command = text[start..at].strip_prefix("$ ").expect("so it starts").trim_end();
        let end = at;
        while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with(['$', '`'])) {
            at += line.len();
        }
        parts.push(DocumentPart::Command { line: number + 1, command, expected: &text[end..at] });
        rest = at;
    }
    parts.push(DocumentPart::Text(&text[rest..]));
    parts
}

/// Lines without what differs from run to run: the time, the speed and the threads of a summary.
fn constant(text: &str) -> Vec<&str> {
    let constant = |line: &'_ str| match line.split_once("; ") {
        Some((_, rest)) if rest.contains("thread") => line.find("; ").expect("found before"),
        _ => line.len(),
    };
    text.lines().map(|line| &line[..constant(line)]).collect()
}

/// Returns whether `printed` is as `expected`, where `...` stands for any number of lines.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(p, others)| p == first && matches(rest, others))
        }
    }
}

/// Recognises the path of a file or folder of the source.
fn is_path(code: &str) -> bool {
    let is_source = |folder: &&str| code.starts_with(*folder);
    ["src/", "crates/", "tests/"].iter().any(is_source) && !code.contains([' ', '*'])
}

/// Links between the documents, and to the source, lead somewhere.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for document in DOCUMENTS {
        let text = fs::read_to_string(root.join(document)).expect("the document is there");
        let folder = Path::new(document).parent().expect("a folder");
        let targets = text.split("](").skip(1).map(|rest| &rest[..rest.find(')').expect("an end")]);
        for target in targets.filter(|target| !target.starts_with("http")) {
            let file = target.split('#').next().unwrap_or_default();
            let found = file.is_empty() || root.join(folder).join(file).exists();
            assert!(found, "{document} links to {target}");
            links += 1;
        }
        // Paths of the source in code marks.
        for path in text.split('`').filter(|code| is_path(code)) {
            assert!(root.join(path).exists(), "{document} names {path}");
        }
    }
    assert!(links > 20, "{links} links");
}

/// The tests that are named as evidence exist.
#[test]
fn promises_have_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/promises.md")).expect("the document is there");
    let mut tests = 0;
    for row in text.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let mut source = String::new();
        let evidence = row.rsplit_once(" | ").expect("two columns").1;
        for code in evidence.split('`').skip(1).step_by(2) {
            if code.ends_with(".rs") || code.ends_with(".py") {
                source = fs::read_to_string(root.join(code)).expect("the tests are there");
            } else {
                let is_there =
                    ["fn", "def"].iter().any(|word| source.contains(&format!("{word} {code}(")));
                assert!(is_there, "no test {code}");
                tests += 1;
            }
        }
    }
    assert!(tests > 30, "{tests} tests");
}

/// The libraries serve the package, the C library and the page as well, which have no options of a command line: no text
/// of theirs names one. A front end words the hints of errors and the names of options.
#[test]
fn no_text_of_a_library_names_an_option() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let (mut folders, mut files) = (vec![crates], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_source = path.components().any(|part| part.as_os_str() == "src");
            if path.is_dir() {
                folders.push(path);
            } else if is_source && path.extension().is_some_and(|extension| extension == "rs") {
                files += 1;
                let text = fs::read_to_string(&path).expect("text");
                let is_test =
                    path.ends_with("tests.rs") || path.parent().unwrap().ends_with("tests");
                let code = if is_test { "" } else { &*text };
                let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
                for (number, line) in code.lines().enumerate() {
                    let is_comment = line.trim_start().starts_with("//");
                    let found = line.as_bytes().windows(4).any(|bytes| {
                        let [before, b'-', b'-', name] = bytes else { return false };
                        b"\"'` ".contains(before) && name.is_ascii_lowercase()
                    });
                    assert!(is_comment || !found, "{}:{}: {line}", path.display(), number + 1);
                }
            }
        }
    }
    assert!(files > 200, "{files} files");
}

/// The way of a chunk is short, and each function is where ARCHITECTURE.md says.
#[test]
fn the_way_of_a_chunk_is_that_of_the_code() {
    const STOPS: usize = 19;
    const FILES: usize = 12;
    let stops = stops_after("In functions, from `main`");
    let files: HashSet<_> = stops.iter().map(|(file, _)| file).collect();
    assert!(stops.len() <= STOPS, "{} stops", stops.len());
    assert!(files.len() <= FILES, "{} files", files.len());
}

/// An option and a column go the ways that ARCHITECTURE.md shows.
#[test]
fn the_ways_of_an_option_and_of_a_column_are_those_of_the_code() {
    assert_eq!(stops_after("An option is a field of its command.").len(), 9);
    assert_eq!(stops_after("A column of `rate` is an entry of one list").len(), 11);
}

/// Returns the stops of the list of ARCHITECTURE.md behind some words, each a file and what stands there: a function, a
/// type or a constant. Fails if it does not.
fn stops_after(words: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the document");
    let (_, list) = text.split_once(words).expect("the list");
    let list = list.split("```").nth(1).expect("a block").trim_start_matches("text\n");
    let (mut file, mut source, mut stops) = ("", String::new(), Vec::new());
    for line in list.lines() {
        let mut words = line.split_whitespace();
        if !line.starts_with(' ') {
            file = words.next().expect("a file");
            let (part, rest) = file.split_once('/').expect("a folder");
            let path = match part {
                "cli" => format!("src/cli/{rest}"),
                "python" => file.to_owned(),
                _ => format!("crates/{part}/src/{rest}"),
            };
            source = fs::read_to_string(root.join(&path)).unwrap_or_else(|_| panic!("no {path}"));
        }
        let stop = words.next().expect("a name");
        let (of, name) = stop.split_once("::").map_or((None, stop), |(of, name)| (Some(of), name));
        let is_there = |keyword: &str| {
            let start = format!("{keyword} {name}");
            let mut found = source.match_indices(&start).map(|(at, _)| &source[at + start.len()..]);
            found.any(|rest| rest.starts_with(['(', '<', ' ', ':', '{']))
        };
        let is_found = ["fn", "struct", "const", "def", "class"].into_iter().any(is_there);
        assert!(is_found, "no {name} in {file}");
        if let Some(of) = of {
            let is_impl = |line: &str| {
                line.starts_with("impl") && line.split([' ', '<', '>']).any(|word| word == of)
            };
            assert!(source.lines().any(is_impl), "no impl of {of} in {file}");
        }
        stops.push((file.to_owned(), name.to_owned()));
    }
    stops
}

/// The documents.
const DOCUMENTS: [&str; 24] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/benchmarks.md",
    "docs/c.md",
    "docs/clusters.md",
    "docs/commands.md",
    "docs/gallery.md",
    "docs/library.md",
    "docs/parity.md",
    "docs/pictures.md",
    "docs/running.md",
    "docs/story.md",
    "docs/promises.md",
    "docs/recipes.md",
    "docs/lanes-log.md",
    "docs/lanes.md",
    "docs/one-grid.md",
    "docs/files.md",
    "docs/formats.md",
    "docs/guide.md",
    "benches/record/README.md",
];

#[test]
fn ellipses_stand_for_any_lines() {
    assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(matches(&["a", "..."], &["a"]));
    assert!(!matches(&["a", "...", "c"], &["a", "b"]));
    assert!(!matches(&["a"], &["a", "b"]));
}

/// Each technique has a picture, and the pictures are those that the script draws, where there is Node.js to run it.
#[test]
fn each_technique_has_a_picture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("docs/techniques/puzzles.txt")).expect("the list");
    let rows = list.lines().filter(|line| !line.starts_with('#'));
    let listed: Vec<_> = rows.filter_map(|row| row.split(' ').next()).collect();
    let all: Vec<_> = StepKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_same(listed.join("\n"), all.join("\n"), "docs/techniques/puzzles.txt");
    let mut script = Command::new("node");
    script.arg(root.join("scripts/pictures.mjs")).arg("--check");
    match script.env("PROGRAM", env!("CARGO_BIN_EXE_batchdoku")).output() {
        Ok(run) => assert_eq!(code(&run), 0, "{}{}", stdout(&run), stderr(&run)),
        Err(_) => println!("without node, the pictures are not drawn again"),
    }
}

/// The data set is made byte for byte, its sets share nothing, and the audit finds what another one shares.
#[test]
fn the_data_set_is_made_again_and_audited() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Scratch::new();
    let script = |name: &str, args: &[&str]| {
        let mut run = Command::new(root.join("scripts").join(name));
        run.args(args)
            .current_dir(scratch.path(""))
            .env("PROGRAM", env!("CARGO_BIN_EXE_batchdoku"));
        run.output().expect("a shell")
    };
    let extension = if cfg!(feature = "parquet") { "parquet" } else { "csv" };
    for folder in ["one", "two"] {
        let made = script("dataset", &[folder, "64", "7", "3200"]);
        assert_eq!(code(&made), 0, "{}", stderr(&made));
    }
    let [train, validation, test] =
        ["train", "validation", "test"].map(|set| format!("data/{set}.{extension}"));
    for name in [&*train, &*validation, &*test, "README.md"] {
        let read = |folder: &str| fs::read(scratch.path(folder).join(name)).expect("it is there");
        assert_same(read("one"), read("two"), name);
    }
    let card = fs::read_to_string(scratch.path("one/README.md")).expect("the card");
    assert_contains(&card, "| 1.2 – 1.4 | ");
    assert_contains(&card, "Leaks: none");
    assert_contains(&card, &format!("{{split: test, path: {test}}}"));
    if extension == "csv" {
        let rows = fs::read_to_string(scratch.path("one").join(&test)).expect("rows");
        let header =
            "puzzle,solution,clues,class,split,level,technique,nodes,steps,er,ep,ed,er_technique\n";
        assert!(rows.starts_with(header), "{rows}");
    }
    let clean = script("audit", &[&format!("one/{train}"), &format!("one/{test}")]);
    assert_eq!(code(&clean), 0, "{}{}", stdout(&clean), stderr(&clean));
    let pairs = minimal(4);
    scratch.file("a.txt", format!("{}\n{}\n", pairs[0].0, pairs[1].0));
    scratch.file("b.txt", format!("{}\n{}\n", pairs[0].0, pairs[2].0));
    let leaking = script("audit", &["a.txt", "b.txt"]);
    assert_eq!(code(&leaking), 1, "{}", stdout(&leaking));
    assert_contains(stdout(&leaking), "test, shared with train      2 puzzles: 1 kept, 1 known\n");
}
