//! A file: the bytes of an attachment, kept outside the database.

use uplift_derive::Words;

/// What a file may be. The words are the MIME types of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum FileType {
    #[word("image/jpeg")]
    Jpeg,
    #[word("image/png")]
    Png,
    #[word("image/gif")]
    Gif,
    #[word("application/pdf")]
    Pdf,
    #[word("application/msword")]
    Doc,
    #[word("application/vnd.ms-excel")]
    Xls,
    #[word("application/vnd.openxmlformats-officedocument.wordprocessingml.document")]
    Docx,
    #[word("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")]
    Xlsx,
}

/// How large a file may be, in bytes.
pub const LARGEST_FILE: u64 = 10 * 1024 * 1024;

/// The name under which the store keeps a file. The store makes it up and never uses one twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileKey(pub String);

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
