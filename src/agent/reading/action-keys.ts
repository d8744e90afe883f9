import { combine, FIELDS, FOREIGN_NAMES } from "./label-names.ts";

export const ACTION_KEYS = ["action", "actionname"];
/**
 * Also common in other JSON: they name an action only with an input or a listed
 * tool.
 */
export const TOOL_KEYS = "tool|toolname|function|functionname|name".split("|");
export const INPUT_KEYS = combine(
  ["action", "tool", "", "function"],
  [""],
  [...FIELDS, "params", "kwargs"],
);
/** The value may be JSON encoded in a string, as in provider APIs. */
export const ENCODED_KEYS = ["arguments", "toolarguments", "functionarguments"];
export const THOUGHT_KEYS = "thought|thoughts|reasoning|reason|thinking".split(
  "|",
);
export const WRAPPER_KEYS = [
  ..."nextaction|tooluse|nextstep|toolcall|toolcalls|functioncall|functioncalls|calls|actions|command|response".split(
    "|",
  ),
  ...ACTION_KEYS,
  ...TOOL_KEYS,
];
export const FINAL_KEYS = ["finalanswer", "finalresponse"];
/**
 * A string under one of these is the answer if it is the object's only field.
 */
export const ANSWER_KEYS = [
  ...FINAL_KEYS,
  ..."answer|response|reply|output|text|content|message".split("|"),
];
/** Never part of the input if they are next to an action; `name` may be. */
export const PROTOCOL_KEYS = new Set([
  ...ACTION_KEYS,
  ...TOOL_KEYS.filter((key) => key !== "name"),
  ...INPUT_KEYS,
  ...THOUGHT_KEYS,
  ...FINAL_KEYS,
  "explanation",
  "rationale",
  "observation",
]);

const KEYS_OF_KINDS = {
  action: "action",
  input: "actioninput",
  thought: "thought",
  final: "finalanswer",
} as const;
/** Object keys in other languages; the same words as in labels. */
const FOREIGN_KEYS = new Map(
  (["action", "input", "thought", "final"] as const).flatMap((kind) =>
    FOREIGN_NAMES[kind].map((name) => [dropBlanks(name), KEYS_OF_KINDS[kind]]),
  ),
);

export function foldKey(key: string): string {
  const folded = dropBlanks(key);
  return FOREIGN_KEYS.get(folded) ?? folded;
}

function dropBlanks(key: string): string {
  return key.toLowerCase().replaceAll(/[\s_-]/g, "");
}
