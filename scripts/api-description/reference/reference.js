/* global Scalar */
// Appended to Scalar's script.
void fetch("/openapi.json")
  .then((response) => response.text())
  .then((description) =>
    Scalar.createApiReference("#reference", {
      // Put this deployment's address into the samples, so that they can be
      // pasted.
      content: description.replaceAll(
        "https://parley.example.com",
        location.origin,
      ),
      // Raise some of Scalar's colours to a contrast of 4.5:1.
      customCss: `
        .light-mode { --scalar-color-3: #5c5c5c; --scalar-color-green: #007a45; --scalar-color-red: #c5151d; }
        .dark-mode { --scalar-color-3: #a0a0a0; --scalar-color-red: #ff6b6b; }`,
      // No requests to other hosts: no fonts, proxy or assistant.
      withDefaultFonts: false,
      proxyUrl: "",
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      documentDownloadType: "none",
      showDeveloperTools: "never",
      // Do not store API keys that users enter.
      persistAuth: false,
    }),
  );
