//! Grids in frames, for people, with clues that differ from solved cells.

use std::fmt;

use super::Grid;

impl Grid {
    /// Draws the grid, for people, in a frame. The grid may be a complete or partial solution of the puzzle `clues`:
    /// then clues are in brackets or, with `colour`, in another colour of the terminal. If both grids are equal, no
    /// cell is marked.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Grid = line.parse()?;
    /// let solution = puzzle.solve().expect("it has one");
    /// assert!(solution.draw(&puzzle, false).contains("│[5][3] 4 │ 6 [7] 8 │ 9  1  2 │"));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn draw(&self, clues: &Self, colour: bool) -> String {
        Drawing { clues, grid: self, colour }.to_string()
    }
}

/// A grid in a frame, with clues that differ from other digits.
struct Drawing<'a> {
    clues: &'a Grid,
    grid: &'a Grid,
    colour: bool,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CLUE: &str = "\x1b[1m";
        const FOUND: &str = "\x1b[32m";
        const RESET: &str = "\x1b[0m";
        let all = self.grid.to_text();
        let clues = self.clues.to_text();
        let is_marked = self.clues != self.grid;
        write_rule(f, ['┌', '┬', '┐'])?;
        for (index, (&cell, &clue)) in all.iter().zip(&clues).enumerate() {
            let cell = char::from(cell);
            if index == 27 || index == 54 {
                write_rule(f, ['├', '┼', '┤'])?;
            }
            if index % 3 == 0 {
                f.write_str("│")?;
            }
            match (is_marked && cell != '.', clue != b'.', self.colour) {
                (false, ..) | (true, false, false) => write!(f, " {cell} ")?,
                (true, true, false) => write!(f, "[{cell}]")?,
                (true, true, true) => write!(f, " {CLUE}{cell}{RESET} ")?,
                (true, false, true) => write!(f, " {FOUND}{cell}{RESET} ")?,
            }
            if index % 9 == 8 {
                f.write_str("│\n")?;
            }
        }
        write_rule(f, ['└', '┴', '┘'])
    }
}

/// Writes a line of the frame, with its left end, its crossings and its right end.
fn write_rule(f: &mut fmt::Formatter<'_>, [left, crossing, right]: [char; 3]) -> fmt::Result {
    let boxes = ["─────────"; 3].join(crossing.encode_utf8(&mut [0; 4]));
    writeln!(f, "{left}{boxes}{right}")
}
