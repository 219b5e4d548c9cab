//! New rows that wait to be written together. Their ids are asked for before, so many at once as there are jobs left in
//! the batch; those that are left over are given to nobody.

use std::any::Any;
use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Text};
use uplift_tables::{Columns, Moment, NewRow};

use super::connect::Conn;

#[derive(Default)]
pub(crate) struct DeferredInserts {
    /// Ids that are free, the next one last, by table.
    ids: HashMap<&'static str, Vec<i64>>,
    /// Rows of one table, and which it is.
    rows: Option<(&'static str, Box<dyn Rows>)>,
}

trait Rows: Any {
    fn write(self: Box<Self>, conn: &mut Conn) -> QueryResult<()>;
}

#[derive(QueryId)]
struct Insert<R>(R);

impl<R: QueryFragment<Pg>> QueryFragment<Pg> for Insert<R> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl<R> RunQueryDsl<Conn> for Insert<R> {}

impl<R: QueryFragment<Pg> + QueryId + 'static> Rows for Insert<R> {
    fn write(self: Box<Self>, conn: &mut Conn) -> QueryResult<()> {
        (*self).execute(conn).map(|_| ())
    }
}

impl DeferredInserts {
    /// Puts a row off and gives it its id. The row of the last job is given back: it would wait for nothing.
    pub(crate) fn defer_insert<C: NewRow>(
        &mut self,
        conn: &mut Conn,
        jobs: usize,
        (team, made): (i64, Moment),
        cells: C,
    ) -> QueryResult<Result<i64, C>> {
        let ids = self.ids.entry(C::TABLE).or_default();
        if ids.is_empty() {
            if jobs < 2 {
                return Ok(Err(cells));
            }
            *ids = NextIds { table: C::TABLE, many: i64::try_from(jobs).unwrap_or(1) }.load(conn)?;
            ids.reverse();
        }
        let Some(id) = ids.pop() else { return Ok(Err(cells)) };
        let same = self.rows.as_mut().and_then(|(_, rows)| {
            let rows: &mut dyn Any = rows.as_mut();
            rows.downcast_mut::<Insert<C::Columns>>()
        });
        match same {
            Some(Insert(rows)) => rows.push(id, team, made, cells),
            None => {
                self.write(conn)?;
                let mut rows = C::Columns::default();
                rows.push(id, team, made, cells);
                self.rows = Some((C::TABLE, Box::new(Insert(rows))));
            }
        }
        Ok(Ok(id))
    }

    /// Whether rows of one of these tables wait.
    pub(crate) fn waits(&self, tables: &[&str]) -> bool {
        self.rows.as_ref().is_some_and(|(table, _)| tables.contains(table))
    }

    /// Writes the rows that wait.
    pub(crate) fn write(&mut self, conn: &mut Conn) -> QueryResult<()> {
        self.rows.take().map_or(Ok(()), |(_, rows)| rows.write(conn))
    }
}

#[derive(QueryId)]
struct NextIds {
    table: &'static str,
    many: i64,
}

impl Query for NextIds {
    type SqlType = BigInt;
}

impl QueryFragment<Pg> for NextIds {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT nextval(CAST(pg_get_serial_sequence(");
        out.push_bind_param::<Text, _>(&self.table)?;
        out.push_sql(", 'id') AS regclass)) FROM generate_series(1, ");
        out.push_bind_param::<BigInt, _>(&self.many)?;
        out.push_sql(")");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for NextIds {}
