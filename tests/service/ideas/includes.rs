//! The includes around ideas: what an idea shows of others, and what others show of it.

use serde_json::{Value, json};

use super::{MEMBERS, idea};
use crate::records::{insight, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    without_an_include_nothing_is_added,
    insights_their_count_and_whether_there_are_any_come_by_name,
    the_project_the_author_and_the_assignee_come_whole,
    who_left_the_team_is_shown_no_more,
    an_idea_without_attachments_says_so,
    insights_projects_and_users_include_their_ideas,
    deleted_records_are_left_out_until_restored,
    includes_change_neither_rows_nor_order,
    an_unknown_include_is_refused_by_name,
];

const ALLOWED: &str = "insights, insightsCount, insightsExists, project, user, assignee, \
                       attachments, attachmentsCount, attachmentsExists, experiments, experimentsCount, \
                       experimentsExists, observations, observationsCount, observationsExists, page, audience, primaryGoal, tags, tagsCount, tagsExists, comments, \
                       commentsCount, commentsExists";

/// Two ideas of one project, of which the first has two insights.
fn pair(client: &Client) -> (i64, [i64; 2], [i64; 2]) {
    let project = project(client);
    let insights = [insight(client, project, "Forms scare"), insight(client, project, "Prices hide")];
    let ideas = [idea(client, project, "Short form"), idea(client, project, "Bare")];
    client.post(&format!("/ideas/{}/insights", ideas[0]), json!({ "ids": insights })).status_is(200);
    (project, ideas, insights)
}

#[track_caller]
fn whole(client: &Client, path: &str, id: i64) -> Value {
    client.get(&format!("/{path}/{id}")).status_is(200).data().clone()
}

fn ids(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().filter_map(|it| it["id"].as_i64()).collect()
}

fn without_an_include_nothing_is_added(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    pair(team.owner());
    for item in team.owner().get("/ideas").status_is(200).items() {
        assert_eq!(item.as_object().map(serde_json::Map::len), Some(MEMBERS.len()), "{item}");
    }
}

fn insights_their_count_and_whether_there_are_any_come_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, ideas, insights) = pair(team.owner());
    let list = team.owner().get("/ideas?include=insights").status_is(200);
    assert_eq!(list.items()[0]["insights"], json!(insights.map(|id| whole(team.owner(), "insights", id))));
    assert_eq!(list.items()[1]["insights"], json!([]));
    assert_eq!(list.items()[0].get("insights_count"), None);
    let list = team.owner().get("/ideas?include=insightsCount,insightsExists").status_is(200);
    let told = |at: usize| [&list.items()[at]["insights_count"], &list.items()[at]["insights_exists"]];
    assert_eq!((told(0), told(1)), ([&json!(2), &json!(true)], [&json!(0), &json!(false)]));
    assert_eq!(list.items()[0].get("insights"), None);
    let single = team.owner().get(&format!("/ideas/{}?include=insightsCount,insightsExists", ideas[0])).status_is(200);
    assert_eq!(single.data(), &list.items()[0]);
}

fn the_project_the_author_and_the_assignee_come_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (project, assignee) = (project(team.owner()), team.person("viewer").user_id);
    let body = json!({ "project_id": project, "name": "One", "assignee_id": assignee });
    let id = made(team.member(), "/ideas", body);
    let bare = idea(team.member(), project, "Nobody's");
    let list = team.owner().get("/ideas?include=project,user,assignee").status_is(200);
    let first = &list.items()[0];
    assert_eq!(first["project"], whole(team.owner(), "projects", project));
    assert_eq!(first["user"], whole(team.owner(), "users", team.person("member").user_id));
    assert_eq!(first["assignee"], whole(team.owner(), "users", assignee));
    assert_eq!(list.items()[1]["assignee"], Value::Null);
    assert_eq!(list.ids(), [id, bare]);
    team.owner().delete(&format!("/projects/{project}")).status_is(204);
    let kept = team.owner().get(&format!("/ideas/{id}?include=project")).status_is(200);
    assert_eq!([&kept.data()["project"], &kept.data()["project_id"]], [&Value::Null, &json!(project)]);
}

fn who_left_the_team_is_shown_no_more(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let guest = team.newcomer("member");
    let body = json!({ "project_id": project(team.owner()), "name": "One", "assignee_id": guest.user_id });
    let id = made(&guest.client, "/ideas", body);
    team.remove(guest.user_id);
    let kept = team.owner().get(&format!("/ideas/{id}?include=user,assignee")).status_is(200);
    let data = kept.data();
    assert_eq!([&data["user_id"], &data["assignee_id"]], [&json!(guest.user_id), &json!(guest.user_id)]);
    assert_eq!([&data["user"], &data["assignee"]], [&Value::Null, &Value::Null]);
    team.owner().patch(&format!("/ideas/{id}"), json!({ "name": "Still changed" })).status_is(200);
}

fn an_idea_without_attachments_says_so(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, ideas, insights) = pair(team.owner());
    for path in [format!("/ideas/{}", ideas[0]), format!("/insights/{}", insights[0])] {
        let include = "attachments,attachmentsCount,attachmentsExists";
        let answer = team.owner().get(&format!("{path}?include={include}")).status_is(200);
        let data = answer.data();
        let told = [&data["attachments"], &data["attachments_count"], &data["attachments_exists"]];
        assert_eq!(told, [&json!([]), &json!(0), &json!(false)], "{path}");
    }
}

fn insights_projects_and_users_include_their_ideas(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (project, ideas, insights) = pair(team.owner());
    let member_s = idea(team.member(), project, "The member's");
    for (path, expected) in [
        (format!("/insights/{}", insights[0]), &ideas[..1]),
        (format!("/projects/{project}"), &[ideas[0], ideas[1], member_s]),
        (format!("/users/{}", team.person("member").user_id), &[member_s]),
        (format!("/users/{}", team.person("owner").user_id), &ideas),
    ] {
        let answer = team.owner().get(&format!("{path}?include=ideas,ideasCount,ideasExists")).status_is(200);
        let data = answer.data();
        assert_eq!(ids(&data["ideas"]), expected, "{path}");
        assert_eq!([&data["ideas_count"], &data["ideas_exists"]], [&json!(expected.len()), &json!(true)], "{path}");
        assert_eq!(data["ideas"][0], whole(team.owner(), "ideas", expected[0]), "{path}");
    }
}

fn deleted_records_are_left_out_until_restored(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (project, ideas, insights) = pair(team.owner());
    let seen = || {
        let of_idea = team.owner().get(&format!("/ideas/{}?include=insights,insightsCount", ideas[1])).status_is(200);
        let list = team.owner().get(&format!("/insights/{}?include=ideas,ideasCount", insights[0])).status_is(200);
        let home = team.owner().get(&format!("/projects/{project}?include=ideasCount")).status_is(200);
        assert_eq!(of_idea.data()["insights_count"], json!(ids(&of_idea.data()["insights"]).len()));
        assert_eq!(list.data()["ideas_count"], json!(ids(&list.data()["ideas"]).len()));
        (ids(&of_idea.data()["insights"]), ids(&list.data()["ideas"]), home.data()["ideas_count"].clone())
    };
    team.owner().put(&format!("/ideas/{}/insights", ideas[1]), json!({ "ids": [insights[0]] })).status_is(200);
    assert_eq!(seen(), (vec![insights[0]], ideas.to_vec(), json!(2)));
    team.owner().delete(&format!("/ideas/{}", ideas[0])).status_is(204);
    assert_eq!(seen(), (vec![insights[0]], vec![ideas[1]], json!(1)));
    team.owner().post(&format!("/ideas/{}/restore", ideas[0]), json!({})).status_is(200);
    assert_eq!(seen(), (vec![insights[0]], ideas.to_vec(), json!(2)));
    team.owner().delete(&format!("/insights/{}", insights[0])).status_is(204);
    let without = team.owner().get(&format!("/ideas/{}?include=insights,insightsExists", ideas[1])).status_is(200);
    assert_eq!([&without.data()["insights"], &without.data()["insights_exists"]], [&json!([]), &json!(false)]);
    team.owner().post(&format!("/insights/{}/restore", insights[0]), json!({})).status_is(200);
    assert_eq!(seen().0, [insights[0]]);
}

fn includes_change_neither_rows_nor_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, ideas, _) = pair(team.owner());
    for include in ALLOWED.split(", ").filter(|it| !it.starts_with("attachments")) {
        let answer = team.owner().get(&format!("/ideas?include={include}&sort=-id&page[size]=1")).status_is(200);
        assert_eq!((answer.ids(), answer.total()), (vec![ideas[1]], 2), "{include}");
    }
}

fn an_unknown_include_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    for (query, names) in [
        ("include=foo,insights,owner", "foo, owner"),
        ("include=results,votes", "results, votes"),
        ("include=projectCount", "projectCount"),
        ("include=insights.ideas", "insights.ideas"),
    ] {
        let message = format!("Requested include(s) `{names}` are not allowed. Allowed include(s) are `{ALLOWED}`.");
        team.owner().get(&format!("/ideas?{query}")).refused(400, &message);
        team.owner().get(&format!("/ideas/{id}?{query}")).refused(400, &message);
    }
}
