//! Goals of an experiment: each has a role, and the one in the role of the primary goal is the one its field names.

use serde_json::{Value, json};

use super::{events, standing, whole};
use crate::records::{goal, made, page, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    goals_have_a_role_and_are_shown_with_it,
    the_field_and_the_role_of_the_primary_goal_follow_each_other,
    a_new_primary_goal_makes_the_old_one_secondary,
    a_body_that_contradicts_itself_is_refused,
    what_is_judged_by_stays_once_it_is_started,
    a_steward_insists_on_another_primary_goal,
    what_a_body_attaches_counts_for_where_its_status_leads,
    a_goal_shows_its_experiments_and_is_in_use,
    an_archived_goal_stays_and_is_not_attached_anew,
];

/// The goals of an experiment with their roles, by id.
fn roles(client: &Client, path: &str) -> Value {
    shown(&client.get(&format!("{path}?include=goals")).status_is(200))
}

fn shown(answer: &Answer) -> Value {
    let goals = answer.data()["goals"].as_array().expect("goals");
    goals.iter().map(|goal| json!([goal["id"], goal["role"]])).collect()
}

fn bare(client: &Client) -> (String, [i64; 3]) {
    let project = project(client);
    let goals = ["One", "Two", "Three"].map(|name| goal(client, project, name));
    let id = made(client, "/experiments", json!({ "project_id": project, "name": "Test", "type": "ab" }));
    (format!("/experiments/{id}"), goals)
}

fn goals_have_a_role_and_are_shown_with_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, [one, two, three]) = bare(owner);
    let links = format!("{path}/goals");
    let attached = team.member().post(&links, json!({ "ids": [two, one] })).status_is(200);
    assert_eq!(shown(&attached), json!([[one, "secondary"], [two, "secondary"]]));
    assert_eq!(roles(owner, &path), shown(&attached));
    let guarded = json!({ "goals": [{ "goal_id": two, "role": "guardrail" }, { "goal_id": three }] });
    let attached = owner.post(&links, guarded.clone()).status_is(200);
    let expected = json!([[one, "secondary"], [two, "guardrail"], [three, "secondary"]]);
    assert_eq!(shown(&attached), expected);
    let id = attached.id();
    assert_eq!(events(owner, "experiment", id), ["created", "attached", "attached"]);
    owner.post(&links, guarded).status_is(200);
    owner.post(&links, json!({ "ids": [two] })).status_is(200);
    assert_eq!(roles(owner, &path), expected, "a goal that is there keeps its role");
    assert_eq!(events(owner, "experiment", id), ["created", "attached", "attached"], "nothing changed");
    let counted = owner.get(&format!("{path}?include=goalsCount,goalsExists")).status_is(200);
    assert_eq!([&counted.data()["goals_count"], &counted.data()["goals_exists"]], [&json!(3), &json!(true)]);
    let list = owner.get("/experiments?include=goals").status_is(200);
    assert_eq!(list.items()[0]["goals"][1]["role"], json!("guardrail"));
    let set = json!({ "goals": [{ "goal_id": one, "role": "guardrail" }] });
    assert_eq!(shown(&owner.put(&links, set).status_is(200)), json!([[one, "guardrail"]]));
    owner.delete(&format!("{links}/{one}")).status_is(200);
    assert_eq!(roles(owner, &path), json!([]));
    let created = json!({
        "project_id": attached.data()["project_id"], "name": "With goals", "type": "ab",
        "goals": [{ "goal_id": three, "role": "primary" }, { "goal_id": one, "role": "guardrail" }],
    });
    let created = owner.post("/experiments?include=goals", created).status_is(201);
    assert_eq!(shown(&created), json!([[one, "guardrail"], [three, "primary"]]));
    assert_eq!(created.data()["primary_goal_id"], json!(three));
}

fn the_field_and_the_role_of_the_primary_goal_follow_each_other(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, [one, two, _]) = bare(owner);
    let field = || owner.get(&path).status_is(200).data()["primary_goal_id"].clone();
    owner.patch(&path, json!({ "primary_goal_id": one })).status_is(200);
    assert_eq!(roles(owner, &path), json!([[one, "primary"]]));
    owner.patch(&path, json!({ "primary_goal_id": two })).status_is(200);
    assert_eq!(roles(owner, &path), json!([[one, "secondary"], [two, "primary"]]));
    owner.patch(&path, json!({ "primary_goal_id": null })).status_is(200);
    assert_eq!(roles(owner, &path), json!([[one, "secondary"], [two, "secondary"]]));
    let links = format!("{path}/goals");
    let primary = owner.post(&links, json!({ "goals": [{ "goal_id": one, "role": "primary" }] })).status_is(200);
    assert_eq!((&primary.data()["primary_goal_id"], field()), (&json!(one), json!(one)));
    let named = owner.get(&format!("/experiments?filter[primary_goal_id]={one}&per_page=1")).status_is(200);
    assert_eq!(named.body["meta"]["total"], json!(1), "its counters follow");
    owner.delete(&format!("{links}/{one}")).status_is(200);
    assert_eq!(field(), Value::Null);
    owner.patch(&path, json!({ "primary_goal_id": two })).status_is(200);
    owner.put(&links, json!({ "goals": [{ "goal_id": two, "role": "guardrail" }] })).status_is(200);
    assert_eq!((field(), roles(owner, &path)), (Value::Null, json!([[two, "guardrail"]])));
    let both = json!({ "primary_goal_id": one, "goals": [{ "goal_id": two }] });
    owner.patch(&path, both).status_is(200);
    assert_eq!((field(), roles(owner, &path)), (json!(one), json!([[one, "primary"], [two, "secondary"]])));
}

fn a_new_primary_goal_makes_the_old_one_secondary(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, [one, two, three]) = bare(owner);
    let links = format!("{path}/goals");
    for (heir, expected) in [
        (one, json!([[one, "primary"]])),
        (two, json!([[one, "secondary"], [two, "primary"]])),
        (one, json!([[one, "primary"], [two, "secondary"]])),
        (three, json!([[one, "secondary"], [two, "secondary"], [three, "primary"]])),
    ] {
        let named = json!({ "goals": [{ "goal_id": heir, "role": "primary" }] });
        let attached = owner.post(&links, named).status_is(200);
        assert_eq!((shown(&attached), &attached.data()["primary_goal_id"]), (expected, &json!(heir)));
    }
    let log = owner.get(&format!(
        "/activities?subject_type=experiment&subject_id={}&sort=-id",
        path.rsplit('/').next().expect("an id")
    ));
    let last = log.status_is(200).items()[0].clone();
    assert_eq!(last["event"], json!("attached"));
    assert_eq!(last["properties"]["attributes"]["goal_ids"], json!([one, two, three]));
    assert_eq!(
        last["properties"]["old"],
        json!({
            "goal_ids": [one, two], "primary_goal_id": one, "goals": [{ "goal_id": one, "role": "primary" }],
        })
    );
}

fn a_body_that_contradicts_itself_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, [one, two, _]) = bare(owner);
    let twice = "The goals.1.role field has a duplicate value.";
    let primary = |id: i64| json!({ "goal_id": id, "role": "primary" });
    for change in [
        |client: &Client, path: &str, body| client.post(path, body),
        |client: &Client, path: &str, body| client.put(path, body),
    ] {
        let links = format!("{path}/goals");
        let change = |body| change(owner, &links, body);
        change(json!({})).invalid(&[("ids", "The ids field is required.")]);
        change(json!({ "ids": [one], "goals": [primary(two)] }))
            .invalid(&[("goals", "The goals field is prohibited.")]);
        change(json!({ "goals": [primary(one), primary(two)] })).invalid(&[("goals.1.role", twice)]);
        change(json!({ "goals": [primary(one), { "goal_id": one }] }))
            .invalid(&[("goals.1.goal_id", "The goals.1.goal_id field has a duplicate value.")]);
        change(json!({ "goals": [{ "goal_id": 1_000_000 }, { "role": "main", "goal_id": one }, {}, 5] })).invalid(&[
            ("goals.1.role", "The selected goals.1.role is invalid."),
            ("goals.2.goal_id", "The goals.2.goal_id field is required."),
            ("goals.3", "The goals.3 field must be an object."),
            ("goals.0.goal_id", "The selected goals.0.goal_id is invalid."),
        ]);
        change(json!({ "goals": "one" })).invalid(&[("goals", "The goals field must be an array.")]);
    }
    let body = json!({ "primary_goal_id": one, "goals": [primary(two)] });
    let refused = "The primary goal id field must name the goal that is primary.";
    owner.patch(&path, body).invalid(&[("primary_goal_id", refused)]);
    assert_eq!(roles(owner, &path), json!([]));
}

fn what_is_judged_by_stays_once_it_is_started(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "running");
    let primary = owner.get(&path).status_is(200).data()["primary_goal_id"].as_i64().expect("a goal");
    let project = owner.get(&path).status_is(200).data()["project_id"].as_i64().expect("a project");
    let other = goal(owner, project, "Other");
    let links = format!("{path}/goals");
    owner.post(&links, json!({ "ids": [other] })).status_is(200);
    let stays = [("primary_goal_id", "The primary goal id field cannot change while the experiment is running.")];
    owner.post(&links, json!({ "goals": [{ "goal_id": other, "role": "primary" }] })).invalid(&stays);
    owner.put(&links, json!({ "ids": [other] })).invalid(&stays);
    owner.delete(&format!("{links}/{primary}")).invalid(&stays);
    assert_eq!(roles(owner, &path), json!([[primary, "primary"], [other, "secondary"]]));
    for (action, body) in [("stop", json!({})), ("complete", json!({ "result": "neutral" }))] {
        owner.post(&format!("{path}/{action}"), body).status_is(200);
    }
    let closed = [("status", "The status field does not allow a change of goals while it is completed.")];
    owner.delete(&format!("{links}/{other}")).invalid(&closed);
    let guarded = json!({ "goals": [{ "goal_id": other, "role": "guardrail" }] });
    owner.post(&links, guarded).invalid(&closed);
    owner.delete(&format!("{links}/1000000")).status_is(404);
    owner.post(&links, json!({ "ids": [other] })).status_is(200);
}

fn a_steward_insists_on_another_primary_goal(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = standing(owner, "running");
    let shown = owner.get(&path).status_is(200).data().clone();
    let [first, project] = ["primary_goal_id", "project_id"].map(|field| shown[field].as_i64().expect("an id"));
    let [second, third] = ["Second", "Third"].map(|name| goal(owner, project, name));
    let links = format!("{path}/goals");
    let judged = || {
        let phases = owner.get(&format!("{path}/phases")).status_is(200).data().clone();
        let goals: Vec<_> = phases.as_array().expect("phases").iter().map(|it| it["primary_goal_id"].clone()).collect();
        assert_eq!(goals.last(), Some(&owner.get(&path).status_is(200).data()["primary_goal_id"]));
        json!(goals)
    };
    let primary = |goal: i64| json!({ "goals": [{ "goal_id": goal, "role": "primary" }], "force": true });
    team.member().post(&links, primary(second)).status_is(403);
    owner.post(&links, json!({ "ids": [second], "force": "yes" })).status_is(200);
    let garbled = json!({ "goals": [{ "goal_id": second, "role": "primary" }], "force": "yes" });
    owner.post(&links, garbled).invalid(&[("force", "The force field must be true or false.")]);
    assert_eq!(judged(), json!([first]));
    owner.post(&links, primary(second)).status_is(200);
    assert_eq!(roles(owner, &path), json!([[first, "secondary"], [second, "primary"]]));
    owner.put(&links, primary(third)).status_is(200);
    owner.post(&links, json!({ "ids": [first], "force": true })).status_is(200);
    assert_eq!(judged(), json!([first, second, third]), "only another primary goal opens a phase");
    team.member().delete(&format!("{links}/{third}?force=true")).status_is(403);
    owner.delete(&format!("{links}/{third}?force=true")).status_is(200);
    owner.delete(&format!("{links}/{first}")).status_is(200);
    let mut body = primary(second);
    body["name"] = json!("Another name");
    owner.patch(&path, body).status_is(200);
    assert_eq!(judged(), json!([first, second, third, null, second]));
    owner.post(&links, json!({ "ids": [third] })).status_is(200);
    let id = path.rsplit('/').next().and_then(|id| id.parse::<i64>().ok());
    let change = |goal: i64| json!({ "op": "update", "id": id, "body": { "primary_goal_id": goal, "force": true } });
    owner.post("/experiments/bulk", json!({ "operations": [change(first), change(third)] })).status_is(200);
    assert_eq!(
        judged(),
        json!([first, second, third, null, second, third]),
        "of two in one request the last one counts"
    );
    let mut body = primary(first);
    body["status"] = json!("analyzing");
    owner.patch(&path, body).status_is(200);
    assert_eq!(judged(), json!([first, second, third, null, second, third, first]), "one that ends with the stop");
    let phases = owner.get(&format!("{path}/phases")).status_is(200).data().clone();
    assert_eq!(phases[6]["ended_at"], owner.get(&path).status_is(200).data()["ended_at"]);
    let stays = "The primary goal id field cannot change while the experiment is analyzing.";
    owner.post(&links, primary(second)).invalid(&[("primary_goal_id", stays)]);
}

fn what_a_body_attaches_counts_for_where_its_status_leads(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/experiments/{}", whole(owner, json!({ "primary_goal_id": null })));
    let project = owner.get(&path).status_is(200).data()["project_id"].as_i64().expect("an id");
    let goal = goal(owner, project, "Judged by");
    let with = |role: &str| json!({ "status": "running", "goals": [{ "goal_id": goal, "role": role }] });
    let required = [("primary_goal_id", "The primary goal id field is required.")];
    owner.patch(&path, with("guardrail")).invalid(&required);
    let mut contradicts = with("primary");
    contradicts["primary_goal_id"] = Value::Null;
    owner.patch(&path, contradicts).invalid_under("primary_goal_id");
    let started = owner.patch(&path, with("primary")).status_is(200);
    let id = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    assert_eq!(events(owner, "experiment", id), ["created", "started", "attached"]);
    assert_eq!((&started.data()["status"], &started.data()["primary_goal_id"]), (&json!("running"), &json!(goal)));
    let phases = owner.get(&format!("{path}/phases")).status_is(200);
    assert_eq!(phases.data()[0]["primary_goal_id"], json!(goal));
    owner.post(&format!("{path}/stop"), json!({})).status_is(200);
    let page = page(owner, project, "Cart");
    let body = json!({ "status": "completed", "result": "neutral", "page_ids": [page] });
    owner.patch(&path, body).status_is(200);
    let shown = owner.get(&format!("{path}?include=pages")).status_is(200);
    assert_eq!(shown.data()["pages"][0]["id"], json!(page));
    let body = json!({ "status": "analyzing", "page_ids": [] });
    let closed = "The status field does not allow a change of pages while it is completed.";
    owner.patch(&path, body).invalid(&[("status", closed)]);
}

fn a_goal_shows_its_experiments_and_is_in_use(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = whole(owner, json!({}));
    let (path, [one, ..]) = bare(owner);
    owner.post(&format!("{path}/goals"), json!({ "goals": [{ "goal_id": one, "role": "guardrail" }] })).status_is(200);
    owner.patch(&format!("/experiments/{id}"), json!({ "primary_goal_id": one })).status_is(200);
    let shown = owner.get(&format!("/goals/{one}?include=experiments,experimentsCount")).status_is(200);
    assert_eq!(shown.data()["experiments_count"], json!(2));
    assert_eq!(shown.data()["experiments"][0]["role"], Value::Null, "the role is told of goals");
    let used = "The goal is used by 2 records; archive it instead.";
    owner.delete(&format!("/goals/{one}")).invalid(&[("goal", used)]);
    owner.post(&format!("/goals/{one}/experiments"), json!({ "ids": [id] })).status_is(404);
}

fn an_archived_goal_stays_and_is_not_attached_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, [there, new, _]) = bare(owner);
    let links = format!("{path}/goals");
    owner.post(&links, json!({ "ids": [there] })).status_is(200);
    for goal in [there, new] {
        owner.post(&format!("/goals/{goal}/archive"), json!({})).status_is(200);
    }
    owner.put(&links, json!({ "ids": [there] })).status_is(200);
    let guarded = json!({ "goals": [{ "goal_id": there, "role": "guardrail" }] });
    assert_eq!(shown(&owner.post(&links, guarded).status_is(200)), json!([[there, "guardrail"]]));
    let refused = [("ids.1", "The selected ids.1 is invalid.")];
    owner.post(&links, json!({ "ids": [there, new] })).invalid(&refused);
    let field = "goals.0.goal_id";
    let refused = [(field, "The selected goals.0.goal_id is invalid.")];
    owner.put(&links, json!({ "goals": [{ "goal_id": new }] })).invalid(&refused);
    owner.patch(&path, json!({ "goals": [{ "goal_id": new }] })).invalid(&refused);
    let primary = || json!({ "goals": [{ "goal_id": there, "role": "primary" }] });
    owner.post(&links, primary()).invalid(&refused);
    owner.put(&links, primary()).invalid(&refused);
    owner.patch(&path, primary()).invalid(&refused);
    let refused = [("primary_goal_id", "The selected primary goal id is invalid.")];
    owner.patch(&path, json!({ "primary_goal_id": there })).invalid(&refused);
    assert_eq!(roles(owner, &path), json!([[there, "guardrail"]]));
    owner.post(&format!("/goals/{there}/unarchive"), json!({})).status_is(200);
    owner.post(&links, primary()).status_is(200);
    owner.post(&format!("/goals/{there}/archive"), json!({})).status_is(200);
    let stays = owner.put(&links, primary()).status_is(200);
    assert_eq!(shown(&stays), json!([[there, "primary"]]), "what is primary already stays so");
}
