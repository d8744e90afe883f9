import * as z from "zod";
import {
  createEitherSignal,
  createTimeLimit,
  untilAborted,
} from "../runtime/abort.ts";
import { logError } from "../runtime/log.ts";
import { cutText } from "../text/text.ts";
import { PauseError, ToolError, type PauseRequest } from "../types/errors.ts";
import type { Tool, ToolContext, ToolOutput } from "../types/tool.ts";
import {
  isDone,
  type AgentAction,
  type DoneStep,
  type Step,
  type StepCost,
} from "../types/turn.ts";
import { boundSources } from "./bound-sources.ts";
import { markData } from "./mark-data.ts";

/**
 * A tool has run and its step is complete. Steps of one reply may complete in
 * any order.
 */
export interface StepEvent {
  readonly type: "step";
  readonly index: number;
  readonly step: DoneStep;
}

/** The step waits for an answer: its tool has not run. */
export interface AskEvent {
  readonly type: "ask";
  readonly index: number;
  readonly request: PauseRequest;
}

interface RunOptions {
  tools: readonly Tool[];
  /** If it throws, the tool does not run; only a `ToolError` is for the model. */
  beforeTool?:
    | ((tool: Tool, input: unknown, action: AgentAction) => Promise<void>)
    | undefined;
  context: ToolContext;
  /** See `ToolRunOptions`. */
  mayHaveRun?: boolean;
  /** For each tool. */
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Runs the tools of all open steps concurrently and completes the steps in
 * place; those that ask first stay open. Does not repeat an action a third
 * time. `stop`, or leaving the loop, aborts the tools and keeps their steps
 * open. Throws the signal's reason.
 */
export async function* runActions({
  steps,
  stop,
  signal,
  clock,
  ...options
}: RunOptions & {
  steps: Step[];
  stop: AbortSignal;
  clock: () => number;
}): AsyncGenerator<StepEvent | AskEvent, void> {
  if (steps.every(isDone)) return;
  const actions = steps.map(({ action }) => action);
  using either = createEitherSignal([signal, stop]);
  try {
    const running = steps.flatMap((step, index) =>
      isDone(step) ? [] : [run(step, index)],
    );
    for await (const event of inSettlingOrder(running)) {
      if (event.type === "step") steps[event.index] = event.step;
      yield event;
    }
  } catch (error) {
    if (signal.aborted || !stop.aborted) throw error;
  } finally {
    either.abort("Nobody listens any more.");
  }

  async function run(
    { action, usage, modelMs }: Step,
    index: number,
  ): Promise<StepEvent | AskEvent> {
    const startedAt = clock();
    const cost: StepCost = { usage, ...(modelMs !== undefined && { modelMs }) };
    try {
      const result = isRepeated(action, actions.slice(0, index))
        ? { observation: describeRepetition(action) }
        : await runTool({ action, ...options, signal: either.signal });
      const toolMs = clock() - startedAt;
      return {
        type: "step",
        index,
        step: { action, ...result, ...cost, toolMs },
      };
    } catch (error) {
      if (!(error instanceof PauseError)) throw error;
      return { type: "ask", index, request: error.request };
    }
  }
}

export function describeRepetition({ tool }: AgentAction): string {
  return `You have already used ${tool} with this input twice and would get the same result. Use that result, try another input, or answer.`;
}

/**
 * Yields the values in the order in which the promises resolve. Throws as soon
 * as one rejects.
 */
async function* inSettlingOrder<Value>(
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

/**
 * Uses of a tool with the same input per turn: one retry may help after a
 * failure.
 */
const MAX_USES = 2;

/** The same tool had the same input too often for another result. */
function isRepeated(
  action: AgentAction,
  earlier: readonly AgentAction[],
): boolean {
  const sameTool = earlier.filter(({ tool }) => tool === action.tool);
  if (sameTool.length < MAX_USES) return false;
  const written = write(action.input);
  const same = sameTool.filter(({ input }) => write(input) === written);
  return same.length >= MAX_USES;
}

/** Canonical JSON: independent of surrounding whitespace and key order. */
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

/** In UTF-16 units: observations go into every later prompt of the turn. */
const MAX_OBSERVATION_LENGTH = 4_000;

/**
 * A direct answer goes into one later prompt at most, and users want it whole.
 */
const MAX_ANSWER_LENGTH = 50_000;

type ToolResult = Omit<DoneStep, "action" | "usage">;

/**
 * Runs the action's tool. Any failure becomes the observation and never the
 * answer; throws only the signal's reason, a `PauseError`, and what `beforeTool`
 * throws.
 */
export async function runTool({
  action,
  tools,
  beforeTool,
  context,
  mayHaveRun = false,
  signal,
  timeoutMs,
}: RunOptions & { action: AgentAction }): Promise<ToolResult> {
  const tool = tools.find(({ name }) => name === action.tool);
  if (tool === undefined)
    return { observation: describeUnknownTool(action, tools) };
  const input = parseInput(tool, action.input);
  if (!input.success)
    return { observation: bound(wrongInput(tool, input.error)) };

  try {
    await beforeTool?.(tool, input.data, action);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { observation: explain(error, tool) };
  }
  signal.throwIfAborted();
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    const options = { ...context, mayHaveRun, timeoutMs, signal: limit.signal };
    const running = tool.run(input.data, options);
    const output = await untilAborted(running, options.signal);
    return toResult(
      tool,
      typeof output === "string" ? { text: output } : output,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PauseError) throw error;
    const observation = limit.isOver
      ? `${tool.name} gave no result within ${Math.ceil(timeoutMs / 1000)} seconds. Try a simpler input, or answer without it.`
      : explain(error, tool);
    return { observation };
  }
}

function toResult(
  tool: Tool,
  { text: written, sources = [], asked }: ToolOutput,
): ToolResult {
  const text = markData(written);
  const kept = boundSources(sources);
  // An empty answer would leave the user with nothing.
  const isAnswer = tool.returnsDirectly === true && text.trim() !== "";
  return {
    observation: isAnswer ? bound(text, MAX_ANSWER_LENGTH) : bound(text),
    ...(kept.length > 0 && { sources: kept }),
    ...(isAnswer && { isAnswer }),
    ...(asked && { asked }),
  };
}

/** The sentence for the model; unexpected errors are logged. */
function explain(error: unknown, tool: Tool): string {
  if (error instanceof ToolError) return bound(markData(error.message));
  logError("tool failed", { tool: tool.name, error });
  return `${tool.name} failed. Try another input, or answer without it.`;
}

export function describeUnknownTool(
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

/**
 * Accepts a bare value for the only field, or the only required one; a number
 * may be meant as text. Tools without fields ignore it.
 */
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
