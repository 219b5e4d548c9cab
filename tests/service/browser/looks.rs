//! Looks at one page after another, and notes what is wrong with each.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::world::Page;

/// The widths of a phone, a tablet and a desk, in pixels.
const WIDTHS: [i64; 3] = [360, 768, 1280];

/// How wide A4 is between margins of 15 mm, in pixels of CSS.
const PAPER: i64 = 680;

/// What reaches beyond the window. Tables and charts scroll within themselves on screens.
const BEYOND: &str = "[...document.querySelectorAll('body *')]
    .filter(it => it.getBoundingClientRect().right > innerWidth + 1 && !it.matches('.skip'))
    .filter(it => it.getBoundingClientRect().height > 0 && !it.closest('.custom-scroll'))
    .filter(it => matchMedia('print').matches || !it.closest('.scroll, .chart'))
    .map(it => `${it.tagName}.${it.getAttribute('class')}: ${it.textContent.trim().slice(0, 60)}`).slice(0, 3)
    .concat(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls to the side'] : [])";

/// Names that are cut after two lines and show some of a third.
const CUT: &str = "[...document.querySelectorAll('.link > a[title]')]
    .filter(it => it.clientHeight > 2 * parseFloat(getComputedStyle(it).lineHeight) + 1)
    .map(it => `${it.clientHeight} high: ${it.textContent.slice(0, 60)}`).slice(0, 3)";

/// What only makes sense on a screen, and is seen nevertheless.
const SCREEN_ONLY: &str = "[...document.querySelectorAll('nav, .controls, .exports, .top form')]
    .filter(it => it.getBoundingClientRect().height > 0).map(it => it.outerHTML.slice(0, 60))";

/// Waits until nothing has changed for a while.
const DRAWN: &str = "new Promise(drawn => {
    let waits = setTimeout(drawn, 700, true);
    new MutationObserver(() => { clearTimeout(waits); waits = setTimeout(drawn, 700, true); })
        .observe(document.body, { attributes: true, childList: true, subtree: true });
})";

pub(super) struct Looks<'p> {
    pub(super) page: &'p Page<'p>,
    axe: String,
    faults: Vec<String>,
}

impl<'p> Looks<'p> {
    pub(super) fn new(page: &'p Page<'p>) -> Self {
        let mut axe = String::new();
        let packed = include_bytes!("../../fixtures/axe/axe.min.js.gz");
        GzDecoder::new(&packed[..]).read_to_string(&mut axe).expect("the library");
        Self { page, axe, faults: Vec::new() }
    }

    /// Looks at the page that is open, at all widths.
    pub(super) fn at_widths(&mut self, name: &str) {
        for width in WIDTHS {
            self.page.is_seen(width, "screen", "light");
            self.note(name, &format!("{width} wide"), BEYOND);
            self.note(name, &format!("{width} wide"), CUT);
        }
    }

    /// Looks at the page that is open in all ways on a screen. Barriers are found by a script, so that the page has to
    /// run some.
    pub(super) fn on_screens(&mut self, name: &str) {
        self.at_widths(name);
        self.page.evaluate(&self.axe);
        self.note(name, "light", &barriers(""));
        self.page.is_seen(WIDTHS[2], "screen", "dark");
        self.note(name, "dark", &barriers(", runOnly: { type: 'rule', values: ['color-contrast'] }"));
    }

    /// Looks at the page that is open, which scripts draw, at some widths, and leaves some rules out.
    pub(super) fn once_drawn(&mut self, name: &str, widths: &[i64], but: &[&str]) {
        let but: String = but.iter().map(|rule| format!("'{rule}': {{ enabled: false }},")).collect();
        for width in widths {
            self.page.is_seen(*width, "screen", "light");
            self.page.evaluate(DRAWN);
            self.page.evaluate(&self.axe);
            for found in [BEYOND, &barriers(&format!(", rules: {{ {but} }}"))] {
                self.note(name, &format!("{width} wide"), found);
            }
        }
    }

    /// Looks at the page that is open as it is printed.
    pub(super) fn on_paper(&mut self, name: &str) {
        self.page.is_seen(PAPER, "print", "light");
        self.note(name, "printed", BEYOND);
        self.note(name, "printed", SCREEN_ONLY);
    }

    fn note(&mut self, name: &str, way: &str, found: &str) {
        let found = self.page.evaluate(found);
        let found: &[Value] = found.as_array().expect("a list");
        self.faults.extend(found.iter().map(|fault| format!("{name}, {way}: {fault}")));
    }

    /// All that was found, and what the pages complained of themselves. That a page is refused is no error.
    pub(super) fn faults(self) -> Vec<String> {
        let complaints =
            self.page.console().into_iter().filter(|it| !it.contains("the server responded with a status"));
        self.faults.into_iter().chain(complaints).collect()
    }
}

/// What keeps people from using the page, each with where it is first.
fn barriers(more: &str) -> String {
    format!(
        "axe.run(document, {{ resultTypes: ['violations'], preload: false{more} }}).then(told => told.violations.map(it => \
         `${{it.id}} ×${{it.nodes.length}}: ${{it.nodes[0].html.slice(0, 160)}} ${{it.nodes[0].failureSummary}}`))"
    )
}
