import type { Context } from "hono";
import {
  streamSSE,
  type SSEMessage,
  type SSEStreamingApi,
} from "hono/streaming";
import { createTimeLimit } from "../runtime/abort.ts";
import { logError } from "../runtime/log.ts";
import { keepRunning } from "./platform-context.ts";
import { STREAM_MS, type StreamPlace } from "./stream-place.ts";

/**
 * Responds with server-sent events, with comments as heartbeat. `write` is
 * aborted when the client leaves, the request is stopped or `STREAM_MS` is
 * over. It waits for the reader, so events do not queue up.
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
    /** Turn id, for the log. */
    turn: string;
    place: StreamPlace;
    write: (stream: SSEStreamingApi, signal: AbortSignal) => Promise<void>;
    /** Last event if `write` throws. */
    broken: SSEMessage;
    /** Must not throw. */
    onEnd?: (options: { hasLeft: boolean }) => Promise<void>;
  },
): Response {
  const release = place.take();
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
      await release();
      resolve();
    }
  });
  const { headers } = response;
  // Proxies must not store, compress or buffer the events.
  headers.set("cache-control", "no-store, no-transform");
  headers.set("x-accel-buffering", "no");
  // Hop-by-hop headers: HTTP/2 and Lambda refuse them.
  headers.delete("transfer-encoding");
  headers.delete("connection");
  return response;
}

const HEARTBEAT_MS = 15_000;

/**
 * Writes a comment every 15 seconds, so that proxies keep the connection open;
 * skips it while the last one is unread. Call with `using`.
 */
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
