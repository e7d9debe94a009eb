//! Where and when figures were taken: the processor, the build, the date.

use std::{
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use batchdoku_engine::simd::SimdLevel;

/// The instruction sets that the engines can use.
const FLAGS: [&str; 11] = [
    "sse2",
    "avx2",
    "bmi1",
    "bmi2",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "avx512_vbmi2",
    "avx512_bitalg",
    "asimd",
];

/// The circumstances of a run.
#[derive(Clone, Debug)]
pub(crate) struct Circumstances {
    pub(super) machine: String,
    pub(super) cpu_flags: String,
    pub(super) rustc: String,
    pub(super) profile: String,
    pub(super) version: String,
    pub(super) commit: String,
    /// Year, month and day in UTC.
    pub(super) date: String,
}

impl Circumstances {
    /// Those of this build and moment.
    pub(super) fn now() -> Self {
        Self {
            machine: format!("{}, {}", processor(), std::env::consts::OS),
            cpu_flags: cpu_flags(),
            rustc: env!("BATCHDOKU_RUSTC").into(),
            profile: env!("BATCHDOKU_PROFILE").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: env!("BATCHDOKU_COMMIT").into(),
            date: date(SystemTime::now()),
        }
    }
}

/// A line of what Linux says about the first processor.
fn cpu_info(key: &str) -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn processor() -> String {
    cpu_info("model name").unwrap_or_else(|| std::env::consts::ARCH.into())
}

/// Which of the instruction sets the processor has; where the system does not say, the levels.
fn cpu_flags() -> String {
    let Some(flags) = cpu_info("flags").or_else(|| cpu_info("Features")) else {
        return SimdLevel::available().map(SimdLevel::name).collect::<Vec<_>>().join(" ");
    };
    let known: Vec<_> = flags.split(' ').filter(|flag| FLAGS.contains(flag)).collect();
    known.join(" ")
}

/// The civil date of a moment, in UTC (Howard Hinnant's `civil_from_days`).
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_civil() {
        let at = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400 + 3600));
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(11_016), "2000-02-29");
        assert_eq!(at(11_017), "2000-03-01");
        assert_eq!(at(20_454), "2026-01-01");
    }
}
