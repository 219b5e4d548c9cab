//! What a response to a form says: each question with its answer, in the order in which the form asks them.

use uplift_domain::{Kind, Refusal};

use super::anchor::Anchor;
use super::cell::Cell;
use super::document::Document;
use super::found::Found;
use super::names::Names;
use super::table::Table;
use super::visit::PageVisit;

/// The table of the answers, where the record is a response that has some.
pub(super) async fn answers(visit: &PageVisit<'_>, kind: Kind, found: &Found) -> Result<Option<Table>, Refusal> {
    if kind != Kind::FormResponse {
        return Ok(None);
    }
    let named = [(kind.singular(), found.id.as_str())];
    let path = format!("/form-responses/{{{}}}", kind.singular());
    let told = visit.part(&path, &named, "include=answers.question").await?.unwrap_or(Document::Null);
    let form = found.record.at("form_id").whole().unwrap_or_default().to_string();
    let form = visit.part("/forms/{form}", &[("form", &form)], "include=steps").await?.unwrap_or(Document::Null);
    let steps = form.at("data").at("steps").items();
    let place = |answer: &&Document| {
        let question = answer.at("question");
        let step = steps.iter().find(|step| step.at("id") == question.at("form_step_id"));
        // What was asked in a step that is no longer there comes last.
        let step = step.and_then(|step| step.at("position").whole()).unwrap_or(i64::MAX);
        (step, question.at("position").whole(), answer.at("id").whole())
    };
    let mut all: Vec<&Document> = told.at("data").at("answers").items().iter().collect();
    all.sort_by_key(place);
    let files = all.iter().filter(|answer| is_of_files(answer)).flat_map(|answer| answer.at("value").items());
    let files = files.filter_map(Document::whole).map(|id| (Kind::Attachment, id)).collect();
    let names = Names::read(visit, files).await?;
    let row = |answer: &&Document| {
        let question = answer.at("question").at("label").text();
        vec![Cell::Text(question.to_owned()), cell(visit.root(), &names, answer)]
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    Ok((!rows.is_empty()).then(|| Table::of_rows("Answers", &["Question", "Answer"], rows)))
}

fn is_of_files(answer: &Document) -> bool {
    answer.at("question").at("type").text() == "file_upload"
}

fn cell(root: &str, names: &Names, answer: &Document) -> Cell {
    let value = answer.at("value");
    if is_of_files(answer) {
        let link = |id: i64| match names.link(root, Kind::Attachment, id) {
            Cell::Anchor(link) => Some(link),
            _no_page => None,
        };
        let links: Vec<Anchor> = value.items().iter().filter_map(Document::whole).filter_map(link).collect();
        return if links.is_empty() { Cell::Nothing } else { Cell::Anchors(links) };
    }
    let text = answer.at("text_value").text();
    // As the service writes several things of one answer; what respondents wrote may look the same.
    let parts: Vec<String> = text.split("; ").map(str::to_owned).collect();
    let several = value.items().len().max(value.members().len());
    match text {
        "" => Cell::Nothing,
        _text if several > 1 && several == parts.len() => Cell::Lines(parts),
        text => Cell::Long(text.to_owned()),
    }
}
