//! The values of record batches as text and JSON.

use std::borrow::Cow;

use arrow_array::{
    Array, ArrayRef, OffsetSizeTrait, PrimitiveArray, cast::AsArray, downcast_integer_array,
    types::*,
};
use arrow_schema::{DataType, TimeUnit};
use batchdoku_format::FieldValue;

/// Returns whether the values of a type can be written as text: not bytes, and not some rare types.
pub(super) fn has_text(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        Dictionary(_, values) => has_text(values),
        List(item) | LargeList(item) | FixedSizeList(item, _) => has_text(item.data_type()),
        Struct(fields) => fields.iter().all(|field| has_text(field.data_type())),
        Null | Boolean | Utf8 | LargeUtf8 | Utf8View | Float32 | Float64 | Date32 | Date64
        | Timestamp(..) | Time32(_) | Time64(_) | Decimal128(..) | Decimal256(..) => true,
        data_type => data_type.is_integer(),
    }
}

/// Returns the value in a row of an array. Bytes have a value only if they are text.
pub(super) fn value_at(array: &ArrayRef, row: usize) -> FieldValue<'static> {
    use DataType::*;
    if array.is_null(row) {
        return FieldValue::Missing;
    }
    match array.data_type() {
        Utf8 => text(array.as_string::<i32>().value(row)),
        LargeUtf8 => text(array.as_string::<i64>().value(row)),
        Utf8View => text(array.as_string_view().value(row)),
        Binary => text(array.as_binary::<i32>().value(row)),
        LargeBinary => text(array.as_binary::<i64>().value(row)),
        BinaryView => text(array.as_binary_view().value(row)),
        FixedSizeBinary(_) => text(array.as_fixed_size_binary().value(row)),
        Boolean => json(array.as_boolean().value(row).to_string()),
        Float32 => real(array.as_primitive::<Float32Type>().value(row)),
        Float64 => real(array.as_primitive::<Float64Type>().value(row)),
        Decimal128(..) => json(array.as_primitive::<Decimal128Type>().value_as_string(row)),
        Decimal256(..) => json(array.as_primitive::<Decimal256Type>().value_as_string(row)),
        Date32 => date::<Date32Type>(array, row),
        Date64 => date::<Date64Type>(array, row),
        Time32(TimeUnit::Second) => time::<Time32SecondType>(array, row),
        Time32(_) => time::<Time32MillisecondType>(array, row),
        Time64(TimeUnit::Microsecond) => time::<Time64MicrosecondType>(array, row),
        Time64(_) => time::<Time64NanosecondType>(array, row),
        Timestamp(unit, zone) => {
            let moment = match unit {
                TimeUnit::Second => moment::<TimestampSecondType>(array, row),
                TimeUnit::Millisecond => moment::<TimestampMillisecondType>(array, row),
                TimeUnit::Microsecond => moment::<TimestampMicrosecondType>(array, row),
                TimeUnit::Nanosecond => moment::<TimestampNanosecondType>(array, row),
            };
            // A timestamp with a zone is stored in UTC.
            let mark = if zone.is_some() { "Z" } else { "" };
            moment.map_or(FieldValue::Missing, |moment| text(format!("{moment}{mark}")))
        }
        Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let keys = dictionary.keys();
            let place = downcast_integer_array!(
                keys => keys.value(row) as usize,
                _ => usize::MAX,
            );
            let values = dictionary.values();
            if place < values.len() { value_at(values, place) } else { FieldValue::Missing }
        }
        List(_) => list::<i32>(array, row),
        LargeList(_) => list::<i64>(array, row),
        FixedSizeList(..) => items(&array.as_fixed_size_list().value(row)),
        Struct(fields) => {
            let columns = array.as_struct().columns();
            let members = fields.iter().zip(columns).map(|(field, column)| {
                let name = text(field.name()).to_json();
                [name, value_at(column, row).to_json()].join(&b": "[..])
            });
            json(joined(b"{", members, b"}"))
        }
        _ => downcast_integer_array!(
            array => json(array.value(row).to_string()),
            _ => FieldValue::Missing,
        ),
    }
}

fn text(text: impl AsRef<[u8]>) -> FieldValue<'static> {
    FieldValue::Text(Cow::Owned(text.as_ref().to_vec()))
}

fn json(json: impl Into<Vec<u8>>) -> FieldValue<'static> {
    FieldValue::Json(Cow::Owned(json.into()))
}

/// Joins values by commas, between brackets.
fn joined(open: &[u8], values: impl Iterator<Item = Vec<u8>>, close: &[u8]) -> Vec<u8> {
    [open, &values.collect::<Vec<_>>().join(&b", "[..]), close].concat()
}

/// Returns a number as JSON, or as text if it is infinite or NaN, because JSON has no such numbers.
fn real<T: Into<f64> + Copy + std::fmt::Debug>(number: T) -> FieldValue<'static> {
    let shown = format!("{number:?}");
    if number.into().is_finite() { json(shown) } else { text(shown) }
}

fn date<T: ArrowTemporalType>(array: &ArrayRef, row: usize) -> FieldValue<'static>
where
    i64: From<T::Native>,
{
    let date = array.as_primitive::<T>().value_as_date(row);
    date.map_or(FieldValue::Missing, |date| text(date.to_string()))
}

fn time<T: ArrowTemporalType>(array: &ArrayRef, row: usize) -> FieldValue<'static>
where
    i64: From<T::Native>,
{
    let time = array.as_primitive::<T>().value_as_time(row);
    time.map_or(FieldValue::Missing, |time| text(time.to_string()))
}

/// Returns a timestamp in the form of ISO 8601.
fn moment<T: ArrowTemporalType>(array: &ArrayRef, row: usize) -> Option<String>
where
    i64: From<T::Native>,
{
    let moments: &PrimitiveArray<T> = array.as_primitive::<T>();
    moments.value_as_datetime(row).map(|moment| format!("{moment:?}"))
}

fn list<O: OffsetSizeTrait>(array: &ArrayRef, row: usize) -> FieldValue<'static> {
    items(&array.as_list::<O>().value(row))
}

fn items(items: &ArrayRef) -> FieldValue<'static> {
    let values = (0..items.len()).map(|row| value_at(items, row).to_json());
    json(joined(b"[", values, b"]"))
}
