//! Parquet and Arrow: whatever a file holds, it is read or refused, and what is written can be read.
#![no_main]

use std::{env, fs, panic, path::PathBuf, process, sync::LazyLock};

use batchdoku::{
    jobs::{Command, JobSummary, Shuffle},
    pipeline::{Error, Input, JobSpec, Output},
};
use libfuzzer_sys::fuzz_target;

/// A folder for the files of this process.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("batchdoku-fuzz-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    // The crates that read these files panic at some damaged ones, and are caught: any other panic is a find.
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.location().is_none_or(|place| !place.file().contains("/registry/")) {
            report(info);
        }
    }));
    folder
});

fn shuffled(from: impl Into<Input>, to: impl Into<Output>, rows: u8) -> Result<JobSummary, Error> {
    let mut shuffle = Shuffle::default();
    let JobSpec { output, run, .. } = &mut shuffle.options.spec;
    run.threads = 1;
    output.row_group_size = Some(rows.into());
    shuffle.run(from.into(), to)
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let from = FOLDER.join("from");
    let to = FOLDER.join(["to.parquet", "to.arrow"][usize::from(choice / 128)]);
    fs::write(&from, data).expect("written");
    if let Ok(first) = shuffled(from, to.clone(), 1 + choice % 7) {
        let again = shuffled(to, Output::Discard, 1 + choice % 3).expect("what was written");
        assert_eq!(first.counts.puzzles, again.counts.puzzles);
    }
});
