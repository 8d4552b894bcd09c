//! The graph as a picture: states as thumbnails in columns by depth, ways as curves between them.

use std::fmt::Write as _;

use crate::deed::describe;
use crate::graph::Graph;

const WIDTH: usize = 200;
const HEIGHT: usize = 112;
const COLUMN: usize = 320;
const ROW: usize = 168;
const MARGIN: usize = 24;

/// Draws a graph as SVG. Pictures are named relative to the file.
pub fn svg(graph: &Graph) -> String {
    let mut rows: Vec<usize> = Vec::new();
    let places: Vec<(usize, usize)> = graph
        .states
        .iter()
        .map(|state| {
            let column = state.depth.min(graph.states.len());
            if rows.len() <= column {
                rows.resize(column + 1, 0);
            }
            rows[column] += 1;
            (MARGIN + column * COLUMN, MARGIN + (rows[column] - 1) * ROW)
        })
        .collect();
    let width = 2 * MARGIN + rows.len() * COLUMN;
    let height = 2 * MARGIN + rows.iter().max().copied().unwrap_or(1) * ROW;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (Some(from), Some(to)) = (places.get(edge.from), places.get(edge.to)) else { continue };
        let (x1, y1) = (from.0 + WIDTH, from.1 + HEIGHT / 2);
        let (x2, y2) = (to.0, to.1 + HEIGHT / 2);
        let bend = COLUMN / 3;
        let _ = writeln!(
            text,
            "<path d=\"M{x1} {y1} C{} {y1} {} {y2} {x2} {y2}\" fill=\"none\" stroke=\"#789\" \
             opacity=\"0.6\"><title>{}</title></path>",
            x1 + bend,
            x2.saturating_sub(bend),
            escaped(&describe(&edge.steps))
        );
    }
    for (number, (state, (x, y))) in graph.states.iter().zip(&places).enumerate() {
        if let Some(picture) = &state.picture {
            let _ = writeln!(
                text,
                "<image href=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
                 preserveAspectRatio=\"xMidYMin slice\"/>",
                escaped(picture)
            );
        }
        let title: String = state.title.chars().take(28).collect();
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" \
             stroke=\"#345\"/><text x=\"{x}\" y=\"{}\" fill=\"#234\">{number} {}</text>",
            y + HEIGHT + 16,
            escaped(&title)
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Pages may be called anything.
fn escaped(text: &str) -> String {
    let plain = text.chars().filter(|char| !char.is_control());
    plain.fold(String::new(), |mut all, char| {
        match char {
            '<' => all.push_str("&lt;"),
            '>' => all.push_str("&gt;"),
            '&' => all.push_str("&amp;"),
            '"' => all.push_str("&quot;"),
            char => all.push(char),
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::State;

    #[test]
    fn titles_are_text() {
        let state = State {
            id: String::new(),
            url: String::new(),
            title: "<script>\u{0}&".to_owned(),
            depth: 0,
            picture: Some("pictures/0.png\" onload=\"x".to_owned()),
            shape: String::new(),
            sketch: Vec::new(),
        };
        let drawn = svg(&Graph { states: vec![state], ..Graph::default() });
        assert!(drawn.contains("0 &lt;script&gt;&amp;</text>"), "{drawn}");
        assert!(!drawn.contains("\" onload"), "{drawn}");
    }
}
