use std::time::{Duration, Instant};

use diesel::result::Error;

use super::*;
use crate::deadline::{Deadline, ReadTimeout};

/// How many rows a statement would look through that is never ended.
const ENDLESS: u64 = 100_000_000_000;
const TIMEOUT: Duration = Duration::from_millis(100);
/// Far more than a statement needs to be ended, and far less than it needs to end.
const SOON: Duration = Duration::from_secs(20);

#[derive(QueryableByName)]
struct RowCount {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    rows: i64,
}

fn conn() -> Conn {
    let mut conn = Conn::establish(":memory:").unwrap();
    register(&mut conn).unwrap();
    conn
}

/// Counts so many rows, of which no other condition but the last holds.
fn count(conn: &mut Conn, rows: u64) -> QueryResult<i64> {
    let numbers =
        format!("WITH RECURSIVE numbers (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM numbers LIMIT {rows})");
    let sql = format!("{numbers} SELECT count(*) AS rows FROM numbers WHERE (id{IN_TIME} AND id * 2 > 0");
    diesel::sql_query(sql).get_result::<RowCount>(conn).map(|counted| counted.rows)
}

#[test]
fn every_row_is_found_in_time() {
    assert_eq!(count(&mut conn(), 5_000), Ok(5_000));
    let timeout = ReadTimeout::new(Duration::from_secs(3600));
    assert_eq!(Deadline::of(&timeout, None).bind(|| count(&mut conn(), 5_000)), Ok(5_000));
}

#[test]
fn a_long_statement_ends_at_its_deadline_and_the_connection_is_good_at_once() {
    let mut conn = conn();
    let started = Instant::now();
    let ended = Deadline::of(&ReadTimeout::new(TIMEOUT), None).bind(|| count(&mut conn, ENDLESS));
    assert!(matches!(ended, Err(Error::DatabaseError(..))), "{ended:?}");
    assert!(started.elapsed() >= TIMEOUT && started.elapsed() < SOON, "it took {:?}", started.elapsed());
    assert_eq!(count(&mut conn, 5_000), Ok(5_000));
}

#[test]
fn a_row_in_a_thousand_asks_whatever_else_holds_of_it() {
    let mut conn = conn();
    diesel::sql_query(
        "CREATE TABLE names AS WITH RECURSIVE numbers (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM numbers \
         LIMIT 5000) SELECT id, 'name ' || id AS name FROM numbers",
    )
    .execute(&mut conn)
    .unwrap();
    let over = Deadline::of(&ReadTimeout::new(Duration::ZERO), None);
    for nothing in ["name GLOB '*x*'", "name = 'x'", "EXISTS (SELECT 1 FROM names AS other WHERE other.id < 0)"] {
        let sql = format!("SELECT count(*) AS rows FROM names WHERE (id{IN_TIME} AND {nothing}");
        let counted = over.bind(|| diesel::sql_query(sql).get_result::<RowCount>(&mut conn));
        assert!(counted.is_err(), "where {nothing}, {} rows were counted", counted.unwrap().rows);
    }
}
