//! The settings of a connection that durability and speed rest on, as the database itself tells them.

use diesel::prelude::*;
use diesel::sql_types::Text;

use super::super::super::backend::{Conn, SETTINGS};

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    value: String,
}

/// Each setting's name and value.
pub(crate) fn settings(conn: &mut Conn) -> QueryResult<Vec<(String, String)>> {
    let settings: Vec<Setting> = diesel::sql_query(SETTINGS).load(conn)?;
    Ok(settings.into_iter().map(|it| (it.name, it.value)).collect())
}
