import { createSilenceWatch } from "./silence-watch.ts";

/** OpenAI's last event. Some gateways leave the connection open behind it: nobody is to wait for long then. */
const LAST_DATA = "[DONE]";
const CLOSING_MS = 500;

/**
 * The data of each server-sent event (WHATWG HTML, 9.2), as many at a time as have arrived. Throws `ModelError` when
 * nothing at all arrives for `firstPieceMs` in the beginning, `idleMs` later, or half a second behind `[DONE]`; and the
 * signal's reason. Leaving the loop cancels the body.
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

/** Makes events of a text that comes in pieces; not async, since that costs more than all the rest. */
function createEventParser(): {
  push(text: string): string[];
  /** Some servers leave out the last blank line. */
  end(): string[];
} {
  let rest = "";
  let data: string[] = [];

  const read = (lines: readonly string[]): string[] => {
    const events: string[] = [];
    for (const ended of lines) {
      const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
      if (line.startsWith("data:"))
        data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
      if (line !== "" || data.length === 0) continue;
      events.push(data.join("\n"));
      data = [];
    }
    return events;
  };

  return {
    push(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      return read(lines);
    },
    end: () => read([rest, ""]),
  };
}
