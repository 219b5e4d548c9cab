//! Tables as a workbook of one sheet, in the words of SpreadsheetML (ECMA-376, part 1, section 18).
//!
//! Rows are on their way while others are read. Libraries make the ZIP file once all rows are there: of a million rows,
//! the first byte came after most of a minute.

mod value;

use std::io::{self, Write as _};

use uplift_archive::{Packing, ZipStream};
use uplift_domain::Refusal;

use self::value::{Style, write_cell};
use super::spool::spoiled;
use crate::answer::cell::Cell;

/// How many bytes a sheet may have before it is compressed.
const MOST: u64 = 4 * 1024 * 1024 * 1024 - 64 * 1024;

/// What comes before the rows: the first one stays where it is, and columns are as wide as a moment.
const FRONT: &[u8] = br#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/>
<sheetData>"#;

/// What comes after the rows.
const BACK: &[u8] = b"</sheetData>\n</worksheet>\n";

/// A workbook in the making.
pub(super) struct Sheet {
    zip: ZipStream,
    /// What the columns are called in addresses of cells.
    letters: Vec<String>,
    /// The row that was written last, counted from 1.
    row: usize,
    /// How many bytes the sheet has so far.
    bytes: u64,
}

impl Sheet {
    /// A sheet of this name, of at most 31 letters and hyphens, with a header.
    ///
    /// # Errors
    /// When it cannot be compressed.
    pub(super) fn new(name: &str, columns: &[String]) -> Result<Self, Refusal> {
        let mut zip = ZipStream::default();
        let workbook = include_str!("sheet/workbook.xml").replace("{name}", name);
        for (path, content) in [
            ("[Content_Types].xml", include_str!("sheet/content_types.xml")),
            ("_rels/.rels", include_str!("sheet/package.rels")),
            ("xl/workbook.xml", &workbook),
            ("xl/_rels/workbook.xml.rels", include_str!("sheet/workbook.rels")),
            ("xl/styles.xml", include_str!("sheet/styles.xml")),
        ] {
            zip.begin(path, Packing::Short).and_then(|()| zip.write(content.as_bytes())).map_err(failed)?;
        }
        zip.begin("xl/worksheets/sheet1.xml", Packing::Short).map_err(failed)?;
        let mut new = Self { zip, letters: (0..columns.len()).map(letters).collect(), row: 0, bytes: 0 };
        new.write(FRONT)?;
        let header: Vec<Cell> = columns.iter().cloned().map(Cell::Text).collect();
        new.push_row(&header, Style::HEADING)?;
        Ok(new)
    }

    /// Adds rows, and gives what there is of the workbook since it was last asked.
    ///
    /// # Errors
    /// When there is more than a sheet may have.
    pub(super) fn push(&mut self, rows: &[Vec<Cell>]) -> Result<Vec<u8>, Refusal> {
        for row in rows {
            self.push_row(row, Style::PLAIN)?;
        }
        Ok(self.zip.take())
    }

    /// Ends the workbook and gives the last of it.
    ///
    /// # Errors
    /// When it cannot be compressed.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, Refusal> {
        self.write(BACK)?;
        self.zip.finish().map_err(failed)
    }

    fn push_row(&mut self, cells: &[Cell], style: Style) -> Result<(), Refusal> {
        self.row += 1;
        let mut xml = Vec::with_capacity(64 * cells.len());
        self.write_row(&mut xml, cells, style).map_err(failed)?;
        self.write(&xml)
    }

    fn write_row(&self, xml: &mut Vec<u8>, cells: &[Cell], style: Style) -> io::Result<()> {
        write!(xml, "\n<row r=\"{}\">", self.row)?;
        for (letters, cell) in self.letters.iter().zip(cells) {
            write_cell(xml, (letters, self.row), cell, style)?;
        }
        write!(xml, "</row>")
    }

    fn write(&mut self, xml: &[u8]) -> Result<(), Refusal> {
        self.bytes += u64::try_from(xml.len()).unwrap_or(u64::MAX);
        if self.bytes > MOST {
            return Err(Refusal::Fault("a workbook would be larger than may be".to_owned()));
        }
        self.zip.write(xml).map_err(failed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn failed(error: io::Error) -> Refusal {
    spoiled(&error)
}

/// What a column is called, counted from 0: A to Z, AA, AB.
fn letters(column: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    match column / 26 {
        0 => letter.to_string(),
        before => letters(before - 1) + &letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_are_called_as_spreadsheets_do() {
        let called = [0, 25, 26, 51, 52, 701, 702].map(letters);
        assert_eq!(called, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
