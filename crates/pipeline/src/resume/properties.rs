//! The properties of a job, which must be the same when it goes on.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    time::{SystemTime, UNIX_EPOCH},
};

use super::journal::Properties;
use crate::{
    Compression, Error, Input, Plan,
    io::{Opened, regular},
};

/// Bytes at the start and at the end of an input that are compared.
const EDGE: u64 = 64 << 10;
/// The value of an option that has none.
const GIVEN: &str = "given";
/// Samples in between, and their length in bytes.
const SAMPLES: (u64, u64) = (16, 4 << 10);

/// The properties of a job: its options and its inputs.
pub(super) fn properties(plan: &Plan) -> Result<Properties, Error> {
    let read = &plan.read;
    let write = &plan.write;
    let named =
        |name: Option<batchdoku_format::Format>| name.map_or("".into(), |it| it.to_string());
    let given = |is_given: bool| if is_given { GIVEN.to_owned() } else { String::new() };
    let separator = write.separator.map_or("".into(), |byte| char::from(byte).to_string());
    let shard = if plan.shard.is_whole() { String::new() } else { plan.shard.to_string() };
    let Compression { codec, level } = plan.compression;
    let mut all: Properties = vec![
        ("the version of batchdoku".into(), env!("CARGO_PKG_VERSION").into()),
        ("--from".into(), named(read.format)),
        ("--column".into(), read.column.clone().unwrap_or_default()),
        ("--to".into(), named(write.format)),
        ("--sep".into(), separator),
        ("--strip-comments".into(), given(write.strip_comments)),
        ("--compress".into(), codec.map_or("".into(), |codec| codec.to_string())),
        ("--compress-level".into(), level.map_or("".into(), |level| level.to_string())),
        ("--strict".into(), given(plan.strict)),
        ("--shard".into(), shard),
        ("--rejects".into(), plan.rejects.as_ref().map_or(String::new(), |it| it.name())),
        ("the number of outputs".into(), plan.outputs.len().to_string()),
        ("the number of inputs".into(), plan.inputs.len().to_string()),
    ];
    all.extend(plan.properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    for (index, input) in plan.inputs.iter().chain(&plan.second_input).enumerate() {
        add_input(index, input, &mut all)?;
    }
    Ok(all)
}

fn add_input(index: usize, input: &Input, all: &mut Properties) -> Result<(), Error> {
    let name = input.name();
    all.push((format!("input {}", index + 1), name.clone()));
    let fail = |source| Error::Read { name: name.clone(), source };
    let not_a_file =
        || Error::Resume { reason: format!("'{name}' is not a file, so it cannot be read again") };
    // Opening a named pipe would wait for its writer.
    if input.path().is_some_and(|path| path.exists() && !path.is_file()) {
        return Err(not_a_file());
    }
    let Opened::File(mut file) = input.open().map_err(fail)? else { return Ok(()) };
    let Some(about) = regular(&file) else { return Err(not_a_file()) };
    let time = about.modified().map_or(String::new(), seconds);
    all.push((format!("the size of '{name}'"), about.len().to_string()));
    all.push((format!("the modification time of '{name}'"), time));
    let samples = samples(&mut file, about.len()).map_err(fail)?;
    all.push((format!("the content of '{name}'"), format!("{samples:08x}")));
    Ok(())
}

/// A time in seconds since 1970, or before, as text. Times are only ever compared with the same: it does not
/// matter what the clock says, or if somebody sets it back.
fn seconds(time: SystemTime) -> String {
    let (sign, distance) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => ("", since),
        Err(before) => ("-", before.duration()),
    };
    format!("{sign}{}.{:09}", distance.as_secs(), distance.subsec_nanos())
}

/// The checksum of some bytes of a file: the first, the last, and some in between. The position of
/// the file stays.
fn samples(file: &mut File, length: u64) -> io::Result<u32> {
    let position = file.stream_position()?;
    let mut checksum = crc32fast::Hasher::new();
    let mut add = |start: u64, size: u64| -> io::Result<()> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(size).read_to_end(&mut bytes)?;
        checksum.update(&bytes);
        Ok(())
    };
    add(0, EDGE)?;
    for sample in 1..=SAMPLES.0 {
        add(length / (SAMPLES.0 + 1) * sample, SAMPLES.1)?;
    }
    add(length.saturating_sub(EDGE), EDGE)?;
    file.seek(SeekFrom::Start(position))?;
    Ok(checksum.finalize())
}

/// Makes sure that a job is the one whose properties are `before`.
///
/// # Errors
/// The first property that differs, in words.
pub(super) fn compare(before: &Properties, now: &Properties) -> Result<(), String> {
    let find = |all: &Properties, name: &str| {
        all.iter()
            .find(|(other, _)| other == name)
            .map_or(String::new(), |(_, value)| value.clone())
    };
    for (name, _) in now.iter().chain(before) {
        let (old, new) = (find(before, name), find(now, name));
        if old == new {
            continue;
        }
        // A checksum, or several options at once, would tell nobody anything.
        if name.starts_with("the content of") || [&old, &new].iter().any(|it| it.contains('{')) {
            return Err(format!("{name} has changed"));
        }
        return Err(format!("{name} was {} and is now {}", shown(&old), shown(&new)));
    }
    Ok(())
}

fn shown(value: &str) -> String {
    match value {
        "" => "not given".to_owned(),
        GIVEN => value.to_owned(),
        _ => format!("'{value}'"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_differ_before_1970_too() {
        let second = Duration::from_millis(1500);
        let times = [UNIX_EPOCH + second, UNIX_EPOCH, UNIX_EPOCH - second, UNIX_EPOCH - 2 * second];
        assert_eq!(
            times.map(seconds),
            ["1.500000000", "0.000000000", "-1.500000000", "-3.000000000"]
        );
    }
}
