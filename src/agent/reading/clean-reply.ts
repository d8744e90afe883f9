import { dropReasoning } from "./drop-reasoning.ts";
import { parseJson } from "./parse-json.ts";
import { takeFirstTurn } from "./take-first-turn.ts";

/** A reply without what the model's own machinery left in it. */
export interface CleanReply {
  readonly text: string;
  /** The text stands in a reasoning block: only labelled lines may be taken for a decision. */
  readonly isReasoning: boolean;
  /** The model ended its turn before the reply's end. */
  readonly isEnded: boolean;
}

/** Zero-width space and word joiner; `trim` takes the byte-order mark. */
const INVISIBLE = "\u200B\u2060";
const WRAPPER =
  /^<(response|answer|final_answer|output|reply)>([\s\S]*?)(?:<\/\1>)?$/i;
const TEXT_FENCE =
  /^```(?:text|txt|plaintext|markdown|md|react)?[ \t]*\n(?=[ \t*#]*(?:question|thought|action|final answer)\b)/i;

/** Drops reasoning blocks, leaked special tokens, further turns, and a wrapper around the whole. */
export function cleanReply(reply: string): CleanReply {
  const turn = takeFirstTurn(reply.replaceAll(/\r\n?/g, "\n"));
  const { text, isReasoning } = dropReasoning(turn.text);
  const trimmed = trimInvisible(text);
  const unwrapped = WRAPPER.exec(trimmed)?.[2] ?? trimmed;
  const decoded = decodeEncoded(trimInvisible(unwrapped));
  const { isEnded } = turn;
  return { text: dropTextFence(decoded), isReasoning, isEnded };
}

/** `"{\"action\": …}"` and `{\"action\": …}`: the whole reply was escaped as if it stood in JSON. */
function decodeEncoded(text: string): string {
  if (!/^"?\{\s{0,9}(?:\\n\s{0,9})?\\"/.test(text)) return text;
  const literal = text.startsWith('"') ? text : `"${text}"`;
  const decoded = parseJson(literal.replaceAll("\n", "\\n"));
  return typeof decoded === "string" ? decoded : text;
}

function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isInvisible(text.charAt(start))) start++;
  while (start < end && isInvisible(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isInvisible(character: string): boolean {
  return INVISIBLE.includes(character) || character.trim() === "";
}

/** A fence around the whole turn, not around a part of it. */
function dropTextFence(text: string): string {
  if (!TEXT_FENCE.test(text)) return text;
  const content = text.replace(TEXT_FENCE, "");
  return content.endsWith("\n```") ? content.slice(0, -4) : content;
}
