//! A recount: every counter held against the records it counts, and the names that are kept by blocks against theirs.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::listing::{Counters, Filters, PROJECT, Total};
use uplift_domain::ports::Reach;
use uplift_domain::record::Shape;
use uplift_domain::resource::Listed;
use uplift_domain::{Attachment, Idea, Insight, Kind, Learning, NumberingScheme, Project, ResearchCollection, User};
use uplift_tables::{counters, files};

use super::super::backend::{self, Conn};

/// How many records there are by team, kind, filter and value.
type Counts = BTreeMap<(i64, String, String, String), i64>;

/// What a recount found.
#[derive(Default)]
struct Recounted {
    counts: Counts,
    wrong: Vec<String>,
}

/// Names each counter that is wrong, with what it says and what there is, and each block of names that is.
pub(crate) fn recount(conn: &mut Conn) -> QueryResult<Vec<String>> {
    backend::begin_read(conn, Reach::Search)?;
    let compared = compare(conn);
    backend::end_read(conn)?;
    compared
}

fn compare(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let mut recounted = Recounted::default();
    count::<Project>(conn, "projects", None, &mut recounted)?;
    count::<ResearchCollection>(conn, "research_collections", None, &mut recounted)?;
    count::<Insight>(conn, "insights", None, &mut recounted)?;
    count::<Learning>(conn, "learnings", None, &mut recounted)?;
    count::<Idea>(conn, "ideas", Some("archived_at IS NOT NULL"), &mut recounted)?;
    count::<Attachment>(conn, "attachments", None, &mut recounted)?;
    count::<NumberingScheme>(conn, "numbering_schemes", None, &mut recounted)?;
    count::<User>(conn, "team_users", None, &mut recounted)?;
    let Recounted { mut counts, mut wrong } = recounted;
    // The counter of files counts bytes, which both databases add up in their own types.
    let sizes: Vec<(i64, i64)> = files::table.select((files::team_id, files::size)).load(conn)?;
    for (team, size) in sizes {
        let (filter, value) = Counters::WHOLE;
        *counts.entry((team, Kind::File.singular().to_owned(), filter.to_owned(), value.to_owned())).or_default() +=
            size;
    }

    let kept: Vec<(i64, String, String, String, i64)> = counters::table.load(conn)?;
    for (team, kind, filter, value, n) in kept {
        *counts.entry((team, kind, filter, value)).or_default() -= n;
    }
    let off = counts.into_iter().filter(|(_, difference)| *difference != 0);
    wrong.extend(off.map(|((team, kind, filter, value), difference)| {
        let of = if filter.is_empty() { String::new() } else { format!(" with {filter} {value}") };
        format!("team {team}: the counter of {kind} records{of} is off by {}", -difference)
    }));
    Ok(wrong)
}

#[derive(QueryableByName)]
struct Group {
    #[diesel(sql_type = BigInt)]
    team: i64,
    #[diesel(sql_type = Text)]
    value: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Counts a kind in every way in which counters do. `archived` is what holds of the records that lists leave out unless
/// they are asked for them.
fn count<R: Listed>(
    conn: &mut Conn,
    table: &str,
    archived: Option<&str>,
    Recounted { counts, wrong }: &mut Recounted,
) -> QueryResult<()> {
    let listed = archived.map(|archived| format!(" AND NOT ({archived})")).unwrap_or_default();
    if R::Filter::ALL.iter().any(|filter| filter.is_of_names()) {
        wrong.extend(backend::wrong_names(conn, R::KIND, table, &listed)?);
    }
    let (filter, value) = Counters::WHOLE;
    let mut ways = vec![(filter, format!("'{value}'"), listed.as_str())];
    for filter in R::Filter::ALL.iter().filter(|filter| filter.total() == Total::Kept) {
        // A filter has the name of the column that it compares.
        let (name, field) = (filter.name(), R::FIELDS.iter().find(|field| field.name == filter.name()));
        ways.push(match (archived, field.map(|field| field.shape)) {
            (Some(archived), None) => (name, truth(archived), ""),
            (_, Some(Shape::Boolean)) => (name, truth(name), listed.as_str()),
            _ => (name, format!("CAST(\"{name}\" AS text)"), listed.as_str()),
        });
    }
    let of_fields = R::Filter::ALL.iter().filter(|filter| R::FIELDS.iter().any(|field| field.name == filter.name()));
    let pairs: Vec<_> = of_fields
        .filter(|filter| filter.name() != PROJECT && ways.iter().any(|(name, ..)| *name == PROJECT))
        .filter_map(|filter| {
            let (_, value, listed) = ways.iter().find(|(name, ..)| *name == filter.name())?;
            Some((filter.within_project(), format!("CAST({PROJECT} AS text) || '+' || {value}"), *listed))
        })
        .collect();
    ways.extend(pairs);
    for (filter, value, listed) in ways {
        let groups: Vec<Group> = sql_query(format!(
            "SELECT team_id AS team, {value} AS value, count(*) AS n FROM {table} \
             WHERE deleted_at IS NULL AND {value} IS NOT NULL{listed} GROUP BY 1, 2"
        ))
        .load(conn)?;
        for Group { team, value, n } in groups {
            counts.insert((team, R::KIND.singular().to_owned(), filter.to_owned(), value), n);
        }
    }
    Ok(())
}

/// A condition as counters are named after it.
fn truth(condition: &str) -> String {
    format!("CASE WHEN {condition} THEN 'true' ELSE 'false' END")
}
