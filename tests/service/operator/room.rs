//! No room: while a disk is full, writes are answered with 503 and the server is not ready; with room again, all goes
//! on.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use postgres::NoTls;
use serde_json::json;

use super::contains;
use crate::records::{learning, picture, project};
use crate::world::{Answer, Client, Form, SmallDisk, Store, TestInstallation, World, postgres_server, within};

const SOON: Duration = Duration::from_secs(20);

/// More writes than a full disk takes until it refuses one.
const ENOUGH: usize = 400;

#[track_caller]
fn is_refused_for_now(answer: &Answer) {
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert!(answer.header("Retry-After").is_some_and(|it| it.parse::<u32>().is_ok_and(|it| it > 0)));
    assert!(!answer.text().contains("disk") && !answer.text().contains('/'), "{} tells too much", answer.text());
}

/// Writes until one is refused, and counts those that were taken.
#[track_caller]
fn write_until_refused(mut write: impl FnMut(usize) -> Answer) -> i64 {
    for taken in 0..ENOUGH {
        let answer = write(taken);
        if !(200..300).contains(&answer.status) {
            is_refused_for_now(&answer);
            return i64::try_from(taken).expect("a small number");
        }
    }
    panic!("the disk is not full");
}

#[track_caller]
fn ready(world: &World) -> u16 {
    world.client(None).get(&format!("{}/health/ready", world.origin())).status
}

fn create(client: &Client, project: i64, size: usize) -> Answer {
    client.post("/learnings", json!({ "project_id": project, "name": "One", "description": "a".repeat(size) }))
}

fn total(client: &Client, path: &str) -> i64 {
    client.get(path).status_is(200).total()
}

/// Fills the disk under a database with records, and frees it.
fn fill_and_free(world: &World, disk: &SmallDisk) {
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ids: Vec<i64> = (0..30).map(|_| learning(owner, project, "Before")).collect();
    assert_eq!(ready(world), 200);

    disk.fill();
    let mut taken = 0;
    for size in [60_000, 1] {
        taken += write_until_refused(|_| create(owner, project, size));
    }
    let form = Form::new().text("project_id", project).text("attachable_type", "project");
    is_refused_for_now(
        &owner.submit("/attachments", &form.text("attachable_id", project).file("dot.gif", &picture(1))),
    );
    within(SOON, "the file that no record has goes", || world.files().is_empty());
    // These find room in what the database has already, or are refused like the others.
    let (mut names, mut gone) = (0, 0);
    for id in &ids {
        let path = format!("/learnings/{id}");
        let (renamed, deleted) = (owner.patch(&path, json!({ "name": "After" })), owner.delete(&path));
        for (answer, status) in [(&renamed, 200), (&deleted, 204)] {
            if answer.status != status {
                is_refused_for_now(answer);
            }
        }
        gone += i64::from(deleted.status == 204);
        names += i64::from(renamed.status == 200 && deleted.status != 204);
    }
    for _ in 0..3 {
        assert_eq!(ready(world), 503, "it says that it is ready while the disk is full");
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(total(owner, "/learnings"), 30 + taken - gone);
    assert_eq!(total(owner, "/learnings?filter[name]=After"), names);

    disk.free();
    within(SOON, "it is ready again", || ready(world) == 200);
    for size in [60_000, 1] {
        create(owner, project, size).status_is(201);
    }
    assert_eq!(total(owner, "/learnings"), 30 + taken - gone + 2);
    world.is_sound();
    world.restart();
    assert_eq!(total(owner, "/learnings"), 30 + taken - gone + 2);
}

/// The account that this runs under.
pub(super) fn here() -> u32 {
    std::fs::metadata("/proc/self").expect("this process").uid()
}

fn on_a_small_disk() -> (SmallDisk, World) {
    let disk = SmallDisk::mounted(24 << 20, here());
    let world = World::builder(Store::Sqlite)
        .env("DATABASE_URL", &format!("sqlite://{}/data/uplift.db", disk.path().display()))
        .start();
    (disk, world)
}

#[test]
fn a_full_disk_is_told_before_anything_is_written() {
    let (disk, world) = on_a_small_disk();
    assert_eq!(ready(&world), 200);
    disk.fill();
    within(SOON, "it is not ready", || ready(&world) == 503);
    disk.free();
    within(SOON, "it is ready again", || ready(&world) == 200);
}

#[test]
fn a_full_disk_is_told_by_sqlite() {
    let (disk, world) = on_a_small_disk();
    fill_and_free(&world, &disk);
}

#[test]
fn a_full_disk_is_told_by_postgres() {
    let mut server = postgres::Client::connect(&format!("{}/postgres", postgres_server()), NoTls).expect("the server");
    let data: String = server.query_one("SHOW data_directory", &[]).expect("its folder").get(0);
    let account = std::fs::metadata(data).expect("its folder").uid();
    let disk = SmallDisk::mounted(40 << 20, account);
    let space = format!("uplift_small_{}", std::process::id());
    let made = format!("CREATE TABLESPACE {space} LOCATION '{}'", disk.path().display());
    server.batch_execute(&made).expect("a tablespace");
    {
        let world = World::start(Store::Postgres);
        let name: String = world.postgres().query_one("SELECT current_database()", &[]).expect("a name").get(0);
        world.kill();
        within(SOON, "the database moves", || {
            server.batch_execute(&format!("ALTER DATABASE {name} SET TABLESPACE {space}")).is_ok()
        });
        world.restart();
        fill_and_free(&world, &disk);
    }
    server.batch_execute(&format!("DROP TABLESPACE {space}")).expect("the tablespace goes");
}

#[test]
fn a_full_store_of_files_is_told() {
    let disk = SmallDisk::mounted(8 << 20, here());
    let world = World::builder(Store::Sqlite)
        .env("UPLIFT_ATTACHMENTS", &format!("file://{}/attachments", disk.path().display()))
        .start();
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let upload = |seed: usize| {
        let form = Form::new().text("project_id", project).text("attachable_type", "project");
        let content = [picture(seed), vec![1; 100_000]].concat();
        owner.submit("/attachments", &form.text("attachable_id", project).file("dot.gif", &content))
    };
    upload(ENOUGH).status_is(200);
    assert_eq!(ready(&world), 200);
    disk.fill();
    let taken = write_until_refused(upload);
    assert_eq!(total(owner, "/attachments"), 1 + taken);
    assert_eq!(ready(&world), 503);
    assert_eq!(ready(&world), 503);
    create(owner, project, 1).status_is(201);
    disk.free();
    within(SOON, "it is ready again", || ready(&world) == 200);
    upload(ENOUGH + 1).status_is(200);
    assert_eq!(total(owner, "/attachments"), 2 + taken);
    world.is_sound();
}

#[test]
fn a_server_that_starts_without_room_for_files_is_not_ready() {
    let disk = SmallDisk::mounted(8 << 20, here());
    let world = World::builder(Store::Sqlite)
        .env("UPLIFT_ATTACHMENTS", &format!("file://{}/attachments", disk.path().display()))
        .start();
    let team = world.team();
    let project = project(team.owner());
    disk.fill();
    world.restart();
    assert_eq!(ready(&world), 503);
    create(team.owner(), project, 1).status_is(201);
    disk.free();
    within(SOON, "it is ready", || ready(&world) == 200);
}

/// What such a start leaves is no database, and in the way of none that is brought back.
#[test]
fn a_start_without_room_for_its_database_is_foretold() {
    let world = World::start(Store::Sqlite);
    world.team();
    let copy = world.folder().join("copy").display().to_string();
    world.cli(&["backup", &copy]);
    let disk = SmallDisk::mounted(24 << 20, here());
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.env("DATABASE_URL", &format!("sqlite://{}/new/uplift.db", disk.path().display()));
    let check = ["serve", "--check", "--bind", "127.0.0.1:0"];
    assert_eq!(place.json(&check)["ok"], json!(true));
    std::fs::create_dir(disk.path().join("new")).expect("a folder");
    disk.fill();
    let foretold = || {
        let (status, told, _) = place.run(&check);
        assert_eq!(status, Some(1), "{told}");
        contains(&told, &["new has no room for"]);
    };
    foretold();
    place.refused(1, &["serve", "--bind", "127.0.0.1:0"]);
    foretold();
    disk.free();
    assert!(place.json(&["restore", &copy])["restore"]["records"].as_i64().is_some_and(|it| it > 0));
}
