//! Finds where lines have their puzzles and solutions, and makes hypotheses about an input of lines.
//!
//! Each of the first lines that has a grid shows a place for the puzzle, and perhaps a place for the solution. Each such
//! pair of places is a hypothesis about all lines. For example, `easy,53..7…,534…` shows puzzles in field 2 between commas,
//! and solutions in field 3; `53..7…,534…` below it would show fields 1 and 2, and `reading` chooses.

use std::{ops::Range, sync::Arc};

use super::{
    DetectedInput, Format, FormatError, ReadOptions, Record, RecordKind, Records,
    cells::{
        Edges, FEWEST_CLUES, count_digits, edges_of, foreign_mark, is_of_strokes, is_stroke,
        leading, means_nothing,
    },
    found::{
        FoundGrid, answers, grids, is_complete, may_be_cut_grid, near_grid, starts_with_cells,
        was_grid,
    },
    grid_text::{grid_alone, whole_grid},
    hypothesis::{EXAMINED, Head, Hypotheses, Hypothesis, Rank},
    line::{LineParser, OPENING},
    lines::{content_lines, indented_lines, is_comment, is_numbered, split_lines},
    read_options::is_usual_for_solutions,
    roles::{CellRun, LineRoles, PuzzleRole, cell_of, fields_of},
    signs::{Uses, is},
    table::{self, FieldPlace, by_spreadsheet, fields_before},
    tokens::{inner_range, to_be_checked, words},
    unread::unread_grids,
};

impl CellRun {
    /// Returns the runs of cells that the fields of these lines may have.
    fn all<'l>(lines: impl Iterator<Item = &'l [u8]> + Clone) -> Vec<Self> {
        let mut runs = Vec::new();
        for delimiter in *b",;\t " {
            let Some(first) = lines.clone().next() else { break };
            let width = fields_of(first, delimiter).count();
            if (82..=MOST_FIELDS).contains(&width) {
                Self::find(lines.clone(), delimiter, width, &mut runs);
            }
        }
        runs
    }

    /// Finds runs in the lines that have as many fields as the first.
    fn find<'l>(
        lines: impl Iterator<Item = &'l [u8]>,
        delimiter: u8,
        width: usize,
        runs: &mut Vec<Self>,
    ) {
        let rows: Vec<_> =
            lines.filter(|line| fields_of(line, delimiter).count() == width).collect();
        let mut cells = vec![0; width];
        for row in &rows {
            for (count, field) in cells.iter_mut().zip(fields_of(row, delimiter)) {
                *count += usize::from(cell_of(field).is_some());
            }
        }
        // A cell that is damaged in a few lines is no boundary of a run.
        let are_cells: Vec<_> = cells.iter().map(|count| 2 * count > rows.len()).collect();
        let others = are_cells.iter().filter(|is_cell| **is_cell).count();
        let mut start = 0;
        for group in are_cells.chunk_by(|one, next| one == next) {
            let run = |puzzle, solution| Self { delimiter, width, puzzle, solution };
            match group.len() {
                cells @ 162..=164 if group[0] => runs.extend((0..=cells - 162).map(|place| {
                    let [one, other] = [start + place, start + place + 81];
                    let is_complete = |at| {
                        let mut all = rows.iter().filter_map(|row| run(at, None).cells_at(row, at));
                        all.all(|cells| is_complete(&cells))
                    };
                    let is_solution_first = is_complete(one) && !is_complete(other);
                    let (puzzle, solution) =
                        if is_solution_first { (other, one) } else { (one, other) };
                    run(puzzle, Some(solution))
                })),
                // A part of two grids is none of them.
                cells @ 81..162 if group[0] && others <= cells + MOST_OTHERS => {
                    // Of more than 81 such fields, some are numbers or labels: all at one end, or, of two, one at each end.
                    let mut places = vec![0, cells - 81];
                    if cells == 83 {
                        places.push(1);
                    }
                    places.dedup();
                    runs.extend(places.into_iter().map(|place| run(start + place, None)));
                }
                _ => {}
            }
            start += group.len();
        }
    }

    /// Returns whether all lines with the width of the run have another puzzle in place of the solution.
    fn has_two_puzzles<'l>(self, lines: impl Iterator<Item = &'l [u8]>) -> bool {
        let Some(solution) = self.solution else { return false };
        let rows = lines.filter(|line| self.width_of(line) == self.width);
        let grids = rows.filter_map(|row| {
            Some((self.cells_at(row, solution)?, self.cells_at(row, self.puzzle)?))
        });
        let mut grids = grids.peekable();
        grids.peek().is_some() && grids.all(|(other, puzzle)| !answers(&other, &puzzle))
    }
}

/// The most fields of a line with a run of cells: two grids, and a few more.
const MOST_FIELDS: usize = 172;

/// The most fields besides a run that may look like cells, such as numbers and ratings.
const MOST_OTHERS: usize = 8;

/// The layout of lines, as the head of an input shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineLayout {
    /// A puzzle in each line.
    Lines(LineRoles),
    /// Several puzzles on the first line that has one: its number among the lines with content, the puzzles, and whether
    /// they stand in quotes or brackets.
    Many { line: usize, puzzles: usize, is_list: bool },
}

impl LineLayout {
    /// Returns the layout that the first lines of an input show, without blank lines and comments. The first line that
    /// shows one decides; a line without a grid, or with a complete grid behind other text alone, shows none.
    pub(super) fn of<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Option<Self> {
        lines.enumerate().find_map(|(index, line)| Self::of_line(line, index + 1))
    }

    /// Returns the layout that a line with this number shows.
    pub(super) fn of_line(line: &[u8], number: usize) -> Option<Self> {
        Some(match Self::of_grids(line, number)? {
            Self::Lines(roles) => Self::Lines(LineRoles {
                is_numbered: is_numbered(line.trim_ascii_start()),
                ..roles
            }),
            many => many,
        })
    }

    fn of_grids(line: &[u8], number: usize) -> Option<Self> {
        // A cell has at least one byte.
        if line.len() < 81 {
            return None;
        }
        if let Some((_, end)) = leading(line) {
            let solution = grids(&line[end..]).next();
            let solution = solution.map(|grid| place_of(line, end + grid.start));
            return Some(Self::Lines(LineRoles { solution, ..LineRoles::default() }));
        }
        let found: Vec<_> = grids(line).collect();
        let roles = match found.as_slice() {
            [] => roles_of_whole(line)?,
            [solution, puzzle] if solution.completes(puzzle) => {
                let place = place_of(line, puzzle.start);
                let index = fields_before(line, place.delimiter, solution.start);
                LineRoles {
                    puzzle: PuzzleRole::Field(place),
                    solution: Some(FieldPlace { index, ..place }),
                    ..LineRoles::default()
                }
            }
            // A complete grid behind other text may be the solution of a damaged puzzle.
            [only] if only.is_complete() && !begins_line(line, only) => return None,
            [_] | [_, _] if number == 1 && is_list(line) && has_damaged_puzzle(line) => {
                return Some(Self::Many { line: number, puzzles: 2, is_list: true });
            }
            [puzzle] => LineRoles { puzzle: role_of(line, puzzle), ..LineRoles::default() },
            [puzzle, solution] if solution.answers(&puzzle.cells) => LineRoles {
                puzzle: role_of(line, puzzle),
                solution: Some(place_of(line, solution.start)),
                ..LineRoles::default()
            },
            found => {
                let puzzles = found.iter().filter(|grid| !grid.is_complete()).count();
                // If all are complete, any of them may be a solution.
                let puzzles = puzzles.max(2);
                return Some(Self::Many { line: number, puzzles, is_list: is_list(line) });
            }
        };
        Some(Self::Lines(roles))
    }
}

/// Returns whether the grids of a line may stand in quotes or brackets.
fn is_list(line: &[u8]) -> bool {
    line.iter().any(|byte| b"\"'<[({".contains(byte)) && !starts_with_cells(line)
}

/// Returns whether a line has a word that may have been a puzzle before something damaged it: more than a quarter of its
/// cells are empty, so that it is no solution.
fn has_damaged_puzzle(line: &[u8]) -> bool {
    let has_empty = |word: &[u8]| 4 * count_digits(word) < 3 * word.len();
    words(line)
        .any(|(_, word)| may_be_cut_grid(word) || near_grid(word).is_some() && has_empty(word))
}

/// Returns the roles of a line that is one grid, but not a single word, for example with blanks as empty cells.
fn roles_of_whole(line: &[u8]) -> Option<LineRoles> {
    whole_grid(line)?;
    let has_blanks = line.len() <= 81;
    let is_alone = has_blanks || grid_alone(line).is_some();
    let puzzle = if is_alone { PuzzleRole::First } else { PuzzleRole::Text };
    Some(LineRoles { puzzle, has_blanks, ..LineRoles::default() })
}

/// Returns the roles of the fields of a line by its first grid, if this has no empty cell: it is the solution of the
/// damaged puzzle before it, or the puzzle if there is none. `None` if the line has no grid.
fn roles_by_solution(line: &[u8]) -> Option<LineRoles> {
    let solution = grids(line).next()?;
    let before = &line[..solution.start];
    let damaged =
        before.split(|&byte| is(byte, Uses::FIELD)).map(unquoted).find(|field| is_damaged(field));
    // Blanks alone before a grid are an indent, not the empty field of a puzzle.
    let is_indented = before.iter().all(|&byte| byte == b' ');
    let Some(damaged) = damaged.filter(|_| !is_indented) else {
        return Some(LineRoles { puzzle: role_of(line, &solution), ..LineRoles::default() });
    };
    // The field is a part of the line, so its address gives its place there.
    let place = place_of(line, damaged.as_ptr() as usize - line.as_ptr() as usize);
    let puzzle = if place.index > 0 { PuzzleRole::Field(place) } else { PuzzleRole::First };
    let solution = Some(place_of(line, solution.start));
    Some(LineRoles { puzzle, solution, ..LineRoles::default() })
}

/// Returns the role that a puzzle of a line shows.
fn role_of(line: &[u8], puzzle: &FoundGrid) -> PuzzleRole {
    if starts_line(line, puzzle) {
        return PuzzleRole::First;
    }
    let before = line[..puzzle.start].iter().rev().find(|byte| !b" \"'".contains(byte));
    match before {
        Some(&byte) if is(byte, Uses::COLUMN) => PuzzleRole::Field(place_of(line, puzzle.start)),
        _ => PuzzleRole::Text,
    }
}

/// Returns whether nothing but blanks, quotes and brackets stands before a grid.
fn starts_line(line: &[u8], grid: &FoundGrid) -> bool {
    line[..grid.start].iter().all(|byte| OPENING.contains(byte))
}

/// Returns whether nothing but quotes and brackets stands before a grid, so that no puzzle can be missing there.
fn begins_line(line: &[u8], grid: &FoundGrid) -> bool {
    starts_line(line, grid) && !line[..grid.start].iter().any(|byte| b" \t".contains(byte))
}

/// Returns the field that starts at `at`, by the byte that stands before it.
fn place_of(line: &[u8], at: usize) -> FieldPlace {
    let mark = line[..at].iter().rev().find(|byte| !b" \"'".contains(byte));
    let delimiter = mark.copied().filter(|&byte| is(byte, Uses::COLUMN)).unwrap_or(b' ');
    FieldPlace { delimiter, index: fields_before(line, delimiter, at) }
}

fn unquoted(field: &[u8]) -> &[u8] {
    &field[inner_range(field, |byte| b"\"'".contains(&byte))]
}

/// Returns whether a field may have been a puzzle before something damaged it.
fn is_damaged(field: &[u8]) -> bool {
    field.is_empty()
        || means_nothing(field)
        || near_grid(field).is_some()
        || by_spreadsheet(field).is_some()
}

/// Adds the hypotheses about lines.
///
/// # Errors
/// If all lines are comments, although some hold puzzles.
pub(super) fn hypotheses(head: &Head<'_>, out: &mut Hypotheses) -> Result<(), FormatError> {
    check_comments(head)?;
    if head.is_by_name() && !head.is_named() {
        return Ok(());
    }
    if head.options.column.is_some() || head.options.solution_column.is_some() {
        match missing_field(head) {
            Some(error) => out.refuse(error),
            None => out.add(hypothesis(head, LineRoles::named(head))),
        }
        return Ok(());
    }
    let mut all: Vec<(LineRoles, usize)> = Vec::new();
    for (index, line) in indented_lines(head.text).take(EXAMINED).enumerate() {
        match LineLayout::of_line(line, index + 1) {
            Some(LineLayout::Many { line, puzzles, .. }) if all.is_empty() && !head.is_named() => {
                out.refuse(FormatError::ManyPuzzles { line, puzzles });
                return Ok(());
            }
            Some(LineLayout::Lines(roles)) => match all.iter().position(|it| it.0 == roles) {
                Some(known) => all[known].1 += 1,
                None if all.len() < MOST => all.push((roles, 1)),
                None => {}
            },
            _ => {}
        }
    }
    // A run must fit twice as many lines as show another place, because a line with a field too many may look like a run.
    let lines = indented_lines(head.text).take(EXAMINED);
    let shown: usize = all.iter().map(|it| it.1).sum();
    let is_shown_by_most = |run: &CellRun| {
        lines.clone().filter(|line| run.width_of(line) == run.width).count() >= 2 * shown
    };
    let mut runs = CellRun::all(lines.clone());
    runs.retain(is_shown_by_most);
    // A number next to two grids leaves several places for them.
    let (two, runs): (Vec<_>, Vec<_>) =
        runs.into_iter().partition(|run| run.has_two_puzzles(lines.clone()));
    if !head.is_named() && !two.is_empty() && runs.iter().all(|run| run.solution.is_none()) {
        out.refuse(FormatError::ManyPuzzles { line: 1, puzzles: 2 });
        return Ok(());
    }
    let roles = |run| LineRoles { puzzle: PuzzleRole::Run(run), ..LineRoles::default() };
    all.extend(runs.into_iter().map(|run| (roles(run), 1)));
    if all.is_empty() {
        all.push((LineRoles::of_damaged(head), 1));
    }
    // Lines whose names take turns are no records of their own.
    let are_behind =
        |roles: &LineRoles| matches!(roles.puzzle, PuzzleRole::Text | PuzzleRole::Field(_));
    if !head.is_named()
        && all.iter().any(|(roles, _)| are_behind(roles))
        && let Some(names) = names_of_records(names_of_lines(head))
    {
        out.refuse(FormatError::NamedGrids(names));
        all.retain(|(roles, _)| !are_behind(roles));
    }
    let edges = edges_of_most(lines.clone());
    let strokes_are_rulers = strokes_are_rulers(lines);
    for (roles, support) in all {
        let roles = LineRoles { edges, strokes_are_rulers, ..roles };
        out.add(Hypothesis { support, ..hypothesis(head, roles) });
    }
    Ok(())
}

/// Returns whether puzzles of lines have empty cells, and none is marked by a stroke.
fn strokes_are_rulers<'l>(lines: impl Iterator<Item = &'l [u8]>) -> bool {
    let mut has_others = false;
    for grid in lines.filter(|line| !is_of_strokes(line)).flat_map(grids) {
        if grid.cells.iter().any(|&cell| is_stroke(cell)) {
            return false;
        }
        has_others |= !grid.is_complete();
    }
    has_others
}

/// Returns the delimiters around the fields of most lines of 81 fields of which some are empty.
fn edges_of_most<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Option<Edges> {
    let all: Vec<Edges> = lines.filter_map(edges_of).collect();
    let count = |edges: &Edges| all.iter().filter(|other| *other == edges).count();
    // Of several, the first.
    all.iter().rev().copied().max_by_key(count)
}

/// Returns the names that stand before grids, as in `puzzle: 53..7…`, if they show that a record has several grids. They do
/// if there are several names that take turns, or if one of several names is usual for solutions.
pub(super) fn names_of_records(names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<_> = names.collect();
    let mut all: Vec<&str> = Vec::new();
    for name in &names {
        if !all.contains(&&**name) {
            all.push(name);
        }
    }
    let has_solutions = all.len() > 1 && all.iter().any(|name| is_usual_for_solutions(name));
    let take_turns = all.len() > 1
        && names.len() >= 2 * all.len()
        && names.iter().zip(all.iter().cycle()).all(|(name, turn)| name == turn);
    (has_solutions || take_turns).then(|| all.join(", "))
}

/// Returns the names before the first grids of lines.
fn names_of_lines(head: &Head<'_>) -> impl Iterator<Item = String> {
    head.lines().take(EXAMINED).filter_map(|line| {
        let grid = grids(line).next()?;
        name_before(&line[..grid.start])
    })
}

/// Returns the names before all grids of lines.
pub(super) fn names_of_grids(head: &Head<'_>) -> impl Iterator<Item = String> {
    let lines = head.lines().take(EXAMINED);
    lines.flat_map(|line| grids(line).filter_map(|grid| name_before(&line[..grid.start])))
}

/// Returns the name at the end of a text, in small letters and without a number at its end: `grid` of `Grid_7: "`. A colon,
/// an equals sign or the end of a field stands behind the name, and perhaps a quote or a bracket.
pub(super) fn name_before(text: &[u8]) -> Option<String> {
    let text = without_end(text, b"\"'[({ ");
    let text = text.split_last().filter(|(last, _)| b":=|,;\t".contains(last))?.1;
    let text = without_end(text, b"\"' \t");
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let length = text.iter().rev().take_while(|byte| is_of_name(byte)).count();
    let name = without_end(&text[text.len() - length..], b"0123456789._-");
    let name = String::from_utf8(to_be_checked(name)).ok()?;
    let name = name.trim_start_matches('-');
    (!name.is_empty()).then(|| name.to_ascii_lowercase())
}

/// Returns a text without the bytes of a set at its end.
fn without_end<'t>(text: &'t [u8], set: &[u8]) -> &'t [u8] {
    let end = text.iter().rposition(|byte| !set.contains(byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// The most pairs of places that are tried.
const MOST: usize = 4;

/// Returns the hypothesis that lines have these roles.
fn hypothesis(head: &Head<'_>, roles: LineRoles) -> Hypothesis {
    let (way, rank) = match roles.puzzle {
        PuzzleRole::First => ("column 1".to_owned(), Rank::Places),
        PuzzleRole::Field(place) => (format!("column {}", place.index + 1), Rank::Places),
        PuzzleRole::Text => ("format line".to_owned(), Rank::AmongWords),
        PuzzleRole::Run(run) => (format!("column {}", run.puzzle + 1), Rank::Places),
    };
    Hypothesis { way, ..Hypothesis::new(roles.words(), rank, open(head, roles)) }
}

/// Opens an input of lines with these roles.
fn open(head: &Head<'_>, roles: LineRoles) -> DetectedInput {
    let options = head.options;
    let parser = LineParser { roles, reads_solutions: options.solutions };
    let format = options.format.unwrap_or(Format::Line);
    let mut opened = DetectedInput::counted(format, Arc::new(parser), head.text, |line| {
        grids(line).next().is_some()
    });
    let separator = roles.solution.map(|place| place.delimiter);
    opened.layout.pair_separator =
        separator.filter(|_| table::detect(head.text, options).is_none());
    opened.layout.has_text = first_line_has_text(head.text, roles);
    opened
}

/// Returns whether the first line has words or numbers besides its puzzle and its solution.
fn first_line_has_text(text: &[u8], roles: LineRoles) -> bool {
    let first = content_lines(text).next().unwrap_or_default();
    let mut records = Records::default();
    records.read(&LineParser { roles, reads_solutions: true }, first);
    let Some(Record { kind: RecordKind::Puzzle { at, solution }, .. }) = records.list.first()
    else {
        return false;
    };
    // Cells that are apart have been copied, so their place in the line is not known.
    if records.scratch.is_some() {
        return false;
    }
    let puzzle = cells_at(*at);
    let solution = solution.map_or(0..0, cells_at);
    first.iter().enumerate().any(|(place, byte)| {
        byte.is_ascii_alphanumeric() && !puzzle.contains(&place) && !solution.contains(&place)
    })
}

/// Returns the range of the 81 cells that start at `at`.
fn cells_at(at: u32) -> Range<usize> {
    at as usize..at as usize + 81
}

impl LineRoles {
    /// Returns the roles of lines if no line shows the place of a puzzle.
    fn of_damaged(head: &Head<'_>) -> Self {
        indented_lines(head.text).find_map(roles_by_solution).unwrap_or_default()
    }

    /// Returns roles with the fields that the user names; the first line with a grid shows the rest.
    fn named(head: &Head<'_>) -> Self {
        let options = head.options;
        let first =
            indented_lines(head.text).find_map(|line| Some((line, LineLayout::of_line(line, 1)?)));
        let line = first.map_or_else(|| head.first(), |(line, _)| line);
        let mut roles = match first {
            Some((_, LineLayout::Lines(roles))) => roles,
            Some((_, LineLayout::Many { .. })) => Self::default(),
            None => Self::of_damaged(head),
        };
        let delimiter = delimiter_of(line);
        if let Some(index) = index_of(options.column.as_ref())
            && !options.is_of_solutions
        {
            let width = fields_of(line, delimiter).count();
            let run = CellRun { delimiter, width, puzzle: index, solution: None };
            roles.puzzle = match run.cells_at(line, index) {
                Some(_) => PuzzleRole::Run(run),
                None => PuzzleRole::Field(FieldPlace { delimiter, index }),
            };
            roles.is_named = true;
        }
        if let Some(index) = index_of(options.solution_column.as_ref()) {
            roles.solution = Some(FieldPlace { delimiter, index });
            roles.is_named = true;
        }
        match roles.solution {
            // An input of solutions is read for these, in place of puzzles.
            Some(place) if options.is_of_solutions => {
                Self { puzzle: PuzzleRole::Field(place), solution: None, is_named: true, ..roles }
            }
            _ => roles,
        }
    }

    /// Describes where lines have their puzzles.
    fn words(self) -> String {
        let puzzle = match self.puzzle {
            PuzzleRole::First => "lines begin with a puzzle".to_owned(),
            PuzzleRole::Field(place) => format!("puzzles are {}", described(place)),
            PuzzleRole::Text => "puzzles stand in other text".to_owned(),
            PuzzleRole::Run(CellRun { delimiter, puzzle, solution, .. }) => {
                let cells = |start| format!("the cells of fields {} to {}", start + 1, start + 81);
                let between = format!(" between '{}'", delimiter.escape_ascii());
                let solution = solution.map(|start| format!(", and solutions {}", cells(start)));
                format!("puzzles are {}{between}{}", cells(puzzle), solution.unwrap_or_default())
            }
        };
        match self.solution {
            Some(place) => format!("{puzzle}, and solutions are {}", described(place)),
            None => puzzle,
        }
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

/// Returns the index of the field that a user names by its number, counted from 1.
fn index_of(name: Option<&String>) -> Option<usize> {
    name?.parse::<usize>().ok()?.checked_sub(1)
}

/// Returns the delimiter of the fields of a line that the user counts: the first tab, comma, semicolon or bar, else a
/// blank.
fn delimiter_of(line: &[u8]) -> u8 {
    line.iter().copied().find(|&byte| is(byte, Uses::COLUMN)).unwrap_or(b' ')
}

/// Returns the error about a field that the user names and no line has.
fn missing_field(head: &Head<'_>) -> Option<FormatError> {
    let lines = indented_lines(head.text).take(EXAMINED);
    let most = lines.map(|line| fields_of(line, delimiter_of(line)).count()).max()?;
    let ReadOptions { column, solution_column, .. } = head.options;
    let named = [column, solution_column].into_iter().filter_map(|name| index_of(name.as_ref()));
    let number = named.map(|index| index + 1).find(|&number| number > most)?;
    Some(FormatError::NoField { number, most })
}

/// Refuses an input of comments alone, if some of them hold puzzles, or the rows of a puzzle.
fn check_comments(head: &Head<'_>) -> Result<(), FormatError> {
    if head.is_cut || head.lines().next().is_some() {
        return Ok(());
    }
    let lines = split_lines(head.text).map(<[u8]>::trim_ascii);
    let comments = lines.filter(|line| !line.is_empty() && is_comment(line));
    let Some(first) = comments.clone().next() else { return Ok(()) };
    if let Some(sign) = foreign_mark(head.text) {
        return Err(FormatError::ForeignMark { sign });
    }
    let may_be_grid = |line: &[u8]| {
        words(line).any(|(_, word)| was_grid(word))
            || line.len() >= 81 && count_digits(line) >= FEWEST_CLUES
    };
    // Rulers have neither digits nor letters.
    let rows: Vec<&[u8]> =
        comments.clone().filter(|line| line.iter().any(u8::is_ascii_alphanumeric)).collect();
    match comments.clone().find(|line| may_be_grid(line)) {
        Some(line) => Err(FormatError::OnlyComments(char::from(line[0]))),
        None if !unread_grids(&rows, true).is_empty() => {
            Err(FormatError::OnlyComments(char::from(first[0])))
        }
        None => Ok(()),
    }
}
