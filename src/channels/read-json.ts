import * as z from "zod";
import type { Problem } from "../channel.ts";
import { readBody } from "./read-body.ts";

/** 256 KiB: far more than the longest message, far less than what would hurt. */
export const MAX_BODY_BYTES = 256 * 1024;

export type JsonReading<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Reads a request's JSON body and checks it against the schema. Check who sends before calling this. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<JsonReading<z.infer<Schema>>> {
  if (
    !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(
      request.headers.get("content-type") ?? "",
    )
  ) {
    return refuse({
      status: 415,
      slug: "not-json",
      title: "The body is not marked as JSON",
      detail: "Send JSON with the header Content-Type: application/json.",
    });
  }
  const body = await readBody(request, { maxBytes: MAX_BODY_BYTES });
  if (body.kind === "refused") return body;

  const json = parseJson(body.text);
  if (json.kind === "refused") return json;
  const parsed = schema.safeParse(json.value);
  return parsed.success
    ? { kind: "read", value: parsed.data }
    : refuse(describeIssues(parsed.error));
}

function parseJson(text: string): JsonReading<unknown> {
  try {
    return { kind: "read", value: JSON.parse(text) };
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
}

function describeIssues(error: z.ZodError): Problem {
  const faults = error.issues.flatMap(toFaults).slice(0, 20);
  // The first fault of a field is the one to mend first.
  const errors = faults.filter(
    ({ pointer }, index) =>
      index === faults.findIndex((fault) => fault.pointer === pointer),
  );
  return {
    status: 422,
    slug: "invalid-fields",
    title: "The body has wrong fields",
    detail: errors
      .map(({ pointer, detail }) => `${pointer || "the body"} ${detail}`)
      .join("; "),
    errors,
  };
}

function toFaults(
  issue: z.core.$ZodIssue,
): { pointer: string; detail: string }[] {
  const pointer = toPointer(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointer + toPointer([key.slice(0, 64)]),
      detail: "is not a field of this request",
    }));
  }
  if (issue.code === "invalid_type" && issue.path.length === 0)
    return [{ pointer, detail: "must be a JSON object" }];
  return [{ pointer, detail: issue.message }];
}

/** RFC 6901. */
function toPointer(path: readonly PropertyKey[]): string {
  return path
    .map(
      (part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    )
    .join("");
}

function refuse(problem: Problem): { kind: "refused"; problem: Problem } {
  return { kind: "refused", problem };
}
