//! Bodies: texts that are not quite JSON, or more of it than anybody needs.

use serde_json::json;

use super::target::Target;
use crate::world::{Store, on_both};

on_both![
    depth_is_counted_to_the_letter,
    what_is_no_text_is_refused,
    many_ids_are_refused_and_a_thousand_taken,
    many_members_are_read_or_refused,
];

fn depth_is_counted_to_the_letter(store: Store) {
    let target = Target::new(store);
    let path = format!("/learnings/{}", target.learning);
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        for (levels, status) in [(126, 200), (127, 200), (128, 422), (129, 422), (1_000, 422), (100_000, 422)] {
            let body = format!("{{\"odd\":{}1{}}}", open.repeat(levels), close.repeat(levels));
            assert_eq!(
                target.takes(&target.json("PATCH", &path, body.as_bytes())),
                status,
                "{levels} levels of {open}"
            );
            // Opened, and never closed.
            let body = format!("{{\"odd\":{}", open.repeat(levels));
            assert_eq!(target.takes(&target.json("PATCH", &path, body.as_bytes())), 422, "{levels} levels of {open}");
        }
    }
    target.is_unharmed();
}

fn what_is_no_text_is_refused(store: Store) {
    let target = Target::new(store);
    let path = format!("/learnings/{}", target.learning);
    let bodies: [&[u8]; 16] = [
        b"\xff",
        b"\x00",
        b"\xef\xbb\xbf{}",
        b"{\"name\":\"\xc3\x28\"}",
        b"{\"name\":\"\xed\xa0\x80\"}",
        b"{\"name\":\"\xf4\x90\x80\x80\"}",
        b"{\"\xff\":1}",
        b"{\"name\":\"a\nb\"}",
        b"{\"name\":\"a\x00b\"}",
        br#"{"name":"\ud83d"}"#,
        br#"{"name":"\ud83dx"}"#,
        br#"{"name":"\uD83D\u0041"}"#,
        br#"{"\ud800":1}"#,
        br#"{"name":"\u00"}"#,
        br#"{"name":1e999}"#,
        br#"{"name":NaN}"#,
    ];
    for body in bodies {
        for (method, path) in [("PATCH", path.as_str()), ("POST", "/learnings"), ("PUT", &format!("{path}/insights"))] {
            assert_eq!(target.takes(&target.json(method, path, body)), 422, "{:?}", String::from_utf8_lossy(body));
        }
    }
    assert_eq!(target.owner.get(&path).status_is(200).data()["name"], json!("One"));
    target.is_unharmed();
}

fn many_ids_are_refused_and_a_thousand_taken(store: Store) {
    let target = Target::new(store);
    let path = format!("/learnings/{}/insights", target.learning);
    for (number, status) in [(1_000, 200), (1_001, 422), (10_000, 422), (200_000, 422)] {
        let ids = vec![target.insight.to_string(); number].join(",");
        let body = format!("{{\"ids\":[{ids}]}}");
        assert_eq!(target.takes(&target.json("PUT", &path, body.as_bytes())), status, "{number} ids");
    }
    let commas = format!("{{\"ids\":[{}]}}", ",".repeat(10_000));
    assert_eq!(target.takes(&target.json("PUT", &path, commas.as_bytes())), 422);
    let answer = target.owner.get(&format!("/learnings/{}?include=insightsCount", target.learning)).status_is(200);
    assert_eq!(answer.data()["insights_count"], json!(1));
    target.is_unharmed();
}

fn many_members_are_read_or_refused(store: Store) {
    let target = Target::new(store);
    let path = format!("/learnings/{}", target.learning);
    let distinct: String = (0..60_000).map(|number| format!("\"k{number}\":0,")).collect();
    let same = "\"name\":5,".repeat(60_000);
    for members in [distinct, same] {
        let body = format!("{{{members}\"name\":\"The last\"}}");
        assert_eq!(target.takes(&target.json("PATCH", &path, body.as_bytes())), 200);
        assert_eq!(target.owner.get(&path).status_is(200).data()["name"], json!("The last"));
    }
    let nuls = format!("{{\"a\":[{}]}}", vec!["\"\\u0000\""; 20_000].join(","));
    assert_eq!(target.takes(&target.json("PATCH", &path, nuls.as_bytes())), 422);
    target.is_unharmed();
}
