import { parseJson } from "../reading/parse-json.ts";
import { parseLooseJson } from "../reading/parse-loose-json.ts";

/** What a model wrote for the arguments of a native call. */
export type CallArguments =
  | {
      readonly kind: "arguments";
      readonly input: unknown;
      /** JSON of an object: servers refuse anything else in the history. */
      readonly json: string;
    }
  | { readonly kind: "unreadable" };

/** Around the object, as in a text. */
const OPENING_FENCE = /^```(?:json)?\s*(?=[{["])/;
/** What may stand behind the object: brackets too many, a fence, a token. */
const REST = /^(?:[\s}\]`]|<[|｜][^<>]{1,40}[|｜]>)*$/;

/**
 * Reads arguments that should be the JSON text of an object, and often are not: empty, encoded twice, in Python's
 * notation, in a fence, without closing brackets, or only the text that the tool's field wants.
 * @param isCut the reply ended here at a length limit: only a whole JSON value counts then
 */
export function readCallArguments(
  written: string,
  { isCut }: { isCut: boolean },
): CallArguments {
  const text = written.trim().replace(OPENING_FENCE, "");
  if (text === "") return isCut ? UNREADABLE : toArguments({});
  const value = parseJson(text);
  if (isObject(value)) return { kind: "arguments", input: value, json: text };
  if (value === null) return toArguments({});
  if (typeof value === "string" && /^\s*\{/.test(value))
    return readCallArguments(value, { isCut: false });
  if (value !== undefined) return toArguments(value);
  return repair(text, { isCut });
}

const UNREADABLE: CallArguments = { kind: "unreadable" };

function repair(text: string, { isCut }: { isCut: boolean }): CallArguments {
  // Some servers send an empty object before the first piece.
  const start = /^\{\}\s*(?=\{)/.exec(text)?.[0].length ?? 0;
  const isJson = /^[{["]/.test(text);
  if (!isJson) return isCut ? UNREADABLE : toArguments(text);
  const json = parseLooseJson(text, start);
  const isRead =
    json.kind === "object" &&
    (json.isClosed || !isCut) &&
    REST.test(text.slice(json.end));
  return isRead ? toArguments(json.value) : UNREADABLE;
}

function toArguments(input: unknown): CallArguments {
  const json = JSON.stringify(isObject(input) ? input : { input });
  return { kind: "arguments", input, json };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
