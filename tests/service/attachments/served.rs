//! Served files: the headers they come with, with the key and at the signed address alike.

use super::{address, fixture, linked, path, uploaded};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_file_comes_with_the_headers_that_keep_it_a_file,
    the_head_of_a_file_is_the_same_without_the_file,
    what_the_client_has_already_is_not_sent_again,
    the_tag_stays_and_tells_contents_apart,
    a_link_has_no_file,
    a_file_is_read_with_any_role_and_only_with_the_ability,
    a_path_that_names_no_attachment_has_no_file,
];

/// A file at both of its addresses: the client to ask with, and the address.
fn both(world: &World, client: &Client, id: i64) -> [(Client, String); 2] {
    [(client.clone(), format!("{}/file", path(id))), (world.client(None), address(client, id))]
}

#[track_caller]
fn tag(answer: &Answer) -> String {
    answer.header("ETag").expect("a tag").to_owned()
}

fn a_file_comes_with_the_headers_that_keep_it_a_file(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (name, mime) in [("photo.jpg", "image/jpeg"), ("report.pdf", "application/pdf")] {
        let content = fixture(name);
        let id = uploaded(owner, project, name, &content);
        for (client, address) in both(&world, owner, id) {
            let answer = client.get(&address).status_is(200);
            assert!(answer.raw == content, "{address} gave other bytes");
            assert_eq!(answer.header("Content-Type"), Some(mime));
            assert_eq!(answer.header("Content-Length"), Some(content.len().to_string().as_str()));
            assert_eq!(answer.header("Accept-Ranges"), Some("bytes"));
            assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"));
            assert_eq!(answer.header("Cache-Control"), Some("no-cache, private"));
            for answer in
                [&answer, &client.head(&address), &client.send("GET", &address, &[("Range", "bytes=0-1")], b"")]
            {
                assert_eq!(answer.header("Content-Security-Policy"), Some("sandbox; default-src 'none'"));
            }
            assert!(answer.header("X-Request-Id").is_some_and(|it| !it.is_empty()));
            let disposition = answer.header("Content-Disposition").unwrap_or_default();
            assert!(disposition.starts_with("attachment;") && disposition.contains(name), "{disposition}");
            let tag = tag(&answer);
            assert!(tag.len() > 2 && tag.starts_with('"') && tag.ends_with('"'), "{tag} is no strong tag");
            assert_eq!(answer.header("Content-Range"), None);
            assert_eq!(answer.header("Content-Encoding"), None);
        }
    }
}

fn the_head_of_a_file_is_the_same_without_the_file(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    for (client, address) in both(&world, owner, id) {
        let (whole, head) = (client.get(&address).status_is(200), client.head(&address).status_is(200));
        assert!(head.raw.is_empty());
        for name in [
            "Content-Type",
            "Content-Length",
            "Content-Disposition",
            "ETag",
            "Accept-Ranges",
            "X-Content-Type-Options",
            "Cache-Control",
        ] {
            assert_eq!(head.header(name), whole.header(name), "{name} of {address}");
        }
        let known = [("If-None-Match", tag(&whole))];
        let known = known.each_ref().map(|(name, value)| (*name, value.as_str()));
        assert!(client.send("HEAD", &address, &known, b"").status_is(304).raw.is_empty());
    }
}

fn what_the_client_has_already_is_not_sent_again(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    for (client, address) in both(&world, owner, id) {
        let tag = tag(&client.get(&address));
        let asked = |known: &str| client.send("GET", &address, &[("If-None-Match", known)], b"");
        for known in
            [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), format!("\"x\",{tag} , W/\"y\""), "*".to_owned()]
        {
            let answer = asked(&known).status_is(304);
            assert!(answer.raw.is_empty(), "{known}");
            assert_eq!(answer.header("ETag"), Some(tag.as_str()), "{known}");
        }
        for other in ["\"x\"", "W/\"x\"", "nonsense", &tag[1..tag.len() - 1], "", "\"\""] {
            assert!(asked(other).status_is(200).raw == fixture("photo.jpg"), "{other}");
        }
    }
}

fn the_tag_stays_and_tells_contents_apart(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    let other = uploaded(owner, project, "picture.png", &fixture("picture.png"));
    let of = |id: i64| tag(&owner.get(&format!("{}/file", path(id))).status_is(200));
    let before = of(id);
    assert_ne!(before, of(other));
    assert_eq!(before, tag(&world.client(None).get(&address(owner, id)).status_is(200)));
    world.kill();
    world.restart();
    assert_eq!(before, of(id));
}

fn a_link_has_no_file(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = linked(team.owner(), project(team.owner()));
    team.owner().get(&format!("{}/file", path(id))).refused_in_words(404);
    team.owner().head(&format!("{}/file", path(id))).status_is(404);
}

fn a_file_is_read_with_any_role_and_only_with_the_ability(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let content = fixture("photo.jpg");
    let id = uploaded(team.member(), project(team.owner()), "photo.jpg", &content);
    let file = format!("{}/file", path(id));
    for client in [team.owner(), team.admin(), team.member(), team.viewer(), team.reader()] {
        assert!(client.get(&file).status_is(200).raw == content);
    }
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    writer.get(&file).refused(403, "Invalid ability provided.");
    world.client(None).get(&file).refused(401, "Unauthenticated.");
    team.billing("blocked", &[]);
    assert!(team.owner().get(&file).status_is(200).raw == content);
    assert!(world.client(None).get(&address(team.owner(), id)).status_is(200).raw == content);
}

fn a_path_that_names_no_attachment_has_no_file(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    owner.get("/attachments/999999/file").refused(404, "No attachment 999999 in this team.");
    owner.get("/attachments/99999999999999999999/file").status_is(404);
    for odd in ["abc", "0", "-1", "+1", "01", "1.0"] {
        owner.get(&format!("/attachments/{odd}/file")).invalid_under("attachment");
    }
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    let file = format!("{}/file", path(id));
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let answer = owner.send(method, &file, &[], b"").status_is(405);
        let allowed = answer.header("Allow").unwrap_or_default();
        assert!(allowed.contains("GET") && !allowed.contains(method), "{allowed}");
    }
    owner.get(&format!("{file}/")).status_is(200);
    owner.get(&format!("{}/files", path(id))).status_is(404);
}
