import { createParser } from "eventsource-parser";
import { ModelError } from "../../errors.ts";

/** OpenAI's last event. Some gateways keep the connection open after it. */
const LAST_DATA = "[DONE]";
const CLOSING_MS = 500;

/**
 * In UTF-16 units. Chunks usually have some hundred; a complete answer in one
 * event has some ten thousand.
 */
const MAX_EVENT_LENGTH = 2_000_000;

/**
 * Yields the data of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), batched as
 * they arrive. Throws `ModelError` if nothing arrives for `firstPieceMs`, later
 * for `idleMs`, or half a second after `[DONE]`, or if an event is too long;
 * and the signal's reason. Leaving the loop cancels the body.
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
  let events: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") throw tooLong();
    },
  });
  using timer = startIdleTimer(firstPieceMs, signal);
  try {
    for (;;) {
      const { done, value } = await timer.wait(reader.read());
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      const isLast = events.at(-1) === LAST_DATA;
      timer.restart(isLast ? Math.min(idleMs, CLOSING_MS) : idleMs);
      if (events.length > 0) yield events;
      events = [];
    }
    // Some servers omit the last blank line.
    parser.feed("\n\n");
    yield events;
  } finally {
    // Not awaited: a hung connection may never confirm.
    reader.cancel().catch(() => {});
  }
}

/** Restarts without a new timer each time. Use it with `using`. */
function startIdleTimer(ms: number, signal: AbortSignal) {
  let failure: { readonly reason: unknown } | undefined;
  let giveUp: ((reason: unknown) => void) | undefined;
  const fail = (reason: unknown): void => {
    failure ??= { reason };
    giveUp?.(reason);
  };
  const stop = (): void => fail(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  let limitMs = ms;
  let startedAt = Date.now();
  let timer = setTimeout(check, ms);

  function check(): void {
    const leftMs = startedAt + limitMs - Date.now();
    if (leftMs > 0) {
      timer = setTimeout(check, leftMs);
      return;
    }
    const cause = new Error(`Nothing arrived for ${limitMs} ms.`);
    fail(new ModelError({ kind: "unreachable", cause }));
  }

  return {
    /**
     * Settles like `work`; rejects on timeout, or with the signal's reason.
     * `Promise.race` would retain memory per chunk.
     */
    wait: <Result>(work: Promise<Result>): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        giveUp = reject;
        work.then(resolve, reject);
        if (failure !== undefined) reject(failure.reason);
      }),
    restart(nextMs: number): void {
      startedAt = Date.now();
      if (nextMs === limitMs) return;
      limitMs = nextMs;
      clearTimeout(timer);
      timer = setTimeout(check, nextMs);
    },
    [Symbol.dispose](): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    },
  };
}

function tooLong(): ModelError {
  const cause = new Error(
    `A stream event has more than ${MAX_EVENT_LENGTH} characters.`,
  );
  return new ModelError({ kind: "unreachable", cause });
}
