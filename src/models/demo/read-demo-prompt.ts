import type { Prompt, PromptMessage } from "../../prompt.ts";
import { readLastStep } from "./read-last-step.ts";

/** How a prompt asks for replies. */
export type ReplyFormat =
  /** One JSON object. */
  | "object"
  /** `Action:` with JSON in a block, or `Final Answer:`. */
  | "block"
  /** `Action:` and `Action Input:`, or `Final Answer:`. */
  | "lines"
  /** It does not ask for any: native calls, or plain text. */
  | "calls";

/** What the demo model makes of a prompt. */
export interface DemoPrompt {
  readonly format: ReplyFormat;
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

/** Takes a prompt of any agent style apart: system, history, question, and the steps behind it. */
export function readDemoPrompt({ messages, tools }: Prompt): DemoPrompt {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const dialogue = messages.filter(({ role }) => role !== "system");
  const isAtLimit = isLimitNotice(dialogue.at(-2), dialogue.at(-1));
  if (isAtLimit) dialogue.pop();

  const said = dialogue
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  const lastStep = readLastStep(dialogue);
  const format = readFormat(system);
  const names =
    format === "calls" ? tools?.map(({ name }) => name) : listedTools(system);
  return {
    format,
    question: said.at(-1) ?? "",
    said,
    tools: new Set(isAtLimit ? [] : names),
    ...(lastStep && { lastStep }),
  };
}

/** By the examples in the system message. */
function readFormat(system: string): ReplyFormat {
  if (/^Action Input: /m.test(system)) return "lines";
  if (/^Action:\n```/m.test(system)) return "block";
  return system.includes('"action_input"') ? "object" : "calls";
}

/** Comes right behind the question or an observation, where people themselves say nothing. */
function isLimitNotice(
  before: PromptMessage | undefined,
  last: PromptMessage | undefined,
): boolean {
  return (
    before !== undefined &&
    before.role !== "assistant" &&
    last?.role === "user" &&
    last.content.startsWith("No more tools can be used. Answer now")
  );
}

/** The system message has a line `- <name>: <description>` for each tool. */
function listedTools(system: string): string[] {
  return Array.from(system.matchAll(/^- (\w+): /gm), ([, name = ""]) => name);
}
