//! Texts in which grids stand in two forms: a puzzle with its solution in another form, or a puzzle among others.

use super::{
    Case, Mutation, Structure, forms_of_grid,
    pairs::{Cells, Pair},
    written::{joined, rows},
};

/// Returns a grid in forms that people write, whether or not a reader knows them; those of [`forms_of_grid`] first.
fn all_forms_of_grid(cells: &Cells) -> Vec<String> {
    let dots: String = cells.iter().map(|&cell| char::from(cell)).collect();
    let zeros = dots.replace('.', "0");
    // Nine lines with a text for each digit, or for an empty cell, and this text between the cells.
    let of_cells = |digit: &dyn Fn(char) -> String, empty: &str, between: &str| -> Vec<String> {
        let cell = |cell| if cell == '.' { empty.to_owned() } else { digit(cell) };
        let row = |row: &String| row.chars().map(cell).collect::<Vec<_>>().join(between);
        rows(&dots).iter().map(row).collect()
    };
    let plain = |empty: &str, between: &str| of_cells(&String::from, empty, between);
    let around = |before: &str, rows: Vec<String>, after: &str| -> String {
        rows.iter().map(|row| format!("{before}{row}{after}\n")).collect()
    };
    let in_threes = |between: &str, bar: &str| -> Vec<String> {
        let threes = |row: &String| [0, 3, 6].map(|at| joined(&row[at..][..3], between)).join(bar);
        rows(&dots).iter().map(threes).collect()
    };
    let framed = {
        let ruler = "+-------+-------+-------+\n";
        let rows = in_threes(" ", " | ");
        let bands = rows.chunks(3).map(|band| around("| ", band.to_vec(), " |"));
        format!("{ruler}{}{ruler}", bands.collect::<Vec<_>>().join(ruler))
    };
    let labelled = plain(".", " ").into_iter().zip('A'..);
    let labelled = labelled.map(|(row, label)| format!("{label} {row}\n"));
    let remarks = plain(".", "").into_iter().zip(1..);
    let remarks = remarks.map(|(row, number)| format!("{row}   ({number} of nine)\n"));
    let kanji = |digit: char| "〇一二三四五六七八九".chars().nth(digit as usize - '0' as usize);
    let kanji = |digit| kanji(digit).map(String::from).unwrap_or_default();
    let full_width = |digit: char| char::from_u32(u32::from(digit) + 0xFEE0).map(String::from);
    let in_lists: Vec<_> = rows(&zeros).iter().map(|row| joined(row, ",")).collect();
    let mut forms: Vec<String> = forms_of_grid(cells);
    forms.extend([
        framed.clone(),
        framed.replace('+', "┼").replace('-', "─").replace('|', "│"),
        framed.replace('.', " "),
        framed.replace('.', "·"),
        String::from("  1 2 3 4 5 6 7 8 9\n") + &labelled.collect::<String>(),
        around("", plain("", "\t"), ""),
        around("", plain("", ";"), ""),
        around("[", plain("0", ", "), "],"),
        around("    {", plain("0", ","), "},"),
        around("- [", plain("0", ", "), "]"),
        around("'", plain(".", ""), "',"),
        around("", plain("0", " & "), " \\\\"),
        around("", of_cells(&|digit| format!("Some({digit})"), "None", ", "), ""),
        around("", of_cells(&|digit| format!("{digit}\u{fe0f}\u{20e3}"), "⬜", ""), ""),
        around("", of_cells(&|digit| full_width(digit).unwrap_or_default(), "．", ""), ""),
        around("<tr><td>", plain("", "</td><td>"), "</td></tr>"),
        around("", in_threes("", "|"), ""),
        around("", in_threes("", " "), ""),
        with_candidates(cells),
        dots.replace('.', "·"),
        zeros.clone() + ",",
        format!("\"{zeros}\""),
        format!("{{\"puzzle\": \"{dots}\"}}"),
        format!("Grid: {dots}"),
        format!("[{}]", joined(&zeros, ", ")),
        rows(&zeros).join(","),
        rows(&zeros).join("|"),
        rows(&dots).join("\\\\"),
        around("", plain("O", ""), ""),
        around("", plain("A", " "), ""),
        around("", plain("@", " "), ""),
        around("", of_cells(&kanji, "〇", ""), ""),
        remarks.collect(),
        [0, 27, 54].map(|at| format!("{}\n", &dots[at..at + 27])).concat(),
        format!("{}\n{}\n", &dots[..40], &dots[40..]),
        format!("{{\"grid\": [[{}]]}}", in_lists.join("],[")),
    ]);
    forms
}

/// Returns a grid with the candidates that clues leave for its empty cells. A cell with a single candidate gets all nine
/// digits, because one digit would look like a clue.
fn with_candidates(cells: &Cells) -> String {
    let sees = |one: usize, other: usize| {
        let box_of = |cell: usize| (cell / 27, cell % 9 / 3);
        one / 9 == other / 9 || one % 9 == other % 9 || box_of(one) == box_of(other)
    };
    let candidates = |at: usize| -> String {
        let is_free = |digit: &u8| !(0..81).any(|other| cells[other] == *digit && sees(at, other));
        let free: String = (b'1'..=b'9').filter(is_free).map(char::from).collect();
        match cells[at] {
            b'.' if free.len() > 1 => free,
            b'.' => "123456789".to_owned(),
            digit => char::from(digit).to_string(),
        }
    };
    let row = |row: usize| (0..9).map(|at| candidates(row * 9 + at)).collect::<Vec<_>>().join(" ");
    (0..9).map(|index| row(index) + "\n").collect()
}

/// The text that stands between two grids.
const BETWEEN: [&str; 7] =
    ["", "\n", "\n\n", "# a comment\n", "-----\n", "Grid 2:\n", "solution\n\n"];

/// Calls `visit` with texts of these three pairs for each two forms: each solution behind its puzzle, all solutions behind
/// all puzzles, and one puzzle in another form than the others. `turn` chooses the text between grids and, unless `is_all`,
/// a seventh of the combinations.
pub fn mixed(pairs: &[Pair; 3], turn: usize, is_all: bool, visit: &mut dyn FnMut(Case)) {
    let between = BETWEEN[turn % BETWEEN.len()];
    let line = |form: String| if form.ends_with('\n') { form } else { form + "\n" };
    let lines = |cells| all_forms_of_grid(cells).into_iter().map(line).collect::<Vec<_>>();
    let puzzles = pairs.each_ref().map(|pair| lines(&pair.puzzle));
    let solutions = pairs.each_ref().map(|pair| lines(&pair.solution));
    let count = puzzles[0].len();
    for (form, other) in (0..count).flat_map(|form| (0..count).map(move |other| (form, other))) {
        if !is_all && !(form + other + turn).is_multiple_of(BETWEEN.len()) {
            continue;
        }
        let mut add = |layout, grids: &[&str]| {
            let text = grids.join(between).into_bytes();
            visit(Case::of_text(layout, text, pairs));
        };
        let puzzle = |index: usize, form: usize| puzzles[index][form].as_str();
        let solution = |index: usize| solutions[index][other].as_str();
        let paired = [0, 1, 2].map(|index| [puzzle(index, form), solution(index)]);
        add("each solution behind its puzzle", &paired.concat());
        let halves = [[0, 1, 2].map(|index| puzzle(index, form)), [0, 1, 2].map(solution)];
        add("the solutions behind the puzzles", &halves.concat());
        if form != other {
            let with = |at: usize| {
                [0, 1, 2].map(|index| puzzle(index, if index == at { other } else { form }))
            };
            add("the first in another form", &with(0));
            add("the second in another form", &with(1));
            add("the last in another form", &with(2));
        }
    }
}

impl Case {
    /// Creates a case that need not be read, because the number of its records is unclear.
    fn of_text(layout: &'static str, text: Vec<u8>, pairs: &[Pair]) -> Self {
        Self {
            layout,
            mutation: Mutation::None,
            structure: Structure::Blocks,
            text,
            pairs: pairs.to_vec(),
            must_be_read: false,
            has_records: false,
            shifts_from: None,
            present: pairs.len(),
        }
    }
}
