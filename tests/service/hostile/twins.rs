//! Twins: HEAD is answered wherever GET is, with the same status and headers and without a body.

use super::target::Target;
use crate::world::{Answer, Store, on_both};

on_both![head_is_the_twin_of_get];

/// The headers that do not differ from one request to the next.
fn headers(answer: &Answer) -> Vec<(String, String)> {
    let changing = ["date", "x-request-id", "x-ratelimit-remaining"];
    let lasting = answer.headers.iter().filter(|(name, _)| !changing.contains(&name.as_str()));
    let mut headers: Vec<(String, String)> =
        lasting.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned())).collect();
    headers.sort_unstable();
    headers
}

fn head_is_the_twin_of_get(store: Store) {
    let target = Target::new(store);
    let origin = target.world.origin();
    let mut paths: Vec<String> = target.document()["paths"]
        .as_object()
        .expect("the paths")
        .iter()
        .filter(|(_, operations)| operations["get"].is_object())
        .map(|(path, _)| target.filled(path))
        .collect();
    paths.push(format!("/activities?subject_type=learning&subject_id={}", target.learning));
    paths.push("/learnings?include=insights&sort=-id".to_owned());
    let attachment = target.owner.get(&target.filled("/attachments/{attachment}")).status_is(200);
    paths.push(attachment.data()["url"].as_str().expect("a signed address").to_owned());
    paths.extend(["/learnings/0", "/learnings/999999", "/learnings?filter[nope]=1", "/nope"].map(str::to_owned));
    paths.extend(["/health/live", "/health/ready", "/docs", "/openapi.json"].map(|path| format!("{origin}{path}")));
    assert!(paths.len() > 18, "{paths:?}");
    for path in paths {
        let (get, head) = (target.owner.get(&path), target.owner.head(&path));
        assert_eq!(head.status, get.status, "{path}");
        assert_eq!(head.raw, b"", "{path}");
        assert_eq!(headers(&head), headers(&get), "{path}");
        // How long an export is shows at its end.
        let length = Some(get.raw.len().to_string()).filter(|_| !path.ends_with("/export") || get.status != 200);
        assert_eq!(get.header("content-length"), length.as_deref(), "{path}");
    }
    let metrics = target.owner.head(&format!("{origin}/metrics")).status_is(200);
    assert_eq!(metrics.raw, b"");
    let without_key = target.world.client(None).head("/user").status_is(401);
    assert_eq!(without_key.raw, b"");
    target.is_unharmed();
}
