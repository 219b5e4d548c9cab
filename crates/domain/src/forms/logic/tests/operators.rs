//! Every operator on every type.

use super::*;
use crate::forms::place;
use crate::record::MemberErrors;

const ALL: &[QuestionType] = QuestionType::ALL;

/// An answer to a question of each type, where there are any.
fn answer(question_type: QuestionType) -> Option<Json> {
    Some(match question_type {
        QuestionType::ShortText | QuestionType::LongText | QuestionType::Hidden => json!("ΟΔΟΣ Straße"),
        QuestionType::Email => json!("Ann@Example.test"),
        QuestionType::Url => json!("https://Example.test"),
        QuestionType::Phone => json!("+49 30 12345"),
        QuestionType::Number => json!(2.5),
        QuestionType::Rating | QuestionType::Scale | QuestionType::Nps => json!(3),
        QuestionType::Date => json!("2026-03-01"),
        QuestionType::SingleChoice | QuestionType::Dropdown => json!("b"),
        QuestionType::MultipleChoice => json!(["a", { "other": "x" }]),
        QuestionType::YesNo => json!(false),
        QuestionType::Ranking => json!(["b", "a", "c"]),
        QuestionType::Matrix => json!({ "a": "b" }),
        QuestionType::FileUpload => json!([7]),
        QuestionType::Consent => json!(true),
        QuestionType::Statement => return None,
    })
}

/// For each operator the types that it is for, as the page has them.
fn types_for(operator: Operator) -> Vec<QuestionType> {
    use QuestionType as Type;
    let texts = [Type::ShortText, Type::LongText, Type::Email, Type::Url, Type::Phone, Type::Hidden];
    let numbers = [Type::Number, Type::Rating, Type::Scale, Type::Nps];
    let choices = [Type::SingleChoice, Type::Dropdown];
    match operator.name() {
        "is_answered" | "is_skipped" => ALL.iter().copied().filter(|it| *it != Type::Statement).collect(),
        "equals" | "not_equals" => [&texts[..], &numbers, &choices, &[Type::Date, Type::YesNo, Type::Consent]].concat(),
        "contains" | "not_contains" | "starts_with" | "ends_with" => texts.to_vec(),
        "in" | "not_in" => [&choices[..], &numbers, &[Type::Hidden]].concat(),
        "gt" | "gte" | "lt" | "lte" | "between" => [&numbers[..], &[Type::Date]].concat(),
        "includes_any" | "includes_all" | "includes_none" => vec![Type::MultipleChoice],
        "first_is" => vec![Type::Ranking],
        "cell_equals" => vec![Type::Matrix],
        other => panic!("{other}"),
    }
}

/// Whether a rule with this condition applies where this is answered.
fn applies(operator: &str, value: &Json, asked: &Question, answer: Option<&Json>) -> bool {
    let ends = rule(when("q", operator, value.clone()), json!({ "type": "end" }));
    let form = form(vec![(&[ends], vec![Question { key: "q".to_owned(), ..asked.clone() }])]);
    let given = answer.map_or_else(|| json!({}), |it| json!({ "q": it }));
    form.form_path(&answers(given)).ended_by.is_some()
}

#[test]
fn every_operator_is_for_the_types_of_its_row() {
    for operator in Operator::ALL {
        let expected = types_for(*operator);
        for question_type in ALL {
            assert_eq!(
                operator.is_for(*question_type),
                expected.contains(question_type),
                "{operator:?} {question_type:?}"
            );
        }
    }
    assert_eq!(Operator::ALL.len(), 20);
}

/// Values of every shape there is.
fn values() -> Vec<Json> {
    vec![
        Json::Null,
        json!("b"),
        json!("other"),
        json!("2026-03-01"),
        json!(3),
        json!(2.5),
        json!(true),
        json!(["b"]),
        json!([1, 4]),
        json!(["2026-01-01", "2026-12-31"]),
        json!({ "row": "a", "column": "b" }),
    ]
}

#[test]
fn without_an_answer_every_operator_is_false_but_one() {
    for operator in Operator::ALL {
        for question_type in ALL {
            for value in values() {
                let asked = question("q", *question_type);
                let holds = applies(operator.name(), &value, &asked, None);
                assert_eq!(holds, *operator == Operator::IsSkipped, "{operator:?} {question_type:?}");
            }
        }
    }
}

#[test]
fn on_other_types_no_operator_holds() {
    for operator in Operator::ALL {
        for question_type in ALL.iter().filter(|it| !types_for(*operator).contains(it)) {
            let Some(answer) = answer(*question_type) else { continue };
            for value in values() {
                let asked = question("q", *question_type);
                assert!(!applies(operator.name(), &value, &asked, Some(&answer)), "{operator:?} {question_type:?}");
                let wrong = told(operator.name(), value, &asked);
                assert_eq!(wrong, ["The selected logic.0.conditions.rules.0.operator is invalid."]);
            }
        }
    }
}

/// What is told at every write about a condition.
fn told(operator: &str, value: Json, asked: &Question) -> Vec<String> {
    let form = form(vec![(&[], vec![Question { key: "q".to_owned(), ..asked.clone() }])]);
    let wrong: MemberErrors =
        form.check_rules(RuleHost::Step, &rules(&[rule(when("q", operator, value), json!({ "type": "end" }))]));
    wrong.iter().map(|(path, error)| error.about(&place("logic", path))).collect()
}

/// Values with which an operator holds of the answers to some types and with which it does not, and values that no rule
/// may name, each with the place of what is wrong in it.
#[track_caller]
fn compares(types: &[QuestionType], operator: &str, holds: &[Json], fails: &[Json], unfit: &[(Json, &str)]) {
    for question_type in types {
        let asked = Question { allow_other: true, ..question("q", *question_type) };
        let answer = answer(*question_type);
        for (values, expected) in [(holds, true), (fails, false)] {
            for value in values {
                let found = applies(operator, value, &asked, answer.as_ref());
                assert_eq!(found, expected, "{question_type:?} {operator} {value}");
                assert_eq!(told(operator, value.clone(), &asked), [""; 0], "{question_type:?} {operator} {value}");
            }
        }
        for (value, at) in unfit {
            let wrong = told(operator, value.clone(), &asked);
            let path = format!("logic.0.conditions.rules.0.value{at} ");
            assert!(wrong.len() == 1 && wrong[0].contains(&path), "{question_type:?} {operator} {value}: {wrong:?}");
        }
    }
}

#[test]
fn whether_there_is_an_answer() {
    let asked: Vec<_> = ALL.iter().copied().filter(|it| it.takes_answer()).collect();
    compares(&asked, "is_answered", &[Json::Null], &[], &[]);
    compares(&asked, "is_skipped", &[], &[Json::Null], &[(json!("x"), ""), (json!(false), "")]);
    let wrong = told("is_answered", json!(1), &question("q", QuestionType::ShortText));
    assert_eq!(wrong, ["The logic.0.conditions.rules.0.value field is prohibited."]);
}

#[test]
fn texts() {
    use QuestionType as Type;
    let texts = [Type::ShortText, Type::LongText, Type::Hidden];
    let unfit =
        [(json!(5), ""), (Json::Null, ""), (json!(""), ""), (json!(["x"]), ""), (json!("x".repeat(65_536)), "")];
    compares(&texts, "equals", &[json!("οδοσ STRAßE")], &[json!("strasse")], &unfit);
    compares(&texts, "not_equals", &[json!("strasse")], &[json!("οδος straße")], &unfit);
    compares(&texts, "contains", &[json!("ΔΟΣ"), json!("ς s")], &[json!("STRASSE"), json!("e s")], &unfit);
    compares(&texts, "not_contains", &[json!("STRASSE")], &[json!("ΔΟΣ")], &unfit);
    compares(&texts, "starts_with", &[json!("οδο")], &[json!("straße")], &unfit);
    compares(&texts, "ends_with", &[json!("ße")], &[json!("οδος")], &unfit);
    compares(
        &[Type::Hidden],
        "in",
        &[json!(["x", "ΟΔΟΣ straße"])],
        &[json!(["x"])],
        &[(json!([1]), ".0"), (json!([]), ""), (json!("x"), "")],
    );
    compares(&[Type::Hidden], "not_in", &[json!(["x"])], &[json!(["x", "ΟΔΟΣ straße"])], &[(json!(["x", null]), ".1")]);
    compares(&[Type::Email], "equals", &[json!("ann@EXAMPLE.test")], &[json!("bob")], &unfit);
    compares(&[Type::Url], "ends_with", &[json!("EXAMPLE.TEST")], &[json!("/")], &unfit);
    compares(&[Type::Phone], "starts_with", &[json!("+49")], &[json!("030")], &unfit);
}

#[test]
fn numbers() {
    use QuestionType as Type;
    let points = [Type::Rating, Type::Scale, Type::Nps];
    let unfit = [(json!("x"), ""), (Json::Null, ""), (json!([3]), ""), (json!(true), "")];
    compares(&points, "equals", &[json!(3), json!("3"), json!(3.0)], &[json!(4)], &unfit);
    compares(&points, "equals", &[], &[], &[(json!(2.5), "")]);
    compares(&points, "not_equals", &[json!(4)], &[json!(3)], &unfit);
    compares(
        &points,
        "in",
        &[json!([1, "3"])],
        &[json!([1, 2])],
        &[(json!(3), ""), (json!([3.5]), ".0"), (json!(vec![1; 202]), "")],
    );
    compares(&points, "not_in", &[json!([1, 2])], &[json!([3])], &[(json!([]), "")]);
    compares(&points, "gt", &[json!(2.5), json!("2")], &[json!(3), json!(4)], &unfit);
    compares(&points, "gte", &[json!(3), json!(2)], &[json!(3.1)], &unfit);
    compares(&points, "lt", &[json!(3.1)], &[json!(3), json!(2)], &unfit);
    compares(&points, "lte", &[json!(3), json!(4)], &[json!(2)], &unfit);
    let ranges =
        [(json!([1]), ""), (json!(1), ""), (json!([4, 1]), ".1"), (json!(["x", 1]), ".0"), (json!([1, null]), ".1")];
    compares(&points, "between", &[json!([3, 3]), json!([1, "4"])], &[json!([4, 9]), json!([0, 2])], &ranges);
    compares(&[Type::Number], "equals", &[json!(2.5), json!("2.50")], &[json!(2)], &unfit);
    compares(&[Type::Number], "in", &[json!([2.5])], &[json!([25])], &[(json!(["x"]), ".0")]);
    compares(&[Type::Number], "between", &[json!([2.5, 2.5])], &[json!([2.6, 3])], &ranges);
    let both = told("between", json!(["x", "y"]), &question("q", Type::Number));
    assert_eq!(both.len(), 2);
}

#[test]
fn dates() {
    let date = [QuestionType::Date];
    let unfit = [(json!("today"), ""), (Json::Null, ""), (json!(5), ""), (json!("2026-02-30"), "")];
    compares(&date, "equals", &[json!("2026-03-01")], &[json!("2026-03-02")], &unfit);
    compares(&date, "not_equals", &[json!("2026-03-02")], &[json!("2026-03-01")], &unfit);
    compares(&date, "gt", &[json!("2026-02-28")], &[json!("2026-03-01")], &unfit);
    compares(&date, "gte", &[json!("2026-03-01")], &[json!("2026-03-02")], &unfit);
    compares(&date, "lt", &[json!("2026-03-02")], &[json!("2026-03-01")], &unfit);
    compares(&date, "lte", &[json!("2026-03-01")], &[json!("2025-12-31")], &unfit);
    let ranges =
        [(json!(["2026-03-02", "2026-03-01"]), ".1"), (json!(["2026-03-01", 5]), ".1"), (json!("2026-03-01"), "")];
    compares(&date, "between", &[json!(["2026-03-01", "2026-03-01"])], &[json!(["2026-03-02", "2026-04-01"])], &ranges);
}

#[test]
fn options() {
    use QuestionType as Type;
    let one = [Type::SingleChoice, Type::Dropdown];
    let unfit = [(json!("d"), ""), (json!(5), ""), (Json::Null, "")];
    compares(&one, "equals", &[json!("b")], &[json!("a"), json!("other")], &unfit);
    compares(&one, "not_equals", &[json!("a"), json!("other")], &[json!("b")], &unfit);
    compares(
        &one,
        "in",
        &[json!(["a", "b"])],
        &[json!(["a", "other"])],
        &[(json!(["a", "d"]), ".1"), (json!("a"), "")],
    );
    compares(&one, "not_in", &[json!(["a", "other"])], &[json!(["b"])], &[(json!(["d"]), ".0")]);
    let many = [Type::MultipleChoice];
    let lists = [(json!(["a", "d"]), ".1"), (json!("a"), ""), (json!([]), ""), (json!([5]), ".0")];
    compares(&many, "includes_any", &[json!(["b", "other"]), json!(["a"])], &[json!(["b", "c"])], &lists);
    compares(&many, "includes_all", &[json!(["other", "a"])], &[json!(["a", "b"])], &lists);
    compares(&many, "includes_none", &[json!(["b", "c"])], &[json!(["b", "other"])], &lists[..3]);
    compares(&[Type::Ranking], "first_is", &[json!("b")], &[json!("a")], &[(json!("d"), ""), (json!(["b"]), "")]);
    let open = Question { allow_other: true, ..question("q", Type::SingleChoice) };
    assert!(applies("equals", &json!("other"), &open, Some(&json!({ "other": "b" }))));
    assert!(!applies("equals", &json!("b"), &open, Some(&json!({ "other": "b" }))));
    let closed = Question { allow_other: false, ..open };
    assert_eq!(told("equals", json!("other"), &closed), ["The selected logic.0.conditions.rules.0.value is invalid."]);
}

#[test]
fn the_rest() {
    use QuestionType as Type;
    compares(&[Type::YesNo], "equals", &[json!(false)], &[json!(true)], &[(json!("no"), ""), (Json::Null, "")]);
    compares(&[Type::YesNo], "not_equals", &[json!(true)], &[json!(false)], &[(json!(5), "")]);
    compares(&[Type::Consent], "equals", &[json!(true)], &[json!(false)], &[(json!("yes"), "")]);
    let cell = |row: &str, column: &str| json!({ "row": row, "column": column });
    let unfit =
        [(json!("a"), ""), (cell("d", "a"), ".row"), (cell("a", "d"), ".column"), (json!({ "row": "a" }), ".column")];
    compares(&[Type::Matrix], "cell_equals", &[cell("a", "b")], &[cell("a", "a"), cell("b", "b")], &unfit);
    let matrix = question("q", Type::Matrix);
    assert!(applies("cell_equals", &cell("a", "c"), &matrix, Some(&json!({ "a": ["b", "c"] }))));
    assert!(!applies("cell_equals", &cell("a", "a"), &matrix, Some(&json!({ "a": ["b", "c"] }))));
}
