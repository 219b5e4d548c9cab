//! Searches against a model: texts are made of words of which it is written down what they are found by.

use serde_json::json;

use super::{found, path};
use crate::hostile::Random;
use crate::records::{many, project};
use crate::world::{Store, World, on_both};

on_both![generated_questions_are_answered_as_the_model_says];

const RECORDS: usize = 300;
const QUESTIONS: usize = 2_000;

/// Words, and the tokens that each is taken apart into.
const WORDS: [(&str, &[&str]); 48] = [
    ("guest", &["guest"]),
    ("Guests", &["guests"]),
    ("guestbook", &["guestbook"]),
    ("check-out", &["check", "out"]),
    ("Checkout", &["checkout"]),
    ("outer", &["outer"]),
    ("a", &["a"]),
    ("ab", &["ab"]),
    ("abc", &["abc"]),
    ("ABCD", &["abcd"]),
    ("2", &["2"]),
    ("20", &["20"]),
    ("2026-11", &["2026", "11"]),
    ("Crème", &["creme"]),
    ("creme\u{301}", &["creme"]),
    ("CRÉMERIE", &["cremerie"]),
    ("Straße", &["straße"]),
    ("STRASSE", &["strasse"]),
    ("İstanbul", &["istanbul"]),
    ("ISTANBUL", &["istanbul"]),
    ("ılık", &["ılık"]),
    ("Ilık", &["ilık"]),
    ("Οδυσσεύς", &["οδυσσευσ"]),
    ("ΟΔΥΣΣΕΑΣ", &["οδυσσεασ"]),
    ("σοφός", &["σοφοσ"]),
    ("Ёлка", &["елка"]),
    ("ёж", &["еж"]),
    ("Йод", &["иод"]),
    ("日本", &["日", "本"]),
    ("本", &["本"]),
    ("日", &["日"]),
    ("タワー", &["タ", "ワ", "ー"]),
    ("ﾀﾜｰ", &["タ", "ワ", "ー"]),
    ("ひらがな", &["ひ", "ら", "か", "な"]),
    ("서울", &["\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"]),
    ("ﬁnal", &["final"]),
    ("finale", &["finale"]),
    ("½", &["1", "2"]),
    ("🙂", &[]),
    ("—", &[]),
    ("…!?", &[]),
    ("&", &[]),
    ("O'Neill", &["o", "neill"]),
    ("e_mail@shop.example", &["e", "mail", "shop", "example"]),
    ("\"quoted\"", &["quoted"]),
    ("NEAR(x", &["near", "x"]),
    ("or", &["or"]),
    ("zebra*", &["zebra"]),
];

/// A text, and the tokens that are in it.
type Made = (String, Vec<&'static str>);

fn text(random: &mut Random, words: usize) -> Made {
    let chosen: Vec<_> = (0..words).map(|_| WORDS[random.below(WORDS.len())]).collect();
    let texts: Vec<&str> = chosen.iter().map(|(word, _)| *word).collect();
    (
        texts.join([" ", ", ", "/"][random.below(3)]),
        chosen.iter().flat_map(|(_, tokens)| tokens.iter().copied()).collect(),
    )
}

/// What is looked for: words, or the beginnings of tokens.
fn question(random: &mut Random) -> (String, Vec<String>) {
    let (mut texts, mut tokens) = (Vec::new(), Vec::new());
    for _ in 0..=random.below(3) {
        let (word, its) = WORDS[random.below(WORDS.len())];
        let whole = its.is_empty() || random.below(2) == 0;
        if whole {
            texts.push(word.to_owned());
            tokens.extend(its.iter().map(|it| (*it).to_owned()));
            continue;
        }
        let token = its[random.below(its.len())];
        // A syllable of Hangul is several letters, which are put together again where they are typed.
        let most =
            if token.starts_with('\u{1109}') { token.chars().count() } else { 1 + random.below(token.chars().count()) };
        let beginning: String = token.chars().take(most).collect();
        texts.push(beginning.clone());
        tokens.push(beginning);
    }
    let mut distinct: Vec<String> = Vec::new();
    for token in tokens {
        if !distinct.contains(&token) {
            distinct.push(token);
        }
    }
    distinct.truncate(8);
    (texts.join([" ", ",", " - "][random.below(3)]), distinct)
}

/// How well a record fits; nothing where it does not.
fn rank(fields: &[(i64, &[&str])], asked: &[String]) -> Option<i64> {
    let of = |token: &String| {
        let values = fields.iter().flat_map(|(weight, tokens)| {
            tokens
                .iter()
                .filter(|it| it.starts_with(token.as_str()))
                .map(move |it| if it == token { 2 * weight } else { *weight })
        });
        values.max()
    };
    if asked.is_empty() { None } else { asked.iter().map(of).sum() }
}

fn generated_questions_are_answered_as_the_model_says(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start();
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let random = &mut Random::new(2_026);
    let made: Vec<[Made; 3]> = (0..RECORDS)
        .map(|_| {
            let (name, description) = (1 + random.below(4), random.below(9));
            let category = random.below(2);
            [text(random, name), text(random, description), text(random, category)]
        })
        .collect();
    let body = |[name, description, category]: &[Made; 3]| json!({ "project_id": home, "name": name.0, "description": description.0, "category": category.0 });
    let bodies: Vec<_> = made.iter().map(body).collect();
    let ids = many(owner, "/ideas", bodies.iter().cloned());
    // What another team has is never found.
    let other = world.team();
    let elsewhere = project(other.owner());
    let bodies: Vec<_> = bodies
        .iter()
        .take(100)
        .cloned()
        .map(|mut body| {
            body["project_id"] = json!(elsewhere);
            body
        })
        .collect();
    many(other.owner(), "/ideas", bodies);
    let (mut some, mut none) = (0, 0);
    for _ in 0..QUESTIONS {
        let (asked, tokens) = question(random);
        let mut expected: Vec<(i64, i64)> = ids
            .iter()
            .zip(&made)
            .filter_map(|(id, [name, description, category])| {
                Some((-rank(&[(4, &name.1), (1, &description.1), (1, &category.1)], &tokens)?, *id))
            })
            .collect();
        expected.sort_unstable();
        let expected: Vec<i64> = expected.into_iter().map(|(_, id)| id).collect();
        assert_eq!(found(owner, "/ideas", &asked), expected, "{asked:?} asks for {tokens:?}");
        *(if expected.is_empty() { &mut none } else { &mut some }) += 1;
    }
    assert!(some > QUESTIONS / 4 && none > QUESTIONS / 20, "{some} found something and {none} nothing");
    pages_together_are_the_whole(owner);
}

/// A search read page by page, and sorted otherwise.
fn pages_together_are_the_whole(owner: &crate::world::Client) {
    let all = found(owner, "/ideas", "a");
    assert!(all.len() > 30, "only {}", all.len());
    let mut read = Vec::new();
    for number in 1..=all.len().div_ceil(7) {
        let page = owner.get(&format!("/ideas?filter[search]=a&page[size]=7&page[number]={number}")).status_is(200);
        assert_eq!(page.total(), i64::try_from(all.len()).expect("a number"));
        read.extend(page.ids());
    }
    assert_eq!(read, all);
    let mut by_id = all.clone();
    by_id.sort_unstable();
    assert_ne!(by_id, all, "it is ordered by rank");
    assert_eq!(owner.get(&format!("{}&sort=id", path("/ideas", "a"))).status_is(200).ids(), by_id);
    by_id.reverse();
    assert_eq!(owner.get(&format!("{}&sort=-id", path("/ideas", "a"))).status_is(200).ids(), by_id);
}
