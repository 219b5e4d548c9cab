//! Equal content: stored once for a team, and gone with the last attachment that has it.

use std::sync::Mutex;

use super::{bytes, files_are, fixture, path, picture, to, to_project, total, uploaded};
use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    equal_content_is_stored_once_for_a_team,
    the_content_goes_with_its_last_attachment,
    another_team_has_equal_content_of_its_own,
    equal_uploads_at_once_store_one_file,
    a_deletion_beside_an_equal_upload_leaves_the_bytes,
    uploads_and_deletions_of_one_content_never_part_a_record_from_it,
];

fn equal_content_is_stored_once_for_a_team(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (one, other) = (project(owner), project(owner));
    let learning = learning(owner, other, "One");
    let content = fixture("photo.jpg");
    let first = uploaded(owner, one, "photo.jpg", &content);
    let second = uploaded(team.member(), other, "other.jpg", &content);
    let form = to(other, "learning", learning).text("name", "Third").file("x", &content);
    let third = owner.submit("/attachments", &form).status_is(200).id();
    files_are(&world, 1);
    for (id, name) in [(first, "photo.jpg"), (second, "other.jpg"), (third, "Third")] {
        let answer = owner.get(&path(id)).status_is(200);
        assert_eq!(answer.data()["name"], name);
        assert!(bytes(owner, id) == content);
    }
    let mut almost = content;
    *almost.last_mut().expect("a byte") ^= 1;
    uploaded(owner, one, "photo.jpg", &almost);
    files_are(&world, 2);
}

fn the_content_goes_with_its_last_attachment(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let content = fixture("letter.docx");
    let ids: Vec<i64> = (0..3).map(|_| uploaded(owner, project, "letter.docx", &content)).collect();
    let other = uploaded(owner, project, "picture.png", &fixture("picture.png"));
    files_are(&world, 2);
    for (at, id) in ids.iter().enumerate() {
        owner.delete(&path(*id)).status_is(204);
        for left in &ids[at + 1..] {
            assert!(bytes(owner, *left) == content);
        }
        files_are(&world, if at == 2 { 1 } else { 2 });
    }
    // What was stored, gone and comes back is stored again.
    let again = uploaded(owner, project, "letter.docx", &content);
    files_are(&world, 2);
    assert!(bytes(owner, again) == content && bytes(owner, other) == fixture("picture.png"));
}

fn another_team_has_equal_content_of_its_own(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let content = fixture("table.xlsx");
    let ours_id = uploaded(ours.owner(), project(ours.owner()), "table.xlsx", &content);
    let theirs_id = uploaded(theirs.owner(), project(theirs.owner()), "table.xlsx", &content);
    files_are(&world, 2);
    theirs.owner().delete(&path(theirs_id)).status_is(204);
    files_are(&world, 1);
    assert!(bytes(ours.owner(), ours_id) == content);
}

fn equal_uploads_at_once_store_one_file(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let content = picture(300_000, 1);
    let ids: Vec<i64> = std::thread::scope(|scope| {
        let content = &content;
        let uploads: Vec<_> =
            (0..16).map(|_| scope.spawn(move || uploaded(client, project, "picture.png", content))).collect();
        uploads.into_iter().map(|upload| upload.join().expect("an upload")).collect()
    });
    files_are(&world, 1);
    assert!(ids.iter().all(|id| bytes(client, *id) == content));
    std::thread::scope(|scope| {
        for id in &ids {
            scope.spawn(move || client.delete(&path(*id)).status_is(204));
        }
    });
    files_are(&world, 0);
    assert_eq!(total(client), 0);
}

fn a_deletion_beside_an_equal_upload_leaves_the_bytes(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let content = picture(100_000, 2);
    let mut last = uploaded(client, project, "picture.png", &content);
    for round in 0..30 {
        let (form, doomed) = (to_project(project).file("picture.png", &content), last);
        last = std::thread::scope(|scope| {
            let upload = scope.spawn(move || client.submit("/attachments", &form).status_is(200).id());
            // The upload is somewhere on its way when the only twin goes.
            std::thread::sleep(std::time::Duration::from_micros(round * 300));
            client.delete(&path(doomed)).status_is(204);
            upload.join().expect("an upload")
        });
        assert!(bytes(client, last) == content, "round {round}");
    }
    files_are(&world, 1);
    client.delete(&path(last)).status_is(204);
    files_are(&world, 0);
}

fn uploads_and_deletions_of_one_content_never_part_a_record_from_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let contents = [picture(5_000, 3), picture(70_000, 4)];
    let left = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (contents, left) = (&contents, &left);
            scope.spawn(move || {
                for number in 0..15 {
                    let content = &contents[(thread + number) % 2];
                    let id = uploaded(client, project, "picture.png", content);
                    assert!(bytes(client, id) == *content, "{id} lost its bytes");
                    if number == 14 && thread % 4 == 0 {
                        left.lock().expect("a lock").push((id, content));
                    } else {
                        client.delete(&path(id)).status_is(204);
                    }
                }
            });
        }
    });
    let left = left.into_inner().expect("a lock");
    assert_eq!(left.len(), 2);
    for (id, content) in &left {
        assert!(bytes(client, *id) == **content);
    }
    files_are(&world, if left[0].1 == left[1].1 { 1 } else { 2 });
    world.is_sound();
}
