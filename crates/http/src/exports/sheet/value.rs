//! A cell of a sheet, as XML.

use std::borrow::Cow;
use std::io::{self, Write as _};

use uplift_domain::record::{Date, Time, double};

use crate::answer::cell::Cell;

/// How many characters a cell takes, as spreadsheets count them: in units of UTF-16.
const LONGEST: usize = 32_767;

/// Up to where numbers are whole in a spreadsheet.
const WHOLE: u64 = 1 << 53;

/// The day 1970-01-01 as spreadsheets count days.
const EPOCH: f64 = 25_569.0;
/// The first day that they count rightly: 1900-03-01.
const FIRST: f64 = 61.0;
const DAY: f64 = 86_400_000_000.0;

/// How a cell looks: its place among the formats in `styles.xml`.
#[derive(Clone, Copy)]
pub(super) struct Style(u8);

impl Style {
    pub(super) const PLAIN: Self = Self(0);
    pub(super) const HEADING: Self = Self(1);
    const TIME: Self = Self(2);
    const DATE: Self = Self(3);
}

/// Writes a cell at its address, of column and row. What is empty is left out.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write_cell(xml: &mut Vec<u8>, at: (&str, usize), cell: &Cell, style: Style) -> io::Result<()> {
    let (column, row) = at;
    match cell {
        Cell::Empty => Ok(()),
        Cell::Boolean(it) => write!(xml, r#"<c r="{column}{row}" t="b"><v>{}</v></c>"#, u8::from(*it)),
        Cell::Decimal(it) => write_number(xml, at, *it, style),
        Cell::Integer(it) if it.unsigned_abs() <= WHOLE => write_number(xml, at, double(*it), style),
        Cell::Integer(it) => write_text(xml, at, &it.to_string(), style),
        Cell::Text(text) => write_text(xml, at, text, style),
        Cell::Time(it) => match serial_of_time(*it) {
            Some(serial) => write_number(xml, at, serial, Style::TIME),
            None => write_text(xml, at, &it.to_string(), style),
        },
        Cell::Date(it) => match serial_of_date(*it) {
            Some(serial) => write_number(xml, at, serial, Style::DATE),
            None => write_text(xml, at, &it.to_string(), style),
        },
    }
}

fn write_number(xml: &mut Vec<u8>, (column, row): (&str, usize), number: f64, style: Style) -> io::Result<()> {
    write!(xml, r#"<c r="{column}{row}" s="{}"><v>{number}</v></c>"#, style.0)
}

/// Texts stand in their cells: a table of all of them would have to be kept in memory.
fn write_text(xml: &mut Vec<u8>, (column, row): (&str, usize), text: &str, style: Style) -> io::Result<()> {
    write!(xml, r#"<c r="{column}{row}" s="{}" t="inlineStr"><is><t xml:space="preserve">"#, style.0)?;
    write_escaped(xml, &cut(text))?;
    write!(xml, "</t></is></c>")
}

/// A text as long as a cell takes it.
fn cut(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST || text.encode_utf16().nth(LONGEST).is_none() {
        return Cow::Borrowed(text);
    }
    let mut room = LONGEST - 1;
    let fits = |it: &char| {
        let left = room.checked_sub(it.len_utf16());
        left.map(|left| room = left).is_some()
    };
    Cow::Owned(text.chars().take_while(fits).chain(['…']).collect())
}

/// Writes a text of characters that XML allows, so that it is read as it is: `_x000D_` and its like are characters by
/// their numbers to a spreadsheet (ECMA-376, part 1, 22.9.2.19).
fn write_escaped(xml: &mut Vec<u8>, text: &str) -> io::Result<()> {
    let mut written = 0;
    for (at, character) in text.char_indices() {
        let instead = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '\r' => "_x000D_",
            '_' if is_numbered(text.get(at..)) => "_x005F_",
            '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => "\u{FFFD}",
            _ => continue,
        };
        write!(xml, "{}{instead}", text.get(written..at).unwrap_or_default())?;
        written = at + character.len_utf8();
    }
    write!(xml, "{}", text.get(written..).unwrap_or_default())
}

/// Whether a text begins as a character by its number.
fn is_numbered(text: Option<&str>) -> bool {
    let rest = text.and_then(|text| text.as_bytes().strip_prefix(b"_x"));
    rest.is_some_and(|it| it.iter().take(4).all(u8::is_ascii_hexdigit) && it.get(4) == Some(&b'_'))
}

/// A moment as spreadsheets count days, in UTC; nothing before they count rightly.
fn serial_of_time(time: Time) -> Option<f64> {
    Some(double(time.micros()) / DAY + EPOCH).filter(|serial| *serial >= FIRST)
}

fn serial_of_date(date: Date) -> Option<f64> {
    serial_of_time(Time::parse(&date.to_string())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_spreadsheets_do() {
        let serial = |text| serial_of_time(Time::parse(text).unwrap());
        assert_eq!(serial("1900-03-01"), Some(61.0));
        assert_eq!(serial("1900-02-28"), None);
        assert_eq!(serial("2026-11-20T12:00:00Z"), Some(46_346.5));
        assert_eq!(serial_of_date(Date::parse("2026-11-20").unwrap()), Some(46_346.0));
    }

    #[test]
    fn texts_fit_their_cells() {
        assert_eq!(cut(&"ä".repeat(LONGEST)).chars().count(), LONGEST);
        let cut = cut(&"ä".repeat(LONGEST + 1)).into_owned();
        assert!(cut.ends_with("ä…") && cut.chars().count() == LONGEST);
        let wide = super::cut(&"\u{1F600}".repeat(LONGEST / 2 + 1)).into_owned();
        assert!(wide.ends_with("\u{1F600}…") && wide.encode_utf16().count() == LONGEST);
    }

    #[test]
    fn texts_are_read_as_they_are() {
        let escaped = |text| {
            let mut xml = Vec::new();
            write_escaped(&mut xml, text).unwrap();
            String::from_utf8(xml).unwrap()
        };
        assert_eq!(escaped("a\u{1}b\tc\u{FFFF}\n"), "a\u{FFFD}b\tc\u{FFFD}\n");
        assert_eq!(escaped("<b> & \"ü\"\r"), "&lt;b&gt; &amp; \"ü\"_x000D_");
        assert_eq!(escaped("_x0041_ _x0041 _xüüü_ __x00aF_"), "_x005F_x0041_ _x0041 _xüüü_ __x005F_x00aF_");
    }

    #[test]
    fn cells_have_their_types() {
        let cell = |cell| {
            let mut xml = Vec::new();
            write_cell(&mut xml, ("AB", 7), &cell, Style::PLAIN).unwrap();
            String::from_utf8(xml).unwrap()
        };
        assert_eq!(cell(Cell::Empty), "");
        assert_eq!(cell(Cell::Boolean(true)), r#"<c r="AB7" t="b"><v>1</v></c>"#);
        assert_eq!(cell(Cell::Decimal(0.1)), r#"<c r="AB7" s="0"><v>0.1</v></c>"#);
        assert_eq!(cell(Cell::Integer(-5)), r#"<c r="AB7" s="0"><v>-5</v></c>"#);
        assert!(
            cell(Cell::Integer(i64::MAX)).contains(r#"t="inlineStr"><is><t xml:space="preserve">9223372036854775807"#)
        );
        assert!(
            cell(Cell::Date(Date::parse("1899-01-01").unwrap())).contains("<t xml:space=\"preserve\">1899-01-01</t>")
        );
        assert_eq!(cell(Cell::Date(Date::parse("2026-11-20").unwrap())), r#"<c r="AB7" s="3"><v>46346</v></c>"#);
    }
}
