//! Tells the program how it was built, for its records.

use std::{env, process::Command};

fn main() {
    let rustc = env::var("RUSTC").expect("set by cargo");
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&version.stdout);
    println!("cargo:rustc-env=PEERS_RUSTC={}", version.trim());
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    println!("cargo:rustc-env=PEERS_RUSTFLAGS={flags}");
    println!("cargo:rustc-env=PEERS_PROFILE={}", env::var("PROFILE").expect("set by cargo"));
}
