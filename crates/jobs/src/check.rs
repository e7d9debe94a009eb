//! Checking claimed solutions.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    grid_walk::{GridCursor, Item},
    judge::{JUDGED_COLUMNS, ReplyJudge},
    options::SearchOptions,
    rules::{excludes, needs},
    runner::Runner,
    solve_stage::SolveStage,
    summary::SummaryWording,
};
use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    EngineChoice,
    grid::{Cell, Grid, Pencilmarks, PuzzleForm},
};
use batchdoku_format::{
    AnswerPart, AnswerShape, Answers, Column, ColumnKind, Field, RecordKind, RecordParser,
    RecordRef, Records, ReplyOptions, TEXT_MEMBERS, Thoughts, Value, text_of_messages,
};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, DiagnosticKind, Error, Input, Output, Reason,
    decides_nothing,
};

/// Checks the claimed solution of every puzzle. The solution is after the puzzle on the same line, in the solution
/// column of a table, or in the record with the same number of a second input, without counting comments and blank
/// lines. The answer is `ok`, or the kind of the diagnostic.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::{jobs::{Check, Command}, pipeline::Output};
/// let job = Check { solutions: Some("data/examples.sol".into()), unique: true, ..Check::default() };
/// let summary = job.run("data/examples.txt", Output::Discard)?;
/// assert_eq!(summary.counts.wrong, 0);
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct Check {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// File of solutions, one for each puzzle
    ///
    /// The two files may have different formats. Record N of one belongs to record N of the other.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", help_heading = "Input"))]
    #[cfg_attr(feature = "clap", arg(value_parser = Input::parser()))]
    pub solutions: Option<Input>,

    /// Judge replies of language models: the grid that a text gives as its answer
    ///
    /// The text, or the messages of a chat, are in the column --solution-column, or in 'text', 'response',
    /// 'completion', 'answer' or 'output'. Any solution of the puzzle is right. With -o, twelve columns are written,
    /// among them found, cells_right, solved and truncated: see docs/judge.md.
    #[cfg_attr(feature = "clap", arg(long))]
    pub score: bool,

    /// Part of a reply that holds the answer: auto, boxed, text or the name of a tag
    ///
    /// auto takes the last tag 'answer', else the last \boxed, else the text after "final answer", else all text.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PART", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(default_value_t, hide_default_value = true))]
    pub answer: AnswerPart,

    /// Treatment of thoughts: drop or keep, or the name of a tag that is dropped, too
    ///
    /// Thoughts are the text in the tags think, thinking, thought, thoughts and reasoning, or between marks
    /// such as ◁think▷.
    #[cfg_attr(feature = "clap", arg(long, value_name = "THOUGHTS", hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(default_value_t, hide_default_value = true))]
    pub think: Thoughts,

    /// Require each solution to be unique
    #[cfg_attr(feature = "clap", arg(long))]
    pub unique: bool,

    /// The search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchOptions,
}

impl Command for Check {
    command!("check");

    fn check(&self) -> Result<(), Error> {
        let score = ("score", self.score);
        let unique = ("unique", self.unique);
        excludes(score, unique, None, "any solution of the puzzle will do")?;
        let solutions = ("solutions", self.solutions.is_some());
        excludes(score, solutions, None, "answers are texts in a column")?;
        let answer = ("answer", self.answer != AnswerPart::default());
        needs(answer, score, "solutions are checked as they stand")?;
        let think = ("think", self.think != Thoughts::default());
        needs(think, score, "solutions are checked as they stand")?;
        for option in self.search.given() {
            needs(option, unique, "nothing else is searched")?;
        }
        self.search.engine.check()
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let Self { options, search, solutions, unique, score, answer, think } = self;
        let wording = SummaryWording { record: "solution", done: "correct", always: "wrong" };
        let mut runner = Runner::new(self, inputs, vec![output], wording)?;
        if *score {
            let columns = JUDGED_COLUMNS.map(|column| Column::named(column.name, column.kind()));
            let replies = ReplyOptions { answer: answer.clone(), think: think.clone() };
            let job = ScoreJob { column: options.spec.input.solution_column.as_deref(), replies };
            return runner.run(&AnswerShape::one_row(&columns), &job);
        }
        runner.take_solutions(solutions.as_ref())?;
        let engine = search.engine();
        if *unique {
            runner = runner.engine(engine);
        }
        let limits = search.limits(2, options);
        let columns = [Column::named("verdict", ColumnKind::Text)];
        let job = CheckJob { engine, limits, unique: *unique };
        runner.pencilmarks().run(&AnswerShape::one_row(&columns), &job)
    }
}

/// Judges the replies in chunks.
struct ScoreJob<'a> {
    column: Option<&'a str>,
    replies: ReplyOptions,
}

impl ChunkJob for ScoreJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(ScoreWorker {
            column: self.column,
            judge: ReplyJudge::new(self.replies.clone()),
            records: Records::default(),
            answers: Answers::default(),
            text: Vec::new(),
        })
    }
}

struct ScoreWorker<'j> {
    column: Option<&'j str>,
    judge: ReplyJudge,
    records: Records,
    answers: Answers,
    text: Vec<u8>,
}

impl ChunkWorker for ScoreWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { column, judge, records, answers, text } = self;
        answers.clear(JUDGED_COLUMNS.len());
        let formatter = output.formatter;
        let report = &mut output.report;
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, puzzle) = match item {
                Item::Passthrough(_) => continue,
                Item::Malformed(record, reason) => {
                    JUDGED_COLUMNS.iter().for_each(|_| answers.push_field(Field::Missing));
                    report.reject(record, reason);
                    continue;
                }
                Item::Grid(record, found) => (record, *found.grid),
            };
            text.clear();
            let names = column.as_ref().map_or(&TEXT_MEMBERS[..], std::slice::from_ref);
            let is_there = names.iter().any(|name| chunk.parser.text(record, name, text));
            let reply = is_there.then(|| reply_of(text));
            let judged = judge.judge(&puzzle, reply.as_deref());
            if judged.is_solved() {
                report.counts.done += 1;
            } else {
                let given = judged.given.as_ref().map(|given| &given.grid);
                let reason = match given.map(|given| given.check_solution_of(&puzzle)) {
                    Some(Err(error)) => Reason::WrongGivenSolution(error),
                    _ => Reason::NoGivenSolution,
                };
                report.reject(record, reason);
                if formatter.drops_rejected() {
                    JUDGED_COLUMNS.iter().for_each(|_| answers.push_field(Field::Missing));
                    continue;
                }
            }
            for column in &JUDGED_COLUMNS {
                answers.push_field(Value::from(column.value(&judged)));
            }
        }
        formatter.chunk(chunk.bytes, records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// Returns the reply in a field: its text, or the text of the messages of a chat.
fn reply_of(field: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(field);
    let is_json = field.trim_ascii_start().first().is_some_and(|byte| matches!(byte, b'[' | b'{'));
    let has_roles = is_json && memchr::memmem::find(field, b"\"role\"").is_some();
    let messages = if has_roles { text_of_messages(&text).ok() } else { None };
    messages.map_or(text, Cow::Owned)
}

/// Checks the solutions of chunks.
struct CheckJob<'a> {
    engine: EngineChoice,
    limits: Limits<'a>,
    /// True if the job searches for another solution of each puzzle.
    unique: bool,
}

impl ChunkJob for CheckJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let stage = SolveStage::new(self.engine, self.limits);
        Box::new(CheckWorker { stage, unique: self.unique, answers: Answers::default() })
    }
}

struct CheckWorker<'j> {
    stage: SolveStage<'j>,
    unique: bool,
    answers: Answers,
}

impl ChunkWorker for CheckWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { stage, unique, answers } = self;
        if *unique {
            stage.find_outcomes(chunk, false)?;
        } else {
            stage.records.read(chunk.parser, chunk.bytes);
        }
        let SolveStage { records, outcomes, .. } = stage;
        answers.clear(1);
        output.report.lines += u64::from(records.lines);
        let mut puzzles = 0;
        for index in 0..records.list.len() {
            let verdict = match records.list[index].kind {
                RecordKind::Passthrough => continue,
                RecordKind::Malformed { error } => {
                    let error = records.errors[error as usize].clone();
                    Err(Fault::Found(Reason::Malformed(error)))
                }
                RecordKind::Puzzle { .. } => {
                    let outcome = unique.then(|| &outcomes[puzzles]);
                    puzzles += 1;
                    let is_only = outcome.is_none_or(|it| it.verdict() == Verdict::Solved);
                    let record = records.record(chunk.bytes, index);
                    let is_right = is_claim_right(record);
                    if is_only && is_right {
                        Ok(())
                    } else {
                        fault(record, chunk.parser, is_right, outcome)
                    }
                }
            };
            let report = &mut output.report;
            report.counts.puzzles += 1;
            match verdict {
                Ok(()) => {
                    report.counts.done += 1;
                    answers.push(b"ok");
                }
                Err(fault) => {
                    let kind = fault.kind();
                    match output.formatter.drops_rejected() {
                        true => answers.push_field(Field::Missing),
                        false => answers.push(kind.name().as_bytes()),
                    }
                    report.counts.count(kind);
                    if report.problems.lists(kind) {
                        let record = records.record(chunk.bytes, index);
                        report.list(record, fault.reason(record));
                    }
                }
            }
        }
        output.formatter.chunk(chunk.bytes, records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// A reason to reject a record, or what is needed to find the reason.
enum Fault {
    /// The reason itself.
    Found(Reason),
    /// The claimed solution of a puzzle with these clues is wrong. The wrong cell is found later, because that takes
    /// longer.
    Wrong(Grid),
}

impl Fault {
    fn kind(&self) -> DiagnosticKind {
        match self {
            Self::Found(reason) => reason.kind(),
            Self::Wrong(_) => DiagnosticKind::Wrong,
        }
    }

    /// Returns the reason to reject `record`.
    fn reason(self, record: RecordRef<'_>) -> Reason {
        match self {
            Self::Found(reason) => reason,
            Self::Wrong(clues) => {
                let claim = record.solution().expect("a wrong claim is there");
                match Grid::parse(claim) {
                    Ok(claim) => wrong_digit(&clues, record.pencilmarks(), &claim),
                    Err(error) => Reason::GivenSolutionNotAGrid(error),
                }
            }
        }
    }
}

/// Returns true if a puzzle has a claimed solution and the claim is right.
#[inline]
fn is_claim_right(record: RecordRef<'_>) -> bool {
    record.solution().is_some_and(|claim| is_right(record, claim))
}

/// Returns the fault of a record, if any: the puzzle is malformed, or the claimed solution is missing, empty, wrong or,
/// by the outcome of a search, not proved to be the only solution.
#[cold]
fn fault(
    record: RecordRef<'_>,
    parser: &dyn RecordParser,
    is_right: bool,
    outcome: Option<&Outcome>,
) -> Result<(), Fault> {
    let clues =
        record.grid(parser).map_err(|error| Fault::Found(Reason::Malformed(error.into())))?;
    let Some(claim) = record.solution() else {
        return Err(Fault::Found(Reason::NoGivenSolution));
    };
    if !claim.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
        return Err(Fault::Found(Reason::EmptyGivenSolution));
    }
    if !is_right {
        return Err(Fault::Wrong(clues));
    }
    match outcome.map(Outcome::verdict) {
        None | Some(Verdict::Solved) => Ok(()),
        Some(Verdict::NodeLimit) => Err(Fault::Found(Reason::NodeLimitBeforeProof)),
        Some(Verdict::Stopped) => Err(Fault::Found(Reason::InterruptedBeforeProof)),
        Some(_) => Err(Fault::Found(Reason::GivenSolutionNotOnly)),
    }
}

/// Returns whether `claim` is a solution of a puzzle.
fn is_right(record: RecordRef<'_>, claim: &[u8; 81]) -> bool {
    let RecordKind::Puzzle { at, .. } = record.record.kind else { return false };
    match record.records.form {
        PuzzleForm::Cells | PuzzleForm::Numbers => Grid::is_solution_text(record.cells(at), claim),
        PuzzleForm::Pencilmarks => record
            .pencilmarks()
            .zip(Grid::parse(claim).ok())
            .is_some_and(|(marks, claim)| marks.is_solved_by(&claim)),
    }
}

/// Returns the reason why a claim is not a solution.
fn wrong_digit(clues: &Grid, marks: Option<Pencilmarks>, claim: &Grid) -> Reason {
    if let Err(error) = claim.check_solution_of(clues) {
        return Reason::WrongGivenSolution(error);
    }
    // The claim keeps the clues and the rules, so some digit of it is not a candidate.
    let mut cells = Cell::ALL.into_iter();
    let wrong = cells.find_map(|cell| {
        let digit = claim.get(cell)?;
        let is_candidate = marks?.at(cell.index()) >> digit.index() & 1 != 0;
        (!is_candidate).then_some(Reason::NotACandidate { cell, digit })
    });
    wrong.expect("a claim that is wrong has a wrong digit")
}
