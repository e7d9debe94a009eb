//! Lists in code, SQL and XML: each item is read or malformed, and other lines that may be a grid are malformed.

use super::{cuts::cut_everywhere, *};

const FIRST: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SECOND: &str =
    "...36..7.....1...6.5...72..8..5..3...318..5.47..........2.4......9...8.....63....";
const THIRD: &str =
    ".4..29..5..3...1..7..5....9....8.5.....3.62.7.1...2....2...3.4...98.....1.....6..";

/// Returns the records of a text, wherever it is cut: the cells of a puzzle, or the words of a fault.
fn reads(text: &str) -> Vec<String> {
    let rows = cut_everywhere(text.as_bytes(), None).into_iter();
    rows.map(|(_, row)| match row {
        Ok((cells, _)) => String::from_utf8(cells).expect("cells").replace('0', "."),
        Err(error) => format!("! {error}"),
    })
    .collect()
}

/// A value that is no grid in quotes may stand in place of one.
#[test]
#[cfg_attr(miri, ignore = "many lists, each read at each place")]
fn other_values_in_place_of_a_grid_are_malformed() {
    let array = format!("[{}]", cells(SECOND).join(", ").replace('.', "0"));
    for value in ["null", "None", "0", "{}", "EASY_ONE", &array] {
        for (before, start, end, between, behind) in [
            ("x = [\n", "", "", ",\n", "\n]\n"),
            ("const char *x[] = {\n", "  ", "", ",\n", "\n};\nint main() {}\n"),
            ("x = [\n", "    (", ", 'easy')", ",\n", ",\n]\n"),
            ("x = [\n", "    {'p': ", ", 'level': 3}", ",\n", ",\n]\n"),
            ("INSERT INTO p VALUES\n", "(7, ", ", 'easy')", ",\n", ";\n"),
            ("x = [", "", "", ", ", "]\n"),
            ("x = {", "'a': ", "", ", ", "}\n"),
            ("x = [", "(", ", 'easy')", ", ", "]\n"),
        ] {
            for at in 0..3 {
                let puzzles = [FIRST, SECOND, THIRD];
                let mut items = puzzles.map(|it| format!("{start}'{it}'{end}"));
                items[at] = format!("{start}{value}{end}");
                let text = format!("{before}{}{behind}", items.join(between));
                let found = reads(&text);
                if value.len() > 100 && found.is_empty() {
                    // The input is refused: lines of arrays may be the records instead.
                    continue;
                }
                assert_eq!(found.len(), 3, "{text}{found:?}");
                for (index, (found, puzzle)) in found.iter().zip(puzzles).enumerate() {
                    assert!(
                        if index == at { found.starts_with('!') } else { found == puzzle },
                        "{text}"
                    );
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "many lists, each read at each place")]
fn grids_outside_of_quotes_are_malformed() {
    let rows = |between: &str| lines(THIRD, |row| row.join(between));
    let boxes = |row: Vec<String>| {
        format!(
            "| {} |",
            row.chunks(3).map(|cells| cells.join(" ")).collect::<Vec<_>>().join(" | ")
        )
    };
    let numbers = |row: Vec<String>| format!("  [{}],", row.join(", ").replace('.', "0"));
    let ruler = "+-------+-------+-------+\n";
    let framed = lines(THIRD, boxes);
    let framed = [&framed[..78], &framed[78..156], &framed[156..]].join(ruler);
    let unread = format!("! {}", RecordError::UnreadGrid);
    for other in [
        rows(""),
        rows(" "),
        format!("{}\n", cells(THIRD).join(" ")),
        format!("[{}]\n", cells(THIRD).join(",").replace('.', "0")),
        format!("{ruler}{framed}{ruler}"),
        format!("y = [\n{}]\n", lines(THIRD, numbers)),
    ] {
        for list in [
            format!("x = [\n    '{FIRST}',\n    '{SECOND}',\n]\n"),
            format!("x = ['{FIRST}', '{SECOND}']\n"),
            format!("INSERT INTO p VALUES\n(1, '{FIRST}', 2),\n(2, '{SECOND}', 3);\n"),
            format!("<ps>\n<p>{FIRST}</p>\n<p>{SECOND}</p>\n</ps>\n"),
        ] {
            let text = format!("{list}\n{other}");
            let found = reads(&text);
            // Some are read, because a list with one grid a line may stand among grids of other forms.
            let is_told = |it: &String| it == THIRD || *it == unread;
            assert!(found.is_empty() || found.iter().any(is_told), "{text}{found:?}");
            assert!(reads(&format!("{text}{list}")).iter().any(is_told), "{text}{list}");
        }
    }
}

/// A single line whose list does not end has lost a part.
#[test]
fn lists_that_are_cut_off_are_told() {
    for (before, between) in [
        ("[\"", "\", \""),
        ("x = ['", "', '"),
        ("x = {'a': '", "', 'b': '"),
        ("INSERT INTO p VALUES (1, '", "', 'easy'), (2, '"),
        ("<g><p d=\"", "\"/><p d=\""),
        ("<g><p>", "</p><p>"),
    ] {
        for length in [5, 20, 30, 56, 80] {
            let text = format!("{before}{FIRST}{between}{}", &SECOND[..length]);
            let found = reads(&text);
            assert_eq!(found[0], FIRST, "{text}");
            assert!(found.len() == 2 && found[1].starts_with('!'), "{text} {found:?}");
        }
    }
    for damaged in [&SECOND[..50], &SECOND[1..], &format!("{SECOND}."), &SECOND[..20]] {
        let found = reads(&format!("[\"{FIRST}\", \"{damaged}\"]\n"));
        assert!(found.len() == 2 && found[0] == FIRST, "{damaged} {found:?}");
    }
}

/// Other lines of programs are no items.
#[test]
fn other_text_of_programs_is_no_item() {
    let python = format!(
        "puzzles = [\n    '{FIRST}',\n    # harder\n    '{SECOND}',\n]\n\nsizes = [9, 3]\n\ndef solve(\n    puzzle,\n    \
         depth=0,\n):\n    return 0\n\nif __name__ == '__main__':\n    for puzzle in puzzles:\n        print(solve(puzzle))\n"
    );
    let c = format!(
        "const char *puzzles[] = {{\n  \"{FIRST}\",\n  \"{SECOND}\"\n}};\n\nint main(int argc, char **argv)\n{{\n  int n = \
         0;\n  for (int i = 0; i < 2; i++) {{\n    n += solve(puzzles[i],\n      1,\n      2);\n  }}\n  return n;\n}}\n"
    );
    let sql = format!(
        "INSERT INTO p (id, puzzle, name, rating, made) VALUES\n(1, '{FIRST}', 'it''s easy', 1.2, '2026-01-02 \
         12:33:44'),\n(2, '{SECOND}', 'easy, too', 3, NULL);\nCREATE INDEX i ON p (rating);\nCOMMIT;\n"
    );
    let names = format!(
        "x = [('{FIRST}', 'a, b, c', 7), ('{SECOND}', None), ('{FIRST}', 'x', 1.0000000000000002)]\n"
    );
    let keys = format!("x = {{'a': '{FIRST}', 'it, and': '{SECOND}', 'c': '{FIRST}'}}\n");
    for text in [python, c, sql] {
        assert_eq!(reads(&text), [FIRST, SECOND], "{text}");
    }
    for text in [names, keys] {
        assert_eq!(reads(&text), [FIRST, SECOND, FIRST], "{text}");
    }
}
