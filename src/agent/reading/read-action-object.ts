import { isPlaceholder } from "./is-placeholder.ts";
import { resolveTool } from "./resolve-tool.ts";

/** What an object of a reply means. */
export type ObjectReading =
  | {
      readonly kind: "action";
      readonly tool: string;
      readonly input: unknown;
      /** Without one, the object names a tool that takes none, or it was cut off. */
      readonly hasInput: boolean;
      readonly thought: string;
    }
  | { readonly kind: "answer"; readonly output: string }
  | { readonly kind: "unreadable"; readonly reason: string }
  /** The prompt's example. */
  | { readonly kind: "placeholder" }
  /** An input without tool, or a thought alone: nothing to go by, but no answer either. */
  | { readonly kind: "fragment" }
  /** JSON of another kind. */
  | { readonly kind: "other" };

const ACTION_KEYS = ["action", "actionname"];
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
const THOUGHT_KEYS = ["thought", "thoughts", "reasoning", "reason", "thinking"];
const WRAPPER_KEYS = [
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
const FINAL_KEYS = ["finalanswer", "finalresponse"];

/** Reads the fields under all the names that models give them, also inside of a wrapper (`tool_call`, `function`). */
export function readActionObject(
  value: unknown,
  { tools, depth = 0 }: { tools: readonly string[]; depth?: number },
): ObjectReading {
  const fields = foldKeys(Array.isArray(value) ? value[0] : value);
  if (fields === undefined) return { kind: "other" };
  const thought = asText(findField(fields, THOUGHT_KEYS)?.value);
  const wrapped = findField(fields, WRAPPER_KEYS, isObject);
  if (wrapped !== undefined && depth < 3) {
    const inner = readActionObject(wrapped.value, { tools, depth: depth + 1 });
    if (inner.kind === "action")
      return { ...inner, thought: inner.thought || thought };
    if (inner.kind !== "other") return inner;
    if (ACTION_KEYS.includes(wrapped.key))
      return {
        kind: "unreadable",
        reason: '"action" must be the name of a tool.',
      };
  }
  const input = readInput(fields);
  const name = findName(fields, { tools, hasInput: input !== undefined });
  if (name === undefined) return readWithoutName(fields, input !== undefined);
  return readNamed({
    name,
    input: input?.value ?? "",
    hasInput: input !== undefined,
    thought,
    tools,
  });
}

function readNamed({
  name,
  input,
  hasInput,
  thought,
  tools,
}: {
  name: string;
  input: unknown;
  hasInput: boolean;
  thought: string;
  tools: readonly string[];
}): ObjectReading {
  const tool = resolveTool(name, { tools, hasInput });
  const markdownName = name.includes("\\_") && typeof input === "string";
  switch (tool.kind) {
    case "tool":
      return {
        kind: "action",
        tool: tool.name,
        input: markdownName ? input.replaceAll("\\_", "_") : input,
        hasInput,
        thought,
      };
    case "no-tool":
      return readAnswer(input);
    case "placeholder":
      return { kind: "placeholder" };
    case "unclear":
      return {
        kind: "unreadable",
        reason: '"action" must be the name of a tool.',
      };
  }
}

function readAnswer(value: unknown): ObjectReading {
  if (isPlaceholder(value)) return { kind: "placeholder" };
  const output =
    typeof value === "string"
      ? value
      : value == null
        ? ""
        : JSON.stringify(value);
  return output.trim() === "" || /^(?:none|null|n\/a)$/i.test(output.trim())
    ? { kind: "unreadable", reason: "The final answer is empty." }
    : { kind: "answer", output };
}

function readWithoutName(
  fields: ReadonlyMap<string, unknown>,
  hasInput: boolean,
): ObjectReading {
  const final = findField(fields, FINAL_KEYS);
  if (final !== undefined) return readAnswer(final.value);
  const others = [...fields.keys()].filter(
    (key) => !THOUGHT_KEYS.includes(key),
  );
  if (others.length === 0)
    return { kind: fields.size > 0 ? "fragment" : "other" };
  if (fields.size > 1 && others.length === 1 && others[0] === "answer")
    return readAnswer(fields.get("answer"));
  if (fields.has("action"))
    return {
      kind: "unreadable",
      reason: '"action" must be the name of a tool.',
    };
  return { kind: hasInput ? "fragment" : "other" };
}

function findName(
  fields: ReadonlyMap<string, unknown>,
  { tools, hasInput }: { tools: readonly string[]; hasInput: boolean },
): string | undefined {
  const action = findField(fields, ACTION_KEYS, isNameOrNull);
  if (action !== undefined) return asText(action.value) || "none";
  const name = asText(findField(fields, TOOL_KEYS, isText)?.value);
  const tool = resolveTool(name, { tools, hasInput: false });
  const isListed = tool.kind === "tool" && tools.includes(tool.name);
  return name !== "" && (hasInput || isListed) ? name : undefined;
}

function readInput(
  fields: ReadonlyMap<string, unknown>,
): { value: unknown } | undefined {
  const input = findField(fields, INPUT_KEYS);
  if (input === undefined) return undefined;
  if (!ENCODED_KEYS.includes(input.key) || typeof input.value !== "string")
    return input;
  try {
    const decoded: unknown = JSON.parse(input.value);
    return isObject(decoded) ? { value: decoded } : input;
  } catch {
    return input;
  }
}

/** Keys without case, blanks and punctuation; the first of several wins. */
function foldKeys(value: unknown): Map<string, unknown> | undefined {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, unknown>();
  for (const [key, field] of Object.entries(value)) {
    const folded = key.toLowerCase().replaceAll(/[\s_-]/g, "");
    if (!fields.has(folded)) fields.set(folded, field);
  }
  return fields;
}

function findField(
  fields: ReadonlyMap<string, unknown>,
  keys: readonly string[],
  isFit: (value: unknown) => boolean = () => true,
): { key: string; value: unknown } | undefined {
  const key = keys.find((name) => fields.has(name) && isFit(fields.get(name)));
  return key === undefined ? undefined : { key, value: fields.get(key) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNameOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
