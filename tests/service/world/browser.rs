//! A real browser, which reaches this machine and nothing else.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::dom::SetFileInputFilesParams;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams, SetScriptExecutionDisabledParams,
};
use chromiumoxide::cdp::browser_protocol::input::{DispatchMouseEventParams, DispatchMouseEventType, MouseButton};
use chromiumoxide::cdp::browser_protocol::log::{self, EventEntryAdded};
use chromiumoxide::cdp::js_protocol::runtime::{EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::{Browser as Chrome, BrowserConfig, Page as Tab};
use futures_util::{Stream, StreamExt};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::within;

/// Drawing takes a while on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(180);

pub(crate) struct Browser {
    runtime: Runtime,
    chrome: Chrome,
    _profile: TempDir,
}

/// A page that is open in a tab of its own.
pub(crate) struct Page<'b> {
    runtime: &'b Runtime,
    tab: Tab,
    console: Arc<Mutex<Vec<String>>>,
}

impl Browser {
    pub(crate) fn start() -> Self {
        let path = std::env::var("UPLIFT_TEST_BROWSER").expect(
            "UPLIFT_TEST_BROWSER is not set: install chromium (apt-get install chromium) and run the tests through \
             tests/with-programs",
        );
        let profile = TempDir::with_prefix("uplift-browser-").expect("a temporary folder");
        let config = BrowserConfig::builder()
            .chrome_executable(path)
            .user_data_dir(profile.path())
            .no_sandbox()
            .launch_timeout(PATIENCE)
            .request_timeout(PATIENCE)
            .args(["--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
            .build()
            .expect("a configuration");
        // The library that speaks to the browser could speak TLS too, and asks how at its start.
        drop(tokio_rustls::rustls::crypto::ring::default_provider().install_default());
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let (chrome, mut handler) =
            runtime.block_on(Chrome::launch(config)).expect("UPLIFT_TEST_BROWSER names a browser");
        runtime.spawn(async move { while handler.next().await.is_some() {} });
        Self { runtime, chrome, _profile: profile }
    }

    pub(crate) fn open(&self, address: &str) -> Page<'_> {
        let console = Arc::new(Mutex::new(Vec::new()));
        let tab = self.runtime.block_on(async {
            let tab = self.chrome.new_page("about:blank").await.expect("a tab");
            tab.execute(log::EnableParams::default()).await.expect("a log");
            keep(&console, tab.event_listener::<EventEntryAdded>().await.expect("what fails to load"));
            keep(&console, tab.event_listener::<EventConsoleApiCalled>().await.expect("what is written"));
            keep(&console, tab.event_listener::<EventExceptionThrown>().await.expect("what is thrown"));
            tab.goto(address).await.expect(address);
            tab
        });
        Page { runtime: &self.runtime, tab, console }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.runtime.block_on(async {
            drop(self.chrome.close().await);
            drop(self.chrome.wait().await);
        });
    }
}

/// Keeps what comes, as text.
fn keep<E: std::fmt::Debug>(
    console: &Arc<Mutex<Vec<String>>>,
    mut events: impl Stream<Item = E> + Send + Unpin + 'static,
) {
    let console = Arc::clone(console);
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            console.lock().expect("the console").push(format!("{event:?}"));
        }
    });
}

impl Page<'_> {
    /// Leaves for another page.
    pub(crate) fn goes_to(&self, address: &str) {
        self.runtime.block_on(self.tab.goto(address)).expect(address);
    }

    /// Shows the page so many pixels wide, on this medium, with this scheme of colors.
    pub(crate) fn is_seen(&self, width: i64, media: &str, scheme: &str) {
        let scheme = MediaFeature::new("prefers-color-scheme", scheme);
        self.runtime.block_on(async {
            let size = SetDeviceMetricsOverrideParams::new(width, 900, 1.0, false);
            self.tab.execute(size).await.expect("a size");
            let media = SetEmulatedMediaParams::builder().media(media).feature(scheme).build();
            self.tab.execute(media).await.expect("a medium");
        });
    }

    /// Lets the pages that are opened from now on run scripts, or not.
    pub(crate) fn runs_scripts(&self, allowed: bool) {
        let off = SetScriptExecutionDisabledParams::new(!allowed);
        self.runtime.block_on(self.tab.execute(off)).expect("scripts are on or off");
    }

    /// Waits until an element is on the page and says a text.
    pub(crate) fn waits_for(&self, selector: &str, text: &str) {
        let (selector, text) = (Value::from(selector), Value::from(text));
        within(PATIENCE, &format!("{text} in {selector}"), || {
            let said = format!("(document.querySelector({selector})?.textContent ?? \"\\0\").includes({text})");
            // A page that is being left has nothing to say.
            let given = self.runtime.block_on(self.tab.evaluate(said)).ok();
            given.and_then(|given| given.value().cloned()).is_some_and(|given| given == true)
        });
    }

    /// What a JavaScript expression gives on the page.
    pub(crate) fn evaluate(&self, expression: &str) -> Value {
        let given = self.runtime.block_on(self.tab.evaluate(expression)).expect(expression);
        given.value().cloned().unwrap_or_default()
    }

    /// Chooses a file in a field for some.
    pub(crate) fn chooses(&self, selector: &str, file: &Path) {
        self.runtime.block_on(async {
            let field = self.tab.find_element(selector).await.expect(selector);
            let files = SetFileInputFilesParams::builder().file(file.to_string_lossy());
            let files = files.backend_node_id(field.backend_node_id).build().expect("a file");
            self.tab.execute(files).await.expect("it is chosen");
        });
    }

    /// Drags an element to the upper edge of another, with the mouse.
    pub(crate) fn drags(&self, from: &str, to: &str) {
        let place = |selector: &str, down: f64| {
            let edge = format!(
                "(it => [it.x + it.width / 2, it.y + it.height * {down}])\
                 (document.querySelector({}).getBoundingClientRect())",
                Value::from(selector)
            );
            let place = self.evaluate(&edge);
            [&place[0], &place[1]].map(|it| it.as_f64().expect("a place"))
        };
        self.evaluate(&format!("document.querySelector({}).scrollIntoView({{ block: 'center' }})", Value::from(to)));
        let ([x, y], [_, top]) = (place(from, 0.5), place(to, 0.1));
        for (kind, y) in [
            (DispatchMouseEventType::MousePressed, y),
            (DispatchMouseEventType::MouseMoved, (y + top) / 2.0),
            (DispatchMouseEventType::MouseMoved, top),
            (DispatchMouseEventType::MouseReleased, top),
        ] {
            let mouse = DispatchMouseEventParams::builder().r#type(kind).x(x).y(y).button(MouseButton::Left);
            let mouse = mouse.buttons(1).click_count(1).build().expect("a movement");
            self.runtime.block_on(self.tab.execute(mouse)).expect("it is dragged");
        }
    }

    /// What was written on the console, failures to load something among it.
    pub(crate) fn console(&self) -> Vec<String> {
        self.console.lock().expect("the console").clone()
    }
}
