//! The settings of a connection that durability and speed rest on, as the database itself tells them.

use diesel::prelude::*;
use diesel::sql_types::Text;
use uplift_tables::settings;

use super::super::super::backend::{Conn, SETTINGS};

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    value: String,
}

/// Removes a setting that the service makes anew where it is missing.
pub(crate) fn forget(conn: &mut Conn, setting: &str) -> QueryResult<()> {
    diesel::delete(settings::table.find(setting)).execute(conn).map(drop)
}

/// Each setting's name and value.
pub(crate) fn settings(conn: &mut Conn) -> QueryResult<Vec<(String, String)>> {
    let told: Vec<Setting> = diesel::sql_query(SETTINGS).load(conn)?;
    Ok(told.into_iter().map(|it| (it.name, it.value)).collect())
}
