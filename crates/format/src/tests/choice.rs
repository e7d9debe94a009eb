//! The choice of a reading: inputs that several grammars could read, that no grammar explains, or that look like
//! another kind.

use super::*;

const FIRST: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SECOND: &str =
    "...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....";

fn solved(puzzle: &str) -> String {
    puzzle.parse::<Grid>().unwrap().solve().unwrap().to_string()
}

/// Returns the puzzles of a text, with `.` for empty cells and `-` for a malformed record.
fn reads(text: &str) -> Vec<String> {
    let converted = Conversion::default().run(text);
    let mut puzzles = converted.puzzles.into_iter().map(|puzzle| puzzle.replace('0', "."));
    let rows = converted.rows.into_iter();
    rows.map(|row| row.1.map_or_else(|| puzzles.next().unwrap(), |_| "-".to_owned())).collect()
}

fn refused(text: &str) -> String {
    Conversion::default().refused(text)
}

/// Data frames number the columns of a grid that they write.
#[test]
fn a_line_that_numbers_columns_is_no_row() {
    let sheet = |puzzle: &str| lines(&puzzle.replace('.', "0"), |row| row.join(","));
    for numbers in ["0,1,2,3,4,5,6,7,8\n", "1,2,3,4,5,6,7,8,9\n"] {
        assert_eq!(reads(&format!("{numbers}{}", sheet(FIRST))), [FIRST]);
        let several = format!("{numbers}{}{}", sheet(FIRST), sheet(SECOND));
        assert_eq!(reads(&several), [FIRST, SECOND]);
        let blank = format!("{numbers}{}\n{}", sheet(FIRST), sheet(SECOND));
        assert_eq!(reads(&blank), [FIRST, SECOND]);
    }
    // Digits in order that are the first row of a grid.
    let solution = solved(FIRST);
    let renamed = |digit: char| char::from(b'1' + solution.find(digit).unwrap() as u8);
    let full: String = solution.chars().map(renamed).collect();
    assert!(full.starts_with("123456789"));
    assert_eq!(reads(&lines(&full, |row| row.join(","))), [full]);
}

#[test]
fn a_header_may_be_a_comment_or_stand_below_a_delimiter_or_lack_a_name() {
    let (one, two) = (solved(FIRST), solved(SECOND));
    for text in [
        format!("#id\tpuzzle\tsolution\na\t{FIRST}\t{one}\nb\t{SECOND}\t{two}\n"),
        format!("sep=;\nid;puzzle;solution\na;{FIRST};{one}\nb;{SECOND};{two}\n"),
        format!(
            "\"puzzle\",\"solution\"\n\"1\",\"{FIRST}\",\"{one}\"\n\"2\",\"{SECOND}\",\"{two}\"\n"
        ),
        format!(
            " id | puzzle | solution\n----+--------+-----\n 1 | {FIRST} | {one}\n 2 | {SECOND} | {two}\n(2 rows)\n"
        ),
        format!("| puzzle | solution |\n|---|:--|\n| {FIRST} | {one} |\n| {SECOND} | {two} |\n"),
    ] {
        assert_eq!(reads(&text), [FIRST, SECOND], "{text}");
        assert!(matches!(detected(&text), Format::Csv | Format::Tsv), "{text}");
        let solutions = Conversion::with_solutions().run(&text).solutions;
        assert_eq!(solutions, [Some(one.clone()), Some(two.clone())], "{text}");
    }
    // A comment is a header only if it has as many columns as the row.
    let comment = format!("# puzzle,solution\n{FIRST}\n");
    assert_eq!(detected(&comment), Format::Line);
    // A row that has a field too many.
    assert_eq!(reads(&format!("id,puzzle\n1,2,{FIRST}\n")), [FIRST]);
    assert_eq!(reads(&format!("puzzle,solution\n{FIRST},{one},\n")), [FIRST]);
}

/// 81 fields of a cell next to others: only sound grids show which field is a label.
#[test]
fn cells_in_fields_beside_a_number_a_label_or_a_solution() {
    let row = |puzzle: &str, by: &str| cells(&puzzle.replace('.', "0")).join(by);
    for by in [",", ";", "\t"] {
        let (first, second) = (row(FIRST, by), row(SECOND, by));
        for text in [
            format!("{first}{by}3\n{second}{by}1\n"),
            format!("3{by}{first}\n1{by}{second}\n"),
            format!("10{by}{first}\n11{by}{second}\n"),
            format!(
                "{first}{by}{}\n{second}{by}{}\n",
                row(&solved(FIRST), by),
                row(&solved(SECOND), by)
            ),
            format!(
                "{}{by}{first}\n{}{by}{second}\n",
                row(&solved(FIRST), by),
                row(&solved(SECOND), by)
            ),
        ] {
            assert_eq!(reads(&text), [FIRST, SECOND], "{text}");
        }
        let pairs = format!("{first}{by}{}\n", row(&solved(FIRST), by));
        assert_eq!(Conversion::with_solutions().run(pairs).solutions, [Some(solved(FIRST))]);
        let short = format!("10{by}{first}\n11{by}{second}\n12{by}{}\n", &first[2..]);
        assert_eq!(reads(&short), [FIRST, SECOND, "-"]);
    }
    // A label that is a cell in either place.
    let few = format!("{}1{}2{}", "0".repeat(5), "0".repeat(40), "0".repeat(34));
    let unclear = format!("{},0\n", row(&few, ","));
    let unclear = refused(&unclear);
    assert!(unclear.starts_with("the input can be read in several ways"), "{unclear}");
    assert!(unclear.contains("(column 1)"), "{unclear}");
    assert!(unclear.contains("(column 2)"), "{unclear}");
    let mut named = Conversion::default();
    named.read.column = Some("2".to_owned());
    assert_eq!(named.run(format!("7,{}\n", row(FIRST, ","))).puzzles, [FIRST.replace('.', "0")]);
}

#[test]
fn a_row_for_each_cell_is_refused_by_name() {
    let words = refused("col,row,value\n3,0,2\n7,0,9\n1,1,1\n");
    assert!(words.starts_with("the table has a row for each cell ('col,row,value')"), "{words}");
}

/// Read as lines, a solution on a line of its own would be a puzzle.
#[test]
fn grids_whose_names_take_turns_are_refused() {
    let (one, two) = (solved(FIRST), solved(SECOND));
    for text in [
        format!(
            "- puzzle: '{FIRST}'\n  solution: '{one}'\n- puzzle: '{SECOND}'\n  solution: '{two}'\n"
        ),
        format!("puzzle={FIRST}\nsolution={one}\n"),
        format!("puzzle,{FIRST}\nsolution,{one}\npuzzle,{SECOND}\nsolution,{two}\n"),
        format!("a: {FIRST}\nb: {one}\na: {SECOND}\nb: {two}\n"),
    ] {
        let words = refused(&text);
        assert!(words.starts_with("grids have the names"), "{words}");
    }
    let levels = format!("easy: {FIRST}\neasy: {SECOND}\nhard: {FIRST}\n");
    assert_eq!(reads(&levels), [FIRST, SECOND, FIRST]);
    let names = format!("var p1 = '{FIRST}';\nvar p2 = '{SECOND}';\n");
    assert_eq!(reads(&names), [FIRST, SECOND]);
}

/// A line before the first record does not decide what the records are.
#[test]
fn text_before_records_is_malformed_and_no_more() {
    let (one, two) = (solved(FIRST), solved(SECOND));
    let objects = format!(
        "{{\"id\":1,\"puzzle\":\"{FIRST}\",\"solution\":\"{one}\"}}\n{{\"id\":2,\"puzzle\":\"{SECOND}\",\"solution\":\"{two}\"}}\n"
    );
    for before in
        ["INFO 2 records follow\n", &format!("{}\",\"solution\":\"{one}\"}}\n", &FIRST[20..])]
    {
        let text = format!("{before}{objects}");
        assert_eq!(detected(&text), Format::Jsonl, "{text}");
        assert_eq!(reads(&text), ["-", FIRST, SECOND], "{text}");
    }
    let excluded = format!(":0000:x:{FIRST}:413 713::\n:0000:x:{SECOND}:413::\n");
    for (before, rows) in [("my title\n", 3), ("2\n", 2)] {
        let text = format!("{before}{excluded}");
        assert_eq!(detected(&text), Format::Hodoku, "{text}");
        assert_eq!(Conversion::default().run(&text).rows.len(), rows, "{text}");
    }
    let fields = format!("title\n7;{FIRST};{one}\n8;{SECOND};{two}\n");
    for format in [None, Some(Format::Line)] {
        for column in [None, Some("2".to_owned())] {
            let mut conversion = Conversion::with_solutions();
            conversion.read.format = format;
            conversion.read.column = column;
            let converted = conversion.run(&fields);
            assert_eq!(converted.puzzles, [FIRST, SECOND]);
            assert_eq!(converted.solutions, [Some(one.clone()), Some(two.clone())]);
            assert_eq!(converted.rows.len(), 3);
        }
    }
}

/// Small numbers and rulers are no damaged puzzles.
#[test]
fn tables_of_numbers_are_refused_once() {
    let numbers: String =
        (0..100).map(|step| format!("{step},{}e-05\n", step as f64 / 7.0)).collect();
    let rule = "-".repeat(70);
    for text in [format!("step,loss\n{numbers}"), format!("Report\n{rule}\nname value\n{rule}\n")] {
        let words = refused(&text);
        assert!(words.starts_with("there is no puzzle"), "{words}");
    }
}

/// `--verbose` names the chosen reading, and the reasons against the others.
#[test]
fn the_reason_lists_other_hypotheses() {
    let cells = |puzzle: &str| cells(&puzzle.replace('.', "0")).join(",");
    let text = format!("{},3\n{},1\n", cells(FIRST), cells(SECOND));
    let reason = open(text.as_bytes(), &ReadOptions::default()).unwrap().reason;
    assert!(reason.starts_with("puzzles are the cells of fields 1 to 81 between ','"), "{reason}");
    assert!(reason.contains("fields 2 to 82"), "{reason}");
    assert!(reason.contains("grids would hold a digit twice"), "{reason}");
}

/// Lines of HoDoKu that exclude candidates, behind a whole head of lines that exclude none: their cells alone would be
/// other puzzles.
#[test]
fn exclusions_behind_lines_without_any_are_told() {
    let plain = format!(":0000:x:{PUZZLE}:::\n");
    let excluding = format!(":0709:9:{PUZZLE}:216 116::\n");
    let text = plain.repeat(200) + &excluding + &plain;
    let converted = Conversion::default().run(&text);
    let faults: Vec<_> = converted.rows.iter().filter_map(|(_, fault)| fault.as_ref()).collect();
    assert_eq!(faults, [&RecordError::Candidates]);
    assert_eq!(converted.rows.len(), 202);
}

/// Returns whether a text is refused, or a record of it is malformed.
fn is_told(text: &str) -> bool {
    open(text.as_bytes(), &ReadOptions::default()).is_err()
        || reads(text).iter().any(|it| it == "-")
}

/// If a puzzle has a form that lines do not take, its solution is never read in its place.
#[test]
fn a_solution_beside_what_may_be_its_puzzle_is_no_puzzle() {
    let solution = solved(FIRST);
    let rows = |joint: &str| {
        let all: Vec<_> = cells(FIRST).chunks(9).map(<[String]>::concat).collect();
        all.join(joint)
    };
    let minus = cells(FIRST).join(" ").replace('.', "-1");
    for puzzle in [rows(" "), rows("|"), minus] {
        for between in [",", "\t", " solution: "] {
            let text = format!("{puzzle}{between}{solution}\n");
            assert!(is_told(&text), "{text}");
        }
    }
    let text = format!("1. None, solution: {solution}\n2. None, solution: {solution}\n");
    assert!(is_told(&text), "{text}");
    // Unicode characters are cells, here as elsewhere.
    let middle = FIRST.replace('.', "\u{b7}");
    assert_eq!(reads(&format!("{middle},{solution}\n")), [FIRST]);
    // Solutions alone are puzzles.
    assert_eq!(reads(&format!("{solution}\n{solution}\n")), [&*solution; 2]);
    assert_eq!(reads(&format!("{solution},easy,12\n")), [&*solution]);
}

#[test]
fn rows_in_another_form_are_no_text() {
    let drawn = |puzzle: &str, sign: &str| {
        lines(&puzzle.replace('.', "0"), |row| row.join(" ").replace('0', sign))
    };
    for sign in ["@", "-1", "undefined", "--"] {
        let text = [drawn(FIRST, "."), drawn(SECOND, sign), drawn(FIRST, ".")].join("\n");
        assert!(is_told(&text), "{text}");
    }
    let cut = lines(FIRST, |row| row[..6].concat());
    let text = format!("{}\n{cut}\n{0}", lines(SECOND, |row| row.concat()));
    assert!(refused(&text).contains("may be a grid"), "{text}");
    // A list of steps is text.
    let steps: String =
        (1..20).map(|step| format!("step {step}: r{}c3 = 4\n", step % 9 + 1)).collect();
    assert_eq!(
        reads(&format!("{}\n{steps}\n{}", drawn(FIRST, "."), drawn(SECOND, "."))),
        [FIRST, SECOND]
    );
}

/// A grid that only a person would see is told: behind words that differ, with a number more, a cell a line, or of another
/// size.
#[test]
fn grids_among_words_or_of_another_size_are_told() {
    let drawn = |puzzle: &str| lines(puzzle, |row| row.concat());
    let names = "anna bob cleo dan eve fay gus hal ida";
    let behind = |lead: &dyn Fn(usize, &str) -> String| -> String {
        let rows = drawn(SECOND);
        let rows = rows.lines().zip(names.split(' ')).enumerate();
        rows.map(|(index, (row, name))| format!("{}{row}\n", lead(index, name))).collect()
    };
    let square = |size: usize| -> String {
        let cell = |row: usize, column: usize| match (row * 3 + column * 2) % size {
            _ if (row + column).is_multiple_of(3) => ".".to_owned(),
            _ => ((row * 2 + column) % size + 1).to_string(),
        };
        let row = |row| (0..size).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
        (0..size).map(|number| row(number) + "\n").collect()
    };
    let mut others = vec![
        behind(&|_, name| format!("{name}: ")),
        behind(&|index, _| format!("2026-01-0{} ", index + 1)),
        format!("7,{}\n", cells(SECOND).join(",")),
        cells(SECOND).join("\n") + "\n",
    ];
    let nan = |cell: &String| if cell == "." { " NaN".into() } else { format!("  {cell}.0") };
    let table = |row: Vec<String>| format!("3 {}", row.iter().map(nan).collect::<String>());
    let blank = |row: Vec<String>| row.concat().replace('.', " ");
    others.extend([
        // Half of a line, and a line that was wrapped.
        format!("{}\n", &SECOND[..45]),
        format!("12. {}\n{}\n", &SECOND[..40], &SECOND[40..]),
        format!("     0    1    2    3    4    5    6    7    8\n{}", lines(SECOND, table)),
        lines(SECOND, |row| format!("> | {} |", row.join(" | ").replace('.', " "))),
        lines(SECOND, blank),
        blank(cells(SECOND))[1..].to_owned() + "\n",
    ]);
    let html = |row: Vec<String>| {
        let cells = row.iter().map(|cell| format!("<td>{}</td>", cell.replace('.', "&nbsp;")));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    others.push(lines(SECOND, html));
    others
        .extend(["+", "~", "#"].map(|sign| lines(&SECOND.replace('.', sign), |row| row.concat())));
    others.extend([4, 6, 12, 16].map(square));
    for other in others {
        let text = format!("{}\n{other}\n{}", drawn(FIRST), drawn(SECOND));
        assert!(is_told(&text), "{text}");
    }
    let words = refused(&square(6));
    assert!(words.contains("lines 1 to 6 may be a grid in another form"), "{words}");
    // Other words between grids are text.
    for text in ["2026-01-31, page 12", "by Anna, 17 moves", "1 2 3", "ER 7.2/7.2/2.6", "12 of 81"]
    {
        let text = format!("{}\n{text}\n{}", drawn(FIRST), drawn(SECOND));
        assert_eq!(reads(&text), [FIRST, SECOND], "== {text}");
    }
}

/// The section of a state has nine rows; what stands behind them is told.
#[test]
fn puzzles_in_sections_of_others_are_told() {
    let rows = |puzzle: &str| lines(puzzle, |row| row.concat());
    let sdk = format!("[Puzzle]\n{}[State]\n{}", rows(FIRST), rows(FIRST));
    assert_eq!(reads(&sdk), [FIRST]);
    for behind in [format!("\n{}", rows(SECOND)), rows(SECOND), format!("\n{SECOND}\n")] {
        assert!(is_told(&format!("{sdk}{behind}")), "{behind}");
    }
}

/// Numbered lines are puzzles among drawn grids, too.
#[test]
fn numbered_lines_among_grids() {
    let rows = lines(FIRST, |row| row.concat());
    assert_eq!(reads(&format!("{rows}\n#2 {SECOND}\n\n{rows}")), [FIRST, SECOND, FIRST]);
    // If lines are numbered so, a number with a gap before it is no comment.
    assert_eq!(reads(&format!("#1 {FIRST}\n# 2 {SECOND}\n#3 {FIRST}\n")), [FIRST, SECOND, FIRST]);
    assert_eq!(reads(&format!("# 1 hard\n{FIRST}\n# {SECOND}\n{FIRST}\n")), [FIRST, FIRST]);
    // The line end before the puzzle is lost.
    let stuck = format!("# easy\n{FIRST}\n# hard{SECOND}\n# evil\n{FIRST}\n");
    assert_eq!(reads(&stuck), [FIRST, "-", FIRST]);
}

/// A comma too many behind 81 fields, of which some are empty, moves cells: the line is malformed.
#[test]
fn a_further_comma_among_fields_that_may_be_empty() {
    let line = |puzzle: &str, behind: &str| {
        cells(&puzzle.replace('.', " ")).join(",").replace(' ', "") + behind + "\n"
    };
    let other = &FIRST.replace(&FIRST[80..], ".");
    for behind in ["", ","] {
        let text: String = [FIRST, other, SECOND].map(|puzzle| line(puzzle, behind)).concat();
        assert_eq!(reads(&text), [FIRST, other, SECOND]);
        let doubled = text.replace("\n5,3,,,7,,,,,6,,,1,,5", "\n5,3,,,7,,,,,6,,,1,,,5");
        assert_ne!(text, doubled);
        assert_eq!(reads(&doubled), [FIRST, "-", SECOND], "{doubled}");
    }
}

/// The brackets of a list show where each of its grids begins: one that lost a row leaves the others whole.
#[test]
fn brackets_begin_grids() {
    let rows = |puzzle: &str| lines(&puzzle.replace('.', "0"), |row| row.join(", "));
    for (open, next, close) in
        [("[[", " [", "]]"), ("array([[", "       [", "]])"), ("((", " (", "))")]
    {
        let grid = |puzzle: &str, lost: Option<usize>| -> String {
            let rows = rows(puzzle);
            let mut rows: Vec<_> = rows.lines().collect();
            lost.map(|row| rows.remove(row));
            let inner = rows.join(&format!("{}\n{next}", &close[..1]));
            format!("{open}{inner}{close}\n")
        };
        let all = [FIRST, SECOND, FIRST, SECOND];
        for lost in 1..9 {
            let damaged = all
                .iter()
                .enumerate()
                .map(|(index, puzzle)| grid(puzzle, Some(lost).filter(|_| index == 1)));
            let text: String = damaged.collect();
            assert_eq!(reads(&text), [FIRST, "-", FIRST, SECOND], "{text}");
        }
    }
}

/// A value between grids that are lists stands in place of one.
#[test]
fn values_among_lists_of_rows_are_told() {
    let grid =
        |puzzle: &str| lines(&puzzle.replace('.', "0"), |row| format!("[{}],", row.join(",")));
    for value in ["null", "None", "\"\"", "[]", "{}", "'later'"] {
        let text = format!("x = [\n[\n{}],\n{value},\n[\n{}],\n]\n", grid(FIRST), grid(SECOND));
        assert_eq!(reads(&text), [FIRST, "-", SECOND], "{text}");
    }
    let text = format!("x = [\n[\n{}],\n# null\n[\n{}],\n]\n", grid(FIRST), grid(SECOND));
    assert_eq!(reads(&text), [FIRST, SECOND]);
}

/// A line with a puzzle in quotes and arrays behind it has several.
#[test]
fn a_string_and_arrays_on_a_line_are_told() {
    let array = |puzzle: &str| format!("[{}]", cells(&puzzle.replace('.', "0")).join(", "));
    for count in 1..6 {
        let arrays = vec![array(SECOND); count].join(", ");
        assert!(is_told(&format!("[\"{FIRST}\", {arrays}]\n")), "{count}");
    }
}

/// A further line with nine cells below each grid, without blank lines, would shift all other rows.
#[test]
fn dates_below_grids_that_nothing_separates_are_told() {
    let rows = |puzzle: &str| lines(puzzle, |row| row.concat());
    let text = [FIRST, SECOND, FIRST, SECOND].map(|it| rows(it) + "11.3.2020\n").concat();
    assert!(refused(&text).starts_with("the rows of the grids can be read in two ways"), "{text}");
}

/// A row that lost the bars around a box, or has fields too many, is no row of the others.
#[test]
fn rows_with_other_bars_are_malformed() {
    let boxes = |puzzle: &str| {
        lines(&puzzle.replace('.', " "), |row| {
            let boxes: Vec<_> = row.chunks(3).map(|cells| cells.join(" ")).collect();
            format!("| {} |", boxes.join(" | "))
        })
    };
    let damaged = boxes(FIRST).replace("| 6     | 1 9 5 |", " 1 9 5 |");
    assert_eq!(reads(&format!("{}\n{damaged}\n{0}", boxes(SECOND))), [SECOND, "-", SECOND]);
    let fields =
        |puzzle: &str| lines(&puzzle.replace('.', " "), |row| format!("| {} |", row.join(" | ")));
    let longer = "| 6 |   |   |   | 1 | 9 | 5 |   |   |   |   |";
    let damaged = fields(FIRST).replace("| 6 |   |   | 1 | 9 | 5 |   |   |   |", longer);
    assert_eq!(reads(&format!("{}\n{damaged}\n{0}", fields(SECOND))), [SECOND, "-", SECOND]);
}

/// A line that holds two records, because its line end was lost, costs these two alone, wherever it stands.
#[test]
fn two_records_on_a_line_are_told() {
    let pair = |puzzle: &str| format!("{puzzle},{}", solved(puzzle));
    let all = [pair(FIRST), pair(SECOND)].concat();
    let one = pair(SECOND);
    for joined in 0..3 {
        let lines: Vec<&str> =
            (0..4).map(|index| if index == joined { &*all } else { &*one }).collect();
        let expected: Vec<_> =
            (0..4).map(|index| if index == joined { "-" } else { SECOND }).collect();
        assert_eq!(reads(&(lines.join("\n") + "\n")), expected);
    }
    // Also if the first line has no solution.
    assert_eq!(reads(&format!("{FIRST}\n{FIRST}\n{all}\n{FIRST}\n")), [FIRST, FIRST, "-", FIRST]);
}

/// A first record that lost a cell is no header.
#[test]
fn a_damaged_first_record_is_no_header() {
    for (before, behind) in [("1\t", ""), ("1,", ""), ("\"", "\",easy"), ("", ";7.2")] {
        let line = |puzzle: &str| format!("{before}{puzzle}{behind}\n");
        let text = [line(&FIRST[1..]), line(SECOND), line(FIRST)].concat();
        assert_eq!(reads(&text), ["-", SECOND, FIRST], "{text}");
    }
    let apart = |cells: &[String]| cells.join(",") + "\n";
    let text = [apart(&cells(FIRST)[1..]), apart(&cells(SECOND)), apart(&cells(FIRST))].concat();
    assert_eq!(reads(&text), ["-", SECOND, FIRST]);
}

/// A line of 81 strokes is a puzzle if nothing else says what strokes are; among puzzles with dots it may be a ruler.
#[test]
fn lines_of_strokes() {
    for stroke in ["-", "*", "_"] {
        let line = stroke.repeat(81);
        assert_eq!(reads(&format!("{FIRST}\n{line}\n{SECOND}\n")), [FIRST, "-", SECOND]);
        assert_eq!(reads(&format!("{line}\n{FIRST}\n{line}\n")), ["-", FIRST, "-"]);
        let marked = FIRST.replace('.', stroke);
        assert_eq!(reads(&format!("{marked}\n{line}\n{marked}\n")), [&*marked, &line, &marked]);
        assert_eq!(reads(&line), [&*line]);
    }
}

/// A dot behind 81 cells is a further cell, also behind a tag.
#[test]
fn a_dot_behind_a_grid_in_a_tag_is_a_cell() {
    let line = |cells: &str| format!("<td>{cells}</td>\n");
    let text = [FIRST, &format!("{SECOND}."), SECOND].map(line).concat();
    assert_eq!(reads(&text), [FIRST, "-", SECOND]);
}

/// A number in another element of markup is no cell of a grid that lost one.
#[test]
fn numbers_in_other_elements_are_no_cells() {
    let latex = |cells: &str| format!("3 & \\texttt{{{cells}}} \\\\\n");
    let apart = |puzzle: &str| cells(puzzle).join(",");
    let text = [&apart(FIRST), &apart(FIRST)[2..], &apart(SECOND)].map(latex).concat();
    assert_eq!(reads(&text), [FIRST, "-", SECOND], "{text}");
    let bold = |cells: &str| format!("3 <b>{cells}</b>\n");
    let blank = FIRST.replacen('.', " ", 1);
    assert_eq!(reads(&[FIRST, &blank, SECOND].map(bold).concat()), [FIRST, "-", SECOND]);
}

/// The frame that MySQL draws around a table, and the number of rows below it, are no rows.
#[test]
fn a_table_as_mysql_draws_it() {
    let rule = format!("+----+{}+\n", "-".repeat(83));
    let row = |id: &str, puzzle: &str| format!("| {id:>2} | {puzzle:<81} |\n");
    let rows = [row("id", "puzzle"), rule.clone(), row("1", FIRST), row("2", SECOND)].concat();
    let text = format!("{rule}{rows}{rule}2 rows in set (0.00 sec)\n");
    assert_eq!(reads(&text), [FIRST, SECOND], "{text}");
}

/// If most of the first records are other text, the message names the format that reads the puzzles.
#[test]
fn few_puzzles_among_other_text() {
    let head = "From: anna\nTo: bob\nSubject: two puzzles\nDate: today\nHello,\nthese are two.\n";
    let words = refused(&format!("{head}{FIRST}\n{SECOND}\nRegards\n"));
    assert!(words.starts_with("2 of its first 9 records are puzzles"), "{words}");
    assert!(words.contains("line 1 is the first: name the format (line)"), "{words}");
}

/// If the column with the usual name has no puzzles, the column that has is named.
#[test]
fn a_column_of_names_called_puzzle_is_told() {
    for name in ["Easy 1", "12"] {
        let text = format!("puzzle,grid\n{name},{FIRST}\n{name},{SECOND}\n");
        let words = refused(&text);
        assert!(words.contains("but 'grid' has a grid"), "{words}");
    }
    assert_eq!(reads(&format!("puzzle,grid\n{FIRST},{SECOND}\n")).len(), 1);
}

/// Grids whose line ends are written as `\n`: several on a line are not one of them.
#[test]
fn several_grids_with_line_ends_of_programs() {
    let escaped = |puzzle: &str| lines(puzzle, |row| row.concat()).trim().replace('\n', "\\n");
    let object = |puzzle: &str| format!("{{\"puzzle\": \"{}\"}}", escaped(puzzle));
    let all = [FIRST, SECOND, FIRST, SECOND].map(object).join(", ");
    assert!(is_told(&format!("INFO: [{all}]\n")));
}

/// Headings, numbers, ratings, dates and moves between drawn grids are text, in any frame.
#[test]
fn what_people_write_between_grids_is_text() {
    let plain = |puzzle: &str| lines(puzzle, |row| row.concat());
    let framed = |puzzle: &str| {
        let rule = "+-------+-------+-------+\n";
        let rows = plain(puzzle);
        let rows: Vec<_> = rows.lines().collect();
        let band = |rows: &[&str]| {
            let boxed = |row: &&str| {
                let boxes = [&row[..3], &row[3..6], &row[6..]];
                let cells =
                    |part: &&str| part.chars().map(|cell| format!("{cell} ")).collect::<String>();
                format!("| {}|\n", boxes.iter().map(cells).collect::<Vec<_>>().join("| "))
            };
            rows.iter().map(boxed).collect::<String>()
        };
        format!("{rule}{}{rule}", rows.chunks(3).map(band).collect::<Vec<_>>().join(rule))
    };
    let all = [FIRST, SECOND, FIRST, SECOND];
    for draw in [&plain as &dyn Fn(&str) -> String, &framed] {
        for title in [
            "Puzzle",
            "SUDOKU",
            "Quiz",
            "--- {} ---",
            "..... {} .....",
            "*** {} ***",
            "{}",
            "No. 2024010{}",
            "[2024010{}]",
            "24 26 31 {}",
        ] {
            let title = |number: usize| title.replace("{}", &(number + 1).to_string());
            let texts = all.iter().enumerate();
            let text: String =
                texts.map(|(number, it)| format!("{}\n{}\n", title(number), draw(it))).collect();
            assert_eq!(reads(&text), all, "{text}");
            let opened = open(text.as_bytes(), &ReadOptions::default()).expect("grids");
            assert_eq!(opened.declared_count, None, "{text}");
        }
        for below in ["7.2/1.2/1.2", "ER 7.2/7.2/2.6", "12. r4c5 = 3\n13. r1c1 = 2\n14. r9c7 = 8"] {
            let text = all.map(|puzzle| format!("{}{below}\n\n", draw(puzzle))).concat();
            assert_eq!(reads(&text), all, "{text}");
        }
    }
    // A single number above one grid may be a count.
    let counted = open(format!("1\n{}", plain(FIRST)).as_bytes(), &ReadOptions::default());
    assert_eq!(counted.expect("a grid").declared_count, Some(1));
}

/// A row of a table that lost its line end has two records, although their solutions are empty.
#[test]
fn two_rows_without_solutions_in_one_are_told() {
    let text = format!("puzzle,solution\n{FIRST},\n{SECOND},{FIRST},\n{FIRST},\n");
    assert_eq!(reads(&text), [FIRST, "-", FIRST]);
    let solution = solved(SECOND);
    let text = format!("puzzle,solution\n{FIRST},\n{SECOND},{solution},\n");
    assert_eq!(reads(&text), [FIRST, SECOND]);
}

/// A file that was cut off in the first row of its last grid says so.
#[test]
fn a_cut_in_the_first_row_is_told() {
    let plain = lines(FIRST, |row| row.concat());
    let framed = lines(FIRST, |row| format!("| {} |", row.join(" ")));
    for (grid, row) in [(plain, "53..7...."), (framed, "| 5 3 . . 7 . . . . |")] {
        for between in ["\n", ""] {
            for length in 3..row.len() {
                let text = format!("{grid}{between}{grid}{between}{}", &row[..length]);
                assert_eq!(reads(&text), [FIRST, FIRST, "-"], "{length} {between:?} {text}");
            }
        }
        // With a line end, a few cells are text, and so are numbers like those between other grids.
        let rated = format!("{grid}12\n{grid}15");
        assert_eq!(reads(&rated).len(), 2, "{rated}");
        assert_eq!(reads(&format!("{grid}\n{grid}0")).len(), 2, "a zero ends an input of judges");
    }
}

#[test]
fn grids_that_solve_others_are_no_puzzles() {
    let drawn = |puzzle: &str| lines(puzzle, |row| row.concat());
    let solution = solved(FIRST);
    for (title, other) in [("Puzzle:\n", "Solution:\n"), ("", "\n")] {
        let words = refused(&format!("{title}{}\n{other}{}", drawn(FIRST), drawn(&solution)));
        assert!(words.contains("is the solution of the grid before it"), "{words}");
    }
    let halves = [FIRST, SECOND, &solution, &solved(SECOND)].map(drawn).join("\n");
    assert!(refused(&halves).contains("one of the first half"));
    let all = Conversion::from(Format::Grid).run(&halves);
    assert_eq!(all.puzzles.len(), 4, "the user says that all are puzzles");
}

#[test]
fn comments_that_hold_rows_are_told() {
    for mark in ["// ", "# ", "% "] {
        let text = lines(FIRST, |row| format!("{mark}{}", row.join(" ")));
        assert!(refused(&text).contains("all lines are comments"), "{text}");
    }
    assert!(reads("# made on 2026-01-02\n# by nobody\n").is_empty());
}

/// Rows among the first lines make the input refused, and those further below are malformed.
#[test]
fn rows_in_another_form_are_reported_wherever_they_stand() {
    let grid = lines(FIRST, |row| row.concat()) + "\n";
    let cell = |cell: &String| if cell == "." { "None".into() } else { format!("Some({cell})") };
    let other = lines(SECOND, |row| row.iter().map(cell).collect::<Vec<_>>().join(", ")) + "\n";
    assert!(refused(&(grid.repeat(2) + &other)).starts_with("lines 21 to 29 may be a grid"));
    let text = grid.repeat(9) + &other + &grid;
    let opened = open(grid.repeat(3).as_bytes(), &ReadOptions::default()).expect("grids");
    let mut records = Records::default();
    records.read(&*opened.parser, text.as_bytes());
    let rows = records.rows(text.as_bytes()).filter_map(|row| match row {
        Row::Passthrough(_) => None,
        Row::Malformed { record, error, .. } => Some((record.record.line, Some(error.clone()))),
        Row::Puzzle { record, .. } => Some((record.record.line, None)),
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows[9..], [(90, Some(RecordError::UnreadGrid)), (100, None)]);
    assert!(rows.len() == 11 && rows[..9].iter().all(|row| row.1.is_none()));
    // Titles of one word and a number are no rows.
    let titled: Vec<_> = (1..30).map(|number| format!("Grid {number}\n{grid}")).collect();
    assert_eq!(reads(&titled.concat()), [FIRST; 29]);
}

#[test]
fn grids_side_by_side_among_others_are_told() {
    let grid = lines(FIRST, |row| row.concat()) + "\n";
    let beside = |between: &str| -> String {
        let (left, right) = (cells(FIRST), cells(SECOND));
        let both = left.chunks(9).zip(right.chunks(9));
        both.map(|(left, right)| format!("{}{between}{}\n", left.concat(), right.concat()))
            .collect()
    };
    for between in ["  ", " | ", ",,", "\t"] {
        let text = format!("{grid}{}\n{grid}", beside(between));
        assert!(refused(&text).starts_with("lines 11 to 19 may be a grid"), "{text}");
    }
    // A solution in another form is not read, and neither is a link to the grid above.
    let solution = cells(&solved(FIRST)).join(" ");
    for other in [format!("Solution: {solution}"), format!("https://example.org/?p={FIRST}")] {
        assert_eq!(reads(&format!("{grid}{other}\n\n{grid}")), [FIRST; 2], "{other}");
    }
}

#[test]
fn cells_of_several_lines_are_refused() {
    let blank = format!("|{}\n", "   |".repeat(9));
    let row = |cells: &[String]| -> String {
        let cells: Vec<_> =
            cells.iter().map(|cell| format!(" {} ", cell.replace('.', " "))).collect();
        format!("|{}|\n", cells.join("|"))
    };
    for (above, below) in [(&*blank, &*blank), (&*blank, ""), ("", &*blank)] {
        for ruler in ["", "+---+---+---+---+---+---+---+---+---+\n"] {
            let tall = |cells: &[String]| format!("{above}{}{below}{ruler}", row(cells));
            let text: String = cells(FIRST).chunks(9).map(tall).collect();
            assert!(refused(&text).starts_with("cells take several lines"), "{text}");
        }
    }
    let plain: String = cells(FIRST).chunks(9).map(row).collect();
    assert_eq!(reads(&plain), [FIRST]);
}

/// The second of two grids in a line would be lost.
#[test]
fn another_grid_in_a_line_in_another_form_is_malformed() {
    let rows = |grid: &str, by: &str| {
        cells(grid).chunks(9).map(<[String]>::concat).collect::<Vec<_>>().join(by)
    };
    let part: String = solved(FIRST).chars().take(50).chain(FIRST.chars().skip(50)).collect();
    for text in [
        format!("{} {part}\n", rows(FIRST, "/")),
        format!("{};{part}\n", rows(FIRST, " ")),
        format!("{FIRST} {}\n", rows(SECOND, "/")),
        format!("{FIRST},{}\n", cells(SECOND).join(",")),
        format!("{},{part}\n7{}\n", &FIRST[1..], &FIRST[1..]),
    ] {
        assert!(is_told(&text), "{text}");
    }
    for text in [format!("{FIRST},12,3.5,2026-01-02\n"), format!("5,{FIRST},{}\n", solved(FIRST))] {
        assert_eq!(reads(&text), [FIRST], "{text}");
    }
    let swapped =
        format!("[(\"{}\",\"{FIRST}\"),(\"{}\",\"{SECOND}\")]\n", solved(FIRST), solved(SECOND));
    assert!(is_told(&swapped));
}

/// Lists have lines that hold puzzles without quotes, and comments.
#[test]
fn lines_of_lists_end_where_a_grid_does() {
    for end in ["\n", "\r\n", ""] {
        let text = format!("x = [\"{FIRST}\", \"{SECOND}\"]\n{FIRST}{end}");
        assert_eq!(reads(&text), [FIRST, SECOND, FIRST], "{text}");
    }
    for comment in ["# ", "    // ", "  # \"", "-- ('"] {
        let text = format!("x = [\"{FIRST}\",\n{comment}{FIRST}\",\n\"{SECOND}\"]\n");
        let text = text.replacen("x = [", "x = [\n", 1);
        assert_eq!(reads(&text), [FIRST, SECOND], "{text}");
    }
}

#[test]
fn a_section_of_a_puzzle_that_has_none_is_malformed() {
    let grid = lines(FIRST, |row| row.concat());
    for other in ["LjkuLi4u\n", "a9b\n", &format!("{}\n{}\n", &SECOND[..40], &SECOND[40..])] {
        let text = format!("[Puzzle]\n{grid}[Puzzle]\n{other}[State]\n{grid}[Puzzle]\n{grid}");
        assert_eq!(reads(&text), [FIRST, "-", FIRST], "{text}");
    }
    let empty = format!("[Author]\nsomebody\n[Puzzle]\n\n[Puzzle]\n# {FIRST}\n{grid}");
    assert_eq!(reads(&empty), [FIRST]);
}

/// A `+` before each solved cell of a complete grid leaves the puzzle.
#[test]
fn solved_cells_of_a_complete_grid_are_no_clues() {
    let solution = solved(FIRST);
    let cell = |(clue, cell): (char, char)| match clue {
        '.' => format!("+{cell}"),
        clue => clue.to_string(),
    };
    let marked: String = FIRST.chars().zip(solution.chars()).map(cell).collect();
    assert_eq!(reads(&format!("{marked}\n")), [FIRST]);
    let part = marked.replacen("+", "", 1);
    assert_eq!(reads(&format!("{part}\n"))[0].matches('.').count(), FIRST.matches('.').count() - 1);
}

/// Two columns that may both be that of the puzzles are read if they have the same puzzles, or if one is named.
#[test]
fn two_columns_of_puzzles_are_refused() {
    let error = "the columns puzzle, quiz have different puzzles, of which one would be read";
    let table = |other: &str| format!("id,quiz,puzzle\n1,{other},{FIRST}\n");
    let objects = |other: &str| format!("{{\"puzzle\": \"{FIRST}\", \"quiz\": \"{other}\"}}\n");
    assert_eq!(refused(&table(SECOND)), error.replace("puzzle, quiz", "quiz, puzzle"));
    assert_eq!(refused(&objects(SECOND)), error);
    for other in [FIRST, &solved(FIRST), "", "an easy one"] {
        assert_eq!(reads(&table(other)), [FIRST], "{other}");
        assert_eq!(reads(&objects(other)), [FIRST], "{other}");
    }
    let complete = format!("sudoku,givens\n{},{FIRST}\n", solved(FIRST));
    assert_eq!(refused(&complete), error.replace("puzzle, quiz", "sudoku, givens"));
    let options = ReadOptions { column: Some("quiz".into()), ..ReadOptions::default() };
    assert!(open(table(SECOND).as_bytes(), &options).is_ok());
}

/// Complete grids alone are refused if text that may be their puzzles is cut off, damaged, or in a comment.
#[test]
fn solutions_of_what_was_cut_off_are_no_puzzles() {
    let (one, two) = (solved(FIRST), solved(SECOND));
    for text in [
        format!("{}... -> {one}\n{}... -> {two}\n", &FIRST[..47], &SECOND[..47]),
        format!("{}, {one}\n{}, {two}\n", &FIRST[..20], &SECOND[..30]),
        format!("1,{one},{}\n", &FIRST[1..]),
        format!("# {FIRST}\n{one}\n"),
        format!("{}… {one}\n{}… {two}\n", &FIRST[..47], &SECOND[..30]),
        format!(
            "{}{}",
            lines(FIRST, |row| format!("# {}", row.concat())),
            lines(&one, |row| row.join(" "))
        ),
        format!("{}\n{}\n{one}\n", &FIRST[..40], &FIRST[40..]),
        format!("{}\n{}\n{}\n{one}\n", &FIRST[..27], &FIRST[27..54], &FIRST[54..]),
    ] {
        assert!(refused(&text).starts_with("the only grids are complete"), "{text}");
    }
    for text in [format!("# a solution\n{one}\n"), format!("20240101120000123,{one}\n")] {
        assert_eq!(reads(&text), [one.as_str()], "{text}");
    }
}

/// A bracket at the start of a line opens a list only if the line does not close it.
#[test]
fn a_name_in_brackets_opens_no_list() {
    let (one, two) = (solved(FIRST), solved(SECOND));
    for [first, second] in [["[a]", "[b]"], ["(1)", "(2)"], ["[12:01] anna:", "[12:05] ben:"]] {
        let text = format!("{first} {FIRST}\n{second} {one}\n{first} {SECOND}\n{second} {two}\n");
        assert!(is_told(&text), "{text}");
    }
    assert_eq!(
        reads(&format!("[('{FIRST}',\n  '{one}'),\n ('{SECOND}',\n  '{two}')]\n")),
        [FIRST, SECOND]
    );
}
