//! Charts: figures drawn as SVG.

mod scorecard;
