//! The forms of an export: the same records in each, as the list has them.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use serde_json::{Value, json};

use super::table;
use crate::conventions::declared::document;
use crate::records::{made, project};
use crate::world::{Moment, Store, World, on_both};

on_both![
    every_form_has_the_records_of_the_list,
    nothing_is_exported_as_nothing,
    a_search_without_a_word_exports_nothing,
];

/// Names that a spreadsheet or a parser could take for something else.
const HOSTILE: [&str; 9] = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2",
    "@SUM(A1)",
    "say \"hi\", twice",
    "one\ntwo",
    "Ünïcode \u{1F600} <b>&amp;",
    "<t>&#9;",
    "_x0041_ back\rto  the start",
];

fn every_form_has_the_records_of_the_list(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    for (at, name) in HOSTILE.iter().enumerate() {
        let body = json!({
            "project_id": project, "name": name, "priority": if at % 2 == 0 { "high" } else { "low" },
            "framework": "ice", "scores": { "impact": 7, "confidence": 5, "ease": at + 1 },
        });
        made(client, "/ideas", body);
    }
    let asked = "filter[priority]=high&sort=-name";
    let list = client.get(&format!("/ideas?{asked}")).status_is(200);
    assert_eq!(list.total(), 5);
    let path = format!("/ideas/export?{asked}&page[size]=1&page[number]=9&include=nonsense");

    let answer = client.get(&path).status_is(200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8; header=present"));
    let named = format!("attachment; filename=\"ideas-{}.csv\"", Moment::now().date());
    assert_eq!(answer.header("content-disposition"), Some(named.as_str()));
    assert_eq!(answer.header("x-total-count"), Some("5"));
    let (header, rows) = table(&answer);
    assert_eq!(header[..5], ["id", "identifier", "project", "name", "status"]);
    let guarded =
        |name: &str| if name.starts_with(['=', '+', '-', '@']) { format!("'{name}") } else { name.to_owned() };
    for (row, idea) in rows.iter().zip(list.items()) {
        assert_eq!(row[0], idea["id"].to_string());
        assert_eq!(row[3], guarded(idea["name"].as_str().expect("a name")));
        assert_eq!(row[7], format!("impact=7; confidence=5; ease={}", idea["scores"]["ease"]));
        assert_eq!(row[8], idea["priority_score"].to_string());
    }
    let marked = client.get(&format!("{path}&bom=true")).status_is(200);
    assert_eq!(marked.raw, ["\u{FEFF}".as_bytes(), &answer.raw].concat());

    let whole = client.get(&format!("{path}&format=json")).status_is(200);
    assert_eq!(whole.header("content-type"), Some("application/json"));
    assert_eq!(&whole.body, list.data());
    let lines = client.get(&format!("{path}&format=ndjson")).status_is(200);
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    let lines: Vec<Value> = lines.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(&lines, list.items());

    let book = client.get(&format!("{path}&format=xlsx")).status_is(200);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(book.raw)).expect("a workbook");
    assert_eq!(book.sheet_names(), ["ideas"]);
    let sheet = book.worksheet_range("ideas").expect("a sheet");
    assert_eq!(sheet.height(), 6);
    for (row, idea) in sheet.rows().skip(1).zip(list.items()) {
        assert_eq!(row[0], Data::Float(idea["id"].as_f64().expect("an id")));
        assert_eq!(row[3], Data::String(idea["name"].as_str().expect("a name").to_owned()));
        assert_eq!(row[8], Data::Float(idea["priority_score"].as_f64().expect("a score")));
        assert_eq!(row[9], Data::Empty);
        let Data::DateTime(made) = &row[16] else { panic!("created_at is {:?}", row[16]) };
        assert!(made.as_f64() > 45_000.0 && made.is_datetime());
    }
}

fn nothing_is_exported_as_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let get = |format: &str| client.get(&format!("/pages/export?format={format}")).status_is(200);
    assert_eq!(table(&get("csv")).1, Vec::<Vec<String>>::new());
    assert_eq!((get("json").text(), get("ndjson").text()), ("[]".to_owned(), String::new()));
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(get("xlsx").raw)).expect("a workbook");
    assert_eq!(book.worksheet_range("pages").expect("a sheet").height(), 1);
}

fn a_search_without_a_word_exports_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    for (kind, name) in [("/ideas", "One"), ("/insights", "One"), ("/learnings", "One"), ("/pages", "One")] {
        made(client, kind, json!({ "project_id": project, "name": name }));
    }
    let form = made(client, "/forms", json!({ "project_id": project, "name": "Survey" })).to_string();
    let document = document(&world);
    let mut exports = 0;
    for (path, about) in document["paths"].as_object().expect("paths").iter().filter(|it| it.0.ends_with("/export")) {
        let parameters = about["get"]["parameters"].as_array().expect("parameters");
        if !parameters.iter().any(|it| it["name"] == "filter[search]") {
            continue;
        }
        exports += 1;
        let path = path.replace("{form}", &form);
        for text in [".", "%2B", "%22*%22", "()"] {
            for sort in ["", "&sort=id"] {
                let answer = client.get(&format!("{path}?filter[search]={text}{sort}"));
                assert_eq!(answer.status, 200, "{text} in {path}: {}", answer.text());
                assert_eq!(table(&answer).1, Vec::<Vec<String>>::new(), "{text} in {path}");
            }
        }
    }
    assert!(exports > 5, "{exports} exports have a search");
}
