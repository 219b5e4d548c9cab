use actix_web::http::header::IF_MATCH;
use actix_web::test::TestRequest;

use super::*;

fn tags(lines: &[&str]) -> Option<Tags> {
    let request = lines.iter().fold(TestRequest::default(), |it, line| it.append_header((IF_MATCH, *line)));
    Tags::of(&request.to_http_request(), IF_MATCH)
}

#[test]
fn a_change_is_made_for_strong_tags_and_any_tag_is_known() {
    let tag = EntityTag::new_strong("a".to_owned());
    for (lines, demanded, known) in [
        (&["\"a\""][..], true, true),
        (&["\"a-gzip\""], true, true),
        (&["W/\"a-br\""], false, true),
        (&["\"b\" , \"a\""], true, true),
        (&["\"b\"", "\"a\""], true, true),
        (&["W/\"a\""], false, true),
        (&["*"], true, true),
        (&[" * "], true, true),
        (&["a"], false, false),
        (&["\"b\""], false, false),
        (&["\"a"], false, false),
        (&[","], false, false),
    ] {
        let tags = tags(lines).unwrap();
        assert_eq!((tags.demand(&tag), tags.know(&tag)), (demanded, known), "{lines:?}");
    }
    assert_eq!(tags(&[]), None);
    assert_eq!(tags(&[" "]), None);
}

#[test]
fn a_tag_names_its_coding() {
    for (tag, plain) in [("ab12-gzip", "ab12"), ("ab12-br", "ab12"), ("ab12", "ab12"), ("-br", ""), ("br", "br")] {
        assert_eq!(plain_tag(tag), plain);
    }
}

#[test]
fn a_client_is_told_the_tag_of_a_compressed_answer_that_it_named() {
    let tag = EntityTag::new_strong("a".to_owned());
    for (line, told) in [
        ("\"b\", \"a-gzip\"", Some("a-gzip")),
        ("\"a-br\"", Some("a-br")),
        ("\"a\"", None),
        ("W/\"a-br\"", None),
        ("\"b-br\"", None),
        ("*", None),
    ] {
        assert_eq!(tags(&[line]).unwrap().compressed(&tag).map(EntityTag::tag), told, "{line}");
    }
}
