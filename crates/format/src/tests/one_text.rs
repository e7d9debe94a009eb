//! A text that is one puzzle, in each form that people and models write: the puzzle is read. If a row is lost, the text is
//! no puzzle, and never another one.

use super::{dots, whole_grid};

/// Returns the cells of a row, with this sign for empty ones.
fn row_of(puzzle: &str, row: usize, empty: &str) -> Vec<String> {
    let cells = puzzle[9 * row..][..9].chars();
    cells.map(|cell| if cell == '.' { empty.to_owned() } else { cell.to_string() }).collect()
}

/// A form: the texts before the rows, of each row, between rows, and behind them.
struct Form {
    name: &'static str,
    head: &'static str,
    row: fn(usize, &[String]) -> String,
    between: &'static str,
    foot: &'static str,
    /// The signs of empty cells that the form may have.
    empty: &'static [&'static str],
}

const SIGNS: &[&str] = &[".", "0", "_"];
const OR_NOTHING: &[&str] = &[".", "0", "_", " ", ""];

/// Returns a form with a row on each line.
const fn rows(name: &'static str, row: fn(usize, &[String]) -> String) -> Form {
    Form { name, head: "", row, between: "\n", foot: "", empty: SIGNS }
}

fn tagged(cells: &[String]) -> String {
    cells.iter().map(|cell| format!("<td>{cell}</td>")).collect()
}

fn ampersands(cells: &[String]) -> String {
    cells.join(" & ")
}

const FORMS: [Form; 29] = [
    rows("numbered rows", |row, cells| format!("Row {}: {}", row + 1, cells.join(" "))),
    rows("R1", |row, cells| format!("R{}: {}", row + 1, cells.join(" "))),
    rows("R1 with bars", |row, cells| format!("R{} | {} |", row + 1, cells.join(" | "))),
    rows("letters", |row, cells| format!("{} {}", char::from(b'A' + row as u8), cells.join(" "))),
    // If empty cells were `.`, the `-` of an item could be a cell, too.
    Form { empty: &["0"], ..rows("list", |_, cells| format!("- {}", cells.join(" "))) },
    rows("quote", |_, cells| format!("> {}", cells.concat())),
    rows("numbered list", |row, cells| format!("{}. {}", row + 1, cells.join(" "))),
    rows("first to ninth", |row, cells| {
        const NAMES: [&str; 9] =
            ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"];
        format!("{} row: {}", NAMES[row], cells.join(" "))
    }),
    Form {
        head: "Solve this:\n\n",
        foot: "\n\nGive all rows.",
        ..rows("prose around", |_, cells| cells.join(" "))
    },
    Form { head: "```\n", foot: "\n```", ..rows("fence", |_, cells| cells.join(" ")) },
    Form {
        head: "    C1 C2 C3 C4 C5 C6 C7 C8 C9\n",
        ..rows("labels of both", |row, cells| format!("R{}  {}", row + 1, cells.join("  ")))
    },
    Form {
        head: "| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n",
        empty: OR_NOTHING,
        ..rows("Markdown with an empty head", |_, cells| format!("| {} |", cells.join(" | ")))
    },
    Form {
        head: "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|\n",
        empty: OR_NOTHING,
        ..rows("Markdown with numbers", |_, cells| format!("| {} |", cells.join(" | ")))
    },
    Form {
        head: "| | C1 | C2 | C3 | C4 | C5 | C6 | C7 | C8 | C9 |\n|-|-|-|-|-|-|-|-|-|-|\n",
        empty: OR_NOTHING,
        ..rows("Markdown with labels", |row, cells| {
            format!("| R{} | {} |", row + 1, cells.join(" | "))
        })
    },
    Form {
        head: "$$\\begin{array}{ccc|ccc|ccc}\n",
        between: " \\\\\n",
        foot: "\n\\end{array}$$",
        empty: OR_NOTHING,
        ..rows("LaTeX array", |_, cells| ampersands(cells))
    },
    Form {
        head: "\\begin{array}{|ccc|ccc|ccc|}\\hline ",
        between: " \\\\ ",
        foot: " \\\\ \\hline\\end{array}",
        empty: OR_NOTHING,
        ..rows("LaTeX on a line", |_, cells| ampersands(cells))
    },
    Form {
        head: "\\begin{bmatrix}",
        between: "\\\\",
        foot: "\\end{bmatrix}",
        ..rows("bmatrix", |_, cells| ampersands(cells))
    },
    Form {
        head: "\\begin{tabular}{|c|c|c|c|c|c|c|c|c|}\n\\hline\n",
        between: " \\\\ \\hline\n",
        foot: " \\\\ \\hline\n\\end{tabular}",
        empty: OR_NOTHING,
        ..rows("tabular", |_, cells| ampersands(cells))
    },
    Form {
        head: "<table>",
        between: "",
        foot: "</table>",
        empty: OR_NOTHING,
        ..rows("HTML on a line", |_, cells| format!("<tr>{}</tr>", tagged(cells)))
    },
    Form {
        head: "<table>\n",
        foot: "\n</table>",
        empty: OR_NOTHING,
        ..rows("HTML", |_, cells| format!("  <tr>{}</tr>", tagged(cells)))
    },
    Form {
        head: "<table class=\"s\"><tbody>\n",
        foot: "\n</tbody></table>",
        empty: &["", "&nbsp;", "0"],
        ..rows("HTML, a cell on a line", |_, cells| {
            let cells: String =
                cells.iter().map(|cell| format!("  <td class=\"c\">{cell}</td>\n")).collect();
            format!("<tr>\n{cells}</tr>")
        })
    },
    Form {
        head: "<grid>",
        between: "",
        foot: "</grid>",
        ..rows("XML", |_, cells| format!("<row>{}</row>", cells.concat()))
    },
    Form {
        head: "[[",
        between: "], [",
        foot: "]]",
        empty: &["0", "null"],
        ..rows("lists", |_, cells| cells.join(", "))
    },
    Form {
        head: "[\n  [",
        between: "],\n  [",
        foot: "]\n]",
        empty: &["0", "null"],
        ..rows("lists on lines", |_, cells| cells.join(", "))
    },
    Form {
        head: "[\"",
        between: "\",\n\"",
        foot: "\"]",
        ..rows("strings on lines", |_, cells| cells.concat())
    },
    Form {
        head: "{\n",
        between: ",\n",
        foot: "\n}",
        empty: &["0"],
        ..rows("object of rows", |row, cells| format!("\"row{}\": [{}]", row + 1, cells.join(", ")))
    },
    Form {
        head: "np.array([[",
        between: "],\n          [",
        foot: "]])",
        empty: &["0"],
        ..rows("NumPy", |_, cells| cells.join(", "))
    },
    Form { between: "<br>", ..rows("breaks", |_, cells| cells.join(" ")) },
    Form { between: "/", ..rows("strokes", |_, cells| cells.concat()) },
];

/// Calls `check` with the name and the text of each form of the puzzle: whole, and without each row.
fn each_text(mut check: impl FnMut(&str, &str, Option<usize>)) {
    let puzzle = dots();
    for form in FORMS {
        for empty in form.empty {
            let rows = |without: Option<usize>| -> Vec<String> {
                let kept = (0..9).filter(|row| Some(*row) != without);
                kept.map(|row| (form.row)(row, &row_of(&puzzle, row, empty))).collect()
            };
            for without in [None].into_iter().chain((0..9).map(Some)) {
                let text = [form.head, &rows(without).join(form.between), form.foot].concat();
                check(&format!("{} with {empty:?}", form.name), &text, without);
            }
        }
    }
}

#[test]
fn each_form_of_a_puzzle_is_read_and_none_without_a_row() {
    let mut wrong = Vec::new();
    each_text(|name, text, without| {
        let found = whole_grid(text.as_bytes()).map(|cells| {
            let plain = |cell: u8| if cell.is_ascii_digit() && cell != b'0' { cell } else { b'.' };
            String::from_utf8(cells.map(plain).to_vec()).expect("cells")
        });
        if found != without.is_none().then(dots) {
            wrong.push(format!("{name}, without {without:?}: {found:?}"));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_text_of_two_puzzles_is_none() {
    let one = dots();
    let other = one.replacen('1', "2", 1);
    let both = format!("<p>{one}</p>\n<p>{other}</p>");
    assert_eq!(whole_grid(both.as_bytes()), None);
    let twice = format!("<p>{one}</p>\n<p>{one}</p>");
    assert!(whole_grid(twice.as_bytes()).is_some(), "the same puzzle twice is one");
}
