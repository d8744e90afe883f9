import { createTimeLimit } from "../../src/abort.ts";
import { ModelError } from "../../src/errors.ts";
import { createOpenAIModel } from "../../src/models/openai/openai-model.ts";
import type { LanguageModel } from "../../src/ports.ts";
import type { ModelEvent, Prompt } from "../../src/prompt.ts";
import { countUsage } from "../../src/tokens.ts";
import type { Usage } from "../../src/turn.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { type AskedModel, explainModelError } from "./explain-model-error.ts";
import { failed, type Finding, passed, warning } from "./finding.ts";
import { formatMs } from "./format-ms.ts";

/** Short, but long enough to come in pieces. */
const PROMPT: Prompt = {
  messages: [
    {
      role: "user",
      content: "Count from 1 to 20, in digits, with blanks between them.",
    },
  ],
};

/** In UTF-16 units; a model that goes on is left. */
const MAX_ANSWER_LENGTH = 1_000;

/** One short request to each model, by the code that Parley asks it with. */
export async function* checkModel({
  config: { model, agent },
  order: { target },
  signal,
}: Pick<
  ConfiguredExamination,
  "config" | "order" | "signal"
>): AsyncGenerator<Finding> {
  if (model.kind === "demo") {
    yield warning(
      "The demo model answers: it only does sums, looks things up and remembers names.",
      "Set OPENAI_API_KEY for a real one, or OPENAI_BASE_URL for a server of your own.",
    );
    return;
  }
  const { kind: _, names, ...options } = model;
  for (const [index, name] of names.entries()) {
    const variable = index === 0 ? "OPENAI_MODEL" : "OPENAI_FALLBACK_MODELS";
    const asked = { name, access: model, variable, target } as const;
    const outcome = await ask(
      createOpenAIModel({ ...options, models: [name] }),
      { timeoutMs: agent.timeoutMs, signal },
    );
    yield* describeOutcome(outcome, asked);
  }
}

type Outcome =
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly pieces: number;
      readonly firstMs: number;
      readonly ms: number;
      readonly usage: Usage;
    }
  | { readonly kind: "late"; readonly timeoutMs: number }
  | { readonly kind: "failed"; readonly error: ModelError };

async function ask(
  model: LanguageModel,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Outcome> {
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  const startedAt = performance.now();
  let firstMs: number | undefined;
  let text = "";
  let pieces = 0;
  let finish: Extract<ModelEvent, { type: "finish" }> | undefined;
  try {
    for await (const event of model.generate(PROMPT, limit)) {
      if (event.type === "finish") finish = event;
      if (event.type !== "text" || event.text === "") continue;
      firstMs ??= performance.now() - startedAt;
      text += event.text;
      pieces++;
      if (text.length > MAX_ANSWER_LENGTH) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isOver) return { kind: "late", timeoutMs };
    if (error instanceof ModelError) return { kind: "failed", error };
    throw error;
  }
  const ms = performance.now() - startedAt;
  const usage = countUsage({ prompt: PROMPT, written: text, finish });
  return { kind: "answered", text, pieces, firstMs: firstMs ?? ms, ms, usage };
}

function describeOutcome(
  outcome: Outcome,
  asked: AskedModel,
): readonly Finding[] {
  const { name, variable } = asked;
  switch (outcome.kind) {
    case "answered":
      return describeAnswer(outcome, name);
    case "failed":
      return [explainModelError(outcome.error, asked)];
    case "late":
      return [
        failed(
          `${name} did not end its answer within ${formatMs(outcome.timeoutMs)}.`,
          `Name a quicker model in ${variable}, or raise AGENT_TIMEOUT_SECONDS.`,
        ),
      ];
  }
}

function describeAnswer(
  { text, pieces, firstMs, ms, usage }: Extract<Outcome, { kind: "answered" }>,
  name: string,
): readonly Finding[] {
  if (text === "")
    return [
      failed(
        `${name} answered nothing.`,
        "If OPENAI_EXTRA_BODY bounds its tokens, raise that: models that reason need some thousands.",
      ),
    ];
  const { inputTokens, outputTokens, isEstimated } = usage;
  return [
    passed(
      `${name} answers; its first text came after ${formatMs(firstMs)}.`,
      ms,
    ),
    pieces > 1
      ? passed(`It streams: ${pieces} pieces.`)
      : warning(
          "It does not stream: the answer came in one piece.",
          "Answers appear at once, and late. Does a proxy before OPENAI_BASE_URL hold them back?",
        ),
    isEstimated
      ? warning(
          "It does not count its tokens.",
          "Nothing to do, but what Parley counts as usage is an estimate.",
        )
      : passed(`It counts: ${inputTokens} tokens in, ${outputTokens} out.`),
  ];
}
