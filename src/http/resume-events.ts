import { lengthInCommon } from "../text/text.ts";
import type { TurnEvent } from "../types/turn.ts";

/** An event, with the position of a client that has received it as its id. */
export interface PositionedEvent {
  readonly id: string;
  readonly event: TurnEvent;
}

/**
 * Filters the events of `Mailbox.watch`, which replays a turn from its start,
 * for a client that resumes: no step twice, no text it already has. Holds back
 * text that only repeats it, as after a restart. At the turn's end the client
 * has exactly the answer's text.
 */
export function resumeEvents({
  message,
  from = { steps: 0, length: 0, checksum: checksumOf(""), isEnd: false },
}: {
  /** Message id. */
  message: string;
  /** Position of the client. Default: the beginning. */
  from?: EventPosition | undefined;
}): (event: TurnEvent) => readonly PositionedEvent[] {
  let { steps } = from;
  const answer = createClientText(from);

  const at = (event: TurnEvent, { isEnd = false } = {}): PositionedEvent => {
    const position = { steps, ...answer.position(), isEnd };
    return { id: formatEventId(position, message), event };
  };

  return (event) => {
    switch (event.type) {
      case "step":
        if (event.index < steps) return [];
        steps = event.index + 1;
        return [at(event)];
      case "delta": {
        const news = answer.write(event);
        return news === undefined ? [] : [at(news)];
      }
      case "waiting":
        return [at(event)];
      case "end":
      case "forgotten": {
        const rest = event.type === "end" ? answer.finish() : undefined;
        return [
          ...(rest === undefined ? [] : [at(rest)]),
          at(event, { isEnd: true }),
        ];
      }
    }
  };
}

type Delta = Extract<TurnEvent, { type: "delta" }>;

/** Tracks the client's text against the answer being written. */
interface ClientText {
  /**
   * Adds a delta of the answer. Returns the delta that the client needs, if
   * any.
   */
  write(delta: Delta): Delta | undefined;
  /**
   * The answer is complete. Returns the delta that the client needs, if any.
   */
  finish(): Delta | undefined;
  position(): Pick<EventPosition, "length" | "checksum">;
}

/**
 * Only length and checksum of the client's text are known, until the answer is
 * as long.
 */
function createClientText({ length, checksum }: EventPosition): ClientText {
  const known = createKnownText();
  let answer = "";
  let isKnown = length === 0;

  /** If the client's text is not a prefix of the answer, it is replaced. */
  const recognise = (): Delta | undefined => {
    isKnown = true;
    const beginning = answer.slice(0, length);
    const isBeginning =
      beginning.length === length && checksumOf(beginning) === checksum;
    const offset = isBeginning ? length : 0;
    known.write({ type: "delta", offset: 0, text: answer });
    if (offset === answer.length && isBeginning) return undefined;
    return { type: "delta", offset, text: answer.slice(offset) };
  };

  return {
    write(delta) {
      if (isKnown) return known.write(delta);
      answer = answer.slice(0, delta.offset) + delta.text;
      return answer.length < length ? undefined : recognise();
    },
    finish: () => (isKnown ? known.finish() : recognise()),
    position: () => (isKnown ? known.position() : { length, checksum }),
  };
}

/**
 * The client has `text`; as long as the answer is a prefix of it, nothing is
 * sent.
 */
function createKnownText(): ClientText {
  let text = "";
  let hash = hashText("");
  let answerLength = 0;

  const replaceFrom = (offset: number, rest: string): Delta => {
    const isAppended = offset === text.length;
    text = text.slice(0, offset) + rest;
    hash = isAppended ? hashText(rest, hash) : hashText(text);
    answerLength = text.length;
    return { type: "delta", offset, text: rest };
  };

  return {
    write({ offset, text: written }) {
      const same = lengthInCommon(text.slice(offset), written);
      if (same < written.length)
        return replaceFrom(offset + same, written.slice(same));
      answerLength = offset + same;
      return undefined;
    },
    finish: () =>
      answerLength < text.length ? replaceFrom(answerLength, "") : undefined,
    position: () => ({ length: text.length, checksum: toDigits(hash) }),
  };
}

/** Position of a client in a turn's events. */
interface EventPosition {
  /** Number of completed steps received. */
  readonly steps: number;
  /** UTF-16 units of the answer received. */
  readonly length: number;
  /** Checksum of that text. */
  readonly checksum: string;
  /** The last event was received. */
  readonly isEnd: boolean;
}

/**
 * For `Last-Event-ID`: `<steps>-<length>-<checksum of the text>-<tag of the
 * message>`, plus `-end` after the last event. The tag detects ids of other
 * messages.
 */
export function formatEventId(
  { steps, length, checksum, isEnd }: EventPosition,
  message: string,
): string {
  const end = isEnd ? "-end" : "";
  return `${steps}-${length}-${checksum}-${tagOf(message)}${end}`;
}

/**
 * Returns `undefined` unless the id belongs to this message; such a client
 * starts from the beginning.
 */
export function parseEventId(
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

/**
 * FNV-1a over UTF-16 units, which can be continued when text is appended.
 * Collisions affect only the client that sends the id.
 * @param start hash of the preceding text
 */
function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function toDigits(hash: number): string {
  return hash.toString(16).padStart(8, "0");
}

/** Eight hex digits. */
export function checksumOf(text: string): string {
  return toDigits(hashText(text));
}
