//! Steps as lines of text: the technique with its rating, the pattern, the proof if the pattern does not suffice, and
//! the conclusion. The conclusion comes last, because a reader from left to right, such as a language model, then
//! already has the reasons.
//!
//! ```text
//! hidden single 1.2: 8 in box 2 at r1c6, so r1c6=8
//! unique rectangle 4.5: 3 7 at r1c1 r1c4 r5c1 r5c4, because one of r1c1=2 holds if there is one solution, so r1c1=2
//! aic 7.0: 2 4 5 6 at r2c1 r2c7, because (6)r2c1 = (6)r2c7 - (6=2)r8c7, so r2c1<>4
//! ```
//!
//! A chain without branches is in Eureka notation. Other proofs list the cases (one of them must hold), with the
//! consequences of each: a chain, or implications in braces. Each implication has its reason in brackets: a cell, a
//! house or a step.
//!
//! ```text
//! ..., because r7c4: (2)r7c4 - (2)r8c4 = (2)r8c1; r7c4=4 {r7c4=4 -> r8c4<>4 (box 8); r8c4<>4 r8c6<>4 -> r8c1=4 (row 8)}, so ...
//! ```

use std::io::Write as _;

use super::{
    implication::{CaseBranch, Chains, Implication, Proof, Reason},
    step::Step,
    write::{cell_text, eureka, write_er, write_house},
};
use batchdoku_base::bits;

/// Appends a step without the end of its line.
pub(super) fn write_line(step: &Step, proof: Option<&Proof>, out: &mut Vec<u8>) {
    let name = step.kind.name().bytes();
    out.extend(name.map(|byte| if byte == b'_' { b' ' } else { byte }));
    out.push(b' ');
    write_er(step.er, out);
    out.push(b':');
    step.digits.into_iter().for_each(|digit| out.extend_from_slice(&[b' ', b'0' + digit.get()]));
    for (number, house) in bits(step.base).enumerate() {
        out.extend_from_slice(if number == 0 { b" in " } else { b", " });
        write_house(house, out);
    }
    out.extend_from_slice(b" at");
    for cell in step.cells {
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[b' ', r, row, c, column]);
    }
    if let Some(proof) = proof {
        out.extend_from_slice(b", because ");
        write_proof(proof, out);
    }
    out.extend_from_slice(b", so");
    if let Some((cell, digit)) = step.placed {
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[b' ', r, row, c, column, b'=', b'0' + digit.get()]);
    }
    if step.only_places() {
        return;
    }
    for (cell, digit) in step.eliminated() {
        let [r, row, c, column] = cell_text(cell);
        out.extend_from_slice(&[b' ', r, row, c, column, b'<', b'>', b'0' + digit.get()]);
    }
}

// Writing to a vector does not fail.

fn write_proof(proof: &Proof, out: &mut Vec<u8>) {
    match proof {
        Proof::Chains(chains) => write_chains(chains, out),
        Proof::OneOf(candidates) => {
            out.extend_from_slice(b"one of");
            for (cell, digit) in candidates {
                let _ = write!(out, " {cell}={digit}");
            }
            out.extend_from_slice(b" holds if there is one solution");
        }
    }
}

fn write_chains(chains: &Chains, out: &mut Vec<u8>) {
    if let Some(line) = chains.refutation() {
        out.extend_from_slice(eureka(&line).as_bytes());
        return;
    }
    if let Some(line) = chains.cycle() {
        out.extend_from_slice(eureka(&line).as_bytes());
        out.extend_from_slice(b" loop");
        return;
    }
    let _ = write!(out, "{}:", chains.cases);
    for (number, branch) in chains.branches.iter().enumerate() {
        out.extend_from_slice(if number == 0 { b" " } else { b"; " });
        write_branch(branch, out);
    }
}

fn write_branch(branch: &CaseBranch, out: &mut Vec<u8>) {
    // Eureka notation of a single claim would not show whether the claim holds.
    if let Some(line) = branch.line().filter(|line| line.len() > 1) {
        out.extend_from_slice(eureka(&line).as_bytes());
        return;
    }
    let _ = write!(out, "{}", branch.assumed);
    for (number, implication) in branch.implications.iter().enumerate() {
        out.extend_from_slice(if number == 0 { b" {" } else { b"; " });
        write_implication(implication, out);
    }
    if !branch.implications.is_empty() {
        out.push(b'}');
    }
}

fn write_implication(implication: &Implication, out: &mut Vec<u8>) {
    for premise in &implication.premises {
        let _ = write!(out, "{premise} ");
    }
    let _ = write!(out, "-> {} (", implication.conclusion);
    match &implication.reason {
        Reason::Cell => out.extend_from_slice(implication.conclusion.place().as_bytes()),
        Reason::House(house) => write_house(usize::from(*house), out),
        Reason::Step(nested) => write_line(&nested.step, nested.proof.as_ref(), out),
    }
    out.push(b')');
}
