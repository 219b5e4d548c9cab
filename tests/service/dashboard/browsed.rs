//! The dashboard in a real browser: signing in, a list, and nothing to complain of.

use super::DashboardVisitor;
use crate::records;
use crate::world::{Browser, Store, Team, World};

#[test]
fn somebody_signs_in_and_looks_around() {
    let world = World::start(Store::Sqlite);
    let team = Team::create(&world, &[]);
    let project = records::project(team.owner());
    records::idea(team.owner(), project, "Say what shipping costs");
    DashboardVisitor::of(&world, team.owner()).gets("/app/ideas").status_is(200);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/app/ideas", world.origin()));
    page.waits_for("h1", "Sign in");
    page.evaluate(&format!(
        "document.getElementById('key').value = '{}'; document.querySelector('button').click()",
        team.owner().token()
    ));
    page.waits_for("h1", "Ideas");
    page.waits_for("tbody", "Say what shipping costs");
    assert_eq!(page.console(), Vec::<String>::new());
}
