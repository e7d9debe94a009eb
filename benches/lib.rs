//! Shared by the benchmarks: the program as users build it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Builds the program with the profile `release` and returns its path.
///
/// # Panics
/// If it cannot be built.
pub fn build_program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the workspace");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut build = Command::new(env!("CARGO"));
    build
        .args(["build", "--release", "--locked", "--bin", "batchdoku", "--target-dir"])
        .arg(&target);
    assert!(
        build.current_dir(root).status().is_ok_and(|status| status.success()),
        "it cannot be built"
    );
    target.join("release/batchdoku").with_extension(std::env::consts::EXE_EXTENSION)
}
