//! The parameters of `GET /activities`: what is required, what is refused, whose log is whose.

use serde_json::json;

use super::{events, path};
use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    the_subject_is_required,
    a_subject_that_does_not_fit_is_refused,
    every_kind_of_the_contract_is_a_subject_type,
    a_bad_page_per_page_or_sort_is_refused,
    a_bad_period_is_refused,
    what_is_wrong_is_told_in_the_order_of_the_parameters,
    parameters_are_refused_before_the_subject_is_sought,
    a_subject_that_is_not_there_is_refused_by_name,
    the_subject_of_another_team_is_not_there,
    the_team_is_a_subject,
    the_log_of_an_activity_is_empty,
    the_log_of_a_deleted_record_stays_readable,
    other_parameters_are_ignored,
    a_key_that_only_writes_reads_no_log,
];

const SUBJECT_TYPE: (&str, &str) = ("subject_type", "The subject type field is required.");
const SUBJECT_ID: (&str, &str) = ("subject_id", "The subject id field is required.");

const KINDS: [&str; 22] = [
    "goal",
    "tag",
    "experiment",
    "idea",
    "insight",
    "learning",
    "observation",
    "page",
    "audience",
    "project",
    "team",
    "user",
    "variation",
    "activity",
    "comment",
    "form",
    "form_question",
    "form_response",
    "form_answer",
    "form_step",
    "form_response_summary",
    "project_lookup",
];

fn the_subject_is_required(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for query in ["", "?subject_type=&subject_id=%20"] {
        team.owner().get(&format!("/activities{query}")).invalid(&[SUBJECT_TYPE, SUBJECT_ID]);
    }
    team.owner().get("/activities?subject_id=1").invalid(&[SUBJECT_TYPE]);
    team.owner().get("/activities?subject_type=learning").invalid(&[SUBJECT_ID]);
}

fn a_subject_that_does_not_fit_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for kind in ["attachment", "numbering_scheme", "Learning", "learnings", "research_collection", "0"] {
        let path = format!("/activities?subject_type={kind}&subject_id=1");
        team.owner().get(&path).invalid(&[("subject_type", "The selected subject type is invalid.")]);
    }
    for id in ["abc", "1.5", "01", "true"] {
        let path = format!("/activities?subject_type=learning&subject_id={id}");
        team.owner().get(&path).invalid(&[("subject_id", "The subject id field must be an integer.")]);
    }
    for id in ["0", "-1"] {
        let path = format!("/activities?subject_type=learning&subject_id={id}");
        team.owner().get(&path).invalid(&[("subject_id", "The subject id field must be at least 1.")]);
    }
    team.owner().get("/activities?subject_type=learning&subject_id=%00").invalid_under("subject_id");
    team.owner().get("/activities?subject_type[]=team&subject_id=1").invalid(&[
        ("subject_type", "The subject type field must be a string."),
        ("subject_type", "The selected subject type is invalid."),
    ]);
}

fn every_kind_of_the_contract_is_a_subject_type(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for kind in KINDS {
        team.owner().get(&path(kind, 999_999)).refused_in_words(404);
    }
}

fn a_bad_page_per_page_or_sort_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
    for (field, values) in [
        ("page", &["0", "-1", "abc", "1.5", "01"][..]),
        ("per_page", &["0", "-1", "101", "abc", "1.5", "1000000"]),
        ("sort", &["name", "event", "id,created_at", "--id", "ID"]),
    ] {
        for value in values {
            team.owner().get(&format!("{path}&{field}={value}")).invalid_under(field);
        }
    }
    team.owner().get(&format!("{path}&sort=name")).invalid(&[("sort", "The selected sort is invalid.")]);
    team.owner().get(&format!("{path}&page[number]=0")).status_is(422);
}

fn a_bad_period_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
    let bad = [
        "soon",
        "tomorrow",
        "this_day",
        "last_",
        "7",
        "d",
        "-7d",
        "7x",
        "2026-13",
        "2026-02-30",
        "2026-Q5",
        "2026-01-01..x",
        "P",
        "PT",
        "P1X",
        "last_0x_days",
    ];
    for period in bad {
        let answer = team.owner().get(&format!("{path}&period={period}")).invalid_under("period");
        let message = answer.body["message"].as_str().unwrap_or_default();
        assert!(message.contains("today") && message.contains("YYYY-MM-DD"), "{message} shows no forms");
    }
    for (length, too_long) in [(50, false), (51, true)] {
        let answer = team.owner().get(&format!("{path}&period={}", "7".repeat(length))).invalid_under("period");
        let messages = answer.body["errors"]["period"].as_array().cloned().unwrap_or_default();
        let told = messages.contains(&json!("The period field must not be greater than 50 characters."));
        assert_eq!(told, too_long, "{length}: {messages:?}");
        let forms = messages.last().and_then(|it| it.as_str()).unwrap_or_default();
        assert!(forms.contains("YYYY-MM-DD"), "{length}: {messages:?}");
    }
    let answer = team.owner().get(&format!("{path}&period[]=today")).invalid_under("period");
    assert_eq!(answer.body["errors"]["period"][0], json!("The period field must be a string."));
}

fn what_is_wrong_is_told_in_the_order_of_the_parameters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let answer = team.owner().get("/activities?page=0&sort=zz&per_page=0&period=soon").status_is(422);
    let names = ["subject_type", "subject_id", "period", "per_page", "sort", "page"];
    answer.members_are(&answer.body["errors"], &names);
    let answer = team.owner().get("/activities?subject_type=team&subject_id=1&per_page=0&sort=zz");
    answer
        .invalid(&[("per_page", "The per page field must be at least 1."), ("sort", "The selected sort is invalid.")]);
}

fn parameters_are_refused_before_the_subject_is_sought(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.owner().get(&format!("{}&per_page=0", path("learning", 999_999))).invalid_under("per_page");
    team.owner().get(&format!("{}&period=soon", path("learning", 999_999))).invalid_under("period");
}

fn a_subject_that_is_not_there_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for kind in ["learning", "insight", "project", "idea", "goal", "activity", "team", "user"] {
        team.owner().get(&path(kind, 999_999)).refused(404, &format!("No {kind} 999999 in this team."));
    }
    let huge = "/activities?subject_type=learning&subject_id=99999999999999999999";
    team.owner().get(huge).refused(404, "No learning 99999999999999999999 in this team.");
}

fn the_subject_of_another_team_is_not_there(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let foreign_project = project(theirs.owner());
    let foreign = learning(theirs.owner(), foreign_project, "Theirs");
    let entry = theirs.owner().get(&path("learning", foreign)).status_is(200).ids()[0];
    let member = theirs.person("member").user_id;
    for (kind, id) in [
        ("learning", foreign),
        ("project", foreign_project),
        ("team", theirs.id),
        ("user", member),
        ("activity", entry),
    ] {
        ours.owner().get(&path(kind, id)).refused(404, &format!("No {kind} {id} in this team."));
    }
}

fn the_team_is_a_subject(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.viewer().get(&path("team", team.id)).status_is(200);
    team.viewer().get(&path("user", team.person("viewer").user_id)).status_is(200);
}

fn the_log_of_an_activity_is_empty(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let entry = team.owner().get(&path("learning", id)).status_is(200).ids()[0];
    let answer = team.owner().get(&path("activity", entry)).status_is(200);
    assert_eq!((answer.ids(), answer.total()), (vec![], 0));
}

fn the_log_of_a_deleted_record_stays_readable(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    team.owner().delete(&format!("/learnings/{id}")).status_is(204);
    assert_eq!(events(team.viewer(), "learning", id), ["created", "deleted"]);
}

fn other_parameters_are_ignored(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
    for query in ["filter[foo]=1", "include=foo", "team_id=7", "page[size]=0", "nonsense"] {
        assert_eq!(team.owner().get(&format!("{path}&{query}")).status_is(200).total(), 1, "{query}");
    }
}

fn a_key_that_only_writes_reads_no_log(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let writer = team.key(team.person("owner").user_id, "write", &[]);
    writer.client.get("/activities").refused(403, "Invalid ability provided.");
}
