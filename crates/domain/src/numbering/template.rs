//! A template: how an identifier is written. Literal text around one `{number:000}`, and `{project_code}`.

use crate::Json;
use crate::record::{Code, FieldError, FieldType, FieldValue, Name, TextFormat, Unreadable, Value, check_text};

/// How long a template may be, in characters.
const LONGEST: usize = 120;

/// The most zeros in `{number:…}`: as many digits as a number can have.
const WIDEST: usize = 20;

/// The form of a template, as an expression: one number, and the code of the project wherever it is wanted.
const FORM: &str = r"^(?:[^{}\u0000-\u001f\u007f-\u009f]|\{project_code\})*\{number:0{1,20}\}(?:[^{}\u0000-\u001f\u007f-\u009f]|\{project_code\})*$";

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Literal(&'a str),
    /// The number, at least so many digits wide.
    Number(usize),
    ProjectCode,
}

/// A template that can be written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// What is wrong with it and at which character, counted from 1.
    pub fn parse(text: &str) -> Result<Self, FieldError> {
        check_text(text, Some(LONGEST), has_one_number).map(|()| Self(text.to_owned()))
    }

    /// Whether identifiers name the project of the record.
    pub fn names_project(&self) -> bool {
        self.pieces().any(|(piece, _)| piece == Piece::ProjectCode)
    }

    /// Whether the template can be written for a whole team.
    ///
    /// # Errors
    /// Where it names a project, which only a scheme with the scope `project` may.
    pub(crate) fn fits_teams(&self) -> Result<(), FieldError> {
        match self.pieces().find(|(piece, _)| *piece == Piece::ProjectCode) {
            Some((_, place)) => Err(at(place, "{project_code} needs the scope project")),
            None => Ok(()),
        }
    }

    /// The identifier with this number; `None` where it names the project and that has no code.
    pub fn write(&self, number: i64, code: Option<&Code>) -> Option<Name> {
        let mut identifier = String::with_capacity(self.0.len() + WIDEST);
        for (piece, _) in self.pieces() {
            match piece {
                Piece::Literal(text) => identifier.push_str(text),
                Piece::Number(width) => identifier.push_str(&format!("{number:0width$}")),
                Piece::ProjectCode => identifier.push_str(code?.as_str()),
            }
        }
        Some(Name::short(identifier))
    }

    /// The pieces, each with its place. A template that was read has no other text in it.
    fn pieces(&self) -> impl Iterator<Item = (Piece<'_>, usize)> {
        pieces(&self.0).unwrap_or_default().into_iter()
    }
}

/// Checks that a template can be taken apart, and that it has one number.
fn has_one_number(text: &str) -> Result<(), FieldError> {
    let pieces = pieces(text)?;
    let numbers = pieces.iter().filter(|(piece, _)| matches!(piece, Piece::Number(_)));
    match numbers.map(|(_, place)| *place).collect::<Vec<_>>().as_slice() {
        [_] => Ok(()),
        [] => Err(at(text.chars().count() + 1, "a number such as {number:0000} is missing")),
        [_, second, ..] => Err(at(*second, "only one number may stand in a template")),
    }
}

/// Takes a template apart; each piece comes with the place of its first character, counted from 1.
fn pieces(text: &str) -> Result<Vec<(Piece<'_>, usize)>, FieldError> {
    let mut pieces = Vec::new();
    let (mut rest, mut place) = (text, 1);
    while !rest.is_empty() {
        let literal = rest.find(['{', '}']).unwrap_or(rest.len());
        let (before, from) = rest.split_at(literal);
        if let Some(control) = before.chars().position(char::is_control) {
            return Err(at(place + control, "a control character may not stand in a template"));
        }
        if !before.is_empty() {
            pieces.push((Piece::Literal(before), place));
            place += before.chars().count();
        }
        rest = from;
        if let Some(token) = rest.strip_prefix('{') {
            let (name, after) = token.split_once('}').ok_or_else(|| at(place, "this brace is never closed"))?;
            pieces.push((piece(name, place)?, place));
            place += name.chars().count() + 2;
            rest = after;
        } else if rest.starts_with('}') {
            return Err(at(place, "this brace was never opened"));
        }
    }
    Ok(pieces)
}

fn piece<'a>(name: &str, place: usize) -> Result<Piece<'a>, FieldError> {
    if name == "project_code" {
        return Ok(Piece::ProjectCode);
    }
    let zeros = name.strip_prefix("number:").filter(|zeros| zeros.bytes().all(|byte| byte == b'0'));
    match zeros {
        Some(zeros) if (1..=WIDEST).contains(&zeros.len()) => Ok(Piece::Number(zeros.len())),
        Some(_) => Err(at(place, "a number takes 1 to 20 zeros, such as {number:0000}")),
        None => Err(at(place, "only {number:0000} and {project_code} may stand in braces")),
    }
}

fn at(place: usize, what: &str) -> FieldError {
    FieldError::Otherwise(format!("field is invalid at position {place}: {what}."))
}

impl Value for Template {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Text { max: LONGEST, format: TextFormat::Pattern(FORM) };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Text(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        raw.as_str().ok_or(FieldError::NotText).and_then(Self::parse)
    }

    fn into_raw(self) -> String {
        self.0
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

#[cfg(test)]
mod tests;
