//! Wings: a pivot and two cells that it sees, the pincers. At least one of these cells holds the digit z.

use crate::{marks::Marks, patterns::find_wing};

/// Eliminates by every XY-wing or, if the pivot has three candidates, every XYZ-wing. A step is a pivot with its two
/// pincers.
pub(super) fn wings(marks: &mut Marks, pivot_size: u32) -> u16 {
    let mut steps = 0;
    let candidates = marks.cells;
    find_wing(&candidates, pivot_size, |wing| {
        let struck = wing
            .victims
            .into_iter()
            .fold(false, |any, cell| marks.strike(cell.index(), 1 << wing.z) | any);
        steps += u16::from(struck);
        None::<()>
    });
    steps
}
