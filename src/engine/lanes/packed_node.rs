//! Nodes at rest, in 64 bytes each.
//!
//! At a fixpoint the configurations of the bands and stacks say all there is to a node: what its
//! cells have lost they lost with their minirow or minicolumn, or to a single of their box. The
//! digit of a single has one minirow and one minicolumn of the box left, so the next sweep finds it
//! again. That makes 36 masks of nine digits, which are packed into 32 words: the last four go
//! where the others have bits to spare.
//!
//! ```text
//!                    bits 15 to 9             bits 8 to 0
//!   words 0 to 3     low 7 of masks 32 to 35  masks 0 to 3
//!   words 4 to 7     high 2 of the same       masks 4 to 7
//!   words 8 to 31                             masks 8 to 31
//! ```
//!
//! 32 nodes go there and back at once, by transposing.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    propagate::{configurations, load3, possible},
    state::{LaneMask, State},
};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, LANES, Lanes32, Rows, Simd},
};

/// For each band and stack, the digits that each configuration is possible for.
pub(super) type Configurations = [[Lanes32; 6]; 6];

/// A node at rest.
pub(super) type Node = Lanes32;

/// 32 nodes at rest, one for each lane.
pub(super) type Nodes = [Node; LANES];

/// The bits of a mask that have no room above another.
const HIGH: u16 = ALL_DIGITS & !(ALL_DIGITS >> 2);

/// Finds the configurations that are possible in the lanes of `state`.
pub(super) struct Configure<'a> {
    pub(super) state: &'a State,
    pub(super) to: &'a mut Configurations,
}

impl Kernel for Configure<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for part in 0..S::PARTS {
            for band in 0..6 {
                let mut minis = [[simd.splat(0); 3]; 3];
                for j in 0..3 {
                    minis[j] = load3(simd, self.state.minis(band, j), part);
                }
                let c = configurations(simd, minis);
                for i in 0..6 {
                    simd.store(c[i], &mut self.to[band][i], part);
                }
            }
        }
    }
}

/// Packs what `from` has for each lane into a node.
pub(super) struct Rest<'a> {
    pub(super) from: &'a Configurations,
    pub(super) nodes: &'a mut Nodes,
}

impl Kernel for Rest<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        simd.transpose(&Packed(self.from), LaneMask::MAX, self.nodes);
    }
}

/// The words of nodes at rest.
struct Packed<'a>(&'a Configurations);

impl Rows for Packed<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        let masks = self.0.as_flattened();
        let mask = simd.load(&masks[row], part);
        match row {
            0..4 => simd.or(mask, simd.shl(simd.load(&masks[LANES + row], part), 9)),
            4..8 => {
                let high = simd.and(simd.load(&masks[LANES + row - 4], part), simd.splat(HIGH));
                simd.or(mask, simd.shl(high, 2))
            }
            _ => mask,
        }
    }
}

/// Goes on with `nodes` in `lanes`.
pub(super) struct Wake<'a> {
    pub(super) nodes: &'a Nodes,
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut State,
    /// Working memory.
    pub(super) words: &'a mut [Lanes32; LANES],
}

impl Kernel for Wake<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { nodes, lanes, state, words } = self;
        simd.transpose(nodes, LaneMask::MAX, words);
        for part in 0..S::PARTS {
            let mask = simd.mask_from_bits(lanes, part);
            for band in 0..6 {
                let minis = possible(simd, unpack(simd, words, band, part));
                for j in 0..3 {
                    let rows = state.minis_mut(band, j);
                    for k in 0..3 {
                        simd.store_masked(mask, minis[j][k], &mut rows[k], part);
                    }
                }
            }
            let all = simd.splat(ALL_DIGITS);
            for cell in 0..81 {
                simd.store_masked(mask, all, &mut state.cells[cell], part);
            }
            state.forget(simd, mask, part);
        }
    }
}

/// The configurations of a band or stack.
#[inline(always)]
fn unpack<S: Simd>(simd: S, words: &[Lanes32; LANES], band: usize, part: usize) -> [S::V; 6] {
    let digits = simd.splat(ALL_DIGITS);
    let mut configurations = [digits; 6];
    for i in 0..6 {
        let place = 6 * band + i;
        configurations[i] = match place {
            0..8 => simd.and(simd.load(&words[place], part), digits),
            8..LANES => simd.load(&words[place], part),
            _ => {
                let low = simd.shr(simd.load(&words[place - LANES], part), 9);
                let high = simd.shr(simd.load(&words[place - LANES + 4], part), 2);
                simd.or(low, simd.and(high, simd.splat(HIGH)))
            }
        };
    }
    configurations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::lanes::{
            branch::Branch,
            propagate::{Flags, Sweep},
            state::{Cells, Start, lanes},
            text::read,
        },
        simd::SimdLevel,
    };

    /// Sweeps until nothing falls in lanes that are alive; returns those that are not solved.
    #[inline(always)]
    fn settle<S: Simd>(simd: S, state: &mut State) -> LaneMask {
        loop {
            let Flags { alive, changed, solved } = simd.call(Sweep { state });
            if changed & alive == 0 {
                return alive & !solved;
            }
        }
    }

    /// Follows the first halves down from 32 puzzles. At each fixpoint, what comes of every node
    /// that goes to rest and back: the lanes, their cells, and the cells before.
    struct Descend<'a>(&'a [[u8; 81]; LANES]);

    impl Kernel for Descend<'_> {
        type Output = Vec<(LaneMask, Cells, Cells)>;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let none = Lanes32::splat(0);
            let mut puzzles = [[none; 3]; LANES];
            for (text, puzzle) in self.0.iter().zip(&mut puzzles) {
                assert!(read(simd, text, puzzle));
            }
            let mut state = State::EMPTY;
            simd.call(Start { puzzles: &puzzles, lanes: LaneMask::MAX, state: &mut state });
            let mut fixpoints = Vec::new();
            loop {
                let ready = settle(simd, &mut state);
                if ready == 0 {
                    return fixpoints;
                }
                let (mut configurations, mut nodes) = ([[none; 6]; 6], [none; LANES]);
                simd.call(Configure { state: &state, to: &mut configurations });
                simd.call(Rest { from: &configurations, nodes: &mut nodes });
                let (mut other, mut words) = (State::EMPTY, [none; LANES]);
                let (lanes, words) = (LaneMask::MAX, &mut words);
                simd.call(Wake { nodes: &nodes, lanes, state: &mut other, words });
                let flags = simd.call(Sweep { state: &mut other });
                assert_eq!(flags.alive & ready, ready);
                fixpoints.push((ready, other.cells, state.cells));
                let configurations = &mut configurations;
                simd.call(Branch { ready, state: &mut state, configurations });
            }
        }
    }

    /// A node that rested is after one sweep what it was before.
    #[test]
    fn nothing_is_lost() {
        let lines = include_str!("../../../data/extreme.txt").lines();
        let mut puzzles = lines.filter_map(|line| line.as_bytes().try_into().ok());
        let puzzles: [[u8; 81]; LANES] = std::array::from_fn(|_| puzzles.next().expect("enough"));
        for level in SimdLevel::available() {
            let fixpoints = level.run(Descend(&puzzles));
            assert!(fixpoints.len() > 3);
            for (ready, after, before) in fixpoints {
                for lane in lanes(ready) {
                    let cells = |cells: &Cells| cells.each_ref().map(|row| row.0[lane]);
                    assert_eq!(cells(&after), cells(&before), "{level}, lane {lane}");
                }
            }
        }
    }
}
