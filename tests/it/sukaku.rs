//! Pencilmark puzzles (sukaku): 729 characters a line, and tables of candidates.

use crate::common::{
    Scratch, assert_contains, assert_same, batchdoku, code, puzzles, stderr, stdout, with_input,
};

/// 81 cells as 729 candidates: all nine in an empty cell.
fn pencilmarks(puzzle: &str) -> String {
    let places = |cell: char| {
        let holds = move |digit: &char| cell == *digit || matches!(cell, '0' | '.');
        ('1'..='9').map(move |digit| if holds(&digit) { digit } else { '.' })
    };
    puzzle.chars().flat_map(places).collect()
}

/// Returns a puzzle with one solution, which it has as its candidates with a few others, in a frame.
fn table(puzzle: &str, solution: &str) -> String {
    let mut text = String::new();
    for (index, (clue, digit)) in puzzle.chars().zip(solution.chars()).enumerate() {
        if index % 27 == 0 {
            text += "+----------------+----------------+----------------+\n";
        }
        if index % 3 == 0 {
            text += "|";
        }
        let others = if clue == '0' { "1" } else { "" };
        let mut group: Vec<char> = others.chars().chain([digit]).collect();
        group.sort_unstable();
        group.dedup();
        text += &format!(" {:4}", group.into_iter().collect::<String>());
        if index % 9 == 8 {
            text += "|\n";
        }
    }
    text + "+----------------+----------------+----------------+\n"
}

#[test]
fn puzzles_of_clues_have_the_same_solutions() {
    let many = puzzles(2000);
    let input: String =
        many.iter().map(|(puzzle, _)| pencilmarks(puzzle).replace('.', "0") + "\n").collect();
    let solutions: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    for engine in ["lanes", "mrv", "dlx"] {
        let out = with_input(["solve", "--engine", engine, "--unique"], &input);
        assert_same(&solutions, stdout(&out), format_args!("{engine}: {}", stderr(&out)));
        assert_eq!(code(&out), 0);
    }
    let out = with_input(["count", "-v"], &input);
    assert_same("1\n".repeat(2000), stdout(&out), "");
    assert_contains(stderr(&out), "sukaku");
    let all = with_input(["solve", "--all"], &input);
    assert_same(&solutions, stdout(&all), "");
    // What is written as pencilmarks is read again.
    let lines: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let out = with_input(["shuffle", "--seed", "1", "--to", "sukaku"], &lines);
    let shuffled = stdout(&out);
    for line in shuffled.lines() {
        assert_eq!(line.len(), 729, "{line}");
    }
    assert_eq!(stdout(&with_input(["count"], shuffled)), "1\n".repeat(2000));
    let out = with_input(["generate", "-n", "20", "--seed", "1", "--to", "sukaku"], "");
    let generated = stdout(&out);
    assert_eq!(generated.lines().count(), 20);
    assert_eq!(stdout(&with_input(["count"], generated)), "1\n".repeat(20));
    let out = with_input(["generate", "-n", "20", "--seed", "1"], "");
    assert_eq!(
        stdout(&out).lines().map(|line| pencilmarks(line) + "\n").collect::<String>(),
        generated
    );
}

#[test]
fn candidates_that_are_left_out_count() {
    let (puzzle, solution) = &puzzles(1)[0];
    let marks = pencilmarks(puzzle);
    let cell = puzzle.find('0').unwrap();
    let place = 9 * cell + usize::from(solution.as_bytes()[cell] - b'1');
    let without = format!("{}.{}", &marks[..place], &marks[place + 1..]);
    let empty = ('1'..='9').collect::<String>().repeat(81);
    let input = format!("# comment\n{marks}\n{without} no solution\n{empty}\n");
    let out = with_input(["count", "--limit", "100"], &input);
    assert_eq!(stdout(&out), "# comment\n1\n0\n100+\n");
    let out = with_input(["solve", "--to", "pair"], format!("{marks} {solution}\n{without}\n"));
    let dots = ".".repeat(81);
    assert_eq!(stdout(&out), format!("{marks},{solution}\n{without},{dots}\n"));
    assert_eq!(code(&out), 1);
    assert_contains(stderr(&out), "line 2: unsolvable");
}

#[test]
fn malformed_ones_are_named_by_line_and_column() {
    let (puzzle, solution) = &puzzles(1)[0];
    let marks = pencilmarks(puzzle);
    let wrong = format!("{}9{}", &marks[..12], &marks[13..]);
    let input = format!("{marks}\n{wrong}\n{}\n\n{marks}1\n{puzzle}\n", &marks[..700]);
    let out = with_input(["solve"], &input);
    let dots = ".".repeat(81);
    assert_eq!(stdout(&out), format!("{solution}\n{dots}\n{dots}\n\n{dots}\n{dots}\n"));
    assert_eq!(code(&out), 1);
    for words in [
        "line 2: bad character: column 13: expected 4, or . or 0, got '9'",
        "line 3: too short: expected 729 candidates, got 700",
        "line 5: too long: expected 729 candidates, got 730",
        "line 6: too short: expected 729 candidates, got 81",
    ] {
        assert!(stderr(&out).contains(words), "{words}: {}", stderr(&out));
    }
    for command in [&["rate"][..], &["canon"], &["shuffle"], &["dedupe"], &["stats"]] {
        let out = with_input(command.iter().copied(), format!("{marks}\n"));
        assert_eq!(code(&out), 2);
        let words = "pencilmark puzzles are for solve, count, check and explain only";
        assert!(stderr(&out).contains(words), "{command:?}: {}", stderr(&out));
    }
}

#[test]
fn claimed_solutions_are_checked() {
    let (puzzle, solution) = &puzzles(1)[0];
    let marks = pencilmarks(puzzle);
    let empty = ('1'..='9').collect::<String>().repeat(81);
    let cell = puzzle.find('0').unwrap();
    let digit = solution.as_bytes()[cell];
    let place = 9 * cell + usize::from(digit - b'1');
    let without = format!("{}.{}", &marks[..place], &marks[place + 1..]);
    let lines = [&marks, &empty, &without];
    let input: String = lines.map(|line| format!("{line},{solution}\n")).concat();
    assert_eq!(stdout(&with_input(["check", "-o", "-"], &input)), "ok\nok\nwrong solution\n");
    let out = with_input(["check", "--unique", "-o", "-"], &input);
    assert_eq!(stdout(&out), "ok\nmultiple\nwrong solution\n");
    let (row, column) = (cell / 9 + 1, cell % 9 + 1);
    let words = format!(
        "line 3: wrong solution: {} is not a candidate at row {row}, column {column}",
        char::from(digit)
    );
    assert_contains(stderr(&out), &words);
    let scratch = Scratch::new();
    let puzzles = scratch.file("puzzles", lines.map(|line| format!("{line}\n")).concat());
    let solutions = scratch.file("solutions", format!("{solution}\n").repeat(3));
    let mut check = batchdoku(["check", "-o", "-", "--solutions"]);
    let out = check.args([solutions, puzzles]).output().expect("it runs");
    assert_eq!(stdout(&out), "ok\nok\nwrong solution\n", "{}", stderr(&out));
}

#[test]
fn tables_of_candidates_keep_them() {
    let many = puzzles(3);
    let input: String =
        many.iter().map(|(puzzle, solution)| table(puzzle, solution) + "\n").collect();
    let out = with_input(["solve", "--to", "line"], &input);
    let solutions: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    assert_eq!(stdout(&out), solutions, "{}", stderr(&out));
    assert!(!stderr(&out).contains("read as empty"), "{}", stderr(&out));
    // A table as an argument.
    let out = with_input(["solve", &table(&many[0].0, &many[0].1), "--to", "line"], "");
    assert_eq!(stdout(&out), format!("{}\n", many[0].1), "{}", stderr(&out));
    // Candidates decide: the same clues alone may have more solutions.
    let open = table(&"0".repeat(81), &many[0].1);
    assert_eq!(stdout(&with_input(["count", "--to", "line"], &open)), "1\n");
    // Other commands take the clues.
    let out = with_input(["canon", "--to", "line"], &input);
    assert_contains(stderr(&out), "read as empty cells");
}

/// Tables and objects hold them too, if the first puzzle is one; what is written so is read again.
#[test]
fn tables_and_objects() {
    let many = puzzles(300);
    let lines: String = many.iter().map(|(puzzle, _)| pencilmarks(puzzle) + "\n").collect();
    let solutions: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let scratch = Scratch::new();
    for format in ["csv", "tsv", "jsonl"] {
        let path = scratch.path(&format!("pairs.{format}"));
        let out = with_input(["solve", "--to", format, "-o", path.to_str().unwrap()], &lines);
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        let path = path.to_str().unwrap();
        for threads in ["1", "3"] {
            let out = batchdoku(["solve", "--to", "line", "-j", threads, path]).output().unwrap();
            assert_same(&solutions, stdout(&out), format_args!("{format}: {}", stderr(&out)));
        }
        let out = batchdoku(["count", path, "--to", "line"]).output().unwrap();
        assert_same("1\n".repeat(300), stdout(&out), format_args!("{format}"));
        let out = batchdoku(["check", path]).output().unwrap();
        assert_eq!(code(&out), 0, "{format}: {}", stderr(&out));
        assert!(stderr(&out).contains("300 correct"), "{format}: {}", stderr(&out));
        // What the candidates exclude, the clues exclude: the clues are the same puzzle.
        let out = batchdoku(["rate", path]).output().unwrap();
        assert_eq!(code(&out), 0, "{format}: {}", stderr(&out));
        assert!(stderr(&out).contains("300 puzzles rated"), "{format}: {}", stderr(&out));
    }
    let wrong = lines.lines().next().unwrap().replacen('.', "x", 1);
    let (cells, _) = &many[0];
    let input = format!("id,puzzle\n# comment\n1,{}\n2,{wrong}\n3,{cells}\n", pencilmarks(cells));
    let out = with_input(["solve", "-"], &input);
    assert_eq!(code(&out), 1);
    let text = stderr(&out);
    assert_contains(text, "line 4: bad character: column 3: ");
    assert_contains(text, "got 'x'");
    assert_contains(text, "line 4: ");
    assert_contains(text, "expected 729 candidates, got 81");
    let object = |puzzle: &str| format!("{{\"puzzle\": \"{puzzle}\"}}\n");
    let input = object(&pencilmarks(cells)) + &object(&wrong) + &object(cells);
    let out = with_input(["solve", "-"], &input);
    let text = stderr(&out);
    assert_contains(text, "line 2: bad character: column ");
    assert_contains(text, "got 'x'");
    assert_contains(text, "line 3: ");
    assert_contains(text, "expected 729 candidates, got 81");
}
