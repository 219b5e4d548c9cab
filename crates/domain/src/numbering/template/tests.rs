use super::*;

fn written(template: &str, number: i64, code: Option<&str>) -> Option<String> {
    let code = code.map(|code| Code::parse(code).unwrap());
    Template::parse(template).unwrap().write(number, code.as_ref()).map(|it| it.to_string())
}

#[test]
fn identifiers_are_as_wide_as_the_zeros_and_grow_beyond() {
    for (template, number, identifier) in [
        ("IDEA-{number:0000}", 7, "IDEA-0007"),
        ("{number:0}", 7, "7"),
        ("{number:000}", 12345, "12345"),
        ("№ {number:00}/é", 3, "№ 03/é"),
        ("{number:00000000000000000000}", 1, "00000000000000000001"),
    ] {
        assert_eq!(written(template, number, None).as_deref(), Some(identifier));
    }
    assert_eq!(written("{project_code}-{number:00}", 5, Some("ACME")).as_deref(), Some("ACME-05"));
    assert_eq!(written("{project_code}-{number:00}", 5, None), None);
}

#[test]
fn what_cannot_be_written_is_refused_at_its_place() {
    for (template, place) in [
        ("IDEA-", 6),
        ("IDEA-{number}", 6),
        ("é{number:4}", 2),
        ("{number:}", 1),
        ("{number:000000000000000000000}", 1),
        ("{number:00}-{number:00}", 13),
        ("{number:00", 1),
        ("a}{number:00}", 2),
        ("{{number:00}}", 1),
        ("{Number:00}", 1),
        ("{date}{number:00}", 1),
        ("a\tb{number:00}", 2),
    ] {
        let Err(FieldError::Otherwise(told)) = Template::parse(template) else { panic!("{template}") };
        assert!(told.contains(&format!("position {place}:")), "{template}: {told}");
    }
    assert_eq!(Template::parse(&format!("{}{{number:0}}", "x".repeat(111))), Err(FieldError::TooLong(120)));
    assert!(Template::parse(&format!("{}{{number:0}}", "é".repeat(110))).is_ok());
    assert!(Template::parse("{project_code}{number:0}").unwrap().fits_teams().is_err());
}
