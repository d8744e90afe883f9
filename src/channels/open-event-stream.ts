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
