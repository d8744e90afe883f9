import { text } from "../settings/fields.ts";

const MAX_NAME = 64;
const MAX_GREETING = 1_000;
const MAX_EXAMPLES = 6;
const MAX_EXAMPLE = 200;

/**
 * Control characters and bidirectional controls, which can reorder the text
 * after them; line breaks are allowed.
 */
const HIDDEN = /[[\p{Cc}\p{Bidi_Control}]--[\n\r\t]]/v;
const HIDDEN_PROBLEM = "must not contain control characters";

/** The limit of Telegram's names. */
export function botName() {
  return text()
    .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
    .regex(/^[^\n\r\t]*$/, "must be one line")
    .refine((name) => !HIDDEN.test(name), HIDDEN_PROBLEM);
}

export function greeting() {
  return text()
    .max(MAX_GREETING, `must have at most ${MAX_GREETING} characters`)
    .refine((words) => !HIDDEN.test(words), HIDDEN_PROBLEM);
}

/** Separated by `|` or line breaks; drops empty ones. */
export function examples() {
  return text()
    .refine((words) => !HIDDEN.test(words), HIDDEN_PROBLEM)
    .transform((words) =>
      words
        .split(/[|\n]/)
        .map((example) => example.trim())
        .filter((example) => example !== ""),
    )
    .refine(
      (all) => all.length <= MAX_EXAMPLES,
      `must hold at most ${MAX_EXAMPLES} examples, separated by | or line breaks`,
    )
    .refine(
      (all) => all.every((example) => example.length <= MAX_EXAMPLE),
      `has an example of more than ${MAX_EXAMPLE} characters`,
    );
}

/**
 * Loaded by browsers, so it requires TLS, and must not contain a password that
 * they would reveal.
 */
export function imageUrl() {
  return text()
    .refine((value) => {
      const { protocol, username, password } = URL.parse(value) ?? {};
      return protocol === "https:" && username === "" && password === "";
    }, "must be the https URL of an image, without user name and password")
    .transform((value) => new URL(value).href);
}

/** `#0f6b5c` or `#0f6`, normalised to six lower-case digits. */
export function hexColor() {
  return text()
    .regex(
      /^#(?:[\da-f]{3}|[\da-f]{6})$/i,
      "must be a CSS hex color such as #0f6b5c",
    )
    .transform((color) =>
      color.length === 4
        ? color.toLowerCase().replaceAll(/[\da-f]/g, "$&$&")
        : color.toLowerCase(),
    );
}
