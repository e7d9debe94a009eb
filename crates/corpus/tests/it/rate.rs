//! Ratings as users see them: known puzzles, verdicts, text, fields, records.

use batchdoku::{
    Cell, Digit, Grid,
    corpus::rate::{Difficulty, Rating, Technique},
};

use batchdoku_testkit::{grid, solution};

/// Well-known puzzles, with the technique and level that their authors give.
#[test]
fn known_puzzles() {
    let known = [
        // The example of Wikipedia's article on sudoku.
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            Technique::NakedSingle,
            Difficulty::Easy,
        ),
        // Two examples of A. Stuart's SudokuWiki: X-wing, and Y-wing (an XY-wing).
        (
            "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5",
            Technique::XWing,
            Difficulty::Hard,
        ),
        (
            "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9",
            Technique::XyWing,
            Difficulty::Hard,
        ),
        // A. Inkala's "AI Escargot" of 2006, and his "hardest" of 2012.
        (
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            Technique::Search,
            Difficulty::LongSearch,
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            Technique::Search,
            Difficulty::LongSearch,
        ),
    ];
    for (line, hardest, level) in known {
        let rating = Rating::of(&grid(line));
        assert_eq!((rating.hardest, rating.level()), (Some(hardest), Some(level)), "{line}");
    }
}

#[test]
fn ratings_of_what_is_no_proper_puzzle() {
    let two = Rating::of(&Grid::EMPTY);
    assert_eq!(two.solutions, 2);
    assert_eq!((two.hardest, two.level()), (None, None));
    assert!(two.to_string().starts_with("multiple - "), "{two}");

    let mut twice = Grid::EMPTY;
    twice.set(Cell::ALL[0], Digit::ALL[0]);
    twice.set(Cell::ALL[1], Digit::ALL[0]);
    let none = Rating::of(&twice);
    assert_eq!((none.solutions, none.nodes), (0, 0));
    assert_eq!(none.to_string(), "unsolvable - 0 -");

    let complete = solution(&Grid::EMPTY);
    let complete = Rating::of(&complete);
    assert_eq!(complete.to_string(), "easy - 0 -");
    assert_eq!(complete.level(), Some(Difficulty::Easy));
}

#[test]
fn a_rating_as_text_and_json() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rating = Rating::of(&grid(line));
    assert_eq!(
        serde_json::to_string(&rating).unwrap(),
        r#"{"level":"easy","technique":"naked_single","nodes":0,"steps":{"naked_single":51}}"#
    );
    assert_eq!(rating.to_string(), "easy naked_single 0 naked_single=51");
}

#[test]
fn levels_have_their_names() {
    for level in Difficulty::ALL {
        assert_eq!(level.name().parse(), Ok(level));
    }
    assert!("easier".parse::<Difficulty>().unwrap_err().to_string().contains("'easier'"));
}
