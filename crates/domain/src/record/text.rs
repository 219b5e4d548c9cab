//! Text that has been read: each type says how long it may be and what form it has.

use std::fmt;
use std::str::FromStr;

use validator::{ValidateEmail, ValidateUrl};

use super::size::{check_text, no_text};
use super::{FieldError, FieldType, FieldValue, TextFormat, Unreadable, Value};
use crate::Json;
use crate::forms::is_key;

/// Declares a kind of text: its longest length in characters, its format, and what it must pass. Where only what passes
/// says how long it may be, the length comes after `formed`, and is no rule of its own.
macro_rules! text {
    ($(#[$about:meta])* $name:ident, formed $max:expr, $format:expr, $check:expr) => {
        text!($(#[$about])* $name, $max, None, $format, $check);
    };
    ($(#[$about:meta])* $name:ident, $max:expr, $format:expr, $check:expr) => {
        text!($(#[$about])* $name, $max, Some($max), $format, $check);
    };
    ($(#[$about:meta])* $name:ident, $max:expr, $longest:expr, $format:expr, $check:expr) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            /// Reads the text.
            ///
            /// # Errors
            /// When it is empty, too long or not in the form of its kind.
            pub fn parse(text: &str) -> Result<Self, FieldError> {
                if text.is_empty() {
                    return Err(FieldError::Required);
                }
                check_text(text, $longest, Self::check).map(|()| Self(text.to_owned()))
            }

            fn check(text: &str) -> Result<(), FieldError> {
                let check: fn(&str) -> Result<(), FieldError> = $check;
                check(text)
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Value for $name {
            type Raw = String;
            const FIELD_TYPE: FieldType = FieldType::Text { max: $max, format: $format };

            fn show(&self) -> FieldValue<'_> {
                FieldValue::Text(&self.0)
            }

            fn read(raw: &Json) -> Result<Self, FieldError> {
                raw.as_str().map_or_else(|| Err(no_text(raw, $longest, Self::check)), Self::parse)
            }

            fn into_raw(self) -> String {
                self.0
            }

            fn from_raw(raw: String) -> Result<Self, Unreadable> {
                Ok(Self(raw))
            }
        }
    };
}

fn when(holds: bool, otherwise: FieldError) -> Result<(), FieldError> {
    if holds { Ok(()) } else { Err(otherwise) }
}

text!(
    /// A name or another short line.
    Name, 255, TextFormat::Plain, |_| Ok(())
);
text!(
    /// A word or two, such as a unit.
    Label, 50, TextFormat::Plain, |_| Ok(())
);
text!(
    /// A part of the users of an experiment, by its name; the empty one is everyone.
    Segment, 100, TextFormat::Plain, |_| Ok(())
);
text!(
    /// A text of any length a person writes.
    Text, 65_535, TextFormat::Plain, |_| Ok(())
);
text!(
    /// What a comment says.
    CommentText, 10_000, TextFormat::Plain, |_| Ok(())
);
text!(
    /// What a question asks.
    QuestionLabel, 1_000, TextFormat::Plain, |_| Ok(())
);
text!(
    /// What answers and rules call a question: a small letter, then up to 63 small letters, digits and `_`.
    QuestionKey, 64, TextFormat::Pattern("^[a-z][a-z0-9_]{0,63}$"), |text| when(is_key(text), FieldError::Format)
);
text!(
    /// The code of a project: a capital letter, then up to nine capital letters or digits.
    Code, 10, TextFormat::Pattern("^[A-Z][A-Z0-9]{0,9}$"), |text| {
        let letters = text.len() <= 10 && text.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit());
        when(letters && text.starts_with(|first: char| first.is_ascii_uppercase()), FieldError::Format)
    }
);
text!(
    /// A web address.
    HttpUrl, 2048, TextFormat::Uri, |text| {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        let web = matches!(scheme.as_deref(), Some("http" | "https"));
        let authority = text.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
        let splits = |it: char| it.is_control() || it.is_whitespace() || it == '\\';
        let plain = !text.contains(splits) && authority.is_some_and(|it| !it.is_empty());
        when(web && plain && text.validate_url(), FieldError::NotUrl)
    }
);
text!(
    /// A web address, a part of one, or a pattern of several.
    UrlText, 2048, TextFormat::Plain, |_| Ok(())
);
text!(
    /// A colour, `#RRGGBB`.
    Color, formed 7, TextFormat::Pattern("^#[0-9A-Fa-f]{6}$"), |text| {
        let digits = text.strip_prefix('#').is_some_and(|it| it.len() == 6 && it.chars().all(|d| d.is_ascii_hexdigit()));
        when(digits, FieldError::Format)
    }
);
text!(
    /// A currency by its three letters, as ISO 4217 has them.
    Currency, 3, TextFormat::Pattern("^[A-Z]{3}$"), |text| {
        when(text.len() == 3 && text.chars().all(|it| it.is_ascii_uppercase()), FieldError::Format)?;
        when(iso_currency::Currency::from_code(text).is_some(), FieldError::NotAllowed)
    }
);
text!(
    /// An electronic mail address.
    Email, 255, TextFormat::Email, |text| when(plain_address(text).validate_email(), FieldError::NotEmail)
);
text!(
    /// A time zone by its name in the IANA database.
    Zone, formed 64, TextFormat::Plain, |text| when(chrono_tz::Tz::from_str(text).is_ok(), FieldError::NotZone)
);

/// An address with a letter of ASCII for each that is none before its `@`: they may stand there (RFC 6531), and the
/// rule of browsers that addresses are held to knows none.
fn plain_address(text: &str) -> String {
    let Some((local, domain)) = text.rsplit_once('@') else { return text.to_owned() };
    // A letter may be written in two parts, of which the second is a mark.
    let is_letter = |it: char| it.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&it);
    let plain = |it: char| if !it.is_ascii() && is_letter(it) { 'x' } else { it };
    format!("{}@{domain}", local.chars().map(plain).collect::<String>())
}

impl Name {
    /// A text that the service made up, cut to what a name may hold.
    pub(crate) fn short(text: String) -> Self {
        if text.chars().count() > 255 { Self(text.chars().take(255).collect()) } else { Self(text) }
    }
}

impl Currency {
    /// The one of a team that says no other.
    pub fn usual() -> Self {
        Self("USD".to_owned())
    }
}

impl Zone {
    /// The one of a team that says no other.
    pub fn utc() -> Self {
        Self("UTC".to_owned())
    }

    /// The rules of the zone. A name that the database kept and this build no longer knows counts as UTC.
    pub fn rules(&self) -> chrono_tz::Tz {
        chrono_tz::Tz::from_str(&self.0).unwrap_or(chrono_tz::Tz::UTC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_script_stand_in_an_address_and_nothing_unseen() {
        for good in ["a@b", "müller@example.com", "mu\u{308}ller@example.com", "用户@example.com", "a+b.c@x.ü.de"] {
            assert!(Email::parse(good).is_ok(), "{good}");
        }
        for bad in ["ada\u{200b}@x.example", "ada\u{202e}@x.example", "a da@x.example", "ada", "@x.example", "ada@"] {
            assert_eq!(Email::parse(bad), Err(FieldError::NotEmail), "{bad}");
        }
    }

    #[test]
    fn length_counts_characters() {
        assert!(Name::parse(&"é".repeat(255)).is_ok());
        assert_eq!(Name::parse(&"é".repeat(256)), Err(FieldError::TooLong(255)));
    }

    #[test]
    fn forms_are_checked() {
        assert!(Code::parse("ACME1").is_ok());
        for code in ["acme", "1ACME", "A-1", "ABCDEFGHIJK", "É"] {
            assert!(Code::parse(code).is_err(), "{code}");
        }
        assert!(HttpUrl::parse("https://example.test/a?b=c").is_ok());
        for link in [
            "javascript:alert(1)",
            "ftp://example.test",
            "http://",
            "example.test",
            "https://a b",
            "http:///a",
            "http://a\\b",
        ] {
            assert!(HttpUrl::parse(link).is_err(), "{link}");
        }
        assert!(Color::parse("#a1B2c3").is_ok());
        assert!(Color::parse("#a1B2c").is_err());
        assert!(Currency::parse("EUR").is_ok());
        assert_eq!(Currency::parse("eur"), Err(FieldError::Format));
        assert_eq!(Currency::parse("EUX"), Err(FieldError::NotAllowed));
        assert!(Zone::parse("Europe/Berlin").is_ok());
        assert!(Zone::parse("Mars/Olympus").is_err());
    }
}
