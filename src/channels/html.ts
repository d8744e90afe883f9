/** What a page may load, by kind, beyond which it may load nothing: `script: "'self'"`. */
interface PageSources {
  readonly script: string;
  readonly style: string;
  readonly connect: string;
  readonly img: string;
  readonly frame?: string | undefined;
}

/** Of a page for browsers, which no other page may put into a frame. */
export function pageHeaders(sources: PageSources): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...Object.entries(sources)
      .filter(([, from]) => from !== undefined)
      .map(([kind, from]) => `${kind}-src ${from}`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
  };
}

/** For the content of elements and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
