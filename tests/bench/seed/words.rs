//! Words that differ from record to record, the same in every run.

const PEOPLE: [&str; 20] = [
    "First-time visitors",
    "Returning customers",
    "Phone shoppers",
    "Gift buyers",
    "Newsletter readers",
    "Trial users",
    "Bargain hunters",
    "Wholesale buyers",
    "Students",
    "Commuters",
    "Parents",
    "Members",
    "Guests",
    "Subscribers",
    "Support callers",
    "Window shoppers",
    "Night owls",
    "Early adopters",
    "Account managers",
    "Weekend visitors",
];

const DEEDS: [&str; 20] = [
    "decide on",
    "look twice at",
    "do not notice",
    "ask about",
    "compare",
    "abandon",
    "trust",
    "doubt",
    "postpone",
    "search for",
    "misread",
    "remember",
    "prefer",
    "skip",
    "bookmark",
    "recommend",
    "overlook",
    "question",
    "expect",
    "return to",
];

const THINGS: [&str; 40] = [
    "delivery cost",
    "the basket",
    "payment methods",
    "the size guide",
    "customer reviews",
    "the return policy",
    "stock levels",
    "the sign-up form",
    "product pictures",
    "the search field",
    "filters",
    "the price table",
    "vouchers",
    "the progress bar",
    "gift wrapping",
    "express checkout",
    "the wish list",
    "live chat",
    "the footer",
    "security seals",
    "the comparison page",
    "opening hours",
    "the store finder",
    "loyalty points",
    "instalments",
    "the cookie banner",
    "shipping dates",
    "bundle offers",
    "the home page",
    "error messages",
    "the newsletter",
    "recommendations",
    "the video",
    "headlines",
    "currency",
    "the address form",
    "tax notes",
    "the menu",
    "guest accounts",
    "the confirmation mail",
];

const PLACES: [&str; 10] = [
    "on phones",
    "on large screens",
    "after a campaign",
    "before they pay",
    "at the weekend",
    "in the evening",
    "when stock is low",
    "in the second session",
    "after an error",
    "on category pages",
];

/// Parts of names, no two alike, each of which stands in about one of eight hundred: the end of what is done and the
/// beginning of what to.
pub(crate) fn parts_of_names() -> impl Iterator<Item = String> {
    let ends = DEEDS.iter().map(|deed| &deed[deed.len() - 3..]);
    ends.flat_map(|end| THINGS.iter().map(move |thing| format!("{end} {}", &thing[..thing.len().min(9)])))
}

/// The words that names are made of.
pub(crate) fn words_of_names() -> impl Iterator<Item = &'static str> {
    PEOPLE.iter().chain(&DEEDS).chain(&THINGS).chain(&PLACES).copied()
}

/// A number that has nothing to do with the number it is made of, and is not negative.
pub(crate) fn mix(number: i64) -> i64 {
    let mut mixed = number.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((mixed ^ (mixed >> 31)) >> 1).cast_signed()
}

pub(super) fn pick(words: &[&'static str], number: i64) -> &'static str {
    let length = i64::try_from(words.len()).unwrap_or(1);
    usize::try_from(number % length).ok().and_then(|at| words.get(at)).copied().unwrap_or_default()
}

pub(super) fn finding(at: i64) -> String {
    format!("{} ({at})", observation(at))
}

/// Who does what to what, and where.
pub(super) fn observation(at: i64) -> String {
    let (people, deed, thing) = (pick(&PEOPLE, mix(at)), pick(&DEEDS, mix(at + 7)), pick(&THINGS, mix(at + 8)));
    format!("{people} {deed} {thing} {}", pick(&PLACES, mix(at + 9)))
}

pub(super) fn study(at: i64) -> String {
    format!("Study {at} of {}", pick(&THINGS, mix(at)))
}

pub(super) fn person(at: i64) -> String {
    format!("Member {at}")
}

/// A moment of the years 2024 and 2025.
pub(super) fn moment(at: i64) -> String {
    let mixed = mix(at + 10);
    let (year, month, day) = (2024 + mixed % 2, 1 + mixed / 2 % 12, 1 + mixed / 24 % 28);
    format!(
        "{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        mixed / 700 % 24,
        mixed / 20_000 % 60,
        mixed / 1_200_000 % 60
    )
}
