//! The recipes of `docs/clusters.md`, each run as its scheduler would: by a shell script that sets the variables.

#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::common::*;

/// The number of parts, in place of the one in the recipes.
const PARTS: usize = 7;

/// Runs a job script as an array, like `sbatch`, one task after the other: those of `--array=LIST`, else those that
/// the script asks for. The task `FAILED` meets a limit and ends with an error, the task `LOST` never runs.
const SBATCH: &str = r#"
case $1 in --array=*) list=${1#--array=}; shift;; esac
: "${list:=$(sed -n 's/^#SBATCH .*--array=\([^ ]*\).*/\1/p' "$1")}"
export SLURM_CPUS_PER_TASK=$(sed -n 's/^#SBATCH .*--cpus-per-task=\([^ ]*\).*/\1/p' "$1")
tasks=$(echo "$list" | tr , '\n' | while IFS=- read -r from to; do seq "$from" "${to:-$from}"; done)
export SLURM_ARRAY_TASK_COUNT=$(echo "$tasks" | wc -l)
for SLURM_ARRAY_TASK_ID in $tasks; do
  export SLURM_ARRAY_TASK_ID
  [ "$SLURM_ARRAY_TASK_ID" = "$LOST" ] && continue
  ( [ "$SLURM_ARRAY_TASK_ID" = "$FAILED" ] && ulimit -f 8; exec sh -u "$1" )
  echo "$SLURM_ARRAY_TASK_ID: $?"
done
"#;

/// Returns the recipe for a scheduler, for [`PARTS`] parts.
fn recipe(scheduler: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/clusters.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once(&format!("<!-- {scheduler} -->\n```")).unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    rest.split("```").next().unwrap().replace("100", &PARTS.to_string())
}

/// Makes a folder with puzzles, one malformed; and returns the output of the whole job.
fn folder() -> (Scratch, Vec<u8>) {
    let scratch = Scratch::new();
    let lines: String = puzzles(1500).into_iter().map(|(puzzle, _)| puzzle + "\n").collect();
    scratch.file("puzzles.txt", lines + "oops\n");
    let out = run(&scratch, "batchdoku solve -q puzzles.txt", &[]);
    assert_eq!(code(&out), 1);
    (scratch, out.stdout)
}

/// Runs a script in the folder.
fn run(scratch: &Scratch, script: &str, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(scratch.path("")).env("PATH", path_to_program());
    command.envs(variables.iter().copied()).output().unwrap()
}

/// Joins the parts, and returns the exit code and what is said.
fn join(scratch: &Scratch) -> (i32, String) {
    let out =
        run(scratch, "batchdoku join parts/*.txt -o solutions.txt --summary summary.json", &[]);
    (code(&out), stderr(&out).to_owned())
}

fn assert_joined(scratch: &Scratch, whole: &[u8]) {
    // One record is malformed.
    let (code, said) = join(scratch);
    assert_eq!(code, 1, "{said}");
    assert_same(whole, fs::read(scratch.path("solutions.txt")).unwrap(), "joined");
    let summary = fs::read(scratch.path("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap();
    assert_eq!((&summary["puzzles"], &summary["done"]), (&1501.into(), &1500.into()));
}

/// Returns the names and the times of the parts.
fn times(scratch: &Scratch) -> Vec<(String, std::time::SystemTime)> {
    let parts = fs::read_dir(scratch.path("parts")).unwrap().map(Result::unwrap);
    let about = |part: fs::DirEntry| {
        (part.file_name().into_string().unwrap(), part.metadata().unwrap().modified().unwrap())
    };
    let mut times: Vec<_> = parts.map(about).filter(|(name, _)| !name.starts_with('.')).collect();
    times.sort();
    times
}

#[test]
fn slurm() {
    let (scratch, whole) = folder();
    scratch.file("sbatch", SBATCH);
    scratch.file("solve.sh", recipe("slurm"));
    scratch.file("unique.sh", recipe("slurm").replace("--resume", "--unique --resume"));
    let sbatch = |args: &str, variables: &[(&str, &str)]| {
        let out = run(&scratch, &format!("sh sbatch {args}"), variables);
        (stdout(&out).to_owned(), stderr(&out).to_owned())
    };
    // A node is lost, and a task fails.
    let (ended, _) = sbatch("solve.sh", &[("LOST", "3"), ("FAILED", "5")]);
    let ended: Vec<_> = ended.lines().collect();
    assert_eq!((ended.len(), ended[3]), (6, "5: 1"));
    assert_eq!(ended.iter().filter(|line| line.ends_with(": 0")).count(), 5, "{ended:?}");
    let missing = "error: cannot join these files:\n  part 3/7 is missing\n  part 5/7 is missing\n";
    assert_eq!(join(&scratch), (2, missing.into()));
    // Submitted again alone, where the number of tasks is 1; and once by a script that is another.
    let (ended, said) = sbatch("--array=5 solve.sh", &[]);
    assert_eq!(ended, "5: 0\n", "{said}");
    let (ended, said) = sbatch("--array=3 unique.sh", &[]);
    assert_eq!(ended, "3: 0\n", "{said}");
    let foreign = "error: cannot join these files:\n  'parts/003.txt' is of another job: --unique is \
                   given, and not given for the others\n";
    assert_eq!(join(&scratch), (2, foreign.into()));
    // The right script does not replace it silently either.
    let (ended, said) = sbatch("--array=3 solve.sh", &[]);
    assert_eq!(ended, "3: 1\n");
    assert!(said.contains("--unique was given and is now not given"), "{said}");
    run(&scratch, "rm parts/003.txt", &[]);
    let (ended, said) = sbatch("--array=3 solve.sh", &[]);
    assert_eq!(ended, "3: 0\n", "{said}");
    assert_joined(&scratch, &whole);
    // All of them again: nothing is done.
    let before = times(&scratch);
    assert_eq!(before.len(), PARTS);
    let (ended, said) = sbatch("solve.sh", &[]);
    assert_eq!(ended.matches(": 0").count(), PARTS, "{said}");
    assert_eq!(said.matches("already complete: ").count(), PARTS, "{said}");
    assert_eq!(times(&scratch), before);
    assert_joined(&scratch, &whole);
}

/// Runs the tasks of a scheduler that counts from 0 and names the part alone.
fn indexed(scratch: &Scratch, script: &str, variable: &str) {
    let [parts, folder] = [PARTS.to_string(), scratch.path("").display().to_string()];
    for index in (0..PARTS).rev() {
        let index = index.to_string();
        let variables = [(variable, &*index), ("N", &parts), ("DATA", &folder)];
        let out = run(scratch, script, &variables);
        assert_eq!(code(&out), 0, "{index}: {}", stderr(&out));
    }
}

#[test]
fn kubernetes() {
    let (scratch, whole) = folder();
    let manifest = recipe("kubernetes");
    assert!(manifest.contains(&format!("completions: {PARTS}\n")));
    assert!(manifest.contains(&format!("name: N\n              value: \"{PARTS}\"\n")));
    let (_, script) = manifest.split_once("- |\n").unwrap();
    let indent = script.len() - script.trim_start().len();
    let script = script.lines().map_while(|line| line.get(indent..)).collect::<Vec<_>>();
    let end = script.iter().position(|line| line.is_empty()).unwrap_or(script.len());
    let script = script[..end].join("\n");
    let script = script.split_once("|| [ $? = 1 ]").unwrap().0.to_owned() + "|| [ $? = 1 ]";
    indexed(&scratch, &script, "JOB_COMPLETION_INDEX");
    assert_joined(&scratch, &whole);
}

#[test]
fn aws_batch() {
    let (scratch, whole) = folder();
    indexed(&scratch, &recipe("aws"), "AWS_BATCH_JOB_ARRAY_INDEX");
    assert_joined(&scratch, &whole);
}

#[test]
fn gnu_parallel() {
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("skipped: there is no parallel");
        return;
    }
    let (scratch, whole) = folder();
    // There are no machines: ":" is this one, without ssh.
    scratch.file("machines", ":\n");
    run(&scratch, &recipe("parallel"), &[]);
    assert_joined(&scratch, &whole);
}
