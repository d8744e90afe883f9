/** An event of a `text/event-stream`. */
export interface ServerSentEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
}

/** A server sends a comment at least this often; a stream that is silent for longer is dead. */
const SILENCE_LIMIT_MS = 60_000;

/**
 * Reads the events of a response as they arrive (HTML standard, 9.2.6 "Interpreting an event stream"; `id` and `retry` are
 * not used here). Unlike `EventSource` it works with the answer of a POST. Ends when the stream ends; throws when the
 * connection breaks or falls silent. Leaving the loop cancels the stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { silenceLimitMs = SILENCE_LIMIT_MS }: { silenceLimitMs?: number } = {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const { done, value } = await within(silenceLimitMs, reader.read());
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Only a courtesy to the server; a broken stream rejects here as well.
    reader.cancel().catch(() => undefined);
  }
}

/** Takes the stream's text in pieces cut anywhere; returns the events that each piece completes. */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let rest = "";
  let endsWithReturn = false;
  let event = "";
  let data: string[] = [];

  function parseLine(line: string): ServerSentEvent | undefined {
    if (line === "") return dispatch();
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
    return undefined;
  }

  function dispatch(): ServerSentEvent | undefined {
    const finished = { event: event || "message", data: data.join("\n") };
    const isEmpty = data.length === 0;
    event = "";
    data = [];
    return isEmpty ? undefined : finished;
  }

  return (chunk) => {
    if (chunk === "") return [];
    // The second half of a CRLF that was cut in the middle ends no further line.
    const isHalf = endsWithReturn && chunk.startsWith("\n");
    endsWithReturn = chunk.endsWith("\r");
    const lines = (rest + chunk.slice(isHalf ? 1 : 0)).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    return lines.map(parseLine).filter((parsed) => parsed !== undefined);
  };
}

async function within<Value>(
  limitMs: number,
  promise: Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error("The event stream has fallen silent.")),
      limitMs,
    );
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
