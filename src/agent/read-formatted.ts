import { findMismatch } from "../text/json-schema.ts";
import { asObject, parseJson } from "../text/json.ts";
import type { AnswerFormat } from "../types/message.ts";
import { cleanReply } from "./reading/clean-reply.ts";
import { parseLooseJson } from "./reading/loose-json.ts";

export type FormattedReading =
  /** `output`: JSON and nothing else. */
  | { readonly kind: "conforms"; readonly output: string }
  /** `reason`: a sentence for the model. */
  | { readonly kind: "wrong"; readonly reason: string };

/**
 * Reads JSON that conforms to the format from an answer, which may have words
 * or a fence around it.
 * @param written the model's whole reply: what it writes as the input of a
 *   final answer may be an object that looks like another wrapper
 */
export async function readFormatted(
  { output, written }: { output: string; written: string },
  { schema }: AnswerFormat,
): Promise<FormattedReading> {
  const reply = readJson(cleanReply(written).text);
  const wrapped = asObject(reply?.value)["action_input"];
  let reason = "It is not JSON.";
  for (const json of [readJson(output), toWritten(wrapped)]) {
    if (json === undefined) continue;
    const mismatch = await findMismatch(json.value, schema);
    if (mismatch === undefined) return { kind: "conforms", output: json.text };
    reason = `It does not match the schema: ${mismatch}`;
  }
  return { kind: "wrong", reason };
}

interface WrittenJson {
  readonly value: unknown;
  readonly text: string;
}

/** The whole text, else the first object or list in it. */
function readJson(text: string): WrittenJson | undefined {
  const whole = text.trim();
  const value = parseJson(whole);
  if (value !== undefined) return { value, text: whole };
  const start = whole.search(/[{[]/);
  const json = start === -1 ? undefined : parseLooseJson(whole, start);
  return json?.kind === "object" && json.isClosed
    ? toWritten(json.value)
    : undefined;
}

function toWritten(value: unknown): WrittenJson | undefined {
  return typeof value === "object" && value !== null
    ? { value, text: JSON.stringify(value) }
    : undefined;
}
