//! The settings of a question: what they are, by its type, where they are said and where they are not.

mod files;
mod matrix;
mod read;
#[cfg(test)]
mod tests;
mod validation;

pub use files::{AcceptedFiles, FileUploadSettings};
pub use matrix::{MatrixLine, MatrixSettings};
pub use read::{read_settings, settings_facts};
pub use validation::{Validation, read_validation, validation_facts};

use std::fmt;

use uplift_derive::Choices;

use super::QuestionType;
use super::members::Members;
use crate::Json;
use crate::record::Date;

/// The settings of a question by its type, each as it was said or as it is where nobody says.
#[derive(Clone, Debug, PartialEq)]
pub enum Settings {
    /// Of short and long texts.
    Text {
        /// How many characters an answer has at most.
        max_length: usize,
        /// What stands in the field before anything is written.
        placeholder: Option<String>,
    },
    /// Of addresses and telephone numbers.
    Address {
        /// What stands in the field before anything is written.
        placeholder: Option<String>,
    },
    /// Of numbers.
    Number(NumberSettings),
    /// Of dates.
    Date {
        /// The first date that may be answered.
        min: Option<DateBound>,
        /// The last date that may be answered.
        max: Option<DateBound>,
    },
    /// Of single choices, dropdowns, rankings and statements, which have none.
    Plain,
    /// Of multiple choices.
    MultipleChoice {
        /// How many options are chosen at least, where any is.
        min_select: Option<usize>,
        /// How many options are chosen at most.
        max_select: Option<usize>,
    },
    /// Of questions that are answered by yes or no.
    YesNo {
        /// What people read for yes.
        yes_label: Option<String>,
        /// What people read for no.
        no_label: Option<String>,
    },
    /// Of ratings.
    Rating {
        /// The best that may be answered; the least is 1.
        scale: i64,
        /// What is counted.
        shape: RatingShape,
        /// What people read at the ends.
        labels: EndLabels,
    },
    /// Of scales.
    Scale(ScaleSettings),
    /// Of recommendations.
    Nps {
        /// What people read at the ends.
        labels: EndLabels,
    },
    /// Of matrices.
    Matrix(MatrixSettings),
    /// Of files.
    FileUpload(FileUploadSettings),
    /// Of consents.
    Consent {
        /// What is consented to.
        text: Option<String>,
        /// Where more is said about it.
        url: Option<String>,
    },
    /// Of what nobody sees.
    Hidden {
        /// The parameter of the page that it is filled from, where that is not the key of the question.
        param: Option<String>,
        /// What is answered where nothing else is.
        default: Option<String>,
    },
}

/// Which numbers may be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberSettings {
    /// The least number.
    pub min: Option<f64>,
    /// The greatest number.
    pub max: Option<f64>,
    /// How far numbers are apart, counted from the least one or from 0.
    pub step: Option<f64>,
    /// Whether numbers are whole.
    pub integer: bool,
    /// What is counted, as people read it.
    pub unit: Option<String>,
}

/// The points of a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleSettings {
    /// The lowest point.
    pub min: i64,
    /// What no point is above.
    pub max: i64,
    /// How far the points are apart.
    pub step: i64,
    /// What people read at the ends.
    pub labels: EndLabels,
}

impl ScaleSettings {
    /// The points from the lowest to the highest.
    pub fn points(&self) -> impl Iterator<Item = i64> + use<> {
        let step = usize::try_from(self.step).unwrap_or(1).max(1);
        (self.min..=self.max).step_by(step)
    }
}

/// What is counted in a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum RatingShape {
    /// Stars.
    Star,
    /// Points.
    Number,
    /// Hearts.
    Heart,
}

/// What people read at the ends of a range.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndLabels {
    /// At the lower end.
    pub low: Option<String>,
    /// At the upper end.
    pub high: Option<String>,
}

/// A bound of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateBound {
    /// The day on which it is asked.
    Today,
    /// This date.
    On(Date),
}

impl DateBound {
    /// The date that it is today.
    pub const fn date(self, today: Date) -> Date {
        match self {
            Self::Today => today,
            Self::On(date) => date,
        }
    }
}

impl fmt::Display for DateBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Today => f.write_str("today"),
            Self::On(date) => date.fmt(f),
        }
    }
}

impl Settings {
    /// The settings that a question of this type has, by what is stored of them. What does not fit the type counts as
    /// if nobody had said it.
    pub fn of(question_type: QuestionType, stored: &Json) -> Self {
        read::settings(question_type, &mut Members::new(stored))
    }
}
