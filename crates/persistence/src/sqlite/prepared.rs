//! Statements without parameters that stay prepared. A short read costs so little that parsing the statements around it
//! each time would be a good part of it.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};

use super::connection::{Conn, Db};

macro_rules! prepared {
    ($($(#[$about:meta])* $name:ident = $sql:literal;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, QueryId)]
        pub(super) struct $name;

        impl QueryFragment<Db> for $name {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
                out.push_sql($sql);
                Ok(())
            }
        }

        impl RunQueryDsl<Conn> for $name {}
    )*};
}

prepared! {
    Begin = "BEGIN";
    Commit = "COMMIT";
}
