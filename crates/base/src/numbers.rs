//! Numbers as people read them.

/// Returns a number with its thousands separated: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Returns the ending of a regular noun after a number: an `s`, unless the number is 1.
pub fn plural(number: u64) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// Returns a number with a regular noun: `1 puzzle`, `1,000 puzzles`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), plural(number))
}

#[cfg(test)]
mod tests {
    use super::{counted, thousands};

    #[test]
    fn one_is_no_plural() {
        let texts = [0, 1, 2, 1000].map(|number| counted(number, "node"));
        assert_eq!(texts, ["0 nodes", "1 node", "2 nodes", "1,000 nodes"]);
    }

    #[test]
    fn a_comma_before_every_third_digit_from_the_right() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
