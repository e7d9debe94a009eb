//! Sets of exactly the sizes asked for: all classes draw first, and the sets end where their sizes say.

use batchdoku_base::thousands;
use batchdoku_pipeline::{Error, JobObserver, Notice};

/// Finds the end of each set but the last, given the numbers that all records have drawn, and each set's share or
/// number of records and its name.
pub(super) fn ends(
    mut numbers: Vec<f64>,
    sizes: impl Iterator<Item = (f64, &'static str)>,
    observer: &dyn JobObserver,
) -> Result<Vec<f64>, Error> {
    numbers.sort_unstable_by(f64::total_cmp);
    let records = numbers.len();
    let (mut wanted, mut before, mut ends) = (0, 0, Vec::new());
    for (size, name) in sizes {
        let is_number = size >= 1.0 && size.fract() == 0.0;
        if !(is_number || 0.0 < size && size < 1.0) {
            let words =
                format!("the size of the set '{name}' must be a share from 0 to 1, or a number");
            return Err(Error::Options(words.into()));
        }
        let size = if is_number { size } else { (size * records as f64).round() } as usize;
        wanted += size;
        if wanted >= records {
            let records = thousands(records as u64);
            let words = format!("of {records} records, none is left for the test set");
            return Err(Error::Options(words.into()));
        }
        // All records of a class draw the same number.
        let first = numbers.partition_point(|&number| number < numbers[wanted]);
        let next = numbers.partition_point(|&number| number <= numbers[wanted]);
        let end = if next < records && next - wanted < wanted - first { next } else { first };
        if end - before != size {
            let [records, asked] = [end - before, size].map(|number| number as u64);
            observer.notice(&Notice::SetSize { set: name, records, asked });
        }
        ends.push(numbers[end]);
        before = end;
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_end_where_a_class_does() {
        let ends = |numbers: &[f64], sizes: &[f64]| {
            let sizes = sizes.iter().map(|&size| (size, "train"));
            ends(numbers.to_vec(), sizes, &()).map_err(|error| error.to_string())
        };
        let numbers = [0.7, 0.1, 0.4, 0.2, 0.3];
        assert_eq!(ends(&numbers, &[2.0, 0.4]), Ok(vec![0.3, 0.7]));
        assert_eq!(ends(&numbers, &[0.5]), Ok(vec![0.4]));
        // Three records of a class: the nearer of its ends.
        let numbers = [0.1, 0.2, 0.2, 0.2, 0.3, 0.4];
        assert_eq!(ends(&numbers, &[2.0]), Ok(vec![0.2]));
        assert_eq!(ends(&numbers, &[3.0]), Ok(vec![0.3]));
        assert_eq!(ends(&[0.2, 0.2], &[1.0]), Ok(vec![0.2]));
        for sizes in [&[6.0][..], &[0.5, 3.0], &[0.0], &[-1.0], &[1.5], &[f64::NAN]] {
            assert!(ends(&numbers, sizes).is_err(), "{sizes:?}");
        }
        assert!(ends(&[], &[0.5]).is_err());
    }
}
