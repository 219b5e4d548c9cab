//! The figures of coverage, and the timeline.

use serde_json::{Value, json};

use super::calendar::{At, written};
use super::computed::{View, Window, covered, ratio, rounded};
use super::team_records::{id, ids};

/// What a report of coverage is about, with the most visitors first.
fn items(view: &View<'_>, by: &str) -> Vec<Value> {
    let team_records = view.team_records;
    let here =
        |it: &&Value| view.projects.as_ref().is_none_or(|asked| asked.iter().any(|id| it["project_id"] == json!(id)));
    let active = |records: &'_ [Value]| -> Vec<Value> {
        records.iter().filter(|it| it["status"] == json!("active")).filter(here).cloned().collect()
    };
    let mut items: Vec<Value> = match by {
        "page" => active(&team_records.pages),
        "audience" => active(&team_records.audiences),
        "goal" => active(&team_records.goals),
        "tag" => team_records.tags.iter().filter(here).cloned().collect(),
        _ => ["all", "desktop", "mobile", "tablet"].iter().map(|word| json!({ "id": word, "name": word })).collect(),
    };
    items.sort_by_key(|it| -visitors(it).unwrap_or(-1));
    items
}

fn visitors(item: &Value) -> Option<i64> {
    item["monthly_visitors"].as_i64()
}

/// Whether a record of a kind is about an item.
fn is_about(view: &View<'_>, by: &str, kind: &str, it: &Value, item: &Value) -> bool {
    let device_of =
        |page: &Value| view.team_records.pages.iter().find(|it| it["id"] == *page).map(|it| it["device"].clone());
    let listed = |relation: &str| ids(&it[relation]).iter().any(|id| json!(id) == item["id"]);
    match (by, kind) {
        ("page", "ideas") => it["page_id"] == item["id"],
        ("audience", "ideas") => it["audience_id"] == item["id"],
        ("goal", "ideas") => it["primary_goal_id"] == item["id"],
        ("goal", "insights") => false,
        ("tag", _) => ids(&item[kind]).contains(&id(it)),
        ("device", "experiments") => it["device"] == item["id"],
        ("device", "ideas") => device_of(&it["page_id"]).is_some_and(|device| device == item["id"]),
        ("device", _) => ids(&it["pages"]).iter().any(|page| device_of(&json!(page)).as_ref() == Some(&item["id"])),
        _ => listed(&format!("{by}s")),
    }
}

pub(super) fn coverage(view: &View<'_>, window: Window, query: &str) -> Value {
    let team_records = view.team_records;
    let by = query.split('&').find_map(|pair| pair.strip_prefix("by=")).unwrap_or("page");
    let related = |kind: &str, it: &Value, item: &Value| is_about(view, by, kind, it, item);
    let (mut all, mut untested) = (0, 0);
    let told: Vec<Value> = items(view, by)
        .iter()
        .map(|item| {
            let count = |kind: &str, of: &[&Value]| of.iter().filter(|it| related(kind, it, item)).count();
            let own: Vec<&Value> =
                view.experiments.iter().copied().filter(|it| related("experiments", it, item)).collect();
            let cut = |it: &Value| -> Vec<(At, At)> {
                team_records.runs(id(it)).into_iter().filter_map(|run| window.cut(run, view.now)).collect()
            };
            let ran: Vec<&Value> = own.iter().copied().filter(|it| !cut(it).is_empty()).collect();
            let with = |result: &str| ran.iter().filter(|it| it["result"] == json!(result)).count();
            let tested = covered(ran.iter().flat_map(|it| cut(it)).collect());
            let last = own.iter().flat_map(|it| team_records.runs(id(it))).map(|(_, to)| to.unwrap_or(view.now)).max();
            all += visitors(item).unwrap_or(0);
            untested += if tested > 0.0 { 0 } else { visitors(item).unwrap_or(0) };
            let running = own.iter().filter(|it| it["status"] == json!("running"));
            json!({
                "id": item["id"], "label": item["name"], "ideas": count("ideas", &view.ideas),
                "insights": count("insights", &view.insights), "experiments": ran.len(), "running": running.count(),
                "won": with("won"), "lost": with("lost"), "inconclusive": with("inconclusive"),
                "tested_days": rounded(tested), "coverage_rate": ratio(tested, window.days(view.now)),
                "last_tested_at": last.map(|last| written(last)[..19].to_owned()),
                "monthly_visitors": if by == "page" || by == "audience" { json!(visitors(item)) } else { Value::Null },
            })
        })
        .collect();
    let float = |number: i64| f64::from(i32::try_from(number).expect("a small number"));
    json!({
        "items": told, "untested_traffic_share": ratio(float(untested), float(all)),
        "conflicts": conflicts(view, window),
    })
}

/// Moments are told to the second here; what is told more exactly has to be cut.
pub(super) fn to_seconds(told: &mut Value) {
    match told {
        Value::String(text) if text.len() > 19 && text.ends_with('Z') && text.as_bytes()[10] == b'T' => {
            text.truncate(19);
        }
        Value::Array(items) => items.iter_mut().for_each(to_seconds),
        Value::Object(members) => members.values_mut().for_each(to_seconds),
        _ => {}
    }
}

fn conflicts(view: &View<'_>, window: Window) -> Vec<Value> {
    let mut met = Vec::new();
    for one in &view.experiments {
        for two in view.experiments.iter().filter(|two| id(two) > id(one)) {
            let common = |relation: &str| -> Vec<i64> {
                let theirs = ids(&two[relation]);
                ids(&one[relation]).into_iter().filter(|id| theirs.contains(id)).collect()
            };
            let mut audiences: Vec<Option<i64>> = common("audiences").into_iter().map(Some).collect();
            if ids(&one["audiences"]).is_empty() || ids(&two["audiences"]).is_empty() {
                audiences.push(None);
            }
            for mine in view.team_records.runs(id(one)) {
                for theirs in view.team_records.runs(id(two)) {
                    let to = match (mine.1, theirs.1) {
                        (Some(one), Some(two)) => Some(one.min(two)),
                        (one, two) => one.or(two),
                    };
                    let Some((from, end)) = window.cut((mine.0.max(theirs.0), to), view.now) else { continue };
                    let to = (to.is_some() || window.until <= view.now).then_some(end);
                    for page in common("pages") {
                        met.extend(audiences.iter().map(|audience| (from, id(one), id(two), page, *audience, to)));
                    }
                }
            }
        }
    }
    met.sort_unstable();
    let told = met.into_iter().map(|(from, one, two, page, audience, to)| {
        json!({
            "experiment_ids": [one, two], "page_id": page, "audience_id": audience,
            "from": written(from)[..19], "to": to.map(|to| written(to)[..19].to_owned()),
        })
    });
    told.collect()
}

/// The members of an experiment that say when it runs, as the timeline tells them.
pub(super) fn timeline(view: &View<'_>, window: Window, _query: &str) -> Value {
    let mut told: Vec<((At, i64), Value)> = Vec::new();
    for it in &view.experiments {
        let stays = view.team_records.of_experiments[&id(it)]
            .iter()
            .filter(|stay| ["running", "paused"].contains(&stay.0.as_str()));
        let segments: Vec<_> = stays.filter(|stay| stay.2.is_none_or(|to| stay.1 < to)).collect();
        let runs = segments.iter().any(|stay| stay.1 < window.until && stay.2.unwrap_or(view.now) > window.from);
        let planned =
            ["planned_start_at", "planned_end_at"].map(|field| it[field].as_str().map(super::calendar::read_day));
        let (start, end) = (planned[0].or(planned[1]), planned[1].or(planned[0]));
        let is_planned = start.zip(end).is_some_and(|(start, end)| start <= window.last && end >= window.first);
        if !runs && !is_planned {
            continue;
        }
        let first = segments.first().map(|stay| stay.1).or(start.map(super::calendar::begins)).expect("a place");
        let shown = segments.iter().map(|(status, from, to)| {
            json!({ "from": written(*from)[..19], "to": to.map(|to| written(to)[..19].to_owned()), "kind": status })
        });
        let sorted = |relation: &str| crate::records::sorted(ids(&it[relation]));
        let entry = json!({
            "id": it["id"], "identifier": it["identifier"], "name": it["name"], "project_id": it["project_id"],
            "status": it["status"], "result": it["result"], "segments": shown.collect::<Vec<_>>(),
            "planned": { "from": it["planned_start_at"], "to": it["planned_end_at"] },
            "page_ids": sorted("pages"), "audience_ids": sorted("audiences"),
        });
        told.push(((first, id(it)), entry));
    }
    told.sort_by_key(|(place, _)| *place);
    json!({ "experiments": told.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>() })
}
