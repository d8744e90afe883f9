import { createEitherSignal } from "../abort.ts";
import type { Tool, ToolContext } from "../ports.ts";
import type { AgentAction, AgentStep, TurnStep, Usage } from "../turn.ts";
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
 * end. An action that was taken twice before is not taken again: the model is told so. Leaving the loop, or `stop`, aborts
 * the tools that still run; their steps stay open. Throws the signal's reason.
 */
export async function* runActions({
  tools,
  context,
  steps,
  mayHaveRun,
  timeoutMs,
  stop,
  signal,
}: {
  tools: readonly Tool[];
  context: ToolContext;
  steps: TurnStep[];
  /** The open steps were left by an earlier run. */
  mayHaveRun: boolean;
  /** For each tool. */
  timeoutMs: number;
  stop: AbortSignal;
  signal: AbortSignal;
}): AsyncGenerator<StepEvent, void> {
  if (steps.every(({ observation }) => observation !== undefined)) return;
  const actions = steps.map(({ action }) => action);
  using either = createEitherSignal([signal, stop]);
  try {
    const running = steps.flatMap((step, index) =>
      step.observation === undefined ? [run(step, index)] : [],
    );
    for await (const event of asTheySettle(running)) {
      steps[event.index] = { ...event.step, usage: event.usage };
      yield event;
    }
  } catch (error) {
    if (signal.aborted || !stop.aborted) throw error;
  } finally {
    either.abort("Nobody listens any more.");
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
          mayHaveRun,
          signal: either.signal,
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

/** The promises' values in the order in which they come. Throws as soon as one is rejected. */
async function* asTheySettle<Value>(
  promises: readonly Promise<Value>[],
): AsyncGenerator<Value, void> {
  const open = new Map(
    promises.map((promise, index) => [
      index,
      promise.then((value) => ({ index, value })),
    ]),
  );
  while (open.size > 0) {
    const { index, value } = await Promise.race(open.values());
    open.delete(index);
    yield value;
  }
}

/** How often a turn may use a tool with the same input: once more may help where it failed. */
const MAX_REPETITIONS = 2;

/** Whether the same tool was used with the same input so often before that it is pointless to do it again. */
function isRepeated(
  action: AgentAction,
  earlier: readonly AgentAction[],
): boolean {
  const sameTool = earlier.filter(({ tool }) => tool === action.tool);
  if (sameTool.length < MAX_REPETITIONS) return false;
  const written = write(action.input);
  const same = sameTool.filter(({ input }) => write(input) === written);
  return same.length >= MAX_REPETITIONS;
}

/** The same text for the same input, whatever the blanks around it and the order of its fields. */
function write(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) => {
    if (typeof value === "string") return value.trim();
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return value;
    return Object.fromEntries(
      Object.entries(value).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ),
    );
  });
}
