//! Numbers that have a unit, which their names say.

/// Whether a figure of this name has a unit that is told with it.
pub(super) fn is_measured(name: &str) -> bool {
    name == "file_size" || name.ends_with("_seconds")
}

/// A number with its unit.
pub(super) fn measured(name: &str, number: f64) -> String {
    if name == "file_size" { bytes(number) } else { duration(number) }
}

/// A duration in the two largest units that it fills.
fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str, f64, &str); 3] =
        [(86_400.0, "d", 3_600.0, "h"), (3_600.0, "h", 60.0, "min"), (60.0, "min", 1.0, "s")];
    let seconds = seconds.round();
    let Some((large, name, small, next)) = UNITS.into_iter().find(|(size, ..)| seconds >= *size) else {
        return format!("{seconds} s");
    };
    match ((seconds / large).floor(), (seconds % large / small).floor()) {
        (whole, 0.0) => format!("{whole} {name}"),
        (whole, rest) => format!("{whole} {name} {rest} {next}"),
    }
}

fn bytes(number: f64) -> String {
    let (size, name) = match number {
        1_048_576.0.. => (number / 1_048_576.0, "MB"),
        1_024.0.. => (number / 1_024.0, "KB"),
        _few => (number, "bytes"),
    };
    if size < 10.0 && name != "bytes" { format!("{size:.1} {name}") } else { format!("{size:.0} {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_their_units() {
        for (name, number, told) in [
            ("duration_seconds", 5.0, "5 s"),
            ("duration_seconds", 166.0, "2 min 46 s"),
            ("duration_seconds", 7_200.0, "2 h"),
            ("duration_seconds", 90_061.0, "1 d 1 h"),
            ("file_size", 10_462.0, "10 KB"),
            ("file_size", 1_500.0, "1.5 KB"),
            ("file_size", 12.0, "12 bytes"),
        ] {
            assert_eq!(measured(name, number), told);
        }
        assert!(!is_measured("sample_size"));
    }
}
