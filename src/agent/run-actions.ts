import type { Tool, ToolContext } from "../ports.ts";
import type { AgentAction, AgentStep, TurnStep, Usage } from "../turn.ts";
import { asTheySettle } from "./as-they-settle.ts";
import { isRepeated } from "./is-repeated.ts";
import { runTool, type ToolResult } from "./run-tool.ts";

/** A step whose tool has run. */
interface StepEvent {
  readonly type: "step";
  readonly index: number;
  readonly step: AgentStep;
  readonly usage: Usage;
}

/**
 * Runs the tools of all steps that have no observation yet, side by side, and completes the steps in place as they
 * end. An action that was taken twice before is not taken again: the model is told so. Leaving the loop aborts the tools
 * that still run. Throws the signal's reason.
 */
export async function* runActions({
  tools,
  context,
  steps,
  timeoutMs,
  signal,
}: {
  tools: readonly Tool[];
  context: ToolContext;
  steps: TurnStep[];
  /** For each tool. */
  timeoutMs: number;
  signal: AbortSignal;
}): AsyncGenerator<StepEvent, void> {
  if (steps.every(({ observation }) => observation !== undefined)) return;
  const actions = steps.map(({ action }) => action);
  const leaving = new AbortController();
  const anySignal = AbortSignal.any([signal, leaving.signal]);
  try {
    const running = steps.flatMap((step, index) =>
      step.observation === undefined ? [run(step, index)] : [],
    );
    for await (const event of asTheySettle(running)) {
      steps[event.index] = { ...event.step, usage: event.usage };
      yield event;
    }
  } finally {
    leaving.abort("Nobody listens any more.");
  }

  async function run(
    { action, usage }: TurnStep,
    index: number,
  ): Promise<StepEvent> {
    const result = isRepeated(action, actions.slice(0, index))
      ? tellRepetition(action)
      : await runTool({
          action,
          tools,
          context,
          signal: anySignal,
          timeoutMs,
        });
    return { type: "step", index, step: { action, ...result }, usage };
  }
}

function tellRepetition({ tool }: AgentAction): ToolResult {
  return {
    observation: `You have used ${tool} with this input twice already and would get the same again. Use what it gave you, try another input, or answer.`,
  };
}
