//! What relations lead to, as their declarations say.

use std::collections::HashMap;
use std::rc::Rc;

use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Nullable};
use uplift_domain::access::{Caller, TeamId};
use uplift_domain::listing::{Ask, LeadsTo, Link, Listed, NamedBy, Relations};
use uplift_domain::ports::{Allowance, Related};
use uplift_domain::record::{FieldValue, Shows, Stored};
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::by_kind::{parts, records};
use super::roles::in_roles;

/// How many records one statement reads: on PostgreSQL all that it asked for is sent, also where the first of them turn
/// out to be too much for an answer.
const TOGETHER: usize = 500;

/// Pairs of a record and another to which a relation leads from it.
type Pairs = Statement<(Nullable<BigInt>, BigInt)>;

/// Where the names of records stand that a relation leads to.
enum Via {
    /// In a column of theirs, with another that says the kind where records of several are named.
    Column { column: String, kind: Option<(String, &'static str)> },
    /// In the rows of a link that have these words in columns of theirs, where they name this side and where theirs.
    Link { table: &'static str, near: String, far: String, words: Vec<(String, &'static str)> },
}

/// A relation of a kind, and records of it, by their ids, from which it leads.
struct Leading<'r> {
    from: Kind,
    records: Vec<(i64, &'r dyn Shows)>,
    key: &'static str,
    leads_to: LeadsTo,
    /// The kind of the records within which it shows others, where it does.
    around: Option<Kind>,
}

/// What a relation of these records leads to. `None` where it is more than is allowed.
pub(crate) fn related<R: Listed>(
    session: &mut Session<'_>,
    caller: &Caller,
    records: &[Stored<R>],
    (relation, ask): (R::Relation, Ask),
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let shown = |stored| -> &dyn Shows { stored };
    let records = records.iter().map(|stored| (stored.id.get(), shown(stored))).collect();
    lead(session, caller, &leading::<R>(relation, records), ask, allowance)
}

fn leading<R: Listed>(relation: R::Relation, records: Vec<(i64, &dyn Shows)>) -> Leading<'_> {
    let leads_to = relation.leads_to();
    let of_key = |key: &str| R::Relation::ALL.iter().find(|it| it.key() == key)?.leads_to().several();
    let around = if let LeadsTo::Within { outer, .. } = leads_to { of_key(outer) } else { None };
    Leading { from: R::KIND, records, key: relation.key(), leads_to, around }
}

/// What a relation leads to from records of which nothing is known but their ids.
#[cfg(test)]
pub(crate) fn related_to_ids<R: Listed>(
    session: &mut Session<'_>,
    caller: &Caller,
    ids: &[i64],
    (relation, ask): (R::Relation, Ask),
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    struct Unknown;
    impl Shows for Unknown {
        fn show<'a>(&'a self, _: &mut dyn FnMut(&'static str, FieldValue<'a>)) {}
    }
    let records = ids.iter().map(|id| -> (i64, &dyn Shows) { (*id, &Unknown) }).collect();
    lead(session, caller, &leading::<R>(relation, records), ask, allowance)
}

fn lead(
    session: &mut Session<'_>,
    caller: &Caller,
    leading: &Leading<'_>,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let Leading { from, key, .. } = *leading;
    let ids: Vec<i64> = leading.records.iter().map(|(id, _)| *id).collect();
    match leading.leads_to {
        LeadsTo::One(to, named) => {
            let field = named.map_or_else(|| format!("{key}_id"), str::to_owned);
            let named = |(id, record): &(i64, &dyn Shows)| Some((*id, record.integer(&field)?));
            group(session, caller, to, leading.records.iter().filter_map(named).collect(), allowance)
        }
        LeadsTo::OneOf(_) => one_of(session, caller, leading, allowance),
        LeadsTo::Many(to, by) => {
            let column = by.map_or_else(|| format!("{}_id", from.singular()), str::to_owned);
            several(session, caller, (&ids, to), &Via::Column { column, kind: None }, ask, allowance)
        }
        LeadsTo::Within { kind: to, by: NamedBy::Inner(_), .. } => {
            let column = format!("{}_id", from.singular());
            several(session, caller, (&ids, to), &Via::Column { column, kind: None }, ask, allowance)
        }
        LeadsTo::Within { kind: to, by: NamedBy::Outer(field), .. } => {
            let Some(around) = leading.around else { return Ok(None) };
            let (near, far) = (format!("{}_id", from.singular()), field.to_owned());
            let via = Via::Link { table: around.table(), near, far, words: Vec::new() };
            several(session, caller, (&ids, to), &via, ask, allowance)
        }
        LeadsTo::Morphs(to, named) => {
            let kind = Some((format!("{named}_type"), from.singular()));
            let via = Via::Column { column: format!("{named}_id"), kind };
            several(session, caller, (&ids, to), &via, ask, allowance)
        }
        LeadsTo::Linked(to, link) => {
            let (near, far, words) = (link.near(from).id, link.far(to).id, link.words(from, to));
            let via = Via::Link { table: link.table, near, far, words };
            let related = several(session, caller, (&ids, to), &via, ask, allowance)?;
            in_roles(session, caller.team, (from, link, to), &ids, related)
        }
        LeadsTo::Parts(_) => parts(session, (from, key), caller.team, &ids, allowance.meter),
    }
}

/// The one record that each of these names, of the kind that each says.
fn one_of(
    session: &mut Session<'_>,
    caller: &Caller,
    leading: &Leading<'_>,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let (kind_field, id_field) = (format!("{}_type", leading.key), format!("{}_id", leading.key));
    let mut all = HashMap::new();
    for to in leading.leads_to.one_of() {
        let is_named = |record: &dyn Shows| {
            let mut named = false;
            record.show(&mut |name, value| named |= name == kind_field && value == FieldValue::Text(to.singular()));
            named
        };
        let of_kind = leading.records.iter().filter(|(_, record)| is_named(*record));
        let pairs = of_kind.filter_map(|(id, record)| Some((*id, record.integer(&id_field)?)));
        match group(session, caller, to, pairs.collect(), allowance)? {
            Some(Related::Records(records)) => all.extend(records),
            Some(Related::Counts(_)) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(Related::Records(all)))
}

/// The records of a kind to which these lead, or how many there are. Where there are too many, so many are read that
/// this is known, and no more.
fn several(
    session: &mut Session<'_>,
    caller: &Caller,
    (owners, to): (&[i64], Kind),
    via: &Via,
    ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let (team, table) = (caller.team, to.table());
    match ask {
        Ask::Records => {
            let (enough, most) = (allowance.enough(), allowance.records);
            let mut pairs = match via {
                Via::Column { .. } => session.take(via.live(team, table, owners).limit(enough))?,
                Via::Link { table, near, far, words } => {
                    session.take(rows(team, table, (near, far), words, owners).limit(enough))?
                }
            };
            if let (Via::Link { .. }, true) = (via, pairs.len() > most) {
                // Deleted records are looked for only now: nobody is shown a link to one.
                pairs = session.take(via.live(team, table, owners).limit(enough))?;
            }
            if pairs.len() > most {
                return Ok(None);
            }
            let pairs = pairs.into_iter().filter_map(|(owner, id): (Option<i64>, i64)| Some((owner?, id)));
            group(session, caller, to, pairs.collect(), allowance)
        }
        Ask::Count | Ask::Exists => {
            let counts: Vec<(Option<i64>, i64)> =
                via.counts(team, table, owners).load(session.conn()?).map_err(refuse)?;
            Ok(Some(Related::Counts(counts.into_iter().filter_map(|(owner, n)| Some((owner?, n))).collect())))
        }
    }
}

/// The rows of a link, of which some may name deleted records.
fn rows(
    team: TeamId,
    table: &'static str,
    (near, far): (&str, &str),
    words: &[(String, &'static str)],
    owners: &[i64],
) -> Pairs {
    let select = Statement::new("SELECT ").column(table, near.to_owned()).words(", ").column(table, far.to_owned());
    let from = select.words(" FROM ").name(table).words(" WHERE ").column(table, "team_id").words(" = ");
    with_words(from.number(team.get()), table, words).words(" AND ").column(table, near.to_owned()).among(owners)
}

/// Narrows a statement to the rows that have these words in these columns.
pub(crate) fn with_words<S>(
    statement: Statement<S>,
    table: &'static str,
    words: &[(String, &'static str)],
) -> Statement<S> {
    words.iter().fold(statement, |statement, (column, word)| {
        statement.words(" AND ").column(table, column.clone()).words(" = ").text(*word)
    })
}

impl Via {
    /// The column that names the record a relation leads from.
    fn near(&self, table: &'static str) -> (&'static str, String) {
        match self {
            Self::Column { column, .. } => (table, column.clone()),
            Self::Link { table, near, .. } => (table, near.clone()),
        }
    }

    /// The live records of a table to which these lead.
    fn live(&self, team: TeamId, table: &'static str, owners: &[i64]) -> Pairs {
        let (named_in, near) = self.near(table);
        let select = Statement::new("SELECT ").column(named_in, near).words(", ").column(table, "id");
        self.from(select, team, table, owners)
    }

    /// How many live records there are to which each of these leads.
    fn counts(&self, team: TeamId, table: &'static str, owners: &[i64]) -> Pairs {
        let (named_in, near) = self.near(table);
        let select = Statement::new("SELECT ").column(named_in, near.clone()).words(", count(*)");
        self.from(select, team, table, owners).words(" GROUP BY ").column(named_in, near)
    }

    fn from(&self, select: Pairs, team: TeamId, table: &'static str, owners: &[i64]) -> Pairs {
        let (named_in, near) = self.near(table);
        let mut from = select.words(" FROM ").name(named_in);
        if let Self::Link { far, .. } = self {
            from = from.words(" INNER JOIN ").name(table).words(" ON ").column(table, "team_id").words(" = ");
            from = from.column(named_in, "team_id").words(" AND ").column(table, "id").words(" = ");
            from = from.column(named_in, far.clone());
        }
        let mut narrowed = from.words(" WHERE ").column(named_in, "team_id").words(" = ").number(team.get());
        if let Self::Link { words, .. } = self {
            narrowed = with_words(narrowed, named_in, words);
        }
        narrowed = narrowed.words(" AND ").column(table, "deleted_at").words(" IS NULL AND ").in_time(table, "id");
        if let Self::Column { kind: Some((column, kind)), .. } = self {
            narrowed = narrowed.column(table, column.clone()).words(" = ").text(*kind).words(" AND ");
        }
        narrowed.column(named_in, near).among(owners)
    }
}

/// Gives each owner the live records that it is paired with, ordered by id. They are ordered here, since a database
/// that had to would read all of them before it gave the first.
fn group(
    session: &mut Session<'_>,
    caller: &Caller,
    to: Kind,
    mut pairs: Vec<(i64, i64)>,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let mut ids: Vec<i64> = pairs.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut found: Vec<(i64, Rc<dyn Shows>)> = Vec::with_capacity(ids.len());
    for some in ids.chunks(TOGETHER) {
        found.extend(records(session, to, caller, some, allowance.meter)?);
    }
    found.sort_unstable_by_key(|(id, _)| *id);
    pairs.sort_unstable();
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for (owner, id) in pairs {
        let at = found.binary_search_by_key(&id, |(id, _)| *id);
        if let Some((_, record)) = at.ok().and_then(|at| found.get(at)) {
            groups.entry(owner).or_default().push(Rc::clone(record));
        }
    }
    let related = Related::Records(groups);
    Ok(allowance.takes(related.records()).then_some(related))
}

/// The ids of the live records on the other side of a link, in their order: so many at most, or those among others.
pub(crate) fn attached(
    session: &mut Session<'_>,
    team: TeamId,
    link: Link,
    (from, id, to): (Kind, i64, Kind),
    bound: Bound<'_>,
) -> Result<Vec<i64>, Refusal> {
    let (table, near, far) = (to.table(), link.near(from), link.far(to));
    let mut statement = Statement::<BigInt>::new("SELECT ").column(link.table, far.id.clone()).words(" FROM ");
    statement = statement.name(link.table).words(" INNER JOIN ").name(table).words(" ON ").column(table, "team_id");
    statement = statement.words(" = ").column(link.table, "team_id").words(" AND ").column(table, "id").words(" = ");
    statement =
        statement.column(link.table, far.id.clone()).words(" WHERE ").column(link.table, "team_id").words(" = ");
    statement = with_words(statement.number(team.get()), link.table, &link.words(from, to));
    statement = statement.words(" AND ").column(link.table, near.id).words(" = ").number(id);
    statement = statement.words(" AND ").column(table, "deleted_at").words(" IS NULL");
    if let Bound::Among(ids) = bound {
        statement = statement.words(" AND ").column(link.table, far.id.clone()).among(ids);
    }
    statement = statement.words(" ORDER BY ").column(link.table, far.id);
    if let Bound::First(most) = bound {
        statement = statement.limit(most);
    }
    statement.load(session.conn()?).map_err(refuse)
}

/// Which of the records on the other side of a link are asked for.
#[derive(Clone, Copy)]
pub(crate) enum Bound<'b> {
    First(i64),
    Among(&'b [i64]),
}
