//! The people who answer the survey of the demo: what each says follows from their number, so that every demo is alike.

use serde_json::json;
use uplift_domain::Json;
use uplift_domain::record::{Fields, Time};

/// How many they are.
pub(super) const RESPONDENTS: i64 = 200;

const DAY: i64 = 24 * 60 * 60;

/// How easy it was for them, from 1 to 7.
const EASE: [i64; 15] = [7, 6, 6, 5, 7, 4, 6, 3, 5, 2, 6, 4, 7, 5, 1];

/// Where people hesitated, by the options of the survey, those who were many first.
const WHERE: [&[&str]; 6] = [
    &["delivery-costs"],
    &["creating-an-account"],
    &["delivery-costs", "creating-an-account"],
    &["payment"],
    &["finding-my-size"],
    &["delivery-costs", "payment"],
];

/// What nearly stopped them, in their words.
const WHY: [&str; 16] = [
    "I only saw the price of delivery on the very last page.",
    "Having to make an account for a single pair of socks.",
    "My card was refused twice and nobody told me why.",
    "I could not find out when it would arrive.",
    "The size guide did not open on my phone.",
    "Delivery cost nearly as much as what I bought.",
    "I forgot my password and the mail took ten minutes.",
    "The basket was empty after I came back from the bank's page.",
    "I was not sure whether returns are free.",
    "It asked for my birthday. What for?",
    "The voucher field made me leave to look for one.",
    "No way to pay by invoice as a new customer.",
    "I had to type my address twice.",
    "The page jumped while I was choosing the delivery day.",
    "I could not tell which of two similar shirts was in stock.",
    "Too many mails offered before I had even paid.",
];

/// The body that creates the response of one of them to a form, and when they were done.
pub(super) fn response(form: i64, number: i64, now: Time) -> (Fields, Time) {
    // Numbers that have nothing to do with each other, and are the same each time.
    let mixed = |by: i64, most: i64| (number.wrapping_mul(by).wrapping_add(by)).rem_euclid(9_973).rem_euclid(most);
    let chosen = |place: i64| usize::try_from(place).unwrap_or_default();
    let ease = EASE.get(chosen(mixed(7_919, 15))).copied().unwrap_or(7);
    let mut answers = Fields::from_iter([("ease".to_owned(), json!(ease))]);
    if ease < 6 {
        let place = mixed(4_421, 9).min(5);
        answers.insert("where".to_owned(), json!(WHERE.get(chosen(place))));
        if mixed(613, 10) < 7 {
            let why = WHY.get(chosen(mixed(3_571, 16)));
            answers.insert("what_nearly_stopped_you".to_owned(), json!(why));
        }
    }
    if mixed(1_289, 12) > 0 {
        answers.insert("recommend".to_owned(), json!((ease + 2 + mixed(2_203, 3)).min(10)));
    }
    let started = now.plus_seconds(-(1 + mixed(5_281, 55)) * DAY - mixed(881, 14) * 3_600 - mixed(97, 3_000));
    let completed = started.plus_seconds(25 + mixed(331, 190));
    let body = [
        ("form_id", json!(form)),
        ("source", json!("import")),
        ("started_at", json!(started.to_string())),
        ("completed_at", json!(completed.to_string())),
        ("answers", Json::Object(answers)),
    ];
    (body.into_iter().map(|(field, value)| (field.to_owned(), value)).collect(), completed)
}
