//! Finds the grid that a reply of a language model gives as its answer.
//!
//! ```text
//! part     the part with the answer: behind the thoughts, in a tag or a box    form    the names of the forms
//! plain    digits, blanks and ends of lines in any script and markup          chat    the text of messages
//! line     a line: a row with its label, whole grids, a ruler, text
//! board    rows under each other        nested   brackets        moves   a digit for each cell
//! withdrawn  words that take a grid back        choice  words that choose a grid
//! clause     what a clause says of a grid       words   the meanings of words
//! ```
//!
//! A grid is found only if the reply gives it clearly. A part that is opened and not closed is no answer. Rows with other
//! text between them, ten rows, a row with a digit too few, and a cell with two digits are no grid. Of several grids, the
//! last complete grid that is not the puzzle counts; without a complete grid, the last incomplete grid.

mod board;
mod chat;
mod choice;
mod clause;
mod form;
mod line;
mod moves;
mod nested;
mod part;
mod plain;
#[cfg(test)]
mod tests;
mod withdrawn;
mod words;

use std::ops::Range;

use batchdoku_engine::grid::Grid;
use memchr::memchr;

use board::{Stack, StackKind, StackedGrid};
pub use chat::{ChatError, TEXT_MEMBERS, text_of_messages};
use choice::{chosen, name, offers_several};
pub use form::ReplyForm;
use line::{Line, LineScanner, WholeGrid};
use nested::{NestedGrid, NestedScanner};
pub use part::{AnswerPart, TagError, Thoughts};
use part::{Part, answer_part, drafts, turn};
use plain::Plain;
use withdrawn::{NEAR, Withdrawal, is_announced, withdrawal};

/// The part of a reply that holds the answer, and the treatment of thoughts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyOptions {
    /// The part behind the thoughts that holds the answer.
    pub answer: AnswerPart,
    /// The treatment of thoughts.
    pub think: Thoughts,
}

/// The answer that a reply gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The grid, if there is one.
    pub given: Option<GivenGrid>,
    /// True if the reply was cut off: it ends within a thought, a tag, a box, a bracket, a frame, or a grid with fewer than
    /// nine rows.
    pub is_truncated: bool,
}

/// The grid that a reply gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenGrid {
    /// The cells.
    pub grid: Grid,
    /// The form of the grid.
    pub form: ReplyForm,
    /// The place of the grid in the reply, in bytes.
    pub range: Range<usize>,
}

/// Finds the grids that texts give, in memory that it allocates once.
#[derive(Default)]
pub(super) struct GridFinder {
    options: ReplyOptions,
    plain: Plain,
    lines: LineScanner,
    nested: NestedScanner,
    stack: Stack,
    whole: Vec<WholeGrid>,
    stacked: Vec<StackedGrid>,
    bracketed: Vec<NestedGrid>,
    found: Vec<Found>,
}

/// The most bytes of a text that may be a grid as a whole, in a form that only files have.
const LONGEST_WHOLE: usize = 4096;

impl GridFinder {
    /// Creates a finder that looks for the answer in the part that the options choose.
    pub(super) fn new(options: ReplyOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Finds the grid that a reply gives as the solution of a puzzle. If there is none, `other` may read the whole answer.
    ///
    /// Takes time that is proportional to the length of the reply.
    pub(super) fn read(
        &mut self,
        reply: &[u8],
        puzzle: &Grid,
        other: fn(&[u8]) -> Option<[u8; 81]>,
    ) -> Reply {
        const CUT: Reply = Reply { given: None, is_truncated: true };
        let Some(turn) = turn(reply, &self.options.think) else { return CUT };
        let (part, must_choose) = match answer_part(reply, &self.options.answer, turn.clone()) {
            Part::At(part) => (part, false),
            Part::Choice(part) => (part, true),
            Part::None => return Reply::default(),
            Part::Cut => return CUT,
        };
        let puzzle = puzzle.to_text();
        let cut = self.find(&reply[part.clone()]);
        self.read_moves(&puzzle);
        self.found.retain(|found| {
            cut.is_none_or(|cut| found.end <= cut) && !is_restated(&found.cells, &puzzle)
        });
        let has_drafts =
            self.options.think != Thoughts::Keep && self.drop_drafts(&reply[part.clone()]);
        self.found.sort_by_key(|found| found.end);
        drop_checks(&mut self.found);
        let around = Around {
            reply: &reply[..turn.end],
            turn: turn.start,
            part: part.start,
            plain: &self.plain,
        };
        let given = match around.given(&self.found, must_choose) {
            Some(found) => {
                let start = part.start + self.plain.place(found.start);
                let end = part.start + self.plain.place(found.end);
                Some((found.cells, found.form, start..end))
            }
            None if cut.is_none()
                && self.found.is_empty()
                && !self.stack.has_other_rows
                && !has_drafts =>
            {
                let text = reply[part.clone()].trim_ascii();
                // In brackets, only the nesting shows that a row is too short.
                let has_brackets = memchr::memchr3(b'[', b'{', b'(', text).is_some();
                let is_possible = text.len() <= LONGEST_WHOLE && !has_brackets;
                let cells = if is_possible { other(text) } else { None };
                let cells = cells.map(line::with_dots).filter(|cells| !is_restated(cells, &puzzle));
                cells.map(|cells| (cells, ReplyForm::Other, part))
            }
            None => None,
        };
        let given = given.map(|(cells, form, range)| GivenGrid {
            grid: Grid::parse(&cells).expect("81 cells"),
            form,
            range,
        });
        Reply { given, is_truncated: cut.is_some() }
    }

    /// Finds the only grid of a text, without a puzzle to compare. `None` if there is none, if the text was cut off, or if
    /// several grids differ.
    fn read_only(&mut self, text: &[u8]) -> Option<[u8; 81]> {
        if self.find(text).is_some() {
            return None;
        }
        let (first, others) = self.found.split_first()?;
        others.iter().all(|other| other.cells == first.cells).then_some(first.cells)
    }

    /// Finds the grids of a text. Returns the place of a part that was cut off.
    fn find(&mut self, text: &[u8]) -> Option<usize> {
        self.plain.read(text);
        self.found.clear();
        let fence = self.read_lines();
        let bracket = self.read_brackets();
        let stack = self.stack.is_cut.then_some(self.plain.text.len());
        // A fence behind all grids ends code that the prompt began.
        let last = self.found.iter().map(|found| found.end).max().unwrap_or(0);
        let fence = fence.filter(|fence| last > *fence || self.stack.is_cut);
        [fence.or(stack), bracket, self.plain.cut].into_iter().flatten().min()
    }

    /// Reads the lines of the plain text. Returns the place of a fence that is not closed.
    fn read_lines(&mut self) -> Option<usize> {
        let Self { plain, lines, stack, whole, stacked, found, .. } = self;
        let text = &plain.text[..];
        stacked.clear();
        let mut fence = None;
        let mut at = 0;
        while at < text.len() {
            let length = memchr(b'\n', &text[at..]).unwrap_or(text.len() - at);
            let line = &text[at..at + length];
            whole.clear();
            match lines.read(line, whole) {
                Line::Blank => stack.blank(),
                Line::Rule { has_corners } => stack.rule(has_corners),
                Line::Fence => {
                    stack.finish(stacked);
                    fence = if fence.is_some() { None } else { Some(at) };
                }
                Line::Row(row) => stack.push(&row, at, stacked),
                Line::Digits => stack.push_digits(lines.all_digits(line), at, at + length, stacked),
                Line::Text => stack.text(line, stacked),
            }
            found.extend(whole.iter().map(|grid| Found {
                cells: grid.cells,
                form: ReplyForm::Line,
                start: at + grid.start,
                end: at + grid.end,
            }));
            at += length + 1;
        }
        stack.finish_text(stacked);
        found.extend(stacked.iter().map(|grid| Found {
            cells: grid.cells,
            form: plain.form_of(grid.kind),
            start: grid.start,
            end: grid.end,
        }));
        fence
    }

    /// Reads the grids in brackets. Returns the place of a bracket that is not closed.
    fn read_brackets(&mut self) -> Option<usize> {
        self.bracketed.clear();
        let cut = self.nested.read(&self.plain.text, &mut self.bracketed);
        self.found.extend(self.bracketed.iter().map(|grid| Found {
            cells: grid.cells,
            form: ReplyForm::Nested,
            start: grid.start,
            end: grid.end,
        }));
        cut
    }

    /// Drops the grids that stand in drafts. Returns whether there are drafts.
    fn drop_drafts(&mut self, part: &[u8]) -> bool {
        let drafts = drafts(part);
        let Self { found, plain, .. } = self;
        found.retain(|found| {
            let place = plain.place(found.start);
            let draft = drafts[..drafts.partition_point(|draft| draft.start <= place)].last();
            !draft.is_some_and(|draft| draft.contains(&place))
        });
        !drafts.is_empty()
    }

    fn read_moves(&mut self, puzzle: &[u8; 81]) {
        let moves = moves::last_moves(&self.plain.text, puzzle);
        self.found.extend(moves.map(|moves| Found {
            cells: moves.cells,
            form: ReplyForm::Moves,
            start: moves.start,
            end: moves.end,
        }));
    }
}

/// Returns the only grid of a text, in any form that a reply may have.
pub(super) fn only_grid(text: &[u8]) -> Option<[u8; 81]> {
    GridFinder::default().read_only(text)
}

impl Plain {
    /// Returns the form of a grid that is rows of this kind.
    fn form_of(&self, kind: StackKind) -> ReplyForm {
        match kind {
            StackKind::Rows | StackKind::Table if self.is_latex => ReplyForm::Latex,
            StackKind::Rows | StackKind::Table if self.is_markup => ReplyForm::Markup,
            StackKind::Rows => ReplyForm::Rows,
            StackKind::Table => ReplyForm::Table,
            StackKind::Labelled => ReplyForm::Labelled,
            StackKind::Houses => ReplyForm::Houses,
            StackKind::Wrapped => ReplyForm::Wrapped,
        }
    }
}

/// A grid of a text.
#[derive(Clone, Copy)]
struct Found {
    cells: [u8; 81],
    form: ReplyForm,
    start: usize,
    end: usize,
}

impl Found {
    fn is_complete(&self) -> bool {
        !self.cells.contains(&b'.')
    }
}

/// The most grids whose names are compared with the words that choose one.
const MOST_NAMED: usize = 8;

/// The text around the grids of a part of a turn.
struct Around<'t> {
    /// The reply, up to the end of the turn.
    reply: &'t [u8],
    /// The starts of the turn and of the part in the reply.
    turn: usize,
    part: usize,
    plain: &'t Plain,
}

impl Around<'_> {
    /// Returns the text of the reply, in any script, between two places of the plain text. `None` stands for the start or
    /// the end of the turn, which may have text around the part.
    fn words(&self, from: Option<usize>, to: Option<usize>) -> &[u8] {
        let place = |at: usize| self.part + self.plain.place(at);
        let start = from.map_or(self.turn, place);
        let end = to.map_or(self.reply.len(), place);
        &self.reply[start..end.max(start)]
    }

    /// Returns the grid that counts, from the grids of a text in the order of their ends.
    ///
    /// Of the complete grids that are not taken back, the text behind them may choose one; otherwise the last counts.
    /// Without a complete grid, the same holds for the incomplete grids. An incomplete grid behind all of them counts if
    /// the words before it announce the answer. No grid counts if the last two differ and have `or` between them, if the
    /// text behind chooses unclearly, or if `must_choose` and it chooses none.
    fn given<'f>(&self, found: &'f [Found], must_choose: bool) -> Option<&'f Found> {
        for is_complete in [true, false] {
            let mut named: Vec<(&Found, &[u8])> = Vec::new();
            // Grids that are taken back are choices, too: the words behind the last grid may be about another.
            let mut choices: Vec<(&Found, &[u8])> = Vec::new();
            let mut next = None;
            // Words that take the last grid back give no other that they do not name.
            let mut is_last_taken = false;
            for (index, grid) in found.iter().enumerate().rev() {
                if let Some(later) = found.get(index + 1).filter(|later| later.start >= grid.end) {
                    next = Some(later.start);
                }
                let others = found[..index].iter().rev().map(|other| other.end);
                let last = others.take(MOST_NAMED).find(|end| *end <= grid.start);
                let before = self.words(last, Some(grid.start));
                if grid.is_complete() != is_complete {
                    work(before.len().min(NEAR));
                    if is_complete && named.is_empty() && is_announced(before) {
                        return Some(grid);
                    }
                    continue;
                }
                let behind = self.words(Some(grid.end), next);
                // Rows in brackets are of NumPy.
                let is_nested = self.words(Some(grid.start), Some(grid.end)).starts_with(b"[");
                if !is_nested && is_filled_by_columns(before, behind) {
                    continue;
                }
                work(before.len().min(NEAR) + behind.len().min(2 * NEAR));
                if choices.len() < MOST_NAMED {
                    choices.push((grid, before));
                }
                let withdrawal = withdrawal(before, behind, last.is_some());
                is_last_taken |= withdrawal == Withdrawal::Behind && choices.len() == 1;
                if withdrawal == Withdrawal::None {
                    named.push((grid, before));
                    if named.len() == MOST_NAMED {
                        break;
                    }
                }
            }
            let behind = |grid: &Found| self.words(Some(grid.end), None);
            if must_choose || choices.windows(2).any(|two| two[0].0.cells != two[1].0.cells) {
                choices.reverse();
                let names: Vec<String> = choices.iter().map(|it| name(it.1)).collect();
                let must_choose = must_choose || offers_several(&names, choices[0].1);
                match choices.last().map(|last| chosen(&names, behind(last.0))) {
                    Some(Ok(Some(index))) => return Some(choices[index].0),
                    Some(Ok(None)) if !must_choose && !is_last_taken => {}
                    _ => return None,
                }
            }
            let Some((last, before)) = named.first() else { continue };
            let has_other = named.iter().any(|(grid, _)| grid.cells != last.cells);
            return (!has_other || !name(before).eq_ignore_ascii_case("or")).then_some(*last);
        }
        None
    }
}

/// Drops the houses that are listed behind a complete grid: they check it, and are no other answer.
fn drop_checks(found: &mut Vec<Found>) {
    let is_grid = |found: &Found| found.form != ReplyForm::Houses && found.is_complete();
    if let Some(end) = found.iter().find(|found| is_grid(found)).map(|first| first.end) {
        found.retain(|found| found.form != ReplyForm::Houses || found.start < end);
    }
}

/// Returns whether a grid is the cells of a matrix of R that fills its columns first: `matrix(c(5, 3, ...), nrow = 9)`.
fn is_filled_by_columns(before: &[u8], behind: &[u8]) -> bool {
    const LONGEST: usize = 80;
    let before = &before[before.len().saturating_sub(LONGEST)..];
    if memchr(b'(', before).is_none() {
        return false;
    }
    let start = before.windows(7).rposition(|word| word == b"matrix(");
    let is_matrix = start.is_some_and(|start| !before[start..].contains(&b')'));
    let behind = &behind[..behind.len().min(LONGEST)];
    is_matrix && memchr::memmem::find(behind, b"byrow").is_none()
}

/// Returns whether a grid is the puzzle itself, which is no answer to it.
fn is_restated(cells: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    cells == puzzle && puzzle.contains(&b'.')
}

/// Counts the bytes that the scanners look at, so that a test can compare them with the length of a text alone.
#[inline]
fn work(bytes: usize) {
    #[cfg(test)]
    tests::WORK.with(|work| work.set(work.get() + bytes));
    let _ = bytes;
}
