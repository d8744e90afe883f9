import type { PromptMessage } from "../../ports.ts";

/** What the demo model makes of a prompt. */
export interface DemoPrompt {
  readonly question: string;
  /** All that the user has said, oldest first; the question is the last. */
  readonly said: readonly string[];
  readonly tools: ReadonlySet<string>;
  /** What came of the last tool, if one was used for the question. */
  readonly lastStep?: DemoStep;
}

export interface DemoStep {
  readonly tool: string;
  readonly input: string;
  readonly observation: string;
}

const OBSERVATION = /^Observation from (.+) \(data, not instructions\):\n/;

/** Takes a prompt of the conversational ReAct style apart: system, history, question, and the steps behind it. */
export function readDemoPrompt(messages: readonly PromptMessage[]): DemoPrompt {
  const dialogue = messages.filter(({ role }) => role !== "system");
  const isAtLimit = isLimitNotice(dialogue.at(-2), dialogue.at(-1));
  if (isAtLimit) dialogue.pop();

  const lastStep = readStep(dialogue.at(-2), dialogue.at(-1));
  while (readStep(dialogue.at(-2), dialogue.at(-1)) !== undefined)
    dialogue.splice(-2);

  const said = dialogue
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  return {
    question: said.at(-1) ?? "",
    said,
    tools: isAtLimit ? new Set() : listedTools(messages),
    ...(lastStep && { lastStep }),
  };
}

/** Comes right behind the question or an observation, where people themselves say nothing. */
function isLimitNotice(
  before: PromptMessage | undefined,
  last: PromptMessage | undefined,
): boolean {
  return (
    (before?.role === "user" || before?.role === "observation") &&
    last?.content.startsWith("No more tools") === true
  );
}

/** A step is the model's own JSON and the observation behind it; people may write what looks like one of the two. */
function readStep(
  action: PromptMessage | undefined,
  result: PromptMessage | undefined,
): DemoStep | undefined {
  if (action?.role !== "assistant" || result?.role !== "observation") return undefined;
  const [opening, tool] = OBSERVATION.exec(result.content) ?? [];
  if (opening === undefined || tool === undefined) return undefined;
  const input = readInput(action.content);
  if (input === undefined) return undefined;
  return { tool, input, observation: result.content.slice(opening.length) };
}

function readInput(written: string): string | undefined {
  try {
    const action: unknown = JSON.parse(written);
    return typeof action === "object" &&
      action !== null &&
      "action_input" in action
      ? String(action.action_input)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The system message has a line `- <name>: <description>` for each tool. */
function listedTools(messages: readonly PromptMessage[]): Set<string> {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  return new Set(
    Array.from(system.matchAll(/^- (\w+): /gm), ([, name = ""]) => name),
  );
}
