//! Ratings: known examples, soundness, independence of how a puzzle is written, determinism.

use std::{fs, ops::ControlFlow};

use batchdoku::{
    Engine, Grid, Limits,
    corpus::rate::{Field, Grade, Level, Rater, Rating, Technique, Verdict},
    engine::Mrv,
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

fn grid(line: &str) -> Grid {
    line.parse().unwrap()
}

fn solution(puzzle: &Grid) -> Grid {
    let mut first = None;
    Mrv::new().search(puzzle, &Limits::solutions(1), &mut |grid| {
        first = Some(*grid);
        ControlFlow::Break(())
    });
    first.unwrap()
}

/// A minimal puzzle: boxes 0, 4 and 8 of a grid by chance, completed; clues dropped by chance.
fn random_puzzle(rng: &mut ChaCha8Rng) -> Grid {
    let mut start = Grid::EMPTY;
    for corner in [0, 30, 60] {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        digits.shuffle(rng);
        for (i, digit) in digits.into_iter().enumerate() {
            start.0[corner + i / 3 * 9 + i % 3] = digit;
        }
    }
    let mut puzzle = solution(&start);
    let mut cells: [usize; 81] = std::array::from_fn(|cell| cell);
    cells.shuffle(rng);
    for cell in cells {
        let mut fewer = puzzle;
        fewer.0[cell] = 0;
        let outcome =
            Mrv::new().search(&fewer, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
        if outcome.solutions == 1 {
            puzzle = fewer;
        }
    }
    puzzle
}

/// A thousand minimal puzzles by chance, always the same; fewer in debug builds.
fn puzzles() -> Vec<Grid> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let count = if cfg!(debug_assertions) { 300 } else { 1000 };
    (0..count).map(|_| random_puzzle(&mut rng)).collect()
}

/// The first `count` puzzles of a corpus beside the checkout; none if it isn't there.
fn corpus(name: &str, count: usize) -> Vec<Grid> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/");
    let text = fs::read_to_string(format!("{folder}{name}")).unwrap_or_default();
    text.lines().take(count).map(grid).collect()
}

/// Another puzzle with the same logic: rows and columns permuted within and as bands and stacks,
/// digits relabelled, transposed or not.
fn equivalent(puzzle: &Grid, rng: &mut ChaCha8Rng) -> Grid {
    let lines = |rng: &mut ChaCha8Rng| {
        let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        bands.iter_mut().for_each(|band| band.shuffle(rng));
        bands.shuffle(rng);
        bands.concat()
    };
    let (rows, columns, transpose) = (lines(rng), lines(rng), rng.random::<bool>());
    let mut labels: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
    labels.shuffle(rng);
    Grid(std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if transpose { column * 9 + row } else { row * 9 + column };
        match puzzle.0[from] {
            0 => 0,
            digit => labels[usize::from(digit) - 1],
        }
    }))
}

/// Well-known puzzles; technique and level as their authors present them.
#[test]
fn known_puzzles() {
    let known = [
        // The example of Wikipedia's article on sudoku.
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            Technique::NakedSingle,
            Level::Easy,
        ),
        // Two examples of A. Stuart's SudokuWiki: X-wing, and Y-wing (an XY-wing).
        (
            "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5",
            Technique::XWing,
            Level::Hard,
        ),
        (
            "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
            Technique::XyWing,
            Level::Hard,
        ),
        // A. Inkala's "AI Escargot" of 2006, and his "hardest" of 2012.
        (
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            Technique::Search,
            Level::Extreme,
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            Technique::Search,
            Level::Extreme,
        ),
    ];
    let mut rater = Rater::new();
    for (line, hardest, level) in known {
        let rating = rater.rate(&grid(line));
        let grade = rating.grade().unwrap_or_else(|| panic!("{line}: {rating}"));
        assert_eq!((grade.hardest, rating.level()), (Some(hardest), Some(level)), "{line}");
    }
}

/// The solver never takes away what the solution needs: singles fill exactly the empty cells of
/// the puzzles that need no search, and a wrong elimination would stop it short of that.
#[test]
fn logic_fills_every_empty_cell() {
    for puzzle in puzzles() {
        let grade = Grade::of(&puzzle);
        let placed = grade.steps[Technique::NakedSingle] + grade.steps[Technique::HiddenSingle];
        let empty = 81 - puzzle.clues();
        assert_eq!(
            usize::from(placed) == empty,
            grade.hardest != Some(Technique::Search),
            "{puzzle}: {grade:?}"
        );
    }
}

#[test]
fn equivalent_puzzles_have_the_same_grade() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let hard = corpus("top1465.txt", 200);
    for puzzle in puzzles().into_iter().chain(hard) {
        let grade = Grade::of(&puzzle);
        for _ in 0..5 {
            assert_eq!(Grade::of(&equivalent(&puzzle, &mut rng)), grade, "{puzzle}");
        }
    }
}

#[test]
fn ratings_of_what_is_no_proper_puzzle() {
    let mut rater = Rater::new();
    let two = rater.rate(&Grid::EMPTY);
    assert_eq!(two.verdict, Verdict::NotUnique);
    assert_eq!((two.grade(), two.level()), (None, None));
    assert!(two.to_string().starts_with("not_unique - "), "{two}");

    let mut twice = Grid::EMPTY;
    twice.0[0] = 1;
    twice.0[1] = 1;
    let none = rater.rate(&twice);
    assert_eq!(none, Rating { verdict: Verdict::NoSolution, nodes: 0 });
    assert_eq!(none.to_string(), "no_solution - 0 -");
    assert_eq!(none.columns()[..3], [Field::Text("no_solution"), Field::Absent, Field::Number(0)]);

    let complete = solution(&Grid::EMPTY);
    let complete = rater.rate(&complete);
    assert_eq!(complete.to_string(), "easy - 0 -");
    assert_eq!(complete.level(), Some(Level::Easy));
}

#[test]
fn a_rating_as_text_columns_and_json() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rating = Rater::new().rate(&grid(line));
    assert_eq!(rating.to_string(), "easy naked_single 0 naked_single=51");
    assert_eq!(
        serde_json::to_string(&rating).unwrap(),
        r#"{"level":"easy","technique":"naked_single","nodes":0,"steps":{"naked_single":51}}"#
    );
    let columns = rating.columns();
    assert_eq!(Rating::COLUMNS[..4], ["level", "technique", "nodes", "naked_single"]);
    assert_eq!(Rating::COLUMNS.last(), Some(&"jellyfish"));
    assert_eq!(columns[0], Field::Text("easy"));
    assert_eq!(columns[3], Field::Number(51));
    assert!(columns[4..].iter().all(|&field| field == Field::Number(0)));
}

#[test]
fn a_used_rater_rates_like_a_new_one() {
    let mut used = Rater::new();
    for puzzle in &puzzles() {
        assert_eq!(used.rate(puzzle), Rater::new().rate(puzzle));
    }
}

/// Every technique turns up in random puzzles and corpora, so that none is dead.
#[test]
fn levels_have_their_names() {
    for level in Level::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert!("easier".parse::<Level>().unwrap_err().to_string().contains("'easier'"));
}
