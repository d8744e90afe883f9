import { isObject, parseJson } from "../../text/json.ts";
import type { AgentAction } from "../../types/turn.ts";
import type {
  Reading,
  ReplyReader,
  UnreadableReply,
} from "../styles/agent-style.ts";
import { cleanReply } from "./clean-reply.ts";
import { parseLooseJson } from "./loose-json.ts";
import { CUT_OFF } from "./read-reply.ts";
import { normaliseToolName } from "./resolve-tool.ts";
import { createTextReader } from "./text-reader.ts";

/**
 * Reads a reply with native tool calls, or else its text, which is streamed as
 * the answer until a call follows.
 * @param streamsProse see `AgentStyle`
 */
export function createNativeReader({
  tools,
  streamsProse = true,
  clock = Date.now,
}: {
  tools: readonly string[];
  streamsProse?: boolean;
  clock?: () => number;
}): ReplyReader & Required<Pick<ReplyReader, "pushToolCall">> {
  const reader = createTextReader({
    tools,
    streamsProse: streamsProse || tools.length === 0 ? "at-once" : true,
    clock,
  });
  const calls = new Map<number, Call>();
  const overflow = new Set<number>();
  let text = "";

  return {
    push(piece) {
      text += piece;
      const { answer, state } = reader.push(piece);
      return { answer: calls.size === 0 ? answer : "", state };
    },
    pushToolCall({ index, id, name = "", arguments: written, extra }) {
      const call = calls.get(index) ?? {
        id: `call_${index}`,
        name: "",
        arguments: "",
        extra: undefined,
      };
      if (!calls.has(index) && calls.size === MAX_CALLS) overflow.add(index);
      else calls.set(index, call);
      call.id = id || call.id;
      call.name ||= name;
      call.arguments += written;
      call.extra = extra ?? call.extra;
      return { answer: "", state: "open" };
    },
    end({ isCut }) {
      const all = [...calls.values()];
      return all.length === 0
        ? reader.end({ isCut })
        : readCalls(all, { text, overflow: overflow.size, tools, isCut });
    },
  };
}

interface Call {
  id: string;
  name: string;
  arguments: string;
  extra: unknown;
}

/** A reply with more is broken; the others are only counted. */
const MAX_CALLS = 16;
const NOT_A_CALL =
  "A call needs the name of a tool and its arguments as one JSON object.";

/**
 * Turns complete calls into actions, with the reply's text as their thought.
 */
function readCalls(
  calls: readonly Call[],
  {
    text,
    overflow,
    tools,
    isCut,
  }: {
    text: string;
    overflow: number;
    tools: readonly string[];
    isCut: boolean;
  },
): Reading {
  const read = calls.map((call, index) => {
    const isLast = index === calls.length - 1;
    return toAction(call, { tools, isCut: isCut && isLast });
  });
  const [first, ...others] = read.filter((action) => action !== undefined);
  const toUnreadable = (lines: readonly string[]): UnreadableReply => ({
    kind: "unreadable",
    text: lines.join("\n").trim(),
    reason: isCut ? CUT_OFF : NOT_A_CALL,
  });
  if (first === undefined)
    return toUnreadable([text.trim(), ...calls.map(writeCall)]);
  const clean = cleanReply(text);
  const said = clean.isReasoning ? "" : clean.text.trim();
  const unread = calls.filter((_, index) => read[index] === undefined);
  return {
    kind: "calls",
    actions: [
      { ...first, thought: said, text: said },
      ...others.map((action) => ({ ...action, withPrevious: true as const })),
    ],
    overflow,
    ...(unread.length > 0 && { unread: toUnreadable(unread.map(writeCall)) }),
  };
}

function toAction(
  call: Call,
  { tools, isCut }: { tools: readonly string[]; isCut: boolean },
): AgentAction | undefined {
  // A special token may be attached to the name.
  const name = call.name.replace(/<[|｜].*$/s, "").trim();
  const read = readCallArguments(call.arguments, { isCut });
  if (name === "" || read.kind === "unreadable") return undefined;
  const tool = normaliseToolName(name, tools) ?? name;
  return {
    tool,
    input: read.input,
    thought: "",
    text: "",
    call: {
      id: call.id,
      name: tool,
      arguments: read.json,
      ...(call.extra === undefined ? {} : { extra: call.extra }),
    },
  };
}

function writeCall({ name, arguments: written }: Call): string {
  return `${name}(${written})`;
}

type CallArguments =
  | {
      readonly kind: "arguments";
      readonly input: unknown;
      /** JSON of an object: servers reject anything else in the history. */
      readonly json: string;
    }
  | { readonly kind: "unreadable" };

/** A fence around the object. */
const OPENING_FENCE = /^```(?:json)?\s*(?=[{["])/;
/** May follow the object: surplus brackets, a fence, a special token. */
const REST = /^(?:[\s}\]`]|<[|｜][^<>]{1,40}[|｜]>)*$/;

/**
 * Reads arguments that should be the JSON of an object, but may be empty,
 * encoded twice, in a fence, or plain text.
 * @param isCut the reply hit a length limit here, so only a complete JSON value
 *   counts
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
  // Some servers send an empty object before the first chunk.
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
