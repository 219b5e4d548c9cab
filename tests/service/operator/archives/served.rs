//! What was brought in is served as what was there before.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{lines, manifest, opened, text};
use crate::records::idea;
use crate::world::{Client, Moment, Server, TestInstallation};

/// A team is served elsewhere as it is where it comes from, to whoever has this key there.
pub(super) fn is_served_as_before(
    (place, key): (&TestInstallation, &str),
    (elsewhere, team): (&TestInstallation, &Value),
    archive: &BTreeMap<String, Vec<u8>>,
) {
    let before = place.serve(&["--bind", "127.0.0.1:0"]);
    let after = elsewhere.serve(&["--bind", "127.0.0.1:0"]);
    let made = key_of_the_owner(elsewhere, team, archive);
    let was = place.client(&before, Some(key));
    let is = elsewhere.client(&after, made["token"].as_str());
    for list in ["/ideas?filter[search]=checkout", "/ideas", "/attachments", "/experiments", "/users"] {
        let [was, is] = [&was, &is].map(|it| it.get(list).status_is(200).total());
        assert_eq!(was, is, "{list}");
    }
    // A window that is over: one that goes on has other rates at every moment.
    let [from, to] = [-365, -1].map(|days| Moment::now().plus_hours(24 * days).rfc3339()[..10].to_owned());
    let report = format!("/reports/overview?from={from}&to={to}");
    let [was, is] = [&was, &is].map(|it| it.get(&report).status_is(200).data().clone());
    assert_eq!(was, is);
    goes_on_as_before(elsewhere, &after, made["token"].as_str());
}

/// A new key for the owner of a team that was brought in.
fn key_of_the_owner(elsewhere: &TestInstallation, team: &Value, archive: &BTreeMap<String, Vec<u8>>) -> Value {
    let owner = manifest(&opened(&elsewhere.path("there.zip")))["team"]["owner_id"].clone();
    let people = lines(archive, "users.ndjson");
    let address = &people.iter().find(|it| it["id"] == owner).expect("the owner")["email"];
    let user = elsewhere.texts(&format!("SELECT CAST(id AS text) FROM users WHERE email = '{}'", text(address)));
    elsewhere.json(&[
        "key",
        "create",
        "--team",
        &team.to_string(),
        "--user",
        &user[0],
        "--name",
        "Again",
        "--abilities",
        "read,write",
    ])
}

/// That files open, and that records are made and numbered after those that were brought in.
fn goes_on_as_before(place: &TestInstallation, server: &Server, token: Option<&str>) {
    let client = place.client(server, token);
    let attachments = client.get("/attachments?per_page=50").status_is(200).items().clone();
    let file = attachments.iter().find(|it| it["type"] != "link").expect("a file");
    let opened = place.client(server, None).get(text(&file["url"])).status_is(200);
    assert_eq!(json!(opened.raw.len()), file["file_size"]);
    let identifiers = |client: &Client| -> Vec<String> {
        let all = client.get("/ideas?filter[archived]=all&per_page=100").status_is(200);
        all.items().iter().map(|it| it["identifier"].to_string()).collect()
    };
    let before = identifiers(&client);
    let project = client.get("/projects").ids()[0];
    let made = idea(&client, project, "After the move");
    let made = client.get(&format!("/ideas/{made}")).status_is(200).data()["identifier"].to_string();
    assert!(!before.contains(&made), "{made} is given once");
}
