//! XML, as far as sniffing reads it: elements and their attributes, without any of their own definition of type.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// The local name of the element that all others are in, as far as the text goes.
pub(super) fn root(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) | Event::Empty(element) => return Some(element.local_name().as_ref().to_owned()),
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            Event::Text(text) if text.trim_ascii().is_empty() => {}
            _ => return None,
        }
    }
}

/// Shows every element in turn; `None` where one is refused or the text is no such XML.
pub(super) fn elements(xml: &str, mut each: impl FnMut(&BytesStart<'_>) -> Option<()>) -> Option<()> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) | Event::Empty(element) => each(&element)?,
            Event::DocType(_) => return None,
            Event::Eof => return Some(()),
            _ => {}
        }
    }
}

pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}
