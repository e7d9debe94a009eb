//! Solve, check and make sudoku puzzles by the million.
//!
//! One puzzle:
//!
//! ```
//! use batchdoku::Grid;
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = puzzle.solve().expect("this puzzle has a solution");
//! assert!(solution.is_solution_of(&puzzle));
//! assert!(puzzle.is_unique());
//! # Ok::<(), batchdoku::GridError>(())
//! ```
//!
//! A file of any [format](format::Format), on all cores, in input order:
//!
#![cfg_attr(feature = "pipeline", doc = "```")]
#![cfg_attr(not(feature = "pipeline"), doc = "```ignore")]
//! # let folder = tempfile::tempdir()?;
//! # let puzzles = folder.path().join("puzzles.txt");
//! # let solutions = folder.path().join("solutions.txt");
//! # std::fs::write(&puzzles, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")?;
//! use batchdoku::jobs::{Command, Solve};
//! let summary = Solve::default().run(&puzzles, &solutions)?;
//! assert_eq!(summary.counts.done, 1);
//! # assert_eq!(std::fs::read(solutions)?.len(), 82);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Many puzzles in memory, here as raw cells, on all cores:
//!
//! ```
//! use batchdoku::{Limits, Outcome, batch::{PuzzleRows, SolutionRows}, solve_batch};
//! let puzzles = [0; 1000 * 81];
//! let mut solutions = [0; 1000 * 81];
//! let mut outcomes = [Outcome::default(); 1000];
//! let (rows, output) = (PuzzleRows::cells(&puzzles), SolutionRows::cells(&mut solutions));
//! solve_batch(rows, output, &mut outcomes, &Limits::solutions(2))?;
//! assert!(outcomes.iter().all(|outcome| outcome.solutions == 2), "an empty grid has many");
//! # Ok::<(), batchdoku::batch::BatchError>(())
//! ```
//!
//! # The map
//!
//! This crate is the face of a workspace: each module below re-exports the public items of a crate. Crates
//! depend downwards only. The solutions of an engine and the output of a job depend on the input and the
//! options alone: never on the number of threads, the CPU, the batch or the timing.
//!
//! ```text
//! (binary)  the command line: one short file per command, public API only
//! jobs      the commands, as public types
//! pipeline  chunks in, workers, output in input order
//! format    records in files of many formats
//! corpus    generate, rate, canonicalise and compare grids
//! engine    the solvers, behind one trait                   batch   puzzles in memory
//! simd      vectors of the CPU, chosen at run time          Solver  one puzzle at a time
//! grid      cells, houses, digits, text                     exact_cover  Algorithm X
//! ```
//!
//! # Features
//!
//! | feature | gives | needs |
//! |---|---|---|
//! | none | [`Solver`], [`batch`], [`grid`], [`exact_cover`] | no crates but its own, no C compiler |
//! | `corpus` | [`corpus`] | chacha20, serde |
//! | `pipeline` | `corpus`, [`jobs`], [`mod@format`], batches on all cores | rayon, tempfile, memmap2, rustix, serde_json; codecs and a C compiler |
//! | `parquet` | the formats `parquet` and `arrow` | parquet, arrow-ipc, arrow-array |
//! | `plot` | statistics and measurements as SVG, statistics as HTML | plotters |
//! | `png` | `plot`, and pictures as PNG | png, a font |
//! | `cli` (default) | the program, and all of the above but `parquet` and `png` | clap, anyhow, indicatif |

pub use batchdoku_base::{Hint, Limits, Outcome, StopFlag, StopReason, UnknownName, Verdict};
#[doc(no_inline)]
pub use batchdoku_engine::{Cell, Digit, Grid, GridError, solve_batch};
pub use batchdoku_engine::{Solver, SolverBuilder};

/// Puzzles in memory, on all cores: text or raw cells in, solutions out.
pub mod batch {
    #[doc(inline)]
    pub use batchdoku_engine::batch::{
        BatchError, BatchSolver, Offset, PuzzleRows, SolutionRows, solve_batch,
    };
}

/// The engines by name.
pub mod engine {
    #[doc(inline)]
    pub use batchdoku_engine::{EngineChoice, EngineKind, LaneCounts};
}

/// Exact cover: choose options so that every primary item is in exactly one chosen option, and every secondary
/// item in at most one.
pub mod exact_cover {
    #[doc(inline)]
    pub use batchdoku_exact_cover::{CoverSolver, Problem, ProblemError, ProblemForm};
}

/// Cells, digits, houses and grids.
pub mod grid {
    #[doc(inline)]
    pub use batchdoku_engine::grid::{
        Cell, CellSet, CellSetIter, Digit, DigitSet, DigitSetIter, Grid, GridError, House,
        Pencilmarks,
    };
}

/// The vectors of the CPU.
pub mod simd {
    #[doc(inline)]
    pub use batchdoku_engine::simd::SimdLevel;
}

/// Corpora of grids and puzzles: generate, rate, canonicalise and describe them.
#[cfg(feature = "corpus")]
pub mod corpus {
    #[doc(inline)]
    pub use batchdoku_corpus::{GridExt, Position};
    #[cfg(feature = "plot")]
    #[doc(inline)]
    pub use batchdoku_plot::Plot;

    /// A search for rare puzzles: `jobs::Evolve`.
    pub mod evolve {
        #[doc(inline)]
        pub use batchdoku_corpus::evolve::Criterion;
    }

    /// The steps to a solution, and the rating of Sudoku Explainer.
    pub mod explain {
        #[doc(inline)]
        pub use batchdoku_corpus::explain::{
            CellOrder, ConditionError, Er, ErRating, ShownGrids, StepKind, TechniqueConditions,
            TraceKind, Unexplained,
        };
    }

    /// Features of puzzles by name: the columns of all front ends.
    pub mod features {
        #[doc(inline)]
        pub use batchdoku_base::{ColumnKind, Scalar, ScalarText, Value};
        #[doc(inline)]
        pub use batchdoku_corpus::features::{FEATURES, Facts, Feature, FeatureGroup, Stopped};
    }

    /// Puzzles with exactly one solution.
    pub mod generate {
        #[doc(inline)]
        pub use batchdoku_corpus::generate::{
            Balanced, GenerateError, GenerateOptions, GeneratedPuzzle, Generator, GeneratorBuilder,
            Puzzles,
        };
    }

    /// Puzzles with multiple solutions or none, for testing.
    pub mod invalidate {
        #[doc(inline)]
        pub use batchdoku_corpus::invalidate::{Invalid, with_solutions};
    }

    /// The difficulty of a puzzle, for people and for machines.
    pub mod rate {
        #[doc(inline)]
        pub use batchdoku_corpus::rate::{Difficulty, Rating, Steps, Technique};
    }

    /// Single moves: read from text, and judged by the rules and by the solution.
    pub mod moves {
        #[doc(inline)]
        pub use batchdoku_corpus::moves::{
            JudgedMove, Move, MoveOrder, MoveOrderError, MoveVerdict, legal,
        };
    }

    /// Digits and candidates, anywhere between a puzzle and its solution.
    pub mod position {
        #[doc(inline)]
        pub use batchdoku_corpus::position::PlaceError;
    }

    /// Counts over a corpus, as table and JSON.
    pub mod stats {
        #[doc(inline)]
        pub use batchdoku_corpus::stats::{
            Axis, Bars, CorpusStats, ErSteps, PuzzleFacts, Section, SectionDrawing, SectionName,
            WeightSum,
        };
    }

    /// The structure of a puzzle: minimality, and unavoidable sets of its solution.
    pub mod structure {
        #[doc(inline)]
        pub use batchdoku_corpus::structure::{PuzzleStructure, structure};
    }

    /// The symmetries of the clue cells of one puzzle.
    pub mod symmetry {
        #[doc(inline)]
        pub use batchdoku_corpus::symmetry::Symmetry;
    }

    /// Answers compared with their puzzles.
    pub mod score {
        #[doc(inline)]
        pub use batchdoku_corpus::score::{Judge, Score};
    }

    /// The symmetries of sudoku.
    pub mod transform {
        #[doc(inline)]
        pub use batchdoku_corpus::transform::{Transform, TransformError};
    }
}

/// The formats by name, and the errors of files and records.
#[cfg(feature = "pipeline")]
pub mod format {
    #[doc(inline)]
    pub use batchdoku_format::{
        AnswerPart, BOARDS, Board, ChatError, ElementError, FORMATS, FileType, Format, FormatError,
        FormatFacts, FormatShape, GivenGrid, LayoutOption, RecordError, Reply, ReplyForm,
        ReplyOptions, ReplyReader, Room, RowError, TagError, Thoughts, WrittenFormat,
        text_of_messages,
    };
}

/// Inputs, outputs, counts, diagnostics and errors of jobs.
#[cfg(feature = "pipeline")]
pub mod pipeline {
    #[doc(inline)]
    pub use batchdoku_pipeline::{
        Change, Codec, Compression, Diagnostic, DiagnosticKind, DiskSpec, DroppedSpec, Error,
        Input, InputSpec, JobCounts, JobEnd, JobObserver, JobSpec, JoinError, KnownRecord,
        LayoutSpec, MapContract, Notice, Output, OutputSpec, PartSpec, Progress, Reason,
        ResumeError, RunSpec, Shard, ShardError,
    };
}

/// The commands of the program, as structs whose fields are their options.
#[cfg(feature = "pipeline")]
pub mod jobs {
    #[doc(inline)]
    pub use batchdoku_jobs::{
        ArraySolutions, Bench, BenchError, BenchFigure, BenchReport, BenchSolver, Canon, CanonForm,
        Check, ClueRange, Command, Count, Cover, Dedupe, DedupeBy, EngineOptions, Evolve, Explain,
        ExplainTo, Generate, Grids, Inputs, JUDGED_COLUMNS, JobEngine, JobOptions, JobSummary,
        Join, JudgedColumn, JudgedReply, JudgedValue, LadderOptions, Neighbours, OptionError,
        Pattern, RangeError, Rate, RatingRange, RecordOptions, ReplyJudge, SearchOptions, Shuffle,
        Solve, Split, SplitBy, Stats, Strata, SubPuzzles, TechniqueOptions, hint,
    };
}

/// Runs the examples of the document about the library as tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../docs/library.md")]
struct LibraryDocument;

/// Safe code cannot make a grid, a cell, a digit or a set that breaks its invariant. None of these compiles:
///
/// ```compile_fail
/// let mut grid = batchdoku::Grid::EMPTY;
/// grid.digits_mut()[0] = 200;
/// ```
///
/// ```compile_fail
/// let mut grid = batchdoku::Grid::EMPTY;
/// let digits: &mut [u8; 81] = grid.digits();
/// ```
///
/// ```compile_fail
/// let grid = batchdoku::Grid::from_valid([200; 81]);
/// ```
///
/// ```compile_fail
/// let grid: batchdoku::Grid = [200; 81].into();
/// ```
///
/// ```compile_fail
/// let cell = batchdoku::Cell::from_index(200);
/// ```
///
/// ```compile_fail
/// let mut cell = batchdoku::Cell::ALL[0];
/// cell.0 = 200;
/// ```
///
/// ```compile_fail
/// let set = batchdoku::grid::CellSet(u128::MAX);
/// ```
///
/// ```compile_fail
/// let digit: batchdoku::Digit = 10.into();
/// ```
#[cfg(doctest)]
struct SafeCode;
