use super::super::entry::Did;
use super::*;
use serde_json::json;
use uplift_domain::access::Role;
use uplift_domain::record::Choices as _;

#[test]
fn handles_and_moments_become_known() {
    let now = Time::parse("2026-03-02T10:20:30Z").unwrap();
    let ids = HashMap::from([("shop".to_owned(), 7)]);
    let entry = json!({"a": "@shop", "b": ["@shop"], "c": "@time-1", "d": "@date+2", "e": "plain", "f": 5});
    let body = body(entry.as_object().unwrap(), &ids, now).unwrap();
    let (moment, date) = ("2026-03-01T10:20:30.000000Z", "2026-03-04");
    assert_eq!(Json::from(body), json!({"a": 7, "b": [7], "c": moment, "d": date, "e": "plain", "f": 5}));
    assert!(known(&json!("@elsewhere"), &ids, now).is_err());
}

#[test]
fn the_story_can_be_set_down() {
    let story = Story::read().unwrap();
    assert!(story.team().is_some());
    let people = story.people().unwrap();
    assert_eq!(people.first().unwrap().role, Role::Owner);
    let mut ids: HashMap<_, _> = people.iter().map(|person| (person.role.name().to_owned(), 1)).collect();
    assert_eq!(ids.len(), Role::ALL.len());
    let mut files = Vec::new();
    for section in story.sections().unwrap() {
        for entry in story.records(section).unwrap() {
            body(entry.fields, &ids, Time::from_micros(0)).unwrap();
            let told = entry.then.iter().map(|step| step.at).chain([entry.at]).flatten();
            let mut told: Vec<Time> = told.map(|at| moment(at, Time::from_micros(0)).unwrap()).collect();
            assert!(told.pop().is_none_or(|first| told.iter().all(|it| (first..Time::from_micros(0)).contains(it))));
            assert!(told.is_sorted(), "{:?}", entry.fields);
            ids.extend(entry.handle.map(|handle| (handle.to_owned(), 1)));
            files.extend(entry.file);
        }
    }
    files.sort_unstable();
    assert_eq!(files, crate::demo::files::names(), "each file belongs to one attachment");
}

#[test]
fn at_any_time_of_the_day_nothing_is_told_before_it_happened() {
    let story = Story::read().unwrap();
    for minutes in (0..24 * 60).step_by(5) {
        let now = Time::from_micros(0).plus_seconds(20_000 * DAY + minutes * 60);
        for entry in story.sections().unwrap().into_iter().flat_map(|section| story.records(section).unwrap()) {
            let later = entry.then.iter().map(|step| match step.did {
                Did::Changed(fields) => (step.at, Some(fields)),
                Did::Commanded(_, fields) => (step.at, fields),
            });
            let mut last = Time::from_micros(0);
            // What a record is created with may be planned; what is done to it has happened.
            for (at, fields) in std::iter::once((entry.at, None)).chain(later) {
                let Some(at) = at.and_then(|at| moment(at, now)) else { continue };
                assert!(last <= at && at <= now, "{minutes} minutes after midnight: {:?}", entry.handle);
                let told = fields.into_iter().flatten().filter_map(|(_, told)| told.as_str());
                for told in told.filter(|told| told.starts_with("@time-")) {
                    assert!(moment(told, now).unwrap() <= at, "{minutes} minutes after midnight: {told} by {at}");
                }
                last = at;
            }
        }
    }
}
