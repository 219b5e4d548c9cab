//! The forms in which an export is told.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpResponse, HttpResponseBuilder};
use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::period::today;
use uplift_domain::record::{FieldError, Invalid};

use crate::answer::csv::CSV;
use crate::clock::now;
use crate::request::bounds::grouped;
use crate::request::query::{Query, Scalar};

/// What an archive is called among types of content.
pub(crate) const ZIP: &str = "application/zip";

/// An answer that is a file with the day of its team in its name.
pub(crate) fn dated_file(caller: &Caller, content_type: &str, name: &str, ending: &str) -> HttpResponseBuilder {
    let day = today(now(), caller.timezone.rules());
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CONTENT_TYPE, content_type));
    answer.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{day}.{ending}\"")));
    answer
}

/// A form of exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Csv { bom: bool },
    Xlsx,
    Json,
    Ndjson,
}

/// Reads whether a file of comma-separated values is to begin with a byte-order mark.
///
/// # Errors
/// When that is neither true nor false.
pub(crate) fn bom(query: &Query<'_>) -> Result<bool, FieldError> {
    match query.plain("bom") {
        Scalar::Absent | Scalar::Text("false" | "0") => Ok(false),
        Scalar::Text("true" | "1") => Ok(true),
        Scalar::Text(_) | Scalar::Array => Err(FieldError::NotBoolean),
    }
}

impl Format {
    /// Their names; the first is that of what is not asked for otherwise.
    pub(crate) const NAMES: [&'static str; 4] = ["csv", "xlsx", "json", "ndjson"];

    /// Reads the form that a query asks for.
    ///
    /// # Errors
    /// When there is no such form, or `bom` is neither true nor false.
    pub(crate) fn of(query: &Query<'_>) -> Result<Self, Refusal> {
        let mut invalid = Invalid::default();
        let bom = bom(query).unwrap_or_else(|error| {
            invalid.add("bom", &error);
            false
        });
        let format = match query.plain("format") {
            Scalar::Absent | Scalar::Text("csv") => Some(Self::Csv { bom }),
            Scalar::Text("xlsx") => Some(Self::Xlsx),
            Scalar::Text("json") => Some(Self::Json),
            Scalar::Text("ndjson") => Some(Self::Ndjson),
            Scalar::Text(_) | Scalar::Array => {
                invalid.add("format", &FieldError::NotAllowed);
                None
            }
        };
        format.filter(|_| invalid.is_empty()).ok_or(Refusal::Invalid(invalid))
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Csv { .. } => "csv",
            Self::Xlsx => "xlsx",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
        }
    }

    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Csv { .. } => CSV,
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Json => "application/json",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// How many records it takes.
    pub(super) const fn most(self) -> usize {
        match self {
            // What a sheet has rows for, beneath its header.
            Self::Xlsx => 1_048_575,
            Self::Csv { .. } | Self::Json | Self::Ndjson => 5_000_000,
        }
    }

    /// Refuses more records than it takes.
    pub(super) fn check(self, records: usize) -> Result<(), Refusal> {
        if records <= self.most() {
            return Ok(());
        }
        let refused = format!("field cannot be {} for more than {} records.", self.name(), grouped(self.most()));
        Err(Refusal::field("format", &FieldError::Otherwise(refused)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_takes_as_many_records_as_it_has_rows_for() {
        assert!(Format::Xlsx.check(1_048_575).is_ok());
        let Err(Refusal::Invalid(invalid)) = Format::Xlsx.check(1_048_576) else { panic!("one record too many") };
        let told = "The format field cannot be xlsx for more than 1,048,575 records.".to_owned();
        assert_eq!(invalid.errors().collect::<Vec<_>>(), [("format", [told].as_slice())]);
        assert!(Format::Ndjson.check(1_048_576).is_ok(), "what has no rows takes more");
    }
}
