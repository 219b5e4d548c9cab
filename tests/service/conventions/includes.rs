//! Every include of every kind: whole records, live ones only, and their number and presence.

use serde_json::{Value, json};

use super::dataset::Row;
use super::declared::{Kind, Relation};
use super::walk::{NOTED, Walk, without};

pub(super) fn walk(walk: &mut Walk<'_>) {
    for kind in walk.kinds() {
        for relation in &kind.relations {
            names_are_complete(&kind, relation);
            some_are_met(walk, &kind, relation);
            deleted_ones_are_met(walk, &kind, relation);
        }
    }
    shows_in(walk, &walk.kinds());
}

/// Every include of these kinds shows what is related and live at this moment.
pub(super) fn shows_in(walk: &Walk<'_>, kinds: &[Kind]) {
    for kind in kinds {
        for relation in &kind.relations {
            shows_what_is_related(walk, kind, relation);
        }
        everything_at_once(walk, kind);
    }
}

/// There are more kinds that have attachments than attachments in the samples: each is the business of their suite.
fn is_elsewhere(kind: &Kind, relation: &Relation) -> bool {
    ["/forms", "/form-responses"].contains(&kind.path.as_str()) && relation.name == "attachments"
}

/// Some record leads to others, so that showing them is tried at all.
fn some_are_met(walk: &Walk<'_>, kind: &Kind, relation: &Relation) {
    // Who won is said by what is done to an experiment.
    if relation.name == "winnerVariation" || is_elsewhere(kind, relation) {
        return;
    }
    let leads = |row: &&Row| !walk.data.related(kind, row, relation).is_empty();
    let met = walk.data.live(&kind.path).iter().any(leads);
    assert!(met, "no record of {} has any {}: attach or name some in the samples", kind.path, relation.name);
}

/// A list relation is also counted; a single record is not.
fn names_are_complete(kind: &Kind, relation: &Relation) {
    let has = |suffix: &str| kind.includes.contains(&format!("{}{suffix}", relation.name));
    let list = !relation.is_one();
    assert_eq!((has("Count"), has("Exists")), (list, list), "{} of {}", relation.name, kind.path);
}

fn shows_what_is_related(walk: &Walk<'_>, kind: &Kind, relation: &Relation) {
    for ask in relation.asks() {
        let include = format!("{}{ask}", relation.name);
        let answer = walk.get(&kind.path, &[("include", &include)]).status_is(200);
        let listed = walk.data.listed(kind);
        assert_eq!(answer.ids(), listed.iter().map(|it| it.id).collect::<Vec<_>>(), "{include} of {}", kind.path);
        for (item, row) in answer.items().iter().zip(listed) {
            let expected = with(walk, kind, row, relation, &include);
            assert_eq!(
                without(in_order(item, relation), &NOTED),
                without(expected, &NOTED),
                "{include} of {}",
                kind.path
            );
        }
        for row in walk.data.live(&kind.path) {
            let one = walk.get(&format!("{}/{}", kind.path, row.id), &[("include", &include)]).status_is(200);
            let expected = with(walk, kind, row, relation, &include);
            assert_eq!(
                without(in_order(one.data(), relation), &NOTED),
                without(expected, &NOTED),
                "{include} of one of {}",
                kind.path
            );
        }
    }
}

/// The record with what one include adds to it.
fn with(walk: &Walk<'_>, kind: &Kind, row: &Row, relation: &Relation, include: &str) -> Value {
    let related = walk.data.related(kind, row, relation);
    let records: Vec<Value> = related.iter().map(|it| it.shown.clone()).collect();
    let mut shown = row.shown.clone();
    match include.strip_prefix(relation.name.as_str()) {
        Some("Count") => shown[format!("{}_count", relation.key)] = json!(records.len()),
        Some("Exists") => shown[format!("{}_exists", relation.key)] = json!(!records.is_empty()),
        _ if relation.is_one() => shown[&relation.key] = records.first().cloned().unwrap_or(Value::Null),
        _ => shown[&relation.key] = json!(records),
    }
    shown
}

/// The record with the included list in the order of ids: nothing says how it is ordered. In which roles records are
/// attached is the business of the suites of those that have them.
fn in_order(shown: &Value, relation: &Relation) -> Value {
    let mut shown = shown.clone();
    if let Some(items) = shown.get_mut(&relation.key).and_then(Value::as_array_mut) {
        if relation.in_roles {
            items.iter_mut().filter_map(Value::as_object_mut).for_each(|item| drop(item.remove("role")));
        }
        items.sort_by_key(|it| it["id"].as_i64());
    }
    shown
}

/// Some record would lead to a deleted one, so that leaving it out shows.
fn deleted_ones_are_met(walk: &Walk<'_>, kind: &Kind, relation: &Relation) {
    // One comment is deleted: it stands on one record, and answers none itself. Others are the business of their suite.
    if ["comments", "replies"].contains(&relation.name.as_str()) {
        return;
    }
    // A step takes its questions along.
    let [of, to] = [kind.path.as_str(), relation.name.as_str()];
    // Neither is a form that is deleted one of those that are answered.
    let elsewhere = [("/form-questions", "step"), ("/form-responses", "form"), ("/form-answers", "question")];
    if elsewhere.contains(&(of, to)) || is_elsewhere(kind, relation) {
        return;
    }
    let some_are_deleted = relation.targets.iter().any(|it| !walk.data.deleted(&it.path).is_empty());
    assert!(
        !some_are_deleted || walk.data.leads_to_deleted(kind, relation),
        "no record of {} would include a deleted one as {}: vary the samples",
        kind.path,
        relation.name
    );
}

fn everything_at_once(walk: &Walk<'_>, kind: &Kind) {
    if kind.includes.is_empty() {
        return;
    }
    let is_known = |name: &&String| {
        let ask = |of: &Relation| matches!(name.strip_prefix(of.name.as_str()), Some("" | "Count" | "Exists"));
        kind.relations.iter().any(ask)
    };
    let all = kind.includes.iter().filter(is_known).cloned().collect::<Vec<_>>().join(",");
    let answer = walk.get(&kind.path, &[("include", &format!("{all},,{}", kind.includes[0])), ("sort", "-id")]);
    let answer = answer.status_is(200);
    let mut rows = walk.data.listed(kind);
    rows.reverse();
    assert_eq!(answer.items().len(), rows.len(), "{all} of {}", kind.path);
    for (item, row) in answer.items().iter().zip(rows) {
        let mut expected = row.shown.clone();
        let mut shown = item.clone();
        for relation in &kind.relations {
            shown = in_order(&shown, relation);
            let asks = kind
                .includes
                .iter()
                .filter(|it| matches!(it.strip_prefix(relation.name.as_str()), Some("" | "Count" | "Exists")));
            for include in asks {
                let alone = with(walk, kind, row, relation, include);
                let said = |(name, value): &(&String, &Value)| row.shown.get(name.as_str()) == Some(*value);
                let added = alone.as_object().expect("a record").iter().filter(|it| !said(it));
                for (name, value) in added {
                    expected[name] = value.clone();
                }
            }
        }
        assert_eq!(without(shown, &NOTED), without(expected, &NOTED), "{all} of {}", kind.path);
    }
}
