import { cleanReply } from "../reading/clean-reply.ts";
import { normaliseToolName } from "../reading/normalise-tool-name.ts";
import { CUT_OFF } from "../reading/read-any-format.ts";
import type { Reading, ToolCallPiece } from "../styles/agent-style.ts";
import type { AgentAction } from "../../turn.ts";
import { readCallArguments } from "./call-arguments.ts";

/** The native calls of one reply. */
export interface NativeCalls {
  push(piece: ToolCallPiece): void;
  readonly isEmpty: boolean;
  /**
   * The calls that are whole, as actions.
   * @param text what the model wrote beside them
   */
  read(text: string, options: { isCut: boolean }): Reading;
}

interface Call {
  id: string;
  name: string;
  arguments: string;
  extra: unknown;
}

/** A reply with more has gone wrong; those behind are counted only. */
const MAX_CALLS = 16;
const NOT_A_CALL =
  "A call needs the name of a tool and its arguments as one JSON object.";

export function createNativeCalls({
  tools,
}: {
  tools: readonly string[];
}): NativeCalls {
  const calls = new Map<number, Call>();
  const overflow = new Set<number>();

  return {
    push({ index, id, name, arguments: written, extra }) {
      const call = calls.get(index) ?? {
        id: `call_${index}`,
        name: "",
        arguments: "",
        extra: undefined,
      };
      if (!calls.has(index) && calls.size === MAX_CALLS) overflow.add(index);
      else calls.set(index, call);
      call.id = id || call.id;
      call.name ||= name ?? "";
      call.arguments += written;
      call.extra = extra ?? call.extra;
    },
    get isEmpty() {
      return calls.size === 0;
    },
    read(text, { isCut }) {
      const all = [...calls.values()];
      const read = all.map((call, index) => {
        const isLast = index === all.length - 1;
        return toAction(call, { tools, isCut: isCut && isLast });
      });
      const clean = cleanReply(text);
      const said = clean.isReasoning ? "" : clean.text.trim();
      const unread = all.filter((_, index) => read[index] === undefined);
      const reason = isCut ? CUT_OFF : NOT_A_CALL;
      const [first, ...others] = read.filter((action) => action !== undefined);
      if (first === undefined)
        return {
          kind: "unreadable",
          text: [text.trim(), ...all.map(writeCall)].join("\n").trim(),
          reason,
        };
      return {
        kind: "calls",
        actions: [
          { ...first, thought: said, text: said },
          ...others.map((action) => ({
            ...action,
            withPrevious: true as const,
          })),
        ],
        overflow: overflow.size,
        ...(unread.length > 0 && {
          unread: {
            kind: "unreadable",
            text: unread.map(writeCall).join("\n"),
            reason,
          },
        }),
      };
    },
  };
}

function toAction(
  call: Call,
  { tools, isCut }: { tools: readonly string[]; isCut: boolean },
): AgentAction | undefined {
  // A token of the model's format may stick to the name.
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
