//! Boards of environments: each is written like a sample by hand, and read again, with its format named or not.

use super::*;

/// The start of each board of a puzzle with `1 . 3 . . . 5 . 9` and `. . 2 1 . 9 4 . .` in its first rows.
const STARTS: [(Format, &str); 6] = [
    (
        Format::TextArena,
        "   C1 C2 C3   C4 C5 C6   C7 C8 C9  \nR1  1  .  3 |  .  .  . |  5  .  9\nR2  .  .  2 |  1  .  9 |  4  .  .\n",
    ),
    (Format::Ragen, "| 1 . 3 . . . 5 . 9 | . . 2 1 . 9 4 . . | "),
    (
        Format::Areno,
        "    0  1  2 | 3  4  5 | 6  7  8\n  +---------+---------+---------+\n0 | 1 . 3 .| . . 5 . |9|\n1 | . . 2 1| . 9 4 . |.|\n",
    ),
    (Format::ReasoningGym, "1 _ 3 _ _ _ 5 _ 9\n_ _ 2 1 _ 9 4 _ _\n"),
    (
        Format::Markdown,
        "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|\n| 1 |   | 3 |   |   |   | 5 |   | 9 |\n|   |   | 2 | 1 |   | 9 | 4 |   |   |\n",
    ),
    (Format::Ss, "*-----------*\n|1.3|...|5.9|\n|..2|1.9|4..|\n"),
];

#[test]
fn each_board_has_a_sample() {
    let boards: Vec<_> = BOARDS.iter().map(|board| board.format).collect();
    for board in &boards {
        assert!(STARTS.iter().any(|(of, _)| of == board), "{board}");
    }
    assert_eq!(boards.len(), STARTS.len());
}

#[test]
fn boards_are_the_samples() {
    for (board, start) in STARTS {
        let (_, output) = Conversion::to(board).run_bytes(dots().as_bytes(), &[]);
        let output = String::from_utf8(output).expect("text");
        assert_same(start, &output[..start.len()], board);
    }
}

#[test]
fn boards_are_read_again_by_name_and_without() {
    let all = puzzles(3, '.');
    for count in 1..=3 {
        for (board, _) in STARTS {
            let input = all[..count].join("\n");
            let text = Conversion::to(board).run_bytes(input.as_bytes(), &[]).1;
            for from in [None, Some(board)] {
                let read = Conversion::between(from, None).run_bytes(&text, &[]).0;
                let puzzles: Vec<_> =
                    read.puzzles.iter().map(|text| text.replace(['_', '0'], ".")).collect();
                assert_eq!(puzzles, all[..count], "{board}, {from:?}");
            }
            // An answer to a board is a board, and one that is copied stays as it is.
            let copied = Conversion::between(board, board).run_bytes(&text, &[]).1;
            assert_same(&text, &copied, board);
            let solved = Conversion::from(board).run_bytes(&text, &SOLVED).1;
            let solved = Conversion::from(board).run_bytes(&solved, &[]).0.puzzles;
            let expected: Vec<_> = all[..count].iter().map(|puzzle| mirrored(puzzle)).collect();
            assert_eq!(solved, expected, "{board}");
        }
    }
}
