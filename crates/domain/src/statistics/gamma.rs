//! The beta function, of arguments however large.

use statrs::function::gamma::ln_gamma;

/// ½ ln 2π.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_7;

/// From where on four terms of the series of Stirling's error leave out nothing that a double could hold.
const LARGE: f64 = 32.0;

/// ln B(a, b). Of large numbers ln Γ(a) + ln Γ(b) − ln Γ(a + b) is a small difference of large terms, so that
/// Stirling's terms are taken together before they are computed.
pub(super) fn ln_beta(a: f64, b: f64) -> f64 {
    let (small, large, whole) = (a.min(b), a.max(b), a + b);
    let powers = small * (small / whole).ln() + large * (-small / whole).ln_1p();
    let roots = (small.ln() + (large / whole).ln()) / 2.0;
    HALF_LN_TAU + powers - roots + stirling_error(a) + stirling_error(b) - stirling_error(whole)
}

/// How much larger ln Γ(x) is than Stirling's (x − ½) ln x − x + ½ ln 2π (Abramowitz and Stegun, 6.1.41).
fn stirling_error(x: f64) -> f64 {
    if x < LARGE {
        return ln_gamma(x) - ((x - 0.5) * x.ln() - x + HALF_LN_TAU);
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1_260.0 - 1.0 / (1_680.0 * square)) / square) / square) / x
}
