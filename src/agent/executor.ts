import { sumUsage } from "../text/tokens.ts";
import type { PauseRequest } from "../types/errors.ts";
import type { LanguageModel } from "../types/model.ts";
import type { Tool, ToolContext } from "../types/tool.ts";
import {
  isDone,
  type AgentAction,
  type AnswerCut,
  type Step,
  type Usage,
} from "../types/turn.ts";
import {
  answerInFormat,
  drain,
  type FormattedAnswer,
} from "./answer-in-format.ts";
import { askModel, type Delta } from "./ask-model.ts";
import { rejectEcho } from "./reject-echo.ts";
import { runActions, type AskEvent, type StepEvent } from "./run-actions.ts";
import {
  countUnreadable,
  findLimit,
  type AgentLimit,
} from "./stop-conditions.ts";
import type { AgentStyle } from "./styles/agent-style.ts";
import { plainAnswer } from "./styles/plain-answer.ts";
import { toSteps } from "./to-steps.ts";
import type { PromptWriter, Question } from "./write-prompt.ts";

/** A model, its tools and its limits. */
export interface Agent {
  readonly model: LanguageModel;
  readonly style: AgentStyle;
  /** The persona, part of each prompt. */
  readonly instructions: string;
  /** Created for the same style and tools. */
  readonly writePrompt: PromptWriter;
  readonly tools: readonly Tool[];
  readonly maxSteps: number;
  /**
   * Limit on prompt and reply tokens of a run; once exceeded, the model is
   * asked for a final answer, as with the other limits.
   */
  readonly maxTokens: number;
  /** Wall time of a run; afterwards the model is asked for a final answer. */
  readonly timeoutMs: number;
  readonly toolTimeoutMs: number;
}

export type AgentEvent =
  /**
   * The steps of one reply that is not an answer: its actions, whose tools run
   * next, and notices to the model. Store them together before continuing. At
   * most 52: 50 actions (`maxSteps`) and two notices.
   */
  | {
      readonly type: "decided";
      /** Index of the first step. */
      readonly from: number;
      readonly steps: readonly Step[];
    }
  | StepEvent
  | Delta
  /**
   * The last event. `usage` covers the calls that belong to no step.
   */
  | {
      readonly type: "finish";
      readonly output: string;
      readonly cut?: AnswerCut;
      readonly usage: Usage;
    }
  /**
   * The last event: a limit was reached, and the model gave no final answer,
   * neither in its format nor in plain text; or no answer conformed to the
   * question's format.
   */
  | {
      readonly type: "gave-up";
      readonly limit: AgentLimit;
      readonly usage: Usage;
    }
  /**
   * The last event: a tool has to ask somebody first. Steps without observation
   * wait, and none of their tools has begun.
   */
  | {
      readonly type: "paused";
      /** Index of the step that asks. */
      readonly step: number;
      readonly request: PauseRequest;
      readonly usage: Usage;
    }
  /**
   * The last event: stopped on request. `output`: the part of the final answer
   * that was known by then.
   */
  | {
      readonly type: "stopped";
      readonly output: string;
      readonly usage: Usage;
    };

/** Time for the final answer once a limit is reached. */
const LAST_ANSWER_MS = 30_000;

/** Minimum for a chosen action, even if the model used up the turn's time. */
const MIN_TOOL_MS = 1_000;

const NO_USAGE = sumUsage([]);

/**
 * The ReAct loop: think, act, observe, until a final answer, a limit, or
 * `stop`. Resumes after `steps` of an earlier run and first runs the tools of
 * those without observation. Mistakes that the model can correct become
 * observations. An answer in the question's format comes whole, without deltas.
 * Throws `ModelError` if the model call fails, or the signal's reason.
 */
export async function* runAgent({
  agent,
  beforeTool,
  context,
  steps: earlierSteps = [],
  mayHaveRun = true,
  streamsProse,
  silenceMs,
  stop = new AbortController().signal,
  signal,
  clock = Date.now,
  ...question
}: Question & {
  agent: Agent;
  /** Runs before each tool; a `ToolError` from it is the observation. */
  beforeTool?:
    | ((tool: Tool, input: unknown, action: AgentAction) => Promise<void>)
    | undefined;
  /** For the tools. */
  context: ToolContext;
  steps?: readonly Step[];
  /** Whether tools of earlier steps may have begun. Default: they may. */
  mayHaveRun?: boolean | undefined;
  /** Aborts model and tools, and ends the run with the partial answer. */
  stop?: AbortSignal;
  signal: AbortSignal;
  /**
   * Whether an answer without a format streams, which a later action retracts
   * by a delta at offset 0. Default: it does.
   */
  streamsProse?: boolean | undefined;
  /**
   * A model that writes nothing for so long counts as unreachable. Default:
   * only the limit of the whole turn.
   */
  silenceMs?: number | undefined;
  clock?: () => number;
}): AsyncGenerator<AgentEvent, void> {
  const { answerFormat } = question;
  const startedAt = clock();
  const steps: Step[] = [...earlierSteps];
  /** Set once the model gave no final answer in its style's format. */
  let failed: { readonly since: number; readonly usage: Usage } | undefined;

  for (;;) {
    let asked: AskEvent | undefined;
    for await (const event of runActions({
      tools: agent.tools,
      beforeTool,
      context,
      steps,
      mayHaveRun: mayHaveRun && steps.length === earlierSteps.length,
      timeoutMs: toolTime(agent, clock() - startedAt),
      stop,
      signal,
      clock,
    }))
      if (event.type === "step") yield event;
      else asked ??= event;
    if (stop.aborted)
      return yield { type: "stopped", output: "", usage: NO_USAGE };
    if (asked !== undefined) {
      const { index: step, request } = asked;
      return yield { type: "paused", step, request, usage: NO_USAGE };
    }
    const done = steps.filter(isDone);
    const answer = done.find(({ isAnswer }) => isAnswer);
    if (answer !== undefined && answerFormat === undefined) {
      // The tool returns directly.
      const output = answer.observation;
      yield { type: "delta", offset: 0, text: output };
      return yield { type: "finish", output, usage: NO_USAGE };
    }

    const elapsedMs = clock() - startedAt;
    const limit = findLimit(steps, { ...agent, elapsedMs });
    const isLast = limit !== undefined;
    const isPlain =
      isLast && (failed !== undefined || countUnreadable(steps) > 0);
    const askedAt = clock();
    const since = failed?.since ?? askedAt;
    const asking = {
      timeoutMs: isLast
        ? since + LAST_ANSWER_MS - askedAt
        : agent.timeoutMs - elapsedMs,
      stage: isLast ? "last" : steps.length > 0 ? "next" : "first",
      streamsProse,
      silenceMs,
      stop,
      signal,
      clock,
    } as const;
    const inFormat = answerFormat && {
      ...asking,
      agent,
      question: { ...question, answerFormat },
      steps: done,
    };
    const hasLastCall =
      isLast || answer !== undefined || agent.tools.length === 0;
    if (inFormat !== undefined && hasLastCall)
      return yield toEvent(await answerInFormat(inFormat));

    const pieces = askModel({
      ...asking,
      agent: isPlain ? { ...agent, style: plainAnswer, tools: [] } : agent,
      prompt: agent.writePrompt({
        ...question,
        steps: done,
        answerNow: isLast,
        isPlain,
      }),
    });
    const reply = inFormat ? await drain(pieces) : yield* pieces;
    const modelMs = clock() - askedAt;
    const usage = failed ? sumUsage([failed.usage, reply.usage]) : reply.usage;
    if (reply.kind === "stopped")
      return yield {
        type: "stopped",
        output: inFormat ? "" : reply.output,
        usage,
      };
    const { cut, written } = reply;
    const reading = rejectEcho(reply.reading, {
      steps: done,
      tools: agent.tools,
    });
    if (reading.kind === "finish") {
      const { output } = reading;
      return yield inFormat
        ? toEvent(
            await answerInFormat({
              ...inFormat,
              answer: { output, written, usage },
            }),
          )
        : { type: "finish", output, ...(cut && { cut }), usage };
    }
    if (isLast) {
      if (isPlain) return yield { type: "gave-up", limit, usage };
      failed = { since, usage };
      continue;
    }
    const from = steps.length;
    const maxActions = agent.maxSteps - from;
    const { style } = agent;
    const cost = { usage, modelMs };
    const decided = toSteps(reading, { style, maxActions, cost });
    steps.push(...decided);
    yield { type: "decided", from, steps: decided };
  }
}

function toolTime(agent: Agent, elapsedMs: number): number {
  const left = Math.max(agent.timeoutMs - elapsedMs, MIN_TOOL_MS);
  return Math.min(agent.toolTimeoutMs, left);
}

function toEvent({
  usage,
  ...answer
}: FormattedAnswer & { usage: Usage }): AgentEvent {
  switch (answer.kind) {
    case "conforms":
      return { type: "finish", output: answer.output, usage };
    case "wrong":
      return { type: "gave-up", limit: "format", usage };
    case "stopped":
      return { type: "stopped", output: "", usage };
  }
}
