//! Answers that are texts, numbers and dates.

use super::*;

#[test]
fn texts() {
    let short = question(QuestionType::ShortText, json!({ "max_length": 5 }));
    takes(&short, &[(json!("  ab "), json!("ab")), (json!("ééééé"), json!("ééééé")), (json!("a\n"), json!("a"))]);
    refuses(
        &short,
        &[
            (json!(5), NOT_TEXT),
            (json!(["a"]), NOT_TEXT),
            (json!("a\nb"), FORMAT),
            (json!("a\rb"), FORMAT),
            (json!("a\u{2028}b"), FORMAT),
            (json!("éééééé"), &["The answers.q field must not be greater than 5 characters."]),
        ],
    );
    takes(&plain(QuestionType::ShortText), &same(&[json!("a".repeat(255))]));
    let long = plain(QuestionType::LongText);
    takes(&long, &same(&[json!("a\nb"), json!("é".repeat(10_000))]));
    let too_long: &[&str] = &["The answers.q field must not be greater than 10000 characters."];
    refuses(&long, &[(json!(true), NOT_TEXT), (json!("é".repeat(10_001)), too_long)]);
    let hidden = plain(QuestionType::Hidden);
    takes(&hidden, &same(&[json!("a\nb"), json!("é".repeat(1_000))]));
    let too_long: &[&str] = &["The answers.q field must not be greater than 1000 characters."];
    refuses(&hidden, &[(json!(1), NOT_TEXT), (json!("é".repeat(1_001)), too_long)]);
}

#[test]
fn addresses_and_telephone_numbers() {
    let email = plain(QuestionType::Email);
    takes(&email, &[(json!(" a@b.test "), json!("a@b.test"))]);
    let long = format!("{}@b.test", "a".repeat(250));
    let too_long: &[&str] = &[
        "The answers.q field must not be greater than 255 characters. The answers.q field must be a valid email address.",
    ];
    refuses(
        &email,
        &[(json!("a.b"), NOT_EMAIL), (json!("a b@c.test"), NOT_EMAIL), (json!(1), NOT_TEXT), (json!(long), too_long)],
    );
    let url = plain(QuestionType::Url);
    takes(&url, &same(&[json!("https://example.test/a?b=c"), json!("http://example.test")]));
    let long = format!("https://example.test/{}", "a".repeat(2_048));
    let too_long: &[&str] = &["The answers.q field must not be greater than 2048 characters."];
    refuses(&url, &[(json!("ftp://example.test"), NOT_URL), (json!("example.test"), NOT_URL), (json!(long), too_long)]);
    let phone = plain(QuestionType::Phone);
    takes(&phone, &same(&[json!("+49 (0)30/123-45.6"), json!("12345"), json!("1".repeat(20))]));
    let blanks = format!("1234{}5", " ".repeat(36));
    let too_long: &[&str] = &["The answers.q field must not be greater than 40 characters."];
    refuses(
        &phone,
        &[
            (json!("1234"), FORMAT),
            (json!("1".repeat(21)), FORMAT),
            (json!("12345 ext"), FORMAT),
            (json!("١٢٣٤٥"), FORMAT),
            (json!(12_345), NOT_TEXT),
            (json!(blanks), too_long),
        ],
    );
}

#[test]
fn texts_are_held_to_their_validation() {
    let with = |question_type, said: Json| Question {
        validation: Validation::of(question_type, &said),
        ..plain(question_type)
    };
    let code = with(QuestionType::ShortText, json!({ "min_length": 3, "pattern": "[A-Z]{2}" }));
    takes(&code, &same(&[json!("xxABxx")]));
    refuses(&code, &[(json!("AB"), &["The answers.q field must be at least 3 characters."]), (json!("abc"), FORMAT)]);
    let no_code = "The answers.q field format is invalid.";
    refuses(
        &code,
        &[
            (json!("ab"), &[&format!("The answers.q field must be at least 3 characters. {no_code}")]),
            (
                json!("x".repeat(256)),
                &[&format!("The answers.q field must not be greater than 255 characters. {no_code}")],
            ),
        ],
    );
    let said = with(QuestionType::ShortText, json!({ "pattern": "^x", "message": "Begin with x, please." }));
    takes(&said, &same(&[json!("xy")]));
    let sentence: &[&str] = &["Begin with x, please."];
    let too_long: &[&str] = &["The answers.q field must not be greater than 255 characters."];
    refuses(&said, &[(json!("y"), sentence), (json!("x\ny"), sentence), (json!("x".repeat(256)), too_long)]);
    let phone = with(QuestionType::Phone, json!({ "message": "No number." }));
    refuses(&phone, &[(json!("12"), &["No number."])]);
    let email = with(QuestionType::Email, json!({ "domains": ["a.test", "B.test"], "min_length": 9 }));
    takes(&email, &same(&[json!("xyz@b.TEST"), json!("x.y@A.test")]));
    let elsewhere: &[&str] = &["The answers.q field must be an address at a.test, B.test."];
    let too_short: &[&str] = &["The answers.q field must be at least 9 characters."];
    refuses(&email, &[(json!("xyz@c.a.test"), elsewhere), (json!("x@a.test"), too_short)]);
    let all = [NOT_EMAIL, too_short, elsewhere].concat().join(" ");
    refuses(&email, &[(json!("a.test"), &[&all])]);
}

#[test]
fn numbers() {
    let any = plain(QuestionType::Number);
    takes(
        &any,
        &[
            (json!("5"), json!(5)),
            (json!("9007199254740993"), json!(9_007_199_254_740_993_i64)),
            (json!(" -0.50 "), json!(-0.5)),
            (json!(5.0), json!(5)),
            (json!(-0.0), json!(0)),
            (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_993_i64)),
        ],
    );
    let not_number: &[&str] = &["The answers.q field must be a number."];
    refuses(
        &any,
        &[(json!("five"), not_number), (json!(true), not_number), (json!("NaN"), not_number), (json!([1]), not_number)],
    );
    let tenths = question(QuestionType::Number, json!({ "min": -1, "max": 1.5, "step": 0.1 }));
    takes(
        &tenths,
        &[(json!(0.3), json!(0.3)), (json!("0.7"), json!(0.7)), (json!(-1), json!(-1)), (json!(1.5), json!(1.5))],
    );
    refuses(
        &tenths,
        &[
            (json!(-1.1), &["The answers.q field must be at least -1."]),
            (json!(1.6), &["The answers.q field must not be greater than 1.5."]),
            (json!(0.35), &["The answers.q field must be a multiple of 0.1."]),
            (
                json!(1.65),
                &["The answers.q field must not be greater than 1.5. The answers.q field must be a multiple of 0.1."],
            ),
        ],
    );
    let odd = question(QuestionType::Number, json!({ "min": 1, "step": 2, "integer": true }));
    takes(&odd, &[(json!(3), json!(3)), (json!("5.0"), json!(5))]);
    let multiple: &[&str] = &["The answers.q field must be a multiple of 2."];
    let both = [NOT_INTEGER, multiple].concat().join(" ");
    refuses(&odd, &[(json!(3.5), &[&both]), (json!(4), multiple)]);
}

#[test]
fn points() {
    let rating = plain(QuestionType::Rating);
    takes(&rating, &[(json!("3"), json!(3)), (json!(1), json!(1)), (json!(5.0), json!(5))]);
    let below: &[&str] = &["The answers.q field must be at least 1."];
    let above: &[&str] = &["The answers.q field must not be greater than 5."];
    refuses(&rating, &[(json!(0), below), (json!(6), above), (json!(2.5), NOT_INTEGER), (json!("x"), NOT_INTEGER)]);
    let nps = plain(QuestionType::Nps);
    takes(&nps, &same(&[json!(0), json!(10)]));
    let above: &[&str] = &["The answers.q field must not be greater than 10."];
    refuses(
        &nps,
        &[(json!(-1), &["The answers.q field must be at least 0."]), (json!(11), above), (json!(true), NOT_INTEGER)],
    );
    let both = [NOT_INTEGER, above].concat().join(" ");
    let below = [NOT_INTEGER, &["The answers.q field must be at least 0."]].concat().join(" ");
    refuses(&nps, &[(json!(11.5), &[&both]), (json!(10.5), &[&both]), (json!("-0.5"), &[&below])]);
    let scale = question(QuestionType::Scale, json!({ "min": -5, "max": 6, "step": 5 }));
    takes(&scale, &same(&[json!(-5), json!(0), json!(5)]));
    let multiple: &[&str] = &["The answers.q field must be a multiple of 5."];
    let above: &[&str] = &["The answers.q field must not be greater than 6."];
    refuses(
        &scale,
        &[
            (json!(-10), &["The answers.q field must be at least -5."]),
            (json!(7), &[&[above, multiple].concat().join(" ")]),
            (json!(10), above),
            (json!(6), multiple),
            (json!("1.0"), NOT_INTEGER),
        ],
    );
}

#[test]
fn dates() {
    let past = question(QuestionType::Date, json!({ "min": "2026-01-31", "max": "today" }));
    takes(&past, &same(&[json!("2026-01-31"), json!("2026-03-01")]));
    refuses(
        &past,
        &[
            (json!("2026-02-30"), NOT_DATE),
            (json!("2026-3-1"), NOT_DATE),
            (json!("today"), NOT_DATE),
            (json!(20_260_301), NOT_DATE),
            (json!("2026-01-30"), &["The answers.q field must be a date after or equal to 2026-01-31."]),
            (json!("2026-03-02"), &["The answers.q field must be a date before or equal to today."]),
        ],
    );
    let future = question(QuestionType::Date, json!({ "min": "today" }));
    refuses(&future, &[(json!("2026-02-28"), &["The answers.q field must be a date after or equal to today."])]);
}
