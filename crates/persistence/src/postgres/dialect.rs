//! The words of PostgreSQL: how it says what statements of the engine have in common.

use diesel::QueryResult;
use diesel::query_builder::AstPass;
use diesel::sql_types::{Array, BigInt};
use uplift_domain::listing::Direction;
use uplift_domain::record::FieldType;

use super::engine::lists::compare::Parts;
use super::manager::Db;

pub(crate) const IN_NUMBERS: Parts =
    Parts::ColumnThenValue(" IN (SELECT CAST(json_array_elements_text(CAST(", " AS json)) AS bigint))");
/// What stands around a bound JSON list to make a table of its numbers.
pub(crate) const NUMBERS: (&str, &str) =
    ("SELECT CAST(json_array_elements_text(CAST(", " AS json)) AS bigint) AS number");
/// What stands around a bound JSON list of pairs to make a table of their numbers and words.
pub(crate) const PAIRS: (&str, &str) = (
    "SELECT CAST(pair ->> 0 AS bigint) AS number, pair ->> 1 AS word FROM json_array_elements(CAST(",
    " AS json)) AS pair",
);
pub(crate) const IN_WORDS: Parts = Parts::ColumnThenValue(" IN (SELECT json_array_elements_text(CAST(", " AS json)))");
/// Membership in a bound list where an index of the column is searched once for each value. Without an index each row
/// would be compared with one value after the other.
pub(crate) const INDEXED_NUMBERS: Parts =
    Parts::ColumnThenValue(" = ANY(ARRAY(SELECT CAST(json_array_elements_text(CAST(", " AS json)) AS bigint)))");
pub(crate) const INDEXED_WORDS: Parts =
    Parts::ColumnThenValue(" = ANY(ARRAY(SELECT json_array_elements_text(CAST(", " AS json))))");
/// What stands around a column of texts to say that it has no letters but those of keys.
pub(crate) const IS_KEY: (&str, &str) = ("NOT (", " ~ '[^a-z0-9_-]')");
/// PostgreSQL takes nothing that holds of a number to hold of what is compared with it but equality.
pub(crate) const APART: &str = "";
pub(crate) const CONTAINS: Parts = Parts::ValueThenColumn(
    "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(",
    " AS json)) AS part (value) WHERE strpos(",
    ", part.value) > 0)",
);

pub(crate) const CONTAINS_ONE: Parts = Parts::ColumnThenValue(" LIKE ", "");

/// What follows the table of kept answers to read by their index those that may tell of responses to forms.
pub(crate) const ABOUT_RESPONSES: &str = r#" WHERE answer ~
    '"form_(version|question_id)":|"form_response_id":[1-9]|_type":"form_response"|"attachable_type":"comment"'"#;

/// A pattern takes no character for another.
pub(crate) const ALIKE: &[char] = &[];

/// The pattern of what contains this text.
pub(crate) fn pattern(text: &str) -> String {
    let literal = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{literal}%")
}

/// How a column is sorted, with nulls as the smallest, which PostgreSQL would sort as the largest. Of a column without
/// nulls nothing is said of them: to PostgreSQL an order that does is another one, and no index of such a column would
/// give it.
pub(crate) const fn direction_of(direction: Direction, nullable: bool) -> &'static str {
    match (direction, nullable) {
        (Direction::Ascending, false) => " ASC",
        (Direction::Descending, false) => " DESC",
        (Direction::Ascending, true) => " ASC NULLS FIRST",
        (Direction::Descending, true) => " DESC NULLS LAST",
    }
}

/// How many characters of a longer text its index keeps: an entry has 2,704 bytes at most, and a character up to four.
const INDEXED: usize = 600;

/// How many characters of a field an index keeps in order, where that may not be all.
pub(crate) fn indexed_front(field: FieldType) -> Option<usize> {
    if let FieldType::Text { max, .. } = field { (max > INDEXED).then_some(INDEXED) } else { None }
}

/// Numbers of which a column is one.
pub(crate) struct Numbers(Vec<i64>);

impl Numbers {
    pub(crate) fn new(numbers: &[i64]) -> Self {
        Self(numbers.to_vec())
    }

    /// Says that what stands before is one of them.
    pub(crate) fn walk<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql(" = ANY(");
        out.push_bind_param::<Array<BigInt>, _>(&self.0)?;
        out.push_sql(")");
        Ok(())
    }
}

/// What ends a statement that keeps its rows from being changed.
pub(crate) const FOR_UPDATE: &str = " FOR NO KEY UPDATE";

/// What ends a statement that locks rows which are to be removed: it also waits for whoever is about to name them.
pub(crate) const FOR_REMOVAL: &str = " FOR UPDATE";

/// What ends a statement that keeps rows as they are, and lets others lock them in this way as well.
pub(crate) const TO_STAY: &str = " FOR SHARE";

/// Statements are ended by their driver.
pub(crate) const IN_TIME: Option<&str> = None;

/// Whether a column is one of these numbers.
macro_rules! among {
    ($column:expr, $numbers:expr) => {
        $column.eq_any($numbers.iter().copied())
    };
}

macro_rules! in_team {
    ($table:ident, $team:expr) => {
        $table::team_id.eq($team.get())
    };
}

/// Statements are ended by their driver.
macro_rules! in_time {
    ($query:expr, $column:expr) => {
        $query
    };
}

/// Other servers may write to the same database: what is read to be changed is locked. New rows may refer to it all
/// the same, for no key is ever changed.
macro_rules! for_update {
    ($query:expr) => {
        $query.for_no_key_update()
    };
}

/// Inserts a row and tells its id.
macro_rules! insert_row {
    ($insert:expr, $id:expr, $conn:expr) => {
        $insert.returning($id).get_result::<i64>($conn)
    };
}

pub(crate) use {among, for_update, in_team, in_time, insert_row};
