//! What the pages show: what the interface tells the key, as text.

use serde_json::{Value, json};
use uplift_domain::Kind;

use super::{DashboardVisitor, leads_to};
use crate::records;
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    every_kind_has_a_list_and_a_page_for_each_record,
    a_list_shows_what_the_interface_lists,
    what_cannot_be_shown_is_a_page_as_well,
    an_experiment_has_its_scorecard,
];

/// A name that would be more than text if it were not written as text.
const HOSTILE: &str = "<script>alert(1)</script>\" onload=x '&amp;";

/// The same as it stands in a page.
const SHOWN: &str = "&#60;script&#62;alert(1)&#60;/script&#62;&#34; onload=x &#39;&#38;amp;";

/// The lists that have pages: those of every kind whose records stand at a path of their own.
fn lists() -> impl Iterator<Item = String> {
    let listed = Kind::ALL.iter().filter(|kind| !matches!(kind, Kind::Team | Kind::ResultRow));
    listed.filter_map(|kind| kind.plural()).map(|many| many.replace('_', "-"))
}

/// A record of every kind that clients make, called so.
pub(crate) fn populated(owner: &Client, name: &str) -> i64 {
    let project = records::made(owner, "/projects", json!({ "name": name }));
    records::collection(owner, project, name);
    let insight = records::insight(owner, project, name);
    records::learning(owner, project, name);
    records::goal(owner, project, name);
    records::made(owner, "/tags", json!({ "name": name }));
    records::page(owner, project, name);
    records::audience(owner, project, name);
    records::observation(owner, project, name);
    let idea = records::idea(owner, project, name);
    records::comment(owner, "idea", idea, name);
    let experiment = records::experiment(owner, project, name);
    records::variation(owner, experiment, name);
    records::answer(owner, project, name);
    records::lookup(owner, name);
    records::scheme(owner, name, json!([]));
    records::linked(owner, project, "insight", insight);
    records::pictured(owner, project, "idea", idea, 1);
    records::invitation(owner);
    experiment
}

fn every_kind_has_a_list_and_a_page_for_each_record(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    populated(owner, HOSTILE);
    let visitor = DashboardVisitor::of(&world, owner);
    let mut hostile = 0;
    for list in lists() {
        let page = visitor.gets(&format!("/app/{list}")).status_is(200);
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let text = page.text();
        assert!(!text.contains("<script") && text.matches("<h1").count() == 1, "{list}: {text}");
        assert!(text.contains("<caption>") && text.contains("class=\"skip\""), "{list}");
        hostile += usize::from(text.contains(SHOWN));
        for id in owner.get(&format!("/{list}?page[size]=5")).status_is(200).ids() {
            assert!(text.contains(&format!("href=\"/app/{list}/{id}\"")), "{list} does not lead to {id}");
            let page = visitor.gets(&format!("/app/{list}/{id}")).status_is(200).text();
            assert!(!page.contains("<script") && page.matches("<h1").count() == 1, "{list} {id}: {page}");
        }
    }
    assert!(hostile >= 14, "{hostile} lists show the name");
    let idea = visitor.gets(&format!("/app/ideas/{}", owner.get("/ideas").ids()[0])).text();
    for part in [
        "<img src=\"",
        "id=\"comments\"",
        "id=\"log\"",
        "href=\"/app/projects/",
        "aria-label=\"Breadcrumb\"",
        "<a href=\"/app/ideas\" aria-current=\"true\">",
    ] {
        assert!(idea.contains(part), "{part}: {idea}");
    }
    for path in ["/app", "/app/team"] {
        assert!(!visitor.gets(path).status_is(200).text().contains("<script"), "{path}");
    }
    let styles = world.client(None).send("GET", &format!("{}/app/assets/app.css", world.origin()), &[], b"");
    assert!(styles.status_is(200).text().contains("@media print"));
}

/// The ids of the records that a page of a list shows, in their order.
fn ids(page: &str, list: &str) -> Vec<i64> {
    let start = format!("<th scope=\"row\" class=\"link id\"><a href=\"/app/{list}/");
    let rows = page.split("<tr>").skip(2);
    rows.filter_map(|row| row.trim_start().strip_prefix(&start)?.split('"').next()?.parse().ok()).collect()
}

fn a_list_shows_what_the_interface_lists(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let project = records::project(owner);
    for at in 0..7 {
        let (name, priority) = (format!("Idea {}", (at * 3) % 7), if at % 2 == 0 { "high" } else { "low" });
        records::made(owner, "/ideas", json!({ "project_id": project, "name": name, "priority": priority }));
    }
    let other = Team::create(&world, &[]);
    records::idea(other.owner(), records::project(other.owner()), "Theirs");
    let visitor = DashboardVisitor::of(&world, owner);
    for query in [
        "",
        "sort=name",
        "sort=-name",
        "filter[priority]=high&sort=-id",
        "filter[name]=idea+3",
        "filter[search]=idea",
        "page[size]=3&sort=name",
        "page[size]=3&page[number]=3&sort=name",
        "filter[priority]=critical",
        "sort=id&include=project",
    ] {
        let listed = owner.get(&format!("/ideas?{query}")).status_is(200).ids();
        let page = visitor.gets(&format!("/app/ideas?{query}")).status_is(200).text();
        assert_eq!(ids(&page, "ideas"), listed, "{query}: {page}");
        assert!(!page.contains("Theirs"));
    }
    // A form sends parameters without a value as well.
    assert_eq!(leads_to(&visitor.gets("/app/ideas?filter[priority]=&sort=id&filter[name]=")), "/app/ideas?sort=id");
    for (query, part) in [
        ("filter[project_id]=Harbour", "“Harbour” is no number of a record."),
        ("filter[name]=nowhere", "No ideas match these filters. <a href=\"/app/ideas\">"),
        (
            "page[number]=99&sort=name",
            "This is past the last page. <a href=\"/app/ideas?sort=name&#38;page%5Bnumber%5D=1\">",
        ),
        ("sort=name", format!("<option value=\"{project}\">").as_str()),
        ("page[size]=3&page[number]=2", "<title>Ideas, page 2 · "),
    ] {
        let page = visitor.gets(&format!("/app/ideas?{query}")).status_is(200).text();
        assert!(page.contains(part), "{query}: {part} in {page}");
    }
    let page = visitor.gets("/app/ideas?filter[priority]=high&sort=name&page[size]=2&page[number]=2").text();
    for part in [
        "aria-sort=\"ascending\"",
        "filter%5Bpriority%5D=high&#38;page%5Bsize%5D=2&#38;sort=-name",
        "filter%5Bpriority%5D=high&#38;sort=name&#38;page%5Bsize%5D=2&#38;page%5Bnumber%5D=1",
        "<option value=\"high\" selected>",
        "3 to 4 of 4",
        "<span>Page 2 of 2</span>",
        "<code>GET /api/ideas?filter[priority]=high&#38;sort=name&#38;page[size]=2&#38;page[number]=2</code>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

fn what_cannot_be_shown_is_a_page_as_well(store: Store) {
    let world = World::start(store);
    let (team, other) = (Team::create(&world, &[]), Team::create(&world, &[]));
    let theirs = records::project(other.owner());
    let visitor = DashboardVisitor::of(&world, team.owner());
    for path in [
        format!("/app/projects/{theirs}"),
        "/app/ideas/999999999".to_owned(),
        "/app/nothing".to_owned(),
        "/app/nothing/1".to_owned(),
        "/app/reports/nothing".to_owned(),
        "/app/ideas/1/more".to_owned(),
        "/app/results".to_owned(),
    ] {
        let page = visitor.gets(&path).status_is(404).text();
        assert!(page.contains("<h1>Not found</h1>") && page.contains("aria-label=\"Pages\""), "{path}: {page}");
    }
    visitor.gets("/app/ideas/%3Cscript%3E").status_is(422);
    visitor.gets("/app/ideas?filter[%3Cscript%3E]=1").status_is(400);
    for (query, status, part) in [
        ("filter[nonsense]=1", 400, "role=\"alert\""),
        ("sort=nonsense", 400, "role=\"alert\""),
        ("page[size]=x", 422, "role=\"alert\""),
        ("filter[name]=%00", 422, "aria-invalid=\"true\" aria-describedby=\"filter-name--error\""),
    ] {
        let refused = team.owner().get(&format!("/ideas?{query}"));
        assert_eq!(refused.status, status, "{query}");
        let page = visitor.gets(&format!("/app/ideas?{query}")).status_is(status).text();
        let message = refused.body["message"].as_str().expect("a message");
        assert!(page.contains(part), "{query}: {page}");
        assert!(page.contains(&message.replace('`', "&#96;")) || status == 400, "{message}: {page}");
    }
    // Who may not see the keys of others sees a page that says so, or the list that the interface shows.
    let viewer = DashboardVisitor::of(&world, team.viewer());
    for list in ["keys", "invitations"] {
        let told = team.viewer().get(&format!("/{list}")).status;
        let page = viewer.gets(&format!("/app/{list}")).status_is(told).text();
        assert!(page.contains(&format!("Your role (viewer) may not see {list}.")), "{page}");
        assert!(!page.contains(&format!("<a href=\"/app/{list}\"")), "the menu offers {list}");
    }
}

fn an_experiment_has_its_scorecard(store: Store) {
    let world = World::start(store);
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let experiment = populated(owner, HOSTILE);
    let goal = owner.get("/goals").status_is(200).ids()[0];
    let visitor = DashboardVisitor::of(&world, owner);
    let path = format!("/app/experiments/{experiment}");
    let page = visitor.gets(&path).status_is(200).text();
    for part in
        ["id=\"scorecard\"", "id=\"checklist\"", "<caption>Variations</caption>", "no data", "class=\"analysis\""]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let told: Value = owner.get(&format!("/experiments/{experiment}/summary")).status_is(200).body;
    let reason = told["data"]["recommendation"]["reason"].as_str().expect("a reason");
    assert!(page.contains(reason), "{reason}");
    assert!(visitor.gets(&format!("{path}?format=svg")).status_is(200).text().contains(reason), "a page");
    let page = visitor.gets(&format!("{path}?method=bayesian&as_of=2026-01-01")).status_is(200).text();
    assert!(page.contains("<option value=\"bayesian\" selected>"));
    for (query, id) in [("method=guess", "method"), ("prior_mean=1", "prior_variance"), ("as_of=x", "as_of")] {
        let page = visitor.gets(&format!("{path}?{query}")).status_is(422).text();
        assert!(page.contains(&format!("id=\"{id}-error\"")), "{query}: {page}");
        assert!(page.contains("<title>Error: ") && page.contains("aria-label=\"Analysis\""), "{query}: {page}");
    }
    assert!(visitor.gets(&format!("/app/goals/{goal}")).status_is(200).text().contains(SHOWN));
}
