//! Tests that the tables count all grids, and that grids occur with the right frequency.

use super::{
    bands::BandStructure,
    partition::{PARTITIONS, Partitions, to_plain},
    random_grid,
    sampler::SAMPLER,
};
use crate::{GridExt, random::Seed};
use batchdoku_engine::grid::Grid;

/// Felgenhauer and Jarvis, 2005.
const ALL_GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// Orders of the columns within the three stacks, and of rows within the lower two bands.
const LINE_ORDERS: u128 = 6u128.pow(5);

/// Ways to partition the first box into three minirows in order.
const FIRST_BOXES: u128 = 1680;

#[test]
#[cfg_attr(miri, ignore = "sums over all bands")]
fn the_weights_sum_to_the_number_of_grids() {
    let mut sum = 0u128;
    for kind in &SAMPLER.kinds {
        // The number of ways is the same if the lower bands change places.
        for (r, second) in SAMPLER.bands.iter().enumerate() {
            let twice: u64 = SAMPLER.bands[..r].iter().map(|t| SAMPLER.ways(kind, second, t)).sum();
            let ways = 2 * twice + SAMPLER.ways(kind, second, second);
            sum += u128::from(kind.count) * u128::from(ways);
        }
    }
    assert_eq!(sum * FIRST_BOXES * LINE_ORDERS, ALL_GRIDS);
}

#[test]
#[cfg_attr(miri, ignore = "tables of all bands")]
fn grids_are_complete_and_numbered() {
    let seed = Seed::new(3);
    let drawn: Vec<Grid> = (0..2000).map(|record| random_grid(&mut seed.record(record))).collect();
    for grid in &drawn {
        assert!(grid.is_complete(), "{grid}");
    }
    assert_eq!(drawn[1234], Grid::random(3, 1234));
    assert_ne!(drawn[0], Grid::random(4, 0));
    let mut distinct = drawn.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), drawn.len());
}

/// Classes of bands, by how their boxes are partitioned into minicolumns, with the number of grids
/// that have a first band of the class.
///
/// The number of grids below a band depends only on the three partitions. It takes 44 values; the
/// class of a band is the index of its value.
struct Classes {
    partitions: Partitions,
    /// For each partition, the images of all partitions under the relabelling that makes it plain.
    images: Vec<Vec<u16>>,
    /// The class of each pair of partitions of the second and third box, if the first is plain.
    class: Vec<usize>,
    /// The number of grids with a first band of each class.
    grids: Vec<u128>,
}

impl Classes {
    fn new() -> Self {
        let partitions = Partitions::new();
        let images: Vec<Vec<u16>> = (partitions.triples.iter())
            .map(|&partition| partitions.images(&to_plain(partition)))
            .collect();
        let ways = |a: u16, b: u16, c: u16| {
            let image = &images[usize::from(a)];
            SAMPLER.stacks.ways(image[usize::from(b)], image[usize::from(c)])
        };
        // A band rotated by 90° is a stack, and its minicolumns are minirows. The other two boxes
        // of each stack can then be partitioned in 56 ways, and the lower bands are independent of
        // each other.
        let others = |partition: u16| &SAMPLER.bands[56 * usize::from(partition)..][..56];
        let below = |second: u16, third: u16| -> u64 {
            let mut sum = 0;
            for BandStructure { partitions: [_, b1, c1], .. } in others(0) {
                for BandStructure { partitions: [_, b2, c2], .. } in others(second) {
                    for BandStructure { partitions: [_, b3, c3], .. } in others(third) {
                        sum += ways(*b1, *b2, *b3) * ways(*c1, *c2, *c3);
                    }
                }
            }
            sum
        };
        // Relabellings that keep the first partition plain make most pairs equivalent, so few must
        // be counted.
        let mut known = std::collections::HashMap::new();
        let mut counts = Vec::with_capacity(PARTITIONS * PARTITIONS);
        for second in 0..PARTITIONS {
            let normal = partitions.images(&SAMPLER.stacks.normal[second]);
            for third in 0..PARTITIONS {
                let pair = (normal[second], normal[third]);
                counts.push(*known.entry(pair).or_insert_with(|| below(pair.0, pair.1)));
            }
        }
        let mut values = counts.clone();
        values.sort_unstable();
        values.dedup();
        let class: Vec<usize> =
            counts.iter().map(|count| values.binary_search(count).unwrap()).collect();
        let mut grids = vec![0; values.len()];
        for (pair, &class) in class.iter().enumerate() {
            let bands = ways(0, (pair / PARTITIONS) as u16, (pair % PARTITIONS) as u16);
            grids[class] += u128::from(bands) * u128::from(values[class]);
        }
        // Multiply by the orders of rows in three bands, and of columns in the second and third
        // stack.
        grids.iter_mut().for_each(|grids| *grids *= FIRST_BOXES * LINE_ORDERS);
        Self { partitions, images, class, grids }
    }

    /// Returns the class of a band (0–2) of a grid, or of a stack (3–5) rotated to a band.
    fn of(&self, grid: &Grid, chute: usize) -> usize {
        let digit = |line: usize, place: usize| match chute {
            0..3 => grid.digits()[27 * chute + 9 * line + place],
            _ => grid.digits()[9 * place + 3 * (chute - 3) + line],
        };
        let [a, b, c] = [0, 3, 6].map(|first| {
            self.partitions.number([0, 1, 2].map(|place| {
                (0..3).fold(0, |set, line| set | 1 << (digit(line, first + place) - 1))
            }))
        });
        let image = &self.images[usize::from(a)];
        self.class
            [usize::from(image[usize::from(b)]) * PARTITIONS + usize::from(image[usize::from(c)])]
    }
}

#[test]
#[cfg_attr(miri, ignore = "statistics of 30,000 grids")]
fn kinds_of_bands_occur_as_often_as_they_should() {
    let classes = Classes::new();
    assert_eq!(classes.grids.len(), 44);
    assert_eq!(classes.grids.iter().sum::<u128>(), ALL_GRIDS);
    let draws = if cfg!(debug_assertions) { 30_000 } else { 1_000_000 };
    let mut seen = [0u64; 44];
    let seed = Seed::new(2026);
    // Take all six bands and stacks in turn, because the sampler treats each differently.
    for record in 0..draws {
        seen[classes.of(&random_grid(&mut seed.record(record)), record as usize % 6)] += 1;
    }
    // Merge classes that are too rare for the approximation of the test.
    let (mut rare, mut groups) = ((0.0, 0.0), Vec::new());
    for (&seen, &grids) in seen.iter().zip(&classes.grids) {
        let (seen, expected) = (seen as f64, grids as f64 / ALL_GRIDS as f64 * draws as f64);
        if expected < 8.0 {
            rare = (rare.0 + seen, rare.1 + expected);
        } else {
            groups.push((seen, expected));
        }
    }
    groups.extend(Some(rare).filter(|(_, expected)| *expected > 0.0));
    let freedom = groups.len() as f64 - 1.0;
    let chi_square: f64 =
        groups.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    println!("chi-square {chi_square:.1} with {freedom} degrees of freedom, {draws} grids");
    // Wilson and Hilferty's approximation of the 99.9 % quantile.
    let quantile =
        freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.09 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
    assert!(freedom >= 20.0, "{freedom}");
    assert!(chi_square < quantile, "{chi_square} >= {quantile}");
}
