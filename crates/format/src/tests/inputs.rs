//! Inputs as people have them, from a folder that is not part of the repository. The file next to this has the expected
//! result of each: the puzzles that are read, or the words of the refusal. `UPDATE_INPUTS=1` writes it anew: read the
//! difference.

use std::{env, fs, path::Path};

use super::judged::read_whole;
use batchdoku_testkit::layouts::Reading;

/// The file of expected results. Each line has the name of an input and its result, with a hash of its puzzles.
const EXPECTED: &str = "src/tests/inputs.txt";

/// Returns the result for an input, as the file has it.
fn found(text: &[u8]) -> String {
    let (rows, end) = match read_whole(text) {
        Ok(Reading::Rows(rows)) => (rows, ""),
        Ok(Reading::Failed(rows)) => (rows, ", and then an error"),
        Err(refusal) => {
            let words: String = refusal.to_string().chars().take(90).collect();
            return format!("refused: {}", words.escape_debug());
        }
    };
    let puzzles = || rows.iter().flatten().map(|(puzzle, _)| puzzle);
    // FNV-1a.
    let hash = puzzles()
        .flatten()
        .fold(0x811C_9DC5_u32, |hash, &cell| (hash ^ u32::from(cell)).wrapping_mul(0x0100_0193));
    let malformed = match rows.len() - puzzles().count() {
        0 => String::new(),
        malformed => format!(", {malformed} malformed"),
    };
    format!("{} puzzles {hash:08x}{malformed}{end}", puzzles().count())
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn each_input_is_read_as_expected() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../../../shared/data");
    if !folder.exists() {
        println!("skipped: there is no folder {}", folder.display());
        return;
    }
    let is_update = env::var_os("UPDATE_INPUTS").is_some();
    let expected = fs::read_to_string(here.join(EXPECTED)).expect("the table");
    let mut table = String::new();
    for line in expected.lines() {
        let (name, expected) = line.split_once('\t').expect("a name and a result");
        let Ok(text) = fs::read(folder.join(name)) else {
            println!("skipped: there is no input {name}");
            continue;
        };
        let found = found(&text);
        table += &format!("{name}\t{found}\n");
        if !is_update {
            assert_eq!(found, expected, "{name}");
        }
    }
    if is_update {
        fs::write(here.join(EXPECTED), table).expect("written");
    }
}
