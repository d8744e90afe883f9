import { isExampleName } from "./no-answer.ts";
import {
  findToolInSentence,
  normaliseToolName,
} from "./normalise-tool-name.ts";

export type ToolReading =
  /** Also a plain name that is not listed: whoever runs it can say what is. */
  | { readonly kind: "tool"; readonly name: string }
  /** "Final Answer", "Speak", "None": what comes with it is the answer, if there is any. */
  | { readonly kind: "no-tool" }
  | { readonly kind: "placeholder" }
  | { readonly kind: "unclear" };

const NO_TOOL =
  /^(?:final[ _-]?(?:answer|response|reply)|finish(?:ed)?|final|answer|none|null|n\/?a|no(?: tool| action)?(?: needed| required)?|nothing|speak|say|talk|tell|respond|reply|response|respond[ _]to[ _]user|不需要|无|没有|最终答案)$/i;
const PLAIN_NAME = /^[\p{L}\d][\p{L}\d_.-]*(?: [\p{L}\d_.-]+){0,3}$/u;

/** What an action's name means; `hasInput`: a sentence may stand for the tool that it starts with. */
export function resolveTool(
  written: string,
  { tools, hasInput }: { tools: readonly string[]; hasInput: boolean },
): ToolReading {
  // The names that prompts ask for, at little cost: they are most of what is written.
  if (tools.includes(written)) return { kind: "tool", name: written };
  if (written === "Final Answer" && !tools.some(isNearFinalAnswer))
    return { kind: "no-tool" };
  const name = written.trim();
  const listed = normaliseToolName(name, tools);
  if (listed !== undefined) return { kind: "tool", name: listed };
  if (isExampleName(name)) return { kind: "placeholder" };
  const bare = name
    .replaceAll(/["'`*[\]]/g, "")
    .replace(/\s*[(（][^()（）]*[)）]\s*$/, "")
    .replace(/[.:]$/, "")
    .trim();
  if (NO_TOOL.test(bare)) return { kind: "no-tool" };
  const fromSentence = hasInput ? findToolInSentence(name, tools) : undefined;
  if (fromSentence !== undefined) return { kind: "tool", name: fromSentence };
  return bare.length <= 64 && PLAIN_NAME.test(bare)
    ? { kind: "tool", name: bare }
    : { kind: "unclear" };
}

/** A tool that may be meant by "Final Answer". */
function isNearFinalAnswer(tool: string): boolean {
  return /final/i.test(tool);
}
