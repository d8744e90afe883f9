/**
 * CSP sources by kind. Default: the page's own scripts, styles and responses;
 * nothing of other kinds.
 */
interface PageSources {
  readonly script?: string;
  readonly style?: string;
  readonly connect?: string;
  readonly img: string;
  readonly frame?: string | undefined;
  /** Origins whose pages may show this one in a frame. */
  readonly ancestors?: string;
}

/** Headers of an HTML page, which may not be framed by default. */
export function pageHeaders({
  script = "'self'",
  style = "'self'",
  connect = "'self'",
  img,
  frame,
  ancestors = "'none'",
}: PageSources): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...Object.entries({ script, style, connect, img, frame })
      .filter(([, from]) => from !== undefined)
      .map(([kind, from]) => `${kind}-src ${from}`),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
  };
}
