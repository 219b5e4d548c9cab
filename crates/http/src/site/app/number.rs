//! Numbers as people read them.

use uplift_charts::Format;

use crate::request::bounds::grouped;

/// Beneath which a p-value and a loss are only said to be smaller.
const LEAST: f64 = 0.0001;

/// Whole numbers in groups of three digits.
pub(super) fn whole(number: i64) -> String {
    let digits = grouped(number.unsigned_abs());
    if number < 0 { format!("−{digits}") } else { digits }
}

/// Whether a figure of this name is a share, which is shown in per cent.
pub(super) fn is_share(name: &str) -> bool {
    const SHARES: [&str; 19] = [
        "csat",
        "avg_uplift_won",
        "win_rate_all",
        "shrink",
        "uplift",
        "uplift_low",
        "uplift_high",
        "rate",
        "share",
        "mde",
        "chance_to_win",
        "participation",
        "sample_progress",
        "traffic_allocation",
        "traffic_share",
        "power",
        "significance",
        "target_mde",
        "ci",
    ];
    SHARES.contains(&name) || ["_rate", "_rate_ci", "_share"].iter().any(|end| name.ends_with(end))
}

/// A number with as many digits as tell something.
pub(super) fn decimal(name: &str, number: f64) -> String {
    if is_share(name) {
        return Format::Percent.write(number);
    }
    if name == "percent" {
        return Format::Percent.write(number / 100.0);
    }
    if name.ends_with("p_value") || name == "p_value_adjusted" {
        return if number < LEAST { format!("< {LEAST}") } else { trimmed(format!("{number:.4}")) };
    }
    let size = number.abs();
    let shown = match size {
        0.0 => "0".to_owned(),
        size if name == "expected_loss" && size < LEAST => format!("< {LEAST}"),
        size if !(1e-4..1e15).contains(&size) => format!("{number:.2e}"),
        size if size >= 1_000.0 => in_groups(&format!("{number:.0}")),
        size if size >= 100.0 => trimmed(format!("{number:.1}")),
        size if size >= 0.1 && !name.contains("p_value") => trimmed(format!("{number:.2}")),
        size if size >= 0.01 && !name.contains("p_value") => trimmed(format!("{number:.3}")),
        _ => trimmed(format!("{number:.4}")),
    };
    shown.replace('-', "−")
}

/// A number with so many decimals, or in per cent; of a change its sign, and of that of a share its points.
pub(super) fn fixed(name: &str, number: f64, decimals: usize, is_change: bool) -> String {
    let shown = match (is_share(name), is_change) {
        (true, true) => format!("{:.1} points", number * 100.0),
        (true, false) => format!("{:.1} %", number * 100.0),
        (false, _) => in_groups(&format!("{number:.decimals$}")),
    };
    let sign = if is_change && number > 0.0 { "+" } else { "" };
    format!("{sign}{shown}").replace('-', "−")
}

/// A decimal number with its whole part in groups of three digits.
fn in_groups(digits: &str) -> String {
    let (front, part) = digits.split_once('.').map_or((digits, None), |(front, part)| (front, Some(part)));
    let front = front.parse().map_or_else(|_| front.to_owned(), whole);
    part.map_or_else(|| front.clone(), |part| format!("{front}.{part}"))
}

/// Digits behind the point without the zeros at their end.
fn trimmed(digits: String) -> String {
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests;
