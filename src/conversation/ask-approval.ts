import { ToolError } from "../errors.ts";
import { sha256 } from "../hash.ts";
import type { Tool } from "../ports.ts";
import type { Turn } from "../turn.ts";
import type { PromptOrigins } from "./find-origins.ts";
import type { Texts } from "./texts/texts.ts";

export interface Approvals {
  /** The tool, which runs only where it may. */
  readonly guardTool: (tool: Tool) => Tool;
  /** What the user is asked below the answer, as Markdown; empty where nothing waits. */
  readonly question: () => string;
}

/** More than these nobody reads. */
const MAX_PENDING = 3;
const MAX_INPUT = 1_500;

/**
 * Has the user approve what a tool may do for which somebody else could have given the order. A `harmful` tool runs by itself only
 * while nobody but the person and the operator has a part in the prompt, so that one of a server always asks; one with `unknown` effects,
 * while nothing was read but what its own server wrote. Otherwise its action is shown to the user, whole, with a code, by Parley and not by
 * the model. A message of that code and nothing else approves exactly this action, once, in the next turn of the same person, where the
 * answer before shows both. The code is a hash of what no text in the prompt holds (the conversation and the ids of turn and person), so that
 * nothing that the model reads can have the user approve something else. An edit approves nothing: what it replaces may have done so.
 *
 * A question that a crash comes in front of is lost: the action was not run, and is asked for again when the model wants it again.
 * @param last the turn before this one in the history, and what was answered
 * @param findOrigins see `findPromptOrigins`
 * @param unasked names of tools that never ask; `shop__*` for all of a server
 */
export function createApprovals({
  turn,
  last,
  findOrigins,
  unasked,
  texts,
}: {
  turn: Pick<Turn, "id" | "message">;
  last: { readonly id: string; readonly answer: string } | undefined;
  findOrigins: () => PromptOrigins;
  unasked: readonly string[];
  texts: Texts;
}): Approvals {
  const pending = new Map<string, string>();
  const used = new Set<string>();

  const mayRunUnasked = ({ name, effect, server }: Tool): boolean => {
    if (unasked.includes(name) || unasked.includes(`${server}__*`)) return true;
    const { read, described } = findOrigins();
    return effect === "harmful"
      ? read.length + described.length === 0
      : read.every((origin) => origin === server);
  };

  const isApproved = async (action: string, input: string) => {
    const { text, isEdit } = turn.message;
    if (last === undefined || isEdit || used.has(action)) return false;
    const code = await toCode(action, { turn: last.id, of: turn });
    const wasAsked = last.answer.includes(code) && last.answer.includes(input);
    if (!wasAsked || !saysCode(text, code)) return false;
    used.add(action);
    return true;
  };

  const ask = async (tool: string, action: string, input: string) => {
    if (input.length > MAX_INPUT)
      throw new ToolError(
        `${tool} was not run: it may change something, so that the user has to approve it, and its input is too long to be shown to them. Make it shorter.`,
      );
    const code = await toCode(action, { turn: turn.id, of: turn });
    if (pending.size < MAX_PENDING)
      pending.set(action, texts.approve(tool, input, code));
    throw new ToolError(
      `${tool} was not run: it may change something, so that the user has to approve it first. They are asked below your answer. Say in a sentence what you would do, and end there.`,
    );
  };

  return {
    guardTool: (tool) =>
      tool.effect === undefined
        ? tool
        : {
            ...tool,
            async run(fields, options) {
              const input = writeSorted(fields);
              const action = `${tool.name} ${input}`;
              if (mayRunUnasked(tool) || (await isApproved(action, input)))
                return tool.run(fields, options);
              return ask(tool.name, action, input);
            },
          },
    question: () => [...pending.values()].join("\n\n"),
  };
}

/** 30 bits in characters that nobody mistakes for others: a code counts in one turn only. */
const LETTERS = "23456789abcdefghijkmnpqrstuvwxyz";

async function toCode(
  action: string,
  { turn, of: { message } }: { turn: string; of: Pick<Turn, "message"> },
): Promise<string> {
  const { conversation, author } = message;
  const bytes = await sha256(
    JSON.stringify([conversation, turn, author.id, action]),
  );
  return Array.from(bytes.subarray(0, 6), (byte) => LETTERS[byte % 32]).join(
    "",
  );
}

const CODE = /^[2-9a-km-np-z]{6}$/;

/** In a line of codes alone: "do not approve 7k2m9q" is no approval. Messages that came together are in lines of their own. */
function saysCode(text: string, code: string): boolean {
  return text
    .toLowerCase()
    .split("\n")
    .some((line) => {
      const words: readonly string[] = line.match(/[\p{L}\p{N}]+/gu) ?? [];
      const isBare = words.every(
        (word) => word === "approve" || word === "同意" || CODE.test(word),
      );
      return isBare && words.includes(code);
    });
}

/** The same text for the same input, whatever the order of its fields. */
function writeSorted(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) =>
            one < other ? -1 : 1,
          ),
        )
      : value,
  );
}
