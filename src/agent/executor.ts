import type { LanguageModel, PromptMessage, Tool } from "../ports.ts";
import type { AgentAction, AgentStep, TurnStep, Usage } from "../turn.ts";
import { INVALID_REPLY } from "./invalid-reply.ts";
import { runTool } from "./run-tool.ts";
import {
  type AgentLimit,
  stepLimit,
  stopWhen,
  timeLimit,
  unreadableLimit,
} from "./stop-conditions.ts";
import type { AgentStyle, Reading } from "./styles/agent-style.ts";
import { askModel } from "./ask-model.ts";

/** A model, its tools, and how far it may go. */
export interface Agent {
  readonly model: LanguageModel;
  readonly style: AgentStyle;
  readonly tools: readonly Tool[];
  readonly instructions: string;
  readonly maxSteps: number;
  /** Wall time for one run; past it the model is asked once more for its best answer. */
  readonly timeoutMs: number;
  readonly toolTimeoutMs: number;
}

export type AgentEvent =
  /** The model decided on an action; its tool runs next. */
  | {
      readonly type: "action";
      readonly index: number;
      readonly action: AgentAction;
      readonly usage: Usage;
    }
  /** The action's tool has run, or the reply was unreadable: the step is done. */
  | {
      readonly type: "step";
      readonly index: number;
      readonly step: AgentStep;
      readonly usage: Usage;
    }
  /** Text of the final answer from `offset` on; an offset before the last one's end: the answer begins anew from there. */
  | { readonly type: "delta"; readonly offset: number; readonly text: string }
  /** The last event. `usage`: of the model calls that are in no step. */
  | { readonly type: "finish"; readonly output: string; readonly usage: Usage }
  /** The last event: a limit was reached, and the model had no answer then either. */
  | {
      readonly type: "gave-up";
      readonly limit: AgentLimit;
      readonly usage: Usage;
    };

/** How long the model gets for its best answer once a limit is reached. */
const LAST_ANSWER_MS = 15_000;

/** How often a turn's replies may be unreadable. */
const MAX_UNREADABLE_REPLIES = 3;

/**
 * Think, act, observe, until a final answer or a limit. Goes on behind `steps`, which an earlier run has finished; a
 * last step without observation has its tool run now. What the model can mend becomes an observation; throws
 * `ModelError` when the model cannot be asked, or the signal's reason.
 */
export async function* runAgent({
  agent,
  history,
  input,
  steps: earlierSteps = [],
  signal,
  now = Date.now,
}: {
  agent: Agent;
  history: readonly PromptMessage[];
  input: string;
  steps?: readonly TurnStep[];
  signal: AbortSignal;
  now?: () => number;
}): AsyncGenerator<AgentEvent, void> {
  const startedAt = now();
  const reachedLimit = stopWhen(
    stepLimit(agent.maxSteps),
    timeLimit(agent.timeoutMs),
    unreadableLimit(MAX_UNREADABLE_REPLIES),
  );
  const steps: AgentStep[] = [];

  async function* act(
    action: AgentAction,
    usage: Usage,
  ): AsyncGenerator<AgentEvent, void> {
    const { tools, toolTimeoutMs: timeoutMs } = agent;
    const step = {
      action,
      observation: await runTool({ action, tools, signal, timeoutMs }),
    };
    yield { type: "step", index: steps.push(step) - 1, step, usage };
  }

  for (const { action, observation, usage } of earlierSteps) {
    if (observation === undefined) yield* act(action, usage);
    else steps.push({ action, observation });
  }

  for (;;) {
    const elapsedMs = now() - startedAt;
    const limit = reachedLimit({
      steps: steps.length,
      elapsedMs,
      unreadableReplies: steps.filter(
        ({ action }) => action.tool === INVALID_REPLY,
      ).length,
    });
    const { reading, usage } = yield* askModel({
      agent,
      messages: writePrompt({
        agent,
        history,
        input,
        steps,
        answerNow: limit !== undefined,
      }),
      timeoutMs:
        limit === undefined ? agent.timeoutMs - elapsedMs : LAST_ANSWER_MS,
      signal,
    });
    if (reading.kind === "finish")
      return yield { type: "finish", output: reading.output, usage };
    if (limit !== undefined) return yield { type: "gave-up", limit, usage };
    if (reading.kind === "action") {
      yield {
        type: "action",
        index: steps.length,
        action: reading.action,
        usage,
      };
      yield* act(reading.action, usage);
    } else if (reading.kind === "unreadable") {
      const step = explainUnreadable(reading, agent.style);
      yield { type: "step", index: steps.push(step) - 1, step, usage };
    }
  }
}

/** System, history, message, scratchpad: nothing that changes comes before something that stays. */
function writePrompt({
  agent: { style, instructions, tools },
  history,
  input,
  steps,
  answerNow,
}: {
  agent: Agent;
  history: readonly PromptMessage[];
  input: string;
  steps: readonly AgentStep[];
  answerNow: boolean;
}): PromptMessage[] {
  return [
    { role: "system", content: style.systemMessage({ instructions, tools }) },
    ...history,
    { role: "user", content: input },
    ...style.scratchpad(steps),
    ...(answerNow ? [{ role: "user" as const, content: style.answerNow }] : []),
  ];
}

/** The model sees its own text again and what was expected of it. */
function explainUnreadable(
  { text, reason }: Extract<Reading, { kind: "unreadable" }>,
  style: AgentStyle,
): AgentStep {
  const shown =
    text.length > 2_000 ? `${text.slice(0, 2_000).toWellFormed()}…` : text;
  return {
    action: { tool: INVALID_REPLY, input: shown, thought: "", text: shown },
    observation: `Your reply could not be read: ${reason} ${style.expectedForm}`,
  };
}
