//! Numbers: ids, pages and sizes that are too large, too small or none at all.

use super::target::Target;
use crate::world::{Store, on_both};

on_both![odd_pages_are_pages_or_refused, odd_ids_are_missing_or_refused];

const WHOLE: [&str; 6] = ["1", "2", "30", "4503599627370496", "9223372036854775807", "1000000000000"];
const ODD: [&str; 14] = [
    "0",
    "-1",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999999999",
    "1.5",
    "1e3",
    "0x10",
    "%2B1",
    "01",
    "1_000",
    "NaN",
    "Infinity",
    "%D9%A1",
];

fn odd_pages_are_pages_or_refused(store: Store) {
    let target = Target::new(store);
    let activities = format!("/activities?subject_type=project&subject_id={}", target.project);
    for (list, members) in
        [("/learnings?".to_owned(), ["page[number]", "page[size]"]), (format!("{activities}&"), ["page", "per_page"])]
    {
        for member in members {
            for value in WHOLE {
                let status = target.takes(&target.request("GET", &format!("/api{list}{member}={value}"), "", b""));
                let capped = member == "per_page" && value.len() > 2;
                let beyond = !member.ends_with("size]") && value.len() > 16;
                assert_eq!(status, if capped || beyond { 422 } else { 200 }, "{list}{member}={value}");
            }
            for value in ODD {
                let status = target.takes(&target.request("GET", &format!("/api{list}{member}={value}"), "", b""));
                let huge = value.bytes().all(|byte| byte.is_ascii_digit()) && value.len() > 18;
                assert!(status == 422 || (huge && status == 200), "{list}{member}={value} was answered {status}");
            }
        }
    }
    target.is_unharmed();
}

fn odd_ids_are_missing_or_refused(store: Store) {
    let target = Target::new(store);
    for id in WHOLE.into_iter().skip(3).chain(ODD) {
        for kind in target.records.keys().map(|list| list.trim_start_matches('/')) {
            let status = target.takes(&target.request("GET", &format!("/api/{kind}/{id}"), "", b""));
            assert!(matches!(status, 404 | 422), "{kind}/{id} was answered {status}");
        }
        for list in ["/learnings?filter[id]=", "/learnings?filter[project_id]=", "/users?filter[id]="] {
            let answer = target.owner.get(&format!("{list}{id}")).status_is(200);
            assert!(answer.items().len() <= 1, "{list}{id}");
        }
    }
    target.is_unharmed();
}
