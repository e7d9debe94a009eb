//! Service: solved lanes hand over their solutions, stuck lanes branch.

use super::{LaneScheduler, LaneVectors};
use crate::{
    engine::lanes::{
        branch::{Choose, Chosen, KeepWhole, TakeFirstHalves},
        counts::LaneCounter,
        emit::{FindValid, WriteTexts},
        packed_node::PackNodes,
        state::lanes,
    },
    simd::Simd,
};
use batchdoku_base::StopReason;

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Step 3: counts and hands over the solutions of solved lanes, which become done.
    #[inline(always)]
    pub(super) fn emit<S: Simd>(&mut self, simd: S) {
        let solved = self.solved;
        if solved == 0 {
            return;
        }
        let LaneVectors { state, texts, .. } = &mut *self.vectors;
        let valid = solved & simd.call(FindValid { state });
        let one = self.searches.context().form.digit_one();
        simd.call(WriteTexts { cells: &state.cells, lanes: valid, one, texts });
        // The sum of an unsolved lane can be right by chance, but then another sweep empties a cell. An
        // invalid lane that did not change is a defect.
        let defective = solved & !valid & self.unchanged;
        self.done |= valid | defective;
        lanes(defective).for_each(|lane| self.searches.end(lane, StopReason::EngineBug));
        self.searches.found_each(simd, valid, texts);
        self.searches.count_twins(valid & self.twins);
        self.note_ended();
    }

    /// Step 4: branches the stuck lanes, or parks their searches if they are few. The first half of a branch stays in
    /// the lane, the second half goes to its stack.
    #[inline(always)]
    pub(super) fn branch<S: Simd>(&mut self, simd: S) {
        if self.stuck == 0 {
            return;
        }
        let LaneVectors { state, choice, nodes, .. } = &mut *self.vectors;
        if self.searches.should_park(self.stuck) {
            simd.call(KeepWhole { state, to: choice });
            simd.call(PackNodes { choice, nodes });
            self.searches.push_each(self.stuck, nodes);
            self.searches.park(self.stuck, true);
            self.active &= !self.stuck;
            return;
        }
        let Chosen { roomy, twins } = simd.call(Choose { stuck: self.stuck, state, to: choice });
        self.done |= self.stuck & !roomy;
        self.stuck &= roomy;
        simd.call(TakeFirstHalves { state, choice });
        simd.call(PackNodes { choice, nodes });
        self.searches.push_each(self.stuck, nodes);
        self.twins &= !self.stuck;
        if !self.searches.context().sink.wants_all() {
            self.twins |= twins & self.stuck;
        }
        self.searches.enter_each(self.stuck);
        self.note_ended();
    }
}
