//! A cell: a value of an answer as a page shows it.

use askama::Template;
use uplift_domain::Kind;
use uplift_domain::record::{Field, FieldType, TextFormat};

use super::address::encoded;
use super::anchor::Anchor;
use super::catalog::Shown;
use super::document::Document;
use super::number::{decimal, is_share, whole};
use super::unit;
use crate::answer::words::words;
use crate::site::isolated::isolated;

/// How many characters of a text stand in a table at most, and as the text of a link.
const SHORT: usize = 160;

/// A value as it is shown. It writes itself, escaped.
#[derive(Clone, Debug, PartialEq, Template)]
#[template(path = "app/cell.html")]
pub(super) enum Cell {
    Nothing,
    Text(String),
    /// A text in which line breaks count.
    Long(String),
    /// What is told under names.
    Members(Vec<(String, Cell)>),
    /// What is told one after the other, after what it is; empty where that is plain.
    Items(String, Vec<Cell>),
    /// A number as it is shown, and as it was answered.
    Number(String, String),
    /// One of few words.
    Word(String),
    /// A moment as it is shown, and in full.
    Time(String, String),
    /// A day or days as they are shown, more closely, and in full.
    Day(String, String, String),
    Anchor(Anchor),
    /// A link under the code of a record, and what the record is called.
    Brief(Anchor, String),
    /// A link that leads out of the service.
    Outside(String),
    Anchors(Vec<Anchor>),
    /// A colour, as it is shown and as it is written.
    Color(String),
    /// What is told line by line.
    Lines(Vec<String>),
}

impl Cell {
    /// A value of which nothing is known but its name.
    pub(super) fn of(name: &str, value: &Document) -> Self {
        match value {
            Document::Null => Self::Nothing,
            Document::Object(members) if members.is_empty() => Self::Nothing,
            Document::List(items) if items.is_empty() => Self::Nothing,
            Document::Flag(true) => Self::Word("Yes".to_owned()),
            Document::Flag(false) => Self::Word("No".to_owned()),
            Document::Whole(_) | Document::Number(_) if unit::is_measured(name) => {
                let number = value.number().unwrap_or_default();
                Self::Number(unit::measured(name, number), number.to_string())
            }
            Document::Whole(number) if name == "id" || name.ends_with("_id") => {
                Self::Number(number.to_string(), number.to_string())
            }
            Document::Whole(number) => {
                let shown = value.number().filter(|_| is_share(name) || name == "percent");
                Self::Number(shown.map_or_else(|| whole(*number), |it| decimal(name, it)), number.to_string())
            }
            Document::Number(number) => Self::Number(decimal(name, *number), number.to_string()),
            Document::Moment(whole, shown) => Self::Time(shown.clone(), whole.clone()),
            Document::Text(text) if is_date(text) => Self::Time(text.clone(), text.clone()),
            Document::Text(text) => Self::Text(text.clone()),
            Document::List(items) => Self::Text(items.iter().map(plain).collect::<Vec<_>>().join(", ")),
            Document::Object(members) => {
                let told = members.iter().map(|(name, value)| format!("{}: {}", words(name), plain(value)));
                Self::Text(told.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// The value of a field.
    pub(super) fn of_field(field: &Field, value: &Document) -> Self {
        if value.is_null() {
            return Self::Nothing;
        }
        match field.field_type {
            // Types of files are no words.
            FieldType::Choices(_) if value.text().contains('/') => Self::Text(value.text().to_owned()),
            FieldType::Choices(_) => Self::Word(words(value.text())),
            FieldType::Text { .. } if field.lookup.is_some() => Self::Word(words(value.text())),
            FieldType::Text { format: TextFormat::Email, .. } => {
                Self::Anchor(Anchor { href: mail_to(value.text()), text: value.text().to_owned() })
            }
            FieldType::Text { .. } if field.name == "color" && is_color(value.text()) => {
                Self::Color(value.text().to_owned())
            }
            FieldType::Text { format: TextFormat::Uri, .. } if is_web(value.text()) => {
                Self::Outside(value.text().to_owned())
            }
            FieldType::Text { max, .. } if max > 1_000 && !is_web(value.text()) => Self::Long(value.text().to_owned()),
            FieldType::Text { .. } => Self::Text(value.text().to_owned()),
            FieldType::Any
            | FieldType::Object
            | FieldType::List { .. }
            | FieldType::ByName(_)
            | FieldType::Members(_)
            | FieldType::Settings(_)
                if is_deep(value) =>
            {
                Self::nested(value)
            }
            FieldType::Id
            | FieldType::Integer { .. }
            | FieldType::Decimal { .. }
            | FieldType::Boolean
            | FieldType::Time
            | FieldType::Date
            | FieldType::Any
            | FieldType::Object
            | FieldType::List { .. }
            | FieldType::ByName(_)
            | FieldType::Members(_)
            | FieldType::Settings(_) => Self::of(field.name, value),
        }
    }

    /// This cell as a table shows it, where there is little room: text is shortened, and a moment is shown by its day.
    pub(super) fn in_table(self) -> Self {
        match self {
            Self::Text(text) | Self::Long(text) => Self::Text(shortened(&text)),
            Self::Members(_) | Self::Items(..) => Self::Text(shortened(&self.to_text())),
            Self::Time(clock, whole) => match clock.split_once(' ') {
                Some((day, _)) => Self::Day(day.to_owned(), clock, whole),
                None => Self::Time(clock, whole),
            },
            Self::Nothing
            | Self::Number(..)
            | Self::Word(_)
            | Self::Day(..)
            | Self::Anchor(_)
            | Self::Brief(..)
            | Self::Outside(_)
            | Self::Anchors(_)
            | Self::Color(_)
            | Self::Lines(_) => self,
        }
    }

    /// How it stands in a table.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Number(..) => "number",
            Self::Anchor(_) | Self::Anchors(_) => "link",
            Self::Brief(..) => "code",
            Self::Nothing
            | Self::Text(_)
            | Self::Long(_)
            | Self::Members(_)
            | Self::Items(..)
            | Self::Word(_)
            | Self::Time(..)
            | Self::Day(..)
            | Self::Outside(_)
            | Self::Color(_)
            | Self::Lines(_) => "",
        }
    }

    /// How it stands in a line of text.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Text(text)
            | Self::Long(text)
            | Self::Color(text)
            | Self::Number(text, _)
            | Self::Word(text)
            | Self::Time(text, _)
            | Self::Day(text, ..)
            | Self::Outside(text) => text.clone(),
            Self::Anchor(link) | Self::Brief(link, _) => link.text.clone(),
            Self::Anchors(links) => links.iter().map(|link| link.text.as_str()).collect::<Vec<_>>().join(", "),
            Self::Lines(lines) => lines.join("; "),
            Self::Members(members) => {
                let told = members.iter().map(|(name, cell)| format!("{name}: {}", cell.to_text()));
                told.collect::<Vec<_>>().join("; ")
            }
            Self::Items(what, items) => {
                let items = items.iter().map(Self::to_text).collect::<Vec<_>>().join("; ");
                if what.is_empty() { items } else { format!("{what} {items}") }
            }
        }
    }

    /// Whether it stands at the right of its column.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Number(..))
    }
}

impl Anchor {
    /// The cell of a table that links to a record: under its code, where it has one.
    pub(super) fn brief(root: &str, kind: Kind, record: &Document) -> Option<Cell> {
        let link = Self::to(root, kind, record)?;
        Some(match record.at("code").text() {
            "" => Cell::Anchor(link),
            code => Cell::Brief(Self { text: code.to_owned(), ..link }, record.at("name").text().to_owned()),
        })
    }

    /// A link to a record of a kind, where the kind has pages.
    pub(super) fn to(root: &str, kind: Kind, record: &Document) -> Option<Self> {
        let (shown, id) = (Shown::of(kind)?, record.at("id").whole()?);
        Some(Self { href: shown.address(root, id), text: called(kind, record) })
    }
}

/// The fields by which a record is called, the first of them that says something.
const NAMED: [&str; 7] = ["name", "label", "title", "email", "description", "body", "key"];

/// The field by which a record is called.
pub(super) fn named_by(record: &Document) -> Option<&'static str> {
    NAMED.into_iter().find(|name| !record.at(name).text().trim().is_empty())
}

/// What a record of a kind is called, where it has no name its kind and number.
pub(super) fn called(kind: Kind, record: &Document) -> String {
    match title(record) {
        title if title.is_empty() => words(kind.singular()),
        title if title.starts_with('#') && named_by(record).is_none() => format!("{} {title}", words(kind.singular())),
        title => title,
    }
}

/// What a word says of what it is told of, as a class with a tint and a sign; empty where it says nothing of it.
pub(super) fn tone(word: &str) -> &'static str {
    // What is said more closely stands in brackets.
    match word.split(" (").next().unwrap_or_default().to_lowercase().as_str() {
        "ship" | "better" | "won" | "ok" => "good",
        "rollback" | "unhealthy" | "worse" | "lost" | "mismatch" => "bad",
        "review" | "not trusted" => "care",
        _another => "",
    }
}

/// What a record is called: its identifier and its name, or what comes closest to one.
pub(super) fn title(record: &Document) -> String {
    let name = named_by(record).map(|name| record.at(name).text());
    let id = || record.at("id").whole().map(|id| format!("#{id}")).unwrap_or_default();
    match (record.at("identifier").text(), name) {
        ("", Some(name)) => shortened(name),
        (identifier, Some(name)) => format!("{identifier} {}", shortened(name)),
        ("", None) => id(),
        (identifier, None) => identifier.to_owned(),
    }
}

/// The beginning of a text that is too long for a table.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

/// A value in a line of text.
fn plain(value: &Document) -> String {
    match value {
        Document::Null => "–".to_owned(),
        Document::Flag(flag) => if *flag { "Yes" } else { "No" }.to_owned(),
        Document::Whole(number) => number.to_string(),
        Document::Number(number) => decimal("", *number),
        Document::Text(text) => isolated(text),
        Document::Moment(_, clock) => clock.clone(),
        Document::List(items) => format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", ")),
        Document::Object(members) => {
            let told = members.iter().map(|(name, value)| format!("{}: {}", words(name), plain(value)));
            format!("({})", told.collect::<Vec<_>>().join("; "))
        }
    }
}

/// Whether there is more within a value than a line tells.
pub(super) fn is_deep(value: &Document) -> bool {
    !value.members().is_empty() || value.is_table()
}

/// Whether a text is a date as JSON tells one.
fn is_date(text: &str) -> bool {
    let is_digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(is_digit)
}

/// Where a mail program writes to an address: before its `@` there may be what divides the parts of such a link.
fn mail_to(address: &str) -> String {
    format!("mailto:{}", address.split('@').map(encoded).collect::<Vec<_>>().join("@"))
}

fn is_color(text: &str) -> bool {
    text.len() == 7 && text.strip_prefix('#').is_some_and(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()))
}

pub(super) fn is_web(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

#[cfg(test)]
mod tests;
