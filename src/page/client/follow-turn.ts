import type { Opening } from "./api.ts";
import {
  parseTurnEvent,
  type Problem,
  type Reply,
  type TurnEvent,
} from "./wire.ts";

/** An event of a turn before its end. */
export type TurnUpdate =
  | Extract<TurnEvent, { type: "step" | "delta" | "waiting" }>
  /** The connection broke; reconnects after a pause. */
  | { readonly type: "reconnecting" }
  | { readonly type: "connected" };

export type TurnEnd =
  | { readonly kind: "replied"; readonly reply: Reply }
  | { readonly kind: "failed"; readonly problem: Problem }
  /** All attempts to reconnect failed; the turn itself may continue. */
  | { readonly kind: "lost" }
  /** The signal was aborted. */
  | { readonly kind: "stopped" };

/** Backoff between attempts to reconnect. */
const PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** A connection that lasted this long resets the backoff. */
const GOOD_CONNECTION_MS = 10_000;

/** Follows a turn to its end, reconnecting as needed. Never throws. */
export async function followTurn({
  first,
  open,
  report,
  pause,
  now = () => performance.now(),
  signal,
}: {
  /** A stream that is already open. */
  first?: Opening | undefined;
  open: () => Promise<Opening>;
  report: (update: TurnUpdate) => void;
  /** Resolves after that time, or early if waiting is pointless. */
  pause: (pauseMs: number, signal: AbortSignal) => Promise<void>;
  now?: () => number;
  signal: AbortSignal;
}): Promise<TurnEnd> {
  let failures = 0;
  for (let opening = first ?? (await open()); ; opening = await open()) {
    if (signal.aborted) return { kind: "stopped" };
    if (opening.kind === "open") {
      const openedAt = now();
      if (failures > 0) report({ type: "connected" });
      const end = await relay(opening.body, { report, signal });
      if (end !== undefined) return end;
      if (now() - openedAt >= GOOD_CONNECTION_MS) failures = 0;
    } else if (opening.kind === "refused" && !isTransient(opening.problem)) {
      return { kind: "failed", problem: opening.problem };
    }
    const pauseMs = PAUSES_MS[failures];
    if (pauseMs === undefined) return { kind: "lost" };
    failures += 1;
    report({ type: "reconnecting" });
    await pause(pauseMs, signal);
  }
}

/** `undefined` if the stream broke before the turn's end. */
async function relay(
  body: ReadableStream<Uint8Array>,
  {
    report,
    signal,
  }: { report: (update: TurnUpdate) => void; signal: AbortSignal },
): Promise<TurnEnd | undefined> {
  try {
    for await (const { event: name, data } of readEvents(body)) {
      if (signal.aborted) return { kind: "stopped" };
      const event = parseTurnEvent(name, data);
      if (event?.type === "reply")
        return { kind: "replied", reply: event.reply };
      if (event?.type === "error") {
        const { problem } = event;
        // The server's stream broke, not the turn: reconnect.
        if (problem.slug === "stream-broken") break;
        return { kind: "failed", problem };
      }
      if (event !== undefined) report(event);
    }
  } catch {
    // The caller reopens the stream.
  }
  return signal.aborted ? { kind: "stopped" } : undefined;
}

function isTransient({ status }: Problem): boolean {
  return status >= 500 || status === 429;
}

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
 * Reads server-sent events, also of a POST response:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * (without `id` and `retry`). Ends with the stream; throws if the connection
 * breaks or falls silent. Leaving the loop cancels the stream.
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
    // Best effort; a broken stream rejects.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Parses the stream in arbitrary chunks; returns the events that each chunk
 * completes.
 */
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
    // Skip the second half of a CRLF that was split between chunks.
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

/**
 * Runs jobs sequentially, in order of submission. A failed job does not stop
 * the next.
 */
export function createQueue(): <Value>(
  job: () => Promise<Value>,
) => Promise<Value> {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = tail.then(job);
    tail = result.catch(() => undefined);
    return result;
  };
}
