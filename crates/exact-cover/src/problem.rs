//! The items and options of an exact cover problem, checked as they are added.

use std::{error::Error, fmt};

/// An exact cover problem: numbered items, and options that each contain some of them.
///
/// Items are numbered from 0, primary items first; options from 0 in the order they are added. An
/// option without a primary item keeps its number but is never chosen. A problem without primary
/// items has one solution, the empty set.
///
/// ```
/// use batchdoku::{Limits, exact_cover::Problem};
/// let mut problem = Problem::new(2, 0);
/// assert_eq!(problem.add_option(&[0]), Ok(0));
/// assert_eq!(problem.add_option(&[1]), Ok(1));
/// assert_eq!(problem.count_solutions(&Limits::none(), 1).solutions, 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    primary: usize,
    items: usize,
    /// The items of all options, one option after another.
    members: Vec<u32>,
    /// Where each option ends in `members`.
    ends: Vec<u32>,
    /// For each item, the number plus one of the latest option that contains it, or 0.
    seen: Vec<u32>,
}

/// The reason why a problem is not valid.
///
/// ```
/// use batchdoku::exact_cover::{Problem, ProblemError};
/// let error = Problem::new(2, 0).add_option(&[0, 2]);
/// assert_eq!(error, Err(ProblemError::NoSuchItem { item: 2, items: 2 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// An item number that the problem does not have.
    NoSuchItem {
        /// The number given.
        item: usize,
        /// The number of items of the problem.
        items: usize,
    },
    /// An item that occurs twice in one option.
    ItemTwice(usize),
    /// A row of a matrix whose length is not the number of items.
    Ragged {
        /// The number of the row, from 0.
        row: usize,
        /// The number of items.
        expected: usize,
        /// The length of the row.
        got: usize,
    },
    /// More than [`Problem::MAX_SIZE`] items, options and members of options together.
    TooLarge,
    /// A text that is not a problem.
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The column in bytes, counted from 1.
        column: usize,
        /// The text that was expected or found there.
        what: String,
    },
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchItem { item, items } => {
                write!(f, "no item {item}: the problem has {items}")
            }
            Self::ItemTwice(item) => write!(f, "item {item} occurs twice in the option"),
            Self::Ragged { row, expected, got } => {
                write!(f, "row {row} has {got} entries, expected {expected}")
            }
            Self::TooLarge => {
                let most = Problem::MAX_SIZE;
                write!(f, "the problem is larger than {most} items, options and members")
            }
            Self::Text { line, column, what } => write!(f, "line {line}, column {column}: {what}"),
        }
    }
}

impl Error for ProblemError {}

impl Problem {
    /// The maximum total of items, options and members of options (an item in an option).
    pub const MAX_SIZE: usize = u32::MAX as usize - 2;

    /// Creates a problem over `primary` and `secondary` items, without options.
    ///
    /// # Panics
    /// If there are more than [`Problem::MAX_SIZE`] items.
    pub fn new(primary: usize, secondary: usize) -> Self {
        let items = primary.saturating_add(secondary);
        assert!(items <= Self::MAX_SIZE, "{items} items");
        Self { primary, items, members: Vec::new(), ends: Vec::new(), seen: vec![0; items] }
    }

    /// Creates the problem of a matrix: each column is a primary item, each row an option that contains the
    /// items where it is true.
    ///
    /// ```
    /// use batchdoku::exact_cover::Problem;
    /// let problem = Problem::from_matrix(3, [[true, false, true], [false, true, false]])?;
    /// assert_eq!(problem.option(0), [0, 2]);
    /// # Ok::<(), batchdoku::exact_cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// If the length of a row is not `columns`, or the problem is too large.
    ///
    /// # Panics
    /// See [`Problem::new`].
    pub fn from_matrix<R: AsRef<[bool]>>(
        columns: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, ProblemError> {
        let mut problem = Self::new(columns, 0);
        let mut items = Vec::new();
        for (row, entries) in rows.into_iter().enumerate() {
            let entries = entries.as_ref();
            if entries.len() != columns {
                return Err(ProblemError::Ragged { row, expected: columns, got: entries.len() });
            }
            items.clear();
            items.extend((0..columns).filter(|&column| entries[column]));
            problem.add_option(&items)?;
        }
        Ok(problem)
    }

    /// Adds an option that contains `items` and returns its number. On an error nothing is added.
    ///
    /// # Errors
    /// If an item does not exist or occurs twice, or the problem is too large.
    pub fn add_option(&mut self, items: &[usize]) -> Result<usize, ProblemError> {
        let option = self.ends.len();
        if self.items + option + 1 + self.members.len() + items.len() > Self::MAX_SIZE {
            return Err(ProblemError::TooLarge);
        }
        let before = self.members.len();
        let mark = option as u32 + 1;
        for &item in items {
            let error = match self.seen.get_mut(item) {
                Some(seen) if *seen != mark => {
                    *seen = mark;
                    self.members.push(item as u32);
                    continue;
                }
                Some(_) => ProblemError::ItemTwice(item),
                None => ProblemError::NoSuchItem { item, items: self.items },
            };
            for item in self.members.drain(before..) {
                self.seen[item as usize] = 0;
            }
            return Err(error);
        }
        self.ends.push(self.members.len() as u32);
        Ok(option)
    }

    /// Returns the number of primary items.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// Returns the number of items, primary and secondary.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Returns the number of options.
    pub fn options(&self) -> usize {
        self.ends.len()
    }

    /// Returns the items of an option, in the order given.
    ///
    /// # Panics
    /// If the option does not exist.
    pub fn option(&self, option: usize) -> &[u32] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start as usize..self.ends[option] as usize]
    }
}
