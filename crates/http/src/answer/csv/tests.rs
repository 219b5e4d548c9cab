use uplift_domain::record::{Date, Time};

use super::*;

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn cells_are_written_by_their_type() {
    let cells = vec![
        Cell::Integer(-7),
        Cell::Decimal(-0.5),
        Cell::Boolean(true),
        Cell::Empty,
        Cell::Time(Time::parse("2026-01-02T03:04:05.5Z").unwrap()),
        Cell::Date(Date::parse("2026-01-02").unwrap()),
        Cell::several(["a", "b"]),
        Cell::several(Vec::<String>::new()),
    ];
    let told = "-7,-0.5,true,,2026-01-02T03:04:05.500000Z,2026-01-02,a; b,\r\n";
    assert_eq!(text(rows(&[cells])), told);
}

#[test]
fn no_text_is_a_formula_and_none_breaks_its_row() {
    for (name, told) in [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\rx", "\"'\rx\""),
        ("a=1", "a=1"),
        ("say \"hi\", twice", "\"say \"\"hi\"\", twice\""),
        ("one\ntwo", "\"one\ntwo\""),
    ] {
        assert_eq!(text(rows(&[vec![Cell::Text(name.to_owned())]])), format!("{told}\r\n"), "{name:?}");
    }
    assert_eq!(text(header(&["id".to_owned(), "=a,b".to_owned()])), "id,\"'=a,b\"\r\n");
}
