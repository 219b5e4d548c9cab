//! Long documents, packed on SQLite: the log has every text that was ever written once more, and these take most of its
//! room. PostgreSQL packs long values by itself.

use std::borrow::Cow;
use std::io::{Error, ErrorKind, Read, Result, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// The columns of documents, by their tables: what is declared as `Doc`.
pub const DOCUMENTS: [(&str, &str); 16] = [
    ("activities", "properties"),
    ("audiences", "conditions"),
    ("form_answers", "option_ids"),
    ("form_answers", "value"),
    ("form_questions", "logic"),
    ("form_questions", "options"),
    ("form_questions", "settings"),
    ("form_questions", "validation"),
    ("form_response_summaries", "filters"),
    ("form_response_summaries", "stats"),
    ("form_responses", "metadata"),
    ("form_steps", "logic"),
    ("forms", "mapping"),
    ("ideas", "scores"),
    ("project_lookups", "meta"),
    ("teams", "settings"),
];

/// How many bytes a document has that is worth packing.
const LONG: usize = 1024;

/// What a packed document begins with, and no JSON document does.
const MARK: char = '~';

/// How many bytes a document has at most once it is unpacked.
const LARGEST: u64 = 256 << 20;

/// A document as it is kept: packed, where that makes it shorter.
pub(crate) fn pack(document: &str) -> Result<Cow<'_, str>> {
    if document.len() < LONG {
        return Ok(Cow::Borrowed(document));
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(document.as_bytes())?;
    let mut packed = String::from(MARK);
    STANDARD_NO_PAD.encode_string(encoder.finish()?, &mut packed);
    Ok(if packed.len() < document.len() { Cow::Owned(packed) } else { Cow::Borrowed(document) })
}

/// The document that is kept so.
///
/// # Errors
/// When it is no packed document although it is marked as one.
pub fn unpack(stored: String) -> Result<String> {
    let Some(packed) = stored.strip_prefix(MARK) else { return Ok(stored) };
    let bytes = STANDARD_NO_PAD.decode(packed).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
    let mut document = String::new();
    let unpacked = ZlibDecoder::new(bytes.as_slice()).take(LARGEST + 1).read_to_string(&mut document)?;
    if u64::try_from(unpacked).is_ok_and(|length| length <= LARGEST) {
        return Ok(document);
    }
    Err(Error::new(ErrorKind::InvalidData, "a packed document is too large"))
}

#[cfg(test)]
mod tests;
