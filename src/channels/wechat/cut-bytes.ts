const ELLIPSIS = "…";

/**
 * Truncates the text to `maxBytes` bytes of UTF-8, including an ellipsis, and
 * never within a character.
 */
export function cutBytes(text: string, maxBytes: number): string {
  const whole = new TextEncoder().encode(text.toWellFormed());
  if (whole.length <= maxBytes) return text.toWellFormed();
  let end = maxBytes - new TextEncoder().encode(ELLIPSIS).length;
  // Continuation bytes begin with 10.
  while (end > 0 && ((whole[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(whole.subarray(0, end)) + ELLIPSIS;
}
