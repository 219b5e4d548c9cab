//! Rows as a statement steps through them.

use diesel::query_dsl::LoadQuery;
use uplift_domain::Refusal;

use super::connection::Conn;
use super::engine::lists::statement::Statement;
use super::refusals::refuse;

/// Hands over the rows of a statement. Only PostgreSQL needs the name of a cursor.
pub(crate) fn each_row<S, R>(
    conn: &mut Conn,
    _cursor: &'static str,
    statement: Statement<S>,
    mut take: impl FnMut(R) -> Result<(), Refusal>,
) -> Result<(), Refusal>
where
    for<'q> Statement<S>: LoadQuery<'q, Conn, R>,
{
    for row in statement.internal_load(conn).map_err(refuse)? {
        take(row.map_err(refuse)?)?;
    }
    Ok(())
}
