import { IMPOSSIBLE_IDS } from "./wrong-addresses.ts";
import { INVALID_METADATA } from "./wrong-fields.ts";
import {
  AUTHORIZED,
  call,
  CONVERSATION,
  JSON_TYPE,
  send,
  TEXT,
  type WrongRequest,
} from "./wrong-request.ts";

const INVALID = [422, "invalid-fields"] as const;
const INVALID_QUERY = [400, "invalid-query"] as const;
const UNKNOWN_PARAMETER = [400, "unknown-parameter"] as const;

const CONVERSATION_ROUTE = `/v1/conversations/${CONVERSATION}`;
const PATCH = `PATCH ${CONVERSATION_ROUTE}`;

const LIMITS = ["0", "abc", "1e9", "1000000000", "-1", "1.5", "101", "", "%00"];

const QUERIES = [
  ...LIMITS.flatMap((limit) => [
    `/v1/conversations?limit=${limit}`,
    `${CONVERSATION_ROUTE}?limit=${limit}`,
  ]),
  "/v1/conversations?limit=1&limit=2",
  "/v1/conversations?after=a&after=b",
  "/v1/conversations?prefix=a&prefix=a",
  `/v1/conversations?after=${"a".repeat(129)}`,
  `/v1/conversations?prefix=${"a".repeat(4_000)}`,
  `${CONVERSATION_ROUTE}?before=-1`,
  `${CONVERSATION_ROUTE}?before=`,
  `${CONVERSATION_ROUTE}?before=now`,
  `${CONVERSATION_ROUTE}?before=1e3`,
  `${CONVERSATION_ROUTE}?before=${"9".repeat(16)}`,
  `${CONVERSATION_ROUTE}?before=1&before=2`,
  `${CONVERSATION_ROUTE}?format=xml`,
  `${CONVERSATION_ROUTE}?format=`,
  `${CONVERSATION_ROUTE}?format=JSON`,
  `${CONVERSATION_ROUTE}?format=json&format=jsonl`,
];

const UNKNOWN_PARAMETERS = [
  "GET /v1/conversations?offset=1",
  "GET /v1/conversations?Limit=1",
  "GET /v1/conversations?limit[]=1",
  "GET /v1/conversations?__proto__=1",
  `GET ${CONVERSATION_ROUTE}?after=1`,
  `DELETE ${CONVERSATION_ROUTE}?force=true`,
  `${PATCH}?format=json`,
];

const INVALID_INSTRUCTIONS: Readonly<Record<string, unknown>> = {
  "a number": 7,
  true: true,
  "an array": [TEXT],
  "an object": { text: TEXT },
  "an empty string": "",
  blanks: " \n\t",
  "8,001 characters": "x".repeat(8_001),
  NUL: "a\0b",
  "an escape sequence": "\u001b[31m",
  "a lone surrogate": "a\ud83d",
};

/** Values that remove labels in a patch. */
const REMOVALS = ["null", "a null value"];

/** Requests for lists, exports and settings of conversations. */
export function wrongConversations(): readonly WrongRequest[] {
  const patch = (
    name: string,
    body: object | string,
    expected: readonly [number, string] = INVALID,
    headers?: readonly string[],
  ) => send(`PATCH: ${name}`, { route: PATCH, body }, expected, headers);
  return [
    ...QUERIES.map((query) =>
      call(`GET ${query}`, `GET ${query}`, INVALID_QUERY),
    ),
    ...UNKNOWN_PARAMETERS.map((route) =>
      call(`unknown parameter: ${route}`, route, UNKNOWN_PARAMETER),
    ),
    call(
      "a list without a key",
      "GET /v1/conversations",
      [401, "unauthorized"],
      [],
    ),
    call(
      "the JSON Lines of an unknown conversation",
      `GET ${CONVERSATION_ROUTE}?format=jsonl`,
      [404, "unknown-conversation"],
    ),
    call(
      "HEAD of an unknown conversation",
      `HEAD ${CONVERSATION_ROUTE}`,
      [404],
    ),
    patch("no key", {}, [401, "unauthorized"], [JSON_TYPE]),
    patch("no Content-Type", {}, [415, "not-json"], AUTHORIZED),
    patch(
      "a Content-Type without +json",
      { instructions: TEXT },
      [415, "not-json"],
      [...AUTHORIZED, "Content-Type: application/merge-patch"],
    ),
    patch("no body", "", [400, "broken-json"]),
    patch("a truncated body", '{"instructions": "a', [400, "broken-json"]),
    patch("null", "null"),
    patch("a JSON Patch", [{ op: "add", path: "/metadata/a", value: "b" }]),
    patch("a duplicate name", '{"metadata": {"a": "b", "a": null}}', [
      400,
      "ambiguous-json",
    ]),
    patch("deep metadata", `{"metadata": ${"[".repeat(40)}${"]".repeat(40)}}`, [
      400,
      "json-too-deep",
    ]),
    patch("a body that is too large", { instructions: "x".repeat(262_144) }, [
      413,
      "body-too-large",
    ]),
    patch("a read-only field", { messages: [] }),
    patch("another id", { id: "other" }),
    ...Object.entries(INVALID_INSTRUCTIONS).map(([name, instructions]) =>
      patch(`instructions: ${name}`, { instructions }),
    ),
    ...Object.entries(INVALID_METADATA)
      .filter(([name]) => !REMOVALS.includes(name))
      .map(([name, metadata]) => patch(`metadata: ${name}`, { metadata })),
    ...Object.entries(IMPOSSIBLE_IDS).map(([name, id]) =>
      send(
        `PATCH of a conversation ${name}`,
        { route: `PATCH /v1/conversations/${id}`, body: {} },
        [404, "unknown-conversation"],
      ),
    ),
  ];
}
