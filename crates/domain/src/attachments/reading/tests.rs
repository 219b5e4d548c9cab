use super::*;

#[test]
fn a_files_name_is_its_last_part() {
    for (original, name) in [
        ("shot.png", Some("shot.png")),
        ("../../etc/passwd", Some("passwd")),
        ("C:\\Users\\x\\Снимок экрана.png", Some("Снимок экрана.png")),
        ("a\r\nb\0.png", Some("ab.png")),
        ("invoice\u{202E}gnp.exe", Some("invoicegnp.exe")),
        ("\u{200F} \u{202E}", None),
        ("folder/", None),
        ("", None),
    ] {
        assert_eq!(base_name(original).as_ref().map(Name::as_str), name, "{original}");
    }
}

#[test]
fn a_links_name_is_its_host() {
    for (url, name) in [
        ("https://example.test/a?b", "example.test"),
        ("http://user:secret@example.test:8080", "example.test"),
        ("http://[::1]:3000/a", "[::1]"),
        ("http://[::1]/", "[::1]"),
        ("https://example.test?x=/y", "example.test"),
    ] {
        assert_eq!(host(&HttpUrl::parse(url).unwrap()).unwrap().as_str(), name);
    }
}
