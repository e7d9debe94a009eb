//! Sizes in bytes, as users write them.

/// Parses a number of bytes, with an optional unit of 1024, 1024² and so on: `K`, `M`, `G`, `T`.
pub fn parse(text: &str) -> Result<u64, String> {
    let units = ["K", "M", "G", "T"];
    let unit = units.iter().position(|unit| text.to_ascii_uppercase().ends_with(unit));
    let digits = if unit.is_some() { &text[..text.len() - 1] } else { text };
    let number: u64 = digits.parse().map_err(|_| "expected bytes, as in 5000000, 500M or 20G")?;
    let factor = 1024_u64.pow(unit.map_or(0, |unit| unit as u32 + 1));
    number.checked_mul(factor).ok_or_else(|| "it is too large".into())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn units_are_powers_of_1024() {
        let sizes = ["0", "81", "1k", "3M", "20G", "2T"].map(parse);
        assert_eq!(sizes, [0, 81, 1024, 3 << 20, 20 << 30, 2 << 40].map(Ok));
        for bad in
            ["", "G", "1.5G", "-1", "10 M", "5X", "é", "99999999999G", "18446744073709551616"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
