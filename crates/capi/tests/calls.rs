//! The library as callers see it: from programs in C and C++, from Python's ctypes, and by the list of its symbols.
#![cfg(all(target_os = "linux", not(target_env = "musl")))]

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the folder with the shared library, which is the folder of this program.
fn library() -> PathBuf {
    let program = env::current_exe().expect("a path");
    let mut folders = program.ancestors().skip(1);
    let folder = folders.find(|folder| folder.join("libbatchdoku_capi.so").exists());
    folder.expect("the library is built with its tests").to_owned()
}

fn run(command: &mut Command) -> Output {
    let out = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}: {}: {text}", out.status);
    assert!(out.stderr.is_empty(), "{command:?}: {text}");
    out
}

/// Compiles a program in C with the library, and returns its path.
fn compiled(source: &str) -> PathBuf {
    let name = Path::new(source).file_stem().expect("a name");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Two processes may run the tests at once: a running program is replaced by a new file, because it cannot be
    // written to.
    let new = program.with_extension(process::id().to_string());
    let folder = library();
    let mut command = Command::new("cc");
    command.args(["-std=c89", "-Wall", "-Wextra", "-pedantic", "-Werror", "-g", "-I"]);
    command.arg(format!("{CRATE}/include")).arg("-o").arg(&new).arg(source);
    command.arg("-L").arg(&folder).arg("-lbatchdoku_capi");
    run(command.arg(format!("-Wl,-rpath,{}", folder.display())));
    fs::rename(new, &program).expect("the program");
    program
}

#[test]
fn a_c_program_gets_what_the_header_says() {
    run(&mut Command::new(compiled(&format!("{CRATE}/tests/calls.c"))));
}

#[test]
fn a_cpp_compiler_accepts_the_header() {
    if Command::new("c++").arg("--version").output().is_err() {
        return println!("skipped: there is no C++ compiler");
    }
    let include = format!("{CRATE}/include");
    let flags = ["-std=c++98", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-x"];
    let twice = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("twice-{}.cpp", process::id()));
    fs::write(&twice, "#include \"batchdoku.h\"\n#include \"batchdoku.h\"\nint main() { return bd_count(0, 1) == 1; }\n")
        .expect("a file");
    run(Command::new("c++").args(flags).args(["c++", "-I", &include]).arg(&twice));
    fs::remove_file(twice).expect("the file");
}

/// Returns the functions of the header, each followed by its opening parenthesis.
fn declared() -> BTreeSet<String> {
    let header = fs::read_to_string(format!("{CRATE}/include/batchdoku.h")).expect("the header");
    let code = header.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let names = code.filter_map(|line| {
        let name = line.split_once('(')?.0.rsplit([' ', '*']).next()?;
        name.starts_with("bd_").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn the_symbols_are_those_of_the_header() {
    let library = library().join("libbatchdoku_capi.so");
    let out = run(Command::new("nm")
        .args(["-D", "--defined-only", "--format=just-symbols"])
        .arg(library));
    let symbols: BTreeSet<String> =
        String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect();
    assert_eq!(symbols, declared());
    assert!(symbols.len() > 10);
}

#[test]
fn python_calls_it() {
    let script = "
import ctypes, sys
bd = ctypes.CDLL(sys.argv[1])
bd.bd_solve.restype = ctypes.c_size_t
bd.bd_solve.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
bd.bd_error.restype = ctypes.c_char_p
puzzle = b'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
solution, nodes = ctypes.create_string_buffer(81), ctypes.c_size_t(9)
assert bd.bd_solve(puzzle, 2, solution, ctypes.byref(nodes)) == 1 and nodes.value == 0
assert solution.raw == b'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
assert bd.bd_solve(puzzle[:50], 2, solution, None) == ctypes.c_size_t(-1).value
assert b'81 cells, got 50' in bd.bd_error()
";
    if Command::new("python3").arg("--version").output().is_err() {
        return println!("skipped: there is no python3");
    }
    let library = library().join("libbatchdoku_capi.so");
    run(Command::new("python3").args(["-c", script]).arg(library));
}

#[test]
fn the_example_judges_moves() {
    let program = compiled(&format!("{CRATE}/../../examples/c/moves.c"));
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let out = run(Command::new(&program).args([puzzle, "131", "135", "134", "134", "x"]));
    let expected = "131 is legal, but wrong\n135 breaks a rule: r1c1\n134 is right\n\
                    134 is filled already\nx is no move\nr1c1 can be 5\n";
    assert_eq!(String::from_utf8_lossy(&out.stdout), expected);
}
