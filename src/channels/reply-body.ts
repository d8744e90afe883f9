import type { AgentStep, Source, Turn } from "../turn.ts";
import { distinctSources } from "./distinct-sources.ts";

const MAX_SOURCES = 20;

/** A turn as the HTTP channels show it. */
export interface ReplyBody {
  readonly id: string;
  /** As the caller named it. */
  readonly conversation: string;
  readonly status: Turn["status"];
  readonly reply: { readonly text: string } | null;
  readonly steps: readonly StepBody[];
  /** Of the answer: those of its steps, each page once, at most 20. Empty while there is no answer, and for a notice. */
  readonly sources: readonly Source[];
  readonly usage: {
    readonly input_tokens: number;
    readonly cached_input_tokens: number;
    readonly output_tokens: number;
    readonly model_calls: number;
    /** Some counts are estimates; absent where the provider counted all of them. */
    readonly is_estimated?: true;
  };
  /** The message was stopped: the reply is what there was of it by then. */
  readonly is_stopped?: true;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface StepBody {
  readonly thought: string;
  readonly tool: string;
  readonly input: unknown;
  readonly observation: string;
}

export function toReplyBody(
  { id, message, status, reply, steps, usage, isStopped }: Turn,
  conversation: string,
): ReplyBody {
  const isAnswered = status === "answered" || status === "delivered";
  return {
    id,
    conversation,
    status,
    reply: reply === undefined ? null : { text: reply },
    steps: steps.flatMap(({ action, observation }) =>
      observation === undefined ? [] : [toStepBody({ action, observation })],
    ),
    sources: isAnswered
      ? distinctSources(
          steps.flatMap((step) => step.sources ?? []),
          { limit: MAX_SOURCES },
        )
      : [],
    usage: {
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      model_calls: usage.modelCalls,
      ...(usage.isEstimated && { is_estimated: true }),
    },
    ...(isStopped && reply !== undefined && { is_stopped: true }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
  };
}

export function toStepBody({ action, observation }: AgentStep): StepBody {
  const { thought, tool, input } = action;
  return { thought, tool, input, observation };
}
