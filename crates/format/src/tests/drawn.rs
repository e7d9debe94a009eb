//! Drawn grids as programs print them and people keep them: with headers, labels, marks, and clues in brackets. Each is
//! explained as a whole, or refused.

use std::{env, fs, path::Path};

use super::{judged::read_whole, *};
use batchdoku_testkit::layouts::Reading;

/// Returns the puzzles of a text, and the words of its faults.
fn reads(text: &str) -> Vec<String> {
    let of_chunk = |chunk| {
        let converted = Conversion { chunk, ..Conversion::default() }.run(text);
        let mut puzzles = converted.puzzles.into_iter();
        let rows = converted.rows.into_iter();
        rows.map(|(_, error)| match error {
            None => puzzles.next().unwrap(),
            Some(error) => format!("! {error}"),
        })
        .collect::<Vec<_>>()
    };
    let found = of_chunk(0);
    for chunk in [1, 100] {
        assert_eq!(of_chunk(chunk), found, "{text}");
    }
    found
}

fn refused(text: &str) -> String {
    Conversion::default().refused(text)
}

/// Returns the rows of a puzzle, each behind its lead, with this gap between cells and this bar between boxes.
fn rows_of(puzzle: &str, lead: impl Fn(usize) -> String, gap: &str, bar: &str) -> Vec<String> {
    let all = cells(puzzle);
    let rows = all.chunks(9).enumerate().map(|(index, row)| {
        let boxes: Vec<_> = row.chunks(3).map(|cells| cells.join(gap)).collect();
        lead(index) + &boxes.join(bar) + "\n"
    });
    rows.collect()
}

fn with_rulers(rows: &[String], ruler: &str) -> String {
    let bands: Vec<_> = rows.chunks(3).map(<[String]>::concat).collect();
    bands.join(&format!("{ruler}\n"))
}

fn letter(index: usize) -> char {
    char::from(b'A' + index as u8)
}

/// A header is no row, whether it stands above the first grid alone or above each.
#[test]
fn headers_of_digits() {
    let all = puzzles(3, '0');
    for (header, gap) in [
        ("0,1,2,3,4,5,6,7,8", ","),
        ("1,2,3,4,5,6,7,8,9", ","),
        ("012345678", ""),
        ("123456789", ""),
        ("123456789\n123456789", ""),
    ] {
        let table = |puzzle: &str| format!("{header}\n{}", drawn(puzzle, gap));
        assert_eq!(reads(&table(&all[0])), all[..1], "{header}");
        let once = all.iter().map(|puzzle| drawn(puzzle, gap)).collect::<Vec<_>>();
        for between in ["", "\n"] {
            assert_eq!(reads(&format!("{header}\n{}", once.join(between))), all, "{between:?}");
            let each: Vec<_> = all.iter().map(|puzzle| table(puzzle)).collect();
            assert_eq!(reads(&each.join(between)), all, "{between:?}");
        }
        // A row was lost, or the header is one.
        let lost: String = table(&all[0]).lines().take(9).map(|line| format!("{line}\n")).collect();
        assert!(refused(&lost).contains("may be a header or belong to the grid"), "{lost}");
        let named = Conversion::from(Format::Grid).run(&lost);
        assert_eq!(named.puzzles.len(), 1, "the user says that it is a row");
    }
    // The first row of a grid may look like the header above it.
    let solution =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let clues: String = solution
        .char_indices()
        .map(|(at, it)| if at < 9 || at % 3 > 0 { it } else { '.' })
        .collect();
    for (header, gap) in [("1,2,3,4,5,6,7,8,9", ","), ("123456789", ""), ("1 2 3 4 5 6 7 8 9", " ")]
    {
        for ruler in ["", "------+-------+------\n"] {
            let table = |puzzle: &str| format!("{header}\n{ruler}{}", drawn(puzzle, gap));
            assert_eq!(reads(&table(&clues)), std::slice::from_ref(&clues), "{header}");
            let text = [table(&all[0]), table(&clues), table(&all[1])].join("\n");
            assert_eq!(reads(&text), [all[0].clone(), clues.clone(), all[1].clone()], "{text}");
        }
    }
    // A solution may have such a row.
    assert_eq!(reads(&drawn(solution, " ")), [solution]);
}

/// A spreadsheet has titles in its first column, and letters above its columns.
#[test]
fn titles_and_letters_above_the_rows_of_a_spreadsheet() {
    let all = puzzles(3, '.');
    let sheet = |puzzle: &str| drawn(puzzle, ",").replace('.', "");
    for head in [
        "Puzzle 1,,,,,,,,\n",
        "Sudoku,,,,,,,,\n,,,,,,,,\n",
        "A,B,C,D,E,F,G,H,I\n",
        "a;b;c;d;e;f;g;h;i\n",
    ] {
        assert_eq!(reads(&format!("{head}{}", sheet(&all[0]))), all[..1], "{head}");
        let many: String = all.iter().map(|puzzle| format!("{head}{}", sheet(puzzle))).collect();
        assert_eq!(reads(&many), all, "{head}");
    }
}

/// A sign that is no mark of an empty cell is named, with a command that replaces it.
#[test]
fn foreign_marks_are_named() {
    let puzzle = &puzzles(1, '.')[0];
    for (sign, way) in [
        ("+", "tr '+' . < FILE"),
        ("#", "tr '#' . < FILE"),
        ("~", "tr '~' . < FILE"),
        ("\u{25a0}\u{fe0f}", ""),
        ("\u{1f7e6}", "sed 's/\u{1f7e6}/./g' FILE"),
    ] {
        for text in [drawn(puzzle, " "), drawn(puzzle, ""), format!("{puzzle}\n")] {
            let text = text.replace('.', sign);
            if way.is_empty() {
                assert_eq!(reads(&text), std::slice::from_ref(puzzle), "{text}");
            } else {
                assert!(refused(&text).contains(way), "{}\n{text}", refused(&text));
            }
        }
    }
    assert!(!refused("Hello, 12 of 24\n").contains("no mark"));
    for [open, between, close] in [["", " ", ""], ["[", ", ", "],"], ["[", " ", "]"]] {
        let row =
            |cells: Vec<String>| format!("{open}{}{close}", cells.join(between).replace('.', "-1"));
        for text in [
            lines(puzzle, row),
            row(cells(puzzle)),
            [row(cells(puzzle)), row(cells(puzzle))].join(between),
        ] {
            assert!(refused(&text).contains("'-1' is no mark"), "{}\n{text}", refused(&text));
        }
    }
}

/// NumPy prints arrays with blanks between cells, and leaves out the middle of long ones.
#[test]
fn arrays_as_numpy_prints_them() {
    let all = puzzles(2, '0');
    let print = |puzzle: &String| {
        let rows = lines(puzzle, |row| format!("  [{}]", row.join(" ")));
        format!("[[{}]", &rows[3..rows.len() - 1])
    };
    let [one, two] = [&all[0], &all[1]].map(print);
    assert_eq!(reads(&format!("{one}\n")), all[..1]);
    assert_eq!(reads(&format!("[{one}\n\n {two}]\n")), all);
    for text in [
        format!("[{one}\n\n ...\n\n {two}]\n"),
        "[[5 3 0 ... 0 0 0]\n [6 0 0 ... 0 0 0]\n ...\n [0 0 0 ... 0 7 9]]\n".to_owned(),
        "array([[5, 3, 0, ..., 0, 0, 0],\n       ...,\n       [0, 0, 0, ..., 0, 7, 9]])\n"
            .to_owned(),
        "   puzzle  solution\n0  5300700006001...  5346789126721...\n".to_owned(),
    ] {
        assert!(refused(&text).starts_with("'...' stands for"), "{}\n{text}", refused(&text));
    }
}

#[test]
fn labels_of_rows() {
    let all = puzzles(2, '.');
    let ruler = "  +-------+-------+-------+";
    let framed = |puzzle: &str| {
        let rows = rows_of(puzzle, |index| format!("{} | ", letter(index)), " ", " | ");
        let rows: Vec<_> = rows.iter().map(|row| row.replace('\n', " |\n")).collect();
        format!("    1 2 3   4 5 6   7 8 9\n{ruler}\n{}{ruler}\n", with_rulers(&rows, ruler))
    };
    assert_eq!(reads(&framed(&all[0])), all[..1]);
    assert_eq!(reads(&format!("{}\n{}", framed(&all[0]), framed(&all[1]))), all);
    // As data frames and matrices are printed.
    let zeros = puzzles(2, '0');
    for (header, first) in
        [("   0  1  2  3  4  5  6  7  8\n", 0), ("   1  2  3  4  5  6  7  8  9\n", 1)]
    {
        let rows = rows_of(&zeros[0], |index| format!("{}  ", index + first), "  ", "  ");
        assert_eq!(reads(&format!("{header}{}", rows.concat())), zeros[..1]);
    }
    let matrix = rows_of(&zeros[0], |index| format!("[{},]    ", index + 1), "    ", "    ");
    let names = "     [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n";
    assert_eq!(reads(&format!("{names}{}", matrix.concat())), zeros[..1]);
    let frame = rows_of(&zeros[0], |index| format!("{}  ", index + 1), "  ", "  ");
    assert_eq!(reads(&format!("  V1 V2 V3 V4 V5 V6 V7 V8 V9\n{}", frame.concat())), zeros[..1]);
    for lead in ["Row 1: ", "R1: ", "1. ", "1) "] {
        let text = rows_of(&all[0], |index| lead.replace('1', &(index + 1).to_string()), " ", " ");
        assert_eq!(reads(&text.concat()), all[..1], "{lead}");
    }
}

/// A label is no cell, and no row of another grid takes the place of one that is lost.
#[test]
fn labels_out_of_order() {
    let all = puzzles(2, '.');
    let mut rows = rows_of(&all[0], |index| format!("{} ", letter(index)), " ", " ");
    rows.swap(3, 4);
    let found = reads(&rows.concat());
    assert_eq!(found, ["! row 4 of the grid: expected the label of the next row, got 'E'"]);
    let mut rows: Vec<_> = all
        .iter()
        .flat_map(|it| rows_of(it, |index| format!("{} ", letter(index)), " ", " "))
        .collect();
    rows.remove(4);
    assert!(reads(&rows.concat()).iter().all(|found| found.starts_with('!')), "{rows:?}");
}

/// The boards that programs for language models draw.
#[test]
fn boards_of_environments() {
    let puzzle = dots();
    let label = |index: usize| format!("R{}  ", index + 1);
    let textarena = rows_of(&puzzle, label, "  ", " |  ");
    let textarena = format!(
        "   C1 C2 C3   C4 C5 C6   C7 C8 C9  \n{}",
        with_rulers(&textarena, "   - - - - - - - - - - - - - - - - ")
    );
    assert_eq!(reads(&textarena), [&*puzzle]);
    let prompt = format!(
        "[GAME] You are Player 0. You are playing Sudoku.\nEach row is numbered from 1 to 9.\n1. Each row \
         contains all digits from 1 to 9 without repetition.\n- Move: `[5 3 7]`\nGame Board:\n{textarena}"
    );
    assert_eq!(reads(&prompt), [&*puzzle]);
    // Bars behind the fourth cell and the eighth.
    let areno: Vec<_> = cells(&puzzle)
        .chunks(9)
        .enumerate()
        .map(|(index, row)| {
            format!("{index} | {}| {}|{}|\n", row[..4].join(" "), row[4..8].join(" "), row[8])
        })
        .collect();
    let ruler = "  +---------+---------+---------+";
    let header = "    0  1  2 | 3  4  5 | 6  7  8";
    assert_eq!(
        reads(&format!("{header}\n{ruler}\n{}{ruler}\n", with_rulers(&areno, ruler))),
        [&*puzzle]
    );
    // A frame around each cell, blanks in empty ones, and the letter at both ends.
    let blanks = puzzle.replace('.', " ");
    let rows: Vec<_> = cells(&blanks)
        .chunks(9)
        .enumerate()
        .map(|(index, row)| {
            let boxes: Vec<_> =
                row.chunks(3).map(|cells| format!("│ {} │", cells.join(" │ "))).collect();
            format!("{0} {1} {0}\n", letter(index), boxes.join(" "))
        })
        .collect();
    let text = rows.join("  ├───┼───┼───┤ ├───┼───┼───┤ ├───┼───┼───┤\n");
    let edge = "  ┌───┬───┬───┐ ┌───┬───┬───┐ ┌───┬───┬───┐\n";
    assert_eq!(
        reads(&format!("    1   2   3     4   5   6     7   8   9  \n{edge}{text}{edge}")),
        [&*puzzle]
    );
}

/// A grid with a damaged row does not make a ruler of an empty row below it: a reading that explains less of the head is no
/// better.
#[test]
fn a_damaged_row_above_an_empty_one() {
    let rows = "\
        12.6..85. ......... ..91..... .....1... ....3..91 .91.....8 3..91..67 .....5..2 ...4...85 \
        1382....7 5......9. 2..5..... 6.4..3.. ....6..71 .....2.65 .54.1.... ..96...1. 7..8.9654 \
        _________ 8___4_39_ ___8__1__ 96_______ ___96____ __14_____ 23968___4 68_714__9 ____3__85 \
        15____6__ _7____1__ ___158___ _89_____1 _4_58__36 _36241_8_ ____6____ 36_4__8_7 _______62";
    let text: String = rows.split_whitespace().map(|row| format!("{row}\n")).collect();
    let found = reads(&text);
    assert_eq!(found.len(), 4);
    assert!(found[1].starts_with('!') && found[2].starts_with("_________8___4_39_"), "{found:?}");
}

/// A row that gained a digit has this digit twice, and is no number.
#[test]
fn a_row_that_gained_a_digit_is_no_title() {
    let all = puzzles(3, 'x');
    let text: String = all.iter().map(|puzzle| drawn(puzzle, "")).collect();
    let rows: Vec<&str> = text.lines().collect();
    for row in ["2645x5381x", "x11345678x"] {
        let text = rows.iter().enumerate().map(|(index, it)| if index == 9 { row } else { it });
        let found = reads(&text.map(|row| format!("{row}\n")).collect::<String>());
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[1].starts_with('!') && found[2] == all[2], "{found:?}");
    }
}

/// A line that repeats the drawn grid above it or below it is no puzzle of its own, wherever a chunk ends.
#[test]
fn lines_that_repeat_drawn_grids() {
    let all = puzzles(12, '.');
    let line = |puzzle: &str| format!("https://example.org/?p={}\n", puzzle.replace('.', "0"));
    for between in ["", "\n", "Puzzle\n", "\nPuzzle\n\n"] {
        for (above, below) in [(true, false), (false, true)] {
            let text: String = all
                .iter()
                .map(|puzzle| {
                    let line = |is_there: bool| if is_there { line(puzzle) } else { String::new() };
                    format!(
                        "{}{between}{}{between}{}\n",
                        line(above),
                        drawn(puzzle, ""),
                        line(below)
                    )
                })
                .collect();
            assert_eq!(reads(&text), all, "{text}");
            // Another puzzle is read.
            let other = format!("{text}\n{}\n{}", line(&all[0]), drawn(&all[1], ""));
            let found = reads(&other).join("\n").replace('0', ".");
            assert_eq!(found, [&all[..], &all[..2]].concat().join("\n"), "{other}");
        }
    }
}

/// The clues of a drawing are read, and not the digits that a program found.
#[test]
fn our_drawings_are_read_again() {
    let all =
        ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"; 2];
    let grid: Grid = all[0].parse().unwrap();
    let solved = grid.solve().unwrap();
    let solution = Grid::parse(solved.to_string().as_bytes()).unwrap();
    let drawing = solution.draw(&grid, false);
    assert!(drawing.contains("[5]"), "{drawing}");
    assert_eq!(reads(&drawing), all[..1]);
    assert_eq!(reads(&format!("{drawing}\n{drawing}")), all);
    assert_eq!(reads(&grid.draw(&grid, false)), all[..1], "nothing is solved");
    let coloured = solution.draw(&grid, true);
    assert!(refused(&coloured).starts_with("the text has the colours"), "{coloured}");
}

/// Marks are not dropped, because their meaning is unknown.
#[test]
fn marks_of_givens_are_refused() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let marked: Vec<_> = cells(solution)
        .iter()
        .enumerate()
        .map(|(index, cell)| if index % 3 == 0 { format!("{cell}!") } else { cell.clone() })
        .collect();
    let words = "some digits have the mark '!', which may say that they are given";
    for text in [
        format!(
            "\"{}\"\n",
            marked.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join(";")
        ),
        format!("{}\n", marked.join(",")),
        marked.chunks(9).map(|row| row.join(" ") + "\n").collect(),
        marked.chunks(9).map(|row| row.join(",") + "\n").collect(),
    ] {
        assert!(refused(&text).contains(words), "{text}");
    }
}

/// Nine strokes are rulers or rows of empty cells, whichever explains all rows.
#[test]
fn strokes_that_are_empty_cells_and_rulers() {
    let all = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....",
        ".4..29..5..3...1..7..5....9....8.5.....3.62.7.1...2....2...3.4...98.....1.....6..",
    ]
    .map(|puzzle| puzzle.replace('.', "-"));
    let banded = |puzzle: &str| {
        let rows = rows_of(puzzle, |_| String::new(), "", "");
        with_rulers(&rows, "---------")
    };
    let text: Vec<_> = all.iter().map(|puzzle| banded(puzzle)).collect();
    assert_eq!(reads(&text.join("\n")), all);
    let empty = all[0].replacen(&all[0][9..18], "---------", 1);
    let text = format!("{}\n{}\n{}", drawn(&empty, ""), drawn(&all[1], ""), drawn(&all[2], ""));
    assert_eq!(reads(&text), [empty.clone(), all[1].clone(), all[2].clone()]);
    // If a grid has both, it is unclear which lines are rulers.
    let both = with_rulers(&rows_of(&empty, |_| String::new(), "", ""), "---------");
    assert!(reads(&both)[0].starts_with('!'), "{both}");
}

/// A blank line within a band may stand between rows of two grids.
#[test]
fn blank_lines_within_bands() {
    let all = puzzles(3, '.');
    let bands = |puzzle: &str| with_rulers(&rows_of(puzzle, |_| String::new(), " ", " "), "");
    let spoilt = bands(&all[1]).replacen("\n\n", "\n", 1);
    let (first, rest) = spoilt.split_at(36);
    let text = [bands(&all[0]), format!("{first}\n{rest}"), bands(&all[2])].join("\n\n");
    let found = reads(&text);
    assert_eq!(found, [&all[0], "! a blank line stands among the rows of a band", &all[2]]);
}

/// All rows of a grid are written in one way.
#[test]
fn rows_that_are_written_in_two_ways() {
    let puzzle = dots();
    let good = drawn(&puzzle, " ");
    let row = good.lines().nth(4).unwrap();
    for other in [row.replace(' ', ""), row.replace(' ', ","), row.replacen(' ', " | ", 3)] {
        let text = format!("{good}\n{}", good.replacen(row, &other, 1));
        let words =
            "! row 5 of the grid: expected cells that are written as those of the other rows";
        assert_eq!(reads(&text), [&*puzzle, words], "{other}");
    }
}

/// Rulers and tables of small numbers are refused once, not line by line.
#[test]
fn long_rules_are_no_puzzles() {
    let text = format!("Report\n{}\nname value\n", "-".repeat(70));
    assert!(refused(&text).starts_with("there is no puzzle"), "{text}");
}

/// Inputs in the folder that `LAYOUTS` names, if there is one: none is read as another puzzle.
#[test]
fn layouts_in_a_folder() {
    const READ: [(&str, usize); 28] = [
        ("band9dashes.txt", 1),
        ("bars_only.txt", 1),
        ("bars_title.txt", 1),
        ("cgrid.c", 1),
        ("cgrid2.c", 1),
        ("csprules.txt", 1),
        ("debian_sudoku.csv", 2),
        ("debian_sudoku_compact.txt", 2),
        ("debian_sudoku_standard.txt", 2),
        ("endash.txt", 1),
        ("latex.tex", 1),
        ("sadman_saved.sdk", 1),
        ("sep9dashes.txt", 3),
        ("spaces9b.txt", 1),
        ("spgaud.txt", 1),
        ("sudoku.dzn", 1),
        ("ten_grids_9dashes.txt", 10),
        ("under.txt", 1),
        ("second/board_areno.txt", 1),
        ("second/board_gemsame.txt", 1),
        ("second/board_prompt_textarena.txt", 1),
        ("second/board_textarena.txt", 1),
        ("second/board_textarena_renderer.txt", 1),
        ("second/header_1to9.csv", 1),
        ("second/header_digits_blank.csv", 3),
        ("second/header_digits_three.csv", 3),
        ("second/labels.txt", 2),
        ("second/pandas_print.txt", 1),
    ];
    let Some(folder) = env::var_os("LAYOUTS") else {
        println!("skipped: LAYOUTS names no folder");
        return;
    };
    for (name, count) in READ {
        let text = fs::read(Path::new(&folder).join(name)).expect("a layout");
        let found = reads(&String::from_utf8_lossy(&text));
        assert_eq!(found.len(), count, "{name}: {found:?}");
        for puzzle in found {
            let grid = puzzle.parse::<Grid>().expect("81 cells");
            assert_eq!(grid.conflict(), None, "{name}: {puzzle}");
        }
    }
}

/// A line of strokes that may be a row or a ruler, and rows behind a grid that were cut off: no grid is made of rows of two.
#[test]
fn rows_that_were_cut_off_prove_nothing() {
    let text = "12_5_9___\n_6______8\n_________\n______6__\n____4____\n_8_______\n8____7_1_\n_______3_\n__7_1__56\n\
                13???2??6\n?46?397?\n";
    assert_eq!(reads(text), ["! row 11 of the grid: expected 9 cells, got 8"]);
}

/// Damaged rows do not decide whether blank rows of a spreadsheet are rows of grids.
#[test]
fn damaged_rows_do_not_decide_what_blank_ones_are() {
    let text = "1;2;;q;;;6;9;3\n4;;5;6;;;;;\n;;3;;2;8;4;;5\n;8;;7;5;;;;\n;3;;2;8;4;7;5;6\n;;;9;;;;;4\n8;4;;5;6;9;;;\n\
                5;;;;;2;8;;\n3;1;2;8;4;7;5;6;9\n1;q;2;;;;;4;\n;;;;;;;;\n;;;;4;;;;2\n;;;4;;;;;\n3;2;;;6;5;;;\n;;;;;9;;;\n\
                6;;;;;3;2;;\n;;8;;;;;;\n7;;3;2;9;8;;5;4\n;;6;;;;;8;3\n5;;3;;;;;9;\n;;;;;;;;\n9;;;;3;;;;q\n;;;;2;;;;\n\
                ;;;;6;;;;5\n3;;4;;;;;;\n;;8;3;1;;;;\n;;9;;;;3;1;4\n";
    assert_eq!(reads(text), ["! row 1 of the grid: expected digits and empty cells, got 'q'"]);
}

/// The next eight lines decide what such a line is: without this limit, the time grows with the square of their number.
#[test]
fn many_blank_rows_of_a_spreadsheet() {
    let sheet = drawn(&dots(), ";").replace(['.', '0'], "");
    let text = sheet.clone() + &";;;;;;;;;\n".repeat(200_000);
    let opened = open(text.as_bytes(), &ReadOptions::default()).expect("readable");
    let mut records = Records::default();
    records.read(&*opened.parser, &text.as_bytes()[opened.skip..]);
    assert_eq!(records.list.len(), reads(&sheet).len());
}

/// If sheets with blank rows stand below each other, and a row of one is lost or damaged, nothing but their puzzles is
/// read, even if the row that decides comes late.
#[test]
fn a_damaged_row_among_sheets_with_blank_ones() {
    let mut all = puzzles(5, '.');
    for (index, puzzle) in all.iter_mut().enumerate() {
        for row in [2 * index % 9, 3 * index % 9] {
            puzzle.replace_range(9 * row..9 * row + 9, ".........");
        }
    }
    let rows = |puzzle: &String| {
        let text = drawn(puzzle, ";").replace('.', "");
        text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut count = 0;
    for (between, damaged) in [
        (";;;;;;;;\n", &["", ";;;;;;;;,\n", ";;3;;;;;4\n"][..]),
        ("", &[";;;;;;;;,\n", ";;3;;;;;4\n"]),
    ] {
        for (sheet, row) in (0..all.len()).flat_map(|sheet| (0..9).map(move |row| (sheet, row))) {
            for damaged in damaged {
                let mut sheets: Vec<_> = all.iter().map(rows).collect();
                (*damaged).clone_into(&mut sheets[sheet][row]);
                let sheets: Vec<_> = sheets.iter().map(|rows| rows.concat()).collect();
                let text = sheets.join(between);
                let Ok(Reading::Rows(rows)) = read_whole(text.as_bytes()) else { continue };
                for (puzzle, _) in rows.into_iter().flatten() {
                    let puzzle = String::from_utf8_lossy(&puzzle).replace('0', ".");
                    assert!(
                        all.contains(&puzzle),
                        "{damaged:?} is row {row} of {sheet}: {puzzle}\n{text}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 100, "few are read: {count}");
}

/// A delimiter outside of the fields of other rows is no cell of a row that has lost one; nor is one too many left out.
#[test]
fn delimiters_around_the_fields_of_other_rows_are_no_cells() {
    type Row = fn(Vec<String>) -> String;
    let grid = |row: Row| {
        let rows: Vec<_> = (0..9).map(|row| cells(&PUZZLE[9 * row..][..9])).collect();
        let blank = |it: Vec<String>| it.into_iter().map(|it| it.replace('0', " ")).collect();
        rows.into_iter().map(|it| row(blank(it))).collect::<Vec<_>>()
    };
    let forms: [(Row, char); 4] = [
        (|it| format!("| {} |", it.join(" | ")), '|'),
        (|it| it.join("|"), '|'),
        (|it| format!("{},", it.join(",").replace(' ', "")), ','),
        (|it| it.join(";").replace(' ', ""), ';'),
    ];
    for (form, delimiter) in forms {
        let rows = grid(form);
        let whole = rows.join("\n");
        assert_eq!(Conversion::to(Format::Line).run(&whole).puzzles, [dots()], "{whole}");
        for at in 0..9 {
            let row = &rows[at];
            let first = row.find(delimiter).expect("a delimiter");
            let (lost, gained) = (
                [&row[..first], &row[first + 1..]].concat(),
                [&row[..first], &delimiter.to_string(), &row[first..]].concat(),
            );
            for damaged in [lost, gained] {
                let mut rows = rows.clone();
                rows[at].clone_from(&damaged);
                let text = rows.join("\n");
                let found = read_whole(text.as_bytes());
                let is_told = match &found {
                    Ok(Reading::Rows(rows) | Reading::Failed(rows)) => {
                        rows.iter().all(Option::is_none)
                    }
                    Err(_) => true,
                };
                assert!(is_told, "{text}");
            }
        }
    }
}

/// Comments above grids end them as titles do: a lost row spoils one grid.
#[test]
fn comments_above_grids_end_them() {
    let puzzles = puzzles(4, '.');
    let grid = |number: usize, lost: bool| {
        let rows = (0..9).filter(|row| !(lost && *row == 4));
        let rows = rows.map(|row| format!("{}\n", &puzzles[number][9 * row..][..9]));
        format!("# Puzzle {number}\n{}", rows.collect::<String>())
    };
    for damaged in 0..4 {
        let text: String = (0..4).map(|number| grid(number, number == damaged)).collect();
        let found = Conversion::to(Format::Line).run(&text);
        let faults: Vec<_> = found.rows.iter().map(|row| row.1.is_some()).collect();
        let expected: Vec<_> = (0..4).map(|number| number == damaged).collect();
        assert_eq!(faults, expected, "{text}");
    }
    // So do they if many grids follow, of which the head shows a few.
    let many: String = (0..12).map(|number| grid(number % 4, number == 1)).collect();
    let faults = Conversion::to(Format::Line).run(&many).rows;
    assert!(faults.len() == 12 && faults.iter().filter(|row| row.1.is_some()).count() == 1);
    // A comment within a grid belongs to it.
    let within = grid(0, false).replace("\n", "\n% a row\n");
    assert_eq!(Conversion::to(Format::Line).run(&within).puzzles, [puzzles[0].clone()]);
}
