//! Passes facts about the build to the library, for the reports of `bench`: compiler, profile,
//! commit.

use std::{env, fs, path::Path, process::Command};

fn main() {
    let rustc = env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"]));
    say("RUSTC", &rustc.unwrap_or_else(|| "unknown".into()));
    let profile = env::var("PROFILE").unwrap_or_default();
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    say("PROFILE", format!("{profile} {flags}").trim());
    println!("cargo:rerun-if-env-changed=BATCHDOKU_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    say("COMMIT", &commit(&profile).unwrap_or_else(|| "unknown".into()));
}

fn say(name: &str, value: &str) {
    println!("cargo:rustc-env=BATCHDOKU_{name}={value}");
}

/// Returns the commit of the source: from the environment, from a published package, or from git,
/// with a mark if files were changed since. A debug build does not call git, because it would be
/// rebuilt after every commit.
fn commit(profile: &str) -> Option<String> {
    if let Some(commit) = env::var("BATCHDOKU_COMMIT").ok().filter(|commit| !commit.is_empty()) {
        return Some(commit);
    }
    let folder = env::var("CARGO_MANIFEST_DIR").ok()?;
    let folder = Path::new(&folder);
    if let Ok(package) = fs::read_to_string(folder.join(".cargo_vcs_info.json")) {
        let hash = package.split("\"sha1\":").nth(1)?.split('"').nth(1)?;
        return Some(hash.get(..7)?.to_owned());
    }
    let root = folder.ancestors().nth(2)?;
    if profile == "debug" || !root.join(".git").exists() {
        return None;
    }
    let git = |args: &[&str]| output("git", &[&["-C", root.to_str()?], args].concat());
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    for part in ["src", "crates"] {
        println!("cargo:rerun-if-changed={}", root.join(part).display());
    }
    git(&["describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"])
}

/// Returns the output of a command, if it succeeds.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
