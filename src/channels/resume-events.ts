import type { TurnEvent } from "../turn.ts";
import { writeEventId, type EventPosition } from "./event-id.ts";
import { checksumOf, createTextChecksum } from "./text-checksum.ts";

/** An event, and how far a client is that has it. */
export interface PositionedEvent {
  readonly id: string;
  readonly event: TurnEvent;
}

/**
 * Makes of the events of `Mailbox.watch`, which begin with what was, those that are new to a client that may have seen some
 * of them before. No step comes twice, and no text that the client has; text that only repeats what it has, as after a
 * restart, is held back until it goes beyond that or differs. Where it differs the delta's offset says from where on. At the
 * turn's end the client has the very text that the events had.
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
    return { id: writeEventId(position, message), event };
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

/** The answer as a client has it, beside the one that is being written. */
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

  /** The client has the beginning of the answer, or something else, which is all as good as nothing. */
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
  const checksum = createTextChecksum();
  let text = "";
  let answerLength = 0;

  const replaceFrom = (offset: number, rest: string): Delta => {
    checksum.remove(text.slice(offset));
    checksum.append(rest);
    text = text.slice(0, offset) + rest;
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
    position: () => ({ length: text.length, checksum: checksum.digest() }),
  };
}

/** How long the beginning is that both have; never half a character. */
function countSame(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isHalf = /[\uD800-\uDBFF]/.test(one.charAt(length - 1));
  return isHalf && length < other.length ? length - 1 : length;
}
