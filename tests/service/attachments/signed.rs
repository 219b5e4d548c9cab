//! Signed addresses: a file's `url` opens without a key, as it was made and not otherwise.

use serde_json::json;

use super::{address, fixture, linked, path, uploaded};
use crate::records::project;
use crate::world::{Client, Moment, Store, Team, World, on_both};

on_both![
    an_address_opens_without_a_key,
    an_address_names_its_end_within_the_hour,
    every_answer_with_a_file_carries_an_address,
    an_altered_address_is_refused,
    an_address_says_nothing_about_another_attachment,
    a_good_address_of_a_deleted_attachment_leads_nowhere,
    an_address_stands_below_the_base_address,
    an_address_outlives_the_key_and_the_server_that_made_it,
    only_reading_works_at_an_address,
];

const INVALID: &str = "Invalid signature.";

struct Signed {
    path: String,
    parameters: Vec<(String, String)>,
}

impl Signed {
    fn read(url: &str) -> Signed {
        let (path, query) = url.split_once('?').expect("a query");
        let pair = |it: &str| it.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Signed { path: path.to_owned(), parameters: query.split('&').filter_map(pair).collect() }
    }

    fn with(&self, parameters: &[(String, String)]) -> String {
        let pairs: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{}?{}", self.path, pairs.join("&"))
    }

    fn value(&self, name: &str) -> &str {
        let found = self.parameters.iter().find(|it| it.0 == name);
        &found.unwrap_or_else(|| panic!("no {name} in {:?}", self.parameters)).1
    }
}

fn photo(client: &Client) -> i64 {
    uploaded(client, project(client), "photo.jpg", &fixture("photo.jpg"))
}

fn an_address_opens_without_a_key(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let url = address(team.owner(), photo(team.owner()));
    let anyone = world.client(None);
    for _ in 0..2 {
        assert!(anyone.get(&url).status_is(200).raw == fixture("photo.jpg"));
    }
    // A key that is good, foreign or nonsense makes no difference.
    for client in [team.owner(), world.team().owner(), &world.client(Some("nonsense"))] {
        assert!(client.get(&url).status_is(200).raw == fixture("photo.jpg"));
    }
}

fn an_address_names_its_end_within_the_hour(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = photo(team.owner());
    let before = Moment::now();
    let signed = Signed::read(&address(team.owner(), id));
    let after = Moment::now();
    assert_eq!(signed.path, format!("{}{}/open", team.owner().base(), path(id)));
    let mut names: Vec<&str> = signed.parameters.iter().map(|it| it.0.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["expires", "signature", "team"]);
    assert_eq!(signed.value("team"), team.id.to_string());
    let expires: i64 = signed.value("expires").parse().expect("seconds");
    assert!((before.plus_hours(1).unix()..=after.plus_hours(1).unix() + 1).contains(&expires), "{expires}");
    let signature = signed.value("signature");
    assert!(signature.len() >= 32 && signature.bytes().all(|it| it.is_ascii_hexdigit()), "{signature}");
}

fn every_answer_with_a_file_carries_an_address(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let made = super::upload(owner, project, "photo.jpg", &fixture("photo.jpg")).status_is(200);
    let id = made.id();
    let answers = [
        made.data().clone(),
        owner.get(&path(id)).status_is(200).data().clone(),
        owner.get("/attachments").status_is(200).items()[0].clone(),
        owner.patch(&path(id), json!({ "name": "Two" })).status_is(200).data().clone(),
        owner.put(&path(id), json!({ "name": "Three" })).status_is(200).data().clone(),
    ];
    for answer in answers {
        let url = answer["url"].as_str().expect("an address");
        assert!(world.client(None).get(url).status_is(200).raw == fixture("photo.jpg"), "{url}");
    }
}

fn an_altered_address_is_refused(store: Store) {
    let world = World::shared(store);
    let (team, theirs) = (world.team(), world.team());
    let id = photo(team.owner());
    let other = photo(theirs.owner());
    let url = address(team.owner(), id);
    let signed = Signed::read(&url);
    let anyone = world.client(None);
    let mut altered = Vec::new();
    for at in 0..signed.parameters.len() {
        let mut less = signed.parameters.clone();
        let (name, value) = less.remove(at);
        altered.push(signed.with(&less));
        let number = value.parse::<i64>().unwrap_or(7);
        let mut digits: Vec<char> = value.chars().collect();
        digits[0] = if digits[0] == '1' { '2' } else { '1' };
        for changed in [
            String::new(),
            (number + 1).to_string(),
            (number - 1).to_string(),
            format!("0{value}"),
            format!("{value}0"),
            format!("%20{value}"),
            value[..value.len() - 1].to_owned(),
            digits.into_iter().collect(),
            "-1".to_owned(),
            "99999999999999999999".to_owned(),
            "abc".to_owned(),
            "%FF".to_owned(),
            theirs.id.to_string(),
        ] {
            if changed != value {
                let mut parameters = signed.parameters.clone();
                parameters[at] = (name.clone(), changed);
                altered.push(signed.with(&parameters));
            }
        }
        altered.push(format!("{url}&{name}={value}"));
        altered.push(format!("{url}&{name}=1"));
    }
    altered.push(format!("{url}&more=1"));
    altered.push(signed.path.clone());
    let elsewhere = |to: i64| url.replace(&path(id), &path(to));
    altered.extend([elsewhere(other), elsewhere(id + 1), elsewhere(999_999)]);
    for address in altered {
        anyone.get(&address).refused(403, INVALID);
        team.owner().get(&address).refused(403, INVALID);
    }
    anyone.head(&elsewhere(other)).status_is(403);
    anyone.get(&url).status_is(200);
}

fn an_address_says_nothing_about_another_attachment(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (one, other) = (photo(owner), photo(owner));
    let link = linked(owner, project(owner));
    let signed = [Signed::read(&address(owner, one)), Signed::read(&address(owner, other))];
    let anyone = world.client(None);
    for (path, parameters) in [(&signed[0].path, &signed[1].parameters), (&signed[1].path, &signed[0].parameters)] {
        let crossed = Signed { path: path.clone(), parameters: vec![] }.with(parameters);
        anyone.get(&crossed).refused(403, INVALID);
    }
    let at_link = signed[0].with(&signed[0].parameters).replace(&path(one), &path(link));
    anyone.get(&at_link).refused(403, INVALID);
    for odd in ["abc", "0"] {
        let answer =
            anyone.get(&signed[0].with(&signed[0].parameters).replace(&path(one), &format!("/attachments/{odd}")));
        assert!(matches!(answer.status, 403 | 422), "{odd} was answered {}", answer.status);
    }
}

fn a_good_address_of_a_deleted_attachment_leads_nowhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = photo(team.owner());
    let url = address(team.owner(), id);
    team.owner().delete(&path(id)).status_is(204);
    let anyone = world.client(None);
    anyone.get(&url).refused_in_words(404);
    anyone.get(&format!("{url}0")).refused(403, INVALID);
}

fn an_address_stands_below_the_base_address(store: Store) {
    let base = "https://research.example.com/uplift/api";
    let world = World::builder(store).env("UPLIFT_BASE_URL", base).start();
    let team = world.team();
    let id = photo(team.owner());
    let url = address(team.owner(), id);
    assert!(url.starts_with(&format!("{base}{}/open?", path(id))), "{url}");
    let here = url.replace(base, &format!("{}/api", world.origin()));
    assert!(world.client(None).get(&here).status_is(200).raw == fixture("photo.jpg"));
}

fn an_address_outlives_the_key_and_the_server_that_made_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let id = photo(team.owner());
    let guest = team.newcomer("viewer");
    let url = address(&guest.client, id);
    world.cli(&["key", "revoke", &guest.key_id]);
    team.remove(guest.user_id);
    let before = world.origin();
    world.kill();
    world.restart();
    let url = url.replace(&before, &world.origin());
    assert!(world.client(None).get(&url).status_is(200).raw == fixture("photo.jpg"));
}

fn only_reading_works_at_an_address(store: Store) {
    let world = World::shared(store);
    let team: Team = world.team();
    let id = photo(team.owner());
    let url = address(team.owner(), id);
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let answer = world.client(None).send(method, &url, &[], b"").status_is(405);
        assert!(answer.header("Allow").is_some_and(|it| it.contains("GET")), "{method}");
    }
    world.client(None).head(&url).status_is(200);
    team.owner().get(&path(id)).status_is(200);
}
