//! The pages of single records: where they stand, what they say, and what became of them.

use serde_json::json;

use super::DashboardVisitor;
use crate::records;
use crate::world::{Store, Team, World, on_both};

on_both![
    a_response_is_read_with_its_questions,
    a_record_says_where_it_stands_and_what_changed,
    whoever_left_has_no_page_to_go_to,
    what_is_archived_says_so,
    what_is_asked_of_a_record_is_refused_as_the_interface_refuses_it,
];

fn a_response_is_read_with_its_questions(store: Store) {
    let (world, demo) = World::seeded(store);
    let owner = world.client(Some(demo["keys"]["owner"].as_str().expect("a key")));
    let visitor = DashboardVisitor::of(&world, &owner);
    let page = visitor.gets("/app/form-responses/1").status_is(200).text();
    let form = "<li><a href=\"/app/forms/1\">After the order</a></li>";
    let questions = ["How easy was it to order?", "Where did you hesitate?", "What nearly stopped you?"];
    for part in
        ["<caption>Answers</caption>", form, "<li>Delivery costs</li>", "2 min 46 s", "href=\"/app/observations/"]
            .iter()
            .chain(&questions)
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(questions.map(|it| page.find(it)).is_sorted(), "{page}");
    for (path, part) in [
        ("form-responses", ">Response #1</a>"),
        ("form-questions/1", "Jump to step “Before you go” if ease is at least 6"),
        ("audiences/1", "All of:<ul class=\"items\"><li>device.type is phone</li>"),
        ("forms/1", ">All 200 responses</a>"),
        ("forms/1", "/f/"),
        ("saved-reports/2", "?format=csv\">Download as CSV</a>"),
        ("tags/1", "fill=\"#277DA1\""),
        ("attachments/1", ">Open file (10 KB, PNG)</a>"),
        ("comments/1", ">Comment by Mateo Vargas, "),
        ("projects/1", "?filter%5Bproject_id%5D=1&#38;filter%5Bstatus%5D=completed\">19 completed</a>"),
    ] {
        let page = visitor.gets(&format!("/app/{path}")).status_is(200).text();
        assert!(page.contains(part), "{path}, {part}: {page}");
    }
}

fn a_record_says_where_it_stands_and_what_changed(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let project = records::project(owner);
    let idea = records::idea(owner, project, "Shorter forms");
    let comment = records::comment(owner, "idea", idea, "Good.");
    owner.patch(&format!("/ideas/{idea}"), json!({ "priority": "high" })).status_is(200);
    let visitor = DashboardVisitor::of(&world, owner);
    let page = visitor.gets(&format!("/app/ideas/{idea}")).status_is(200).text();
    for part in ["Priority: – → High", "Show empty fields", "<a href=\"/app/ideas\" aria-current=\"true\">"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<dt>Position</dt>") && !page.contains("<dt>Name</dt>"), "{page}");
    let page = visitor.gets(&format!("/app/comments/{comment}")).status_is(200).text();
    assert!(page.contains(&format!("<li><a href=\"/app/ideas/{idea}\">")), "{page}");
    assert!(page.contains("<a href=\"/app/ideas\" aria-current=\"true\">"), "{page}");
}

fn whoever_left_has_no_page_to_go_to(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let (stays, leaver) = (team.owner(), team.newcomer("member"));
    let idea = records::idea(&leaver.client, records::project(stays), "Shorter forms");
    let visitor = DashboardVisitor::of(&world, stays);
    let linked = format!("<a href=\"/app/users/{}\">", leaver.user_id);
    let paths = ["/app/ideas".to_owned(), format!("/app/ideas/{idea}")];
    assert!(visitor.gets(&paths[1]).status_is(200).text().contains(&linked));
    stays.delete(&format!("/users/{}", leaver.user_id)).status_is(204);
    for path in &paths {
        let page = visitor.gets(path).status_is(200).text();
        assert!(!page.contains(&linked), "{path}: {page}");
    }
    assert!(visitor.gets(&paths[1]).text().contains(&format!("<dd>#{}</dd>", leaver.user_id)));
    visitor.gets(&format!("/app/users/{}", leaver.user_id)).status_is(404);
}

fn what_is_archived_says_so(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let project = records::project(owner);
    let (idea, goal) = (records::idea(owner, project, "Shorter forms"), records::goal(owner, project, "Buy"));
    let experiment = records::experiment(owner, project, "Shorter forms");
    let visitor = DashboardVisitor::of(&world, owner);
    let badge = "<span class=\"word\">Archived</span>\n</p>";
    let pages = [format!("/ideas/{idea}"), format!("/goals/{goal}"), format!("/experiments/{experiment}")];
    let says_so = |path: &str| {
        let page = visitor.gets(&format!("/app{path}")).status_is(200).text();
        let states = page.split("<p class=\"states\">").nth(1).and_then(|it| it.split_inclusive("</p>").next());
        states.is_some_and(|states| states.ends_with(badge))
    };
    assert!(!pages.iter().any(|path| says_so(path)));
    owner.post(&format!("/ideas/{idea}/archive"), json!({})).status_is(200);
    owner.patch(&format!("/goals/{goal}"), json!({ "status": "archived" })).status_is(200);
    owner.post(&format!("/experiments/{experiment}/archive"), json!({})).status_is(200);
    for path in pages {
        assert!(says_so(&path), "{path}");
    }
}

fn what_is_asked_of_a_record_is_refused_as_the_interface_refuses_it(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let project = records::project(owner);
    let idea = format!("/ideas/{}", records::idea(owner, project, "Shorter forms"));
    let experiment = format!("/experiments/{}", records::experiment(owner, project, "Shorter forms"));
    let form = format!("/forms/{}", records::form(owner, project, "Why"));
    let report = format!("/saved-reports/{}", records::saved_report(owner, "Ours"));
    let visitor = DashboardVisitor::of(&world, owner);
    for (record, figures, query, status) in [
        ("/team", "", "include=bogus", 400),
        (&idea, "", "include=bogus", 400),
        (&idea, "", "fields[ideas]=name", 400),
        (&idea, "", "nothing=%00", 422),
        (&idea, "", "include=project", 200),
        (&experiment, "", "include=bogus", 400),
        (&experiment, "/summary", "as_of=%00", 422),
        (&experiment, "/summary", "format=bogus", 422),
        (&experiment, "/summary", "format=csv", 422),
        (&experiment, "/summary", "format=%20svg%20", 200),
        (&form, "/summary", "format=bogus", 422),
        (&form, "/summary", "format=svg", 200),
        (&report, "/run", "format=bogus", 422),
        (&report, "/run", "format=csv", 200),
    ] {
        owner.get(&format!("{record}{figures}?{query}")).status_is(status);
        let page = visitor.gets(&format!("/app{record}?{query}")).status_is(status).text();
        assert_eq!(page.matches("<h1").count(), 1, "{record}, {query}: {page}");
    }
    // Where the page has a form, it says there what is wrong.
    for (query, part) in [("include=bogus", "The include “bogus” is not known."), ("as_of=%00", "id=\"as_of-error\"")]
    {
        let page = visitor.gets(&format!("/app{experiment}?{query}")).text();
        assert!(page.contains(part), "{query}: {page}");
    }
}
