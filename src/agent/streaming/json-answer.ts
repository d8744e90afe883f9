import { foldKey } from "../reading/action-fields.ts";
import { decodeEscapes } from "../reading/decode-escapes.ts";
import { resolveTool } from "../reading/resolve-tool.ts";
import { createAnswerText } from "./answer-text.ts";
import { createEscapeDecoder } from "./escape-decoder.ts";
import type { JsonObjectReader } from "./json-object-reader.ts";

/** Keys that a repair of the object would read in the same way. */
const PLAIN_KEY = /^[\w -]{1,40}$/;
/** An object with more fields in front of its answer is no step of ours. */
const MAX_FIELDS = 20;

/**
 * Hands out the final answer of an object that is being written; to be called whenever the object has grown.
 * @param isDue asked once, where the answer begins: behind so much of the object
 */
export function createJsonAnswer({
  object,
  tools,
  isDue,
}: {
  object: JsonObjectReader;
  tools: readonly string[];
  isDue: (start: number) => boolean;
}): () => string {
  const decode = createEscapeDecoder();
  const handOut = createAnswerText({ isLabelled: false });
  let name: string | undefined;
  let isRefused = false;

  return () => {
    if (isRefused) return "";
    if (name === undefined) {
      name = findInput(object);
      const start = object.fields.get(name ?? "")?.start;
      if (name === undefined || start === undefined) return "";
      isRefused = !isFinal(object, { input: name, tools }) || !isDue(start);
    }
    const field = object.fields.get(name);
    if (isRefused || field === undefined) return "";
    return handOut(decode(object.take(name), { isWhole: field.isComplete }));
  };
}

function findInput({ fields }: JsonObjectReader): string | undefined {
  if (fields.size > MAX_FIELDS) return undefined;
  return [...fields.keys()].find((key) => foldKey(key) === "actioninput");
}

/** In front of its input stand the name of the final answer, and nothing that could be read in another way. */
function isFinal(
  object: JsonObjectReader,
  { input, tools }: { input: string; tools: readonly string[] },
): boolean {
  const keys = [...object.fields.keys()];
  const before = keys.slice(0, keys.indexOf(input));
  const isPlain = before.every(
    (key) => PLAIN_KEY.test(key) && object.fields.get(key)?.kind !== "nested",
  );
  const action = before.find((key) => foldKey(key) === "action");
  if (!isPlain || action === undefined) return false;
  const written = decodeEscapes(object.take(action));
  return (
    object.fields.get(input)?.kind === "text" &&
    resolveTool(written, { tools, hasInput: true }).kind === "no-tool"
  );
}
