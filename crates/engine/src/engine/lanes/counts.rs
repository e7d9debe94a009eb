//! Counts of the work of the lanes: the lanes that take part in a sweep, and the lanes that are served.

use super::state::LaneMask;

/// Counts of what the lane engine did with a batch.
///
/// A sweep works on all 32 lanes; its work on one lane is a lane-sweep. For example, a sweep in which 20 lanes are
/// busy counts 20 in `busy`. The counts are the same at every SIMD level.
///
/// ```
/// use batchdoku::engine::LaneCounts;
/// let counts = LaneCounts::default();
/// assert_eq!(counts.lanes_per_sweep(), [0.0, 0.0], "nothing was measured");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LaneCounts {
    /// The number of sweeps.
    pub sweeps: u64,
    /// Lane-sweeps of lanes that were not waiting for service when the sweep began.
    pub busy: u64,
    /// Lane-sweeps that removed a candidate. The other lane-sweeps found no candidate to remove.
    pub changed: u64,
    /// Events: services to lanes that were waiting.
    pub events: u64,
    /// Lanes that were stuck at an event: they branch.
    pub stuck: u64,
    /// Lanes that were solved at an event.
    pub solved: u64,
    /// Lanes that were contradictory at an event: they backtrack.
    pub dead: u64,
}

impl LaneCounts {
    /// Returns the mean numbers of lanes per sweep, of 32, that were busy and that changed.
    pub fn lanes_per_sweep(&self) -> [f64; 2] {
        [self.busy, self.changed].map(|lanes| lanes as f64 / self.sweeps.max(1) as f64)
    }

    /// Returns the mean numbers of lanes per event that were stuck, solved and dead.
    pub fn lanes_per_event(&self) -> [f64; 3] {
        let lanes = [self.stuck, self.solved, self.dead];
        lanes.map(|lanes| lanes as f64 / self.events.max(1) as f64)
    }

    /// Returns the mean number of sweeps from event to event.
    pub fn sweeps_per_event(&self) -> f64 {
        self.sweeps as f64 / self.events.max(1) as f64
    }
}

/// Counts sweeps and events. `()` counts nothing, and costs nothing.
pub(super) trait LaneCounter {
    /// Counts a sweep that changed the lanes `changed` of the `active` lanes. The lanes `waiting` wait after it.
    fn sweep(&mut self, active: LaneMask, changed: LaneMask, waiting: LaneMask);
    fn event(&mut self, stuck: LaneMask, solved: LaneMask, dead: LaneMask);
}

impl LaneCounter for () {
    #[inline(always)]
    fn sweep(&mut self, _active: LaneMask, _changed: LaneMask, _waiting: LaneMask) {}

    #[inline(always)]
    fn event(&mut self, _stuck: LaneMask, _solved: LaneMask, _dead: LaneMask) {}
}

#[derive(Debug, Default)]
pub(super) struct LaneTally {
    pub counts: LaneCounts,
    /// The lanes that have been waiting since an earlier sweep.
    waiting: LaneMask,
}

impl LaneCounter for &mut LaneTally {
    fn sweep(&mut self, active: LaneMask, changed: LaneMask, waiting: LaneMask) {
        let LaneTally { counts, waiting: waited } = &mut **self;
        counts.sweeps += 1;
        counts.busy += u64::from((active & !*waited).count_ones());
        counts.changed += u64::from((active & changed & !*waited).count_ones());
        *waited = waiting;
    }

    fn event(&mut self, stuck: LaneMask, solved: LaneMask, dead: LaneMask) {
        let LaneTally { counts, waiting } = &mut **self;
        counts.events += 1;
        counts.stuck += u64::from(stuck.count_ones());
        counts.solved += u64::from(solved.count_ones());
        counts.dead += u64::from(dead.count_ones());
        *waiting = 0;
    }
}
