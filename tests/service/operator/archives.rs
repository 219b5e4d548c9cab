//! `uplift team export` and `uplift team import`: a team in one file, and the same team elsewhere.

mod hostile;
mod references;
mod served;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use self::served::is_served_as_before;
use super::backups::files;
use super::{contains, tables_with_a_team};
use crate::records::{comment, idea, insight, learning, pictured, project};
use crate::world::{Store, TestInstallation, World, on_both};

on_both![
    a_team_is_the_same_wherever_it_is_brought_in,
    a_team_comes_to_where_its_people_are_known,
    a_kill_leaves_no_team_and_no_file,
    nothing_is_swept_while_a_team_comes_in,
    the_export_of_a_team_is_for_its_stewards,
];

/// How many shares an import's time is cut into, at the end of each of which one is killed.
const KILLS: u32 = 8;

/// The entries of an archive, by their names.
fn entries(archive: impl std::io::Read + std::io::Seek) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(archive).expect("a ZIP file");
    let mut entries = BTreeMap::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        entries.insert(entry.name().expect("a name").into_owned(), bytes);
    }
    entries
}

fn opened(path: &Path) -> BTreeMap<String, Vec<u8>> {
    entries(File::open(path).expect("an archive"))
}

fn manifest(entries: &BTreeMap<String, Vec<u8>>) -> Value {
    serde_json::from_slice(&entries["manifest.json"]).expect("a manifest")
}

fn lines(entries: &BTreeMap<String, Vec<u8>>, file: &str) -> Vec<Value> {
    let text = String::from_utf8(entries[file].clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Exports a team of a place.
#[track_caller]
fn export(place: &TestInstallation, team: &Value, file: &str) -> (Value, BTreeMap<String, Vec<u8>>) {
    let path = place.path(file);
    let told = place.json(&["team", "export", &team.to_string(), path.to_str().expect("a path")]);
    (told["export"].clone(), opened(&path))
}

#[track_caller]
fn import(place: &TestInstallation, from: &Path) -> Value {
    place.json(&["team", "import", from.to_str().expect("a path")])["import"].clone()
}

/// That two archives are of the same team, as far as a team can be the same elsewhere.
#[track_caller]
fn are_the_same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) {
    let names = |it: &BTreeMap<String, Vec<u8>>| it.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(one), names(other));
    for (name, bytes) in one.iter().filter(|(name, _)| *name != "manifest.json") {
        let [was, is] = [bytes, &other[name]].map(|it| String::from_utf8_lossy(it).into_owned());
        let differs = was.lines().zip(is.lines()).find(|(was, is)| was != is);
        assert!(was == is, "{name} is another: {differs:?}");
    }
    let plain = |entries: &BTreeMap<String, Vec<u8>>| {
        let mut manifest = manifest(entries);
        manifest["exported_at"] = Value::Null;
        for name in ["id", "name", "slug"] {
            manifest["team"][name] = Value::Null;
        }
        manifest
    };
    assert_eq!(plain(one), plain(other));
}

/// A demo workspace to which all that is peculiar was added, and its team.
fn peculiar(place: &TestInstallation, demo: &Value) -> (Value, String) {
    let team = demo["team_id"].clone();
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let owner = place.client(&server, demo["keys"]["owner"].as_str());
    let member = place.client(&server, demo["keys"]["member"].as_str());
    let member_id = member.get("/user").status_is(200).body["id"].clone();
    let admin_id = place.client(&server, demo["keys"]["admin"].as_str()).get("/user").status_is(200).body["id"].clone();
    let project = project(&owner);
    let idea = idea(&owner, project, "Déjà vu\u{2028}\"'\\ = @");
    comment(&owner, "idea", idea, &format!("@[{member_id}] and [x]: look"));
    member.post(&format!("/ideas/{idea}/vote"), json!({ "value": 1 })).status_is(200);
    owner.post(&format!("/ideas/{idea}/vote"), json!({ "value": -1 })).status_is(200);
    for name in ["Deleted", "Gone"] {
        let learning = learning(&owner, project, name);
        owner.delete(&format!("/learnings/{learning}")).status_is(204);
    }
    let tag = owner.post("/tags", json!({ "name": "Gone for good", "project_id": project })).status_is(201).id();
    owner.delete(&format!("/tags/{tag}")).status_is(204);
    insight(&member, project, "By one who leaves");
    let filter = json!({ "filter": { "project_id": format!("{project}, 999999"), "owner_id": member_id.to_string() } });
    let report = json!({ "name": "Shared", "report": "overview", "params": filter, "access": "link" });
    owner.post("/saved-reports", report).status_is(201);
    owner.post("/invitations", json!({ "email": "Later@Example.com", "role": "member" })).status_is(201);
    owner.patch("/team", json!({ "settings": { "min_runtime_days": 21 }, "currency": "EUR" })).status_is(200);
    drop(server);
    place.json(&["user", "remove", "--team", &team.to_string(), "--user", &member_id.to_string()]);
    let shown = place.json(&["user", "show", &admin_id.to_string()]);
    let address = shown["user"]["email"].as_str().expect("an address").to_owned();
    place.json(&["user", "erase", &admin_id.to_string(), "--confirm", &address]);
    (team, demo["keys"]["owner"].as_str().expect("a key").to_owned())
}

const fn other(store: Store) -> Store {
    match store {
        Store::Sqlite => Store::Postgres,
        Store::Postgres => Store::Sqlite,
    }
}

fn a_team_is_the_same_wherever_it_is_brought_in(store: Store) {
    let (place, demo) = TestInstallation::seeded(store);
    let (team, key) = peculiar(&place, &demo);
    let (told, first) = export(&place, &team, "first.zip");
    let stored = first.keys().filter(|name| name.starts_with("files/")).count();
    let records: i64 = manifest(&first)["counts"].as_object().expect("counts").values().filter_map(Value::as_i64).sum();
    assert_eq!([&told["records"], &told["files"]], [&json!(records), &json!(stored)]);
    assert!(records > 900 && stored > 5, "{told}");
    tells_no_secrets(&place, &key, &first);
    tells_of_people_and_reports(&first);

    // In turn where it is, on the other database, and back.
    let path = place.path("first.zip");
    let beside = import(&place, &path);
    assert_eq!(beside, json!({ "team": { "id": beside["team"]["id"] }, "records": records, "files": stored }));
    are_the_same(&first, &export(&place, &beside["team"]["id"], "beside.zip").1);
    let elsewhere = TestInstallation::migrated(other(store));
    let there = import(&elsewhere, &path)["team"]["id"].clone();
    are_the_same(&first, &export(&elsewhere, &there, "there.zip").1);
    for it in [&place, &elsewhere] {
        it.is_sound();
    }

    let [was, is] = [(&place, store, &team), (&elsewhere, other(store), &there)].map(rows);
    assert_eq!(was, is);

    is_served_as_before((&place, &key), (&elsewhere, &there), &first);
}

/// That what opens something is in none of its lines.
fn tells_no_secrets(place: &TestInstallation, key: &str, archive: &BTreeMap<String, Vec<u8>>) {
    let token = place.texts("SELECT public_token FROM saved_reports WHERE public_token IS NOT NULL").remove(0);
    let secret = key.rsplit('_').next().expect("a secret");
    for secret in [secret, &token, "public_token", "edit_hash", "api_key"] {
        let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        let found = archive.iter().find(|(_, bytes)| holds(bytes));
        assert!(found.is_none(), "{secret} stands in {:?}", found.map(|it| it.0));
    }
}

fn tells_of_people_and_reports(archive: &BTreeMap<String, Vec<u8>>) {
    let (projects, reports) = (lines(archive, "projects.ndjson"), lines(archive, "saved-reports.ndjson"));
    let shared = reports.iter().find(|it| it["name"] == "Shared").expect("the report");
    // One that the team has not is nobody's.
    let named = format!("\"project_id\":\"{},0\"", projects.len());
    assert!(text(&shared["params"]).contains(&named), "{shared}");
    let people = lines(archive, "users.ndjson");
    assert!(people.iter().any(|it| it["role"].is_null()), "whoever left is still named: {people:?}");
    assert!(people.iter().any(|it| it["name"] == "Erased user"), "{people:?}");
}

/// How many rows a team has in each table that says whose its rows are, those that do not move with it left out.
fn rows((place, store, team): (&TestInstallation, Store, &Value)) -> BTreeMap<String, i64> {
    // Counters that count nothing any more are not made again.
    const STAY: [&str; 4] = ["api_keys", "idempotent_requests", "counters", "name_blocks"];
    let tables = tables_with_a_team(place, store);
    // Each database finds names and tokens in its own way.
    let moving = tables.into_iter().filter(|it| !STAY.contains(&it.as_str()) && !it.ends_with("_search"));
    moving.map(|it| (it.clone(), place.count(&format!("SELECT count(*) FROM {it} WHERE team_id = {team}")))).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn a_team_comes_to_where_its_people_are_known(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    idea(owner, project(owner), "Mine");
    let path = world.folder().join("team.zip");
    let path = path.to_str().expect("a path");
    let exported = world.cli(&["team", "export", &team.id.to_string(), path]);
    assert_eq!(exported["export"]["path"], json!(path));
    let people = world.count("SELECT count(*) FROM users");
    world.execute("UPDATE users SET email = upper(email)");
    let made = world.cli(&["team", "import", path, "--name", "The other one"])["import"]["team"]["id"].clone();
    assert_eq!(world.count("SELECT count(*) FROM users"), people);
    let shown = world.cli(&["team", "show", &made.to_string()])["team"].clone();
    assert_eq!((&shown["name"], &shown["plan"]), (&json!("The other one"), &json!("enterprise")));
    let roles = |team: i64| world.texts(&format!("SELECT role FROM team_users WHERE team_id = {team} ORDER BY role"));
    assert_eq!(roles(made.as_i64().expect("an id")), roles(team.id));
    let addresses = world.texts(&format!("SELECT email FROM team_users WHERE team_id = {made}"));
    assert!(!addresses.is_empty() && addresses.iter().all(|it| *it == it.to_uppercase()), "{addresses:?}");
    // Nothing is written over, and nobody but the owner of the file reads it.
    let (status, _, errors) = world.cli_raw(&["team", "export", &team.id.to_string(), path]);
    assert!(status == Some(1) && errors.contains("exists"), "{errors}");
    let (status, _, errors) = world.cli_raw(&["team", "export", "999999", &format!("{path}.none")]);
    assert!(status == Some(1) && errors.contains("there is no team 999999"), "{errors}");
    assert!(
        !world.folder().join("team.zip.none").exists() && !world.folder().join("team.zip.none.unfinished").exists()
    );
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);
}

fn a_kill_leaves_no_team_and_no_file(store: Store) {
    let (place, demo) = TestInstallation::seeded(store);
    export(&place, &demo["team_id"], "team.zip");
    let path = place.path("team.zip");
    let import = ["team", "import", path.to_str().expect("a path")];
    let begun = Instant::now();
    place.json(&import);
    let whole = begun.elapsed();
    for share in 1..=KILLS {
        place.killed_after(whole * share / KILLS, &import);
    }
    let kept = || files(&place.path("attachments")).len();
    let named = || usize::try_from(place.count("SELECT count(*) FROM files")).expect("a number");
    assert!(kept() > named(), "no import was cut between its files and its records");
    // Whoever is sweeping first has to wait for the commits of processes that are gone.
    place.is_sound();
    let teams = place.count("SELECT count(*) FROM teams");
    let ideas = place.count("SELECT count(*) FROM ideas WHERE team_id = 1");
    assert_eq!(place.count("SELECT count(*) FROM ideas"), teams * ideas, "of {teams} teams each is whole");
    assert_eq!(kept(), named());
}

/// Whoever sweeps would take files that wait long for their records for nobody's.
fn nothing_is_swept_while_a_team_comes_in(store: Store) {
    let (place, demo) = TestInstallation::seeded(store);
    export(&place, &demo["team_id"], "team.zip");
    let path = place.path("team.zip");
    let kept = || files(&place.path("attachments"));
    let before = kept();
    // A sweep locks the folder as well, and with others.
    let sweeping = File::open(place.path("attachments")).expect("the folder");
    sweeping.lock_shared().expect("a lock");
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| import(&place, &path));
        std::thread::sleep(Duration::from_secs(2));
        assert!(!waits.is_finished() && kept() == before, "files came in while others were removed");
        drop(sweeping);
        waits.join().expect("an import");
    });
    place.is_sound();
    assert_eq!(kept().len(), 2 * before.len());
}

fn the_export_of_a_team_is_for_its_stewards(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    pictured(owner, project, "idea", idea(owner, project, "Mine"), 1);
    for client in [team.member(), team.viewer()] {
        client.get("/team/export").refused(403, "This action is unauthorized.");
    }
    let logged = || world.count("SELECT count(*) FROM activities WHERE event = 'exported'");
    let head = owner.head("/team/export").status_is(200);
    assert_eq!((head.header("content-type"), head.raw.len(), logged()), (Some("application/zip"), 0, 0));
    let answer = team.admin().get("/team/export").status_is(200);
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    let disposition = answer.header("content-disposition").expect("a name");
    assert!(disposition.starts_with("attachment; filename=\"team-20") && disposition.ends_with(".zip\""));
    assert_eq!(logged(), 1);
    let told = entries(std::io::Cursor::new(answer.raw));
    let log = lines(&told, "activities.ndjson");
    assert!(log.iter().all(|it| it["event"] != "exported"), "its own entry comes after it");
    // What the command writes is the same, but for the entry.
    let path = world.folder().join("team.zip");
    world.cli(&["team", "export", &team.id.to_string(), path.to_str().expect("a path")]);
    let mut written = opened(&path);
    let mut entry = lines(&written, "activities.ndjson").pop().expect("an entry");
    entry["created_at"] = Value::Null;
    assert_eq!([&entry["event"], &entry["subject_type"]], [&json!("exported"), &json!("team")]);
    // When its key was used is noted a moment after the answer.
    for name in ["activities.ndjson", "users.ndjson", "manifest.json"] {
        written.insert(name.to_owned(), told[name].clone());
    }
    are_the_same(&told, &written);
    assert_eq!(told.keys().filter(|name| name.starts_with("files/")).count(), 1);
    // Also where the team is blocked, which then writes nothing.
    team.billing("blocked", &[]);
    owner.patch("/team", json!({})).status_is(402);
    owner.get("/team/export").status_is(200);
    assert_eq!(logged(), 1);
}

#[test]
fn of_two_exports_into_one_file_the_second_is_refused() {
    let (place, demo) = TestInstallation::seeded(Store::Sqlite);
    let (file, unfinished) = (place.path("team.zip"), place.path("team.zip.unfinished"));
    let (team, path) = (demo["team_id"].to_string(), file.display().to_string());
    let export = ["team", "export", team.as_str(), path.as_str()];
    std::fs::write(&unfinished, "begun").expect("a file");
    let begun = File::open(&unfinished).expect("the file");
    begun.lock().expect("it is held");
    let told = place.refused(1, &export);
    contains(&told, &["another `uplift team export` is writing", &path, "wait"]);
    assert_eq!(std::fs::read_to_string(&unfinished).ok().as_deref(), Some("begun"));
    // What a killed one left is written over.
    drop(begun);
    place.json(&export);
    assert!(opened(&file).contains_key("manifest.json") && !unfinished.exists());
}
