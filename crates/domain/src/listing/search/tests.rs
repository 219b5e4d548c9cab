use super::*;

#[test]
fn texts_are_taken_apart_whatever_their_case_and_accents() {
    for (text, expected) in [
        ("Guest check-out, 2nd step!", &["guest", "check", "out", "2nd", "step"][..]),
        ("Crème BRÛLÉE", &["creme", "brulee"]),
        ("Straße STRASSE", &["straße", "strasse"]),
        ("İstanbul ISTANBUL ılık", &["istanbul", "istanbul", "ılık"]),
        ("ΟΔΥΣΣΕΥΣ Οδυσσεύς", &["οδυσσευσ", "οδυσσευσ"]),
        ("Ёлка й", &["елка", "и"]),
        ("ﬁnal ½ Ⅳ", &["final", "1", "2", "iv"]),
        ("e\u{301}te\u{301}", &["ete"]),
        ("東京タワーで２人", &["東", "京", "タ", "ワ", "ー", "て", "2", "人"]),
        ("ｶﾞｲﾄﾞ", &["カ", "イ", "ト"]),
        ("🙂 — … !?", &[]),
        ("a_b@c.example", &["a", "b", "c", "example"]),
        ("", &[]),
    ] {
        assert_eq!(tokens(text), expected, "{text}");
    }
}

#[test]
fn the_first_characters_of_a_long_token_count() {
    let long = "x".repeat(200);
    assert_eq!(tokens(&format!("{long} y")), [&long[..LONGEST], "y"]);
    assert_eq!(asked_tokens(&long), [&long[..LONGEST]]);
}

#[test]
fn the_tokens_of_texts_are_kept_once_as_far_as_there_is_room() {
    let texts = ["Guest checkout", "checkout, guest: a b"];
    assert_eq!(distinct_tokens(texts.into_iter(), 100), "guest checkout a b ");
    assert_eq!(distinct_tokens(texts.into_iter(), 10), "guest a b ");
}

#[test]
fn a_question_has_eight_distinct_tokens() {
    assert_eq!(asked_tokens("a b, A á c d e f g h i"), ["a", "b", "c", "d", "e", "f", "g", "h"]);
    assert!(asked_tokens(" … ").is_empty());
}

#[test]
fn a_record_is_found_by_as_many_tokens_as_every_database_keeps() {
    // Two letters each, of a script that has more than a thousand.
    let letters: Vec<char> = ('\u{a000}'..'\u{a48d}').collect();
    let pairs = letters.iter().flat_map(|first| letters.iter().map(move |second| format!("{first}{second} ")));
    let text: String = pairs.take(100_000).collect();
    let document = SearchDocument::of(vec![(Weight::One, &text), (Weight::Four, &text), (Weight::Eight, "title")]);
    // As PostgreSQL keeps a token: with its team, at an even place, and with the number of its places and these.
    let kept = |token: &str, weights: &[Weight]| {
        (format!("{}x{token}", i64::MAX).len()).next_multiple_of(2) + 2 + 2 * weights.len()
    };
    let bytes: usize = document.tokens().map(|(token, weights)| kept(token, weights)).sum();
    assert!((500_000..1_048_576).contains(&bytes), "{bytes}");
    assert!(document.tokens().any(|(token, _)| token == "title"));
}
