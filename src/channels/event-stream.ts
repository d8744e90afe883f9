import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";

/**
 * Answers with server-sent events. Nothing between here and the reader is to keep, compress or collect them. Of the headers of
 * Hono's own streams, those of one connection alone are left out: platforms set them, and HTTP/2 and Lambda refuse them.
 */
export function openEventStream(
  context: Context,
  write: (stream: SSEStreamingApi) => Promise<void>,
): Response {
  const response = streamSSE(context, write);
  const { headers } = response;
  headers.set("cache-control", "no-store, no-transform");
  headers.set("x-accel-buffering", "no");
  headers.delete("transfer-encoding");
  headers.delete("connection");
  return response;
}

const HEARTBEAT_MS = 15_000;

/**
 * Writes a comment every 15 seconds, so that nothing between here and the reader takes the stream for dead. Never a second
 * one behind one that was not read yet. Use it with `using`.
 *
 * @param write resolves once there is room for more
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
