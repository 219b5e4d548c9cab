//! The codings in which a request may ask for its answer.

use actix_web::HttpMessage;
use actix_web::http::header::{AcceptEncoding, Encoding, Header, Preference, Quality};

/// How an answer may be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// The better one first.
    pub(crate) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    const fn encoding(self) -> Encoding {
        match self {
            Self::Brotli => Encoding::brotli(),
            Self::Gzip => Encoding::gzip(),
        }
    }

    /// The one that a client wants most, if it wants any.
    pub(crate) fn asked(request: &impl HttpMessage) -> Option<Self> {
        let said = AcceptEncoding::parse(request).map(|it| it.0).unwrap_or_default();
        let weight = |item: &Preference<Encoding>| said.iter().find(|it| it.item == *item).map(|it| it.quality);
        let of = |encoding: Encoding| weight(&Preference::Specific(encoding));
        let any = weight(&Preference::Any).unwrap_or(Quality::ZERO);
        let wanted = Self::ALL.map(|it| (it, of(it.encoding()).unwrap_or(any)));
        let plain = of(Encoding::identity()).unwrap_or(Quality::ZERO);
        let best = wanted.into_iter().reduce(|best, it| if it.1 > best.1 { it } else { best })?;
        (best.1 > Quality::ZERO && best.1 >= plain).then_some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT_ENCODING;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_coding_is_the_one_that_is_wanted_most() {
        for (said, coding) in [
            ("gzip", Some(Coding::Gzip)),
            ("gzip, deflate, br, zstd", Some(Coding::Brotli)),
            ("br;q=0.5, gzip", Some(Coding::Gzip)),
            ("GZIP;q=1.0", Some(Coding::Gzip)),
            ("*", Some(Coding::Brotli)),
            ("br;q=0, *", Some(Coding::Gzip)),
            ("br;q=much, gzip", Some(Coding::Gzip)),
            ("gzip;q=0", None),
            ("gzip;q=much", None),
            ("gzip;q=0.5, identity", None),
            ("deflate", None),
            ("identity", None),
            (";;,=", None),
            ("", None),
        ] {
            let request = TestRequest::default().insert_header((ACCEPT_ENCODING, said)).to_http_request();
            assert_eq!(Coding::asked(&request), coding, "{said}");
        }
    }
}
