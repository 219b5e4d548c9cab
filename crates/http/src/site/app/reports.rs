//! The pages of reports: the parameters as a form, the chart, and the same figures in tables.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::record::{Choices as _, Fields, Record as _};
use uplift_domain::reports::{Common, Report, ReportFilter, ReportName};
use uplift_domain::{Json, Kind, Refusal};

use super::address::suffix;
use super::catalog::kind_named;
use super::chart::{elements, height};
use super::choices::Choices;
use super::controls::{Control, Form};
use super::document::Document;
use super::figures::{Figures, figures, in_order};
use super::input::Input;
use super::layout::Layout;
use super::reading::Reading;
use super::report_catalog::{address, note, own, title};
use super::visit::PageVisit;
use crate::answer::problem;
use crate::answer::svg::chart_of_report;
use crate::answer::words::words;
use crate::operations::operation::ReportAct;
use crate::site::page::html;

/// Periods that are often asked for.
const PERIODS: [&str; 9] = [
    "this_month",
    "last_month",
    "this_quarter",
    "last_quarter",
    "this_year",
    "last_year",
    "last_30_days",
    "last_90_days",
    "all",
];

#[derive(Template)]
#[template(path = "app/report.html")]
struct ReportPage {
    layout: Layout,
    form: Form,
    csv: Option<String>,
    window: String,
    note: &'static str,
    figures: Option<Figures>,
}

/// Makes the page of a report.
pub(super) async fn report(visit: &PageVisit<'_>) -> Result<HttpResponse, Refusal> {
    let name = visit.named("name");
    let missing = || Refusal::Missing { kind: "report", id: name.to_owned() };
    let report = ReportName::from_name(name).ok_or_else(missing)?.declared();
    let (path, named, raw) = (ReportAct::Named.path(), [("report", name)], visit.request.query_string());
    if !visit.query.get("format").is_empty() {
        return visit.passed_on(path, &named, raw).await;
    }
    let address = address(visit.root(), report.name);
    let mut form = form(visit, report, address.clone()).await?;
    let found = visit.told(path, &named, raw).await;
    let mut status = StatusCode::OK;
    let found = match found {
        Ok((found, asked)) => {
            for (control, name) in form.main.iter_mut().zip(["from", "to"]).filter(|(it, _)| it.value.is_empty()) {
                control.hint = format!("now {}", found.at("meta").at(name).text());
            }
            Some((found, asked))
        }
        Err(refusal) => {
            status = problem::status(&refusal);
            form.report_error(refusal)?;
            None
        }
    };
    let title = format!("{} report", title(report.name));
    let api = format!("/reports/{name}{}", suffix(raw));
    let layout = visit.layout(&title, Some(api)).await?.with_status(status);
    let csv = visit.query.with(|_| false, &[("format", "csv")]);
    let may_export = found.is_some() && visit.bearer.caller.permit_export().is_ok();
    let csv = may_export.then(|| format!("{address}?{csv}"));
    let window = found.as_ref().map(|(found, _)| window(found.at("meta"))).unwrap_or_default();
    let window = [window].into_iter().chain(form.chosen()).collect::<Vec<_>>().join(" · ");
    let figures = match found {
        Some((found, asked)) => {
            let data = in_order(found.at("data").clone(), &report.shape);
            let chart = chart_of_report(report.name, &found.to_json(), &asked);
            let chart = Some(elements(&visit.query, height(&data), &chart));
            let grouped = grouped_by(report.name, &asked);
            Some(figures(&data, chart, &Reading::of_report(visit, &found, &data, grouped, true).await?))
        }
        None => None,
    };
    let page = ReportPage { layout, form, csv, window, note: note(report.name), figures };
    html(status, &page, visit.hold())
}

/// The kind of the groups of a report that was run with these parameters, where they are records.
pub(super) fn grouped_by(report: ReportName, asked: &Fields) -> Option<Kind> {
    let (name, _, usual) = own(report).iter().find(|(name, ..)| matches!(*name, "by" | "group_by"))?;
    match asked.get(*name).and_then(Json::as_str).unwrap_or(usual) {
        "owner" => Some(Kind::User),
        by => Kind::named(by),
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

async fn form(visit: &PageVisit<'_>, report: &Report, action: String) -> Result<Form, Refusal> {
    let control = |name: &str, label: &str, input: Input| Control::of(&visit.query, name, label, input);
    let mut main = vec![
        control("from", "From", Input::Text("date")),
        control("to", "To", Input::Text("date")),
        control("period", "Period", Input::Proposed(&PERIODS)),
    ];
    let of_field = |name: &str, label: &str, usual: &str| {
        let field = Common::FIELDS.iter().chain(report.fields).find(|field| field.name == name);
        control(name, label, field.map_or(Input::Text("text"), |field| Input::of_field(usual, field)))
    };
    if report.has_buckets() {
        main.push(of_field("granularity", "By", "month"));
    }
    if report.is_compared() {
        main.push(of_field("compare", "Compared with", "none"));
    }
    main.extend(own(report.name).iter().map(|(name, label, usual)| of_field(name, label, usual)));
    let filters = ReportFilter::NAMES.iter().filter_map(|name| Some((*name, kind_named(name)?)));
    let choices = Choices::read(visit, filters.clone().map(|(_, kind)| kind)).await?;
    let filter = |(name, kind)| control(&format!("filter[{name}]"), &words(name), choices.input(kind)).of_ids();
    let mut more: Vec<_> = filters.map(filter).collect();
    more.push(of_field("include_aa", "With A/A tests", "no"));
    Ok(Form::new("Report", action, &visit.query, main, more))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn groups_are_what_their_own_report_is_asked_for() {
        for (report, asked, kind) in [
            (ReportName::Coverage, json!({}), Some(Kind::Page)),
            (ReportName::Coverage, json!({ "by": "tag", "group_by": "owner" }), Some(Kind::Tag)),
            (ReportName::Coverage, json!({ "by": "device" }), None),
            (ReportName::WinRate, json!({ "by": "tag", "group_by": "owner" }), Some(Kind::User)),
            (ReportName::WinRate, json!({ "by": "tag" }), None),
            (ReportName::WinRate, json!({ "group_by": "month" }), None),
            (ReportName::Ideas, json!({ "by": "tag", "group_by": "owner" }), None),
        ] {
            assert_eq!(grouped_by(report, asked.as_object().unwrap()), kind, "{report:?} {asked}");
        }
    }
}
