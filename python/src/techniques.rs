//! Conditions on the techniques of paths, as functions take them.

use std::{error::Error, str::FromStr};

use batchdoku::corpus::explain::{StepKind, TechniqueConditions};
use pyo3::prelude::*;

use crate::error::invalid;

/// The names of the techniques that are needed, on the path and left out, and of the hardest.
#[derive(FromPyObject)]
pub(crate) struct TechniqueNames(Vec<String>, Vec<String>, Vec<String>, Option<String>);

impl TechniqueNames {
    /// Returns the names of the conditions, and whether each is given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 4] {
        let Self(needs, contains, without, at_most) = self;
        [
            ("needs", !needs.is_empty()),
            ("contains", !contains.is_empty()),
            ("without", !without.is_empty()),
            ("at_most", at_most.is_some()),
        ]
    }

    /// Returns the conditions, if there are any; `er`: on paths of the techniques of Sudoku Explainer.
    ///
    /// # Errors
    /// If a name is unknown, or no path meets them.
    pub(crate) fn conditions(
        &self,
        er: bool,
    ) -> Result<Option<TechniqueConditions>, Box<dyn Error + Send + Sync>> {
        if self.given().iter().all(|(_, is_given)| !is_given) {
            return Ok(None);
        }
        let Self(needs, contains, without, at_most) = self;
        let without = without.iter().map(|name| TechniqueConditions::named(name));
        let without: Vec<_> = without.collect::<Result<_, _>>()?;
        let mut conditions = TechniqueConditions::new()
            .er(er)
            .needs(kinds(needs)?)
            .contains(kinds(contains)?)
            .without(without.into_iter().flatten());
        if let Some(name) = at_most {
            conditions = conditions.at_most(name.parse()?);
        }
        conditions.check()?;
        Ok(Some(conditions))
    }

    /// Returns the conditions as [`Self::conditions`] does, or the ladder alone.
    pub(crate) fn or_ladder(&self, er: bool) -> PyResult<TechniqueConditions> {
        let conditions = self.conditions(er).map_err(invalid)?;
        Ok(conditions.unwrap_or(TechniqueConditions::new().er(er)))
    }
}

/// Returns the techniques of these names.
fn kinds(names: &[String]) -> Result<Vec<StepKind>, <StepKind as FromStr>::Err> {
    names.iter().map(|name| name.parse()).collect()
}
