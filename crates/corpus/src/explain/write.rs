//! Steps and their proofs in words and as JSON.
//!
//! In words, a chain without branches is in Eureka notation, and a net is a list of lines:
//!
//! ```text
//! (6)r2c1 = (6)r2c7 - (6=2)r8c7 - (2=5)r8c8 - (5=4)r2c8 => r2c1<>4
//!
//! r7c4=4:
//!   r7c4=4 -> r8c4<>4 (box 8)
//!   r8c4<>4 r8c5<>4 r8c6<>4 -> r8c1=4 (row 8)
//! ```

use std::{fmt::Write as _, io::Write as _};

use super::{
    cases::Cases,
    implication::{CaseBranch, Chains, Claim, Implication, Proof, Reason},
    step::{Er, Step},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, House};

impl Proof {
    /// Appends the proof in words, as lines indented by `indent` spaces.
    pub(super) fn write_words(&self, step: &Step, indent: usize, out: &mut String) {
        match self {
            Self::Chains(chains) => chains.write_words(step, indent, out),
            Self::OneOf(candidates) => {
                let _ = write!(out, "{:indent$}one of", "");
                for (cell, digit) in candidates {
                    let _ = write!(out, " {cell}={digit}");
                }
                out.push_str(" holds\n");
            }
        }
    }
}

impl CaseBranch {
    /// Returns the assumption and the claims that follow, each from the claim before it; `None` if the branch forks or
    /// has nested steps.
    pub(super) fn line(&self) -> Option<Vec<Claim>> {
        let mut line = vec![self.assumed];
        for Implication { premises, conclusion, reason } in &self.implications {
            if matches!(reason, Reason::Step(_)) || premises[..] != line[line.len() - 1..] {
                return None;
            }
            line.push(*conclusion);
        }
        Some(line)
    }
}

impl Chains {
    /// Returns the claims of a single chain whose start fails. If the start is a single candidate, it is left out: it
    /// would be at both ends, and the conclusion names it. Returns `None` for any other proof.
    pub(super) fn refutation(&self) -> Option<Vec<Claim>> {
        let (Cases::Contradiction, [branch]) = (self.cases, &self.branches[..]) else {
            return None;
        };
        let mut line = branch.line()?;
        if branch.assumed.holds {
            line.pop();
            line.remove(0);
        }
        Some(line)
    }

    /// Returns the claims of a cycle, from a claim back to itself; `None` for any other proof.
    pub(super) fn cycle(&self) -> Option<Vec<Claim>> {
        let (Cases::Loop, [forwards, _]) = (self.cases, &self.branches[..]) else { return None };
        let mut line = vec![forwards.assumed];
        line.extend(forwards.implications.iter().map(|implication| implication.conclusion));
        if let Some(closed) = line.iter().skip(1).position(|claim| *claim == line[0]) {
            line.truncate(closed + 2);
        }
        Some(line)
    }

    fn write_words(&self, step: &Step, indent: usize, out: &mut String) {
        let so = step.conclusion();
        if let Some(line) = self.refutation() {
            let _ = writeln!(out, "{:indent$}{} =>{so}", "", eureka(&line));
            return;
        }
        if let Some(line) = self.cycle() {
            let _ = writeln!(out, "{:indent$}{} loop =>{so}", "", eureka(&line));
            return;
        }
        let inner = indent + 2;
        for branch in &self.branches {
            match branch.line() {
                Some(line) => {
                    let _ = writeln!(out, "{:indent$}{}", "", eureka(&line));
                }
                None => {
                    let _ = writeln!(out, "{:indent$}{}:", "", branch.assumed);
                    for implication in &branch.implications {
                        implication.write_words(inner, out);
                    }
                }
            }
        }
        let _ = writeln!(out, "{:indent$}=>{so} ({})", "", self.cases);
    }

    /// Appends the value of `chains` in JSON.
    pub(super) fn write_json(&self, out: &mut Vec<u8>) {
        let _ = write!(out, "{{\"cases\":\"{}\",\"branches\":[", self.cases);
        for CaseBranch { assumed, implications } in &self.branches {
            let _ = write!(out, "{{\"assume\":\"{assumed}\",\"implications\":[");
            for Implication { premises, conclusion, reason } in implications {
                out.extend_from_slice(b"{\"if\":[");
                for premise in premises {
                    let _ = write!(out, "\"{premise}\",");
                }
                close_list(out);
                let _ = write!(out, ",\"then\":\"{conclusion}\",\"by\":");
                let _ = match reason {
                    Reason::Cell => write!(out, "\"{}\"", conclusion.place()),
                    Reason::House(house) => {
                        write!(out, "\"{}\"", House::ALL[usize::from(*house)])
                    }
                    Reason::Step(nested) => {
                        write_step(&nested.step, nested.proof.as_ref(), out);
                        write!(out, "}}")
                    }
                };
                out.extend_from_slice(b"},");
            }
            close_list(out);
            out.extend_from_slice(b"},");
        }
        close_list(out);
        out.push(b'}');
    }
}

impl Implication {
    fn write_words(&self, indent: usize, out: &mut String) {
        // Writing to a string never fails.
        let _ = write!(out, "{:indent$}", "");
        for premise in &self.premises {
            let _ = write!(out, "{premise} ");
        }
        let _ = write!(out, "-> {} ", self.conclusion);
        let _ = match &self.reason {
            Reason::Cell => writeln!(out, "({})", self.conclusion.place()),
            Reason::House(house) => writeln!(out, "({})", House::ALL[usize::from(*house)]),
            Reason::Step(nested) => writeln!(out, "({})", nested.step),
        };
        if let Reason::Step(nested) = &self.reason
            && let Some(proof) = &nested.proof
        {
            proof.write_words(&nested.step, indent + 2, out);
        }
    }
}

/// Returns claims in Eureka notation, each of which implies the next: `(4)r8c2 = (4)r8c7 - (4=1)r9c8`.
pub(super) fn eureka(line: &[Claim]) -> String {
    let mut text = String::new();
    for (place, claim) in line.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| &line[before]);
        let link = if before.is_some_and(|before| before.holds) { '-' } else { '=' };
        let digit = claim.digit + 1;
        let next = line.get(place + 1);
        let stays = next.is_some_and(|next| next.cells == claim.cells);
        let _ = match before {
            Some(before) if before.cells == claim.cells => write!(text, "{link}{digit}"),
            Some(_) => write!(text, " {link} ({digit}"),
            None => write!(text, "({digit}"),
        };
        if !stays {
            let _ = write!(text, "){}", claim.place());
        }
    }
    text
}

/// Writes a step in JSON without the end of its object. Appends few large pieces instead of many small pieces, because
/// each append checks that there is room.
pub(super) fn write_step(step: &Step, proof: Option<&Proof>, out: &mut Vec<u8>) {
    out.extend_from_slice(step.kind.json());
    write_er(step.er, out);
    out.extend_from_slice(b",\"cells\":[");
    for cell in step.cells {
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[b'"', r, row, c, column, b'"', b',']);
    }
    close_list(out);
    out.extend_from_slice(b",\"digits\":[");
    step.digits.into_iter().for_each(|digit| out.extend_from_slice(&[b'0' + digit.get(), b',']));
    close_list(out);
    if step.base != 0 {
        out.extend_from_slice(b",\"houses\":[");
        bits(step.base).for_each(|house| out.extend_from_slice(HOUSE_NAMES[house]));
        close_list(out);
    }
    match proof {
        None => {}
        Some(Proof::Chains(chains)) => {
            out.extend_from_slice(b",\"chains\":");
            chains.write_json(out);
        }
        Some(Proof::OneOf(candidates)) => {
            out.extend_from_slice(b",\"uses_uniqueness\":true,\"one_of\":[");
            for &(cell, digit) in candidates {
                let ([r, row, c, column], digit) = (cell_text(cell), b'0' + digit.get());
                out.extend_from_slice(&[b'"', r, row, c, column, b'=', digit, b'"', b',']);
            }
            close_list(out);
        }
    }
    if let Some((cell, digit)) = step.placed {
        let mut text = *b",\"placed\":\"r0c0=0\"";
        text[11..15].copy_from_slice(&cell_text(cell));
        text[16] = b'0' + digit.get();
        out.extend_from_slice(&text);
    }
    if step.only_places() {
        out.extend_from_slice(b",\"eliminated\":[]");
        return;
    }
    out.extend_from_slice(b",\"eliminated\":[");
    for (cell, digit) in step.eliminated() {
        let ([r, row, c, column], digit) = (cell_text(cell), b'0' + digit.get());
        out.extend_from_slice(&[b'"', r, row, c, column, b'<', b'>', digit, b'"', b',']);
    }
    close_list(out);
}

/// The names of the houses in quotes, with a comma after each, by index.
#[rustfmt::skip]
const HOUSE_NAMES: [&[u8]; 27] = [
    b"\"row 1\",", b"\"row 2\",", b"\"row 3\",", b"\"row 4\",", b"\"row 5\",", b"\"row 6\",",
    b"\"row 7\",", b"\"row 8\",", b"\"row 9\",", b"\"column 1\",", b"\"column 2\",", b"\"column 3\",",
    b"\"column 4\",", b"\"column 5\",", b"\"column 6\",", b"\"column 7\",", b"\"column 8\",",
    b"\"column 9\",", b"\"box 1\",", b"\"box 2\",", b"\"box 3\",", b"\"box 4\",", b"\"box 5\",",
    b"\"box 6\",", b"\"box 7\",", b"\"box 8\",", b"\"box 9\",",
];

/// Appends the name of a house: `row 1`.
pub(super) fn write_house(house: usize, out: &mut Vec<u8>) {
    let quoted = HOUSE_NAMES[house];
    out.extend_from_slice(&quoted[1..quoted.len() - 2]);
}

/// Closes a list by replacing the comma after its last item with the bracket.
#[inline(always)]
pub(super) fn close_list(out: &mut Vec<u8>) {
    match out.last_mut() {
        Some(last @ b',') => *last = b']',
        _ => out.push(b']'),
    }
}

/// Appends a rating such as `7.1`.
pub(super) fn write_er(er: Er, out: &mut Vec<u8>) {
    let tenths = er.tenths();
    if tenths >= 100 {
        out.push(b'0' + tenths / 100);
    }
    out.extend_from_slice(&[b'0' + tenths / 10 % 10, b'.', b'0' + tenths % 10]);
}

/// Returns the name of a cell: `r1c2`.
pub(super) fn cell_text(cell: Cell) -> [u8; 4] {
    let [row, column] = [cell.row(), cell.column()].map(|index| b'1' + index as u8);
    [b'r', row, b'c', column]
}
