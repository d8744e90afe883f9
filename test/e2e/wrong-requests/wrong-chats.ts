import { INVALID_METADATA } from "./wrong-fields.ts";
import {
  AUTHORIZED,
  call,
  CONVERSATION,
  JSON_TYPE,
  send,
  TEXT,
  WRONG_KEY,
  type WrongRequest,
} from "./wrong-request.ts";

const INVALID = [400, "invalid-fields"] as const;
const INVALID_HEADER = [400, "invalid-header"] as const;
const UNAUTHORIZED = [401, "unauthorized"] as const;

const ROUTE = "POST /openai/v1/chat/completions";
const QUESTION = { role: "user", content: TEXT };
const CHAT = { model: "parley", user: CONVERSATION, messages: [QUESTION] };

const IMAGE = {
  type: "image_url",
  image_url: { url: "https://example.com/a.png" },
};

const MESSAGES: Readonly<Record<string, unknown>> = {
  null: null,
  "a string": TEXT,
  "an object": QUESTION,
  "no messages": [],
  "an array with a number": [1],
  "an array with a string": [TEXT],
  "an array with an array": [[QUESTION]],
  "an empty message": [{}],
  "no role": [{ content: TEXT }],
  "an unknown role": [{ role: "human", content: TEXT }],
  "a role in capitals": [{ role: "User", content: TEXT }],
  "the role __proto__": [{ role: "__proto__", content: TEXT }],
  "no content": [{ role: "user" }],
  "null as content": [{ role: "user", content: null }],
  "a number as content": [{ role: "user", content: 1 }],
  "empty content": [{ role: "user", content: "" }],
  "blank content": [{ role: "user", content: " \n" }],
  "content without parts": [{ role: "user", content: [] }],
  "an image": [{ role: "user", content: [IMAGE] }],
  "an image next to a text": [
    { role: "user", content: [{ type: "text", text: TEXT }, IMAGE] },
  ],
  audio: [
    { role: "user", content: [{ type: "input_audio", input_audio: {} }] },
  ],
  "a file": [{ role: "user", content: [{ type: "file", file: {} }] }],
  "a part without text": [{ role: "user", content: [{ type: "text" }] }],
  "a part that is a string": [{ role: "user", content: [TEXT] }],
  "32,001 characters": [{ role: "user", content: "x".repeat(32_001) }],
  "a lone surrogate": [{ role: "user", content: "a\ud83d" }],
  "an image before the question": [
    { role: "user", content: [IMAGE] },
    QUESTION,
  ],
  "an assistant message at the end": [
    QUESTION,
    { role: "assistant", content: "Yes?" },
  ],
  "a tool message at the end": [
    QUESTION,
    { role: "tool", tool_call_id: "1", content: "1" },
  ],
  "only instructions": [{ role: "system", content: TEXT }],
  "instructions of 8,001 characters": [
    { role: "system", content: "x".repeat(8_001) },
    QUESTION,
  ],
  "instructions with NUL": [{ role: "system", content: "a\0b" }, QUESTION],
  "5,000 wrong messages": Array.from({ length: 5_000 }, () => ({ role: "x" })),
};

const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  model: { "a number": 1, "an array": ["parley"] },
  user: {
    "a number": 7,
    "an empty string": "",
    "129 characters": "a".repeat(129),
    "an injected header": "a\r\nSet-Cookie: b=c",
    dots: "..",
  },
  n: { two: 2, zero: 0, "a string": "1", "a negative number": -1 },
  stream: { "a string": "true", "a number": 1 },
  stream_options: {
    "a string": "usage",
    "a string as include_usage": { include_usage: "yes" },
  },
  metadata: Object.fromEntries(
    Object.entries(INVALID_METADATA).filter(([name]) => name !== "null"),
  ),
};

const NAMES = {
  "129 characters": "a".repeat(129),
  dots: "..",
  "escaped dots": "%2e%2e",
  "an escaped line break": "a%0d%0aSet-Cookie:%20a=b",
  "escaped NUL": "a%00",
  "a blank at its end": "a%20",
};

/** Invalid requests of OpenAI's clients. */
export function wrongChats(): readonly WrongRequest[] {
  const chat = (
    name: string,
    body: object | string,
    expected: readonly [number, string] = INVALID,
    headers?: readonly string[],
  ) => send(`a chat: ${name}`, { route: ROUTE, body }, expected, headers);
  const withHeader = (header: string) => [...AUTHORIZED, JSON_TYPE, header];
  return [
    chat("no key", CHAT, UNAUTHORIZED, [JSON_TYPE]),
    chat("a wrong key", CHAT, UNAUTHORIZED, [
      `Authorization: Bearer ${WRONG_KEY}`,
      JSON_TYPE,
    ]),
    chat("a key in Azure's header", CHAT, UNAUTHORIZED, [
      `api-key: ${WRONG_KEY}`,
      JSON_TYPE,
    ]),
    chat("a signature", CHAT, UNAUTHORIZED, [
      JSON_TYPE,
      "webhook-id: 1",
      "webhook-timestamp: 1",
      "webhook-signature: v1,AAAA",
    ]),
    chat("no Content-Type", CHAT, [415, "not-json"], AUTHORIZED),
    chat(
      "a form",
      "messages=1",
      [415, "not-json"],
      [...AUTHORIZED, "Content-Type: multipart/form-data; boundary=x"],
    ),
    chat("no body", "", [400, "broken-json"]),
    chat("a truncated body", '{"messages": [{', [400, "broken-json"]),
    chat("null", "null"),
    chat("an array", [CHAT]),
    chat("no messages field", { model: "parley" }),
    chat("duplicate messages", '{"messages": [], "messages": []}', [
      400,
      "ambiguous-json",
    ]),
    chat("JSON of 40 levels", `{"tools": ${"[".repeat(40)}${"]".repeat(40)}}`, [
      400,
      "json-too-deep",
    ]),
    chat(
      "JSON of 40,000 levels",
      `{"a":`.repeat(40_000) + "1" + "}".repeat(40_000),
      [400, "json-too-deep"],
    ),
    chat("130,000 messages", `{"messages": [${"1,".repeat(129_999)}1]}`, [
      413,
      "body-too-large",
    ]),
    chat(
      "a body that is too large",
      { ...CHAT, padding: "x".repeat(262_144) },
      [413, "body-too-large"],
    ),
    ...Object.entries(MESSAGES).map(([name, messages]) =>
      chat(`messages: ${name}`, { ...CHAT, messages }),
    ),
    ...Object.entries(FIELDS).flatMap(([field, values]) =>
      Object.entries(values).map(([name, value]) =>
        chat(`${field}: ${name}`, { ...CHAT, [field]: value }),
      ),
    ),
    ...Object.entries(NAMES).flatMap(([name, value]) => [
      chat(
        `X-Conversation-Id: ${name}`,
        CHAT,
        INVALID_HEADER,
        withHeader(`X-Conversation-Id: ${value}`),
      ),
    ]),
    chat("metadata.conversation: dots", {
      ...CHAT,
      metadata: { conversation: ".." },
    }),
    chat("metadata.conversation: 129 characters", {
      ...CHAT,
      metadata: { conversation: "a".repeat(129) },
    }),
    chat(
      "an Idempotency-Key of dots",
      CHAT,
      [400, "broken-idempotency-key"],
      withHeader("Idempotency-Key: .."),
    ),
    call("models without a key", "GET /openai/v1/models", UNAUTHORIZED, []),
    call("an unknown model", "GET /openai/v1/models/gpt-4o", [
      404,
      "unknown-model",
    ]),
    call("a model with a path traversal", "GET /openai/v1/models/..%2f..", [
      404,
      "unknown-model",
    ]),
  ];
}
