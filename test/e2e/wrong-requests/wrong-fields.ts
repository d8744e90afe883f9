import { MESSAGE, post, type WrongRequest } from "./wrong-request.ts";

const INVALID = [422, "invalid-fields"] as const;

/** Invalid names of conversations, messages and users. */
const INVALID_NAMES: Readonly<Record<string, unknown>> = {
  "a number": 7,
  null: null,
  true: true,
  "an array": ["a"],
  "an object": { a: 1 },
  "an empty string": "",
  "a blank": " ",
  "a blank at the end": "a ",
  "one dot": ".",
  "two dots": "..",
  "129 characters": "a".repeat(129),
  "a line break": "a\nb",
  "an injected header": "a\r\nSet-Cookie: b=c",
  NUL: "a\0b",
  "an escape sequence": "\u001b[31m",
  "a lone high surrogate": "a\ud83d",
};

const INVALID_TEXTS: Readonly<Record<string, unknown>> = {
  "a number": 7,
  "a huge number": 1e300,
  null: null,
  "an array": ["Hello"],
  "an object": { text: "Hello" },
  "an empty string": "",
  blanks: " \n\t\u3000",
  "32,001 characters": "x".repeat(32_001),
  NUL: "a\0",
  "an escape sequence": "\u001b[2J",
  "a control character": "\u0007",
  "a lone low surrogate": "\udc4b!",
};

export const INVALID_METADATA: Readonly<Record<string, unknown>> = {
  "an array": ["a"],
  "a string": "a",
  "a number": 1,
  null: null,
  "an object as value": { a: { b: "c" } },
  "a number as value": { a: 1 },
  "a null value": { a: null },
  "17 entries": Object.fromEntries(
    Array.from({ length: 17 }, (_, index) => [`key ${index}`, "x"]),
  ),
  "5,000 entries": Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`key ${index}`, "x"]),
  ),
  "an empty name": { "": "x" },
  "a name of 65 characters": { ["k".repeat(65)]: "x" },
  "a value of 513 characters": { a: "x".repeat(513) },
  "a name of 200,000 characters": { ["k".repeat(200_000)]: "x" },
  "NUL in a value": { a: "\0" },
  "NUL in a name": { "a\0": "x" },
  "a lone surrogate in a value": { a: "\ud83d" },
};

const UNKNOWN = ["txt", "Text", "constructor", "toString", "messages", " text"];

/** Bodies with wrong fields. */
export function wrongFields(): readonly WrongRequest[] {
  const { conversation, text, id } = MESSAGE;
  const each = (field: string, values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).map(([name, value]) =>
      post(`${field}: ${name}`, { ...MESSAGE, [field]: value }, INVALID),
    );
  return [
    post("no fields", {}, INVALID),
    post("no conversation", { text, id }, INVALID),
    post("no text", { conversation, id }, INVALID),
    ...each("conversation", INVALID_NAMES),
    ...each("id", INVALID_NAMES),
    ...each("user", INVALID_NAMES),
    ...each("text", INVALID_TEXTS),
    ...each("metadata", INVALID_METADATA),
    ...UNKNOWN.map((name) =>
      post(`an unknown field: ${name}`, { ...MESSAGE, [name]: "x" }, INVALID),
    ),
    post(
      "5,000 unknown fields",
      Object.fromEntries(
        Array.from({ length: 5_000 }, (_, index) => [`field ${index}`, 1]),
      ),
      INVALID,
    ),
  ];
}
