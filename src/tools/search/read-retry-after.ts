/** How long a server asks to wait: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const delayMs = /^\d+$/.test(value)
    ? Number(value) * 1_000
    : Date.parse(value) - Date.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
}
