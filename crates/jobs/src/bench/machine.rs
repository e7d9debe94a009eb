//! Where and when figures are taken: the processor and the date.

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

/// Returns the instruction sets that the processor has; where they are not known, the levels.
pub(super) fn cpu_flags() -> String {
    let Some(flags) = cpu_info("flags").or_else(|| cpu_info("Features")) else {
        return SimdLevel::available().map(SimdLevel::name).collect::<Vec<_>>().join(" ");
    };
    let known: Vec<_> =
        flags.split(' ').filter(|flag| FLAGS.split(' ').any(|known| known == *flag)).collect();
    known.join(" ")
}

/// Year, month and day of a moment, in UTC (Howard Hinnant's `civil_from_days`).
pub(super) fn date(time: SystemTime) -> String {
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
