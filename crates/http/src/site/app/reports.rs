//! The pages of reports: the parameters as a form, the chart, and the same figures in tables.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::record::Choices as _;
use uplift_domain::reports::{Report, ReportName};
use uplift_domain::{Kind, Refusal};

use super::address::PageQuery;
use super::controls::{Control, Form, Input};
use super::document::Document;
use super::figures::{Figures, figures, height, in_order};
use super::layout::{Layout, answer};
use super::reading::{Reading, zone_of};
use super::report_catalog::{operation, own, title};
use super::visit::Visit;
use crate::answer::problem;

#[derive(Template)]
#[template(path = "app/report.html")]
struct ReportPage {
    layout: Layout,
    form: Form,
    csv: Option<String>,
    window: String,
    figures: Option<Figures>,
}

/// Makes the page of a report.
pub(super) async fn report(visit: &Visit<'_>) -> Result<HttpResponse, Refusal> {
    let name = visit.named("name");
    let missing = || Refusal::Missing { kind: "report", id: name.to_owned() };
    let (path, parameter) = operation().ok_or_else(missing)?;
    let report = ReportName::from_name(name).ok_or_else(missing)?.declared();
    let (named, raw) = ([(parameter, name)], visit.request.query_string());
    if !visit.query.get("format").is_empty() {
        return visit.passed_on(path, &named, raw).await;
    }
    let mut form = form(&visit.query, report, format!("{}/app/reports/{name}", visit.root()));
    let found = visit.ask(path, &named, raw).await;
    let mut status = StatusCode::OK;
    let found = match found {
        Ok(found) => Some(found),
        Err(refusal) => {
            status = problem::status(&refusal);
            form.report_error(refusal)?;
            None
        }
    };
    let query = if raw.is_empty() { String::new() } else { format!("?{raw}") };
    let layout = visit.layout(title(report.name), Some(format!("/reports/{name}{query}"))).await?;
    let csv = visit.query.with(|_| false, &[("format", "csv")]);
    let csv = found.as_ref().map(|_| format!("{}/app/reports/{name}?{csv}", visit.root()));
    let window = found.as_ref().map(|found| window(found.at("meta"))).unwrap_or_default();
    let figures = match found {
        Some(found) => {
            let data = in_order(found.at("data").clone(), &report.shape);
            let chart = visit.chart(path, &named, &height(raw, &data)).await?;
            let grouped = ["by", "group_by"].map(|name| visit.query.get(name).to_owned());
            Some(figures(
                &data,
                chart,
                &Reading::of_report(visit, zone_of(&found), &data, grouped_by(&grouped), true).await?,
            ))
        }
        None => None,
    };
    Ok(answer(status, &ReportPage { layout, form, csv, window, figures }))
}

/// Of which kind the groups of a report are, by what it was asked for: pages where nothing is said.
pub(super) fn grouped_by(asked: &[String; 2]) -> Option<Kind> {
    match asked.iter().find(|by| !by.is_empty()).map(String::as_str) {
        Some("owner") => Some(Kind::User),
        Some(by) => Kind::named(by),
        None => Some(Kind::Page),
    }
}

/// In words, of which days a report tells.
pub(super) fn window(meta: &Document) -> String {
    let (from, to, zone) = (meta.at("from").text(), meta.at("to").text(), meta.at("timezone").text());
    match (from, to) {
        ("", _) | (_, "") => String::new(),
        (from, to) => format!("{from} to {to}, {zone}"),
    }
}

fn form(query: &PageQuery, report: &Report, action: String) -> Form {
    let control = |name: &str, label: &str, input: Input| Control::of(query, name, label, input);
    let mut main = vec![
        control("from", "From", Input::Text("date")),
        control("to", "To", Input::Text("date")),
        control("period", "Period", Input::Text("text")),
    ];
    if report.has_buckets() {
        let steps = ["day", "week", "month", "quarter", "year"];
        main.push(control("granularity", "By", Input::words("month", &steps)));
    }
    if report.is_compared() {
        main.push(control("compare", "Compared with", Input::words("nothing", &["previous_period", "previous_year"])));
    }
    for (name, label, usual) in own(report.name) {
        let field = report.fields.iter().find(|field| field.name == *name);
        main.push(control(name, label, field.map_or(Input::Text("text"), |field| Input::of_field(usual, field))));
    }
    let more = [
        ("filter[project_id]", "Project"),
        ("filter[tag_id]", "Tag"),
        ("filter[goal_id]", "Goal"),
        ("filter[owner_id]", "Owner"),
    ];
    let mut more: Vec<_> = more.iter().map(|(name, label)| control(name, label, Input::Text("text"))).collect();
    more.push(control("include_aa", "With A/A tests", Input::words("no", &["true"])));
    let is_open = more.iter().any(|control| !control.value.is_empty());
    let mut form = Form { action, main, more, is_open, kept: Vec::new(), errors: Vec::new() };
    form.keep(query);
    form
}
