//! The fast removal against its definition.

use super::{GenerateOptions, Generator};
use crate::{
    corpus::{
        grids::{GridSampler, random_grid},
        random::Seed,
    },
    grid::Cell,
    testkit::{is_unique, scaled},
};

/// Draws as the generator does, then tries each removal with a plain search.
#[test]
fn a_puzzle_is_the_result_of_removal_one_by_one() {
    let mut made = Vec::new();
    let mut generator = Generator::new(GenerateOptions::default().max_tries(1), 5).unwrap();
    generator.generate(0..scaled(200) as u64, None, &mut made).unwrap();
    for (record, made) in (0..).zip(made) {
        let Some((puzzle, solution)) = made else { panic!("the first try succeeds") };
        let mut rng = Seed::new(5).record(record);
        assert_eq!(random_grid(&mut rng), solution);
        assert_eq!(GridSampler::new(5).grid(record), solution);
        let mut order = Cell::ALL;
        rng.shuffle_downwards(&mut order);
        let mut left = solution;
        for cell in order {
            let less = left.with(cell, None);
            if is_unique(&less) {
                left = less;
            }
        }
        assert_eq!(left, puzzle);
    }
}
