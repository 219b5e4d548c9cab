//! The coding of answers: text is compressed for whoever asks for it, and says the same as it would have plain.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::json;

use crate::attachments::uploaded;
use crate::records::{learning, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    what_is_read_is_compressed_as_asked,
    a_compressed_record_is_told_by_a_tag_of_its_own,
    what_pages_load_is_known_by_the_tag_that_it_came_with,
    the_rest_stays_as_it_is,
];

fn ask(client: &Client, method: &str, path: &str, accepted: &str) -> Answer {
    client.send(method, path, &[("Accept-Encoding", accepted)], b"").status_is(200)
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    match answer.header("content-encoding") {
        Some("gzip") => GzDecoder::new(&answer.raw[..]).read_to_end(&mut plain).expect("gzip"),
        Some("br") => brotli::Decompressor::new(&answer.raw[..], 4096).read_to_end(&mut plain).expect("Brotli"),
        Some(other) => panic!("{other}"),
        None => answer.raw.as_slice().read_to_end(&mut plain).expect("bytes"),
    };
    plain
}

fn varies(answer: &Answer) -> bool {
    answer.headers.get_all("vary").iter().any(|it| it.to_str().is_ok_and(|it| it.contains("Accept-Encoding")))
}

fn what_is_read_is_compressed_as_asked(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, origin) = (team.owner(), world.origin());
    let project = project(owner);
    for number in 0..10 {
        learning(owner, project, &format!("Learning {number}"));
    }
    for path in ["/learnings".to_owned(), format!("{origin}/openapi.json"), format!("{origin}/openapi-3.0.json")] {
        let plain = ask(owner, "GET", &path, "identity");
        assert!(varies(&plain), "{path}");
        for (accepted, coding) in [
            ("gzip", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0, *;q=0.1", Some("gzip")),
            ("zstd, gzip;q=0", None),
            ("", None),
        ] {
            let answer = ask(owner, "GET", &path, accepted);
            assert_eq!(answer.header("content-encoding"), coding, "{path} as {accepted:?}");
            assert!(varies(&answer) && unpacked(&answer) == plain.raw, "{path} as {accepted:?}");
            assert!(coding.is_none() || answer.raw.len() * 2 < plain.raw.len(), "{path}: {}", answer.raw.len());
            let head = ask(owner, "HEAD", &path, accepted);
            for name in ["content-encoding", "content-length", "etag"] {
                assert_eq!(head.header(name), answer.header(name), "{name} of {path} as {accepted:?}");
            }
        }
    }
}

fn a_compressed_record_is_told_by_a_tag_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/learnings/{}", learning(owner, project(owner), "One"));
    owner.patch(&path, json!({ "description": "Long. ".repeat(400) })).status_is(200);
    let plain = owner.get(&path).header("etag").expect("a tag").to_owned();
    let packed = ask(owner, "GET", &path, "gzip").header("etag").expect("a tag").to_owned();
    assert_eq!(packed, format!("{}-gzip\"", plain.trim_end_matches('"')));
    for known in [plain, packed.clone()] {
        let headers = [("Accept-Encoding", "gzip"), ("If-None-Match", known.as_str())];
        let answer = owner.send("GET", &path, &headers, b"").status_is(304);
        assert_eq!((answer.header("etag"), answer.raw.len()), (Some(known.as_str()), 0));
    }
    for status in [200, 412] {
        let headers = [("If-Match", packed.as_str()), ("Content-Type", "application/json")];
        owner.send("PATCH", &path, &headers, br#"{"name":"Two"}"#).status_is(status);
    }
}

fn what_pages_load_is_known_by_the_tag_that_it_came_with(store: Store) {
    let world = World::start(store);
    let (anyone, path) = (world.client(None), format!("{}/app/assets/app.css", world.origin()));
    for accepted in ["identity", "gzip", "br"] {
        let tag = ask(&anyone, "GET", &path, accepted).header("etag").expect("a tag").to_owned();
        assert_eq!(tag.ends_with(&format!("-{accepted}\"")), accepted != "identity", "{tag}");
        let headers = [("Accept-Encoding", accepted), ("If-None-Match", tag.as_str())];
        let answer = anyone.send("GET", &path, &headers, b"").status_is(304);
        assert_eq!((answer.header("etag"), answer.raw.len()), (Some(tag.as_str()), 0));
    }
}

fn the_rest_stays_as_it_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let file = uploaded(owner, project, "a.gif", &[&b"GIF89a\x01\0\x01\0"[..], &[0; 4000]].concat());
    for number in 0..10 {
        learning(owner, project, &format!("Learning {number}"));
    }
    for path in ["/user".to_owned(), format!("/attachments/{file}/file"), "/learnings/export".to_owned()] {
        let answer = ask(owner, "GET", &path, "gzip, br");
        assert_eq!(answer.header("content-encoding"), None, "{path}");
    }
    let cookie = [("Accept-Encoding", "gzip"), ("Cookie", "a=b")];
    assert_eq!(owner.send("GET", "/learnings", &cookie, b"").status_is(200).header("content-encoding"), None);
    let body = json!({ "project_id": project, "name": "One", "description": "Long. ".repeat(400) }).to_string();
    let write = [("Accept-Encoding", "gzip"), ("Content-Type", "application/json")];
    let made = owner.send("POST", "/learnings", &write, body.as_bytes()).status_is(201);
    assert_eq!(made.header("content-encoding"), None);
}
