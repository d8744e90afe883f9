import * as z from "zod";
import { cutText } from "../text/text.ts";
import type { Problem } from "../types/problem.ts";
import { refuse, wrongFields, type Reading } from "./problems.ts";
import { decodeText, findMediaFault, readBody } from "./request-body.ts";

/** 256 KiB, well above the longest message. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * Reads a request's JSON body and validates it against the schema. Authenticate
 * the sender first.
 * @param bytes the body, if already read to verify its signature
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  {
    bytes,
    ...limits
  }: {
    bytes?: Uint8Array | undefined;
    maxBytes?: number;
    timeoutMs?: number;
  } = {},
): Promise<Reading<z.infer<Schema>>> {
  const fault = findMediaFault(request.headers);
  if (fault !== undefined) return refuse(fault);
  const body =
    bytes === undefined
      ? await readBody(request, { maxBytes: MAX_BODY_BYTES, ...limits })
      : decodeText(bytes);
  if (body.kind === "refused") return body;
  const json = parseStrictJson(body.value);
  if (json.kind === "refused") return json;
  const parsed = schema.safeParse(json.value);
  return parsed.success
    ? { kind: "read", value: parsed.data }
    : refuse(describeIssues(parsed.error));
}

function describeIssues(error: z.ZodError): Problem {
  const faults = error.issues.flatMap(toFaults).slice(0, 20);
  // Only the first fault of each field.
  return wrongFields(
    faults.filter(
      ({ pointer }, index) =>
        index === faults.findIndex((fault) => fault.pointer === pointer),
    ),
  );
}

function toFaults(
  issue: z.core.$ZodIssue,
): { pointer: string; detail: string }[] {
  const pointer = toPointer(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointer + toPointer([key]),
      detail: "is not a known field",
    }));
  }
  if (issue.code === "invalid_key")
    return [{ pointer, detail: issue.issues[0]?.message ?? issue.message }];
  if (issue.code === "invalid_type" && issue.path.length === 0)
    return [{ pointer, detail: "must be a JSON object" }];
  return [{ pointer, detail: issue.message }];
}

/** Four times what any request needs. */
const MAX_DEPTH = 32;

/**
 * Bounds validation time: a body can hold 130,000 values, and each issue takes
 * microseconds.
 */
const MAX_VALUES = 10_000;

/**
 * Parses unambiguous JSON. Rejects duplicate names in an object, which parsers
 * treat differently (RFC 8259, 4), the name `__proto__`, more than 32 levels,
 * and more than 10,000 values.
 */
export function parseStrictJson(text: string): Reading<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse({
      status: 400,
      slug: "broken-json",
      title: "The body is not valid JSON",
      detail:
        text.trim() === ""
          ? "The body is empty; send a JSON object."
          : "Check the quotes, commas and brackets.",
    });
  }
  const problem = findAmbiguity(text);
  return problem === undefined ? { kind: "read", value } : refuse(problem);
}

/** An array or object that is still open. */
interface Level {
  /** Names seen so far, if it is an object. */
  readonly names: Set<string> | undefined;
  /** Name or index of its current value. */
  at: string | number;
}

/** @param text valid JSON, so that all quotes delimit strings */
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
      if (isTwice) return refuseName(levels, "appears twice");
      if (name === "__proto__") return refuseName(levels, "is a reserved name");
    }
  }
  return undefined;
}

function refuseName(levels: readonly Level[], fault: string): Problem {
  const pointer = toPointer(levels.map(({ at }) => at));
  return {
    status: 400,
    slug: "ambiguous-json",
    title: "The JSON body is ambiguous",
    detail: `${pointer} ${fault}.`,
    errors: [{ pointer, detail: fault }],
  };
}

const TOO_DEEP: Problem = {
  status: 400,
  slug: "json-too-deep",
  title: "The JSON body is nested too deeply",
  detail: `Arrays and objects may nest at most ${MAX_DEPTH} levels deep.`,
};

const TOO_MANY: Problem = {
  status: 413,
  slug: "body-too-large",
  title: "The body is too large",
  detail: `The body may hold at most ${MAX_VALUES} values. Split it into smaller requests.`,
};

/** Valid names are shorter. */
const MAX_NAME = 100;

/**
 * A JSON Pointer (RFC 6901). Long names, which callers can send, are cut with
 * `…`.
 */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${escapeName(String(part))}`).join("");
}

function escapeName(name: string): string {
  const short = name.length > MAX_NAME ? `${cutText(name, MAX_NAME)}…` : name;
  return short.replaceAll("~", "~0").replaceAll("/", "~1");
}
