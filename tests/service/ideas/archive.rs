//! Archiving: a time beside the status, that takes an idea out of the list and nothing else.

use serde_json::{Value, json};

use super::{create_ideas, idea, shows};
use crate::records::{insight, project};
use crate::world::{Store, World, on_both};

on_both![
    archive_sets_the_time_and_unarchive_clears_it,
    archiving_again_is_no_error_and_changes_nothing,
    archiving_at_once_archives_once,
    archived_ideas_are_shown_where_they_are_asked_for,
    totals_follow_the_archive_exactly,
    an_archived_idea_is_read_and_changed_like_any_other,
    an_archived_idea_stays_among_what_includes_it,
    only_what_is_there_can_be_archived,
    an_unknown_include_is_refused_before_anything_is_archived,
];

fn archive_sets_the_time_and_unarchive_clears_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/ideas/{}", create_ideas(team.owner(), &[json!({ "status": "approved" })])[0]);
    let before = team.owner().get(&path).status_is(200);
    let archived = team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    let time = archived.data()["archived_at"].as_str().expect("a time");
    assert!(time.ends_with('Z') && time.len() == "2026-01-02T03:04:05.000000Z".len(), "{time}");
    let mut expected = before.data().clone();
    for field in ["archived_at", "updated_at"] {
        expected[field] = archived.data()[field].clone();
    }
    assert_eq!(archived.data(), &expected, "the status stays");
    team.owner().get(&path).is(200, archived.body);
    let back = team.owner().send("POST", &format!("{path}/unarchive"), &[], b"").status_is(200);
    expected["archived_at"] = Value::Null;
    expected["updated_at"] = back.data()["updated_at"].clone();
    assert_eq!(back.data(), &expected);
    team.owner().get(&path).is(200, back.body);
}

fn archiving_again_is_no_error_and_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/ideas/{}", idea(team.owner(), project(team.owner()), "One"));
    let live = team.owner().get(&path).status_is(200);
    team.owner().post(&format!("{path}/unarchive"), json!({})).is(200, live.body);
    let archived = team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    team.owner().post(&format!("{path}/archive"), json!({})).is(200, archived.body);
}

fn archiving_at_once_archives_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let path = format!("/ideas/{}", idea(team.owner(), project(team.owner()), "One"));
    let times: Vec<Value> = std::thread::scope(|scope| {
        let archive = |at: usize| {
            let (client, path) = (&clients[at % 2], &path);
            scope.spawn(move || {
                let answer = client.post(&format!("{path}/archive"), json!({})).status_is(200);
                answer.data()["archived_at"].clone()
            })
        };
        let threads: Vec<_> = (0..8).map(archive).collect();
        threads.into_iter().map(|thread| thread.join().expect("a request")).collect()
    });
    assert!(times.iter().all(|it| it.is_string() && *it == times[0]), "{times:?}");
    let log = path.replace("/ideas/", "/activities?subject_type=idea&subject_id=");
    assert_eq!(team.owner().get(&log).status_is(200).total(), 2);
}

fn archived_ideas_are_shown_where_they_are_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({}), json!({ "status": "planned" }), json!({})]);
    team.owner().post(&format!("/ideas/{}/archive", ids[1]), json!({})).status_is(200);
    for (query, places) in [
        ("", &[1, 3][..]),
        ("filter[archived]=false", &[1, 3]),
        ("filter[archived]=true", &[2]),
        ("filter[archived]=all", &[1, 2, 3]),
        ("filter[archived]=all&sort=-id", &[3, 2, 1]),
        ("filter[archived]=true&filter[status]=planned", &[2]),
        ("filter[archived]=true&filter[status]=backlog", &[]),
        ("filter[status]=planned", &[]),
        ("filter[archived]=some", &[]),
        ("filter[archived]=True", &[]),
    ] {
        shows(team.owner(), &ids, query, places);
    }
    let alone = format!("filter[id]={}", ids[1]);
    shows(team.owner(), &ids, &alone, &[]);
    shows(team.owner(), &ids, &format!("{alone}&filter[archived]=all"), &[2]);
}

fn totals_follow_the_archive_exactly(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let [here, there] = [project(owner), project(owner)];
    let first = idea(owner, here, "First");
    idea(owner, here, "Second");
    let totals = || {
        let total = |query: String| owner.get(&format!("/ideas?page[size]=1&{query}")).status_is(200).total();
        let of = |project: i64| {
            ["false", "true", "all"].map(|it| total(format!("filter[project_id]={project}&filter[archived]={it}")))
        };
        assert_eq!(total(String::new()), of(here)[0] + of(there)[0]);
        assert_eq!(total("filter[archived]=true".to_owned()), of(here)[1] + of(there)[1]);
        assert_eq!(total("filter[archived]=all".to_owned()), of(here)[2] + of(there)[2]);
        (of(here), of(there))
    };
    let path = format!("/ideas/{first}");
    let post = |action: &str| owner.post(&format!("{path}/{action}"), json!({})).status_is(200);
    assert_eq!(totals(), ([2, 0, 2], [0, 0, 0]));
    post("archive");
    assert_eq!(totals(), ([1, 1, 2], [0, 0, 0]), "archived");
    owner.patch(&path, json!({ "project_id": there })).status_is(200);
    assert_eq!(totals(), ([1, 0, 1], [0, 1, 1]), "moved while archived");
    owner.delete(&path).status_is(204);
    assert_eq!(totals(), ([1, 0, 1], [0, 0, 0]), "deleted while archived");
    post("restore");
    assert_eq!(totals(), ([1, 0, 1], [0, 1, 1]), "a restored idea is archived still");
    post("unarchive");
    assert_eq!(totals(), ([1, 0, 1], [1, 0, 1]), "unarchived");
    owner.patch(&path, json!({ "project_id": here })).status_is(200);
    assert_eq!(totals(), ([2, 0, 2], [0, 0, 0]), "moved back");
}

fn an_archived_idea_is_read_and_changed_like_any_other(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/ideas/{}", idea(team.owner(), project(team.owner()), "One"));
    let archived = team.owner().post(&format!("{path}/archive"), json!({})).status_is(200);
    let changed = json!({ "name": "Two", "status": "under_review", "archived_at": null });
    let changed = team.member().patch(&path, changed).status_is(200);
    assert_eq!([&changed.data()["name"], &changed.data()["status"]], [&json!("Two"), &json!("under_review")]);
    assert_eq!(changed.data()["archived_at"], archived.data()["archived_at"]);
    team.owner().delete(&path).status_is(204);
    let back = team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!(back.data()["archived_at"], archived.data()["archived_at"]);
}

fn an_archived_idea_stays_among_what_includes_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let (id, why) = (idea(team.owner(), project, "One"), insight(team.owner(), project, "Why"));
    team.owner().post(&format!("/ideas/{id}/insights"), json!({ "ids": [why] })).status_is(200);
    team.owner().post(&format!("/ideas/{id}/archive"), json!({})).status_is(200);
    for path in [format!("/insights/{why}"), format!("/projects/{project}")] {
        let answer = team.owner().get(&format!("{path}?include=ideas,ideasCount")).status_is(200);
        assert_eq!(answer.data()["ideas"][0]["id"], json!(id), "{path}");
        assert_eq!(answer.data()["ideas_count"], json!(1), "{path}");
    }
}

fn only_what_is_there_can_be_archived(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let id = idea(team.owner(), project(team.owner()), "One");
    let message = format!("No idea {id} in this team.");
    for action in ["archive", "unarchive"] {
        let path = format!("/ideas/{id}/{action}");
        other.owner().post(&path, json!({})).refused(404, &message);
        world.client(None).get(&path).status_is(405);
        team.owner().post(&format!("/ideas/999999/{action}"), json!({})).refused(404, "No idea 999999 in this team.");
    }
    team.owner().delete(&format!("/ideas/{id}")).status_is(204);
    for action in ["archive", "unarchive"] {
        team.owner().post(&format!("/ideas/{id}/{action}"), json!({})).refused(404, &message);
    }
}

fn an_unknown_include_is_refused_before_anything_is_archived(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/ideas/{}", idea(team.owner(), project(team.owner()), "One"));
    team.owner().post(&format!("{path}/archive?include=bogus"), json!({})).refused_in_words(400);
    assert_eq!(team.owner().get(&path).status_is(200).data()["archived_at"], Value::Null);
    let archived = team.owner().post(&format!("{path}/archive?include=insights"), json!({})).status_is(200);
    assert_eq!(archived.data()["insights"], json!([]));
}
