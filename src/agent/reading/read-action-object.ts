import {
  ACTION_KEYS,
  asText,
  type Fields,
  FINAL_KEYS,
  findAnswer,
  findField,
  findInput,
  findName,
  foldKeys,
  isObject,
  isText,
  THOUGHT_KEYS,
  WRAPPER_KEYS,
} from "./action-fields.ts";
import { isEmptyAnswer, isExampleAnswer } from "./no-answer.ts";
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

/** Reads the fields under all the names that models give them, also inside of a wrapper (`tool_call`, `function`). */
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
    if (ACTION_KEYS.includes(wrapped.key))
      return {
        kind: "unreadable",
        reason: '"action" must be the name of a tool.',
      };
  }
  const input = findInput(fields);
  const name = findName(fields, { tools, hasInput: input !== undefined });
  if (name === undefined) return readWithoutName(fields, input !== undefined);
  return readNamed(name, { fields, input, thought, tools });
}

/** An object inside of this one that holds the action, unless this one does. */
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
      return {
        kind: "unreadable",
        reason: '"action" must be the name of a tool.',
      };
  }
}

function readAnswer(value: unknown): ObjectReading {
  const output =
    typeof value === "string"
      ? value
      : value == null
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
  if (fields.has("action"))
    return {
      kind: "unreadable",
      reason: '"action" must be the name of a tool.',
    };
  return { kind: hasInput ? "fragment" : "other" };
}
