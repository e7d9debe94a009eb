//! The remainder of a large problem: for each item, the options left as a sparse set.
//!
//! A sparse set is an array and a count: the first `count` elements are in the set. The place of each element is
//! stored, so an element is removed by an exchange with the last element of the set. It then lies right behind the set,
//! and returns when the count grows by 1. To undo removals, increase the counts; nothing moves back. This is the method
//! of *dancing cells* (D. E. Knuth, The Art of Computer Programming, volume 4, section 7.2.2.3; C. Solnon, 2020), which
//! replaces his dancing links.
//!
//! For example, items a, b, c with the options {a, c} and {b, c}, after the first option was removed:
//!
//! ```text
//! member      0     1     2     3     4     5     6          set of a    set of b    set of c
//!           start  (a)   (c)   end   (b)   (c)   end           [|1]        [4]        [5|2]
//! ```

use super::{Problem, remainder::Remainder};

/// The count of a closed item.
const CLOSED: u32 = u32::MAX;

/// The item of the ends of options.
const END: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct OptionMember {
    item: u32,
    /// The place of the member in `sets`; for an end, the first member of its option.
    at: u32,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    /// An option was removed from this item.
    Removed(u32),
    /// This item was closed when it had this number of options left.
    Closed(u32, u32),
}

#[derive(Clone, Debug, Default)]
pub(super) struct SparseSets {
    /// The members of all options, an end behind each option and one before the first.
    members: Vec<OptionMember>,
    /// The option of each member, and the first member of each option.
    option_of: Vec<u32>,
    firsts: Vec<u32>,
    /// The sets of all items, as members; the set of an item starts at `starts`.
    sets: Vec<u32>,
    starts: Vec<u32>,
    /// The number of options left of each item, or [`CLOSED`].
    counts: Vec<u32>,
    primary: u32,
    /// Primary items that had at most one option left when they were added. They may be closed by now.
    scarce: Vec<u32>,
    /// The primary items that have at most one option at the start.
    scarce_at_start: Vec<u32>,
    changes: Vec<Change>,
    /// The number of changes before each saved state.
    saved: Vec<u32>,
}

impl SparseSets {
    pub(crate) fn new(problem: &Problem) -> Self {
        let mut members = vec![OptionMember { item: END, at: 0 }];
        let mut option_of = vec![0];
        let mut firsts = Vec::new();
        let mut counts = vec![0; problem.items()];
        for option in 0..problem.options() {
            let first = members.len() as u32;
            firsts.push(first);
            for &item in problem.option(option) {
                members.push(OptionMember { item, at: 0 });
                counts[item as usize] += 1;
            }
            members.push(OptionMember { item: END, at: first });
            option_of.resize(members.len(), option as u32);
        }
        let mut next = 0;
        let mut starts = vec![0; problem.items()];
        for (start, count) in starts.iter_mut().zip(&counts) {
            *start = next;
            next += count;
        }
        let mut sets = vec![0; next as usize];
        let mut ends = starts.clone();
        for (index, member) in members.iter_mut().enumerate() {
            if member.item != END {
                let end = &mut ends[member.item as usize];
                (member.at, sets[*end as usize]) = (*end, index as u32);
                *end += 1;
            }
        }
        let primary = problem.primary() as u32;
        let scarce_at_start = (0..primary).filter(|&item| counts[item as usize] <= 1).collect();
        Self {
            members,
            option_of,
            firsts,
            sets,
            starts,
            counts,
            primary,
            scarce_at_start,
            ..Self::default()
        }
    }

    /// Returns the members of the options left of `item`.
    fn set(&self, item: usize) -> std::ops::Range<usize> {
        let start = self.starts[item] as usize;
        start..start + self.counts[item] as usize
    }

    /// Closes the item of `member`, whose option is chosen, and removes the other options that hold
    /// it. Returns `false` if that leaves an open primary item without options.
    fn close(&mut self, member: usize) -> bool {
        let item = self.members[member].item;
        let set = self.set(item as usize);
        self.changes.push(Change::Closed(item, self.counts[item as usize]));
        self.counts[item as usize] = CLOSED;
        for at in set {
            let other = self.sets[at] as usize;
            if other != member && !self.remove(other) {
                return false;
            }
        }
        true
    }

    /// Removes the option of `member` from the sets of its other items. Returns `false` if that leaves an
    /// open primary item without options.
    fn remove(&mut self, member: usize) -> bool {
        let mut index = member + 1;
        while index != member {
            let OptionMember { item, at } = self.members[index];
            if item == END {
                index = at as usize;
                continue;
            }
            let count = &mut self.counts[item as usize];
            *count -= 1;
            let last = self.starts[item as usize] + *count;
            self.changes.push(Change::Removed(item));
            if *count <= 1 && item < self.primary {
                if *count == 0 {
                    return false;
                }
                self.scarce.push(item);
            }
            let moved = self.sets[last as usize];
            self.sets[last as usize] = index as u32;
            self.sets[at as usize] = moved;
            self.members[moved as usize].at = at;
            self.members[index].at = last;
            index += 1;
        }
        true
    }

    /// Undoes all changes after the first `kept`.
    fn undo(&mut self, kept: usize) {
        for change in self.changes.drain(kept..).rev() {
            match change {
                Change::Removed(item) => self.counts[item as usize] += 1,
                Change::Closed(item, count) => self.counts[item as usize] = count,
            }
        }
    }
}

impl Remainder for SparseSets {
    fn restart(&mut self) {
        self.undo(0);
        self.saved.clear();
        self.scarce.clear();
        self.scarce.extend_from_slice(&self.scarce_at_start);
    }

    fn is_open(&self, item: usize) -> bool {
        self.counts[item] != CLOSED
    }

    fn choose(&mut self, option: u32) -> bool {
        let mut member = self.firsts[option as usize] as usize;
        while self.members[member].item != END {
            if !self.close(member) {
                return false;
            }
            member += 1;
        }
        true
    }

    fn scarcest(&mut self) -> Option<(usize, usize)> {
        while let Some(item) = self.scarce.pop() {
            let count = self.counts[item as usize];
            if count != CLOSED {
                return Some((item as usize, count as usize));
            }
        }
        let counts = &self.counts[..self.primary as usize];
        let fewest = counts.iter().copied().min().filter(|&fewest| fewest != CLOSED)?;
        let item = counts.iter().position(|&count| count == fewest)?;
        Some((item, fewest as usize))
    }

    fn options_left(&self, item: usize, to: &mut Vec<u32>) {
        let before = to.len();
        let members = &self.sets[self.set(item)];
        to.extend(members.iter().map(|&member| self.option_of[member as usize]));
        to[before..].sort_unstable();
    }

    fn save(&mut self) {
        self.saved.push(self.changes.len() as u32);
    }

    fn restore(&mut self) {
        let kept = self.saved.last().map_or(0, |&kept| kept as usize);
        self.undo(kept);
        self.scarce.clear();
    }

    fn drop_saved(&mut self) {
        self.saved.pop();
    }
}
