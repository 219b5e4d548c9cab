//! `uplift team delete`: everything of a team goes, nothing of another, and others write on meanwhile.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::{contains, people, refused, tables_with_a_team};
use crate::records::{experiment, idea, insight, made, many, observation, page, pictured, project, scheme, variation};
use crate::world::{Client, Store, TAKES_EFFECT, TestInstallation, World, meanwhile, on_both, within};

on_both![
    everything_of_a_team_goes_and_nothing_of_another,
    its_keys_open_nothing_from_the_start,
    people_stay_whom_something_names,
    a_wrong_name_removes_nothing,
    others_write_on_meanwhile,
    a_kill_leaves_what_the_next_run_removes,
    what_is_half_removed_is_told_so,
    an_open_invitation_leads_nowhere,
    the_demo_is_made_anew,
];

/// The full-text indexes, whose rows are numbered by team and record.
fn indexes(world: &World, store: Store) -> Vec<String> {
    match store {
        Store::Sqlite => world.texts("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"),
        Store::Postgres => Vec::new(),
    }
}

/// How many rows a team has in each table.
fn rows(world: &World, store: Store, team: i64) -> BTreeMap<String, i64> {
    let counted = |table: String| {
        let rows = world.count(&format!("SELECT count(*) FROM {table} WHERE team_id = {team}"));
        (table, rows)
    };
    let indexed = |index: String| {
        let rows = world.count(&format!("SELECT count(*) FROM {index}_docsize WHERE id >> 40 = {team}"));
        (index, rows)
    };
    let tables = tables_with_a_team(world, store).into_iter().map(counted);
    tables.chain(indexes(world, store).into_iter().map(indexed)).collect()
}

/// The demo workspace, with a row in every table that can have one, and the key of its owner.
fn full(world: &World, demo: &Value) -> (i64, String, Client) {
    let team = demo["team_id"].as_i64().expect("an id");
    let owner = world.client(demo["keys"]["owner"].as_str());
    let name = owner.get("/team").status_is(200).data()["name"].as_str().expect("a name").to_owned();
    let project = project(&owner);
    scheme(&owner, "One", json!([{ "entity_type": "ideas", "project_id": project }]));
    let (idea, insight) = (idea(&owner, project, "One"), insight(&owner, project, "One"));
    let (page, experiment) = (page(&owner, project, "One"), experiment(&owner, project, "One"));
    variation(&owner, experiment, "Second");
    let audience = made(&owner, "/audiences", json!({ "project_id": project, "name": "One" }));
    let user = owner.get("/user").status_is(200).body["id"].clone();
    for (path, linked) in [
        (format!("/projects/{project}/users"), user.clone()),
        (format!("/ideas/{idea}/observations"), json!(observation(&owner, project, "One"))),
        (format!("/insights/{insight}/pages"), json!(page)),
        (format!("/insights/{insight}/audiences"), json!(audience)),
        (format!("/experiments/{experiment}/pages"), json!(page)),
        (format!("/experiments/{experiment}/audiences"), json!(audience)),
        (format!("/experiments/{experiment}/insights"), json!(insight)),
    ] {
        owner.post(&path, json!({ "ids": [linked] })).status_is(200);
    }
    let above = made(
        &owner,
        "/comments",
        json!({
            "commentable_type": "idea", "commentable_id": idea, "body": format!("Ask @[{user}]"),
        }),
    );
    made(
        &owner,
        "/comments",
        json!({
            "commentable_type": "idea", "commentable_id": idea, "body": "Asked", "parent_id": above,
        }),
    );
    owner.post("/invitations", json!({ "email": "ida@x.example", "role": "viewer" })).status_is(201);
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a")];
    let body = json!({ "project_id": project, "name": "Two" }).to_string();
    owner.send("POST", "/ideas", &headers, body.as_bytes()).status_is(201);
    // What is asked otherwise now is kept as it was asked.
    let answer = owner.get("/form-answers").status_is(200).items()[0]["form_question_id"].clone();
    owner.patch(&format!("/form-questions/{answer}"), json!({ "settings": { "max_length": 77 } })).status_is(200);
    (team, name, owner)
}

fn everything_of_a_team_goes_and_nothing_of_another(store: Store) {
    let (world, demo) = World::seeded(store);
    let other = world.team();
    let theirs = project(other.owner());
    let kept = idea(other.owner(), theirs, "Kept");
    pictured(other.owner(), theirs, "idea", kept, 1);
    let (team, name, owner) = full(&world, &demo);
    // What an export leaves whose server was killed.
    world.execute(&format!(
        "INSERT INTO file_holds (team_id, since, until) SELECT id, created_at, created_at FROM teams WHERE id = {team}"
    ));
    // The names of what stands in no project are so few that no index has them.
    let unnamed = |table: &str| ["variation_names", "saved_report_names"].contains(&table);
    let empty = rows(&world, store, team).into_iter().filter(|(table, rows)| *rows == 0 && !unnamed(table));
    assert_eq!(empty.collect::<Vec<_>>(), [], "these have nothing that could be left behind");
    let (before, files) = (rows(&world, store, other.id), world.files().len());
    let attached = world.count(&format!("SELECT count(*) FROM files WHERE team_id = {team}"));
    let bytes = world.count(&format!("SELECT CAST(sum(size) AS bigint) FROM files WHERE team_id = {team}"));
    let deleted = world.cli(&["team", "delete", &team.to_string(), "--confirm", &name]);
    let records = deleted["deleted"]["records"].as_i64().expect("a number");
    assert_eq!(deleted, json!({ "deleted": { "records": records, "files": attached, "bytes": bytes } }));
    assert!(records > 300, "{deleted}");
    let left: Vec<(String, i64)> = rows(&world, store, team).into_iter().filter(|(_, rows)| *rows > 0).collect();
    assert_eq!(left, []);
    assert_eq!(rows(&world, store, other.id), before);
    assert_eq!(world.files().len() + usize::try_from(attached).expect("a number"), files);
    assert_eq!(other.owner().get(&format!("/ideas/{kept}")).status_is(200).data()["name"], json!("Kept"));
    owner.get("/user").refused(401, "Unauthenticated.");
    for command in [&["team", "show"][..], &["key", "list", "--team"]] {
        refused(&world, 1, &[command, &[&team.to_string()]].concat());
    }
    assert_eq!(world.cli(&["team", "list"])["teams"].as_array().map(Vec::len), Some(1));
    refused(&world, 1, &["team", "delete", &team.to_string(), "--confirm", &name]);
    world.is_sound();
}

fn its_keys_open_nothing_from_the_start(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (id, owner) = (team.id.to_string(), team.owner());
    let user = team.person("owner").user_id.to_string();
    owner.get("/user").status_is(200);
    // As a run leaves it that ends right after it closed the team.
    let now = if store == Store::Sqlite { "updated_at" } else { "now()" };
    world.execute(&format!("UPDATE teams SET deleted_at = {now}, owner_id = NULL WHERE id = {id}"));
    within(TAKES_EFFECT, "the key opens nothing", || owner.get("/user").status == 401);
    for command in [
        &["key", "create", "--team", &id, "--user", &user, "--name", "k", "--abilities", "read"][..],
        &["user", "add", "--team", &id, "--email", "a@b.example", "--name", "A", "--role", "viewer"],
        &["team", "set", &id, "--name", "Other"],
    ] {
        contains(&refused(&world, 1, command), &["team", &id]);
    }
    let found = world.cli_raw(&["doctor", "--deep"]).1;
    contains(&found, &[&format!("uplift team delete {id}")]);
    contains(&people(&world, &["team", "delete", &id, "--confirm", &team.name]), &[&id, "records", "files"]);
}

fn people_stay_whom_something_names(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let id = theirs.id.to_string();
    let known = |user: i64| world.cli_raw(&["user", "show", &user.to_string()]).0 == Some(0);
    let person = |email: &str, team: &str| {
        let command = ["user", "add", "--team", team, "--email", email, "--name", "Bob", "--role", "member"];
        world.cli(&command)["user"]["id"].as_i64().expect("an id")
    };
    let here = ours.id.to_string();
    let [alone, both, former] = ["alone", "both", "former"].map(|name| person(&format!("{name}@x.example"), &here));
    for name in ["both", "former"] {
        person(&format!("{name}@x.example"), &id);
    }
    idea(&theirs.key(former, "read,write", &[]).client, project(theirs.owner()), "One");
    theirs.remove(former);
    let owner = ours.person("owner").user_id;
    world.cli(&["team", "delete", &here, "--confirm", &ours.name]);
    assert!(!known(alone) && !known(owner), "nothing names them any more");
    assert!(known(both) && known(former), "somebody names them");
    world.is_sound();
}

fn a_wrong_name_removes_nothing(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    project(team.owner());
    let (id, before) = (team.id.to_string(), rows(&world, store, team.id));
    for wrong in [&other.name, "", &team.name.to_uppercase(), &format!("{} ", team.name)] {
        contains(&refused(&world, 1, &["team", "delete", &id, "--confirm", wrong]), &["name", &id]);
    }
    refused(&world, 2, &["team", "delete", &id]);
    contains(&refused(&world, 1, &["team", "delete", "987654", "--confirm", &team.name]), &["987654"]);
    assert_eq!(rows(&world, store, team.id), before);
    team.owner().get("/user").status_is(200);
}

/// Gives a team so many hundred ideas.
fn fill(owner: &Client, hundreds: usize) {
    let body = json!({ "project_id": project(owner), "name": "One of very many" });
    many(owner, "/ideas", vec![body; 100 * hundreds]);
}

fn others_write_on_meanwhile(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    fill(team.owner(), 40);
    let client = other.owner();
    let theirs = project(client);
    let write = |_| {
        idea(client, theirs, "Meanwhile");
    };
    meanwhile(2, write, || world.cli(&["team", "delete", &team.id.to_string(), "--confirm", &team.name]));
    assert!(client.get("/ideas").total() > 10, "they waited");
    world.is_sound();
}

fn a_kill_leaves_what_the_next_run_removes(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    fill(team.owner(), 30);
    let project = project(team.owner());
    for seed in 0..5 {
        pictured(team.owner(), project, "idea", idea(team.owner(), project, "One"), seed);
    }
    let before = rows(&world, store, other.id);
    let id = team.id.to_string();
    let command = ["team", "delete", &id, "--confirm", &team.name];
    let gone = || world.count(&format!("SELECT count(*) FROM teams WHERE id = {id}")) == 0;
    let mut killed = 0;
    for wait in std::iter::successors(Some(30), |wait| Some(wait + wait / 3)) {
        let mut run = world.begin(&command);
        std::thread::sleep(Duration::from_millis(wait));
        if run.try_wait().expect("a process").is_some() {
            break;
        }
        run.kill().and_then(|()| run.wait()).expect("a killed process");
        killed += 1;
        // No record that is left names a file that is not there.
        let found = world.cli_raw(&["doctor", "--deep", "--json"]).1;
        let found: Value = serde_json::from_str(&found).expect("a document");
        let checks = found["checks"].as_array().expect("checks");
        assert!(checks.iter().any(|it| it["name"] == "files" && it["ok"] == true), "{found:#}");
    }
    assert!(killed > 0 && gone(), "killed {killed} times");
    assert!(rows(&world, store, team.id).values().all(|rows| *rows == 0));
    assert_eq!(rows(&world, store, other.id), before);
    // What no record names stays for an hour while the server runs that took it, and is swept then.
    world.kill();
    world.is_sound();
    assert_eq!(world.files().len(), 0);
}

fn what_is_half_removed_is_told_so(store: Store) {
    let place = TestInstallation::migrated(store);
    let made = place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "Ada"]);
    let id = made["team"]["id"].to_string();
    place.execute("UPDATE teams SET deleted_at = created_at");
    let add = ["user", "add", "--team", &id, "--email", "b@x.example", "--name", "Bob", "--role", "member"];
    for command in [
        &["team", "show", &id][..],
        &["team", "plan", &id, "--plan", "pro"],
        &["user", "list", "--team", &id],
        &["key", "list", "--team", &id],
        &add,
    ] {
        let told = place.refused(1, command);
        contains(&told, &[&format!("team {id} is half removed"), &format!("`uplift team delete {id}`")]);
    }
    place.json(&["team", "delete", &id, "--confirm", "A"]);
    contains(&place.refused(1, &["team", "show", &id]), &["there is no team"]);
}

fn an_open_invitation_leads_nowhere(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let invited = team.owner().post("/invitations", json!({ "email": "ida@x.example", "role": "member" }));
    let token = invited.status_is(201).body["token"].clone();
    let now = if store == Store::Sqlite { "updated_at" } else { "now()" };
    world.execute(&format!("UPDATE teams SET deleted_at = {now} WHERE id = {}", team.id));
    let body = json!({ "token": token, "name": "Ida" });
    world.client(None).post("/invitations/accept", body).invalid_under("token");
}

fn the_demo_is_made_anew(store: Store) {
    let world = World::start(store);
    let first = world.cli(&["demo"])["team_id"].clone();
    let name = world.cli(&["team", "show", &first.to_string()])["team"]["name"].as_str().expect("a name").to_owned();
    world.cli(&["team", "delete", &first.to_string(), "--confirm", &name]);
    let again = world.cli(&["demo"]);
    assert_ne!(again["team_id"], first);
    let owner = world.client(again["keys"]["owner"].as_str());
    assert!(owner.get("/ideas").status_is(200).total() > 0);
    world.is_sound();
}
