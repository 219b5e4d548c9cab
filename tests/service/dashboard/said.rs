//! What stands beside a record: its newest comments with their answers, and what is attached to it.

use serde_json::json;
use uplift_domain::period::clock_of;
use uplift_domain::record::Time;

use super::DashboardVisitor;
use crate::records;
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    of_many_comments_the_newest_are_shown,
    answers_stand_beneath_their_comments,
    whoever_is_mentioned_is_named,
    a_comment_is_called_by_the_day_that_is_shown,
    of_many_files_some_are_shown,
];

/// How many records a list has on a page.
const MOST: usize = 30;

/// What was said on a page, in its order: whether it is an answer, by whom, and the text.
fn said(page: &str) -> Vec<(bool, &str, &str)> {
    let between = |text, start: &str, end: &str| {
        let (_, rest) = str::split_once(text, start).expect("a start");
        rest.split_once(end).expect("an end").0
    };
    let comment = |item| {
        let item: &str = item;
        let who = between(item, "<p class=\"by\"><bdi>", "</bdi>");
        (item.starts_with(" class=\"answer\""), who, between(item, "<div class=\"long\" dir=\"auto\">", "</div>"))
    };
    between(page, "<ol class=\"comments\">", "</ol>").split("<li").skip(1).map(comment).collect()
}

fn answers(client: &Client, idea: i64, parent: i64, body: &str) -> i64 {
    let body = json!({ "commentable_type": "idea", "commentable_id": idea, "parent_id": parent, "body": body });
    records::made(client, "/comments", body)
}

fn of_many_comments_the_newest_are_shown(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let idea = records::idea(team.owner(), records::project(team.owner()), "Shorter forms");
    let visitor = DashboardVisitor::of(&world, team.owner());
    let page = || visitor.gets(&format!("/app/ideas/{idea}")).status_is(200).text();
    for at in 0..MOST {
        records::comment(team.owner(), "idea", idea, &format!("Number {at}."));
    }
    assert!(!page().contains("comments</a>"), "{}", page());
    records::comment(team.owner(), "idea", idea, "The newest.");
    let page = page();
    let bodies: Vec<_> = said(&page).into_iter().map(|(_, _, body)| body.to_owned()).collect();
    let rest = (1..MOST).map(|at| format!("Number {at}.")).chain(["The newest.".to_owned()]);
    assert_eq!(bodies, rest.collect::<Vec<_>>());
    let all = format!(
        "<a href=\"/app/comments?filter%5Bcommentable_type%5D=idea&#38;filter%5Bcommentable_id%5D={idea}\">All 31 comments</a>"
    );
    assert!(page.contains(&all), "{all}: {page}");
    let list = format!("/app/comments?filter%5Bcommentable_type%5D=idea&filter%5Bcommentable_id%5D={idea}");
    assert!(visitor.gets(&list).status_is(200).text().contains("1 to 30 of 31"));
}

fn answers_stand_beneath_their_comments(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let (owner, leaver) = (team.owner(), team.newcomer("member"));
    let idea = records::idea(owner, records::project(owner), "Shorter forms");
    let comment = |body| records::comment(&leaver.client, "idea", idea, body);
    let (gone, first, second) = (comment("Gone."), comment("First."), comment("Second."));
    answers(owner, idea, first, "To the first.");
    answers(owner, idea, gone, "To what is gone.");
    answers(owner, idea, second, "To the second.");
    answers(owner, idea, first, "To the first again.");
    owner.delete(&format!("/comments/{gone}")).status_is(204);
    owner.delete(&format!("/users/{}", leaver.user_id)).status_is(204);
    let visitor = DashboardVisitor::of(&world, owner);
    let page = visitor.gets(&format!("/app/ideas/{idea}")).status_is(200).text();
    let nameless = format!("user #{}", leaver.user_id);
    let told: Vec<_> =
        said(&page).into_iter().map(|(is_answer, who, body)| (is_answer, who == nameless, body)).collect();
    let expected = [
        (false, true, "First."),
        (true, false, "To the first."),
        (true, false, "To the first again."),
        (false, true, "Second."),
        (true, false, "To the second."),
        (false, false, "To what is gone."),
    ];
    assert_eq!(told, expected);
    let page = visitor.gets(&format!("/app/comments/{first}")).status_is(200).text();
    assert!(page.contains(&format!("Comment by {nameless}, ")), "{page}");
}

fn whoever_is_mentioned_is_named(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let member = team.newcomer("member");
    let named = member.user_id;
    member.client.patch(&format!("/users/{named}"), json!({ "name": "Ada <b>" })).status_is(200);
    let idea = records::idea(owner, records::project(owner), "Shorter forms");
    let comment = records::comment(owner, "idea", idea, &format!("@[{named}] and @[999999999], look @[x]"));
    let visitor = DashboardVisitor::of(&world, owner);
    for path in [format!("/app/ideas/{idea}"), format!("/app/comments/{comment}"), "/app/comments".to_owned()] {
        let page = visitor.gets(&path).status_is(200).text();
        assert!(page.contains("@Ada &#60;b&#62; and @user #999999999, look @[x]<"), "{path}: {page}");
    }
}

/// It is another day in one of these zones than in UTC.
fn a_comment_is_called_by_the_day_that_is_shown(store: Store) {
    let world = World::start(store);
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let team = Team::create(&world, &["--timezone", zone]);
        let owner = team.owner();
        let idea = records::idea(owner, records::project(owner), "Shorter forms");
        let path = format!("/comments/{}", records::comment(owner, "idea", idea, "First."));
        let said_at = owner.get(&path).status_is(200).data()["created_at"].clone();
        let said_at = said_at.as_str().and_then(Time::parse).expect("a moment");
        let clock = clock_of(said_at, zone);
        let (day, _) = clock.split_once(' ').expect("a day and a time");
        let page = DashboardVisitor::of(&world, owner).gets(&format!("/app{path}")).status_is(200).text();
        assert!(page.contains(&format!("Comment by Olga, {day}")), "{day}: {page}");
    }
}

fn of_many_files_some_are_shown(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let project = records::project(owner);
    let idea = records::idea(owner, project, "Shorter forms");
    let visitor = DashboardVisitor::of(&world, owner);
    let page = || visitor.gets(&format!("/app/ideas/{idea}")).status_is(200).text();
    for _ in 0..MOST {
        records::linked(owner, project, "idea", idea);
    }
    assert!(!page().contains("images and files</a>"), "{}", page());
    records::linked(owner, project, "idea", idea);
    let page = page();
    let all = format!(
        "<a href=\"/app/attachments?filter%5Battachable_type%5D=idea&#38;filter%5Battachable_id%5D={idea}\">All 31 images and files</a>"
    );
    assert!(page.contains(&all), "{all}: {page}");
    assert_eq!(page.matches(">The report</a></li>").count(), MOST, "{page}");
}
