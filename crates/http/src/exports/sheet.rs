//! Tables as a workbook of one sheet. Rows are written to a file as they come and are never in memory together.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom};

use rust_xlsxwriter::{Format, Workbook, XlsxError};
use uplift_domain::Refusal;
use uplift_domain::record::{Date, Time};

use super::disk_budget::{DISK_BUDGET, Held};
use super::spool::{spoiled, unnamed};
use crate::answer::cell::Cell;

/// How many characters a cell takes.
const LONGEST: usize = 32_767;

/// Up to where numbers are whole in a spreadsheet.
const WHOLE: u64 = 1 << 53;

/// The day 1970-01-01 as spreadsheets count days.
const EPOCH: f64 = 25_569.0;
/// The first day that they count rightly: 1900-03-01.
const FIRST: f64 = 61.0;
const DAY: f64 = 86_400_000_000.0;

/// How many characters a moment and a day have as they are shown, with some room.
const OF_TIME: u16 = 20;
const OF_DATE: u16 = 12;

/// How many bytes a cell takes beside its text.
const CELL: usize = 32;

/// How many characters one workbook may have: as many bytes may lie on the disk meanwhile.
const MOST: usize = 2 * 1024 * 1024 * 1024;

/// A sheet in the making.
pub(super) struct Sheet {
    workbook: Workbook,
    /// The row that is written next.
    next: u32,
    written: usize,
    /// What it takes of the disk.
    held: Held,
    /// How many characters wide the columns are in which dates stand.
    widths: BTreeMap<u16, u16>,
    heading: Format,
    time: Format,
    date: Format,
}

impl Sheet {
    /// A sheet of this name with a header.
    ///
    /// # Errors
    /// When the disk fails.
    pub(super) fn new(name: &str, columns: &[String]) -> Result<Self, Refusal> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet_with_constant_memory().map_err(failed)?;
        sheet.set_name(name.chars().take(31).collect::<String>()).map_err(failed)?;
        sheet.set_freeze_panes(1, 0).map_err(failed)?;
        let mut new = Self {
            workbook,
            next: 0,
            written: 0,
            held: DISK_BUDGET.hold(),
            widths: BTreeMap::new(),
            heading: Format::new().set_bold(),
            time: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
            date: Format::new().set_num_format("yyyy-mm-dd"),
        };
        let heading = new.heading.clone();
        let sheet = new.workbook.worksheet_from_index(0).map_err(failed)?;
        for (column, name) in (0..).zip(columns) {
            sheet.write_string_with_format(0, column, fitted(name), &heading).map_err(failed)?;
        }
        new.next = 1;
        Ok(new)
    }

    /// Adds rows.
    ///
    /// # Errors
    /// When the disk fails, or there is more than a workbook may have.
    pub(super) fn push(&mut self, rows: &[Vec<Cell>]) -> Result<(), Refusal> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(failed)?;
        let mut written = 0;
        for row in rows {
            for (column, cell) in (0..).zip(row) {
                let place = (self.next, column);
                match cell {
                    Cell::Empty => continue,
                    Cell::Boolean(it) => sheet.write_boolean(place.0, place.1, *it),
                    Cell::Decimal(it) => sheet.write_number(place.0, place.1, *it),
                    Cell::Integer(it) if it.unsigned_abs() <= WHOLE => sheet.write_number(place.0, place.1, whole(*it)),
                    Cell::Integer(it) => sheet.write_string(place.0, place.1, it.to_string()),
                    Cell::Text(text) => {
                        written += text.len();
                        sheet.write_string(place.0, place.1, fitted(text))
                    }
                    Cell::Time(it) => match serial_of_time(*it).inspect(|_| _ = self.widths.insert(column, OF_TIME)) {
                        Some(serial) => sheet.write_number_with_format(place.0, place.1, serial, &self.time),
                        None => sheet.write_string(place.0, place.1, it.to_string()),
                    },
                    Cell::Date(it) => match serial_of_date(*it).inspect(|_| _ = self.widths.insert(column, OF_DATE)) {
                        Some(serial) => sheet.write_number_with_format(place.0, place.1, serial, &self.date),
                        None => sheet.write_string(place.0, place.1, it.to_string()),
                    },
                }
                .map_err(failed)?;
            }
            self.next += 1;
            written += CELL * row.len();
        }
        self.written += written;
        self.held.grow(u64::try_from(written).unwrap_or(u64::MAX)).map_err(|error| spoiled(&error))?;
        if self.written > MOST {
            return Err(Refusal::Fault("a workbook would be larger than may be".to_owned()));
        }
        Ok(())
    }

    /// The whole workbook in a file without a name, how many bytes it has, and what it takes of the disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub(super) fn finish(mut self) -> Result<(File, u64, Held), Refusal> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(failed)?;
        for (column, width) in &self.widths {
            sheet.set_column_width(*column, *width).map_err(failed)?;
        }
        let mut file = unnamed().map_err(|error| spoiled(&error))?;
        self.workbook.save_to_writer(BufWriter::new(&file)).map_err(failed)?;
        let bytes = file.seek(SeekFrom::End(0)).map_err(|error| spoiled(&error))?;
        // What the rows lay in goes with the workbook.
        let mut held = DISK_BUDGET.hold();
        held.grow(bytes).map_err(|error| spoiled(&error))?;
        Ok((file, bytes, held))
    }
}

fn failed(error: XlsxError) -> Refusal {
    match error {
        XlsxError::IoError(error) => spoiled(&error),
        other => Refusal::Fault(format!("a workbook could not be written: {other}")),
    }
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "numbers beyond 2^53 become texts before")]
const fn whole(number: i64) -> f64 {
    number as f64
}

/// A text as a cell takes it: not too long, and of characters that XML allows.
fn fitted(text: &str) -> String {
    let allowed =
        |it: char| !matches!(it, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}');
    let fitting = |it: char| if allowed(it) { it } else { '\u{FFFD}' };
    if text.chars().nth(LONGEST).is_none() {
        return text.chars().map(fitting).collect();
    }
    text.chars().take(LONGEST - 1).map(fitting).chain(['…']).collect()
}

/// A moment as spreadsheets count days, in UTC; nothing before they count rightly.
fn serial_of_time(time: Time) -> Option<f64> {
    Some(whole(time.micros()) / DAY + EPOCH).filter(|serial| *serial >= FIRST)
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
        assert_eq!(fitted("a\u{1}b\tc\u{FFFF}"), "a\u{FFFD}b\tc\u{FFFD}");
        assert_eq!(fitted(&"ä".repeat(LONGEST)).chars().count(), LONGEST);
        let cut = fitted(&"ä".repeat(LONGEST + 1));
        assert!(cut.ends_with("ä…") && cut.chars().count() == LONGEST);
    }
}
