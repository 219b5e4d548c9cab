//! Names among other words, whichever way they are written.

/// What isolates a text from what stands beside it, its direction being that of its first letter, and what ends that.
const ISOLATE: char = '\u{2068}';
const END: char = '\u{2069}';

/// A name that stands among other words: one that is written from right to left, or that turns what follows, is
/// isolated from them. It has no isolates of its own then, which could end this one.
pub(super) fn isolated(name: &str) -> String {
    if !name.contains(turns) {
        return name.to_owned();
    }
    let plain = name.chars().filter(|it| !('\u{2066}'..=END).contains(it));
    std::iter::once(ISOLATE).chain(plain).chain([END]).collect()
}

/// Whether a character is written from right to left, or says how others are written.
fn turns(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_a_line_ends_with_its_name() {
        for (name, told) in [
            ("Größe – 大小", "Größe – 大小"),
            ("שלום", "\u{2068}שלום\u{2069}"),
            ("a\u{202e}b", "\u{2068}a\u{202e}b\u{2069}"),
            ("a\u{2069}\u{202e}b", "\u{2068}a\u{202e}b\u{2069}"),
        ] {
            assert_eq!(isolated(name), told);
        }
    }
}
