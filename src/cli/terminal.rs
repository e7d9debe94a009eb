//! Messages on standard error, in colour if it is wanted.
//!
//! `anstream`, which clap uses too, chooses: colour on a terminal unless `NO_COLOR` is set or
//! `TERM` is `dumb` and `CI` is not set; with `CLICOLOR_FORCE`, colour everywhere.

use std::{
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anstream::{AutoStream, ColorChoice};
use batchdoku::{
    Hint, jobs,
    pipeline::{JobObserver, Notice},
};
use clap::builder::Styles;

/// Writes a line to standard error. If standard error is closed, the line is lost without an error.
pub(super) fn eprint_line(line: &str) {
    let _ = io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

/// Writes the notices of a job that shows nothing else.
pub(super) struct Notices;

impl JobObserver for Notices {
    fn notice(&self, notice: &Notice) {
        eprint_line(&notice.to_string());
    }
}

/// Writes an error to standard error, as clap does.
pub(super) fn report_error(error: &anyhow::Error) {
    let style = Styles::styled().get_error().to_owned();
    let advice = error.chain().find_map(jobs::hint).map(advice).unwrap_or_default();
    let line = format!("{style}error:{style:#} {error:#}{advice}\n");
    let _ = AutoStream::auto(io::stderr()).lock().write_all(line.as_bytes());
}

/// Words a hint, to follow the text of an error.
fn advice(hint: Hint) -> String {
    match hint {
        Hint::Column => "; use --column NAME".into(),
        Hint::EachPuzzle => {
            "; use --from list to read them all, or --column 1 for the first field of each line"
                .into()
        }
        Hint::Reading => "; choose with --from or --column".into(),
        Hint::WithoutHeader => {
            "; leave its header out, as in 'tail -n +2 FILE | batchdoku solve'".into()
        }
        Hint::FeatureToRead(feature) | Hint::FeatureToWrite(feature) => {
            format!(": install with --features {feature}")
        }
        Hint::Unpack("tar") => ", as in 'tar -xOf FILE NAME | batchdoku solve'".into(),
        Hint::Unpack(program) => format!(", as in '{program} -dc FILE | batchdoku solve'"),
        Hint::RarePuzzles => {
            "; allow more, use 'evolve', or take neighbours or equivalents of known puzzles".into()
        }
        _ => String::new(),
    }
}

/// True if the user types the input.
static READING: AtomicBool = AtomicBool::new(false);

/// Prints what the program waits for, if standard input is a terminal.
pub(super) fn reading(what: &str) {
    if io::stdin().is_terminal() {
        READING.store(true, Relaxed);
        eprint_line(&format!("reading {what} from standard input; end with Ctrl-D"));
    }
}

/// Returns whether the program waits for typed input, and has printed so.
pub(super) fn is_reading() -> bool {
    READING.load(Relaxed)
}

/// Returns whether colours are wanted on standard output.
pub(super) fn has_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
