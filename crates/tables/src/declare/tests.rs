use diesel::debug_query;
use diesel::sqlite::Sqlite;
use uplift_domain::Learning;
use uplift_domain::record::{Id, Stored, Time};

use crate::kinds::{LearningRow, learnings};
use crate::{CellValue, Moment, Written};

/// A learning as its row has it.
fn learning(name: &str, description: Option<&str>) -> Stored<Learning> {
    let row = LearningRow {
        project_id: 1,
        research_collection_id: None,
        user_id: None,
        name: name.to_owned(),
        description: description.map(str::to_owned),
        confidence: None,
        learned_at: None,
    };
    let at = Moment::from_raw(Time::from_micros(0));
    row.into_stored((1, at, at, None)).unwrap()
}

/// The columns that an update names where at most two fields are written by themselves.
fn written(before: Option<&Stored<Learning>>, after: &Stored<Learning>) -> Vec<String> {
    let (changes, _) = LearningRow::changes(before, after, 2);
    let update = diesel::update(learnings::table).set(changes);
    let text = debug_query::<Sqlite, _>(&update).to_string();
    let set = text.split(" -- binds").next().unwrap();
    set.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn fields_that_change_are_written_alone() {
    let before = learning("One", None);
    assert_eq!(written(Some(&before), &learning("Two", None)), ["updated_at", "name", "name_folded"]);
    assert_eq!(written(Some(&before), &learning("ONE", None)), ["updated_at", "name"]);
    assert_eq!(written(Some(&before), &learning("One", Some("Told"))), ["updated_at", "description"]);
    assert_eq!(written(Some(&learning("One", Some("Told"))), &before), ["updated_at", "description"]);
    assert_eq!(written(Some(&before), &before), ["updated_at"]);
    let two = learning("Two", Some("Told"));
    assert_eq!(written(Some(&before), &two), ["updated_at", "name", "description", "name_folded"]);
    assert_eq!(LearningRow::changes(Some(&before), &two, 2).1, Some(2));
}

#[test]
fn more_than_a_few_are_written_with_all_others() {
    let (before, after) = (learning("One", None), learning("Two", Some("Told")));
    let all = written(None, &after);
    assert_eq!(all.len(), 10);
    let mut more = after;
    more.record.user_id = Some(Id::new(7));
    assert_eq!(written(Some(&before), &more), all);
    assert_eq!(LearningRow::changes(Some(&before), &more, 2).1, None);
}
