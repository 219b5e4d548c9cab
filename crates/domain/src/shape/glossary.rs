//! What the members of the documents are that the service answers and does not keep, in words for clients. A name means
//! the same wherever the shape does not say it itself.

/// Each member with what it is, a line each.
const GLOSSARY: &str = include_str!("glossary.txt");

/// What the member of this name is.
pub fn about(member: &str) -> Option<&'static str> {
    GLOSSARY.lines().find_map(|line| line.strip_prefix(member)?.strip_prefix(": "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_member_is_said_once_and_in_a_sentence() {
        let mut before = "";
        for line in GLOSSARY.lines() {
            let (name, said) = line.split_once(": ").expect("a name and what it is");
            assert!(before < name, "{name} stands in its place");
            assert_eq!(about(name), Some(said));
            assert!(said.ends_with('.') && said.starts_with(char::is_uppercase), "{line}");
            before = name;
        }
        assert_eq!(about("nothing"), None);
    }
}
