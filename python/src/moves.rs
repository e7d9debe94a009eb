//! Single moves: their verdicts, the technique that proves each, and masks of the possible moves.

use std::cell::RefCell;

use batchdoku::{Grid, Limits, Outcome, StopFlag, Verdict};
use batchdoku_arrow::CELLS;
use batchdoku_corpus::{
    Position,
    explain::{Explainer, StepKind},
    moves::{JudgedMove, Move, MoveOrder, MoveVerdict, legal},
};
use batchdoku_engine::{
    EngineChoice,
    batch::{Keep, Places, Stage, StageRows},
    grid::PuzzleForm,
};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use pyo3::{
    exceptions::PyRuntimeError,
    prelude::*,
    types::{PyBytes, PyList, PyString},
};

use crate::{
    error::invalid,
    operation::TRIAL_NODES,
    parallel::{Threads, Turn},
    position::PyPosition,
    single::position_of,
    techniques::Techniques,
};

/// The number of rows that a thread takes at a time.
const CHUNK: usize = 512;

/// The maximum number of rows that the calling thread does itself, because starting threads takes longer.
const FEW: usize = 64;

/// Positions as the functions of the package pass them.
enum Given<'py> {
    /// The items of a list; `None` for an item that is not a position.
    List(Vec<Option<Position>>),
    /// An array of 81 columns. Numbers above 9 are invalid.
    Array(PyReadonlyArray2<'py, u8>),
}

impl<'py> Given<'py> {
    fn new(positions: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(list) = positions.cast::<PyList>() else {
            return Ok(Self::Array(positions.cast::<PyArray2<u8>>()?.try_readonly()?));
        };
        let mut turn = Turn::new();
        let mut found = Vec::with_capacity(list.len());
        for item in list {
            found.push(if let Ok(item) = item.cast::<PyPosition>() {
                Some(item.get().0)
            } else if let Ok(item) = item.cast::<PyString>() {
                position_of(item.to_cow().unwrap_or_default().as_bytes()).ok()
            } else if let Ok(item) = item.cast::<PyBytes>() {
                position_of(item.as_bytes()).ok()
            } else {
                None
            });
            turn.pause(list.py())?;
        }
        Ok(Self::List(found))
    }

    fn rows(&self) -> PyResult<GivenRows<'_>> {
        Ok(match self {
            Self::List(list) => GivenRows::List(list),
            Self::Array(array) => GivenRows::Array(array.as_slice()?.as_chunks().0),
        })
    }
}

/// The rows of positions, which several threads can share.
#[derive(Clone, Copy)]
enum GivenRows<'a> {
    List(&'a [Option<Position>]),
    Array(&'a [[u8; CELLS]]),
}

impl GivenRows<'_> {
    fn count(self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Array(rows) => rows.len(),
        }
    }

    /// Returns the position of a row, if it is valid.
    fn at(self, row: usize) -> Option<Position> {
        match self {
            Self::List(list) => list[row],
            Self::Array(rows) => Grid::from_digits(rows[row]).ok().map(|grid| (&grid).into()),
        }
    }

    /// Returns the position of a row.
    ///
    /// # Errors
    /// If the row is not a position.
    fn position(self, row: usize) -> PyResult<Position> {
        self.at(row).ok_or_else(|| invalid(format!("row {row}: not a position")))
    }

    /// Returns the solution in a row.
    ///
    /// # Errors
    /// If the row is not a complete grid.
    fn solution(self, row: usize) -> PyResult<Grid> {
        let grid = self.at(row).map(|position| *position.grid());
        grid.filter(Grid::is_complete)
            .ok_or_else(|| invalid(format!("row {row}: the solution is not a complete grid")))
    }

    /// Checks that there is a row for each of `count` moves, or one row for all.
    fn check(self, what: &str, count: usize) -> PyResult<()> {
        match self.count() {
            rows if rows == count || rows == 1 => Ok(()),
            rows => Err(invalid(format!("there are {rows} {what} and {count} moves"))),
        }
    }

    /// Returns the row for a move.
    fn row(self, of_move: usize) -> usize {
        if self.count() == 1 { 0 } else { of_move }
    }
}

/// A part of the moves of a call, with the places of their verdicts.
struct MoveChunk<'a> {
    /// The number of the first move.
    first: usize,
    moves: &'a [[i64; 3]],
    verdicts: &'a mut [u8],
    conflicts: &'a mut [i8],
}

/// Positions without a given solution, so their only solution must be searched; all of the same form.
struct Open {
    form: PuzzleForm,
    /// The text of all positions in order, and the start of each.
    text: Vec<u8>,
    starts: Vec<usize>,
    /// For each position: the index of its move in the part, the move, and the position.
    moves: Vec<(usize, Move, Position)>,
}

/// The memory that a thread needs to judge moves.
struct Judge {
    stage: Stage,
    open: [Open; 2],
    solved: Vec<u8>,
    slots: Vec<usize>,
    outcomes: Vec<Outcome>,
}

impl Judge {
    fn new() -> Self {
        let open = |form| Open { form, text: Vec::new(), starts: Vec::new(), moves: Vec::new() };
        Self {
            stage: Stage::new(EngineChoice::default()),
            open: [open(PuzzleForm::Numbers), open(PuzzleForm::Pencilmarks)],
            solved: Vec::new(),
            slots: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Judges moves, each in the position of its row. Returns false if a search ended early.
    fn judge(
        &mut self,
        positions: GivenRows<'_>,
        solutions: Option<GivenRows<'_>>,
        part: MoveChunk<'_>,
        limits: &Limits<'_>,
    ) -> PyResult<bool> {
        let MoveChunk { first, moves, verdicts, conflicts } = part;
        let Self { stage, open, solved, slots, outcomes } = self;
        for Open { text, starts, moves, .. } in open.iter_mut() {
            text.clear();
            starts.clear();
            moves.clear();
        }
        let mut put = |place: usize, judged: JudgedMove| {
            verdicts[place] = judged.verdict as u8;
            conflicts[place] = judged.other.map_or(-1, |cell| cell.index() as i8);
        };
        for (place, &numbers) in moves.iter().enumerate() {
            let position = positions.position(positions.row(first + place))?;
            let chosen = Move::of_numbers(numbers);
            match (JudgedMove::by_rules(position.grid(), chosen), chosen, solutions) {
                (None, Some(chosen), Some(solutions)) => {
                    let solution = solutions.solution(solutions.row(first + place))?;
                    put(place, JudgedMove::by_solution(&solution, chosen));
                }
                (None, Some(chosen), None) => {
                    let open = &mut open[usize::from(position.candidates().is_some())];
                    open.starts.push(open.text.len());
                    match position.candidates() {
                        None => open.text.extend_from_slice(position.grid().digits()),
                        Some(candidates) => open.text.extend_from_slice(&candidates.to_text()),
                    }
                    open.moves.push((place, chosen, position));
                }
                (judged, ..) => put(place, judged.unwrap_or_default()),
            }
        }
        let mut is_complete = true;
        for Open { form, text, starts, moves } in open.iter().filter(|open| !open.moves.is_empty())
        {
            solved.resize(moves.len() * CELLS, 0);
            slots.clear();
            slots.extend((0..moves.len()).map(|index| index * CELLS));
            outcomes.clear();
            outcomes.resize(moves.len(), Outcome::default());
            let places = Places {
                output: solved,
                slots,
                form: PuzzleForm::Numbers,
                fill: 0,
                keep: Keep::Found,
            };
            let rows = StageRows { bytes: text, starts, form: *form };
            if let Err(unsound) = stage.search(rows, Some(places), outcomes, limits) {
                let engine = unsound.engine;
                let words = format!("internal error: the engine {engine} gave a wrong solution");
                return Err(PyRuntimeError::new_err(words));
            }
            let solutions = solved.chunks_exact(CELLS);
            for ((&(place, chosen, ref position), outcome), solution) in
                moves.iter().zip(outcomes.iter()).zip(solutions)
            {
                match outcome.verdict() {
                    Verdict::Solved => {
                        let is_right = solution[chosen.cell.index()] == chosen.digit.get();
                        let verdict =
                            if is_right { MoveVerdict::Right } else { MoveVerdict::Wrong };
                        put(place, verdict.into());
                    }
                    Verdict::Unsolvable => put(place, MoveVerdict::Wrong.into()),
                    Verdict::Multiple => put(place, JudgedMove::by_search(position, chosen)),
                    _ => is_complete = false,
                }
            }
        }
        Ok(is_complete)
    }
}

thread_local! {
    static JUDGE: RefCell<Judge> = RefCell::new(Judge::new());
}

/// Verdicts, and the cells that the moves conflict with, or -1.
type Judged<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i8>>);

/// Judges moves: rows of row and column, from 0, and digit. There is a position for each move, or a single position for
/// all.
#[pyfunction]
#[pyo3(signature = (positions, moves, solutions, threads))]
pub(crate) fn judge_moves<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    moves: PyReadonlyArray2<'py, i64>,
    solutions: Option<&Bound<'py, PyAny>>,
    threads: Threads,
) -> PyResult<Judged<'py>> {
    let positions = Given::new(positions)?;
    let solutions = solutions.map(Given::new).transpose()?;
    let positions = positions.rows()?;
    let solutions = solutions.as_ref().map(Given::rows).transpose()?;
    let (moves, _) = moves.as_slice()?.as_chunks::<3>();
    let count = moves.len();
    positions.check("positions", count)?;
    solutions.map_or(Ok(()), |solutions| solutions.check("solutions", count))?;
    let mut verdicts = vec![0; count];
    let mut conflicts = vec![-1; count];
    let part = MoveChunk { first: 0, moves, verdicts: &mut verdicts, conflicts: &mut conflicts };
    let limits = Limits::solutions(2).max_nodes(TRIAL_NODES);
    let judge = |judge: &mut Judge| judge.judge(positions, solutions, part, &limits);
    if count > FEW || !JUDGE.with_borrow_mut(judge)? {
        let stop = StopFlag::new();
        py.detach(|| {
            let parts = moves.chunks(CHUNK).zip(verdicts.chunks_mut(CHUNK));
            let parts = parts.zip(conflicts.chunks_mut(CHUNK)).enumerate();
            let parts = parts.map(|(number, ((moves, verdicts), conflicts))| MoveChunk {
                first: CHUNK * number,
                moves,
                verdicts,
                conflicts,
            });
            let limits = Limits::solutions(2).stop(&stop);
            threads.run(count.div_ceil(CHUNK), parts, &stop, Judge::new, |judge, part| {
                judge.judge(positions, solutions, part, &limits).map(drop)
            })
        })?;
    }
    Ok((PyArray1::from_vec(py, verdicts), PyArray1::from_vec(py, conflicts)))
}

/// Returns the moves in texts, as rows of row and column, from 0, and digit; -1 for a text without a move.
#[pyfunction]
pub(crate) fn moves_of<'py>(
    py: Python<'py>,
    texts: &Bound<'py, PyList>,
    order: &str,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let order: MoveOrder = order.parse().map_err(invalid)?;
    let mut found = Vec::with_capacity(3 * texts.len());
    let mut turn = Turn::new();
    for (row, text) in texts.iter().enumerate() {
        let chosen = if let Ok(text) = text.cast::<PyString>() {
            Move::of_text(text.to_cow().unwrap_or_default().as_bytes(), order)
        } else if let Ok(text) = text.cast::<PyBytes>() {
            Move::of_text(text.as_bytes(), order)
        } else if text.is_none() {
            None
        } else {
            let kind = text.get_type().name()?;
            return Err(invalid(format!("move {row}: expected a text, got {kind}")));
        };
        found.extend(match chosen {
            Some(Move { cell, digit }) => {
                [cell.row() as i64, cell.column() as i64, digit.get().into()]
            }
            None => [-1; 3],
        });
        turn.pause(py)?;
    }
    PyArray1::from_vec(py, found).reshape([texts.len(), 3])
}

/// Returns, for each move, the number of the easiest technique that proves it, from 1; 0 if none does.
#[pyfunction]
#[pyo3(signature = (positions, moves, techniques, er, threads))]
pub(crate) fn forced_moves<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    moves: PyReadonlyArray2<'py, i64>,
    techniques: Techniques,
    er: bool,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let conditions = techniques.or_ladder(er)?;
    if let Some(kind) = Explainer::of_conditions(&conditions).first_unlisted() {
        return Err(invalid(format!(
            "not all steps of '{kind}' are listed, so whether a move follows by it is not known: \
             end the ladder before, with at_most"
        )));
    }
    let given = Given::new(positions)?;
    let positions = given.rows()?;
    let (moves, _) = moves.as_slice()?.as_chunks::<3>();
    let count = moves.len();
    positions.check("positions", count)?;
    let mut found = vec![0; count];
    let follow = |explainer: &mut Explainer, first: usize, found: &mut [u8]| {
        for (index, found) in found.iter_mut().enumerate() {
            let position = positions.position(positions.row(first + index))?;
            let kind = Move::of_numbers(moves[first + index])
                .and_then(|chosen| explainer.forced(&position, chosen));
            *found = kind.map_or(0, |kind| kind as u8 + 1);
        }
        Ok(())
    };
    if count <= FEW {
        follow(&mut Explainer::of_conditions(&conditions), 0, &mut found)?;
    } else {
        let stop = StopFlag::new();
        py.detach(|| {
            let parts = found.chunks_mut(CHUNK).enumerate();
            let state = || Explainer::of_conditions(&conditions);
            threads.run(count.div_ceil(CHUNK), parts, &stop, state, |explainer, (number, found)| {
                follow(explainer, CHUNK * number, found)
            })
        })?;
    }
    Ok(PyArray1::from_vec(py, found))
}

/// Returns the names of the techniques, in the order of [`forced_moves`].
#[pyfunction]
pub(crate) fn technique_names() -> Vec<&'static str> {
    StepKind::NAMES.to_vec()
}

/// Returns the candidates of each cell as bits, or only those that the rules allow in empty cells; zeros for a row that
/// is not a position.
#[pyfunction]
#[pyo3(signature = (positions, rules, threads))]
pub(crate) fn masks<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    rules: bool,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let given = Given::new(positions)?;
    let rows = given.rows()?;
    let count = rows.count();
    let mut masks = vec![[0; CELLS]; count];
    let fill = |first: usize, masks: &mut [[u16; CELLS]]| {
        for (index, masks) in masks.iter_mut().enumerate() {
            if let Some(position) = rows.at(first + index) {
                *masks = if rules { legal(position.grid()) } else { position.left() };
            }
        }
    };
    if count <= FEW {
        fill(0, &mut masks);
    } else {
        let stop = StopFlag::new();
        py.detach(|| {
            let parts = masks.chunks_mut(CHUNK).enumerate();
            threads.run(
                count.div_ceil(CHUNK),
                parts,
                &stop,
                || (),
                |(), (number, masks)| {
                    fill(CHUNK * number, masks);
                    Ok(())
                },
            )
        })?;
    }
    PyArray1::from_vec(py, masks.into_flattened()).reshape([count, CELLS])
}

/// Returns masks of nine bits as an array of truth values, of the shape `(n, 81, 9)`.
#[pyfunction]
pub(crate) fn bools_of<'py>(
    py: Python<'py>,
    masks: PyReadonlyArray2<'py, u16>,
) -> PyResult<Bound<'py, PyArray3<bool>>> {
    let masks = masks.as_slice()?;
    let bools: Vec<bool> = py.detach(|| {
        masks.iter().flat_map(|mask| (0..9).map(move |bit| mask >> bit & 1 == 1)).collect()
    });
    PyArray1::from_vec(py, bools).reshape([masks.len() / CELLS, CELLS, 9])
}
