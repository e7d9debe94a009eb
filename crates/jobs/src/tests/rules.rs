//! Options without an effect, each refused with the reason.

use std::error::Error as _;

use super::*;
use crate::{
    Canon, Check, Count, Evolve, Explain, Neighbours, Rate, SearchOptions, Shuffle, Solve, Split,
    SplitBy, Stats, SubPuzzles,
};
use batchdoku_engine::EngineKind;
use batchdoku_format::Format;
use batchdoku_pipeline::{Input, Output};

const PAIR: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,\
                    534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// Runs a command on a pair of puzzle and solution, and requires an error with these words.
#[track_caller]
fn assert_refused(command: impl Command, words: &str) {
    assert_refused_for(command, Input::text(PAIR), words);
}

#[track_caller]
fn assert_refused_for(command: impl Command, input: impl Into<Input>, words: &str) {
    let input: Input = input.into();
    let error = command.run(input, Output::Discard).expect_err(words);
    let cause = error.source().map(ToString::to_string).unwrap_or_default();
    let said = format!("{error}: {cause}");
    assert!(said.contains(words), "{said}");
}

#[test]
fn the_order_and_the_number_of_all_solutions_need_all() {
    assert_refused(Solve { unique: true, sorted: true, ..Solve::default() }, "sorted needs all");
    assert_refused(Solve { unique: true, limit: 3, ..Solve::default() }, "limit needs all");
}

#[test]
fn a_search_that_nothing_asks_for_has_no_options() {
    let of = |set: fn(&mut SearchOptions)| {
        let mut search = SearchOptions::default();
        set(&mut search);
        search
    };
    let limited = of(|search| search.max_nodes = Some(5));
    let chosen = of(|search| search.engine.engine = EngineKind::Mrv);
    let check = |search| Check { search, ..Check::default() };
    assert_refused(check(limited), "max_nodes needs unique: nothing else is searched");
    assert_refused(check(chosen), "engine needs unique: nothing else is searched");
    let split = |search| Split { search, by: SplitBy::Class, ..Split::default() };
    assert_refused(split(limited), "max_nodes does not go with by class: nothing is searched");
    assert_refused(split(chosen), "engine does not go with by class: nothing is searched");
}

#[test]
fn sets_have_no_rejected_records_to_drop() {
    let options = options(|spec| spec.output.layout.dropped.drop = true);
    assert_refused(Split { options, ..Split::default() }, "drop has no effect");
}

#[test]
fn tables_are_no_json() {
    let scratch = Scratch::new();
    let stats = Stats { json: true, ..Stats::default() };
    let error = stats.run(Input::text(PAIR), scratch.path("x.csv")).unwrap_err().to_string();
    assert!(error.contains("x.csv"), "{error}");
}

#[test]
fn lines_have_no_names() {
    let options = |set: fn(&mut JobSpec)| options(set);
    let named = options(|spec| {
        spec.input.from = Some(Format::Line);
        spec.input.column = Some("nonsense".into());
    });
    let words = "column has no effect: lines have no header, and their fields are numbered from 1";
    assert_refused(Solve { options: named, ..Solve::default() }, words);
    let missing = options(|spec| spec.input.column = Some("3".into()));
    let words = "there is no field 3: the lines have 2 at most";
    assert_refused(Solve { options: missing, ..Solve::default() }, words);
    let second = options(|spec| spec.input.column = Some("2".into()));
    let solve = Solve { options: second, ..Solve::default() };
    assert!(solve.run(Input::text(PAIR), Output::Discard).unwrap().is_complete());
}

#[test]
fn grids_have_no_columns() {
    let scratch = Scratch::new();
    let array = scratch.path("in.npy");
    assert!(Solve::default().run(Input::text(PAIR), &array).unwrap().is_complete());
    let solution = PAIR.split_once(',').unwrap().1.trim_end();
    let rows: String = (0..9).map(|row| format!("{}\n", &solution[row * 9..][..9])).collect();
    let grid = scratch.file("grid.txt", rows);
    for (input, column) in [(&array, "x"), (&array, "1"), (&grid, "1")] {
        let options = options(|spec| spec.input.column = Some(column.into()));
        let solve = Solve { options, ..Solve::default() };
        let refused = solve.run(input, Output::Discard).is_err();
        assert!(refused, "{} {column}", input.display());
    }
    let words = "column has no effect: records of this format have no columns";
    let options = options(|spec| spec.input.column = Some("x".into()));
    assert_refused_for(Solve { options, ..Solve::default() }, &array, words);
}

#[test]
fn no_command_looks_for_solutions_in_a_column_of_lines_that_is_none() {
    let options = || options(|spec| spec.input.solution_column = Some("nonsense".into()));
    let words = "solution_column has no effect: lines have no header";
    assert_refused(Check { options: options(), ..Check::default() }, words);
    assert_refused(Count { options: options(), ..Count::default() }, words);
    assert_refused(Rate { options: options(), ..Rate::default() }, words);
    assert_refused(Canon { options: options(), ..Canon::default() }, words);
    assert_refused(Shuffle { options: options(), ..Shuffle::default() }, words);
    assert_refused(Neighbours { options: options(), ..Neighbours::default() }, words);
    assert_refused(SubPuzzles { options: options(), ..SubPuzzles::default() }, words);
    assert_refused(Stats { options: options(), ..Stats::default() }, words);
    assert_refused(Explain { options: options(), ..Explain::default() }, words);
    assert_refused(Evolve { options: options(), ..Evolve::default() }, words);
}
