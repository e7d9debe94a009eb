//! The grammars of inputs in one table, and the kinds of inputs that no grammar reads.
//!
//! A grammar looks at the head of an input and makes [hypotheses](Hypothesis): parsers with parameters, each for another
//! way to read the input; `reading` chooses the hypothesis that explains the head. A grammar that recognises an input it
//! cannot read gives the reason: as an error if it is certain, otherwise as a refusal, which counts unless a hypothesis
//! explains every line.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, candidates,
    drawn::{self, GridParser},
    found::grids,
    hypothesis::{Grounds, Head, Hypotheses, Hypothesis, Rank},
    json, jsonl, line_roles, list, magic, npy, sukaku, table,
};

/// A grammar: a way of writing puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// The format that it reads. The grammar has the same name.
    pub format: Format,
    /// A description of the text that it reads.
    pub reads: &'static str,
    /// The start of an input; empty if it is not text.
    pub example: &'static str,
    /// Adds the hypotheses about an input; at least one if the user names the format.
    pub(super) hypotheses: fn(&Head<'_>, &mut Hypotheses) -> Result<(), FormatError>,
}

impl Grammar {
    /// Returns whether the grammar reads the format that the user names, or the user names none.
    pub(super) fn may_be_named(&self, format: Option<Format>) -> bool {
        format.is_none_or(|format| format.facts().read_as == Some(self.format))
    }
}

/// A kind of inputs that is recognised and never read.
#[derive(Clone, Copy, Debug)]
pub struct UnreadKind {
    /// The name.
    pub name: &'static str,
    /// A description of the input.
    pub is: &'static str,
    /// The start of an input; empty if it is not text.
    pub example: &'static str,
    /// Returns the error about an input, if it is of this kind.
    error: fn(&Head<'_>) -> Option<FormatError>,
}

const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const ROWS: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79";

/// The kinds of inputs that are never read, whatever format the user names.
///
/// ```
/// use batchdoku_format::UNREAD_KINDS;
/// assert!(UNREAD_KINDS.iter().any(|kind| kind.name == "git-lfs"));
/// ```
pub const UNREAD_KINDS: &[UnreadKind] = &[
    UnreadKind {
        name: "utf-16",
        is: "text in another encoding than UTF-8",
        example: "",
        error: |head| {
            let has_mark = head.text.starts_with(b"\xFF\xFE") || head.text.starts_with(b"\xFE\xFF");
            (has_mark || magic::is_utf16(head.text)).then_some(FormatError::Utf16)
        },
    },
    UnreadKind {
        name: "foreign",
        is: "well-known kinds of files that are not text, such as an Excel workbook, a tar archive or an image",
        example: "",
        error: |head| magic::not_text(head.text).map(FormatError::NotText),
    },
    UnreadKind {
        name: "cr-line-ends",
        is: "lines that end with CR alone",
        example: "",
        error: |head| super::lines::has_cr_line_ends(head.text).then_some(FormatError::CrLineEnds),
    },
    UnreadKind {
        name: "git-lfs",
        is: "the pointer that stands for a large file that Git LFS has not fetched",
        example: "version https://git-lfs.github.com/spec/v1",
        error: |head| {
            let is_pointer = head.text.starts_with(b"version https://git-lfs");
            is_pointer.then_some(FormatError::NotText("a pointer of Git LFS"))
        },
    },
    UnreadKind {
        name: "web-page",
        is: "a page of HTML, which a server may send instead of a file",
        example: "<!DOCTYPE html>",
        error: |head| magic::is_page(head.first()).then_some(FormatError::NotText("a web page")),
    },
    UnreadKind {
        name: "f-puzzles",
        is: "an address of f-puzzles, or the packed puzzle alone",
        example: "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQ",
        error: |head| {
            let is_packed = magic::is_f_puzzles(head.first());
            is_packed.then_some(FormatError::NotText("a puzzle of f-puzzles"))
        },
    },
    UnreadKind {
        name: "sudokupad",
        is: "an address of SudokuPad with a packed puzzle, or the packed puzzle alone",
        example: "https://sudokupad.app/sclN4Igzg",
        error: |head| {
            let line = head.first();
            let is_packed = magic::is_sudokupad(line) && grids(line).next().is_none();
            is_packed.then_some(FormatError::NotText("a puzzle of SudokuPad"))
        },
    },
];

/// The grammars, in the order in which their hypotheses are listed. The order decides only this: no grammar is asked
/// after a certain hypothesis, the first refusal counts, and of hypotheses that are equally good the first is used.
///
/// ```
/// use batchdoku_format::{Format, GRAMMARS};
/// assert_eq!(GRAMMARS[0].format, Format::Npy);
/// assert!(GRAMMARS.iter().any(|grammar| grammar.format == Format::Grid));
/// ```
pub const GRAMMARS: &[Grammar] = &[
    Grammar {
        format: Format::Npy,
        reads: "an array of NumPy",
        example: "",
        hypotheses: |head, out| {
            if head.is_named() || head.text.starts_with(npy::MAGIC) {
                let words = "it starts like an array of NumPy";
                out.add(Hypothesis::certain(words, npy::open(head.text)?));
            }
            Ok(())
        },
    },
    Grammar {
        format: Format::Parquet,
        reads: "a table of Parquet with a column of puzzles",
        example: "",
        hypotheses: |head, _| batches(head, Format::Parquet),
    },
    Grammar {
        format: Format::Arrow,
        reads: "a table of Arrow with a column of puzzles",
        example: "",
        hypotheses: |head, _| batches(head, Format::Arrow),
    },
    Grammar {
        format: Format::Json,
        reads: "one JSON value: an array of objects, of strings, of arrays of 81 cells or of nine rows; an object around one such array; or objects over several lines",
        example: "[{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}]",
        hypotheses: |head, _| {
            // The elements become lines, and these are then opened as an input.
            let is_json = head.is_named() || json::of_elements(head.text).is_some();
            if is_json { Err(FormatError::JsonArray) } else { Ok(()) }
        },
    },
    Grammar {
        format: Format::Jsonl,
        reads: "one JSON object a line",
        example: "{\"puzzle\": \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}",
        hypotheses: jsonl::hypotheses,
    },
    Grammar {
        format: Format::Sukaku,
        reads: "one pencilmark puzzle a line: nine places for the candidates of each cell",
        example: "",
        hypotheses: sukaku::hypotheses,
    },
    Grammar {
        format: Format::Hodoku,
        reads: "lines of HoDoKu's library, whose puzzles exclude candidates",
        example: ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:116 213::",
        hypotheses: |head, out| candidates::hypotheses(Format::Hodoku, head, out),
    },
    Grammar {
        format: Format::Sudokuwiki,
        reads: "texts or addresses of sudokuwiki: two characters for the candidates of each cell",
        example: "1109vuvu41vuvuvuvu21vuvu03g111vuvuvuvug181vuvuvuvu21vu81vuvuvu21vuvuvu090hvuvu81vu09vuvu0341vuvuvu05vuvuvu21vu21vuvuvuvu0581vuvuvuvu0h03g1vuvu11vuvuvuvu81vuvu41g1",
        hypotheses: |head, out| candidates::hypotheses(Format::Sudokuwiki, head, out),
    },
    Grammar {
        format: Format::List,
        reads: "every grid in a text, in quotes or brackets, as many on a line as there are: lists of Python and JavaScript, SQL, XML",
        example: "['53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', '...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....']",
        hypotheses: list::hypotheses,
    },
    Grammar {
        format: Format::Line,
        reads: "one puzzle a line, 81 cells together or apart, perhaps with its solution; other text is ignored",
        example: EXAMPLE,
        hypotheses: line_roles::hypotheses,
    },
    Grammar {
        format: Format::Csv,
        reads: "a table with a header, whose columns are separated by commas or semicolons",
        example: "id,puzzle,solution",
        hypotheses: |head, out| table::hypotheses(Format::Csv, head, out),
    },
    Grammar {
        format: Format::Tsv,
        reads: "a table with a header, whose columns are separated by tabs",
        example: "id\tpuzzle\tsolution",
        hypotheses: |head, out| table::hypotheses(Format::Tsv, head, out),
    },
    Grammar {
        format: Format::Sdk,
        reads: "a file of SadMan Software or SudoCue: sections, of which '[Puzzle]' has nine lines of nine cells",
        example: "[Puzzle]\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79",
        hypotheses: |head, out| drawn_hypotheses(Format::Sdk, head, out),
    },
    Grammar {
        format: Format::Grid,
        reads: "nine lines of nine cells, contiguous or as people paste them, with text between grids",
        example: ROWS,
        hypotheses: |head, out| drawn_hypotheses(Format::Grid, head, out),
    },
];

/// Adds the hypothesis about a text with drawn grids, which may be in sections, for example under `[Puzzle]`.
fn drawn_hypotheses(
    format: Format,
    head: &Head<'_>,
    out: &mut Hypotheses,
) -> Result<(), FormatError> {
    let text = head.text;
    let is_sdk = drawn::section(head.first()).is_some() && drawn::has_sections(text);
    if is_sdk && let Some(name) = drawn::unknown_section(text) {
        out.refuse(FormatError::UnknownSection(name));
        return Ok(());
    }
    let mut all = None;
    if !head.is_named() {
        let is_empty = is_sdk && head.lines().all(|line| drawn::section(line).is_some());
        let is_other = head.is_by_name() || is_sdk != (format == Format::Sdk);
        if is_other {
            return Ok(());
        }
        if !is_empty {
            all = GridParser::of_grids(text);
            if all.is_none() {
                return Ok(());
            }
        }
    }
    // A line of dots in a list stands for its other grids.
    let is_dots = |line: &[u8]| matches!(line, b"..." | b"...,");
    if head.first().starts_with(b"[") && head.lines().any(is_dots) && !head.is_named() {
        out.refuse(FormatError::Abbreviated);
        return Ok(());
    }
    // These parsers take the text for cut. If it is not, no rows follow those at its end.
    let all = all.filter(|_| head.is_cut);
    let all = all.unwrap_or_else(|| GridParser::hypotheses(text, head.is_cut));
    let takes_candidates = head.options.pencilmarks;
    let parser = match GridParser::choose(all, text, head.is_cut, takes_candidates, head.is_named())
    {
        Ok(parser) => parser,
        Err(error) if head.is_named() => return Err(error),
        Err(error) => {
            out.refuse(error);
            return Ok(());
        }
    };
    if let Some((first, last)) = parser.unread_grid(text).filter(|_| !head.is_named()) {
        out.refuse(FormatError::UnreadGrid { first, last });
        return Ok(());
    }
    let words = if is_sdk {
        "the first line is the name of a section"
    } else {
        "there are rows of nine cells"
    };
    let format = head.options.format.unwrap_or(format);
    let input = DetectedInput::counted(format, Arc::new(parser), text, |line| {
        drawn::row_cells(line).is_some()
    });
    out.add(Hypothesis {
        grounds: Grounds::Declared,
        ..Hypothesis::new(words, Rank::Units, input)
    });
    Ok(())
}

/// Makes sure that an input has no record batches, which another crate reads.
fn batches(head: &Head<'_>, of: Format) -> Result<(), FormatError> {
    match magic::batches(head.text) {
        Some((format, name)) if format == of => Err(FormatError::Batches(name)),
        _ if head.is_named() => Err(FormatError::NotBatches(of)),
        _ => Ok(()),
    }
}

/// Makes sure that an input is not of a kind that no grammar reads.
///
/// # Errors
/// If it is.
pub(super) fn check_kind(head: &Head<'_>) -> Result<(), FormatError> {
    if let Some((_, name)) = magic::batches(head.text) {
        return Err(FormatError::Batches(name));
    }
    // The bytes of an array may look like any text.
    if head.text.starts_with(npy::MAGIC) {
        return Ok(());
    }
    UNREAD_KINDS.iter().find_map(|kind| (kind.error)(head)).map_or(Ok(()), Err)
}
