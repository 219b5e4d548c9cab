//! The form above a list or a report: a control for each of its parameters.

use askama::Template;
use uplift_domain::listing::Matching;
use uplift_domain::record::{Field, FieldType};
use uplift_domain::{Kind, Refusal};

use super::address::{PageQuery, is_page};
use super::catalog::{Shown, kind_named};
use super::choices::Choices;
use super::input::Input;
use super::visit::PageVisit;
use crate::answer::words::words;
use crate::operations::facts::FilterFacts;
use crate::site::isolated::isolated;

/// The parameters of a page as a form.
pub(super) struct Form {
    /// What it is for, to whoever hears the page.
    pub(super) label: &'static str,
    pub(super) action: String,
    pub(super) main: Vec<Control>,
    pub(super) more: Vec<Control>,
    /// Whether one of the further controls is in use.
    pub(super) is_open: bool,
    /// What the form carries along without showing it.
    pub(super) kept: Vec<(String, String)>,
    /// What is wrong with no parameter that has a control.
    pub(super) errors: Vec<String>,
}

/// A control for one parameter. It writes itself, escaped.
#[derive(Template)]
#[template(path = "app/control.html")]
pub(super) struct Control {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) value: String,
    pub(super) input: Input,
    /// What is said beneath it; empty where nothing has to be.
    pub(super) hint: String,
    pub(super) error: Option<String>,
}

impl Control {
    /// A control with the value that a query has for it.
    pub(super) fn of(query: &PageQuery, name: &str, label: &str, input: Input) -> Self {
        let id = name.replace(['[', ']', '.'], "-");
        let value = query.get(name).to_owned();
        let input = match input {
            Input::Words(mut known) => {
                if !known.iter().any(|(word, _)| *word == value) {
                    known.push((value.clone(), value.clone()));
                }
                Input::Words(known)
            }
            // A browser shows nothing in such an element that is no date.
            Input::Text("date") if !value.is_empty() && value.len() != 10 => Input::Text("text"),
            input => input,
        };
        let hint = if matches!(input, Input::Number) { "A number, as in its address." } else { "" };
        Self { id, name: name.to_owned(), label: label.to_owned(), value, input, hint: hint.to_owned(), error: None }
    }

    /// This control with an error where its value is not a list of numbers of records: the API finds nothing then.
    pub(super) fn of_ids(self) -> Self {
        let is_number = |part: &str| part.trim().parse::<i64>().is_ok();
        let is_wrong = !self.value.is_empty() && !self.value.split(',').all(is_number);
        let error = is_wrong.then(|| format!("“{}” is no number of a record.", self.value));
        Self { error, ..self }
    }

    /// The attributes by which its element leads to what is said beneath it.
    fn described(&self) -> String {
        let invalid = if self.error.is_some() { " aria-invalid=\"true\"" } else { "" };
        let beneath = [("hint", !self.hint.is_empty()), ("error", self.error.is_some())];
        let ids = beneath.iter().filter(|(_, is_there)| *is_there).map(|(what, _)| format!("{}-{what}", self.id));
        match ids.collect::<Vec<_>>().join(" ") {
            ids if ids.is_empty() => String::new(),
            ids => format!("{invalid} aria-describedby=\"{ids}\""),
        }
    }
}

impl Form {
    /// A form of these controls. It carries along what the query has for which there is no control, but the number of
    /// the page.
    pub(super) fn new(
        label: &'static str,
        action: String,
        query: &PageQuery,
        main: Vec<Control>,
        more: Vec<Control>,
    ) -> Self {
        let is_shown = |name: &str| main.iter().chain(&more).any(|control| control.name == name);
        let kept = query.kept(|name| is_page(name) || is_shown(name));
        let kept = kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let is_open = more.iter().any(|control| !control.value.is_empty());
        Self { label, action, main, more, is_open, kept, errors: Vec::new() }
    }

    /// Whether any of its controls is in use.
    pub(super) fn is_asked(&self) -> bool {
        self.main.iter().chain(&self.more).any(|control| !control.value.is_empty())
    }

    /// The filters of a kind's list.
    pub(super) async fn of_list(visit: &PageVisit<'_>, shown: &Shown, action: String) -> Result<Self, Refusal> {
        let query = &visit.query;
        let named = shown.facts.filters.iter().filter(|it| matches!(it.matching, Matching::Exact));
        let choices = Choices::read(visit, named.filter_map(|it| named_by(shown, it.name))).await?;
        let (mut main, mut more) = (Vec::new(), Vec::new());
        for FilterFacts { name, matching, .. } in &shown.facts.filters {
            let field = shown.field(name);
            let chosen = named_by(shown, name).filter(|_| matches!(matching, Matching::Exact));
            let input = match (chosen, *name) {
                (Some(kind), _) => Some(choices.input(kind)),
                (None, "id") => Some(Input::Text("text")),
                (None, _) => input(*matching, field),
            };
            let Some(input) = input else { continue };
            let control = Control::of(query, &format!("filter[{name}]"), &words(name), input);
            let takes_ids = chosen.is_some() || *name == "id" || matches!(control.input, Input::Number);
            let control = if takes_ids { control.of_ids() } else { control };
            let first = matches!(matching, Matching::Search | Matching::Partial)
                || field.is_some_and(|field| matches!(field.field_type, FieldType::Choices(_)));
            if first && main.len() < 7 { main.push(control) } else { more.push(control) }
        }
        Ok(Self::new("Filter", action, query, main, more))
    }

    /// The controls that are in use.
    pub(super) fn asked(&self) -> impl Iterator<Item = &Control> {
        self.main.iter().chain(&self.more).filter(|control| !control.value.is_empty())
    }

    /// What is chosen of the further controls, in words.
    pub(super) fn chosen(&self) -> impl Iterator<Item = String> {
        self.more.iter().filter(|control| !control.value.is_empty()).filter_map(|control| match &control.input {
            Input::Words(known) => {
                let (_, text) = known.iter().find(|(word, _)| *word == control.value)?;
                Some(format!("{}: {}", control.label, isolated(text)))
            }
            Input::Text(_) | Input::Number | Input::Proposed(_) => {
                Some(format!("{}: {}", control.label, isolated(&control.value)))
            }
        })
    }

    /// Says beside each parameter what is wrong with it. What is wrong with another refusal than one of the parameters
    /// is given back.
    pub(super) fn report_error(&mut self, refusal: Refusal) -> Result<(), Refusal> {
        match &refusal {
            Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => {
                for (field, messages) in invalid.errors() {
                    let text = messages.join(" ");
                    let is_of = |control: &&mut Control| control.name == field || dotted(&control.name) == field;
                    match self.main.iter_mut().chain(&mut self.more).find(is_of) {
                        Some(control) => control.error = Some(text),
                        None => self.errors.push(text),
                    }
                }
                self.is_open = self.is_open || self.more.iter().any(|control| control.error.is_some());
                Ok(())
            }
            Refusal::Unsupported(unsupported) => {
                let (what, unknown) = unsupported.unknown();
                self.errors.extend(unknown.iter().map(|name| format!("The {what} “{name}” is not known.")));
                Ok(())
            }
            _another => Err(refusal),
        }
    }
}

/// How errors name a parameter: `filter.status` is `filter[status]`.
fn dotted(name: &str) -> String {
    name.replace('[', ".").replace(']', "")
}

/// The kind of the records by whose ids a filter is met.
fn named_by(shown: &Shown, filter: &str) -> Option<Kind> {
    shown.field(filter).and_then(|field| field.refers).or_else(|| kind_named(filter))
}

/// How the value of a filter is put in; of those that no form can ask for, nothing.
fn input(matching: Matching, field: Option<&Field>) -> Option<Input> {
    match matching {
        Matching::Exact => Some(field.map_or(Input::Text("text"), |field| Input::of_field("any", field))),
        Matching::Partial | Matching::Search => Some(Input::Text("search")),
        Matching::From | Matching::Until => Some(Input::Text("date")),
        Matching::Min | Matching::Max => Some(Input::Text("text")),
        Matching::Flag => Some(Input::words("as usual", &["true", "false", "all"])),
        Matching::Answers(_) => None,
    }
}
