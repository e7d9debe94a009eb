//! Boards: the text that an environment for language models, or another program, writes around the nine rows of a grid. A
//! board is a single text with a place for each cell.

use super::Format;

/// The byte that stands for a cell in the text of a board.
const PLACE: u8 = b'#';

/// A board: the text around the cells of a grid.
///
/// ```
/// use batchdoku_format::{Board, Format};
/// let board = Board::of(Format::ReasoningGym).expect("it is a board");
/// let mut text = Vec::new();
/// board.write(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", &mut text);
/// assert!(text.starts_with(b"5 3 _ _ 7 _ _ _ _\n6 _ _ 1 9 5 _ _ _\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The format that is written so.
    pub format: Format,
    /// The sign of an empty cell; `None` keeps the sign of the puzzle.
    pub empty: Option<char>,
    /// The text, with `#` for each cell, and a line end behind each line except the last.
    pub text: &'static str,
}

/// All boards.
pub const BOARDS: &[Board] = &[
    // The environments write these trailing blanks, too.
    Board {
        format: Format::TextArena,
        empty: Some('.'),
        text: concat!(
            "   C1 C2 C3   C4 C5 C6   C7 C8 C9  \n",
            "R1  #  #  # |  #  #  # |  #  #  #\n",
            "R2  #  #  # |  #  #  # |  #  #  #\n",
            "R3  #  #  # |  #  #  # |  #  #  #\n",
            "   - - - - - - - - - - - - - - - - \n",
            "R4  #  #  # |  #  #  # |  #  #  #\n",
            "R5  #  #  # |  #  #  # |  #  #  #\n",
            "R6  #  #  # |  #  #  # |  #  #  #\n",
            "   - - - - - - - - - - - - - - - - \n",
            "R7  #  #  # |  #  #  # |  #  #  #\n",
            "R8  #  #  # |  #  #  # |  #  #  #\n",
            "R9  #  #  # |  #  #  # |  #  #  #",
        ),
    },
    Board {
        format: Format::Ragen,
        empty: Some('.'),
        text: concat!(
            "| # # # # # # # # # | # # # # # # # # # | # # # # # # # # # ",
            "| # # # # # # # # # | # # # # # # # # # | # # # # # # # # # ",
            "| # # # # # # # # # | # # # # # # # # # | # # # # # # # # # ",
        ),
    },
    Board {
        format: Format::Areno,
        empty: Some('.'),
        text: concat!(
            "    0  1  2 | 3  4  5 | 6  7  8\n",
            "  +---------+---------+---------+\n",
            "0 | # # # #| # # # # |#|\n",
            "1 | # # # #| # # # # |#|\n",
            "2 | # # # #| # # # # |#|\n",
            "  +---------+---------+---------+\n",
            "3 | # # # #| # # # # |#|\n",
            "4 | # # # #| # # # # |#|\n",
            "5 | # # # #| # # # # |#|\n",
            "  +---------+---------+---------+\n",
            "6 | # # # #| # # # # |#|\n",
            "7 | # # # #| # # # # |#|\n",
            "8 | # # # #| # # # # |#|\n",
            "  +---------+---------+---------+",
        ),
    },
    Board {
        format: Format::ReasoningGym,
        empty: Some('_'),
        text: concat!(
            "# # # # # # # # #\n# # # # # # # # #\n# # # # # # # # #\n",
            "# # # # # # # # #\n# # # # # # # # #\n# # # # # # # # #\n",
            "# # # # # # # # #\n# # # # # # # # #\n# # # # # # # # #",
        ),
    },
    Board {
        format: Format::Markdown,
        empty: Some(' '),
        text: concat!(
            "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n",
            "|---|---|---|---|---|---|---|---|---|\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |\n",
            "| # | # | # | # | # | # | # | # | # |",
        ),
    },
    Board {
        format: Format::Ss,
        empty: None,
        text: concat!(
            "*-----------*\n",
            "|###|###|###|\n|###|###|###|\n|###|###|###|\n",
            "|---+---+---|\n",
            "|###|###|###|\n|###|###|###|\n|###|###|###|\n",
            "|---+---+---|\n",
            "|###|###|###|\n|###|###|###|\n|###|###|###|\n",
            "*-----------*",
        ),
    },
];

impl Board {
    /// Returns the board of a format; `None` if the format is no board.
    pub fn of(format: Format) -> Option<&'static Self> {
        BOARDS.iter().find(|board| board.format == format)
    }

    /// Writes the board of 81 cells.
    pub fn write(&self, cells: &[u8], out: &mut Vec<u8>) {
        let mut cells = cells.iter().map(|&cell| match (cell, self.empty) {
            (b'1'..=b'9', _) | (_, None) => cell,
            (_, Some(empty)) => empty as u8,
        });
        let filled = |byte| if byte == PLACE { cells.next().unwrap_or(b'.') } else { byte };
        out.extend(self.text.bytes().map(filled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_has_81_places() {
        for board in BOARDS {
            let places = board.text.bytes().filter(|&byte| byte == PLACE).count();
            assert_eq!(places, 81, "{}", board.format);
        }
    }
}
