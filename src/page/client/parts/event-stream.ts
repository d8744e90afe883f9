import { createParser } from "eventsource-parser";

export interface ServerSentEvent {
  /** `message` if the stream names none. */
  readonly event: string;
  readonly data: string;
}

/**
 * The server sends comments more often than this; a stream that is silent for
 * longer is dead.
 */
const SILENCE_LIMIT_MS = 60_000;

/**
 * Reads server-sent events, also of a POST response. Ends with the stream;
 * throws if the connection breaks or falls silent. Leaving the loop cancels the
 * stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceLimitMs = SILENCE_LIMIT_MS }: { silenceLimitMs?: number } = {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data }) => events.push({ event, data }),
  });
  try {
    for (;;) {
      const { done, value } = await within(silenceLimitMs, reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      const complete = events;
      events = [];
      yield* complete;
    }
  } finally {
    // Best effort; a broken stream rejects.
    reader.cancel().catch(() => undefined);
  }
}

async function within<Value>(
  limitMs: number,
  promise: Promise<Value>,
): Promise<Value> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new Error("The event stream has fallen silent.")),
    limitMs,
  );
  try {
    return await Promise.race([promise, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
