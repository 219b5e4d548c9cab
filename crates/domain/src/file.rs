//! A file: the bytes of an attachment, kept outside the database.

use uplift_derive::Choices;

use crate::access::TeamId;
use crate::record::{FieldError, Id};

/// What a file may be. The words are the MIME types of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum FileType {
    #[choice("image/jpeg")]
    Jpeg,
    #[choice("image/png")]
    Png,
    #[choice("image/gif")]
    Gif,
    #[choice("application/pdf")]
    Pdf,
    #[choice("application/msword")]
    Doc,
    #[choice("application/vnd.ms-excel")]
    Xls,
    #[choice("application/vnd.openxmlformats-officedocument.wordprocessingml.document")]
    Docx,
    #[choice("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")]
    Xlsx,
}

impl FileType {
    /// The usual extension and another that is accepted, without the dot.
    fn extensions(self) -> [&'static str; 2] {
        match self {
            Self::Jpeg => ["jpg", "jpeg"],
            Self::Png => ["png"; 2],
            Self::Gif => ["gif"; 2],
            Self::Pdf => ["pdf"; 2],
            Self::Doc => ["doc"; 2],
            Self::Xls => ["xls"; 2],
            Self::Docx => ["docx"; 2],
            Self::Xlsx => ["xlsx"; 2],
        }
    }

    /// A name for such a file: as it is where it ends as such names do, by which a desktop knows what opens it.
    pub fn named(self, name: String) -> String {
        let [usual, also] = self.extensions();
        let fits = |ending: &str| [usual, also].iter().any(|it| it.eq_ignore_ascii_case(ending));
        match name.rsplit_once('.') {
            Some((_, ending)) if fits(ending) => name,
            Some(_) | None => format!("{name}.{usual}"),
        }
    }
}

/// How large a file may be, in bytes.
pub const LARGEST_FILE: u64 = 10 * 1024 * 1024;

/// Of which types a file may be, as people call them.
pub const FORMATS: &str = "jpg, jpeg, png, gif, pdf, doc, docx, xls, xlsx";

/// What is said where a file belongs and none came.
pub fn no_file() -> FieldError {
    FieldError::NotFile.and(Some(FieldError::NotOfType(FORMATS)))
}

/// The name under which the store keeps a file. The store makes it up and never uses one twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileKey(pub String);

/// Which file of which team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    pub team: TeamId,
    pub file: Id<StoredFile>,
}

/// A file that the store holds, whole and durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    pub key: FileKey,
    /// In bytes.
    pub size: u64,
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    pub hash: String,
    /// What the content is, found inside its container; `None` where it is nothing that may be attached.
    pub content: Option<FileType>,
}

/// A name of a file without the letters that nobody sees: controls, and those that turn the direction of writing, with
/// which a name can be made to look like another.
pub fn seen_name(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control() && !turns_writing(*letter)).collect()
}

fn turns_writing(letter: char) -> bool {
    matches!(letter, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What a request sent as its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sent {
    #[default]
    Nothing,
    File(StoredFile, Option<String>),
    /// Something that is no file to be kept.
    Wrong(FieldError),
}

impl Sent {
    /// Under which key the file is kept, where there is one.
    pub fn key(&self) -> Option<&FileKey> {
        match self {
            Self::File(file, _) => Some(&file.key),
            Self::Nothing | Self::Wrong(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_is_seen_of_it() {
        assert_eq!(seen_name("invoice\u{202E}fdp.exe"), "invoicefdp.exe");
        assert_eq!(seen_name("a\r\n\0\u{7F}\u{85}\u{9B}b"), "ab");
        for turning in
            "\u{061C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            assert_eq!(seen_name(&format!("a{turning}b")), "ab", "{turning:?}");
        }
        for stored in ["Снимок экрана.png", "תמונה.png", "می\u{200C}خواهم.png", "👩\u{200D}🔬.png", "a b\u{A0}c"]
        {
            assert_eq!(seen_name(stored), stored);
        }
    }
}
