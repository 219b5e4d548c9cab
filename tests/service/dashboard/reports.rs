//! The pages of reports: figures as people read them.

use super::DashboardVisitor;
use crate::world::{Store, World, on_both};

on_both![reports_are_told_in_words_and_names];

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
fn tables(page: &str) -> String {
    page.split("<table").skip(1).filter_map(|it| it.split("</table>").next()).collect()
}

fn reports_are_told_in_words_and_names(store: Store) {
    let world = World::start(store);
    let demo = world.cli(&["demo"]);
    let owner = world.client(Some(demo["keys"]["owner"].as_str().expect("a key")));
    let visitor = DashboardVisitor::of(&world, &owner);
    let project = owner.get("/projects?filter[name]=Harbour").status_is(200).ids()[0];
    let experiment = "<td class=\"link\"><a href=\"/app/experiments/";
    let shop = format!("<a href=\"/app/projects/{project}\">Harbour Outfitters web shop</a>");
    let expected: [(&str, &[&str]); 11] = [
        ("overview", &["<td>Experiments · Stopped early</td>", " %</data>"]),
        ("win-rate?group_by=project", &["<td>Win rate all</td>", " to ", &shop]),
        ("velocity", &["<li>Harbour Outfitters web shop: ", "By result · Stopped early"]),
        ("time-in-stage", &["<td>In preparation</td>"]),
        ("ideas", &["count by status and priority", "<td>Under review</td>", "<a href=\"/app/ideas/"]),
        ("learnings", &["<td>Capture rate</td>", &shop]),
        ("impact", &[experiment, "<td>Won</td>", "<td>Net</td>"]),
        ("coverage", &["<a href=\"/app/pages/"]),
        ("team-activity", &["<a href=\"/app/users/", "<td>Monday</td>"]),
        ("health", &["<td>No SRM</td>", experiment, ">EXP-"]),
        ("timeline", &[experiment, "<li>Running 20", &shop]),
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
    let kept = owner.get("/form-response-summaries").status_is(200).ids()[0];
    let page = visitor.gets(&format!("/app/form-response-summaries/{kept}")).status_is(200).text();
    for part in
        ["<svg", "<caption>How easy was it to order?", "<dt>Completed</dt>", "<td>Delivery costs</td>", ">Share</th>"]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("avg_seconds"), "{page}");
    let page = visitor.gets("/app/reports/team-activity").text();
    let place = |caption: &str| page.find(&format!("<caption>{caption}")).expect("a table");
    assert!(place("Users") < place("Heatmap"));
}
