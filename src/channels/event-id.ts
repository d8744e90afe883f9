import { checksumOf } from "./text-checksum.ts";

/** How far somebody has come who follows a turn. */
export interface EventPosition {
  /** How many finished steps they know. */
  readonly steps: number;
  /** UTF-16 units of the answer that they have. */
  readonly length: number;
  /** Of that text. */
  readonly checksum: string;
  /** They have the last event. */
  readonly isEnd: boolean;
}

/**
 * The id of an event, for `Last-Event-ID`: `<steps>-<length>-<checksum of the text>-<tag of the message>`, with `-end` behind the
 * last one. The tag is there for a client that sends the id with another message than its own.
 */
export function writeEventId(
  { steps, length, checksum, isEnd }: EventPosition,
  message: string,
): string {
  const end = isEnd ? "-end" : "";
  return `${steps}-${length}-${checksum}-${tagOf(message)}${end}`;
}

/** `undefined` for anything but an id that this message's events had: whoever sends it knows nothing yet. */
export function readEventId(
  id: string | null | undefined,
  message: string,
): EventPosition | undefined {
  const found = /^(\d{1,4})-(\d{1,7})-([\da-f]{8})-([\da-f]{4})(-end)?$/.exec(
    id ?? "",
  );
  if (found === null) return undefined;
  const [, steps, length, checksum = "", tag, end] = found;
  if (tag !== tagOf(message)) return undefined;
  return {
    steps: Number(steps),
    length: Number(length),
    checksum,
    isEnd: end !== undefined,
  };
}

function tagOf(message: string): string {
  return checksumOf(message).slice(-4);
}
