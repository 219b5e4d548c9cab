//! Which files may be answered.

use std::sync::LazyLock;

use crate::AttachmentType;
use crate::file::FileType;
use crate::record::{Choices as _, FieldType};

/// Which files may be answered, and how many.
#[derive(Clone, Debug, PartialEq)]
pub struct FileUploadSettings {
    /// What a file may be.
    pub accepted_types: Vec<AcceptedFiles>,
    /// How large each file may be, in megabytes of 1,024 kilobytes.
    pub max_size_mb: u64,
    /// How many files there may be.
    pub max_files: usize,
}

impl FileUploadSettings {
    /// Whether a file of this type may be answered.
    pub fn accept(&self, file_type: FileType) -> bool {
        self.accepted_types.iter().any(|accepted| accepted.include(file_type))
    }

    /// Whether a file of so many bytes may be answered.
    pub const fn holds(&self, bytes: u64) -> bool {
        bytes <= self.most_kilobytes().saturating_mul(1024)
    }

    /// How large a file may be, in kilobytes of 1,024 bytes.
    pub const fn most_kilobytes(&self) -> u64 {
        self.max_size_mb.saturating_mul(1024)
    }
}

/// Files of which some may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptedFiles {
    /// All images that may be attached.
    Images,
    /// All documents that may be attached.
    Documents,
    /// Those of one type.
    Of(FileType),
}

/// The words for all of them.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let each = FileType::ALL.iter().map(|it| AcceptedFiles::Of(*it));
    [AcceptedFiles::Images, AcceptedFiles::Documents].into_iter().chain(each).map(AcceptedFiles::name).collect()
});

/// One of these words.
static WORD: LazyLock<FieldType> = LazyLock::new(|| FieldType::Choices(&WORDS));

impl AcceptedFiles {
    /// What stands in a list of them.
    pub(super) fn listed() -> FieldType {
        FieldType::List { of: &WORD, most: WORDS.len() }
    }

    /// The word that settings have for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Images => AttachmentType::Image.name(),
            Self::Documents => AttachmentType::Document.name(),
            Self::Of(file_type) => file_type.name(),
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        match AttachmentType::from_name(name) {
            Some(AttachmentType::Image) => Some(Self::Images),
            Some(AttachmentType::Document) => Some(Self::Documents),
            Some(AttachmentType::Link) => None,
            None => FileType::from_name(name).map(Self::Of),
        }
    }

    /// Whether files of this type are among them.
    pub fn include(self, file_type: FileType) -> bool {
        match self {
            Self::Images => file_type.family() == AttachmentType::Image,
            Self::Documents => file_type.family() == AttachmentType::Document,
            Self::Of(only) => file_type == only,
        }
    }
}
