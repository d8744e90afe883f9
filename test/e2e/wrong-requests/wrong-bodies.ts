import { gzipSync } from "node:zlib";
import {
  AUTHORIZED,
  JSON_TYPE,
  MESSAGE,
  post,
  toBytes,
  type WrongRequest,
} from "./wrong-request.ts";

const BROKEN = [400, "broken-json"] as const;
const AMBIGUOUS = [400, "ambiguous-json"] as const;
const TOO_DEEP = [400, "json-too-deep"] as const;
const NOT_UTF8 = [400, "not-utf8"] as const;
const INVALID = [422, "invalid-fields"] as const;

const CONTENT_TYPES = {
  "text/plain": "not-json",
  "text/html": "not-json",
  "text/json": "not-json",
  "application/jsonp": "not-json",
  "application/x-www-form-urlencoded": "not-json",
  "multipart/form-data; boundary=x": "not-json",
  "application/octet-stream": "not-json",
  json: "not-json",
  "application/json, text/plain": "not-json",
  "application/json; charset=utf-16": "unsupported-charset",
  "application/json; charset=iso-8859-1": "unsupported-charset",
  "application/json; charset=gb18030": "unsupported-charset",
};

const INVALID_JSON = {
  blanks: " \n\t",
  "single quotes": "{'conversation': 'c'}",
  "a comma at the end": '{"conversation": "c",}',
  "a comment": '{"conversation": "c" /* mine */}',
  "names without quotes": '{conversation: "c"}',
  NaN: '{"text": NaN}',
  Infinity: '{"text": -Infinity}',
  "a hexadecimal number": '{"text": 0x10}',
  "a leading zero": '{"text": 007}',
  "two bodies": "{}{}",
  "a truncated body": JSON.stringify(MESSAGE).slice(0, -5),
  "a bracket after the body": `${JSON.stringify(MESSAGE)}]`,
  "a line break in a string": '{"text": "a\nb"}',
  "NUL in a string": '{"text": "a\0b"}',
  "an unknown escape": String.raw`{"text": "\x41"}`,
  "half an escape": String.raw`{"text": "\u12"}`,
  undefined: "undefined",
  XML: "<message/>",
  "a form": "conversation=c&text=t",
  "two byte order marks": "\uFEFF\uFEFF{}",
  "unclosed brackets": "[".repeat(100_000),
};

const { conversation, text, id } = MESSAGE;

const AMBIGUITIES = {
  "a duplicate name": `{"conversation": "${conversation}", "text": "a", "text": "b"}`,
  "a duplicate name with the same value": `{"id": "${id}", "id": "${id}"}`,
  "a duplicate name, once escaped": String.raw`{"text": "a", "te\u0078t": "b"}`,
  "a nested duplicate name": `{"text": "a", "metadata": {"a": "1", "a": "2"}}`,
  "a duplicate unknown name": '{"x": {"y": [{"z": 1, "z": 2}]}}',
  __proto__: '{"__proto__": {"text": "a"}}',
  "a nested __proto__": `{"metadata": {"__proto__": "x"}}`,
};

const nest = (open: string, close: string, depth: number) =>
  open.repeat(depth) + "1" + close.repeat(depth);

const DEPTHS = {
  "33 lists": nest("[", "]", 33),
  "33 objects": nest('{"a":', "}", 33),
  "deep metadata": `{"metadata": ${nest('{"a":', "}", 40)}}`,
  "100,000 lists": nest("[", "]", 100_000),
  "40,000 objects": nest('{"a":', "}", 40_000),
};

const TOO_MANY = {
  "130,000 numbers": `[${Array(130_000).fill("1").join()}]`,
  "25,000 entries": JSON.stringify({
    ...MESSAGE,
    metadata: Object.fromEntries(Array(25_000).fill(0).entries()),
  }),
};

const NOT_OBJECTS = {
  null: "null",
  true: "true",
  "a number": "1",
  "a huge number": "1e400",
  "a number with 200,000 digits": "9".repeat(200_000),
  "a string": '"text"',
  "an empty array": "[]",
  "an array of messages": JSON.stringify([MESSAGE]),
};

const BYTES = {
  "an invalid UTF-8 byte": [0xff],
  "half a UTF-8 character": [0xe6, 0xb1],
  "overlong UTF-8": [0xc0, 0xaf],
  "a lone surrogate": [0xed, 0xa0, 0x80],
  "a character beyond Unicode": [0xf4, 0x90, 0x80, 0x80],
};

const withBytes = (bytes: readonly number[]) =>
  new Uint8Array([
    ...toBytes(`{"conversation": "${conversation}", "text": "`),
    ...bytes,
    ...toBytes('"}'),
  ]);

const KEYS = {
  "an empty key": '""',
  "a key of dots": "..",
  "a key that is too long": "k".repeat(129),
  "a key with a tab": "a\tb",
  "a key with bytes beyond ASCII": "\xe9",
  "a long key without its closing quote": `"${"k".repeat(128)}`,
};

const withType = (type: string, ...more: string[]) => [
  ...AUTHORIZED,
  `Content-Type: ${type}`,
  ...more,
];

/**
 * Bodies that are not JSON or ambiguous, and headers that declare something
 * else.
 */
export function wrongBodies(): readonly WrongRequest[] {
  const utf16 = new Uint8Array(
    Buffer.from(`\uFEFF${JSON.stringify(MESSAGE)}`, "utf16le"),
  );
  const zipped = new Uint8Array(gzipSync(toBytes(MESSAGE)));
  return [
    post("no Content-Type", MESSAGE, [415, "not-json"], AUTHORIZED),
    ...Object.entries(CONTENT_TYPES).map(([type, slug]) =>
      post(`Content-Type: ${type}`, MESSAGE, [415, slug], withType(type)),
    ),
    ...["gzip", "br", "deflate", "x-unknown", "gzip, gzip"].map((encoding) =>
      post(
        `Content-Encoding: ${encoding}`,
        zipped,
        [415, "unsupported-encoding"],
        withType("application/json", `Content-Encoding: ${encoding}`),
      ),
    ),
    post("gzip without Content-Encoding", zipped, NOT_UTF8),
    post("UTF-16", utf16, NOT_UTF8),
    ...Object.entries(BYTES).map(([name, bytes]) =>
      post(name, withBytes(bytes), NOT_UTF8),
    ),
    ...Object.entries(INVALID_JSON).map(([name, body]) =>
      post(`invalid JSON: ${name}`, body, BROKEN),
    ),
    ...Object.entries(AMBIGUITIES).map(([name, body]) =>
      post(name, body, AMBIGUOUS),
    ),
    ...Object.entries(DEPTHS).map(([name, body]) => post(name, body, TOO_DEEP)),
    ...Object.entries(TOO_MANY).map(([name, body]) =>
      post(name, body, [413, "body-too-large"]),
    ),
    ...Object.entries(NOT_OBJECTS).map(([name, body]) =>
      post(`not an object: ${name}`, body, INVALID),
    ),
    post(
      "a body that is too large",
      { ...MESSAGE, text: text.repeat(12_000) },
      [413, "body-too-large"],
    ),
    post("a million blanks", " ".repeat(1_000_000), [413, "body-too-large"]),
    ...Object.entries(KEYS).map(([name, key]) =>
      post(
        `Idempotency-Key: ${name}`,
        { conversation, text },
        [400, "broken-idempotency-key"],
        [...AUTHORIZED, JSON_TYPE, `Idempotency-Key: ${key}`],
      ),
    ),
    post("an Idempotency-Key that differs from the id", MESSAGE, INVALID, [
      ...AUTHORIZED,
      JSON_TYPE,
      "Idempotency-Key: other",
    ]),
  ];
}
