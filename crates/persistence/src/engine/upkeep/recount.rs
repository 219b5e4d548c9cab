//! A recount: every counter held against the records it counts, and the names that are indexed against theirs. The
//! database compares them, so that only what is wrong is ever in memory.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::listing::{Compared, Counters, Filters, Listed, Total};
use uplift_domain::lookups::LookupType;
use uplift_domain::ports::Reach;
use uplift_domain::record::{Choices as _, FieldType};
use uplift_domain::responses::MONTH_COUNTER;
use uplift_domain::{Kind, record_kinds};

use super::super::super::backend::{self, Conn};
use super::NAMED;
use super::chain::wrong_chain;
use super::link_counts::wrong_link_counts;
use super::lookup_uses::lookup_uses;
use super::search_index::wrong_index;

/// Names each counter that is wrong, with how far it is off, and each name that is not indexed as it is.
pub(crate) fn recount(conn: &mut Conn) -> QueryResult<Vec<String>> {
    backend::begin_read(conn, Reach::Search)?;
    let compared = compare(conn);
    backend::end_read(conn)?;
    compared
}

fn compare(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let mut wrong = Vec::new();
    wrong_of_every_kind(conn, &mut wrong)?;
    let bytes = "SELECT team_id AS team, '' AS value, CAST(sum(size) AS bigint) AS n FROM files GROUP BY team_id";
    wrong.extend(differences(conn, Kind::File, Counters::WHOLE.0, bytes)?);
    wrong.extend(wrong_link_counts(conn)?);
    wrong.extend(wrong_chain(conn)?);
    for (lookup, uses) in lookup_uses() {
        wrong.extend(differences(conn, Kind::ProjectLookup, lookup, &uses)?);
    }
    if wrong.len() >= NAMED {
        wrong.push(format!("of each sort {NAMED} are named at most"));
    }
    Ok(wrong)
}

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        fn wrong_of_every_kind(conn: &mut Conn, wrong: &mut Vec<String>) -> QueryResult<()> {
            $(wrong.extend(wrong_of::<uplift_domain::$Kind>(conn, stringify!($table))?);)*
            Ok(())
        }
    };
}

record_kinds!(every_kind);

/// What holds of the records that lists leave out unless they are asked for them, where there are such.
pub(super) fn archived<R: Listed>() -> Option<String> {
    let (filter, _) = R::Filter::DEFAULT?;
    match filter.compares() {
        Compared::Filled(field) => Some(format!("{field} IS NOT NULL")),
        Compared::Empty(field) => Some(format!("{field} IS NULL")),
        Compared::Field(field) => Some(field.to_owned()),
        Compared::Lapsing { .. } | Compared::Tokens | Compared::Through { .. } | Compared::Answers => None,
    }
}

/// What is wrong with a kind.
fn wrong_of<R: Listed>(conn: &mut Conn, table: &str) -> QueryResult<Vec<String>> {
    let archived = archived::<R>();
    let archived = archived.as_deref();
    let listed = archived.map(|archived| format!(" AND NOT ({archived})")).unwrap_or_default();
    let mut wrong = Vec::new();
    if R::Filter::ALL.iter().any(|filter| filter.is_of_names()) {
        wrong.extend(backend::wrong_names(conn, R::KIND, table, &listed)?);
    }
    wrong.extend(wrong_index::<R>(conn, table)?);
    let counter_queries = counter_queries::<R>(&listed, archived);
    for CounterQuery { filter, value, of } in &counter_queries {
        let counted = format!(
            "SELECT team_id AS team, {value} AS value, count(*) AS n FROM {table} \
             WHERE deleted_at IS NULL AND {value} IS NOT NULL{of} GROUP BY 1, 2"
        );
        wrong.extend(differences(conn, R::KIND, filter, &counted)?);
    }
    let mut known: Vec<String> = counter_queries.iter().map(|query| format!("'{}'", query.filter)).collect();
    if R::KIND == Kind::ProjectLookup {
        known.extend(LookupType::ALL.iter().map(|lookup| format!("'{}'", lookup.name())));
    }
    if R::KIND == Kind::FormResponse {
        // What was let in stays so, whatever became of the responses.
        known.push(format!("'{MONTH_COUNTER}'"));
    }
    wrong.extend(strays(conn, R::KIND, &known.join(", "))?);
    Ok(wrong)
}

/// A way in which counters count a kind.
struct CounterQuery {
    filter: &'static str,
    /// The value that a record is counted by, as SQL.
    value: String,
    /// Which records are counted, as SQL that begins with AND.
    of: String,
}

fn counter_queries<R: Listed>(listed: &str, archived: Option<&str>) -> Vec<CounterQuery> {
    let (whole, value) = Counters::WHOLE;
    let mut counter_queries = vec![CounterQuery { filter: whole, value: format!("'{value}'"), of: listed.to_owned() }];
    for filter in R::Filter::ALL {
        let words = match filter.total() {
            Total::Counter(words) => words,
            Total::Selective | Total::Unknown => continue,
        };
        // A filter has the name of the column that it compares.
        let (name, field) = (filter.name(), R::FIELDS.iter().find(|field| field.name == filter.name()));
        let (value, mut of) = match (filter.compares(), archived, field.map(|field| field.field_type)) {
            (Compared::Empty(field), ..) => (truth(&format!("{field} IS NULL")), listed.to_owned()),
            (Compared::Filled(field), ..) if R::Filter::DEFAULT.is_none_or(|(default, _)| default != *filter) => {
                (truth(&format!("{field} IS NOT NULL")), listed.to_owned())
            }
            (_, Some(archived), None) => (truth(archived), String::new()),
            (_, _, Some(FieldType::Boolean)) => (truth(name), listed.to_owned()),
            _ => (format!("CAST(\"{name}\" AS text)"), listed.to_owned()),
        };
        if let Some(words) = words {
            of.push_str(&format!(" AND {value} IN ('{}')", words.join("', '")));
        }
        counter_queries.push(CounterQuery { filter: name, value, of });
    }
    counter_queries
}

/// A condition as counters are named after it.
fn truth(condition: &str) -> String {
    format!("CASE WHEN {condition} THEN 'true' ELSE 'false' END")
}

#[derive(QueryableByName)]
struct Difference {
    #[diesel(sql_type = BigInt)]
    team: i64,
    #[diesel(sql_type = Text)]
    filter: String,
    #[diesel(sql_type = Text)]
    value: String,
    #[diesel(sql_type = BigInt)]
    off: i64,
}

/// The counters of a filter that do not say what was `counted`: the rows of a query for team, value and n.
fn differences(conn: &mut Conn, kind: Kind, filter: &str, counted: &str) -> QueryResult<Vec<String>> {
    let query = format!(
        "SELECT coalesce(there.team, kept.team_id) AS team, '{filter}' AS filter, \
            coalesce(there.value, kept.value) AS value, coalesce(kept.n, 0) - coalesce(there.n, 0) AS off \
         FROM ({counted}) AS there \
         FULL JOIN (SELECT team_id, value, n FROM counters WHERE kind = '{}' AND filter = '{filter}') AS kept \
            ON kept.team_id = there.team AND kept.value = there.value \
         WHERE coalesce(kept.n, 0) <> coalesce(there.n, 0) ORDER BY 1, 3 LIMIT {NAMED}",
        kind.singular()
    );
    counter_differences(conn, kind, query)
}

/// The counters of a kind by filters that have none.
fn strays(conn: &mut Conn, kind: Kind, known: &str) -> QueryResult<Vec<String>> {
    let query = format!(
        "SELECT team_id AS team, filter, value, n AS off FROM counters \
         WHERE kind = '{}' AND filter NOT IN ({known}) ORDER BY 1, 2, 3 LIMIT {NAMED}",
        kind.singular()
    );
    counter_differences(conn, kind, query)
}

fn counter_differences(conn: &mut Conn, kind: Kind, query: String) -> QueryResult<Vec<String>> {
    let kind = kind.singular();
    let differences: Vec<Difference> = sql_query(query).load(conn)?;
    let tell = |Difference { team, filter, value, off }| {
        let of = if filter.is_empty() { String::new() } else { format!(" with {filter} {value}") };
        format!("team {team}: the counter of {kind} records{of} is off by {off}")
    };
    Ok(differences.into_iter().map(tell).collect())
}
