import { distinctSources } from "../channels/markdown/distinct-sources.ts";
import type { Origin } from "../types/message.ts";
import type { TurnQuestion } from "../types/pause.ts";
import {
  isDone,
  type DoneStep,
  type Source,
  type Turn,
  type Usage,
} from "../types/turn.ts";
import { nameOf } from "./api/ids.ts";
import type { ReplyBody, StepBody } from "./schemas/bodies.ts";

/** A turn in the HTTP API's format. */
export function toReplyBody({
  id,
  message,
  status,
  reply,
  steps,
  usage,
  isStopped,
  isForPerson,
  isOverBudget,
  question,
}: Turn): ReplyBody {
  const isAnswered = status === "answered" || status === "delivered";
  return {
    id,
    conversation: nameOf(message),
    status,
    reply: reply === undefined ? null : { text: reply },
    steps: steps.filter(isDone).map(toStepBody),
    sources: isAnswered ? distinctSources(sourcesOf({ steps })) : [],
    usage: {
      ...toTokens(usage),
      model_calls: usage.modelCalls,
      ...(usage.isEstimated && { is_estimated: true }),
    },
    ...(isStopped && reply !== undefined && { is_stopped: true }),
    ...(isForPerson && { is_for_person: true }),
    ...(isOverBudget && { is_over_budget: true }),
    ...(question && { question: toQuestionBody(question) }),
    ...(message.metadata !== undefined && { metadata: message.metadata }),
  };
}

function toQuestionBody({ kind, until, buttons, ...more }: TurnQuestion) {
  return {
    kind,
    expires_at: new Date(until).toISOString(),
    buttons: [...buttons],
    ...(more.isForOperators && { is_for_operators: true as const }),
  };
}

export function toStepBody({
  action: { thought, tool, input },
  observation,
  usage,
  modelMs,
  toolMs,
  shown,
}: DoneStep): StepBody {
  return {
    thought,
    tool,
    input,
    observation,
    ...shown,
    usage: toTokens(usage),
    ...(modelMs !== undefined && { model_ms: modelMs }),
    ...(toolMs !== undefined && { tool_ms: toolMs }),
  };
}

export function toTokens({
  inputTokens,
  cachedInputTokens,
  outputTokens,
}: Omit<Usage, "modelCalls">) {
  return {
    input_tokens: inputTokens,
    cached_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
}

export function sourcesOf({ steps }: Pick<Turn, "steps">): readonly Source[] {
  return steps.flatMap(({ sources = [] }) => sources);
}

/** Whose words they are, if neither the user's nor the bot's. */
export function toOrigin(origin: Origin | undefined) {
  return {
    ...(origin && { origin: origin.kind }),
    ...(origin?.kind === "operator" && { operator: origin.name }),
  };
}
