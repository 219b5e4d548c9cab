use serde_json::json;
use uplift_domain::reports::ReportName;

use super::*;
use crate::answer::csv;

fn written(report: ReportName, data: Json) -> String {
    let (names, rows) = table(report.declared(), &json!({ "data": data }));
    String::from_utf8([csv::header(&names), csv::rows(&rows)].concat()).unwrap()
}

#[test]
fn what_stands_within_another_has_a_column_of_its_own() {
    let bucket = json!({"start": "2026-01-01", "end": "2026-01-31", "completed": 2, "by_result": {"won": 1}});
    let told = written(ReportName::Velocity, json!({ "buckets": [bucket] }));
    let (header, row) = told.split_once("\r\n").unwrap();
    assert!(header.starts_with("start,end,started,completed,by_result.won,by_result.lost"), "{header}");
    assert!(row.starts_with("2026-01-01,2026-01-31,,2,1,,"), "{row}");
}

#[test]
fn an_overview_has_a_row_for_each_figure() {
    let data = json!({"ideas": {"total": 3}, "win_rate": 0.5, "previous": {"win_rate": 0.25}, "delta": null});
    let told = written(ReportName::Overview, data);
    assert!(told.starts_with("figure,value,previous,delta\r\nideas.total,3,,\r\n"), "{told}");
    assert!(told.contains("win_rate,0.5,0.25,\r\n"), "{told}");
}

#[test]
fn a_timeline_has_a_row_for_each_segment() {
    let segment = |kind| json!({"from": "2026-01-01T00:00:00.000000Z", "to": null, "kind": kind});
    let experiment = json!({"id": 7, "name": "=A", "segments": [segment("running"), segment("paused")]});
    let told = written(ReportName::Timeline, json!({ "experiments": [experiment] }));
    assert_eq!(told.lines().count(), 3);
    assert!(told.contains("7,,'=A,,,,2026-01-01T00:00:00.000000Z,,running\r\n"), "{told}");
}
