import { createParser } from "eventsource-parser";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { parseJson, type JsonObject } from "../../text/json.ts";
import { McpFailure } from "./mcp-failure.ts";

/** Limits of one answer, and of all answers of a connection. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_BYTES = 4 * MAX_ANSWER_BYTES;

/** The body of an HTTP error is cut. */
const MAX_ERROR_BYTES = 64 * 1024;

/** A server causes requests by pings and by streams to resume. */
const MAX_REQUESTS = 60;

/**
 * Creates the `fetch` of a single connection, which bounds what a server sends
 * while it is read. Throws `McpFailure`.
 * @param options.boundMessages the messages that the SDK gets of what is sent
 * @param options.onFailure reports what goes wrong in a stream, since the SDK
 * would wait for the rest
 */
export function createBoundedFetch({
  boundMessages,
  onFailure,
}: {
  boundMessages: (sent: unknown) => readonly JsonObject[];
  onFailure: (failure: unknown) => void;
}): (url: string | URL, init?: RequestInit) => Promise<Response> {
  let bytesLeft = MAX_BYTES;
  let requestsLeft = MAX_REQUESTS;

  async function* readPieces(body: AsyncIterable<Uint8Array>) {
    const decoder = new TextDecoder();
    let answerLeft = Math.min(MAX_ANSWER_BYTES, bytesLeft);
    try {
      for await (const piece of body) {
        answerLeft -= piece.byteLength;
        bytesLeft -= piece.byteLength;
        if (answerLeft < 0) throw new McpFailure("too-long");
        yield decoder.decode(piece, { stream: true });
      }
    } catch (error) {
      throw error instanceof McpFailure ? error : new McpFailure("broken-off");
    }
  }

  async function* readEvents(body: AsyncIterable<Uint8Array>) {
    const events: string[] = [];
    let isAnswered = false;
    let canResume = false;
    const parser = createParser({
      onEvent({ id, event = "message", data }) {
        if (id !== undefined) events.push(`id: ${id}\ndata:\n\n`);
        canResume ||= id !== undefined;
        if (event !== "message") return;
        const messages = boundMessages(parseJson(data));
        isAnswered ||= messages.some(isAnswer);
        for (const message of messages)
          events.push(`data: ${JSON.stringify(message)}\n\n`);
      },
      onRetry: (ms) => void events.push(`retry: ${ms}\n`),
    });
    try {
      for await (const piece of readPieces(body)) {
        parser.feed(piece);
        yield events.splice(0).join("");
      }
      if (!isAnswered && !canResume) throw new McpFailure("broken-off");
    } catch (error) {
      // It may have been another request's answer, and lost with the rest.
      const isOver = isAnswered || canResume;
      if (!isBrokenOff(error) || !isOver) onFailure(error);
      throw error;
    }
  }

  async function readJson(body: AsyncIterable<Uint8Array>) {
    const text = (await Array.fromAsync(readPieces(body))).join("");
    const sent = parseJson(text);
    if (sent === undefined) return text;
    const messages = boundMessages(sent);
    // The SDK is to refuse what is none.
    return JSON.stringify(
      messages.length > 0 ? messages : [sent].flat().slice(0, 1),
    );
  }

  return async (url, init) => {
    if (isListening(init)) return new Response(null, { status: 405 });
    requestsLeft -= 1;
    if (requestsLeft < 0) {
      onFailure(new McpFailure("invalid"));
      throw new McpFailure("invalid");
    }
    const response = await fetch(url, init).catch(() => {
      throw new McpFailure("unreachable");
    });
    const { body, ok } = response;
    if (body === null) return response;
    if (!ok) return new Response(await readError(body), response);
    switch (typeOf(response)) {
      case "text/event-stream":
        return new Response(toStream(readEvents(body)), response);
      case "application/json":
        return new Response(await readJson(body), response);
      default:
        await body.cancel();
        return new Response("", response);
    }
  };
}

/**
 * The SDK asks for a stream of a server's own messages, which needs no request:
 * 405 is how a server says that it has none.
 */
function isListening(init: RequestInit | undefined): boolean {
  return (
    init?.method === "GET" && !new Headers(init.headers).has("last-event-id")
  );
}

async function readError(body: ReadableStream<Uint8Array>) {
  const limit = { maxBytes: MAX_ERROR_BYTES };
  const { bytes } = await readBeginning(body, limit).catch(() => {
    throw new McpFailure("broken-off");
  });
  return bytes;
}

function isAnswer({ result, error }: JsonObject): boolean {
  return (result ?? error) !== undefined;
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof McpFailure && error.kind === "broken-off";
}

function typeOf({ headers }: Response): string {
  const type = headers.get("content-type") ?? "";
  return type.replace(/;.*/s, "").trim().toLowerCase();
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
