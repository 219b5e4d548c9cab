use super::*;

#[test]
fn an_address_names_a_host_and_at_most_a_port_and_a_path() {
    for text in [
        "https://uplift.example",
        "http://localhost:3000",
        "http://127.0.0.1:8080/api",
        "http://[::1]:8080/uplift/api",
        "https://xn--bcher-kva.example/api",
    ] {
        assert!(web(text).is_some(), "{text}");
    }
    for text in [
        "https://x y/api",
        "https:///api",
        "https://:80/api",
        "http://x:99999/api",
        "http://x:/api",
        "https://a\"b<c>/api",
        "https://x/a\"b/api",
        "https://*.example.com",
        "https://user@x/api",
        "https://x/api?a=/api",
        "https://x/api#/api",
        "https://a..example/api",
        "http://[1]/api",
        "ftp://x/api",
        "/api",
        "x",
    ] {
        assert!(web(text).is_none(), "{text}");
    }
}
