//! Ranges: a part of a file for whoever asks for one, and the whole for whoever asks for what there is not.

use super::{address, path, picture, uploaded};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    one_range_gives_that_part,
    a_range_outside_the_file_is_refused_with_its_length,
    what_is_no_single_range_gives_the_whole,
    a_range_of_what_was_there_before_gives_the_whole,
    a_range_of_what_the_client_has_is_not_sent,
    a_range_in_the_middle_of_a_large_file_is_exact,
];

const LENGTH: usize = 1000;

/// Calls this with a way to ask for the file, once with the key and once at the signed address.
fn asked(store: Store, length: usize, tried: impl Fn(&[u8], &dyn Fn(&[(&str, &str)]) -> Answer)) {
    let world = World::shared(store);
    let team = world.team();
    let content = picture(length, 1);
    let id = uploaded(team.owner(), project(team.owner()), "picture.png", &content);
    let ask = |client: &Client, path: &str| {
        tried(&content, &|headers: &[(&str, &str)]| client.send("GET", path, headers, b""));
    };
    ask(team.owner(), &format!("{}/file", path(id)));
    ask(&world.client(None), &address(team.owner(), id));
}

#[track_caller]
fn is_part(answer: Answer, content: &[u8], first: usize, last: usize) {
    let answer = answer.status_is(206);
    assert_eq!(answer.header("Content-Range"), Some(format!("bytes {first}-{last}/{}", content.len()).as_str()));
    assert_eq!(answer.header("Content-Length"), Some((last - first + 1).to_string().as_str()));
    assert!(answer.raw == content[first..=last], "bytes {first} to {last}");
    for name in ["ETag", "Content-Disposition", "Content-Type"] {
        assert!(answer.header(name).is_some(), "{name} is missing");
    }
    assert_eq!(answer.header("Content-Type"), Some("image/png"));
    assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"));
}

#[track_caller]
fn is_whole(answer: Answer, content: &[u8]) {
    let answer = answer.status_is(200);
    assert!(answer.raw == content);
    assert_eq!(answer.header("Content-Range"), None);
    assert_eq!(answer.header("Content-Length"), Some(content.len().to_string().as_str()));
}

fn one_range_gives_that_part(store: Store) {
    asked(store, LENGTH, |content, ask| {
        for (range, first, last) in [
            ("bytes=0-99", 0, 99),
            ("bytes=0-0", 0, 0),
            ("bytes=500-500", 500, 500),
            ("bytes=990-", 990, 999),
            ("bytes=999-", 999, 999),
            ("bytes=0-", 0, 999),
            ("bytes=-10", 990, 999),
            ("bytes=-1", 999, 999),
            ("bytes=-1000", 0, 999),
            ("bytes=-5000", 0, 999),
            ("bytes=990-5000", 990, 999),
            ("bytes=0-999", 0, 999),
        ] {
            is_part(ask(&[("Range", range)]), content, first, last);
        }
    });
}

fn a_range_outside_the_file_is_refused_with_its_length(store: Store) {
    asked(store, LENGTH, |_, ask| {
        for range in ["bytes=1000-", "bytes=1000-1000", "bytes=5000-6000", "bytes=-0"] {
            let answer = ask(&[("Range", range)]).status_is(416);
            assert_eq!(answer.header("Content-Range"), Some("bytes */1000"), "{range}");
            assert!(answer.raw.len() < 500, "{range} gave {} bytes", answer.raw.len());
        }
    });
}

fn what_is_no_single_range_gives_the_whole(store: Store) {
    asked(store, LENGTH, |content, ask| {
        for range in [
            "bytes=0-1,5-6",
            "bytes=0-0, -1",
            "bytes=10-5",
            "bytes=abc",
            "bytes=",
            "bytes=-",
            "bytes",
            "0-5",
            "items=0-5",
            "bytes=0-5x",
            "bytes=+1-5",
            "bytes=1.5-7",
            "",
        ] {
            let answer = ask(&[("Range", range)]);
            assert_eq!(answer.status, 200, "{range:?}");
            is_whole(answer, content);
        }
        // More than any number holds: to the end, or nothing understood.
        let answer = ask(&[("Range", "bytes=0-99999999999999999999999999")]);
        assert!(matches!(answer.status, 200 | 206) && answer.raw == content, "{}", answer.status);
        let answer = ask(&[("Range", "bytes=99999999999999999999999999-")]);
        assert!(matches!(answer.status, 200 | 416), "{}", answer.status);
    });
}

fn a_range_of_what_was_there_before_gives_the_whole(store: Store) {
    asked(store, LENGTH, |content, ask| {
        let tag = ask(&[]).header("ETag").expect("a tag").to_owned();
        is_part(ask(&[("Range", "bytes=5-9"), ("If-Range", &tag)]), content, 5, 9);
        let weak = format!("W/{tag}");
        for other in ["\"other\"", &weak, "Wed, 21 Oct 2015 07:28:00 GMT", "nonsense"] {
            is_whole(ask(&[("Range", "bytes=5-9"), ("If-Range", other)]), content);
            is_whole(ask(&[("Range", "bytes=5000-"), ("If-Range", other)]), content);
        }
    });
}

fn a_range_of_what_the_client_has_is_not_sent(store: Store) {
    asked(store, LENGTH, |content, ask| {
        let tag = ask(&[]).header("ETag").expect("a tag").to_owned();
        let answer = ask(&[("Range", "bytes=5-9"), ("If-None-Match", &tag)]).status_is(304);
        assert!(answer.raw.is_empty());
        ask(&[("Range", "bytes=5000-"), ("If-None-Match", &tag)]).status_is(304);
        is_part(ask(&[("Range", "bytes=5-9"), ("If-None-Match", "\"other\"")]), content, 5, 9);
    });
}

fn a_range_in_the_middle_of_a_large_file_is_exact(store: Store) {
    asked(store, 3_000_001, |content, ask| {
        for (first, last) in [(65_535, 65_536), (1_000_000, 1_999_999), (2_999_990, 3_000_000), (1, 2_999_999)] {
            is_part(ask(&[("Range", &format!("bytes={first}-{last}"))]), content, first, last);
        }
        is_part(ask(&[("Range", "bytes=-100000")]), content, 2_900_001, 3_000_000);
    });
}
