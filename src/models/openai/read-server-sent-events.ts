import { ModelError } from "../../errors.ts";
import { createSilenceWatch } from "./silence-watch.ts";

/** OpenAI's last event. Some gateways leave the connection open behind it: nobody is to wait for long then. */
const LAST_DATA = "[DONE]";
const CLOSING_MS = 500;

/** UTF-16 units of an event. Pieces of an answer have some hundred, and a whole one that a gateway sends at once has some ten thousand. */
const MAX_EVENT_LENGTH = 2_000_000;

/**
 * The data of each server-sent event (WHATWG HTML, 9.2), as many at a time as have arrived. Throws `ModelError` when
 * nothing at all arrives for `firstPieceMs` in the beginning, `idleMs` later, or half a second after `[DONE]`, and for an
 * event that is too long to be kept in memory; and the signal's reason. Leaving the loop cancels the body.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array> | null,
  {
    firstPieceMs,
    idleMs,
    signal,
  }: { firstPieceMs: number; idleMs: number; signal: AbortSignal },
): AsyncGenerator<readonly string[]> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = createEventParser();
  using watch = createSilenceWatch({ ms: firstPieceMs, signal });
  try {
    for (;;) {
      const { done, value } = await Promise.race([
        reader.read(),
        watch.silence,
      ]);
      if (done) break;
      const events = parser.push(decoder.decode(value, { stream: true }));
      const isLast = events.at(-1) === LAST_DATA;
      watch.hear({ nextMs: isLast ? Math.min(idleMs, CLOSING_MS) : idleMs });
      if (events.length > 0) yield events;
    }
    yield parser.end();
  } finally {
    // Not awaited: a connection that hangs may never confirm.
    reader.cancel().catch(() => {});
  }
}

/** Makes events of a text that comes in pieces; not async, since that costs more than all the rest. Throws `ModelError` past the limit of an event. */
function createEventParser(): {
  push(text: string): string[];
  /** Some servers leave out the last blank line. */
  end(): string[];
} {
  /** Of the line that has not ended yet: joined once, since a long one would be copied with each piece of it. */
  let rest: string[] = [];
  let restLength = 0;
  let data: string[] = [];
  let dataLength = 0;

  const read = (lines: readonly string[]): string[] => {
    const events: string[] = [];
    for (const ended of lines) {
      const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
      if (line.startsWith("data:")) {
        data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
        dataLength += line.length;
      }
      if (line !== "" || data.length === 0) continue;
      events.push(data.join("\n"));
      data = [];
      dataLength = 0;
    }
    return events;
  };

  return {
    push(text) {
      const [first = "", ...others] = text.split("\n");
      const last = others.pop();
      rest.push(first);
      restLength += first.length;
      let events: string[] = [];
      if (last !== undefined) {
        events = read([rest.join(""), ...others]);
        rest = [last];
        restLength = last.length;
      }
      if (restLength + dataLength > MAX_EVENT_LENGTH) throw tooLong();
      return events;
    },
    end: () => read([rest.join(""), ""]),
  };
}

function tooLong(): ModelError {
  const cause = new Error(
    `An event of the stream has more than ${MAX_EVENT_LENGTH} characters.`,
  );
  return new ModelError({ kind: "unreachable", cause });
}
