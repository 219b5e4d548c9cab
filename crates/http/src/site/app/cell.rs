//! A cell: a value of an answer as a page shows it.

use askama::Template;
use uplift_domain::Kind;
use uplift_domain::record::{Field, FieldType};

use super::catalog::{Shown, words};
use super::document::Document;

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
    /// What is laid out by whoever wrote it.
    Code(String),
    /// A number as it is shown, and as it was answered.
    Number(String, String),
    /// One of few words.
    Word(String),
    /// A moment as it is shown, and in full.
    Time(String, String),
    /// A day or days as they are shown, more closely, and in full.
    Day(String, String, String),
    Link(Link),
    /// A link under the code of a record, and what the record is called.
    Brief(Link, String),
    /// A link that leads out of the service.
    Outside(String),
    Links(Vec<Link>),
    /// What is told line by line.
    Lines(Vec<String>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) href: String,
    pub(super) text: String,
}

impl Cell {
    /// A value of which nothing is known but its name.
    pub(super) fn of(name: &str, value: &Document) -> Self {
        match value {
            Document::Null => Self::Nothing,
            Document::Object(members) if members.is_empty() => Self::Nothing,
            Document::Flag(true) => Self::Word("yes".to_owned()),
            Document::Flag(false) => Self::Word("no".to_owned()),
            Document::Whole(number) if name == "id" || name.ends_with("_id") => {
                Self::Number(number.to_string(), number.to_string())
            }
            Document::Whole(number) => {
                let shown = value.number().filter(|_| is_share(name) || name == "percent");
                Self::Number(shown.map_or_else(|| grouped(*number), |it| decimal(name, it)), number.to_string())
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
            FieldType::Choices(_) => Self::Word(value.text().replace('_', " ")),
            FieldType::Text { format: Some("uri" | "url"), .. } if is_web(value.text()) => {
                Self::Outside(value.text().to_owned())
            }
            FieldType::Text { max, .. } if max > 1_000 && !is_web(value.text()) => Self::Long(value.text().to_owned()),
            FieldType::Text { .. } => Self::Text(value.text().to_owned()),
            FieldType::Any | FieldType::Object | FieldType::ByName(_) if is_deep(value) => {
                Self::Code(laid_out(value, 0))
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
            | FieldType::ByName(_) => Self::of(field.name, value),
        }
    }

    /// The same in a table, where there is no room for much text: of a moment the day.
    pub(super) fn in_table(self) -> Self {
        match self {
            Self::Text(text) | Self::Long(text) | Self::Code(text) => Self::Text(shortened(&text)),
            Self::Time(clock, whole) => match clock.split_once(' ') {
                Some((day, _)) => Self::Day(day.to_owned(), clock, whole),
                None => Self::Time(clock, whole),
            },
            Self::Nothing
            | Self::Number(..)
            | Self::Word(_)
            | Self::Day(..)
            | Self::Link(_)
            | Self::Brief(..)
            | Self::Outside(_)
            | Self::Links(_)
            | Self::Lines(_) => self,
        }
    }

    /// How it stands in a table.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Number(..) => "number",
            Self::Link(_) | Self::Links(_) => "link",
            Self::Brief(..) => "code",
            Self::Nothing
            | Self::Text(_)
            | Self::Long(_)
            | Self::Code(_)
            | Self::Word(_)
            | Self::Time(..)
            | Self::Day(..)
            | Self::Outside(_)
            | Self::Lines(_) => "",
        }
    }

    /// How it stands in a line of text.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Text(text)
            | Self::Long(text)
            | Self::Code(text)
            | Self::Number(text, _)
            | Self::Word(text)
            | Self::Time(text, _)
            | Self::Day(text, ..)
            | Self::Outside(text) => text.clone(),
            Self::Link(link) | Self::Brief(link, _) => link.text.clone(),
            Self::Links(links) => links.iter().map(|link| link.text.as_str()).collect::<Vec<_>>().join(", "),
            Self::Lines(lines) => lines.join("; "),
        }
    }

    /// Whether it stands at the right of its column.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Number(..))
    }
}

impl Link {
    /// The same to a record in a table: under its code, where it has one.
    pub(super) fn brief(root: &str, kind: Kind, record: &Document) -> Option<Cell> {
        let link = Self::to(root, kind, record)?;
        Some(match record.at("code").text() {
            "" => Cell::Link(link),
            code => Cell::Brief(Self { text: code.to_owned(), ..link }, record.at("name").text().to_owned()),
        })
    }

    /// A link to a record of a kind, where the kind has pages.
    pub(super) fn to(root: &str, kind: Kind, record: &Document) -> Option<Self> {
        let (shown, id) = (Shown::of(kind)?, record.at("id").whole()?);
        Some(Self { href: shown.address(root, id), text: title(record) })
    }
}

/// What a record is called: its identifier and its name, or what comes closest to one.
pub(super) fn title(record: &Document) -> String {
    let named = ["name", "label", "title", "email", "description", "body", "key"];
    let name = named.iter().map(|name| record.at(name).text()).find(|text| !text.trim().is_empty());
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

/// Whole numbers in groups of three digits.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if number < 0 { format!("−{out}") } else { out }
}

/// Whether a figure of this name is a share, which is shown in per cent.
fn is_share(name: &str) -> bool {
    const SHARES: [&str; 17] = [
        "csat",
        "avg_uplift_won",
        "win_rate_all",
        "shrink",
        "uplift",
        "uplift_low",
        "uplift_high",
        "rate",
        "share",
        "mde",
        "chance_to_win",
        "participation",
        "sample_progress",
        "traffic_allocation",
        "traffic_share",
        "power",
        "ci",
    ];
    SHARES.contains(&name) || ["_rate", "_rate_ci", "_share"].iter().any(|end| name.ends_with(end))
}

/// A number with as many digits as tell something.
pub(super) fn decimal(name: &str, number: f64) -> String {
    if is_share(name) {
        return format!("{:.1} %", number * 100.0).replace('-', "−");
    }
    if name == "percent" {
        return format!("{number:.1} %");
    }
    let size = number.abs();
    let shown = match size {
        0.0 => "0".to_owned(),
        size if !(1e-4..1e15).contains(&size) => format!("{number:.2e}"),
        size if size >= 1_000.0 => in_groups(&format!("{number:.0}")),
        size if size >= 100.0 => trimmed(format!("{number:.1}")),
        size if size >= 0.1 && !name.contains("p_value") => trimmed(format!("{number:.2}")),
        size if size >= 0.01 && !name.contains("p_value") => trimmed(format!("{number:.3}")),
        _ => trimmed(format!("{number:.4}")),
    };
    shown.replace('-', "−")
}

/// A number with so many decimals, or in per cent; of a change its sign, and of that of a share its points.
pub(super) fn fixed(name: &str, number: f64, decimals: usize, is_change: bool) -> String {
    let shown = match (is_share(name), is_change) {
        (true, true) => format!("{:.1} points", number * 100.0),
        (true, false) => decimal(name, number),
        (false, _) => in_groups(&format!("{number:.decimals$}")),
    };
    let sign = if is_change && number > 0.0 { "+" } else { "" };
    format!("{sign}{shown}").replace('-', "−")
}

/// A decimal number with its whole part in groups of three digits.
fn in_groups(digits: &str) -> String {
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    part.map_or_else(|| whole.clone(), |part| format!("{whole}.{part}"))
}

/// Digits behind the point without the zeros at their end.
fn trimmed(digits: String) -> String {
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A value in a line of text.
fn plain(value: &Document) -> String {
    match value {
        Document::Null => "–".to_owned(),
        Document::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Document::Whole(number) => number.to_string(),
        Document::Number(number) => decimal("", *number),
        Document::Text(text) => text.clone(),
        Document::Moment(_, clock) => clock.clone(),
        Document::List(items) => format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", ")),
        Document::Object(members) => {
            let told = members.iter().map(|(name, value)| format!("{}: {}", words(name), plain(value)));
            format!("({})", told.collect::<Vec<_>>().join("; "))
        }
    }
}

/// A value over several lines, what is within others further in.
fn laid_out(value: &Document, depth: usize) -> String {
    let inset = "  ".repeat(depth.min(20));
    let nested = |value: &Document| match is_deep(value) {
        true => format!("\n{}", laid_out(value, depth.saturating_add(1))),
        false => format!(" {}", plain(value)),
    };
    let lines: Vec<String> = match value {
        Document::Object(members) => {
            members.iter().map(|(name, value)| format!("{inset}{name}:{}", nested(value))).collect()
        }
        Document::List(items) => items.iter().map(|item| format!("{inset}-{}", nested(item))).collect(),
        Document::Null
        | Document::Flag(_)
        | Document::Whole(_)
        | Document::Number(_)
        | Document::Text(_)
        | Document::Moment(..) => {
            vec![format!("{inset}{}", plain(value))]
        }
    };
    lines.join("\n")
}

fn is_deep(value: &Document) -> bool {
    !value.members().is_empty() || value.is_table()
}

/// Whether a text is a date as JSON tells one.
fn is_date(text: &str) -> bool {
    let is_digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(is_digit)
}

fn is_web(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

#[cfg(test)]
mod tests;
