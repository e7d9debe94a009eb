//! The layouts of inputs in one table: what each looks like, and what tells it from the others.

use super::{
    Format, FormatError, ReadOptions,
    candidates::{is_hodoku, is_wiki},
    cells::mark_of_digits,
    drawn::{self, looks_like_grids},
    json, json_pairs,
    line::{LineLayout, PuzzleRole},
    lines::{content_lines, has_cr_line_ends, indented_lines, split_lines},
    list::continues_over_lines,
    magic, npy,
    sukaku::first_pencilmarks,
    table::{self, FieldPlace},
    text::{FoundGrid, grids, near_grid, words},
};

/// A layout that inputs may have.
///
/// Layouts are tried in the order of [`LAYOUTS`]; the first that recognises the head of an input is the one.
#[derive(Clone, Copy, Debug)]
pub struct InputLayout {
    /// The name, which no other layout has.
    pub name: &'static str,
    reading: Reading,
    /// The words for what is read.
    pub reads: &'static str,
    /// The start of an input, without the rest of its puzzles; empty if it is not text.
    pub example: &'static str,
    /// Returns whether an input that starts like this has the layout, and why.
    recognise: fn(&Head<'_>) -> Option<String>,
}

impl InputLayout {
    /// Returns how it is read; `None` if it is only recognised, to say how it is converted.
    pub const fn format(&self) -> Option<Format> {
        match self.reading {
            Reading::As(format) => Some(format),
            Reading::Never(_) | Reading::Unclear(_) => None,
        }
    }
}

/// The use of an input that has a layout.
#[derive(Clone, Copy, Debug)]
enum Reading {
    /// It is read in this format.
    As(Format),
    /// No format reads it, not even one that the user names. The error says why, and how it is converted.
    Never(fn(&Head<'_>) -> FormatError),
    /// It is read if the user says how. The error says what is not known.
    Unclear(fn(&Head<'_>) -> FormatError),
}

/// The first bytes of an input, from which its layout is decided.
pub(super) struct Head<'h> {
    /// The bytes, without a byte order mark.
    pub(super) text: &'h [u8],
    /// True if more bytes may follow.
    pub(super) is_cut: bool,
    pub(super) options: &'h ReadOptions,
}

impl<'h> Head<'h> {
    /// Returns the lines that are neither blank nor comments.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'h [u8]> + Clone + use<'h> {
        content_lines(self.text)
    }

    fn first(&self) -> &'h [u8] {
        self.lines().next().unwrap_or_default()
    }

    fn second(&self) -> &'h [u8] {
        self.lines().nth(1).unwrap_or_default()
    }

    /// Returns whether the user names the column of the grids, so that the input must be a table or objects. A number
    /// names a field of lines, unless a header has it.
    fn is_by_name(&self) -> bool {
        let named = self.options.named_column();
        named.is_some_and(|name| {
            name.parse::<usize>().is_err() || table::detect(self.text, self.options).is_some()
        })
    }

    /// Returns where the puzzles stand, if the input has lines.
    pub(super) fn line_layout(&self) -> LineLayout {
        LineLayout::of_all(indented_lines(self.text))
    }
}

const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The layouts, in the order in which they are tried.
///
/// ```
/// use batchdoku_format::LAYOUTS;
/// let (first, last) = (LAYOUTS[0], LAYOUTS[LAYOUTS.len() - 1]);
/// assert_eq!((first.name, last.name), ("npy", "grid"));
/// assert!(LAYOUTS.iter().any(|layout| layout.name == "git-lfs" && layout.format().is_none()));
/// ```
pub const LAYOUTS: [InputLayout; 22] = [
    InputLayout {
        name: "npy",
        reading: Reading::As(Format::Npy),
        reads: "an array of NumPy",
        example: "",
        recognise: |head| {
            told(head.text.starts_with(npy::MAGIC), "it starts like an array of NumPy")
        },
    },
    InputLayout {
        name: "parquet",
        reading: Reading::As(Format::Parquet),
        reads: "a table of Parquet with a column of puzzles",
        example: "",
        recognise: |head| batches(head, Format::Parquet),
    },
    InputLayout {
        name: "arrow",
        reading: Reading::As(Format::Arrow),
        reads: "a table of Arrow with a column of puzzles",
        example: "",
        recognise: |head| batches(head, Format::Arrow),
    },
    InputLayout {
        name: "utf-16",
        reading: Reading::Never(|_| FormatError::Utf16),
        reads: "text in another encoding than UTF-8",
        example: "",
        recognise: |head| {
            let has_mark = head.text.starts_with(b"\xFF\xFE") || head.text.starts_with(b"\xFE\xFF");
            told(has_mark || magic::is_utf16(head.text), "it is UTF-16")
        },
    },
    InputLayout {
        name: "foreign",
        reading: Reading::Never(|head| {
            FormatError::NotText(magic::not_text(head.text).unwrap_or_default())
        }),
        reads: "well-known kinds of files that are not text, such as an Excel workbook, a tar archive or an image",
        example: "",
        recognise: |head| magic::not_text(head.text).map(|kind| format!("it starts like {kind}")),
    },
    InputLayout {
        name: "cr-line-ends",
        reading: Reading::Never(|_| FormatError::CrLineEnds),
        reads: "lines that end with CR alone",
        example: "",
        recognise: |head| told(has_cr_line_ends(head.text), "no line ends with LF"),
    },
    InputLayout {
        name: "git-lfs",
        reading: Reading::Never(|_| FormatError::NotText("a pointer of Git LFS")),
        reads: "the pointer that stands for a large file that Git LFS has not fetched",
        example: "version https://git-lfs.github.com/spec/v1",
        recognise: |head| {
            told(head.text.starts_with(b"version https://git-lfs"), "it is a pointer of Git LFS")
        },
    },
    InputLayout {
        name: "web-page",
        reading: Reading::Never(|_| FormatError::NotText("a web page")),
        reads: "a page of HTML, which a server may send instead of a file",
        example: "<!DOCTYPE html>",
        recognise: |head| told(magic::is_page(head.first()), "it starts like a page"),
    },
    InputLayout {
        name: "f-puzzles",
        reading: Reading::Never(|_| FormatError::NotText("a puzzle of f-puzzles")),
        reads: "an address of f-puzzles, or the packed puzzle alone",
        example: "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQ",
        recognise: |head| {
            told(magic::is_f_puzzles(head.first()), "it has a puzzle as f-puzzles packs it")
        },
    },
    InputLayout {
        name: "sudokupad",
        reading: Reading::Never(|_| FormatError::NotText("a puzzle of SudokuPad")),
        reads: "an address of SudokuPad, or the packed puzzle alone",
        example: "https://sudokupad.app/sclN4Igzg",
        recognise: |head| {
            told(magic::is_sudokupad(head.first()), "it has a puzzle as SudokuPad packs it")
        },
    },
    InputLayout {
        name: "json",
        reading: Reading::As(Format::Json),
        reads: "one JSON value: an array of objects, of strings, of arrays of 81 cells or of nine rows; an object around one such array; or objects over several lines",
        example: "[{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}]",
        recognise: |head| json::of_elements(head.text).map(str::to_owned),
    },
    InputLayout {
        name: "jsonl",
        reading: Reading::As(Format::Jsonl),
        reads: "one JSON object a line",
        example: "{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}",
        recognise: |head| {
            if json_pairs::is_pair_line(head.first()) {
                return told(true, "the first line is a JSON array of a puzzle and its solution");
            }
            told(json::starts_object(head.first()), "the first line is a JSON object")
        },
    },
    InputLayout {
        name: "sukaku",
        reading: Reading::As(Format::Sukaku),
        reads: "one pencilmark puzzle a line: nine places for the candidates of each cell",
        example: "",
        recognise: |head| {
            let is_marks = !head.is_by_name() && first_pencilmarks(head.first()).is_ok();
            told(is_marks, "the first line has a field of 729 candidates")
        },
    },
    InputLayout {
        name: "hodoku",
        reading: Reading::As(Format::Hodoku),
        reads: "lines of HoDoKu's library, whose puzzles exclude candidates",
        example: ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:116 213::",
        recognise: |head| {
            told(
                !head.is_by_name() && is_hodoku(head.first()),
                "the first line excludes candidates as HoDoKu does",
            )
        },
    },
    InputLayout {
        name: "sudokuwiki",
        reading: Reading::As(Format::Sudokuwiki),
        reads: "texts or addresses of sudokuwiki: two characters for the candidates of each cell",
        example: "1109vuvu41vuvuvuvu21vuvu03g111vuvuvuvug181vuvuvuvu21vu81vuvuvu21vuvuvu090hvuvu81vu09vuvu0341vuvuvu05vuvuvu21vu21vuvuvuvu0581vuvuvuvu0h03g1vuvu11vuvuvuvu81vuvu41g1",
        recognise: |head| {
            told(
                !head.is_by_name() && is_wiki(head.first()),
                "the first line has a text of sudokuwiki",
            )
        },
    },
    InputLayout {
        name: "list",
        reading: Reading::As(Format::List),
        reads: "every grid in a text, in quotes or brackets, as many on a line as there are: lists of Python and JavaScript, SQL, XML",
        example: "['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', '...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....']",
        recognise: |head| {
            if head.is_by_name() {
                return None;
            }
            if grids(head.first()).next().is_none() {
                return told(opens_list(head), "the first line opens a list of puzzles in quotes");
            }
            if continues_over_lines(head.lines()) {
                return told(true, "pairs of a list continue on the next line");
            }
            match head.line_layout() {
                LineLayout::Many { line: 1, puzzles, is_list: true } => {
                    Some(format!("the first line has {puzzles} puzzles in quotes or brackets"))
                }
                _ => None,
            }
        },
    },
    InputLayout {
        name: "line",
        reading: Reading::As(Format::Line),
        reads: "one puzzle a line, 81 cells together or apart, perhaps with its solution; other text is ignored",
        example: EXAMPLE,
        recognise: |head| {
            (!head.is_by_name() && starts_with_line(head)).then(|| lines_reason(head))
        },
    },
    InputLayout {
        name: "csv",
        reading: Reading::As(Format::Csv),
        reads: "a table with a header, whose columns are separated by commas or semicolons",
        example: "id,puzzle,solution",
        recognise: |head| header(head, Format::Csv),
    },
    InputLayout {
        name: "tsv",
        reading: Reading::As(Format::Tsv),
        reads: "a table with a header, whose columns are separated by tabs",
        example: "id\tpuzzle\tsolution",
        recognise: |head| header(head, Format::Tsv),
    },
    InputLayout {
        name: "table",
        reading: Reading::Unclear(|head| table::unknown_header(head.first(), head.second())),
        reads: "a table whose header does not say where the puzzles are",
        example: "id,grid",
        recognise: |head| {
            let is_unknown =
                !head.is_by_name() && table::is_unknown_header(head.first(), head.second());
            told(is_unknown, "the second line has a grid, and as many fields as the first")
        },
    },
    InputLayout {
        name: "sdk",
        reading: Reading::As(Format::Sdk),
        reads: "a file of SadMan Software or SudoCue: sections, of which '[Puzzle]' has nine lines of nine cells",
        example: "[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79",
        recognise: |head| {
            let has_more = head.lines().any(|line| drawn::section(line).is_none());
            let is_sdk = drawn::section(head.first()).is_some()
                && (!has_more || looks_like_grids(head.text));
            told(!head.is_by_name() && is_sdk, "the first line is the name of a section")
        },
    },
    InputLayout {
        name: "grid",
        reading: Reading::As(Format::Grid),
        reads: "nine lines of nine cells, contiguous or as people paste them, with text between grids",
        example: "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79",
        recognise: |head| {
            told(!head.is_by_name() && looks_like_grids(head.text), "there are rows of nine cells")
        },
    },
];

/// Returns the reason if it holds.
fn told(holds: bool, reason: &str) -> Option<String> {
    holds.then(|| reason.to_owned())
}

fn batches(head: &Head<'_>, of: Format) -> Option<String> {
    let (format, name) = magic::batches(head.text)?;
    told(format == of, &format!("it starts like {name}"))
}

fn header(head: &Head<'_>, of: Format) -> Option<String> {
    let (format, column) = table::detected_column(head.text, head.options)?;
    // A grid below a title may look like a table, unless it stands in quotes, or in one line.
    let is_table = format == of
        && (head.is_by_name()
            || head.second().contains(&b'"')
            || grids(head.second()).next().is_some()
            || !looks_like_grids(head.text));
    told(is_table, &format!("its header has the column '{column}'"))
}

/// Returns whether the first line of a text has a puzzle in any form.
fn starts_with_line(head: &Head<'_>) -> bool {
    LineLayout::of(indented_lines(head.text).take(1)).is_some()
        || grids(head.first()).next().is_some()
}

/// Returns whether the first line of a text has no puzzle, but opens a list, a table of SQL or XML, and the first
/// puzzle below it stands between quotes or tags. For example:
///
/// ```text
/// puzzles = [
///     '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
/// ```
fn opens_list(head: &Head<'_>) -> bool {
    let first = head.first().trim_ascii();
    let is_xml = first.starts_with(b"<");
    let opens = first.last().is_some_and(|byte| b"[({".contains(byte))
        || is_xml
        || first.len() > 6 && first[first.len() - 6..].eq_ignore_ascii_case(b"values");
    let Some((line, grid)) = head.lines().find_map(|line| Some((line, grids(line).next()?))) else {
        return false;
    };
    opens && is_enclosed(line, &grid) && (!is_xml || line.starts_with(b"<"))
}

/// Returns whether a grid stands between quotes or tags.
fn is_enclosed(line: &[u8], grid: &FoundGrid) -> bool {
    let before = grid.start.checked_sub(1).map(|at| line[at]);
    let behind = line.get(grid.end).copied();
    matches!(
        (before, behind),
        (Some(b'"'), Some(b'"')) | (Some(b'\''), Some(b'\'')) | (Some(b'>'), Some(b'<'))
    )
}

/// Returns whether a line of a text holds a puzzle, or what may have been one.
fn may_be_lines(head: &Head<'_>) -> bool {
    let mut lines = head.lines();
    // Nothing can be said about a text without lines.
    lines.clone().next().is_none() || lines.any(may_hold_puzzle)
}

fn may_hold_puzzle(line: &[u8]) -> bool {
    LineLayout::of([line].into_iter()).is_some()
        || grids(line).next().is_some()
        || words(line)
            .any(|(_, word)| near_grid(word).is_some() || table::by_spreadsheet(word).is_some())
}

/// Describes where lines have their puzzles.
fn lines_reason(head: &Head<'_>) -> String {
    let LineLayout::Lines(roles) = head.line_layout() else {
        return "a line has several puzzles".to_owned();
    };
    let puzzle = match roles.puzzle {
        PuzzleRole::First => "lines begin with a puzzle".to_owned(),
        PuzzleRole::Field(place) => format!("puzzles are {}", described(place)),
        PuzzleRole::Text => "puzzles stand in other text".to_owned(),
    };
    match roles.solution {
        Some(place) => format!("{puzzle}, and solutions are {}", described(place)),
        None => puzzle,
    }
}

/// Returns the words for a field of lines: `field 2 between ','`.
fn described(place: FieldPlace) -> String {
    let number = place.index + 1;
    match place.delimiter {
        b' ' => format!("field {number} between blanks"),
        delimiter => format!("field {number} between '{}'", delimiter.escape_ascii()),
    }
}

/// Returns the layout of an input that starts like this, and why it is that: the first that recognises it. If none does,
/// what names a column is read as a table, and what has a line that may have been a puzzle as lines, so that each damaged
/// record is reported.
///
/// # Errors
/// If it has none that can be read.
pub(super) fn recognise(head: &Head<'_>) -> Result<(Format, String), FormatError> {
    for layout in &LAYOUTS {
        if let Some(reason) = (layout.recognise)(head) {
            return match layout.reading {
                Reading::As(format) => Ok((format, reason)),
                Reading::Never(error) | Reading::Unclear(error) => Err(error(head)),
            };
        }
    }
    // What has no layout may be one that is damaged from its first line on.
    if head.is_by_name() {
        Ok((Format::Csv, "a column is named".to_owned()))
    } else if let Some(mark) = mark_of_digits(head.text) {
        Err(FormatError::Marked(char::from(mark)))
    } else if may_be_lines(head) {
        Ok((Format::Line, lines_reason(head)))
    } else {
        Err(no_puzzles(head.text))
    }
}

/// Makes sure that an input is not of a kind that no format can be.
///
/// # Errors
/// If it is.
pub(super) fn check_text(head: &Head<'_>) -> Result<(), FormatError> {
    if let Some((_, name)) = magic::batches(head.text) {
        return Err(FormatError::Batches(name));
    }
    // The bytes of an array may look like any text.
    if head.text.starts_with(npy::MAGIC) {
        return Ok(());
    }
    let unread = LAYOUTS.iter().find_map(|layout| match layout.reading {
        Reading::Never(error) if (layout.recognise)(head).is_some() => Some(error(head)),
        _ => None,
    });
    unread.map_or(Ok(()), Err)
}

fn no_puzzles(text: &[u8]) -> FormatError {
    /// The most bytes of the first line that are shown, because a line may be the whole input.
    const SHOWN: usize = 60;
    let mut lines = split_lines(text);
    let count = lines.clone().filter(|line| !line.is_empty()).count();
    let first = lines.find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    let start = String::from_utf8_lossy(&first[..first.len().min(SHOWN)]).trim().to_owned();
    FormatError::NoPuzzles { lines: count, start }
}
