//! What the pages show, made ready for their templates.

mod choice;
mod consent;
mod controls;
mod faults;
mod fields;
mod limits;
mod matrix;
mod rules;
mod uploads;

use askama::Template;
use uplift_domain::access::secret;
use uplift_domain::forms::QuestionType;
use uplift_domain::record::Invalid;
use uplift_domain::responses::{StepSent, Visit};
use uplift_domain::{Form, FormStep};

use self::controls::Control;
use self::faults::{Fault, Faults};
use self::fields::FieldView;
use super::arrival::Arrival;
use crate::site::isolated::isolated;

/// What every page has around it.
pub(super) struct Frame {
    /// What the window is called.
    title: String,
    /// What stands above the page.
    heading: String,
    style: String,
    script: String,
    icon: String,
}

impl Frame {
    fn new(arrival: &Arrival<'_>, heading: &str) -> Self {
        Self {
            title: heading.to_owned(),
            heading: heading.to_owned(),
            style: arrival.asset("page.css"),
            script: arrival.asset("page.js"),
            icon: arrival.asset("icon.svg"),
        }
    }
}

/// What respondents see above a form.
pub(super) fn title(form: &Form) -> &str {
    form.title.as_ref().unwrap_or(&form.name).as_str()
}

/// A page with one thing to say.
#[derive(Template)]
#[template(path = "visitors/said.html")]
pub(super) struct SaidPage {
    frame: Frame,
    text: String,
    address: String,
    /// What leads on from here, where something does.
    way_on: Option<&'static str>,
}

impl SaidPage {
    pub(super) fn new(arrival: &Arrival<'_>, title: &str, text: &str, way_on: Option<&'static str>) -> Self {
        let title = if title.is_empty() { "This form" } else { title };
        Self { frame: Frame::new(arrival, title), text: text.to_owned(), address: arrival.address(""), way_on }
    }
}

/// The page for those who have answered all.
#[derive(Template)]
#[template(path = "visitors/done.html")]
pub(super) struct DonePage {
    frame: Frame,
    thanks: String,
    /// Where it leads on.
    redirect: Option<String>,
}

impl DonePage {
    pub(super) fn new(arrival: &Arrival<'_>, form: &Form) -> Self {
        let thanks = form.thank_you_text.as_ref().map_or("Thank you. Your answers have been sent.", |it| it.as_str());
        Self {
            frame: Frame::new(arrival, title(form)),
            thanks: thanks.to_owned(),
            redirect: form.redirect_url.as_ref().map(|url| url.as_str().to_owned()),
        }
    }
}

/// A step of a form.
#[derive(Template)]
#[template(path = "visitors/step.html")]
pub(super) struct StepPage {
    frame: Frame,
    address: String,
    /// What stands above the first step.
    description: Option<String>,
    welcome: Option<String>,
    step: Option<i64>,
    step_title: Option<String>,
    step_description: Option<String>,
    /// Which of how many, where there are several.
    progress: Option<(usize, usize)>,
    faults: Vec<Fault>,
    email: Option<EmailView>,
    fields: Vec<FieldView>,
    /// The answers to questions that nobody sees, before there is a response.
    unseen: Vec<(String, String)>,
    /// Whether there is no response yet, so that who sends one has to be told from a program.
    begins: bool,
    /// The token that the response will have, by which a page that is sent twice begins it once.
    once: String,
    sends_files: bool,
    is_last: bool,
    goes_back: bool,
    seed: u32,
}

/// The field that asks who answers.
struct EmailView {
    value: String,
    errors: Vec<String>,
}

impl StepPage {
    pub(super) fn new(
        arrival: &Arrival<'_>,
        visit: &Visit,
        sent: Option<&StepSent>,
        (seed, wrong): (u32, &Invalid),
    ) -> Self {
        let form = &visit.form.record;
        let at = visit.pages.iter().position(|page| Some(*page) == visit.present);
        let (is_first, count) = (at.unwrap_or_default() == 0, visit.pages.len());
        let step = visit.steps.iter().find(|step| Some(step.id.get()) == visit.present).map(|step| &step.record);
        let asks_email = is_first && form.one_response_per_respondent;
        let faults = Faults::of(visit, wrong, asks_email);
        let fields = fields::of_step(visit, sent, seed, &faults);
        let heading = title(form);
        let title = match at.filter(|_| count > 1) {
            Some(at) => format!("{} – step {} of {count}", isolated(heading), at + 1),
            None => heading.to_owned(),
        };
        let title = if faults.all.is_empty() { title } else { format!("Error: {title}") };
        let text_of = |said: Option<&str>| said.filter(|_| is_first).map(str::to_owned);
        Self {
            frame: Frame { title, ..Frame::new(arrival, heading) },
            address: arrival.address(""),
            description: text_of(form.description.as_ref().map(|it| it.as_str())),
            welcome: text_of(form.welcome_text.as_ref().map(|it| it.as_str())),
            step: visit.present,
            step_title: step.and_then(|step: &FormStep| step.title.as_ref()).map(|it| it.as_str().to_owned()),
            step_description: step.and_then(|step| step.description.as_ref()).map(|it| it.as_str().to_owned()),
            progress: at.filter(|_| count > 1).map(|at| (at + 1, count)),
            email: asks_email.then(|| EmailView {
                value: sent.and_then(|sent| sent.email.clone()).or_else(|| visit.email.clone()).unwrap_or_default(),
                errors: faults.of_field("email"),
            }),
            sends_files: fields.iter().any(|field| matches!(field.control, Control::Files(_))),
            fields,
            unseen: unseen(visit),
            begins: !visit.is_begun,
            once: sent.and_then(|sent| sent.once.clone()).unwrap_or_else(|| secret(&rand::random())),
            is_last: at.is_none_or(|at| at + 1 == count),
            goes_back: !is_first,
            faults: faults.all,
            seed,
        }
    }
}

/// The answers to questions that nobody sees, which the first step sends along.
fn unseen(visit: &Visit) -> Vec<(String, String)> {
    let hidden = visit.definition.questions().filter(|it| it.question_type == QuestionType::Hidden);
    let said = hidden.filter(|_| !visit.is_begun).filter_map(|question| {
        let answer = visit.answers.get(&question.key)?.value().as_str()?;
        Some((question.key.clone(), answer.to_owned()))
    });
    said.collect()
}

/// The origin of an address, as a policy names it; `None` where none can.
pub(super) fn origin_of(url: &str) -> Option<&str> {
    let scheme = url.find("://")? + "://".len();
    let rest = url.get(scheme..)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | ':' | '[' | ']');
    url.get(..scheme + end).filter(|_| rest.get(..end).is_some_and(|host| !host.is_empty() && host.chars().all(plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_an_origin_and_nothing_else() {
        assert_eq!(origin_of("https://a.example/b?c"), Some("https://a.example"));
        assert_eq!(origin_of("http://a.example:8080"), Some("http://a.example:8080"));
        assert_eq!(origin_of("https://a.example;script-src *"), None);
        assert_eq!(origin_of("https://u:p@a.example/"), None);
        assert_eq!(origin_of("https:///x"), None);
    }
}
