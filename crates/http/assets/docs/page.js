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
});
