const safeProtocols: ReadonlySet<string> = new Set([
  "http:",
  "https:",
  "mailto:",
]);

/** The address, normalised, when following it can only open a web page or a new mail; `undefined` for `javascript:`, `data:`, relative ones and the like. */
export function toSafeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}
