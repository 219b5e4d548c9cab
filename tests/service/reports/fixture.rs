//! The workspace that the reports are about: the same each time, but for the moments that lie shortly before now.

mod experiments;
mod ideas;

use serde_json::{Value, json};

use super::calendar::{DAY, day_of, read, written};
use crate::records::made;
use crate::world::{Client, Person, Store, Team, World};

/// Numbers that look as if they fell by chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end).expect("a small number")
    }

    /// One of these ids, or nothing.
    fn some(&mut self, ids: &[i64]) -> Value {
        let at = self.below(u64::try_from(ids.len()).expect("a small number") + 1);
        ids.get(at).map_or(Value::Null, |id| json!(id))
    }

    /// Each of these with even chances.
    fn several(&mut self, ids: &[i64]) -> Vec<i64> {
        ids.iter().copied().filter(|_| self.below(2) == 0).collect()
    }
}

/// What a project has.
struct ProjectSetup {
    project: i64,
    goals: [i64; 2],
    pages: Vec<i64>,
    audiences: Vec<i64>,
}

pub(super) struct ReportFixture {
    pub(super) projects: [i64; 2],
    pub(super) tags: Vec<i64>,
    pub(super) goals: [i64; 2],
    pub(super) users: Vec<i64>,
}

fn project_setup(owner: &Client, tags: &[i64], visitors: i64) -> ProjectSetup {
    let project = made(owner, "/projects", json!({ "name": format!("Shop {visitors}") }));
    let make = |path: &str, name: &str, more: Value| {
        let mut body = json!({ "project_id": project, "name": name });
        body.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        made(owner, path, body)
    };
    let page = |name: &str, more: Value| make("/pages", name, more);
    let goals = [
        make("/goals", "Orders", json!({ "baseline_value": 0.1, "target_mde": 0.2 })),
        make("/goals", "Costs", json!({ "metric_type": "mean", "direction": "decrease" })),
    ];
    let pages = vec![
        page("Cart", json!({ "monthly_visitors": visitors, "device": "mobile" })),
        page("Home", json!({ "monthly_visitors": 2 * visitors, "device": "desktop" })),
        page("Help", json!({ "tag_ids": tags[..1] })),
    ];
    page("Old", json!({ "monthly_visitors": 7, "status": "archived" }));
    page("Unseen", json!({ "monthly_visitors": visitors / 2 }));
    let gone = page("Gone", json!({}));
    owner.delete(&format!("/pages/{gone}")).status_is(204);
    let audiences = ["New", "Loyal"].map(|name| make("/audiences", name, json!({ "monthly_visitors": visitors / 3 })));
    ProjectSetup { project, goals, pages, audiences: audiences.to_vec() }
}

/// A team in Berlin whose weeks begin on Sunday, with two projects and four users, of which one has left.
pub(super) fn laid(world: &World, team: &Team<'_>, store: Store) -> ReportFixture {
    let owner = team.owner();
    let settings = json!({ "require_hypothesis": false, "stale_idea_days": 60 });
    let place = json!({ "timezone": "Europe/Berlin", "week_starts_on": "sunday", "settings": settings });
    owner.patch("/team", place).status_is(200);
    let people = [team.newcomer("member"), team.newcomer("admin")];
    team.viewer();
    let mut tags =
        vec![made(owner, "/tags", json!({ "name": "Form" })), made(owner, "/tags", json!({ "name": "Price" }))];
    let parts = [project_setup(owner, &tags, 1_200), project_setup(owner, &tags, 900)];
    tags.push(made(owner, "/tags", json!({ "name": "Here", "project_id": parts[0].project })));
    let users = vec![team.person("owner").user_id, people[0].user_id, people[1].user_id];
    let mut dice = Dice(20_241_027);
    let insights = insights(owner, &people, &parts, &tags, &mut dice);
    let ideas = ideas::laid(owner, &people, &parts, &tags, &insights, &mut dice);
    let experiments = experiments::laid(owner, &parts, &tags, &users, &ideas, &mut dice);
    learnings(owner, &people, &parts, &tags, &insights, &experiments, &mut dice);
    team.remove(people[1].user_id);
    spread(world, store);
    ReportFixture { projects: [parts[0].project, parts[1].project], tags, goals: parts[0].goals, users }
}

fn small(number: usize) -> i64 {
    i64::try_from(number).expect("a small number")
}

/// The word at a place, or nothing past the last.
fn word(words: &[&str], at: usize) -> Value {
    json!(words.get(at))
}

/// A day of the past, from the middle of January of 2024 on.
fn day(number: i64) -> i64 {
    day_of(2024, 1, 15) + number
}

fn insights(owner: &Client, people: &[Person], parts: &[ProjectSetup], tags: &[i64], dice: &mut Dice) -> Vec<i64> {
    let insight = |at: usize| {
        let project_setup = &parts[at % 2];
        let discovered = (!at.is_multiple_of(3)).then(|| written(read("2024-02-28T23:30:00Z") + small(at) * 20 * DAY));
        let body = json!({
            "project_id": project_setup.project, "name": format!("Insight {at}"), "discovered_at": discovered,
            "page_ids": dice.several(&project_setup.pages), "audience_ids": dice.several(&project_setup.audiences),
            "tag_ids": dice.several(&tags[..2]),
        });
        made(if at.is_multiple_of(4) { &people[0].client } else { owner }, "/insights", body)
    };
    let insights: Vec<i64> = (0..9).map(insight).collect();
    owner.delete(&format!("/insights/{}", insights[8])).status_is(204);
    insights[..8].to_vec()
}

fn learnings(
    owner: &Client,
    people: &[Person],
    parts: &[ProjectSetup],
    tags: &[i64],
    insights: &[i64],
    experiments: &[i64],
    dice: &mut Dice,
) {
    let mut ids = Vec::new();
    for at in 0..12_usize {
        let learned = (!at.is_multiple_of(4)).then(|| written(read("2024-02-29T23:30:00Z") + small(at) * 13 * DAY));
        let body = json!({
            "project_id": parts[dice.below(2)].project, "name": format!("Learning {at}"), "learned_at": learned,
            "confidence": word(&["low", "medium", "high", "certain"], dice.below(5)),
            "insight_ids": dice.several(&insights[3..7]), "tag_ids": dice.several(&tags[..2]),
            "supporting_experiment_ids": [experiments[at]],
            "contradicting_experiment_ids": match at % 4 { 1 => vec![experiments[21]], 2 => vec![experiments[at + 4]], _ => Vec::new() },
        });
        ids.push(made(if at % 3 == 1 { &people[0].client } else { owner }, "/learnings", body));
    }
    owner.delete(&format!("/learnings/{}", ids[11])).status_is(204);
    // What a deleted experiment says counts no more.
    owner.delete(&format!("/experiments/{}", experiments[21])).status_is(204);
}

/// Has all but the experiments happen thirteen hours after each other.
fn spread(world: &World, store: Store) {
    let step = match store {
        Store::Sqlite => "46800000000",
        Store::Postgres => "interval '13 hours'",
    };
    let of = |kind: &str, pick: &str, more: &str| {
        format!(
            "(SELECT {pick}(created_at) FROM activities WHERE subject_type = '{kind}' AND subject_id = {kind}s.id{more})"
        )
    };
    world.execute(&format!(
        "UPDATE activities SET created_at = created_at - ((SELECT max(id) FROM activities) - id) * {step} \
         WHERE subject_type <> 'experiment'; \
         UPDATE ideas SET created_at = {}; UPDATE insights SET created_at = {}; UPDATE learnings SET created_at = {}; \
         UPDATE ideas SET promoted_at = {} WHERE promoted_at IS NOT NULL;",
        of("idea", "min", ""),
        of("insight", "min", ""),
        of("learning", "min", ""),
        of("idea", "max", " AND event = 'promoted'"),
    ));
}
