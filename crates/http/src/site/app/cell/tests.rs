use super::*;

#[test]
fn what_is_shown_is_escaped() {
    let cell = Cell::Text("<script>\"x\"</script>".to_owned()).to_string();
    assert!(!cell.contains("<script"), "{cell}");
    let link = Anchor { href: "/a?b=c&d=\"".to_owned(), text: "<b>".to_owned() };
    let link = Cell::Anchor(link).to_string();
    assert!(!link.contains("<b>") && !link.contains("d=\"\""), "{link}");
}
