use super::*;
use actix_web::test::TestRequest;

fn origins() -> Origins {
    Origins::new(None, vec!["10.0.0.0/8".parse().unwrap()], ([127, 0, 0, 1], 8080).into())
}

fn request(peer: &str, headers: &[(&str, &str)]) -> HttpRequest {
    let mut request = TestRequest::default().peer_addr(peer.parse().unwrap());
    for (name, value) in headers {
        request = request.append_header((*name, *value));
    }
    request.to_http_request()
}

#[test]
fn strangers_are_not_believed() {
    let request = request("203.0.113.9:1", &[("x-forwarded-for", "198.51.100.1"), ("host", "uplift.test")]);
    assert_eq!(origins().client(&request), Some("203.0.113.9".parse().unwrap()));
    assert_eq!(origins().base_url(&request), "http://uplift.test/api");
}

#[test]
fn what_is_no_host_stands_in_no_address() {
    for host in ["<x>", "a b", "evil\" on", ""] {
        assert_eq!(origins().base_url(&request("203.0.113.9:1", &[("host", host)])), "http://127.0.0.1:8080/api");
        let passed_on = [("x-forwarded-host", host), ("host", "[::1]:8080")];
        assert_eq!(origins().base_url(&request("10.0.0.1:1", &passed_on)), "http://[::1]:8080/api");
    }
}

#[test]
fn a_proxy_tells_the_nearest_client_that_is_no_proxy() {
    let headers = [
        ("x-forwarded-for", "6.6.6.6, 198.51.100.1, 10.0.0.7"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "api.example.test"),
    ];
    let forwarded_headers = request("10.0.0.1:1", &headers);
    assert_eq!(origins().client(&forwarded_headers), Some("198.51.100.1".parse().unwrap()));
    assert_eq!(origins().base_url(&forwarded_headers), "https://api.example.test/api");

    let both = [
        ("x-forwarded-for", "127.0.0.1"),
        ("x-forwarded-for", "198.51.100.1"),
        ("forwarded", "for=127.0.0.1;host=evil.test"),
    ];
    let forwarded_headers = request("10.0.0.1:1", &both);
    assert_eq!(origins().client(&forwarded_headers), Some("198.51.100.1".parse().unwrap()));
    assert!(!origins().base_url(&forwarded_headers).contains("evil"));
    assert!(!Origins::is_local(&request("127.0.0.1:1", &both)));

    let forwarded = [("forwarded", "for=6.6.6.6, for=\"[2001:db8::1]:4711\";proto=https;host=api.example.test")];
    let forwarded_headers = request("10.0.0.1:1", &forwarded);
    assert_eq!(origins().client(&forwarded_headers), Some("2001:db8::1".parse().unwrap()));
    assert_eq!(origins().base_url(&forwarded_headers), "https://api.example.test/api");
}

#[test]
fn a_proxy_is_trusted_whichever_family_its_address_is_written_in() {
    let headers = [
        ("x-forwarded-for", "198.51.100.1, ::ffff:10.0.0.7"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "api.example.test"),
    ];
    let passed_on = request("[::ffff:10.0.0.1]:1", &headers);
    assert_eq!(origins().client(&passed_on), Some("198.51.100.1".parse().unwrap()));
    assert_eq!(origins().base_url(&passed_on), "https://api.example.test/api");

    let forwarded = [("forwarded", "for=198.51.100.1, for=\"[::ffff:10.0.0.7]:4711\"")];
    let passed_on = request("[::ffff:10.0.0.1]:1", &forwarded);
    assert_eq!(origins().client(&passed_on), Some("198.51.100.1".parse().unwrap()));

    let direct = request("[::ffff:203.0.113.9]:1", &headers);
    assert_eq!(origins().client(&direct), Some("203.0.113.9".parse().unwrap()));
}

#[test]
fn what_came_through_a_proxy_is_not_local() {
    for host in ["localhost", "LocalHost:8080", "a.localhost.", "127.0.0.1", "127.0.0.2:80", "[::1]:8080", "::1"] {
        assert!(Origins::is_local(&request("127.0.0.1:1", &[("host", host)])), "{host}");
    }
    for host in ["uplift.test", "localhost.test", "127.0.0.1.test", "10.0.0.1:80", "uplift", "[2001:db8::1]"] {
        assert!(!Origins::is_local(&request("127.0.0.1:1", &[("host", host)])), "{host}");
    }
    assert!(Origins::is_local(&request("[::ffff:127.0.0.1]:1", &[("host", "localhost")])));
    assert!(!Origins::is_local(&request("127.0.0.1:1", &[])));
    assert!(!Origins::is_local(&request("203.0.113.9:1", &[("host", "localhost")])));
    for header in ["X-Real-IP", "Via", "Forwarded", "CF-Connecting-IP", "X-Forwarded-Proto", "X-Forwarded-Port"] {
        assert!(!Origins::is_local(&request("127.0.0.1:1", &[("host", "localhost"), (header, "1")])), "{header}");
    }
    let old = TestRequest::default().version(Version::HTTP_10).peer_addr("127.0.0.1:1".parse().unwrap());
    assert!(!Origins::is_local(&old.insert_header(("host", "localhost")).to_http_request()));
}

#[test]
fn the_addresses_of_a_network_are_one() {
    let of = |text: &str| network(text.parse().unwrap()).to_string();
    for (address, network) in [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::", "2001:db8:0:1::"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::"),
        ("2001:db8:0:2::1", "2001:db8:0:2::"),
    ] {
        assert_eq!(of(address), network, "{address}");
    }
}

#[test]
fn a_trusted_network_may_be_written_as_one_of_version_6() {
    let trusts = |network: &str, address: &str| {
        let origins = Origins::new(None, vec![network.parse().unwrap()], ([127, 0, 0, 1], 8080).into());
        origins.trusts(address.parse().unwrap())
    };
    assert!(trusts("::ffff:10.0.0.1/128", "10.0.0.1"));
    assert!(!trusts("::ffff:10.0.0.1/128", "10.0.0.2"));
    assert!(trusts("::ffff:10.0.0.0/104", "10.1.2.3"));
    assert!(trusts("::ffff:0:0/96", "192.0.2.1"));
    assert!(trusts("2001:db8::/112", "2001:db8::7"));
}
