//! Wings: a pivot and two cells that it sees, the pincers. A pincer or the pivot holds the digit.

use super::{
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::{marks::Marks, patterns::find_wing};

/// Finds an XY-wing or, if the pivot has three candidates, an XYZ-wing.
pub(super) fn wing(marks: &Marks, pivot_size: u32, wanted: &mut Wanted) -> Option<Step> {
    let kind = if pivot_size == 3 { StepKind::XyzWing } else { StepKind::XyWing };
    find_wing(&marks.cells, pivot_size, |wing| {
        let struck = wing.victims & marks.candidates(wing.z);
        let step = Step::new(kind, wing.cells, wing.digits).with_eliminations(wing.z, struck);
        step.into_productive().and_then(|step| wanted.take(step))
    })
}
