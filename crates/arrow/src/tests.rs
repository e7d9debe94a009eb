//! Arrays of every type that holds grids: what is written is read again, whole, sliced and in chunks, with its nulls.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeListArray, Int8Array, Int32Array, Int64Array,
    LargeBinaryArray, StringArray, StringViewArray,
    builder::{FixedSizeListBuilder, LargeListBuilder, ListBuilder, PrimitiveBuilder},
    types::{self, ArrowPrimitiveType},
};
use arrow_schema::{DataType, Field};
use batchdoku_testkit::layouts::forms_of_grid;

use crate::{
    CELLS, Fixed, Memory, Rows, grid_type, holds_grids, joined, list_array, rows_of, taken,
    text_array, without_dictionary,
};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns puzzles that differ: the cells of one, moved along.
fn puzzle(number: usize) -> String {
    [&PUZZLE[number..], &PUZZLE[..number]].concat()
}

/// Returns the rows of a chunk that have cells, with their cells, and `.` for every mark of an empty cell.
fn cells_of(rows: &dyn Rows, chunk: Range<usize>) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    rows.segments(chunk, &mut Memory::default(), &mut |segment| {
        for (&start, &row) in segment.starts.iter().zip(segment.rows) {
            let cells = String::from_utf8_lossy(&segment.text[start..][..CELLS]);
            found.push((row, cells.replace(['0', '_'], ".")));
        }
    });
    found
}

/// Reads each form as in a field of a table. The rows around it are a grid that is not copied, and text that is no
/// grid.
#[test]
fn every_form_of_a_grid_is_read() {
    let grid = |row| (row, PUZZLE.to_owned());
    for form in forms_of_grid(PUZZLE.as_bytes().try_into().unwrap()) {
        let padded = format!(" {PUZZLE} ");
        let texts = [PUZZLE, "53..7", &form, &padded, &form];
        let expected = [grid(0), grid(2), grid(3), grid(4)];
        let cells_of = |rows: &dyn Rows| cells_of(rows, 0..rows.count());
        assert_eq!(cells_of(&StringArray::from_iter_values(texts)), expected, "{form}");
        assert_eq!(cells_of(&StringViewArray::from_iter_values(texts)), expected, "{form}");
        assert_eq!(cells_of(&LargeBinaryArray::from_iter_values(texts)), expected, "{form}");
        let text = [form.as_bytes(), form.as_bytes()].concat();
        let fixed = Fixed { text: &text, width: form.len(), valid: None };
        assert_eq!(cells_of(&fixed), [grid(0), grid(1)], "{form}");
    }
}

/// Returns the cells of a puzzle as numbers.
fn numbers<T>(puzzle: &str, of: impl Fn(u8) -> T) -> Vec<T> {
    puzzle.bytes().map(|cell| of(if cell == b'.' { 0 } else { cell - b'0' })).collect()
}

/// Puzzles 0 to 5 in an array of this type; the second and the last but one are null.
fn with_nulls(data_type: &DataType) -> ArrayRef {
    let puzzles = (0..6).map(puzzle);
    let valid = vec![0b10_1101];
    match data_type {
        DataType::FixedSizeList(item, _) if item.data_type() == &DataType::Int8 => {
            let cells = puzzles.flat_map(|it| numbers(&it, |cell| cell as i8)).collect();
            list_array::<types::Int8Type>(item, cells, valid)
        }
        DataType::FixedSizeList(item, _) => {
            let cells = puzzles.flat_map(|it| numbers(&it, |cell| cell)).collect();
            list_array::<types::UInt8Type>(item, cells, valid)
        }
        other => text_array(other, puzzles.collect::<String>().into_bytes(), valid),
    }
    .expect("it holds grids")
}

/// Lists of numbers in lists, rows with 81 numbers in nine lists, the second and the last but one null.
fn nested<T: ArrowPrimitiveType<Native: From<u8>>>(is_large: bool, is_fixed: bool) -> ArrayRef {
    let cells = PrimitiveBuilder::<T>::new();
    let of = |number: usize| numbers(&puzzle(number), T::Native::from);
    let is_null = |number| number == 1 || number == 4;
    if is_fixed {
        let mut rows = FixedSizeListBuilder::new(FixedSizeListBuilder::new(cells, 9), 9);
        for number in 0..6 {
            for row in of(number).chunks(9) {
                rows.values().values().append_slice(row);
                rows.values().append(true);
            }
            rows.append(!is_null(number));
        }
        return Arc::new(rows.finish());
    }
    if is_large {
        let mut rows = LargeListBuilder::new(ListBuilder::new(cells));
        for number in 0..6 {
            for row in of(number).chunks(9).filter(|_| !is_null(number)) {
                rows.values().values().append_slice(row);
                rows.values().append(true);
            }
            rows.append(!is_null(number));
        }
        return Arc::new(rows.finish());
    }
    let mut rows = ListBuilder::new(cells);
    for number in 0..6 {
        rows.values().append_slice(&of(number));
        if number == 4 {
            // A cell that is null makes a row null.
            rows.values().append_null();
        }
        rows.append(number != 1);
    }
    Arc::new(rows.finish())
}

/// Compares what rows hold with puzzles 0 to 5 without the second and the last but one: all of them, a slice, and chunks.
fn assert_whole(array: &ArrayRef, is_numbers: bool) {
    let name = array.data_type();
    for start in 0..3 {
        let slice = array.slice(start, 6 - start);
        let rows = rows_of(&*slice).unwrap_or_else(|| panic!("{name} has rows"));
        assert_eq!((rows.count(), rows.is_numbers()), (6 - start, is_numbers), "{name}");
        for chunk in [0..6 - start, 0..2, 2..4 - start.min(1), 1..6 - start] {
            let expected: Vec<_> = (chunk.clone().zip(0..))
                .filter(|(row, _)| ![1, 4].contains(&(row + start)))
                .map(|(row, place)| (place, puzzle(row + start)))
                .collect();
            assert_eq!(cells_of(&*rows, chunk.clone()), expected, "{name} {start} {chunk:?}");
        }
        for row in 0..rows.count() {
            let is_null = [1, 4].contains(&(row + start));
            assert_eq!(rows.is_null(row), is_null, "{name} {start} {row}");
            let mut shown = Vec::new();
            rows.show(row, &mut shown);
            let puzzle = puzzle(row + start);
            let expected = if is_numbers {
                numbers(&puzzle, |cell| cell.to_string()).join(",")
            } else {
                puzzle
            };
            if !is_null {
                assert_eq!(String::from_utf8_lossy(&shown), expected, "{name} {start} {row}");
            }
        }
    }
}

fn list_type(item: DataType) -> DataType {
    DataType::FixedSizeList(Arc::new(Field::new("item", item, true)), 81)
}

#[test]
fn every_type_that_is_written_is_read_again() {
    use DataType::{Binary, BinaryView, FixedSizeBinary, LargeBinary, LargeUtf8, Utf8, Utf8View};
    let text = [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView, FixedSizeBinary(81)];
    for data_type in text {
        assert!(holds_grids(&data_type));
        assert_eq!(grid_type(&data_type), data_type);
        assert_whole(&with_nulls(&data_type), false);
    }
    for data_type in [DataType::UInt8, DataType::Int8].map(list_type) {
        assert!(holds_grids(&data_type));
        assert_whole(&with_nulls(&data_type), true);
    }
    assert_eq!(grid_type(&FixedSizeBinary(100)), FixedSizeBinary(81), "results have 81 bytes");
    let none = [FixedSizeBinary(0), DataType::Int32, DataType::Float32, list_type(DataType::Int16)];
    for data_type in none {
        assert!(!holds_grids(&data_type), "{data_type}");
    }
    assert!(text_array(&DataType::Int32, Vec::new(), Vec::<u8>::new()).is_err(), "no text");
}

#[test]
fn lists_of_numbers_are_read() {
    assert_whole(&nested::<types::Int16Type>(false, false), true);
    assert_whole(&nested::<types::UInt32Type>(true, false), true);
    assert_whole(&nested::<types::Int64Type>(false, true), true);
    // Numbers that are no cells have the byte 0, which the engine refuses.
    let ten = Arc::new(Int32Array::from(vec![10; 81]));
    let item = Arc::new(Field::new("item", DataType::Int32, true));
    let list: ArrayRef = Arc::new(FixedSizeListArray::new(item, 81, ten, None));
    let rows = rows_of(&*list).expect("a list of numbers");
    assert_eq!(cells_of(&*rows, 0..1), [(0, "\0".repeat(81))]);
    assert!(rows_of(&Int64Array::from(vec![1])).is_none(), "no list");
}

#[test]
fn values_are_taken_and_joined() {
    let array = with_nulls(&DataType::Utf8);
    let places = [Some(3), None, Some(0), Some(3)];
    let text = |array: &ArrayRef| {
        let text: &StringArray = array.as_any().downcast_ref().expect("a text");
        text.iter().map(|it| it.map(String::from)).collect::<Vec<_>>()
    };
    let expected = [Some(puzzle(3)), None, Some(puzzle(0)), Some(puzzle(3))];
    assert_eq!(text(&taken(&*array, &places).unwrap()), expected);
    assert!(taken(&*array, &[Some(6)]).is_err(), "there are six");
    let both = joined(&[array.slice(0, 2), array.slice(3, 2)]).unwrap();
    assert_eq!(text(&both), [Some(puzzle(0)), None, Some(puzzle(3)), None]);
    assert!(joined(&[]).is_err());

    let keys = Int8Array::from(vec![Some(3), None, Some(0), Some(3)]);
    let dictionary: ArrayRef = Arc::new(DictionaryArray::new(keys, array));
    assert_eq!(text(&without_dictionary(&dictionary).unwrap()), expected);
    let plain = with_nulls(&DataType::Utf8);
    assert_eq!(text(&without_dictionary(&plain).unwrap()), text(&plain));
}
