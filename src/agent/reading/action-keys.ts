import { combine, FIELDS, FOREIGN_NAMES } from "./label-names.ts";

export const ACTION_KEYS = ["action", "actionname"];
/** These occur in other JSON too; with an input, or with a listed tool, they name one. */
export const TOOL_KEYS = "tool|toolname|function|functionname|name".split("|");
export const INPUT_KEYS = combine(
  ["action", "tool", "", "function"],
  [""],
  [...FIELDS, "params", "kwargs"],
);
/** Their text may be JSON once more, as in provider APIs. */
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
/** The only field of an object, if it is the text of an answer. */
export const ANSWER_KEYS = [
  ...FINAL_KEYS,
  ..."answer|response|reply|output|text|content|message".split("|"),
];
/** Next to an action these are not its input; a `name` may be. */
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
/** The keys of other languages are those of labels. */
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
