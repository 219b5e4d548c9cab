const reference = document.getElementById("reference");

// The reference sends every parameter that has an example, unless that says not to be sent. Only what an operation
// requires is: filters that are all sent at once leave nothing, and a made-up `If-Match` is refused.
function unsent({ paths, components }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const own = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...own, ...Object.values(components.parameters)]) {
    if (parameter.required || !("example" in parameter)) continue;
    parameter.examples = { example: { value: parameter.example, "x-disabled": true } };
    delete parameter.example;
  }
}

async function read(address) {
  try {
    const told = await fetch(address);
    if (!told.ok) throw new Error(`it is answered ${told.status}`);
    return await told.json();
  } catch (error) {
    reference.textContent = `The document cannot be read (${error.message}). Load this page again.`;
    throw error;
  }
}

const content = await read(reference.dataset.document);
unsent(content);
const { pathname: dashboard } = new URL("app", new URL(reference.dataset.document, location));
content.info.description = `People read in the [dashboard](${dashboard}) what a key may read.\n\n${content.info.description}`;

Scalar.createApiReference(reference, {
  content,
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
  // The colors of the reference, with as much contrast as text needs; and on a phone nothing is wider than the screen.
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
    .t-doc__header header > span {
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .property-detail-truncate,
    .property-detail-truncate .property-detail-value,
    .property-type-signature {
      white-space: normal !important;
    }
    .response-card .scalar-card-content {
      grid-template-columns: minmax(0, 1fr);
    }
    @media (max-width: 600px) {
      [class*="group-hover/heading"] {
        display: none !important;
      }
    }
  `,
});

// What the reference draws has buttons without a name, one whose name is not what it says, some that say to be none, boxes
// that no key scrolls, and fields that do not say whether their suggestions are shown.
function name() {
  for (const button of document.querySelectorAll("button:not([aria-label])")) {
    // What a button says only when it is pointed at is no name of it.
    if (!button.innerText.trim() && button.matches("[class*=copy]")) button.ariaLabel = "Copy";
  }
  for (const button of document.querySelectorAll("button.show-more[aria-label]")) {
    const said = button.textContent.trim();
    if (!button.ariaLabel.startsWith(said)) button.ariaLabel = `${said}: ${button.ariaLabel}`;
  }
  for (const box of document.querySelectorAll(".custom-scroll:not([tabindex]), .endpoints:not([tabindex])")) {
    box.tabIndex = 0;
  }
  for (const button of document.querySelectorAll("button[role=none]")) {
    button.removeAttribute("role");
  }
  for (const field of document.querySelectorAll("[role=combobox]:not([aria-expanded])")) {
    field.ariaExpanded = "false";
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
