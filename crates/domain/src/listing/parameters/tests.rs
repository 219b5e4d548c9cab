use super::*;
use crate::{FormAnswer, FormResponse, Idea, Learning};

fn asked(filters: &[&str], sorts: &[&str], includes: &[&str]) -> ListParameters {
    ListParameters {
        filters: filters.iter().map(|name| ((*name).to_owned(), Some(vec!["1".to_owned()]))).collect(),
        sorts: sorts.iter().map(|it| (*it).to_owned()).collect(),
        includes: includes.iter().map(|it| (*it).to_owned()).collect(),
        ..ListParameters::default()
    }
}

fn refused(asked: &ListParameters) -> String {
    match asked.listing::<Learning>(30) {
        Err(Refusal::Unsupported(unsupported)) => unsupported.message(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn unknown_names_are_refused_one_sort_of_name_at_a_time() {
    assert_eq!(
        refused(&asked(&["foo", "id", "bar"], &["nope"], &["none"])),
        "Requested filter(s) `foo, bar` are not allowed. Allowed filter(s) are \
         `id, project_id, research_collection_id, user_id, confidence, name`."
    );
    assert_eq!(
        refused(&asked(&[], &["-nope", ""], &["none"])),
        "Requested sort(s) `nope, ` is not allowed. Allowed sort(s) are `id, project_id, \
         research_collection_id, user_id, name, confidence, learned_at, created_at, updated_at`."
    );
    assert_eq!(
        refused(&asked(&[], &[], &["insights_count"])),
        "Requested include(s) `insights_count` are not allowed. Allowed include(s) are \
         `insights, insightsCount, insightsExists`."
    );
}

#[test]
fn pages_are_whole_numbers_from_one_up() {
    let page = |number: &str, size: &str| {
        ListParameters { number: Some(number.to_owned()), size: Some(size.to_owned()), ..ListParameters::default() }
            .listing::<Learning>(30)
            .map(|listing| (listing.page.number, listing.page.size))
    };
    assert_eq!(page("2", "100"), Ok((2, 30)));
    assert_eq!(page("9007199254740991", "99999999999999999999"), Ok((9_007_199_254_740_991, 30)));
    for bad in ["9007199254740992", "99999999999999999999"] {
        assert!(page(bad, "1").is_err(), "{bad}");
    }
    for bad in ["0", "-1", "abc", "1.5", "02", "+2", ""] {
        assert!(page(bad, "1").is_err(), "{bad}");
        assert!(page("1", bad).is_err(), "{bad}");
    }
}

#[test]
fn answers_without_values_are_skipped() {
    let asked = ListParameters {
        filters: vec![("answer".to_owned(), None)],
        members: vec![("answer".to_owned(), Vec::new())],
        ..ListParameters::default()
    };
    assert_eq!(asked.filters_but::<FormResponse>(&[]), Ok(Vec::new()));
}

#[test]
fn a_list_by_one_value_is_short_and_others_are_not() {
    let bounded = |asked: ListParameters| asked.listing::<Learning>(30).map(|listing| listing.bounded());
    for (filters, sorts, short) in [
        (&[][..], &["name"][..], true),
        (&["project_id"], &["-created_at"], true),
        (&["research_collection_id"], &[], true),
        (&["user_id"], &["-id"], true),
        (&["id"], &["name"], true),
        (&["project_id"], &["name"], false),
        (&["user_id"], &["created_at"], false),
        (&["user_id", "confidence"], &[], false),
        (&["name"], &[], false),
    ] {
        assert_eq!(bounded(asked(filters, sorts, &[])), Ok(short), "{filters:?} by {sorts:?}");
    }
    let deep = ListParameters { number: Some("5000".to_owned()), ..ListParameters::default() };
    assert_eq!(bounded(deep), Ok(false));
    for (sorts, short) in [(&[][..], true), (&["-id"], true), (&["-created_at"], false)] {
        let of_response = asked(&["form_response_id"], sorts, &[]).listing::<FormAnswer>(30);
        assert_eq!(of_response.map(|listing| listing.bounded()), Ok(short), "{sorts:?}");
    }
}

fn filtered(filter: &str, values: &[&str]) -> ListParameters {
    let values = values.iter().map(|it| (*it).to_owned()).collect();
    ListParameters { filters: vec![(filter.to_owned(), Some(values))], ..ListParameters::default() }
}

#[test]
fn a_total_is_the_sum_of_the_counters_of_each_distinct_value() {
    let counted = |filter: &str, values: &[&str]| {
        let listing = filtered(filter, values).listing::<Learning>(30).unwrap();
        listing.counted().map(|it| (it.filter, it.values.join("|")))
    };
    assert_eq!(counted("project_id", &["2", " 1", "2", "x", "01"]), Some(("project_id", "1|2".to_owned())));
    assert_eq!(counted("user_id", &[]), Some(("user_id", String::new())));
    assert_eq!(counted("id", &["1"]), None);
    assert_eq!(counted("name", &["a"]), None);
}

#[test]
fn free_text_is_counted_by_the_words_that_are_declared() {
    let list = |filter: &str, values: &[&str]| filtered(filter, values).listing::<Learning>(30).unwrap();
    let of_words = list("confidence", &["low", "low", "high"]);
    assert_eq!(of_words.counted().map(|it| it.values.join("|")), Some("high|low".to_owned()));
    assert!(list("confidence", &["low"]).bounded());
    for values in [&["certain"][..], &["low", "certain"]] {
        assert_eq!(list("confidence", values).counted(), None);
        assert!(!list("confidence", values).bounded());
    }
}

#[test]
fn text_that_repeats_as_words_do_is_counted_by_each() {
    let list = filtered("category", &["copy"]).listing::<Idea>(30).unwrap();
    assert_eq!(list.counted().map(|it| it.values), Some(vec!["copy".to_owned()]));
    assert!(list.bounded());
}

#[test]
fn two_filters_together_are_not_counted_by_counters() {
    let asked = asked(&["project_id", "status"], &[], &[]);
    let listing = asked.listing::<Idea>(30).unwrap();
    assert_eq!((listing.counted(), listing.bounded()), (None, false));
}

#[test]
fn archived_records_are_counted_by_the_filter_that_asks_for_them() {
    let counted = |asked: ListParameters| {
        let listing = asked.listing::<Idea>(30).unwrap();
        (listing.counted().map(|it| (it.filter, it.values.join("|"))), listing.bounded())
    };
    let archived = |values: &str| Some(("archived", values.to_owned()));
    assert_eq!(counted(ListParameters::default()), (Some(("", String::new())), true));
    assert_eq!(counted(filtered("archived", &["false"])), (Some(("", String::new())), true));
    assert_eq!(counted(filtered("archived", &["true"])), (archived("true"), true));
    assert_eq!(counted(filtered("archived", &["all"])), (archived("false|true"), false));
    assert_eq!(counted(filtered("status", &["done"])), (Some(("status", "done".to_owned())), true));
    let mut both = filtered("status", &["done"]);
    both.filters.extend(filtered("archived", &["all"]).filters);
    assert_eq!(counted(both), (None, false));
    let skipped = ListParameters { filters: vec![("archived".to_owned(), None)], ..ListParameters::default() };
    assert_eq!(counted(skipped), (None, false));
}
