//! Operations on a corpus as a whole: finds rows that repeat others, splits rows into sets, and counts statistics.

use std::{cell::RefCell, collections::HashSet};

use batchdoku::{
    Grid, Limits, Outcome, StopFlag, Verdict,
    corpus::explain::ErRating,
    format::{Format, ReplyOptions, text_of_messages},
    jobs::{DedupeBy, JUDGED_COLUMNS, JobOptions, JudgedValue, ReplyJudge, SplitBy, Stats, Strata},
    pipeline::Input,
};
use batchdoku_corpus::{
    canon::{class_key, grid_key},
    rate::Rater,
    split::{SETS, Sets, drawn_number, stratum},
};
use batchdoku_engine::{Engine, EngineChoice, build_engine};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyRuntimeError, PyTypeError},
    prelude::*,
    pybacked::PyBackedStr,
    types::PyList,
};

use crate::{
    error::{exception, invalid, lengths_differ},
    list::{Gathered, gathered},
    parallel::{TURN, Threads, alone},
};

/// The minimum number of puzzles that a thread takes at a time.
const CHUNK: usize = 64;

/// The maximum number of replies that the calling thread judges itself, because starting a thread takes longer.
const FEW_REPLIES: usize = 64;

/// Calls `each` with the grid of every row of a list, on several threads. A row that is not a grid has a missing value.
fn each_row<T: Send + Clone>(
    py: Python<'_>,
    rows: &Gathered,
    threads: Threads,
    each: impl Fn(&mut Searcher, usize, &Grid) -> Option<T> + Sync,
) -> PyResult<Vec<Option<T>>> {
    each_row_with(py, rows, threads, |stop| Searcher::new(stop.clone()), each)
}

/// Calls `each` as [`each_row`] does, and gives each thread a tool made by `tool`.
fn each_row_with<T: Send + Clone, Tool>(
    py: Python<'_>,
    rows: &Gathered,
    threads: Threads,
    tool: impl Fn(&StopFlag) -> Tool + Sync,
    each: impl Fn(&mut Tool, usize, &Grid) -> Option<T> + Sync,
) -> PyResult<Vec<Option<T>>> {
    let mut values = vec![None; rows.text.len() / 81];
    let count = values.len().div_ceil(CHUNK);
    let stop = StopFlag::new();
    py.detach(|| {
        let parts = values.chunks_mut(CHUNK).zip(rows.text.chunks(CHUNK * 81)).enumerate();
        threads.run(
            count,
            parts,
            &stop,
            || tool(&stop),
            |tool, part| {
                let (chunk, (values, text)) = part;
                for (at, (value, text)) in values.iter_mut().zip(text.chunks_exact(81)).enumerate()
                {
                    if stop.is_set() {
                        break;
                    }
                    *value = Grid::parse(text)
                        .ok()
                        .and_then(|grid| each(tool, CHUNK * chunk + at, &grid));
                }
                Ok(())
            },
        )
    })?;
    Ok(values)
}

/// Finds the only solutions of puzzles.
struct Searcher {
    engine: Box<dyn Engine>,
    rater: Rater,
    stop: StopFlag,
}

impl Searcher {
    fn new(stop: StopFlag) -> Self {
        Self { engine: build_engine(EngineChoice::default()), rater: Rater::default(), stop }
    }

    fn solution(&mut self, puzzle: &Grid) -> Option<Grid> {
        let mut solution = Grid::EMPTY;
        let mut outcome = Outcome::default();
        let limits = Limits::solutions(2).stop(&self.stop);
        self.engine.solve(puzzle, &limits, &mut solution, &mut outcome);
        (outcome.verdict() == Verdict::Solved).then_some(solution)
    }
}

/// Returns the rows of a list that repeat no earlier row and no row of `against`. Rows that are not grids are kept.
#[pyfunction]
#[pyo3(signature = (puzzles, by, against, threads))]
pub(crate) fn dedupe_rows(
    py: Python<'_>,
    puzzles: &Bound<'_, PyList>,
    by: &str,
    against: Option<&Bound<'_, PyList>>,
    threads: Threads,
) -> PyResult<Vec<usize>> {
    let by: DedupeBy = by.parse().map_err(invalid)?;
    let keys = |rows: &Bound<'_, PyList>| {
        let rows = gathered(rows)?.without_candidates("dedupe")?;
        each_row(py, &rows, threads, |searcher, _, grid| {
            Some(match by {
                DedupeBy::Puzzle => grid_key(grid),
                DedupeBy::Class => class_key(grid),
                _ => class_key(&searcher.solution(grid).unwrap_or(*grid)),
            })
        })
    };
    let mut met = HashSet::new();
    if let Some(against) = against {
        met.extend(keys(against)?.into_iter().flatten());
    }
    let mut is_first = |key: &Option<u128>| key.is_none_or(|key| met.insert(key));
    let kept = keys(puzzles)?;
    Ok((0..kept.len()).filter(|&row| is_first(&kept[row])).collect())
}

/// A set that does not have the size requested: its name, the size requested, and its size.
type OddSize = (&'static str, usize, usize);

/// Returns the set of each row of a list, as its index among `train`, `valid` (if requested) and `test`; `None` for a
/// row without a class. Also returns the sets that do not have the sizes requested.
#[pyfunction]
#[pyo3(signature = (puzzles, shares, seed, by, exact, stratify, strata, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn split_rows(
    py: Python<'_>,
    puzzles: &Bound<'_, PyList>,
    shares: Vec<f64>,
    seed: u64,
    by: &str,
    exact: bool,
    stratify: Option<&str>,
    strata: Option<Vec<Option<String>>>,
    threads: Threads,
) -> PyResult<(Vec<Option<usize>>, Vec<OddSize>)> {
    let by: SplitBy = by.parse().map_err(invalid)?;
    let rows = gathered(puzzles)?.without_candidates("split")?;
    let stratify: Option<Strata> = stratify.map(|name| name.parse().expect("any name will do"));
    let is_exact = exact || stratify.is_some() || strata.is_some();
    let by_shares = match is_exact {
        false => Some(Sets::by_shares(&shares).map_err(invalid)?),
        true => None,
    };
    let drawn = each_row(py, &rows, threads, |searcher, row, grid| {
        let class = match by {
            SplitBy::Class => *grid,
            _ => searcher.solution(grid)?,
        };
        let value = match (&strata, &stratify) {
            (Some(values), _) => match &values[row] {
                Some(value) => value.clone().into_bytes(),
                None => vec![0],
            },
            (None, Some(Strata::Clues)) => vec![grid.clues() as u8],
            (None, Some(Strata::Level)) => {
                let level = searcher.rater.rate(grid).level();
                level.map_or("", |level| level.name()).into()
            }
            (None, Some(Strata::Er)) => {
                ErRating::of(grid).map_or_else(Vec::new, |rating| vec![rating.er() as u8])
            }
            _ => Vec::new(),
        };
        Some((drawn_number(&class, seed), stratum(&value)))
    })?;
    let (sets, sizes) = match by_shares {
        Some(sets) => (sets, Vec::new()),
        None => Sets::exact(drawn.iter().copied().flatten().collect(), &shares).map_err(invalid)?,
    };
    let of = drawn.into_iter().map(|drawn| drawn.map(|(number, _)| sets.of(number))).collect();
    let sizes = SETS.into_iter().zip(sizes).filter(|(_, size)| size.asked != size.records);
    Ok((of, sizes.map(|(set, size)| (set, size.asked, size.records)).collect()))
}

/// Counts the statistics of a list of puzzles, with weights if there are any. Returns JSON.
#[pyfunction]
#[pyo3(signature = (puzzles, weights, rated, er, structure, unavoidable, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn stats(
    py: Python<'_>,
    puzzles: &Bound<'_, PyList>,
    weights: Option<Vec<f64>>,
    rated: bool,
    er: bool,
    structure: bool,
    unavoidable: u8,
    threads: Threads,
) -> PyResult<String> {
    let rows = gathered(puzzles)?.without_candidates("stats")?;
    if let Some(weights) = &weights
        && weights.len() * 81 != rows.text.len()
    {
        let puzzles = rows.text.len() / 81;
        return Err(lengths_differ(puzzles as u64, weights.len() as u64, "weight"));
    }
    let mut table = b"puzzle,weight\n".to_vec();
    for (row, text) in rows.text.chunks_exact(81).enumerate() {
        // An invalid row must stay invalid in this table, too.
        table.extend_from_slice(if Grid::parse(text).is_ok() { text } else { b"?" });
        table.push(b',');
        table.extend_from_slice(
            weights.as_ref().map_or(String::new(), |all| all[row].to_string()).as_bytes(),
        );
        table.push(b'\n');
    }
    let stop = StopFlag::new();
    let mut options = JobOptions { stop: stop.clone(), ..JobOptions::default() };
    options.spec.input.from = Some(Format::Csv);
    options.spec.run.threads = threads.count();
    let unavoidable = Some(unavoidable).filter(|&most| most > 0);
    let job = Stats { options, no_rating: !rated, er, structure, unavoidable, ..Stats::default() };
    let run = || job.count(Input::text(table));
    let (stats, _) = alone(py, TURN, &stop, |py| py.check_signals(), run)?.map_err(exception)?;
    serde_json::to_string(&stats).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Judges replies; `counts` has the number of replies for each puzzle. Returns the columns of judged replies, each with
/// a value for each reply. If a puzzle is invalid, all values of its replies are missing.
#[pyfunction]
#[pyo3(signature = (puzzles, replies, counts, answer, think, threads))]
pub(crate) fn score_rows<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyList>,
    replies: Vec<Option<PyBackedStr>>,
    counts: Vec<usize>,
    answer: &str,
    think: &str,
    threads: Threads,
) -> PyResult<Vec<Bound<'py, PyList>>> {
    let options = ReplyOptions {
        answer: answer.parse().map_err(invalid)?,
        think: think.parse().map_err(invalid)?,
    };
    let rows = gathered(puzzles)?.without_candidates("score")?;
    let ends: Vec<_> = counts
        .iter()
        .scan(0, |end, count| {
            *end += count;
            Some(*end)
        })
        .collect();
    let judge_row = |judge: &mut ReplyJudge, row: usize, puzzle: &Grid| {
        let replies = &replies[ends[row] - counts[row]..ends[row]];
        let judged = replies.iter().map(|reply| {
            let judged = judge.judge(puzzle, reply.as_deref());
            JUDGED_COLUMNS.map(|column| column.value(&judged))
        });
        Some(judged.collect::<Vec<_>>())
    };
    let judged = if replies.len() <= FEW_REPLIES {
        let cells = rows.text.chunks_exact(81).enumerate();
        py.detach(|| {
            with_own_judge(&options, |judge| {
                let of = |(row, text)| judge_row(judge, row, &Grid::parse(text).ok()?);
                cells.map(of).collect::<Vec<_>>()
            })
        })
    } else {
        each_row_with(py, &rows, threads, |_| ReplyJudge::new(options.clone()), judge_row)?
    };
    let mut columns = JUDGED_COLUMNS.map(|_| Vec::with_capacity(replies.len()));
    for (judged, count) in judged.iter().zip(counts) {
        for at in 0..count {
            for (index, column) in columns.iter_mut().enumerate() {
                let value = judged.as_ref().map(|judged| judged[at][index]);
                column.push(object(py, value)?);
            }
        }
    }
    columns.into_iter().map(|column| PyList::new(py, column)).collect()
}

/// Calls `work` with the judge of the calling thread, with these options for finding answers.
fn with_own_judge<T>(options: &ReplyOptions, work: impl FnOnce(&mut ReplyJudge) -> T) -> T {
    thread_local! {
        static JUDGE: RefCell<Option<(ReplyOptions, ReplyJudge)>> = const { RefCell::new(None) };
    }
    JUDGE.with_borrow_mut(|held| {
        let (_, judge) = match held {
            Some(held) if held.0 == *options => held,
            _ => held.insert((options.clone(), ReplyJudge::new(options.clone()))),
        };
        work(judge)
    })
}

/// Returns a value as a Python object; `None` if it is missing.
fn object(py: Python<'_>, value: Option<JudgedValue>) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Some(JudgedValue::Truth(is_so)) => is_so.into_bound_py_any(py),
        Some(JudgedValue::Number(number)) => number.into_bound_py_any(py),
        Some(JudgedValue::Name(name)) => name.into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// Returns the names of the columns of judged replies.
#[pyfunction]
pub(crate) fn score_columns() -> Vec<&'static str> {
    JUDGED_COLUMNS.iter().map(|column| column.name).collect()
}

/// Returns the text of a reply in JSON: from the messages of a chat, or from an object.
#[pyfunction]
pub(crate) fn reply_text(json: &str) -> PyResult<String> {
    text_of_messages(json).map_err(|error| PyTypeError::new_err(error.to_string()))
}
