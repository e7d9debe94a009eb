//! Writing Arrow files and streams (IPC).
//!
//! Dictionary columns are written as their values, because a file has one dictionary per column, but
//! each batch comes with another dictionary.

use std::{
    io::{self, Write},
    sync::Arc,
};

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::{
    CompressionType,
    reader::StreamDecoder,
    writer::{FileWriter, IpcWriteOptions, StreamWriter},
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::{
    BatchFile, EncodeError,
    pieces::{each_encoded, flush_to},
};
use crate::without_dictionary;
use batchdoku_format::{Assembler, Codec, Compression, WriteOptions};

/// The options of Arrow files and streams.
#[derive(Clone)]
pub(super) struct IpcOptions {
    options: IpcWriteOptions,
    is_stream: bool,
}

impl IpcOptions {
    pub(crate) fn new(options: &WriteOptions) -> Result<Self, EncodeError> {
        let WriteOptions { compression: Compression { codec, level }, is_stream, .. } = *options;
        let compression = match codec {
            None | Some(Codec::None) => None,
            Some(Codec::Lz4) => Some(CompressionType::LZ4_FRAME),
            Some(Codec::Zstd) => Some(CompressionType::ZSTD),
            Some(_) => return Err("Arrow files are compressed by lz4, zstd or not at all".into()),
        };
        if level.is_some() && compression != Some(CompressionType::ZSTD) {
            return Err("only zstd has levels".into());
        }
        let options = IpcWriteOptions::default().try_with_compression(compression)?;
        let options = options.try_with_compression_level(level)?;
        Ok(Self { options, is_stream })
    }
}

/// Returns the columns with values in place of dictionaries.
fn without_dictionaries(schema: &Schema) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        DataType::Dictionary(_, values) => {
            let field = Field::clone(field);
            Arc::new(field.with_data_type(DataType::clone(values)))
        }
        _ => Arc::clone(field),
    });
    let fields: Vec<_> = fields.collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

impl BatchFile for IpcOptions {
    /// Adds a small stream with one batch.
    fn encode(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let schema = without_dictionaries(&batch.schema());
        let arrays = batch.columns().iter().map(without_dictionary);
        let batch = RecordBatch::try_new(schema, arrays.collect::<Result<_, _>>()?)?;
        let mut writer = StreamWriter::try_new(out, &batch.schema())?;
        writer.write(&batch)?;
        writer.finish()?;
        Ok(())
    }

    fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler> {
        let schema = without_dictionaries(schema);
        Box::new(IpcAssembler { options: self.clone(), schema, target: None })
    }
}

/// Makes one file, or one stream, of small streams.
struct IpcAssembler {
    options: IpcOptions,
    schema: SchemaRef,
    target: Option<Target>,
}

enum Target {
    File(FileWriter<Vec<u8>>),
    Stream(StreamWriter<Vec<u8>>),
}

impl Target {
    fn add_stream(&mut self, stream: &[u8]) -> Result<(), ArrowError> {
        let mut decoder = StreamDecoder::new();
        let mut bytes = Buffer::from(stream);
        while let Some(batch) = decoder.decode(&mut bytes)? {
            match self {
                Self::File(writer) => writer.write(&batch)?,
                Self::Stream(writer) => writer.write(&batch)?,
            }
        }
        Ok(())
    }

    fn flush_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let bytes = match self {
            Self::File(writer) => writer.get_mut(),
            Self::Stream(writer) => writer.get_mut(),
        };
        flush_to(bytes, out)
    }
}

impl Assembler for IpcAssembler {
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let IpcOptions { options, is_stream } = self.options.clone();
        let target = if is_stream {
            StreamWriter::try_new_with_options(Vec::new(), &self.schema, options)
                .map(Target::Stream)
        } else {
            FileWriter::try_new_with_options(Vec::new(), &self.schema, options).map(Target::File)
        };
        self.target.insert(target.map_err(io::Error::other)?).flush_to(out)
    }

    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let Some(target) = &mut self.target else { return Ok(()) };
        each_encoded(task, |stream| {
            target.add_stream(stream).map_err(io::Error::other)?;
            target.flush_to(out)
        })
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(target) = &mut self.target else { return Ok(()) };
        let finished = match target {
            Target::File(writer) => writer.finish(),
            Target::Stream(writer) => writer.finish(),
        };
        finished.map_err(io::Error::other)?;
        target.flush_to(out)
    }
}
