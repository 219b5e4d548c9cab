//! Frozen databases: what the version before left behind is migrated in place, says what it said before, and goes on.
//! Nothing here knows the kinds of today, so that one that is added breaks nothing.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::older::{migrations_may_be_killed, rows};
use crate::world::{Client, Form, Server, Store, TestInstallation, on_both};

on_both![
    a_frozen_database_says_what_it_said,
    keys_of_the_first_form_keep_working,
    work_goes_on_in_a_frozen_database,
    what_was_migrated_can_be_taken_back,
    a_migration_of_a_frozen_database_may_be_killed,
];

/// The last migration that the frozen database has.
const FROZEN_AT: &str = "2026-11-23-000000_search";

/// A frozen database brought back, and what it told before.
struct Frozen {
    store: Store,
    place: TestInstallation,
    told: Value,
}

impl Frozen {
    fn brought_back(store: Store) -> Frozen {
        let folder = fixtures("frozen/2026-11-23").join(match store {
            Store::Sqlite => "sqlite",
            Store::Postgres => "postgres",
        });
        let database = unpacked(&folder.join("database.gz"));
        let place = match store {
            Store::Sqlite => {
                let place = TestInstallation::empty(store);
                fs::write(place.path("uplift.db"), database).expect("the database file");
                place
            }
            Store::Postgres => TestInstallation::left_behind(store, &String::from_utf8(database).expect("statements")),
        };
        copy(&folder.join("attachments"), &place.path("attachments"));
        let told = serde_json::from_slice(&unpacked(&folder.join("told.json.gz"))).expect("what was told");
        Frozen { store, place, told }
    }

    fn migrated(store: Store) -> Frozen {
        let frozen = Frozen::brought_back(store);
        frozen.migrates();
        frozen
    }

    /// Applies what came since.
    #[track_caller]
    fn migrates(&self) {
        let done = self.place.json(&["migrate"]);
        assert_eq!((&done["applied"], &done["pending"]), (&json!(self.since()), &json!([])));
    }

    /// The migrations that came since, in their order.
    fn since(&self) -> Vec<String> {
        let folder = migrations(self.store);
        let entries = folder.read_dir().expect("the migrations");
        let names = entries.map(|entry| entry.expect("a migration").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.as_str() > FROZEN_AT).collect();
        names.sort_unstable();
        names
    }

    fn serve(&self) -> Server {
        self.place.serve(&["--bind", "127.0.0.1:0", "--max-page-size", "500"])
    }

    fn client(&self, server: &Server, name: &str) -> Client {
        let token = self.told["keys"][name].as_str().expect("a key");
        self.place.client(server, Some(token))
    }

    /// Whatever the database says of its own tables.
    fn schema(&self) -> Vec<String> {
        let statement = match self.store {
            Store::Sqlite => "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema",
            Store::Postgres => {
                "SELECT conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid) FROM pg_constraint \
                    WHERE connamespace = 'public'::regnamespace \
                 UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
                 UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' \
                    || is_identity FROM information_schema.columns WHERE table_schema = 'public'"
            }
        };
        let plain = |line: String| line.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines: Vec<String> = self.place.texts(statement).into_iter().map(plain).map(in_any_order).collect();
        lines.sort_unstable();
        lines
    }
}

/// A table with its columns in an order of their own, and without what stands in those that nobody fills: a column that
/// was taken away comes back as the last.
fn in_any_order(line: String) -> String {
    match (line.starts_with("table "), line.split_once('(')) {
        (true, Some((name, columns))) => {
            let parts = columns.trim_end_matches(" STRICT").trim_end_matches([')', ' ']).split(", ");
            let parts = parts.map(|part| part.split(" DEFAULT ").next().unwrap_or(part).trim());
            let mut parts: Vec<&str> = parts.collect();
            parts.sort_unstable();
            format!("{name}({}", parts.join(", "))
        }
        _ => line,
    }
}

fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn migrations(store: Store) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(match store {
        Store::Sqlite => "sqlite",
        Store::Postgres => "postgres",
    })
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(file).expect("a fixture")).read_to_end(&mut bytes).expect("it is packed");
    bytes
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in from.read_dir().expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Whether what is told now has all that was told then. It may say more.
fn says(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            // That somebody asked is noted of them.
            let mut told = then.iter().filter(|(name, _)| *name != "last_active_at");
            told.all(|(name, then)| now.get(name).is_some_and(|now| says(now, then)))
        }
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| says(now, then))
        }
        // What was told went through jq, which writes 80.0 as 80.
        (Value::Number(now), Value::Number(then)) => now.as_f64() == then.as_f64(),
        (now, then) => now == then,
    }
}

fn a_frozen_database_says_what_it_said(store: Store) {
    let frozen = Frozen::brought_back(store);
    let before = rows(&frozen.place);
    assert!(before.iter().all(|(_, rows)| *rows > 0), "{before:?}");
    frozen.migrates();
    assert_eq!(rows(&frozen.place), before);
    frozen.place.is_sound();
    let server = frozen.serve();
    let mut compared = 0;
    for (name, answers) in frozen.told["answers"].as_object().expect("what was answered") {
        let client = frozen.client(&server, name);
        for (path, then) in answers.as_object().expect("answers by their paths") {
            let answer = client.get(path).status_is(200);
            let now = answer.body.get("data").unwrap_or(&answer.body);
            assert!(says(now, then), "{name} reads of {path}:\n{now:#}\nand read before:\n{then:#}");
            compared += then.as_array().map_or(1, Vec::len);
        }
    }
    assert!(compared > 80, "only {compared} records were compared");
    let nobody = frozen.place.client(&server, None);
    let attachments = frozen.client(&server, "owner").get("/attachments").status_is(200);
    for file in attachments.items().iter().filter(|it| it["type"] != json!("link")) {
        let opened = nobody.get(file["url"].as_str().expect("an address")).status_is(200);
        assert_eq!(json!(opened.raw.len()), file["file_size"]);
    }
}

fn keys_of_the_first_form_keep_working(store: Store) {
    let frozen = Frozen::migrated(store);
    let server = frozen.serve();
    for (name, token) in frozen.told["keys"].as_object().expect("keys") {
        let token = token.as_str().expect("a token");
        assert_eq!(token.matches('_').count(), 2, "{name} has a key of the first form: {token}");
        let user = frozen.client(&server, name).get("/user").status_is(200);
        assert!(says(&user.body, &frozen.told["answers"][name]["/user"]), "{name}: {}", user.body);
    }
    for token in frozen.told["dead"].as_array().expect("keys that are dead") {
        frozen.place.client(&server, token.as_str()).get("/user").refused(401, "Unauthenticated.");
    }
    // What the operator changes takes effect on them as on any other.
    let keys = frozen.place.json(&["key", "list", "--team", "1"]);
    let viewers = keys["keys"].as_array().expect("keys").iter().find(|key| key["name"] == "Demo viewer");
    frozen.place.json(&["key", "revoke", &viewers.expect("the viewer's key")["id"].to_string()]);
    let viewer = frozen.client(&server, "viewer");
    crate::world::within(Duration::from_secs(10), "the key is revoked", || viewer.get("/user").status == 401);
    let made =
        frozen.place.json(&["key", "create", "--team", "2", "--user", "5", "--name", "New", "--abilities", "read"]);
    let (token, id) = (made["token"].as_str().expect("a token"), &made["key"]["id"]);
    assert!(token.starts_with(&format!("upl_2_{id}_")), "{token}");
    let user = frozen.place.client(&server, Some(token)).get("/user").status_is(200).body;
    assert_eq!((&user["team"]["id"], &user["key"]["id"]), (&json!(2), id));
}

fn work_goes_on_in_a_frozen_database(store: Store) {
    let frozen = Frozen::migrated(store);
    let server = frozen.serve();
    let (owner, neighbour) = (frozen.client(&server, "owner"), frozen.client(&server, "neighbour"));
    let here = |name: &str, path: &str| frozen.told["answers"][name][path].as_array().expect("a list").clone();
    let project = &here("owner", "/projects?include=owner")[0]["id"];
    let across = &here("neighbour", "/projects?include=owner")[0]["id"];

    // Three numbers from 7 on were claimed, and the last of them was deleted.
    let idea = neighbour.post("/ideas", json!({ "project_id": across, "name": "Later" })).status_is(201);
    assert_eq!(idea.data()["identifier"], json!("I-010"));
    let numbered: Vec<Value> = here("owner", "/insights?include=ideas,learnings");
    let insight = owner.post("/insights", json!({ "project_id": project, "name": "Later" })).status_is(201);
    assert!(numbered.iter().all(|it| it["identifier"] != insight.data()["identifier"]), "{}", insight.text());
    assert!(numbered.iter().all(|it| it["id"].as_i64() < Some(insight.id())), "{}", insight.text());
    // What another team has cannot be referred to.
    neighbour.post("/ideas", json!({ "project_id": project, "name": "Elsewhere" })).invalid_under("project_id");

    let learning = json!({ "project_id": project, "name": "Later", "insight_ids": [insight.id()] });
    let learning = owner.post("/learnings", learning).status_is(201).id();
    owner.patch(&format!("/learnings/{learning}"), json!({ "name": "Later still" })).status_is(200);
    owner.delete(&format!("/learnings/{learning}")).status_is(204);
    owner.post(&format!("/learnings/{learning}/restore"), json!({})).status_is(200);
    let shown = owner.get(&format!("/learnings/{learning}?include=insights")).status_is(200);
    assert_eq!(shown.data()["insights"][0]["id"], json!(insight.id()));

    // Equal bytes of a team are one file, in a frozen one as well.
    let files = frozen.place.count("SELECT count(*) FROM files");
    let picture = fs::read(fixtures("../../crates/app/src/demo/files/payment-step.png")).expect("a picture");
    let form = |to: &Value, kind: &str, id: i64| {
        let form = Form::new().text("project_id", to).text("attachable_type", kind).text("attachable_id", id);
        form.file("again.png", &picture)
    };
    owner.submit("/attachments", &form(project, "learning", learning)).status_is(200);
    assert_eq!(frozen.place.count("SELECT count(*) FROM files"), files);
    neighbour.submit("/attachments", &form(across, "idea", idea.id())).status_is(200);
    assert_eq!(frozen.place.count("SELECT count(*) FROM files"), files + 1);
    frozen.place.is_sound();
}

/// Each migration since has a way back that leaves the tables as they were, with every row.
fn what_was_migrated_can_be_taken_back(store: Store) {
    let frozen = Frozen::brought_back(store);
    let (schema, before) = (frozen.schema(), rows(&frozen.place));
    assert!(schema.len() > 100, "{schema:#?}");
    frozen.place.json(&["migrate"]);
    assert_ne!(frozen.schema(), schema, "nothing came since");
    for name in frozen.since().iter().rev() {
        let back = fs::read_to_string(migrations(store).join(name).join("down.sql")).expect("a way back");
        let (date, _) = name.split_once('_').expect("a name after the date");
        let version = date.replace('-', "");
        let forgotten = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
        frozen.place.execute(&format!("BEGIN; {back}; {forgotten}; COMMIT"));
    }
    assert_eq!(frozen.schema(), schema);
    assert_eq!(rows(&frozen.place), before);
    assert_eq!(frozen.place.json(&["migrate"])["applied"], json!(frozen.since()));
    frozen.place.is_sound();
}

fn a_migration_of_a_frozen_database_may_be_killed(store: Store) {
    migrations_may_be_killed(|| Frozen::brought_back(store).place, TestInstallation::is_sound);
}
