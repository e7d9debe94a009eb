//! Arrays of grids in all types of columns of grids: text, bytes, and lists of numbers, flat or by rows.

use std::{iter::repeat_n, sync::Arc};

use arrow_array::{
    ArrayRef, FixedSizeListArray, GenericListArray, OffsetSizeTrait, PrimitiveArray, types,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, FieldRef};

use crate::{
    CELLS,
    arrays::{is_text, text_array},
};

/// The cells of a row of a grid.
const ROW: usize = 9;

/// Returns the type in which grids are written that replace grids of a type: the same type, or the type of the values
/// of a dictionary. `None` if no array of this type can be made.
pub(super) fn writable_type(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::Dictionary(_, values) => writable_type(values),
        DataType::FixedSizeBinary(width) => (*width as usize == CELLS).then_some(data_type),
        _ if is_text(data_type) => Some(data_type),
        _ => match item_of(data_type, CELLS) {
            Some(item) if item.data_type().is_integer() => Some(data_type),
            _ => {
                let row = item_of(data_type, ROW)?.data_type();
                item_of(row, ROW)?.data_type().is_integer().then_some(data_type)
            }
        },
    }
}

/// Returns the item type of lists, if the lists can have this length.
fn item_of(data_type: &DataType, length: usize) -> Option<&FieldRef> {
    match data_type {
        DataType::List(item) | DataType::LargeList(item) => Some(item),
        DataType::FixedSizeList(item, width) if *width as usize == length => Some(item),
        _ => None,
    }
}

/// Returns an array of a [`writable_type`] from the text of grids, one after the other. `valid` has a bit per grid,
/// from the lowest bit.
///
/// # Errors
/// If an array of the type cannot hold this number of grids.
pub(super) fn grid_array(
    data_type: &DataType,
    text: Vec<u8>,
    valid: Buffer,
) -> Result<ArrayRef, ArrowError> {
    let Some(item) = item_of(data_type, CELLS).or(item_of(data_type, ROW)) else {
        return text_array(data_type, text, valid);
    };
    let count = text.len() / CELLS;
    let nulls = NullBuffer::new(BooleanBuffer::new(valid, 0, count));
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    let values = item.data_type();
    let Some(cell) = item_of(values, ROW) else {
        return lists(data_type, item, CELLS, numbers(values, &text)?, nulls);
    };
    let rows = lists(values, cell, ROW, numbers(cell.data_type(), &text)?, None)?;
    lists(data_type, item, ROW, rows, nulls)
}

/// Returns lists of `length` values each, in an array of the type `data_type` with the item type `item`.
fn lists(
    data_type: &DataType,
    item: &FieldRef,
    length: usize,
    values: ArrayRef,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    fn with_offsets<O: OffsetSizeTrait>(
        item: FieldRef,
        length: usize,
        values: ArrayRef,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        if O::from_usize(values.len()).is_none() {
            let words = format!("{} values are too many for one array of lists", values.len());
            return Err(ArrowError::InvalidArgumentError(words));
        }
        let offsets = OffsetBuffer::from_lengths(repeat_n(length, values.len() / length));
        Ok(Arc::new(GenericListArray::<O>::try_new(item, offsets, values, nulls)?))
    }
    let item = Arc::clone(item);
    match data_type {
        DataType::List(_) => with_offsets::<i32>(item, length, values, nulls),
        DataType::LargeList(_) => with_offsets::<i64>(item, length, values, nulls),
        _ => Ok(Arc::new(FixedSizeListArray::try_new(item, length as i32, values, nulls)?)),
    }
}

/// Returns the numbers in cells, 0 for an empty cell, in an array of a type of integers.
fn numbers(data_type: &DataType, text: &[u8]) -> Result<ArrayRef, ArrowError> {
    let digits = text.iter().map(|cell| if cell.is_ascii_digit() { cell - b'0' } else { 0 });
    macro_rules! of_types {
        ($($name:ident $type:ident $number:ty)*) => {
            match data_type {
                $(DataType::$name => {
                    let numbers = digits.map(|digit| digit as $number);
                    Arc::new(PrimitiveArray::<types::$type>::from_iter_values(numbers)) as ArrayRef
                })*
                other => {
                    let words = format!("{other} does not hold cells");
                    return Err(ArrowError::InvalidArgumentError(words));
                }
            }
        };
    }
    Ok(of_types!(
        Int8 Int8Type i8 Int16 Int16Type i16 Int32 Int32Type i32 Int64 Int64Type i64
        UInt8 UInt8Type u8 UInt16 UInt16Type u16 UInt32 UInt32Type u32 UInt64 UInt64Type u64
    ))
}
