//! Tests of whole jobs: files in, files out, without a process.

mod complete;
mod generate;
mod outputs;
mod pairs;
mod resume;
mod rules;
mod sync;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Command, JobOptions, JobSummary};
use batchdoku_pipeline::{Error, JobSpec, Shard};

/// The result of a job.
type Done = Result<JobSummary, Error>;

/// A folder that is removed at the end. If the system has a file system in memory, it is there, so that no test waits
/// for a disk.
struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self(folder.expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Creates a file in the folder with these bytes.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }

    /// Returns the names of all files in the folder, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        names.sort();
        names
    }
}

/// Returns the first `count` lines of a file of the repository.
fn lines(name: &str, count: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name);
    let text = fs::read_to_string(path).expect("the data is there");
    text.lines().take(count).map(|line| format!("{line}\n")).collect()
}

/// Returns options changed by `set`.
fn options(set: impl FnOnce(&mut JobSpec)) -> JobOptions {
    let mut options = JobOptions::default();
    set(&mut options.spec);
    options
}

/// Returns options with a journal, changed by `set`.
fn resumable(set: impl FnOnce(&mut JobSpec)) -> JobOptions {
    options(|spec| {
        spec.run.threads = 1;
        spec.run.part.resume = true;
        set(spec);
    })
}

/// Returns part `part` of `count` parts.
fn part(part: u64, count: u64) -> Shard {
    Shard::new(part, count).expect("a part")
}
