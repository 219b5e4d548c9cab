//! What uses a record, by the columns and the links in which its declarations say it is named.

use diesel::RunQueryDsl;
use diesel::result::OptionalExtension;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::listing::LinkEnd;
use uplift_domain::ports::{Naming, UseRows};
use uplift_domain::{Kind, Refusal};

use super::super::super::dialect::FOR_REMOVAL;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

impl UseRows for Session<'_> {
    fn hold_to_remove(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        let statement = Statement::<BigInt>::new("SELECT id FROM ").name(kind.table()).words(" WHERE team_id = ");
        let statement = statement.number(team.get()).words(" AND id = ").number(id).words(FOR_REMOVAL);
        let found: Option<i64> = statement.get_result(self.conn()?).optional().map_err(refuse)?;
        Ok(found.is_some())
    }

    fn count_uses(
        &mut self,
        team: TeamId,
        (by, naming): (Kind, &Naming),
        (of, id): (Kind, i64),
    ) -> Result<i64, Refusal> {
        let table = by.table();
        let mut statement = Statement::<BigInt>::new("SELECT count(*) FROM (");
        // A record that names it in several ways is one.
        let union = |at: usize| if at == 0 { "" } else { " UNION " };
        for (at, field) in naming.fields.iter().enumerate() {
            let named = statement.words(union(at)).words("SELECT ").column(table, "id").words(" FROM ").name(table);
            let named = named.words(" WHERE ").column(table, "team_id").words(" = ").number(team.get());
            statement = named.words(" AND ").column(table, field.name).words(" = ").number(id);
            if field.nullable {
                statement = statement.words(" AND ").column(table, "deleted_at").words(" IS NULL");
            }
            if by == of {
                statement = statement.words(" AND ").column(table, "id").words(" <> ").number(id);
            }
        }
        for (at, link) in naming.links.iter().enumerate() {
            statement = linked(statement.words(union(naming.fields.len() + at)), team, table, link, id);
        }
        statement.words(") AS used").get_result(self.conn()?).map_err(refuse)
    }

    fn clear_deleted(&mut self, team: TeamId, (by, field): (Kind, &'static str), id: i64) -> Result<(), Refusal> {
        let update = Statement::<BigInt>::new("UPDATE ").name(by.table()).words(" SET ").name(field);
        let update = update.words(" = NULL WHERE team_id = ").number(team.get()).words(" AND ").name(field);
        let update = update.words(" = ").number(id).words(" AND deleted_at IS NOT NULL");
        update.execute(self.changing(by)?).map(|_| ()).map_err(refuse)
    }
}

/// The live records of a table that stand in the rows of a link with a record.
fn linked(
    statement: Statement<BigInt>,
    team: TeamId,
    table: &'static str,
    (link, near, far): &(&'static str, LinkEnd, LinkEnd),
    id: i64,
) -> Statement<BigInt> {
    let from = statement.words("SELECT ").column(table, "id").words(" FROM ").name(*link).words(" INNER JOIN ");
    let from = from.name(table).words(" ON ").column(table, "team_id").words(" = ").column(link, "team_id");
    let from = from.words(" AND ").column(table, "id").words(" = ").column(link, far.id.clone()).words(" WHERE ");
    let from = from.column(link, "team_id").words(" = ").number(team.get()).words(" AND ");
    let from = from.column(link, near.id.clone()).words(" = ").number(id).words(" AND ");
    from.column(table, "deleted_at").words(" IS NULL")
}
