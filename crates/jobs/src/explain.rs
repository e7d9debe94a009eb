//! The steps to the solution of every puzzle.

use std::fmt::Debug;

use super::{
    Inputs, JobOptions, JobSummary,
    builder::{setters, with_options},
    map::{each_grid, for_each_grid},
    runner::Runner,
    solutions::ChunkSolutions,
    summary::SummaryWording,
};
use batchdoku_corpus::explain::{Explainer, Ladder, SolutionPath, Unexplained};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{FileType, Format, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, DiagnosticKind, Error, Output, Worker, file_type};

/// Explains puzzles: writes the steps to the solution of each, as JSON lines whose first documents
/// the others; or, in the format `drawing`, in words and with the grid after each technique.
///
/// A puzzle that cannot be explained has a line too, which says why.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Explain<'a> {
    options: JobOptions<'a>,
    er: bool,
}

with_options!(Explain);

impl Explain<'_> {
    setters! {
        /// Uses only techniques of Sudoku Explainer, so that the steps are those that
        /// [`ErRating`](batchdoku_corpus::explain::ErRating) rests on. All are used by default.
        er: bool;
    }

    /// Explains the puzzles of the inputs. Of the formats of the output, `drawing` is for people, as is a
    /// name with `.txt`; all others give JSON lines.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let output = output.into();
        let lines = FileType::Records(Format::Jsonl);
        let is_drawn = match self.options.plan.write.format {
            None => file_type(&output, &[lines, FileType::Text])? == FileType::Text,
            Some(format) => format == Format::Drawing,
        };
        let colour = self.options.plan.write.colour;
        // The lines are written here; the format adds nothing.
        let options = self.options.clone().output_format(Format::Line);
        let words = SummaryWording::puzzles("explained");
        let asked: [(_, &dyn Debug); 3] =
            [("the command", &"explain"), ("--to drawing", &is_drawn), ("--er", &self.er)];
        let ladder = if self.er { Ladder::Er } else { Ladder::Full };
        let mut runner =
            Runner::new(&options, inputs.into(), vec![output], words)?.asked(&asked).slow(true);
        if !is_drawn {
            runner.plan.preamble = SolutionPath::SCHEMA;
        }
        runner.process(&["steps"], || explain(ladder, is_drawn.then_some(colour)))
    }
}

/// Makes a worker that writes the steps of each puzzle: as JSON, or drawn, in colour if `drawn` is true.
fn explain(ladder: Ladder, drawn: Option<bool>) -> impl for<'c> Worker<ChunkRef<'c>> {
    let (mut explainer, mut path) = (Explainer::with(ladder), SolutionPath::default());
    let (mut records, mut solutions) = (Records::default(), ChunkSolutions::default());
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        let ChunkOutput { report, out, .. } = output;
        solutions.clear();
        each_grid(chunk, &mut records, |puzzle| solutions.add(puzzle));
        solutions.search();
        let mut number = 0;
        for_each_grid(chunk, &mut records, report, |record, _| {
            let Some(record) = record else {
                if drawn.is_none() {
                    out[0].extend_from_slice(b"{\"error\":\"not a puzzle\"}\n");
                }
                return Ok(());
            };
            let solution = solutions.get(number, record.grid, &mut explainer);
            number += 1;
            let error = match drawn {
                None => {
                    SolutionPath::write_json(&mut explainer, record.grid, solution, &mut out[0])
                }
                Some(colour) => {
                    path.explain(&mut explainer, record.grid, solution);
                    draw(&path, record.grid, colour, &mut out[0]);
                    path.error()
                }
            };
            let Some(error) = error else { return Ok(()) };
            let kind = match error {
                Unexplained::Multiple => DiagnosticKind::Multiple,
                Unexplained::Unsolvable => DiagnosticKind::Unsolvable,
                Unexplained::Beyond => DiagnosticKind::NodeLimit,
            };
            Err((kind, error.to_string()))
        })
    }
}

/// Writes the steps in words, each run of steps of one technique with the grid after it.
fn draw(path: &SolutionPath, puzzle: &Grid, colour: bool, out: &mut Vec<u8>) {
    let mut text = puzzle.draw(puzzle, colour);
    let steps = path.steps();
    for (number, (step, after)) in steps.iter().enumerate() {
        text.push_str(&format!("{:>3}. {step}\n", number + 1));
        let is_last = steps.get(number + 1).is_none_or(|(next, _)| next.kind != step.kind);
        if is_last {
            text.push_str(&after.draw(puzzle, colour));
        }
    }
    match path.rating() {
        Ok(rating) => text.push_str(&format!(
            "solved in {} steps; ER {}, EP {}, ED {}\n\n",
            steps.len(),
            rating.er(),
            rating.ep(),
            rating.ed()
        )),
        Err(error) => text.push_str(&format!("not solved: {error}\n\n")),
    }
    out.extend_from_slice(text.as_bytes());
}
