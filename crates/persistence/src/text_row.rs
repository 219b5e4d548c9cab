//! A row of statements that are written out and ask for one text.

use diesel::QueryableByName;
use diesel::sql_types::Text;

/// What a statement selects `AS text`.
#[derive(QueryableByName)]
pub(crate) struct TextRow {
    #[diesel(sql_type = Text)]
    pub(crate) text: String,
}
