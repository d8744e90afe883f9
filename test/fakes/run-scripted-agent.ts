import { runAgent, type AgentEvent } from "../../src/agent/executor.ts";
import { createAgent } from "./create-agent.ts";
import { createToolContext } from "./create-tool-context.ts";
import { createScriptedModel } from "./scripted-model.ts";

type Run = Parameters<typeof runAgent>[0];

/**
 * Runs an agent whose model plays the replies, all of which have to be asked
 * for. The options are those of the run and of the agent.
 */
export async function runScriptedAgent(
  replies: Parameters<typeof createScriptedModel>[0],
  {
    stopWhen,
    context = createToolContext(),
    input = "Hello?",
    signal = new AbortController().signal,
    steps,
    clock,
    answerFormat,
    silenceMs,
    streamsProse,
    stop = new AbortController().signal,
    ...agent
  }: Partial<
    Pick<
      Run,
      | "context"
      | "input"
      | "signal"
      | "stop"
      | "steps"
      | "answerFormat"
      | "silenceMs"
      | "streamsProse"
    > &
      Pick<Run, "clock"> &
      Omit<Parameters<typeof createAgent>[0], "model">
  > & {
    /** Stops the run after the first such event. */
    stopWhen?: (event: AgentEvent) => boolean;
  } = {},
) {
  const model = createScriptedModel(replies);
  const stopping = new AbortController();
  const events: AgentEvent[] = [];
  for await (const event of runAgent({
    agent: createAgent({ model, ...agent }),
    context,
    history: [],
    input,
    answerFormat,
    silenceMs,
    streamsProse,
    stop: AbortSignal.any([stop, stopping.signal]),
    signal,
    ...(steps && { steps }),
    ...(clock && { clock }),
  })) {
    events.push(event);
    if (stopWhen?.(event)) stopping.abort();
  }
  if (!stopWhen) model.assertUsedUp();
  return {
    events,
    types: events.map(({ type }) => type),
    observations: events.flatMap((event) =>
      event.type === "step" ? [event.step.observation] : [],
    ),
    /** The answer as it was streamed: `[offset, text]`. */
    deltas: events.flatMap((event) =>
      event.type === "delta" ? [[event.offset, event.text] as const] : [],
    ),
    last: events.at(-1),
    model,
    prompts: model.prompts.map(({ messages }) => messages),
  };
}
