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
use super::relations::with_words;

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
    let (near, far, (before, after)) = (link.near(from), link.far(to), NUMBERS);
    let mut words = link.words(from, to);
    if link.own_role().is_none() {
        words.extend(link.role.map(|role| (role.column.to_owned(), role.word)));
    }
    let columns = words.iter().map(|(column, _)| column.as_str());
    let mut statement = insert_into(link.table, &near, &far, columns).words(") SELECT CAST(").number(team.get());
    statement = statement.words(" AS bigint), CAST(").number(id).words(" AS bigint), number");
    for (_, word) in &words {
        statement = statement.words(", CAST(").text(*word).words(" AS text)");
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
    count(session, team, link, to, &added, 1);
    Ok(())
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
        Some(_) => delete_from(team, link.table, &link.words(from, to)),
        None => delete_from(team, link.table, near.kind.as_slice()),
    };
    statement = named(statement, near.id, id);
    if let Some(related) = related {
        statement = statement.words(" AND ").name(far.id.clone()).among(related);
    }
    let removed: Vec<i64> = statement.words(" RETURNING ").name(far.id).load(session.writing()?).map_err(refuse)?;
    count(session, team, link, to, &removed, -1);
    Ok(())
}

/// Gives a record the links of others of its kind, and tells how many it did not have yet.
pub(crate) fn move_to(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    others: &[i64],
) -> Result<i64, Refusal> {
    let (near, far, words) = (link.near(from), link.far(to), link.words(from, to));
    let kinds = [&near, &far].into_iter().filter_map(|end| end.kind.as_ref()).map(|(column, _)| column.as_str());
    let columns: Vec<_> = kinds.chain(link.role.map(|role| role.column)).collect();
    let mut statement =
        insert_into(link.table, &near, &far, columns.iter().copied()).words(") SELECT DISTINCT team_id");
    statement = statement.words(", CAST(").number(id).words(" AS bigint), ").name(far.id.clone());
    for column in columns {
        statement = statement.words(", ").name(column.to_owned());
    }
    statement = statement.words(" FROM ").name(link.table).words(" WHERE team_id = ").number(team.get());
    statement = with_words(statement, link.table, &words).words(" AND ").name(near.id.clone()).among(others);
    let moved = statement.words(" ON CONFLICT DO NOTHING").execute(session.writing()?).map_err(refuse)?;
    delete_from(team, link.table, &words)
        .words(" AND ")
        .name(near.id)
        .among(others)
        .execute(session.writing()?)
        .map_err(refuse)?;
    Ok(i64::try_from(moved).unwrap_or(i64::MAX))
}

/// Whether records other than these are attached to a record, deleted ones or not.
pub(crate) fn has_others(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): Ends,
    except: &[i64],
) -> Result<bool, Refusal> {
    let (near, far) = (link.near(from), link.far(to));
    let select = Statement::<BigInt>::new("SELECT ").name(far.id.clone()).words(" FROM ").name(link.table);
    let select = select.words(" WHERE team_id = ").number(team.get());
    let select = named(with_words(select, link.table, &link.words(from, to)), near.id, id);
    let others = select.words(" AND NOT (").name(far.id).among(except).words(")").limit(1);
    let found: Vec<i64> = others.load(session.conn()?).map_err(refuse)?;
    Ok(!found.is_empty())
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
    let select = select.words(" WHERE team_id = ").number(team.get());
    let select = with_words(select, link.table, &link.words(from, to));
    let counting: Vec<i64> = named(select, near.id, id).load(session.conn()?).map_err(refuse)?;
    count(session, team, link, to, &counting, by);
    Ok(())
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
    let table = kind.table();
    let mut statement = Statement::<BigInt>::new("UPDATE ").name(table).words(" SET ").name(field).words(" = 0");
    for (to, link) in links {
        let (near, far, there) = (link.near(kind), link.far(*to), to.table());
        statement = statement.words(" + (SELECT count(*) FROM ").name(link.table).words(" INNER JOIN ").name(there);
        statement = statement.words(" ON ").column(there, "team_id").words(" = ").column(link.table, "team_id");
        statement = statement.words(" AND ").column(there, "id").words(" = ").column(link.table, far.id.clone());
        statement = statement.words(" WHERE ").column(link.table, "team_id").words(" = ").number(team.get());
        statement =
            with_words(statement, link.table, &link.words(kind, *to)).words(" AND ").column(link.table, near.id);
        statement = statement.words(" = ").number(id).words(" AND ").column(there, "deleted_at").words(" IS NULL)");
    }
    let counted = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id = ").number(id);
    counted.execute(session.changing(kind)?).map(|_| ()).map_err(refuse)
}

/// Notes how far records count on, where a link says that they count.
fn count(session: &mut Session<'_>, team: TeamId, link: Link, to: Kind, records: &[i64], by: i64) {
    if let Some(field) = link.counted_in {
        let table = to.table();
        for record in records {
            *session.link_counts.entry((team.get(), table, field, *record)).or_default() += by;
        }
    }
}

fn insert_into<'c>(
    table: &'static str,
    near: &LinkEnd,
    far: &LinkEnd,
    columns: impl Iterator<Item = &'c str>,
) -> Statement<BigInt> {
    let statement = Statement::new("INSERT INTO ").name(table).words(" (team_id, ").name(near.id.clone());
    let statement = statement.words(", ").name(far.id.clone());
    columns.fold(statement, |statement, column| statement.words(", ").name(column.to_owned()))
}

fn delete_from(team: TeamId, table: &'static str, words: &[(String, &'static str)]) -> Statement<BigInt> {
    let delete = Statement::new("DELETE FROM ").name(table).words(" WHERE team_id = ");
    with_words(delete.number(team.get()), table, words)
}

fn named(statement: Statement<BigInt>, column: String, id: i64) -> Statement<BigInt> {
    statement.words(" AND ").name(column).words(" = ").number(id)
}

impl Session<'_> {
    /// Writes how far records count on, always in the same order, so that two servers that commit at the same time
    /// cannot deadlock.
    ///
    /// # Errors
    /// When one of them was merged into another since its links were read, which counts by what these were: the job may
    /// succeed if repeated.
    pub(crate) fn flush_link_counts(&mut self) -> Result<(), Refusal> {
        if self.link_counts.is_empty() {
            return Ok(());
        }
        self.known.forget_held();
        for ((team, table, field, id), by) in std::mem::take(&mut self.link_counts) {
            if by != 0 {
                let update = Statement::<BigInt>::new("UPDATE ").name(table).words(" SET ").name(field).words(" = ");
                let update = update.name(field).words(" + ").number(by).words(" WHERE team_id = ").number(team);
                let found = update.words(" AND id = ").number(id).execute(self.conn()?).map_err(refuse)?;
                if found == 0 {
                    return Err(Refusal::Unavailable(format!("{table} {id} was removed before it was counted")));
                }
            }
        }
        Ok(())
    }
}
