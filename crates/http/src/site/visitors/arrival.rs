//! A request that arrives at the page of a form: whose it is, and what it brings.

use std::sync::Arc;

use actix_web::HttpRequest;

use super::assets::ASSETS;
use super::cookie::{self, ResponseCookie};
use crate::admit::budget::Budget;
use crate::server::state::State;
use crate::site::cookies::is_https;

/// A request at the page of a form.
pub(super) struct Arrival<'r> {
    pub(super) request: &'r HttpRequest,
    /// What the page that is answered takes room of.
    pub(super) budget: &'r Arc<Budget>,
    /// What the address of the form ends with.
    pub(super) token: String,
    /// The path beneath which all is served.
    pub(super) root: String,
    /// Which response the visitor has begun.
    pub(super) kept: Option<ResponseCookie>,
    is_https: bool,
}

impl<'r> Arrival<'r> {
    pub(super) fn of(state: &'r State, request: &'r HttpRequest) -> Self {
        Self {
            request,
            budget: &state.budget,
            token: request.match_info().get("token").unwrap_or_default().to_owned(),
            root: state.origins.root().to_owned(),
            kept: cookie::kept(request),
            is_https: is_https(state, request),
        }
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
