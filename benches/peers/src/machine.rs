//! What a record says about where and when it was made.

use std::{
    fs,
    process::Command,
    time::{SystemTime, UNIX_EPOCH},
};

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
    pub(crate) machine: String,
    pub(crate) cpu_flags: String,
    pub(crate) rustc: String,
    /// The profile, and flags if there were any. They are the same for all crates of the build.
    pub(crate) profile: String,
    pub(crate) commit: String,
    /// Year, month and day in UTC.
    pub(crate) date: String,
}

impl Circumstances {
    /// Those of this build and moment.
    pub(crate) fn now() -> Self {
        let flags = env!("PEERS_RUSTFLAGS");
        let flags = if flags.is_empty() { String::new() } else { format!(" {flags}") };
        Self {
            machine: format!("{}, {}", processor(), std::env::consts::OS),
            cpu_flags: cpu_flags(),
            rustc: env!("PEERS_RUSTC").into(),
            profile: format!("{}, fat LTO, 1 codegen unit{flags}", env!("PEERS_PROFILE")),
            commit: commit(),
            date: date(SystemTime::now()),
        }
    }

    /// A file name for a record: the machine and the date.
    pub(crate) fn file_stem(&self) -> String {
        let mut stem = String::new();
        for c in self.machine.to_lowercase().replace("(r)", "").chars() {
            if c.is_ascii_alphanumeric() {
                stem.push(c);
            } else if !stem.ends_with('-') {
                stem.push('-');
            }
        }
        format!("{}-{}", stem.trim_matches('-'), self.date)
    }
}

fn cpu_info(key: &str) -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.split(':').next().is_some_and(|k| k.trim() == key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn processor() -> String {
    cpu_info("model name").unwrap_or_else(|| std::env::consts::ARCH.into())
}

fn cpu_flags() -> String {
    let flags = cpu_info("flags").or_else(|| cpu_info("Features")).unwrap_or_default();
    let known: Vec<_> = flags.split(' ').filter(|flag| FLAGS.contains(flag)).collect();
    known.join(" ")
}

/// The commit of the source, with a mark if files were changed since.
fn commit() -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let describe = ["-C", folder, "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"];
    let output = Command::new("git").args(describe).output();
    let output = output.ok().filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|| "unknown".into())
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
