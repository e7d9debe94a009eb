//! `batchdoku join`: the parts of a job, verified and written together.

use std::{fs, path::Path, process::Output};

use crate::common::*;

/// Makes a folder with an input of lines, one of them malformed, and a table.
fn folder() -> Scratch {
    let scratch = Scratch::new();
    let many = puzzles(120);
    let lines: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    scratch.file("in.txt", lines.replacen('1', "x", 1).replacen('\n', "\noops\n", 50));
    let rows: String = many.iter().map(|(p, s)| format!("{p},{s}\n")).collect();
    scratch.file("in.csv", format!("puzzle,solution\n{rows}"));
    scratch
}

/// Runs the program with these arguments in the folder.
fn run(scratch: &Scratch, line: &str) -> Output {
    let args = line.split(' ').filter(|arg| !arg.is_empty());
    batchdoku(args).current_dir(scratch.path("")).output().unwrap()
}

/// Runs a part of a job.
fn part(scratch: &Scratch, line: &str, shard: &str) {
    let out = run(scratch, &format!("{line} -q --resume --shard {shard}"));
    assert!(code(&out) < 2, "{line}: {}", stderr(&out));
}

/// Returns the lines below the first of an error about parts.
fn problems(scratch: &Scratch, line: &str) -> Vec<String> {
    let before = scratch.names();
    let out = run(scratch, line);
    assert_eq!((code(&out), stdout(&out)), (2, ""), "{line}");
    assert_eq!(scratch.names(), before, "{line}");
    let mut lines = stderr(&out).lines();
    assert_eq!(lines.next(), Some("error: cannot join these files:"), "{line}: {}", stderr(&out));
    lines.map(|line| line.trim_start().to_owned()).collect()
}

#[test]
fn the_parts_are_the_output_of_the_whole() {
    for (line, name) in [
        ("solve in.txt", "txt"),
        ("solve in.csv", "csv"),
        ("solve in.csv --to tsv", "tsv"),
        ("check in.csv", "jsonl"),
        ("shuffle in.txt", "npy"),
        ("solve in.txt --to sdm", "sdm"),
        ("solve in.txt", "txt.gz"),
        ("solve in.txt", "txt.zst"),
        ("generate -n 40 --with-solution", "csv"),
        ("explain in.txt", "jsonl.gz"),
    ] {
        let scratch = folder();
        let whole = run(&scratch, &format!("{line} -q -o whole.{name} --rejects r-whole.tsv"));
        assert!(code(&whole) < 2, "{line}: {}", stderr(&whole));
        for k in 1..=3 {
            let to = format!("{line} -o {k}.{name} --rejects r{k}.tsv");
            part(&scratch, &to, &format!("{k}/3"));
        }
        // The order in which they are given does not matter.
        let given = format!("2.{name} 3.{name} 1.{name}");
        let out = run(&scratch, &format!("join -q {given} -o all.{name}"));
        assert_eq!((code(&out), stderr(&out)), (code(&whole), ""), "{line}");
        let read = |name: &str| fs::read(scratch.path(name)).unwrap();
        let plain = |path: &str| {
            let input = batchdoku::pipeline::Input::from(scratch.path(path));
            input.read_to_end(u64::MAX).unwrap()
        };
        let expected = plain(&format!("whole.{name}"));
        assert_same(&expected, plain(&format!("all.{name}")), format_args!("{line} {name}"));
        if name.ends_with("gz") || name.ends_with("zst") {
            let cat: Vec<u8> = (1..=3).flat_map(|k| read(&format!("{k}.{name}"))).collect();
            assert_same(cat, read(&format!("all.{name}")), format_args!("{line}: as they were"));
        }
        // To standard output, packed anew, and the rejects.
        let out = run(&scratch, &format!("join -q {given}"));
        assert_same(&expected, &out.stdout, format_args!("{line}: {}", stderr(&out)));
        let packed = name.trim_end_matches(".gz").trim_end_matches(".zst");
        for codec in ["", ".gz", ".zst"] {
            let to = format!("other.{packed}{codec}");
            let out = run(&scratch, &format!("join -q {given} -o {to}"));
            assert_eq!((code(&out), stderr(&out)), (code(&whole), ""), "{line} {to}");
            assert_same(&expected, plain(&to), format_args!("{line} {to}"));
        }
        let out = run(&scratch, "join -q r1.tsv r2.tsv r3.tsv -o r-all.tsv");
        assert_eq!((code(&out), stderr(&out)), (code(&whole), ""), "{line}");
        assert_same(read("r-whole.tsv"), read("r-all.tsv"), line);
    }
}

/// Other outputs than the first have records, too.
#[test]
fn each_output_of_a_job_is_joined() {
    let scratch = folder();
    let line = "split in.txt --by class -o";
    assert_eq!(code(&run(&scratch, &format!("{line} whole"))), 1);
    for k in 1..=4 {
        part(&scratch, &format!("{line} set{k}"), &format!("{k}/4"));
    }
    for kind in ["train", "test"] {
        let given: String = (1..=4).map(|k| format!(" set{k}.{kind}")).collect();
        let out = run(&scratch, &format!("join -q{given} -o all.{kind}"));
        assert_eq!((code(&out), stderr(&out)), (1, ""));
        let read = |name: &str| fs::read(scratch.path(&format!("{name}.{kind}"))).unwrap();
        assert_same(read("whole"), read("all"), kind);
    }
    let found = problems(&scratch, "join set1.train set2.train set3.test set4.train -o x");
    assert_eq!(found, ["'set3.test' is output 2 of its run, and the others are output 1"]);
}

#[test]
fn the_summary_is_the_sum() {
    let scratch = folder();
    let json = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(scratch.path(name)).unwrap()).unwrap()
    };
    assert_eq!(code(&run(&scratch, "solve in.txt --unique -o whole --summary whole.json")), 1);
    for k in 1..=3 {
        let line = format!("solve in.txt --unique -o part{k} --summary {k}.json");
        part(&scratch, &line, &format!("{k}/3"));
    }
    let out = run(&scratch, "join part1 part2 part3 -o all --summary all.json");
    assert_eq!(code(&out), 1);
    let said = "170 records: 120 done, 50 malformed; ";
    assert!(stderr(&out).starts_with(said), "{}", stderr(&out));
    let (whole, all) = (json("whole.json"), json("all.json"));
    let own = ["seconds", "puzzles_per_second", "threads", "engine"];
    for (name, value) in whole.as_object().unwrap() {
        if !own.contains(&&**name) {
            assert_eq!(all[name], *value, "{name}");
        }
    }
    let out = run(&scratch, "join part1 part2 part3 -o all --summary part1");
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("is the same file as input 'part1'"), "{}", stderr(&out));
}

#[test]
fn all_that_is_wrong_is_named() {
    let scratch = folder();
    for k in 1..=7 {
        part(&scratch, &format!("solve in.txt -o {k}.txt"), &format!("{k}/7"));
    }
    let all = "1.txt 2.txt 3.txt 4.txt 5.txt 6.txt 7.txt";
    let but = |name: &str| all.replace(&format!("{name}.txt"), "").replace("  ", " ");
    let join = |given: &str| problems(&scratch, &format!("join {given} -o all.txt"));
    assert_eq!(join(&but("3")), ["part 3/7 is missing"]);
    assert_eq!(
        join("2.txt 5.txt"),
        ["part 1/7 is missing", "parts 3/7 to 4/7 are missing", "parts 6/7 to 7/7 are missing"]
    );
    assert_eq!(join(&format!("{all} 4.txt")), ["'4.txt' and '4.txt' are both part 4/7"]);

    // Other jobs.
    part(&scratch, "solve in.txt -o two", "2/7");
    assert_eq!(join(&format!("{all} two")), ["'2.txt' and 'two' are both part 2/7"]);
    part(&scratch, "solve in.txt --unique --to csv -o unique", "3/7");
    part(&scratch, "solve in.txt -o eight", "4/8");
    part(&scratch, "count in.txt -o counted", "5/7");
    let given = "1.txt 2.txt unique eight counted 6.txt 7.txt gone";
    assert_eq!(
        join(given),
        [
            "'gone' does not exist",
            "'unique' is of another job: --to is 'csv', and not given for the others; --unique is \
             given, and not given for the others",
            "'eight' is of another job: the number of parts is 8, and 7 for the others",
            "'counted' is of another job: the command is 'count', and 'solve' for the others",
            "part 4/7 is missing",
        ]
    );
    fs::copy(scratch.path("in.txt"), scratch.path("copy.txt")).unwrap();
    part(&scratch, "solve copy.txt -o 4.of.copy", "4/7");
    let mut other = fs::read(scratch.path("in.txt")).unwrap();
    other[2] = b'?';
    scratch.file("other.txt", &other);
    part(&scratch, "solve other.txt -o 4.of.other", "4/7");
    part(&scratch, "solve in.csv -o 4.of.csv --to line", "4/7");
    let with = |name: &str| join(&all.replace("4.txt", name));
    assert_eq!(
        with("4.of.other"),
        ["'4.of.other' is of another job: the content of 'other.txt' is not that of the others"]
    );
    assert!(with("4.of.csv")[0].contains("the size of 'in.csv' is "));

    // What the runs did not write.
    let whole = fs::read(scratch.path("6.txt")).unwrap();
    scratch.file("6.txt", [&whole[..], b"\n"].concat());
    let lengths = format!("'6.txt' has {} bytes, and had {}", whole.len() + 1, whole.len());
    assert_eq!(join(all), [format!("{lengths} when its run completed it")]);
    let mut flipped = whole.clone();
    flipped[40] ^= 1;
    scratch.file("6.txt", &flipped);
    scratch.file("2.txt", vec![b'.'; fs::read(scratch.path("2.txt")).unwrap().len()]);
    let altered = ["'2.txt' is not what its run wrote", "'6.txt' is not what its run wrote"];
    assert_eq!(join(all), altered);
    // Nothing of them goes to a stream, or into another compression.
    assert_eq!(problems(&scratch, &format!("join {all}")), altered);
    assert_eq!(problems(&scratch, &format!("join {all} -o all.gz")), altered);
    fs::remove_file(scratch.path("6.txt")).unwrap();
    assert_eq!(join(all), ["'6.txt' does not exist, though its run was complete"]);
    scratch.file("6.txt", &whole);
    for (journal, problem) in [
        (None, "has no record of its run: only a run that can be resumed leaves one"),
        (Some("garbage"), "has a record that is damaged"),
        (
            Some("068ca99a batchdoku-journal-9 {}\n"),
            "has a record that was written by another version",
        ),
    ] {
        let path = scratch.path(".6.txt.batchdoku-journal");
        match journal {
            Some(text) => fs::write(path, text).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
        let found = join(all);
        assert!(found[0].starts_with(&format!("'6.txt' {problem}")), "{found:?}");
    }
}

/// A part whose run has not ended is there under its name if an older run wrote it.
#[test]
fn an_incomplete_part_is_refused() {
    let scratch = folder();
    for k in 1..=2 {
        part(&scratch, &format!("solve in.txt -o {k}.txt"), &format!("{k}/2"));
    }
    let path = scratch.path(".2.txt.batchdoku-journal");
    let journal = fs::read_to_string(&path).unwrap();
    fs::write(&path, journal.split_inclusive('\n').next().unwrap()).unwrap();
    let found = problems(&scratch, "join 1.txt 2.txt -o all");
    let incomplete = "is not complete: its run was interrupted, or has not ended";
    assert_eq!(found, [format!("'2.txt' {incomplete}")]);
}

/// Each machine may have its own.
#[test]
fn inputs_may_be_copies_and_the_user_is_told() {
    let scratch = folder();
    part(&scratch, "solve in.txt -o 1.txt", "1/2");
    let copy = scratch.path("copy.txt");
    fs::copy(scratch.path("in.txt"), &copy).unwrap();
    let file = fs::File::options().append(true).open(copy).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    part(&scratch, "solve copy.txt -o 2.txt", "2/2");
    let out = run(&scratch, "join 1.txt 2.txt -o all.txt");
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    let words = "'copy.txt' was not written at the same time for all parts; its length and samples of \
                 its content are the same\n";
    assert!(stderr(&out).starts_with(words), "{}", stderr(&out));
}

#[test]
fn what_cannot_be_joined_says_what_to_do() {
    let scratch = folder();
    for k in 1..=2 {
        part(&scratch, &format!("solve in.txt -o {k}.csv"), &format!("{k}/2"));
    }
    let found = problems(&scratch, "join 1.csv 2.csv -o all.jsonl");
    assert_eq!(found, ["'all.jsonl' would be jsonl, and the parts are csv"]);
    scratch.file("1.parquet", "PAR1");
    let found = problems(&scratch, "join 1.parquet -o all.parquet");
    let words =
        "holds record batches, which are not joined: read the folder of all parts as one input";
    assert_eq!(found, [format!("'1.parquet' {words}")]);
    let out = run(&scratch, "join 1.csv 2.csv -o 2.csv");
    assert_eq!(code(&out), 2);
    let words = "error: output '2.csv' is the same file as input '2.csv'\n";
    assert_eq!(stderr(&out), words);
    let out = run(&scratch, "join 1.csv 2.csv -o missing/all.csv");
    assert_eq!(code(&out), 2);
    assert!(!Path::new(&scratch.path("missing")).exists());
}

/// Nothing is converted, so the name of the output asks for what the parts are.
#[test]
fn lines_are_not_joined_under_the_name_of_another_format() {
    let scratch = folder();
    for k in 1..=2 {
        part(&scratch, &format!("solve in.txt -o {k}.txt"), &format!("{k}/2"));
    }
    for name in ["npy", "csv", "jsonl", "sdk"] {
        let found = problems(&scratch, &format!("join 1.txt 2.txt -o all.{name}"));
        let start = format!("'all.{name}' would be ");
        assert!(found.len() == 1 && found[0].starts_with(&start), "{found:?}");
        assert_contains(&found[0], "the names of the parts stand for no format");
    }
    assert!(code(&run(&scratch, "join 1.txt 2.txt -q -o all.txt")) < 2);
}
