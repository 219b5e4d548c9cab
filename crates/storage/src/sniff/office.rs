//! Office files: the zip archives of Word and Excel since 2007, which say of their parts what they are.

use std::io::{Read, Seek};

use uplift_domain::file::FileType;
use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};

use super::{directory, xml};

const TYPES: &str = "[Content_Types].xml";
const RELATIONSHIPS: &str = "_rels/.rels";

/// How much of a part is read: all of one that describes others, the beginning of the document itself.
const LARGEST_DESCRIPTION: u64 = 512 * 1024;
const BEGINNING: u64 = 64 * 1024;

/// The part that a document begins with: what it makes of the file, its type, and the local name of its root element.
struct Main {
    makes: FileType,
    media_type: &'static str,
    root: &'static str,
}

const MAIN: [Main; 2] = [
    Main {
        makes: FileType::Docx,
        media_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        root: "document",
    },
    Main {
        makes: FileType::Xlsx,
        media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        root: "workbook",
    },
];

/// What the type of a part with macros has in it, and how the name of one ends.
const MACRO_TYPES: [&str; 3] = ["macroenabled", "macrosheet", "vbaproject"];
const MACRO_NAME: &[u8] = b"vbaproject.bin";

/// How a relationship to the part that a document begins with ends.
const TO_MAIN_PART: &str = "/relationships/officeDocument";

/// The types that are given to parts by their names and to all others by their extensions.
#[derive(Default)]
struct Types {
    parts: Vec<(String, String)>,
    extensions: Vec<(String, String)>,
}

pub(super) fn content(mut file: impl Read + Seek) -> Option<FileType> {
    if !directory::is_small(&mut file) {
        return None;
    }
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    let mut archive = ZipArchive::with_config(config, file).ok()?;
    if archive.has_duplicate_names() || archive.file_names_raw().any(has_macro_name) {
        return None;
    }
    let types = Types::read(&description(&mut archive, TYPES)?)?;
    let start = start(&description(&mut archive, RELATIONSHIPS)?)?;
    let (main, part) = types.main(&start)?;
    let beginning = text(&mut archive, part, BEGINNING)?;
    (xml::root(&beginning)? == main.root).then_some(main.makes)
}

impl Types {
    /// `None` where there are macros among them.
    fn read(description: &str) -> Option<Self> {
        let mut types = Self::default();
        xml::elements(description, |element| {
            let (named, what) = match element.local_name().as_ref() {
                "Override" => (&mut types.parts, "PartName"),
                "Default" => (&mut types.extensions, "Extension"),
                _ => return Some(()),
            };
            let media_type = xml::attribute(element, "ContentType")?;
            let folded = media_type.to_ascii_lowercase();
            if MACRO_TYPES.iter().any(|word| folded.contains(word)) {
                return None;
            }
            named.push((xml::attribute(element, what)?, media_type));
            Some(())
        })?;
        Some(types)
    }

    /// The part that the document begins with. Most writers give it its type by name; some give it to the extension,
    /// and only the relationships say then which part it is.
    fn main<'a>(&'a self, start: &'a str) -> Option<(&'static Main, &'a str)> {
        let mut named = self.parts.iter().filter_map(|(part, media_type)| Some((main(media_type)?, part.as_str())));
        match (named.next(), named.next()) {
            (Some((main, part)), None) => is_same(part, start).then_some((main, part)),
            (Some(_), Some(_)) => None,
            (None, _) => {
                let (_, extension) = start.rsplit_once('.')?;
                let (_, media_type) =
                    self.extensions.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension))?;
                let is_typed_by_name = self.parts.iter().any(|(part, _)| is_same(part, start));
                if is_typed_by_name { None } else { Some((main(media_type)?, start)) }
            }
        }
    }
}

fn main(media_type: &str) -> Option<&'static Main> {
    MAIN.iter().find(|main| main.media_type == media_type)
}

/// The part with which the relationships say that the document begins; empty where they say nothing.
fn start(description: &str) -> Option<String> {
    let mut start = String::new();
    xml::elements(description, |element| {
        if element.local_name().as_ref() == "Relationship" && xml::attribute(element, "Type")?.ends_with(TO_MAIN_PART) {
            start = xml::attribute(element, "Target")?;
        }
        Some(())
    })?;
    Some(start)
}

/// The text of a part that describes others.
fn description(archive: &mut ZipArchive<impl Read + Seek>, part: &str) -> Option<String> {
    let text = text(archive, part, LARGEST_DESCRIPTION + 1)?;
    u64::try_from(text.len()).is_ok_and(|length| length <= LARGEST_DESCRIPTION).then_some(text)
}

/// The text of the one part of this name, or no more than its beginning.
fn text(archive: &mut ZipArchive<impl Read + Seek>, part: &str, at_most: u64) -> Option<String> {
    let mut named =
        archive.file_names().enumerate().filter(|(_, name)| name.as_ref().is_ok_and(|name| is_same(name, part)));
    let (Some((index, _)), None) = (named.next(), named.next()) else { return None };
    drop(named);
    let mut bytes = Vec::new();
    archive.by_index(index).ok()?.take(at_most).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether both name the same part: in relation to the root or from it, whatever the case.
fn is_same(one: &str, other: &str) -> bool {
    one.trim_start_matches('/').eq_ignore_ascii_case(other.trim_start_matches('/'))
}

fn has_macro_name(name: &[u8]) -> bool {
    name.len()
        .checked_sub(MACRO_NAME.len())
        .and_then(|at| name.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(MACRO_NAME))
}
