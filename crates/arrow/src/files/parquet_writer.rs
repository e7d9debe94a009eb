//! Writing Parquet: workers encode each row group as a small file, and [`ParquetAssembler`] joins these files.

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use parquet::{
    arrow::{ArrowSchemaConverter, ArrowWriter, arrow_writer::ArrowWriterOptions},
    basic::{Compression, GzipLevel, ZstdLevel},
    file::properties::{EnabledStatistics, WriterProperties},
    schema::types::ColumnPath,
};

use super::{BatchFile, EncodeError, parquet_assembler::ParquetAssembler};
use batchdoku_format::{Assembler, Codec, WriteOptions};

pub(super) struct ParquetOptions {
    properties: WriterProperties,
    /// The number of rows of a row group, if several small files become one row group.
    joined: Option<usize>,
}

impl ParquetOptions {
    pub(crate) fn new(
        schema: &Schema,
        from_batches: bool,
        grids: &[String],
        options: &WriteOptions,
    ) -> Result<Self, EncodeError> {
        // Fail before any work if the schema has a column that cannot be written.
        ArrowSchemaConverter::new().convert(schema)?;
        let compression = match (options.compression.codec, options.compression.level) {
            (None | Some(Codec::Snappy), None) => Compression::SNAPPY,
            (Some(Codec::None), None) => Compression::UNCOMPRESSED,
            (Some(Codec::Gzip), level) => {
                let level = level.map(|level| GzipLevel::try_new(level.unsigned_abs()));
                Compression::GZIP(level.transpose()?.unwrap_or_default())
            }
            (Some(Codec::Lz4), None) => Compression::LZ4_RAW,
            (Some(Codec::Zstd), level) => {
                let level = level.map(ZstdLevel::try_new).transpose()?;
                Compression::ZSTD(level.unwrap_or_default())
            }
            _ => return Err("only gzip and zstd have levels".into()),
        };
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("batchdoku ", env!("CARGO_PKG_VERSION")).into())
            .set_compression(compression)
            .set_max_row_group_row_count(None)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_dictionary_enabled(from_batches);
        // Grids hardly repeat, so a dictionary is of no use; neither are the least and the greatest grid as statistics.
        for name in grids {
            let path = ColumnPath::from(name.clone());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
        let properties = properties.build();
        Ok(Self { properties, joined: (!from_batches).then(|| options.layout.batch_rows()) })
    }
}

impl BatchFile for ParquetOptions {
    /// Adds a small file with one row group.
    fn encode(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let options = ArrowWriterOptions::new()
            .with_properties(self.properties.clone())
            .with_skip_arrow_metadata(true);
        let mut writer = ArrowWriter::try_new_with_options(out, batch.schema(), options)?;
        writer.write(batch)?;
        writer.close()?;
        Ok(())
    }

    fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler> {
        let properties = self.properties.clone();
        let schema = SchemaRef::clone(schema);
        Box::new(ParquetAssembler::new(properties, self.joined, schema))
    }
}
