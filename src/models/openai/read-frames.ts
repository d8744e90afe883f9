import { createParser } from "eventsource-parser";
import { parseJson } from "../../text/json.ts";
import { ModelError } from "../../types/errors.ts";

/** OpenAI's last event. Some gateways keep the connection open after it. */
const LAST_DATA = "[DONE]";
const CLOSING_MS = 500;

/**
 * In UTF-16 units. Chunks usually have some hundred; a complete answer in one
 * event has some ten thousand.
 */
const MAX_FRAME_LENGTH = 2_000_000;

/** A server-sent event, or a JSON value of a body that is no event stream. */
export interface Frame {
  /** The event's name, if it has one. */
  readonly event?: string | undefined;
  readonly data: string;
}

/**
 * Yields the server-sent events of a body
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), batched as
 * they arrive. A body that is JSON instead, e.g. from a server that does not
 * stream, is one frame. Throws `ModelError` if nothing arrives for
 * `firstPieceMs`, later for `idleMs`, or half a second after `[DONE]`, if a
 * frame is too long, or if the body is a web page; and the signal's reason.
 * Leaving the loop cancels the body.
 */
export async function* readFrames(
  body: ReadableStream<Uint8Array> | null,
  {
    firstPieceMs,
    idleMs,
    signal,
  }: { firstPieceMs: number; idleMs: number; signal: AbortSignal },
): AsyncGenerator<readonly Frame[]> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let frames: Frame[] = [];
  const parser = createParser({
    maxBufferSize: MAX_FRAME_LENGTH,
    onEvent: ({ event, data }) => {
      // Some servers omit the blank lines between events.
      const isJoined = data.startsWith("{") && data.includes("\n");
      const parts = isJoined ? toValues(data) : [data];
      frames.push(...parts.map((part) => ({ event, data: part })));
    },
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw tooLong();
    },
  });
  let form: "events" | "json" | undefined;
  let json = "";
  let limitMs = firstPieceMs;
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, limitMs, signal);
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      form ??= formOf(text);
      if (form === "json") {
        json += text;
        if (json.length > MAX_FRAME_LENGTH) throw tooLong();
        limitMs = idleMs;
        continue;
      }
      parser.feed(text);
      const isLast = frames.at(-1)?.data === LAST_DATA;
      limitMs = isLast ? Math.min(idleMs, CLOSING_MS) : idleMs;
      if (frames.length > 0) yield frames;
      frames = [];
    }
    // Some servers omit the last blank line.
    parser.feed("\n\n");
    yield form === "json" ? toValues(json).map((data) => ({ data })) : frames;
  } finally {
    // Not awaited: a hung connection may never confirm.
    reader.cancel().catch(() => {});
  }
}

/** One JSON value, or one in each line. */
function toValues(json: string): readonly string[] {
  return parseJson(json) === undefined ? json.split("\n") : [json];
}

/** By the first characters, since servers send wrong content types. */
function formOf(text: string): "events" | "json" | undefined {
  const [first] = text.trimStart();
  if (first === "<")
    throw new ModelError({
      kind: "unreachable",
      cause: new Error("The server sent a web page instead of an answer."),
    });
  if (first === "{" || first === "[") return "json";
  return first === undefined ? undefined : "events";
}

/**
 * Rejects if nothing arrives for `ms`, or with the signal's reason. With a
 * promise for each read, since a race against one for all of them would retain
 * every chunk.
 */
async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ms: number,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(silent(ms)), ms);
  const stop = (): void => over.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([over.promise, reader.read()]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

function silent(ms: number): ModelError {
  const cause = new Error(`Nothing arrived for ${ms} ms.`);
  return new ModelError({ kind: "unreachable", cause });
}

function tooLong(): ModelError {
  const cause = new Error(
    `A piece of the answer has more than ${MAX_FRAME_LENGTH} characters.`,
  );
  return new ModelError({ kind: "unreachable", cause });
}
