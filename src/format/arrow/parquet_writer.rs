//! Writing Parquet: workers encode row groups, each as a small file, and the row groups of these are
//! copied into one.
//!
//! Rows that come from text come in small tasks. Their columns have no dictionaries, so the pages of
//! several small files are those of one row group.

use std::{io, mem, sync::Arc};

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use bytes::Bytes;
use parquet::{
    arrow::{
        ArrowSchemaConverter, ArrowWriter, add_encoded_arrow_schema_to_metadata,
        arrow_writer::ArrowWriterOptions,
    },
    basic::{Compression, GzipLevel, ZstdLevel},
    column::writer::ColumnCloseResult,
    errors::Result,
    file::{
        metadata::{ColumnChunkMetaData, KeyValue, ParquetMetaData, ParquetMetaDataReader},
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        writer::SerializedFileWriter,
    },
    schema::types::{ColumnPath, TypePtr},
};

use super::{
    super::{Assembler, BatchOptions, PageCodec},
    file::{EncodeError, Shared},
    pieces::{OutputPiece, pieces},
};

/// How Parquet is written.
#[derive(Clone)]
pub(super) struct ParquetOptions {
    properties: WriterProperties,
    /// The rows of a row group, if several small files become one.
    joined: Option<usize>,
}

impl ParquetOptions {
    pub(super) fn new(
        schema: &Schema,
        from_batches: bool,
        grids: &[&str],
        options: &BatchOptions,
    ) -> std::result::Result<Self, EncodeError> {
        // Says what cannot be written before any work.
        ArrowSchemaConverter::new().convert(schema)?;
        let compression = match (options.codec, options.level) {
            (None | Some(PageCodec::Snappy), None) => Compression::SNAPPY,
            (Some(PageCodec::None), None) => Compression::UNCOMPRESSED,
            (Some(PageCodec::Gzip), level) => {
                let level = level.map(|level| GzipLevel::try_new(level.unsigned_abs()));
                Compression::GZIP(level.transpose()?.unwrap_or_default())
            }
            (Some(PageCodec::Lz4), None) => Compression::LZ4_RAW,
            (Some(PageCodec::Zstd), level) => {
                let level = level.map(ZstdLevel::try_new).transpose()?;
                Compression::ZSTD(level.unwrap_or_default())
            }
            (_, Some(_)) => return Err("only gzip and zstd have levels".into()),
        };
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("batchdoku ", env!("CARGO_PKG_VERSION")).into())
            .set_compression(compression)
            .set_max_row_group_row_count(None)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_dictionary_enabled(from_batches);
        for name in grids {
            properties = for_grids(properties, name);
        }
        let properties = properties.build();
        Ok(Self { properties, joined: (!from_batches).then(|| options.rows()) })
    }

    pub(super) fn encode(&self, batch: &RecordBatch) -> std::result::Result<Vec<u8>, EncodeError> {
        let options = ArrowWriterOptions::new()
            .with_properties(self.properties.clone())
            .with_skip_arrow_metadata(true);
        let mut writer = ArrowWriter::try_new_with_options(Vec::new(), batch.schema(), options)?;
        writer.write(batch)?;
        Ok(writer.into_inner()?)
    }

    pub(super) fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler> {
        let (options, schema) = (self.clone(), Arc::clone(schema));
        Box::new(ParquetAssembler { options, schema, file: None, waiting: Vec::new(), rows: 0 })
    }
}

/// Grids hardly repeat, and nobody asks for the least of them.
fn for_grids(properties: WriterPropertiesBuilder, name: &str) -> WriterPropertiesBuilder {
    let path = || ColumnPath::from(name.to_owned());
    properties
        .set_column_dictionary_enabled(path(), false)
        .set_column_statistics_enabled(path(), EnabledStatistics::None)
}

/// Makes one file of small ones.
struct ParquetAssembler {
    options: ParquetOptions,
    schema: SchemaRef,
    file: Option<(SerializedFileWriter<Shared>, Shared)>,
    /// Small files that are to be in the same row group.
    waiting: Vec<SmallFile>,
    /// How many rows they have.
    rows: usize,
}

/// A file of one row group.
struct SmallFile {
    bytes: Bytes,
    metadata: ParquetMetaData,
}

impl ParquetAssembler {
    fn open(&self) -> Result<(SerializedFileWriter<Shared>, Shared)> {
        let of_schema =
            |(key, value): (&String, &String)| KeyValue::new(key.clone(), value.clone());
        let metadata = self.schema.metadata().iter().map(of_schema).collect();
        let mut properties = self
            .options
            .properties
            .clone()
            .into_builder()
            .set_key_value_metadata(Some(metadata))
            .build();
        add_encoded_arrow_schema_to_metadata(&self.schema, &mut properties);
        let schema: TypePtr = ArrowSchemaConverter::new().convert(&self.schema)?.root_schema_ptr();
        let shared = Shared::default();
        let writer = SerializedFileWriter::new(shared.clone(), schema, Arc::new(properties))?;
        Ok((writer, shared))
    }

    /// Writes the small files that wait as one row group.
    fn write_group(&mut self) -> Result<()> {
        let files = mem::take(&mut self.waiting);
        let rows = mem::take(&mut self.rows);
        let (Some((writer, _)), Some(first)) = (&mut self.file, files.first()) else {
            return Ok(());
        };
        let mut group = writer.next_row_group()?;
        for index in 0..first.metadata.row_group(0).num_columns() {
            let columns = files.iter().map(|file| {
                let column = file.metadata.row_group(0).column(index);
                let (start, length) = column.byte_range();
                (column, file.bytes.slice(start as usize..(start + length) as usize))
            });
            let columns: Vec<_> = columns.collect();
            let (bytes, metadata) = joined(&columns)?;
            group.append_column(
                &bytes,
                ColumnCloseResult {
                    bytes_written: bytes.len() as u64,
                    rows_written: rows as u64,
                    metadata,
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                },
            )?;
        }
        group.close()?;
        Ok(())
    }

    fn add_file(&mut self, bytes: &[u8]) -> Result<()> {
        let bytes = Bytes::copy_from_slice(bytes);
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&bytes)?;
        self.rows += metadata.row_group(0).num_rows() as usize;
        self.waiting.push(SmallFile { bytes, metadata });
        if self.rows >= self.options.joined.unwrap_or(0) { self.write_group() } else { Ok(()) }
    }

    /// Hands over what has been written.
    fn drain(&self, out: &mut Vec<u8>) {
        self.file.iter().for_each(|(_, shared)| shared.take(out));
    }

    fn finish(&mut self) -> Result<()> {
        self.write_group()?;
        if let Some((writer, _)) = &mut self.file {
            writer.finish()?;
        }
        Ok(())
    }
}

/// The pages of a column in several files, as those of one column, at the start of the bytes.
fn joined(columns: &[(&ColumnChunkMetaData, Bytes)]) -> Result<(Bytes, ColumnChunkMetaData)> {
    let (first, bytes) = &columns[0];
    let start = |metadata: &ColumnChunkMetaData| metadata.byte_range().0 as i64;
    let builder = ColumnChunkMetaData::clone(first).into_builder();
    let data = first.data_page_offset() - start(first);
    let dictionary = first.dictionary_page_offset().map(|offset| offset - start(first));
    let builder = builder.set_data_page_offset(data).set_dictionary_page_offset(dictionary);
    if columns.len() == 1 {
        return Ok((bytes.clone(), builder.build()?));
    }
    let sum =
        |of: fn(&ColumnChunkMetaData) -> i64| columns.iter().map(|(column, _)| of(column)).sum();
    let metadata = builder
        .set_num_values(sum(ColumnChunkMetaData::num_values))
        .set_total_compressed_size(sum(ColumnChunkMetaData::compressed_size))
        .set_total_uncompressed_size(sum(ColumnChunkMetaData::uncompressed_size))
        .clear_statistics()
        .clear_page_encoding_stats()
        .set_unencoded_byte_array_data_bytes(None)
        .set_definition_level_histogram(None)
        .set_repetition_level_histogram(None)
        .build()?;
    let all: Vec<u8> = columns.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    Ok((all.into(), metadata))
}

impl Assembler for ParquetAssembler {
    fn start(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.file = Some(self.open().map_err(io::Error::other)?);
        self.drain(out);
        Ok(())
    }

    fn add(&mut self, task: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        for piece in pieces(task) {
            match piece {
                OutputPiece::Encoded(file) => self.add_file(file).map_err(io::Error::other)?,
                OutputPiece::Failed(reason) => return Err(io::Error::other(reason.to_owned())),
                OutputPiece::Row(_) => return Err(io::Error::other("rows that were not encoded")),
            }
            self.drain(out);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.finish().map_err(io::Error::other)?;
        self.drain(out);
        Ok(())
    }
}
