//! Checks a drawing: its rules, its frame, and that no text lies on another.

use super::xml::{Tag, read};
use crate::text::width;
use std::collections::HashSet;

const ELEMENTS: [&str; 12] =
    ["svg", "title", "desc", "defs", "pattern", "g", "rect", "path", "circle", "text", "line", "tspan"];

/// A text and the room that it takes.
struct Placed {
    text: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

pub(super) fn check(name: &str, svg: &str, wide: f64, high: f64) {
    let tags = read(svg);
    check_rules(name, &tags);
    for tag in tags.iter().skip_while(|it| !(it.name == "defs" && (it.closes || it.empty))) {
        check_place(name, tag, wide, high);
    }
    let placed = placed(&tags);
    for (position, text) in placed.iter().enumerate() {
        let whole = format!("{name}: {:?} at {}..{}, {}..{}", text.text, text.left, text.right, text.top, text.bottom);
        assert!(text.left >= -0.01 && text.right <= wide + 0.01, "{whole}");
        assert!(text.top >= -0.01 && text.bottom <= high + 0.01, "{whole}");
        for other in &placed[position + 1..] {
            let apart = text.right <= other.left + 0.1
                || other.right <= text.left + 0.1
                || text.bottom <= other.top + 0.1
                || other.bottom <= text.top + 0.1;
            assert!(apart, "{whole} lies on {:?} at {}, {}", other.text, other.left, other.top);
        }
    }
}

fn check_rules(name: &str, tags: &[Tag]) {
    let root = &tags[0];
    assert_eq!(root.get("role"), Some("img"), "{name}");
    let mut ids = HashSet::new();
    for tag in tags.iter().filter(|it| !it.closes) {
        assert!(ELEMENTS.contains(&tag.name.as_str()), "{name}: {}", tag.name);
        for (attribute, value) in &tag.attributes {
            let allowed =
                attribute != "style" && attribute != "href" && attribute != "class" && !attribute.starts_with("on");
            assert!(allowed, "{name}: {attribute}");
            assert!(!value.contains("NaN") && !value.contains("inf") && value != "-0", "{name}: {attribute}={value}");
            assert!(!value.contains("url(") || value.starts_with("url(#"), "{name}: {value}");
            if attribute == "id" {
                assert!(ids.insert(value.clone()), "{name}: {value} stands once");
            }
        }
    }
    let tied: Vec<_> = root.get("aria-labelledby").unwrap().split(' ').collect();
    assert!(tied.len() == 2 && tied.iter().all(|it| ids.contains(*it)), "{name}");
    for tag in tags {
        let fill = tag.get("fill").and_then(|it| it.strip_prefix("url(#")).map(|it| it.trim_end_matches(')'));
        assert!(fill.is_none_or(|it| ids.contains(it)), "{name}: {fill:?}");
    }
}

fn check_place(name: &str, tag: &Tag, wide: f64, high: f64) {
    let inside =
        |value: f64, most: f64| assert!((-0.01..=most + 0.01).contains(&value), "{name}: {} {value}", tag.name);
    inside(tag.number("x") + tag.number("width"), wide);
    inside(tag.number("y") + tag.number("height"), high);
    inside(tag.number("x").min(tag.number("cx")), wide);
    inside(tag.number("y").min(tag.number("cy")), high);
    let numbers = tag.get("d").unwrap_or_default().split(|it: char| !it.is_ascii_digit() && it != '.' && it != '-');
    for number in numbers.filter(|it| !it.is_empty()) {
        inside(number.parse().unwrap(), wide.max(high));
    }
    for attribute in ["x", "y", "width", "height", "cx", "cy", "r", "d"] {
        for number in tag.get(attribute).unwrap_or_default().split(|it: char| !it.is_ascii_digit() && it != '.') {
            assert!(number.split_once('.').is_none_or(|(_, it)| it.len() <= 2), "{name}: {number}");
        }
    }
}

fn placed(tags: &[Tag]) -> Vec<Placed> {
    let mut placed = Vec::new();
    let mut within: Option<&Tag> = None;
    for tag in tags {
        match (tag.name.as_str(), tag.closes) {
            ("text", false) => within = Some(tag),
            ("text", true) => within = None,
            _ => {}
        }
        let shows = tag.name == "text" && !tag.closes && !tag.text.is_empty() || tag.name == "title" && tag.closes;
        let (Some(text), true) = (within, shows) else { continue };
        let size = text.number("font-size");
        let wide = width(&tag.text, size);
        let left = match text.get("text-anchor") {
            Some("middle") => text.number("x") - wide / 2.0,
            Some("end") => text.number("x") - wide,
            _ => text.number("x"),
        };
        let (top, bottom) = (text.number("y") - size * 0.8, text.number("y") + size * 0.2);
        placed.push(Placed { text: tag.text.clone(), left, right: left + wide, top, bottom });
    }
    placed
}
