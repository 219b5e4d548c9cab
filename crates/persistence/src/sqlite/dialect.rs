//! The words of SQLite: how it says what statements of the engine have in common.

use diesel::QueryResult;
use diesel::query_builder::AstPass;
use diesel::sql_types::Text;
use uplift_domain::listing::Direction;
use uplift_domain::record::FieldType;

use super::connection::Db;
use super::engine::lists::compare::Parts;

pub(crate) const IN_NUMBERS: Parts = Parts::ColumnThenValue(" IN (SELECT value FROM json_each(", "))");
/// What stands around a bound JSON list to make a table of its numbers.
pub(crate) const NUMBERS: (&str, &str) = ("SELECT value AS number FROM json_each(", ")");
/// What stands around a bound JSON list of pairs to make a table of their numbers and words.
pub(crate) const PAIRS: (&str, &str) =
    ("SELECT json_extract(value, '$[0]') AS number, json_extract(value, '$[1]') AS word FROM json_each(", ")");
pub(crate) const IN_WORDS: Parts = IN_NUMBERS;
/// Membership in a bound list where an index of the column is searched: written as any other here.
pub(crate) const INDEXED_NUMBERS: Parts = IN_NUMBERS;
pub(crate) const INDEXED_WORDS: Parts = IN_WORDS;
/// What stands around a column of texts to say that it has no letters but those of keys.
pub(crate) const IS_KEY: (&str, &str) = ("NOT (", " GLOB '*[^a-z0-9_-]*')");
/// What follows a number so that nothing else that holds of it is taken to hold of what is compared with it. SQLite
/// would look for the answers of one response in all those after the last response that was read.
pub(crate) const APART: &str = " + 0";
pub(crate) const CONTAINS: Parts =
    Parts::ValueThenColumn("EXISTS (SELECT 1 FROM json_each(", ") AS part WHERE instr(", ", part.value) > 0)");

pub(crate) const CONTAINS_ONE: Parts = Parts::ColumnThenValue(" GLOB ", "");

/// What follows the table of kept answers to read by their index those that may tell of responses to forms. SQLite would
/// as soon read all of the team's.
pub(crate) const ABOUT_RESPONSES: &str = r#" INDEXED BY idempotent_requests_about_responses WHERE (instr(answer, '"form_version":') > 0
    OR instr(answer, '"form_question_id":') > 0 OR answer GLOB '*"form_response_id":[1-9]*'
    OR instr(answer, '_type":"form_response"') > 0 OR instr(answer, '"attachable_type":"comment"') > 0)"#;

/// The characters that a pattern and the index of names take for one another: one that stands for any that is none, and
/// two that are none.
pub(crate) const ALIKE: &[char] = &['\u{fffd}', '\u{fffe}', '\u{ffff}'];

/// The pattern of what contains this text.
pub(crate) fn pattern(text: &str) -> String {
    let literal = text.chars().fold(String::new(), |mut literal, char| {
        match char {
            '*' | '?' | '[' => literal.extend(['[', char, ']']),
            _ => literal.push(char),
        }
        literal
    });
    format!("*{literal}*")
}

/// How a column is sorted: SQLite counts nulls as the smallest by itself.
pub(crate) const fn direction_of(direction: Direction, _nullable: bool) -> &'static str {
    match direction {
        Direction::Ascending => " ASC",
        Direction::Descending => " DESC",
    }
}

/// An index keeps a text as long as it may be.
pub(crate) const fn indexed_front(_field: FieldType) -> Option<usize> {
    None
}

/// Numbers of which a column is one.
pub(crate) struct Numbers(String);

impl Numbers {
    pub(crate) fn new(numbers: &[i64]) -> Self {
        Self(serde_json::json!(numbers).to_string())
    }

    /// Says that what stands before is one of them.
    pub(crate) fn walk<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql(" IN (SELECT value FROM json_each(");
        out.push_bind_param::<Text, _>(&self.0)?;
        out.push_sql("))");
        Ok(())
    }
}

/// There is one writer, so nobody else changes a row in between.
pub(crate) const FOR_UPDATE: &str = "";
pub(crate) const FOR_REMOVAL: &str = "";
pub(crate) const TO_STAY: &str = "";

/// What follows a column of numbers in the condition that ends a statement at the deadline of its thread.
pub(crate) const IN_TIME: Option<&str> = Some(super::in_time::IN_TIME);

/// Whether a column is one of these numbers, through one parameter: a statement with one for each number would be
/// prepared anew each time.
macro_rules! among {
    ($column:expr, $numbers:expr) => {
        $crate::sqlite::engine::lists::compare::one_of(
            $column,
            $crate::sqlite::dialect::IN_NUMBERS,
            serde_json::json!($numbers).to_string(),
        )
    };
}

/// The rows of a team, of which others say which. SQLite would rather walk through an index of the whole team than sort
/// these few; by an expression it cannot.
macro_rules! in_team {
    ($table:ident, $team:expr) => {
        ($table::team_id + 0).eq($team.get())
    };
}

/// A statement that may be long, which ends at the deadline of its thread. The column is one of numbers.
macro_rules! in_time {
    ($query:expr, $column:expr) => {
        $query.filter($crate::sqlite::in_time::in_time_by($column))
    };
}

/// There is one writer, so nobody else changes a row in between.
macro_rules! for_update {
    ($query:expr) => {
        $query
    };
}

diesel::define_sql_function! {
    /// The id of the row that this connection inserted last.
    fn last_insert_rowid() -> diesel::sql_types::BigInt;
}

/// Inserts a row and tells its id. To a statement with `RETURNING` a trigger belongs, and whatever has one copies each
/// page before it changes it: that takes as long as the insert itself.
macro_rules! insert_row {
    ($insert:expr, $id:expr, $conn:expr) => {{
        let conn = $conn;
        let inserted = $insert.execute(conn);
        inserted.and_then(|_| diesel::select($crate::sqlite::dialect::last_insert_rowid()).get_result::<i64>(conn))
    }};
}

pub(crate) use {among, for_update, in_team, in_time, insert_row};
