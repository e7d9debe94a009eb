//! Converts records with named fields to another kind of format with named fields: a table to record batches, record
//! batches to JSON objects, and so on.
//!
//! To the formatter within, all fields of a record are columns of the answer. Fields that the answer of the job does
//! not replace come first, in the order of the input: for example, `id` and `puzzle`, and then the new `solution`.

use std::{
    borrow::Cow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    AdaptedFormatter, AnswerShape, Column, ColumnKind, Field, FieldValue, FormatError, FormatShape,
    Losses, OtherKeys, RecordFormatter, RecordRef, Role, RowAdapter, WriteOptions,
    named_fields::NamedFields,
};

/// Adds all named fields of records of another kind to their answers.
#[derive(Debug)]
pub struct Converting {
    fields: NamedFields,
    columns: Vec<FieldSource>,
    /// True if the values of JSON are written as they are.
    is_json: bool,
    /// True if the output can hold UTF-8 only.
    is_utf8: bool,
    other_keys: Mutex<OtherKeys>,
    /// The number of fields that are not UTF-8.
    replaced: AtomicU64,
}

/// The field of a record, or of its answer, that a column of the output has.
#[derive(Clone, Copy, Debug)]
struct FieldSource {
    field: Option<usize>,
    answer: Option<usize>,
}

impl Converting {
    /// Returns a formatter that writes the fields of records next to their answers, if the records are of another kind than
    /// the output. `make` returns the formatter of fields and answers together. `None` if the formatter of the output
    /// copies the fields itself, or if the fields have no names.
    ///
    /// # Errors
    /// The errors of `make`.
    pub fn of(
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
        make: impl FnOnce(
            &AnswerShape<'_>,
            &WriteOptions,
        ) -> Result<Box<dyn RecordFormatter>, FormatError>,
    ) -> Result<Option<AdaptedFormatter<Self>>, FormatError> {
        let from = options.from();
        let to = options.output_format(shape)?;
        let fields = options.input.as_ref().and_then(|input| input.named_fields());
        // The formatter of objects copies the rows of tables itself.
        let [from, into] = [from, to].map(|format| format.facts().shape);
        let is_copied = from == into || (from, into) == (FormatShape::Table, FormatShape::Objects);
        let Some(fields) = fields.filter(|_| to.has_names() && !is_copied) else {
            return Ok(None);
        };
        let is_json = into == FormatShape::Objects;
        let header = &fields.header;
        let kind = if is_json { ColumnKind::Json } else { ColumnKind::Text };
        let mut columns: Vec<(FieldSource, Column<'_>)> = Vec::new();
        let names = header.distinct_names();
        for (field, name) in names.iter().enumerate() {
            let column = Column { role: header.role(field), ..Column::named(name, kind) };
            columns.push((FieldSource { field: Some(field), answer: None }, column));
        }
        for answer in shape.named_columns(options.input.as_ref()) {
            let column = &shape.columns[answer];
            // A solution that records have is always written.
            let is_optional = column.is_optional && column.role == Role::Named;
            match header.place(column) {
                Some(place) => {
                    let (source, kept) = &mut columns[place];
                    source.answer = Some(answer);
                    *kept = Column { kind: column.kind, is_optional, ..*kept };
                }
                None => {
                    let source = FieldSource { field: None, answer: Some(answer) };
                    let name = header.added_name(column);
                    columns.push((source, Column { name, is_optional, ..*column }));
                }
            }
        }
        let (sources, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let options = WriteOptions { format: Some(to), input: None, ..options.clone() };
        let formatter = make(&AnswerShape { columns: &columns, rows: shape.rows }, &options)?;
        let adapter = Self {
            fields,
            columns: sources,
            is_json,
            is_utf8: to.is_batches(),
            other_keys: Mutex::default(),
            replaced: AtomicU64::default(),
        };
        Ok(Some(AdaptedFormatter { adapter, formatter }))
    }

    fn noted_keys(&self) -> MutexGuard<'_, OtherKeys> {
        self.other_keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RowAdapter for Converting {
    fn keeps_only_puzzle(&self, _: &dyn RecordFormatter, _: RecordRef<'_>) -> bool {
        false
    }

    fn row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) {
        let mut values = self.fields.values(record, |key| self.noted_keys().note(key));
        if self.is_utf8 {
            let fields = values.iter().filter_map(FieldValue::text);
            let replaced = fields.filter(|text| str::from_utf8(text).is_err()).count();
            self.replaced.fetch_add(replaced as u64, Ordering::Relaxed);
        }
        if self.is_json {
            for source in &self.columns {
                if let FieldSource { field: Some(field), answer: None } = *source {
                    values[field] = FieldValue::Json(Cow::Owned(values[field].to_json()));
                }
            }
        }
        let written = self.columns.iter().map(|&FieldSource { field, answer }| {
            match answer.and_then(|answer| fields.get(answer)) {
                Some(Field::Kept) | None => {
                    let text = field.and_then(|field| values[field].text());
                    text.map_or(Field::Kept, Field::Text)
                }
                Some(answer) => *answer,
            }
        });
        formatter.row(record, &written.collect::<Vec<_>>(), out);
    }

    fn losses(&self, formatter: &dyn RecordFormatter) -> Losses {
        let replaced = self.replaced.load(Ordering::Relaxed);
        Losses { keys: self.noted_keys().clone(), replaced, ..formatter.losses() }
    }
}
