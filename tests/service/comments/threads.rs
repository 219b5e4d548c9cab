//! What is said where: places, answers, mentions, what is resolved, and what goes with a record.

use serde_json::{Value, json};

use super::{say, shown};
use crate::activities::entries;
use crate::records::{comment, experiment, idea, insight, learning, linked, page, project};
use crate::world::{Store, World, on_both};

on_both![
    every_kind_that_may_be_is_commented_on,
    what_is_wrong_with_a_comment_is_told_by_field,
    an_answer_stands_beside_what_it_answers,
    members_are_mentioned_by_their_ids,
    a_comment_is_resolved_and_opened_again,
    comments_go_with_a_page_that_is_deleted,
    attachments_of_comments_move_with_the_record,
];

const INVALID_PARENT: (&str, &str) = ("parent_id", "The selected parent id is invalid.");

fn every_kind_that_may_be_is_commented_on(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let records = [
        ("idea", idea(owner, project, "One")),
        ("experiment", experiment(owner, project, "One")),
        ("insight", insight(owner, project, "One")),
        ("learning", learning(owner, project, "One")),
        ("page", page(owner, project, "One")),
    ];
    let by = team.person("member");
    for (kind, id) in records {
        let before = entries(owner, kind, id).len();
        let made = say(&by.client, (kind, id), None, " Why not? ").status_is(201);
        let expected = json!({
            "id": made.id(), "commentable_type": kind, "commentable_id": id, "parent_id": null,
            "body": "Why not?", "user_id": by.user_id, "mentions": [], "edited_at": null, "resolved_at": null,
            "resolved_by_id": null, "deleted_at": null, "created_at": made.data()["created_at"],
            "updated_at": made.data()["updated_at"],
        });
        assert_eq!(made.data(), &expected);
        let on_record = entries(owner, kind, id);
        assert_eq!(on_record.len(), before + 1);
        let on_record = &on_record[before];
        assert_eq!((&on_record["event"], &on_record["causer_id"]), (&json!("commented"), &json!(by.user_id)));
        assert_eq!(on_record["properties"], json!({ "comment": { "id": made.id(), "parent_id": null } }));
        let on_itself = &entries(owner, "comment", made.id())[0];
        assert_eq!(
            (&on_itself["event"], &on_itself["properties"]["attributes"]["body"]),
            (&json!("created"), &json!("Why not?"))
        );
        assert_eq!(on_itself["batch_uuid"], on_record["batch_uuid"]);
        let included = owner.get(&format!("/comments/{}?include=commentable,user", made.id())).status_is(200);
        assert_eq!(included.data()["commentable"]["id"], json!(id));
        assert_eq!(included.data()["user"]["id"], json!(by.user_id));
        if kind != "learning" {
            let of_record = owner.get(&format!("/{kind}s/{id}?include=comments,commentsCount")).status_is(200);
            assert_eq!(of_record.data()["comments"][0]["id"], json!(made.id()));
            assert_eq!(of_record.data()["comments_count"], json!(1));
            owner.delete(&format!("/comments/{}", made.id())).status_is(204);
            let of_record = owner.get(&format!("/{kind}s/{id}?include=comments,commentsCount")).status_is(200);
            assert_eq!((&of_record.data()["comments"], &of_record.data()["comments_count"]), (&json!([]), &json!(0)));
            owner.post(&format!("/comments/{}/restore", made.id()), json!({})).status_is(200);
        }
        let listed = owner.get(&format!("/comments?filter[commentable_type]={kind}&filter[commentable_id]={id}"));
        assert_eq!(listed.status_is(200).ids(), [made.id()]);
    }
}

fn what_is_wrong_with_a_comment_is_told_by_field(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let (owner, project) = (team.owner(), project(team.owner()));
    let idea = idea(owner, project, "One");
    let theirs = self::idea(other.owner(), crate::records::project(other.owner()), "Theirs");
    owner.post("/comments", json!({})).invalid(&[
        ("commentable_type", "The commentable type field is required."),
        ("commentable_id", "The commentable id field is required."),
        ("body", "The body field is required."),
    ]);
    let invalid = ("commentable_id", "The selected commentable id is invalid.");
    for id in [theirs, 999_999, 0, -1] {
        say(owner, ("idea", id), None, "Hm").invalid(&[invalid]);
    }
    say(owner, ("insight", idea), None, "Hm").invalid(&[invalid]);
    for kind in ["goal", "project", "comment", "form_answer"] {
        say(owner, (kind, idea), None, "Hm")
            .invalid(&[("commentable_type", "The selected commentable type is invalid.")]);
    }
    let long = "ä".repeat(10_001);
    let told = [("body", "The body field must not be greater than 10000 characters.")];
    say(owner, ("idea", idea), None, &long).invalid(&told);
    let longest = say(owner, ("idea", idea), None, &long[2..]).status_is(201).id();
    owner.delete(&format!("/ideas/{idea}")).status_is(204);
    say(owner, ("idea", idea), None, "Late").invalid(&[invalid]);
    assert_eq!(shown(owner, longest)["commentable_id"], json!(idea), "what was said stays");
}

fn an_answer_stands_beside_what_it_answers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [one, two] = ["One", "Two"].map(|name| idea(owner, project, name));
    let first = comment(owner, "idea", one, "First");
    let answer = say(owner, ("idea", one), Some(first), "Second").status_is(201).id();
    for (place, parent) in [(("idea", two), first), (("idea", one), answer), (("idea", one), 999_999)] {
        say(owner, place, Some(parent), "Hm").invalid(&[INVALID_PARENT]);
    }
    let told = entries(owner, "idea", one).pop().expect("an entry");
    assert_eq!(told["properties"], json!({ "comment": { "id": answer, "parent_id": first } }));
    let included = owner.get(&format!("/comments/{first}?include=replies,repliesCount")).status_is(200);
    assert_eq!((&included.data()["replies"][0]["id"], &included.data()["replies_count"]), (&json!(answer), &json!(1)));
    assert_eq!(owner.get(&format!("/comments?filter[parent_id]={first}")).status_is(200).ids(), [answer]);
    // Where a comment stands and what it answers is said once.
    let moved = json!({ "commentable_type": "page", "commentable_id": two, "parent_id": null, "body": "Second" });
    owner.patch(&format!("/comments/{answer}"), moved).invalid(&[
        ("commentable_type", "The commentable type field cannot change."),
        ("commentable_id", "The commentable id field cannot change."),
        ("parent_id", "The parent id field cannot change."),
    ]);
    let same =
        json!({ "commentable_type": "idea", "commentable_id": one, "parent_id": first, "body": "Second thoughts" });
    let kept = owner.patch(&format!("/comments/{answer}"), same).status_is(200);
    assert_eq!((&kept.data()["commentable_id"], &kept.data()["parent_id"]), (&json!(one), &json!(first)));
    owner.delete(&format!("/comments/{answer}")).status_is(204);
    let included = owner.get(&format!("/comments/{first}?include=replies,repliesCount")).status_is(200);
    assert_eq!((&included.data()["replies"], &included.data()["replies_count"]), (&json!([]), &json!(0)));
    owner.post(&format!("/comments/{answer}/restore"), json!({})).status_is(200);
    owner.delete(&format!("/comments/{first}")).status_is(204);
    assert_eq!(shown(owner, answer)["parent_id"], json!(first), "answers stay");
    say(owner, ("idea", one), Some(first), "Hm").invalid(&[INVALID_PARENT]);
    owner.post(&format!("/comments/{first}/restore"), json!({})).status_is(200);
    assert_eq!(owner.get("/comments").status_is(200).total(), 2);
}

fn members_are_mentioned_by_their_ids(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let (owner, project) = (team.owner(), project(team.owner()));
    let [admin, member] = ["admin", "member"].map(|role| team.person(role).user_id);
    let stranger = other.person("owner").user_id;
    let idea = idea(owner, project, "One");
    let text = format!("@[{member}], ask @[{admin}] or @[{member}]; not @[{stranger}], @[999999] or @{admin}");
    let made = say(owner, ("idea", idea), None, &text).status_is(201);
    assert_eq!(made.data()["mentions"], json!([member, admin]));
    assert!(made.data()["edited_at"].is_null());
    let mentioning = |user: i64| owner.get(&format!("/comments?filter[mentions]={user}")).status_is(200).ids();
    assert_eq!((mentioning(member), mentioning(admin)), (vec![made.id()], vec![made.id()]));
    assert_eq!((mentioning(stranger), mentioning(999_999)), (vec![], vec![]));
    let path = format!("/comments/{}", made.id());
    let same = owner.patch(&path, json!({ "body": text })).status_is(200);
    assert_eq!(same.data(), made.data(), "nothing was edited");
    // Whom it mentions follows from the text alone.
    for mentions in [json!([admin]), json!([stranger]), json!([]), json!(null), json!("x"), json!([999_999, "x"])] {
        let unheard = owner.patch(&path, json!({ "mentions": mentions })).status_is(200);
        assert_eq!(unheard.data(), made.data(), "{mentions}");
        let body = json!({ "commentable_type": "idea", "commentable_id": idea, "body": "Hm", "mentions": mentions });
        let other = owner.post("/comments", body).status_is(201);
        assert_eq!(other.data()["mentions"], json!([]), "{mentions}");
    }
    assert_eq!((mentioning(member), mentioning(stranger)), (vec![made.id()], vec![]));
    let edited = owner.put(&path, json!({ "body": format!("Only @[{admin}]") })).status_is(200);
    assert_eq!(edited.data()["mentions"], json!([admin]));
    assert_eq!(edited.data()["edited_at"], edited.data()["updated_at"]);
    assert_eq!((mentioning(member), mentioning(admin)), (vec![], vec![made.id()]));
    let log = &entries(owner, "comment", made.id()).pop().expect("an entry")["properties"];
    assert_eq!((&log["attributes"]["mentions"], &log["old"]["mentions"]), (&json!([admin]), &json!([member, admin])));
    // Who leaves the team stays mentioned where they were.
    team.remove(admin);
    assert_eq!((&shown(owner, made.id())["mentions"], mentioning(admin)), (&json!([admin]), vec![made.id()]));
}

fn a_comment_is_resolved_and_opened_again(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let idea = idea(owner, project, "One");
    let first = comment(owner, "idea", idea, "First");
    let answer = say(owner, ("idea", idea), Some(first), "Second").status_is(201).id();
    let by = team.person("member");
    let act = |name: &str| by.client.post(&format!("/comments/{first}/{name}"), json!({})).status_is(200);
    let resolved = act("resolve").data().clone();
    assert_eq!(resolved["resolved_by_id"], json!(by.user_id));
    assert_eq!(resolved["resolved_at"], resolved["updated_at"]);
    let again = owner.post(&format!("/comments/{first}/resolve"), json!({})).status_is(200);
    assert_eq!(again.data(), &resolved, "it is resolved already");
    let open = |value: &str| owner.get(&format!("/comments?filter[resolved]={value}")).status_is(200).ids();
    assert_eq!((open("true"), open("false")), (vec![first], vec![answer]));
    let reopened = act("unresolve").data().clone();
    assert_eq!((&reopened["resolved_at"], &reopened["resolved_by_id"]), (&Value::Null, &Value::Null));
    act("unresolve");
    let events: Vec<Value> = entries(owner, "comment", first).iter().map(|it| it["event"].clone()).collect();
    assert_eq!(events, ["created", "resolved", "unresolved"]);
    for action in ["resolve", "unresolve"] {
        let refused = owner.post(&format!("/comments/{answer}/{action}"), json!({}));
        refused.invalid(&[("parent_id", "The parent id field is prohibited.")]);
    }
}

fn comments_go_with_a_page_that_is_deleted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [gone, stays] = ["Gone", "Stays"].map(|name| page(owner, project, name));
    let member = team.person("member").user_id;
    let first = comment(owner, "page", gone, &format!("@[{member}]"));
    let answer = say(owner, ("page", gone), Some(first), "Second").status_is(201).id();
    let deleted = comment(owner, "page", gone, "Third");
    owner.delete(&format!("/comments/{deleted}")).status_is(204);
    let other = comment(owner, "page", stays, "Other");
    linked(owner, project, "comment", first);
    owner.delete(&format!("/pages/{gone}")).status_is(204);
    assert_eq!(owner.get("/comments").status_is(200).ids(), [other]);
    assert_eq!(owner.get("/attachments").status_is(200).total(), 0);
    let last = |kind: &str, id: i64| entries(owner, kind, id).pop().expect("an entry");
    let batch = last("page", gone)["batch_uuid"].clone();
    for id in [first, answer] {
        let entry = last("comment", id);
        assert_eq!(entry["event"], json!("deleted"));
        assert_eq!(entry["batch_uuid"], batch);
        owner.post(&format!("/comments/{id}/restore"), json!({})).status_is(404);
    }
    owner.post(&format!("/comments/{deleted}/restore"), json!({})).status_is(404);
    assert_eq!(entries(owner, "comment", deleted).len(), 2, "that it is gone is no news");
}

fn attachments_of_comments_move_with_the_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let [from, to] = [project(owner), project(owner)];
    let learning = learning(owner, from, "One");
    let said = comment(owner, "learning", learning, "See there");
    let attached = linked(owner, from, "comment", said);
    let misplaced = json!({
        "project_id": to, "attachable_type": "comment", "attachable_id": said, "url": "https://example.com/",
    });
    owner.post("/attachments", misplaced).invalid(&[("attachable_id", "The selected attachable id is invalid.")]);
    let included = owner.get(&format!("/comments/{said}?include=attachments")).status_is(200);
    assert_eq!(included.data()["attachments"][0]["id"], json!(attached));
    owner.patch(&format!("/learnings/{learning}"), json!({ "project_id": to })).status_is(200);
    assert_eq!(owner.get(&format!("/attachments/{attached}")).status_is(200).data()["project_id"], json!(to));
}
