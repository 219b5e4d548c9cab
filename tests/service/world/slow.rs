//! Slowness: a table of which few rows take as long as many, so that a test needs few.

use std::time::Duration;

use super::{Store, World};

impl World {
    /// From now on each row that is changed or removed so, by `UPDATE` or `DELETE`, takes about this time.
    pub(crate) fn slow_down(&self, store: Store, act: &str, table: &str, each: Duration) {
        let microseconds = each.as_micros();
        self.execute(&match store {
            Store::Sqlite => format!(
                "CREATE VIEW many_rows AS WITH RECURSIVE numbers (id) AS \
                 (VALUES (1) UNION ALL SELECT id + 1 FROM numbers LIMIT {}) SELECT id FROM numbers; \
                 CREATE TRIGGER slow AFTER {act} ON {table} BEGIN SELECT count(*) FROM many_rows; END",
                microseconds * 2
            ),
            Store::Postgres => format!(
                "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN PERFORM pg_sleep({microseconds} / 1e6); RETURN NULL; END $$; \
                 CREATE TRIGGER slow AFTER {act} ON {table} FOR EACH ROW EXECUTE FUNCTION wait()"
            ),
        });
    }
}
