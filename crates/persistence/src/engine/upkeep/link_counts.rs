//! What records count of those that links attach to them, held against the links.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use uplift_domain::listing::{Link, Listed, Relations};
use uplift_domain::record::Kinded;
use uplift_domain::{Kind, record_kinds};

use super::super::super::backend::Conn;
use super::NAMED;

/// The links that are counted, by the kind that counts and its field: from which kind, in which table, they come.
type CountedLinks = BTreeMap<(Kind, &'static str), Vec<(Kind, &'static str, Link)>>;

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        fn counted_links() -> CountedLinks {
            let mut links = CountedLinks::new();
            $(add::<uplift_domain::$Kind>(stringify!($table), &mut links);)*
            links
        }

        fn table_of(kind: Kind) -> Option<&'static str> {
            match kind {
                $(Kind::$Kind => Some(stringify!($table)),)*
                Kind::File | Kind::Activity => None,
            }
        }
    };
}

record_kinds!(every_kind);

fn add<R: Listed>(table: &'static str, links: &mut CountedLinks) {
    for (to, link) in R::Relation::ALL.iter().filter_map(|relation| relation.leads_to().link()) {
        if let Some(field) = link.counted_in {
            links.entry((to, field)).or_default().push((<R as Kinded>::KIND, table, link));
        }
    }
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
        let Some(table) = table_of(kind) else { continue };
        let attached: Vec<String> = links.into_iter().map(|(from, at, link)| live(kind, from, at, link)).collect();
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
fn live(to: Kind, from: Kind, table: &str, link: Link) -> String {
    let (near, far) = (link.near(from), link.far(to));
    let words = link.words(from, to).into_iter().map(|(column, word)| format!(" AND l.{column} = '{word}'"));
    let words: String = words.collect();
    format!(
        "SELECT l.team_id, l.{} AS id FROM {} AS l INNER JOIN {table} AS r ON r.team_id = l.team_id AND r.id = l.{} \
         WHERE r.deleted_at IS NULL{words}",
        far.id, link.table, near.id
    )
}
