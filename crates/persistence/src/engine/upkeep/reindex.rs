//! The indexes of names and of tokens, made anew of all records.

use anyhow::{Result, anyhow};
use uplift_domain::listing::{Filters, Listed};
use uplift_domain::{Kind, record_kinds};

use super::super::super::backend::{self, Conn};
use super::super::session::session::failure;
use super::recount::archived;
use super::search_index::index_all;

/// Fills the indexes, which are empty.
pub(crate) fn reindex(conn: &mut Conn) -> Result<()> {
    names_of_every_kind(conn)?;
    index_all(conn, Kind::ALL).map_err(|refusal| anyhow!(failure(&refusal)))
}

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        fn names_of_every_kind(conn: &mut Conn) -> diesel::QueryResult<()> {
            $(names_of::<uplift_domain::$Kind>(conn, stringify!($table))?;)*
            Ok(())
        }
    };
}

record_kinds!(every_kind);

fn names_of<R: Listed>(conn: &mut Conn, table: &str) -> diesel::QueryResult<()> {
    let listed = archived::<R>().map(|archived| format!(" AND NOT ({archived})")).unwrap_or_default();
    if R::Filter::ALL.iter().any(|filter| filter.is_of_names()) {
        backend::index_names(conn, R::KIND, table, &listed)?;
    }
    Ok(())
}
