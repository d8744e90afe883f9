import { createParser } from "eventsource-parser";
import { fetchFollowing } from "../../bounded-fetch.ts";
import { asText, isObject, parseJson, type JsonObject } from "../../json.ts";
import { McpFailure } from "./mcp-failure.ts";
import type { McpServer } from "./mcp-server.ts";

/** Limit of a response, in bytes; each page of tools is one response. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Sends at most one JSON-RPC message and returns a response with any status.
 * Follows redirects only within the server's origin, so nobody else gets the
 * token or the message. Throws `McpFailure`.
 */
export async function send(
  server: McpServer,
  {
    method = "POST",
    headers,
    message,
    signal,
  }: {
    method?: "POST" | "GET" | "DELETE";
    headers: Readonly<Record<string, string>>;
    message?: JsonObject;
    signal: AbortSignal;
  },
): Promise<Response> {
  const { url, token } = server;
  try {
    const answer = await fetchFollowing(new URL(url), {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
        ...(message !== undefined && { "content-type": "application/json" }),
      },
      ...(message !== undefined && {
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }),
      signal,
      fetch,
      follow(location, from, status) {
        const next = URL.parse(location, from.href);
        if (next !== null && next.origin === from.origin) return next;
        throw new McpFailure({ kind: "status", status });
      },
    });
    if (answer !== undefined) return answer.response;
  } catch (error) {
    if (error instanceof McpFailure) throw error;
    throw new McpFailure({ kind: "unreachable" });
  }
  throw new McpFailure({ kind: "invalid" });
}

/** How to recognise the response to a request. */
interface Expectation {
  readonly id: number;
  /** Called with the server's own requests. */
  readonly onRequest?: (request: JsonObject) => void;
}

/**
 * `closed`: the stream ended before the response. With an `eventId` it can be
 * resumed after `retryMs`.
 */
type Reading =
  | { readonly kind: "answered"; readonly result: JsonObject }
  | {
      readonly kind: "closed";
      readonly eventId?: string | undefined;
      readonly retryMs?: number | undefined;
    };

/**
 * Reads the response to a request from JSON or an event stream. Throws
 * `McpFailure`, also for a protocol error.
 */
export async function readAnswer(
  response: Response,
  expectation: Expectation,
): Promise<Reading> {
  const type = response.headers.get("content-type") ?? "";
  switch (type.replace(/;.*/s, "").trim().toLowerCase()) {
    case "application/json": {
      const sent = parseJson(await readText(response));
      const result = findResult(sent, expectation);
      if (result !== undefined) return { kind: "answered", result };
      throw new McpFailure({ kind: "invalid" });
    }
    case "text/event-stream":
      return readStream(response, expectation);
    default:
      await discard(response);
      throw new McpFailure({ kind: "invalid" });
  }
}

async function readStream(
  response: Response,
  expectation: Expectation,
): Promise<Reading> {
  let result: JsonObject | undefined;
  let eventId: string | undefined;
  let retryMs: number | undefined;
  const parser = createParser({
    onEvent({ id, event = "message", data }) {
      eventId = id ?? eventId;
      if (event === "message")
        result ??= findResult(parseJson(data), expectation);
    },
    onRetry: (ms) => void (retryMs = ms),
  });
  for await (const piece of readPieces(response)) {
    parser.feed(piece);
    if (result !== undefined) return { kind: "answered", result };
  }
  return { kind: "closed", eventId, retryMs };
}

/**
 * Finds the result of a request in one or several messages. Throws the
 * request's error. Ignores notifications, other responses, and anything that is
 * not a message.
 */
export function findResult(
  sent: unknown,
  { id, onRequest }: Expectation,
): JsonObject | undefined {
  for (const message of [sent].flat()) {
    if (!isObject(message)) continue;
    const { id: of, method, result, error } = message;
    if (method !== undefined) {
      if (of !== undefined) onRequest?.(message);
      continue;
    }
    // In JSON-RPC, an error has no id if the server could not read the
    // request's.
    const isOurs = (of ?? undefined) === undefined || String(of) === String(id);
    if (isOurs && isObject(error))
      throw new McpFailure({
        kind: "refused",
        message: asText(error["message"]),
      });
    if (String(of) !== String(id)) continue;
    if (!isObject(result)) throw new McpFailure({ kind: "invalid" });
    return result;
  }
  return undefined;
}

export async function readText(response: Response): Promise<string> {
  let text = "";
  for await (const piece of readPieces(response)) text += piece;
  return text;
}

/** Leaving the loop cancels the body. */
async function* readPieces({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const piece of body ?? []) {
      bytes += piece.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new McpFailure({ kind: "too-long" });
      yield decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    if (error instanceof McpFailure) throw error;
    throw new McpFailure({ kind: "broken-off" });
  }
}

/** Throws `McpFailure` for a status other than 2xx. */
export async function requireSuccess(
  response: Response,
  { ofSession = false }: { ofSession?: boolean } = {},
): Promise<void> {
  if (response.ok) return;
  await discard(response);
  throw new McpFailure({ kind: "status", status: response.status, ofSession });
}

/** Cancels an unused body. */
export async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {});
}
