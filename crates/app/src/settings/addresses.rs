//! Addresses: where browsers find the service, from where they may call it, and whose headers count.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::http::Uri;
use anyhow::Result;
use ipnet::IpNet;

use super::given::Given;

impl Given {
    pub(super) fn base_url(&self) -> Result<Option<String>> {
        let Some(value) = &self.value else { return Ok(None) };
        let base = value.trim_end_matches('/');
        match web(base) {
            Some(address) if address.path().ends_with("/api") => Ok(Some(base.to_owned())),
            Some(_) | None => self.refuse("an http or https address that ends in /api"),
        }
    }

    pub(super) fn networks(&self) -> Result<Vec<IpNet>> {
        let network = |text: &str| text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        match self.list().map(network).collect() {
            Some(networks) => Ok(networks),
            None => self.refuse("a comma-separated list of addresses (192.0.2.1) or networks (10.0.0.0/8)"),
        }
    }

    pub(super) fn origins(&self) -> Result<Vec<String>> {
        let is_origin = |text: &str| web(text).is_some_and(|address| address.path() == "/" && !text.ends_with('/'));
        if self.list().all(is_origin) {
            Ok(self.list().map(str::to_owned).collect())
        } else {
            self.refuse("a comma-separated list of origins (https://app.example.com)")
        }
    }
}

/// An address of http or https that names a host, and no user, query or fragment.
fn web(text: &str) -> Option<Uri> {
    // The parser lets these through, or leaves them out.
    if text.bytes().any(|it| !it.is_ascii_graphic() || b"\"#<>\\^`{|}".contains(&it)) {
        return None;
    }
    let address: Uri = text.parse().ok()?;
    let authority = address.authority()?;
    let port = authority.port().map(|port| format!(":{}", port.as_str())).unwrap_or_default();
    // What is left is a user, or a port that is none.
    let is_plain = authority.as_str() == format!("{}{port}", authority.host());
    let is_web = matches!(address.scheme_str(), Some("http" | "https"));
    (is_web && is_plain && is_host(authority.host()) && address.query().is_none()).then_some(address)
}

fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        return address.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
    };
    host.split('.').all(is_label)
}

#[cfg(test)]
mod tests;
