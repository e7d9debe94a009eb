use std::{cell::Cell, collections::BTreeMap, ops::Range};

use super::*;
use crate::ReplyReader;

thread_local! {
    /// The bytes that scanners looked at.
    pub(super) static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Replies with the grid that a careful person says they give, in lines of JSON.
const REPLIES: &str = include_str!("../../../../data/replies.jsonl");

/// A reply to a puzzle.
struct Case {
    name: String,
    puzzle: Grid,
    reply: String,
    is_right: bool,
}

fn cases() -> Vec<Case> {
    let lines = REPLIES.lines();
    let cases = lines.map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| case[name].as_str().unwrap().to_owned();
        let puzzle = text("puzzle").parse().unwrap();
        Case { name: text("id"), puzzle, reply: text("answer"), is_right: text("right") == "yes" }
    });
    cases.collect()
}

/// Returns the grid that a reply gives if it is right.
fn paid(reader: &mut ReplyReader, reply: &str, puzzle: &Grid) -> Option<GivenGrid> {
    reader.read(reply.as_bytes(), puzzle).given.filter(|given| given.grid.is_solution_of(puzzle))
}

#[test]
fn replies_are_judged_as_a_careful_person_does() {
    let mut reader = ReplyReader::default();
    let mut wrong = Vec::new();
    for Case { name, puzzle, reply, is_right } in cases() {
        if paid(&mut reader, &reply, &puzzle).is_some() != is_right {
            wrong.push(format!("{name}: {:?}", reader.read(reply.as_bytes(), &puzzle)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Calls `check` with each reply that is right, and the place of its grid.
fn each_right(mut check: impl FnMut(&mut ReplyReader, &Case, Range<usize>)) {
    let mut reader = ReplyReader::default();
    for case in cases().into_iter().filter(|case| case.is_right) {
        let given = paid(&mut reader, &case.reply, &case.puzzle).unwrap();
        check(&mut reader, &case, given.range);
    }
}

/// Asserts that a changed reply gives no right grid.
fn assert_unpaid(reader: &mut ReplyReader, case: &Case, changed: &str, change: &str) {
    let given = paid(reader, changed, &case.puzzle);
    assert!(given.is_none(), "{}, {change}: {given:?}\n{changed}", case.name);
}

/// Returns the places of the digits of a grid that a reply gives: those which, if they change, change the grid.
fn digits_of(reader: &mut ReplyReader, case: &Case, range: Range<usize>) -> Vec<usize> {
    let text = &case.reply;
    let bytes = text.as_bytes();
    // Digits of keycaps and the like are left out.
    let digits = range
        .filter(|&at| bytes[at].is_ascii_digit() && bytes.get(at + 1).is_none_or(u8::is_ascii));
    let is_cell = |at: &usize| paid(reader, &with_other_digit(text, *at), &case.puzzle).is_none();
    digits.filter(is_cell).collect()
}

/// Returns a text with another digit at a place.
fn with_other_digit(text: &str, at: usize) -> String {
    let digit = (text.as_bytes()[at] - b'0') % 9 + 1;
    format!("{}{digit}{}", &text[..at], &text[at + 1..])
}

#[test]
fn a_changed_digit_is_never_paid() {
    each_right(|reader, case, range| {
        if case.reply[range.clone()].is_ascii() {
            let digits = digits_of(reader, case, range).len();
            assert!(digits >= 81 - case.puzzle.clues(), "{}: {digits} digits", case.name);
        }
    });
}

/// Returns whether the digits are those of moves in all cells, of which those of clues may be left out.
fn are_all_moves(digits: &[usize]) -> bool {
    digits.len() > 3 * 81 - 9
}

#[test]
fn a_dropped_or_doubled_row_is_never_paid() {
    each_right(|reader, case, range| {
        let digits = digits_of(reader, case, range.clone());
        if are_all_moves(&digits) {
            return;
        }
        let lines: Vec<_> = case.reply.split_inclusive('\n').collect();
        let mut start = 0;
        for (index, line) in lines.iter().enumerate() {
            let cells = digits.iter().filter(|at| (start..start + line.len()).contains(at)).count();
            start += line.len();
            if cells == 0 || lines.len() == 1 {
                continue;
            }
            let others = |skip: usize| [lines[..index].concat(), lines[index + skip..].concat()];
            assert_unpaid(reader, case, &others(1).concat(), "without a row");
            // A move may be said twice; a tag before the grid stays alone.
            if (9..81).contains(&cells) {
                let [before, after] = others(1);
                let inside = &line[range.start.saturating_sub(start - line.len())..];
                let changed = format!("{before}{}\n{inside}{after}", line.trim_end());
                if !line.contains("answer>") || inside.len() < line.len() {
                    assert_unpaid(reader, case, &changed, "with a row twice");
                }
            }
        }
    });
}

#[test]
fn a_cut_reply_is_never_paid() {
    each_right(|reader, case, range| {
        let digits = digits_of(reader, case, range);
        let last = match digits.len() {
            0 => return,
            count if are_all_moves(&digits) => digits[count / 2],
            // The zero of 5.0 may be missing.
            count if case.reply.as_bytes()[digits[count - 1] - 1] == b'.' => digits[count - 2],
            count => digits[count - 1],
        };
        for (end, _) in case.reply.char_indices().filter(|(at, _)| *at <= last) {
            assert_unpaid(reader, case, &case.reply[..end], "cut");
        }
    });
}

#[test]
fn what_is_opened_and_not_closed_is_never_paid() {
    each_right(|reader, case, range| {
        let text = case.reply.trim_end();
        let last_line = text.rfind('\n').map_or(0, |at| at + 1);
        let rest = &text[last_line..];
        let closes = ["```", "~~~", "]", "}", "</", "\\end", "+--", "\u{2514}", "\u{255a}"];
        if last_line >= range.start
            && closes.iter().any(|close| rest.trim_start().starts_with(close))
        {
            assert_unpaid(reader, case, &text[..last_line], "without its last line");
        }
    });
}

/// A grid that is repeated, as columns that check it or as a line, is a single grid.
#[test]
fn a_grid_that_is_said_twice_is_paid() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let rows: Vec<_> = (0..9).map(|row| &solution[9 * row..][..9]).collect();
    let column = |column: usize| rows.iter().map(|row| &row[column..=column]).collect::<String>();
    let columns: Vec<_> =
        (0..9).map(|at| format!("Column {}: {} \u{2713}", at + 1, column(at))).collect();
    let mut reader = ReplyReader::default();
    for again in [columns.join("\n"), format!("Or as a line: {solution}"), rows.join(" / ")] {
        let reply = format!("{}\n\nCheck:\n{again}", rows.join("\n"));
        assert!(paid(&mut reader, &reply, &case.puzzle).is_some(), "{reply}");
    }
}

#[test]
fn a_thought_is_never_paid() {
    each_right(|reader, case, _| {
        let reply = &case.reply;
        for [open, close] in [
            ["<think>", "</think>"],
            ["<reasoning>", "</reasoning>"],
            ["<a:think id=\"1\">", "</a:think>"],
            ["[THINK]", "[/THINK]"],
        ] {
            for rest in ["", "\nI give up.", "\nRow 1 is 5 3 4 6 7 8 9 1 2."] {
                assert_unpaid(reader, case, &format!("{open}{reply}{close}{rest}"), "in a thought");
            }
            // A reply that closes such a thought has its answer behind it.
            let name = close.rsplit(['/', ':']).next().unwrap();
            if !reply.contains(name) {
                assert_unpaid(reader, case, &format!("{open}{reply}"), "in an open thought");
            }
            assert_unpaid(reader, case, &format!("{reply}{open}"), "before an open thought");
        }
        assert_unpaid(
            reader,
            case,
            &format!("{reply}\n<answer>I give up.</answer>"),
            "before an answer",
        );
        assert_unpaid(reader, case, &format!("{reply}\n<answer>"), "before an open answer");
    });
}

#[test]
fn prose_between_two_halves_is_never_paid() {
    each_right(|reader, case, range| {
        let digits = digits_of(reader, case, range);
        let ends = case.reply.match_indices('\n').map(|(at, _)| at);
        for end in ends {
            let before = digits.iter().filter(|at| **at < end).count();
            if (9..digits.len().saturating_sub(8)).contains(&before) {
                let (first, second) = case.reply.split_at(end);
                let changed =
                    format!("{first}\nNow we look at the other cells, which are harder.{second}");
                assert_unpaid(reader, case, &changed, "with prose");
            }
        }
    });
}

#[test]
fn the_puzzle_is_never_paid_and_hides_nothing() {
    each_right(|reader, case, range| {
        let Case { name, puzzle, reply, .. } = case;
        let restated = format!("{puzzle}");
        assert_unpaid(reader, case, &restated, "the puzzle instead");
        let is_bare = !reply.contains('<')
            && !reply.contains("boxed")
            && !reply.to_lowercase().contains("final");
        if is_bare {
            for changed in [
                format!("{restated}\n\n{reply}"),
                format!("{reply}\n\nThe puzzle was:\n{restated}"),
            ] {
                assert!(paid(reader, &changed, puzzle).is_some(), "{name}: {range:?}\n{changed}");
            }
        }
    });
}

#[test]
fn the_place_is_that_of_the_grid() {
    each_right(|_, Case { name, reply, .. }, range| {
        let inside = reply.get(range.clone()).unwrap_or_else(|| panic!("{name}: {range:?}"));
        let is_digit = |char: char| char.is_alphanumeric();
        let count = inside.chars().filter(|char| is_digit(*char)).count();
        assert!(count >= 50, "{name}: {inside}");
    });
}

/// Returns the codes of a cell of a table, in which a bar has a backslash before it.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(|code| code.replace("\\|", "|")).collect()
}

/// The page about the judge.
const DOCUMENT: &str = include_str!("../../../../docs/judge.md");

/// The replies by form: how many there are, how many a person pays, and how many the judge pays.
#[test]
fn the_document_counts_the_replies() {
    let mut counts = BTreeMap::new();
    let mut reader = ReplyReader::default();
    for Case { puzzle, reply, is_right, .. } in cases() {
        let given = reader.read(reply.as_bytes(), &puzzle).given;
        let form = given.as_ref().map_or("no grid", |given| given.form.name());
        let is_paid = given.is_some_and(|given| given.grid.is_solution_of(&puzzle));
        let all = if is_right { "all that are right" } else { "all that are not" };
        for row in [form, all] {
            let count = counts.entry(row).or_insert([0; 3]);
            for (number, is_one) in count.iter_mut().zip([true, is_right, is_paid]) {
                *number += u32::from(is_one);
            }
        }
    }
    let table =
        DOCUMENT.split_once("\n| no grid | ").expect("a table that has replies without a grid");
    let above = table.0.lines().rev().take_while(|line| line.starts_with("| `")).count();
    let start = table.0.lines().count() - above;
    let section = DOCUMENT.lines().skip(start).take_while(|line| line.starts_with("| "));
    let shown: BTreeMap<_, _> = section
        .map(|row| {
            let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            (cells[1], [2, 3, 4].map(|at| cells[at].parse().unwrap()))
        })
        .collect();
    assert_eq!(shown, counts, "docs/judge.md");
}

/// The replies that end before they are complete, and no others, are said to be cut off.
#[test]
fn replies_that_were_cut_off_are_told_from_others() {
    let mut reader = ReplyReader::default();
    let cut: Vec<_> = cases()
        .into_iter()
        .filter(|case| reader.read(case.reply.as_bytes(), &case.puzzle).is_truncated)
        .map(|case| case.name)
        .collect();
    // Some end with fewer than nine rows because others stand elsewhere, which only a person sees.
    let expected = [
        "truncated mid row",
        "thought not closed",
        "second thought not closed",
        "thought in channels",
        "reasoning not closed",
        "answer tag not closed",
        "box not closed",
        "two halves with prose between",
        "last row cut",
        "last row missing",
        "list not closed",
        "list over lines not closed",
        "fence not closed",
        "table not closed",
        "array not closed",
        "frame not closed",
        "partial last row",
        "partial last row dots",
        "streamed chunks cut",
        "answer tag with half",
        "grid of 8 rows plus wrong label",
        "row 5 missing then said",
        "frame cut last row open",
        "think reopened",
        "sums other row missing",
        "seed open",
        "r1 think only to the token limit",
        "gpt oss analysis only",
        "gemini <answer> cut off in row 9",
        "json cut",
        "fence json not closed no end",
        "cut in the middle of a restatement",
    ];
    assert_eq!(cut, expected);
}

#[test]
fn the_document_shows_all_forms_with_examples() {
    let section =
        DOCUMENT.split("\n## ").find(|section| section.starts_with("Accepted forms")).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut forms = Vec::new();
    let mut given = Vec::new();
    each_right(|reader, case, _| {
        let form = paid(reader, &case.reply, &case.puzzle).unwrap().form.name();
        given.push((form, case.reply.clone()));
    });
    for row in rows {
        let cells: Vec<_> =
            row.replace("\\|", "\u{0}").split('|').map(|cell| cell.replace('\0', "\\|")).collect();
        let name = codes(&cells[1]).remove(0);
        for example in codes(&cells[3]) {
            let has_example = given.iter().any(|(form, reply)| {
                *form == name && reply.lines().any(|line| line.trim_start().starts_with(&example))
            });
            assert!(has_example, "{name}: {example}");
        }
        forms.push(name);
    }
    assert_eq!(forms, ReplyForm::NAMES);
}

#[test]
fn time_grows_with_the_length_alone() {
    let rows = "5 3 4 6 7 8 9 1 2\n";
    let units = [
        "<",
        "<a",
        "</",
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "<|",
        "[",
        "]",
        "{",
        "(1, ",
        "\\boxed{",
        "\\boxed{}}",
        "\\begin{",
        "\\begin{a}",
        "\\begin{a}{",
        "\\color{",
        "\\\\[",
        "\\",
        "\"",
        "'",
        "[\"",
        "['",
        "[[\"a\":",
        "5",
        "5 ",
        "5.0",
        "5.",
        ".",
        "-",
        "+",
        "|",
        "| ",
        "\n",
        "```\n",
        "r1c1=5\n",
        "r1c1=",
        "(1,1)",
        "[1 1 ",
        "row ",
        "A1",
        "x",
        "_",
        "&",
        "&nbsp;",
        "é",
        "５",
        "\u{25c1}",
        "final answer",
        "Final answer: \n",
        rows,
        &format!("Option 1:\n{}", rows.repeat(9)),
        "It is wrong. ",
        "no, this ",
        "<a:think>",
        "534678912\n",
        "1. ",
        "# ",
        "[#",
        "[//",
        "<!--",
        "[THINK]",
        "5346789125346789125346789121\n",
    ];
    let mut reader = ReplyReader::default();
    let mut work = |text: &str| {
        WORK.with(|work| work.set(0));
        reader.read(text.as_bytes(), &Grid::EMPTY);
        WORK.with(Cell::get)
    };
    for unit in units {
        let short = work(&unit.repeat(2_000));
        let long = work(&unit.repeat(8_000));
        assert!(long <= 4 * short + 10_000, "{unit:?}: {short}, {long}");
        assert!(long <= 40 * unit.len() * 8_000, "{unit:?}: {long}");
    }
}

/// A brace that closes nothing ends no argument.
#[test]
fn a_command_before_a_closing_brace_has_no_argument() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap();
    let mut reader = ReplyReader::default();
    for command in ["\\begin", "\\color", "\\multicolumn"] {
        let reply = format!("{command}}} {solution}");
        assert!(paid(&mut reader, &reply, &case.puzzle).is_some(), "{reply}");
    }
}

#[test]
fn a_row_of_ten_cells_is_never_paid() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let rows: Vec<_> = solution.as_bytes().chunks(9).map(<[u8]>::to_vec).collect();
    let mut reader = ReplyReader::default();
    for between in ["", " ", ", ", " | "] {
        for row in 0..9 {
            for digit in [b'1', b'7'] {
                let mut changed = rows.clone();
                changed[row].insert(0, digit);
                let line = |row: &Vec<u8>| {
                    let cells: Vec<_> =
                        row.iter().map(|&cell| char::from(cell).to_string()).collect();
                    cells.join(between)
                };
                let text = changed.iter().map(line).collect::<Vec<_>>().join("\n");
                assert_eq!(paid(&mut reader, &text, &case.puzzle), None, "{text}");
            }
        }
    }
}

#[test]
fn options_choose_the_part() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let wrong = with_other_digit(&solution, 2);
    let text = format!(
        "<plan>{wrong}</plan>\n<think>{solution}</think>\n<answer>{wrong}</answer>\n\\boxed{{{solution}}}"
    );
    let is_paid = |answer: &str, think: &str, text: &str| {
        let options =
            ReplyOptions { answer: answer.parse().unwrap(), think: think.parse().unwrap() };
        paid(&mut ReplyReader::new(options), text, &case.puzzle).is_some()
    };
    for (answer, think, expected) in [
        ("auto", "drop", false),
        ("boxed", "drop", true),
        ("text", "drop", true),
        ("answer", "drop", false),
        ("solution", "drop", false),
        ("plan", "keep", false),
        ("think", "keep", true),
    ] {
        assert_eq!(is_paid(answer, think, &text), expected, "{answer}, {think}");
    }
    let planned = format!("<plan>{solution}</plan> I do not know.");
    assert!(is_paid("auto", "drop", &planned));
    assert!(!is_paid("auto", "plan", &planned));
    for name in ["", "a b", "<think>", "9"] {
        assert!(name.parse::<AnswerPart>().is_err(), "{name}");
        assert!(name.parse::<Thoughts>().is_err(), "{name}");
    }
    let error = "<a>".parse::<Thoughts>().unwrap_err().to_string();
    assert_eq!(error, "expected drop, keep or the name of a tag, such as scratchpad, got '<a>'");
}

#[test]
fn a_cut_reply_is_told() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let rows: Vec<_> = (0..9).map(|row| &solution[9 * row..][..9]).collect();
    let mut reader = ReplyReader::default();
    for (text, expected) in [
        (solution.clone(), false),
        ("I do not know.".to_owned(), false),
        ("<think>Let me".to_owned(), true),
        (format!("<answer>{solution}"), true),
        (format!("\\boxed{{{solution}"), true),
        (format!("[\"{}\"", rows.join("\", \"")), true),
        (format!("```\n{}\n", rows.join("\n")), true),
        (rows[..5].join("\n"), true),
    ] {
        assert_eq!(reader.read(text.as_bytes(), &case.puzzle).is_truncated, expected, "{text}");
    }
}

#[test]
fn messages_have_one_text() {
    for (json, expected) in [
        (r#""a""#, "a"),
        (r#"{"role":"assistant","content":"a"}"#, "a"),
        (r#"[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]"#, "a"),
        (r#"[{"role":"assistant","content":"a"},{"role":"user","content":"q"}]"#, "a"),
        (r#"[{"role":"user","content":"q"}]"#, ""),
        (
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
            "a\nb",
        ),
        (
            r#"{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"f","arguments":"{\"grid\":1}"}}]}"#,
            "{\"grid\":1}",
        ),
        (r#"{"completion":[{"role":"assistant","content":"a"}]}"#, "a"),
        (r#"{"response":"a","id":1}"#, "a"),
    ] {
        assert_eq!(text_of_messages(json).as_deref(), Ok(expected), "{json}");
    }
    for json in ["1", "null", "[1]", r#"[{"a":1}]"#, "{}", "{"] {
        assert!(text_of_messages(json).is_err(), "{json}");
    }
}

/// Sentences behind a right grid that take it back, and sentences that do not.
#[test]
fn words_take_a_grid_back_in_many_languages() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let mut reader = ReplyReader::default();
    let mut is_paid = |reply: &str| paid(&mut reader, reply, &case.puzzle).is_some();
    for behind in [
        "This grid violates the column constraint.",
        "However, this does not satisfy the box constraint.",
        "Hmm, that doesn't work because row 2 conflicts with column 4.",
        "But that contradicts the clue at r1c1.",
        "Oops: box 4 contains a duplicate 6.",
        "Wait, column 5 has two 8s.",
        "The 5 appears twice in row 3.",
        "So this can't be the solution.",
        "Is this correct? No, column 5 is full.",
        "Are there conflicts? Yes.",
        "Column 1: 5 6 1 8 4 7 9 2 3 \u{2717}",
        "I could not determine the solution.",
        "{\"solution\": null}",
        "Not a valid solution.",
        "Hmm, this doesn't seem right.",
        "There are some errors here that I would need to fix.",
        "申し訳ありませんが、上の解答には誤りがあります。",
        "Das ist leider falsch, in Zeile 3 steht die 5 doppelt.",
        "Diese Lösung ist nicht richtig.",
        "Cette solution est fausse.",
        "Ce n'est pas correct.",
        "Espera, esto es incorrecto: hay un error en la columna 2.",
        "La solución no es válida.",
        "Na verdade, esta solução está errada.",
        "Questa soluzione è sbagliata.",
        "Это решение неверно.",
        "不对，第三行有重复的数字。",
        "这不是正确的解。",
        "この解答は間違っています。",
        "正しくありません。",
        "이 답은 틀렸습니다.",
        "정답이 아닙니다.",
        "هذا الحل خطأ.",
        "यह हल गलत है।",
    ] {
        assert!(!is_paid(&format!("{solution}\n\n{behind}")), "{behind}");
    }
    for behind in [
        "Please disregard the grid above.",
        "Ignore that.",
        "I retract this answer.",
        "This is false.",
        "This grid is broken.",
        "Nope.",
        "Let me redo this.",
        "Correction: r1c1 should be 8.",
        "Actually, change the 7 in r1c1 to 8.",
        "I am not sure this is right.",
        "I don't think this is correct.",
        "That's no good.",
        "Invalid!",
        "Column 2 is missing a 4.",
        "Therefore the puzzle has no solution.",
        "This is only a guess; I did not solve the puzzle.",
        "Bitte ignoriere dieses Gitter.",
        "Il y a deux 5 dans la colonne 3.",
        "Espera, esto está mal.",
        "请忽略上面的答案。",
        "3행에 5가 두 번 있습니다.",
        "My bad, the 5 in row 3 clashes with the 5 in box 2.",
        "I regret that the above is inaccurate.",
        "The constraint on column 9 is not satisfied.",
        "Self-check: FAILED (duplicate 4 in column 7)",
        "Row 9 needs to be 3 4 5 2 8 6 1 9 7 instead.",
        "I got stuck and filled the rest in at random.",
        "Never mind, this one is off.",
        "Let me try again from the beginning.",
        "Sorry, that's not it.",
        "This won't do, since a clue was changed.",
        "Ugh, ignore me, that grid has issues.",
        "Err, make that 3 in r2c2 instead of 5.",
        "No pude resolverlo; la solución anterior es incorrecta.",
        "Questo non va bene: la riga 4 è sbagliata.",
        "很遗憾，这个答案是错的。",
        "Row 1 ok, row 2 ok, row 3 NOT ok.",
        "Do not treat this as the answer.",
        "The real solution must be something else.",
        "Two identical digits meet in box 6.",
        "I must concede: no valid completion found.",
        "Ich ziehe diese Lösung zurück.",
        "Das war ein Irrtum, bitte nicht verwenden.",
        "Сетка выше содержит ошибку в пятом столбце.",
        "这个结果并不满足第三宫的要求。",
        "この解は条件を満たしていません。",
        "위의 답은 조건을 만족하지 않습니다.",
        "Cette solution ne respecte pas la colonne 2.",
        "Простите, я ошибся в третьей строке.",
        "すみません、3行目に5が二つあります。",
        "Wacht, dat klopt niet.",
        "Nie, to jest błędne.",
        "Bekle, bu yanlış.",
        "Khoan, kết quả này sai.",
        "เดี๋ยวก่อน คำตอบนี้ผิด",
    ] {
        assert!(!is_paid(&format!("{solution}\n\n{behind}")), "{behind}");
        assert!(!is_paid(&format!("<answer>{solution}</answer>\n{behind}")), "in a tag: {behind}");
        assert!(!is_paid(&format!("$$\\boxed{{{solution}}}$$\n{behind}")), "in a box: {behind}");
    }
    for behind in [
        "No row, column or box has a digit twice.",
        "You can ignore the steps above.",
        "I did not ignore any clue of this grid.",
        "I checked each row twice and found no conflicts, no duplicates and nothing wrong.",
        "No row is wrong, and the grid is correct.",
        "This is not a guess, it is the correct solution.",
        "Is this correct? Yes, it is.",
        "Is anything wrong? No.",
        "If you find an error, tell me.",
        "A 4 in r1c1 would conflict with r1c5.",
        "The naked pair in row 3 has two candidates.",
        "I could not find a mistake.",
        "You can solve it by singles alone.",
        "Alle Zeilen sind richtig, kein Fehler gefunden.",
        "Keine Ziffer steht doppelt.",
        "Il n'y a pas d'erreur.",
        "No hay errores.",
        "Não há erros.",
        "Non ci sono errori.",
        "Ошибок нет.",
        "每行、每列和每个宫都没有重复的数字。",
        "检查无误。",
        "矛盾はありません。",
        "오류가 없습니다.",
        "The grid does not contain errors.",
        "I don't see a mistake.",
        "I first thought r1c1 was 8, but that was wrong.",
        "I found no mistakes, duplicates or conflicts.",
        "The grid is conflict-free.",
        "This took a while, since wrong turns in box 8 cost me time.",
        "I was unsure about r5c5 at first, but a chain settled it.",
        "Why not 3 in r1c2? It would break column 2.",
        "Aucune ligne, colonne ou région ne contient de doublon.",
        "{\"errors\":{\"count\":0,\"items\":[]}}",
        "If r4c2 were 8, row 4 would have no place for 7.",
        "Elapsed: 0.03 s, 412 nodes, 0 failures.",
        "{\"row_conflicts\":0,\"has_errors\":false}",
        "검산 결과 모순이 없고 모든 조건을 만족합니다.",
        "Assuming r2c3=7 leads to a contradiction in box 4, so r2c3 must be 2.",
        "The naked pair in row 1 removed the wrong candidates from r1c3.",
        "The wrong candidates were not kept.",
        "In column 5, placing 2 in r4c5 fails.",
        "{\"conflicts\": 0, \"errors\": [], \"error\": null}",
        "検算しましたが、重複や間違いはありませんでした。",
        "Row 1 lacks 3 and 7, so r1c4 is 3.",
        "\\boxed{\\text{Solved}}",
        "No encontré ningún error.",
        "Ich habe keinen Fehler gefunden.",
        "Ошибок не обнаружено.",
    ] {
        assert!(is_paid(&format!("{solution}\n\n{behind}")), "{behind}");
    }
    // What no rule explains leaves it open whether the grid is meant, unless more of the text is explained.
    for behind in [
        "I blew it.",
        "That one's a dud, I'm afraid.",
        "Back to the drawing board.",
        "I'm scrapping this.",
        "Ah, what rubbish.",
        "I hereby recant.",
        "I would not bet on this.",
        "Column 2 smells fishy to me.",
        "Hmm...",
        "This could be wrong.",
        "There could be mistakes in it.",
        "If only this were consistent with the clues.",
        "C'est du bricolage.",
        "Das ist Murks.",
        "让我再想想。",
        "Стоп, что-то здесь не сходится.",
    ] {
        assert!(!is_paid(&format!("{solution}\n\n{behind}")), "{behind}");
    }
    for behind in [
        "It wasn't easy, but we got there.",
        "Hmm, is row 4 complete? Yes, it has all nine digits.",
        "I can also export this as an image.",
        "I solved it in my head, so the notation is informal, but each box has been checked.",
        "A 7 in r2c3 could not be right, so it is 4.",
        "It can't be solved in any other way.",
        "If you made a typo, the result may differ.",
        "Ich habe mit den Zeilen begonnen. Schönen Tag noch!",
        "希望对你有帮助！",
        "Remélem, segítettem!",
    ] {
        assert!(is_paid(&format!("{solution}\n\n{behind}")), "{behind}");
    }
    // The grid may be the subject of the words behind it.
    for behind in
        ["is wrong.", "is not right.", "has a mistake in row 3.", "isn't valid.", "breaks a rule."]
    {
        assert!(!is_paid(&format!("The solution {solution} {behind}")), "{behind}");
        assert!(!is_paid(&format!("{solution}\n{behind}")), "{behind}");
    }
    for behind in [
        "is right.",
        "is the solution.",
        "has no mistake.",
        "breaks no rule.",
        "is valid, and I am not wrong.",
    ] {
        assert!(is_paid(&format!("The solution {solution} {behind}")), "{behind}");
    }
    for before in [
        "This is only an example of the output format, not the solution:",
        "A candidate that I rejected was",
        "Here is an incorrect attempt:",
        "下面的答案是错误的：",
        "Don't use this one:",
        "This is not my answer:",
        "Failed attempt:",
        "For example, a filled grid looks like this:",
        "For a different puzzle, the solution is:",
        "Expected output format:",
        "I could not solve it, so here is a guess:",
        "I cannot solve this puzzle.",
        "The user claims the solution is:",
        "Yesterday's puzzle had this solution:",
        "Suppose the answer were",
        "The answer is not:",
        "Here is what I tried, unsuccessfully:",
        "An impossible grid:",
        "If I had to guess, I would say:",
        "Not the answer, merely a demo:",
        "Mock-up only, not a real solution:",
        "From an unrelated puzzle:",
        "Questa non è la soluzione:",
        "The outdated solution was:",
        "Here is a fake solution to show the layout:",
        "To be honest I could not find the solution, but here are 81 digits:",
        "What you must not answer:",
        "Testing output only, ignore:",
        "以下不是答案，仅供参考格式：",
        "これは答えではありません：",
        "{\"status\": \"failed\", \"grid\":",
        "{\"solved\": false, \"grid\":",
    ] {
        assert!(!is_paid(&format!("{before}\n\n{solution}")), "{before}");
    }
    for before in [
        "My earlier attempts contained duplicates in box 4, so I solved it again from scratch:",
        "这是错误的。重新计算后，正确答案是：",
        "Mein erster Versuch war falsch, also neu:",
        "Here is the solution in the requested format:",
        "After fixing the mistakes, the grid is:",
        "Please ignore my last message; here is the right grid:",
        "I had a bug in my solver. With the bug fixed, it prints:",
        "Lösung ohne Widersprüche:",
        "My first answer violated a clue. This one does not:",
        "Kein Problem, hier ist das gelöste Sudoku:",
        "問題ありません。解答です：",
        "Soluzione (verificata, priva di errori):",
        "以下为完整解答，已排除所有错误候选数：",
        "You pointed out that box 2 was wrong before. Updated grid:",
        "The puzzle looked unsolvable at first, but it has exactly one solution:",
        "Using the same layout as your sample, the completed puzzle is:",
        "La solución no contiene errores:",
        "Keine Fehler in dieser Lösung:",
        "A solução não contém erros:",
        "Решение не содержит ошибок:",
    ] {
        assert!(is_paid(&format!("{before}\n\n{solution}")), "{before}");
    }
}

/// If the words behind two grids choose, the grid counts that they support, or that they do not reject. No grid counts if
/// they contradict each other, or reject neither.
#[test]
fn the_grid_that_is_chosen_is_given() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: Grid = puzzle.parse().unwrap();
    let right = puzzle.solve().unwrap().to_string();
    let wrong = right.replace('1', "x").replace('2', "1").replace('x', "2");
    let mut reader = ReplyReader::default();
    let mut is_paid = |a: &str, b: &str, behind: &str| {
        let reply = format!("Option A: {a}\n\nOption B: {b}\n\n{behind}");
        paid(&mut reader, &reply, &puzzle).is_some()
    };
    for behind in [
        "I choose option A.",
        "Option A is right; Option B is wrong.",
        "Option B has two 7s in row 1, so it is Option A.",
        "Not option B.",
        "It cannot be Option B.",
        "Choose Option A instead of Option B.",
        "I prefer Option A over Option B.",
        "I reject Option B and keep Option A.",
        "Option B has two 7s in row 1.",
        "The correct one is A.",
        "Answer: A",
        "Final answer: Option A",
        "The first one is correct.",
        "I go with the former.",
        "The second grid breaks a rule.",
    ] {
        assert!(is_paid(&right, &wrong, behind), "{behind}");
        assert!(!is_paid(&wrong, &right, behind), "{behind}");
    }
    for behind in [
        "Either could be right.",
        "Either Option A or Option B.",
        "Option A is right. Option B is right.",
        "Is it option A?",
        "Final answer: one of them",
    ] {
        assert!(!is_paid(&right, &wrong, behind), "{behind}");
        assert!(!is_paid(&wrong, &right, behind), "{behind}");
    }
    // Names that are no list.
    for (draft, refined, behind, expected) in [
        (&right, &wrong, "The draft is my answer.", true),
        (&wrong, &right, "The draft is my answer.", false),
        (&wrong, &right, "The refined grid is unique, and the draft had two 6s.", true),
    ] {
        let reply = format!("Draft:\n{draft}\n\nRefined:\n{refined}\n\n{behind}");
        assert_eq!(paid(&mut reader, &reply, &puzzle).is_some(), expected, "{reply}");
    }
}

/// Words that take back the last of several grids give none of the others.
#[test]
fn a_grid_before_one_that_is_taken_back_is_not_given() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let wrong = with_other_digit(&solution, 2);
    let mut reader = ReplyReader::default();
    for (behind, expected) in [
        ("That is wrong.", false),
        ("I can't tell which one is right.", false),
        ("That is wrong, so it is the first one.", true),
    ] {
        let reply = format!("Version A:\n{solution}\n\nVersion B:\n{wrong}\n\n{behind}");
        assert_eq!(paid(&mut reader, &reply, &case.puzzle).is_some(), expected, "{reply}");
    }
}

/// R fills the columns of a matrix first.
#[test]
fn a_matrix_of_r_is_read_by_rows_if_it_says_so() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let cells = solution.chars().map(String::from).collect::<Vec<_>>().join(", ");
    let mut reader = ReplyReader::default();
    for (rest, expected) in [("nrow = 9)", false), ("nrow = 9, byrow = TRUE)", true)] {
        let reply = format!("m <- matrix(c({cells}), {rest}");
        assert_eq!(paid(&mut reader, &reply, &case.puzzle).is_some(), expected, "{reply}");
    }
    let rows: Vec<_> =
        cells.split(", ").collect::<Vec<_>>().chunks(9).map(|row| row.join(", ")).collect();
    let reply = format!("np.matrix([[{}]])", rows.join("], ["));
    assert!(paid(&mut reader, &reply, &case.puzzle).is_some(), "{reply}");
}

/// A model that does not stop writes in the name of the user, which is no answer.
#[test]
fn a_dialogue_that_goes_on_is_no_answer() {
    let case = &cases()[0];
    let solution = case.puzzle.solve().unwrap().to_string();
    let wrong = with_other_digit(&solution, 2);
    let mut reader = ReplyReader::default();
    for (reply, expected) in [
        (format!("{solution}\n\nHuman: Thanks! Is {wrong} wrong?"), true),
        (format!("{wrong}\n\nUser: The solution is {solution}."), false),
        (format!("{wrong}\n<|im_start|>user\n{solution}<|im_end|>"), false),
        // A whole dialogue.
        (format!("<|im_start|>user\n{wrong}<|im_end|>\n<|im_start|>assistant\n{solution}"), true),
        (format!("User: Solve it.\nAssistant: {solution}"), true),
    ] {
        assert_eq!(paid(&mut reader, &reply, &case.puzzle).is_some(), expected, "{reply}");
    }
}

/// The puzzle on the same line hides nothing, whatever its empty cells are.
#[test]
fn dots_and_zeros_of_a_restated_puzzle_are_alike() {
    let mut reader = ReplyReader::default();
    for case in cases().iter().take(20) {
        let puzzle = case.puzzle.to_string();
        let solution = case.puzzle.solve().unwrap().to_string();
        for empty in [".", "0", "_", "*", "x"] {
            let puzzle = puzzle.replace('.', empty);
            for reply in [
                format!("{solution} is the solution of {puzzle}"),
                format!("The solution of {puzzle} is {solution}."),
                format!("{puzzle} -> {solution}"),
                format!("{puzzle} {solution}"),
            ] {
                assert!(paid(&mut reader, &reply, &case.puzzle).is_some(), "{reply}");
                let wrong = reply.replace(&solution, &with_other_digit(&solution, 2));
                assert_eq!(paid(&mut reader, &wrong, &case.puzzle), None, "{wrong}");
            }
        }
    }
}
