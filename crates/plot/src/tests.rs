//! What a picture shows: panels only where there is something, shades that tell noise from pattern.

use super::heat_map::Scale;
use crate::Plot;
use crate::testkit::{random_clues, random_puzzle, rng};
use batchdoku_corpus::{rate::Rater, stats::CorpusStats};
use batchdoku_engine::grid::Grid;

fn svg(stats: &CorpusStats) -> String {
    stats.to_svg("title").unwrap()
}

/// The titles of the panels of the picture.
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
    assert!(all.contains(&"Solutions") && all.contains(&"Symmetry of the clues"), "{all:?}");
    assert_eq!(panels(&CorpusStats::new()), ["Clues", heat]);
}

#[test]
fn counts_have_their_thousands_separated() {
    let mut stats = CorpusStats::new();
    (0..1234).for_each(|_| stats.add(&Grid::EMPTY, None));
    assert!(svg(&stats).contains("1,234 puzzles, 1,233 repeats"));
}

/// Clues at random give pale cells, whatever their number; a cell that stands out is not.
#[test]
fn noise_is_pale_and_patterns_are_not() {
    let mut rng = rng(2);
    for puzzles in [50, 500, 5000] {
        let mut counts = [0u64; 81];
        for _ in 0..puzzles {
            for cell in random_clues(24, &mut rng).filled() {
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

#[test]
fn both_formats_are_what_they_say() {
    let stats = CorpusStats::new();
    assert!(svg(&stats).starts_with("<svg"));
    assert!(stats.to_png("title").unwrap().starts_with(b"\x89PNG"));
}
