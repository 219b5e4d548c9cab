//! The export of a team while its files are deleted, on another server than that which sends it.

use std::fs::File;
use std::io::Read as _;
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::abandoned::begun;
use super::limits::whole;
use crate::attachments::{fixture, uploaded};
use crate::records::project;
use crate::world::{Store, World, on_both, within};

on_both![an_export_of_a_team_outlives_the_deletion_of_its_files];

/// More files than connections hold that nobody reads.
const FILES: usize = 6;

/// How many bytes are added to a picture.
const LONG: usize = 9 << 20;

fn an_export_of_a_team_outlives_the_deletion_of_its_files(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let content = |seed: u8| [fixture("picture.png"), vec![seed; LONG]].concat();
    let seeds = 0..u8::try_from(FILES).expect("a small number");
    let ids: Vec<i64> = seeds.map(|seed| uploaded(owner, project, "picture.png", &content(seed))).collect();
    // A sweep would take them as soon as no record names them.
    let then = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    for file in world.files() {
        File::options().write(true).open(file).and_then(|it| it.set_modified(then)).expect("an older file");
    }
    let neighbour = world.neighbour();
    let there = owner.at(&neighbour);

    let mut export = begun(owner, "/team/export");
    let again = uploaded(owner, project, "picture.png", &content(0));
    assert_eq!(world.files().len(), FILES, "no export has what came twice");
    for id in ids.into_iter().chain([again]) {
        there.delete(&format!("/attachments/{id}")).status_is(204);
    }
    assert_eq!(world.cli(&["doctor"])["ok"], json!(true));
    assert_eq!(world.files().len(), FILES, "they are read still");
    // Other teams have nothing to do with it.
    let other = world.team();
    let own = uploaded(other.owner(), crate::records::project(other.owner()), "picture.png", &content(0));
    other.owner().delete(&format!("/attachments/{own}")).status_is(204);
    assert_eq!(world.files().len(), FILES);

    let mut taken = Vec::new();
    export.read_to_end(&mut taken).expect("the whole archive");
    let path = world.folder().join("team.zip");
    std::fs::write(&path, whole(&taken)).expect("the archive is kept");
    let made = world.cli(&["team", "import", path.to_str().expect("a path"), "--name", "Again"]);
    assert_eq!(made["import"]["files"], json!(FILES));

    let held = || world.count("SELECT count(*) FROM file_holds");
    within(Duration::from_secs(20), "they are let go of", || held() == 0);
    assert_eq!(world.files().len(), 2 * FILES);
    assert_eq!(world.cli(&["doctor"])["ok"], json!(true));
    assert_eq!(world.files().len(), FILES, "what was imported stays");
}
