import { parseJson } from "../../text/json.ts";
import {
  ACTION_KEYS,
  ANSWER_KEYS,
  ENCODED_KEYS,
  FINAL_KEYS,
  foldKey,
  INPUT_KEYS,
  PROTOCOL_KEYS,
  THOUGHT_KEYS,
  TOOL_KEYS,
  WRAPPER_KEYS,
} from "./action-keys.ts";
import { readCall } from "./read-text-input.ts";
import { isEmptyAnswer, isExampleAnswer, resolveTool } from "./resolve-tool.ts";

/**
 * Fields by folded key: no case, whitespace or separators. Of duplicates, the
 * first wins.
 */
type Fields = ReadonlyMap<
  string,
  { readonly key: string; readonly value: unknown }
>;

function foldKeys(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, { key: string; value: unknown }>();
  for (const [key, field] of Object.entries(value)) {
    const folded = foldKey(key);
    if (!fields.has(folded)) fields.set(folded, { key, value: field });
  }
  return fields;
}

function findField(
  fields: Fields,
  keys: readonly string[],
  isFit: (value: unknown) => boolean = () => true,
): { key: string; value: unknown } | undefined {
  const key = keys.find(
    (name) => fields.has(name) && isFit(fields.get(name)?.value),
  );
  return key === undefined ? undefined : { key, value: fields.get(key)?.value };
}

/** A tool's name, or a word such as "none" for no tool. */
function findName(
  fields: Fields,
  { tools, hasInput }: { tools: readonly string[]; hasInput: boolean },
): string | undefined {
  const action = findField(fields, ACTION_KEYS, isNameOrNull);
  if (action !== undefined) {
    const final = findField(fields, FINAL_KEYS, isGiven);
    const isNone = action.value === null || final !== undefined;
    return asText(action.value) || (isNone ? "none" : "");
  }
  const name = asText(findField(fields, TOOL_KEYS, isText)?.value);
  const tool = resolveTool(name, { tools, hasInput: false });
  const isListed = tool.kind === "tool" && tools.includes(tool.name);
  return name !== "" && (hasInput || isListed) ? name : undefined;
}

/**
 * The action's input. If no key holds it, it consists of the fields next to
 * `action`.
 */
function findInput(fields: Fields): { value: unknown } | undefined {
  const input = findField(fields, INPUT_KEYS);
  if (input === undefined) return findForeignInput(fields);
  if (!ENCODED_KEYS.includes(input.key) || typeof input.value !== "string")
    return input;
  const decoded = parseJson(input.value);
  return isObject(decoded) ? { value: decoded } : input;
}

/** The value that comes with "Final Answer" as the action. */
function findAnswer(fields: Fields): unknown {
  const answer = findField(fields, [...INPUT_KEYS, ...FINAL_KEYS], isGiven);
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isGiven(value: unknown): boolean {
  return !["null", '""', "{}"].includes(JSON.stringify(value));
}

function isNameOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

type ObjectReading =
  | {
      readonly kind: "action";
      readonly tool: string;
      readonly input: unknown;
      /** False if the tool takes no input, or the object was cut off. */
      readonly hasInput: boolean;
      readonly thought: string;
    }
  | { readonly kind: "answer"; readonly output: string }
  | { readonly kind: "unreadable"; readonly reason: string }
  /** The prompt's example, repeated. */
  | { readonly kind: "placeholder" }
  /**
   * An input without a tool, or only a thought: no decision, but no answer
   * either.
   */
  | { readonly kind: "fragment" }
  /** Unrelated JSON. */
  | { readonly kind: "other" };

const NO_TOOL_NAME: ObjectReading = {
  kind: "unreadable",
  reason: '"action" must be the name of a tool.',
};

/**
 * Reads the fields under all names that models use for them, also inside a
 * wrapper (`tool_call`, `function`).
 */
export function readActionObject(
  value: unknown,
  { tools, depth = 0 }: { tools: readonly string[]; depth?: number },
): ObjectReading {
  const fields = foldKeys(Array.isArray(value) ? value[0] : value);
  if (fields === undefined) return { kind: "other" };
  const thought = asText(findField(fields, THOUGHT_KEYS)?.value);
  const wrapped = findWrapped(fields, tools);
  if (wrapped !== undefined && depth < 3) {
    const inner = readActionObject(wrapped.value, { tools, depth: depth + 1 });
    if (inner.kind === "action")
      return { ...inner, thought: inner.thought || thought };
    if (inner.kind !== "other") return inner;
    if (ACTION_KEYS.includes(wrapped.key)) return NO_TOOL_NAME;
  }
  const input = findInput(fields);
  const name = findName(fields, { tools, hasInput: input !== undefined });
  if (name === undefined) return readWithoutName(fields, input !== undefined);
  return readNamed(name, { fields, input, thought, tools });
}

/** A nested object that holds the action, unless this one names it. */
function findWrapped(
  fields: Fields,
  tools: readonly string[],
): { key: string; value: unknown } | undefined {
  const wrapped = findField(fields, WRAPPER_KEYS, isObject);
  if (wrapped === undefined) return undefined;
  const name = asText(findField(fields, ACTION_KEYS, isText)?.value);
  const tool = resolveTool(name, { tools, hasInput: false });
  const isOwn =
    tool.kind === "no-tool" ||
    (tool.kind === "tool" && tools.includes(tool.name));
  return isOwn ? undefined : wrapped;
}

function readNamed(
  name: string,
  {
    fields,
    input,
    thought,
    tools,
  }: {
    fields: Fields;
    input: { value: unknown } | undefined;
    thought: string;
    tools: readonly string[];
  },
): ObjectReading {
  const hasInput = input !== undefined;
  const value = input?.value ?? "";
  const call = value === "" ? readCall(name, tools) : undefined;
  if (call !== undefined)
    return { kind: "action", ...call, hasInput: true, thought };
  const tool = resolveTool(name, { tools, hasInput });
  const isMarkdown = name.includes("\\_") && typeof value === "string";
  switch (tool.kind) {
    case "tool":
      return {
        kind: "action",
        tool: tool.name,
        input: isMarkdown ? value.replaceAll("\\_", "_") : value,
        hasInput,
        thought,
      };
    case "no-tool":
      return readAnswer(findAnswer(fields));
    case "placeholder":
      return { kind: "placeholder" };
    case "unclear":
      return NO_TOOL_NAME;
  }
}

function readAnswer(value: unknown): ObjectReading {
  const [field, ...others] = foldKeys(value) ?? [];
  if (field !== undefined && others.length === 0) {
    const [key, { value: text }] = field;
    if (ANSWER_KEYS.includes(key) && isText(text)) return readAnswer(text);
  }
  const output =
    typeof value === "string"
      ? value
      : value == null || (isObject(value) && Object.keys(value).length === 0)
        ? ""
        : JSON.stringify(value);
  if (isExampleAnswer(output)) return { kind: "placeholder" };
  return isEmptyAnswer(output)
    ? { kind: "unreadable", reason: "The final answer is empty." }
    : { kind: "answer", output };
}

function readWithoutName(fields: Fields, hasInput: boolean): ObjectReading {
  const final = findField(fields, FINAL_KEYS);
  if (final !== undefined) return readAnswer(final.value);
  const others = [...fields.keys()].filter(
    (key) => !THOUGHT_KEYS.includes(key),
  );
  if (others.length === 0)
    return { kind: fields.size > 0 ? "fragment" : "other" };
  if (fields.size > 1 && others.length === 1 && others[0] === "answer")
    return readAnswer(fields.get("answer")?.value);
  if (fields.has("action")) return NO_TOOL_NAME;
  return { kind: hasInput ? "fragment" : "other" };
}
