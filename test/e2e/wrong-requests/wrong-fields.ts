import { MESSAGE, post, type WrongRequest } from "./wrong-request.ts";

const INVALID = [422, "invalid-fields"] as const;

/** Invalid names of conversations, messages and users. */
const NO_NAMES: Readonly<Record<string, unknown>> = {
  "a number": 7,
  null: null,
  true: true,
  "a list": ["a"],
  "an object": { a: 1 },
  "an empty text": "",
  "a blank": " ",
  "a blank at the end": "a ",
  "one dot": ".",
  "two dots": "..",
  "129 characters": "a".repeat(129),
  "a line break": "a\nb",
  "what would be a header": "a\r\nSet-Cookie: b=c",
  NUL: "a\0b",
  "an escape sequence": "\u001b[31m",
  "half a character": "a\ud83d",
};

const NO_TEXTS: Readonly<Record<string, unknown>> = {
  "a number": 7,
  "a huge number": 1e300,
  null: null,
  "a list": ["Hello"],
  "an object": { text: "Hello" },
  "an empty text": "",
  blanks: " \n\t\u3000",
  "32,001 characters": "x".repeat(32_001),
  NUL: "a\0",
  "an escape sequence": "\u001b[2J",
  "a control character": "\u0007",
  "the other half of a character": "\udc4b!",
};

export const NO_METADATA: Readonly<Record<string, unknown>> = {
  "a list": ["a"],
  "a text": "a",
  "a number": 1,
  null: null,
  "an object within": { a: { b: "c" } },
  "a number within": { a: 1 },
  "null within": { a: null },
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
  "half a character in a value": { a: "\ud83d" },
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
    ...each("conversation", NO_NAMES),
    ...each("id", NO_NAMES),
    ...each("user", NO_NAMES),
    ...each("text", NO_TEXTS),
    ...each("metadata", NO_METADATA),
    ...UNKNOWN.map((name) =>
      post(`unknown field ${name}`, { ...MESSAGE, [name]: "x" }, INVALID),
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
