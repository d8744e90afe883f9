import type { TurnEvent } from "../turn.ts";

/** An event, and how far a client is that has it. */
export interface PositionedEvent {
  readonly id: string;
  readonly event: TurnEvent;
}

/**
 * Turns the events of `Mailbox.watch`, which begin with what was, into those that are new to a client: no step twice, and no text that it
 * has. Text that only repeats that, as after a restart, is held back. At the turn's end the client has exactly the text of the events.
 */
export function resumeEvents({
  message,
  from = { steps: 0, length: 0, checksum: checksumOf(""), isEnd: false },
}: {
  /** Its id. */
  message: string;
  /** As far as the client is; at the beginning without it. */
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

/** The answer as a client has it, next to the one that is being written. */
interface ClientText {
  /** Takes a delta of the answer. The delta that the client needs now, if any. */
  write(delta: Delta): Delta | undefined;
  /** The answer is whole. The same. */
  finish(): Delta | undefined;
  position(): Pick<EventPosition, "length" | "checksum">;
}

/** The client's text is not known, but for its length and checksum, until the answer is as long. */
function createClientText({ length, checksum }: EventPosition): ClientText {
  const known = createKnownText();
  let answer = "";
  let isKnown = length === 0;

  /** The client has the beginning of the answer, or something else, which is as good as nothing. */
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

/** The answer is the beginning of `text`, which the client has: as long as it is the same, nothing is new. */
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
      const same = countSame(text.slice(offset), written);
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

/** How long the beginning is that both have; never half a character. */
function countSame(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isHalf = /[\uD800-\uDBFF]/.test(one.charAt(length - 1));
  return isHalf && length < other.length ? length - 1 : length;
}

/** How far a client of a turn's events has come. */
interface EventPosition {
  /** How many finished steps they know. */
  readonly steps: number;
  /** UTF-16 units of the answer that they have. */
  readonly length: number;
  /** Of that text. */
  readonly checksum: string;
  /** They have the last event. */
  readonly isEnd: boolean;
}

/** For `Last-Event-ID`: `<steps>-<length>-<checksum of the text>-<tag of the message>`, and `-end` after the last one. The tag catches ids of other messages. */
export function formatEventId(
  { steps, length, checksum, isEnd }: EventPosition,
  message: string,
): string {
  const end = isEnd ? "-end" : "";
  return `${steps}-${length}-${checksum}-${tagOf(message)}${end}`;
}

/** `undefined` for anything but an id that this message's events had: such a client knows nothing yet. */
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
 * FNV-1a over the UTF-16 units: a longer text takes work for its end alone. An attacker who finds two texts with the same fools only themselves.
 * @param start that of the text before
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

/** Eight hexadecimal digits. */
export function checksumOf(text: string): string {
  return toDigits(hashText(text));
}
