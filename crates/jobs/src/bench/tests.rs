//! Tests whole runs on small sets in mapped files, and the figures of the runs.

use std::{io::Write, path::Path, sync::Mutex, thread, time::Duration};

use super::*;
use batchdoku_engine::grid::Grid;
use batchdoku_pipeline::{Input, lock};

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

/// Returns a file of `puzzles` lines.
fn file(puzzles: usize) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().prefix("a set.").tempfile().unwrap();
    file.write_all(format!("{PUZZLE}\n").repeat(puzzles).as_bytes()).unwrap();
    file
}

fn short() -> Bench {
    Bench { engine: vec![EngineKind::Mrv], rounds: 3, seconds: 0.0, ..Bench::default() }
}

/// Returns the report about a file and a solver.
fn report_with<S>(
    bench: &Bench,
    name: &str,
    make: impl Fn() -> S + Sync,
    file: &Path,
) -> Result<BenchReport, Error>
where
    S: FnMut(&[u8; 81], u64, &mut [u8; 81]) -> u64 + Send + 'static,
{
    bench.compare(vec![BenchSolver::new(name, make)], file, Output::Discard)
}

/// Solves a puzzle by another engine.
fn by_backtracking(puzzle: &[u8; 81], limit: u64, solution: &mut [u8; 81]) -> u64 {
    let mut solver = batchdoku_engine::Solver::builder().engine(EngineKind::Backtrack).build();
    let puzzle = Grid::parse(puzzle).unwrap();
    if let Some(first) = solver.solve(&puzzle) {
        *solution = first.to_text();
    }
    solver.count(&puzzle, limit)
}

#[test]
fn a_figure_for_every_engine_and_limit() {
    let file = file(100);
    let rounds = Arc::<Mutex<(usize, usize)>>::default();
    let measured = Arc::clone(&rounds);
    let note = move |done, all| *lock(&measured) = (done, all);
    let bench = Bench { measured: Some(Arc::new(note)), ..short() };
    let report = report_with(&bench, "other | solver", || by_backtracking, file.path()).unwrap();
    assert_eq!((report.figures.len(), *lock(&rounds)), (4, (12, 12)));
    for figure in &report.figures {
        assert_eq!((figure.puzzles, figure.given_up, figure.rounds), (64, 0, 3));
        assert!(figure.puzzles_per_second >= figure.median_puzzles_per_second);
        assert!(figure.median_puzzles_per_second >= figure.slowest_puzzles_per_second);
        assert_eq!(
            (figure.set.as_str(), figure.nodes.is_some()),
            ("a set", figure.engine == "mrv")
        );
    }
    assert_eq!((report.figures[0].relative, report.figures[1].nodes), (1.0, Some(0)));
    assert_eq!(report.date.len(), 10);

    let text = report.to_string();
    let start = "a set: first 64 of 100 puzzles, limit 1\nengine          puzzles/s";
    assert!(text.starts_with(start), "{text}");
    // Times that differ much, as on a busy machine, take a few more columns.
    assert!(text.lines().take(9).all(|line| line.chars().count() <= 88), "{text}");
    let markdown = report.to_markdown();
    assert!(markdown.contains("| a set |     2 | other \\| solver |"), "{markdown}");
}

/// All engines are measured on as many puzzles as the slowest solver can solve.
#[test]
fn all_engines_are_measured_on_the_same_puzzles() {
    let slowly = |puzzle: &[u8; 81], limit, solution: &mut [u8; 81]| {
        thread::sleep(Duration::from_millis(1));
        by_backtracking(puzzle, limit, solution)
    };
    let bench = Bench { rounds: 1, seconds: 0.02, limit: vec![1], ..short() };
    let report = report_with(&bench, "slow", move || slowly, file(1000).path()).unwrap();
    for figure in &report.figures {
        assert_eq!((figure.puzzles, figure.set_puzzles), (64, Some(1000)), "{}", figure.engine);
    }
    let markdown = report.to_markdown();
    assert_eq!(markdown.matches("first 64 of 1,000 puzzles").count(), 2, "{markdown}");
    #[cfg(feature = "plot")]
    assert!(report.to_svg(1).unwrap().contains("a set: first 64 of 1,000 puzzles"));
}

/// The use of the lanes is the same at every level; engines without lanes have no counts.
#[test]
fn lanes_are_counted() {
    let file = file(100);
    let bench = Bench {
        engine: vec![EngineKind::Mrv, EngineKind::Lanes],
        count_lanes: true,
        limit: vec![2],
        smallest: 64,
        ..short()
    };
    let report = bench.run(file.path(), Output::Discard).unwrap();
    let [mrv, lanes @ ..] = &report.figures[..] else { panic!("no figures") };
    assert_eq!((mrv.lanes, lanes.len()), (None, SimdLevel::available().count()));
    for figure in lanes {
        let counts = figure.lanes.unwrap();
        let [busy, changed] = counts.lanes_per_sweep();
        assert!(changed > 0.0, "{counts:?}");
        assert!([changed, busy, 32.0].is_sorted(), "{counts:?}");
        assert_eq!((counts.solved, counts.stuck, counts.dead), (figure.puzzles as u64, 0, 0));
        assert!(counts.events <= counts.sweeps, "{counts:?}");
        assert_eq!(counts, lanes[0].lanes.unwrap());
    }
    let text = report.to_string();
    assert!(text.contains(" of 32 busy, "), "{text}");
    assert!(text.contains("\nevents: every "), "{text}");
    // The table is wider if rounds differ much.
    let said = |line: &&str| line.starts_with("lanes: ") || line.starts_with("events: ");
    let said: Vec<_> = text.lines().filter(said).collect();
    assert_eq!(said.len(), 2, "{text}");
    assert!(said.iter().all(|line| line.chars().count() <= 80), "{text}");
}

#[cfg(feature = "plot")]
#[test]
fn a_chart_has_the_figures_of_a_limit() {
    let report = short().run(file(40).path(), Output::Discard).unwrap();
    let [one, two, other] = [1, 2, 3].map(|limit| report.to_svg(limit).unwrap());
    assert!(two.contains("prove uniqueness"), "{two}");
    assert!(two.contains("mrv"), "{two}");
    assert!(one.contains("Solve: speed relative to mrv"), "{one}");
    assert!(!other.contains("puzzles/s"), "{other}");
    assert!(!other.contains(">mrv<"), "{other}");
}

#[test]
fn csv_and_json_have_the_figures_and_say_where_they_come_from() {
    let bench = Bench { limit: vec![1, u64::MAX], ..short() };
    let name = "a \"fast\", new one";
    let report = report_with(&bench, name, || by_backtracking, file(40).path()).unwrap();
    let csv = report.to_csv();
    let mut rows = ::csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<std::collections::HashMap<String, String>> =
        rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    for (row, figure) in rows.iter().zip(&report.figures) {
        assert_eq!(row["machine"], report.machine);
        assert_eq!((&row["engine"], &row["limit"]), (&figure.engine, &figure.limit.to_string()));
        assert_eq!(row["nodes_per_puzzle"].is_empty(), figure.nodes_per_puzzle.is_none());
    }
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    for key in ["machine", "cpu_flags", "version", "rustc", "profile", "commit", "date"] {
        assert!(json[key].is_string(), "{key}");
    }
    assert_eq!(json["figures"][0]["puzzles"], 40);
}

/// A limit of 0 means all solutions, as everywhere.
#[test]
fn a_limit_of_0_is_all_solutions() {
    let few_clues = PUZZLE.replace('1', "0");
    let solutions =
        by_backtracking(few_clues.as_bytes().try_into().unwrap(), u64::MAX, &mut [0; 81]);
    assert!(solutions > 2);
    let mut file = tempfile::Builder::new().prefix("many.").tempfile().unwrap();
    file.write_all(format!("{few_clues}\n").repeat(40).as_bytes()).unwrap();
    let all = |puzzle: &[u8; 81], limit, solution: &mut [u8; 81]| {
        assert_eq!(limit, u64::MAX);
        by_backtracking(puzzle, limit, solution)
    };
    let bench = Bench { limit: vec![0], reference: Some("mrv".into()), ..short() };
    let report = report_with(&bench, "all", move || all, file.path()).unwrap();
    assert_eq!(report.figures.iter().map(|figure| figure.limit).collect::<Vec<_>>(), [0, 0]);
    let text = report.to_string();
    assert!(text.starts_with("many: 40 puzzles, all solutions\n"), "{text}");
    assert!(report.to_markdown().contains("| many |   all | mrv "), "{}", report.to_markdown());
    #[cfg(feature = "plot")]
    assert!(report.to_svg(0).unwrap().contains("Find all solutions: speed relative to mrv"));

    let two = |puzzle: &[u8; 81], _, solution: &mut [u8; 81]| by_backtracking(puzzle, 2, solution);
    let error = report_with(&bench, "two", move || two, file.path()).unwrap_err();
    let error = error.to_string();
    assert!(error.contains(&format!("mrv finds {solutions} solutions for ")), "{error}");
    assert!(error.ends_with("two finds 2"), "{error}");
}

#[test]
fn sets_that_are_too_small_are_left_out_and_named() {
    let (small, large) = (file(31), file(32));
    let report = short().run([small.path(), large.path()], Output::Discard).unwrap();
    assert_eq!(report.left_out, [(small.path().display().to_string(), 31)]);
    assert_eq!(report.figures.len(), 2);
    let any = Bench { smallest: 1, ..short() };
    assert_eq!(any.run(small.path(), Output::Discard).unwrap().figures.len(), 2);
    let error = short().run(small.path(), Output::Discard).unwrap_err();
    assert_eq!(error.to_string(), "there is nothing to measure: no input has 32 puzzles");
}

#[test]
fn solvers_that_disagree_or_are_unsound_are_not_measured() {
    let file = file(32);
    let blind = |_: &[u8; 81], _, _: &mut [u8; 81]| 0;
    let error = report_with(&short(), "blind", move || blind, file.path()).unwrap_err();
    assert!(error.to_string().starts_with("a set: mrv finds 1 solution for 1.3...5"), "{error}");
}

#[test]
fn each_set_has_a_name_of_its_own() {
    let names = |files: &[&str]| {
        let inputs: Vec<_> = files.iter().map(|file| Input::from_arg(file.as_ref())).collect();
        set::set_names(&inputs)
    };
    assert_eq!(names(&["x/a.txt.gz", "b.csv"]), ["a", "b"]);
    assert_eq!(names(&["a.txt", "b.txt", "old/a.txt"]), ["a.txt", "b", "old/a.txt"]);
    assert_eq!(names(&["a.txt", "a.txt", "a.csv"]), ["a.txt", "a.txt (2)", "a.csv"]);
}

#[test]
fn a_set_that_is_measured_twice_has_two_rows_with_names() {
    let file = file(100);
    let bench = Bench { limit: vec![1], ..short() };
    let report = bench.run([file.path(), file.path()], Output::Discard).unwrap();
    let sets: Vec<_> = report.figures.iter().map(|figure| figure.set.clone()).collect();
    let name = file.path().display().to_string();
    assert_eq!(sets, [name.clone(), format!("{name} (2)")]);
}
