//! What is asked of figures that may be drawn: in which form they are told, and how a drawing looks.

use uplift_derive::Choices;

use crate::record::{Value as _, Whole};

/// How wide a drawing is, in pixels.
pub type DrawnWidth = Whole<320, 1600>;

/// How high a drawing is, in pixels.
pub type DrawnHeight = Whole<200, 1200>;

/// In which form figures are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum OutputFormat {
    Json,
    /// A drawing of them.
    Svg,
}

/// Whether a drawing is dark on light or light on dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Choices)]
pub enum DrawnTheme {
    #[default]
    Light,
    Dark,
}

/// The width of a drawing of which none is asked for.
pub fn usual_width() -> DrawnWidth {
    Whole::new(800).unwrap_or_default()
}

/// The height of a drawing of which none is asked for.
pub fn usual_height() -> DrawnHeight {
    Whole::new(450).unwrap_or_default()
}

/// The width that a text of a query says; the usual one where it says none that is taken.
pub fn width_of(text: &str) -> DrawnWidth {
    DrawnWidth::read(&text.into()).unwrap_or_else(|_| usual_width())
}

/// The height that a text of a query says; the usual one where it says none that is taken.
pub fn height_of(text: &str) -> DrawnHeight {
    DrawnHeight::read(&text.into()).unwrap_or_else(|_| usual_height())
}
