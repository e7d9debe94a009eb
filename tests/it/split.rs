//! `split --exact` as users see it.

use std::{collections::HashMap, fs};

use batchdoku::Grid;
use batchdoku::corpus::GridExt;

use crate::common::{Scratch, batchdoku, code, stderr, with_input};

/// The sets of a split of 60 classes, most of one record and some of 7.
#[test]
fn sets_of_exact_sizes_share_no_class() {
    let scratch = Scratch::new();
    let made = batchdoku("generate -q -n 60 --seed 4".split(' ')).output().unwrap().stdout;
    let some = made[..82 * 10].repeat(6);
    let copies = with_input(["shuffle", "-q", "--seed", "1"], &some).stdout;
    let all = [&made[..], &copies, b"rubbish\n"].concat();
    let file = scratch.file("all.txt", &all);
    let out = scratch.path("set.txt");
    let mut before = None;
    for (args, from_pipe) in [
        ("--train 70 --valid 30 -j 1", false),
        ("--train 70 --valid 30 -j 4", false),
        ("--train 70 --valid 30 -j 4", true),
        // The same of 120 records that have a class.
        ("--train 0.583 --valid 0.25", false),
    ] {
        let args = format!("split --exact --seed 9 {args} -o {}", out.display());
        let done = match from_pipe {
            true => with_input(args.split(' '), &all),
            false => batchdoku(args.split(' ')).arg(&file).output().unwrap(),
        };
        assert_eq!(code(&done), 1, "{}", stderr(&done));
        let read = |set: &str| fs::read_to_string(scratch.path(&format!("set.{set}.txt"))).unwrap();
        let sets = ["train", "valid", "test"].map(read);
        let mut set_of = HashMap::new();
        for (set, text) in sets.iter().enumerate() {
            for line in text.lines() {
                let class = line.parse::<Grid>().unwrap().solve().unwrap().canonical_form();
                assert_eq!(*set_of.entry(class).or_insert(set), set, "no class is divided");
            }
        }
        let sizes = sets.each_ref().map(|set| set.lines().count());
        assert_eq!(sizes.iter().sum::<usize>(), 120);
        // What a class of 7 records allows.
        assert!(sizes[0].abs_diff(70) <= 3, "{sizes:?}");
        assert!(sizes[1].abs_diff(30) <= 6, "{sizes:?}");
        for (name, size, asked) in [("train", sizes[0], 70), ("valid", sizes[1], 30)] {
            let told = format!("the set '{name}' has {size} records, not {asked}");
            assert_eq!(stderr(&done).contains(&told), size != asked, "{}", stderr(&done));
        }
        assert!(before.replace(sets.clone()).is_none_or(|before| before == sets), "{args}");
    }
}

#[test]
fn sizes_are_exact_where_no_class_has_two_records() {
    let scratch = Scratch::new();
    let made = batchdoku("generate -q -n 1000 --seed 5".split(' ')).output().unwrap().stdout;
    let file = scratch.file("all.txt", made);
    let out = scratch.path("set.txt");
    for (by, sizes) in [("--train 900", [900, 100]), ("--train 0.333", [333, 667])] {
        for class in ["class", "solution"] {
            let args = format!("split --exact {by} --by {class} -o {}", out.display());
            let done = batchdoku(args.split(' ')).arg(&file).output().unwrap();
            assert_eq!(code(&done), 0, "{}", stderr(&done));
            let lines = |set: &str| {
                fs::read_to_string(scratch.path(&format!("set.{set}.txt"))).unwrap().lines().count()
            };
            assert_eq!([lines("train"), lines("test")], sizes);
        }
    }
    for (args, message) in [
        ("--exact --train 1000", "of 1,000 records, none is left for the test set"),
        ("--exact --train 1.5", "must be a share from 0 to 1, or a number"),
        ("--train 900", "numbers of records need exact sizes"),
        ("--exact --resume", "which are read twice"),
        ("--exact --shard 1/2", "not on a part"),
    ] {
        let args = format!("split {args} -o {}", scratch.path("none.txt").display());
        let done = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        assert_eq!(code(&done), 2);
        assert!(stderr(&done).contains(message), "{args}: {}", stderr(&done));
    }
    assert!(!scratch.path("none.train.txt").exists());
}
