import { parseJson } from "./parse-json.ts";
import { resolveTool } from "./resolve-tool.ts";

/** The fields of an object, under their keys without case, blanks and punctuation. The first of two with one key counts. */
export type Fields = ReadonlyMap<
  string,
  { readonly key: string; readonly value: unknown }
>;

export const ACTION_KEYS = ["action", "actionname"];
/** These stand in other JSON too; with an input, or with a listed tool, they name one. */
const TOOL_KEYS = ["tool", "toolname", "function", "functionname", "name"];
const INPUT_KEYS = [
  "actioninput",
  "toolinput",
  "input",
  "arguments",
  "args",
  "parameters",
  "params",
  "actionarguments",
  "actionargs",
  "actionparameters",
  "toolarguments",
  "toolargs",
  "toolparameters",
  "functionarguments",
];
/** Their text may be JSON once more, as in provider APIs. */
const ENCODED_KEYS = ["arguments", "toolarguments", "functionarguments"];
export const THOUGHT_KEYS = [
  "thought",
  "thoughts",
  "reasoning",
  "reason",
  "thinking",
];
export const WRAPPER_KEYS = [
  "toolcall",
  "toolcalls",
  "functioncall",
  "functioncalls",
  "calls",
  "actions",
  "command",
  ...ACTION_KEYS,
  ...TOOL_KEYS,
];
export const FINAL_KEYS = ["finalanswer", "finalresponse"];
/** Beside an action these are not its input. */
const PROTOCOL_KEYS = new Set([
  ...ACTION_KEYS,
  ...INPUT_KEYS,
  ...THOUGHT_KEYS,
  ...FINAL_KEYS,
  "tool",
  "toolname",
  "function",
  "functionname",
  "explanation",
  "rationale",
  "observation",
]);

export function foldKey(key: string): string {
  return key.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** `undefined` for what is no object. */
export function foldKeys(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, { key: string; value: unknown }>();
  for (const [key, field] of Object.entries(value)) {
    const folded = foldKey(key);
    if (!fields.has(folded)) fields.set(folded, { key, value: field });
  }
  return fields;
}

/** The first of the keys that is there with a fitting value. */
export function findField(
  fields: Fields,
  keys: readonly string[],
  isFit: (value: unknown) => boolean = () => true,
): { key: string; value: unknown } | undefined {
  const key = keys.find(
    (name) => fields.has(name) && isFit(fields.get(name)?.value),
  );
  return key === undefined ? undefined : { key, value: fields.get(key)?.value };
}

/** The name of a tool, or a word that stands for none. */
export function findName(
  fields: Fields,
  { tools, hasInput }: { tools: readonly string[]; hasInput: boolean },
): string | undefined {
  const action = findField(fields, ACTION_KEYS, isNameOrNull);
  if (action !== undefined) return asText(action.value) || "none";
  const name = asText(findField(fields, TOOL_KEYS, isText)?.value);
  const tool = resolveTool(name, { tools, hasInput: false });
  const isListed = tool.kind === "tool" && tools.includes(tool.name);
  return name !== "" && (hasInput || isListed) ? name : undefined;
}

/** The action's input; without a key for it, the fields beside `action` are its fields. */
export function findInput(fields: Fields): { value: unknown } | undefined {
  const input = findField(fields, INPUT_KEYS);
  if (input === undefined) return findForeignInput(fields);
  if (!ENCODED_KEYS.includes(input.key) || typeof input.value !== "string")
    return input;
  const decoded = parseJson(input.value);
  return isObject(decoded) ? { value: decoded } : input;
}

/** What comes with the name of the final answer. */
export function findAnswer(fields: Fields): unknown {
  const answer = findField(fields, [...INPUT_KEYS, ...FINAL_KEYS]);
  if (answer !== undefined) return answer.value;
  const others = Object.values(findForeignInput(fields)?.value ?? {});
  return others.length === 1 ? others[0] : undefined;
}

function findForeignInput(fields: Fields): { value: unknown } | undefined {
  const others = [...fields].flatMap(([folded, { key, value }]) =>
    PROTOCOL_KEYS.has(folded) ? [] : [[key, value] as const],
  );
  const hasAction = findField(fields, ACTION_KEYS, isText) !== undefined;
  return hasAction && others.length > 0
    ? { value: Object.fromEntries(others) }
    : undefined;
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNameOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
