//! Batches in every layout give the same results, also with rows beyond 4 GiB.

use super::*;
#[cfg(feature = "threads")]
use crate::grid::Grid;
use batchdoku_base::{StopFlag, StopReason};
use batchdoku_testkit::sized;
#[cfg(feature = "threads")]
use batchdoku_testkit::{Equivalence, grid, rng};

const PUZZLE: &[u8; 81] =
    b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
const SOLUTION: &[u8; 81] =
    b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

#[test]
fn offsets_say_which_rows_are_malformed_without_moving_others() {
    // too short, whole, empty, whole, too long
    let text = [&PUZZLE[..80], PUZZLE, PUZZLE, PUZZLE, b"."].concat();
    let offsets = [0i64, 80, 161, 161, 242, 324];
    let mut output = vec![b'#'; 5 * 96 - 15];
    let mut outcomes = [Outcome::default(); 5];
    let solutions = SolutionRows::text(&mut output).stride(96).fill(b'_');
    let puzzles = PuzzleRows::text(&text).offsets(&offsets);
    solve_batch(puzzles, solutions, &mut outcomes, &Limits::solutions(1)).unwrap();
    let ends = outcomes.map(|outcome| outcome.end);
    for (row, rest) in output.chunks(96).enumerate() {
        let solved = row % 2 == 1;
        assert_eq!(ends[row] == StopReason::Malformed, !solved);
        assert_eq!(&rest[..81], if solved { &SOLUTION[..] } else { &[b'_'; 81] });
        assert!(rest[81..].iter().all(|&byte| byte == b'#'), "gaps are left alone");
    }
}

#[test]
fn every_offset_type_and_nonsense_in_it() {
    let text = [*PUZZLE, *PUZZLE].concat();
    let run = |puzzles: PuzzleRows<'_>| {
        let mut outcomes = vec![Outcome::default(); puzzles.rows()];
        let mut output = vec![0; puzzles.rows() * 81];
        let solutions = SolutionRows::text(&mut output);
        solve_batch(puzzles, solutions, &mut outcomes, &Limits::solutions(1)).unwrap();
        outcomes.into_iter().map(|found| found.solutions).collect::<Vec<_>>()
    };
    let rows = PuzzleRows::text(&text);
    assert_eq!(run(rows.offsets(&[0i32, 81, 162])), [1, 1]);
    assert_eq!(run(rows.offsets(&[0u32, 81, 162])), [1, 1]);
    assert_eq!(run(rows.offsets(&[81u64, 162])), [1]);
    assert_eq!(run(rows.offsets(&[0i64; 0])), [0; 0]);
    assert_eq!(run(rows.offsets(&[-81i32, 0, 81, 0, 81, 163, 82])), [0, 1, 0, 1, 0, 0]);
    assert_eq!(run(rows.offsets(&[u64::MAX - 80, u64::MAX, 80, 161])), [0, 0, 0]);
    assert_eq!(run(rows.stride(200)), [1]);
    assert_eq!(run(PuzzleRows::text(&text[..80])), [0; 0]);
}

#[test]
fn raw_cells_are_the_text_in_numbers() {
    let mut cells = PUZZLE.map(|byte| byte - b'0').to_vec();
    cells.extend([10; 81]);
    cells.extend([1; 81]);
    let mut solutions = vec![77; 3 * 81];
    let mut outcomes = [Outcome::default(); 3];
    let rows = SolutionRows::cells(&mut solutions);
    solve_batch(PuzzleRows::cells(&cells), rows, &mut outcomes, &Limits::solutions(2)).unwrap();
    assert_eq!(&solutions[..81], SOLUTION.map(|byte| byte - b'0'));
    assert_eq!(&solutions[81..], [0; 2 * 81]);
    assert_eq!(
        outcomes.map(|outcome| outcome.end),
        [StopReason::Complete, StopReason::Malformed, StopReason::Complete]
    );
    let mut text = [0; 81];
    let rows = SolutionRows::text(&mut text);
    let first = PuzzleRows::cells(&cells[..81]);
    solve_batch(first, rows, &mut outcomes[..1], &Limits::solutions(1)).unwrap();
    assert_eq!(&text, SOLUTION);
}

#[test]
#[cfg(target_pointer_width = "64")]
#[cfg_attr(miri, ignore = "a mapping of 9 GiB")]
fn rows_beyond_four_gibibytes() {
    const LENGTH: usize = 9 << 30;
    let Ok(mut map) = memmap2::MmapOptions::new().len(LENGTH).no_reserve_swap().map_anon() else {
        eprintln!("skipped: this system does not lend {LENGTH} bytes of address space");
        return;
    };
    // Only the pages that are written or searched take memory.
    let starts = [0, LENGTH - 81, (4 << 30) - 40, (4 << 30) + 41, 1 << 30];
    for start in starts {
        map[start..start + 81].copy_from_slice(PUZZLE);
    }
    // The offsets have the start and the end of each puzzle, so the rows between puzzles are too long.
    let offsets: Vec<u64> = starts.iter().flat_map(|&at| [at as u64, at as u64 + 81]).collect();
    let puzzles = PuzzleRows::text(&map).offsets(&offsets);
    let mut outcomes = vec![Outcome::default(); 9];
    let mut output = vec![0; 9 * 81];
    let solutions = SolutionRows::text(&mut output);
    solve_batch(puzzles, solutions, &mut outcomes, &Limits::solutions(2)).unwrap();
    for (row, solution) in output.chunks(81).enumerate() {
        // The second and third puzzle touch.
        let solved = row % 2 == 0;
        assert_eq!(solution, if solved { &SOLUTION[..] } else { &[b'.'; 81] }, "row {row}");
    }
    let stride = LENGTH / 2 - 81;
    let puzzles = PuzzleRows::cells(&map).stride(stride);
    assert_eq!(puzzles.rows(), 3);
    let mut found = [Outcome::default(); 3];
    let solutions = SolutionRows::cells(&mut output).stride(81);
    solve_batch(puzzles, solutions, &mut found, &Limits::solutions(2)).unwrap();
    assert_eq!(found[1].solutions, 2, "zeros are an empty grid");
}

#[test]
fn a_stop_flag_ends_a_batch_and_leaves_nothing_half_done() {
    const ROWS: usize = sized(5000, 40);
    let text = PUZZLE.repeat(ROWS);
    let mut output = vec![0; text.len()];
    let mut outcomes = vec![Outcome::default(); ROWS];
    let stop = StopFlag::new();
    stop.set();
    let limits = Limits::solutions(1).stop(&stop);
    let solutions = SolutionRows::text(&mut output).fill(b'-');
    solve_batch(PuzzleRows::text(&text), solutions, &mut outcomes, &limits).unwrap();
    assert_eq!(outcomes.iter().find(|found| found.end != StopReason::Stopped), None);
    assert_eq!(output.iter().find(|&&byte| byte != b'-'), None);
}

#[test]
fn buffers_that_do_not_fit_are_refused() {
    let text = [b'.'; 2 * 81];
    let mut output = [0; 161];
    let mut outcomes = [Outcome::default(); 2];
    let limits = Limits::solutions(1);
    let mut run = |outcomes: &mut [Outcome]| {
        let error = solve_batch(
            PuzzleRows::text(&text),
            SolutionRows::text(&mut output),
            outcomes,
            &limits,
        );
        error.unwrap_err().to_string()
    };
    assert_eq!(run(&mut outcomes), "the solutions need 162 bytes, got 161");
    assert_eq!(run(&mut outcomes[..1]), "2 puzzles need 2 outcomes, got 1");
}

/// Rows may touch, but a row that overlapped the row before it would overwrite its last byte.
#[test]
fn rows_of_solutions_may_touch_and_not_overlap() {
    let text = [*PUZZLE, *PUZZLE].concat();
    let mut output = [0; 2 * 81];
    let mut run = |starts: &[usize]| {
        let solutions = SolutionRows::text(&mut output).starts(starts);
        let mut outcomes = [Outcome::default(); 2];
        solve_batch(PuzzleRows::text(&text), solutions, &mut outcomes, &Limits::solutions(1))
    };
    assert!(run(&[0, 81]).is_ok());
    for starts in [[0, 80], [81, 0], [0, 0]] {
        let error = run(&starts).unwrap_err();
        assert!(error.to_string().starts_with("row 1 of the solutions has no place"), "{error}");
    }
}

#[test]
#[cfg(feature = "threads")]
#[cfg_attr(miri, ignore = "30,000 puzzles")]
fn a_batch_is_the_same_for_any_number_of_threads() {
    const EMPTY: &str =
        ".................................................................................";
    const HARDEST: &str =
        "005300000800000020070010500400005300010070006003200080060500009004000030000009700";
    let mut rng = rng(1);
    let [puzzle, solution] =
        [PUZZLE, SOLUTION].map(|line| -> Grid { grid(str::from_utf8(line).unwrap()) });
    let all: Vec<_> = (0..30_000)
        .map(|_| Equivalence::random(&mut rng))
        .map(|way| [puzzle, solution].map(|grid| way.apply(&grid).to_string()))
        .collect();
    let mut text = String::new();
    for (number, [puzzle, _]) in all.iter().enumerate() {
        text += match number % 50 {
            7 => EMPTY,
            8 => &EMPTY[1..],
            9 => HARDEST,
            _ => puzzle,
        };
    }
    let mut offsets = vec![0i32];
    for number in 0..all.len() {
        offsets.push(offsets[number] + if number % 50 == 8 { 80 } else { 81 });
    }
    let mut answers = Vec::new();
    for threads in [1, 2, 8] {
        let mut output = vec![0; 82 * all.len()];
        let mut outcomes = vec![Outcome::default(); all.len()];
        let solver = BatchSolver::new().threads(threads).unwrap().unique(true);
        let puzzles = PuzzleRows::text(text.as_bytes()).offsets(&offsets);
        let solutions = SolutionRows::text(&mut output).stride(82);
        solver.solve(puzzles, solutions, &mut outcomes, &Limits::solutions(1)).unwrap();
        for (number, (row, outcome)) in output.chunks(82).zip(&outcomes).enumerate() {
            let (row, end) = (str::from_utf8(&row[..81]).unwrap(), outcome.end);
            match number % 50 {
                7 => assert_eq!((row, outcome.solutions), (EMPTY, 2)),
                8 => assert_eq!((row, end), (EMPTY, StopReason::Malformed)),
                9 => assert_eq!((outcome.solutions, end), (1, StopReason::Complete)),
                _ => assert_eq!(row, all[number][1]),
            }
        }
        answers.push((output, outcomes.iter().map(|found| found.solutions).collect::<Vec<_>>()));
    }
    for (threads, answer) in [2, 8].into_iter().zip(&answers[1..]) {
        let differs = (0..all.len()).find(|&row| {
            answer.0[82 * row..][..82] != answers[0].0[82 * row..][..82]
                || answer.1[row] != answers[0].1[row]
        });
        assert_eq!(differs, None, "the first row that differs with {threads} threads");
    }
}
