//! How wide texts are, how they are cut, and how they are written into XML.

/// A text cut to the room it has.
pub(crate) struct Fitted {
    pub(crate) shown: String,
    /// Whether something is left out.
    pub(crate) cut: bool,
}

/// How wide a text is at most, in pixels, in any common sans-serif font of this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(of_em).sum::<f64>() * size
}

/// As much of the text as the room takes, ending in `…` where it is not all; nothing where not even that fits.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> Fitted {
    let text = clean(text);
    if width(&text, size) <= room {
        return Fitted { shown: text, cut: false };
    }
    let room = room - width("…", size);
    if room < 0.0 {
        return Fitted { shown: String::new(), cut: true };
    }
    let mut taken = 0.0;
    let mut shown: String = text
        .chars()
        .take_while(|it| {
            taken += of_em(*it) * size;
            taken <= room
        })
        .collect();
    shown.truncate(shown.trim_end().len());
    shown.push('…');
    Fitted { shown, cut: true }
}

/// The text in two parts between words, the first as long as the room takes; `None` where it takes all of it, or not
/// even a word.
pub(crate) fn broken(text: &str, size: f64, room: f64) -> Option<(&str, &str)> {
    if width(text, size) <= room {
        return None;
    }
    let fits = |(first, _): &(&str, &str)| width(first, size) <= room;
    text.match_indices(' ')
        .map(|(at, _)| (text.get(..at), text.get(at + 1..)))
        .filter_map(|(a, b)| a.zip(b))
        .take_while(fits)
        .last()
}

/// The text on one line: line breaks and tabs as spaces, and what XML 1.0 does not allow as U+FFFD.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|it| match it {
            '\t' | '\n' | '\r' => ' ',
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            _ => it,
        })
        .collect()
}

/// The text as it stands in XML, in content and in attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in clean(text).chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            _ => written.push(character),
        }
    }
    written
}

/// The width of a character in parts of the size of the font.
fn of_em(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '|' | '\'' | ' ' | '.' | ',' | ':' | ';' | '!' => 0.34,
        'I' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.43,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'a'..='z' | '0'..='9' => 0.64,
        ' '..='~' => 0.8,
        '\u{a0}'..='\u{24f}' => 0.8,
        '\u{2010}'..='\u{2027}' => 0.6,
        '−' => 0.85,
        _ => 1.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_to_their_room() {
        let fitted = fit("A rather long name of an experiment", 12.0, 100.0);
        assert!(fitted.cut && fitted.shown.ends_with('…') && width(&fitted.shown, 12.0) <= 100.0);
        assert!(!fit("short", 12.0, 100.0).cut);
        assert_eq!(fit("nothing", 12.0, 3.0).shown, "");
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(broken("A rather long name", 12.0, 100.0), Some(("A rather long", "name")));
        assert_eq!(broken("short", 12.0, 100.0), None);
        assert_eq!(broken("Donaudampfschifffahrt", 12.0, 40.0), None);
    }

    #[test]
    fn what_xml_does_not_take_is_replaced() {
        assert_eq!(
            escaped("<a href=\"x\">&'\u{0}\u{b}\u{fffe}"),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}\u{fffd}"
        );
        assert_eq!(clean("a\nb\tc"), "a b c");
    }
}
