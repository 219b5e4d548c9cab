//! Health: whether the process lives, and whether it can do its work.

use std::time::Duration;

use postgres::NoTls;

use crate::attachments::{fixture, upload, uploaded};
use crate::records::project;
use crate::world::{Client, Store, World, on_both, postgres_server, within};

on_both![a_server_that_serves_is_live_and_ready, a_database_with_a_pending_migration_is_not_ready];

const SOON: Duration = Duration::from_secs(10);

fn ask(client: &Client, world: &World, path: &str) -> u16 {
    client.get(&format!("{}/health/{path}", world.origin())).status
}

fn a_server_that_serves_is_live_and_ready(store: Store) {
    let world = World::start(store);
    let anyone = world.client(None);
    for path in ["live", "ready"] {
        let address = format!("{}/health/{path}", world.origin());
        anyone.get(&address).status_is(200);
        assert!(anyone.head(&address).status_is(200).raw.is_empty());
        anyone.post(&address, serde_json::json!({})).refused_in_words(405);
    }
}

fn a_database_with_a_pending_migration_is_not_ready(store: Store) {
    let world = World::start(store);
    let anyone = world.client(None);
    assert_eq!(ask(&anyone, &world, "ready"), 200);
    world.execute("DELETE FROM __diesel_schema_migrations");
    within(SOON, "it is no longer ready", || ask(&anyone, &world, "ready") == 503);
    assert_eq!(ask(&anyone, &world, "live"), 200);
}

#[test]
fn a_folder_that_takes_no_files_is_told_once_an_upload_found_it() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    let (folder, away) = (world.store(), world.folder().join("away"));
    std::fs::rename(&folder, &away).expect("the folder goes");
    std::fs::write(&folder, "").expect("a file in its place");
    let failed = upload(owner, project, "table.xls", &fixture("table.xls")).status;
    assert!(failed >= 500, "{failed}");
    let anyone = world.client(None);
    assert_eq!(ask(&anyone, &world, "ready"), 503);
    std::fs::remove_file(&folder).expect("the file goes");
    std::fs::rename(&away, &folder).expect("the folder comes back");
    within(SOON, "it is ready again", || ask(&anyone, &world, "ready") == 200);
    uploaded(owner, project, "table.xls", &fixture("table.xls"));
}

#[test]
fn a_postgres_that_is_gone_is_told_until_it_is_back() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let anyone = world.client(None);
    assert_eq!(ask(&anyone, &world, "ready"), 200);
    let name: String = world.postgres().query_one("SELECT current_database()", &[]).expect("a name").get(0);
    let mut server = postgres::Client::connect(&format!("{}/postgres", postgres_server()), NoTls).expect("the server");
    let close = format!(
        "ALTER DATABASE {name} ALLOW_CONNECTIONS false; \
         SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    );
    server.batch_execute(&close).expect("the database closes");
    within(SOON, "it is no longer ready", || ask(&anyone, &world, "ready") == 503);
    assert_eq!(ask(&anyone, &world, "live"), 200);
    let body = anyone.get(&format!("{}/health/ready", world.origin())).text();
    assert!(!body.contains("postgres") && !body.contains(&name), "{body} tells too much");
    server.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true")).expect("the database opens");
    within(SOON, "it is ready again", || ask(&anyone, &world, "ready") == 200);
    team.owner().get("/learnings").status_is(200);
    team.owner().post("/projects", serde_json::json!({ "name": "After" })).status_is(201);
}
