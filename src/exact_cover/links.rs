//! The dancing links: lists of nodes in one array, in which items are covered and uncovered.
//!
//! The array holds the head of each item's list, then the options, with one node per item and a
//! spacer on both sides. Items a, b, c with the options {a, c} and {b, c}:
//!
//! ```text
//! node     0     1  2  3     4     5  6     7     8  9     10
//!               [a][b][c]  spacer (a)(c)  spacer (b)(c)  spacer
//! top            1  1  2     0     1  3     0     2  3     0
//! up             5  8  9     -     1  3     5     2  6     8
//! down           5  8  6     6     1  9     9     2  3     -
//! ```
//!
//! `top` is the item of a node, in a head the length of its list, and 0 in a spacer. `up` and
//! `down` are the neighbours in the item's list, a ring through its head; in a spacer, the first
//! node of the option before it and the last node of the option after it. So the nodes of an option
//! can be visited from any of them.
//!
//! The open primary items form a ring through item 0, the open secondary items a second ring.

use super::Problem;

/// The number of a node or an item. (16 bits would be enough for sudoku, but are 1 to 5 % slower.)
pub(super) type Link = u32;

#[derive(Clone, Copy, Debug, Default)]
struct LinkNode {
    up: Link,
    down: Link,
    top: Link,
}

#[derive(Clone, Copy, Debug, Default)]
struct Neighbours {
    before: Link,
    after: Link,
}

#[derive(Clone, Debug)]
pub(super) struct Links {
    nodes: Vec<LinkNode>,
    /// The ring of primary items through 0; that of secondary items through the last entry.
    ring: Vec<Neighbours>,
    /// Items whose list has shrunk to one option or none, latest last. They may be covered by now.
    scarce: Vec<Link>,
    /// For each branch in force, the items that were scarce before an option was chosen, followed
    /// by their number.
    kept: Vec<Link>,
    primary: Link,
}

impl Links {
    pub(super) fn new(problem: &Problem) -> Self {
        let (primary, items) = (problem.primary() as Link, problem.items() as Link);
        let mut nodes: Vec<LinkNode> =
            (0..=items).map(|at| LinkNode { up: at, down: at, top: 0 }).collect();
        nodes.push(LinkNode::default());
        for option in 0..problem.options() {
            let spacer = nodes.len() - 1;
            for &item in problem.option(option) {
                let (head, node) = (item + 1, nodes.len() as Link);
                let up = nodes[head as usize].up;
                nodes.push(LinkNode { up, down: head, top: head });
                nodes[up as usize].down = node;
                nodes[head as usize].up = node;
                nodes[head as usize].top += 1;
            }
            nodes[spacer].down = nodes.len() as Link - 1;
            nodes.push(LinkNode { up: spacer as Link + 1, ..LinkNode::default() });
        }
        let mut ring = vec![Neighbours::default(); items as usize + 2];
        for (first, last) in [(0, primary), (primary + 1, items + 1)] {
            for item in first..=last {
                ring[item as usize] = Neighbours {
                    before: if item == first { last } else { item - 1 },
                    after: if item == last { first } else { item + 1 },
                };
            }
        }
        let mut scarce = Vec::with_capacity(3 * items as usize);
        scarce.extend((1..=primary).filter(|&item| nodes[item as usize].top <= 1));
        let kept = Vec::with_capacity(3 * items as usize);
        Self { nodes, ring, scarce, kept, primary }
    }

    /// Restores the state of `other`, built from the same problem, without allocating.
    pub(super) fn restore(&mut self, other: &Self) {
        self.nodes.copy_from_slice(&other.nodes);
        self.ring.copy_from_slice(&other.ring);
        self.scarce.clear();
        self.scarce.extend_from_slice(&other.scarce);
        self.kept.clear();
    }

    /// The number of options that `item` has left.
    pub(super) fn len(&self, item: Link) -> Link {
        self.nodes[item as usize].top
    }

    /// The next node in the list of the item of `node`; the head follows the last.
    pub(super) fn below(&self, node: Link) -> Link {
        self.nodes[node as usize].down
    }

    /// The item of `node`.
    pub(super) fn item(&self, node: Link) -> Link {
        self.nodes[node as usize].top
    }

    /// Whether `item` is open, that is, not covered.
    pub(super) fn is_open(&self, item: Link) -> bool {
        self.ring[self.ring[item as usize].before as usize].after == item
    }

    /// The open primary item with the fewest options, the first of equals; `None` if all are
    /// covered. An item with one option or none comes first, without a search.
    pub(super) fn scarcest(&mut self) -> Option<Link> {
        while let Some(item) = self.scarce.pop() {
            if item <= self.primary && self.is_open(item) {
                return Some(item);
            }
        }
        let mut item = self.ring[0].after;
        let (mut best, mut fewest) = (None, Link::MAX);
        while item != 0 {
            let len = self.len(item);
            if len < fewest {
                (best, fewest) = (Some(item), len);
                // No open item has fewer: such an item would be in `scarce`.
                if len == 2 {
                    break;
                }
            }
            item = self.ring[item as usize].after;
        }
        best
    }

    /// Covers `item` to branch on it. The items that this makes scarce are scarce for each of its
    /// options and are kept for all of them.
    pub(super) fn open_branch(&mut self, item: Link) {
        debug_assert!(self.scarce.is_empty(), "branched with scarce items left");
        self.cover(item);
        self.kept.extend_from_slice(&self.scarce);
        self.kept.push(self.scarce.len() as Link);
    }

    /// Restores what was scarce when the latest branch was opened. Everything covered since must be
    /// uncovered before.
    pub(super) fn recall_scarce(&mut self) {
        let start = self.latest_kept();
        self.scarce.clear();
        self.scarce.extend_from_slice(&self.kept[start..self.kept.len() - 1]);
    }

    /// Undoes `open_branch(item)`.
    pub(super) fn close_branch(&mut self, item: Link) {
        let start = self.latest_kept();
        self.kept.truncate(start);
        self.uncover(item);
    }

    /// Where the items of the latest branch start in `kept`.
    fn latest_kept(&self) -> usize {
        let count = self.kept.len() - 1;
        count - self.kept[count] as usize
    }

    /// Removes `item` from its ring, and the options that contain it from all other lists.
    pub(super) fn cover(&mut self, item: Link) {
        let mut node = self.below(item);
        while node != item {
            self.hide(node);
            node = self.below(node);
        }
        let Neighbours { before, after } = self.ring[item as usize];
        self.ring[before as usize].after = after;
        self.ring[after as usize].before = before;
    }

    /// Undoes `cover(item)`; covers are undone in reverse order.
    pub(super) fn uncover(&mut self, item: Link) {
        let Neighbours { before, after } = self.ring[item as usize];
        self.ring[before as usize].after = item;
        self.ring[after as usize].before = item;
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
    }

    /// Covers the other items of the option of `node`.
    pub(super) fn cover_others(&mut self, node: Link) {
        let mut other = node + 1;
        while other != node {
            let LinkNode { up, top, .. } = self.nodes[other as usize];
            if top == 0 {
                other = up;
            } else {
                self.cover(top);
                other += 1;
            }
        }
    }

    /// Undoes `cover_others(node)`.
    pub(super) fn uncover_others(&mut self, node: Link) {
        let mut other = node - 1;
        while other != node {
            let LinkNode { down, top, .. } = self.nodes[other as usize];
            if top == 0 {
                other = down;
            } else {
                self.uncover(top);
                other -= 1;
            }
        }
    }

    /// Removes the other nodes of the option of `node` from their lists.
    fn hide(&mut self, node: Link) {
        let mut other = node + 1;
        while other != node {
            let LinkNode { up, down, top } = self.nodes[other as usize];
            if top == 0 {
                other = up;
                continue;
            }
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            let len = &mut self.nodes[top as usize].top;
            *len -= 1;
            if *len <= 1 {
                self.scarce.push(top);
            }
            other += 1;
        }
    }

    /// Undoes `hide(node)`.
    fn unhide(&mut self, node: Link) {
        let mut other = node - 1;
        while other != node {
            let LinkNode { up, down, top } = self.nodes[other as usize];
            if top == 0 {
                other = down;
                continue;
            }
            self.nodes[up as usize].down = other;
            self.nodes[down as usize].up = other;
            self.nodes[top as usize].top += 1;
            other -= 1;
        }
    }
}
