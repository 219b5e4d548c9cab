//! Archives that somebody made to do harm, or that were damaged on their way: nothing of them is brought in.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::CompressionMethod::{Deflated, Stored};
use zip::write::SimpleFileOptions;

use super::{export, opened};
use crate::operator::backups::files;
use crate::world::{Store, TestInstallation, on_both};

on_both![an_archive_that_is_not_whole_brings_in_nothing];

/// The SHA-256 of bytes, in lower-case hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

type Entries = BTreeMap<String, Vec<u8>>;

/// An archive of these entries.
fn zipped(entries: &Entries) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let method = if name.starts_with("files/") { Stored } else { Deflated };
        zip.start_file(name, SimpleFileOptions::default().compression_method(method)).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    zip.finish().expect("an end").into_inner()
}

/// The same with a manifest that says what the entries are now.
fn sealed(mut entries: Entries) -> Entries {
    let mut manifest: Value = serde_json::from_slice(&entries["manifest.json"]).expect("a manifest");
    let said = manifest["files"].as_object_mut().expect("files");
    said.retain(|name, _| entries.contains_key(name));
    for (name, bytes) in entries.iter().filter(|(name, _)| *name != "manifest.json") {
        said.insert(name.clone(), json!({ "sha256": sha256(bytes), "bytes": bytes.len() }));
    }
    for (called, count) in manifest["counts"].as_object_mut().expect("counts") {
        let lines = entries.get(&format!("{called}.ndjson")).map_or(0, |it| it.split(|it| *it == b'\n').count() - 1);
        *count = json!(lines);
    }
    entries.insert("manifest.json".to_owned(), manifest.to_string().into_bytes());
    entries
}

/// The same with something else in a file, everywhere or in its first place.
fn with(entries: &Entries, file: &str, from: &str, to: &str) -> Entries {
    let mut entries = entries.clone();
    let text = String::from_utf8(entries[file].clone()).expect("UTF-8");
    assert!(text.contains(from), "{file} has no {from}: {}", &text[..text.len().min(600)]);
    entries.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
    entries
}

fn manifest_with(entries: &Entries, change: impl FnOnce(&mut Value)) -> Entries {
    let mut entries = entries.clone();
    let mut manifest: Value = serde_json::from_slice(&entries["manifest.json"]).expect("a manifest");
    change(&mut manifest);
    entries.insert("manifest.json".to_owned(), manifest.to_string().into_bytes());
    entries
}

/// What is wrong with archives as files, and what is said of it.
fn damaged(good: &Entries) -> Vec<(&'static str, Vec<u8>)> {
    let whole = zipped(good);
    let mut twice = good.clone();
    twice.insert("ideas.ndjsoN".to_owned(), good["ideas.ndjson"].clone());
    let mut twice = zipped(&twice);
    for at in 0..twice.len() - 12 {
        if &twice[at..at + 12] == b"ideas.ndjsoN" {
            twice[at + 11] = b'n';
        }
    }
    vec![
        ("is no whole ZIP file", b"nothing of the kind".to_vec()),
        ("is no whole ZIP file", whole[..whole.len() / 2].to_vec()),
        ("is no whole ZIP file", whole[..whole.len() - 30].to_vec()),
        ("has an entry twice", twice),
    ]
}

fn added(good: &Entries, name: &str, bytes: Vec<u8>) -> Entries {
    let mut entries = good.clone();
    entries.insert(name.to_owned(), bytes);
    entries
}

fn without(good: &Entries, name: &str) -> Entries {
    let mut entries = good.clone();
    entries.remove(name);
    entries
}

/// What is wrong with manifests, and what is said of it.
fn misdescribed(good: &Entries) -> Vec<(&'static str, Entries)> {
    vec![
        ("has no manifest.json", without(good, "manifest.json")),
        ("of another format than uplift-team-export", manifest_with(good, |it| it["format"] = json!("tar"))),
        ("is of version 2; this program reads version 1", manifest_with(good, |it| it["version"] = json!(2))),
        ("that tells of no team", manifest_with(good, |it| it["team"] = json!(7))),
        (
            "whose team is wrong: The selected plan is invalid",
            manifest_with(good, |it| it["team"]["plan"] = json!("free forever")),
        ),
        ("has a manifest.json of more than", manifest_with(good, |it| it["format"] = json!(" ".repeat(5 << 20)))),
        ("has other counts of records", manifest_with(good, |it| it["counts"]["ideas"] = json!(0))),
    ]
}

/// What is wrong with the entries of archives, and what is said of it.
fn forged(good: &Entries) -> Vec<(&'static str, Entries)> {
    let added = |name: &str, bytes: Vec<u8>| added(good, name, bytes);
    let without = |name: &str| without(good, name);
    let file = good.keys().find(|name| name.starts_with("files/")).expect("a file").clone();
    vec![
        ("has an entry \"../../escaped\"", added("../../escaped", b"out".to_vec())),
        ("name \"../../escaped\", which no export has", sealed(added("../../escaped", b"out".to_vec()))),
        ("name \"/etc/escaped\", which no export has", sealed(added("/etc/escaped", b"out".to_vec()))),
        ("name \"files/../../escaped\", which no export has", sealed(added("files/../../escaped", b"out".to_vec()))),
        ("has fewer entries than its manifest names", without("ideas.ndjson")),
        ("do not name ideas.ndjson", sealed(without("ideas.ndjson"))),
        ("has other bytes in ideas.ndjson", with(good, "ideas.ndjson", "\"ice\"", "\"pie\"")),
        ("and its manifest says", added("tags.ndjson", Vec::new())),
        ("has other bytes in files/", added(&file, vec![0; good[&file].len()])),
        ("which no export has", sealed(added(&file, b"another".to_vec()))),
        ("otherwise in its manifest.json than in files.ndjson", sealed(without(&file))),
        ("ideas.ndjson compressed further than any export is", sealed(added("ideas.ndjson", vec![b' '; 68 << 20]))),
        (
            "is larger than any may be",
            sealed({
                let large = vec![7; (10 << 20) + 1];
                added(&format!("files/{}", sha256(&large)), large)
            }),
        ),
    ]
}

/// What is wrong with the lines of entries, and what is said of it.
fn misspelt(good: &Entries) -> Vec<(&'static str, Entries)> {
    let added = |name: &str, bytes: Vec<u8>| added(good, name, bytes);
    let row = |file, from, to| sealed(with(good, file, from, to));
    vec![
        ("as line 1 of ideas.ndjson what is no JSON", row("ideas.ndjson", "{", "")),
        (
            "no whole line of UTF-8 as line",
            sealed({
                let mut cut = good["tags.ndjson"].clone();
                cut.pop();
                added("tags.ndjson", cut)
            }),
        ),
        ("no whole line of UTF-8 as line 1 of tags.ndjson", sealed(added("tags.ndjson", b"\xff\n".to_vec()))),
        ("as line 1 of ideas.ndjson what has not the members id, ", row("ideas.ndjson", "\"id\":1,", "")),
        ("what has the id 7; ids are the places of lines", row("ideas.ndjson", "\"id\":1,", "\"id\":7,")),
        ("what has in id what that does not hold", row("ideas.ndjson", "\"id\":1,", "\"id\":null,")),
        ("what has in id what that does not hold", row("ideas.ndjson", "\"id\":1,", "\"id\":\"1\",")),
        ("what has in name what that does not hold", row("ideas.ndjson", "\"name\":\"", "\"name\":\"\\u0000")),
        ("names user 1000000, and has", row("ideas.ndjson", "\"user_id\":1", "\"user_id\":1000000")),
        ("what names user -1", row("ideas.ndjson", "\"user_id\":1", "\"user_id\":-1")),
        ("no kind that there is", row("attachments.ndjson", "\"attachable_type\":\"", "\"attachable_type\":\"x")),
        ("has in ideas.ndjson what names no record", row("ideas.ndjson", "\"project_id\":1", "\"project_id\":99")),
        ("has a record of the kind idea that cannot be", row("ideas.ndjson", "\"framework\":\"", "\"framework\":\"x")),
        (
            "of files.ndjson what has in content \"x/png\", which is none of image/jpeg, ",
            row("files.ndjson", "\"content\":\"image/png", "\"content\":\"x/png"),
        ),
        (
            "of experiment-goal.ndjson what has in role \"nonsense\", which is none of primary, ",
            row("experiment-goal.ndjson", "\"role\":\"primary", "\"role\":\"nonsense"),
        ),
        (
            "of numbering-assignments.ndjson what has in entity_type \"nonsense\", which is none of experiments, ",
            row("numbering-assignments.ndjson", "\"entity_type\":\"experiments", "\"entity_type\":\"nonsense"),
        ),
        ("has the address", {
            let text = String::from_utf8(good["users.ndjson"].clone()).expect("UTF-8");
            let first = text.lines().next().expect("somebody").replace("\"id\":1,", "\"id\":2,");
            let mut all: Vec<&str> = text.lines().collect();
            all[1] = &first;
            sealed(added("users.ndjson", format!("{}\n", all.join("\n")).into_bytes()))
        }),
    ]
}

fn an_archive_that_is_not_whole_brings_in_nothing(store: Store) {
    let (place, demo) = TestInstallation::seeded(store);
    export(&place, &demo["team_id"], "good.zip");
    let good = opened(&place.path("good.zip"));
    let path = place.path("bad.zip");
    let there = || {
        let counted = ["teams", "users", "ideas", "files", "activities", "counters"];
        let rows = counted.map(|table| place.count(&format!("SELECT count(*) FROM {table}")));
        (rows, files(&place.path("attachments")))
    };
    let before = there();
    let forged = misdescribed(&good).into_iter().chain(forged(&good)).chain(misspelt(&good));
    let forged = forged.map(|(said, entries)| (said, zipped(&entries)));
    for (said, bytes) in damaged(&good).into_iter().chain(forged) {
        std::fs::write(&path, bytes).expect("an archive");
        let told = place.refused(1, &["team", "import", path.to_str().expect("a path")]);
        assert!(told.contains("The archive ") && told.contains(said), "not {said:?}, but: {told}");
    }
    let told = place.refused(1, &["team", "import", "nowhere.zip"]);
    assert!(told.contains("nowhere.zip cannot be opened"), "{told}");
    let folder = place.path("attachments").display().to_string();
    let told = place.refused(1, &["team", "import", &folder]);
    assert!(told.contains("attachments is a folder: name a file that `uplift team export` wrote"), "{told}");
    let empty = TestInstallation::empty(Store::Sqlite);
    empty.refused(1, &["team", "import", "nowhere.zip"]);
    assert!(!empty.path("data").exists(), "no database is made for nothing");
    assert_eq!(there(), before);
    assert!(!place.path("../escaped").exists() && !place.path("escaped").exists());
    // The good one comes in after all that.
    std::fs::write(&path, zipped(&sealed(good))).expect("an archive");
    place.json(&["team", "import", path.to_str().expect("a path")]);
    place.is_sound();
}
