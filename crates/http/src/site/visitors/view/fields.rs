//! The questions of a step as the page shows them.

use uplift_domain::FormQuestion;
use uplift_domain::forms::{Question, Written, write_answer};
use uplift_domain::record::Choices as _;
use uplift_domain::responses::{StepSent, Visit};

use super::controls::Control;
use super::faults::Faults;
use super::limits::limits;
use super::rules;
use crate::site::isolated::isolated;

/// A question as the page shows it.
pub(super) struct FieldView {
    pub(super) key: String,
    /// The id of its first control.
    pub(super) id: String,
    pub(super) question_type: &'static str,
    pub(super) label: String,
    pub(super) help: Option<String>,
    /// What an answer has to keep to.
    pub(super) limits: Option<String>,
    pub(super) is_required: bool,
    /// Whether it is seen with what is answered so far.
    pub(super) is_seen: bool,
    /// By which rules it comes and goes, for the script.
    pub(super) rules: Option<String>,
    pub(super) errors: Vec<String>,
    /// The ids of what describes it, with blanks between them.
    pub(super) described_by: String,
    pub(super) control: Control,
}

impl FieldView {
    /// Whether people may leave it out.
    pub(super) fn is_optional(&self) -> bool {
        !self.is_required && !matches!(self.control, Control::Statement)
    }
}

/// The questions of the step where the visitor is, with what was sent, or else with what is answered.
pub(super) fn of_step(visit: &Visit, sent: Option<&StepSent>, seed: u32, faults: &Faults) -> Vec<FieldView> {
    let step = visit.definition.steps.iter().find(|step| Some(step.id) == visit.present);
    let Some(step) = step else { return Vec::new() };
    let shown = step.questions.iter().filter(|question| question.question_type.is_shown());
    let earlier = rules::earlier(visit);
    let fields = shown.filter_map(|question| {
        let record = visit.questions.iter().find(|it| it.record.key.as_str() == question.key)?;
        let live = rules::live(&earlier, step, question);
        let is_seen = visit.form_path.questions.contains(&question.key);
        Some(field(visit, (question, &record.record), sent, seed, (faults, is_seen, live)))
    });
    fields.collect()
}

fn field(
    visit: &Visit,
    (question, record): (&Question, &FormQuestion),
    sent: Option<&StepSent>,
    seed: u32,
    (faults, is_seen, rules): (&Faults, bool, Option<String>),
) -> FieldView {
    let id = format!("q-{}", question.key);
    let errors = faults.of_question(&question.key);
    let written = written(visit, question, sent);
    let help = record.help_text.as_ref().map(|it| it.as_str().to_owned());
    let limits = limits(visit, question);
    let control = Control::of(visit, question, (&written, faults), record.randomize.then_some(seed));
    let described = [
        (help.is_some(), "help"),
        (limits.is_some(), "limits"),
        (matches!(&control, Control::Choices(choices) if choices.ends().is_some()), "ends"),
        (matches!(control, Control::Ranking(_)), "places"),
        (!errors.is_empty(), "error"),
    ];
    // What the script shows has to be answered then.
    let is_demanded = question.is_required && question.question_type.is_asked();
    let described = described.iter().filter(|(there, _)| *there).map(|(_, of)| format!("{of}-{}", question.key));
    FieldView {
        key: question.key.clone(),
        question_type: question.question_type.name(),
        label: isolated(record.label.as_str()),
        help,
        limits,
        is_required: visit.form_path.required.contains(&question.key) || (!is_seen && is_demanded),
        is_seen,
        rules,
        described_by: described.collect::<Vec<_>>().join(" "),
        control,
        id,
        errors,
    }
}

/// What stands in the fields of a question.
fn written(visit: &Visit, question: &Question, sent: Option<&StepSent>) -> Written {
    let seen = |sent: &&StepSent| {
        let shown = sent.shown.as_ref().is_none_or(|shown| shown.contains(&question.key));
        shown || sent.written.contains_key(&question.key)
    };
    match (sent.filter(seen), visit.answers.get(&question.key)) {
        (Some(sent), _) => sent.written.get(&question.key).cloned().unwrap_or_default(),
        (None, Some(answer)) => write_answer(question, answer),
        (None, None) => Written::default(),
    }
}
