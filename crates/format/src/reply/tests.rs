use std::cell::Cell;

use super::*;

thread_local! {
    /// The bytes that scanners looked at.
    pub(super) static WORK: Cell<usize> = const { Cell::new(0) };
}

#[test]
fn try_answers() {
    let path = std::env::var("ANSWERS").unwrap_or("/work/shared/data/answers/answers.jsonl".into());
    let text = std::fs::read_to_string(path).unwrap();
    let mut reader = ReplyReader::default();
    let mut wrong = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let puzzle: Grid = case["puzzle"].as_str().unwrap().parse().unwrap();
        let solution = puzzle.to_string();
        let _ = solution;
        let answer = case["answer"].as_str().unwrap();
        let reply = reader.read(answer.as_bytes(), &puzzle);
        let solved = reply.given.as_ref().is_some_and(|given| given.grid.is_solution_of(&puzzle));
        let expected = case["solved"] == "yes";
        if solved != expected {
            wrong += 1;
            println!("{} expected {expected} {reply:?}", case["id"]);
        } else {
            println!("ok {} {:?} {}", case["id"], reply.given.map(|given| (given.form, given.range)), reply.is_truncated);
        }
    }
    println!("{wrong} wrong");
}
