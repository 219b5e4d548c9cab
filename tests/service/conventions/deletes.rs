//! Deletes of every kind: gone from every list, count, include and path, and back again where it may be restored.

use serde_json::{Value, json};

use super::dataset::Row;
use super::declared::{Kind, Leads, snake};
use super::walk::{NOTED, Walk, without};
use super::{filters, includes};

pub(super) fn walk(walk: &mut Walk<'_>) {
    let mut seen = everywhere(walk);
    for kind in walk.kinds() {
        match (kind.deletes, kind.soft_deletes) {
            (true, true) => is_gone_until_restored(walk, &kind, &seen),
            (true, false) => is_gone_for_good(walk, &kind, &mut seen),
            (false, _) => stays(walk, &kind),
        }
    }
}

fn is_gone_until_restored(walk: &mut Walk<'_>, kind: &Kind, seen: &[Value]) {
    let before = restorable(walk, kind);
    walk.data.delete(kind, before.id);
    is_gone(walk, kind, &before);
    shows_where_it_was_seen(walk, kind, seen);

    walk.data.restore(kind, before.id);
    let path = format!("{}/{}", kind.path, before.id);
    let after = walk.get(&path, &[]).status_is(200);
    let moved = |shown: &Value| {
        let mut shown = shown.clone();
        shown["updated_at"] = json!("moved");
        if kind.path == "/ideas" {
            // What comes back comes last.
            shown["position"] = json!("moved");
        }
        shown
    };
    assert_eq!(moved(after.data()), moved(&before.shown), "a restored record of {}", kind.path);
    assert_eq!(everywhere(walk), seen, "after a restoration under {}", kind.path);
}

fn is_gone_for_good(walk: &mut Walk<'_>, kind: &Kind, seen: &mut Vec<Value>) {
    // A response takes all along that was answered, which is the business of its suite.
    if kind.path == "/form-responses" {
        return;
    }
    // A scheme that has given identifiers stays.
    let unclaimed = |it: &&Row| it.shown["claims_count"].as_i64().is_none_or(|claims| claims == 0);
    let unused = |it: &&Row| unclaimed(it) && !is_used(walk, kind, it);
    let before = walk.data.live(&kind.path).into_iter().find(unused).expect("one that may be deleted").clone();
    walk.data.delete(kind, before.id);
    is_gone(walk, kind, &before);
    *seen = shows_where_it_was_seen(walk, kind, seen);

    let path = format!("{}/{}/restore", kind.path, before.id);
    let message = format!("The route api{path} could not be found.");
    walk.data.client().post(&path, json!({})).refused(404, &message);
}

/// Whether others name a record or have it attached, or anything is attached to it that would go with it.
fn is_used(walk: &Walk<'_>, kind: &Kind, record: &Row) -> bool {
    // Tags go from whatever has them.
    if kind.path == "/tags" {
        return false;
    }
    let uses = kind.relations.iter().filter(|it| matches!(it.leads, Leads::Many(_) | Leads::LinkedFrom));
    let counts: Vec<String> = uses.map(|it| format!("{}Count", it.name)).collect();
    let shown = walk.get(&format!("{}/{}", kind.path, record.id), &[("include", &counts.join(","))]).status_is(200);
    counts.iter().any(|count| shown.data()[snake(count)] != json!(0))
}

/// A record that clients do not delete.
fn stays(walk: &Walk<'_>, kind: &Kind) {
    let path = format!("{}/{}", kind.path, walk.data.live(&kind.path)[0].id);
    let refused = walk.data.client().delete(&path).refused_in_words(405);
    let allowed = refused.header("allow").unwrap_or_default();
    assert!(allowed.contains("GET") && !allowed.contains("DELETE"), "{path} allows {allowed}");
    walk.get(&path, &[]).status_is(200);
}

/// A record that no rule keeps deleted: where it has a project, that is there.
fn restorable(walk: &Walk<'_>, kind: &Kind) -> Row {
    let projects = walk.data.live("/projects");
    let lasting = |row: &&Row| match row.shown["project_id"].as_i64() {
        Some(project) => projects.iter().any(|it| it.id == project),
        None => true,
    };
    let found = walk.data.live(&kind.path).into_iter().skip(2).find(lasting).cloned();
    found.unwrap_or_else(|| panic!("no record of {} is in a live project", kind.path))
}

fn is_gone(walk: &Walk<'_>, kind: &Kind, record: &Row) {
    let id = record.id;
    let ids: Vec<i64> = walk.data.listed(kind).iter().map(|it| it.id).collect();
    walk.shows(kind, &[], &ids);
    filters::by_values_of(walk, kind, record);
    let path = format!("{}/{id}", kind.path);
    let message = format!("No {} {id} in this team.", kind.singular.replace('_', " "));
    walk.get(&path, &[]).refused(404, &message);
    let client = walk.data.client();
    client.patch(&path, json!({})).refused(404, &message);
    client.put(&path, json!({ "name": 5 })).refused(404, &message);
    client.delete(&path).refused(404, &message);
    for action in &kind.actions {
        client.post(&format!("{path}/{action}"), json!({})).refused(404, &message);
    }
    for relation in kind.links() {
        let related = format!("{path}/{}", relation.name);
        client.post(&related, json!({ "ids": [1] })).refused(404, &message);
        client.put(&related, json!({ "ids": [] })).refused(404, &message);
        client.delete(&format!("{related}/1")).refused(404, &message);
    }
}

/// Lists that a delete changed show with each of their includes what is left. The others answer as they did before.
/// Tells what all of them show then.
fn shows_where_it_was_seen(walk: &Walk<'_>, kind: &Kind, before: &[Value]) -> Vec<Value> {
    let after = everywhere(walk);
    let lists = walk.kinds().into_iter().zip(before.iter().zip(&after));
    let changed: Vec<Kind> = lists.filter(|(_, (before, after))| before != after).map(|(kind, _)| kind).collect();
    assert!(changed.iter().any(|it| it.path == kind.path), "what is deleted from {} is still shown there", kind.path);
    includes::shows_in(walk, &changed);
    after
}

/// Every list with all that it includes, without what a change or a request moves.
fn everywhere(walk: &Walk<'_>) -> Vec<Value> {
    // An idea that comes back comes last.
    let moved = [&["updated_at", "position"], NOTED.as_slice()].concat();
    let list = |kind: &Kind| {
        let answer = walk.get(&kind.path, &[("include", &kind.includes.join(","))]).status_is(200);
        without(answer.body, &moved)
    };
    walk.kinds().iter().map(list).collect()
}
