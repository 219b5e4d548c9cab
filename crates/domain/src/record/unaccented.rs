//! Text as it is compared where neither case nor accents count.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The characters of a text in small letters, in their compatible forms (NFKD) and without non-spacing marks. Each
/// sigma is `σ`, wherever in a word it stands.
pub fn unaccented(text: &str) -> impl Iterator<Item = char> {
    let marks = |it: &char| it.general_category() != GeneralCategory::NonspacingMark;
    text.nfkd().filter(marks).flat_map(char::to_lowercase).map(|it| if it == 'ς' { 'σ' } else { it })
}
