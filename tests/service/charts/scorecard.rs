//! The scorecard as a drawing.

use serde_json::json;

use crate::experiments::{row, running};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![a_scorecard_is_drawn_as_asked, what_is_asked_of_a_drawing_is_checked];

#[track_caller]
fn accepting(client: &Client, path: &str, accept: &str) -> Answer {
    client.send("GET", path, &[("Accept", accept)], b"").status_is(200)
}

/// The text of an answer that is a drawing, with the headers that keep it from doing anything.
#[track_caller]
fn drawing(answer: &Answer) -> String {
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"), "{}", answer.text());
    assert_eq!(answer.header("content-security-policy"), Some("sandbox; default-src 'none'"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let text = answer.text();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>"), "{text}");
    for forbidden in ["<script", "<style", " style=", " href=", "<image", "<foreignObject", "NaN", "\"-0\""] {
        assert!(!text.contains(forbidden), "{forbidden} in {text}");
    }
    text
}

fn a_scorecard_is_drawn_as_asked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let summary = format!("{path}/summary");
    let nothing = drawing(&client.get(&format!("{summary}.svg")).status_is(200));
    assert!(nothing.contains(">No data in this period</text>"), "{nothing}");

    let rows = json!([row(of[0], goal, "2026-01-02", 1000, 200), row(of[1], goal, "2026-01-02", 1000, 250)]);
    client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    let hostile = "</title><script>alert(\"1\")</script>&'";
    client.patch(&path, json!({ "name": hostile })).status_is(200);
    client.patch(&format!("/goals/{goal}"), json!({ "name": "<b>Buy</b> & \"pay\"" })).status_is(200);

    let drawn = drawing(&client.get(&format!("{summary}.svg")).status_is(200));
    assert!(drawn.contains("width=\"800\" height=\"450\"") && drawn.contains("role=\"img\""), "{drawn}");
    assert!(drawn.contains("aria-labelledby=\"chart-title chart-desc\""), "{drawn}");
    assert!(drawn.contains("&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"), "{drawn}");
    assert!(drawn.contains("&lt;b&gt;Buy&lt;/b&gt; &amp; &quot;pay&quot; · "), "{drawn}");
    assert!(drawn.contains(": +25 % (+"), "{drawn}");
    let asked = format!("{summary}?format=svg");
    for other in [
        client.get(&asked).status_is(200),
        accepting(client, &summary, "image/avif,image/svg+xml,image/*,*/*;q=0.8"),
        accepting(client, &asked, "application/json"),
        team.viewer().get(&format!("{summary}.svg")).status_is(200),
        client.get(&format!("{summary}.svg?width=800&height=450&theme=light")).status_is(200),
    ] {
        assert_eq!(drawing(&other), drawn, "the same figures give the same bytes");
    }
    for told in [
        client.get(&summary).status_is(200),
        accepting(client, &summary, "*/*"),
        accepting(client, &format!("{summary}?format=json"), "image/svg+xml"),
        accepting(client, &summary, "application/json, image/svg+xml;q=0.9"),
    ] {
        assert_eq!(told.header("content-type"), Some("application/json"));
        assert_eq!(told.data()["experiment"]["name"], json!(hostile));
    }

    let small = drawing(&client.get(&format!("{asked}&width=320&height=200&theme=dark")).status_is(200));
    assert!(small.contains("viewBox=\"0 0 320 200\"") && !small.contains("#ffffff"), "{small}");
    drawing(&client.get(&format!("{asked}&width=1600&height=1200")).status_is(200));
    let earlier = drawing(&client.get(&format!("{asked}&as_of=2026-01-01&segment=mobile")).status_is(200));
    assert!(earlier.contains("Segment: mobile, As of: 2026-01-01"), "{earlier}");
    assert!(earlier.contains("No data in this period"), "{earlier}");
    let head = client.head(&format!("{summary}.svg")).status_is(200);
    assert_eq!(head.header("content-type"), Some("image/svg+xml"));
    assert!(head.raw.is_empty());
}

fn what_is_asked_of_a_drawing_is_checked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (path, ..) = running(team.owner());
    for (query, field, message) in [
        ("format=png", "format", "The selected format is invalid."),
        ("format[]=svg", "format", "The selected format is invalid."),
        ("format=svg&width=319", "width", "The width field must be at least 320."),
        ("width=1601", "width", "The width field must not be greater than 1600."),
        ("format=svg&height=199", "height", "The height field must be at least 200."),
        ("format=svg&height=1201", "height", "The height field must not be greater than 1200."),
        ("format=svg&width=wide", "width", "The width field must be an integer."),
        ("format=svg&theme=pink", "theme", "The selected theme is invalid."),
        ("format=svg&method=guess", "method", "The selected method is invalid."),
    ] {
        team.viewer().get(&format!("{path}/summary?{query}")).invalid(&[(field, message)]);
        if !query.starts_with("format[]") {
            let query = query.replace("format=svg&", "");
            team.viewer().get(&format!("{path}/summary.svg?{query}")).invalid(&[(field, message)]);
        }
    }
    let all = team.viewer().get(&format!("{path}/summary.svg?width=1&height=1&theme=x")).status_is(422);
    let named: Vec<&String> = all.body["errors"].as_object().expect("errors").keys().collect();
    assert_eq!(named, ["height", "theme", "width"]);
    team.viewer().get("/experiments/999999/summary.svg?width=1").status_is(404);
    team.viewer().post(&format!("{path}/summary.svg"), json!({})).status_is(405);
}
