//! A slug: a word by which programs call a record.

use std::collections::HashSet;

use super::size::{check_text, no_text};
use super::{FieldError, FieldType, FieldValue, TextFormat, Unreadable, Value, unaccented};
use crate::Json;

/// How many characters a slug has at most.
const LONGEST: usize = 64;

/// How many characters of a slug are there still where the longest number tells it apart from others.
const SHORTEST: usize = LONGEST - "-18446744073709551615".len();

/// A word of small letters, digits, `-` and `_`, which begins with a letter or a digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slug(String);

impl Slug {
    /// How many that begin alike are told apart by numbers. One beyond them may be refused as taken.
    pub(crate) const MOST_ALIKE: i64 = 10_000;

    /// Makes a slug of a name, as far as there is anything in it to make one of.
    pub fn of(name: &str) -> Option<Self> {
        let mut slug = String::new();
        for letter in unaccented(name) {
            let plain = letter.is_ascii_lowercase() || letter.is_ascii_digit();
            match (plain, slug.ends_with('-') || slug.is_empty()) {
                (true, _) => slug.push(letter),
                (false, false) => slug.push('-'),
                (false, true) => {}
            }
        }
        slug.truncate(LONGEST);
        let slug = slug.trim_end_matches('-');
        (!slug.is_empty()).then(|| Self(slug.to_owned()))
    }

    /// This slug with a number at its end, which tells it apart from others.
    pub fn numbered(&self, number: usize) -> Self {
        let end = format!("-{number}");
        let stem: String = self.0.chars().take(LONGEST.saturating_sub(end.len())).collect();
        Self(stem + &end)
    }

    /// The first of its forms, of which the numbered ones come later, that is not among others.
    pub fn free_among(&self, others: &HashSet<String>) -> Self {
        let numbered = (2..).map(|number| self.numbered(number));
        let free = std::iter::once(self.clone()).chain(numbered).find(|slug| !others.contains(slug.as_str()));
        free.unwrap_or_else(|| self.clone())
    }

    /// What every numbered form of it begins with, whatever the number.
    pub fn stem(&self) -> &str {
        self.0.get(..SHORTEST).unwrap_or(&self.0)
    }

    /// Whether a text is a slug.
    pub fn is_one(text: &str) -> bool {
        Self::read(&text.into()).is_ok()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it has yet to be given.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Default for Slug {
    /// Nothing yet: what is called so has yet to be given a slug.
    fn default() -> Self {
        Self(String::new())
    }
}

impl Value for Slug {
    type Raw = String;
    const FIELD_TYPE: FieldType =
        FieldType::Text { max: LONGEST, format: TextFormat::Pattern("^[a-z0-9][a-z0-9_-]{0,63}$") };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Text(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let text = raw.as_str().ok_or_else(|| no_text(raw, Some(LONGEST), check))?;
        check_text(text, Some(LONGEST), check).map(|()| Self(text.to_owned()))
    }

    fn into_raw(self) -> String {
        self.0
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

/// Checks that a text is written as a slug is, whose form says as well how long it may be.
fn check(text: &str) -> Result<(), FieldError> {
    let first = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit();
    let formed = text.starts_with(first) && text.chars().all(|it| first(it) || it == '_' || it == '-');
    if formed && text.len() <= LONGEST { Ok(()) } else { Err(FieldError::Format) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_what_programs_can_say() {
        for (name, slug) in [
            ("Add to cart", "add-to-cart"),
            ("  Größe & Farbe!  ", "gro-e-farbe"),
            ("Crème brûlée", "creme-brulee"),
            ("ﬁrst_Order", "first-order"),
            ("２０２６", "2026"),
        ] {
            assert_eq!(Slug::of(name).unwrap().as_str(), slug, "{name}");
        }
        assert_eq!(Slug::of("—!"), None);
        assert_eq!(Slug::of("日本"), None);
        assert_eq!(Slug::of(&"ab ".repeat(60)).unwrap().as_str().len(), 62 + 2);
    }

    #[test]
    fn a_numbered_slug_is_no_longer_than_any() {
        let long = Slug::of(&"a".repeat(200)).unwrap();
        assert_eq!(long.numbered(2).as_str(), format!("{}-2", "a".repeat(62)));
        assert_eq!(Slug::of("cart").unwrap().numbered(12).as_str(), "cart-12");
        let (long, short) = (Slug::of(&"a".repeat(64)).unwrap(), Slug::of("cart").unwrap());
        for slug in [&long, &short] {
            assert!(slug.numbered(usize::MAX).as_str().starts_with(slug.stem()));
        }
    }
}
