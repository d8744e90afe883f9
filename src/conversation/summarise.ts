import { createTimeLimit } from "../abort.ts";
import { cleanReply } from "../agent/reading/clean-reply.ts";
import type { HistoryMessage } from "../history.ts";
import type { LanguageModel } from "../ports.ts";
import type { ModelEvent } from "../prompt.ts";
import { cutText } from "../text.ts";
import { countUsage } from "../tokens.ts";
import type { Usage } from "../turn.ts";
import { describeError } from "./describe-error.ts";
import { writeSummaryPrompt } from "./summary-prompt.ts";

/** What came of asking for a summary. */
export type Summarising =
  | {
      readonly kind: "summarised";
      /** Plain text of at most 2,000 characters, never empty. */
      readonly summary: string;
      readonly usage: Usage;
    }
  | {
      readonly kind: "failed";
      /** For the operator's log. */
      readonly failure: Readonly<Record<string, unknown>>;
      /** Of what the model did all the same. */
      readonly usage?: Usage;
    };

/** The conversation's next message may wait for the summary. */
const TIMEOUT_MS = 15_000;
const MAX_SUMMARY_LENGTH = 2_000;

/** A model that writes more than this, reasoning included, does something else than what it was asked for. */
const MAX_REPLY_LENGTH = 50_000;

/**
 * Has the model fold the messages that leave the window into the summary so far; fails after 15 seconds. Throws only
 * the signal's reason.
 */
export async function summarise({
  model,
  timeoutMs = TIMEOUT_MS,
  signal,
  ...content
}: {
  model: LanguageModel;
  /** Of what was before the messages. */
  summary: string | undefined;
  /** Oldest first. */
  messages: readonly HistoryMessage[];
  /** What a window may hold; see `writeSummaryPrompt`. */
  maxTokens: number;
  timeoutMs?: number;
  signal: AbortSignal;
}): Promise<Summarising> {
  const prompt = writeSummaryPrompt(content);
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  let written = "";
  let finish: Finish | undefined;
  try {
    for await (const event of model.generate(prompt, {
      signal: limit.signal,
    })) {
      if (event.type === "finish") finish = event;
      if (event.type === "text") written += event.text;
      if (written.length > MAX_REPLY_LENGTH) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver
      ? { reason: `No summary within ${timeoutMs / 1000} seconds.` }
      : describeError(error);
    if (written === "") return { kind: "failed", failure };
    return { kind: "failed", failure, usage: countUsage({ prompt, written }) };
  }
  const usage = countUsage({ prompt, written, finish });
  return { ...readSummary(written, finish?.reason), usage };
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

const CUT_REASONS: readonly Finish["reason"][] = [
  "length",
  "too-long",
  "filtered",
];

function readSummary(written: string, reason: Finish["reason"] | undefined) {
  const fail = (why: string) =>
    ({ kind: "failed", failure: { reason: why } }) as const;
  if (reason === undefined) return fail("The model wrote on and on.");
  if (CUT_REASONS.includes(reason))
    return fail(`The summary was cut off (${reason}).`);
  const { text, isReasoning } = cleanReply(written);
  const summary = text.trim().toWellFormed();
  if (isReasoning || summary === "") return fail("The model wrote no summary.");
  return { kind: "summarised", summary: bound(summary) } as const;
}

function bound(summary: string): string {
  if (summary.length <= MAX_SUMMARY_LENGTH) return summary;
  return `${cutText(summary, MAX_SUMMARY_LENGTH - 1)}…`;
}
