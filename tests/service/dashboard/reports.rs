//! The pages of reports: figures as people read them.

use std::time::Duration;

use serde_json::json;

use super::DashboardVisitor;
use crate::records;
use crate::world::{Store, World, on_both, within};

on_both![reports_are_told_in_words_and_names, tables_are_offered_to_who_may_export];

/// What only programs write into a table.
const RAW: [&str; 10] = [
    ">Id</th>",
    "(From:",
    "Kind: ",
    "Completed: ",
    "stopped_early",
    "no_srm",
    "No srm",
    "Total · ",
    "Label</td>",
    "000000Z<",
];

/// What stands in the tables of a page.
pub(super) fn tables(page: &str) -> String {
    page.split("<table").skip(1).filter_map(|it| it.split("</table>").next()).collect()
}

fn reports_are_told_in_words_and_names(store: Store) {
    let (world, demo) = World::seeded(store);
    let owner = world.client(Some(demo["keys"]["owner"].as_str().expect("a key")));
    let visitor = DashboardVisitor::of(&world, &owner);
    let project = owner.get("/projects?filter[name]=Harbour").status_is(200).ids()[0];
    let experiment = "<td class=\"link\"><a href=\"/app/experiments/";
    let shop = format!("<a href=\"/app/projects/{project}\">Harbour Outfitters web shop</a>");
    let expected: [(&str, &[&str]); 11] = [
        ("overview", &["<th scope=\"row\">Experiments · Stopped early</th>", " %</data>"]),
        ("win-rate?group_by=project", &["<th scope=\"row\">Wins of all completed</th>", " to ", &shop]),
        ("velocity", &[&shop, "colspan=\"6\">By result</th>"]),
        ("time-in-stage", &["<th scope=\"row\">In preparation</th>"]),
        ("ideas", &["count by status and priority", "<th scope=\"row\">Under review</th>", "<a href=\"/app/ideas/"]),
        ("learnings", &["<th scope=\"row\">Completed with a learning</th>", &shop]),
        ("impact", &[experiment, "<td>Won</td>", "<th scope=\"row\">Net</th>"]),
        ("coverage", &["<a href=\"/app/pages/"]),
        ("team-activity", &["<a href=\"/app/users/", "<th scope=\"row\">Monday</th>", "Created in all"]),
        ("health", &["<th scope=\"row\">No SRM</th>", "<a href=\"/app/experiments/", ">EXP-"]),
        ("timeline", &[experiment, "<td>Running</td>", &shop]),
    ];
    for (report, parts) in expected {
        let page = visitor.gets(&format!("/app/reports/{report}")).status_is(200).text();
        let tables = tables(&page);
        for part in parts {
            assert!(tables.contains(part), "{report}: {part} in {tables}");
        }
        for raw in RAW {
            assert!(!tables.contains(raw), "{report}: {raw} in {tables}");
        }
        assert!(page.matches(">By</label>").count() <= 1, "{report}");
    }
    // A change of shares is one of points, and has a sign.
    let page = visitor.gets("/app/reports/overview?compare=previous_period").status_is(200).text();
    assert!(page.contains(" points</data>"), "{page}");
    let page = visitor.gets("/app/reports/velocity?period=nonsense").status_is(422).text();
    assert!(page.contains("<title>Error: Velocity report · ") && page.contains("id=\"period-error\""), "{page}");
    let kept = owner.get("/form-response-summaries").status_is(200).ids()[0];
    let page = visitor.gets(&format!("/app/form-response-summaries/{kept}")).status_is(200).text();
    for part in
        ["<svg", "<caption><h2>How easy was it to order?", "<dt>Completed</dt>", ">Delivery costs</th>", ">Share</th>"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("avg_seconds"), "{page}");
    let page = visitor.gets("/app/reports/win-rate?group_by=page").text();
    assert!(page.contains(": <bdi>page</bdi></p>"), "{page}");
    let page = visitor.gets("/app/reports/team-activity").text();
    assert_eq!(page.matches(">Created in all</th>").count(), 1, "{page}");
    let place = |caption: &str| page.find(&format!("<caption><h2>{caption}")).expect("a table");
    assert!(place("Users") < place("Heatmap"));
}

fn tables_are_offered_to_who_may_export(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let [owner, viewer] = [team.owner(), team.viewer()].map(|client| DashboardVisitor::of(&world, client));
    let offers = |visitor: &DashboardVisitor, path: &str| {
        visitor.gets(path).status_is(200).text().contains("role=\"group\" aria-label=\"Export\"")
    };
    let form = records::published(team.owner(), records::project(team.owner()), "Why");
    let of_form = format!("/app/forms/{form}");
    let pages = ["/app/ideas", "/app/reports/overview", &of_form];
    assert!(pages.iter().all(|path| offers(&owner, path) && offers(&viewer, path)));
    team.owner().patch("/team", json!({ "settings": { "viewers_may_export": false } })).status_is(200);
    for path in pages {
        within(Duration::from_secs(2), "viewers are offered no table", || !offers(&viewer, path));
        assert!(offers(&owner, path), "{path}");
    }
    assert_eq!(viewer.gets("/app/reports/overview?format=csv").status, 403);
    owner.gets("/app/reports/overview?format=csv").status_is(200);
    let responses = format!("{of_form}/responses/export?format=csv");
    assert!(owner.gets(&of_form).text().contains(&format!("href=\"{responses}\" download>CSV</a>")));
    assert!(owner.gets(&responses).status_is(200).text().starts_with("id,status,source,"));
    assert_eq!(viewer.gets(&responses).status, 403);
    owner.gets("/app/ideas/1/responses/export?format=csv").status_is(404);
}
