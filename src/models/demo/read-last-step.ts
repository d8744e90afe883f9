import type { PromptMessage } from "../../prompt.ts";
import type { DemoStep } from "./read-demo-prompt.ts";

/** What came of the last tool, where the dialogue ends with it: a native call's result or an observation in text. */
export function readLastStep(
  dialogue: readonly PromptMessage[],
): DemoStep | undefined {
  const result = dialogue.at(-1);
  if (result?.role === "tool") return readCall(dialogue, result);
  const action = dialogue.at(-2);
  return result?.role === "observation" && action?.role === "assistant"
    ? readText(action.content, result.content)
    : undefined;
}

function readCall(
  dialogue: readonly PromptMessage[],
  result: Extract<PromptMessage, { role: "tool" }>,
): DemoStep | undefined {
  const reply = dialogue.findLast((message) => message.role === "assistant");
  const call = reply?.toolCalls?.find(({ id }) => id === result.toolCallId);
  if (call === undefined) return undefined;
  const input = readInput(parseObject(call.arguments) ?? call.arguments);
  return { tool: call.name, input, observation: result.content };
}

/** As the styles in text begin their observations, each with the tool's name. */
const OBSERVATION =
  /^Observation(?: from (.+) \(data, not instructions\):|: \(data from (.+), not instructions\))\n/;

function readText(action: string, result: string): DemoStep | undefined {
  const [opening, from, label] = OBSERVATION.exec(result) ?? [];
  const tool = from ?? label;
  const input = readWrittenInput(action);
  if (opening === undefined || tool === undefined || input === undefined)
    return undefined;
  return { tool, input, observation: result.slice(opening.length) };
}

/** Of an action in any of the styles; `undefined` where the text is none. */
function readWrittenInput(action: string): string | undefined {
  const lines = /^Action Input: (.*)/ms.exec(action)?.[1]?.trim();
  if (lines !== undefined) return readInput(parseObject(lines) ?? lines);
  const object = parseObject(
    action.slice(action.search(/^\{/m), action.lastIndexOf("}") + 1),
  );
  return object !== undefined && "action_input" in object
    ? readInput(object.action_input)
    : undefined;
}

/** Text, or the values of an object's fields: mostly there is one. */
function readInput(input: unknown): string {
  return typeof input === "object" && input !== null
    ? Object.values(input).join(" ")
    : String(input);
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
