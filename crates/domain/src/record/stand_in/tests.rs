use super::*;
use crate::kinds::TagMerge;
use crate::record::FieldError;
use crate::{Comment, Commentable};
use serde_json::json;

/// What a rule tells beside what is wrong with a body as it is read.
fn told(body: &Json, rule: impl Fn(&Comment, &mut BodyReader<'_>)) -> Vec<String> {
    let fields = body.as_object().unwrap();
    let mut reader = BodyReader::new(fields);
    assert_eq!(Comment::read(&mut reader), None);
    let stand_ins = StandIns::of(Comment::FIELDS, &reader);
    let read: Vec<String> = reader.told().map(|(path, _)| path.to_owned()).collect();
    let Ok(()) = stand_ins.check::<Comment, Infallible>(&mut reader, |comment, reader| {
        rule(comment, reader);
        Ok(())
    });
    reader.told().map(|(path, _)| path.to_owned()).filter(|path| !read.contains(path)).collect()
}

#[test]
fn a_rule_tells_what_is_wrong_beside_a_faulty_field() {
    let body = json!({ "commentable_type": "idea", "commentable_id": 7 });
    let rule = |comment: &Comment, reader: &mut BodyReader<'_>| {
        assert!(reader.is_made_up("body") && !reader.is_made_up("commentable_id"));
        if comment.commentable_id.get() == 7 {
            reader.reject("commentable_id", FieldError::NotAllowed);
        }
        reader.reject("body", FieldError::Format);
    };
    assert_eq!(told(&body, rule), ["commentable_id"]);
}

#[test]
fn of_a_list_that_is_faulty_in_some_items_the_others_count() {
    let body = json!({ "source_ids": [7, "x", 8, 9], "target_id": 9 });
    let mut reader = BodyReader::new(body.as_object().unwrap());
    assert_eq!(TagMerge::read(&mut reader), None);
    let stand_ins = StandIns::of(TagMerge::FIELDS, &reader);
    let Ok(()) = stand_ins.check::<TagMerge, Infallible>(&mut reader, |merge, reader| {
        let sources: Vec<i64> = merge.source_ids.items().iter().map(|id| id.get()).collect();
        assert_eq!(sources, [7, i64::MAX, 8, 9]);
        for at in [0, 1, 3] {
            reader.reject(&format!("source_ids.{at}"), FieldError::NotAllowed);
        }
        Ok(())
    });
    let paths: Vec<&str> = reader.told().map(|(path, _)| path).collect();
    assert_eq!(paths, ["source_ids.1", "source_ids.0", "source_ids.3"]);
}

#[test]
fn of_a_faulty_word_that_counts_which_is_wrong_with_any() {
    let body = json!({ "commentable_type": "zz", "commentable_id": 7, "parent_id": 8, "body": "So." });
    let rule = |comment: &Comment, reader: &mut BodyReader<'_>| {
        if comment.commentable_type == Commentable::Page {
            reader.reject("parent_id", FieldError::NotAllowed);
        }
        reader.reject("commentable_id", FieldError::NotAllowed);
    };
    assert_eq!(told(&body, rule), ["commentable_id"]);
}
