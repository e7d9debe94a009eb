//! Canonical forms against an exhaustive search and known counts, and on the most symmetric
//! puzzles.

use crate::GridExt;
use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use rand::RngExt;

use super::{
    PrefixSearch, RowSearch, canonical, class_key, class_size, lines, lines_of,
    pattern::{for_each_order, pattern_canonical},
};
use crate::{random::Seed, shuffle::transforms, transform::Transform};
use batchdoku_engine::grid::{Cell, Digit, Grid};
use batchdoku_testkit::{grid, random_grid, rng, shared_data, sized, without};

/// All transpositions and permutations of bands, stacks, rows and columns.
const ARRANGEMENTS: u64 = 2 * 6u64.pow(8);

/// The complete grid with the most automorphisms, 648.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Complete grids in whose rows no two digits are exchanged. The second is the largest of all
/// canonical forms of complete grids.
const WITHOUT_EXCHANGES: [&str; 2] = [
    "123456789457289163869731524291645837538927416746318295315864972674192358982573641",
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
];

/// Returns the smallest equivalent and the number of arrangements that lead to it, by trying all.
fn exhaustive(grid: &Grid) -> (Grid, u64) {
    let mut orders = Vec::new();
    for_each_order(|order| orders.push(order.map(usize::from)));
    let (mut smallest, mut ways) = ([9; 81], 0);
    for transposed in [false, true] {
        for rows in &orders {
            for columns in &orders {
                let (mut labels, mut last) = ([0; 10], 0);
                let mut order = std::cmp::Ordering::Equal;
                for cell in 0..81 {
                    let (row, column) = (rows[cell / 9], columns[cell % 9]);
                    let from = if transposed { 9 * column + row } else { 9 * row + column };
                    let digit = usize::from(grid.digits()[from]);
                    if digit != 0 && labels[digit] == 0 {
                        last += 1;
                        labels[digit] = last;
                    }
                    order = order.then(labels[digit].cmp(&smallest[cell]));
                    match order {
                        std::cmp::Ordering::Less => {
                            (smallest[cell], ways) = (labels[digit], 0);
                        }
                        std::cmp::Ordering::Equal => {}
                        std::cmp::Ordering::Greater => break,
                    }
                }
                ways += u64::from(order.is_le());
            }
        }
    }
    (of_digits(smallest), ways)
}

fn of_digits(digits: [u8; 81]) -> Grid {
    Grid::from_digits(digits).unwrap()
}

/// Returns grids of every kind: complete, puzzles of all sizes, symmetric, contradictory.
fn sample_grids() -> Vec<Grid> {
    let mut rng = rng(5);
    let complete: Grid = random_grid(&mut rng);
    let symmetric: Grid = grid(MOST_SYMMETRIC);
    let mut sample_grids = vec![complete, symmetric, Grid::EMPTY];
    sample_grids.extend(WITHOUT_EXCHANGES.map(grid::<Grid>));
    sample_grids
        .extend([4, 17, 24, 36, 60, 80].map(|clues| without(&complete, 81 - clues, &mut rng)));
    sample_grids.extend([9, 30, 72].map(|clues| without(&symmetric, 81 - clues, &mut rng)));
    // The diagonals of all boxes, the last band empty, only the digits 1 to 3.
    sample_grids.push(of_digits(std::array::from_fn(|i| {
        u8::from(i / 9 % 3 == i % 3) * symmetric.digits()[i]
    })));
    sample_grids
        .push(of_digits(std::array::from_fn(|i| if i < 54 { symmetric.digits()[i] } else { 0 })));
    sample_grids
        .push(of_digits(symmetric.digits().map(|digit| if digit <= 3 { digit } else { 0 })));
    // Contradictory: all the same, two digits at random, few digits, some pattern.
    sample_grids.push(of_digits([1; 81]));
    sample_grids.push(of_digits(std::array::from_fn(|_| rng.random_range(1..=2))));
    sample_grids.push(of_digits(std::array::from_fn(|_| rng.random_range(0..=3))));
    sample_grids.push(of_digits(std::array::from_fn(|i| ((i / 9 + i % 9) % 3) as u8)));
    sample_grids.push(of_digits(std::array::from_fn(|i| u8::from(i / 9 % 3 == i % 3))));
    sample_grids
}

#[test]
#[cfg_attr(miri, ignore = "all 3,359,232 arrangements of a grid")]
fn agrees_with_an_exhaustive_search() {
    let few = if cfg!(debug_assertions) { 7 } else { usize::MAX };
    for grid in sample_grids().into_iter().rev().step_by(if few == 7 { 3 } else { 1 }).take(few) {
        let (form, ways) = exhaustive(&grid);
        assert_eq!(grid.canonical_form(), form, "{grid}");
        assert_eq!(grid.automorphisms(), ways, "{grid}");
    }
}

#[test]
fn a_thousand_equivalents_share_form_key_and_automorphisms() {
    for (seed, grid) in sample_grids().into_iter().enumerate().step_by(sized(1, 9)) {
        let (form, there) = canonical(&grid);
        assert_eq!(there.apply(&grid), form);
        assert_eq!(form.canonical_form(), form, "idempotent");
        for index in 0..sized(if cfg!(debug_assertions) { 50 } else { 1000 }, 1) {
            let equivalent = Transform::random(seed as u64, index).apply(&grid);
            let (same, there) = canonical(&equivalent);
            assert_eq!(same, form, "{equivalent}");
            assert_eq!(there.apply(&equivalent), form);
            assert_eq!(class_key(&equivalent), class_key(&grid));
            assert_eq!(equivalent.automorphisms(), grid.automorphisms());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "complete grids by the slow way")]
fn both_ways_agree_on_complete_grids() {
    let mut rng = rng(1);
    let mut grids = vec![grid(MOST_SYMMETRIC)];
    grids.extend(WITHOUT_EXCHANGES.map(grid::<Grid>));
    let more = if cfg!(debug_assertions) { 20 } else { 400 };
    grids.extend((0..more).map(|_| random_grid::<Grid>(&mut rng)));
    for grid in grids {
        let lines = lines_of(&grid);
        let fast = PrefixSearch::default().canonicalise(&lines);
        let slow = RowSearch::default().canonicalise(&lines);
        assert_eq!(fast.grid(), slow.grid());
        assert_eq!(fast.automorphisms, slow.automorphisms);
    }
}

#[test]
fn canonical_forms_known() {
    for text in WITHOUT_EXCHANGES {
        assert_eq!(grid::<Grid>(text).canonical_form().to_string(), text);
    }
}

/// The key is the decimal number, reduced digit by digit.
#[test]
fn keys_are_remainders() {
    const PRIME: u128 = (1 << 127) - 1;
    for grid in sample_grids().into_iter().step_by(sized(1, 8)) {
        let number = grid.canonical_form().digits().iter().fold(0, |number, &cell| {
            (0..10).fold(u128::from(cell), |sum, _| (sum + number) % PRIME)
        });
        assert_eq!(class_key(&grid), number, "{grid}");
    }
}

#[test]
fn automorphisms_known_by_hand() {
    assert_eq!(Grid::EMPTY.automorphisms(), ARRANGEMENTS);
    assert_eq!(of_digits([7; 81]).automorphisms(), ARRANGEMENTS);
    assert_eq!(grid::<Grid>(MOST_SYMMETRIC).automorphisms(), 648);
    // A digit in nine cells that share no house: there are 46,656 such patterns, all equivalent.
    let template =
        of_digits(grid::<Grid>(MOST_SYMMETRIC).digits().map(|digit| u8::from(digit == 5)));
    assert_eq!(template.automorphisms(), ARRANGEMENTS / 46_656);
    // A full row: one of 18 lines, its columns in any order.
    let row = of_digits(std::array::from_fn(|i| if i < 9 { i as u8 + 1 } else { 0 }));
    assert_eq!(row.automorphisms(), ARRANGEMENTS / 18);
    assert_eq!(
        row.canonical_form().to_string(),
        ".".repeat(72) + "123456789",
        "empty rows come first"
    );
}

#[test]
fn one_clue_is_one_class() {
    for cell in (0..81).step_by(sized(1, 27)) {
        for digit in (1..=9).step_by(sized(1, 4)) {
            let mut puzzle = Grid::EMPTY;
            puzzle.set(Cell::ALL[cell], Digit::new(digit));
            assert_eq!(puzzle.canonical_form().to_string(), ".".repeat(80) + "1");
            assert_eq!(puzzle.automorphisms(), ARRANGEMENTS / 81);
        }
    }
}

/// Two cells may share a minirow or minicolumn, a box only, a row or column only, a band or
/// stack only, or nothing. In the first three cases the digits must differ, so seven classes of
/// puzzles have two clues, and three more contradict themselves.
#[test]
#[cfg_attr(miri, ignore = "all 3,240 pairs of cells")]
fn two_clues_are_seven_classes_and_three_contradictory_ones() {
    let mut classes: HashMap<Grid, (u64, u64)> = HashMap::new();
    for first in 0..81 {
        for second in 0..first {
            for digit in [1, 2] {
                let mut digits = [0; 81];
                (digits[first], digits[second]) = (1, digit);
                let puzzle = of_digits(digits);
                let (form, symmetries) = (puzzle.canonical_form(), puzzle.automorphisms());
                let class = classes.entry(form).or_insert((0, symmetries));
                class.0 += 1;
                assert_eq!(class.1, symmetries);
            }
        }
    }
    let valid = classes.keys().filter(|form| form.conflict().is_none()).count();
    assert_eq!((valid, classes.len()), (7, 10));
    for (form, (members, symmetries)) in classes {
        // Each pair of cells was seen once.
        assert_eq!(members * symmetries, ARRANGEMENTS, "{form}");
    }
}

/// All three-clue puzzles up to the labels, sorted into classes: the sizes of the classes, known
/// from their automorphisms, add up, and each class is complete.
#[test]
fn three_clues_fill_their_classes() {
    let mut classes: HashMap<Grid, u64> = HashMap::new();
    let step = sized(if cfg!(debug_assertions) { 9 } else { 1 }, 3000);
    for (a, b) in (0..81).flat_map(|a| (0..a).map(move |b| (a, b))).step_by(step) {
        for c in (0..b).step_by(sized(1, 20)) {
            for (second, third) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)] {
                let mut digits = [0; 81];
                (digits[a], digits[b], digits[c]) = (1, second, third);
                let puzzle = of_digits(digits);
                *classes.entry(puzzle.canonical_form()).or_default() += 1;
            }
        }
    }
    for (form, members) in classes {
        let size = ARRANGEMENTS / form.automorphisms();
        if step == 1 {
            assert_eq!(members, size, "{form}");
        } else {
            assert!(members <= size, "{form}: {members} of {size}");
        }
    }
}

#[test]
fn puzzles_that_differ_in_a_clue_differ() {
    let mut rng = rng(9);
    let complete: Grid = random_grid(&mut rng);
    let puzzle: Grid = without(&complete, 51, &mut rng);
    assert_eq!(puzzle.automorphisms(), 1);
    let without = (0..81)
        .filter(|&cell| puzzle.digits()[cell] != 0)
        .map(|cell| puzzle.with(Cell::ALL[cell], None));
    let forms: HashSet<Grid> = without.map(|less| less.canonical_form()).collect();
    assert_eq!(forms.len(), 30);
    assert!(!forms.contains(&puzzle.canonical_form()));
}

#[test]
fn known_17_clue_puzzles_are_different_classes() {
    let puzzles = shared_data::<Grid>("17clue");
    if !puzzles.is_empty() {
        assert_eq!(puzzles.len(), 49_158);
    }
    let step = if cfg!(debug_assertions) { 20 } else { 1 };
    let mut forms = HashSet::new();
    let mut keys = HashSet::new();
    for (index, puzzle) in puzzles.iter().enumerate().step_by(step) {
        let form = puzzle.canonical_form();
        let equivalent = Transform::random(17, index as u64).apply(puzzle);
        assert_eq!(equivalent.canonical_form(), form);
        assert!(forms.insert(form), "{puzzle} is there twice");
        assert!(keys.insert(class_key(puzzle)));
    }
}

/// However symmetric a grid is, the number of states stays small: memory and time are bounded.
#[test]
fn symmetric_grids_need_few_states() {
    let mut grids = sample_grids();
    let mut cells = |value: fn(usize, usize) -> usize| {
        grids.push(of_digits(std::array::from_fn(|i| value(i / 9, i % 9) as u8)));
    };
    // One diagonal; its complement; boxes on the diagonal, as Latin squares and with all digits.
    cells(|row, column| usize::from(row == column));
    cells(|row, column| 1 + usize::from(row != column));
    cells(|row, column| {
        usize::from(row / 3 == column / 3) * (row / 3 * 3 + (row + column) % 3 + 1)
    });
    cells(|row, column| usize::from(row / 3 == column / 3) * (row % 3 * 3 + column % 3 + 1));
    cells(|row, column| usize::from(row % 3 == column % 3) * (row / 3 * 3 + column / 3 + 1));
    for grid in grids.into_iter().skip(sized(0, 10)).step_by(sized(1, 12)) {
        let mut search = RowSearch::default();
        search.canonicalise(&lines_of(&grid));
        let most = search.states.capacity().max(search.next.capacity());
        assert!(most <= 1 << 15, "{most} states for {grid}");
    }
}

#[test]
fn packed_rows_compare_as_rows_do() {
    assert_eq!(lines::unpack(0x123456789, 0), 1);
    assert_eq!(lines::unpack(0x123456789, 8), 9);
}

proptest! {
    #[test]
    fn any_cells_have_a_form(cells in prop::collection::vec(0u8..=9, 81), few in 1u8..=9, seed: u64) {
        let grid = of_digits(std::array::from_fn(|i| cells[i] % (few + 1)));
        let (form, there) = canonical(&grid);
        let any = Transform::random(seed, 0);
        prop_assert_eq!(there.apply(&grid), form);
        prop_assert_eq!(any.apply(&grid).canonical_form(), form);
        prop_assert!(form <= grid || grid.digits().iter().all(|&cell| cell == 0));
    }
}

#[test]
fn sizes_of_classes() {
    assert_eq!(class_size(&Grid::EMPTY), 1);
    let one_clue = format!("1{:.<80}", "").parse().expect("81 cells");
    assert_eq!(class_size(&one_clue), 81 * 9);
}

/// The smallest pattern, then the smallest digits, of all equivalents.
#[test]
#[cfg_attr(miri, ignore = "thousands of arrangements")]
fn pattern_forms() {
    let mut rng = rng(11);
    let patterns = |grid: &Grid| grid.digits().map(|digit| digit != 0);
    let empty = format!("1{:.<80}", "").parse().expect("81 cells");
    let sparse = shared_data::<Grid>("17clue").into_iter().step_by(5000);
    let puzzles =
        (0..3).map(|_| without::<Grid>(&random_grid(&mut rng), 50, &mut rng)).collect::<Vec<_>>();
    for (record, puzzle) in (0..).zip(puzzles.into_iter().chain(sparse).chain([empty])) {
        let (form, transform) = pattern_canonical(&puzzle);
        assert_eq!(transform.apply(&puzzle), form);
        assert_eq!(form.canonical_form(), puzzle.canonical_form());
        let order = |grid: &Grid| (patterns(grid), *grid.digits());
        assert!(order(&form) <= order(&puzzle.canonical_form()));
        for transform in transforms(&puzzle, 3, &mut Seed::new(3).record(record)) {
            let equivalent = transform.apply(&puzzle);
            assert!(order(&form) <= order(&equivalent));
            assert_eq!(pattern_canonical(&equivalent).0, form, "{puzzle}");
        }
    }
    let complete: Grid = random_grid(&mut rng);
    assert_eq!(pattern_canonical(&complete).0, complete.canonical_form());
}
