//! Files in a bucket: what holds of files in a folder holds of them, and the bucket may be away.

use std::collections::BTreeSet;
use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;

use super::{PATIENCE, address, bytes, fixture, path, picture, to_project, upload, uploaded};
use crate::records::project;
use crate::world::{BUCKET_SECRET, Bucket, Client, Store, TestInstallation, World, on_both, within};

on_both![
    files_in_a_bucket_live_as_those_in_a_folder,
    no_kill_parts_a_record_from_its_bytes_in_a_bucket,
    a_bucket_that_is_away_is_told_and_nothing_is_lost,
    what_is_brought_back_beside_a_bucket_sweeps_nothing_of_the_live_service,
];

const MEBIBYTE: usize = 1 << 20;

fn world(store: Store, bucket: &Bucket) -> World {
    bucket.keeps_files_of(World::builder(store)).start()
}

/// Makes a file two hours old.
fn age(file: &Path) {
    let then = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    File::options().write(true).open(file).and_then(|it| it.set_modified(then)).expect("an older file");
}

fn files_in_a_bucket_live_as_those_in_a_folder(store: Store) {
    let bucket = Bucket::start();
    let world = world(store, &bucket);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let large = picture(10 * MEBIBYTE, 1);
    let contents = [fixture("photo.jpg"), fixture("table.xls"), large.clone()];
    let ids: Vec<i64> = contents.iter().map(|content| uploaded(owner, project, "file", content)).collect();
    let twin = uploaded(owner, project, "twin.jpg", &contents[0]);
    upload(owner, project, "page.png", &fixture("impostors/page.png")).status_is(422);
    within(PATIENCE, "the bucket has each content once", || bucket.files().len() == contents.len());
    assert!(world.files().is_empty());

    let neighbour = world.neighbour();
    let there = owner.at(&neighbour);
    for (id, content) in ids.iter().zip(&contents) {
        assert!(bytes(owner, *id) == *content && bytes(&there, *id) == *content);
    }
    assert!(world.client(None).get(&address(owner, ids[2])).status_is(200).raw == large);
    // A range that begins and ends within what is fetched at once.
    let (first, last) = (700_001, 5_000_002);
    let range = format!("bytes={first}-{last}");
    let part = owner.send("GET", &format!("{}/file", path(ids[2])), &[("Range", &range)], b"").status_is(206);
    assert!(part.raw == large[first..=last]);
    world.is_sound();

    there.delete(&path(twin)).status_is(204);
    assert!(bytes(owner, ids[0]) == contents[0]);
    for id in ids {
        owner.delete(&path(id)).status_is(204);
    }
    within(PATIENCE, "the last record takes its file along", || bucket.files().is_empty());
    let folder = world.folder().join("copy").display().to_string();
    if store == Store::Sqlite {
        assert_eq!(world.cli(&["backup", &folder])["backup"]["files"], json!(0));
    }
    assert!(!world.log().contains(BUCKET_SECRET));
}

fn no_kill_parts_a_record_from_its_bytes_in_a_bucket(store: Store) {
    let bucket = Bucket::start();
    let world = world(store, &bucket);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let made = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (made, client) = (&made, owner.clone());
            scope.spawn(move || upload_until_the_end(&client, project, thread, made));
        }
        within(PATIENCE, "uploads are acknowledged", || made.lock().expect("a lock").len() >= 12);
        world.kill();
    });
    world.restart();
    let made = made.into_inner().expect("a lock");
    for (id, seed) in &made {
        assert!(bytes(owner, *id) == picture(300_000, *seed), "{id} lost its bytes");
    }

    // What nobody names goes once it is old, and nothing else does.
    let some = bucket.files()[0].clone();
    let (old, young) = (some.with_file_name("00000000000000aa"), some.with_file_name("00000000000000bb"));
    for orphan in [&old, &young] {
        std::fs::copy(&some, orphan).expect("a copy");
    }
    for file in bucket.files().iter().filter(|it| **it != young) {
        age(file);
    }
    world.is_sound();
    let left: BTreeSet<_> = bucket.files().into_iter().collect();
    assert!(!left.contains(&old) && left.contains(&young));
    age(&young);
    world.is_sound();
    let total = owner.get("/attachments").status_is(200).total();
    assert_eq!(bucket.files().len(), usize::try_from(total).expect("a small number"));
    for (id, seed) in &made {
        assert!(bytes(owner, *id) == picture(300_000, *seed), "{id} was swept");
    }
}

/// Uploads contents of its own until the server is gone.
fn upload_until_the_end(client: &Client, project: i64, thread: u64, made: &Mutex<Vec<(i64, u64)>>) {
    for number in 0.. {
        let seed = thread * 1_000_000 + number;
        let form = to_project(project).file("picture.png", &picture(300_000, seed));
        let Some((status, answer)) = client.try_submit("/attachments", &form) else { return };
        assert_eq!(status, 200, "{answer}");
        made.lock().expect("a lock").push((answer["data"]["id"].as_i64().expect("an id"), seed));
    }
}

fn a_bucket_that_is_away_is_told_and_nothing_is_lost(store: Store) {
    let bucket = Bucket::start();
    let world = world(store, &bucket);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let content = fixture("photo.jpg");
    let kept = uploaded(owner, project, "photo.jpg", &content);
    let gone = uploaded(owner, project, "report.pdf", &fixture("report.pdf"));

    bucket.stop();
    let began = Instant::now();
    upload(owner, project, "table.xls", &fixture("table.xls")).status_is(503);
    owner.get(&format!("{}/file", path(kept))).status_is(503);
    assert!(began.elapsed() < Duration::from_secs(20));
    let unread = format!("the file of attachment {kept} cannot be read: reading a file: ");
    for line in ["the attachment store is away: writing a file: ", &unread] {
        within(PATIENCE, line, || world.log().contains(line));
    }
    let refusals = r#"uplift_refusals_total{reason="store_unavailable"} 2"#;
    within(PATIENCE, "both are counted as the store's", || world.metrics().lines().any(|line| line == refusals));
    assert!(!world.metrics().contains("database_unavailable"));
    // All else goes on. What cannot be removed now is swept later.
    owner.get("/attachments").status_is(200);
    owner.delete(&path(gone)).status_is(204);
    let (status, output, _) = world.cli_raw(&["doctor", "--json"]);
    assert_eq!(status, Some(1));
    assert!(output.contains("s3://uplift/of/this cannot be used: "), "{output}");
    // A server would start all the same.
    let check = world.cli(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert!(check["ok"] == true && check.to_string().contains("s3://uplift/of/this does not answer"), "{check}");

    // One that takes connections and says nothing.
    let silent = TcpListener::bind(bucket.address()).expect("its address");
    upload(owner, project, "table.xls", &fixture("table.xls")).status_is(503);
    drop(silent);

    bucket.resume();
    assert!(bytes(owner, kept) == content);
    let later = uploaded(owner, project, "table.xls", &fixture("table.xls"));
    assert!(bytes(owner, later) == fixture("table.xls"));
    bucket.files().iter().for_each(|file| age(file));
    world.is_sound();
    assert_eq!(bucket.files().len(), 2);
}

fn what_is_brought_back_beside_a_bucket_sweeps_nothing_of_the_live_service(store: Store) {
    let bucket = Bucket::start();
    let world = world(store, &bucket);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    let mut place = TestInstallation::empty(store);
    for (name, value) in bucket.variables() {
        place.env(name, &value);
    }
    let folder = place.path("copy").display().to_string();
    world.cli(&["backup", &folder]);
    let later = uploaded(owner, project, "table.xls", &fixture("table.xls"));
    bucket.files().iter().for_each(|file| age(file));
    place.json(&["restore", &folder]);
    place.is_sound();
    assert_eq!(bucket.files().len(), 2);
    assert!(bytes(owner, later) == fixture("table.xls"));
    world.is_sound();
}

#[test]
fn a_copy_of_a_folder_is_not_brought_back_into_a_bucket_without_its_files() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    uploaded(team.owner(), project(team.owner()), "photo.jpg", &fixture("photo.jpg"));
    let bucket = Bucket::start();
    let mut place = TestInstallation::empty(Store::Sqlite);
    let folder = place.path("copy").display().to_string();
    world.cli(&["backup", &folder]);
    for (name, value) in bucket.variables() {
        place.env(name, &value);
    }
    let database = place.path("new/uplift.db");
    place.env("DATABASE_URL", &format!("sqlite://{}", database.display()));
    let error = place.refused(1, &["restore", &folder]);
    assert!(error.contains("copy/attachments holds files"), "{error}");
    assert!(!database.exists());
}

#[test]
fn a_bucket_that_cannot_be_used_is_told_by_the_doctor_without_its_secret() {
    let bucket = Bucket::start();
    let mut place = TestInstallation::migrated(Store::Sqlite);
    for (name, value) in bucket.variables() {
        place.env(name, &value);
    }
    let error = |place: &TestInstallation, says: &str| {
        let (status, output, errors) = place.run(&["doctor", "--json"]);
        assert_eq!(status, Some(1), "{output}{errors}");
        assert!(output.contains(says), "{output}");
        assert!(!output.contains(BUCKET_SECRET) && !errors.contains(BUCKET_SECRET), "{output}{errors}");
    };
    place.env("AWS_SECRET_ACCESS_KEY", &format!("{BUCKET_SECRET}-not"));
    error(&place, "s3://uplift/of/this cannot be used");
    place.without("AWS_SECRET_ACCESS_KEY");
    error(&place, "Missing SecretAccessKey");
    // `.env` is read as well.
    std::fs::write(place.path(".env"), format!("AWS_SECRET_ACCESS_KEY={BUCKET_SECRET}\n")).expect("a file");
    assert_eq!(place.json(&["doctor"])["ok"], json!(true));
    place.env("AWS_ALLOW_HTTP", "false");
    error(&place, "AWS_ALLOW_HTTP=true");
}
