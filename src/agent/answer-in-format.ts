import { findMismatch } from "../text/json-schema.ts";
import { asObject, parseJson } from "../text/json.ts";
import { sumUsage } from "../text/tokens.ts";
import type { AnswerFormat } from "../types/message.ts";
import type { LanguageModel } from "../types/model.ts";
import type { DoneStep, Usage } from "../types/turn.ts";
import { askModel } from "./ask-model.ts";
import { cleanReply } from "./reading/clean-reply.ts";
import { parseLooseJson } from "./reading/loose-json.ts";
import { createFormattedAnswer } from "./styles/formatted-answer.ts";
import type { PromptWriter, Question, RejectedAnswer } from "./write-prompt.ts";

/** A repair writes again what is there. */
const REPAIR_MS = 30_000;

export type FormattedAnswer =
  | Extract<FormattedReading, { kind: "conforms" }>
  /** Neither the answer nor its repair conforms. */
  | { readonly kind: "wrong" }
  | { readonly kind: "stopped" };

/**
 * Checks an answer against the question's format, or asks for it as JSON, which
 * the provider enforces if it can. If it does not conform, asks once more.
 * Throws what `askModel` throws.
 */
export async function answerInFormat({
  agent: { model, writePrompt },
  question,
  steps,
  answer,
  timeoutMs,
  stage,
  ...options
}: Pick<
  Parameters<typeof askModel>[0],
  "stage" | "timeoutMs" | "silenceMs" | "stop" | "signal"
> & {
  agent: { model: LanguageModel; writePrompt: PromptWriter };
  question: Question & { readonly answerFormat: AnswerFormat };
  steps: readonly DoneStep[];
  /** Given in the agent's style. */
  answer?: { output: string; written: string; usage: Usage };
}): Promise<FormattedAnswer & { readonly usage: Usage }> {
  const { answerFormat } = question;
  const style = createFormattedAnswer(answerFormat);
  const usages: Usage[] = [];
  let rejected: RejectedAnswer | undefined;

  const ask = async (): Promise<typeof answer> => {
    const isRepair = rejected !== undefined;
    const asked = await drain(
      askModel({
        ...options,
        agent: { model, style, tools: [] },
        prompt: writePrompt({
          ...question,
          steps,
          answerNow: false,
          formatted: { rejected },
        }),
        timeoutMs: isRepair ? REPAIR_MS : timeoutMs,
        stage: isRepair ? "last" : stage,
      }),
    );
    const { usage } = asked;
    if (asked.kind === "read")
      return { output: asked.written, written: asked.written, usage };
    usages.push(usage);
    return undefined;
  };

  for (const given of [answer, undefined]) {
    const made = given ?? (await ask());
    if (made === undefined) return { kind: "stopped", usage: sumUsage(usages) };
    usages.push(made.usage);
    const read = await readFormatted(made, answerFormat);
    if (read.kind === "conforms") return { ...read, usage: sumUsage(usages) };
    rejected = { text: made.output, reason: read.reason };
  }
  return { kind: "wrong", usage: sumUsage(usages) };
}

/** The result of a generator whose pieces nobody may see yet. */
export async function drain<Result>(
  generator: AsyncGenerator<unknown, Result>,
): Promise<Result> {
  for (;;) {
    const next = await generator.next();
    if (next.done) return next.value;
  }
}

type FormattedReading =
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
async function readFormatted(
  { output, written }: { output: string; written: string },
  { schema }: AnswerFormat,
): Promise<FormattedReading> {
  const reply = readJson(cleanReply(written).text);
  const wrapped = asObject(reply?.value)["action_input"];
  const inner =
    typeof wrapped === "string" ? readJson(wrapped) : toWritten(wrapped);
  let reason = "It is not JSON.";
  for (const json of [readJson(output), inner]) {
    if (json === undefined) continue;
    if (isWrapper(json.value, schema)) {
      reason = "It is in another format. Write the JSON itself.";
      continue;
    }
    const mismatch = await findMismatch(json.value, schema);
    if (mismatch === undefined) return { kind: "conforms", output: json.text };
    reason = `It does not match the schema: ${mismatch}`;
  }
  return { kind: "wrong", reason };
}

/**
 * An action of the agent, which a schema for any object would let through,
 * unless the schema itself speaks of such a field.
 */
function isWrapper(value: unknown, schema: AnswerFormat["schema"]): boolean {
  if (!("action_input" in asObject(value))) return false;
  return !JSON.stringify(schema).includes('"action_input"');
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
