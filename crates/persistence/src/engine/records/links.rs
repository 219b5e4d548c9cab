//! The rows of links: made, removed, moved to another record and counted.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Link, LinkEnd};
use uplift_domain::ports::Ends;
use uplift_domain::{Kind, Refusal};

use super::super::super::dialect::NUMBERS;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;
use super::relations::of_kinds;

/// Attaches records to a record; one that is attached already stays so.
pub(crate) fn attach(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    related: &[i64],
) -> Result<(), Refusal> {
    if related.is_empty() {
        return Ok(());
    }
    let (ends, (before, after)) = ([link.near(from), link.far(to)], NUMBERS);
    let [near, far] = &ends;
    let mut statement = insert_into(link.table, near, far).words(") SELECT CAST(").number(team.get());
    statement = statement.words(" AS bigint), CAST(").number(id).words(" AS bigint), number");
    for (_, kind) in ends.iter().filter_map(|end| end.kind.as_ref()) {
        statement = statement.words(", CAST(").text(*kind).words(" AS text)");
    }
    let added: Vec<i64> = statement
        .words(" FROM (")
        .words(before)
        .text(serde_json::json!(related).to_string())
        .words(after)
        .words(") AS numbers WHERE true ON CONFLICT DO NOTHING RETURNING ")
        .name(far.id.clone())
        .load(session.writing()?)
        .map_err(refuse)?;
    count(session, team, link, to, &added, 1)
}

/// Takes these records off a record; where none are named all that it has, of whatever kind.
pub(crate) fn detach(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    related: Option<&[i64]>,
) -> Result<(), Refusal> {
    let (near, far) = (link.near(from), link.far(to));
    let mut statement = match related {
        Some(_) => delete_from(team, link.table, &near, &far),
        None => delete_from(team, link.table, &near, &LinkEnd { kind: None, ..far.clone() }),
    };
    statement = named(statement, near.id, id);
    if let Some(related) = related {
        statement = statement.words(" AND ").name(far.id.clone()).among(related);
    }
    let removed: Vec<i64> = statement.words(" RETURNING ").name(far.id).load(session.writing()?).map_err(refuse)?;
    count(session, team, link, to, &removed, -1)
}

/// Gives a record the links of others of its kind, and tells how many it did not have yet.
pub(crate) fn move_to(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    others: &[i64],
) -> Result<i64, Refusal> {
    let (near, far) = (link.near(from), link.far(to));
    let mut statement = insert_into(link.table, &near, &far).words(") SELECT DISTINCT team_id, CAST(").number(id);
    statement = statement.words(" AS bigint), ").name(far.id.clone());
    for (column, _) in [&near, &far].into_iter().filter_map(|end| end.kind.as_ref()) {
        statement = statement.words(", ").name(column.clone());
    }
    statement = statement.words(" FROM ").name(link.table).words(" WHERE team_id = ").number(team.get());
    statement = of_kinds(statement, link.table, &near, &far).words(" AND ").name(near.id.clone()).among(others);
    let moved = statement.words(" ON CONFLICT DO NOTHING").execute(session.writing()?).map_err(refuse)?;
    delete_from(team, link.table, &near, &far)
        .words(" AND ")
        .name(near.id)
        .among(others)
        .execute(session.writing()?)
        .map_err(refuse)?;
    Ok(i64::try_from(moved).unwrap_or(i64::MAX))
}

/// Moves what the records on the other side of a link count of this side, for all that a record is attached to.
pub(crate) fn count_all(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    by: i64,
) -> Result<(), Refusal> {
    let (near, far) = (link.near(from), link.far(to));
    let select = Statement::<BigInt>::new("SELECT ").name(far.id.clone()).words(" FROM ").name(link.table);
    let select = of_kinds(select.words(" WHERE team_id = ").number(team.get()), link.table, &near, &far);
    let counting: Vec<i64> = named(select, near.id, id).load(session.conn()?).map_err(refuse)?;
    count(session, team, link, to, &counting, by)
}

/// Counts anew, in a field of a record, the live records that links attach to it.
pub(crate) fn recount(
    session: &mut Session<'_>,
    team: TeamId,
    (kind, id): (Kind, i64),
    field: &'static str,
    links: &[(Kind, Link)],
) -> Result<(), Refusal> {
    session.flush_link_counts()?;
    let table = table_of(kind)?;
    let mut statement = Statement::<BigInt>::new("UPDATE ").name(table).words(" SET ").name(field).words(" = 0");
    for (to, link) in links {
        let (near, far, there) = (link.near(kind), link.far(*to), table_of(*to)?);
        statement = statement.words(" + (SELECT count(*) FROM ").name(link.table).words(" INNER JOIN ").name(there);
        statement = statement.words(" ON ").column(there, "team_id").words(" = ").column(link.table, "team_id");
        statement = statement.words(" AND ").column(there, "id").words(" = ").column(link.table, far.id.clone());
        statement = statement.words(" WHERE ").column(link.table, "team_id").words(" = ").number(team.get());
        statement = of_kinds(statement, link.table, &near, &far).words(" AND ").column(link.table, near.id);
        statement = statement.words(" = ").number(id).words(" AND ").column(there, "deleted_at").words(" IS NULL)");
    }
    let counted = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id = ").number(id);
    counted.execute(session.changing(kind)?).map(|_| ()).map_err(refuse)
}

/// Notes how far records count on, where a link says that they count.
fn count(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    to: Kind,
    records: &[i64],
    by: i64,
) -> Result<(), Refusal> {
    if let Some(field) = link.counted_in {
        let table = table_of(to)?;
        for record in records {
            *session.link_counts.entry((team.get(), table, field, *record)).or_default() += by;
        }
    }
    Ok(())
}

fn insert_into(table: &'static str, near: &LinkEnd, far: &LinkEnd) -> Statement<BigInt> {
    let mut statement = Statement::new("INSERT INTO ").name(table).words(" (team_id, ").name(near.id.clone());
    statement = statement.words(", ").name(far.id.clone());
    for (column, _) in [near, far].into_iter().filter_map(|end| end.kind.as_ref()) {
        statement = statement.words(", ").name(column.clone());
    }
    statement
}

fn delete_from(team: TeamId, table: &'static str, near: &LinkEnd, far: &LinkEnd) -> Statement<BigInt> {
    let delete = Statement::new("DELETE FROM ").name(table).words(" WHERE team_id = ");
    of_kinds(delete.number(team.get()), table, near, far)
}

fn named(statement: Statement<BigInt>, column: String, id: i64) -> Statement<BigInt> {
    statement.words(" AND ").name(column).words(" = ").number(id)
}

impl Session<'_> {
    /// Writes how far records count on, always in the same order, so that two servers that commit at the same time do
    /// not wait for each other in a circle.
    pub(crate) fn flush_link_counts(&mut self) -> Result<(), Refusal> {
        for ((team, table, field, id), by) in std::mem::take(&mut self.link_counts) {
            if by != 0 {
                let update = Statement::<BigInt>::new("UPDATE ").name(table).words(" SET ").name(field).words(" = ");
                let update = update.name(field).words(" + ").number(by).words(" WHERE team_id = ").number(team);
                update.words(" AND id = ").number(id).execute(self.conn()?).map_err(refuse)?;
            }
        }
        Ok(())
    }
}
