//! Parts of a job, which several machines can share.

use std::{fmt, ops::Range, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One of several equal parts of a job, such as `2/7`: the second of seven.
///
/// The outputs of all parts, one after the other, are the output of the whole job. A part is a range of the inputs, cut
/// at the ends of records, or a range of the records to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The index of the part, counted from 0.
    index: u64,
    count: u64,
}

impl Default for Shard {
    /// Returns the whole job: `1/1`.
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

impl Shard {
    /// Returns part `part` of `count`, both counted from 1; `None` if `part` is not from 1 to `count`.
    pub fn new(part: u64, count: u64) -> Option<Self> {
        (1..=count).contains(&part).then(|| Self { index: part - 1, count })
    }

    /// Parses a part such as `2/7`; `None` if the text is not a part.
    pub fn parse(text: &str) -> Option<Self> {
        let (part, count) = text.split_once('/')?;
        Self::new(part.parse().ok()?, count.parse().ok()?)
    }

    /// Returns the part, counted from 1.
    pub(crate) fn part(self) -> u64 {
        self.index + 1
    }

    /// Returns the number of parts.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns the range of this part in `length` items. The ranges of all parts are disjoint and in order, and their
    /// lengths differ by at most 1. For example, of 10 items, part 1/3 has items 0 to 2, part 2/3 items 3 to 5, and
    /// part 3/3 items 6 to 9.
    pub(crate) fn range(self, length: u64) -> Range<u64> {
        self.start_of(self.index, length)..self.start_of(self.index + 1, length)
    }

    /// Returns the range of all parts before this part in `length` items.
    pub(crate) fn range_before(self, length: u64) -> Range<u64> {
        0..self.start_of(self.index, length)
    }

    /// Returns the first of `length` items that belongs to this part or a later part.
    fn start_of(self, part: u64, length: u64) -> u64 {
        let start = u128::from(length) * u128::from(part) / u128::from(self.count);
        u64::try_from(start).expect("at most `length`")
    }

    /// Returns whether the part is the whole job.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Returns whether the output of the whole job starts with this part.
    pub(crate) fn is_first(self) -> bool {
        self.index == 0
    }

    /// Returns whether the output of the whole job ends with this part.
    pub(crate) fn is_last(self) -> bool {
        self.index + 1 == self.count
    }
}

/// The text is not a part, such as `2/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected K/N, with K from 1 to N")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text).ok_or(ShardError)
    }
}

/// Serialises a part as text, and a whole job as null.
impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.is_whole() {
            true => serializer.serialize_none(),
            false => serializer.collect_str(self),
        }
    }
}

/// Deserialises a part from text, or from its number and the number of parts.
impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            None(()),
            Text(String),
            Numbers(u64, u64),
        }
        let found = match Given::deserialize(deserializer) {
            Ok(Given::None(())) => Ok(Self::default()),
            Ok(Given::Text(text)) => text.parse().map_err(|_| text),
            Ok(Given::Numbers(part, count)) => {
                Self::new(part, count).ok_or(format!("{part}/{count}"))
            }
            Err(_) => {
                return Err(de::Error::custom("expected the number of a part and of all parts"));
            }
        };
        found.map_err(|text| de::Error::custom(format!("there is no part {text}")))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole() {
        for length in [0, 1, 6, 63, 64, 1000, u64::MAX] {
            for count in [1, 2, 3, 7, 64] {
                let mut end = 0;
                for part in 1..=count {
                    let range = Shard::new(part, count).expect("a part").range(length);
                    assert_eq!(range.start, end);
                    assert!((range.end - range.start).abs_diff(length / count) <= 1);
                    end = range.end;
                }
                assert_eq!(end, length);
            }
        }
    }

    #[test]
    fn a_part_beyond_the_count_is_refused() {
        for (part, count) in [(0, 3), (4, 3), (1, 0), (0, 0)] {
            assert_eq!(Shard::new(part, count), None, "{part}/{count}");
        }
        assert_eq!(Shard::new(3, 3).map(|shard| shard.to_string()).as_deref(), Some("3/3"));
    }
}
