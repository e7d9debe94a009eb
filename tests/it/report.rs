//! The report of a corpus: one page of HTML.

use std::fs;

use crate::common::*;

/// No file may be named like the first on Windows.
const NAME: &str = if cfg!(windows) { "a & c.txt" } else { "a <b> & c.txt" };

fn page(more: &[&str]) -> String {
    let scratch = Scratch::new();
    let lines: String = puzzles(50).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    scratch.file(NAME, format!("{lines}{HARDEST}\n{PUZZLE}\n{PUZZLE}\n"));
    let mut command = batchdoku(["stats", "-q", NAME, "--html", "report.html"]);
    let out = command.args(more).current_dir(scratch.path("")).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    fs::read_to_string(scratch.path("report.html")).unwrap()
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let page = page(&[]);
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.ends_with("</html>"));
    for outside in ["<script", "src=", "href=", "url(", "@import", "https:"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.replace("http://www.w3.org/2000/svg", "").matches("http").count(), 0);
    let open: Vec<_> = page.match_indices('<').map(|(at, _)| &page[at + 1..]).collect();
    let name = |rest: &str| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned();
    for tag in ["table", "tr", "td", "th", "svg", "section", "div", "p", "h2", "figure", "pre"] {
        let starts = open.iter().filter(|rest| name(rest) == tag).count();
        assert_eq!(starts, page.matches(&format!("</{tag}>")).count(), "{tag}");
        assert!(starts > 0, "{tag}");
    }
    assert_contains(&page, "prefers-color-scheme: dark");
    assert_contains(&page, "width=device-width");
}

#[test]
fn a_report_shows_the_counts_and_the_puzzles() {
    let page = page(&[]);
    let name = NAME.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    assert!(page.contains(&format!("<h1>{name}</h1>")), "{}", &page[..3000]);
    assert_contains(&page, "<b>53</b> puzzles, <b>1</b> repeat, <b>53</b> with one solution");
    for heading in [
        "Clues",
        "Clues in each cell, % of puzzles",
        "Difficulty",
        "Hardest technique",
        "Symmetry of the clues",
        "Search effort",
        "Hardest puzzles",
        "Easiest puzzles",
        "Commands",
    ] {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    assert_eq!(page.matches("<svg").count(), 3);
    assert_eq!(page.matches("table class=\"grid\"").count(), 12);
    assert_eq!(page.matches("table class=\"grid solution\"").count(), 12);
    let digits = SOLUTION.chars().zip(PUZZLE.chars()).take(9).map(|(digit, clue)| match clue {
        '0' => format!("<td>{digit}</td>"),
        _ => format!("<td><b>{digit}</b></td>"),
    });
    assert_contains(&page, &format!("<tr>{}</tr>", digits.collect::<String>()));
    assert_contains(&page, "@media print");
    let hardest = page.split("Hardest puzzles").nth(1).unwrap();
    let first = hardest.split("<code>").nth(1).unwrap();
    assert!(first.starts_with(&HARDEST.replace('0', ".")), "{}", &first[..90]);
    let command = format!("batchdoku stats -q '{name}' --html report.html");
    assert_contains(&page, &format!("<code>{command}</code>"));
}

#[test]
fn a_report_depends_on_the_puzzles_alone() {
    let without = |page: String, option: &str| page.replace(option, "");
    assert_eq!(without(page(&["-j1"]), " -j1"), without(page(&["-j7"]), " -j7"));
    assert!(page(&["--title", "All <ours>"]).contains("<h1>All &lt;ours&gt;</h1>"));
    let unrated = page(&["--no-rating"]);
    assert!(!unrated.contains("Difficulty"));
    assert!(!unrated.contains("Hardest puzzles"));
    assert_eq!(unrated.matches("<svg").count(), 2);
}
