use actix_web::test::TestRequest;
use serde_json::json;

use super::*;

fn digest(uri: &str, body: &Value) -> String {
    let request = TestRequest::post().uri(uri).append_header((HEADER, "k")).to_http_request();
    let keyed = Keyed::of(&request).unwrap().unwrap();
    keyed.with(Id::new(1), body.as_object().unwrap(), &Sent::Nothing).digest
}

#[test]
fn only_what_is_asked_tells_requests_apart() {
    let same = digest("/ideas", &json!({"a": 1, "b": {"c": [1, "x"], "d": null}}));
    assert_eq!(digest("/ideas", &serde_json::from_str(r#"{ "b": {"d":null,"c":[1,"x"]}, "a": 1 }"#).unwrap()), same);
    for (uri, body) in [
        ("/ideas?include=tags", json!({"a": 1, "b": {"c": [1, "x"], "d": null}})),
        ("/goals", json!({"a": 1, "b": {"c": [1, "x"], "d": null}})),
        ("/ideas", json!({"a": 1, "b": {"c": [1, "x"]}})),
        ("/ideas", json!({"a": "1", "b": {"c": [1, "x"], "d": null}})),
        ("/ideas", json!({"a": 1, "b": {"c": ["x", 1], "d": null}})),
        ("/ideas", json!({"a": 1, "b": {"c": [1], "d": null, "x": "x"}})),
        ("/ideas", json!({})),
    ] {
        assert_ne!(digest(uri, &body), same, "{uri} {body}");
    }
}

#[test]
fn a_header_is_one_key_or_none() {
    let keyed = |lines: &[&str]| {
        let request = lines.iter().fold(TestRequest::post(), |it, line| it.append_header((HEADER, *line)));
        Keyed::of(&request.to_http_request()).map(|keyed| keyed.is_some())
    };
    assert_eq!(keyed(&[]), Ok(false));
    assert_eq!(keyed(&[""]), Ok(false));
    assert_eq!(keyed(&["8e03978e-40d5"]), Ok(true));
    assert!(keyed(&["a", "b"]).is_err());
    assert!(keyed(&["a b"]).is_err());
}
