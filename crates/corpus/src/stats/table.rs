//! The statistics as a table for the terminal.

use std::fmt;

use super::{CorpusStats, Section};
use batchdoku_base::thousands;

const BAR: u64 = 30;

impl fmt::Display for CorpusStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<20}{:>12}", "puzzles", thousands(self.puzzles()))?;
        if let Some(effective) = self.effective_puzzles() {
            let effective = thousands(effective.round() as u64);
            writeln!(
                f,
                "{:<20}{effective:>12}  (of equal weight, which tell as much)",
                "effective"
            )?;
        }
        let repeats = ("repeats", self.repeats(), self.repeats_are_exact());
        for (name, count, is_exact) in [repeats].into_iter().chain(self.structures()) {
            let how = if is_exact { "" } else { "  (estimated)" };
            writeln!(f, "{:<20}{:>12}{how}", name.replace('_', " "), thousands(count))?;
        }
        self.sections().iter().try_for_each(|section| write_section(f, section))?;
        write_cells(f, self)
    }
}

fn write_section(f: &mut fmt::Formatter<'_>, section: &Section) -> fmt::Result {
    let longest = section.rows.iter().map(|row| row.0.len()).max();
    let width = longest.unwrap_or(0).max(18);
    let name = section.name.name().replace('_', " ");
    let unit = section.unit;
    let heading = if section.weighted.is_some() { " weighted" } else { "" };
    writeln!(f, "\n{name:<0$}{unit:>12}{share:>9}{heading}", width + 2, share = "share")?;
    let longest = section.rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    for (row, (name, count)) in section.rows.iter().enumerate() {
        let share = percent(*count, section.total);
        // Any count above 0 shows at least a dot.
        let bar = (count * BAR + longest / 2) / longest;
        let bar = if *count > 0 && bar == 0 { ".".into() } else { "#".repeat(bar as usize) };
        let count = thousands(*count);
        let weighted =
            section.weighted.as_ref().map(|shares| format!("{:>7.2} %", 100.0 * shares[row]));
        let weighted = weighted.unwrap_or_default();
        let line = format!("  {name:<width$}{count:>12}{share:>7.2} %{weighted}  {bar}");
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

fn write_cells(f: &mut fmt::Formatter<'_>, stats: &CorpusStats) -> fmt::Result {
    writeln!(f, "\nclues in each cell, % of puzzles")?;
    for (row, counts) in stats.cells().chunks(9).enumerate() {
        if row % 3 == 0 && row > 0 {
            writeln!(f, "  {}", ["-".repeat(18), "-".repeat(20), "-".repeat(19)].join("+"))?;
        }
        write!(f, "  ")?;
        for (column, &count) in counts.iter().enumerate() {
            let border = if column % 3 == 0 && column > 0 { " |" } else { "" };
            write!(f, "{border}{:>6.1}", percent(count, stats.puzzles()))?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// `count` as a percentage of `total`, which may be 0.
pub fn percent(count: u64, total: u64) -> f64 {
    100.0 * count as f64 / total.max(1) as f64
}
