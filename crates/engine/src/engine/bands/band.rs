//! The fillings of a band, by the digits of its columns.

use super::boxes::{BoxFillings, FULL, Triple};

/// The maximum number of fillings of a band. More would take too long, and more than 16 MiB.
const MAX_FILLINGS: usize = 1 << 21;

/// The columns that a band can have, as a tree with a level for each stack. A node has the digits of the three
/// columns of its stack. The children of node `n` are the nodes `children[n]..children[n + 1]` of the next
/// level, in order.
#[derive(Default)]
pub(super) struct BandColumns {
    pub nodes: [Vec<Triple>; 3],
    pub(super) children: [Vec<u32>; 2],
    /// For each node of the last level, the number of fillings with the columns on the path to the node.
    pub counts: Vec<u64>,
}

impl BandColumns {
    /// Lists the fillings of a band with these boxes; `None` if there are too many.
    pub(super) fn new(boxes: &[BoxFillings; 3]) -> Option<Self> {
        let mut fillings: Vec<u64> = Vec::new();
        for left in boxes[0].by_rows() {
            for middle in boxes[1].by_rows() {
                let left_rows = left[0].rows;
                let middle_rows = middle[0].rows;
                if left_rows & middle_rows != 0 {
                    continue;
                }
                let right = boxes[2].with_rows(FULL ^ left_rows ^ middle_rows);
                if fillings.len() + left.len() * middle.len() * right.len() > MAX_FILLINGS {
                    return None;
                }
                for a in left {
                    for b in middle {
                        let before = pack(a.columns) << 42 | pack(b.columns) << 21;
                        fillings.extend(right.iter().map(|c| before | pack(c.columns)));
                    }
                }
            }
        }
        fillings.sort_unstable();
        Some(Self::tree(&fillings))
    }

    /// Returns the tree of sorted fillings.
    fn tree(fillings: &[u64]) -> Self {
        let mut tree = Self::default();
        let mut last = None;
        for alike in fillings.chunk_by(|a, b| a == b) {
            let filling = alike[0];
            for (level, shift) in [(0, 42), (1, 21)] {
                if last.is_none_or(|last: u64| last >> shift != filling >> shift) {
                    let first_child = tree.nodes[level + 1].len() as u32;
                    tree.nodes[level].push(unpack(filling >> shift));
                    tree.children[level].push(first_child);
                }
            }
            tree.nodes[2].push(unpack(filling));
            tree.counts.push(alike.len() as u64);
            last = Some(filling);
        }
        for level in 0..2 {
            let end = tree.nodes[level + 1].len() as u32;
            tree.children[level].push(end);
        }
        tree
    }
}

/// The sets of three digits, in the order of their masks.
const SETS: [u16; 84] = {
    let mut sets = [0; 84];
    let mut count = 0;
    let mut mask = 0_u16;
    while mask < 512 {
        if mask.count_ones() == 3 {
            sets[count] = mask;
            count += 1;
        }
        mask += 1;
    }
    sets
};

/// The index of each set of three digits.
static INDEX: [u8; 512] = {
    let mut index = [0; 512];
    let mut set = 0;
    while set < 84 {
        index[SETS[set] as usize] = set as u8;
        set += 1;
    }
    index
};

/// Packs three sets of three digits into 21 bits. The order of packed sets is the order of the sets.
fn pack(columns: Triple) -> u64 {
    let index = |shift: u32| u64::from(INDEX[(columns >> shift & 0x1FF) as usize]);
    index(18) << 14 | index(9) << 7 | index(0)
}

/// Unpacks the lowest 21 bits.
fn unpack(packed: u64) -> Triple {
    let set = |shift: u32| Triple::from(SETS[(packed >> shift & 0x7F) as usize]);
    set(14) << 18 | set(7) << 9 | set(0)
}
