/** What a page may load, by kind: its own scripts, styles and answers unless it says otherwise, and nothing of other kinds. */
interface PageSources {
  readonly script?: string;
  readonly style?: string;
  readonly connect?: string;
  readonly img: string;
  readonly frame?: string | undefined;
}

/** Of a page for browsers, which no other page may put into a frame. */
export function pageHeaders({
  script = "'self'",
  style = "'self'",
  connect = "'self'",
  img,
  frame,
}: PageSources): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...Object.entries({ script, style, connect, img, frame })
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
