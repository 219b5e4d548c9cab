//! Draws figures as accessible SVG: the same figures give the same bytes.
