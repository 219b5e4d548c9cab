//! The origin of a request: the address of the client, and the scheme and host it called.
//!
//! Headers that tell of them count only where they come from a trusted proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::Version;
use actix_web::http::header::{FORWARDED, HOST, HeaderName, VIA};
use ipnet::IpNet;

/// What most proxies tell of a request: whom it is for, by which scheme, on which host.
const X_FORWARDED: [HeaderName; 3] = [
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-proto"),
    HeaderName::from_static("x-forwarded-host"),
];

/// How many bits of an address of version 6 are its network's, which whoever has one address has all of.
const NETWORK_BITS: u32 = 64;

/// How many bits come before an address of version 4 that is written as one of version 6.
const MAPPED_BITS: u8 = 96;

/// What beside these tells that somebody passed a request on for somebody else.
const PASSED_ON: [HeaderName; 8] = [
    FORWARDED,
    VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-client-ip"),
    HeaderName::from_static("x-cluster-client-ip"),
    HeaderName::from_static("true-client-ip"),
    HeaderName::from_static("cf-connecting-ip"),
    HeaderName::from_static("fastly-client-ip"),
];

/// How the names of a family of such headers begin.
const PASSED_ON_FAMILY: &str = "x-forwarded";

/// Where the base address ends.
pub(crate) const BASE: &str = "/api";

pub(crate) struct Origins {
    base_url: Option<String>,
    trusted: Vec<IpNet>,
    /// The address that is called where a request names no host.
    listening: SocketAddr,
}

/// What a trusted proxy tells of a request.
#[derive(Default)]
struct ForwardedHeaders {
    client: Option<IpAddr>,
    scheme: Option<String>,
    host: Option<String>,
}

impl Origins {
    pub(crate) fn new(base_url: Option<String>, trusted: Vec<IpNet>, listening: SocketAddr) -> Self {
        Self { base_url, trusted: trusted.into_iter().map(canonical).collect(), listening }
    }

    /// The address of the client; that of the connection unless a trusted proxy tells another.
    pub(crate) fn client(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = peer(request);
        self.forwarded_headers(request, peer).client.or(peer)
    }

    /// Whether the request was made on this machine, and not on behalf of somebody else, as far as can be told. A proxy
    /// that tells nothing of itself still tends to speak HTTP/1.0, or to pass on the host that was called.
    pub(crate) fn is_local(request: &HttpRequest) -> bool {
        let tells = |name: &HeaderName| PASSED_ON.contains(name) || name.as_str().starts_with(PASSED_ON_FAMILY);
        let called = header(request, &HOST).or_else(|| request.uri().authority().map(|it| it.as_str()));
        !request.headers().keys().any(tells)
            && request.version() > Version::HTTP_10
            && called.is_some_and(names_this_machine)
            && peer(request).is_some_and(|it| it.is_loopback())
    }

    /// The base address for generated links.
    pub(crate) fn base_url(&self, request: &HttpRequest) -> String {
        if let Some(base) = &self.base_url {
            return base.clone();
        }
        let forwarded_headers = self.forwarded_headers(request, peer(request));
        let scheme = forwarded_headers.scheme.as_deref().unwrap_or("http");
        let called = header(request, &HOST).or_else(|| request.uri().authority().map(|it| it.as_str()));
        let mut hosts = forwarded_headers.host.as_deref().into_iter().chain(called);
        match hosts.find(|host| is_host(host)) {
            Some(host) => [scheme, "://", host, BASE].concat(),
            None => format!("{scheme}://{}{BASE}", self.listening),
        }
    }

    /// The path beneath which a proxy serves the whole, without a slash at its end; empty where that is the root.
    pub(crate) fn root(&self) -> &str {
        let beyond_scheme = self.base_url.as_deref().and_then(|base| base.split_once("://"));
        let path = beyond_scheme.and_then(|(_, rest)| rest.split_at_checked(rest.find('/')?)).map(|(_, path)| path);
        path.unwrap_or_default().strip_suffix(BASE).unwrap_or_default()
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    fn forwarded_headers(&self, request: &HttpRequest, peer: Option<IpAddr>) -> ForwardedHeaders {
        if self.trusted.is_empty() || !peer.is_some_and(|it| self.trusts(it)) {
            return ForwardedHeaders::default();
        }
        // A proxy that sets the one family may pass on what a client wrote into the other, and most set this one.
        if X_FORWARDED.iter().any(|name| request.headers().contains_key(name)) {
            self.x_forwarded(request)
        } else {
            self.forwarded(&joined(request, &FORWARDED))
        }
    }

    /// RFC 7239: elements from the client's side to ours; the nearest one that is not a trusted proxy is the client.
    fn forwarded(&self, header: &str) -> ForwardedHeaders {
        let mut forwarded_headers = ForwardedHeaders::default();
        for element in header.rsplit(',') {
            let mut client = None;
            for pair in element.split(';') {
                let Some((name, value)) = pair.trim().split_once('=') else {
                    continue;
                };
                let value = value.trim_matches('"');
                match name.to_ascii_lowercase().as_str() {
                    "for" => client = address(value),
                    "proto" => forwarded_headers.scheme = scheme(value).or(forwarded_headers.scheme),
                    "host" => forwarded_headers.host = Some(value.to_owned()),
                    _ => {}
                }
            }
            forwarded_headers.client = client.or(forwarded_headers.client);
            if !client.is_some_and(|it| self.trusts(it)) {
                break;
            }
        }
        forwarded_headers
    }

    fn x_forwarded(&self, request: &HttpRequest) -> ForwardedHeaders {
        let [for_header, proto, host] = &X_FORWARDED;
        let last = |name| joined(request, name).rsplit(',').next().map(|it| it.trim().to_owned());
        let mut client = None;
        for value in joined(request, for_header).rsplit(',') {
            let Some(hop) = address(value.trim()) else { break };
            client = Some(hop);
            if !self.trusts(hop) {
                break;
            }
        }
        ForwardedHeaders {
            client,
            scheme: last(proto).and_then(|it| scheme(&it)),
            host: last(host).filter(|it| !it.is_empty()),
        }
    }
}

/// The other end of the connection. A socket for both families has the addresses of the older one in the newer one's form.
fn peer(request: &HttpRequest) -> Option<IpAddr> {
    Some(request.peer_addr()?.ip().to_canonical())
}

/// A network of the older family that is written in the newer one's form as peers are compared with it.
pub(crate) fn canonical(network: IpNet) -> IpNet {
    let address = network.addr().to_canonical();
    let bits = network.prefix_len().checked_sub(MAPPED_BITS).filter(|_| address.is_ipv4());
    bits.and_then(|bits| IpNet::new(address, bits).ok()).unwrap_or(network)
}

/// What of an address its holder cannot choose at will: all of one of version 4, the network of one of version 6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - NETWORK_BITS))).into(),
    }
}

/// Whether a host, with or without a port, is a name or an address of the machine that says it.
fn names_this_machine(host: &str) -> bool {
    if let Some(address) = address(host) {
        return address.is_loopback();
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// What a header says, all its lines joined in order: a proxy may add a line of its own to one that a client sent.
fn joined(request: &HttpRequest, name: &HeaderName) -> String {
    let lines = request.headers().get_all(name).filter_map(|line| line.to_str().ok());
    lines.collect::<Vec<_>>().join(",")
}

fn header<'r>(request: &'r HttpRequest, name: &HeaderName) -> Option<&'r str> {
    request.headers().get(name)?.to_str().ok().filter(|it| !it.is_empty())
}

fn scheme(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    matches!(text.as_str(), "http" | "https").then_some(text)
}

/// Whether this can stand in an address as the host and its port.
fn is_host(text: &str) -> bool {
    let may_stand = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'.' | b'-' | b'_' | b':' | b'[' | b']');
    !text.is_empty() && text.bytes().all(may_stand)
}

/// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`, and `::ffff:192.0.2.1` as the first.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|it| it.split(']').next()).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    address.map(|it| it.to_canonical())
}

#[cfg(test)]
mod tests;
