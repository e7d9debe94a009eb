//! Exact cover problems as text, in two formats, and their solutions.
//!
//! Dense: a line `N M`, then `N` lines of `M` entries 0 or 1, with or without blanks between them
//! (`M` must be at least 1 if there are rows). Each column is a primary item, each row an option.
//!
//! Sparse: a line of item names separated by blanks, the secondary items after a `|`; then one
//! option per line, as the names of its items.
//!
//! Both skip blank lines and lines that begin with `#`. Options are numbered from 1.

use std::{
    collections::HashMap,
    fmt,
    io::{self, Write},
    ops::ControlFlow,
};

use super::{CoverSolver, Problem, ProblemError};
use batchdoku_base::{Limits, Outcome, StopReason, counted, named};

#[derive(Clone, Copy)]
struct TextWord<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl TextWord<'_> {
    /// Parses the word as the number of rows or columns.
    fn number(self) -> Result<usize, ProblemError> {
        match self.text.parse::<u32>() {
            Ok(number) => Ok(number as usize),
            Err(_) => self.refuse(format!("expected a number, got '{}'", self.text)),
        }
    }

    fn refuse<T>(self, what: impl fmt::Display) -> Result<T, ProblemError> {
        Err(ProblemError::Text { line: self.line, column: self.column, what: what.to_string() })
    }
}

/// The words of each line that is not blank, and the place of its end. There is at least one line.
struct TextLines<'a> {
    lines: Vec<(Vec<TextWord<'a>>, TextWord<'a>)>,
    end: TextWord<'a>,
}

impl<'a> TextLines<'a> {
    fn new(text: &'a [u8]) -> Result<Self, ProblemError> {
        let mut lines = Vec::new();
        let mut count = 0;
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        for (index, bytes) in text.split(|&byte| byte == b'\n').enumerate() {
            let line = index + 1;
            let text = match str::from_utf8(bytes) {
                Ok(text) => text.trim_end_matches('\r'),
                Err(error) => {
                    let word = TextWord { text: "", line, column: error.valid_up_to() + 1 };
                    return word.refuse("invalid UTF-8");
                }
            };
            if !bytes.is_empty() {
                count = line;
            }
            if text.starts_with('#') {
                continue;
            }
            let mut words = Vec::new();
            for word in text.split_whitespace() {
                // A word is a part of the text, so its address gives its column.
                let column = word.as_ptr() as usize - text.as_ptr() as usize + 1;
                words.push(TextWord { text: word, line, column });
            }
            if !words.is_empty() {
                lines.push((words, TextWord { text: "", line, column: text.len() + 1 }));
            }
        }
        let end = TextWord { text: "", line: count + 1, column: 1 };
        if lines.is_empty() { end.refuse("empty input") } else { Ok(Self { lines, end }) }
    }
}

impl Problem {
    /// Parses a problem: in the dense form if its first line is two numbers, otherwise in the sparse form.
    ///
    /// ```
    /// use batchdoku::exact_cover::Problem;
    /// let problem = Problem::parse(b"2 3\n1 0 1\n0 1 0\n")?;
    /// assert_eq!((problem.items(), problem.options()), (3, 2));
    /// let problem = Problem::parse(b"a b | c\na c\nb\n")?;
    /// assert_eq!((problem.primary(), problem.items()), (2, 3));
    /// let error = Problem::parse(b"2 3\n1 0 1\n0 1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 4: expected 3 entries, got 2");
    /// # Ok::<(), batchdoku::exact_cover::ProblemError>(())
    /// ```
    ///
    /// # Errors
    /// The first error, with its position.
    pub fn parse(text: &[u8]) -> Result<Self, ProblemError> {
        let lines = TextLines::new(text)?;
        let (first, _) = &lines.lines[0];
        let mut bytes = first.iter().flat_map(|word| word.text.bytes());
        if first.len() == 2 && bytes.all(|byte| byte.is_ascii_digit()) {
            parse_dense(&lines)
        } else {
            parse_sparse(&lines)
        }
    }
}

/// The form of a problem as text.
///
/// ```
/// use batchdoku::exact_cover::ProblemForm;
/// // Two items with numbers as names, and no option: the first line of a dense problem looks the same.
/// let text = b"2 3\n";
/// assert_eq!(ProblemForm::Sparse.parse(text)?.items(), 2);
/// assert!(ProblemForm::Dense.parse(text).is_err());
/// # Ok::<(), batchdoku::exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemForm {
    /// A line `N M`, then `N` lines of `M` entries 0 or 1.
    Dense,
    /// A line of item names, the secondary items after a `|`, then one option per line.
    Sparse,
}

named!(ProblemForm { Dense = "dense", Sparse = "sparse" });

impl ProblemForm {
    /// Parses a problem of this form. [`Problem::parse`] detects the form.
    ///
    /// # Errors
    /// The first error, with its position.
    pub fn parse(self, text: &[u8]) -> Result<Problem, ProblemError> {
        let lines = TextLines::new(text)?;
        match self {
            Self::Dense => parse_dense(&lines),
            Self::Sparse => parse_sparse(&lines),
        }
    }
}

fn parse_dense(lines: &TextLines<'_>) -> Result<Problem, ProblemError> {
    let (first, end) = &lines.lines[0];
    let (rows, columns) = match &first[..] {
        [rows, columns] => (rows.number()?, columns.number()?),
        // A word that is not a number is a clearer error than the number of words.
        [rows, columns, more, ..] => {
            rows.number()?;
            columns.number()?;
            return more.refuse("expected two numbers, got more");
        }
        [rows] => {
            rows.number()?;
            return end.refuse("expected the numbers of rows and columns");
        }
        [] => return end.refuse("expected the numbers of rows and columns"),
    };
    // The first row must have the columns before memory is allocated for them: a few bytes can announce billions.
    let shown = lines.lines.get(1).map_or(0, |(words, end)| match words.len() {
        1 => end.column - words[0].column,
        more => more,
    });
    if rows > 0 && columns > shown {
        let (position, got) = lines.lines.get(1).map_or((lines.end, 0), |(_, end)| (*end, shown));
        return position.refuse(format!("expected {}, got {got}", entries_of(columns)));
    }
    // Without rows, one uncovered column is equivalent to any number of columns.
    let mut problem = Problem::new(if rows == 0 { columns.min(1) } else { columns }, 0);
    let mut items = Vec::new();
    for (words, end) in &lines.lines[1..] {
        if problem.options() == rows {
            return words[0].refuse(format!("expected {}, got more", counted(rows as u64, "row")));
        }
        items.clear();
        let mut entries = 0;
        let joined = words.len() == 1 && columns > 1;
        for word in words {
            for (position, entry) in word.text.char_indices() {
                let at = TextWord { column: word.column + position, ..*word };
                match entry {
                    '0' | '1' if position > 0 && !joined => {
                        return at.refuse(format!("expected 0 or 1, got '{}'", word.text));
                    }
                    '1' if entries < columns => items.push(entries),
                    '0' | '1' => {}
                    _ => return at.refuse(format!("expected 0 or 1, got '{entry}'")),
                }
                if entries == columns {
                    return at.refuse(format!("expected {}, got more", entries_of(columns)));
                }
                entries += 1;
            }
        }
        if entries < columns {
            return end.refuse(format!("expected {}, got {entries}", entries_of(columns)));
        }
        problem.add_option(&items).or_else(|error| words[0].refuse(error))?;
    }
    let got = problem.options();
    if got < rows {
        return lines.end.refuse(format!("expected {}, got {got}", counted(rows as u64, "row")));
    }
    Ok(problem)
}

/// Returns a number of entries as text: `1 entry`, `2 entries`.
fn entries_of(columns: usize) -> String {
    format!("{columns} {}", if columns == 1 { "entry" } else { "entries" })
}

fn parse_sparse(lines: &TextLines<'_>) -> Result<Problem, ProblemError> {
    let mut numbers = HashMap::new();
    let mut primary = None;
    for word in &lines.lines[0].0 {
        let next = numbers.len();
        if word.text == "|" {
            if primary.replace(next).is_some() {
                return word.refuse("a second '|'");
            }
        } else if numbers.insert(word.text, next).is_some() {
            return word.refuse(format!("the item '{}' is named twice", word.text));
        }
    }
    let items = numbers.len();
    if items > Problem::MAX_SIZE {
        return lines.lines[0].0[0].refuse(ProblemError::TooLarge);
    }
    let primary = primary.unwrap_or(items);
    let mut problem = Problem::new(primary, items - primary);
    let mut option = Vec::new();
    for (words, _) in &lines.lines[1..] {
        option.clear();
        for word in words {
            match numbers.get(word.text) {
                None => return word.refuse(format!("there is no item '{}'", word.text)),
                Some(item) => option.push(*item),
            }
        }
        problem.add_option(&option).or_else(|error| match error {
            ProblemError::ItemTwice(item) => {
                let position = option.iter().rposition(|other| *other == item).unwrap_or_default();
                words[position].refuse(format!("the item '{}' occurs twice", words[position].text))
            }
            _ => words[0].refuse(error),
        })?;
    }
    Ok(problem)
}

/// The part of the solutions that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolutionOutput {
    /// The first solution.
    First,
    /// Every solution, one per line.
    All,
    /// The number of solutions.
    Count,
}

/// Solves a problem and writes its solutions: each as the numbers of its options, in ascending order,
/// separated by blanks; `No Solution!` if there is none. Only [`SolutionOutput::Count`] uses `threads`.
///
/// # Errors
/// If writing fails.
pub fn write_solutions(
    problem: &Problem,
    show: SolutionOutput,
    limits: &Limits<'_>,
    threads: usize,
    out: &mut dyn Write,
) -> io::Result<Outcome> {
    if show == SolutionOutput::Count {
        let outcome = problem.count_solutions(limits, threads);
        let more = if outcome.end == StopReason::Complete { "" } else { "+" };
        writeln!(out, "{}{more}", outcome.solutions)?;
        return Ok(outcome);
    }
    let solutions = if show == SolutionOutput::First { 1 } else { limits.solutions };
    let limits = limits.max_solutions(solutions);
    let mut written = Ok(());
    let mut rows = Vec::with_capacity(problem.items());
    let outcome = CoverSolver::new(problem).search(&[], &limits, |options| {
        rows.clear();
        rows.extend(options.iter().map(|option| option + 1));
        rows.sort_unstable();
        written = write_row(&rows, out);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    if outcome.solutions == 0 && outcome.end == StopReason::Complete {
        writeln!(out, "No Solution!")?;
    }
    Ok(outcome)
}

fn write_row(numbers: &[usize], out: &mut dyn Write) -> io::Result<()> {
    for (position, number) in numbers.iter().enumerate() {
        if position > 0 {
            out.write_all(b" ")?;
        }
        write!(out, "{number}")?;
    }
    out.write_all(b"\n")
}
