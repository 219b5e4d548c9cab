//! The layout: what stands around every page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use askama::Template;
use percent_encoding::percent_decode_str;
use uplift_domain::access::Right;
use uplift_domain::record::{Choices as _, Name};
use uplift_domain::refusal::Denial;
use uplift_domain::resource::Area;
use uplift_domain::{Kind, Refusal};

use super::address::suffix;
use super::anchor::Anchor;
use super::assets::ASSETS;
use super::catalog::{AREAS, SHOWN, Shown};
use super::cell::Cell;
use super::document::Document;
use super::report_catalog;
use super::visit::PageVisit;
use crate::admit::budget::Holder;
use crate::answer::problem;
use crate::clock::now;
use crate::origin::BASE;
use crate::server::state::State;
use crate::site::page::html_anyway;

/// The kind that stands before the others of its area.
const FIRST: Kind = Kind::Experiment;

/// What stands around a page.
pub(super) struct Layout {
    pub(super) root: String,
    pub(super) edition: &'static str,
    /// The heading of the page.
    pub(super) title: String,
    /// What the page is called in a window of a browser, before the name of the service.
    pub(super) tab: String,
    pub(super) team: String,
    pub(super) person: String,
    pub(super) navigation: Vec<Navigation>,
    /// What stands above the page, the furthest first.
    pub(super) trail: Vec<Anchor>,
    /// The whole address of the page, for whoever reads it on paper.
    pub(super) address: String,
    /// The address of the interface that tells the same.
    pub(super) api: Option<Anchor>,
    pub(super) made_at: Cell,
    /// By whose clocks times are shown.
    pub(super) zone: String,
}

/// Links that stand together.
pub(super) struct Navigation {
    pub(super) title: &'static str,
    /// Each with what `aria-current` says of it; empty where it leads elsewhere.
    pub(super) links: Vec<(Anchor, &'static str)>,
}

impl Layout {
    /// This layout for the page of a record of a kind, with these links above it.
    pub(super) fn beneath(mut self, trail: Vec<Anchor>, visit: &PageVisit<'_>, shown: &Shown) -> Self {
        let own = shown.link(visit.root()).href;
        let mut above = std::iter::once(&own).chain(trail.iter().map(|link| &link.href));
        let all = || self.navigation.iter().flat_map(|navigation| &navigation.links);
        let above = above.find(|href| all().any(|(link, _)| link.href == **href)).cloned();
        for (link, here) in self.navigation.iter_mut().flat_map(|navigation| &mut navigation.links) {
            if here.is_empty() && Some(&link.href) == above.as_ref() {
                *here = "true";
            }
        }
        self.trail = trail;
        self
    }
}

#[derive(Template)]
#[template(path = "app/problem.html")]
struct ProblemPage {
    layout: Layout,
    status: u16,
    text: String,
    errors: Vec<String>,
    /// The list in which to look for what is not here.
    list: Option<Anchor>,
}

#[derive(Template)]
#[template(path = "app/refused.html")]
struct RefusedPage<'a> {
    root: &'a str,
    edition: &'a str,
    status: u16,
    text: String,
}

impl PageVisit<'_> {
    /// What stands around a page of this title, which tells what the interface tells at this path.
    pub(super) async fn layout(&self, title: &str, api: Option<String>) -> Result<Layout, Refusal> {
        let team = self.part("/team", &[], "").await?;
        let team = team.map(|team| team.at("data").at("name").text().to_owned()).unwrap_or_default();
        let base = self.state.origins.base_url(self.request);
        let query = suffix(self.request.query_string());
        let origin = base.strip_suffix(BASE).unwrap_or(&base);
        let person = self.bearer.name.as_ref().map_or(self.bearer.email.as_str(), Name::as_str);
        Ok(Layout {
            root: self.root().to_owned(),
            edition: ASSETS.edition(),
            title: title.to_owned(),
            tab: if title == team { team.clone() } else { format!("{title} · {team}") },
            team,
            person: person.to_owned(),
            navigation: self.navigation(),
            trail: Vec::new(),
            address: format!("{origin}{}{query}", self.request.path()),
            api: api.map(|path| api_link(&base, &path)),
            made_at: Cell::of("", &Document::Text(now().to_string()).in_zone(self.zone())),
            zone: self.zone().to_owned(),
        })
    }

    fn navigation(&self) -> Vec<Navigation> {
        let (root, here) = (self.root(), format!("{}{}", self.root(), self.request.path()));
        let link = |link: Anchor| {
            let current = if here == link.href { "page" } else { "" };
            (link, current)
        };
        let home = Anchor { href: format!("{root}/app"), text: "Home".to_owned() };
        let mut all = vec![Navigation { title: "", links: vec![link(home)] }];
        for (area, title) in AREAS {
            let caller = &self.bearer.caller;
            let may_list = |shown: &&Shown| caller.permit(shown.facts.rights, Right::Read, &[]).is_ok();
            let mut kinds: Vec<_> = SHOWN.iter().filter(|shown| shown.facts.area == area).filter(may_list).collect();
            kinds.sort_by_key(|shown| shown.facts.kind != FIRST);
            let reports = if area == Area::Reports { report_catalog::links(root) } else { Vec::new() };
            let links = reports.into_iter().chain(kinds.iter().map(|shown| shown.link(root)));
            all.push(Navigation { title, links: links.map(link).collect() });
        }
        all.retain(|navigation| !navigation.links.is_empty());
        all
    }

    /// The page that tells of a refusal.
    pub(super) async fn problem(&self, refusal: &Refusal) -> HttpResponse {
        let status = problem::status(refusal);
        let errors = match refusal {
            Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => {
                invalid.errors().flat_map(|(_, messages)| messages.to_vec()).collect()
            }
            _another => Vec::new(),
        };
        let mut response = match self.layout(heading(status), None).await {
            Ok(layout) => {
                let (text, list) = (self.problem_text(refusal), self.list_instead(status));
                let page = ProblemPage { layout, status: status.as_u16(), text, errors, list };
                html_anyway(status, &page, self.hold())
            }
            Err(_) => return refused(self.state, refusal),
        };
        tell_when(&mut response, refusal);
        response
    }

    /// What the page says of a refusal.
    fn problem_text(&self, refusal: &Refusal) -> String {
        match (refusal, Shown::at(self.named("kind"))) {
            (Refusal::Forbidden(Denial::Role), Some(shown)) => {
                let role = self.bearer.caller.actor.role().map_or("", |role| role.name());
                format!("Your role ({role}) may not see {}.", shown.title.to_lowercase())
            }
            _another => problem::text(refusal),
        }
    }

    /// The list to which somebody is led who asked it for a record that is not there.
    fn list_instead(&self, status: StatusCode) -> Option<Anchor> {
        let shown = Shown::at(self.named("kind")).filter(|shown| !shown.facts.single)?;
        (status == StatusCode::NOT_FOUND)
            .then(|| Anchor { href: shown.list(self.root()), text: format!("All {}", shown.title.to_lowercase()) })
    }
}

impl Layout {
    /// This layout for a page that is answered with a status. The title of one that reports an error says so first.
    pub(super) fn with_status(mut self, status: StatusCode) -> Self {
        if !status.is_success() {
            self.tab = format!("Error: {}", self.tab);
        }
        self
    }
}

/// The link to what the interface tells at a path, under the request that asks for it.
fn api_link(base: &str, path: &str) -> Anchor {
    let shown = percent_decode_str(path).decode_utf8_lossy();
    Anchor { href: format!("{base}{path}"), text: format!("{BASE}{shown}") }
}

/// The page that tells of a refusal to somebody of whom nothing else is known.
pub(super) fn refused(state: &State, refusal: &Refusal) -> HttpResponse {
    let (root, status) = (state.origins.root(), problem::status(refusal));
    let page = RefusedPage { root, edition: ASSETS.edition(), status: status.as_u16(), text: problem::text(refusal) };
    let mut response = html_anyway(status, &page, state.budget.hold(Holder::Nobody));
    tell_when(&mut response, refusal);
    response
}

fn tell_when(response: &mut HttpResponse, refusal: &Refusal) {
    if let Some(seconds) = problem::retry_after(refusal) {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
}

fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        status if status.is_client_error() => "This cannot be shown",
        _ => "Something went wrong",
    }
}
