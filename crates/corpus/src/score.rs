//! A judge for answers in prose: finds the grid in a text, and compares it with the puzzle.
//!
//! For example, of `The answer is:` above nine lines of nine digits, the nine lines are the grid. If a text has several
//! grids, the last counts, because whoever thinks aloud answers at the end.

use crate::solutions::Solutions;
use batchdoku_engine::grid::{Grid, House};

/// The comparison of an answer with its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number of clues that the answer has in their cells.
    pub clues_kept: u8,
    /// The number of clues of the puzzle.
    pub clues: u8,
    /// The number of houses, of 27, in which a digit stands twice.
    pub houses_broken: u8,
    /// The number of cells without a clue that have the digit of the solution. If there are several solutions, `None`
    /// unless the answer is one of them.
    pub cells_right: Option<u8>,
    /// The number of cells without a clue.
    pub cells: u8,
    /// True if the answer is a solution of the puzzle; any, if there are several.
    pub solved: bool,
}

impl Score {
    /// Compares an answer with its puzzle.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// use batchdoku_corpus::score::{Score, find_grid};
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let text = format!("It is {}.", puzzle.solve().expect("it has a solution"));
    /// let score = Score::of(&puzzle, &find_grid(text.as_bytes()).expect("there is a grid"));
    /// assert!(score.solved);
    /// assert_eq!((score.cells_right, score.houses_broken), (Some(51), 0));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn of(puzzle: &Grid, answer: &Grid) -> Self {
        let clues = puzzle.clues() as u8;
        let clue_cells = puzzle.filled().into_iter();
        let clues_kept = clue_cells.filter(|cell| puzzle.get(*cell) == answer.get(*cell)).count();
        let clues_kept = clues_kept as u8;
        let houses = House::ALL.iter();
        let houses_broken = houses.filter(|house| has_digit_twice(answer, house)).count() as u8;
        let solved = answer.is_solution_of(puzzle);
        let cells = 81 - clues;
        let cells_right = if solved {
            Some(cells)
        } else if let Solutions::One(solution) = Solutions::of(puzzle) {
            let empty = !puzzle.filled();
            let right = empty.into_iter().filter(|cell| solution.get(*cell) == answer.get(*cell));
            Some(right.count() as u8)
        } else {
            None
        };
        Self { clues_kept, clues, houses_broken, cells_right, cells, solved }
    }
}

/// Finds the last grid in a text: 81 cells in a line, with or without blanks, commas and brackets between them, or nine
/// lines of nine cells, in a frame or not. An empty cell is `.`, `0`, `_`, `*`, `x` or `?`.
pub fn find_grid(text: &[u8]) -> Option<Grid> {
    let mut last = None;
    let mut rows = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        let cells = cells_of(line);
        match cells.as_deref().map_or(0, <[u8]>::len) {
            9 => {
                rows.extend(cells.unwrap_or_default());
                // Of ten rows, the last nine.
                if rows.len() >= 81 {
                    last = Grid::parse(&rows[rows.len() - 81..]).ok().or(last);
                }
            }
            0 if is_between_rows(line) => {}
            _ => {
                rows.clear();
                let whole = cells.filter(|cells| cells.len() == 81);
                let found = whole.and_then(|cells| Grid::parse(&cells).ok());
                last = found.or_else(|| run_of_cells(line)).or(last);
            }
        }
    }
    last
}

/// Returns the cells of a line that has nothing else but what separates cells.
fn cells_of(line: &[u8]) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    for &byte in line {
        match byte {
            b'1'..=b'9' => cells.push(byte),
            b'.' | b'0' | b'_' | b'*' | b'x' | b'X' | b'?' => cells.push(b'.'),
            b' ' | b'\t' | b'\r' | b',' | b'|' | b'[' | b']' | b'(' | b')' | b'"' | b'\''
            | b'`' | b';' => {}
            // The bytes of the lines of frames.
            0xE2 | 0x94 | 0x95 | 0x80..=0xBF => {}
            _ => return None,
        }
    }
    (!cells.is_empty()).then_some(cells)
}

/// Returns whether a line may stand between the rows of a grid: it is blank, or a rule.
fn is_between_rows(line: &[u8]) -> bool {
    line.iter().all(|byte| b" \t\r-+=|`".contains(byte) || *byte >= 0x80)
}

/// Returns whether a house of an answer has a digit twice.
fn has_digit_twice(answer: &Grid, house: &House) -> bool {
    let mut met = 0u16;
    house.cells().into_iter().filter_map(|cell| answer.get(cell)).any(|digit| {
        let bit = 1 << digit.index();
        let is_twice = met & bit != 0;
        met |= bit;
        is_twice
    })
}

/// Returns the last run of exactly 81 digits in a line of prose, or of 81 digits and dots.
fn run_of_cells(line: &[u8]) -> Option<Grid> {
    // Digits alone first: of a solution and its puzzle on a line, the solution is the answer, whichever comes last.
    last_run(line, u8::is_ascii_digit)
        .or_else(|| last_run(line, |byte| byte.is_ascii_digit() || *byte == b'.'))
}

/// Returns the last run of exactly 81 cells in a line.
fn last_run(line: &[u8], is_cell: fn(&u8) -> bool) -> Option<Grid> {
    let mut runs = line.rsplit(|byte| !is_cell(byte)).filter(|run| run.len() == 81);
    runs.next().and_then(|run| Grid::parse(run).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle() -> Grid {
        PUZZLE.parse().unwrap()
    }

    fn solution() -> String {
        puzzle().solve().unwrap().to_string()
    }

    #[test]
    fn grids_are_found_in_prose() {
        let solution = solution();
        let rows: Vec<_> = (0..9).map(|row| &solution[9 * row..][..9]).collect();
        let spaced = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>();
        let with = |cells: &str, before: &str, after: &str, between: &str| {
            let lines =
                rows.iter().map(|row| format!("{before}{}{after}", spaced(row).join(cells)));
            lines.collect::<Vec<_>>().join(between)
        };
        let drawn = puzzle().solve().unwrap().draw(&Grid::EMPTY, false);
        let texts = [
            solution.clone(),
            format!("The answer is {solution}."),
            format!("First {PUZZLE}\nthen\n{solution}\nDone!"),
            format!("{solution} is the only solution of {PUZZLE}"),
            format!("```\n{}\n```\nI am sure.", rows.join("\n")),
            with(" ", "", "", "\n"),
            with(" | ", "| ", " |", "\n|---|---|---|\n"),
            format!("[{}]", with(", ", "[", "]", ", ")),
            format!("[{}]", with(", ", "[", "]", ",\n")),
            format!("Here:\r\n{}\r\n", with("", "", "", "\r\n")),
            format!("Puzzle:\n{PUZZLE}\nSolution:\n{drawn}"),
            with("│", "│", "│", "\n├─┼─┤\n"),
        ];
        for text in texts {
            let found = find_grid(text.as_bytes()).map(|grid| grid.to_string());
            assert_eq!(found.as_deref(), Some(&solution[..]), "{text}");
        }
        for text in ["", "I do not know.", "123456789\n", &"1".repeat(80), &"1".repeat(82), "1 2 3"]
        {
            assert_eq!(find_grid(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn answers_are_compared_cell_by_cell() {
        let (puzzle, solution) = (puzzle(), solution());
        let of = |answer: &str| Score::of(&puzzle, &answer.parse().unwrap());
        let right = of(&solution);
        let all = Score {
            clues_kept: 30,
            clues: 30,
            houses_broken: 0,
            cells_right: Some(51),
            cells: 51,
            solved: true,
        };
        assert_eq!(right, all);
        // The clue r1c1 and the cell r1c3, whose digit is 4, are changed.
        let changed = format!("4{}", &solution[1..]);
        let score = Score { clues_kept: 29, houses_broken: 3, solved: false, ..all };
        assert_eq!(of(&changed), score);
        let changed = format!("{}5{}", &solution[..2], &solution[3..]);
        let score = Score { houses_broken: 3, cells_right: Some(50), solved: false, ..all };
        assert_eq!(of(&changed), score);
        assert_eq!(of(PUZZLE), Score { cells_right: Some(0), solved: false, ..all });
        // Any solution will do; what is none is not compared with one of many.
        let open: Grid = format!("5{}", ".".repeat(80)).parse().unwrap();
        assert!(Score::of(&open, &solution.parse().unwrap()).solved);
        assert_eq!(Score::of(&open, &open).cells_right, None);
    }
}
