//! Names by blocks. SQLite spends less on a block than on two rows, so that a search through the blocks of a large team
//! takes a fraction of one through its records.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash as _, Hasher as _};

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use diesel::upsert::excluded;
use memchr::memmem::Finder;
use uplift_domain::Kind;
use uplift_domain::access::TeamId;

use super::backend::Conn;
use super::engine::found::Matches;
use super::rests::rest_in_time;

diesel::table! {
    name_blocks (team_id, kind, block) {
        team_id -> BigInt,
        kind -> Text,
        block -> BigInt,
        names -> Text,
    }
}

/// How many ids share a block.
const BLOCK: i64 = 64;

/// The names of a kind's records whose ids lie in one block: team, kind and number of the block.
type Block = (i64, &'static str, i64);

/// The entry of a record, as it was and as it will be.
struct Rename {
    from: Option<String>,
    to: Option<String>,
}

/// What is renamed when the transaction commits, in the order in which it came about.
#[derive(Default)]
pub(crate) struct Names(BTreeMap<Block, Vec<Rename>>);

impl Names {
    /// Notes that the name by which lists find a record is another.
    pub(crate) fn note(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>) {
        if kept(kind) {
            let [from, to] = [from, to].map(|name| name.map(|name| entry(id, name)));
            let rename = Rename { from, to };
            self.0.entry((team.get(), kind.singular(), id / BLOCK)).or_default().push(rename);
        }
    }

    pub(crate) fn flush(&mut self, conn: &mut Conn) -> QueryResult<()> {
        std::mem::take(&mut self.0).into_iter().try_for_each(|(block, renames)| rename(conn, &block, renames))
    }
}

/// What stands after a name, before its record's id, and after that. A name that has one of them itself is kept with
/// another character in its place, and who looks for any of these looks through the records.
const NAME_ENDS: char = '\u{1f}';
const ENTRY_ENDS: char = '\u{1e}';
const IN_THEIR_PLACE: char = '\u{fffd}';

/// Whether the names of a kind are kept by blocks. Those of users come from elsewhere, and the others are not looked for.
fn kept(kind: Kind) -> bool {
    match kind {
        Kind::Project | Kind::ResearchCollection | Kind::Insight | Kind::Learning | Kind::Idea => true,
        Kind::Team
        | Kind::User
        | Kind::Attachment
        | Kind::File
        | Kind::NumberingScheme
        | Kind::Activity
        | Kind::Key
        | Kind::Membership => false,
    }
}

fn entry(id: i64, name: &str) -> String {
    let name = name.replace([NAME_ENDS, ENTRY_ENDS], IN_THEIR_PLACE.encode_utf8(&mut [0; 4]));
    format!("{name}{NAME_ENDS}{id}{ENTRY_ENDS}")
}

diesel::define_sql_function! {
    /// The text with every occurrence of a part replaced.
    fn replace(text: Text, part: Text, by: Text) -> Text;
}

/// Changes names within a block.
fn rename(conn: &mut Conn, block: &Block, renames: Vec<Rename>) -> QueryResult<()> {
    let mut added = String::new();
    for Rename { from, to } in renames {
        let to = to.unwrap_or_default();
        let Some(from) = from else {
            added.push_str(&to);
            continue;
        };
        append(conn, block, &std::mem::take(&mut added))?;
        let (team, kind, number) = *block;
        let here = name_blocks::table.find((team, kind, number));
        diesel::update(here).set(name_blocks::names.eq(replace(name_blocks::names, from, to))).execute(conn)?;
    }
    append(conn, block, &added)
}

/// Adds entries to a block.
fn append(conn: &mut Conn, &(team, kind, number): &Block, entries: &str) -> QueryResult<()> {
    use name_blocks::{block, kind as of_kind, names, table, team_id};
    if entries.is_empty() {
        return Ok(());
    }
    diesel::insert_into(table)
        .values((team_id.eq(team), of_kind.eq(kind), block.eq(number), names.eq(entries)))
        .on_conflict((team_id, of_kind, block))
        .do_update()
        .set(names.eq(names.concat(excluded(names))))
        .execute(conn)
        .map(drop)
}

/// Finds the records in whose names is one of these parts.
pub(crate) fn find_names(
    conn: &mut Conn,
    (team, kind): (TeamId, Kind),
    parts: &[String],
    most: usize,
) -> QueryResult<Option<Matches>> {
    if !kept(kind) || parts.iter().any(|part| part.contains([NAME_ENDS, ENTRY_ENDS, IN_THEIR_PLACE])) {
        return Ok(None);
    }
    let finders: Vec<_> = parts.iter().map(|part| Finder::new(part.as_bytes())).collect();
    let (mut found, mut matches) = (Vec::new(), Matches { total: 0, first: Vec::new() });
    let blocks = name_blocks::table
        .filter(name_blocks::team_id.eq(team.get()))
        .filter(name_blocks::kind.eq(kind.singular()))
        .order(name_blocks::block.asc())
        .select(name_blocks::names)
        .load_iter::<String, DefaultLoadingMode>(conn)?;
    for names in blocks {
        rest_in_time();
        find(&names?, &finders, &mut found);
        matches.total += i64::try_from(found.len()).unwrap_or(i64::MAX);
        let missing = most.saturating_sub(matches.first.len());
        matches.first.extend(found.drain(..).take(missing));
    }
    Ok(Some(matches))
}

/// The ids of the records of a block whose names contain what is looked for, in their order.
fn find(names: &str, finders: &[Finder<'_>], found: &mut Vec<i64>) {
    for finder in finders {
        let mut rest = names;
        let hit = |rest: &'_ str| finder.find(rest.as_bytes());
        while let Some((entry, after)) = hit(rest).and_then(|at| rest.get(at..)?.split_once(ENTRY_ENDS)) {
            // Where digits were found within an id, no name ends behind them.
            found.extend(entry.split_once(NAME_ENDS).and_then(|(_, id)| id.parse::<i64>().ok()));
            rest = after;
        }
    }
    found.sort_unstable();
    found.dedup();
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = BigInt)]
    team_id: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name_folded: String,
}

/// Names each block of a kind that has not the names of its records. `listed` is what else holds of those that lists
/// find, as SQL that begins with AND.
pub(crate) fn wrong_names(conn: &mut Conn, kind: Kind, table: &str, listed: &str) -> QueryResult<Vec<String>> {
    if !kept(kind) {
        return Ok(Vec::new());
    }
    // Sums of hashes, because entries of a block stand in no order.
    let mut sums: HashMap<(i64, i64), u64> = HashMap::new();
    let blocks = name_blocks::table
        .filter(name_blocks::kind.eq(kind.singular()))
        .select((name_blocks::team_id, name_blocks::block, name_blocks::names))
        .load_iter::<(i64, i64, String), DefaultLoadingMode>(conn)?;
    for row in blocks {
        let (team, block, names) = row?;
        let sum = names.split_inclusive(ENTRY_ENDS).map(hash).fold(0, u64::wrapping_add);
        sums.insert((team, block), sum);
    }
    let live = sql_query(format!("SELECT team_id, id, name_folded FROM {table} WHERE deleted_at IS NULL{listed}"));
    for row in live.load_iter::<Named, DefaultLoadingMode>(conn)? {
        let Named { team_id, id, name_folded } = row?;
        let sum = sums.entry((team_id, id / BLOCK)).or_default();
        *sum = sum.wrapping_sub(hash(&entry(id, &name_folded)));
    }
    let mut wrong: Vec<_> = sums.into_iter().filter(|(_, sum)| *sum != 0).map(|(block, _)| block).collect();
    wrong.sort_unstable();
    let kind = kind.singular();
    Ok(wrong
        .into_iter()
        .map(|(team, block)| format!("team {team}: block {block} of the names of {kind} records is not what they are"))
        .collect())
}

fn hash(entry: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    entry.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &str, parts: &[&str]) -> Vec<i64> {
        let finders: Vec<_> = parts.iter().map(|part| Finder::new(part.as_bytes())).collect();
        let mut found = Vec::new();
        find(names, &finders, &mut found);
        found
    }

    fn names(of: &[(i64, &str)]) -> String {
        of.iter().map(|(id, name)| entry(*id, name)).collect()
    }

    #[test]
    fn a_part_is_found_in_names_and_not_in_ids_or_across_them() {
        let names = names(&[(128, "checkout 12"), (129, "12 of 128"), (130, "käse"), (131, "")]);
        assert_eq!(found(&names, &["12"]), [128, 129]);
        assert_eq!(found(&names, &["128"]), [129]);
        assert_eq!(found(&names, &["129"]), [0; 0]);
        assert_eq!(found(&names, &["äs"]), [130]);
        assert_eq!(found(&names, &["ä", "out", "12"]), [128, 129, 130]);
        assert_eq!(found("", &["a"]), [0; 0]);
    }

    #[test]
    fn what_ends_a_name_is_replaced_within_it() {
        let names = names(&[(7, "a\u{1f}9\u{1e}b"), (8, "c")]);
        assert_eq!(found(&names, &["a"]), [7]);
        assert_eq!(found(&names, &["b"]), [7]);
        assert_eq!(found(&names, &["9"]), [7]);
    }
}
