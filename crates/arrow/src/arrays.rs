//! Arrays of grids: the types that hold grids, the rows of arrays, and arrays of results.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, FixedSizeBinaryArray,
    FixedSizeListArray, LargeBinaryArray, LargeStringArray, OffsetSizeTrait, PrimitiveArray,
    StringArray, StringViewArray, cast::AsArray, downcast_integer_array, make_array, types,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::{ByteView, transform::MutableArrayData};
use arrow_schema::{ArrowError, DataType, FieldRef};

use super::rows::{CELLS, Cells, Fixed, Lists, Number, Rows};

const WIDTH: i32 = CELLS as i32;

/// Returns whether arrays of a type may hold grids, and results can be written in this type.
pub fn holds_grids(data_type: &DataType) -> bool {
    match data_type {
        DataType::FixedSizeBinary(width) => *width > 0,
        DataType::FixedSizeList(item, WIDTH) => {
            matches!(item.data_type(), DataType::UInt8 | DataType::Int8)
        }
        other => is_text(other),
    }
}

pub(super) fn is_text(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(data_type, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

/// Returns the type of results for puzzles of a type.
pub fn grid_type(puzzles: &DataType) -> DataType {
    match puzzles {
        DataType::FixedSizeBinary(_) => DataType::FixedSizeBinary(WIDTH),
        other => other.clone(),
    }
}

/// Returns the rows of an array; `None` if its type holds no grids.
pub fn rows_of(array: &dyn Array) -> Option<Box<dyn Rows + '_>> {
    let nulls = array.nulls();
    Some(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().clone()),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().clone()),
        DataType::Utf8View => Box::new(array.as_string_view().clone()),
        DataType::Binary => Box::new(array.as_binary::<i32>().clone()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().clone()),
        DataType::BinaryView => Box::new(array.as_binary_view().clone()),
        DataType::FixedSizeBinary(width) if *width > 0 => {
            let width = *width as usize;
            let text = &array.as_fixed_size_binary().value_data()[..array.len() * width];
            Box::new(Fixed { text, width, valid: nulls })
        }
        DataType::FixedSizeList(item, WIDTH) if item.data_type() == &DataType::UInt8 => {
            Box::new(cells_of::<types::UInt8Type>(array))
        }
        DataType::FixedSizeList(item, WIDTH) if item.data_type() == &DataType::Int8 => {
            Box::new(cells_of::<types::Int8Type>(array))
        }
        DataType::FixedSizeList(..) | DataType::List(_) | DataType::LargeList(_) => {
            let rows = (0..array.len()).map(|row| array.is_valid(row).then_some(row..row + 1));
            lists_of(array, rows.collect())?
        }
        _ => return None,
    })
}

/// Replaces a dictionary array by an array of its values, which [`rows_of`] can read. Returns other arrays as they are.
///
/// # Errors
/// If a key of the dictionary names no value.
pub fn without_dictionary(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return Ok(Arc::clone(array)) };
    let keys = dictionary.keys();
    let places: Vec<Option<usize>> = downcast_integer_array!(
        // As a `usize`, a negative key is larger than any number of values, so `taken` refuses it.
        keys => keys.iter().map(|key| key.map(|key| key as usize)).collect(),
        data_type => return Err(ArrowError::InvalidArgumentError(format!("keys of {data_type}"))),
    );
    taken(dictionary.values(), &places)
}

/// Returns the values of an array at these places; null for `None`.
///
/// # Errors
/// If a place is beyond the end of the array.
pub fn taken(values: &dyn Array, places: &[Option<usize>]) -> Result<ArrayRef, ArrowError> {
    let data = values.to_data();
    let mut taken = MutableArrayData::new(vec![&data], true, places.len());
    for place in places {
        match *place {
            Some(place) if place < values.len() => taken.try_extend(0, place, place + 1)?,
            Some(place) => {
                let count = values.len();
                let message = format!("place {place} of {count} values");
                return Err(ArrowError::InvalidArgumentError(message));
            }
            None => taken.try_extend_nulls(1)?,
        }
    }
    Ok(make_array(taken.freeze()))
}

/// Copies arrays of one type into one array.
///
/// # Errors
/// If there are no arrays, or they have more values than one array can hold.
pub fn joined(arrays: &[ArrayRef]) -> Result<ArrayRef, ArrowError> {
    if arrays.is_empty() {
        return Err(ArrowError::InvalidArgumentError("no arrays".into()));
    }
    let data: Vec<_> = arrays.iter().map(|array| array.to_data()).collect();
    let count = arrays.iter().map(|array| array.len()).sum();
    let mut joined = MutableArrayData::new(data.iter().collect(), false, count);
    for (index, array) in arrays.iter().enumerate() {
        joined.try_extend(index, 0, array.len())?;
    }
    Ok(make_array(joined.freeze()))
}

/// Returns the cells of a list array. A row with a null cell is null.
fn cells_of<T: ArrowPrimitiveType<Native: Number>>(array: &dyn Array) -> Cells<'_, T::Native> {
    let list = array.as_fixed_size_list();
    let first = list.value_offset(0) as usize;
    let cells = list.values().as_primitive::<T>();
    let whole = cells.nulls().filter(|nulls| nulls.null_count() > 0).map(|nulls| {
        NullBuffer::new(BooleanBuffer::collect_bool(list.len(), |row| {
            nulls.slice(first + row * CELLS, CELLS).null_count() == 0
        }))
    });
    let valid = NullBuffer::union(list.nulls(), whole.as_ref());
    Cells { cells: &cells.values()[first..][..list.len() * CELLS], valid }
}

/// Returns the rows of lists of numbers, or of lists of lists of numbers. `rows` has the range of items of
/// `array` for each row. A row that contains a null is null.
fn lists_of(array: &dyn Array, rows: Vec<Option<Range<usize>>>) -> Option<Box<dyn Rows + '_>> {
    let mut rows = rows;
    if let Some(nulls) = array.nulls() {
        for row in &mut rows {
            row.take_if(|row| nulls.slice(row.start, row.len()).null_count() > 0);
        }
    }
    macro_rules! of_types {
        ($($name:ident $type:ident)*) => {
            match array.data_type() {
                $(DataType::$name => {
                    let cells = array.as_primitive::<types::$type>().values();
                    Some(Box::new(Lists { cells, rows }) as Box<dyn Rows + '_>)
                })*
                DataType::List(_) => {
                    let list = array.as_list::<i32>();
                    lists_of(list.values(), items_of(rows, list.offsets()))
                }
                DataType::LargeList(_) => {
                    let list = array.as_list::<i64>();
                    lists_of(list.values(), items_of(rows, list.offsets()))
                }
                DataType::FixedSizeList(_, width) => {
                    let list = array.as_fixed_size_list();
                    let width = *width as usize;
                    let first = list.value_offset(0) as usize;
                    let items = rows.into_iter().map(|row| {
                        let Range { start, end } = row?;
                        Some(first + start * width..first + end * width)
                    });
                    lists_of(list.values(), items.collect())
                }
                _ => None,
            }
        };
    }
    of_types!(
        Int8 Int8Type Int16 Int16Type Int32 Int32Type Int64 Int64Type
        UInt8 UInt8Type UInt16 UInt16Type UInt32 UInt32Type UInt64 UInt64Type
    )
}

/// Converts ranges of lists into ranges of their items, by the offsets of the lists.
fn items_of<O: OffsetSizeTrait>(
    rows: Vec<Option<Range<usize>>>,
    offsets: &OffsetBuffer<O>,
) -> Vec<Option<Range<usize>>> {
    let items = rows.into_iter().map(|row| {
        let Range { start, end } = row?;
        Some(offsets[start].as_usize()..offsets[end].as_usize())
    });
    items.collect()
}

/// Makes an array of grids as numbers, in lists of 81 items of the type `item`.
///
/// # Errors
/// If the items are not of the type `T`.
pub fn list_array<T: ArrowPrimitiveType>(
    item: &FieldRef,
    cells: Vec<T::Native>,
    valid: Vec<u8>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = nulls_of(valid, cells.len() / CELLS);
    let cells = Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(cells), None));
    Ok(Arc::new(FixedSizeListArray::try_new(Arc::clone(item), WIDTH, cells, nulls)?))
}

/// Returns grids as text, in an array of the type `data_type`. `valid` has a bit per row, from the lowest bit.
///
/// # Errors
/// If the type cannot hold text, or cannot hold this number of grids.
pub fn text_array(
    data_type: &DataType,
    text: Vec<u8>,
    valid: impl Into<Buffer>,
) -> Result<ArrayRef, ArrowError> {
    let count = text.len() / CELLS;
    let nulls = nulls_of(valid, count);
    Ok(match data_type {
        DataType::Utf8 => Arc::new(StringArray::try_new(offsets(count)?, text.into(), nulls)?),
        DataType::LargeUtf8 => {
            Arc::new(LargeStringArray::try_new(offsets(count)?, text.into(), nulls)?)
        }
        DataType::Binary => Arc::new(BinaryArray::try_new(offsets(count)?, text.into(), nulls)?),
        DataType::LargeBinary => {
            Arc::new(LargeBinaryArray::try_new(offsets(count)?, text.into(), nulls)?)
        }
        DataType::Utf8View => {
            let (views, buffers) = views(text);
            Arc::new(StringViewArray::try_new(views, buffers, nulls)?)
        }
        DataType::BinaryView => {
            let (views, buffers) = views(text);
            Arc::new(BinaryViewArray::try_new(views, buffers, nulls)?)
        }
        DataType::FixedSizeBinary(_) => {
            Arc::new(FixedSizeBinaryArray::try_new(WIDTH, text.into(), nulls)?)
        }
        other => {
            return Err(ArrowError::InvalidArgumentError(format!("{other} does not hold grids")));
        }
    })
}

fn nulls_of(valid: impl Into<Buffer>, count: usize) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::new(valid.into(), 0, count));
    (nulls.null_count() > 0).then_some(nulls)
}

fn offsets<O: OffsetSizeTrait>(count: usize) -> Result<OffsetBuffer<O>, ArrowError> {
    let most = O::MAX_OFFSET / CELLS;
    if count > most {
        return Err(ArrowError::InvalidArgumentError(format!(
            "{count} grids are too many for one array of this type: it holds {most}; use chunks or \
             a type with large offsets"
        )));
    }
    let offsets = (0..=count).map(|row| O::usize_as(row * CELLS));
    Ok(OffsetBuffer::new(ScalarBuffer::from_iter(offsets)))
}

/// Returns views of rows of 81 bytes, and the buffers of their bytes, each below 2 GiB.
fn views(text: Vec<u8>) -> (ScalarBuffer<u128>, Vec<Buffer>) {
    const ROWS: usize = i32::MAX as usize / CELLS;
    let views = text.chunks_exact(CELLS).enumerate().map(|(row, grid)| {
        let view = ByteView {
            length: CELLS as u32,
            prefix: u32::from_le_bytes([grid[0], grid[1], grid[2], grid[3]]),
            buffer_index: (row / ROWS) as u32,
            offset: (row % ROWS * CELLS) as u32,
        };
        view.as_u128()
    });
    let views = ScalarBuffer::from_iter(views);
    let text = Buffer::from_vec(text);
    let starts = (0..text.len()).step_by(ROWS * CELLS);
    let parts =
        starts.map(|start| text.slice_with_length(start, (text.len() - start).min(ROWS * CELLS)));
    (views, parts.collect())
}
