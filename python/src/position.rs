//! A position as an object: digits and candidates.

use std::cell::RefCell;

use batchdoku::{
    StopFlag,
    grid::{Cell, Digit, DigitSet},
};
use batchdoku_corpus::{
    Position,
    explain::{Er, Explainer, TakenStep, TechniqueConditions, Unexplained},
};
use batchdoku_engine::grid::Pencilmarks;
use pyo3::{prelude::*, types::PyString};

use crate::{
    error::invalid,
    parallel::{TURN, alone},
    path::step_dictionary,
    single::position_of,
    techniques::Techniques,
};

/// The highest rating of steps that the calling thread searches itself, because they take less time than starting a
/// thread.
const QUICK: f64 = 6.0;

/// An immutable position.
#[pyclass(frozen, module = "batchdoku._native", name = "Position")]
pub(crate) struct PyPosition(pub(crate) Position);

#[pymethods]
impl PyPosition {
    /// Parses a position from a text, in any form that files may have.
    #[staticmethod]
    fn of_text(text: &[u8]) -> PyResult<Self> {
        position_of(text).map(Self).map_err(invalid)
    }

    /// Creates a position from 81 masks of candidates. A cell with a single candidate is filled if no cell that it sees
    /// has this candidate.
    #[staticmethod]
    fn of_masks(masks: Vec<u16>) -> PyResult<Self> {
        let count = masks.len();
        let masks = masks.try_into();
        let masks = masks.map_err(|_| invalid(format!("expected 81 masks, got {count}")))?;
        let candidates = Pencilmarks::from_cells(masks)
            .ok_or_else(|| invalid("a mask has nine bits, from 1 for the digit 1 to 256 for 9"))?;
        Ok(Self((&candidates).into()))
    }

    fn place(&self, cell: u8, digit: u8) -> PyResult<Self> {
        self.0.place(cell_of(cell)?, digit_of(digit)?).map(Self).map_err(invalid)
    }

    fn eliminate(&self, cell: u8, digits: Vec<u8>) -> PyResult<Self> {
        let digits: DigitSet = digits.into_iter().map(digit_of).collect::<PyResult<_>>()?;
        self.0.eliminate(cell_of(cell)?, digits).map(Self).map_err(invalid)
    }

    /// Finds the next step and the position after it; `None` if no cell is empty.
    fn next_step<'py>(
        &self,
        py: Python<'py>,
        techniques: Techniques,
        er: bool,
    ) -> PyResult<Option<(Bound<'py, PyAny>, Self)>> {
        let conditions = techniques.or_ladder(er)?;
        let found = match quick_step(&self.0, conditions) {
            Err(Unexplained::BeyondTechniques) => {
                let stop = StopFlag::new();
                let explainer = Explainer::of_conditions(&conditions);
                let mut explainer = explainer.stopped_by(stop.clone());
                let search = || explainer.next_step(&self.0);
                alone(py, TURN, &stop, |py| py.check_signals(), search)?
            }
            found => found,
        };
        let Some((taken, after)) = found.map_err(invalid)? else { return Ok(None) };
        Ok(Some((step_dictionary(py, &taken)?, Self(after))))
    }

    /// Returns the candidates of each cell as bits; for a filled cell, its digit.
    fn left(&self) -> Vec<u16> {
        self.0.left().to_vec()
    }

    /// Returns the digits as 81 characters.
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        PyString::from_bytes(py, &self.0.grid().to_text())
    }

    /// Returns the candidates as 729 characters, or the digits if all candidates follow from them.
    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// Finds the next step, if it is easy.
fn quick_step(
    position: &Position,
    conditions: TechniqueConditions,
) -> Result<Option<(TakenStep, Position)>, Unexplained> {
    thread_local! {
        static QUICK_EXPLAINER: RefCell<Option<(TechniqueConditions, Explainer)>> =
            const { RefCell::new(None) };
    }
    QUICK_EXPLAINER.with_borrow_mut(|held| {
        let (_, explainer) = match held {
            Some(held) if held.0 == conditions => held,
            _ => {
                let explainer = Explainer::of_conditions(&conditions).most_er(Er::at_least(QUICK));
                held.insert((conditions, explainer))
            }
        };
        explainer.next_step(position)
    })
}

fn cell_of(cell: u8) -> PyResult<Cell> {
    Cell::new(cell).ok_or_else(|| invalid(format!("a cell is 0 to 80, not {cell}")))
}

fn digit_of(digit: u8) -> PyResult<Digit> {
    Digit::new(digit).ok_or_else(|| invalid(format!("a digit is 1 to 9, not {digit}")))
}
