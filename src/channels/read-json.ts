import * as z from "zod";
import type { Problem } from "../channel.ts";
import { findMediaFault } from "./find-media-fault.ts";
import { type JsonParsing, parseStrictJson } from "./parse-strict-json.ts";
import { readBody } from "./read-body.ts";
import { toPointer } from "./to-pointer.ts";
import { wrongFields } from "./wrong-fields.ts";

/** 256 KiB: far more than the longest message, far less than what would hurt. */
export const MAX_BODY_BYTES = 256 * 1024;

export type JsonReading<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * Reads a request's JSON body and checks it against the schema. Check who sends before calling this.
 * @param parse how; what machines that are known have written needs no second look
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { parse = parseStrictJson }: { parse?: (text: string) => JsonParsing } = {},
): Promise<JsonReading<z.infer<Schema>>> {
  const fault = findMediaFault(request.headers);
  if (fault !== undefined) return refuse(fault);
  const body = await readBody(request, { maxBytes: MAX_BODY_BYTES });
  return body.kind === "refused" ? body : checkJson(parse(body.text), schema);
}

/** Checks what was parsed against the schema. */
export function checkJson<Schema extends z.ZodType>(
  json: JsonParsing,
  schema: Schema,
): JsonReading<z.infer<Schema>> {
  if (json.kind === "refused") return json;
  const parsed = schema.safeParse(json.value);
  return parsed.success
    ? { kind: "read", value: parsed.data }
    : refuse(describeIssues(parsed.error));
}

function describeIssues(error: z.ZodError): Problem {
  const faults = error.issues.flatMap(toFaults).slice(0, 20);
  // The first fault of a field is the one to mend first.
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
      detail: "is not a field of this request",
    }));
  }
  if (issue.code === "invalid_key")
    return [{ pointer, detail: issue.issues[0]?.message ?? issue.message }];
  if (issue.code === "invalid_type" && issue.path.length === 0)
    return [{ pointer, detail: "must be a JSON object" }];
  return [{ pointer, detail: issue.message }];
}

function refuse(problem: Problem): { kind: "refused"; problem: Problem } {
  return { kind: "refused", problem };
}
