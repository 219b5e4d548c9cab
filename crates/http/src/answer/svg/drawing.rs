//! A drawing: whether one is asked for, how it is to look, and the answer with it.

use actix_web::http::header::{ACCEPT, Accept, CONTENT_SECURITY_POLICY, CONTENT_TYPE, Header, Quality, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use uplift_charts::{About, Chart, Theme, View};
use uplift_domain::drawing::{self, DrawnTheme, OutputFormat};
use uplift_domain::record::{Choices as _, Fields};
use uplift_domain::{Json, Refusal};

use crate::admit::budget::Budgeted;
use crate::answer::download::SANDBOXED;
use crate::request::query::{Query, Scalar};

/// The media type of a drawing.
pub(crate) const SVG: &str = "image/svg+xml";

/// Makes a chart of what is told of a record, given what was asked.
#[derive(Clone, Copy)]
pub(crate) enum Draws {
    Told(fn(&Json, &Fields) -> (About, Chart)),
    /// Drawn with the name of the record as well.
    Named(fn(&Json, &Fields, &str) -> (About, Chart)),
}

impl Draws {
    /// The chart of what is told of the record that is called so.
    ///
    /// # Errors
    /// When it has to be known what the record is called, and that cannot be read.
    pub(crate) fn chart(
        self,
        told: &Json,
        asked: &Fields,
        name: impl FnOnce() -> Result<String, Refusal>,
    ) -> Result<(About, Chart), Refusal> {
        Ok(match self {
            Self::Told(draw) => draw(told, asked),
            Self::Named(draw) => draw(told, asked, &name()?),
        })
    }
}

/// How what is told is drawn.
pub(crate) struct Drawing {
    draws: Draws,
    view: View,
}

impl Drawing {
    /// The drawing that is asked for: by the path, by `format`, or by an `Accept` that prefers one.
    pub(crate) fn asked(draws: Draws, by_path: bool, request: &HttpRequest, query: &Query<'_>) -> Option<Self> {
        (by_path || prefers_svg(request, query)).then(|| Self { draws, view: view(query) })
    }

    /// Draws what is told of the record that is called so.
    ///
    /// # Errors
    /// When it has to be known what the record is called, and that cannot be read.
    pub(crate) fn draw(
        &self,
        told: &Json,
        asked: Option<&Fields>,
        name: impl FnOnce() -> Result<String, Refusal>,
    ) -> Result<String, Refusal> {
        let nothing = Fields::new();
        let (about, chart) = self.draws.chart(told, asked.unwrap_or(&nothing), name)?;
        Ok(chart.draw(&about, &self.view))
    }
}

/// Whether a drawing is asked for rather than JSON: by `format`, or, where there is none, by the header.
pub(crate) fn prefers_svg(request: &HttpRequest, query: &Query<'_>) -> bool {
    match query.plain("format") {
        Scalar::Text(format) => format == OutputFormat::Svg.name(),
        Scalar::Array => false,
        Scalar::Absent => is_preferred(&Accept::parse(request).unwrap_or_else(|_unreadable| Accept(Vec::new()))),
    }
}

/// How a drawing is to look: what the query says, which is checked elsewhere, and the usual where it says nothing.
pub(crate) fn view(query: &Query<'_>) -> View {
    let text = |name| match query.plain(name) {
        Scalar::Text(text) => text,
        Scalar::Absent | Scalar::Array => "",
    };
    let pixels = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
    let (asked, height) = (text("width"), drawing::height_of(text("height")).get());
    let width = drawing::width_of(asked).get();
    // Drawings of several widths may stand on one page, whose ids differ then.
    let prefix = if width == drawing::width_of("").get() { "chart".to_owned() } else { format!("chart{width}") };
    let theme = if text("theme") == DrawnTheme::Dark.name() { Theme::Dark } else { Theme::Light };
    View::new(pixels(width), pixels(height), theme, &prefix)
}

/// The answer with a drawing. A browser that opens it runs nothing and loads nothing.
pub(crate) fn answer(svg: Budgeted<Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, SVG))
        .insert_header((CONTENT_SECURITY_POLICY, SANDBOXED))
        .insert_header((VARY, ACCEPT.as_str()))
        .body(svg.into_body())
}

/// Whether an `Accept` prefers a drawing to JSON.
fn is_preferred(accept: &Accept) -> bool {
    quality(accept, SVG) > quality(accept, "application/json")
}

/// How much a media type is wanted: by the most particular range that it is in.
fn quality(accept: &Accept, media_type: &str) -> Quality {
    let main = media_type.split('/').next().unwrap_or_default();
    let ranges = accept.iter().filter_map(|range| {
        let particular = match range.item.essence_str() {
            "*/*" => 0,
            it if it == media_type => 2,
            it if it.strip_suffix("/*") == Some(main) => 1,
            _ => return None,
        };
        Some((particular, range.quality))
    });
    ranges.max_by_key(|(particular, _)| *particular).map_or(Quality::ZERO, |(_, quality)| quality)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn is_preferred_by(accept: &str) -> bool {
        let request = TestRequest::default().insert_header((ACCEPT, accept)).to_http_request();
        prefers_svg(&request, &Query::parse(""))
    }

    #[test]
    fn a_drawing_is_preferred_where_it_is_wanted_more() {
        for accept in [
            "image/svg+xml",
            "IMAGE/SVG+XML",
            "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
            "application/json;q=0.5, image/*",
            "image/svg+xml;q=0.2, application/json;q=0",
        ] {
            assert!(is_preferred_by(accept), "{accept}");
        }
        for accept in [
            "",
            "*/*",
            "application/json",
            "application/json, image/svg+xml",
            "image/svg+xml;q=0, */*",
            "image/svg+xml;q=0.5, application/json",
            "image/png",
            "image/svg+xml;q=x",
        ] {
            assert!(!is_preferred_by(accept), "{accept}");
        }
    }
}
