import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { text as readText } from "node:stream/consumers";
import * as z from "zod";
import { VERSION } from "../../src/runtime/version.ts";
import { listen } from "./listen.ts";

/** Secrets that the stub accepts. */
export const PARLEY_KEY = "stub-key-of-the-shop-window-in-tests";
export const PARLEY_WEBHOOK_SECRET = "stub-webhook-secret-of-all-the-tests";
export const PARLEY_LIBRARY_KEY = "stub-key-of-the-library-in-all-tests";

/** The stub's default health: that of a Parley without settings. */
export const PARLEY_HEALTH = {
  status: "ok",
  version: VERSION,
  model: "demo",
  tools: ["search", "calculator"],
  channels: { telegram: false, webhook: true, web: true },
};

export interface ParleyReply {
  readonly status: number;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
}

/**
 * How a route responds from now on: with a fixed response, a function's, or
 * never.
 */
export type ParleyScript =
  ParleyReply | (() => ParleyReply | undefined) | "hang";

export interface RecordedRequest {
  /** With `:id` in place of ids. */
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface ParleyServer {
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Message ids by conversation. */
  readonly conversations: ReadonlyMap<string, readonly string[]>;
  /** Scripts all responses of a route, such as `GET /healthz`. */
  script(route: string, script: ParleyScript): void;
  /** Resolves once that route was requested. */
  waitFor(route: string): Promise<void>;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/** An HTTP server on loopback that acts like Parley: see `docs/api-reference.md`. */
export async function startParleyServer(): Promise<ParleyServer> {
  const scripts = new Map<string, ParleyScript>();
  const requests: RecordedRequest[] = [];
  const conversations = new Map<string, string[]>();
  const arrivals = new EventTarget();

  const handle = async (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const request = await parseRequest(incoming);
    requests.push(request);
    arrivals.dispatchEvent(new Event(request.route));
    const script = scripts.get(request.route);
    if (script === "hang") return;
    const scripted = typeof script === "function" ? script() : script;
    const { status, body } = scripted ?? answer(request, conversations);
    const isText = typeof body === "string";
    response
      .writeHead(status, {
        "content-type": isText ? "text/html" : "application/json",
      })
      .end(isText ? body : JSON.stringify(body));
  };

  const server = await listen((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    requests,
    conversations,
    script: (route, script) => void scripts.set(route, script),
    waitFor: (route) =>
      new Promise((resolve) => {
        if (requests.some((request) => request.route === route)) resolve();
        arrivals.addEventListener(route, () => resolve(), { once: true });
      }),
    close: server.close,
  };
}

interface ParsedRequest extends RecordedRequest {
  readonly id: string;
}

async function parseRequest(incoming: IncomingMessage): Promise<ParsedRequest> {
  const { method = "", url = "", headers } = incoming;
  const [, path = "", id = ""] =
    /^(\/v1\/(?:messages|conversations)\/)(.+)$/.exec(url) ?? [];
  const text = await readText(incoming);
  return {
    route: `${method} ${id === "" ? url : `${path}:id`}`,
    id: decodeURIComponent(id),
    headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

const Message = z.object({ conversation: z.string(), id: z.string() });

function answer(
  { route, id, headers, body }: ParsedRequest,
  conversations: Map<string, string[]>,
): ParleyReply {
  if (route === "GET /healthz") return { status: 200, body: PARLEY_HEALTH };
  if (route === "POST /telegram/webhook")
    return headers["x-telegram-bot-api-secret-token"] === PARLEY_WEBHOOK_SECRET
      ? { status: 200, body: { ok: true } }
      : problem(401, "unauthorized");
  const isLibrary = route === "GET /library/documents";
  const key = isLibrary ? PARLEY_LIBRARY_KEY : PARLEY_KEY;
  if (headers.authorization !== `Bearer ${key}`)
    return problem(401, "unauthorized");
  if (isLibrary) return { status: 200, body: { documents: [{}, {}] } };

  const kept = conversations.get(id);
  switch (route) {
    case "POST /v1/messages":
      return takeMessage(Message.parse(body), headers, conversations);
    case "GET /v1/messages/:id":
      return [...conversations.values()].flat().includes(id)
        ? { status: 200, body: reply("delivered") }
        : problem(404, "unknown-message");
    case "GET /v1/conversations/:id":
      return kept === undefined
        ? problem(404, "unknown-conversation")
        : { status: 200, body: { id, messages: kept.flatMap(toHistory) } };
    case "DELETE /v1/conversations/:id":
      return conversations.delete(id)
        ? { status: 200, body: { id, deleted: { messages: 2, turns: 1 } } }
        : problem(404, "unknown-conversation");
    default:
      return problem(404, "unknown-route");
  }
}

function takeMessage(
  { conversation, id }: z.infer<typeof Message>,
  { prefer }: IncomingHttpHeaders,
  conversations: Map<string, string[]>,
): ParleyReply {
  const kept = conversations.get(conversation) ?? [];
  conversations.set(conversation, [...new Set([...kept, id])]);
  return prefer === "respond-async"
    ? { status: 202, body: { ...reply("accepted"), reply: null } }
    : { status: 200, body: reply("delivered") };
}

function reply(status: string) {
  const usage = { input_tokens: 31, output_tokens: 7, model_calls: 1 };
  return { status, reply: { text: "42" }, usage };
}

function toHistory(id: string) {
  return [
    { message_id: id, role: "user", text: "?" },
    { message_id: id, role: "assistant", text: "42" },
  ];
}

/** An RFC 9457 problem in Parley's format. */
export function problem(
  status: number,
  slug: string,
  {
    detail = "Scripted.",
    errors,
  }: { detail?: string; errors?: readonly object[] } = {},
): ParleyReply {
  const type = `https://parley.chat/problems/${slug}`;
  return { status, body: { type, title: slug, status, detail, errors } };
}
