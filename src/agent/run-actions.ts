import { createEitherSignal, createTimeLimit, untilAborted } from "../abort.ts";
import { ToolError } from "../errors.ts";
import { logError } from "../log.ts";
import type { Tool, ToolContext, ToolOutput } from "../ports.ts";
import { cutText } from "../text.ts";
import type { AgentAction, AgentStep, TurnStep, Usage } from "../turn.ts";
import { boundSources } from "./bound-sources.ts";
import { markData } from "./mark-data.ts";
import * as z from "zod";

/** An action's tool has run: the step is done. Actions of one reply may end in any order. */
export interface StepEvent {
  readonly type: "step";
  readonly index: number;
  readonly step: AgentStep;
  readonly usage: Usage;
}

/** How tools are run. */
interface RunOptions {
  tools: readonly Tool[];
  context: ToolContext;
  /** See `ToolRunOptions`. */
  mayHaveRun?: boolean;
  /** For each tool. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Runs the tools of all open steps side by side, and completes the steps in place. An action that was taken twice before is
 * not taken again. Leaving the loop, or `stop`, aborts the tools; their steps stay open. Throws the signal's reason.
 */
export async function* runActions({
  steps,
  stop,
  signal,
  ...options
}: RunOptions & {
  steps: TurnStep[];
  stop: AbortSignal;
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
      ? { observation: tellRepetition(action) }
      : await runTool({ action, ...options, signal: either.signal });
    return { type: "step", index, step: { action, ...result }, usage };
  }
}

export function tellRepetition({ tool }: AgentAction): string {
  return `You have used ${tool} with this input twice already and would get the same again. Use what it gave you, try another input, or answer.`;
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

/** Longer observations are cut: they go into every later prompt of the turn. */
const MAX_OBSERVATION_LENGTH = 4_000;

/** A result that is the answer goes into one later prompt at most, and people want it whole. */
const MAX_ANSWER_LENGTH = 50_000;

/** What came of an action. */
type ToolResult = Omit<AgentStep, "action">;

/** Runs the action's tool. What the model can correct or do without becomes the observation, which then is no answer; throws only the signal's reason. */
export async function runTool({
  action,
  tools,
  context,
  mayHaveRun = false,
  signal,
  timeoutMs,
}: RunOptions & { action: AgentAction }): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === action.tool);
  if (tool === undefined) return { observation: tellUnknown(action, tools) };
  const input = parseInput(tool, action.input);
  if (!input.success)
    return { observation: bound(wrongInput(tool, input.error)) };

  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    const options = { ...context, mayHaveRun, timeoutMs, signal: limit.signal };
    options.signal.throwIfAborted();
    const running = tool.run(input.data, options);
    const output = await untilAborted(running, options.signal);
    return toResult(
      tool,
      typeof output === "string" ? { text: output } : output,
    );
  } catch (error) {
    signal.throwIfAborted();
    const observation = limit.isOver
      ? `${tool.name} gave no result within ${Math.ceil(timeoutMs / 1000)} seconds. Try a simpler input, or answer without it.`
      : explain(error, tool);
    return { observation };
  }
}

function toResult(
  tool: Tool,
  { text: written, sources = [] }: ToolOutput,
): ToolResult {
  const text = markData(written);
  const kept = boundSources(sources);
  // An empty answer would leave the user with nothing.
  const isAnswer = tool.returnsDirectly === true && text.trim() !== "";
  return {
    observation: isAnswer ? bound(text, MAX_ANSWER_LENGTH) : bound(text),
    ...(kept.length > 0 && { sources: kept }),
    ...(isAnswer && { isAnswer }),
  };
}

/** What the model should know of a failure; the rest is for the log. */
function explain(error: unknown, tool: Tool): string {
  if (error instanceof ToolError) return bound(markData(error.message));
  logError("tool failed", { tool: tool.name, error });
  return `${tool.name} failed. Try another input, or answer without it.`;
}

export function tellUnknown(
  { tool: name }: AgentAction,
  tools: readonly Tool[],
): string {
  const names = tools.map((tool) => tool.name).join(", ");
  const hint =
    names === ""
      ? "There are no tools; answer without one."
      : `Tools: ${names}.`;
  return `There is no tool called ${JSON.stringify(name.slice(0, 64))}. ${hint}`;
}

/** A bare value is that of the only field, or of the only one that is needed; a number may be meant as text. Where there are no fields it means nothing. */
function parseInput(tool: Tool, input: unknown) {
  const [field, ...others] = bareFields(tool);
  const isBare =
    typeof input === "string" ||
    typeof input === "number" ||
    typeof input === "boolean";
  if (isBare && Object.keys(tool.input.shape).length === 0)
    return tool.input.safeParse({});
  if (!isBare || field === undefined || others.length > 0)
    return tool.input.safeParse(input);
  const asItIs = tool.input.safeParse({ [field]: input });
  return asItIs.success
    ? asItIs
    : tool.input.safeParse({ [field]: String(input) });
}

function bareFields({ input: { shape } }: Tool): readonly string[] {
  const fields = Object.keys(shape);
  return fields.length === 1
    ? fields
    : fields.filter((field) => !shape[field]?.safeParse(undefined).success);
}

function wrongInput(tool: Tool, error: z.ZodError): string {
  const fields = Object.keys(tool.input.shape).join(", ") || "none, write {}";
  return `The input of ${tool.name} is wrong.\n${z.prettifyError(error)}\nIts fields: ${fields}.`;
}

function bound(text: string, limit = MAX_OBSERVATION_LENGTH): string {
  if (text.length <= limit) return text;
  return `${cutText(text, limit)}… (cut: ${text.length - limit} more characters)`;
}
