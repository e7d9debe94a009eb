//! Conditions on the techniques of paths, as arguments of functions.

use batchdoku::{corpus::explain::TechniqueConditions, jobs::TechniqueOptions};
use pyo3::{prelude::*, types::PyDict};

use crate::{error::exception, files::read};

/// The techniques that a puzzle needs, has on its path or does without, and the hardest: a dictionary with the names of
/// the options.
pub(crate) struct Techniques(pub(crate) TechniqueOptions);

impl<'py> FromPyObject<'_, 'py> for Techniques {
    type Error = PyErr;

    fn extract(options: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        read(options.cast::<PyDict>()?.as_any().cast()?).map(Self)
    }
}

impl Techniques {
    /// Returns the names of the conditions, with whether each is given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 5] {
        let TechniqueOptions { needs, hardest, contains, ladder } = &self.0;
        [
            ("needs", !needs.is_empty()),
            ("hardest", !hardest.is_empty()),
            ("contains", !contains.is_empty()),
            ("without", !ladder.without.is_empty()),
            ("at_most", ladder.at_most.is_some()),
        ]
    }

    /// Returns the conditions, if there are any. With `er`, paths have only the techniques of Sudoku Explainer.
    ///
    /// # Errors
    /// If a name is unknown, or no path meets the conditions.
    pub(crate) fn conditions(&self, er: bool) -> PyResult<Option<TechniqueConditions>> {
        self.0.conditions(er).map_err(exception)
    }

    /// Returns the conditions as [`Self::conditions`] does; if there are none, the ladder alone.
    pub(crate) fn or_ladder(&self, er: bool) -> PyResult<TechniqueConditions> {
        Ok(self.conditions(er)?.unwrap_or(TechniqueConditions::new().er(er)))
    }
}
