import { gzipSync } from "node:zlib";
import type { RawRequest } from "./send-raw.ts";

/** A raw request that must be rejected. */
export interface WrongRequest extends RawRequest {
  readonly name: string;
  readonly status: number;
  /**
   * Last segment of the problem's type; missing if the HTTP server rejects the
   * request itself.
   */
  readonly slug?: string | undefined;
}

type Expected = readonly [status: number, slug?: string | undefined];

export const KEY = "key-of-the-shop-window-in-these-tests";
/** Must not appear in the log. */
export const TEXT = "Words-that-nobody-may-log";
export const WRONG_KEY = "wrong-key-that-nobody-may-log";
/** Nothing may be stored in it. */
export const CONVERSATION = "never-begun";
export const ID = "never-taken";

const AUTHORIZED = [`Authorization: Bearer ${KEY}`];
const JSON_TYPE = "Content-Type: application/json";
const MESSAGE = { conversation: CONVERSATION, text: TEXT, id: ID };

/**
 * One of each kind, as the server and the runtime take them. What a field, a
 * body, a key or a signature can have wrong is in `test/http`.
 */
export function wrongRequests(): readonly WrongRequest[] {
  return [...wrongCallers(), ...wrongAddresses(), ...wrongBodies()].concat(
    wrongConnections(),
  );
}

function call(
  route: string,
  [status, slug]: Expected,
  headers: readonly string[] = AUTHORIZED,
): WrongRequest {
  const body = new Uint8Array();
  return { name: route.slice(0, 80), route, status, slug, headers, body };
}

function post(
  name: string,
  body: string | Uint8Array,
  [status, slug]: Expected,
  headers: readonly string[] = [...AUTHORIZED, JSON_TYPE],
): WrongRequest {
  const bytes = Buffer.from(body);
  return {
    name,
    route: "POST /v1/messages",
    status,
    slug,
    headers: [...headers, `Content-Length: ${bytes.length}`],
    body: bytes,
  };
}

function wrongCallers(): readonly WrongRequest[] {
  const unauthorized = [401, "unauthorized"] as const;
  const large = "x".repeat(262_145);
  return [
    post("no key before a broken body", "{", unauthorized, []),
    post("no key before a large body", large, unauthorized, []),
    ...[WRONG_KEY, `${KEY}\xe9`, WRONG_KEY.repeat(100)].map((key) =>
      post(`the key ${key.slice(0, 50)}`, "{}", unauthorized, [
        `Authorization: Bearer ${key}`,
        JSON_TYPE,
      ]),
    ),
    call(`GET /v1/messages/${ID}?key=${KEY}`, unauthorized, []),
    call("GET /v1/messages/%00", unauthorized, []),
  ];
}

/** Unknown ids, then impossible ones. */
const IDS = [
  "none",
  "..%2f..%2fadmin",
  "%2e%2e%2f%2e%2e%2fadmin%2fturns",
  "'%20OR%201=1;--",
  "webhook:desk:1",
  "a%00",
  "a%0d%0aSet-Cookie:%20a=b",
  "%zz",
  "100%",
  "%c0%ae%c0%ae",
  "%ed%a0%80",
  "%1b%5b31m",
  "a".repeat(4_000),
  "%41".repeat(3_000),
];

function wrongAddresses(): readonly WrongRequest[] {
  const methods = ["GET /v1/messages", "OPTIONS /v1/messages", "DELETE /"];
  const routes = [
    "GET /v1/",
    "POST //v1/messages",
    "GET /v1/messages/a/../../nothing",
    "POST /v1/Messages",
    "GET /.env",
    "GET /..%2f..%2fetc%2fpasswd",
    "GET /%00",
  ];
  return [
    ...methods.map((route) => call(route, [405, "method-not-allowed"])),
    ...routes.map((route) => call(route, [404, "unknown-route"])),
    ...IDS.flatMap((id) => [
      call(`GET /v1/messages/${id}`, [404, "unknown-message"]),
      call(`DELETE /v1/conversations/${id}`, [404, "unknown-conversation"]),
    ]),
    call(`GET /v1/messages/${ID}?=1`, [400, "unknown-parameter"]),
    call(
      "GET /v1/messages/none",
      [404, "unknown-message"],
      [...AUTHORIZED, "Accept: text/event-stream", "Last-Event-ID: \xff"],
    ),
    call(`GET /v1/messages/${"a".repeat(100_000)}`, [414]),
    call("GET http://", [400]),
  ];
}

function wrongBodies(): readonly WrongRequest[] {
  const message = JSON.stringify(MESSAGE);
  const withHeader = (header: string) => [...AUTHORIZED, JSON_TYPE, header];
  return [
    post("no Content-Type", message, [415, "not-json"], AUTHORIZED),
    post(
      "a compressed body",
      gzipSync(message),
      [415, "unsupported-encoding"],
      withHeader("Content-Encoding: gzip"),
    ),
    post("UTF-16", Buffer.from(message, "utf16le"), [400, "broken-json"]),
    post("bytes that are not UTF-8", gzipSync(message), [400, "not-utf8"]),
    post("a truncated body", message.slice(0, -5), [400, "broken-json"]),
    post("unclosed lists", "[".repeat(100_000), [400, "broken-json"]),
    post("an empty body", "", [400, "broken-json"]),
    post("a duplicate name", '{"id": "a", "id": "b"}', [400, "ambiguous-json"]),
    post("100,000 lists", "[".repeat(100_000) + "]".repeat(100_000), [
      400,
      "json-too-deep",
    ]),
    post("130,000 numbers", JSON.stringify(Array(130_000).fill(1)), [
      413,
      "body-too-large",
    ]),
    post("a million blanks", " ".repeat(1_000_000), [413, "body-too-large"]),
    post("a number with 200,000 digits", "9".repeat(200_000), [
      422,
      "invalid-fields",
    ]),
    post(
      "an Idempotency-Key beyond ASCII",
      message,
      [400, "broken-idempotency-key"],
      withHeader("Idempotency-Key: \xe9"),
    ),
  ];
}

/** Some of them the HTTP server rejects itself. */
function wrongConnections(): readonly WrongRequest[] {
  const body = Buffer.from(JSON.stringify(MESSAGE));
  const send = (
    name: string,
    headers: readonly string[],
    [status, slug]: Expected,
    more: Partial<RawRequest> = {},
  ): WrongRequest => ({
    ...post(name, "", [status, slug]),
    headers: [...AUTHORIZED, JSON_TYPE, ...headers],
    body,
    ...more,
  });
  const length = (bytes: number | string) => `Content-Length: ${bytes}`;
  const correct = length(body.length);
  const isUnfinished = true;
  const refused = {
    "a length that is not a number": [length("many")],
    "a negative length": [length(-1)],
    "two lengths": [correct, length(3)],
    "a length with a plus": [length(`+${body.length}`)],
    "another transfer encoding": ["Transfer-Encoding: gzip"],
    "NUL in a header": [correct, "X-A: a\0b"],
    "a blank in a header's name": [correct, "X A: b"],
    "a header without a colon": [correct, "nothing"],
    "a folded header": [correct, "X-A: a\r\n b"],
    "a line break in a header": [correct, "Idempotency-Key: a\nX-B: c\rd"],
  };
  return [
    send(
      "a body that never ends",
      [length(body.length + 1)],
      [408, "slow-body"],
      { isUnfinished },
    ),
    send("a body that never begins", [length(9)], [408, "slow-body"], {
      body: new Uint8Array(),
      isUnfinished,
    }),
    ...[[length(body.length - 1)], [length(0)], []].map((headers) =>
      send(
        `another length than the body's: ${headers.join() || "none"}`,
        headers,
        [400, "broken-json"],
      ),
    ),
    ...Object.entries(refused).map(([name, headers]) =>
      send(name, headers, [400]),
    ),
  ];
}
