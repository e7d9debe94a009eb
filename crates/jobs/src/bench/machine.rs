//! The circumstances of a measurement: the processor and the date.

use std::{
    env::consts,
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use batchdoku_engine::simd::SimdLevel;

/// The instruction sets that the engines can use.
const FLAGS: &str =
    "sse2 avx2 bmi1 bmi2 avx512f avx512bw avx512vl avx512vbmi avx512_vbmi2 avx512_bitalg asimd";

/// Returns a line of `/proc/cpuinfo` about the first processor.
fn cpu_info(key: &str) -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the processor and the system.
pub(super) fn name() -> String {
    let processor = cpu_info("model name").unwrap_or_else(|| consts::ARCH.into());
    format!("{processor}, {}", consts::OS)
}

/// Returns the instruction sets of the processor; if they are unknown, its SIMD levels.
pub(super) fn cpu_flags() -> String {
    let Some(flags) = cpu_info("flags").or_else(|| cpu_info("Features")) else {
        return SimdLevel::available().map(SimdLevel::name).collect::<Vec<_>>().join(" ");
    };
    let known: Vec<_> =
        flags.split(' ').filter(|flag| FLAGS.split(' ').any(|known| known == *flag)).collect();
    known.join(" ")
}

/// Returns year, month and day of a moment, in UTC.
pub(super) fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    batchdoku_pipeline::civil_date(days)
}
