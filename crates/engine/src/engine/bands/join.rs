//! Joining the columns of three bands to grids.

use std::{cmp::Reverse, ops::Range};

use super::{band::BandColumns, boxes::FULL};
use batchdoku_base::Limits;

/// The maximum number of pairs of nodes that a join compares, which takes about ten seconds.
const MAX_PAIRS: u64 = 1 << 33;

/// A descent through the trees of three bands.
pub(super) struct Join<'a> {
    bands: &'a [BandColumns; 3],
    limits: &'a Limits<'a>,
    /// The pairs of nodes that may still be compared.
    pairs: u64,
}

impl<'a> Join<'a> {
    /// Counts the grids; [`u64::MAX`] stands for that number or more. Returns `None` if counting would take too long.
    pub(super) fn count(bands: &'a [BandColumns; 3], limits: &'a Limits<'a>) -> Option<u64> {
        let roots = bands.each_ref().map(|band| 0..band.nodes[0].len());
        Self { bands, limits, pairs: MAX_PAIRS }.below(0, roots)
    }

    /// Counts the grids below these siblings of each band.
    fn below(&mut self, level: usize, siblings: [Range<usize>; 3]) -> Option<u64> {
        // Nodes of two bands determine the node of the third. Look up the band with the most siblings: so fewest pairs
        // remain.
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|&band: &usize| Reverse(siblings[band].len()));
        let [looked_up, inner, outer] = order;
        let pairs = siblings[outer].len() as u64 * siblings[inner].len() as u64;
        self.pairs = self.pairs.checked_sub(pairs)?;
        if level < 2 && self.limits.stopped() {
            return None;
        }
        let [for_look_up, inner_nodes, outer_nodes] =
            order.map(|band| &self.bands[band].nodes[level]);
        let among = &for_look_up[siblings[looked_up].clone()];
        let mut count = 0_u64;
        for a in siblings[outer].clone() {
            for b in siblings[inner].clone() {
                if outer_nodes[a] & inner_nodes[b] != 0 {
                    continue;
                }
                let Ok(c) = among.binary_search(&(FULL ^ outer_nodes[a] ^ inner_nodes[b])) else {
                    continue;
                };
                let c = siblings[looked_up].start + c;
                let together = [(outer, a), (inner, b), (looked_up, c)];
                let below = if level == 2 {
                    let counts = together.map(|(band, node)| self.bands[band].counts[node]);
                    counts[0].saturating_mul(counts[1]).saturating_mul(counts[2])
                } else {
                    let mut children = [0..0, 0..0, 0..0];
                    for (band, node) in together {
                        let starts = &self.bands[band].children[level];
                        children[band] = starts[node] as usize..starts[node + 1] as usize;
                    }
                    self.below(level + 1, children)?
                };
                count = count.saturating_add(below);
            }
        }
        Some(count)
    }
}
