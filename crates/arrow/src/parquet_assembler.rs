//! One Parquet file of small ones: their columns are copied as they are, and the file gets a footer
//! about all of them.
//!
//! Rows that come from text come in small tasks. Their columns have no dictionaries, so the pages of
//! several small files are those of one row group.

use std::{
    io::{self, Write},
    mem,
};

use arrow_schema::SchemaRef;
use parquet::{
    arrow::{ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata},
    errors::{ParquetError, Result},
    file::{
        FOOTER_SIZE,
        metadata::{
            ColumnChunkMetaData, FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataOptions,
            ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaData,
        },
    },
    schema::types::SchemaDescPtr,
};

use super::{parquet_writer::ParquetOptions, pieces::each_encoded};
use batchdoku_format::Assembler;

/// The first bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// With more row groups than this, they grow: a file has room for 32,767.
pub(super) const USUAL_GROUPS: u64 = 8000;

pub(super) struct ParquetAssembler {
    options: ParquetOptions,
    schema: SchemaRef,
    /// The columns, once the file has been started.
    columns: Option<SchemaDescPtr>,
    /// The number of bytes written.
    length: usize,
    /// The row groups written so far.
    groups: Vec<RowGroupMetaData>,
    /// How many rows they have.
    written: i64,
    /// Small files that are to be in the same row group.
    waiting: Vec<SmallFile<Vec<u8>>>,
    /// How many rows they have.
    rows: i64,
}

/// A file of one row group.
struct SmallFile<B> {
    bytes: B,
    group: RowGroupMetaData,
}

impl<'a> SmallFile<&'a [u8]> {
    /// Reads the footer of a small file.
    fn open(bytes: &'a [u8], columns: SchemaDescPtr) -> Result<Self> {
        let short = || ParquetError::EOF("a row group is cut off".into());
        let end = bytes.len().checked_sub(FOOTER_SIZE).ok_or_else(short)?;
        let length = bytes[end..].first_chunk().ok_or_else(short)?;
        let start = end.checked_sub(u32::from_le_bytes(*length) as usize).ok_or_else(short)?;
        let options =
            ParquetMetaDataOptions::new().with_schema(columns).with_encoding_stats_as_mask(false);
        let footer = &bytes[start..end];
        let metadata = ParquetMetaDataReader::decode_metadata_with_options(footer, Some(&options))?;
        let group = metadata.row_groups().first().ok_or_else(short)?.clone();
        Ok(Self { bytes: &bytes[..start], group })
    }
}

impl ParquetAssembler {
    pub(crate) fn new(options: ParquetOptions, schema: SchemaRef) -> Self {
        let (groups, waiting) = (Vec::new(), Vec::new());
        Self { options, schema, columns: None, length: 0, groups, written: 0, waiting, rows: 0 }
    }

    fn columns(&self) -> Result<SchemaDescPtr> {
        self.columns.clone().ok_or_else(|| ParquetError::General("the file is not open".into()))
    }

    fn add_file(&mut self, bytes: &[u8], out: &mut dyn Write) -> Result<()> {
        let SmallFile { bytes, group } = SmallFile::open(bytes, self.columns()?)?;
        match self.options.joined {
            None => {
                // Its columns lie behind the magic number at its start.
                let moved = self.length as i64 - MAGIC.len() as i64;
                let columns = group.columns().iter().map(|column| at(column, moved)).collect();
                self.write(&bytes[MAGIC.len()..], out)?;
                self.push(group.num_rows(), columns)
            }
            Some(rows) => {
                self.rows += group.num_rows();
                self.waiting.push(SmallFile { bytes: bytes.to_vec(), group });
                let rows = (self.written / USUAL_GROUPS as i64).max(rows as i64);
                if self.rows >= rows { self.write_waiting(out) } else { Ok(()) }
            }
        }
    }

    /// Writes the small files that wait as one row group.
    fn write_waiting(&mut self, out: &mut dyn Write) -> Result<()> {
        let files = mem::take(&mut self.waiting);
        let rows = mem::take(&mut self.rows);
        let Some(first) = files.first() else { return Ok(()) };
        let mut columns = Vec::new();
        let mut pages = Vec::new();
        for index in 0..first.group.num_columns() {
            let start = self.length + pages.len();
            let of_files = files.iter().map(|file| file.group.column(index));
            columns.push(joined(&of_files.collect::<Vec<_>>(), start as i64));
            for SmallFile { bytes, group } in &files {
                let (start, length) = group.column(index).byte_range();
                pages.extend_from_slice(&bytes[start as usize..(start + length) as usize]);
            }
        }
        self.write(&pages, out)?;
        self.push(rows, columns.into_iter().collect())
    }

    fn write(&mut self, bytes: &[u8], out: &mut dyn Write) -> Result<()> {
        out.write_all(bytes)?;
        self.length += bytes.len();
        Ok(())
    }

    /// Adds a row group that has been written.
    fn push(&mut self, rows: i64, columns: Result<Vec<ColumnChunkMetaData>>) -> Result<()> {
        let columns = columns?;
        let ordinal = i16::try_from(self.groups.len()).map_err(|_| {
            ParquetError::General(
                "a Parquet file has at most 32,767 row groups: use larger ones".into(),
            )
        })?;
        let mut group = RowGroupMetaData::builder(self.columns()?)
            .set_num_rows(rows)
            .set_ordinal(ordinal)
            .set_total_byte_size(columns.iter().map(ColumnChunkMetaData::uncompressed_size).sum());
        if let Some(first) = columns.first() {
            group = group.set_file_offset(first.byte_range().0 as i64);
        }
        self.groups.push(group.set_column_metadata(columns).build()?);
        self.written += rows;
        Ok(())
    }

    /// The footer, with its length and the magic number.
    fn footer(&mut self) -> Result<Vec<u8>> {
        let of_schema =
            |(key, value): (&String, &String)| KeyValue::new(key.clone(), value.clone());
        let metadata = self.schema.metadata().iter().map(of_schema).collect();
        let properties = self.options.properties.clone().into_builder();
        let mut properties = properties.set_key_value_metadata(Some(metadata)).build();
        add_encoded_arrow_schema_to_metadata(&self.schema, &mut properties);
        let file = FileMetaData::new(
            properties.writer_version().as_num(),
            self.written,
            Some(properties.created_by().to_owned()),
            properties.key_value_metadata().cloned(),
            self.columns()?,
            None,
        );
        let metadata = ParquetMetaData::new(file, mem::take(&mut self.groups));
        let mut footer = Vec::new();
        ParquetMetaDataWriter::new(&mut footer, &metadata).finish()?;
        Ok(footer)
    }
}

/// A column that lies `moved` bytes further back.
fn at(column: &ColumnChunkMetaData, moved: i64) -> Result<ColumnChunkMetaData> {
    let dictionary = column.dictionary_page_offset().map(|offset| offset + moved);
    let data = column.data_page_offset() + moved;
    let builder = column.clone().into_builder();
    builder.set_data_page_offset(data).set_dictionary_page_offset(dictionary).build()
}

/// A column of several small files as one, whose pages start at `start`.
fn joined(columns: &[&ColumnChunkMetaData], start: i64) -> Result<ColumnChunkMetaData> {
    let first = at(columns[0], start - columns[0].byte_range().0 as i64)?;
    if columns.len() == 1 {
        return Ok(first);
    }
    let sum = |of: fn(&ColumnChunkMetaData) -> i64| columns.iter().map(|&column| of(column)).sum();
    first
        .into_builder()
        .set_num_values(sum(ColumnChunkMetaData::num_values))
        .set_total_compressed_size(sum(ColumnChunkMetaData::compressed_size))
        .set_total_uncompressed_size(sum(ColumnChunkMetaData::uncompressed_size))
        .clear_statistics()
        .clear_page_encoding_stats()
        .set_unencoded_byte_array_data_bytes(None)
        .set_definition_level_histogram(None)
        .set_repetition_level_histogram(None)
        .build()
}

impl Assembler for ParquetAssembler {
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let columns = ArrowSchemaConverter::new().convert(&self.schema);
        self.columns = Some(columns.map_err(io::Error::other)?.into());
        self.write(MAGIC, out).map_err(io::Error::other)
    }

    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()> {
        each_encoded(task, |file| self.add_file(file, out).map_err(io::Error::other))
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_waiting(out).map_err(io::Error::other)?;
        let footer = self.footer().map_err(io::Error::other)?;
        out.write_all(&footer)
    }
}
