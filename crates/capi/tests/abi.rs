//! The binary interface is that of the recorded file: functions with their types, values of enums, and the offsets of
//! fields of structs on machines of 64 bits.
//!
//! `UPDATE_ABI=1 cargo test -p batchdoku-capi --test abi` writes `abi.txt`.
#![cfg(all(target_os = "linux", not(target_env = "musl"), target_pointer_width = "64"))]

use std::{
    env, fs,
    path::Path,
    process::{self, Command},
};

use batchdoku_testkit::assert_same;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the header without its comments, with single blanks.
fn declarations() -> String {
    let header = fs::read_to_string(format!("{CRATE}/include/batchdoku.h")).expect("the header");
    let mut rest = &header[..];
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code.push_str(before);
        rest = comment.split_once("*/").expect("comments end").1;
    }
    code + rest
}

/// Returns each function as `type name(types and names)`, each constant as `#define NAME value`, each value of an enum
/// as `NAME = value`, sorted.
fn functions_and_constants(code: &str) -> Vec<String> {
    let plain: Vec<&str> = code.lines().filter(|line| !line.starts_with('#')).collect();
    let plain = plain.join(" ").replace("extern \"C\" {", "");
    let is_function = |declaration: &String| declaration.ends_with(')');
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let functions = plain.split([';', '}', '{']).map(words).filter(is_function);
    let constants = code.lines().filter(|line| line.starts_with("#define "));
    let constants = constants.filter(|line| *line != "#define BATCHDOKU_H").map(words);
    let enums = plain.split("typedef enum {").skip(1).filter_map(|rest| rest.split('}').next());
    let values = enums.flat_map(|values| values.split(',')).map(words);
    let mut all: Vec<_> = functions.chain(constants).chain(values).collect();
    all.sort();
    all
}

/// Returns the structs whose fields the header shows: the name, and the declaration of each field.
fn structs(code: &str) -> Vec<(&str, Vec<&str>)> {
    let bodies = code.split("typedef struct {").skip(1);
    let parts = bodies.map(|text| {
        let (fields, name) = text.split_once('}').expect("structs end");
        let name = name.split(';').next().unwrap_or_default().trim();
        (name, fields.split(';').map(str::trim).filter(|field| !field.is_empty()).collect())
    });
    parts.collect()
}

/// Returns a C program that prints the size of each struct, and the offset and size of each of its fields.
fn layout_program(structs: &[(&str, Vec<&str>)]) -> String {
    let mut lines = Vec::new();
    for (name, fields) in structs {
        lines.push(format!("  printf(\"{name}: %lu bytes\\n\", (unsigned long)sizeof({name}));"));
        for declared in fields {
            let field = declared.split('[').next().unwrap_or_default();
            let field = field.rsplit([' ', '*']).next().expect("a name");
            lines.push(format!(
                "  printf(\"  %lu, %lu bytes: {declared}\\n\", (unsigned long)offsetof({name}, {field}), \
                 (unsigned long)sizeof((({name} *)0)->{field}));"
            ));
        }
    }
    let body = lines.join("\n");
    format!(
        "#include \"batchdoku.h\"\n#include <stdio.h>\nint main(void) {{\n{body}\n  return 0;\n}}\n"
    )
}

/// Compiles and runs the program, and returns its output.
fn layouts(program: &str) -> String {
    // The folder is named after the process, because two processes may run the tests at once.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("abi-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (source, binary) = (folder.join("abi.c"), folder.join("abi"));
    fs::write(&source, program).expect("a file");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c89", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"]);
    compiler.arg(format!("{CRATE}/include")).arg("-o").arg(&binary).arg(source);
    assert!(compiler.status().expect("a C compiler").success());
    let out = Command::new(binary).output().expect("it runs");
    assert!(out.status.success());
    fs::remove_dir_all(folder).expect("a folder");
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn the_interface_is_the_recorded_one() {
    let code = declarations();
    let (functions, structs) = (functions_and_constants(&code), structs(&code));
    assert!(functions.len() > 10, "functions of the header: {functions:?}");
    assert!(structs.len() > 2, "structs of the header: {}", structs.len());
    let found = functions.join("\n") + "\n" + &layouts(&layout_program(&structs));
    let path = format!("{CRATE}/abi.txt");
    if env::var_os("UPDATE_ABI").is_some() {
        fs::write(path, found).expect("abi.txt");
        return;
    }
    let recorded = fs::read_to_string(path).expect("abi.txt");
    let context = "abi.txt and the header: programs that were built with the recorded interface may not run with this one. \
                   If that is meant: UPDATE_ABI=1 cargo test -p batchdoku-capi --test abi";
    assert_same(recorded, found, context);
}

#[test]
fn enums_have_the_values_of_the_library() {
    use batchdoku_capi::bd_end::*;
    let declared = functions_and_constants(&declarations());
    for end in [
        BD_END_COMPLETE,
        BD_END_SOLUTION_LIMIT,
        BD_END_NODE_LIMIT,
        BD_END_STOPPED,
        BD_END_MALFORMED,
    ] {
        let value = format!("{end:?} = {}", end as u32);
        assert!(declared.contains(&value), "{value}: crates/capi/cbindgen.toml has another");
    }
}
