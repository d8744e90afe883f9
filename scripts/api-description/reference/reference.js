/* global Scalar */
// Runs right after Scalar's own script, which it is appended to.
const { lang } = document.documentElement;
void fetch(`/openapi.json?lang=${lang}`)
  .then((response) => response.text())
  .then((description) =>
    Scalar.createApiReference("#reference", {
      // The samples name this deployment, so that they can be pasted as they are.
      content: description.replaceAll(
        "https://parley.example.com",
        location.origin,
      ),
      localization: { locale: lang },
      // Some of its colours fall short of a contrast of 4.5:1.
      customCss: `
        .light-mode { --scalar-color-3: #5c5c5c; --scalar-color-green: #007a45; --scalar-color-red: #c5151d; }
        .dark-mode { --scalar-color-3: #a0a0a0; --scalar-color-red: #ff6b6b; }`,
      // Nothing is fetched from anywhere else: no fonts, no proxy, no assistant.
      withDefaultFonts: false,
      proxyUrl: "",
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      documentDownloadType: "none",
      showDeveloperTools: "never",
      // A key that was typed in is gone with the page.
      persistAuth: false,
    }),
  );
