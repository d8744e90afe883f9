import type { Problem } from "../channel.ts";
import { toPointer } from "./to-pointer.ts";

export type JsonParsing =
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "refused"; readonly problem: Problem };

/** No request here needs a quarter of it. */
const MAX_DEPTH = 32;

/** Each value may be wrong by itself, and a complaint takes microseconds: 130,000 of them fit into a body. */
const MAX_VALUES = 10_000;

/**
 * Parses JSON that means one thing to everybody: an object that has a name twice is read differently from program to program
 * (RFC 8259, 4), so it is refused. So are `__proto__` as a name, which many lose, more than 32 lists and objects within each other, and more
 * than 10,000 values.
 */
export function parseStrictJson(text: string): JsonParsing {
  const parsed = parseJson(text);
  if (parsed.kind === "refused") return parsed;
  const problem = findAmbiguity(text);
  return problem === undefined ? parsed : { kind: "refused", problem };
}

export function parseJson(text: string): JsonParsing {
  try {
    return { kind: "read", value: JSON.parse(text) };
  } catch {
    const detail =
      text.trim() === ""
        ? "The body is empty; send a JSON object."
        : "Check the quotes, commas and brackets.";
    const title = "The body is not valid JSON";
    const problem = { status: 400, slug: "broken-json", title, detail };
    return { kind: "refused", problem };
  }
}

/** A list or an object that is open at a place in the text. */
interface Level {
  /** Of an object, so far. */
  readonly names: Set<string> | undefined;
  /** Where its current value is: a name or a position. */
  at: string | number;
}

/** @param text valid JSON, so that strings and what stands between them are all there is to tell apart */
function findAmbiguity(text: string): Problem | undefined {
  const levels: Level[] = [];
  let values = 1;
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{},]/g;
  for (const [token, colon] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    if (token === "{" || token === "[") {
      levels.push({ names: token === "{" ? new Set() : undefined, at: 0 });
      if (levels.length > MAX_DEPTH) return TOO_DEEP;
    } else if (token === "}" || token === "]") levels.pop();
    else if (level === undefined) continue;
    else if (token === ",") {
      values += 1;
      if (values > MAX_VALUES) return TOO_MANY;
      if (typeof level.at === "number") level.at += 1;
    } else if (colon !== undefined) {
      const name = String(JSON.parse(token.slice(0, -colon.length)));
      const isTwice = level.names?.has(name) === true;
      level.names?.add(name);
      level.at = name;
      if (isTwice) return refuseName(levels, "stands there twice");
      if (name === "__proto__")
        return refuseName(levels, "is not a name to use");
    }
  }
  return undefined;
}

function refuseName(levels: readonly Level[], fault: string): Problem {
  const pointer = toPointer(levels.map(({ at }) => at));
  return {
    status: 400,
    slug: "ambiguous-json",
    title: "The body can be read in more than one way",
    detail: `${pointer} ${fault}.`,
    errors: [{ pointer, detail: fault }],
  };
}

const TOO_DEEP: Problem = {
  status: 400,
  slug: "json-too-deep",
  title: "The body is nested too deeply",
  detail: `It has more than ${MAX_DEPTH} lists and objects within each other.`,
};

const TOO_MANY: Problem = {
  status: 413,
  slug: "body-too-large",
  title: "The body is too large",
  detail: `It has more than ${MAX_VALUES} values. Send less at once.`,
};
