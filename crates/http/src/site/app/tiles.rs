//! Figures that come first, each in a tile of its own.

use askama::Template;

use super::cell::Cell;

/// How many characters stand in a tile in large letters at most.
const LARGE: usize = 9;

/// Figures under their names. They write themselves, escaped.
#[derive(Default, Template)]
#[template(path = "app/tiles.html")]
pub(super) struct Tiles {
    pub(super) tiles: Vec<(String, Cell)>,
}

/// Whether a figure is long for a tile.
fn is_long(cell: &Cell) -> bool {
    cell.to_text().chars().count() > LARGE
}
