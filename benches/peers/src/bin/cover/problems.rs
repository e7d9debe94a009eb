//! Problems that the literature counts with.

use std::collections::BTreeSet;

use batchdoku::exact_cover::Problem;

/// Returns all problems with their names.
pub fn all() -> [(&'static str, Problem); 4] {
    [
        ("pentominoes, 6 by 10", pentominoes(6, 10)),
        ("queens, 10 by 10", queens(10)),
        ("Langford pairs, 11", langford_pairs(11)),
        ("reduced Latin squares, 6 by 6", reduced_latin_squares(6)),
    ]
}

fn problem(
    primary: usize,
    secondary: usize,
    options: impl IntoIterator<Item = Vec<usize>>,
) -> Problem {
    let mut problem = Problem::new(primary, secondary);
    for option in options {
        problem.add_option(&option).expect("items of the problem");
    }
    problem
}

/// Rows and columns are primary items, diagonals secondary ones.
fn queens(size: usize) -> Problem {
    let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let diagonals = 2 * size - 1;
    let options = cells.map(|(row, column)| {
        let rising = 2 * size + row + column;
        let falling = 2 * size + diagonals + row + size - 1 - column;
        vec![row, size + column, rising, falling]
    });
    problem(2 * size, 2 * diagonals, options)
}

/// Between the two places of number `n` are `n` others. Every pair counts with its mirror image.
fn langford_pairs(pairs: usize) -> Problem {
    let places = 2 * pairs;
    let options = (1..=pairs).flat_map(|number| {
        (0..places.saturating_sub(number + 1))
            .map(move |first| vec![number - 1, pairs + first, pairs + first + number + 1])
    });
    problem(3 * pairs, 0, options)
}

/// Latin squares whose first row and first column are in order.
fn reduced_latin_squares(size: usize) -> Problem {
    let area = size * size;
    let mut options = Vec::new();
    for row in 0..size {
        for column in 0..size {
            for symbol in 0..size {
                if (row > 0 || symbol == column) && (column > 0 || symbol == row) {
                    let cell = row * size + column;
                    let in_row = area + row * size + symbol;
                    let in_column = 2 * area + column * size + symbol;
                    options.push(vec![cell, in_row, in_column]);
                }
            }
        }
    }
    problem(3 * area, 0, options)
}

/// The twelve pentominoes as rows of a box of 5 columns: `F I L N P T U V W X Y Z`.
const PENTOMINOES: [&str; 12] = [
    ".11/11/.1",
    "11111",
    "1/1/1/11",
    ".1/11/1/1",
    "11/11/1",
    "111/.1/.1",
    "1.1/111",
    "1/1/111",
    "1/11/.11",
    ".1/111/.1",
    ".1/11/.1/.1",
    "11/.1/.11",
];

type Shape = Vec<(usize, usize)>;

/// Pieces and cells are items.
fn pentominoes(height: usize, width: usize) -> Problem {
    let mut options = Vec::new();
    for (piece, drawing) in PENTOMINOES.iter().enumerate() {
        for shape in orientations(drawing) {
            for (top, left) in (0..height).flat_map(|top| (0..width).map(move |left| (top, left))) {
                let mut cells = shape.iter().map(|&(row, column)| (top + row, left + column));
                if cells.clone().all(|(row, column)| row < height && column < width) {
                    let mut option: Vec<_> = vec![piece];
                    option.extend(cells.by_ref().map(|(row, column)| 12 + row * width + column));
                    options.push(option);
                }
            }
        }
    }
    problem(12 + height * width, 0, options)
}

/// Returns a piece turned and reflected in all ways that differ.
fn orientations(drawing: &str) -> BTreeSet<Shape> {
    let mut shape: Shape = drawing
        .split('/')
        .enumerate()
        .flat_map(|(row, line)| line.match_indices('1').map(move |(column, _)| (row, column)))
        .collect();
    let mut found = BTreeSet::new();
    for turn in 0..8 {
        let last = shape.iter().map(|cell| cell.0).max().expect("five cells");
        let turned = shape.iter().map(|&(row, column)| match turn {
            4 => (column, row),
            _ => (column, last - row),
        });
        shape = turned.collect();
        shape.sort_unstable();
        found.insert(shape.clone());
    }
    found
}
