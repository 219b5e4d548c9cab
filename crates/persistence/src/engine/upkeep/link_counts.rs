//! What records count of those that links attach to them, held against the links.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use uplift_domain::Kind;
use uplift_domain::listing::{LeadsTo, Link};

use super::super::super::backend::Conn;
use super::NAMED;

/// The links that are counted, by the kind that counts and its field: from which kind they come.
type CountedLinks = BTreeMap<(Kind, &'static str), Vec<(Kind, Link)>>;

fn counted_links() -> CountedLinks {
    let mut links = CountedLinks::new();
    for from in Kind::ALL {
        for (to, link) in from.relations().into_iter().filter_map(LeadsTo::link) {
            if let Some(field) = link.counted_in {
                links.entry((to, field)).or_default().push((*from, link));
            }
        }
    }
    links
}

#[derive(QueryableByName)]
struct Difference {
    #[diesel(sql_type = BigInt)]
    team: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    off: i64,
}

/// Names each record that counts wrong, with how far it is off.
pub(crate) fn wrong_link_counts(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let mut wrong = Vec::new();
    for ((kind, field), links) in counted_links() {
        let table = kind.table();
        let attached: Vec<String> = links.into_iter().map(|(from, link)| live(kind, from, link)).collect();
        let query = format!(
            "SELECT t.team_id AS team, t.id AS id, t.{field} - coalesce(c.n, 0) AS off FROM {table} AS t \
             LEFT JOIN (SELECT team_id, id, count(*) AS n FROM ({}) AS attached GROUP BY team_id, id) AS c \
                ON c.team_id = t.team_id AND c.id = t.id \
             WHERE t.{field} <> coalesce(c.n, 0) ORDER BY 1, 2 LIMIT {NAMED}",
            attached.join(" UNION ALL ")
        );
        let differences: Vec<Difference> = sql_query(query).load(conn)?;
        let tell = |Difference { team, id, off }| {
            format!("team {team}: the {field} of {} {id} is off by {off}", kind.singular())
        };
        wrong.extend(differences.into_iter().map(tell));
    }
    Ok(wrong)
}

/// The records that count a live record, once for each.
fn live(to: Kind, from: Kind, link: Link) -> String {
    let (table, near, far) = (from.table(), link.near(from), link.far(to));
    let words = link.words(from, to).into_iter().map(|(column, word)| format!(" AND l.{column} = '{word}'"));
    let words: String = words.collect();
    format!(
        "SELECT l.team_id, l.{} AS id FROM {} AS l INNER JOIN {table} AS r ON r.team_id = l.team_id AND r.id = l.{} \
         WHERE r.deleted_at IS NULL{words}",
        far.id, link.table, near.id
    )
}
