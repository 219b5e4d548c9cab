use super::*;

fn luminance(colour: &str) -> f64 {
    let channel = |from: usize| {
        let value = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn texts_and_marks_stand_out() {
    for theme in [Theme::Light, Theme::Dark] {
        let palette = theme.palette();
        for text in [palette.text, palette.faint] {
            assert!(contrast(text, palette.ground) >= 7.0, "{theme:?} {text}");
        }
        for mark in palette.series.into_iter().chain([palette.axis]) {
            assert!(contrast(mark, palette.ground) >= 4.5, "{theme:?} {mark}");
        }
        for (cell, text) in palette.cells {
            assert!(contrast(cell, text) >= 4.5, "{theme:?} {cell}");
        }
    }
}
