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
const correct = length(BODY.length);

/**
 * Failures below the request level; the HTTP server rejects some of them
 * itself.
 */
export function wrongConnections(): readonly WrongRequest[] {
  return [
    send(
      "a body that never ends",
      [length(BODY.length + 1)],
      [408, "slow-body"],
      {
        isUnfinished: true,
      },
    ),
    send("a body that never begins", [length(9)], [408, "slow-body"], {
      body: new Uint8Array(),
      isUnfinished: true,
    }),
    send(
      "a length below the body's",
      [length(BODY.length - 1)],
      [400, "broken-json"],
    ),
    send("a length of zero", [length(0)], [400, "broken-json"]),
    send("no length", [], [400, "broken-json"]),
    send("a length that is not a number", [length("many")], [400]),
    send("a negative length", [length(-1)], [400]),
    send("two lengths", [correct, length(3)], [400]),
    send("a length with a plus", [length(`+${BODY.length}`)], [400]),
    send("another transfer encoding", ["Transfer-Encoding: gzip"], [400]),
    send("NUL in a header", [correct, "X-A: a\0b"], [400]),
    send("a blank in a header's name", [correct, "X A: b"], [400]),
    send("a header without a colon", [correct, "nothing"], [400]),
    send("a folded header", [correct, "X-A: a\r\n b"], [400]),
    send(
      "a line break in a header",
      [correct, "Idempotency-Key: a\nX-B: c\rd"],
      [400],
    ),
    call("a URL of 100 KB", `GET /v1/messages/${"a".repeat(100_000)}`, [414]),
    call("an invalid URL", "GET http://", [400]),
  ];
}
