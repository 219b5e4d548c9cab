use super::*;

#[test]
fn a_login_leads_back_to_a_page_and_nowhere_else() {
    for next in ["/app", "/app/ideas", "/app/ideas?filter%5Bname%5D=a%2Fb&sort=-id", "/app?x=//evil"] {
        assert_eq!(led_back("", next), Some(next));
    }
    assert_eq!(led_back("/up", "/up/app/ideas"), Some("/up/app/ideas"));
    for next in [
        "",
        "/",
        "//evil.example",
        "//evil.example/app",
        "https://evil.example/app",
        "/application",
        "/app//evil.example",
        "/app/../evil",
        "/app/%2e%2e/evil",
        "/app/%252e%252e/evil",
        "/app\\..\\evil",
        "/app/%5c..%5cevil",
        "/app%2f%2fevil",
        "/app/\r\nSet-Cookie: a=b",
        "/app/%0d%0aSet-Cookie:a=b",
        "/app/login",
        "/app/logout",
        "/api/ideas",
        "\\\\evil.example",
        "javascript:alert(1)",
    ] {
        assert_eq!(led_back("", next), None, "{next}");
    }
    assert_eq!(led_back("/up", "/app/ideas"), None);
}
