//! Attachments: files and links beside records, from the first byte of an upload to the last record of a content.

mod attachables;
mod backups;
mod bodies;
mod bucket;
mod changes;
mod crowds;
mod cut;
mod deletes;
mod doctor;
mod endless;
mod entries;
mod equal;
mod formats;
mod impostors;
mod includes;
mod inflated;
mod kills;
mod links;
mod list;
mod memory;
mod moves;
mod names;
mod odd_names;
mod order;
mod plans;
mod ranges;
mod roles;
mod served;
mod servers;
mod shapes;
mod signed;
mod sizes;
mod stops;
mod sweeps;
mod tenants;
mod threads;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::world::{Answer, Client, Form, World};

/// Every member of an attachment, in the order in which it is written.
const MEMBERS: [&str; 11] = [
    "id",
    "project_id",
    "name",
    "file_type",
    "file_size",
    "type",
    "url",
    "attachable_type",
    "attachable_id",
    "created_at",
    "updated_at",
];

/// What is told of a file of any other format.
const FORMATS: &str = "The file field must be a file of type: jpg, jpeg, png, gif, pdf, doc, docx, xls, xlsx.";

/// How large a file may be.
const LARGEST: usize = 10 * 1024 * 1024;

const PATIENCE: Duration = Duration::from_secs(20);

/// A real file, or one that pretends to be one: `photo.jpg`, `impostors/page.png`.
#[track_caller]
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/files").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A picture of exactly so many bytes, another one for each seed.
fn picture(length: usize, seed: u64) -> Vec<u8> {
    let mut bytes = fixture("picture.png");
    bytes.extend_from_slice(&seed.to_be_bytes());
    assert!(bytes.len() <= length, "no picture has {length} bytes");
    let filler: Vec<u8> = (0..=u8::MAX).map(|byte| byte.wrapping_mul(31)).cycle().take(64 * 1024).collect();
    while bytes.len() < length {
        let missing = length - bytes.len();
        bytes.extend_from_slice(&filler[..missing.min(filler.len())]);
    }
    bytes
}

/// What every form names: the project itself is what it attaches to.
fn to_project(project: i64) -> Form {
    to(project, "project", project)
}

fn to(project: i64, kind: &str, id: i64) -> Form {
    Form::new().text("project_id", project).text("attachable_type", kind).text("attachable_id", id)
}

/// Attaches a file to a project.
#[track_caller]
pub(crate) fn upload(client: &Client, project: i64, filename: &str, content: &[u8]) -> Answer {
    client.submit("/attachments", &to_project(project).file(filename, content))
}

/// Attaches a file to a project and gives the attachment's id.
#[track_caller]
pub(crate) fn uploaded(client: &Client, project: i64, filename: &str, content: &[u8]) -> i64 {
    upload(client, project, filename, content).status_is(200).id()
}

/// The body that attaches a link to a record.
fn link_to(project: i64, kind: &str, id: i64) -> Value {
    json!({
        "project_id": project, "attachable_type": kind, "attachable_id": id, "url": "https://docs.example.com/report",
    })
}

/// Attaches a link to a project and gives the attachment's id.
#[track_caller]
fn linked(client: &Client, project: i64) -> i64 {
    client.post("/attachments", link_to(project, "project", project)).status_is(200).id()
}

fn path(id: i64) -> String {
    format!("/attachments/{id}")
}

/// The bytes of an attachment, as its key's owner reads them.
#[track_caller]
pub(crate) fn bytes(client: &Client, id: i64) -> Vec<u8> {
    client.get(&format!("{}/file", path(id))).status_is(200).raw
}

/// The signed address of an attachment's file.
#[track_caller]
fn address(client: &Client, id: i64) -> String {
    let answer = client.get(&path(id)).status_is(200);
    answer.data()["url"].as_str().expect("an address").to_owned()
}

#[track_caller]
fn total(client: &Client) -> i64 {
    client.get("/attachments").status_is(200).total()
}

/// The store comes to hold so many files: what is removed may go after the answer.
#[track_caller]
pub(crate) fn files_are(world: &World, number: usize) {
    let start = Instant::now();
    while world.files().len() != number && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(world.files().len(), number, "the files of the store: {:#?}", world.files());
}
