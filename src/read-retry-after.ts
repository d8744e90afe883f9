/** How long a server asks to wait: `retry-after-ms` (OpenAI), else `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const retryAfter = headers.get("retry-after") ?? "";
  // Some servers send fractions.
  const delayMs = /^\d+(?:\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(delayMs, 0);
}
