//! A bar chart of a record, as SVG: how many times as fast as the first engine, set by set.

use crate::record::{Row, with_unit};

/// What a bar stands for: the prefix of the engine's name, its label and its colour.
const SERIES: [(&str, &str, &str); 4] = [
    ("lanes (avx512)", "batchdoku, AVX-512", "#0b5fa5"),
    ("lanes (avx2)", "batchdoku, AVX2", "#5aa9e0"),
    ("sudoku", "sudoku 0.8", "#8a8f98"),
    ("msolve", "msolve 0.6", "#c3c7cd"),
];

/// Sizes in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 92.0;
const TOP: f64 = 74.0;
const BAR: f64 = 11.0;
const GAP: f64 = 13.0;

/// Draws the rows with `limit`. `caption` says where they come from.
pub(crate) fn to_svg(rows: &[Row], limit: u64, caption: &str) -> String {
    let rows: Vec<_> = rows.iter().filter(|row| row.limit == limit).collect();
    let most = rows.iter().map(|row| row.ratio).fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / most;
    let mut bars = String::new();
    let mut y = TOP;
    for of_set in rows.chunk_by(|a, b| a.set == b.set) {
        let start = y;
        for (prefix, _, colour) in SERIES {
            let Some(row) = of_set.iter().find(|row| row.engine.starts_with(prefix)) else {
                continue;
            };
            let width = row.ratio * scale;
            let label = format!("{}/s", with_unit(row.puzzles_per_second));
            bars += &format!(
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{}\" class=\"value\">{label}</text>\n",
                BAR - 1.0,
                LEFT + width + 4.0,
                y + BAR - 2.5,
            );
            y += BAR;
        }
        let middle = (start + y) / 2.0 + 4.0;
        let set = escape(&of_set[0].set);
        bars += &format!("<text x=\"{}\" y=\"{middle}\" class=\"set\">{set}</text>\n", LEFT - 8.0);
        y += GAP;
    }
    let height = y + 34.0;
    let bottom = y - GAP + 4.0;
    let step = if most > 12.0 { 5.0 } else { 2.0 };
    let mut axis = String::new();
    let mut mark = 0.0;
    while mark <= most {
        let x = LEFT + mark * scale;
        axis += &format!(
            "<line x1=\"{x:.1}\" y1=\"{}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"grid\"/>\n\
             <text x=\"{x:.1}\" y=\"{}\" class=\"mark\">{mark}×</text>\n",
            TOP - 6.0,
            bottom + 12.0,
        );
        mark += step;
    }
    let mut legend = String::new();
    for (i, (_, name, colour)) in SERIES.iter().enumerate() {
        let x = LEFT + 158.0 * i as f64;
        legend += &format!(
            "<rect x=\"{x}\" y=\"44\" width=\"11\" height=\"11\" fill=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"53.5\" class=\"name\">{name}</text>\n",
            x + 16.0,
        );
    }
    let question = match limit {
        1 => "Solve".to_owned(),
        2 => "Solve and prove uniqueness".into(),
        n => format!("Find up to {n} solutions"),
    };
    let title = format!("{question}, one core: speed relative to the sudoku crate");
    let caption = escape(caption);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <style>\n\
         text {{ font-family: 'DejaVu Sans', Verdana, sans-serif; font-size: 11px; fill: #24292f; }}\n\
         .title {{ font-size: 14px; font-weight: bold; }}\n\
         .set {{ text-anchor: end; font-size: 12px; }}\n\
         .value {{ font-size: 9.5px; fill: #57606a; }}\n\
         .mark {{ text-anchor: middle; font-size: 10px; fill: #57606a; }}\n\
         .caption {{ font-size: 9.5px; fill: #57606a; }}\n\
         .grid {{ stroke: #d8dee4; stroke-width: 1; }}\n\
         </style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"14\" y=\"26\" class=\"title\">{title}</text>\n\
         {legend}{axis}{bars}\
         <text x=\"14\" y=\"{}\" class=\"caption\">{caption}</text>\n\
         </svg>\n",
        height - 8.0,
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_ratios() {
        let row = |engine: &str, ratio: f64| Row {
            set: "a < b".into(),
            limit: 2,
            engine: engine.into(),
            puzzles_per_second: ratio * 1e6,
            ratio,
        };
        let rows = [row("sudoku 0.8", 1.0), row("lanes (avx512)", 20.0), row("mrv", 0.5)];
        let svg = to_svg(&rows, 2, "a machine");
        let full = WIDTH - LEFT - RIGHT;
        assert!(svg.contains(&format!("width=\"{full:.1}\"")));
        assert!(svg.contains(&format!("width=\"{:.1}\"", full / 20.0)));
        assert!(svg.contains("a &lt; b") && svg.contains("20.0 M/s"));
        assert_eq!(to_svg(&rows, 1, "").matches("class=\"value\"").count(), 0);
    }
}
