//! Whom the columns of a row name: by its id, by kind and id, or somewhere within a text or a document.

use super::raw::{items, list, members, object, text};
use crate::Kind;
use crate::comments::mention;
use crate::listing::FilterValues;

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
    /// The values of filters, each of which is called by what it names; `id` names records of this kind.
    Filters(&'static [Step], Option<Kind>),
    /// Members who voted, by their ids.
    Votes,
    /// What members give, ordered by whom it is from.
    Scores,
    /// Members who are mentioned as `@[12]`: those whom another column names.
    Mentions(&'static str),
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
    ("comments", "body", Names::Mentions("mentions")),
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
    ("saved_reports", "params", Names::Filters(&[Member("filter")], None)),
    ("saved_reports", "public_token", Names::Secret),
    ("forms", "public_token", Names::Secret),
    ("form_steps", "logic", Names::Within(&[(&[Each, Member("action"), Member("to")], Kind::FormStep)])),
    ("form_questions", "logic", Names::Within(&[(&[Each, Member("action"), Member("to")], Kind::FormStep)])),
    ("files", "key", Names::Secret),
    ("form_responses", "created_record_id", Names::Typed("created_record_type")),
    ("form_responses", "edit_hash", Names::Secret),
    // Only files are answered by numbers in a list; options, rows and columns have texts for ids, also such of digits.
    ("form_answers", "value", Names::Within(&[(&[Each], Kind::Attachment)])),
    ("form_response_summaries", "filters", Names::Filters(&[], Some(Kind::FormResponse))),
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

/// A value within which every id has become another. What stands beside it says whom its text may mention.
pub(super) fn rewritten(names: Names, value: &str, beside: &str, map: Map<'_>) -> String {
    match names {
        Names::Within(paths) => {
            paths.iter().fold(value.to_owned(), |value, (path, kind)| along(path, &value, &mut |it| id(*kind, it, map)))
        }
        Names::Filters(path, of) => along(path, value, &mut |it| filters(of, it, map)),
        Names::Votes => votes(value, map),
        Names::Scores => scores(value, map),
        Names::Mentions(_) => mentions(value, beside, map),
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

/// A number. What is none stays.
fn id(kind: Kind, raw: &str, map: Map<'_>) -> String {
    raw.parse().map_or_else(|_| raw.to_owned(), |id| map(kind, id).to_string())
}

fn filters(of: Option<Kind>, raw: &str, map: Map<'_>) -> String {
    let Some(all) = members(raw) else { return raw.to_owned() };
    let one = |(name, value): (String, &str)| {
        let kind = if name == "id" { of } else { stem(&name) };
        let value = kind.map_or_else(|| value.to_owned(), |kind| asked(kind, value, map));
        (name, value)
    };
    object(&all.into_iter().map(one).collect::<Vec<_>>())
}

/// A number that a filter asks for, or a text of such between commas, or a list of either. What lists take for no
/// number stays.
fn asked(kind: Kind, raw: &str, map: Map<'_>) -> String {
    if let Some(all) = items(raw) {
        return list(&all.into_iter().map(|it| asked(kind, it, map)).collect::<Vec<_>>());
    }
    let mut one = |it: &str| {
        let number = FilterValues::from(it.to_owned()).numbers().pop();
        number.map_or_else(|| it.to_owned(), |id| map(kind, id).to_string())
    };
    match serde_json::from_str::<String>(raw) {
        Ok(all) => text(&all.split(',').map(one).collect::<Vec<_>>().join(",")),
        Err(_) => one(raw),
    }
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

/// A text with other ids for the members whom it mentions. Other numbers stay, also where they are ids of somebody
/// elsewhere: what is kept beside the text says who is mentioned. Only what would be taken for one of those is 0.
fn mentions(body: &str, mentioned: &str, map: Map<'_>) -> String {
    let ids = items(mentioned).unwrap_or_default().into_iter().filter_map(|it| it.parse().ok());
    let others: Vec<(i64, i64)> = ids.map(|id| (id, map(Kind::User, id))).collect();
    let mut parts = body.split("@[");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str("@[");
        let other = mention(part).and_then(|(id, rest)| {
            let becomes = others.iter().find(|(it, _)| *it == id).map(|(_, other)| *other);
            let other = becomes.or_else(|| others.iter().any(|(_, other)| *other == id).then_some(0))?;
            Some(format!("{other}]{rest}"))
        });
        written.push_str(other.as_deref().unwrap_or(part));
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
