//! Exports: all records of a list in one answer, as tables and as JSON.

mod abandoned;
mod columns;
mod deleted;
mod formats;
mod limits;

use crate::world::{Answer, Client};

/// A file of comma-separated values: its header and its rows, each as texts.
#[track_caller]
fn table(answer: &Answer) -> (Vec<String>, Vec<Vec<String>>) {
    let text = String::from_utf8(answer.raw.clone()).expect("UTF-8");
    assert!(text.ends_with("\r\n"), "every row ends in CRLF: {text}");
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && letters.next_if_eq(&'\n').is_some() => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    let header = rows.remove(0);
    assert!(rows.iter().all(|row| row.len() == header.len()), "every row has all columns");
    (header, rows)
}

/// The rows of an export, each by the names of its columns.
#[track_caller]
pub(crate) fn rows(client: &Client, path: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let answer = client.get(path).status_is(200);
    let (header, rows) = table(&answer);
    assert_eq!(answer.header("x-total-count"), Some(rows.len().to_string().as_str()));
    rows.into_iter().map(|row| header.iter().cloned().zip(row).collect()).collect()
}

/// The header of an export.
#[track_caller]
fn header(client: &Client, path: &str) -> String {
    table(&client.get(path).status_is(200)).0.join(",")
}
