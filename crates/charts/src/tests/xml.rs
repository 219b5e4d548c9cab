//! Reads XML as strictly as the tests need it.

/// An element, or the end of one, with its attributes, and the text that follows it.
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) closes: bool,
    /// Whether it has no content.
    pub(super) empty: bool,
    pub(super) text: String,
}

impl Tag {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn number(&self, name: &str) -> f64 {
        self.get(name).map_or(0.0, |it| it.parse().unwrap())
    }
}

/// All tags of a document, which must be well-formed.
pub(super) fn read(document: &str) -> Vec<Tag> {
    assert!(document.chars().all(|it| !it.is_control() && it != '\u{fffe}' && it != '\u{ffff}'));
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    let mut rest = document;
    while let Some(after) = rest.strip_prefix('<') {
        let (inside, after) = after.split_once('>').expect("a tag ends");
        let (text, next) = after.find('<').map_or((after, ""), |it| after.split_at(it));
        let mut tag = tag_of(inside);
        tag.text = plain(text);
        if tag.closes {
            assert_eq!(open.pop().as_deref(), Some(tag.name.as_str()), "ends match");
        } else if !tag.empty {
            open.push(tag.name.clone());
        }
        assert!(!open.is_empty() || next.is_empty(), "there is one root");
        tags.push(tag);
        rest = next;
    }
    assert!(rest.is_empty() && open.is_empty(), "everything is closed");
    tags
}

fn tag_of(inside: &str) -> Tag {
    let (inside, empty) = inside.strip_suffix('/').map_or((inside, false), |it| (it, true));
    let (inside, closes) = inside.strip_prefix('/').map_or((inside, false), |it| (it, true));
    let (name, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.is_empty() {
        let (attribute, after) = rest.split_once("=\"").expect("an attribute has a value");
        let (value, after) = after.split_once('"').expect("a value ends");
        assert!(attribute.chars().all(|it| it.is_ascii_lowercase() || it == '-' || it.is_ascii_uppercase()));
        assert!(!attributes.iter().any(|(it, _)| it == attribute), "{attribute} stands once");
        attributes.push((attribute.to_owned(), plain(value)));
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    Tag { name: name.to_owned(), attributes, closes, empty, text: String::new() }
}

fn plain(text: &str) -> String {
    assert!(!text.contains('<') && !text.contains('>'));
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")];
    let plain = entities.iter().fold(text.to_owned(), |it, (entity, character)| it.replace(entity, character));
    assert!(!plain.replace("&amp;", "").contains('&'), "only known entities: {text}");
    plain.replace("&amp;", "&")
}
