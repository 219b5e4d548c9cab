//! Rows that are found by the index of a column, for each of several values. A database that is left to itself would
//! rather walk through all of a team in the order of the list, and look at each row whether it has one of them.

use diesel::QueryResult;
use diesel::query_builder::AstPass;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::FilterValues;

use super::super::super::super::backend::Db;
use super::super::super::super::dialect::{IN_FOUND, IN_TIME, NUMBERS, WORDS};
use super::column;

/// Rows by the values of a column.
pub(super) struct Found {
    team: i64,
    is_number: bool,
    /// A list in JSON.
    values: String,
}

impl Found {
    pub(super) fn of(team: TeamId, is_number: bool, values: &FilterValues) -> Self {
        let listed = if is_number { serde_json::json!(values.numbers()) } else { serde_json::json!(values.words()) };
        Self { team: team.get(), is_number, values: listed.to_string() }
    }

    /// The values stand first, and by a cross join stay there on SQLite, which does not change the order of one.
    pub(super) fn walk<'b>(&'b self, mut out: AstPass<'_, 'b, Db>, table: &str, field: &str) -> QueryResult<()> {
        let (values, named) = if self.is_number { (NUMBERS, "number") } else { (WORDS, "word") };
        column(&mut out, table, "id")?;
        out.push_sql(IN_FOUND.0);
        out.push_sql("SELECT found.id FROM (");
        out.push_sql(values.0);
        out.push_bind_param::<Text, _>(&self.values)?;
        out.push_sql(values.1);
        out.push_sql(") AS asked CROSS JOIN ");
        out.push_identifier(table)?;
        out.push_sql(" AS found WHERE ");
        if let Some(in_time) = IN_TIME {
            out.push_sql("(found.id");
            out.push_sql(in_time);
            out.push_sql(" AND ");
        }
        out.push_sql("found.team_id = ");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" AND ");
        column(&mut out, "found", field)?;
        out.push_sql(" = asked.");
        out.push_sql(named);
        out.push_sql(IN_FOUND.1);
        Ok(())
    }
}
