//! The index that searches look in, held against the records: what is not in it yet is put there, and what is wrong is
//! named.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::Listed;
use uplift_domain::listing::search::{SearchDocument, is_searched, searched_texts};
use uplift_domain::ports::Unmetered;
use uplift_domain::record::Stored;
use uplift_domain::{Kind, Refusal, record_kinds};

use super::super::super::backend::{self, Conn};
use super::super::records::by_ids::{ByIds, in_order_of};
use super::super::session::budget::ReadBudget;
use super::super::session::session::refuse;
use super::NAMED;

/// How many records are put into the index at once.
const BATCH: usize = 500;

#[derive(QueryableByName)]
struct UnindexedKind {
    #[diesel(sql_type = Text)]
    kind: String,
}

#[derive(QueryableByName)]
struct Key {
    #[diesel(sql_type = BigInt)]
    team: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// The kinds whose records were there before their index was.
pub(crate) fn unindexed(conn: &mut Conn) -> QueryResult<Vec<Kind>> {
    let kinds: Vec<UnindexedKind> = sql_query("SELECT kind FROM unindexed_kinds ORDER BY kind").load(conn)?;
    Ok(kinds.iter().filter_map(|it| Kind::named(&it.kind)).collect())
}

/// Puts the records of these kinds into their index. What is there already is left as it is, so that it can be done
/// again wherever it ended.
pub(crate) fn index_all(conn: &mut Conn, kinds: &[Kind]) -> Result<(), Refusal> {
    for kind in kinds {
        index_kind(conn, *kind)?;
        let done = sql_query(backend::DONE_INDEXING).bind::<Text, _>(kind.singular());
        done.execute(conn).map_err(refuse)?;
    }
    Ok(())
}

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        fn index_kind(conn: &mut Conn, kind: Kind) -> Result<(), Refusal> {
            match kind {
                $(Kind::$Kind => index_records::<uplift_domain::$Kind>(conn, stringify!($table)),)*
                Kind::File | Kind::Activity => Ok(()),
            }
        }

        /// Puts these records of a team into the index of their kind as they are now, whatever stands there.
        pub(crate) fn index_anew(conn: &mut Conn, team: TeamId, kind: Kind, ids: &[i64]) -> Result<(), Refusal> {
            match kind {
                $(Kind::$Kind => index_of_team::<uplift_domain::$Kind>(conn, team, ids).map(drop),)*
                Kind::File | Kind::Activity => Ok(()),
            }
        }
    };
}

record_kinds!(every_kind);

fn index_records<R: Listed + ByIds>(conn: &mut Conn, table: &str) -> Result<(), Refusal> {
    let mut left = is_searched::<R>();
    while left {
        left = conn.transaction(|conn| index_some::<R>(conn, table)).map_err(|Undone(refusal)| refusal)?;
    }
    Ok(())
}

/// Why a transaction is undone.
struct Undone(Refusal);

impl From<diesel::result::Error> for Undone {
    fn from(error: diesel::result::Error) -> Self {
        Self(refuse(error))
    }
}

impl From<Refusal> for Undone {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

/// Puts the next records into their index, and tells whether there were any.
fn index_some<R: Listed + ByIds>(conn: &mut Conn, table: &str) -> Result<bool, Undone> {
    backend::hold_index(conn, R::KIND)?;
    let keys: Vec<Key> = sql_query(backend::unindexed(R::KIND, table, BATCH)).load(conn)?;
    let mut teams: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for Key { team, id } in keys {
        teams.entry(team).or_default().push(id);
    }
    let mut some = false;
    for (team, mut ids) in teams {
        ids.sort_unstable();
        some |= index_of_team::<R>(conn, TeamId::new(team), &ids)?;
    }
    Ok(some)
}

/// Puts these records of a team into their index, and tells whether any of them is there.
fn index_of_team<R: Listed + ByIds>(conn: &mut Conn, team: TeamId, ids: &[i64]) -> Result<bool, Refusal> {
    if !is_searched::<R>() {
        return Ok(false);
    }
    let records = R::by_ids(conn, &mut ReadBudget::unlimited(), team, ids, &mut Unmetered)?;
    let document = |it: &Stored<R>| ((team.get(), it.id.get()), SearchDocument::of(searched_texts(it)));
    let documents: Vec<_> = in_order_of(ids, records, |stored| stored.id.get()).iter().map(document).collect();
    let rows: Vec<_> = documents.iter().map(|(key, document)| (*key, document)).collect();
    backend::index(conn, R::KIND, &rows).map_err(refuse)?;
    Ok(!rows.is_empty())
}

/// Names each live record that is not in the index of its kind, and each that is though it is not there.
pub(crate) fn wrong_index<R: Listed>(conn: &mut Conn, table: &str) -> QueryResult<Vec<String>> {
    if !is_searched::<R>() {
        return Ok(Vec::new());
    }
    let kind = R::KIND.singular();
    let mut wrong = Vec::new();
    for (query, is) in [
        (backend::unindexed(R::KIND, table, NAMED), "is not found by searches"),
        (backend::indexed_for_nothing(R::KIND, table, NAMED), "is found by searches and not there"),
    ] {
        let keys: Vec<Key> = sql_query(query).load(conn)?;
        wrong.extend(keys.iter().map(|Key { team, id }| format!("team {team}: {kind} {id} {is}")));
    }
    Ok(wrong)
}
