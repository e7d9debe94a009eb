//! Chooses the reading of an input: of all hypotheses about it, the hypothesis that explains its head, which is its first
//! bytes.
//!
//! A hypothesis is a parser with its parameters, and the length of the text before the first record. It has to explain
//! every line of the head as a record, or as a line that its parser passes over by rule (a comment, a blank line, a ruler,
//! text between drawn grids). For example, "lines begin with a puzzle" explains `53..7…,easy`, but not `easy,53..7…`. The
//! parser itself runs on the head, so that the judgement is about the parser that reads the input.
//!
//! The hypotheses are weighed in this order:
//!
//! ```text
//! by syntax   hypotheses from brackets, quotes or tags rule out others, unless these read more puzzles
//! complete    no record is malformed; complete hypotheses with the same puzzles count as one, and the highest rank is used
//! sound       if complete hypotheses have different puzzles, the only one whose grids have no digit twice in a house
//! unclear     if none or several are sound, the input is refused, with the words of each
//! refused     if none is complete, by a grammar that recognised an input which it cannot read
//! nearest     the most puzzles, less malformed records, if these look damaged or are at most as many as the puzzles
//! declared    a hypothesis that the head declares, or one whose records look like damaged puzzles
//! ```
//!
//! Behind the head nothing is reinterpreted: a record that does not fit is malformed.

use batchdoku_base::counted;
use batchdoku_engine::grid::{Grid, PuzzleForm};

use super::{
    DetectedInput, Format, FormatError, Record, Records, Row,
    cells::{
        FEWEST_CLUES, count_digits, foreign_mark, is_abbreviated, is_cell, mark_of_digits,
        means_nothing,
    },
    drawn,
    found::{FoundGrid, completes, grids, is_complete, may_be_cut_grid, near_grid},
    grammars::GRAMMARS,
    hypothesis::{Grounds, Head, Hypotheses, Hypothesis, Rank},
    line_roles::{self, LineLayout},
    lines::split_lines,
    read_options::is_usual_for_solutions,
    table::by_spreadsheet,
    tokens::words,
    unread::unread_grids,
};

/// Chooses the reading of the input that starts with this head.
///
/// # Errors
/// If no hypothesis explains the head, or several do with different puzzles.
pub(super) fn choose(head: &Head<'_>) -> Result<DetectedInput, FormatError> {
    let mut hypotheses = Hypotheses::default();
    for grammar in GRAMMARS.iter().filter(|grammar| grammar.may_be_named(head.options.format)) {
        (grammar.hypotheses)(head, &mut hypotheses)?;
        if hypotheses.is_certain() {
            break;
        }
    }
    let Hypotheses { mut list, refusal } = hypotheses;
    let is_only = list.len() == 1 && head.is_named();
    if let Some(last) = list.pop_if(|last| is_only || last.grounds == Grounds::Certain) {
        return Ok(last.into_input());
    }
    let readings = list.into_iter().map(|it| Reading::of(head, it)).collect();
    Choice { readings, refusal, head }.made()
}

/// A hypothesis, and the records that its parser finds in the head.
struct Reading {
    hypothesis: Hypothesis,
    /// The cells or candidates of the puzzles, one after the other.
    puzzles: Vec<u8>,
    form: PuzzleForm,
    good: usize,
    /// The number of malformed records that look like damaged puzzles.
    damaged: usize,
    /// The number of these that have a grid, or the rest of one.
    held: usize,
    /// The number of other malformed records.
    faults: usize,
    /// The line of the first malformed record, and its fault.
    first_fault: Option<(u64, String)>,
    /// The number of complete grids that may be solutions of puzzles that are not read, and the line of the first. Such a
    /// puzzle may stand before the grid in its line, or in a comment above.
    answers: usize,
    first_answer: u64,
    /// The line of a damaged puzzle, or of a puzzle in a form that is not read, if it stands above all puzzles.
    puzzle_above: Option<u64>,
    /// True if there are puzzles, and none has an empty cell.
    are_complete: bool,
}

impl Reading {
    /// Runs the parser of a hypothesis on the head.
    fn of(head: &Head<'_>, hypothesis: Hypothesis) -> Self {
        let DetectedInput { parser, skip, lines, .. } = &hypothesis.input;
        let rest = head.text.get(*skip..).unwrap_or_default();
        let is_drawn = hypothesis.input.layout.format.is_block();
        // The last record may be whole, but the next bytes could belong to it.
        let cut = if head.is_cut { parser.cut(rest) } else { None };
        let end = cut.unwrap_or(if head.is_cut && is_drawn { 0 } else { rest.len() });
        let text = &rest[..end];
        let mut records = Records::default();
        records.read(&**parser, text);
        let mut puzzles = Vec::new();
        let (mut good, mut damaged, mut held, mut faults, mut first_fault) = (0, 0, 0, 0, None);
        let (mut answers, mut first_answer) = (0, 0);
        let mut puzzle_above = None;
        // The malformed records and comments above all puzzles.
        let mut above: Vec<&[u8]> = Vec::new();
        // Only in lines and lists do puzzles stand among other words. If the user names a column, its grids are wanted.
        let is_among_others = matches!(hypothesis.input.layout.format, Format::Line | Format::List)
            && head.options.column.is_none();
        // The last puzzle in a comment.
        let mut commented: Option<FoundGrid> = None;
        for row in records.rows(text) {
            let (record, error) = match row {
                Row::Passthrough(comment) => {
                    commented = grids(comment).last().or(commented);
                    if good == 0 {
                        above.push(comment);
                    }
                    continue;
                }
                Row::Puzzle { record, .. } => match record.grid(&**parser) {
                    Ok(_) => {
                        let cells = record.puzzle().unwrap_or_default();
                        let complete = cells.first_chunk().filter(|cells| is_complete(cells));
                        let is_answer = |grid| {
                            may_be_answer(text, record.record)
                                || commented.is_some_and(|other| completes(grid, &other.cells))
                        };
                        if is_among_others && complete.is_some_and(is_answer) {
                            if answers == 0 {
                                first_answer = lines + u64::from(record.record.line) + 1;
                            }
                            answers += 1;
                        }
                        add_cells(cells, &mut puzzles);
                        good += 1;
                        continue;
                    }
                    Err(error) => (record, error.to_string()),
                },
                Row::Malformed { record, error, .. } => (record, error.to_string()),
            };
            let holds = is_drawn || may_hold_puzzle(record.bytes());
            if holds || is_damaged(record.bytes()) {
                damaged += 1;
                held += usize::from(holds);
                if holds && good == 0 {
                    puzzle_above.get_or_insert(lines + u64::from(record.record.line) + 1);
                }
            } else {
                faults += 1;
            }
            if good == 0 {
                above.push(record.bytes());
            }
            first_fault.get_or_insert((lines + u64::from(record.record.line) + 1, error));
        }
        let form = records.form;
        let are_complete =
            good > 0 && form == PuzzleForm::Cells && puzzles.iter().all(|&cell| cell != b'.');
        if are_complete && !unread_grids(&above, true).is_empty() {
            puzzle_above.get_or_insert(lines + 1);
        }
        Self {
            hypothesis,
            puzzles,
            form,
            good,
            damaged,
            held,
            faults,
            first_fault,
            answers,
            first_answer,
            puzzle_above,
            are_complete,
        }
    }

    /// Returns the line of a puzzle that may be left out, if all grids that are read are complete. If most grids are
    /// answers, this is the line of the first answer; otherwise that of a puzzle above all grids.
    fn puzzle_of_answers(&self) -> Option<u64> {
        let first_answer = Some(self.first_answer).filter(|_| 2 * self.answers > self.good);
        first_answer.or(self.puzzle_above).filter(|_| self.are_complete)
    }

    /// Returns the place of the puzzles, in words, if the complete grids are their solutions: each solves the grid before
    /// it, or the grid behind it, or the second half of all grids solves the first.
    fn solutions_among(&self) -> Option<&'static str> {
        if self.form != PuzzleForm::Cells || self.good < 2 {
            return None;
        }
        let (all, _) = self.puzzles.as_chunks::<81>();
        let complete = all.iter().filter(|grid| is_complete(grid)).count();
        let solve = |other: usize| {
            let pairs = all.windows(2).filter(|two| completes(&two[1 - other], &two[other]));
            complete > 0 && pairs.count() == complete
        };
        if solve(0) {
            return Some("the grid before it");
        }
        if solve(1) {
            return Some("the grid behind it");
        }
        let (first, second) = all.split_at(all.len() / 2);
        let are_halves = first.len() == second.len()
            && second.iter().zip(first).all(|(grid, puzzle)| completes(grid, puzzle));
        are_halves.then_some("one of the first half")
    }

    fn is_complete(&self) -> bool {
        self.good > 0 && self.damaged + self.faults == 0
    }

    /// Returns whether there are puzzles, and malformed records look damaged or are at most as many as the puzzles.
    fn is_tolerable(&self) -> bool {
        self.good > 0 && (self.faults == 0 || self.faults + self.damaged <= self.good)
    }

    /// Returns whether the syntax of the text is the reason for the hypothesis.
    fn is_by_syntax(&self) -> bool {
        matches!(self.hypothesis.grounds, Grounds::Syntax | Grounds::Certain)
    }

    /// Returns whether two readings have the same puzzles. If the head is cut, one of them may have a puzzle less at its
    /// end.
    fn is_same(&self, other: &Self, is_cut: bool) -> bool {
        let shorter = self.puzzles.len().min(other.puzzles.len());
        let may_differ = is_cut && self.good.abs_diff(other.good) <= 1;
        self.form == other.form
            && (self.good == other.good || may_differ)
            && self.puzzles[..shorter] == other.puzzles[..shorter]
    }

    /// Returns whether no puzzle has a digit twice in a house.
    fn is_sound(&self) -> bool {
        self.form != PuzzleForm::Cells
            || self
                .puzzles
                .chunks(81)
                .all(|cells| Grid::parse(cells).is_ok_and(|grid| grid.conflict().is_none()))
    }

    /// Returns the number of puzzles less that of malformed records, by which readings are compared if none is complete.
    fn weight(&self) -> isize {
        self.good as isize - (self.damaged + self.faults) as isize
    }

    /// Returns the reason, for the user, why a reading was not taken.
    fn told(&self, taken: &Self, is_cut: bool) -> String {
        let words = &self.hypothesis.words;
        match &self.first_fault {
            Some((line, fault)) => format!("not that {words}: line {line}: {fault}"),
            None if self.is_same(taken, is_cut) => format!("the same puzzles if {words}"),
            None => format!("not that {words}: grids would hold a digit twice in a house"),
        }
    }
}

/// The readings of a head, from which one is chosen.
struct Choice<'c, 'h> {
    readings: Vec<Reading>,
    /// The error of the first grammar that recognised the input and cannot read it.
    refusal: Option<FormatError>,
    head: &'c Head<'h>,
}

impl Choice<'_, '_> {
    fn made(mut self) -> Result<DetectedInput, FormatError> {
        if let Some(line) = self.readings.iter().find_map(Reading::puzzle_of_answers) {
            self.refusal.get_or_insert(FormatError::AnswersAlone { line });
            self.readings.retain(|it| it.puzzle_of_answers().is_none());
        }
        let by_syntax = self.readings.iter().filter(|it| it.is_by_syntax()).map(|it| it.good).max();
        let by_syntax = by_syntax.filter(|&most| most > 0);
        if let Some(most) = by_syntax {
            self.readings.retain(|it| it.is_by_syntax() || it.good > most);
        }
        let complete = self.indices(Reading::is_complete);
        if !complete.is_empty() {
            return self.one_of(complete);
        }
        if let Some(mark) = mark_of_digits(self.head.text) {
            return Err(FormatError::Marked(char::from(mark)));
        }
        if let Some(error) = self.refusal.take().filter(|_| by_syntax.is_none()) {
            return Err(error);
        }
        let mut tolerable = self.indices(Reading::is_tolerable);
        // A hypothesis with a structure rules out those that take any grid among words.
        let is_structured =
            |index: &usize| self.readings[*index].hypothesis.rank > Rank::AmongWords;
        if tolerable.iter().any(is_structured) {
            tolerable.retain(is_structured);
        }
        if let Some(most) = tolerable.iter().map(|&index| self.readings[index].weight()).max() {
            let is_nearest = |index: &usize| self.readings[*index].weight() == most;
            let nearest: Vec<_> = tolerable.into_iter().filter(is_nearest).collect();
            return self.one_of(nearest);
        }
        if let Some(sign) = foreign_mark(self.head.text) {
            return Err(FormatError::ForeignMark { sign });
        }
        if is_abbreviated(self.head.text) {
            return Err(FormatError::Abbreviated);
        }
        if memchr::memmem::find(self.head.text, b"\x1B[").is_some() {
            return Err(FormatError::Colours);
        }
        let declared =
            self.readings.iter().position(|it| it.hypothesis.grounds != Grounds::Records);
        let damaged = || {
            let are_damaged = |it: &Reading| {
                let is_empty = it.damaged + it.faults == 0;
                it.good == 0 && (is_empty || it.held > 0 && it.damaged >= it.faults)
            };
            self.readings.iter().position(are_damaged)
        };
        match declared.or_else(damaged) {
            Some(index) => self.taken(index),
            None if self.head.is_named() && !self.readings.is_empty() => self.taken(0),
            None => Err(self.few_puzzles().unwrap_or_else(|| no_puzzles(self.head.text))),
        }
    }

    /// Returns the error about an input of which only some records are puzzles.
    fn few_puzzles(&self) -> Option<FormatError> {
        let most = self.readings.iter().filter(|it| it.good > 0).max_by_key(|it| it.good)?;
        Some(FormatError::FewPuzzles {
            puzzles: most.good,
            records: most.good + most.damaged + most.faults,
            line: most.first_fault.as_ref()?.0,
            format: most.hypothesis.input.layout.format,
        })
    }

    fn indices(&self, holds: impl Fn(&Reading) -> bool) -> Vec<usize> {
        (0..self.readings.len()).filter(|&index| holds(&self.readings[index])).collect()
    }

    /// Takes the best of these readings if all have the same puzzles, or if only one set of puzzles is sound.
    fn one_of(self, candidates: Vec<usize>) -> Result<DetectedInput, FormatError> {
        let is_cut = self.head.is_cut;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in candidates {
            let reading = &self.readings[index];
            let same = groups.iter_mut().find(|it| reading.is_same(&self.readings[it[0]], is_cut));
            match same {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        if groups.len() > 1 {
            let sound = |group: &Vec<usize>| self.readings[group[0]].is_sound();
            let count = groups.iter().filter(|group| sound(group)).count();
            if count != 1 {
                return Err(self.unclear(&groups));
            }
            groups.retain(sound);
        }
        let best = groups[0].iter().copied().rev();
        let best = best.max_by_key(|&index| {
            let Hypothesis { rank, support, .. } = &self.readings[index].hypothesis;
            (*rank, *support)
        });
        self.taken(best.expect("a group has a reading"))
    }

    fn unclear(&self, groups: &[Vec<usize>]) -> FormatError {
        let readings = groups.iter().map(|group| {
            let Reading { hypothesis, good, .. } = &self.readings[group[0]];
            let puzzles = counted(*good as u64, "puzzle");
            format!("{puzzles} if {} ({})", hypothesis.words, hypothesis.way)
        });
        FormatError::Unclear(readings.collect())
    }

    /// Takes a reading, and adds to its reason why the others were not taken.
    ///
    /// # Errors
    /// If it reads solutions as puzzles.
    fn taken(mut self, index: usize) -> Result<DetectedInput, FormatError> {
        let taken = self.readings.remove(index);
        if let Some(of) = taken.solutions_among().filter(|_| !self.head.is_named()) {
            return Err(FormatError::SolutionsAmong {
                of,
                format: taken.hypothesis.input.layout.format,
            });
        }
        let told: String = self
            .readings
            .iter()
            .map(|other| format!("; {}", other.told(&taken, self.head.is_cut)))
            .collect();
        let mut input = taken.hypothesis.into_input();
        input.reason.push_str(&told);
        Ok(input)
    }
}

/// Adds the cells of a puzzle, with `.` for each empty cell.
fn add_cells(puzzle: &[u8], puzzles: &mut Vec<u8>) {
    puzzles
        .extend(puzzle.iter().map(|&byte| if matches!(byte, b'1'..=b'9') { byte } else { b'.' }));
}

/// Returns whether a complete grid may be the solution of a puzzle that is not read. Three signs show this: 17 or more
/// digits before it in its line, a usual name for solutions before it, or a word in its line that is as long as a grid or
/// may be the rest of one.
fn may_be_answer(text: &[u8], record: &Record) -> bool {
    let (start, end) = (record.start as usize, record.end as usize);
    let line = memchr::memrchr(b'\n', &text[..start]).map_or(0, |end| end + 1);
    let whole = &text[line..end];
    let Some(grid) = grids(&text[start..end]).find(FoundGrid::is_complete) else {
        return count_digits(whole) >= 81 + FEWEST_CLUES;
    };
    let before = &text[line..start + grid.start];
    // Another grid before it may be a record of its own.
    let before = match grids(before).last() {
        Some(other) => &before[other.end..],
        None => before,
    };
    let is_long = |(_, word): (usize, &[u8])| word.len() >= 81 && grids(word).next().is_none();
    count_digits(before) >= FEWEST_CLUES
        || line_roles::name_before(before).is_some_and(|name| is_usual_for_solutions(&name))
        || words(whole).any(|word| is_long(word) || may_be_cut_grid(word.1))
}

/// Returns whether a malformed record looks like a puzzle whose grid is lost: all its words mean that there is no value
/// (`null`), or it has little but cells.
fn is_damaged(record: &[u8]) -> bool {
    let is_divided = record.iter().any(|byte| b",;|\"'".contains(byte));
    let mut words = words(record).peekable();
    (is_divided || words.peek().is_some()) && words.all(|(_, word)| means_nothing(word))
        || has_little_but_cells(record)
}

/// Returns whether a line holds a grid, or a word that may have been a grid before something damaged it.
pub(super) fn may_hold_puzzle(line: &[u8]) -> bool {
    grids(line).next().is_some()
        || words(line).any(|(_, word)| near_grid(word).is_some() || by_spreadsheet(word).is_some())
        || LineLayout::of([line].into_iter()).is_some()
}

/// Returns whether a line has at least ten cells, and these are at least six in ten of its characters, without gaps.
fn has_little_but_cells(line: &[u8]) -> bool {
    let all = line.iter().filter(|&&byte| !b" \t\r|,;:![](){}\"'".contains(&byte)).count();
    let good = line.iter().filter(|&&byte| is_cell(byte)).count();
    good >= 10 && good * 10 >= all * 6
}

/// Returns the numbers of the first and the last line, counted from 1, of what may be a grid in a form that is not read.
fn unread_lines(text: &[u8]) -> Option<(usize, usize)> {
    let lines = split_lines(text).map(<[u8]>::trim_ascii).zip(1..);
    let is_used = |line: &[u8]| !line.is_empty() && !drawn::is_rule(line);
    let (lines, numbers): (Vec<_>, Vec<_>) = lines.filter(|(line, _)| is_used(line)).unzip();
    let first = unread_grids(&lines, false).into_iter().next()?;
    Some((numbers[first.start], numbers[first.end - 1]))
}

fn no_puzzles(text: &[u8]) -> FormatError {
    /// The most bytes of the first line that are shown, because a line may be the whole input.
    const SHOWN: usize = 60;
    let mut lines = split_lines(text);
    let count = lines.clone().filter(|line| !line.is_empty()).count();
    let first = lines.find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    let start = String::from_utf8_lossy(&first[..first.len().min(SHOWN)]).trim().to_owned();
    FormatError::NoPuzzles { lines: count, start, unread: unread_lines(text) }
}
