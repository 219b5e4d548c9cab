//! What the transaction changes of the index that searches look in.

use std::collections::BTreeMap;

use diesel::QueryResult;
use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::listing::search::SearchDocument;

use super::super::super::backend::{self, Conn};

/// The team and the id of a record.
pub(crate) type RecordKey = (i64, i64);

/// What records are to be found by, or that they are not any more. They are written in this order, because an index is
/// written anew for each row that comes before the one before it.
#[derive(Default)]
pub(crate) struct SearchIndex(BTreeMap<Kind, BTreeMap<RecordKey, Option<SearchDocument>>>);

impl SearchIndex {
    pub(crate) fn note(&mut self, team: TeamId, kind: Kind, id: i64, document: Option<SearchDocument>) {
        self.0.entry(kind).or_default().insert((team.get(), id), document);
    }

    pub(crate) fn flush(&mut self, conn: &mut Conn) -> QueryResult<()> {
        for (kind, changes) in std::mem::take(&mut self.0) {
            let gone: Vec<RecordKey> = changes.iter().filter(|(_, it)| it.is_none()).map(|(key, _)| *key).collect();
            let here: Vec<(RecordKey, &SearchDocument)> =
                changes.iter().filter_map(|(key, it)| Some((*key, it.as_ref()?))).collect();
            if !gone.is_empty() {
                backend::unindex(conn, kind, &gone)?;
            }
            if !here.is_empty() {
                backend::index(conn, kind, &here)?;
            }
        }
        Ok(())
    }
}
