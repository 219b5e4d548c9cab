use super::*;

#[test]
fn fields_are_read_by_their_names() {
    let body = b"step=4&a.why=so+%C3%A4&a.many=x&a.many=y&a.m.row=c&shown=why&shown=many&back=1&b=2&website=&=z&a";
    let Posted { step, .. } = Posted::of(fields(body), Vec::new());
    assert_eq!((step.step, step.back, step.website), (Some(4), true, None));
    assert_eq!(step.written["why"].one(), "so \u{e4}");
    assert_eq!(step.written["many"].values, ["x", "y"]);
    assert_eq!(step.written["m"].part("row"), "c");
    assert_eq!(step.written.len(), 3);
    assert_eq!(step.shown.map(|it| it.len()), Some(2));
    assert!(step.unreadable.is_empty());
    let nothing = Posted::of(fields(b"a.x="), Vec::new());
    assert_eq!((nothing.step.step, nothing.step.shown), (None, None));
}

#[test]
fn what_no_text_holds_is_told_by_its_place() {
    let Posted { step, .. } = Posted::of(fields(b"a.x=a%00b&a.m.row=%ff&email=+&a.y%00=1&a.z=1"), Vec::new());
    let utf8 = FieldError::Otherwise("field must be valid UTF-8.".to_owned());
    let told = [("answers.m.row", utf8), ("answers.x", FieldError::Nul), ("answers.y\u{fffd}", FieldError::Nul)];
    assert_eq!(step.unreadable, BTreeMap::from(told.map(|(path, error)| (path.to_owned(), error))));
    assert_eq!(step.written["x"].one(), "ab");
    let texts = vec![SentText { name: "a.x".to_owned(), text: "a\0b".to_owned(), is_utf8: true }];
    let Posted { step, .. } = Posted::of_parts(SentForm { texts, files: Vec::new() });
    assert_eq!(step.unreadable, BTreeMap::from([("answers.x".to_owned(), FieldError::Nul)]));
}
