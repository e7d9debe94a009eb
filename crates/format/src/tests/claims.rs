//! The claimed solutions that records bring along.

use super::*;

fn claims(text: &str) -> Vec<Option<String>> {
    let read = ReadOptions { claims: true, ..Default::default() };
    Conversion { read, ..Default::default() }.run(text).claims
}

#[test]
fn claims_of_every_format_that_has_them() {
    let claim = mirrored(PUZZLE);
    let expected = [Some(claim.clone()), None, Some(claim.clone())];
    for text in [
        format!("{PUZZLE},{claim}\n# c\n{PUZZLE},1234\nbad\n{PUZZLE} x {claim} y\r\n"),
        format!("puzzle,x,answer\n{PUZZLE},,{claim}\n{PUZZLE},,\nbad\n{PUZZLE},,\"{claim}\""),
        format!(
            "{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{claim}\"}}\n{{\"puzzle\":\"{PUZZLE}\",\"solution\":3}}\n\
             {{\"solution\":\"{claim}\",\"puzzle\":\"{PUZZLE}\"}}"
        ),
    ] {
        assert_eq!(claims(&text), expected, "{text}");
    }
    assert_eq!(claims(PUZZLE), [None]);
    assert_eq!(Conversion::default().run(format!("{PUZZLE},{claim}")).claims, []);
}
