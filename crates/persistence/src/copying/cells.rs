//! What is stored, in a form that is the same whichever database it comes from.

use sha2::{Digest as _, Sha256};
use uplift_tables::DocText;

/// What a row has in a column. A moment is microseconds since the Unix epoch, a truth 0 or 1, a date its ISO form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    /// A JSON document, as it was written.
    Document(DocText),
}

/// The cells of a row, in the order of the names of their columns.
pub(crate) type Row = Vec<Cell>;

impl Cell {
    /// About how many bytes it takes in memory.
    fn size(&self) -> usize {
        match self {
            Self::Null | Self::Integer(_) | Self::Real(_) => 16,
            Self::Text(text) | Self::Document(DocText(text)) => 32 + text.len(),
        }
    }
}

/// About how many bytes some rows take in memory.
pub(crate) fn size_of(rows: &[Row]) -> usize {
    rows.iter().flatten().map(Cell::size).sum()
}

/// A table's content in short: equal for equal rows in whatever order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) rows: u64,
    /// The sum of the rows' hashes.
    sum: u128,
}

impl Digest {
    pub(crate) fn add(&mut self, rows: &[Row]) {
        for row in rows {
            self.rows += 1;
            self.sum = self.sum.wrapping_add(hash(row));
        }
    }
}

/// Each cell is hashed with a letter for what it is and, where that varies, its length.
fn hash(row: &Row) -> u128 {
    let mut hash = Sha256::new();
    for cell in row {
        match cell {
            Cell::Null => hash.update(b"n"),
            Cell::Integer(number) => {
                hash.update(b"i");
                hash.update(number.to_be_bytes());
            }
            Cell::Real(number) => {
                hash.update(b"r");
                // SQLite keeps no sign of zero.
                hash.update((number + 0.0).to_be_bytes());
            }
            Cell::Text(text) | Cell::Document(DocText(text)) => {
                hash.update(b"t");
                hash.update(text.len().to_be_bytes());
                hash.update(text.as_bytes());
            }
        }
    }
    let digest: [u8; 32] = hash.finalize().into();
    let mut first = [0; 16];
    first.copy_from_slice(digest.split_at(16).0);
    u128::from_be_bytes(first)
}

#[cfg(test)]
mod tests;
