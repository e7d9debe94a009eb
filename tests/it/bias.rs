//! Weights of generated puzzles as users see them. That they give the published distribution is tested with the library
//! (`crates/corpus/tests/it/weights.rs`).

use crate::common::{assert_contains, batchdoku, code, stderr, stdout, with_input};

#[test]
fn the_same_puzzles_with_and_without_weights_and_in_parts() {
    let line = |args: &str| -> Vec<String> {
        let out = batchdoku(format!("generate -q --seed 9 {args}").split(' ')).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        stdout(&out).lines().map(str::to_owned).collect()
    };
    let plain = line("-n 30");
    let weights = line("-n 30 --with-weight -j 1");
    for (plain, pair) in plain.iter().zip(&weights) {
        assert!(pair.starts_with(&**plain), "'{pair}' has not the puzzle '{plain}'");
    }
    assert_eq!(line("-n 30 --with-weight -j 3 --engine mrv"), weights);
}

#[test]
fn where_the_bias_is_unknown() {
    for args in ["--with-weight --clues 30", "--controlled-bias --symmetry rot180"] {
        let out = batchdoku(format!("generate -n 1 {args}").split(' ')).output().unwrap();
        assert_eq!(code(&out), 2);
        let says = "weights and controlled bias need minimal puzzles without symmetry and pattern";
        assert_contains(stderr(&out), says);
    }
    let gap =
        batchdoku("generate -q -n 1 --controlled-bias --max-tries 1 --with-weight".split(' '));
    let out = { gap }.output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (1, &*format!("{},0\n", ".".repeat(81))));
}

/// The summary and `stats` say what weighted puzzles are worth, and `stats` counts by weight.
#[test]
fn weights_say_what_they_are_worth() {
    let args = "generate -n 300 --seed 4 --with-weight --to csv";
    let made = batchdoku(args.split(' ')).output().unwrap();
    let rows: Vec<(usize, f64)> = stdout(&made)
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap())
        .map(|(puzzle, weight)| (81 - puzzle.matches('.').count(), weight.parse::<f64>().unwrap()))
        .collect();
    let total: f64 = rows.iter().map(|row| row.1).sum();
    let effective = total * total / rows.iter().map(|row| row.1 * row.1).sum::<f64>();
    let worth = format!("by weight worth {};", effective.round());
    assert!(stderr(&made).contains(&worth), "{worth} {}", stderr(&made));
    let clues = rows.iter().map(|row| row.0).max().unwrap();
    let most = rows.iter().filter(|row| row.0 == clues).map(|row| row.1).sum::<f64>() / total;
    let as_lines = batchdoku(args.replace("csv", "jsonl").split(' ')).output().unwrap().stdout;
    for text in [&made.stdout, &as_lines] {
        for threads in ["1", "2"] {
            let out = with_input(["stats", "-q", "--json", "-j", threads], text);
            let stats: serde_json::Value = serde_json::from_str(stdout(&out)).unwrap();
            assert_eq!(stats["effective_puzzles"], effective.round());
            let share = stats["weighted_shares"]["clues"][clues.to_string()].as_f64().unwrap();
            assert!((share - most).abs() < 1e-5, "{share} {most}");
        }
    }
    let plain = with_input(["stats", "-q", "--json"], "puzzle\n");
    assert!(!stdout(&plain).contains("effective"));
}
