//! A report as a bar chart in SVG: how many times as fast as one of the engines, set by set.

use super::{
    figure::BenchFigure,
    report::{BenchReport, with_unit},
};

/// The colours of the engines, in the order of the report.
const COLOURS: [&str; 8] =
    ["#0b5fa5", "#5aa9e0", "#8a8f98", "#c3c7cd", "#b3541e", "#e0a458", "#4f7942", "#7d5ba6"];

/// Sizes in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 92.0;
const BAR: f64 = 11.0;
const GAP: f64 = 13.0;
const LEGEND_ROW: f64 = 17.0;
const LEGEND_COLUMN: f64 = 158.0;
const LEGEND_COLUMNS: usize = 4;

const STYLE: &str = "\
text { font-family: 'DejaVu Sans', Verdana, sans-serif; font-size: 11px; fill: #24292f; }
.title { font-size: 14px; font-weight: bold; }
.set { text-anchor: end; font-size: 12px; }
.value { font-size: 9.5px; fill: #57606a; }
.mark { text-anchor: middle; font-size: 10px; fill: #57606a; }
.caption { font-size: 9.5px; fill: #57606a; }
.grid { stroke: #d8dee4; stroke-width: 1; }
.range { stroke: #24292f; stroke-width: 1; }
";

/// Draws the figures with `limit`.
pub(super) fn draw(report: &BenchReport, limit: u64) -> String {
    let figures: Vec<_> = report.figures.iter().filter(|figure| figure.limit == limit).collect();
    let mut engines: Vec<&str> = Vec::new();
    for figure in &figures {
        if !engines.contains(&figure.engine.as_str()) {
            engines.push(&figure.engine);
        }
    }
    let most = figures.iter().map(|figure| figure.relative).fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / most;
    let top = 44.0 + LEGEND_ROW * engines.len().div_ceil(LEGEND_COLUMNS) as f64 + 13.0;
    let (bars, bottom) = bars(&figures, &engines, scale, top);
    let axis = axis(most, scale, top, bottom);
    let legend = legend(&engines);
    let base = figures.iter().find(|figure| figure.relative == 1.0);
    let base = base.map_or("", |figure| &figure.engine);
    let question = match limit {
        1 => "Solve".to_owned(),
        2 => "Solve and prove uniqueness".into(),
        u64::MAX => "Find all solutions".into(),
        n => format!("Find up to {n} solutions"),
    };
    let title = escape(&format!("{question}: speed relative to {base}"));
    let caption = escape(&report.caption());
    let height = bottom + 43.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <style>\n{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"14\" y=\"26\" class=\"title\">{title}</text>\n\
         {legend}{axis}{bars}\
         <text x=\"14\" y=\"{}\" class=\"caption\">{caption}</text>\n\
         </svg>\n",
        height - 8.0,
    )
}

/// The bars with their labels, and where they end.
fn bars(figures: &[&BenchFigure], engines: &[&str], scale: f64, top: f64) -> (String, f64) {
    let mut bars = String::new();
    let mut y = top;
    for of_set in figures.chunk_by(|a, b| a.set == b.set) {
        let start = y;
        for figure in of_set {
            let engine = engines.iter().position(|engine| *engine == figure.engine);
            let colour = COLOURS[engine.unwrap_or(0) % COLOURS.len()];
            let width = figure.relative * scale;
            bars += &format!(
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{colour}\"/>\n",
                BAR - 1.0,
            );
            let slowest = width * figure.slowest_puzzles_per_second / figure.puzzles_per_second;
            if slowest < width {
                let (from, middle) = (LEFT + slowest, y + BAR / 2.0 - 0.5);
                let to = LEFT + width;
                bars += &format!(
                    "<line x1=\"{from:.1}\" y1=\"{middle}\" x2=\"{to:.1}\" y2=\"{middle}\" class=\"range\"/>\n"
                );
            }
            bars += &format!(
                "<text x=\"{:.1}\" y=\"{}\" class=\"value\">{}/s</text>\n",
                LEFT + width + 4.0,
                y + BAR - 2.5,
                with_unit(figure.puzzles_per_second),
            );
            y += BAR;
        }
        let (x, middle) = (LEFT - 8.0, (start + y) / 2.0 + 4.0);
        let set = escape(&of_set[0].set);
        bars += &format!("<text x=\"{x}\" y=\"{middle}\" class=\"set\">{set}</text>\n");
        y += GAP;
    }
    (bars, y - GAP + 4.0)
}

/// Vertical lines with their labels.
fn axis(most: f64, scale: f64, top: f64, bottom: f64) -> String {
    let step = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|step| most / step <= 6.0);
    let step = step.unwrap_or(most / 5.0);
    let mut axis = String::new();
    let mut mark = 0.0;
    while mark <= most {
        let x = LEFT + mark * scale;
        let (from, below) = (top - 6.0, bottom + 12.0);
        axis += &format!(
            "<line x1=\"{x:.1}\" y1=\"{from}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"grid\"/>\n\
             <text x=\"{x:.1}\" y=\"{below}\" class=\"mark\">{mark}×</text>\n",
        );
        mark += step;
    }
    axis
}

/// The names of the engines with their colours.
fn legend(engines: &[&str]) -> String {
    let mut legend = String::new();
    for (index, engine) in engines.iter().enumerate() {
        let x = LEFT + LEGEND_COLUMN * (index % LEGEND_COLUMNS) as f64;
        let y = 44.0 + LEGEND_ROW * (index / LEGEND_COLUMNS) as f64;
        let colour = COLOURS[index % COLOURS.len()];
        legend += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"{}\" class=\"name\">{}</text>\n",
            x + 16.0,
            y + 9.5,
            escape(engine),
        );
    }
    legend
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
