//! The `batchdoku` program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    batchdoku::cli::main()
}
