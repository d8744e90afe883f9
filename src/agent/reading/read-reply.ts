import type { Reading } from "../styles/agent-style.ts";
import { cleanReply } from "./clean-reply.ts";
import type { Decision } from "./decision.ts";
import { findDecision } from "./find-decision.ts";
import { readProse } from "./read-prose.ts";

/**
 * What a whole reply means, in whatever format it was written: the first decisive action or final answer, else prose as
 * the answer, else unreadable with a reason that the model can act on. A plain name that is not among `tools` is still
 * an action, for the executor to refuse. Never throws; takes time linear in the reply's length.
 */
export function readReply(
  text: string,
  { tools }: { tools: readonly string[] },
): Reading {
  const clean = cleanReply(text);
  const decision = findDecision(clean.text, { tools, ...clean });
  switch (decision?.kind) {
    case "action":
      return readAction(clean.text, decision);
    case "answer":
      return { kind: "finish", output: decision.output };
    case "unreadable":
      return { kind: "unreadable", text, reason: decision.reason };
    case undefined: {
      const reading = readProse(clean.text, { tools });
      return reading.kind === "unreadable" ? { ...reading, text } : reading;
    }
  }
}

function readAction(
  text: string,
  { tool, input, thought, start, end }: Extract<Decision, { kind: "action" }>,
): Reading {
  return {
    kind: "action",
    action: {
      tool,
      input: input ?? "",
      thought: thought || withoutLabels(text.slice(0, start)),
      text: text.slice(0, end).trim(),
    },
  };
}

function withoutLabels(before: string): string {
  return before
    .replaceAll(
      /^[ \t]*[*#]*[ \t]*(?:thought|observation|action|question|思考|行动)s?[ \t]*[*]*[:：]?[ \t]*[*]*[ \t]*$|^[ \t]*[*#]*[ \t]*(?:thought|思考)s?[ \t]*[*]*[:：][ \t]*[*]*/gim,
      "",
    )
    .replace(/(?:```\w*|<tool_call>|\bjson)\s*$/, "")
    .trim();
}
