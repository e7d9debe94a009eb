//! The next step from a position, with the position after it, so that hints continue from there.

use std::mem;

use super::{
    path::{Explainer, Unexplained},
    record::{SolutionPath, TakenStep},
};
use crate::position::Position;

impl Explainer {
    /// Finds the next step from a position, and the position after it; `None` if no cell is empty.
    ///
    /// # Errors
    /// If the position does not have exactly one solution, or the techniques do not suffice.
    pub fn next_step(
        &mut self,
        position: &Position,
    ) -> Result<Option<(TakenStep, Position)>, Unexplained> {
        let solution = self.solution(*position)?;
        if position.grid.is_complete() {
            return Ok(None);
        }
        let most_steps = self.most_steps.replace(1);
        let lists = mem::replace(&mut self.lists, false);
        let path = SolutionPath::find(self, *position, Ok(solution));
        (self.most_steps, self.lists) = (most_steps, lists);
        let taken = path.steps.into_iter().next();
        let taken = taken.ok_or(path.rating.err().unwrap_or(Unexplained::BeyondTechniques))?;
        let after = taken.position();
        Ok(Some((taken, after)))
    }
}
