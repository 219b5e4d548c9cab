use std::sync::Arc;

use serde_json::json;
use uplift_domain::access::TeamId;

use super::*;

fn read(bytes: &[u8]) -> Body {
    read_as("application/json", bytes)
}

fn read_as(media_type: &str, bytes: &[u8]) -> Body {
    parse(media_type, bytes, &mut Arc::<crate::admit::budget::Budget>::default().hold(TeamId::new(1)))
}

#[test]
fn strings_are_trimmed_and_empty_ones_are_null() {
    let fields = read("{\"a\":\" \u{a0}x \",\"b\":\"  \",\"c\":[\"\",{\"d\":\" y\"}]}".as_bytes()).unwrap();
    assert_eq!(Value::Object(fields), json!({"a": "x", "b": null, "c": [null, {"d": "y"}]}));
    assert_eq!(read(b""), Ok(serde_json::Map::new()));
    assert_eq!(read(b"{\"a\":1,\"a\":2}").unwrap()["a"], json!(2));
}

#[test]
fn what_is_no_object_is_refused_under_body() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(128), "]".repeat(128));
    for bad in [&b"{"[..], b"[]", b"null", b"5", b"{\"a\":\"\\ud800\"}", b"\xff", b"{\"a\":1e999}", deep.as_bytes()] {
        let Err(Refusal::Invalid(invalid)) = read(bad) else { panic!("{}", String::from_utf8_lossy(bad)) };
        assert_eq!(invalid.errors().next().unwrap().0, "body");
    }
    let brackets = format!("{{\"a\":\"{}\"}}", "[".repeat(1000));
    assert!(read(brackets.as_bytes()).is_ok());
    let allowed = format!("{{\"a\":{}{}}}", "[".repeat(127), "]".repeat(127));
    assert!(read(allowed.as_bytes()).is_ok());
}

#[test]
fn a_nul_is_refused_under_its_field() {
    let Err(Refusal::Invalid(invalid)) = read(b"{\"a\":[\"x\\u0000\"]}") else { panic!("expected a refusal") };
    assert_eq!(invalid.errors().next().unwrap().0, "a.0");
}

#[test]
fn a_long_name_with_many_items_is_read_in_no_time() {
    let began = std::time::Instant::now();
    let (name, zeros) = ("x".repeat(500_000), "0,".repeat(240_000));
    assert!(read(format!("{{\"{name}\":[{zeros}0]}}").as_bytes()).is_ok());
    let nuls = "\"\\u0000\",".repeat(50_000);
    let Err(Refusal::Invalid(invalid)) = read(format!("{{\"{name}\":[{nuls}0]}}").as_bytes()) else {
        panic!("expected a refusal")
    };
    assert_eq!(invalid.errors().count(), 1);
    assert!(began.elapsed() < std::time::Duration::from_secs(5));
}

#[test]
fn what_a_body_is_made_of_is_counted_outside_of_strings() {
    let body = br#"{"a,{\"[":[1,2,{"b":{}}],"c":"}{"}"#;
    assert_eq!(Made::of(body), Made { depth: 4, objects: 3, lists: 1, members: 1, items: 2 });
    let many = |objects: usize| format!("{{\"a\":[{}0]}}", "{},".repeat(objects - 1));
    assert!(read(many(OBJECTS).as_bytes()).is_ok());
    assert!(read(many(OBJECTS + 1).as_bytes()).is_err());
}

#[test]
fn only_json_is_read() {
    assert!(read_as("application/vnd.api+json", b"{}").is_ok());
    assert_eq!(read_as("text/plain", b"{}"), Err(Refusal::UnsupportedMediaType("text/plain".to_owned())));
}
