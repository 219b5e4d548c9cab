//! What a question is answered with, by its type.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use uplift_domain::forms::{
    ChoiceOption, DateBound, EndLabels, Question, QuestionType, RatingShape, Settings, Written,
};
use uplift_domain::responses::Visit;

use super::choice::{Choice, element};
use super::consent::{Consent, consent};
use super::faults::Faults;
use super::matrix::{Matrix, matrix};
use super::uploads::{Uploads, uploads};

/// What stands for the other choice.
const OTHER: &str = "other";

/// What a question is answered with.
pub(super) enum Control {
    /// A line: `<input>`.
    TextInput(TextInput),
    /// Several lines: `<textarea>`.
    TextArea(TextArea),
    /// Radios or boxes.
    Choices(Choices),
    /// A list that opens.
    Select(Choices),
    /// A rank for each option.
    Ranking(Ranking),
    /// Radios or boxes for each row.
    Matrix(Matrix),
    Files(Uploads),
    Consent(Consent),
    /// Nothing.
    Statement,
}

/// A line to write in, by the attributes of its element; those that are empty or 0 are left out.
#[derive(Default)]
pub(super) struct TextInput {
    pub(super) kind: &'static str,
    pub(super) value: String,
    pub(super) autocomplete: &'static str,
    pub(super) mode: &'static str,
    pub(super) placeholder: String,
    /// In characters, of which a browser counts some as two.
    pub(super) longest: usize,
    pub(super) min: String,
    pub(super) max: String,
    pub(super) unit: String,
}

pub(super) struct TextArea {
    pub(super) value: String,
    pub(super) placeholder: String,
    pub(super) longest: usize,
}

pub(super) struct Choices {
    /// The type of the elements.
    pub(super) kind: &'static str,
    /// How they are laid out: a list, points of a scale, or one of the shapes of a rating.
    pub(super) layout: &'static str,
    pub(super) options: Vec<Choice>,
    pub(super) low: String,
    pub(super) high: String,
    /// The text of the other choice, where there is one.
    pub(super) other: Option<String>,
}

impl Choices {
    /// What people read at the ends, each with its point.
    pub(super) fn ends(&self) -> Option<String> {
        let end = |said: &str, choice: Option<&Choice>| {
            choice.filter(|_| !said.is_empty()).map(|choice| format!("{} = {said}", choice.label))
        };
        let ends = [end(&self.low, self.options.first()), end(&self.high, self.options.last())];
        let ends: Vec<String> = ends.into_iter().flatten().collect();
        (!ends.is_empty()).then(|| ends.join(", "))
    }
}

/// How many points stand in one row at most.
const MOST_IN_ROW: usize = 11;

/// How many options a ranking has at most whose ranks are chosen from a list.
const MOST_CHOSEN: usize = 30;

pub(super) struct Ranking {
    /// The options with their ranks, 0 where they have none.
    pub(super) options: Vec<(Choice, usize)>,
}

impl Ranking {
    /// Whether the ranks are written rather than chosen: each option would bring a list of them along.
    pub(super) fn is_long(&self) -> bool {
        self.options.len() > MOST_CHOSEN
    }

    /// The ranks that may be given.
    pub(super) fn ranks(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.options.len()
    }
}

impl Control {
    /// The control of a question, with what is written in it and what is wrong with that. Options are shuffled where
    /// there is a seed.
    pub(super) fn of(
        visit: &Visit,
        question: &Question,
        (written, faults): (&Written, &Faults),
        seed: Option<u32>,
    ) -> Self {
        let said = |text: &Option<String>| text.clone().unwrap_or_default();
        let is = |question_type| question.question_type == question_type;
        let one = written.one();
        match &question.settings {
            Settings::Text { max_length, placeholder } if is(QuestionType::LongText) => {
                Self::TextArea(TextArea { value: one.to_owned(), placeholder: said(placeholder), longest: *max_length })
            }
            Settings::Text { max_length, placeholder } => Self::TextInput(TextInput {
                placeholder: said(placeholder),
                longest: *max_length,
                ..plain("text", one)
            }),
            Settings::Address { placeholder } => {
                Self::TextInput(address(question.question_type, said(placeholder), one))
            }
            Settings::Number(settings) => {
                let is_count = settings.integer && settings.min.is_some_and(|min| min >= 0.0);
                let mode = if is_count { "numeric" } else { "decimal" };
                Self::TextInput(TextInput { mode, unit: said(&settings.unit), ..plain("text", one) })
            }
            Settings::Date { min, max } => {
                let bound = |it: &Option<DateBound>| it.map(|it| it.date(visit.today).to_string()).unwrap_or_default();
                Self::TextInput(TextInput { min: bound(min), max: bound(max), ..plain("date", one) })
            }
            Settings::Plain if is(QuestionType::Dropdown) => Self::Select(choices(question, written, "", seed)),
            Settings::Plain if is(QuestionType::SingleChoice) => {
                Self::Choices(choices(question, written, "radio", seed))
            }
            Settings::Plain if is(QuestionType::Ranking) => Self::Ranking(ranking(question, written, seed)),
            Settings::MultipleChoice { .. } => Self::Choices(choices(question, written, "checkbox", seed)),
            Settings::YesNo { yes_label, no_label } => {
                let label = |said: &Option<String>, else_: &str| said.clone().unwrap_or_else(|| else_.to_owned());
                let both = [("true", label(yes_label, "Yes")), ("false", label(no_label, "No"))];
                Self::Choices(radios(question, written, both.map(|(id, label)| (id.to_owned(), label)), "list"))
            }
            Settings::Rating { scale, shape, labels } => {
                Self::Choices(points(question, written, 1..=*scale, (layout_of(*shape), labels)))
            }
            Settings::Scale(settings) => {
                Self::Choices(points(question, written, settings.points(), ("points", &settings.labels)))
            }
            Settings::Nps { labels } => Self::Choices(points(question, written, 0..=10, ("points", labels))),
            Settings::Matrix(settings) => Self::Matrix(matrix(question, settings, written, faults)),
            Settings::FileUpload(settings) => Self::Files(uploads(visit, question, settings, written)),
            Settings::Consent { text, url } => Self::Consent(consent(text.clone(), url.clone(), one)),
            Settings::Plain | Settings::Hidden { .. } => Self::Statement,
        }
    }
}

/// A line of a kind, with what is written in it.
fn plain(kind: &'static str, value: &str) -> TextInput {
    TextInput { kind, value: value.to_owned(), ..TextInput::default() }
}

/// A line for an address of this type. Browsers fill it in by what its kind is called.
fn address(question_type: QuestionType, placeholder: String, value: &str) -> TextInput {
    let (kind, longest) = match question_type {
        QuestionType::Email => ("email", 255),
        QuestionType::Phone => ("tel", 40),
        _web => ("url", 2048),
    };
    TextInput { autocomplete: kind, longest, placeholder, ..plain(kind, value) }
}

fn layout_of(shape: RatingShape) -> &'static str {
    match shape {
        RatingShape::Star => "stars",
        RatingShape::Heart => "hearts",
        RatingShape::Number => "points",
    }
}

/// The options in the order in which they are shown.
fn in_order(question: &Question, seed: Option<u32>) -> Vec<&ChoiceOption> {
    let mut options: Vec<&ChoiceOption> = question.options.all().iter().collect();
    if let Some(seed) = seed {
        options.sort_by_cached_key(|option| {
            let mut hash = DefaultHasher::new();
            (seed, &question.key, &option.id).hash(&mut hash);
            hash.finish()
        });
    }
    options
}

fn choices(question: &Question, written: &Written, kind: &'static str, seed: Option<u32>) -> Choices {
    let options = in_order(question, seed).into_iter().enumerate().map(|(at, option)| Choice {
        element: element(question, at),
        id: option.id.clone(),
        label: option.label.clone(),
        is_chosen: written.values.contains(&option.id),
    });
    let mut options: Vec<Choice> = options.collect();
    let takes_other = question.takes_other();
    if takes_other {
        options.push(Choice {
            element: element(question, options.len()),
            id: OTHER.to_owned(),
            label: "Other".to_owned(),
            is_chosen: written.values.iter().any(|it| it == OTHER),
        });
    }
    let other = takes_other.then(|| written.part(OTHER).to_owned());
    Choices { kind, layout: "list", options, low: String::new(), high: String::new(), other }
}

fn radios(
    question: &Question,
    written: &Written,
    options: impl IntoIterator<Item = (String, String)>,
    layout: &'static str,
) -> Choices {
    let options = options.into_iter().enumerate().map(|(at, (id, label))| Choice {
        element: element(question, at),
        is_chosen: written.one() == id,
        id,
        label,
    });
    Choices { kind: "radio", layout, options: options.collect(), low: String::new(), high: String::new(), other: None }
}

fn points(
    question: &Question,
    written: &Written,
    points: impl Iterator<Item = i64>,
    (layout, labels): (&'static str, &EndLabels),
) -> Choices {
    let points: Vec<_> = points.map(|point| (point.to_string(), point.to_string())).collect();
    let layout = if points.len() > MOST_IN_ROW { "points many" } else { layout };
    Choices {
        low: labels.low.clone().unwrap_or_default(),
        high: labels.high.clone().unwrap_or_default(),
        ..radios(question, written, points, layout)
    }
}

/// The options, those that have a rank first.
fn ranking(question: &Question, written: &Written, seed: Option<u32>) -> Ranking {
    let options = in_order(question, seed).into_iter().enumerate().map(|(at, option)| {
        let choice = Choice {
            element: element(question, at),
            id: option.id.clone(),
            label: option.label.clone(),
            is_chosen: false,
        };
        (choice, written.part(&option.id).parse().unwrap_or_default())
    });
    let mut options: Vec<(Choice, usize)> = options.collect();
    options.sort_by_key(|(_, rank)| if *rank == 0 { usize::MAX } else { *rank });
    for (at, (choice, _)) in options.iter_mut().enumerate() {
        choice.element = element(question, at);
    }
    Ranking { options }
}
