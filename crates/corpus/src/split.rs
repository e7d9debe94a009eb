//! Sets for training and testing that share no class: decides which set a class belongs to.
//!
//! Each class draws a number from 0 to 1, which depends only on the seed and the class. With shares, the sets are
//! ranges of these numbers: for example, if the share for training is .8, a class that draws .31 is for training,
//! whatever other classes there are. With exact sizes, classes join the sets in the order of their numbers, so the set
//! of a class depends on all classes.
//!
//! A class is never divided, so a set has its exact size only if the sizes of some classes add up to it. This is always
//! possible if enough classes are small: for example, 20 classes of one record and a class of 6 can make any size. A
//! class that does not fit is left out, and smaller classes after it are taken. If this does not reach the size, all
//! sums of classes are searched for it, or for the nearest size. If two sets, filled in turn, do not get their sizes,
//! all pairs of sums are searched.

use super::{canon::class_key, random::RecordRng};
use batchdoku_base::{FNV, counted, fnv};
use batchdoku_engine::grid::Grid;

/// The sets, in the order of filling. The last set gets the rest.
pub const SETS: [&str; 3] = ["train", "valid", "test"];

/// The maximum number of steps of a search for a sum. No known corpus needs more, because classes have few different
/// sizes: a million classes have about ten.
const MOST_STEPS: usize = 1 << 28;

/// The maximum number of pairs of sums that are searched; each takes twelve bytes.
const MOST_PAIRS: usize = 1 << 24;

/// Returns the number from 0 to 1 that the class of `grid` draws.
pub fn drawn_number(grid: &Grid, seed: u64) -> f64 {
    let mut key = [0; 32];
    key[..16].copy_from_slice(&class_key(grid).to_le_bytes());
    key[16..24].copy_from_slice(&seed.to_le_bytes());
    RecordRng::from_key(key).fraction()
}

/// Returns the stratum of records with this value. Records with equal values share a stratum.
pub fn stratum(value: &[u8]) -> u64 {
    value.iter().fold(FNV, |hash, &byte| fnv(hash, u64::from(byte)))
}

/// The set of each class.
#[derive(Clone, Debug, PartialEq)]
pub enum Sets {
    /// By shares: the set of a class is the range that contains its number.
    Shares {
        /// The upper ends of the ranges, without the last.
        ends: Vec<f64>,
    },
    /// By exact sizes: the set of each class is listed.
    Listed {
        /// The numbers of all classes, in ascending order.
        numbers: Vec<f64>,
        /// The set of each class.
        sets: Vec<u8>,
    },
}

/// The size of a set with an exact size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetSize {
    /// The number of records that the set should have.
    pub asked: usize,
    /// The number of records that the set has.
    pub records: usize,
    /// True if the search for sums was complete. If false, some classes may add up to the size, although the search
    /// found none.
    pub is_searched: bool,
}

/// The reason why sets cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SizeError {
    /// The shares leave no room for the last set, or a share is not positive.
    #[error(
        "the shares of a split must be positive and their sum less than 1; numbers of records need exact sizes"
    )]
    Shares,
    /// A size is neither a share nor a number of records.
    #[error("the size of the set '{0}' must be a share from 0 to 1, or a number")]
    Size(&'static str),
    /// No record is left for the last set.
    #[error("of {}, none is left for the test set", counted(*.0 as u64, "record"))]
    NothingLeft(usize),
}

/// Records of one class.
struct Class {
    number: f64,
    records: usize,
    set: u8,
}

impl Sets {
    /// Creates sets with approximately these shares; the last set gets the rest.
    ///
    /// # Errors
    /// If a share is not positive, or nothing is left for the last set.
    pub fn by_shares(shares: &[f64]) -> Result<Self, SizeError> {
        let mut ends = Vec::new();
        let mut end = 0.0;
        for &share in shares {
            end += share;
            ends.push(end);
            if share.is_nan() || share <= 0.0 || end >= 1.0 {
                return Err(SizeError::Shares);
            }
        }
        Ok(Self::Shares { ends })
    }

    /// Creates sets of exactly these sizes; the last set gets the rest. A size is a share of the records, or their
    /// number if it is 1 or more. `drawn` has the number of the class and the stratum of each record. Each set gets its
    /// share of each stratum. A class belongs to the stratum of most of its records.
    ///
    /// Also returns the sizes of the sets. If no classes add up to a size, the size is as near to it as possible.
    ///
    /// # Errors
    /// If a size is neither a share nor a number of records, or no record is left for the last set.
    pub fn exact(
        mut drawn: Vec<(f64, u64)>,
        sizes: &[f64],
    ) -> Result<(Self, Vec<SetSize>), SizeError> {
        let records = drawn.len();
        let mut wanted = Vec::new();
        for (&size, &name) in sizes.iter().zip(&SETS) {
            let is_number = size >= 1.0 && size.fract() == 0.0;
            if !(is_number || 0.0 < size && size < 1.0) {
                return Err(SizeError::Size(name));
            }
            wanted.push(if is_number { size } else { (size * records as f64).round() } as usize);
            if wanted.iter().fold(0, |sum: usize, &size| sum.saturating_add(size)) >= records {
                return Err(SizeError::NothingLeft(records));
            }
        }
        drawn.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let rest = sizes.len() as u8;
        let mut strata: Vec<(u64, Vec<Class>)> = Vec::new();
        for class in drawn.chunk_by(|one, other| one.0 == other.0) {
            let most = class.chunk_by(|one, other| one.1 == other.1).max_by_key(|run| run.len());
            let stratum = most.map_or(0, |run| run[0].1);
            let class = Class { number: class[0].0, records: class.len(), set: rest };
            match strata.binary_search_by_key(&stratum, |stratum| stratum.0) {
                Ok(at) => strata[at].1.push(class),
                Err(at) => strata.insert(at, (stratum, vec![class])),
            }
        }
        drop(drawn);
        let totals: Vec<usize> = strata
            .iter()
            .map(|(_, classes)| classes.iter().map(|class| class.records).sum())
            .collect();
        let parts = in_strata(&wanted, &totals);
        let mut is_searched = true;
        for ((_, classes), wanted) in strata.iter_mut().zip(&parts) {
            is_searched &= fill(classes, wanted);
        }
        let mut classes: Vec<Class> = strata.into_iter().flat_map(|(_, classes)| classes).collect();
        classes.sort_unstable_by(|one, other| one.number.total_cmp(&other.number));
        let mut sizes = Vec::with_capacity(wanted.len());
        for (set, asked) in wanted.into_iter().enumerate() {
            let own = classes.iter().filter(|class| usize::from(class.set) == set);
            let records = own.map(|class| class.records).sum();
            sizes.push(SetSize { asked, records, is_searched });
        }
        let numbers = classes.iter().map(|class| class.number).collect();
        let sets = classes.iter().map(|class| class.set).collect();
        Ok((Self::Listed { numbers, sets }, sizes))
    }

    /// Returns the index of the set of a class, by the number that the class has drawn. With exact sizes, an unknown
    /// class is in the last set.
    pub fn of(&self, number: f64) -> usize {
        match self {
            Self::Shares { ends } => ends.iter().take_while(|&&end| number >= end).count(),
            Self::Listed { numbers, sets } => {
                let found = numbers.binary_search_by(|other| other.total_cmp(&number));
                found.map_or_else(
                    |_| sets.iter().max().map_or(0, |&last| last.into()),
                    |at| sets[at].into(),
                )
            }
        }
    }
}

/// Divides the sizes of sets among strata with `totals` records, in proportion and rounded. The parts of a set add up
/// to its size.
fn in_strata(wanted: &[usize], totals: &[usize]) -> Vec<Vec<usize>> {
    let records: usize = totals.iter().sum();
    let mut parts = vec![Vec::with_capacity(wanted.len()); totals.len()];
    for &wanted in wanted {
        let mut sum = 0;
        let mut by_rest: Vec<(f64, usize)> = Vec::new();
        for (at, &total) in totals.iter().enumerate() {
            let room = total - parts[at].iter().sum::<usize>();
            let exact = wanted as f64 * total as f64 / records.max(1) as f64;
            let part = (exact.floor() as usize).min(room);
            sum += part;
            by_rest.push((exact - part as f64, at));
            parts[at].push(part);
        }
        by_rest.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        while sum < wanted {
            let before = sum;
            for &(_, at) in &by_rest {
                if sum < wanted && parts[at].iter().sum::<usize>() < totals[at] {
                    *parts[at].last_mut().expect("a part") += 1;
                    sum += 1;
                }
            }
            if sum == before {
                break;
            }
        }
    }
    parts
}

/// Fills sets of the sizes `wanted` with classes, in the order of their numbers. Returns true if the sizes are exact,
/// or if the search for them was complete.
fn fill(classes: &mut [Class], wanted: &[usize]) -> bool {
    let order: Vec<usize> = (0..wanted.len()).collect();
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let forwards = fill_in_order(classes, wanted, &order);
    if forwards.is_exact {
        return true;
    }
    let mut is_searched = forwards.is_searched;
    // The second set may be exact only if it gets its classes first.
    if wanted.len() > 1 {
        let backwards = fill_in_order(classes, wanted, &reversed);
        if backwards.is_exact {
            return true;
        }
        is_searched &= backwards.is_searched;
    }
    // Search for pairs last: the sums of both sets at once take time and memory in proportion to the product of their
    // sizes.
    let mut is_pair_searched = true;
    if let &[first, second] = wanted {
        let sizes: Vec<usize> = classes.iter().map(|class| class.records).collect();
        match choose_pair(&sizes, first, second) {
            Some(Some(sets)) => {
                classes.iter_mut().zip(sets).for_each(|(class, set)| class.set = set);
                return true;
            }
            Some(None) => {}
            None => is_pair_searched = false,
        }
    }
    // There is no exact choice, or the search was not complete, so keep the choice in order.
    fill_in_order(classes, wanted, &order);
    is_searched && is_pair_searched
}

/// The result of filling sets.
struct Filling {
    /// True if all sets have exactly their sizes.
    is_exact: bool,
    /// True if the search of sums was complete for each set.
    is_searched: bool,
}

/// Fills sets of these sizes one after the other, in the order `order`, with classes that are still free.
fn fill_in_order(classes: &mut [Class], wanted: &[usize], order: &[usize]) -> Filling {
    let rest = wanted.len() as u8;
    classes.iter_mut().for_each(|class| class.set = rest);
    let mut filling = Filling { is_exact: true, is_searched: true };
    for &set in order {
        let free: Vec<usize> = (0..classes.len()).filter(|&at| classes[at].set == rest).collect();
        let sizes: Vec<usize> = free.iter().map(|&at| classes[at].records).collect();
        let choice = choose(&sizes, wanted[set]);
        let sum: usize = choice.classes.iter().map(|&at| sizes[at]).sum();
        filling.is_searched &= choice.is_searched;
        filling.is_exact &= sum == wanted[set];
        choice.classes.into_iter().for_each(|at| classes[free[at]].set = set as u8);
    }
    filling
}

/// Assigns each class, given by its size, to set 0, 1 or 2 (the rest), so that the first two sets have exactly the
/// sizes `first` and `second`. Returns `None` if there are too many sums to search, `Some(None)` if there is no such
/// assignment.
fn choose_pair(sizes: &[usize], first: usize, second: usize) -> Option<Option<Vec<u8>>> {
    let kinds = kinds_of(sizes);
    let width = second.checked_add(1)?;
    let cells = first.checked_add(1)?.checked_mul(width)?;
    if cells > MOST_PAIRS || kinds.len().checked_mul(cells)? > MOST_STEPS {
        return None;
    }
    // For each pair of sums, the size of the class that first reached it, and the set that got this class. A size is
    // used at most as often as there are classes of it.
    let mut reached: Vec<Option<(u32, u8)>> = vec![None; cells];
    reached[0] = Some((0, 2));
    let mut used = vec![0u32; cells];
    for (kind, &size) in kinds.iter().enumerate() {
        let count = sizes.iter().filter(|&&other| other == size).count() as u32;
        used.fill(0);
        for at in 0..cells {
            if reached[at].is_some() {
                continue;
            }
            let x = at / width;
            let y = at % width;
            // The pairs of sums that a class of this size extends to this pair, with the set that the class joins.
            let from = [(x >= size).then(|| at - size * width), (y >= size).then(|| at - size)];
            let steps = from.into_iter().zip(0..).filter_map(|(from, set)| Some((from?, set)));
            let steps = steps.filter(|&(from, _)| reached[from].is_some() && used[from] < count);
            if let Some((from, set)) = steps.min_by_key(|&(from, _)| used[from]) {
                reached[at] = Some((kind as u32, set));
                used[at] = used[from] + 1;
            }
        }
    }
    let mut at = cells - 1;
    if reached[at].is_none() {
        return Some(None);
    }
    let mut counts = vec![[0usize; 2]; kinds.len()];
    while at > 0 {
        let (kind, set) = reached[at].expect("each pair of sums on the way is reached");
        counts[kind as usize][usize::from(set)] += 1;
        at -= kinds[kind as usize] * if set == 0 { width } else { 1 };
    }
    let mut sets = Vec::with_capacity(sizes.len());
    for size in sizes {
        let kind = kinds.binary_search(size).expect("a size that there is");
        let set = counts[kind].iter().position(|&left| left > 0);
        if let Some(set) = set {
            counts[kind][set] -= 1;
        }
        // Classes that neither sum needs are in the last set.
        sets.push(set.map_or(2, |set| set as u8));
    }
    Some(Some(sets))
}

/// Returns the different sizes, in ascending order.
fn kinds_of(sizes: &[usize]) -> Vec<usize> {
    let mut kinds = sizes.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Chosen classes, by index.
struct Choice {
    classes: Vec<usize>,
    /// True if their sum is the wanted sum, or proved to be the nearest.
    is_searched: bool,
}

/// Chooses classes so that their sizes add up to `wanted`, or as near to it as possible. The classes that fit in order
/// are taken if they reach the sum.
fn choose(sizes: &[usize], wanted: usize) -> Choice {
    let mut chosen = Vec::new();
    let mut left = wanted;
    for (at, &size) in sizes.iter().enumerate() {
        if size <= left {
            chosen.push(at);
            left -= size;
        }
    }
    if left == 0 {
        return Choice { classes: chosen, is_searched: true };
    }
    let kinds = kinds_of(sizes);
    let most = wanted + kinds.last().copied().unwrap_or(0);
    if kinds.len().saturating_mul(most) > MOST_STEPS {
        return Choice { classes: chosen, is_searched: false };
    }
    // The size of the class that first reached each sum. A size is used at most as often as there are classes of it.
    let mut reached: Vec<Option<u32>> = vec![None; most + 1];
    reached[0] = Some(0);
    let mut used = vec![0u32; most + 1];
    for (kind, &size) in kinds.iter().enumerate() {
        let count = sizes.iter().filter(|&&other| other == size).count() as u32;
        used.fill(0);
        for sum in size..=most {
            if reached[sum].is_none() && reached[sum - size].is_some() && used[sum - size] < count {
                reached[sum] = Some(kind as u32);
                used[sum] = used[sum - size] + 1;
            }
        }
    }
    let near = (0..=most).filter(|&sum| reached[sum].is_some());
    let mut sum = near.min_by_key(|&sum| sum.abs_diff(wanted)).unwrap_or(0);
    let mut counts = vec![0usize; kinds.len()];
    while sum > 0 {
        let kind = reached[sum].map_or(0, |kind| kind as usize);
        counts[kind] += 1;
        sum -= kinds[kind];
    }
    let mut classes = Vec::new();
    for (at, size) in sizes.iter().enumerate() {
        let kind = kinds.binary_search(size).expect("a size that there is");
        if counts[kind] > 0 {
            counts[kind] -= 1;
            classes.push(at);
        }
    }
    Choice { classes, is_searched: true }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    fn sizes(classes: &[(f64, usize)], asked: &[f64]) -> Result<Vec<usize>, SizeError> {
        let drawn = classes.iter().flat_map(|&(number, size)| vec![(number, 0); size]).collect();
        let (sets, sizes) = Sets::exact(drawn, asked)?;
        let mut counted = vec![0; asked.len() + 1];
        classes.iter().for_each(|&(number, size)| counted[sets.of(number)] += size);
        let told: Vec<_> = sizes.iter().map(|size| size.records).collect();
        assert_eq!(counted[..asked.len()], told[..]);
        Ok(told)
    }

    #[test]
    fn sets_are_exact_where_classes_add_up_to_their_size() {
        let ones: Vec<_> = (1..=20).map(|class| (f64::from(class) / 32.0, 1)).collect();
        for place in [0.0, 0.2, 0.4, 0.9] {
            let classes = [&ones[..], &[(place, 6)]].concat();
            for train in 1..=25 {
                assert_eq!(
                    sizes(&classes, &[f64::from(train)]),
                    Ok(vec![train as usize]),
                    "{place}"
                );
            }
            assert_eq!(sizes(&classes, &[13.0, 7.0]), Ok(vec![13, 7]));
        }
        // A share is rounded to the nearest number of records: 6.6 and 3.4 of 20.
        assert_eq!(sizes(&ones, &[0.33, 0.17]), Ok(vec![7, 3]));
        // The classes that fit in order do not reach 8: it takes 5 + 3, not 6.
        assert_eq!(sizes(&[(0.1, 6), (0.2, 5), (0.3, 3), (0.4, 9)], &[8.0]), Ok(vec![8]));
        // The sizes are exact only if the second set gets its class first.
        assert_eq!(sizes(&[(0.1, 2), (0.2, 2), (0.3, 4), (0.4, 3)], &[4.0, 4.0]), Ok(vec![4, 4]));
        // No sum is 5, so the nearest is taken.
        assert_eq!(sizes(&[(0.1, 4), (0.2, 4), (0.3, 4)], &[5.0]), Ok(vec![4]));
        assert_eq!(sizes(&[(0.1, 4), (0.2, 4), (0.3, 4)], &[7.0]), Ok(vec![8]));
    }

    /// Compares with brute force over every assignment of up to seven classes.
    #[test]
    fn two_sets_are_exact_where_any_choice_makes_them_so() {
        let mut rng = batchdoku_testkit::rng(11);
        for _ in 0..300 {
            let count = 2 + rng.random_range(0..6usize);
            let drawn: Vec<usize> = (0..count).map(|_| 1 + rng.random_range(0..7usize)).collect();
            let numbered = (1..).zip(&drawn).map(|(n, &size)| (f64::from(n) / 16.0, size));
            let classes: Vec<_> = numbered.collect();
            let total: usize = drawn.iter().sum();
            let mut sums = std::collections::BTreeSet::new();
            for choice in 0..3usize.pow(count as u32) {
                let mut of_set = [0; 3];
                for (at, size) in drawn.iter().enumerate() {
                    of_set[choice / 3usize.pow(at as u32) % 3] += size;
                }
                sums.insert((of_set[0], of_set[1]));
            }
            for (first, second) in sums
                .into_iter()
                .filter(|(first, second)| *first > 0 && *second > 0 && first + second < total)
            {
                let asked = [first as f64, second as f64];
                assert_eq!(sizes(&classes, &asked), Ok(vec![first, second]), "{drawn:?}");
            }
        }
    }

    #[test]
    fn classes_join_in_the_order_of_their_numbers() {
        let drawn = [0.7, 0.1, 0.4, 0.2, 0.3].map(|number| (number, 0)).to_vec();
        let (sets, _) = Sets::exact(drawn, &[2.0, 0.4]).unwrap();
        let of = [0.1, 0.2, 0.3, 0.4, 0.7].map(|number| sets.of(number));
        assert_eq!(of, [0, 0, 1, 1, 2]);
        assert_eq!(sets.of(0.15), 2);
    }

    #[test]
    fn each_stratum_has_its_share() {
        let drawn: Vec<_> = (0..100)
            .map(|at| (f64::from(at * 37 % 100) / 128.0, u64::from(at % 10 == 0)))
            .collect();
        let (sets, sizes) = Sets::exact(drawn.clone(), &[0.7, 0.1]).unwrap();
        assert_eq!(sizes.iter().map(|size| size.records).collect::<Vec<_>>(), [70, 10]);
        for (stratum, shares) in [(0, [63, 9, 18]), (1, [7, 1, 2])] {
            let mut counted = [0; 3];
            let own = drawn.iter().filter(|record| record.1 == stratum);
            own.for_each(|&(number, _)| counted[sets.of(number)] += 1);
            assert_eq!(counted, shares);
        }
    }

    #[test]
    fn sizes_that_leave_nothing_are_refused() {
        let classes = [(0.1, 1), (0.2, 3), (0.3, 1), (0.4, 1)];
        for asked in [&[6.0][..], &[0.5, 3.0], &[0.0], &[-1.0], &[1.5], &[f64::NAN]] {
            assert!(sizes(&classes, asked).is_err(), "{asked:?}");
        }
        assert!(sizes(&[], &[0.5]).is_err());
        assert_eq!(Sets::by_shares(&[0.9, 0.2]), Err(SizeError::Shares));
    }
}
