import { logError } from "../log.ts";
import type { Context } from "hono";
import {
  type SSEMessage,
  type SSEStreamingApi,
  streamSSE,
} from "hono/streaming";
import { createTimeLimit } from "../abort.ts";
import { STREAM_MS, type StreamPlace } from "./limits.ts";
import { keepRunning } from "./platform-context.ts";

/**
 * Answers with server-sent events, and comments while there is none. `write` is aborted at the end of the request's time or of a
 * stream's, and waits for its reader: no events queue up.
 */
export function streamEvents(
  context: Context,
  {
    turn,
    place,
    write,
    broken,
    onEnd,
  }: {
    /** For the log. */
    turn: string;
    place: StreamPlace;
    write: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>;
    /** The last event where `write` throws. */
    broken: SSEMessage;
    /** Must not throw. */
    onEnd?: (options: { hasLeft: boolean }) => Promise<void>;
  },
): Response {
  const leave = place.take();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  keepRunning(context, end);
  const response = streamSSE(context, async (stream) => {
    const reader = new AbortController();
    stream.onAbort(() => reader.abort());
    using limit = createTimeLimit({
      ms: STREAM_MS,
      signal: reader.signal,
      stop: context.req.raw.signal,
    });
    using _ = keepAlive((comment) => stream.write(comment));
    try {
      await write(stream, limit.signal);
    } catch (error) {
      if (!limit.signal.aborted) logError("events broke off", { turn, error });
      if (!stream.aborted) await stream.writeSSE(broken);
    } finally {
      await onEnd?.({ hasLeft: stream.aborted });
      await leave();
      resolve();
    }
  });
  const { headers } = response;
  // Nothing on the way may store, compress or collect them.
  headers.set("cache-control", "no-store, no-transform");
  headers.set("x-accel-buffering", "no");
  // Platforms set those of a single connection, and HTTP/2 and Lambda refuse them.
  headers.delete("transfer-encoding");
  headers.delete("connection");
  return response;
}

const HEARTBEAT_MS = 15_000;

/** Writes a comment every 15 seconds, so that nothing on the way takes the stream for dead, unless the last one was not read yet. Use it with `using`. */
export function keepAlive(
  write: (comment: string) => Promise<unknown>,
): Disposable {
  let isRead = true;
  const timer = setInterval(() => {
    if (!isRead) return;
    isRead = false;
    void write(": still here\n\n").then(() => (isRead = true));
  }, HEARTBEAT_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
