//! Impostors: files that are not what they seem, or nothing that may be attached, and that leave nothing behind.

use super::{FORMATS, files_are, fixture, to_project, total, upload};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    no_impostor_is_taken_under_any_name_or_type,
    a_refused_impostor_leaves_what_was_there,
    a_real_file_cut_short_in_its_container_is_refused,
];

/// Pictures and texts of other formats, or of none.
const OTHERS: [&str; 13] = [
    "cut.png",
    "list.xls",
    "page.png",
    "page.xls",
    "picture.bmp",
    "picture.tiff",
    "picture.webp",
    "plain.pdf",
    "program.jpg",
    "text.rtf",
    "vector.svg",
    "box.doc",
    "slides.ppt",
];

/// Archives that only look like the real documents, or carry what no document may.
const PACKAGES: [&str; 17] = [
    "archive.docx",
    "claim.docx",
    "hidden-macro.docx",
    "hollow.docx",
    "hollow.xlsx",
    "macro.doc",
    "macro.docm",
    "macro.docx",
    "macro.xls",
    "macro.xlsm",
    "macro.xlsx",
    "sheet.xlsb",
    "slides.pptx",
    "template.dotx",
    "template.xltx",
    "text.odt",
    "untyped.docx",
];

fn no_impostor_is_taken_under_any_name_or_type(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let mut taken = Vec::new();
    for name in OTHERS.into_iter().chain(PACKAGES) {
        let content = fixture(&format!("impostors/{name}"));
        for called in [name, "letter.docx", "picture.png"] {
            let answer = upload(team.owner(), project, called, &content);
            if answer.status == 422 {
                answer.invalid(&[("file", FORMATS)]);
            } else {
                taken.push(format!("{name} as {called} was answered {}: {}", answer.status, answer.text()));
            }
        }
        for said in ["image", "document"] {
            let form = to_project(project).text("type", said).file(name, &content);
            let answer = team.owner().submit("/attachments", &form);
            if answer.status == 422 {
                answer.invalid_under("file");
            } else {
                taken.push(format!("{name} as {said} was answered {}: {}", answer.status, answer.text()));
            }
        }
    }
    assert!(taken.is_empty(), "{}", taken.join("\n"));
    upload(team.owner(), project, "empty.png", &fixture("impostors/empty.png")).invalid_under("file");
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn a_refused_impostor_leaves_what_was_there(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let (one, other) = (fixture("picture.png"), fixture("letter.docx"));
    super::uploaded(team.owner(), project, "picture.png", &one);
    super::uploaded(team.owner(), project, "letter.docx", &other);
    let before = world.files();
    assert_eq!(before.len(), 2, "{before:?}");
    for name in ["page.png", "claim.docx", "macro.xls"] {
        upload(team.owner(), project, name, &fixture(&format!("impostors/{name}"))).invalid_under("file");
    }
    files_are(&world, 2);
    assert_eq!(world.files(), before);
    assert_eq!(total(team.owner()), 2);
}

fn a_real_file_cut_short_in_its_container_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for name in ["letter.docx", "table.xlsx", "letter.doc", "table.xls"] {
        let whole = fixture(name);
        for length in [8, 512, whole.len() / 4] {
            let answer = upload(team.owner(), project, name, &whole[..length]);
            assert_eq!(answer.status, 422, "{length} bytes of {name}: {}", answer.text());
            answer.invalid_under("file");
        }
    }
    for name in ["photo.jpg", "picture.png", "animation.gif", "report.pdf"] {
        upload(team.owner(), project, name, &fixture(name)[..2]).invalid_under("file");
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}
