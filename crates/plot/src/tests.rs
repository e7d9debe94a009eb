//! The contents of a picture: no empty panels, and shades in which patterns differ from noise.

use super::heat_map::{Scale, precision};
use crate::{PANEL, Plot};
use batchdoku_corpus::{rate::Rater, stats::CorpusStats};
use batchdoku_engine::grid::{Cell, Digit, Grid};
use batchdoku_testkit::{random_clues, random_puzzle, rng};

fn svg(stats: &CorpusStats) -> String {
    stats.to_svg("title").unwrap()
}

/// Returns the titles of the panels of the picture.
fn panels(stats: &CorpusStats) -> Vec<&'static str> {
    let picture = svg(stats);
    let titles = [
        "Clues",
        "Difficulty",
        "Hardest technique",
        "Solutions",
        "Search effort",
        "Symmetry of the clues",
        "Clues in each cell, % of puzzles",
    ];
    let mut lines: Vec<_> = picture.lines().map(str::trim).collect();
    lines.sort_unstable();
    titles.into_iter().filter(|title| lines.binary_search(title).is_ok()).collect()
}

#[test]
fn only_sections_with_counts_get_a_panel() {
    let heat = "Clues in each cell, % of puzzles";
    let mut rng = rng(1);
    let (mut stats, mut rater) = (CorpusStats::new(), Rater::default());
    let puzzles: Vec<Grid> = (0..20).map(|_| random_puzzle(&mut rng)).collect();
    puzzles.iter().for_each(|puzzle| stats.add(puzzle, None));
    assert_eq!(panels(&stats), ["Clues", heat]);
    stats.add(&puzzles[0], Some(&rater.rate(&puzzles[0])));
    assert_eq!(panels(&stats), ["Clues", "Difficulty", "Hardest technique", "Search effort", heat]);
    stats.add(&Grid::EMPTY, Some(&rater.rate(&Grid::EMPTY)));
    let all = panels(&stats);
    assert!(all.contains(&"Solutions"), "{all:?}");
    assert!(all.contains(&"Symmetry of the clues"), "{all:?}");
    assert_eq!(panels(&CorpusStats::new()), ["Clues", heat]);
}

#[test]
fn counts_have_their_thousands_separated() {
    let mut stats = CorpusStats::new();
    (0..1234).for_each(|_| stats.add(&Grid::EMPTY, None));
    assert!(svg(&stats).contains("1,234 puzzles, 1,233 repeats"));
}

/// A picture is the same on every machine: a PNG uses the font of the feature, and the font changes no SVG.
#[cfg(feature = "png")]
#[test]
fn a_png_is_one_and_its_font_changes_no_svg() {
    let mut stats = CorpusStats::new();
    stats.add(&Grid::EMPTY, None);
    let before = svg(&stats);
    assert!(stats.to_png("title").unwrap().starts_with(b"\x89PNG"));
    assert_same(&svg(&stats), &before);
}

/// Random clues give pale cells, for any number of puzzles; a cell with many more clues than others is not pale.
#[test]
fn noise_is_pale_and_patterns_are_not() {
    let mut rng = rng(2);
    for puzzles in [50, 500, 5000] {
        let mut counts = [0u64; 81];
        for _ in 0..puzzles {
            for cell in random_clues::<Grid>(24, &mut rng).filled() {
                counts[cell.index()] += 1;
            }
        }
        let mut shares = counts.map(|count| 100.0 * count as f64 / puzzles as f64);
        let scale = Scale::new(&shares, puzzles);
        let palest = |shares: &[f64; 81], scale: Scale| {
            shares.iter().map(|&share| scale.weight(share).abs()).fold(0.0, f64::max)
        };
        assert!(palest(&shares, scale) < 0.75, "{puzzles}: {scale:?}");
        shares[40] = 100.0;
        assert!(Scale::new(&shares, puzzles).weight(100.0) > 0.9);
    }
}

/// One, two or three bars are all drawn, wide and high enough to see.
#[test]
fn few_bars_are_bars() {
    let mut stats = CorpusStats::new();
    let mut grid = Grid::EMPTY;
    for bars in 1..=3 {
        stats.add(&grid, None);
        grid = grid.with(Cell::ALL[bars], Digit::new(1));
        let picture = svg(&stats);
        let filled =
            picture.lines().filter(|line| line.contains("<rect") && line.contains("#3B6FB6"));
        let bars_of_clues = filled.filter_map(|line| {
            let value = |name: &str| -> f64 {
                let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
                rest.split_once('"').unwrap().0.parse().unwrap()
            };
            (value("x") < f64::from(PANEL.0)).then(|| (value("width"), value("height")))
        });
        let sizes: Vec<_> = bars_of_clues.collect();
        assert_eq!(sizes.len(), bars, "{sizes:?}");
        assert!(sizes.iter().all(|&(width, height)| width > 90.0 && height > 300.0), "{sizes:?}");
    }
}

/// Scales do not exceed 0 to 100 %, even for few puzzles, and have enough decimals to show differences.
#[test]
fn scales_hold_shares_that_there_are() {
    let mut shares = [30.0; 81];
    for (share, puzzles, decimals) in
        [(100.0, 1, 0), (0.0, 10, 0), (33.0, 1000, 1), (30.2, 1_000_000, 2), (30.0, 1, 0)]
    {
        shares[0] = share;
        let (low, high) = Scale::new(&shares, puzzles).ends();
        assert!([0.0, low, share, high, 100.0].is_sorted(), "{low} {share} {high}");
        assert_eq!(precision(&shares).0, decimals, "{share}");
    }
}
