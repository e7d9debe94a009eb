//! Text that goes in comes out again in every format, wherever the chunks are cut.

use proptest::{collection::vec, prelude::*, sample::select};

use super::*;
use batchdoku_testkit::{assert_same, scaled, sized};

/// Returns the formats that hold puzzles and can be read back, except batches, which another crate reads, and
/// `sukaku`, which holds no cells.
fn formats() -> Vec<Format> {
    let is_read_back = |format: &Format| {
        let facts = format.facts();
        let is_other = format.is_batches() || *format == Format::Sukaku;
        facts.read_as.is_some() && facts.written.is_some() && !is_other
    };
    Format::ALL.into_iter().filter(is_read_back).collect()
}

fn of_text() -> Vec<Format> {
    formats().into_iter().filter(|format| !format.is_array()).collect()
}

/// Returns the formats that the format in a place of the list is written to.
fn targets(place: usize) -> impl Iterator<Item = Format> {
    formats().into_iter().skip(sized(0, place % 8)).step_by(sized(1, 8))
}

/// Returns the result of [`Conversion::run_bytes`] for a puzzle.
fn all_mirrored(puzzles: &[String]) -> Vec<String> {
    puzzles.iter().map(|puzzle| mirrored(puzzle)).collect()
}

/// Returns text with quotes, delimiters and line ends in all the wrong places.
fn noise() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[.1-9]{81}",
        1 => "[.1-9]{9}\n",
        1 => "[.1-9]{9}",
        4 => "[\",;\n\r\t #{}\\[\\]:|+-]",
        1 => "puzzle|solution|end|x|\n\\[State\\]\n|\n\\[Puzzle\\]\n",
        1 => "[a-z]{1,3}",
    ];
    vec(piece, 0..sized(60, 12)).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(640) as u32))]

    #[test]
    fn every_pair_of_formats(grids in vec("[.1-9]{81}", 1..sized(6, 2))) {
        let puzzles_in = |format, text: &[u8]| Conversion::from(format).run_bytes(text, &SOLVED).0.puzzles;
        let expected = all_mirrored(&grids);
        for (place, from) in formats().into_iter().enumerate() {
            let input = Conversion::to(from).run_bytes(grids.join("\n").as_bytes(), &[Column::PUZZLE]).1;
            prop_assert_eq!(&puzzles_in(from, &input), &expected, "{}", from);
            for to in targets(place) {
                let conversion = Conversion::between(from, to);
                let output = conversion.run_bytes(&input, &SOLVED).1;
                let mirrored = all_mirrored(&expected);
                let keeps_puzzle = matches!(to.room(), Some(Room::Pair | Room::Puzzle | Room::Fields));
                let back = if keeps_puzzle { &expected } else { &mirrored };
                prop_assert_eq!(&puzzles_in(to, &output), back, "{} to {}", from, to);
                // An answer without fields copies.
                let output = conversion.run_bytes(&input, &[]).1;
                if from == to {
                    assert_same(&input, &output, format_args!("{from} as it is"));
                }
                prop_assert_eq!(&puzzles_in(to, &output), &expected, "{} to {}", from, to);
            }
        }
    }

    #[test]
    fn cuts_change_nothing(text in noise(), chunk in 1usize..300, format in select(of_text())) {
        let header = if format.facts().shape == FormatShape::Table { "puzzle,x\tpuzzle\n" } else { "" };
        let text = format!("{header}{text}");
        let whole = Conversion::from(format);
        // Noise with CR and without LF is refused.
        prop_assume!(open(text.as_bytes(), &whole.read).is_ok());
        let cut = Conversion { chunk, ..Conversion::from(format) };
        prop_assert_eq!(cut.run(&text), whole.run(&text));
    }

    #[test]
    fn nothing_is_lost_and_nothing_panics(bytes in vec(any::<u8>(), 0..sized(400, 100)), text in noise()) {
        for input in [&bytes, text.as_bytes()] {
            let Ok(opened) = open(input, &ReadOptions::default()) else { continue };
            let (converted, output) = Conversion::default().run_bytes(input, &SOLVED);
            let bad = converted.rows.iter().filter(|(_, fault)| fault.is_some()).count();
            prop_assert_eq!(converted.rows.len(), converted.puzzles.len() + bad);
            prop_assert!(opened.skip <= input.len());
            prop_assert!(output.len() >= converted.rows.len() * 81);
            // Every writer, with room for the answers and without.
            for to in formats() {
                Conversion::to(to).run_bytes(input, &SOLVED);
            }
        }
    }

    #[test]
    fn wide_tables_and_objects_of_many_kinds(
        rows in vec((vec("[a-c\",;\n #]{0,6}", 3), "[.1-9]{81}|[.1-9]{0,90}"), 1..8),
        solution_column: bool,
    ) {
        let mut table = csv::Writer::from_writer(Vec::new());
        let last = if solution_column { "Solution" } else { "note, \"2\"" };
        table.write_record(["id", "name", "puzzle", last]).unwrap();
        let mut objects = Vec::new();
        for (texts, puzzle) in &rows {
            // Not a comment.
            let id = format!("x{}", texts[0]);
            table.write_record([&id, &texts[1], puzzle, &texts[2]]).unwrap();
            let object = serde_json::json!({
                "id": texts[0], "name": 17, "puzzle": puzzle, last: texts[2], "more": [texts[1]],
            });
            objects.extend(format!("{object}\n").into_bytes());
        }
        for input in [table.into_inner().unwrap(), objects] {
            for to in [Format::Csv, Format::Tsv, Format::Jsonl, Format::Npy, Format::Pair] {
                let (found, output) = Conversion::to(to).run_bytes(&input, &SOLVED);
                prop_assert_eq!(found.rows.len(), rows.len());
                let solutions = rows.iter().map(|(_, puzzle)| match puzzle.len() {
                    81 => mirrored(puzzle),
                    _ => ".".repeat(81),
                });
                let written: Vec<String> = match to {
                    Format::Csv => {
                        let mut table = csv::Reader::from_reader(&*output);
                        let header = table.headers().unwrap().clone();
                        let column = header.iter().position(|name| name.eq_ignore_ascii_case("solution"));
                        let row = |row: Result<csv::StringRecord, _>| row.unwrap()[column.unwrap()].to_owned();
                        table.records().map(row).collect()
                    }
                    Format::Jsonl => {
                        let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
                        lines.map(|line| {
                            let object: serde_json::Value = serde_json::from_slice(line).unwrap();
                            let value = object.get("solution").or(object.get("Solution")).unwrap();
                            value.as_str().unwrap().to_owned()
                        }).collect()
                    }
                    _ => continue,
                };
                prop_assert_eq!(written, solutions.collect::<Vec<_>>(), "{}", to);
            }
        }
    }
}
