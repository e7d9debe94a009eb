//! The state of a search: which items are open and which options are left.

/// The open items and the options left of a problem. An item is open until an option that holds it is
/// chosen; an option is left as long as all of its items are open.
pub(super) trait Remainder {
    /// Undoes all choices.
    fn restart(&mut self);

    fn is_open(&self, item: usize) -> bool;

    /// Chooses `option`, which must be left. May return `false` if this leaves an open primary item without
    /// options. The next call must then be [`Self::restore`] or [`Self::restart`].
    fn choose(&mut self, option: u32) -> bool;

    /// Returns an open primary item and the number of its options: any item with at most one option, or
    /// else the item with the fewest options (of equals, the lowest numbered). `None` if all are covered.
    fn scarcest(&mut self) -> Option<(usize, usize)>;

    /// Appends the options left of `item` to `to`, in ascending order.
    fn options_left(&self, item: usize, to: &mut Vec<u32>);

    /// Saves the present state on a stack.
    fn save(&mut self);

    /// Restores the state that was saved last, and keeps it saved.
    fn restore(&mut self);

    /// Drops the state saved last.
    fn drop_saved(&mut self);
}
