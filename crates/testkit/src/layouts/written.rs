//! Writes puzzles as text in the layouts that people use.

use std::fmt;

use super::pairs::{Cells, Choices, Pair, pick};

/// The structure of a text, which decides which mutations make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// A record in each line.
    Lines,
    /// A record in each line, or in quotes over several, below a header.
    Table,
    /// An object in each line.
    Objects,
    /// Some lines for each record.
    Blocks,
    /// All records between brackets or tags.
    Enclosed,
}

/// A text of records before it is put together.
pub(super) struct Document {
    /// The structure.
    pub structure: Structure,
    /// The text before the first record, with its line end.
    pub head: String,
    /// The texts of the records.
    pub records: Vec<Vec<u8>>,
    /// Separates two records.
    pub between: &'static str,
    /// The text after the last record.
    pub foot: String,
    /// True if a blank may be an empty cell, so that a cell that is lost leaves another puzzle.
    pub has_blank_cells: bool,
    /// True if a cell may be several candidates, so that one more or less leaves another puzzle.
    pub has_candidates: bool,
    /// True if a record that is cut off looks like a comment.
    pub is_like_comment: bool,
    /// True if a reader must read the whole text, as long as nothing is damaged.
    pub is_readable: bool,
}

impl Document {
    fn new(structure: Structure, records: impl Iterator<Item = String>) -> Self {
        Self {
            structure,
            head: String::new(),
            records: records.map(String::into_bytes).collect(),
            between: "\n",
            foot: "\n".to_owned(),
            has_blank_cells: false,
            has_candidates: false,
            is_like_comment: false,
            is_readable: true,
        }
    }

    fn below(mut self, head: impl Into<String>) -> Self {
        self.head = head.into();
        self
    }

    fn between(mut self, between: &'static str) -> Self {
        self.between = between;
        self
    }

    fn above(mut self, foot: &str) -> Self {
        self.foot = foot.to_owned();
        self
    }

    fn with_blank_cells(mut self) -> Self {
        self.has_blank_cells = true;
        self
    }

    fn with_candidates(mut self) -> Self {
        self.has_candidates = true;
        self
    }

    fn like_comments(mut self) -> Self {
        self.is_like_comment = true;
        self
    }

    /// Declares that the layout may be refused, or its records reported.
    fn may_be_refused(mut self) -> Self {
        self.is_readable = false;
        self
    }

    /// Returns the number of records before a place at which the text is cut. The last counts if enough of it is left
    /// to recognise it.
    pub(super) fn records_before(&self, end: usize) -> usize {
        let mut start = self.head.len();
        for (index, record) in self.records.iter().enumerate() {
            let visible = end.saturating_sub(start).min(record.len());
            if !self.is_told(record, visible, index == 0) {
                return index;
            }
            start += record.len() + self.between.len();
        }
        self.records.len()
    }

    /// Returns whether the first bytes of a record suffice to recognise it.
    fn is_told(&self, record: &[u8], visible: usize, is_first: bool) -> bool {
        match self.structure {
            // Among other text, only nearly a grid is recognised, 60 cells besides the digits of a number: brackets may
            // hold anything, and so may a comment if no puzzle above it has a number.
            Enclosed => cells_in(&record[..visible]) >= 62,
            Lines if self.is_like_comment && is_first => cells_in(&record[..visible]) >= 62,
            // Only a whole row is recognised, because a part of a row, such as '1350600', may be a number or a date.
            Blocks => {
                let mut start = 0;
                record.split(|&byte| byte == b'\n').any(|line| {
                    let here = visible.saturating_sub(start).min(line.len());
                    start += line.len() + 1;
                    let least = if self.has_blank_cells { 1 } else { 9 };
                    here == line.len() && cells_in(line) >= least
                })
            }
            // Every line is a record.
            Lines | Table | Objects => cells_in(&record[..visible]) >= 10,
        }
    }

    /// Returns whether the text, cut at this place, is another puzzle: the first 81 of 729 candidates may be read as a
    /// grid.
    pub(super) fn is_another_puzzle(&self, end: usize) -> bool {
        let first = &self.records[0];
        let visible = end.saturating_sub(self.head.len()).min(first.len());
        cells_in(first) == 729 && cells_in(&first[..visible]) == 81
    }

    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = self.head.clone().into_bytes();
        text.extend(self.records.join(self.between.as_bytes()));
        text.extend_from_slice(self.foot.as_bytes());
        text
    }
}

/// A layout: its name, and the function that writes it.
#[derive(Clone, Copy)]
pub struct Layout {
    /// The name in messages.
    pub name: &'static str,
    pub(super) write: fn(&[Pair], &mut dyn Choices) -> Document,
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Returns the grid as text, with this mark for empty cells.
fn with(mark: char, cells: &Cells) -> String {
    cells.iter().map(|&cell| if cell == b'.' { mark } else { char::from(cell) }).collect()
}

fn zeros(cells: &Cells) -> String {
    with('0', cells)
}

fn dots(cells: &Cells) -> String {
    with('.', cells)
}

/// The marks of empty cells that have no other meaning.
const MARKS: [char; 6] = ['.', '0', '*', '_', 'x', '?'];

fn any_mark(pair: &Pair, choices: &mut dyn Choices) -> String {
    let mark = MARKS[pick(choices, 6)];
    with(mark, &pair.puzzle)
}

/// Returns the cells with a separator between any two.
pub(super) fn joined(cells: &str, separator: &str) -> String {
    cells.chars().map(String::from).collect::<Vec<_>>().join(separator)
}

/// Returns the nine rows of a grid.
pub(super) fn rows(cells: &str) -> Vec<String> {
    let cells: Vec<char> = cells.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect()).collect()
}

/// Returns the nine rows of a puzzle with nothing between two separators where a cell is empty: `5,3,,,7,,,,`.
fn rows_of_nothing(puzzle: &[u8; 81], separator: &str) -> String {
    let rows = rows(&with(' ', puzzle)).into_iter();
    rows.map(|row| joined(&row, separator).replace(' ', "")).collect::<Vec<_>>().join("\n")
}

/// Returns a list of nine lists.
fn lists(cells: &str, empty: &str, separator: &str) -> String {
    let rows: Vec<_> = rows(cells).iter().map(|row| list(row, empty, separator)).collect();
    format!("[{}]", rows.join(separator))
}

fn list(row: &str, empty: &str, separator: &str) -> String {
    let cells = row.chars().map(|cell| match cell {
        '0' => empty.to_owned(),
        digit => digit.to_string(),
    });
    format!("[{}]", cells.collect::<Vec<_>>().join(separator))
}

/// Returns the nine places for the candidates of a cell: all, or a clue alone.
fn places_of(cell: u8) -> String {
    (b'1'..=b'9')
        .map(|digit| if cell == b'.' || cell == digit { char::from(digit) } else { '.' })
        .collect()
}

/// Returns rows whose boxes are separated by `bar`, with `ruler` between bands, and cells `pad` apart.
fn boxes(cells: &str, bar: &str, pad: &str, rulers: [&str; 3]) -> String {
    let mut lines = Vec::new();
    for (index, row) in rows(cells).into_iter().enumerate() {
        let ruler = match index {
            0 => rulers[0],
            3 | 6 => rulers[1],
            _ => "",
        };
        if !ruler.is_empty() {
            lines.push(ruler.to_owned());
        }
        let row: Vec<_> = row.chars().collect();
        let boxes: Vec<_> =
            row.chunks(3).map(|cells| joined(&cells.iter().collect::<String>(), pad)).collect();
        lines.push(boxes.join(bar));
    }
    if !rulers[2].is_empty() {
        lines.push(rulers[2].to_owned());
    }
    lines.join("\n")
}

fn each(
    structure: Structure,
    pairs: &[Pair],
    record: impl FnMut((usize, &Pair)) -> String,
) -> Document {
    Document::new(structure, pairs.iter().enumerate().map(record))
}

use Structure::{Blocks, Enclosed, Lines, Objects, Table};

/// All layouts of text.
pub const LAYOUTS: &[Layout] = &[
    Layout {
        name: "line",
        write: |pairs, choices| each(Lines, pairs, |(_, it)| any_mark(it, choices)),
    },
    Layout {
        name: "line with text behind",
        write: |pairs, choices| {
            let behind =
                choices_of(choices, &[" easy", ",17", "\tSE 7.1", ";a b c", "|x", ", # 3", " 1"]);
            each(Lines, pairs, |(_, it)| zeros(&it.puzzle) + behind)
        },
    },
    Layout {
        name: "line with a number in front",
        write: |pairs, choices| {
            let behind = choices_of(choices, &[" ", ",", "\t", ": ", ". ", ";"]);
            each(Lines, pairs, |(index, it)| format!("{}{behind}{}", index + 1, dots(&it.puzzle)))
        },
    },
    Layout {
        name: "line with a number sign in front",
        write: |pairs, _| {
            each(Lines, pairs, |(index, it)| format!("#{} {}", index + 1, dots(&it.puzzle)))
                .like_comments()
        },
    },
    Layout {
        name: "pair",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[",", " ", "\t", ";", "|"]);
            let mark = MARKS[pick(choices, 2)];
            each(Lines, pairs, |(_, it)| with(mark, &it.puzzle) + separator + &dots(&it.solution))
        },
    },
    Layout {
        name: "pair with a colon",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| zeros(&it.puzzle) + ":" + &dots(&it.solution))
                .may_be_refused()
        },
    },
    Layout {
        name: "pair in quotes",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| {
                format!("\"{}\",\"{}\"", zeros(&it.puzzle), dots(&it.solution))
            })
        },
    },
    Layout {
        name: "pair half in quotes",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| {
                format!("{},\"{}\"", zeros(&it.puzzle), dots(&it.solution))
            })
        },
    },
    Layout {
        name: "number, puzzle, solution",
        write: |pairs, _| {
            each(Lines, pairs, |(index, it)| {
                format!("{index},{},{},1.2", zeros(&it.puzzle), dots(&it.solution))
            })
        },
    },
    Layout {
        name: "cells apart",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[" ", ",", ", ", ";", "\t"]);
            each(Lines, pairs, |(_, it)| joined(&zeros(&it.puzzle), separator))
        },
    },
    Layout {
        name: "cells apart, and the solution",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| {
                joined(&zeros(&it.puzzle), ",") + "," + &dots(&it.solution)
            })
        },
    },
    Layout {
        name: "list of lists in a line",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[", ", ","]);
            each(Lines, pairs, |(_, it)| lists(&zeros(&it.puzzle), "0", separator)).may_be_refused()
        },
    },
    Layout {
        name: "address",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| {
                format!("https://example.org/play?s={}&x=1", zeros(&it.puzzle))
            })
        },
    },
    Layout {
        name: "contest",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| dots(&it.puzzle)).below(format!("{}\n", pairs.len()))
        },
    },
    Layout {
        name: "quoted lines of a list",
        write: |pairs, choices| {
            let quote = choices_of(choices, &["'", "\""]);
            each(Lines, pairs, |(_, it)| format!("    {quote}{}{quote},", dots(&it.puzzle)))
                .below("puzzles = [\n")
                .above("\n]\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "markdown",
        write: |pairs, _| {
            each(Lines, pairs, |(index, it)| format!("| {index} | {} |", dots(&it.puzzle)))
                .below("| id | puzzle |\n|---|---|\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "xml",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| format!("  <game data=\"{}\" />", zeros(&it.puzzle)))
                .below("<?xml version=\"1.0\"?>\n<opensudoku>\n")
                .above("\n</opensudoku>\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "hodoku",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| {
                let mut text = String::new();
                for (cell, &value) in it.puzzle.iter().enumerate() {
                    if cell == 80 && value != b'.' {
                        text.push('+');
                    }
                    text.push(char::from(value));
                }
                format!(":0000:x:{text}:::")
            })
            .may_be_refused()
        },
    },
    Layout {
        name: "candidates in a line",
        write: |pairs, _| {
            each(Lines, pairs, |(_, it)| it.puzzle.iter().map(|&cell| places_of(cell)).collect())
        },
    },
    Layout {
        name: "list in one line",
        write: |pairs, choices| {
            let quote = choices_of(choices, &["'", "\""]);
            let separator = choices_of(choices, &[", ", ","]);
            let start = choices_of(choices, &["[", "const puzzles = [", "("]);
            each(Enclosed, pairs, |(_, it)| format!("{quote}{}{quote}", dots(&it.puzzle)))
                .below(start)
                .between(separator)
                .above("]\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "sql",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[", ", ",\n"]);
            each(Enclosed, pairs, |(index, it)| format!("({index}, '{}')", zeros(&it.puzzle)))
                .below("INSERT INTO puzzles VALUES ")
                .between(separator)
                .above(";\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "xml in one line",
        write: |pairs, _| {
            each(Enclosed, pairs, |(_, it)| format!("<game data=\"{}\" />", zeros(&it.puzzle)))
                .below("<?xml version=\"1.0\"?><opensudoku>")
                .between("")
                .above("</opensudoku>")
                .may_be_refused()
        },
    },
    Layout {
        name: "csv",
        write: |pairs, choices| {
            let header =
                choices_of(choices, &["quizzes,solutions", "puzzle,solution", "Puzzle,Solution"]);
            each(Table, pairs, |(_, it)| zeros(&it.puzzle) + "," + &dots(&it.solution))
                .below(header.to_owned() + "\n")
        },
    },
    Layout {
        name: "csv of one column",
        write: |pairs, _| each(Table, pairs, |(_, it)| zeros(&it.puzzle)).below("puzzle\n"),
    },
    Layout {
        name: "csv with other columns",
        write: |pairs, choices| {
            let quote = choices_of(choices, &["", "\""]);
            each(Table, pairs, |(_, it)| {
                let [puzzle, solution] = [&it.puzzle, &it.solution].map(dots);
                format!("{quote}puzzles0{quote},{quote}{puzzle}{quote},{quote}{solution}{quote},3")
            })
            .below("source,question,answer,rating\n")
        },
    },
    Layout {
        name: "semicolons",
        write: |pairs, _| {
            each(Table, pairs, |(index, it)| format!("{index};{};\"a;b\"", zeros(&it.puzzle)))
                .below("id;puzzle;note\n")
        },
    },
    Layout {
        name: "tsv",
        write: |pairs, _| {
            each(Table, pairs, |(_, it)| zeros(&it.puzzle) + "\t" + &dots(&it.solution) + "\tx y")
                .below("puzzle\tsolution\tnote\n")
        },
    },
    Layout {
        name: "statistics of qqwing",
        write: |pairs, _| {
            each(Table, pairs, |(_, it)| {
                format!("{},{},28,Expert,", dots(&it.puzzle), dots(&it.solution))
            })
            .below("Puzzle,Solution,Givens,Difficulty,\n")
        },
    },
    Layout {
        name: "csv of drawn grids",
        write: |pairs, choices| {
            let kind = pick(choices, 3);
            each(Table, pairs, |(index, it)| {
                let grid = match kind {
                    0 => lists(&zeros(&it.puzzle), "0", ", "),
                    1 => rows(&dots(&it.puzzle)).join("\n"),
                    _ => joined(&zeros(&it.puzzle), " "),
                };
                format!("{index},\"{grid}\"")
            })
            .below("id,puzzle\n")
        },
    },
    Layout {
        name: "table of cells",
        write: |pairs, choices| {
            let is_solved = pick(choices, 2) == 0;
            let names: Vec<_> = (1..=81).map(|cell| format!("C{cell}")).collect();
            let header = names.join(",") + if is_solved { ",Solution\n" } else { "\n" };
            each(Table, pairs, |(_, it)| {
                let solution =
                    if is_solved { ",".to_owned() + &dots(&it.solution) } else { String::new() };
                joined(&zeros(&it.puzzle), ",") + &solution
            })
            .below(header)
            .may_be_refused()
        },
    },
    Layout {
        name: "json lines",
        write: |pairs, choices| {
            let kind = pick(choices, 4);
            each(Objects, pairs, |(index, it)| {
                let puzzle = match kind {
                    0 => format!("\"{}\"", dots(&it.puzzle)),
                    1 => format!("[{}]", joined(&zeros(&it.puzzle), ",")),
                    2 => lists(&zeros(&it.puzzle), "0", ", "),
                    _ => format!("\"{}\"", rows(&dots(&it.puzzle)).join("\\n")),
                };
                format!(
                    "{{\"id\": {index}, \"puzzle\": {puzzle}, \"solution\": \"{}\"}}",
                    dots(&it.solution)
                )
            })
        },
    },
    Layout {
        name: "json lines with null",
        write: |pairs, choices| {
            let empty = choices_of(choices, &["null", "\"\"", "\".\""]);
            each(Objects, pairs, |(_, it)| {
                format!("{{\"puzzle\": {}}}", lists(&zeros(&it.puzzle), empty, ", "))
            })
            .may_be_refused()
        },
    },
    Layout {
        name: "json lines with another key",
        write: |pairs, choices| {
            let key = choices_of(choices, &["grid", "board", "value", "BaseGrid"]);
            each(Objects, pairs, |(_, it)| format!("{{\"{key}\":\"{}\"}}", dots(&it.puzzle)))
                .may_be_refused()
        },
    },
    Layout {
        name: "one json object for all",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[",", ",\n    "]);
            each(Enclosed, pairs, |(_, it)| format!("\"{}\"", dots(&it.puzzle)))
                .below("{\"puzzles\": [")
                .between(separator)
                .above("]}\n")
                .may_be_refused()
        },
    },
    Layout {
        name: "json objects over several lines",
        write: |pairs, _| {
            each(Blocks, pairs, |(_, it)| {
                format!("{{\n  \"puzzle\": \"{}\",\n  \"level\": 3\n}}", dots(&it.puzzle))
            })
            .may_be_refused()
        },
    },
    Layout {
        name: "json array",
        write: |pairs, choices| {
            let kind = pick(choices, 5);
            let separator = choices_of(choices, &[",", ", ", ",\n  "]);
            each(Enclosed, pairs, |(_, it)| match kind {
                0 => format!("\"{}\"", dots(&it.puzzle)),
                1 => format!("[{}]", joined(&zeros(&it.puzzle), ",")),
                2 => lists(&zeros(&it.puzzle), "0", ", "),
                3 => format!("{{\n    \"puzzle\": \"{}\"\n  }}", dots(&it.puzzle)),
                _ => format!("{{\"puzzle\": \"{}\"}}", dots(&it.puzzle)),
            })
            .below("[\n  ")
            .between(separator)
            .above("\n]\n")
        },
    },
    Layout {
        name: "json array with null",
        write: |pairs, choices| {
            let empty = choices_of(choices, &["null", "None", "\"\""]);
            let kind = pick(choices, 2);
            each(Enclosed, pairs, |(_, it)| match kind {
                0 => lists(&zeros(&it.puzzle), empty, ", "),
                _ => lists(&zeros(&it.puzzle), empty, ", ").replace("], [", ", "),
            })
            .below("[")
            .between(", ")
            .above("]\n")
            .may_be_refused()
        },
    },
    Layout {
        name: "grid",
        write: |pairs, choices| {
            let between = choices_of(choices, &["\n", "\n\n"]);
            each(Blocks, pairs, |(_, it)| rows(&any_mark(it, choices)).join("\n")).between(between)
        },
    },
    Layout {
        name: "grid of cells apart",
        write: |pairs, choices| {
            let between = choices_of(choices, &["\n", "\n\n"]);
            let separator = choices_of(choices, &[" ", ",", ", ", "\t"]);
            each(Blocks, pairs, |(_, it)| {
                let rows: Vec<_> =
                    rows(&zeros(&it.puzzle)).iter().map(|row| joined(row, separator)).collect();
                rows.join("\n")
            })
            .between(between)
        },
    },
    Layout {
        name: "grid with bands apart",
        write: |pairs, choices| {
            let ruler = choices_of(
                choices,
                &["------+-------+------", "===========", "---+---+---", "-----------"],
            );
            each(Blocks, pairs, |(_, it)| boxes(&dots(&it.puzzle), " | ", " ", ["", ruler, ""]))
                .between("\n\n")
        },
    },
    Layout {
        name: "grid with rulers of nine strokes",
        write: |pairs, choices| {
            let ruler =
                choices_of(choices, &["---------", "=========", "--- --- ---", "---|---|---"]);
            let edge = choices_of(choices, &["", ruler]);
            let bar = choices_of(choices, &["", " ", "|"]);
            each(Blocks, pairs, |(_, it)| boxes(&dots(&it.puzzle), bar, "", [edge, ruler, edge]))
                .may_be_refused()
        },
    },
    Layout {
        name: "titled grid",
        write: |pairs, choices| {
            let title = choices_of(choices, &["Grid ", "Puzzle N\u{b0} ", "Sudoku #", "Level "]);
            each(Blocks, pairs, |(index, it)| {
                format!("{title}{:02}\n{}", index + 1, rows(&zeros(&it.puzzle)).join("\n"))
            })
        },
    },
    Layout {
        name: "framed grid",
        write: |pairs, choices| {
            let frames = [
                ["+-------+-------+-------+"; 3],
                [
                    ".-------.-------.-------.",
                    ":------- ------- -------:",
                    "'-------'-------'-------'",
                ],
                [
                    "\u{250c}\u{2500}\u{252c}\u{2500}\u{2510}",
                    "\u{251c}\u{2500}\u{253c}\u{2500}\u{2524}",
                    "\u{2514}\u{2500}\u{2534}\u{2500}\u{2518}",
                ],
            ];
            let frame = frames[pick(choices, 3)];
            let bar = if frame[0].is_ascii() { "|" } else { "\u{2502}" };
            each(Blocks, pairs, |(_, it)| {
                let rows = boxes(&dots(&it.puzzle), &format!(" {bar} "), " ", frame);
                let lines = rows.lines().map(|line| {
                    let is_row = line.contains(|char: char| char.is_ascii_digit() || char == ' ')
                        && !line.contains("---");
                    if is_row { format!("{bar} {line} {bar}") } else { line.to_owned() }
                });
                lines.collect::<Vec<_>>().join("\n")
            })
            .between("\n\n")
        },
    },
    Layout {
        name: "frame with blanks for empty cells",
        write: |pairs, choices| {
            let ruler = choices_of(choices, &["-------------", "+---+---+---+"]);
            let between = choices_of(choices, &["\n", "\n\n"]);
            each(Blocks, pairs, |(_, it)| {
                let grid = boxes(&with(' ', &it.puzzle), "|", "", [ruler, ruler, ruler]);
                let lines = grid
                    .lines()
                    .map(|line| if line == ruler { line.to_owned() } else { format!("|{line}|") });
                lines.collect::<Vec<_>>().join("\n")
            })
            .between(between)
            .with_blank_cells()
            .may_be_refused()
        },
    },
    Layout {
        name: "rows with blanks for empty cells",
        write: |pairs, _| {
            each(Blocks, pairs, |(_, it)| rows(&with(' ', &it.puzzle)).join("\n"))
                .between("\n\n")
                .with_blank_cells()
                .may_be_refused()
        },
    },
    Layout {
        name: "rows with nothing for empty cells",
        write: |pairs, choices| {
            let separator = choices_of(choices, &[",", ";", "|"]);
            each(Blocks, pairs, |(_, it)| rows_of_nothing(&it.puzzle, separator))
                .with_blank_cells()
                .may_be_refused()
        },
    },
    Layout {
        name: "list of lists over nine lines",
        write: |pairs, choices| {
            let start = choices_of(choices, &["grid = [", "[", "int a[9][9] = {"]);
            let open = choices_of(choices, &["[", "{"]);
            let close = if open == "[" { "]" } else { "}" };
            each(Blocks, pairs, |(_, it)| {
                let rows = rows(&zeros(&it.puzzle)).into_iter();
                let rows = rows.map(|row| format!("  {open}{}{close}", joined(&row, ", ")));
                format!("{start}\n{}\n]", rows.collect::<Vec<_>>().join(",\n"))
            })
            .may_be_refused()
        },
    },
    Layout {
        name: "sdk",
        write: |pairs, choices| {
            let has_state = pick(choices, 2) == 0;
            each(Blocks, pairs, |(_, it)| {
                let mut text = format!(
                    "#A author\n#L tough\n[Puzzle]\n{}",
                    rows(&dots(&it.puzzle)).join("\n")
                );
                if has_state {
                    text += &format!("\n[State]\n{}", rows(&dots(&it.solution)).join("\n"));
                }
                text
            })
        },
    },
    Layout {
        name: "sdk with marks",
        write: |pairs, _| {
            each(Blocks, pairs, |(_, it)| {
                let marks = ",12,,,16,19,,579,159\n".repeat(9);
                let rows = rows(&dots(&it.puzzle)).join("\n");
                format!(
                    "[Puzzle]\n{rows}\n[State]\n{rows}\n[PencilMarks]\n{marks}[Colours]\n{}",
                    "0,".repeat(9)
                )
            })
            .may_be_refused()
        },
    },
    Layout {
        name: "grid of candidates",
        write: |pairs, choices| {
            let is_sorted = pick(choices, 2) == 0;
            each(Blocks, pairs, |(_, it)| {
                let mut text = String::new();
                for (cell, &value) in it.puzzle.iter().enumerate() {
                    let digit = it.solution[cell];
                    let mut other = b'1' + pick(choices, 9) as u8;
                    if other == digit {
                        other = if digit == b'9' { b'1' } else { digit + 1 };
                    }
                    let mut group = if value == b'.' { vec![digit, other] } else { vec![value] };
                    if is_sorted {
                        group.sort_unstable();
                    }
                    text += std::str::from_utf8(&group).unwrap_or_default();
                    text.push(if cell % 9 == 8 { '\n' } else { ' ' });
                }
                text
            })
            .with_candidates()
            .may_be_refused()
        },
    },
    Layout {
        name: "rows of a spreadsheet",
        write: |pairs, choices| {
            let (separator, between) =
                [(",", "\n,,,,,,,,\n"), (";", "\n;;;;;;;;\n"), ("\t", "\n\t\t\t\t\t\t\t\t\n")]
                    [pick(choices, 3)];
            each(Blocks, pairs, |(_, it)| rows_of_nothing(&it.puzzle, separator))
                .between(between)
                .with_blank_cells()
                .may_be_refused()
        },
    },
    Layout {
        name: "numbers with a point",
        write: |pairs, choices| {
            let number = choices_of(choices, &[".0", ".000000000000000000e+00", "."]);
            let separator = choices_of(choices, &[" ", ",", ", "]);
            let is_drawn = pick(choices, 2) == 0;
            each(if is_drawn { Blocks } else { Lines }, pairs, |(_, it)| {
                let apart = |row: &str| joined(row, &format!("{number}{separator}")) + number;
                let cells = zeros(&it.puzzle);
                if is_drawn {
                    rows(&cells).iter().map(|row| apart(row)).collect::<Vec<_>>().join("\n")
                } else {
                    apart(&cells)
                }
            })
        },
    },
];

pub(super) fn choices_of(choices: &mut dyn Choices, of: &[&'static str]) -> &'static str {
    of[pick(choices, of.len())]
}

/// Returns whether a byte is a digit, or one of the marks of empty cells that the layouts have.
pub(super) fn is_cell(byte: &u8) -> bool {
    byte.is_ascii_digit() || b".*_?x".contains(byte)
}

/// Returns the number of bytes of a text that may be cells.
fn cells_in(text: &[u8]) -> usize {
    text.iter().filter(|byte| is_cell(byte)).count()
}
