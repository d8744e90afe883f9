import {
  AUTHORIZED,
  call,
  JSON_TYPE,
  MESSAGE,
  toBytes,
  type WrongRequest,
} from "./wrong-request.ts";

const BODY = toBytes(MESSAGE);
const JSON_HEADERS = [...AUTHORIZED, JSON_TYPE];

function send(
  name: string,
  headers: readonly string[],
  [status, slug]: readonly [number, string?],
  { body = BODY, isUnfinished = false } = {},
): WrongRequest {
  return {
    name,
    method: "POST",
    target: "/v1/messages",
    headers: [...JSON_HEADERS, ...headers],
    body,
    isUnfinished,
    status,
    ...(slug !== undefined && { slug }),
  };
}

const length = (bytes: number | string) => `Content-Length: ${bytes}`;
const fine = length(BODY.length);

/**
 * Failures below the request level; the HTTP server rejects some of them
 * itself.
 */
export function wrongConnections(): readonly WrongRequest[] {
  return [
    send("a body that is slow", [length(BODY.length + 1)], [408, "slow-body"], {
      isUnfinished: true,
    }),
    send("a body that never begins", [length(9)], [408, "slow-body"], {
      body: new Uint8Array(),
      isUnfinished: true,
    }),
    send(
      "a length that is less than the body",
      [length(BODY.length - 1)],
      [400, "broken-json"],
    ),
    send("a length of zero", [length(0)], [400, "broken-json"]),
    send("no length", [], [400, "broken-json"]),
    send("a length that is no number", [length("many")], [400]),
    send("a length below zero", [length(-1)], [400]),
    send("two lengths", [fine, length(3)], [400]),
    send("a length with a plus", [length(`+${BODY.length}`)], [400]),
    send("another transfer encoding", ["Transfer-Encoding: gzip"], [400]),
    send("NUL in a header", [fine, "X-A: a\0b"], [400]),
    send("a blank in the name of a header", [fine, "X A: b"], [400]),
    send("a header without a colon", [fine, "nothing"], [400]),
    send("a header that is folded", [fine, "X-A: a\r\n b"], [400]),
    send(
      "a line break in a header",
      [fine, "Idempotency-Key: a\nX-B: c\rd"],
      [400],
    ),
    call(
      "an address of 100 KB",
      `GET /v1/messages/${"a".repeat(100_000)}`,
      [414],
    ),
    call("an address that is none", "GET http://", [400]),
  ];
}
