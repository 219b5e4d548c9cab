//! A request that arrives at the page of a form: whose it is, and what it brings.

use actix_web::{HttpRequest, web};
use uplift_domain::Refusal;
use uplift_domain::ports::{Owner, Reach, ReadTx};
use uplift_domain::responses::{self, PublicForm};

use super::assets::ASSETS;
use super::cookie::{self, ResponseCookie};
use crate::operations::jobs::{Requester, read};
use crate::server::state::State;

/// A request at the page of a form.
pub(super) struct Arrival<'r> {
    pub(super) request: &'r HttpRequest,
    /// What the address of the form ends with.
    pub(super) token: String,
    /// The path beneath which all is served.
    pub(super) root: String,
    /// Which response the visitor has begun.
    pub(super) kept: Option<ResponseCookie>,
    is_https: bool,
}

impl<'r> Arrival<'r> {
    pub(super) fn of(state: &web::Data<State>, request: &'r HttpRequest) -> Self {
        Self {
            request,
            token: request.match_info().get("token").unwrap_or_default().to_owned(),
            root: state.origins.root().to_owned(),
            kept: cookie::kept(request),
            is_https: state.origins.base_url(request).starts_with("https://"),
        }
    }

    /// Finds the form at the address, and counts the request, and the response that it begins where it begins one.
    ///
    /// # Errors
    /// When there is no such form, or when there were too many of this visitor in this minute.
    pub(super) async fn find(&self, state: &State, begins: bool) -> Result<PublicForm, Refusal> {
        let token = self.token.clone();
        let nobody = Requester { owner: Owner::Installation, request: self.request };
        let find = move |tx: &mut dyn ReadTx| responses::find_form(tx, &token);
        let found = read(&state.database, nobody, Reach::Page, find);
        state.public.find(state.origins.client(self.request), &self.token, begins, found).await
    }

    /// The path of the page, and what comes after it. What is no token is not repeated.
    pub(super) fn address(&self, rest: &str) -> String {
        let token = if self.token.bytes().all(|it| it.is_ascii_alphanumeric()) { self.token.as_str() } else { "" };
        format!("{}/f/{token}{rest}", self.root)
    }

    /// The path of an asset.
    pub(super) fn asset(&self, name: &str) -> String {
        format!("{}/f/assets/{name}?{}", self.root, ASSETS.edition())
    }

    /// The cookie by which the visitor goes on.
    pub(super) fn keep(&self, kept: &ResponseCookie) -> String {
        cookie::keep(kept, &self.address(""), self.is_https)
    }

    /// The cookie that takes the other away.
    pub(super) fn forget(&self) -> String {
        cookie::forget(&self.address(""), self.is_https)
    }
}
