//! How PostgreSQL would carry out a statement.

use anyhow::Result;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use serde_json::Value;

use super::connect::Conn;
use super::manager::Manager;
use uplift_domain::Kind;

use super::engine::plans::{Exemption, Fault, Step};

pub(crate) const EXEMPT: &[Exemption] = &[
    (Kind::Team, "filter[id]=1,2", Fault::WalksTeam, "a team has one row"),
    (Kind::Form, "filter[slug]=1", Fault::WalksTeam, ONE),
    (Kind::Page, "filter[root]=false", Fault::WalksTeam, BENEATH),
    (Kind::Page, "filter[root]=false&sort=id", Fault::WalksTeam, BENEATH),
    (Kind::Page, "sort=url", Fault::Sorts, FRONTS),
];

const FRONTS: &str =
    "the index has the fronts of the addresses in order, and only those that begin alike for so long are sorted";

const ONE: &str = "a team has few forms, and to read them all is as cheap to the server as to look one up";

const BENEATH: &str =
    "nearly all pages of a tree stand beneath another, so that those which do not are hardly in the way";

/// Whatever else the server would rather do with few rows is left to it only where it has no other way, and what is
/// bound to a statement does not matter. References are not checked.
const SETTINGS: &str = "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; \
    SET enable_hashjoin = off; SET enable_mergejoin = off; \
    SET plan_cache_mode = force_generic_plan; SET session_replication_role = replica";

/// What stands in a statement for records that a search found already. They are few, so that they may be sorted; what
/// may not happen is that all of the team is read in the order of the list to find them.
const FOUND: &str = "\"id\" = ANY(";

/// Fills every table with rows of many teams, no two of one team alike: of the indexes that could serve a statement the
/// server then prefers the one that says most.
const FILL: &str = "DO $$
    DECLARE fill text;
    BEGIN
        FOR fill IN
            SELECT format('INSERT INTO %I (%s) SELECT %s FROM generate_series(1, 1000) AS g',
                table_name, string_agg(quote_ident(column_name), ', '),
                string_agg(CASE
                    WHEN column_name = 'team_id' THEN 'g % 100'
                    WHEN column_name = 'id' THEN 'g'
                    WHEN data_type = 'bigint' THEN 'g / 10'
                    WHEN data_type = 'text' THEN 'g::text'
                    WHEN data_type = 'double precision' THEN 'g'
                    WHEN data_type = 'tsvector' THEN 'to_tsvector(''simple'', g::text)'
                    WHEN data_type = 'boolean' THEN 'g % 2 = 0'
                    WHEN data_type = 'date' THEN 'current_date'
                    WHEN data_type = 'timestamp with time zone' THEN 'to_timestamp(g)'
                    ELSE 'NULL'
                END, ', '))
            FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
            WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '__diesel_schema_migrations'
                AND is_generated = 'NEVER' AND column_name NOT IN ('deleted_at', 'archived_at', 'url')
            GROUP BY table_name
        LOOP
            EXECUTE fill;
        END LOOP;
    END
    $$; ANALYZE";

/// Whether the plan of a statement is the same whatever the tables hold.
pub(crate) const NEED_NO_STATISTICS: bool = false;

/// A database of its own, which goes with this.
pub(crate) struct Fresh {
    pub(crate) conn: Conn,
    name: String,
}

impl Fresh {
    pub(crate) fn new() -> Self {
        let name = format!("uplift_plans_{}", std::process::id());
        administer(&format!("CREATE DATABASE {name}")).expect("a new database");
        let mut conn = connect(&name).expect("the new database");
        conn.batch_execute(SETTINGS).expect("the settings of a planner");
        Self { conn, name }
    }

    pub(crate) fn fill(&mut self) {
        self.conn.batch_execute(FILL).expect("rows");
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // A database that stays behind harms nobody, for the server is thrown away.
        let _ = administer(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

fn connect(database: &str) -> ConnectionResult<Conn> {
    let address = std::env::var("UPLIFT_TEST_POSTGRES").unwrap_or_default();
    assert!(!address.is_empty(), "UPLIFT_TEST_POSTGRES is not set: run the tests through tests/with-postgres");
    Manager::new(&format!("{}/{database}", address.trim_end_matches('/'))).expect("an address").open()
}

fn administer(statement: &str) -> Result<()> {
    let mut conn = connect("postgres")?;
    Ok(conn.batch_execute(statement)?)
}

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    json: String,
}

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    first: String,
    #[diesel(sql_type = Nullable<Text>)]
    over: Option<String>,
}

/// The steps of a statement's plan.
pub(crate) fn explain(conn: &mut Conn, statement: &str) -> Vec<Step> {
    let parameters = (1..).take_while(|n| statement.contains(&format!("${n}"))).count();
    let nulls = vec!["NULL"; parameters].join(", ");
    let prepared = conn.batch_execute(&format!("PREPARE looked_at AS {statement}"));
    prepared.unwrap_or_else(|error| panic!("{statement}: {error}"));
    let values = if parameters == 0 { nulls } else { format!("({nulls})") };
    let plan = diesel::sql_query(format!("EXPLAIN (FORMAT JSON, COSTS OFF) EXECUTE looked_at{values}"));
    let found = statement.contains(FOUND);
    if found {
        conn.batch_execute("SET enable_sort = on").expect("the settings of a planner");
    }
    let plan: Plan = plan.get_result(conn).unwrap_or_else(|error| panic!("{statement}: {error}"));
    conn.batch_execute("SET enable_sort = off").expect("the settings of a planner");
    conn.batch_execute("DEALLOCATE looked_at").expect("an end of what was prepared");
    let plan: Value = serde_json::from_str(&plan.json).expect("a plan in JSON");
    let mut steps = Vec::new();
    walk(conn, &plan[0]["Plan"], &mut steps);
    steps.retain(|step| !found || *step != Step::Sort);
    steps
}

/// Adds the steps of a node of a plan and of those below it.
fn walk(conn: &mut Conn, node: &Value, steps: &mut Vec<Step>) {
    let said = |key: &str| node[key].as_str().unwrap_or_default().to_owned();
    let table = said("Relation Name");
    match said("Node Type").as_str() {
        "Sort" | "Incremental Sort" => steps.push(Step::Sort),
        "Index Scan" | "Index Only Scan" => {
            let Index { first, over } = index(conn, &said("Index Name"));
            let mut by = bounds(&said("Index Cond"));
            // A later column of an index narrows nothing unless its first is held too.
            if !by.contains(&first) {
                by.clear();
            }
            steps.push(Step::Search { table, by, over });
        }
        _ if !table.is_empty() => steps.push(Step::Scan { table }),
        _ => {}
    }
    for below in node["Plans"].as_array().into_iter().flatten() {
        walk(conn, below, steps);
    }
}

/// The columns in `((team_id = $1) AND (status = $2))`.
fn bounds(condition: &str) -> Vec<String> {
    let held = condition.split(" AND ").filter_map(|bound| bound.split_once(" = "));
    let column = |bound: &str| bound.trim_start_matches('(').rsplit('.').next().unwrap_or_default().to_owned();
    held.map(|(bound, _)| column(bound)).collect()
}

fn index(conn: &mut Conn, name: &str) -> Index {
    let index = diesel::sql_query(
        "SELECT pg_get_indexdef(indexrelid, 1, true) AS first, pg_get_expr(indpred, indrelid) AS over \
        FROM pg_index WHERE indexrelid = CAST($1 AS regclass)",
    );
    index.bind::<Text, _>(name).get_result(conn).expect("an index of the plan")
}
