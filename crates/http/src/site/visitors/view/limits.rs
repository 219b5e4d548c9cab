//! What an answer has to keep to, told before it is given.

use uplift_domain::forms::{DateBound, Question, Settings};
use uplift_domain::responses::Visit;

/// What the answer of a question has to keep to, where that is anything that people have to know beforehand.
pub(super) fn limits(visit: &Visit, question: &Question) -> Option<String> {
    match &question.settings {
        Settings::MultipleChoice { min_select, max_select } => match (min_select.filter(|it| *it > 0), max_select) {
            (None, None) => None,
            (Some(least), Some(most)) if least == *most => Some(format!("Choose {least}.")),
            (Some(least), Some(most)) => Some(format!("Choose {least} to {most}.")),
            (Some(least), None) => Some(format!("Choose at least {least}.")),
            (None, Some(most)) => Some(format!("Choose at most {most}.")),
        },
        Settings::Number(settings) => {
            let what = if settings.integer { "A whole number" } else { "A number" };
            between(settings.min, settings.max).map(|between| format!("{what} {between}."))
        }
        Settings::Date { min, max } => {
            let date = |it: &Option<DateBound>| it.map(|it| it.date(visit.today));
            between(date(min), date(max)).map(|between| format!("A date {between}."))
        }
        Settings::Text { .. }
        | Settings::Address { .. }
        | Settings::Plain
        | Settings::YesNo { .. }
        | Settings::Rating { .. }
        | Settings::Scale(_)
        | Settings::Nps { .. }
        | Settings::Matrix(_)
        | Settings::FileUpload(_)
        | Settings::Consent { .. }
        | Settings::Hidden { .. } => None,
    }
}

fn between<B: std::fmt::Display>(least: Option<B>, most: Option<B>) -> Option<String> {
    match (least, most) {
        (None, None) => None,
        (Some(least), Some(most)) => Some(format!("from {least} to {most}")),
        (Some(least), None) => Some(format!("from {least} on")),
        (None, Some(most)) => Some(format!("up to {most}")),
    }
}
