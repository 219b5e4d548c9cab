use super::*;

#[test]
fn what_is_shown_is_escaped() {
    let cell = Cell::Text("<script>\"x\"</script>".to_owned()).to_string();
    assert!(!cell.contains("<script"), "{cell}");
    let link = Anchor { href: "/a?b=c&d=\"".to_owned(), text: "<b>".to_owned() };
    let link = Cell::Anchor(link).to_string();
    assert!(!link.contains("<b>") && !link.contains("d=\"\""), "{link}");
}

#[test]
fn what_divides_the_parts_of_a_link_stands_for_itself_in_an_address() {
    assert_eq!(mail_to("ada.l@x.example"), "mailto:ada.l@x.example");
    assert_eq!(mail_to("a+b?cc=c&d#%/@x.example"), "mailto:a%2Bb%3Fcc%3Dc%26d%23%25%2F@x.example");
}
