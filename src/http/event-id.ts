/** Which of a turn's events a client has received. */
export interface EventPosition {
  /** Number of completed steps. */
  readonly steps: number;
  /** All of them, the last one included. */
  readonly isEnd: boolean;
}

/**
 * For `Last-Event-ID`: `<steps>-<tag of the message>`, plus `-end` after the
 * last event. The tag detects ids of other messages.
 */
export function formatEventId(
  { steps, isEnd }: EventPosition,
  message: string,
): string {
  return `${steps}-${tagOf(message)}${isEnd ? "-end" : ""}`;
}

/**
 * Returns `undefined` unless the id belongs to this message; such a client
 * starts from the beginning.
 */
export function parseEventId(
  id: string | undefined,
  message: string,
): EventPosition | undefined {
  const [, steps, tag, end] =
    /^(\d{1,4})-([\da-f]{1,8})(-end)?$/.exec(id ?? "") ?? [];
  return tag === tagOf(message)
    ? { steps: Number(steps), isEnd: end !== undefined }
    : undefined;
}

/** FNV-1a of 32 bits. */
function tagOf(message: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(message))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16);
}
