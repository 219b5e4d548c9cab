//! Figures and how they are written.

/// The largest size of a figure that is drawn; what is beyond it is drawn as this.
const MOST: f64 = 1e300;

/// The sign of what is below 0.
const MINUS: &str = "−";

/// How the figures of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As they are: days, amounts.
    Number,
    /// Of things, which are counted in whole ones whatever their mean is.
    Count,
    /// A rate, 1 being 100%.
    Percent,
    /// A change as a rate, always with its sign.
    Change,
}

/// What an axis measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What it is, with its unit: `Time in stage (days)`.
    pub label: String,
    pub format: Format,
}

/// Figures of one name, one for each bucket, None where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    pub values: Vec<Option<f64>>,
}

impl Measure {
    pub fn new(label: impl Into<String>, format: Format) -> Self {
        Self { label: label.into(), format }
    }

    /// The figure as text; `none` where there is none.
    pub(crate) fn write(&self, value: Option<f64>) -> String {
        figure(value).map_or_else(|| "none".to_owned(), |it| self.format.write(it))
    }
}

impl Series {
    pub fn new(name: impl Into<String>, values: Vec<Option<f64>>) -> Self {
        Self { name: name.into(), values }
    }

    pub(crate) fn at(&self, bucket: usize) -> Option<f64> {
        figure(self.values.get(bucket).copied().flatten())
    }

    pub(crate) fn figures(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().filter_map(|it| figure(*it))
    }
}

impl Format {
    /// The figure as it stands beside its mark.
    pub fn write(self, value: f64) -> String {
        match self {
            Self::Number | Self::Count => number(value),
            Self::Percent => format!("{} %", three_digits(value * 100.0)),
            Self::Change if value > 0.0 => format!("+{} %", three_digits(value * 100.0)),
            Self::Change => format!("{} %", three_digits(value * 100.0)),
        }
    }
}

/// The figure that can be drawn: finite, within bounds, and without a sign at 0.
pub(crate) fn figure(value: Option<f64>) -> Option<f64> {
    let value = value.filter(|it| it.is_finite())?.clamp(-MOST, MOST);
    Some(if value.abs() < 1.0 / MOST { 0.0 } else { value })
}

/// Whether there is nothing among the figures but 0.
pub(crate) fn nothing(values: impl IntoIterator<Item = f64>) -> bool {
    values.into_iter().all(|it| it == 0.0)
}

/// A count as a number that can be drawn.
pub(crate) fn real(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// How often the part fits into the whole, at most `most` times.
pub(crate) fn times(whole: f64, part: f64, most: usize) -> usize {
    if part <= 0.0 {
        return most;
    }
    (1..=most).take_while(|it| real(*it) * part <= whole).last().unwrap_or(0)
}

/// A number with as many decimals as tell something, thousands by commas, very large and small ones by powers of ten.
fn number(value: f64) -> String {
    written(
        value,
        match value.abs() {
            it if it >= 10_000.0 => 0,
            it if it >= 1.0 => 2,
            it if it >= 0.01 => 4,
            _ => 6,
        },
    )
}

/// A number with the first three digits of what is below a hundred.
fn three_digits(value: f64) -> String {
    written(
        value,
        match value.abs() {
            it if it >= 100.0 => 0,
            it if it >= 10.0 => 1,
            it if it >= 1.0 => 2,
            it if it >= 0.1 => 3,
            _ => 4,
        },
    )
}

fn written(value: f64, decimals: usize) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e12).contains(&size) {
        let written = format!("{value:.2e}");
        let (digits, power) = written.split_once('e').unwrap_or((&written, "0"));
        return format!("{}e{power}", trimmed(digits)).replace('-', MINUS);
    }
    let written = format!("{size:.decimals$}");
    let sign = if value < 0.0 { MINUS } else { "" };
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    let mut grouped = String::new();
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{}", trimmed(&format!("{grouped}.{part}")))
}

/// The digits without zeros at the end of their decimals.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests;
