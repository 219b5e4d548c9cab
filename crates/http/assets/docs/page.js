"use strict";

const reference = document.getElementById("reference");

Scalar.createApiReference(reference, {
  url: reference.dataset.document,
  slug: "api",
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  // The key that a reader enters is forgotten with the tab.
  persistAuth: false,
  // Nothing is fetched from elsewhere, and nothing is told to anybody.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // The colors of the reference, with as much contrast as text needs.
  customCss: `
    .light-mode {
      --scalar-color-2: #595959;
      --scalar-color-3: #666;
      --scalar-color-blue: #00629e;
      --scalar-color-green: #006b44;
      --scalar-color-orange: #a03600;
      --scalar-color-purple: #5203d1;
      --scalar-color-red: #b80000;
      --scalar-color-yellow: #6e5300;
    }
    .dark-mode {
      --scalar-color-3: #a0a0a0;
      --scalar-color-red: #ff7a7a;
    }
  `,
});

// What the reference draws has buttons without a name, one whose name is not what it says, and boxes that no key scrolls.
function name() {
  for (const button of document.querySelectorAll("button:not([aria-label])")) {
    if (!button.textContent.trim() && button.matches("[class*=copy]")) button.ariaLabel = "Copy";
  }
  for (const button of document.querySelectorAll("button.show-more[aria-label]")) {
    const said = button.textContent.trim();
    if (!button.ariaLabel.startsWith(said)) button.ariaLabel = `${said}: ${button.ariaLabel}`;
  }
  for (const box of document.querySelectorAll(".custom-scroll:not([tabindex]), .endpoints:not([tabindex])")) {
    box.tabIndex = 0;
  }
}

let waits = false;
new MutationObserver(() => {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    name();
  });
}).observe(document.body, { childList: true, subtree: true });
