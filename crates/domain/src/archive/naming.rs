//! Whom the columns of a row name: by its id, by kind and id, or somewhere within a text or a document.

use super::raw::{items, list, members, object, text};
use crate::Kind;

/// Whom a column names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    Nothing,
    /// The row itself, of this kind.
    Own(Kind),
    /// A record of this kind; 0 stands for nobody.
    One(Kind),
    /// A record of the kind that another column says.
    Typed(&'static str),
    /// Records somewhere within a document.
    Within(&'static [(&'static [Step], Kind)]),
    /// The values of filters, each of which is called by what it names.
    Filters(&'static [Step]),
    /// Members who voted, by their ids.
    Votes,
    /// What members give, ordered by whom it is from.
    Scores,
    /// Members who are mentioned as `@[12]`.
    Mentions,
    /// The project of a scope such as `project:12`.
    Scope,
    /// Somebody whose address was erased: it has their id.
    Address,
    /// The row itself, where its ids are named nowhere: its place.
    Place,
    /// What opens something; it is not archived, and made anew.
    Secret,
}

/// A step into a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Member(&'static str),
    Item(usize),
    Each,
}

use Step::{Each, Item, Member};

/// The names of records as columns have them, where no field declares it.
const PECULIAR: &[(&str, &str, Names)] = &[
    ("attachments", "user_id", Names::One(Kind::User)),
    ("attachments", "file_id", Names::One(Kind::File)),
    ("attachments", "attachable_id", Names::Typed("attachable_type")),
    ("comments", "commentable_id", Names::Typed("commentable_type")),
    ("comments", "body", Names::Mentions),
    ("comments", "mentions", Names::Within(&[(&[Each], Kind::User)])),
    ("taggings", "taggable_id", Names::Typed("taggable_type")),
    (
        "experiments",
        "course",
        Names::Within(&[
            (&[Member("phases"), Each, Member("goal")], Kind::Goal),
            (&[Member("phases"), Each, Member("variations"), Each, Item(0)], Kind::Variation),
        ]),
    ),
    ("ideas", "my_vote", Names::Votes),
    ("ideas", "person_scores", Names::Scores),
    ("saved_reports", "reader_id", Names::One(Kind::User)),
    ("saved_reports", "params", Names::Filters(&[Member("filter")])),
    ("saved_reports", "public_token", Names::Secret),
    ("forms", "public_token", Names::Secret),
    ("form_steps", "logic", Names::Within(&[(&[Each, Member("action"), Member("to")], Kind::FormStep)])),
    ("form_questions", "logic", Names::Within(&[(&[Each, Member("action"), Member("to")], Kind::FormStep)])),
    ("files", "key", Names::Secret),
    ("form_responses", "created_record_id", Names::Typed("created_record_type")),
    ("form_responses", "edit_hash", Names::Secret),
    ("form_answers", "value", Names::Within(&[(&[Each], Kind::Attachment)])),
    ("form_response_summaries", "filters", Names::Filters(&[])),
    (
        "form_response_summaries",
        "stats",
        Names::Within(&[
            (&[Member("form_id")], Kind::Form),
            (&[Member("steps"), Each, Member("step_id")], Kind::FormStep),
            (&[Member("questions"), Each, Member("question_id")], Kind::FormQuestion),
        ]),
    ),
    ("invitations", "email", Names::Address),
    ("invitations", "hash", Names::Secret),
    ("team_users", "email", Names::Address),
    ("numbering_assignments", "id", Names::Place),
    ("numbering_sequences", "id", Names::Place),
    ("numbering_assignments", "assignment_scope_key", Names::Scope),
    ("numbering_sequences", "scope_key", Names::Scope),
    ("activities", "subject_id", Names::Typed("subject_type")),
    ("activities", "causer_id", Names::Typed("causer_type")),
];

/// What stands for a kind in the names of columns and filters, where it is not the kind's own.
const STEMS: &[(&str, Kind)] = &[
    ("owner", Kind::User),
    ("assignee", Kind::User),
    ("respondent_user", Kind::User),
    ("causer", Kind::User),
    ("primary_goal", Kind::Goal),
    ("scheme", Kind::NumberingScheme),
];

impl Names {
    /// Whom a column of a table names.
    pub(super) fn of(table: &str, kind: Option<Kind>, column: &str) -> Self {
        if let Some((.., names)) = PECULIAR.iter().find(|(of, it, _)| (*of, *it) == (table, column)) {
            return *names;
        }
        if let (Some(kind), "id") = (kind, column) {
            return Self::Own(kind);
        }
        let field = kind.and_then(|kind| kind.fields().iter().find(|field| field.name == column));
        match field {
            Some(field) => field.refers.map_or(Self::Nothing, Self::One),
            None => stem(column).map_or(Self::Nothing, Self::One),
        }
    }
}

/// The kind that a column or a filter names by its own name.
fn stem(name: &str) -> Option<Kind> {
    let stem = name.strip_suffix("_id")?;
    STEMS.iter().find(|(it, _)| *it == stem).map(|(_, kind)| *kind).or_else(|| Kind::named(stem))
}

/// How one id becomes another.
pub(super) type Map<'m> = &'m mut dyn FnMut(Kind, i64) -> i64;

/// A value within which every id has become another.
pub(super) fn rewritten(names: Names, value: &str, map: Map<'_>) -> String {
    match names {
        Names::Within(paths) => paths
            .iter()
            .fold(value.to_owned(), |value, (path, kind)| along(path, &value, &mut |it| ids(*kind, it, map))),
        Names::Filters(path) => along(path, value, &mut |it| filters(it, map)),
        Names::Votes => votes(value, map),
        Names::Scores => scores(value, map),
        Names::Mentions => mentions(value, map),
        Names::Scope => tail(value, "project:", "", Kind::Project, map),
        Names::Address => tail(value, "erased-", "@invalid", Kind::User, map),
        Names::Nothing | Names::Own(_) | Names::One(_) | Names::Typed(_) | Names::Place | Names::Secret => {
            value.to_owned()
        }
    }
}

/// A document with something else at the end of a path.
fn along(path: &[Step], raw: &str, change: &mut dyn FnMut(&str) -> String) -> String {
    let Some((first, rest)) = path.split_first() else { return change(raw) };
    let changed = match first {
        Member(name) => members(raw).map(|all| {
            let one = |(it, value): (String, &str)| {
                let value = if it == *name { along(rest, value, change) } else { value.to_owned() };
                (it, value)
            };
            object(&all.into_iter().map(one).collect::<Vec<_>>())
        }),
        Each | Item(_) => items(raw).map(|all| {
            let one = |(at, value): (usize, &str)| match first {
                Item(place) if *place != at => value.to_owned(),
                _ => along(rest, value, change),
            };
            list(&all.into_iter().enumerate().map(one).collect::<Vec<_>>())
        }),
    };
    changed.unwrap_or_else(|| raw.to_owned())
}

/// A number, or a text of numbers between commas, or a list of either. What is no id stays.
fn ids(kind: Kind, raw: &str, map: Map<'_>) -> String {
    if let Ok(id) = raw.parse::<i64>() {
        return map(kind, id).to_string();
    }
    if let Some(all) = items(raw) {
        return list(&all.into_iter().map(|it| ids(kind, it, map)).collect::<Vec<_>>());
    }
    match serde_json::from_str::<String>(raw) {
        Ok(all) => {
            let one = |it: &str| {
                let id = it.trim().parse::<i64>();
                id.map_or_else(|_| it.to_owned(), |id| map(kind, id).to_string())
            };
            text(&all.split(',').map(one).collect::<Vec<_>>().join(","))
        }
        Err(_) => raw.to_owned(),
    }
}

fn filters(raw: &str, map: Map<'_>) -> String {
    let Some(all) = members(raw) else { return raw.to_owned() };
    let one = |(name, value): (String, &str)| {
        let value = stem(&name).map_or_else(|| value.to_owned(), |kind| ids(kind, value, map));
        (name, value)
    };
    object(&all.into_iter().map(one).collect::<Vec<_>>())
}

fn votes(raw: &str, map: Map<'_>) -> String {
    let Some(all) = members(raw) else { return raw.to_owned() };
    let one = |(user, vote): (String, &str)| {
        let user = user.parse::<i64>().map_or(user, |user| map(Kind::User, user).to_string());
        (user, vote.to_owned())
    };
    let mut all: Vec<_> = all.into_iter().map(one).collect();
    all.sort();
    object(&all)
}

fn scores(raw: &str, map: Map<'_>) -> String {
    let Some(all) = items(raw) else { return raw.to_owned() };
    let mut all: Vec<(i64, String, String)> = all
        .into_iter()
        .map(|it| {
            let mut user = 0;
            let whole = along(&[Item(0)], it, &mut |raw| {
                user = raw.parse().map_or(0, |id| map(Kind::User, id));
                user.to_string()
            });
            let framework = items(it).and_then(|parts| parts.get(1).map(|it| (*it).to_owned()));
            (user, framework.unwrap_or_default(), whole)
        })
        .collect();
    all.sort();
    list(&all.into_iter().map(|(.., whole)| whole).collect::<Vec<_>>())
}

fn mentions(body: &str, map: Map<'_>) -> String {
    let mut parts = body.split("@[");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str("@[");
        let digits = part.split_once(']').filter(|(digits, _)| digits.bytes().all(|byte| byte.is_ascii_digit()));
        match digits.and_then(|(digits, rest)| Some((digits.parse::<i64>().ok()?, rest))) {
            Some((id, rest)) => written.push_str(&format!("{}]{rest}", map(Kind::User, id))),
            None => written.push_str(part),
        }
    }
    written
}

/// A text of an id between these.
fn tail(value: &str, before: &str, after: &str, kind: Kind, map: Map<'_>) -> String {
    let id = value.strip_prefix(before).and_then(|it| it.strip_suffix(after)).and_then(|it| it.parse::<i64>().ok());
    id.map_or_else(|| value.to_owned(), |id| format!("{before}{}{after}", map(kind, id)))
}

#[cfg(test)]
mod tests;
