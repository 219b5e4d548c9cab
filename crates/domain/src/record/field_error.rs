//! What is wrong with the value of a field, and the sentence that says so.

/// What is wrong with the members of a value, each by the path to it.
pub type MemberErrors = Vec<(String, FieldError)>;

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    Required,
    NotText,
    NotInteger,
    NotNumber,
    NotBoolean,
    NotDate,
    NotList,
    NotObject,
    NotFile,
    /// A file whose content is in none of these formats.
    NotOfType(&'static str),
    /// A file of more than so many kilobytes of 1,024 bytes.
    TooLarge(u64),
    NotUrl,
    NotEmail,
    NotZone,
    /// More than so many characters.
    TooLong(usize),
    /// More than so many items.
    TooMany(usize),
    /// Less than this number.
    Below(String),
    /// This number or less.
    NotAbove(String),
    /// This number or more.
    NotBelow(String),
    /// More than this number.
    Above(String),
    /// Not one of the allowed words, or no record of that id.
    NotAllowed,
    Format,
    Taken,
    Nul,
    /// A query parameter that is no text, or nested too deep.
    Unreadable,
    NotBefore(&'static str),
    /// What must not be said beside something else.
    Prohibited,
    /// Several at once.
    Each(Vec<FieldError>),
    /// Items of a list, each with its place, counted from 0, and what is wrong with it.
    Items(Vec<(usize, FieldError)>),
    /// Members of an object.
    Members(MemberErrors),
    /// Anything else, as the rest of the sentence after the field's name.
    Otherwise(String),
    /// Anything at all, in the words of whoever asked for the value.
    Said(String),
}

impl FieldError {
    /// What stands in a list twice.
    pub fn twice() -> Self {
        Self::Otherwise("field has a duplicate value.".to_owned())
    }

    /// This error and another, where there is one.
    pub fn and(self, other: Option<Self>) -> Self {
        match (self, other) {
            (one, None) => one,
            (Self::Each(errors), Some(other)) => Self::Each(errors.into_iter().chain([other]).collect()),
            (one, Some(other)) => Self::Each(vec![one, other]),
        }
    }

    /// Whether a file is too large, whatever else is wrong with it.
    pub fn is_too_large(&self) -> bool {
        match self {
            Self::Each(errors) => errors.iter().any(Self::is_too_large),
            other => matches!(other, Self::TooLarge(_)),
        }
    }

    /// The error as a sentence about the field.
    pub fn about(&self, field: &str) -> String {
        // The stack writes a nested field by its path and any other by its words.
        let field = if field.contains('.') { field.to_owned() } else { field.replace('_', " ") };
        match self {
            Self::Required => format!("The {field} field is required."),
            Self::NotText => format!("The {field} field must be a string."),
            Self::NotInteger => format!("The {field} field must be an integer."),
            Self::NotNumber => format!("The {field} field must be a number."),
            Self::NotBoolean => format!("The {field} field must be true or false."),
            Self::NotDate => format!("The {field} field must be a valid date."),
            Self::NotList => format!("The {field} field must be an array."),
            Self::NotObject => format!("The {field} field must be an object."),
            Self::NotFile => format!("The {field} field must be a file."),
            Self::NotOfType(formats) => format!("The {field} field must be a file of type: {formats}."),
            Self::TooLarge(most) => format!("The {field} field must not be greater than {most} kilobytes."),
            Self::NotUrl => format!("The {field} field must be a valid URL."),
            Self::NotEmail => format!("The {field} field must be a valid email address."),
            Self::NotZone => format!("The {field} field must be a valid timezone."),
            Self::TooLong(max) => format!("The {field} field must not be greater than {max} characters."),
            Self::TooMany(max) => format!("The {field} field must not have more than {max} items."),
            Self::Below(min) => format!("The {field} field must be at least {min}."),
            Self::NotAbove(min) => format!("The {field} field must be greater than {min}."),
            Self::NotBelow(max) => format!("The {field} field must be less than {max}."),
            Self::Above(max) => format!("The {field} field must not be greater than {max}."),
            Self::NotAllowed => format!("The selected {field} is invalid."),
            Self::Format => format!("The {field} field format is invalid."),
            Self::Taken => format!("The {field} has already been taken."),
            Self::Nul => format!("The {field} field must not contain a NUL character."),
            Self::Unreadable => {
                format!("The {field} field must be readable: UTF-8 without NUL, and not nested too deep.")
            }
            Self::NotBefore(other) => {
                format!("The {field} field must be a date after or equal to {}.", other.replace('_', " "))
            }
            Self::Prohibited => format!("The {field} field is prohibited."),
            Self::Each(errors) => errors.iter().map(|error| error.about(&field)).collect::<Vec<_>>().join(" "),
            Self::Items(items) => {
                let about = items.iter().map(|(at, error)| error.about(&format!("{field}.{at}")));
                about.collect::<Vec<_>>().join(" ")
            }
            Self::Members(members) => {
                let about = members.iter().map(|(path, error)| error.about(&format!("{field}.{path}")));
                about.collect::<Vec<_>>().join(" ")
            }
            Self::Otherwise(rest) => format!("The {field} {rest}"),
            Self::Said(sentence) => sentence.clone(),
        }
    }
}
