//! The proof of a step whose pattern alone does not show that it holds: implications, each with its reason, that
//! lead from assumptions to it; or the candidates one of which holds, because the puzzle has one solution.
//!
//! In words, a chain without branches is in Eureka notation, a net is a list of lines:
//!
//! ```text
//! (6)r2c1 = (6)r2c7 - (6=2)r8c7 - (2=5)r8c8 - (5=4)r2c8 => r2c1<>4
//!
//! r7c4=4:
//!   r7c4=4 -> r8c4<>4 (box 8)
//!   r8c4<>4 r8c5<>4 r8c6<>4 -> r8c1=4 (row 8)
//! ```

use std::{
    fmt::{self, Write as _},
    io::Write as _,
};

use super::{
    bug::Surplus,
    chains::{ChainMemory, prove},
    literal::{Literal, cell_of, digit_of, holds},
    record::{close_list, write_step},
    step::{Step, StepKind},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, Digit, House};

#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// Chains of implications.
    Chains(Chains),
    /// Candidates one of which holds: without them there would be two solutions or none.
    OneOf(Vec<(Cell, Digit)>),
}

impl Proof {
    /// Proves a step in the position before it; `None` if its pattern shows that it holds.
    #[inline]
    pub(super) fn of(step: &Step, before: &Marks, memory: &mut ChainMemory) -> Option<Self> {
        if step.kind.uses_uniqueness() {
            return Some(Self::OneOf(rescues(step, before)));
        }
        let origin = step.origin?;
        Some(Self::Chains(prove(step, origin, before, memory)))
    }

    /// Adds it in words: lines that are indented by so many spaces.
    pub(crate) fn write_words(&self, step: &Step, indent: usize, out: &mut String) {
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

/// The candidates that a deadly pattern does not have.
fn rescues(step: &Step, before: &Marks) -> Vec<(Cell, Digit)> {
    let surplus = match step.kind {
        StepKind::UniqueRectangle | StepKind::UniqueLoop => {
            let common = |pair, cell: Cell| pair & before.cells[cell.index()];
            let pair = step.cells.into_iter().fold(0x1FF, common);
            before.cells.map(|candidates| candidates & !pair)
        }
        _ => Surplus::find(before).map_or([0; 81], |surplus| surplus.of_cell),
    };
    let of_cell =
        |cell: Cell| bits(surplus[cell.index()]).map(move |digit| (cell, Digit::ALL[digit]));
    step.cells.into_iter().flat_map(of_cell).collect()
}

/// Chains from assumptions one of which is true.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    pub(super) cases: Cases,
    pub(super) branches: Vec<Branch>,
}

/// The reason that one of the assumptions is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cases {
    /// The only one contradicts itself, so its opposite is.
    Contradiction,
    /// They are opposites.
    Either,
    /// They are the ends of a cycle, read forwards and backwards.
    Loop,
    /// They are all candidates of a cell.
    Cell(Cell),
    /// They are all positions of a digit in the house of this index.
    House(u8),
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction => f.write_str("contradiction"),
            Self::Either => f.write_str("either"),
            Self::Loop => f.write_str("loop"),
            Self::Cell(cell) => cell.fmt(f),
            Self::House(house) => House::ALL[usize::from(*house)].fmt(f),
        }
    }
}

/// What follows from an assumption, in an order in which premises come first.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) assumed: Claim,
    pub(super) implications: Vec<Implication>,
}

#[derive(Clone, Debug)]
pub(super) struct Implication {
    pub(super) premises: Vec<Claim>,
    pub(super) conclusion: Claim,
    pub(super) reason: Reason,
}

#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// The cell of the conclusion.
    Cell,
    /// The house of this index.
    House(u8),
    /// A step that can be taken if the premises are gone.
    Step(Box<NestedStep>),
}

#[derive(Clone, Debug)]
pub(super) struct NestedStep {
    pub(super) step: Step,
    pub(super) proof: Option<Proof>,
}

/// One of some cells holds a digit (`r1c78=5`), or none of them does (`r1c78<>5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) cells: CellSet,
    pub(super) digit: usize,
    pub(super) holds: bool,
}

impl Claim {
    pub(super) fn of(literal: Literal) -> Self {
        let cells = CellSet::from_iter([Cell::ALL[cell_of(literal)]]);
        Self { cells, digit: digit_of(literal), holds: holds(literal) }
    }

    /// The cells, which are in one line: `r1c78`.
    fn place(&self) -> String {
        let numbers = |of: fn(Cell) -> usize| {
            let used = self.cells.into_iter().fold(0u16, |used, cell| used | 1 << of(cell));
            bits(used).map(|number| char::from(b'1' + number as u8)).collect::<String>()
        };
        format!("r{}c{}", numbers(Cell::row), numbers(Cell::column))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.place(), if self.holds { "=" } else { "<>" }, self.digit + 1)
    }
}

impl Branch {
    /// The assumption and what follows, each from the one before; `None` if it branches or rests on steps.
    fn line(&self) -> Option<Vec<Claim>> {
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
    fn write_words(&self, step: &Step, indent: usize, out: &mut String) {
        let so = step.conclusion();
        if let (Cases::Contradiction, [branch]) = (self.cases, &self.branches[..])
            && let Some(line) = branch.line()
        {
            // A candidate that fails stands at both ends of its chain, which says so without it.
            let own = if branch.assumed.holds { &line[1..line.len() - 1] } else { &line[..] };
            let _ = writeln!(out, "{:indent$}{} =>{so}", "", eureka(own));
            return;
        }
        if let (Cases::Loop, [forwards, _]) = (self.cases, &self.branches[..]) {
            let mut line = vec![forwards.assumed];
            line.extend(forwards.implications.iter().map(|implication| implication.conclusion));
            let closed = line.iter().skip(1).position(|claim| *claim == line[0]);
            let own = &line[..closed.map_or(line.len(), |at| at + 2)];
            let _ = writeln!(out, "{:indent$}{} loop =>{so}", "", eureka(own));
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

    /// Adds it as the value of `chains` in JSON.
    pub(super) fn write_json(&self, out: &mut Vec<u8>) {
        let _ = write!(out, "{{\"cases\":\"{}\",\"branches\":[", self.cases);
        for Branch { assumed, implications } in &self.branches {
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

/// Claims each of which implies the next: `(4)r8c2 = (4)r8c7 - (4=1)r9c8`.
fn eureka(line: &[Claim]) -> String {
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
