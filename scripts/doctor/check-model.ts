import type { Config } from "../../src/config/parse-config.ts";
import { createOpenAIModel } from "../../src/models/openai/openai-model.ts";
import { createTimeLimit } from "../../src/runtime/abort.ts";
import { countUsage } from "../../src/text/tokens.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { ModelEvent, Prompt } from "../../src/types/model.ts";
import { isThisMachine, type Target } from "./doctor-arguments.ts";
import type { ConfiguredExamination } from "./examination.ts";
import {
  failed,
  formatMs,
  passed,
  toLine,
  warning,
  type Finding,
} from "./report.ts";

/**
 * A reply that completes sooner may have been streamed in pieces that arrived
 * together.
 */
const QUICK_MS = 200;

/** Cheap, but long enough for several chunks. */
const PROMPT: Prompt = {
  messages: [
    {
      role: "user",
      content: "Count from 1 to 20, in digits, with blanks between them.",
    },
  ],
};

/** In UTF-16 units; reading stops there. */
const MAX_ANSWER_LENGTH = 1_000;

/** Sends one short request to each model, with Parley's own client. */
export async function* checkModel({
  config: { model, agent },
  settings: { sources },
  order: { target },
  signal,
}: Pick<ConfiguredExamination, "config" | "order" | "signal"> & {
  settings: Pick<ConfiguredExamination["settings"], "sources">;
}): AsyncGenerator<Finding> {
  if (model.kind === "demo") {
    return yield warning(
      "The demo model answers: it only does sums, looks things up and remembers names.",
      "Set OPENAI_API_KEY for a real one, or OPENAI_BASE_URL for a server of your own.",
    );
  }
  const { kind: _, names, ...options } = model;
  for (const [index, name] of names.entries()) {
    const variable = index === 0 ? "OPENAI_MODEL" : "OPENAI_FALLBACK_MODELS";
    using limit = createTimeLimit({ ms: agent.timeoutMs, signal });
    try {
      const asked = createOpenAIModel({ ...options, models: [name] });
      yield* describeReply(name, asked.generate(PROMPT, limit));
    } catch (error) {
      signal.throwIfAborted();
      if (limit.isOver)
        yield failed(
          `${name} did not finish its answer within ${formatMs(agent.timeoutMs)}.`,
          `Name a quicker model in ${variable}, or raise AGENT_TIMEOUT_SECONDS.`,
        );
      else if (error instanceof ModelError)
        yield explainModelError(error, {
          name,
          access: model,
          hasOwnAddress: sources.has("OPENAI_BASE_URL"),
          variable,
          target,
        });
      else throw error;
    }
  }
}

async function* describeReply(
  name: string,
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<Finding> {
  const startedAt = performance.now();
  let firstMs: number | undefined;
  let text = "";
  let pieces = 0;
  let finish: Extract<ModelEvent, { type: "finish" }> | undefined;
  for await (const event of events) {
    if (event.type === "finish") finish = event;
    if (event.type !== "text" || event.text === "") continue;
    firstMs ??= performance.now() - startedAt;
    text += event.text;
    pieces++;
    if (text.length > MAX_ANSWER_LENGTH) break;
  }
  const ms = performance.now() - startedAt;
  if (text === "")
    return yield failed(
      `${name} returned an empty answer.`,
      "If OPENAI_EXTRA_BODY limits its tokens, raise the limit: models that reason need some thousands.",
    );
  yield passed(
    `${name} answers; its first text came after ${formatMs(firstMs ?? ms)}.`,
    ms,
  );
  const isTooQuick = pieces === 1 && ms < QUICK_MS;
  if (isTooQuick)
    yield passed("It answers too quickly to tell whether it streams.");
  else if (pieces > 1) yield passed("It streams.");
  else
    yield warning(
      "It does not stream: the answer came in one piece.",
      "Answers appear late and all at once. Does a proxy in front of the model buffer them?",
    );
  const { inputTokens, outputTokens, isEstimated } = countUsage({
    prompt: PROMPT,
    written: text,
    finish,
  });
  yield isEstimated
    ? warning(
        "It does not report its tokens.",
        "Nothing to do, but what Parley counts as usage is an estimate.",
      )
    : passed(`It reports its tokens: ${inputTokens} in, ${outputTokens} out.`);
}

/** The model that was asked, and its settings. */
interface AskedModel {
  readonly name: string;
  readonly access: Extract<Config["model"], { kind: "openai" }>;
  /** Whether `OPENAI_BASE_URL` is set. */
  readonly hasOwnAddress: boolean;
  /** The variable that names the model. */
  readonly variable: "OPENAI_MODEL" | "OPENAI_FALLBACK_MODELS";
  readonly target: Target;
}

/** Explains a model's error, quotes its provider and gives advice. */
function explainModelError(error: ModelError, asked: AskedModel): Finding {
  const { status, cause } = error;
  const [what, ...advice] = explain(error, asked);
  const code = status === undefined ? "" : ` (HTTP ${status})`;
  const said =
    cause instanceof Error ? ` It said: ${toLine(cause.message)}` : "";
  return failed(`${asked.name} ${what}${code}.${said}`, ...advice);
}

/** Returns a clause that follows the model's name, then advice. */
function explain(
  { kind, status, retryAfterMs }: ModelError,
  {
    name,
    variable,
    access: { apiKey, baseUrl },
    hasOwnAddress,
    target,
  }: AskedModel,
): readonly [what: string, ...advice: string[]] {
  const { host } = new URL(baseUrl);
  if (kind === "quota")
    return [
      "has no credit left",
      `Add credit to the account at ${host}, or use the key of another one.`,
    ];
  if (kind === "rate-limited")
    return [
      "is rate-limited",
      `Run this again in ${formatMs(retryAfterMs ?? 60_000)}. If it stays so, ask ${host} for a higher limit, or name other models in OPENAI_FALLBACK_MODELS.`,
    ];
  if (kind === "unreachable" && status !== undefined)
    return [
      "fails",
      `Something is wrong at ${host}. Run this again in a while.`,
    ];
  if (kind === "unreachable")
    return [
      "cannot be reached",
      hasOwnAddress
        ? `Is the server at ${host} running, and OPENAI_BASE_URL its address?`
        : `Check that ${host} can be reached from here, or set OPENAI_BASE_URL to another provider's address.`,
      ...(isThisMachine(baseUrl) && !target.isLocal
        ? ["A deployment cannot reach a model on this computer."]
        : []),
    ];
  if (kind === "unauthorized")
    return [
      "does not accept the key",
      apiKey === "none"
        ? `${host} wants a key: set OPENAI_API_KEY.`
        : `Copy OPENAI_API_KEY again, whole, from the account at ${host}. ${hasOwnAddress ? "Keys of another provider do not work there." : "For a key of another provider, set OPENAI_BASE_URL to its address."}`,
    ];
  if (kind === "unknown")
    return [
      "is not known there",
      `Is ${name} (${variable}) the name of a model that ${host} offers this account?`,
      ...(hasOwnAddress
        ? ["Does OPENAI_BASE_URL end as the provider says, mostly with /v1?"]
        : []),
    ];
  return [
    "refuses the request",
    `Compare ${variable}, OPENAI_API and OPENAI_EXTRA_BODY with what it says.`,
  ];
}
