//! Who may do what to ideas: every deed by every role, on own ideas and on others'.

use serde_json::json;

use super::idea;
use crate::records::{insight, made, project};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    viewers_read_and_write_nothing,
    members_write_all_ideas_but_delete_and_restore_only_their_own,
    owners_and_admins_do_everything_to_every_idea,
    an_assignee_is_no_author,
    a_key_that_only_reads_writes_nothing_whatever_the_role,
    a_blocked_team_reads_its_ideas_and_writes_none,
];

const UNAUTHORIZED: &str = "This action is unauthorized.";

struct IdeaFixture {
    project: i64,
    insight: i64,
    own: i64,
    foreign: i64,
}

impl IdeaFixture {
    /// An idea of this client and one of another member.
    fn lay(team: &Team, client: &Client) -> IdeaFixture {
        let project = project(team.owner());
        let author = team.newcomer("member").client;
        let (own, foreign) = (idea(client, project, "Own"), idea(&author, project, "Foreign"));
        IdeaFixture { project, insight: insight(team.owner(), project, "Why"), own, foreign }
    }
}

/// The status of each deed that writes an idea without deleting it.
fn writes(client: &Client, fixture: &IdeaFixture, id: i64) -> Vec<u16> {
    let path = format!("/ideas/{id}");
    let linked = format!("{path}/insights");
    vec![
        client.post("/ideas", json!({ "project_id": fixture.project, "name": "New" })).status,
        client.patch(&path, json!({ "name": "Patched" })).status,
        client.put(&path, json!({ "name": "Put" })).status,
        client.post(&linked, json!({ "ids": [fixture.insight] })).status,
        client.put(&linked, json!({ "ids": [fixture.insight] })).status,
        client.delete(&format!("{linked}/{}", fixture.insight)).status,
        client.post(&format!("/insights/{}/ideas", fixture.insight), json!({ "ids": [id] })).status,
        client.post(&format!("{path}/archive"), json!({})).status,
        client.post(&format!("{path}/unarchive"), json!({})).status,
    ]
}

const ALL_DONE: [u16; 9] = [201, 200, 200, 200, 200, 200, 200, 200, 200];

fn viewers_read_and_write_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let person = team.newcomer("member");
    let fixture = IdeaFixture::lay(&team, &person.client);
    team.role(person.user_id, "viewer");
    let viewer = person.client;
    let before = team.owner().get("/ideas?include=insights").status_is(200);
    for id in [fixture.own, fixture.foreign] {
        let path = format!("/ideas/{id}");
        viewer.get(&path).status_is(200);
        assert_eq!(writes(&viewer, &fixture, id), [403; 9]);
        viewer.delete(&path).refused(403, UNAUTHORIZED);
        viewer.post(&format!("{path}/restore"), json!({})).refused(403, UNAUTHORIZED);
        viewer.post(&format!("{path}/archive"), json!({})).refused(403, UNAUTHORIZED);
    }
    viewer.get("/ideas?include=insights").is(200, before.body);
}

fn members_write_all_ideas_but_delete_and_restore_only_their_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.member();
    let fixture = IdeaFixture::lay(&team, member);
    for id in [fixture.own, fixture.foreign] {
        assert_eq!(writes(member, &fixture, id), ALL_DONE);
    }
    let (own, foreign) = (format!("/ideas/{}", fixture.own), format!("/ideas/{}", fixture.foreign));
    member.delete(&own).status_is(204);
    member.post(&format!("{own}/restore"), json!({})).status_is(200);
    member.delete(&foreign).refused(403, UNAUTHORIZED);
    team.owner().delete(&foreign).status_is(204);
    member.post(&format!("{foreign}/restore"), json!({})).refused(403, UNAUTHORIZED);
}

fn owners_and_admins_do_everything_to_every_idea(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for client in [team.owner(), team.admin()] {
        let fixture = IdeaFixture::lay(&team, client);
        for id in [fixture.own, fixture.foreign] {
            assert_eq!(writes(client, &fixture, id), ALL_DONE);
            let path = format!("/ideas/{id}");
            client.delete(&path).status_is(204);
            client.post(&format!("{path}/restore"), json!({})).status_is(200);
        }
    }
}

fn an_assignee_is_no_author(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.person("member");
    let body = json!({ "project_id": project(team.owner()), "name": "One", "assignee_id": member.user_id });
    let path = format!("/ideas/{}", made(team.owner(), "/ideas", body));
    member.client.patch(&path, json!({ "status": "under_review" })).status_is(200);
    member.client.delete(&path).refused(403, UNAUTHORIZED);
}

fn a_key_that_only_reads_writes_nothing_whatever_the_role(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = IdeaFixture::lay(&team, team.owner());
    assert_eq!(writes(team.reader(), &fixture, fixture.own), [403; 9]);
    let path = format!("/ideas/{}", fixture.own);
    team.reader().post(&format!("{path}/archive"), json!({})).refused(403, "Invalid ability provided.");
    team.reader().post("/ideas/999999/unarchive", json!({})).refused(403, "Invalid ability provided.");
    team.reader().get(&path).status_is(200);
}

fn a_blocked_team_reads_its_ideas_and_writes_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = IdeaFixture::lay(&team, team.owner());
    let before = team.owner().get("/ideas?include=insights").status_is(200);
    team.billing("blocked", &[]);
    assert_eq!(writes(team.owner(), &fixture, fixture.own), [402; 9]);
    team.owner().post("/ideas/999999/archive", json!({})).status_is(402);
    team.owner().get("/ideas?include=insights").is(200, before.body);
}
