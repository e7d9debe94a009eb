//! `shuffle` as users see it: a record stays a record, puzzle and solution together.

use std::path::{Path, PathBuf};

use batchdoku::{Grid, corpus::transform::Transform};

use crate::common::*;

const SEED: u64 = 7;

/// Returns the text of a grid as `shuffle` writes it for the record of this number, counted from 0.
fn shuffled(grid: &str, record: usize) -> String {
    Transform::random(SEED, record as u64).apply(&grid.parse::<Grid>().unwrap()).to_string()
}

/// Returns what `shuffle` writes for an input.
fn run(args: &str, input: &str) -> String {
    let args = format!("shuffle -q --seed {SEED} {args}");
    let out = with_input(args.split_ascii_whitespace(), input);
    assert!(code(&out) < 2, "{args}: {}", stderr(&out));
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn lines_of_pairs_stay_pairs() {
    for separator in [",", ";", " ", "\t"] {
        let mut input = "# pairs\n".to_owned();
        let mut expected = input.clone();
        for (index, (puzzle, solution)) in puzzles(6).into_iter().enumerate() {
            let [made, solved] = [&puzzle, &solution].map(|grid| shuffled(grid, index));
            match index {
                // A line without a solution has what it always had, and so has one that is not a puzzle.
                2 => {
                    input += &format!("{puzzle}\n");
                    expected += &format!("{made}\n");
                }
                3 => {
                    input += &format!("{puzzle}{separator}no solution\n");
                    expected += &format!("{made}\n");
                }
                4 => {
                    input += &format!("{puzzle}1{separator}{solution}\n");
                    // A puzzle with a cell too many is not replaced by its solution.
                    expected += &format!("{DOTS}\n");
                }
                _ => {
                    input += &format!("{puzzle}{separator}{solution}{separator}more\n");
                    expected += &format!("{made}{separator}{solved}\n");
                }
            }
        }
        input += "rubbish\n";
        expected += &format!("{DOTS}\n");
        for to in ["", "--to line", "--to pair"] {
            assert_eq!(run(to, &input), expected, "{separator:?} {to}");
        }
        let puzzles: String =
            expected.lines().map(|line| line[..81.min(line.len())].to_owned() + "\n").collect();
        assert_eq!(run("--to puzzle", &input), puzzles, "{separator:?}");
        let sdm = puzzles.trim_start_matches("# pairs\n");
        assert_eq!(run("--to sdm", &input), sdm, "{separator:?}");
        // One line whose cells stand apart changes nothing for the others.
        let apart: String = PUZZLE.chars().map(|cell| format!("{cell} ")).collect();
        let more = run("", &format!("{input}{}\n", apart.trim_end()));
        assert_eq!(more, expected.clone() + &shuffled(PUZZLE, 7) + "\n", "{separator:?}");
    }
}

/// The columns of a table stay, and puzzle and solution belong together.
#[test]
fn tables_and_objects_keep_what_they_hold() {
    let pairs = puzzles(4);
    let mut table = String::from("id,question,answer,rating\n");
    let mut expected = table.clone();
    let (mut objects, mut expected_objects) = (String::new(), String::new());
    for (id, (puzzle, solution)) in pairs.iter().enumerate() {
        let solution = if id == 2 { "" } else { solution };
        let made = shuffled(puzzle, id);
        let solved = if id == 2 { String::new() } else { shuffled(solution, id) };
        table += &format!("{id},{puzzle},\"{solution}\",\"a, \"\"b\"\"\"\n");
        expected += &format!("{id},{made},\"{solved}\",\"a, \"\"b\"\"\"\n");
        let object = |puzzle: &str, solution: &str| {
            format!(
                "{{\"id\": {id}.50, \"solution\":\"{solution}\", \"quiz\": \"{puzzle}\", \"x\":[1]}}\n"
            )
        };
        objects += &object(puzzle, solution);
        expected_objects += &object(&made, &solved);
    }
    table += &format!("9,short,{SOLUTION},\n");
    expected += &format!("9,{DOTS},{DOTS},\n");
    assert_eq!(run("", &table), expected);
    assert_eq!(run("", &objects), expected_objects);
    let checked = with_input(["check", "--unique"], run("", &table));
    assert!(stderr(&checked).contains("3 correct"), "{}", stderr(&checked));
}

/// Where the input names nothing, the first record decides whether there is a column of solutions.
#[test]
fn pairs_become_tables() {
    let (puzzle, solution) = puzzles(1).remove(0);
    let [made, solved] = [&puzzle, &solution].map(|grid| shuffled(grid, 0));
    for (input, with_solution) in
        [(format!("{puzzle};{solution}\n{puzzle}\n"), true), (format!("{puzzle}\n"), false)]
    {
        let table = run("--to csv", &input);
        let mut lines = table.lines();
        if with_solution {
            assert_eq!(lines.next(), Some("puzzle,solution"));
            assert_eq!(lines.next(), Some(&*format!("{made},{solved}")));
            assert_eq!(lines.next(), Some(&*format!("{},", shuffled(&puzzle, 1))));
        } else {
            assert_eq!(table, format!("puzzle\n{made}\n"));
        }
        let objects = run("--to jsonl", &input);
        let first = match with_solution {
            true => format!("{{\"puzzle\": \"{made}\", \"solution\": \"{solved}\"}}"),
            false => format!("{{\"puzzle\": \"{made}\"}}"),
        };
        assert_eq!(objects.lines().next(), Some(&*first));
    }
}

#[test]
fn copies_have_numbers_and_records_their_original() {
    let (puzzle, solution) = puzzles(1).remove(0);
    let table = format!("puzzle,solution,id\n{puzzle},{solution},5\nrubbish,,6\n");
    let out = run("--copies 3 --keep-original", &table);
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("puzzle,solution,id,original,copy"));
    for copy in 1..=3 {
        let fields: Vec<_> = lines.next().unwrap().split(',').collect();
        let [made, solved] = [fields[0], fields[1]].map(|grid| grid.parse::<Grid>().unwrap());
        assert!(solved.is_solution_of(&made), "{fields:?}");
        assert_eq!(fields[2..], ["5", &*puzzle, &*copy.to_string()]);
    }
    assert_eq!(lines.next(), Some(&*format!("{DOTS},{DOTS},6,{DOTS},-")));
    assert_eq!(lines.next(), None);
    // Lines have no names, so that copies have no numbers there.
    let lines = run("--copies 3", &format!("{puzzle},{solution}\n"));
    assert_eq!(lines.lines().count(), 3);
    assert_eq!(
        lines.lines().next().unwrap(),
        format!("{},{}", shuffled(&puzzle, 0), shuffled(&solution, 0))
    );
    assert!(lines.lines().all(|line| line.len() == 163), "{lines}");
    for to in ["line", "pair", "puzzle", "grid", "sdm", "npy"] {
        let args = ["shuffle", "--keep-original", "--to", to];
        let out = with_input(args, &table);
        assert_eq!(code(&out), 2, "{to}: {}", stdout(&out));
        let said = stderr(&out);
        let is_said =
            said.contains("no place for the column 'original'") || said.contains("grids only");
        assert!(is_said, "{to}: {said}");
    }
}

/// A key that the user names is the one of the puzzle in the output, too.
#[test]
fn puzzles_of_other_columns_stay_there() {
    let object = |grid: &str| format!("{{\"board\": \"{grid}\", \"note\": 1}}\n");
    let out = run("--column board", &object(PUZZLE));
    assert_eq!(out, object(&shuffled(PUZZLE, 0)));
    let table = |grid: &str| format!("id,board\n1,{grid}\n");
    assert_eq!(run("--column board", &table(PUZZLE)), table(&shuffled(PUZZLE, 0)));
}

/// The number of a record decides, and nothing else: comments, blank lines, line ends, notes, headers, the format and what
/// other records hold change nothing, nor does the file that a record is in, a shard, or whether the input is a pipe.
#[test]
fn random_answers_depend_on_the_number_of_the_record_alone() {
    let scratch = Scratch::new();
    let few: Vec<String> = puzzles(5).into_iter().map(|(puzzle, _)| puzzle).collect();
    let all = vec![few; 90].concat();
    let lines = |each: &dyn Fn(usize, &str) -> String| -> String {
        all.iter().enumerate().map(|(number, puzzle)| each(number, puzzle)).collect()
    };
    let plain = lines(&|_, puzzle| format!("{puzzle}\n"));
    let inputs = [
        ("crlf.txt", plain.replace('\n', "\r\n")),
        ("comment.txt", format!("# a comment\n\n{plain}")),
        ("comments.txt", plain.replacen('\n', "\n# one\n\n# two\n", 200)),
        ("notes.txt", lines(&|number, puzzle| format!("{puzzle} # {}\n", "n".repeat(number % 50)))),
        ("table.csv", format!("id,puzzle\n{}", lines(&|id, puzzle| format!("{id},{puzzle}\n")))),
        (
            "objects.jsonl",
            lines(&|id, puzzle| format!("{{\"id\":{id},\"puzzle\":\"{puzzle}\"}}\n")),
        ),
    ];
    let inputs = inputs.map(|(name, text)| scratch.file(name, text));
    let halves = plain.split_at(82 * 31);
    let halves = [("a.txt", format!("# a\n{}", halves.0)), ("b.txt", halves.1.to_owned())];
    let halves = halves.map(|(name, text)| scratch.file(name, text));
    // A record that is no puzzle has a number, so that the others keep theirs.
    let rubbish = lines(&|number, puzzle| match number {
        7 => "rubbish\n".to_owned(),
        _ => format!("{puzzle}\n"),
    });
    for args in [
        "shuffle --seed 3",
        "shuffle --seed 3 --copies 3",
        "neighbours --seed 3 --limit 2 --to sdm",
    ] {
        let run = |files: &[PathBuf], more: &[&str], input: &str| {
            let all = args.split(' ').chain(["-q"]).chain(more.iter().copied()).map(Path::new);
            let out = with_input(all.chain(files.iter().map(PathBuf::as_path)), input);
            assert!(code(&out) < 2, "{args} {more:?}: {}", stderr(&out));
            grids_of(stdout(&out))
        };
        let expected = run(&[], &[], &plain);
        let each = expected.len() / all.len();
        assert!(each >= 82, "{args}");
        for input in &inputs {
            let made = run(std::slice::from_ref(input), &[], "");
            assert_same(&expected, made, format!("{args} {}", input.display()));
        }
        let made = run(&[], &[], &rubbish);
        let last = expected.len() - 300 * each;
        assert_same(&expected[last..], &made[made.len() - 300 * each..], args);
        // Several files are one input, and a shard knows the numbers of the records before it.
        assert_same(&expected, run(&halves, &[], ""), format!("{args} of two files"));
        let shards = ["1/3", "2/3", "3/3"].map(|shard| run(&halves, &["--shard", shard], ""));
        assert_same(&expected, shards.concat(), format!("{args} in shards"));
    }
}

/// Returns the grids in a text, a line for each.
fn grids_of(text: &str) -> String {
    let fields = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    fields.filter(|field| field.len() == 81).flat_map(|field| [field, "\n"]).collect()
}

/// Formats of single grids have no place for solutions, which is told.
#[test]
fn solutions_that_are_left_out_are_told() {
    let pairs: String = puzzles(3).iter().map(|(it, its)| format!("{it},{its}\n")).collect();
    let bare: String = puzzles(3).iter().map(|(it, _)| format!("{it}\n")).collect();
    for (to, is_told) in [
        ("npy", true),
        ("sdm", true),
        ("grid", true),
        ("sukaku", true),
        ("line", false),
        ("csv", false),
        ("jsonl", false),
        ("puzzle", false),
    ] {
        let words = format!("the solutions are left out: the format '{to}' has no place for them");
        let out = with_input(["shuffle", "--to", to], &pairs);
        assert_eq!(code(&out), 0, "{to}: {}", stderr(&out));
        assert_eq!(stderr(&out).contains(&words), is_told, "{to}: {}", stderr(&out));
        let out = with_input(["shuffle", "--to", to], &bare);
        assert!(!stderr(&out).contains("left out"), "{to}: {}", stderr(&out));
    }
}

/// Each puzzle comes first, with its solution; what follows is what there is without it.
#[test]
fn the_original_comes_first() {
    let pairs: String = puzzles(20).iter().map(|(p, s)| format!("{p},{s}\n")).collect();
    let args = "shuffle -q --seed 3 --copies 4";
    let copies = with_input(args.split(' '), &pairs);
    let all = with_input(format!("{args} --original-first").split(' '), &pairs);
    assert_eq!((code(&copies), code(&all)), (0, 0), "{}", stderr(&all));
    let mut copies = stdout(&copies).lines();
    for (index, line) in stdout(&all).lines().enumerate() {
        let expected = match index % 5 {
            0 => pairs.lines().nth(index / 5),
            _ => copies.next(),
        };
        assert_eq!(Some(line), expected, "row {index}");
    }
    assert_eq!(copies.next(), None);
    // The only equivalent of the empty grid is itself.
    let args = "shuffle -q --copies 3 --original-first --to csv";
    let empty = with_input(args.split(' '), format!("{DOTS}\n"));
    assert_eq!(stdout(&empty), format!("puzzle,copy\n{DOTS},0\n"));
}
