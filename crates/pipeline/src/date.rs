//! Dates for people.

/// Returns year, month and day of the day that is `days` after 1970-01-01, in UTC, by Howard
/// Hinnant's `civil_from_days`. There, years begin in March, because then the leap day is the last day
/// of a year.
///
/// ```
/// assert_eq!(batchdoku_pipeline::civil_date(11_016), "2000-02-29");
/// ```
#[must_use]
pub fn civil_date(days: u64) -> String {
    /// The number of days in 400 years, after which the calendar repeats.
    const DAYS_OF_ERA: u64 = 146_097;
    /// The number of days from 0000-03-01, when the first such year began, to 1970-01-01.
    const DAYS_BEFORE: u64 = 719_468;
    let shifted = days + DAYS_BEFORE;
    let era = shifted / DAYS_OF_ERA;
    let day_of_era = shifted % DAYS_OF_ERA;
    // Subtract the leap days: one every 4 years (1,461 days), none every 100 (36,524), but one
    // every 400.
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, any five successive months have 153 days.
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_civil() {
        for (days, date) in [
            (0, "1970-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(civil_date(days), date);
        }
    }
}
